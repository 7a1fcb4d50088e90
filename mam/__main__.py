"""`python -m mam` does what the `mam` command does."""

from mam.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
