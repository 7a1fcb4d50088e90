"""What the club player looks at before it bids, discards and names trump, and what it learned: a file of data/players for each edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mam.engine.club.weights import DamagedWeights, Row, open_weights
from mam.rules.editions import split_edition
from mam.support.data_files import find_data_folder, write_file
from mam.support.messages import quote
from mam.support.toml import Document

MONEY, HIGHEST = (
    (40, 30, 15, 10, 5),
    (40, 30, 15),
)  # ranks of money cards, and those that count by the length of their color
LENGTHS = {True: 9, False: 6}  # lengths of the trump color, and of a side color, that are distinguished

HAND_FEATURES = (
    *(f"{place} {rank}" for place in ("trump", "side") for rank in MONEY),
    *(f"side {rank}, times its length" for rank in HIGHEST),
    *(f"{n} trumps" for n in range(LENGTHS[True])),
    f"{LENGTHS[True]} trumps or more",
    *(f"side color of {n}" for n in range(LENGTHS[False])),
    f"side color of {LENGTHS[False]} or more",
    "Tiger",
    "Bull",
    "Bear",
    "any hand",
)
CALL_FEATURES = (
    "partners' bids",  # the highest that each bid of its own accord, above the base: one raise below the minimum opening bid
    "partners who passed",  # when an opponent of theirs, or nobody, held the bid
    "partners passed at",  # the bid that they did not make, above the base
    "partners who passed under a partner",
    "opponents' bids",
    "opponents who passed",
    "opponents passed at",
    "opponents who passed under a partner",
)
BID_FEATURES = (
    "any bid",
    "contract",  # the expected score of this bid, less that of the opponents ($1,000s)
    "made",  # how many of OUTCOMES equally likely captures make it
    "bid",
    "any jump",  # the bid is above the minimum
    "jump",  # by how much
    "partners' bids",
    "opponents' bids",
)
BID_SITUATIONS = (
    "nobody has bid",
    "a partner is the high bidder, opponents may call",
    "a partner is the high bidder, no opponent may call",
    "an opponent is the high bidder, partners may call",
    "an opponent is the high bidder, no partner may call",
)
JUMPS = (0, 10, 20, 30, 50)  # how far above the minimum bid it considers going
OUTCOMES = 32  # equally likely captures that stand for all


@dataclass(frozen=True)
class HandWeights:
    """The weights of an edition.

    `before_nest` and `after_discard` are in the order of HAND_FEATURES, `calls` of CALL_FEATURES, all in 64ths of
    $1,000; `spread` has how far each of OUTCOMES equally likely captures lies from the expected one, and `narrowing` by how many
    4096ths that shrinks for each $1,000 expected above $250,000; `bids[situation]` is in the order of BID_FEATURES.
    """

    edition: str
    before_nest: Row
    after_discard: Row
    calls: Row
    spread: Row
    narrowing: int
    bids: tuple[Row, ...]


def find_hand_path(edition: str) -> Path:
    """Return where the weights of an edition lie, or would lie: options are played with those of their edition."""
    return find_data_folder() / "players" / f"club-hands-{split_edition(edition)[0]}.toml"


@lru_cache(maxsize=32)
def find_hand_weights(edition: str) -> HandWeights | None:
    """Return the weights of an edition, or None if there are none: then the rulebook player bids, discards and names trump.

    Raise DamagedWeights if its file is damaged.

    >>> find_hand_weights("anagrams") is None
    True
    """
    path = find_hand_path(edition)
    if not path.exists():
        return None
    document = open_weights(path)
    return parse_hand_weights(split_edition(edition)[0], document.top, document)


def read_hand_file(edition: str) -> dict[str, Any]:
    """Read the file of an edition's weights: how it was `made`, and the weights. Raise DamagedWeights if it cannot be read."""
    return open_weights(find_hand_path(edition)).top


def parse_hand_weights(edition: str, content: Mapping[str, Any], document: Document | None = None) -> HandWeights:
    """Return the weights in a file's content. Raise DamagedWeights, naming the place, if one is missing or not a whole number.

    `document` is the file, which knows the lines.
    """
    name = find_hand_path(edition).name

    def fail(place: Sequence[str], key: str, fault: str) -> DamagedWeights:
        line = document.line(tuple(place), key) if document else 0
        return DamagedWeights(name, line, f"{quote(key)} in [{'.'.join(place)}] {fault}")

    if unknown_keys := content.keys() - {"made", "before", "kept", "calls", "outcomes", "bids"}:
        key = min(unknown_keys)
        raise DamagedWeights(name, document.line((), key) if document else 0, f"unknown key {quote(key)}")

    def parse(features: Sequence[str], *place: str) -> Row:
        table: Any = content
        for key in place:
            table = table.get(key, {}) if isinstance(table, dict) else {}
        for feature in features:
            if not isinstance(table, dict) or type(table.get(feature)) is not int:
                raise fail(place, feature, "must be a whole number")
        if unknown := [key for key in table if key not in features and (place, key) != (("outcomes",), "spread")]:
            raise fail(place, unknown[0], "is unknown")
        return tuple(table[feature] for feature in features)

    narrowing = parse(("narrowing",), "outcomes")[0]
    spread = content["outcomes"].get("spread")
    if not isinstance(spread, list) or [type(value) for value in spread] != [int] * OUTCOMES:
        raise fail(("outcomes",), "spread", f"must be {OUTCOMES} whole numbers")
    return HandWeights(
        edition,
        before_nest=parse(HAND_FEATURES, "before"),
        after_discard=parse(HAND_FEATURES, "kept"),
        calls=parse(CALL_FEATURES, "calls"),
        spread=tuple(spread),
        narrowing=narrowing,
        bids=tuple(parse(BID_FEATURES, "bids", situation) for situation in BID_SITUATIONS),
    )


def write_hand_weights(weights: HandWeights, commands: Sequence[str], iterations: Sequence[str]) -> None:
    """Write the file of an edition's weights, with the commands that made it and what each iteration reached."""
    lines = ["# The club player's weights for hands and bids (mam/engine/club/hand_weights.py)", "", "[made]"]
    for name, texts in (("commands", commands), ("iterations", iterations)):
        lines += [f"{name} = [", *(f'    "{text}",' for text in texts), "]"]
    for name, features, row in (
        ("before", HAND_FEATURES, weights.before_nest),
        ("kept", HAND_FEATURES, weights.after_discard),
        ("calls", CALL_FEATURES, weights.calls),
        *((f'bids."{name}"', BID_FEATURES, row) for name, row in zip(BID_SITUATIONS, weights.bids, strict=True)),
    ):
        lines += ["", f"[{name}]", *(f'"{feature}" = {n}' for feature, n in zip(features, row, strict=True))]
    lines += ["", "[outcomes]", f"narrowing = {weights.narrowing}", f"spread = {list(weights.spread)}"]
    path = find_hand_path(weights.edition)
    path.parent.mkdir(exist_ok=True)
    write_file(path, "\n".join(lines) + "\n")
    find_hand_weights.cache_clear()
