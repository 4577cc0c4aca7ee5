#include <cstdint>
#include <iostream>

int main() {
    int64_t read_length, read_use;
    std::cin >> read_length >> read_use;
    uint32_t length = read_length, use = read_use, rolls = 1;
    for (uint32_t rest; (rest = length % use) != 0; use -= rest) rolls++;
    std::cout << rolls << '\n';
}
