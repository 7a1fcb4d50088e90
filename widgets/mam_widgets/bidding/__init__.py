"""The bidding lab: what a hand is worth."""
