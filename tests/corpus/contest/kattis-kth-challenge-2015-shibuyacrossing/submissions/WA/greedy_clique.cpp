#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    vector<vector<char>> crosses(n, vector<char>(n));
    vector<int> degree(n), order(n);
    while (m--) {
        int a, b;
        scanf("%d %d", &a, &b);
        a--, b--;
        crosses[a][b] = crosses[b][a] = 1;
        degree[a]++, degree[b]++;
    }
    iota(order.begin(), order.end(), 0);
    stable_sort(order.begin(), order.end(), [&](int a, int b) { return degree[a] > degree[b]; });
    vector<int> clique;
    for (int v : order)
        if (all_of(clique.begin(), clique.end(), [&](int u) { return crosses[u][v]; })) clique.push_back(v);
    printf("%zu\n", clique.size());
}
