// Sorted by distance from zero, the best pair stands side by side: O(n log n).
#include <bits/stdc++.h>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> numbers(n);
    for (int &x : numbers) cin >> x;
    sort(numbers.begin(), numbers.end(), [](int a, int b) { return abs(a) < abs(b); });
    int best = numbers[0] + numbers[1];
    for (int i = 1; i < n; i++) {
        int total = numbers[i - 1] + numbers[i];
        if (abs(total) < abs(best) || (abs(total) == abs(best) && total > best)) best = total;
    }
    cout << best << "\n";
}
