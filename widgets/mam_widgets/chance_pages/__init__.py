"""The shelf Chance: pages on probability, with a guess, a picture that follows the finger, and four questions."""
