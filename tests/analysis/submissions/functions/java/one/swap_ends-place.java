class Solution {
    public void solve(int[] a) { int x = a[0]; a[0] = a[a.length - 1]; a[a.length - 1] = x; }
}
