class Solution {
    public int solve(TreeNode root) { return root == null ? 0 : 1 + Math.max(solve(root.left), solve(root.right)); }
}
