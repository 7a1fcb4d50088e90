"""The rules: cards, moves, one file for each kind of clause, the editions that are made of them, and what each rule says."""
