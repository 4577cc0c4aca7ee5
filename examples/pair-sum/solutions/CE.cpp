// The type of the list is missing.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    numbers.resize(n);
}
