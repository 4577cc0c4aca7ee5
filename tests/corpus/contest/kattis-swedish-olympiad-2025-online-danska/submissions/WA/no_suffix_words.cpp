#include <bits/stdc++.h>
using namespace std;

int main() {
    const int mod = 1'000'000'007;
    int length, words;
    cin >> length >> words;
    vector<array<int, 26>> next(1);
    vector<char> bad(1);
    while (words--) {
        string word;
        cin >> word;
        int node = 0;
        for (char c : word) {
            if (!next[node][c - 'a']) {
                next[node][c - 'a'] = next.size();
                next.push_back({});
                bad.push_back(0);
            }
            node = next[node][c - 'a'];
        }
        bad[node] = 1;
    }
    vector<int> fail(next.size()), queue{0};
    for (size_t head = 0; head < queue.size(); head++) {
        int node = queue[head];
        for (int c = 0; c < 26; c++) {
            int &child = next[node][c];
            int other = node ? next[fail[node]][c] : 0;
            if (child) fail[child] = other, queue.push_back(child);
            else child = other;
        }
    }
    vector<long long> ways(next.size()), then;
    ways[0] = 1;
    while (length--) {
        then.assign(next.size(), 0);
        for (size_t node = 0; node < next.size(); node++)
            if (ways[node])
                for (int child : next[node])
                    if (!bad[child]) then[child] += ways[node];
        for (auto &w : then) w %= mod;
        ways = then;
    }
    cout << accumulate(ways.begin(), ways.end(), 0LL) % mod << '\n';
}
