"""Documented cases as studies: what was printed, played card by card, varied, and asked of other editions."""
