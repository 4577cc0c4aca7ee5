int deep(volatile int n) { volatile char here[256]; here[0] = (char)n; return deep(n + 1) + here[0]; }
int main(void) { return deep(0); }
