"""The table, the labs and the quiz as one page with a menu."""
