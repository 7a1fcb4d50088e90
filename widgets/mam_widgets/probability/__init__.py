"""The probability lab: exact chances and simulated ones."""
