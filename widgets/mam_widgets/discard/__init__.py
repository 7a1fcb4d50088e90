"""The discard lab: which cards to discard."""
