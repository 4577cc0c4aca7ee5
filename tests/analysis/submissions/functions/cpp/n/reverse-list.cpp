class Solution {
public:
    ListNode* solve(ListNode* head) {
        ListNode* before = nullptr;
        while (head) {
            ListNode* next = head->next;
            head->next = before;
            before = head;
            head = next;
        }
        return before;
    }
};
