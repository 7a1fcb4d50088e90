"""What the club player looks at before it bids, discards and names trump, and what it learned: a file of data/players for each edition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from tomllib import loads

from mam.support.data_files import find_data_folder

Row = tuple[int, ...]
MONEY, HIGHEST = (
    (40, 30, 15, 10, 5),
    (40, 30, 15),
)  # ranks of money cards, and those that count by the length of their color
LENGTHS = {True: 9, False: 6}  # lengths of the trump color, and of a side color, that are told apart

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
    "capture",  # what the bidder's side is likely to capture, by the hand and the calls
    "hand",  # the same by the hand alone
    "bid",
    "any jump",  # the bid is above the minimum
    "jump",  # by how much
    "partners' bids",
    "opponents' bids",
)
BID_SITUATIONS = (
    "nobody has bid",
    "a partner holds the bid, opponents may call",
    "a partner holds the bid, no opponent may call",
    "an opponent holds the bid, partners may call",
    "an opponent holds the bid, no partner may call",
)
JUMPS = (0, 10, 20, 30, 50)  # how far above the minimum bid it considers going
OUTCOMES = 32  # equally likely captures that stand for all


@dataclass(frozen=True)
class HandWeights:
    """The weights of an edition.

    `before` the nest and `kept` after the discard are in the order of HAND_FEATURES, `calls` of CALL_FEATURES, all in 64ths of
    $1,000; `spread` has how far each of OUTCOMES equally likely captures lies from the expected one, and `narrowing` by how many
    4096ths that shrinks for each $1,000 expected above $250,000; `bids[situation]` is in the order of BID_FEATURES.
    """

    edition: str
    before: Row
    kept: Row
    calls: Row
    spread: Row
    narrowing: int
    bids: tuple[Row, ...]


@lru_cache(maxsize=32)
def find_hand_weights(edition: str) -> HandWeights | None:
    """Return the weights of an edition, or None if there are none: then the rulebook player bids, discards and names trump.

    Raises ValueError for a file that lacks a weight.

    >>> find_hand_weights("anagrams") is None
    True
    """
    path = find_data_folder() / "players" / f"club-hands-{edition}.toml"
    return read_hand_weights(edition, path.read_text("utf-8")) if path.exists() else None


def read_hand_weights(edition: str, text: str) -> HandWeights:
    """Return the weights in a file's text. Raises ValueError, naming the place, if one is missing or not a whole number."""
    tables = loads(text)

    def read(names: tuple[str, ...], *place: str) -> Row:
        table = tables
        for name in place:
            table = table.get(name, {})
        for name in names:
            if type(table.get(name)) is not int:
                raise ValueError(
                    f"the club player's weights of {edition} need a whole number for {name!r} in [{'.'.join(place)}]"
                )
        return tuple(table[name] for name in names)

    spread = tables.get("outcomes", {}).get("spread")
    if not isinstance(spread, list) or [type(value) for value in spread] != [int] * OUTCOMES:
        raise ValueError(
            f"the club player's weights of {edition} need {OUTCOMES} whole numbers as spread in [outcomes]"
        )
    return HandWeights(
        edition,
        before=read(HAND_FEATURES, "before"),
        kept=read(HAND_FEATURES, "kept"),
        calls=read(CALL_FEATURES, "calls"),
        spread=tuple(spread),
        narrowing=read(("narrowing",), "outcomes")[0],
        bids=tuple(read(BID_FEATURES, "bids", situation) for situation in BID_SITUATIONS),
    )
