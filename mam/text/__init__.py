"""Read cards, moves and deals from text, encode deals, set up positions."""
