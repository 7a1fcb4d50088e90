"""The rounds of the games that are not games of tricks."""
