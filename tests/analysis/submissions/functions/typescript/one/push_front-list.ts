function solve(head: ListNode | null): ListNode | null {
  return new ListNode(7, head);
}
