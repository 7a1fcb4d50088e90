"""The club player's weights: one file of data/players for each edition, with how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from tomllib import loads

from mam.engine.club.features import FEATURES, SITUATIONS
from mam.support.data_files import find_data_folder

Row = tuple[int, ...]


@dataclass(frozen=True)
class ClubWeights:
    """The weights of an edition: `play[situation][feature]`, in the order of SITUATIONS and FEATURES."""

    edition: str
    play: tuple[Row, ...]


@lru_cache(maxsize=32)
def find_weights(edition: str) -> ClubWeights | None:
    """Return the weights of an edition, or None if there are none.

    >>> find_weights("anagrams") is None
    True
    """
    path = find_data_folder() / "players" / f"club-{edition}.toml"
    if not path.exists():
        return None
    table = loads(path.read_text("utf-8"))["play"]
    return ClubWeights(edition, tuple(tuple(table[situation][name] for name in FEATURES) for situation in SITUATIONS))
