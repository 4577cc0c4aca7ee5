#include <bits/stdc++.h>
using namespace std;

int length, words;
vector<string> ending[26];
string text;

long long grow() {
    if (!text.empty())
        for (const auto &w : ending[text.back() - 'a'])
            if (text.size() >= w.size() && text.compare(text.size() - w.size(), w.size(), w) == 0) return 0;
    if ((int)text.size() == length) return 1;
    long long sum = 0;
    for (char c = 'a'; c <= 'z'; c++) {
        text.push_back(c);
        sum += grow();
        text.pop_back();
    }
    return sum % 1'000'000'007;
}

int main() {
    cin >> length >> words;
    while (words--) {
        string w;
        cin >> w;
        ending[w.back() - 'a'].push_back(w);
    }
    cout << grow() << '\n';
}
