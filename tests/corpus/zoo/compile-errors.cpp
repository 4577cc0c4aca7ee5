#define X(n) int v##n = missing_##n;
#define Y(n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define Z(n) Y(n##0) Y(n##1) Y(n##2) Y(n##3) Y(n##4) Y(n##5) Y(n##6) Y(n##7) Y(n##8) Y(n##9)
#define W(n) Z(n##0) Z(n##1) Z(n##2) Z(n##3) Z(n##4) Z(n##5) Z(n##6) Z(n##7) Z(n##8) Z(n##9)
W(1) W(2) W(3) W(4) W(5) W(6) W(7) W(8) W(9)
int main() {}
