class Solution {
    public long solve(int[] a) {
        long sum = 0;
        for (int x : a) sum += x;
        return sum;
    }
}
