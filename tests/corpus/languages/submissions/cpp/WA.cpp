#include <bits/stdc++.h>
int main() {
    int n;
    std::cin >> n;
    std::vector<long long> v(n);
    for (auto &x : v) std::cin >> x;
    std::cout << v.size() << ' ' << std::accumulate(v.begin(), v.end(), 0LL) << '\n';
}
