"""A match in a terminal: the table in words, and a line of text for everything that can be done at it."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from mam.cli.terminal.commands import HELP, Terminal
from mam.sessions import Session

__all__ = ["HELP", "Terminal", "play", "read_line"]


def read_line(prompt: str) -> str:
    """The next line of the standard input; where nobody types it, it is shown after its prompt."""
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

    Raises ValueError for what no match can be made of, SessionError for a file that holds none, OSError.
    """
    if path is not None and path.exists():
        if (edition, seat, seed, skill_level, players, tuple(options)) != (None, None, None, None, None, ()):
            raise ValueError(f"{path} holds a match already: give --file alone to go on with it, or name another file")
        session = Session.load(path)
    else:
        session = Session.start(
            edition, seat=seat, seed=seed, options=options, players=players, skill_level=skill_level or "rulebook"
        )
    return Terminal(session, read_line, sys.stdout, path=path, width=shutil.get_terminal_size().columns).run()
