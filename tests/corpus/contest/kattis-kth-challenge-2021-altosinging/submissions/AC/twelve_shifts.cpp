#include <bits/stdc++.h>
using namespace std;

const bool sharp[12] = {0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0};

long long pitch() {
    char letter;
    cin >> letter;
    long long tone = array<int, 7>{9, 11, 0, 2, 4, 5, 7}[letter - 'A'], octave;
    if (cin.peek() == '#') cin.get(), tone++;
    cin >> octave;
    return octave * 12 + tone;
}

int main() {
    int n;
    cin >> n;
    long long low = pitch(), high = pitch();
    vector<long long> song(n);
    for (auto &note : song) note = pitch();
    long long first = low - *min_element(song.begin(), song.end());
    long long last = high - *max_element(song.begin(), song.end());
    int fewest = n + 1;
    long long ways = 0;
    for (long long shift = first; shift <= min(last, first + 11); shift++) {
        int sharps = 0;
        for (auto note : song) sharps += sharp[(note + shift) % 12];
        if (sharps < fewest) fewest = sharps, ways = 0;
        if (sharps == fewest) ways += (last - shift) / 12 + 1;
    }
    cout << fewest << ' ' << ways << '\n';
}
