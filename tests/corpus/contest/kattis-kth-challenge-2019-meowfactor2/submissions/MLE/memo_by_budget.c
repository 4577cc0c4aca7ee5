#include <stdio.h>
#include <string.h>

static char text[1000002];
/* Longest prefix of the target reached at a position within a budget of edits, by the last edit. */
static int memo[1000002][5][64];

int main(void) {
    const char *target = "meow";
    int best = 4;
    memset(memo, -1, sizeof memo);
    if (scanf("%1000001s", text) != 1) return 1;
    for (int j = 0; j < 5; j++) memo[0][j][0] = j;
    for (int i = 1; text[i - 1]; i++) {
        memo[i][0][0] = 0;
        for (int j = 1; j < 5; j++) {
            int cost = memo[i - 1][j - 1][0] + (text[i - 1] != target[j - 1]);
            if (memo[i - 1][j][0] + 1 < cost) cost = memo[i - 1][j][0] + 1;
            if (memo[i][j - 1][0] + 1 < cost) cost = memo[i][j - 1][0] + 1;
            if (i > 1 && j > 1 && text[i - 1] == target[j - 2] && text[i - 2] == target[j - 1] &&
                memo[i - 2][j - 2][0] + 1 < cost)
                cost = memo[i - 2][j - 2][0] + 1;
            memo[i][j][0] = cost;
        }
        if (memo[i][4][0] < best) best = memo[i][4][0];
    }
    printf("%d\n", best);
    return 0;
}
