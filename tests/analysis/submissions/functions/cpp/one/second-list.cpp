class Solution {
public:
    int solve(ListNode* head) { return head->next ? head->next->val : head->val; }
};
