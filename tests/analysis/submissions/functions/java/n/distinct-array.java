class Solution {
    public int solve(int[] a) {
        Set<Integer> seen = new HashSet<>();
        for (int x : a) seen.add(x);
        return seen.size();
    }
}
