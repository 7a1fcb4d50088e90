"""The shelves as one page with a menu."""
