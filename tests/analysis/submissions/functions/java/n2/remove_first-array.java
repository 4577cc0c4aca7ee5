class Solution {
    public long solve(List<Integer> a) {
        long sum = 0;
        while (!a.isEmpty()) sum = (sum + a.remove(0)) % 1000003;
        return sum;
    }
}
