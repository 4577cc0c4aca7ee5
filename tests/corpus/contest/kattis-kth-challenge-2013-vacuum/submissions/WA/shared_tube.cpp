#include <bits/stdc++.h>
using namespace std;

int main() {
    int a, b, n;
    scanf("%d %d %d", &a, &b, &n);
    vector<int> tube(n);
    for (int &t : tube) scanf("%d", &t);
    int first = 0, second = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            int sum = tube[i] + tube[j];
            if (sum <= a) first = max(first, sum);
            if (sum <= b) second = max(second, sum);
        }
    if (first && second) printf("%d\n", first + second);
    else puts("Impossible");
}
