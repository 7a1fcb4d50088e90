"""What one side can be sure of while some hands are hidden: beliefs, their search, and a defense that adapts; see `docs/belief.md`."""
