"""Resolve the words of a question: an unseen deal or a view, and the places that words name there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from mam.analysis.probability.card_phrases import CardWords
from mam.analysis.probability.conditions import (
    AllOf,
    AnyOf,
    Between,
    Condition,
    CountOf,
    Holds,
    Opposite,
    Sentence,
    Tally,
    Term,
    card_count,
)
from mam.analysis.probability.constraints import Limit, Pattern, ResolvedCondition, Several, Sum
from mam.analysis.probability.lengths import Box, Lengths
from mam.analysis.probability.sentences import Reader
from mam.engine.strategy import estimate_card
from mam.games.round import Round
from mam.games.sampling.clues import DISCARDS, NEST, STOCK, TIGER_DRAW, is_draw_hidden
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, Trump
from mam.rules.dealing import find_next_seat
from mam.rules.editions import RuleSet, TrickGameRules
from mam.support.messages import quote, shorten

_FACE_DOWN = re.compile(r"(.+?)(?:['’]s)? face[- ]down", re.IGNORECASE)
SHOWN_CARDS = "shown"  # the bidder's cards that everybody has seen: only whether they came from the nest is unknown


def from_nest(place: str) -> str:
    """Return the spot for cards of a place that came from the nest."""
    return f"{place} from the nest"


def face_down(seat: str) -> str:
    """Return the spot for the face-down cards of a half-hidden hand as dealt; its open cards are in the seat's own spot."""
    return f"{seat} face-down"


@dataclass(frozen=True)
class Place:
    """A named place, the spots where unseen cards of it can be, and the cards seen there."""

    name: str
    spots: frozenset[str]
    seen_cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Setting:
    """An edition, and a view of it unless nothing has been seen.

    With `lays_out` the face-down cards of half-hidden hands in an unseen deal are counted apart from the open ones; that takes
    longer, so it is used only for questions about them. In a view the unseen cards of such a hand are the face-down ones.
    `names` are conditions that questions can use by name.
    """

    rules: RuleSet
    view: View[Round] | None = None
    lays_out: bool = False
    names: Mapping[str, Condition | str] = field(default_factory=dict, compare=False)

    @property
    def round(self) -> TrickRound | None:
        """The round as the person sees it, if it has tricks."""
        round = self.view.round if self.view else None
        return round if isinstance(round, TrickRound) else None

    @property
    def is_nest_taken(self) -> bool:
        """Whether the bidder has taken the nest."""
        round = self.round
        return round is not None and (round.discarded is not None or round.phase == "nest")

    @cached_property
    def cards(self) -> CardWords:
        """What words for cards mean."""
        return CardWords(self.rules, self.round.trump if self.round else None)

    # Places

    def place(self, words: str) -> Place:
        """Return the place that these words name. Raises ValueError naming the possible places."""
        name = " ".join(words.split())
        if name.lower() in self._named_places:
            return self._find_named_place(name.lower())
        if match := _FACE_DOWN.fullmatch(name):
            return self._face_down(name, self._seats(match[1]))
        seats = self._seats(name)
        if not seats:
            raise ValueError(f"“{shorten(name)}” is not a place here: use one of {', '.join(self.place_names)}")
        places = [self._seat(seat) for seat in seats]
        spots = frozenset[str]().union(*(place.spots for place in places))
        return Place("-".join(seats), spots, tuple(card for place in places for card in place.seen_cards))

    def is_place(self, words: str) -> bool:
        """Return whether these words name a place."""
        if match := _FACE_DOWN.fullmatch(words):
            return self.is_place(match[1])
        return words.lower() in (*self._named_places, "partner", "me", "left", "right") or bool(self._seats(words))

    @property
    def place_names(self) -> tuple[str, ...]:
        """The names of all places."""
        persons = ("me", "partner", "left", "right") if self.view and self.view.person else ()
        face_down_places = map(face_down, self._half_hidden)
        return (*self.rules.seats, *self._sides, *persons, *self._named_places, *face_down_places)

    @property
    def hands(self) -> tuple[str, ...]:
        """Every seat: each has a hand."""
        return self.rules.seats

    @property
    def other_places(self) -> tuple[str, ...]:
        """The nest and the stock, where they exist."""
        return tuple(name for name in ("nest", "stock") if name in self._named_places)

    def list_group(self, word: str) -> tuple[str, ...] | None:
        """Return the places that "player", "hand", "side" or "opponent" stands for; None for another word.

        Raises ValueError for opponents when nobody's view is given.
        """
        match word.lower().removesuffix("s"):
            case "player":
                return self.rules.persons
            case "hand":
                return self.hands
            case "side":
                return self._sides
            case "opponent":
                me = self._relative_seat("me")
                own_seats = self.round.sides[self.round.side_of(me)] if self.round else (me,)
                return tuple(seat for seat in self.hands if seat not in own_seats)
        return None

    @property
    def _sides(self) -> tuple[str, ...]:
        sides = self.round.sides if self.round else self.rules.sides if isinstance(self.rules, TrickGameRules) else ()
        return tuple(side for side in sides if "-" in side)

    @property
    def _half_hidden(self) -> tuple[str, ...]:
        return self.rules.half_hidden_seats

    @cached_property
    def _named_places(self) -> tuple[str, ...]:
        nest = ("nest", "dealt nest") if self.rules.nest_size else ()
        word = self.rules.nest.word if isinstance(self.rules, TrickGameRules) else "nest"
        synonyms = (word, f"dealt {word}") if nest and word != "nest" else ()
        return (*nest, *synonyms, *(("stock",) if self.stock_size else ()))

    @property
    def stock_size(self) -> int:
        """The number of undealt cards."""
        rules = self.rules
        if self.view:
            return len(self.view.round.deal.stock)
        return len(rules.pack) - rules.hand_size * len(rules.seats) - rules.nest_size

    def _find_named_place(self, name: str) -> Place:
        round, spots = self.round, tuple[str, ...]()
        if name == "stock":
            stock = round.deal.stock if round else ()
            return Place(name, frozenset((STOCK,)), _list_seen_cards(stock))
        if not name.startswith("dealt "):
            spots = (NEST,) if round is None or round.discarded is None else (DISCARDS, from_nest(DISCARDS))
            return Place(name, frozenset(spots), _list_seen_cards(round.nest) if round else ())
        if round is None or not self.is_nest_taken:
            return Place(name, frozenset((NEST,)), _list_seen_cards(round.nest) if round else ())
        if UNSEEN not in round.deal.nest:
            return Place(name, frozenset(), round.deal.nest)
        spots = tuple(from_nest(place) for place in (round.bidder or "", DISCARDS, SHOWN_CARDS))
        return Place(name, frozenset(spots))

    def _face_down(self, name: str, seats: Sequence[str]) -> Place:
        """Return the face-down cards of the half-hidden hand among these; an uncovered card has been turned up (R2H-13).

        Raises ValueError if there is none.
        """
        face_down_places = [face_down(seat) for seat in self._half_hidden]
        if not face_down_places:
            raise ValueError(f"“{shorten(name)}” is not a place here: {self.rules.full_id} has no face-down cards")
        dummies = [seat for seat in seats if seat in self._half_hidden]
        if len(dummies) != 1:
            raise ValueError(
                f"“{shorten(name)}” is not a place here: only dummies have face-down cards, so use {' or '.join(face_down_places)}"
            )
        (seat,) = dummies
        round = self.round
        if round is None:
            return Place(face_down(seat), frozenset((face_down(seat),)))
        hand = round.hands[seat]
        return Place(
            face_down(seat),
            frozenset((seat,)),
            _list_seen_cards([card for cover, card in round.deal.covers if cover in hand]),
        )

    def _seat(self, seat: str) -> Place:
        spots = {seat, from_nest(seat)}
        if self.view is None and seat in self._half_hidden:
            spots.add(face_down(seat))
        if self.view is None:
            return Place(seat, frozenset(spots))
        round = self.round
        if round and round.exchanged and is_draw_hidden(round) and round.exchanged[0] == seat:
            spots.add(TIGER_DRAW)
        return Place(seat, frozenset(spots), _list_seen_cards(self.view.round.hands[seat]))

    def _seats(self, name: str) -> tuple[str, ...]:
        """Return the seats of a seat, a side, or a word like "partner"; none for another word."""
        if name.lower() in ("me", "partner", "left", "right"):
            return (self._relative_seat(name.lower()),)
        seat_of_name = {seat.upper(): seat for seat in self.rules.seats}
        seat_of_name |= {self.rules.seat_names[seat].upper(): seat for seat in self.rules.seats}
        seats = [seat_of_name.get(part) for part in name.upper().split("-")]
        known_seats = tuple(seat for seat in seats if seat)
        return known_seats if len(known_seats) == len(seats) == len({*known_seats}) else ()

    def _relative_seat(self, word: str) -> str:
        """Return the seat of me, my partner, or my neighbor on the left or right."""
        person, round = self.view.person if self.view else None, self.round
        if person is None:
            raise ValueError(f"“{shorten(word)}” needs a view of a seat: take one, or name the seat")
        if word == "me":
            return person
        turn_order = round.turn_order if round else self.rules.seats
        if word in ("left", "right"):
            return find_next_seat(turn_order if word == "left" else turn_order[::-1], person)
        partner_seats = tuple(seat for seat in (round.sides[round.side_of(person)] if round else ()) if seat != person)
        if len(partner_seats) != 1:
            partners = (
                f"{len(partner_seats)} partners ({' '.join(partner_seats)}): name a seat"
                if partner_seats
                else "no known partner"
            )
            raise ValueError(f"{self.rules.seat_names[person]} has {partners}")
        return partner_seats[0]

    # Tallies and conditions

    def sum(self, tally: Tally) -> Sum:
        """Return the tally as a sum over cards. Raises ValueError for a word that means nothing here."""
        amounts: dict[tuple[str, Card], int] = {}
        seen_amount = tally.constant
        for times, term in tally.terms:
            place, card_values = self.place(term.place), self._card_values(term)
            for spot in place.spots:
                for card, value in card_values.items():
                    amounts[spot, card] = amounts.get((spot, card), 0) + times * value
            seen_amount += times * sum(card_values.get(card, 0) for card in place.seen_cards)
        return Sum({key: value for key, value in amounts.items() if value}, seen_amount)

    def _card_values(self, term: Term) -> dict[Card, int]:
        """Return what each card counts in a term."""
        cards = self.cards.cards(term.cards)
        if term.measure == "money":
            return {card: card.money for card in cards if card.money}
        if term.measure == "strength":
            trump = self.trump(term.trump)
            return {card: value for card in cards if (value := estimate_card(card, trump))}
        return dict.fromkeys(cards, 1)

    def trump(self, word: str) -> Trump:
        """Return the trump that a word names. Raises ValueError naming the colors."""
        colors: dict[str, Trump] = {card.color.word.lower(): card.color for card in self.rules.pack if card.color}
        if isinstance(self.rules, TrickGameRules):
            colors |= {no_trump.word.lower(): no_trump for no_trump in self.rules.no_trumps}
        bid_trump = self.round.trump if self.round else None
        low = word.lower().removesuffix("s")
        if low == "trump" and bid_trump is not None:
            return bid_trump
        trump = colors.get(low) or colors.get(word.lower())
        if trump is None:
            raise ValueError(f"“{shorten(word)}” is not a trump: use one of {', '.join(colors)}")
        return trump

    def resolve(self, condition: Condition) -> ResolvedCondition:
        """Return the condition with its words resolved to cards and spots."""
        match condition:
            case Between():
                if isinstance(condition, Holds):  # to hold several cards could mean any or all of them
                    self.cards.card(condition.term.cards)
                return Limit(self.sum(condition.tally), condition.minimum, condition.maximum, condition)
            case Lengths():
                return self._match(condition)
            case AllOf():
                return Several.all_of(*map(self.resolve, condition.parts))
            case AnyOf():
                return Several.any_of(*map(self.resolve, condition.parts))
            case CountOf():
                return Several(tuple(map(self.resolve, condition.parts)), condition.minimum, condition.maximum)
            case Opposite():
                return Several((self.resolve(condition.part),), 0, 0)
            case Sentence():
                return self.resolve(self.read(condition))
        raise TypeError(f"{quote(condition)} is not a condition")

    # Classes of cards

    @cached_property
    def has_letters(self) -> bool:
        """Whether single letters are cards."""
        return not any(card.color for card in self.rules.pack)

    def count_cards(self, words: str) -> int:
        """Return how many cards of the pack are in a class. Raises ValueError for an unknown word."""
        cards = self.cards.cards(words)
        return sum(card in cards for card in self.rules.pack)

    def list_suit(self, words: str) -> tuple[str, tuple[str, ...], int] | None:
        """Return the color of some cards, their codes unless the words mean all of it, and how many of these are low.

        None without one color.

        Raises ValueError for an unknown word.
        """
        cards = self.cards.cards(words)
        colors = {card.color for card in cards}
        color = colors.pop()
        if colors or color is None:
            return None
        whole = {card for card in self.rules.pack if card.color == color}
        codes = tuple(dict.fromkeys(card.code for card in self.rules.pack if card in cards))
        if cards == whole:
            return color.word.lower(), (), 0
        return color.word.lower(), codes, len(cards & self.cards.cards("low"))

    def _match(self, lengths: Lengths) -> Pattern:
        """Return the pattern of a condition on the lengths of colors."""
        colors = Counter(card.color.word.lower() for card in self.rules.pack if card.color)
        if not colors:
            raise ValueError(f"{quote(lengths.text)}: the cards of {self.rules.full_id} have no colors")
        sums = tuple(self.sum(card_count(lengths.place, color)) for color in colors)
        boxes = tuple(lengths.list_boxes(colors))
        return Pattern(sums, boxes, lengths, tuple(colors), self._find_gap(lengths, boxes, colors.total()))

    def _find_gap(self, lengths: Lengths, boxes: Sequence[Box], colored: int) -> str:
        """Return why no place of an unseen deal can have these lengths, if none can: too many cards or too few."""
        spots = self.place(lengths.place).spots
        rooms = {
            **dict.fromkeys(self.rules.seats, self.rules.hand_size),
            NEST: self.rules.nest_size,
            STOCK: self.stock_size,
        }
        size = sum(room for place, room in rooms.items() if place in spots)
        if self.view or not size:
            return ""
        fewest = min(sum(minimum for minimum, _ in box) for box in boxes)
        if fewest > size:
            return f"{lengths} means {fewest} cards or more, but {lengths.place} has {size}"
        colorless = len(self.rules.pack) - colored
        most = max(sum(maximum for _, maximum in box) for box in boxes)
        if most + colorless < size:
            return f"{lengths} means {most} cards with a color, but {lengths.place} has {size}, at most {colorless} without one"
        return ""

    def parse_tally(self, text: str) -> Tally:
        """Return the tally that a text names. Raises ValueError for text that means nothing here."""
        return Reader(text, self).tally()

    def read(self, condition: Condition) -> Condition:
        """Return the condition with all text parsed. Raises ValueError for words that mean nothing here."""
        match condition:
            case Sentence():
                return Reader(condition.text, self).condition()
            case AllOf() | AnyOf() | CountOf():
                return replace(condition, parts=tuple(map(self.read, condition.parts)))
            case Opposite():
                return Opposite(self.read(condition.part))
        return condition


def _list_seen_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNSEEN)


__all__ = ["SHOWN_CARDS", "Place", "Setting", "face_down", "from_nest"]
