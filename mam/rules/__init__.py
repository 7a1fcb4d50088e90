"""The rules: cards, moves, one file for each kind of rule, the editions, and the rulings with their sources."""
