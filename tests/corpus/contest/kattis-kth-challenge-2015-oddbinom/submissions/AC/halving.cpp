#include <iostream>
#include <map>

std::map<long long, long long> known{{0, 0}, {1, 1}};

long long odd(long long rows) {
    auto [it, fresh] = known.try_emplace(rows);
    if (!fresh) return it->second;
    // Even rows repeat the triangle at half the size, odd rows repeat it twice as dense.
    long long value = odd((rows + 1) / 2) + 2 * odd(rows / 2);
    return known[rows] = value;
}

int main() {
    long long n;
    std::cin >> n;
    std::cout << odd(n) << '\n';
}
