#include <iostream>

int main() {
    long long n, total = 0;
    std::cin >> n;
    for (long long row = 0; row < n; row++) total += 1LL << __builtin_popcountll(row);
    std::cout << total << '\n';
}
