class Solution {
public:
  vector<long long> mergeAdjacent(vector<long long>& a) {
    for (bool merged = true; merged;) {
      merged = false;
      for (size_t i = 0; i + 1 < a.size() && !merged; i++)
        if (a[i] == a[i + 1]) {
          a[i] *= 2;
          a.erase(a.begin() + i + 1);
          merged = true;
        }
    }
    return a;
  }
};
