#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    for (char c : s) mask ^= 1u << (c - 'a');
    std::cout << std::max(0, __builtin_popcount(mask) - 1) << '\n';
}
