class Solution {
    public void solve(int[] a) { Arrays.sort(a); }
}
