#include <stdio.h>

int main(void) {
    int odd[26] = {0}, total = 0, ch;
    while ((ch = getchar()) >= 'a' && ch <= 'z') odd[ch - 'a'] ^= 1;
    for (int i = 0; i < 26; i++) total += odd[i];
    printf("%d\n", total > 1 ? total - 1 : 0);
    return 0;
}
