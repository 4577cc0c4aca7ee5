#include <bits/stdc++.h>
using namespace std;

int main() {
    string s;
    cin >> s;
    unsigned mask = 0;
    for (char c : s) mask ^= 1u << (c - 'a');
    cout << __builtin_popcount(mask) - 1 << '\n';
}
