#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<long long> v(n);
    for (auto &x : v) cin >> x;
    ranges::sort(v);
    v.erase(ranges::unique(v).begin(), v.end());
    cout << ssize(v) << ' ' << accumulate(v.begin(), v.end(), 0LL) << '\n';
}
