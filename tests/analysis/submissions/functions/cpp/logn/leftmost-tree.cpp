class Solution {
public:
    int solve(TreeNode* root) { return root->left ? 1 + solve(root->left) : 1; }
};
