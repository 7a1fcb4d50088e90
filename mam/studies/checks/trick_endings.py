"""How the trick on the table of a problem can end after each of your cards: in every layout, with every card that the others may play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mam.rules.cards import BEAR, BULL, TIGER, Card
from mam.rules.tricks import find_color
from mam.studies.checks.vocabulary import COLOR, SEAT
from mam.text.notation import parse_card

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief
    from mam.games.trick_round import TrickRound


@dataclass(frozen=True)
class Ending:
    """One way in which the trick on the table ends: who played what, who takes it, and what it is worth, in thousands of dollars."""

    plays: tuple[tuple[str, Card], ...]
    winner: str
    value: int


@dataclass(frozen=True)
class OpenTrick:
    """The trick on the table as a problem knows it, and how it can end after each first card."""

    belief: Belief
    you: str

    @cached_property
    def seat_by_name(self) -> dict[str, str]:
        return {name: seat for seat, name in self.belief.round.rules.seat_names.items()}

    @cached_property
    def first_cards(self) -> dict[str, list[Ending]]:
        """Every ending after each of your cards, by its code."""
        return {card.code: list(self._end(self.belief.play(card))) for card in self.belief.cards_to_play}

    def can_reach(self, first: str, test: Callable[[Ending], bool]) -> bool:
        """Return whether after this card you can play so that the trick ends as tested, whatever the others hold and play."""

        def search(endings: list[Ending], place: int) -> bool:
            if place == len(endings[0].plays):
                return test(endings[0])
            groups: dict[Card, list[Ending]] = {}
            for ending in endings:
                groups.setdefault(ending.plays[place][1], []).append(ending)
            choose = any if endings[0].plays[place][0] in self.belief.seats else all
            return choose(search(group, place + 1) for group in groups.values())

        return search(self.first_cards[first], 0)

    def can_be_reached(self, first: str, test: Callable[[Ending], bool]) -> bool:
        """Return whether in each layout the opponents can play so that the trick ends as tested, whatever your side plays."""

        def search(round: TrickRound) -> bool:
            if len(round.tricks) > len(self.belief.round.tricks):
                trick = round.tricks[-1]
                return test(Ending(tuple(trick.plays), trick.winner or "", trick.value))
            choose = all if round.turn in self.list_side() else any
            return choose(search(round.play(move)) for move in round.legal_moves)

        belief = self.belief.play(parse_card(first))
        return all(search(belief.deal(layout)) for layout in belief.list_layouts())

    @cached_property
    def cards(self) -> set[Card]:
        """All cards that a sentence may speak of."""
        round = self.belief.round
        held_cards = {card for hand in round.hands.values() for card in hand if card.code != "??"}
        return held_cards | self.belief.unseen | set(round.trick.cards if round.trick else ())

    def _end(self, belief: Belief) -> Iterator[Ending]:
        if len(belief.round.tricks) > len(self.belief.round.tricks):
            trick = belief.round.tricks[-1]
            yield Ending(tuple(trick.plays), trick.winner or "", trick.value)
            return
        for card in belief.cards_to_play:
            if not self._is_kept_back(belief, card):
                yield from self._end(belief.play(card))

    def _is_kept_back(self, belief: Belief, card: Card) -> bool:
        """Return whether a hidden partner does not play this card: no Bear on a trick that your side is winning, no Bull on another."""
        round = belief.round
        seat, is_last = round.turn or "", len(round.hands[round.turn or ""]) == 1
        if seat not in belief.possible or seat not in self.list_side() or is_last or not round.trick:
            return False
        is_winning = round.current_winner in self.list_side()
        return (card == BEAR and is_winning) or (card == BULL and not is_winning)

    def list_side(self) -> tuple[str, ...]:
        round = self.belief.round
        return tuple(round.sides[round.side_of(self.you)])

    def list_seats(self, name: str) -> tuple[str, ...]:
        """Return the seats that a subject means; () if none."""
        if name in self.seat_by_name:
            return (self.seat_by_name[name],)
        if name.lower() in ("you", "your side"):
            return self.list_side()
        if name.lower() in ("they", "east-west"):
            return tuple(seat for seat in self.belief.round.turn_order if seat not in self.list_side())
        return ()

    def read_cards(self, text: str) -> list[set[Card]]:
        """Return for each card that a text names the cards it may mean: “your 10” is a 10 of your side's, “the 10” any."""
        found = []
        for owner, color, rank, animal in re.findall(
            rf"\b([Yy]our |(?:{SEAT})'s )?(?:({COLOR}) )?\b(?:(\d+)\b(?!,)|(Tiger|Bull|Bear)\b)", text
        ):
            if animal:
                found.append({parse_card(animal.upper())})
                continue
            named_cards = {card for card in self.cards if card.code[1:] == rank and card.code.startswith(color[:1])}
            in_hand = {
                card for card in named_cards if owner.lower() == "your " and card in self.belief.round.hands[self.you]
            }
            found.append(
                in_hand
                or {card for card in named_cards if self._may_own(owner.strip().removesuffix("'s"), card)}
                or named_cards
            )
        return found

    def _may_own(self, owner: str, card: Card) -> bool:
        round = self.belief.round
        seats = self.list_side() if owner.lower() == "your" else self.list_seats(owner)
        played = {played for seat, played in (round.trick.plays if round.trick else ()) if seat in seats}
        return not owner or card in played or any(self._may_hold(seat, card) for seat in seats)

    def _may_hold(self, seat: str, card: Card) -> bool:
        return card in self.belief.possible.get(seat, self.belief.round.hands[seat])

    def color_of(self, card: Card) -> object:
        return find_color(card, self.belief.round.trump)

    def beats(self, winner: Card, loser: Card) -> bool:
        """Return whether the first card beats the second, which was played before it, where both may be played."""
        if BULL in (winner, loser) or BEAR in (winner, loser):
            return loser in (BULL, BEAR) and winner not in (BULL, BEAR)
        if self.color_of(winner) != self.color_of(loser):
            return self.color_of(winner) == self.belief.round.trump
        return winner == TIGER or (loser != TIGER and winner.rank > loser.rank)
