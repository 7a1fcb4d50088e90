"""Analysis: exact probabilities, constrained deals, simulated outcomes, advice, duplicate matches, jobs for many workers."""
