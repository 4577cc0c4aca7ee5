constexpr int spin() { int x = 0; for (long long i = 0; i < 1000000000000LL; i++) x ^= (int)i; return x; }
static_assert(spin() != 12345);
int main() {}
