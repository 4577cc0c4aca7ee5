#include <bits/stdc++.h>
using namespace std;

int main() {
    long long people, length;
    int blocks;
    cin >> people >> blocks >> length;
    vector<pair<long long, long long>> block(blocks);
    for (auto &[first, last] : block) cin >> first >> last;
    block.push_back({length, length});
    sort(block.begin(), block.end());
    long long distance = 1;
    while (true) {
        long long wider = distance + 1, seated = 0, next = 0, start = 0;
        for (auto [first, last] : block) {
            long long seat = max(start, next);
            if (seat < first) {
                long long more = (first - 1 - seat) / wider + 1;
                seated += more;
                next = seat + more * wider;
            }
            start = max(start, last + 1);
        }
        if (seated < people) break;
        distance = wider;
    }
    cout << distance << '\n';
}
