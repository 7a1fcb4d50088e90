"""The last few tricks, solved by going through everything: with all cards open, and by somebody who cannot see them all.

Small enough that the readable rules answer every question; `mam.solve` is for whole hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from mam.rules.cards import Card, Trump
from mam.rules.editions import TrickGameRules
from mam.rules.tricks import TrickRules, find_winner, trick_value, why_not_play

Hands = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True)
class Ending:
    """A few cards in each hand, and what lies on the table. `ours` are the seats whose capture counts.

    >>> from mam.rules.editions import get_edition
    >>> from mam.text.notation import parse_hand
    >>> hands = {"N": "R40 B2", "E": "R30 B5", "S": "R1 B40", "W": "R2 B3"}
    >>> rules = get_edition("make-a-million-1935")
    >>> ending = Ending(rules, rules.pack[26].color, {seat: parse_hand(text) for seat, text in hands.items()}, "N", ("N", "S"))
    >>> solve_open(ending)
    115
    """

    rules: TrickGameRules
    trump: Trump
    hands: Hands
    turn: str
    ours: tuple[str, ...]
    lying: tuple[Card, ...] = ()

    @property
    def is_over(self) -> bool:
        return not self.lying and not any(self.hands.values())

    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played now."""
        return _legal(self.hands[self.turn], self.lying, self.trump, self.rules.tricks)

    def after(self, card: Card) -> tuple[Ending, int]:
        """The ending after this card, and what our side captures with it, in thousands of dollars."""
        hands = {**self.hands, self.turn: tuple(one for one in self.hands[self.turn] if one != card)}
        seats, lying = self.rules.seats, (*self.lying, card)
        place = seats.index(self.turn)
        if len(lying) < len(seats):
            return Ending(self.rules, self.trump, hands, seats[(place + 1) % len(seats)], self.ours, lying), 0
        best = find_winner(lying, self.trump, self.rules.tricks)
        winner = seats[(place + 1 + (best or 0)) % len(seats)]
        got = trick_value(lying, self.rules.tricks) if winner in self.ours and best is not None else 0
        return Ending(self.rules, self.trump, hands, winner, self.ours), got


@lru_cache(5_000)  # the same few cards meet again and again
def _legal(hand: tuple[Card, ...], lying: tuple[Card, ...], trump: Trump, rules: TrickRules) -> tuple[Card, ...]:
    return tuple(card for card in hand if why_not_play(card, hand, lying, trump, rules, "") is None)


def solve_open(ending: Ending) -> int:
    """What our side still captures when all cards are open and both sides play their best, in thousands of dollars."""
    return _solve(ending, -1, 10_000)


def _solve(ending: Ending, low: int, high: int) -> int:
    if ending.is_over:
        return 0
    ours = ending.turn in ending.ours
    best = -1 if ours else 10_000
    for card in ending.legal():
        after, got = ending.after(card)
        value = got + _solve(after, low - got, high - got)
        if ours:
            best, low = max(best, value), max(low, value)
        else:
            best, high = min(best, value), min(high, value)
        if low >= high:
            break
    return best


def open_values(ending: Ending) -> dict[Card, int]:
    """The same for each legal card.

    >>> from mam.rules.editions import get_edition
    >>> from mam.text.notation import parse_hand
    >>> hands = {"N": "R40 B2", "E": "R30 B5", "S": "R1 B40", "W": "R2 B3"}
    >>> rules = get_edition("make-a-million-1935")
    >>> open_values(Ending(rules, rules.pack[26].color, {seat: parse_hand(text) for seat, text in hands.items()}, "N", ("N", "S")))
    {R40: 115, B2: 115}
    """
    found = {}
    for card in ending.legal():
        after, got = ending.after(card)
        found[card] = got + solve_open(after)
    return found


def hidden_values(worlds: Sequence[Ending]) -> dict[Card, Fraction]:
    """What each card brings on average over equally likely deals to a side that cannot tell them apart, when it plays its best
    from there on and the others, who see everything, do too. It learns only from the cards that they play."""
    found = {}
    for card in worlds[0].legal():
        afters = [one.after(card) for one in worlds]
        total = sum(got for _, got in afters) + _hidden([after for after, _ in afters])
        found[card] = Fraction(total, len(worlds))
    return found


def _hidden(worlds: list[Ending]) -> int:
    """The sum over worlds that look alike of what is still captured."""
    first = worlds[0]
    if first.is_over:
        return 0
    if len(worlds) == 1:
        return solve_open(first)
    if first.turn in first.ours:
        return max(_together([(one, card) for one in worlds]) for card in first.legal())
    return min(_together(list(zip(worlds, cards, strict=True))) for cards in product(*(one.legal() for one in worlds)))


def _together(played: list[tuple[Ending, Card]]) -> int:
    """The sum after these cards: worlds in which the same card was played still look alike."""
    total, alike = 0, dict[Card, list[Ending]]()
    for one, card in played:
        after, got = one.after(card)
        total += got
        alike.setdefault(card, []).append(after)
    return total + sum(map(_hidden, alike.values()))
