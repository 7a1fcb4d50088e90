"""Analysis: exact chances, deals to order, what would happen, advice, duplicate matches, jobs for many workers."""
