class Solution {
    public long solve(int[] a) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            List<Integer> b = new ArrayList<>();
            for (int x : a) b.add(x);
            Collections.sort(b);
            sum += b.get(i) % 7;
        }
        return sum;
    }
}
