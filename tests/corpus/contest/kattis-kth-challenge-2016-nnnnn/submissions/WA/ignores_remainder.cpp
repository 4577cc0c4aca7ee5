#include <bits/stdc++.h>
using namespace std;

int main() {
    string number;
    cin >> number;
    int digits = number.size();
    // Takes the longest repetition that fits, whether or not it divides the number.
    for (int length = digits; length >= 1; length--) {
        string quotient;
        long long rest = 0;
        for (char c : number) {
            rest = rest * 10 + (c - '0');
            if (!quotient.empty() || rest >= length) quotient.push_back('0' + rest / length);
            rest %= length;
        }
        if (quotient.empty()) quotient = "0";
        if ((int)quotient.size() >= length - 1) {
            cout << quotient << '\n';
            return 0;
        }
    }
}
