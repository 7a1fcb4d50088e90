"""Problems: a position with hidden cards, a goal, and a defense that adapts. The goal is reached in every layout or not at all."""
