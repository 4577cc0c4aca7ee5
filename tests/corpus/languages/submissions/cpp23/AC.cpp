#include <bits/stdc++.h>
using namespace std;
expected<set<long long>, int> read(istream &in) {
    size_t n;
    if (!(in >> n)) return unexpected(1);
    set<long long> seen;
    for (long long x; n-- > 0uz && in >> x;) seen.insert(x);
    return seen;
}
int main() {
    auto seen = read(cin);
    if (!seen) return seen.error();
    cout << seen->size() << ' ' << accumulate(seen->begin(), seen->end(), 0LL) << '\n';
}
