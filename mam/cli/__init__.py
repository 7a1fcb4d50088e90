"""What each command of `mam` does: a module for those that need the same things, imported when one of them runs."""
