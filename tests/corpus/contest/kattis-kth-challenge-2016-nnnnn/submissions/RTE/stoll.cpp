#include <iostream>
#include <string>

int main() {
    std::string text;
    std::cin >> text;
    long long number = std::stoll(text);
    for (long long length = 1; length <= (long long)text.size(); length++)
        if (number % length == 0 && (long long)std::to_string(number / length).size() == length) {
            std::cout << number / length << '\n';
            return 0;
        }
}
