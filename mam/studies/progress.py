"""What a learner has done: the stars of each board, in one small file (`progress.toml`) that no second writer can lose.

Each board has a line of its own, and a line is only ever made better, so two writers of one file can be joined in any order.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from mam.support.data_files import write_file
from mam.support.messages import shorten

MOST_STARS = 3
LARGEST = 1_000_000  # bytes
_HEAD = "# What was done: the stars of each board.\n"
_BOARD = re.compile(r"[a-z0-9-]+/[A-Za-z0-9-]+")


class Progress:
    """The stars of the boards that were done, kept in a file; without a file only as long as this object lives.

    >>> progress = Progress()
    >>> progress.record("bull/double", 2)
    >>> progress.record("bull/double", 1)  # what is done stays done
    >>> progress.stars
    {'bull/double': 2}
    """

    def __init__(self, file: str | os.PathLike[str] | None = None) -> None:
        self.file = Path(file) if file is not None else None
        self._stars: dict[str, int] = {}
        self._read()

    @property
    def stars(self) -> Mapping[str, int]:
        """The stars of each board that was done, by its name (`bull/double`): 0 to 3."""
        return dict(self._stars)

    def record(self, board: str, stars: int) -> None:
        """Add what was done, and write the file. Raises ValueError for an unknown kind of name or number of stars, and for a file that
        can't be read: it is then left as it is.
        """
        _check(board, stars)
        self._read()
        if self._stars.get(board, -1) < stars:
            self._stars[board] = stars
            if self.file:
                lines = [f'"{name}" = {number}\n' for name, number in sorted(self._stars.items())]
                write_file(self.file, "".join([_HEAD, "[stars]\n", *lines]))

    def _read(self) -> None:
        """Take in what the file holds: another notebook may have written it."""
        if not self.file or not self.file.exists():
            return
        if self.file.stat().st_size > LARGEST:
            raise ValueError(f"{self.file} is larger than 1 MB: that is no file of progress. Choose another file.")
        try:
            stars = tomllib.loads(self.file.read_text("utf-8")).get("stars", {})
            for board, number in stars.items():
                _check(board, number)
                self._stars[board] = max(number, self._stars.get(board, 0))
        except (ValueError, AttributeError) as error:
            raise ValueError(
                f"{self.file} can't be read as progress: {error}. Repair it, or choose another file."
            ) from None


def _check(board: str, stars: object) -> None:
    if not _BOARD.fullmatch(board):
        raise ValueError(f"“{shorten(board)}” is not the name of a board, like “bull/double”")
    if not isinstance(stars, int) or isinstance(stars, bool) or not 0 <= stars <= MOST_STARS:
        raise ValueError(f"the stars of “{shorten(board)}” are a whole number from 0 to {MOST_STARS}, not {stars!r}")
