#include <iostream>

int main() {
    long long a, b;
    // The calculator serves one request after another and never notices the end of input.
    while (true) {
        std::cin >> a >> b;
        std::cout << a + b << '\n';
    }
}
