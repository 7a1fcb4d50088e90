"""The tests that right answers pass: predicates of what comes after an answer, joined by `and`.

`you take`, `we take`, `they take`, `N takes`: this trick. `we take 2`, `you take all`: tricks from here on. `we get 100` (at least) and
`they get 40` (at most): money of all tricks and what was captured before. `worth 0`: this trick, or the money in a discard. `keep TIGER Y40`:
still held. `void R`: no Red is left. `legal`: any legal answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, money_in
from mam.support.messages import quote
from mam.text.notation import parse_card, parse_trump


@dataclass(frozen=True)
class Line:
    """What came after an answer: the round then, and the number of tricks before it. `our_side` are the seats on your side."""

    round: TrickRound
    start: int
    you: str
    our_side: tuple[str, ...]

    @property
    def winners(self) -> list[str | None]:
        """Who took each trick from the answer on."""
        return [trick.winner for trick in self.round.tricks[self.start :]]

    def count_money(self, side: str) -> int:
        """Return what "we" or "they" have captured, in thousands of dollars."""
        our_side = self.round.side_of(self.you)
        captured = self.round.captured
        return sum(amount for name, amount in captured.items() if (name == our_side) == (side == "we"))


Predicate = Callable[[Line], bool]
_SIDES: dict[str, Callable[[Line, str | None], bool]] = {
    "you": lambda line, winner: winner == line.you,
    "we": lambda line, winner: winner in line.our_side,
    "they": lambda line, winner: winner is not None and winner not in line.our_side,
}


def parse_test(test: str, seats: Sequence[str]) -> tuple[Predicate, ...]:
    """Return the predicates of a test about a card. Raises ValueError naming the part that is none.

    >>> len(parse_test("you take and keep R40", "NESW"))
    2
    """
    return tuple(_parse(part.strip(), seats) for part in test.split(" and ")) if test else ()


def _parse(part: str, seats: Sequence[str]) -> Predicate:
    match part.split():
        case ["legal"]:
            return lambda line: True
        case ["you" | "we" | "they" as who, "take"]:
            return lambda line: _SIDES[who](line, line.round.tricks[-1].winner)
        case ["you" | "we" | "they" as who, "take", "all"]:
            return lambda line: all(_SIDES[who](line, winner) for winner in line.winners)
        case ["you" | "we" | "they" as who, "take", count] if count.isdecimal():
            return lambda line: sum(_SIDES[who](line, winner) for winner in line.winners) >= int(count)
        case [seat, "takes"] if seat in seats:
            return lambda line: line.round.tricks[-1].winner == seat
        case ["worth", amount] if amount.isdecimal():
            return lambda line: line.round.tricks[-1].value == int(amount)
        case ["we", "get", amount] if amount.isdecimal():
            return lambda line: line.count_money("we") >= int(amount)
        case ["they", "get", amount] if amount.isdecimal():
            return lambda line: line.count_money("they") <= int(amount)
        case ["keep", *codes] if codes:
            cards = [parse_card(code) for code in codes]
            return lambda line: not set(cards) & set(line.round.played)
    raise ValueError(
        f"{quote(part)} is no test of a card: write you take, we take 2, N takes, we get 100, worth 0, keep R40"
    )


def passes_discard(test: str, cards: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Return whether discarding these cards of a hand passes a test. Raises ValueError for a part that is none."""
    remaining = [card for card in hand if card not in cards]
    for part in map(str.strip, test.split(" and ")):
        match part.split():
            case ["legal"]:
                passes = True
            case ["void", letter]:
                color = parse_trump(letter)
                passes = not any(card.color == color for card in remaining)
            case ["worth", amount] if amount.isdecimal():
                passes = money_in(cards) == int(amount)
            case ["keep", *codes] if codes:
                passes = all(parse_card(code) in remaining for code in codes)
            case _:
                raise ValueError(f"{quote(part)} is no test of a discard: write legal, void R, worth 15, keep R40")
        if not passes:
            return False
    return True
