#include <bits/stdc++.h>
using namespace std;
int main() {
    int n;
    cin >> n;
    set<long long> seen;
    for (long long x; n-- && cin >> x;) seen.insert(x);
    cout << seen.size() << ' ' << accumulate(seen.begin(), seen.end(), 0LL) << '\n';
}
