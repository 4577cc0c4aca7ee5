#include <bits/stdc++.h>
using namespace std;
int table_[2000];
int main() { for (int i = 0; i < 2000; i++) table_[i] = i * i % 77; long long n; cin >> n; cout << table_[n % 2000] << "\n"; }
