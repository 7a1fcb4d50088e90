"""The last few tricks, solved by trying every line of play: with all cards open, and by somebody who cannot see them all.

Small enough that the readable rules answer every question; `mam.solve` is for whole hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
    our_seats: tuple[str, ...]
    table_cards: tuple[Card, ...] = ()

    @property
    def is_over(self) -> bool:
        return not self.table_cards and not any(self.hands.values())

    def list_legal(self) -> tuple[Card, ...]:
        """Return the cards that may be played now."""
        return _list_legal(self.hands[self.turn], self.table_cards, self.trump, self.rules.tricks)

    def play(self, card: Card) -> tuple[Ending, int]:
        """Return the ending after this card, and what our side captures with it, in thousands of dollars."""
        hands = {**self.hands, self.turn: tuple(held_card for held_card in self.hands[self.turn] if held_card != card)}
        seats, table_cards = self.rules.seats, (*self.table_cards, card)
        place = seats.index(self.turn)
        if len(table_cards) < len(seats):
            turn = seats[(place + 1) % len(seats)]
            return replace(self, hands=hands, turn=turn, table_cards=table_cards), 0
        best = find_winner(table_cards, self.trump, self.rules.tricks)
        winner = seats[(place + 1 + (best or 0)) % len(seats)]
        money = trick_value(table_cards, self.rules.tricks) if winner in self.our_seats and best is not None else 0
        return replace(self, hands=hands, turn=winner, table_cards=()), money


@lru_cache(5_000)  # the same few cards meet again and again
def _list_legal(
    hand: tuple[Card, ...], table_cards: tuple[Card, ...], trump: Trump, rules: TrickRules
) -> tuple[Card, ...]:
    return tuple(card for card in hand if why_not_play(card, hand, table_cards, trump, rules, "") is None)


def solve_open(ending: Ending) -> int:
    """Return what our side still captures with all cards face up and best play by both sides, in thousands of dollars."""
    return _solve(ending, -1, 10_000)


def _solve(ending: Ending, low: int, high: int) -> int:
    if ending.is_over:
        return 0
    is_our_turn = ending.turn in ending.our_seats
    best = -1 if is_our_turn else 10_000
    for card in ending.list_legal():
        after, money = ending.play(card)
        value = money + _solve(after, low - money, high - money)
        if is_our_turn:
            best, low = max(best, value), max(low, value)
        else:
            best, high = min(best, value), min(high, value)
        if low >= high:
            break
    return best


def find_open_values(ending: Ending) -> dict[Card, int]:
    """Return the value of each legal card by `solve_open`.

    >>> from mam.rules.editions import get_edition
    >>> from mam.text.notation import parse_hand
    >>> hands = {"N": "R40 B2", "E": "R30 B5", "S": "R1 B40", "W": "R2 B3"}
    >>> rules = get_edition("make-a-million-1935")
    >>> find_open_values(Ending(rules, rules.pack[26].color, {seat: parse_hand(text) for seat, text in hands.items()}, "N", ("N", "S")))
    {R40: 115, B2: 115}
    """
    values = {}
    for card in ending.list_legal():
        after, money = ending.play(card)
        values[card] = money + solve_open(after)
    return values


def find_hidden_values(worlds: Sequence[Ending]) -> dict[Card, Fraction]:
    """Return the expected value of each legal card over equally likely worlds that our side cannot tell apart.

    Our side plays its best from there on, and learns only from the cards that are played; the opponents see everything.
    """
    values = {}
    for card in worlds[0].list_legal():
        outcomes = [world.play(card) for world in worlds]
        total = sum(money for _, money in outcomes) + _sum_over_worlds([after for after, _ in outcomes])
        values[card] = Fraction(total, len(worlds))
    return values


def _sum_over_worlds(worlds: list[Ending]) -> int:
    """Return the sum, over worlds that look alike, of what our side still captures."""
    first = worlds[0]
    if first.is_over:
        return 0
    if len(worlds) == 1:
        return solve_open(first)
    if first.turn in first.our_seats:
        return max(_sum_after([(world, card) for world in worlds]) for card in first.list_legal())
    return min(
        _sum_after(list(zip(worlds, cards, strict=True)))
        for cards in product(*(world.list_legal() for world in worlds))
    )


def _sum_after(choices: list[tuple[Ending, Card]]) -> int:
    """Return the sum after these cards: worlds in which the same card was played still look alike."""
    total, worlds_by_card = 0, dict[Card, list[Ending]]()
    for world, card in choices:
        after, money = world.play(card)
        total += money
        worlds_by_card.setdefault(card, []).append(after)
    return total + sum(map(_sum_over_worlds, worlds_by_card.values()))
