"""Where programs wait for a slot: which is next, the drivers that run them, and judging nothing twice."""
