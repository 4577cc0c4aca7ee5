#include <iostream>

int main() {
    long long length, use;
    std::cin >> length >> use;
    int rolls = 1;
    for (long long rest; (rest = length % use) != 0; use -= rest) rolls++;
    std::cout << rolls << '\n';
}
