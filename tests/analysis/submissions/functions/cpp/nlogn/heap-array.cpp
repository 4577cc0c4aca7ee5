class Solution {
public:
    long long solve(vector<int>& a) {
        priority_queue<int> heap;
        for (int x : a) heap.push(x);
        long long sum = 0;
        for (int i = 0; !heap.empty(); heap.pop()) sum += 1LL * heap.top() * (i++ % 2);
        return sum;
    }
};
