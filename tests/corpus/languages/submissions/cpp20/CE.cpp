#include <expected>
#include <iostream>
int main() { std::expected<int, int> x = 1; std::cout << *x; }
