var solve = (head) => new ListNode(7, head);
