"""The discard lab: which cards to put into the nest."""
