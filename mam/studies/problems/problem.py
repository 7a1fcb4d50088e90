"""From a chapter of the shelf Problems to what its solver knows: the belief, and the money to reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mam.games.sampling.clues import DISCARDS, find_impossible_cards
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card, format_count, join_words
from mam.rules.tricks import find_color
from mam.studies.setting import set_up
from mam.studies.study import Chapter, Stop
from mam.support.messages import quote
from mam.text.notation import parse_cards, parse_trump

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief
    from mam.engine.belief.guarantee import Searcher

MAX_TRICKS = 7
MIN_CHOICES, MIN_LAYOUTS, MIN_GAP = 3, 6, 10  # by how much a card is right is thousands of dollars


@dataclass(frozen=True)
class Problem:
    """A position with a goal: the chapter, what you know (`belief`), and `amount`, for which the counted side's money is compared.

    If that side is yours you are to reach the amount, else to keep it below. Amounts are thousands of dollars in the whole round.
    """

    chapter: Chapter
    belief: Belief
    amount: int

    @property
    def stop(self) -> Stop:
        """The question: your first card."""
        return self.chapter.stops[0]

    @property
    def tricks(self) -> int:
        """How many tricks are left, the one on the table included."""
        return max(map(len, self.belief.round.hands.values()))

    @cached_property
    def searcher(self) -> Searcher:
        """What finds out whether the goal can be reached; it remembers what it has proven."""
        from mam.engine.belief.guarantee import Searcher

        return Searcher(self.belief)

    def is_won(self, belief: Belief) -> bool:
        """Return whether the goal is reached in every layout from here on, if you play right."""
        return self.searcher.can_reach(belief, self.amount)

    def list_right(self, belief: Belief) -> list[Card]:
        """Return your right cards: those after which the goal is reached in every layout."""
        return self.searcher.list_right(belief, self.amount)


def is_problem(chapter: Chapter) -> bool:
    """Return whether a chapter is a problem: unseen cards lie in its position."""
    return isinstance(position := chapter.extra.get("position"), Mapping) and "unseen" in position


def list_unseen(chapter: Chapter) -> frozenset[Card]:
    """Return the cards of a problem that lie in the hidden hands and discards. Raises ValueError for a text that names no cards."""
    return frozenset(parse_cards(chapter.extra["position"]["unseen"]))


def find_listed(card: Card, cards: Iterable[Card]) -> Card | None:
    """Return the listed card that this one equals: itself, or its nearest higher neighbor."""
    cards = list(cards)
    if card in cards:
        return card
    higher = [other for other in cards if other.color == card.color and not other.money and other.rank > card.rank]
    return min(higher, key=lambda other: other.rank, default=None)


def describe_voids(chapter: Chapter) -> str:
    """Return which colors hidden hands have shown that they don't have, "" for none.

    >>> import mam
    >>> describe_voids(mam.get_study("p05").chapters[0])
    'East has no Yellow, West no Red, North no Black.'
    """
    position = chapter.extra.get("position", {})
    if chapter.rules is None or not isinstance(position, Mapping):
        return ""
    names = chapter.rules.seat_names
    parts = [
        f"{names[seat]}{'' if number else ' has'} no {join_words([parse_trump(letter).word for letter in letters.split()], 'or')}"
        for number, (seat, letters) in enumerate(position.get("void", {}).items())
    ]
    return f"{', '.join(parts)}." if parts else ""


def find_problem(chapter: Chapter) -> Problem:
    """Return the problem of a chapter. Raises ValueError naming what does not fit, and Unsupported for a game that can't be searched."""
    from mam.engine.belief.belief import Belief

    check_parts(chapter)
    round, facts = set_up(chapter), chapter.extra["position"]
    if len(chapter.stops) != 1 or chapter.stops[0].ask != "card":
        raise ValueError("a problem has one stop, which asks for a card")
    if (tricks := max(map(len, round.hands.values()))) > MAX_TRICKS:
        raise ValueError(f"a problem has at most {MAX_TRICKS} tricks, not {tricks}")
    seats = tuple(str(chapter.extra.get("plays", chapter.you)).split())
    unseen = list_unseen(chapter)
    _check_seats(round, chapter, seats)
    return Problem(
        chapter,
        Belief(round, chapter.you, seats, unseen, _find_possible(round, unseen, facts.get("void", {}))),
        _find_amount(chapter, round),
    )


_KINDS = {str: "a text", int: "a whole number", dict: "a table of whole numbers", list: "a list of texts"}
# The keys of each part of a problem, and what they hold. There is one certificate, and several of the others.
_PARTS: Mapping[str, Mapping[str, type]] = {
    "certificate": {"layouts": int, "sure": dict, "reaches": dict, "tempting": str},
    "layout": {"after": str, "hands": str, "line": str, "takes": int},
    "plan": {"say": list},
}


def check_parts(chapter: Chapter) -> None:
    """Raise ValueError for a part of a problem in which a key is missing or has a value of another kind."""
    facts, extra = chapter.extra["position"], chapter.extra
    if not isinstance(facts["unseen"], str) or not isinstance(extra.get("plays", ""), str):
        raise ValueError('unseen and plays are texts, like unseen = "R9 B7" and plays = "S N"')
    if not _holds_only(str, facts.get("void", {})):
        raise ValueError('void is a table of colors by seat, like { E = "R", W = "Y B" }')
    for name, keys in _PARTS.items():
        check_part(chapter, name, keys)


def check_part(chapter: Chapter, name: str, keys: Mapping[str, type]) -> None:
    """Raise ValueError if in this part of a problem a key is missing or has a value of another kind."""
    brackets = "[chapter.certificate]" if name == "certificate" else f"[[chapter.{name}]]"
    part = chapter.extra.get(name, [])
    tables = [part] if name == "certificate" and part else part
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise ValueError(f"{name} is written as a table, {brackets}")
    for table in tables:
        for key, kind in keys.items():
            value = table.get(key)
            if type(value) is not kind or not (kind in (str, int) or _holds_only(int if kind is dict else str, value)):
                raise ValueError(f"{brackets} needs {key}: {_KINDS[kind]}")


def _holds_only(kind: type, part: object) -> bool:
    """Return whether a table or a list has only values of this kind."""
    values = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else [None]
    return all(type(value) is kind for value in values)


def _check_seats(round: TrickRound, chapter: Chapter, seats: tuple[str, ...]) -> None:
    for seat in seats:
        if seat not in round.rules.seats:
            raise ValueError(f"plays names the seats {' '.join(round.rules.seats)}, not {quote(seat)}")
        if UNSEEN in round.hands[seat]:
            raise ValueError(f"you play {seat}'s cards, so name all of them in hands")
    if round.turn not in seats:
        raise ValueError(f"it is {round.name}'s turn; a problem begins with a card of yours")
    if chapter.you not in seats:
        raise ValueError(f"plays must name your own seat, {chapter.you}")


def _find_possible(round: TrickRound, unseen: frozenset[Card], voids: Mapping[str, str]) -> dict[str, frozenset[Card]]:
    """Return the cards that may lie in each hidden place; what has no room in the hands are discards."""
    impossible = find_impossible_cards(round, unseen)  # by the trick on the table
    possible = {seat: unseen - impossible[seat] for seat, hand in round.hands.items() if UNSEEN in hand}
    for seat, letters in voids.items():
        if seat not in possible:
            raise ValueError(f"void names {quote(seat)}, whose hand is not hidden")
        colors = [parse_trump(letter) for letter in letters.split()]
        possible[seat] = frozenset(card for card in possible[seat] if find_color(card, round.trump) not in colors)
    known = {card for hand in round.hands.values() for card in hand} | set(round.played)
    if both := unseen & known:
        raise ValueError(f"{min(both, key=lambda card: card.code)} is unseen, and lies in a hand or on the table too")
    room = sum(len(round.hands[seat]) for seat in possible)
    aside = len(unseen) - room
    if aside not in (0, round.rules.nest.size):
        discards = f", or {room + round.rules.nest.size} with the discards" if round.rules.nest.size else ""
        raise ValueError(
            f"the hidden hands have room for {format_count(room, 'card')}{discards}; unseen names {len(unseen)}"
        )
    if aside:
        possible[DISCARDS] = frozenset(card for card in unseen if card.is_number_card)
    return possible


def _find_amount(chapter: Chapter, round: TrickRound) -> int:
    """Return the amount of a goal, `we get 240` or `they get 215` (at most)."""
    from mam.games.state import find_counted_side

    is_ours = chapter.you in round.sides[find_counted_side(round)]
    match chapter.stops[0].test.split():
        case ["we", "get", amount] if amount.isdecimal() and is_ours:
            return int(amount)
        case ["they", "get", amount] if amount.isdecimal() and not is_ours:
            return int(amount) + 1
    want = "we get 240" if is_ours else "they get 215"
    raise ValueError(f"the goal of a problem is written test = {quote(want)}, not {quote(chapter.stops[0].test)}")
