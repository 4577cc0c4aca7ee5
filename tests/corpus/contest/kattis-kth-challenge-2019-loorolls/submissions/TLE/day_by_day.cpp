#include <iostream>

int main() {
    long long length, use;
    std::cin >> length >> use;
    int rolls = 1;
    while (true) {
        long long left = 0;
        for (long long sheet = 0; sheet < length; sheet++) {
            if (++left == use) left = 0;
        }
        if (left == 0) break;
        use -= left;
        rolls++;
    }
    std::cout << rolls << '\n';
}
