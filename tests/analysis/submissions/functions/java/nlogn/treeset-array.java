class Solution {
    public int solve(List<Integer> a) {
        return new TreeSet<>(a).first();
    }
}
