char big[1 << 30] = {1};
int main(void) { return big[5]; }
