#include <bits/stdc++.h>
using namespace std;

int main() {
    int a, b, n;
    scanf("%d %d %d", &a, &b, &n);
    vector<int> t(n);
    for (int &x : t) scanf("%d", &x);
    int best = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (t[i] + t[j] <= a)
                for (int k = 0; k < n; k++)
                    for (int l = 0; l < k; l++)
                        if (k != i && k != j && l != i && l != j && t[k] + t[l] <= b)
                            best = max(best, t[i] + t[j] + t[k] + t[l]);
    if (best) printf("%d\n", best);
    else puts("Impossible");
}
