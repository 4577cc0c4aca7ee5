class Solution {
public:
  vector<long long> mergeAdjacent(vector<long long>& a) {
    vector<long long> stack;
    for (long long x : a) {
      while (!stack.empty() && stack.back() == x) {
        x *= 2;
        stack.pop_back();
      }
      stack.push_back(x);
    }
    return stack;
  }
};
