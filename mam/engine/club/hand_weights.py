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
TRUMPLESS_FEATURES = tuple(feature for feature in HAND_FEATURES if "trump" not in feature)  # when another is the bidder
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
    "passing",  # what a pass is likely to score if the high bid stands, less what the opponents score ($1,000s): the same for all bids
)
BID_SITUATIONS = (
    "nobody has bid",
    "a partner is the high bidder",
    "an opponent is the high bidder, partners may call",
    "an opponent is the high bidder, no partner may call",
)
JUMPS = (0, 10, 20, 30, 50)  # how far above the minimum bid it considers going
OUTCOMES = 32  # equally likely captures that stand for all


@dataclass(frozen=True)
class CaptureWeights:
    """What a bidder's side is likely to capture, by a hand and the calls.

    `hand` is in the order of HAND_FEATURES, `calls` of CALL_FEATURES, in 64ths of $1,000, as `spread`: how far each of
    OUTCOMES equally likely captures lies from the expected one.
    """

    hand: Row
    calls: Row
    spread: Row


@dataclass(frozen=True)
class HandWeights:
    """The weights of an edition.

    `own` is what the hand's player captures as the bidder, before the nest; `partners` and `opponents` are what a partner or an opponent
    does, whose trump is not known; `after_discard` rates what is left after the discard, in the order of HAND_FEATURES.
    `narrowing` says by how many 4096ths the spread of `own` shrinks for each $1,000 expected above $250,000; `bids[situation]` is
    in the order of BID_FEATURES.
    """

    edition: str
    own: CaptureWeights
    partners: CaptureWeights
    opponents: CaptureWeights
    narrowing: int
    after_discard: Row
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

    if unknown_keys := content.keys() - {"made", "own", "partners", "opponents", "kept", "bids"}:
        key = min(unknown_keys)
        raise DamagedWeights(name, document.line((), key) if document else 0, f"unknown key {quote(key)}")

    def find_table(*place: str) -> dict[str, Any]:
        table: Any = content
        for key in place:
            table = table.get(key, {}) if isinstance(table, dict) else {}
        return table if isinstance(table, dict) else {}

    def parse(features: Sequence[str], *place: str, others: Sequence[str] = ()) -> Row:
        table = find_table(*place)
        for feature in features:
            if type(table.get(feature)) is not int:
                raise fail(place, feature, "must be a whole number")
        if unknown := [key for key in table if key not in (*features, *others)]:
            raise fail(place, unknown[0], "is unknown")
        return tuple(table[feature] for feature in features)

    def parse_captures(features: Sequence[str], place: str) -> CaptureWeights:
        hand = dict(zip(features, parse(features, place, "hand"), strict=True))
        spread = find_table(place).get("spread")
        if not isinstance(spread, list) or [type(value) for value in spread] != [int] * OUTCOMES:
            raise fail((place,), "spread", f"must be {OUTCOMES} whole numbers")
        row = tuple(hand.get(feature, 0) for feature in HAND_FEATURES)
        return CaptureWeights(row, parse(CALL_FEATURES, place, "calls"), tuple(spread))

    return HandWeights(
        edition,
        own=parse_captures(HAND_FEATURES, "own"),
        partners=parse_captures(TRUMPLESS_FEATURES, "partners"),
        opponents=parse_captures(TRUMPLESS_FEATURES, "opponents"),
        narrowing=parse(("narrowing",), "own", others=("hand", "calls", "spread"))[0],
        after_discard=parse(HAND_FEATURES, "kept"),
        bids=tuple(parse(BID_FEATURES, "bids", situation) for situation in BID_SITUATIONS),
    )


def write_hand_weights(weights: HandWeights, commands: Sequence[str], iterations: Sequence[str]) -> None:
    """Write the file of an edition's weights, with the commands that made it and what each iteration reached."""
    lines = ["# The club player's weights for hands and bids (mam/engine/club/hand_weights.py)", "", "[made]"]
    for name, texts in (("commands", commands), ("iterations", iterations)):
        lines += [f"{name} = [", *(f'    "{text}",' for text in texts), "]"]
    for name, features, captures in (
        ("own", HAND_FEATURES, weights.own),
        ("partners", TRUMPLESS_FEATURES, weights.partners),
        ("opponents", TRUMPLESS_FEATURES, weights.opponents),
    ):
        hand = dict(zip(HAND_FEATURES, captures.hand, strict=True))
        lines += ["", f"[{name}]", *([f"narrowing = {weights.narrowing}"] if name == "own" else [])]
        lines += [f"spread = {list(captures.spread)}"]
        lines += ["", f"[{name}.hand]", *(_format_entry(feature, hand[feature]) for feature in features)]
        lines += ["", f"[{name}.calls]", *map(_format_entry, CALL_FEATURES, captures.calls)]
    for name, features, row in (
        ("kept", HAND_FEATURES, weights.after_discard),
        *((f'bids."{name}"', BID_FEATURES, row) for name, row in zip(BID_SITUATIONS, weights.bids, strict=True)),
    ):
        lines += ["", f"[{name}]", *map(_format_entry, features, row)]
    path = find_hand_path(weights.edition)
    path.parent.mkdir(exist_ok=True)
    write_file(path, "\n".join(lines) + "\n")
    find_hand_weights.cache_clear()


def _format_entry(feature: str, weight: int) -> str:
    return f'"{feature}" = {weight}'
