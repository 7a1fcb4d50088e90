<<<<<<< 6df3563bd0dc5a633c770aae4b59e913ccafea0c
"""What can be looked up: documented cases, editions and disputed readings side by side, and the glossary."""
=======
"""Look up the documented cases; compare editions and disputed readings."""
>>>>>>> 17d253deb094e68e3a8363df64ade65c917e8dd6
