#include <bits/stdc++.h>
using namespace std;

int main() {
    int limit[2], n;
    scanf("%d %d %d", &limit[0], &limit[1], &n);
    vector<int> tube(n);
    for (int &t : tube) scanf("%d", &t);
    vector<pair<int, pair<int, int>>> pairs[2];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int side = 0; side < 2; side++)
                if (tube[i] + tube[j] <= limit[side]) pairs[side].push_back({tube[i] + tube[j], {i, j}});
    for (auto &list : pairs) {
        // Blocking pairs share one of two tubes, so the answer lies among the first few thousand.
        size_t keep = min(list.size(), size_t(3 * n));
        partial_sort(list.begin(), list.begin() + keep, list.end(), greater<>());
        list.resize(keep);
    }
    int best = 0;
    for (auto &[sum, p] : pairs[0])
        for (auto &[other, q] : pairs[1]) {
            if (sum + other <= best) break;
            if (p.first != q.first && p.first != q.second && p.second != q.first && p.second != q.second)
                best = sum + other;
        }
    if (best) printf("%d\n", best);
    else puts("Impossible");
}
