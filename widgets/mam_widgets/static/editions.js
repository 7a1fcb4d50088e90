// Editions: the same table under another edition, and what that changes.
