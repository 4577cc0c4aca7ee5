#include <iostream>
#include <concepts>
template <std::integral T> T twice(T x) { return 2 * x; }
int main() { std::cout << twice(1); }
