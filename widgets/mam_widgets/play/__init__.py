"""A match against players."""
