func solve(head *ListNode) *ListNode { return &ListNode{7, head} }
