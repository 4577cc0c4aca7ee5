class Solution {
    public int solve(int[] a) {
        Integer[] all = new Integer[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        Arrays.sort(all);
        return all[a.length / 2];
    }
}
