var solve = (root) => (root ? 1 + Math.max(solve(root.left), solve(root.right)) : 0);
