"""The hand that a person types for a lab: its cards, a record, a deal code, or a condition; and a deal that holds it."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import mam
from mam.analysis.probability.conditions import Condition
from mam.rules.cards import Card
from mam.rules.dealing import Deal, count_covered, derive_seed, shuffle
from mam.rules.editions import TrickGameRules
from mam.support.messages import quote
from mam.text.notation import parse_dealt_hand

HandSource = str | Path | mam.Record | Condition | Callable[[Deal], bool] | None
CODE = re.compile(r"[A-Z]\d*[A-Z]\d{0,2}-[0-9A-Z -]+", re.IGNORECASE)
_CARD = re.compile(r"[A-Z]\d|\?\?|(TIGER|BULL|BEAR)\b", re.IGNORECASE)


def find_seat(rules: TrickGameRules, seat: str | None) -> str:
    """Return the seat named, or South, or the first; raises ValueError for one with nobody to bid there."""
    if seat is None:
        return "S" if "S" in rules.persons else rules.persons[0]
    if seat not in rules.persons:
        raise ValueError(f"nobody bids at {quote(seat)}: the seats of those who do are {' '.join(rules.persons)}")
    return seat


def read_given_record(given: HandSource) -> mam.Record | None:
    if isinstance(given, mam.Record):
        return given
    if isinstance(given, Path) or (isinstance(given, str) and given.strip().endswith(".toml")):
        return mam.read_record(given)
    return None


def is_hand(text: str) -> bool:
    """Return whether a text is meant to be cards: it begins with something like one."""
    return not text.strip() or _CARD.match(text.strip()) is not None


def deal_hand(rules: TrickGameRules, text: str, seat: str, dealer: str, seed: int) -> Deal:
    """Return a deal in which this seat holds these cards, and the other seats hold random cards."""
    dealt, _, laid = (part.strip() for part in re.sub(r"\bnest\b|\|", "/nest/", text, flags=re.I).partition("/nest/"))
    hand, nest = parse_dealt_hand(dealt)[0], parse_dealt_hand(laid)[0]
    size, nest_size = rules.hand_size, rules.nest.size
    if not nest and len(hand) == size + nest_size:
        hand, nest = hand[:size], hand[size:]  # which cards were in the nest makes no difference anymore
    if len(hand) != size or len(nest) not in (0, nest_size):
        raise ValueError(
            f"a hand has {size + nest_size} cards with the {rules.nest.word}, or {size} as dealt, not {len(hand) + len(nest)}"
        )
    undealt, missing = [*rules.pack], list[Card]()
    for card in (*hand, *nest):
        undealt.remove(card) if card in undealt else missing.append(card)
    if missing:
        how = "is not in this pack" if missing[0] not in rules.pack else "is named more often than it is in the pack"
        raise ValueError(f"{missing[0].words} {how}")
    rng = Random(derive_seed(seed, "the cards not typed"))
    left = shuffle(undealt, rng)
    if not nest:
        nest, left = tuple(left[:nest_size]), left[nest_size:]
    hands = {person: hand if person == seat else tuple(left.pop() for _ in range(size)) for person in rules.seats}
    blind_draw = int(rng.random() * nest_size) if rules.blind_draw else None
    covers = [pair for seat in rules.half_hidden_seats for pair in _list_covered(hands[seat], rng)]
    return Deal(rules.seats, dealer, tuple(hands.values()), nest, tuple(covers), tuple(left), blind_draw)


def _list_covered(hand: Sequence[Card], rng: Random) -> list[tuple[Card, Card]]:
    order, down = shuffle(hand, rng), count_covered(len(hand))
    return list(zip(order[down:], order[:down], strict=False))
