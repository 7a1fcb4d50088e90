"""Look up the documented cases; compare editions and disputed readings."""
