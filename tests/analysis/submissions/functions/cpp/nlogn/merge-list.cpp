class Solution {
public:
    ListNode* merged(ListNode* a, ListNode* b) {
        ListNode head, *last = &head;
        while (a && b) {
            ListNode*& least = a->val <= b->val ? a : b;
            last = last->next = least;
            least = least->next;
        }
        last->next = a ? a : b;
        return head.next;
    }

    ListNode* solve(ListNode* head) {
        if (!head || !head->next) return head;
        ListNode *slow = head, *fast = head->next;
        while (fast && fast->next) slow = slow->next, fast = fast->next->next;
        ListNode* second = slow->next;
        slow->next = nullptr;
        return merged(solve(head), solve(second));
    }
};
