#include <string>
#include <vector>
#include <cstdio>

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    std::vector<int> chain(n + 1, 1);
    chain.push_back(std::string("end"));
    printf("%d\n", chain[0]);
}
