class Solution {
public:
    int nth(ListNode* head, int index) {
        while (index--) head = head->next;
        return head->val;
    }

    long long solve(ListNode* head) {
        int size = 0;
        for (ListNode* node = head; node; node = node->next) size++;
        long long sum = 0;
        for (int i = 0; i < size; i++) sum += nth(head, i) * (i % 3);
        return sum;
    }
};
