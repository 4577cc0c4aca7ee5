const solve = (root: TreeNode | null): number =>
  root ? 1 + Math.max(solve(root.left), solve(root.right)) : 0;
