#include <iostream>
#include <string>

int main() {
    std::string s;
    std::cin >> s;
    const std::string target = "meow";
    const int n = s.size();
    // Tries replacements, then a single deletion or swap; cuts windows beyond a short word's end.
    int best = 4;
    for (int i = 0; i < std::max(1, n - 3); i++) {
        std::string window = s.substr(i, 4);
        int misses = 0;
        for (int j = 0; j < 4; j++) misses += window.at(j) != target[j];
        best = std::min(best, misses);
        for (int j = 0; j < 3; j++) {
            std::string swapped = window;
            std::swap(swapped.at(j), swapped.at(j + 1));
            if (swapped == target) best = std::min(best, 1);
        }
        std::string five = s.substr(i, 5);
        for (size_t j = 0; j < five.size(); j++) {
            std::string rest = five;
            rest.erase(j, 1);
            if (rest == target) best = std::min(best, 1);
        }
    }
    std::cout << best << '\n';
}
