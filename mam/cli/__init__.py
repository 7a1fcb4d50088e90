"""The `mam` command: a module for each group of commands, imported when one of them runs."""
