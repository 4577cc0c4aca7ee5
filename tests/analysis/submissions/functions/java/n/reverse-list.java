class Solution {
    public ListNode solve(ListNode head) {
        ListNode before = null;
        while (head != null) {
            ListNode next = head.next;
            head.next = before;
            before = head;
            head = next;
        }
        return before;
    }
}
