#include <bits/stdc++.h>
using namespace std;

int main() {
    string number;
    cin >> number;
    int digits = number.size();
    for (int length = max(1, digits - 8); length <= digits; length++) {
        string quotient;
        long long rest = 0;
        for (char c : number) {
            rest = rest * 10 + (c - '0');
            if (!quotient.empty() || rest >= length) quotient.push_back('0' + rest / length);
            rest %= length;
        }
        if (quotient.empty()) quotient = "0";
        if (rest == 0 && (int)quotient.size() == length) {
            cout << quotient << '\n';
            return 0;
        }
    }
}
