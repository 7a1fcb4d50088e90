"""What can be looked up: the documented cases, and editions and disputed readings side by side."""
