#include <bits/stdc++.h>
using namespace std;
int main() { string s; cin >> s; int b = 0; for (size_t i = 1; i < s.size(); i++) if (s.compare(0, i, s.substr(s.size() - i)) == 0) b = i; cout << b << "\n"; }
