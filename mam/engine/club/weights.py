"""The club player's weights: one file of data/players for each edition, with how it was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mam.engine.club.features import EARLY_SITUATIONS, FEATURES, LATE, SITUATIONS
from mam.rules.editions import split_edition
from mam.support.data_files import find_data_folder, write_file
from mam.support.messages import quote
from mam.support.toml import Document, PlacedError

Row = tuple[int, ...]
MAX_WEIGHT = 100_000  # what a card's features weigh then fits into 32 bits


@dataclass(frozen=True)
class ClubWeights:
    """The weights of an edition: `play[situation][feature]`, in the order of SITUATIONS and FEATURES.

    A file without late situations has the same weights to the end.
    """

    edition: str
    play: tuple[Row, ...]


class DamagedWeights(PlacedError):
    """A file of weights that cannot be used: its name, the line, and what is wrong."""


def find_path(edition: str) -> Path:
    """Return where the weights of an edition lie, or would lie: options are played with those of their edition."""
    return find_data_folder() / "players" / f"club-{split_edition(edition)[0]}.toml"


def choose_policy(edition: str) -> str:
    """Return the name of the best fast policy of an edition: "club" where there are weights for it, else "rulebook".

    >>> choose_policy("make-a-million-1935"), choose_policy("anagrams")
    ('club', 'rulebook')
    """
    return "club" if find_weights(edition) else "rulebook"


@lru_cache(maxsize=32)
def find_weights(edition: str) -> ClubWeights | None:
    """Return the weights of an edition, or None if there are none. Raise DamagedWeights if its file is damaged.

    >>> find_weights("anagrams") is None
    True
    >>> find_weights("make-a-million-1935+short-game") == find_weights("make-a-million-1935")
    True
    """
    return read_weights(split_edition(edition)[0]) if find_path(edition).exists() else None


def read_weights(edition: str) -> ClubWeights:
    """Read the weights of an edition from its file. Raise DamagedWeights with what is wrong."""
    document = open_weights(find_path(edition))
    document.check_keys({"made", "play", "same_as"})
    if "same_as" in document.top:
        other = document.string("", "same_as")
        if other == edition or not find_path(other).exists() or "same_as" in read_file(other):
            raise document.fail(("", "same_as"), f"same_as: {quote(other)} is not an edition with weights of its own")
        return read_weights(other)
    play = dict(document.table("play"))
    if not any(situation.startswith(LATE) for situation in play):
        play |= {f"{LATE}{situation}": row for situation, row in play.items()}
    for situation in sorted({*SITUATIONS} ^ {*play}):
        key = situation.removeprefix(LATE) if situation.removeprefix(LATE) in document.table("play") else situation
        raise document.fail((("play", key), ""), f"the situation {quote(situation)} is missing or unknown")
    for situation, row in document.table("play").items():
        if not isinstance(row, dict):
            raise document.fail(
                ("play", situation), f'{quote(situation)} must be a table, written [play."{situation}"]'
            )
        for feature in sorted({*FEATURES} ^ {*row}):
            fault = f"the feature {quote(feature)} is missing or unknown in {quote(situation)}"
            raise document.fail((("play", situation), feature), fault)
        for feature, weight in row.items():
            if type(weight) is not int or abs(weight) > MAX_WEIGHT:
                fault = f"{quote(feature)} in {quote(situation)} must be a whole number up to {MAX_WEIGHT}, not {quote(weight)}"
                raise document.fail((("play", situation), feature), fault)
    return ClubWeights(edition, tuple(tuple(play[situation][name] for name in FEATURES) for situation in SITUATIONS))


def read_file(edition: str) -> dict[str, Any]:
    """Read the file of an edition's weights: how it was `made`, and what counts in `play`."""
    return open_weights(find_path(edition)).top


def open_weights(path: Path) -> Document:
    """Return a file of weights. Raise DamagedWeights if it cannot be read."""
    try:
        return Document(path.read_text("utf-8"), path.name, DamagedWeights)
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedWeights(path.name, 0, f"cannot be read: {error}") from error


def write_weights(weights: ClubWeights, commands: Sequence[str], iterations: Sequence[str]) -> None:
    """Write the file of an edition's weights, with the commands that made it and what each iteration reached."""
    lines = ["# The club player's weights: what each feature counts in each situation (docs/players.md)", "", "[made]"]
    for name, texts in (("commands", commands), ("iterations", iterations)):
        lines += [f"{name} = [", *(f'    "{text}",' for text in texts), "]"]
    is_same_late = weights.play[: len(EARLY_SITUATIONS)] == weights.play[len(EARLY_SITUATIONS) :]
    situations = EARLY_SITUATIONS if is_same_late else SITUATIONS
    for situation, row in zip(situations, weights.play, strict=not is_same_late):
        lines += ["", f'[play."{situation}"]', *(f'"{name}" = {n}' for name, n in zip(FEATURES, row, strict=True))]
    path = find_path(weights.edition)
    path.parent.mkdir(exist_ok=True)
    write_file(path, "\n".join(lines) + "\n")
    find_weights.cache_clear()
