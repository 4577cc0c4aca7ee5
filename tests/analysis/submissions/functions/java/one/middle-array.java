class Solution {
    public int solve(int[] a) { return a[a.length / 2]; }
}
