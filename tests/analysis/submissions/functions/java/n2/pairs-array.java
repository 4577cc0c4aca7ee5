class Solution {
    public int solve(int[] a) {
        int count = 0;
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < i; j++) if ((a[i] ^ a[j]) % 5 == 0) count++;
        return count;
    }
}
