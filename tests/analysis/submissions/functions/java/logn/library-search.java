class Solution {
    public int solve(int[] a, int x) { return Math.abs(Arrays.binarySearch(a, x)); }
}
