class Solution {
public:
    TreeNode* solve(TreeNode* root) {
        if (!root) return root;
        swap(root->left, root->right);
        solve(root->left);
        solve(root->right);
        return root;
    }
};
