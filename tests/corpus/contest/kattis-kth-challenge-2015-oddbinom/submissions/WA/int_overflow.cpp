#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    int total = 0, weight = 1, power[40] = {1};
    for (int bit = 1; bit < 20; bit++) power[bit] = 3 * power[bit - 1];
    for (int bit = 39; bit >= 0; bit--)
        if (n >> bit & 1) {
            total = (int)((long long)total + (long long)weight * power[bit]);
            weight *= 2;
        }
    std::cout << total << '\n';
}
