#include <bits/stdc++.h>
using namespace std;
char s[1000000];
int main() { scanf("%999999s", s); int c = 0; for (size_t i = 0; i < strlen(s); i++) { if (s[i] == 'a') s[i] = 'b', c++; } printf("%d\n", c); }
