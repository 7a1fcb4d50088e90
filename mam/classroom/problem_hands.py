"""Hands for exercises, from the shelf Problems: each student's in other colors and at other seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mam.classroom.endings import Ending
from mam.classroom.phrases import NAMES, list_codes, make_list
from mam.classroom.rounds import CODES, describe_plays
from mam.classroom.variants import Draw
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card, Color, format_cards, join_words, sort_hand
from mam.studies.library import get_study, list_studies
from mam.studies.problems.problem import Problem, describe_voids, find_listed, find_problem, is_problem
from mam.studies.problems.variant import vary_problem
from mam.studies.study import Study
from mam.text.notation import parse_card, parse_cards

if TYPE_CHECKING:
    from mam.engine.belief.belief import Layout


@dataclass(frozen=True)
class ProblemHand:
    """A problem as one student gets it: its study in other colors and at other seats, and what its solver knows."""

    study: Study
    problem: Problem

    @property
    def round(self) -> TrickRound:
        """The position, with the cards that you don't see as `??`."""
        return self.problem.belief.round

    @property
    def turn(self) -> str:
        """The seat that plays the card asked for."""
        return self.round.turn or ""

    @cached_property
    def our_seats(self) -> tuple[str, ...]:
        """Your seat and your partner's."""
        you = self.problem.chapter.you
        (side,) = (seats for seats in self.round.sides.values() if you in seats)
        return (you, *(seat for seat in side if seat != you))

    @property
    def plays(self) -> list[tuple[str, Card]]:
        """Who played which card to the trick on the table."""
        return list(self.round.trick.plays) if self.round.trick else []

    @property
    def choices(self) -> list[Card]:
        """The cards to choose from."""
        return list(self.problem.belief.cards_to_play)

    @property
    def tempting(self) -> Card:
        """The wrong card that players choose."""
        return parse_card(self.problem.chapter.extra["certificate"]["tempting"])

    def find_certified(self, card: Card) -> Card:
        """Return the card that stands for this one in the certificate: itself, or the higher card that it equals."""
        listed = find_listed(card, map(parse_card, self.problem.chapter.extra["certificate"]["sure"]))
        assert listed is not None, f"{self.study.id}: the certificate has no {card}"
        return listed

    def list_right(self) -> list[Card]:
        """Return the choices after which the goal is sure, by the certificate."""
        named = map(parse_card, self.problem.stop.right)
        right = {self.find_certified(card) for card in named}
        return [card for card in self.choices if self.find_certified(card) in right]

    def list_figures(self, card: Card) -> tuple[str, str, str]:
        """Return a card, the amount that is sure after it, and in how many layouts it can work."""
        certificate, code = self.problem.chapter.extra["certificate"], self.find_certified(card).code
        works, layouts = certificate["reaches"][code], certificate["layouts"]
        return card.code, format_amount(certificate["sure"][code]), f"{works:,} of {layouts:,} layouts"

    def describe_card(self, card: Card) -> str:
        """Say what is sure after a card, and in how many layouts it can work."""
        _, amount, layouts = self.list_figures(card)
        return f"After {card.code}, {amount} is sure, and the goal can be reached in {layouts}."

    def find_failure(self) -> tuple[Layout, str]:
        """Return a layout that beats the tempting card, and the line in which it does."""
        part = next(part for part in self.problem.chapter.extra["layout"] if part["after"] == self.tempting.code)
        hands = [hand.strip().partition(" ") for hand in part["hands"].split("|")]
        return {seat: tuple(parse_cards(cards)) for seat, _, cards in hands}, str(part["line"])

    # Words

    @property
    def link(self) -> str:
        """The sentence of a solution that leads to the problem, whose page shows the answer too."""
        return f"This is {self.study.shown_title} on the shelf Problems, with other colors and seats."

    def describe_turn(self) -> str:
        """Describe the cards on the table, and say who plays now."""
        if not self.plays:
            return f"{NAMES[self.turn]} is on lead."
        return f"On the table: {describe_plays(self.plays, NAMES)}. {NAMES[self.turn]} plays next."

    def describe_seen(self) -> str:
        """Describe the hands that you play, the hidden cards, the colors that somebody can't have, and the trick."""
        hands = self.round.hands
        you, partner = self.our_seats
        hidden = join_words([f"{NAMES[seat]} ({len(hand)})" for seat, hand in hands.items() if UNSEEN in hand])
        rows = make_list(
            (
                f"{NAMES[you]}: {format_cards(hands[you])}",
                f"{NAMES[partner]}: {format_cards(hands[partner])}",
                f"Hidden, with {hidden}: {format_cards(sort_hand(self.problem.belief.unseen))}",
            )
        )
        voids = describe_voids(self.problem.chapter)
        seen = f"You are {NAMES[you]}, and play {NAMES[partner]}'s open cards too. The hands {CODES}:\n\n{rows}"
        return f"{seen}\n\n{voids} {self.describe_turn()}" if voids else f"{seen}\n\n{self.describe_turn()}"

    def list_given(self) -> dict[str, object]:
        """Return what you see as plain data."""
        return {
            "trump": self.trump.word,
            "hands": {seat: list_codes(self.round.hands[seat]) for seat in self.our_seats},
            "hidden": list_codes(sort_hand(self.problem.belief.unseen)),
            "lying": list_codes(card for _, card in self.plays),
            "turn": self.turn,
        }

    @property
    def trump(self) -> Color:
        assert isinstance(self.round.trump, Color)
        return self.round.trump

    # Open cards

    def lay_open(self, layout: Layout) -> Ending:
        """Return the ending with the hidden cards in this layout, and all hands face up."""
        hands = {seat: sort_hand(layout.get(seat, hand)) for seat, hand in self.round.hands.items()}
        table_cards = tuple(card for _, card in self.plays)
        return Ending(self.round.rules, self.trump, hands, self.turn, self.our_seats, table_cards)


def draw_problem(draw: Draw, fits: Callable[[ProblemHand], bool]) -> ProblemHand:
    """Draw a problem that fits, in other colors and at other seats."""
    names, turns = list_studies("problems"), draw.below(len(NAMES))
    colors = dict(zip(Color, draw.shuffle(list(Color)), strict=True))
    while True:  # most problems stay unread
        study = get_study(name := draw.one_of(names))
        if is_problem(study.chapters[0]) and fits(_find_hand(study)):
            return _find_hand(vary_problem(name, colors, turns))


def _find_hand(study: Study) -> ProblemHand:
    return ProblemHand(study, find_problem(study.chapters[0]))
