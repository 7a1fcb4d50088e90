"""Cards, moves, deals and positions as text, and back."""
