"""The exercises themselves, a file for each subject. A new one is a function with `@exercise` in one of these files."""
