"""What can be looked up: documented cases, editions and disputed readings side by side, and the glossary."""
