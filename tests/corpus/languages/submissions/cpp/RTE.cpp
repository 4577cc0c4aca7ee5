#include <iostream>
#include <vector>
int main() {
    std::vector<int> v;
    std::cout << v.at(3);
}
