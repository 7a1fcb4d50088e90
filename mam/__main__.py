# PYTHON_ARGCOMPLETE_OK
"""Where the `mam` command and `python -m mam` begin: nothing is imported before Ctrl-C is caught."""

import sys


def main() -> int:
    """Run the command that was typed; returns the exit code. After Ctrl-C it raises SystemExit(130), as `cli.main` does."""
    try:
        from mam.cli.parser import main as run

        return run()
    except KeyboardInterrupt:  # while Python was importing; `cli.main` catches later ones
        if sys.stderr.isatty():
            print(file=sys.stderr)  # after the ^C in the terminal
        print("mam: stopped.", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    raise SystemExit(main())
