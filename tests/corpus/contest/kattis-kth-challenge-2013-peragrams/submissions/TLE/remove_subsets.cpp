#include <bits/stdc++.h>
using namespace std;

string word;

bool removable(size_t from, int left, unsigned odd) {
    if (left == 0) return __builtin_popcount(odd) <= 1;
    for (size_t i = from; i < word.size(); i++)
        if (removable(i + 1, left - 1, odd ^ (1u << (word[i] - 'a')))) return true;
    return false;
}

int main() {
    cin >> word;
    unsigned odd = 0;
    for (char c : word) odd ^= 1u << (c - 'a');
    int removed = 0;
    while (!removable(0, removed, odd)) removed++;
    cout << removed << '\n';
}
