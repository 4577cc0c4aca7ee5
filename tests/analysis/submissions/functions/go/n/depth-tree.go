func solve(root *TreeNode) int {
	if root == nil {
		return 0
	}
	return 1 + max(solve(root.Left), solve(root.Right))
}
