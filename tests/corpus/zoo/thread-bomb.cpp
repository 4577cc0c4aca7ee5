#include <thread>
int main() { for (;;) try { std::thread([] { for (;;) ; }).detach(); } catch (...) {} }
