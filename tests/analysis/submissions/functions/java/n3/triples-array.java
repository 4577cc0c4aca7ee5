class Solution {
    public int solve(int[] a) {
        int count = 0;
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < i; j++)
                for (int k = 0; k < j; k++) if ((a[i] + a[j] + a[k]) % 7 == 0) count++;
        return count;
    }
}
