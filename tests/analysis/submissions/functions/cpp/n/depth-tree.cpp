class Solution {
public:
    int solve(TreeNode* root) { return root ? 1 + max(solve(root->left), solve(root->right)) : 0; }
};
