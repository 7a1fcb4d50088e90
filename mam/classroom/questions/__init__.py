"""Fixed variants of exercises as questions for a learning platform: Moodle XML, a zip for Canvas, GIFT."""
