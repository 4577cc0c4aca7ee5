class Solution {
    public long solve(int[] a, int[] b) {
        int i = 0, j = 0;
        long sum = 0;
        while (i < a.length || j < b.length) {
            boolean left = j == b.length || (i < a.length && a[i] <= b[j]);
            sum = (sum * 3 + (left ? a[i++] : b[j++])) % 1000003;
        }
        return sum;
    }
}
