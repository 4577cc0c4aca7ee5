#include <iostream>
int main() {
    volatile unsigned n = 1;
    while (n) n |= 1;
    std::cout << n;
}
