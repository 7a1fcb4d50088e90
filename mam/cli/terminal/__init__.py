"""A match in a terminal: the table in words, and a command for everything you can do."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from mam.cli.terminal.commands import HELP, Terminal
from mam.sessions import Session

__all__ = ["HELP", "Terminal", "play", "read_line"]


def read_line(prompt: str) -> str:
    """Read the next line of standard input; echo it after the prompt if it is not typed at a terminal."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line


def play(
    edition: str | None,
    *,
    seat: str | None = None,
    seed: int | None = None,
    skill_level: str | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
    path: Path | None = None,
) -> bool:
    """Play a match in this terminal: the one in the file, if there is one, or a new one. Return whether Ctrl-C ended it.

    Raises ValueError for impossible settings, SessionError for a file without a saved match, OSError.
    """
    if path is not None and path.exists():
        if (edition, seat, seed, skill_level, players, tuple(options)) != (None, None, None, None, None, ()):
            raise ValueError(f"{path} already holds a match: use --file alone to continue it, or name another file")
        session = Session.load(path)
    else:
        session = Session.start(
            edition, seat=seat, seed=seed, options=options, players=players, skill_level=skill_level
        )
    return Terminal(session, read_line, sys.stdout, path=path, width=shutil.get_terminal_size().columns).run()
