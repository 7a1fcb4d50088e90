"""What you can see of a trick: who is winning, what lies there, who is still to play, what is still out."""

from collections.abc import Sequence

from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.cards import BEAR, BULL, TIGER, AnyColor, Card, money_in
from mam.rules.dealing import find_opposite_seat
from mam.rules.moves import Play


class TrickFacts:
    """The table as the person to move sees it, with the questions that the rules of the coach ask."""

    def __init__(self, view: View[TrickRound]) -> None:
        round = self.round = view.round
        assert round.trick is not None and view.person is not None and round.trump is not None
        self.you, self.hand, self.trump = view.person, view.hand, round.trump
        self.names = round.rules.seat_names
        self.partner = find_opposite_seat(round.rules.seats, self.you)
        self.opponents = [seat for seat in round.rules.seats if seat not in (self.you, self.partner)]
        self.rules = round.rules.tricks
        self.cards = round.trick.cards
        self.after = round.trick.seats[len(self.cards) + 1 :]
        self.legal = [move.card for move in round.legal_moves if isinstance(move, Play)]
        self.out = round.unaccounted
        self.led = tricks.find_led_color(self.cards, self.trump, self.rules)
        self.winner = round.current_winner
        self.winning = None if self.winner is None else dict(round.trick.plays)[self.winner]
        self.money = money_in(self.cards)
        self.value = tricks.trick_value(self.cards, self.rules)
        self.is_wiped_out = tricks.find_multiplier(self.cards, self.rules) == 0
        self.voids = self._find_voids()

    def _find_voids(self) -> set[tuple[str, AnyColor]]:
        """Return (seat, color) for every seat that did not follow."""
        voids: set[tuple[str, AnyColor]] = set()
        for trick in [*self.round.tricks, *([self.round.trick] if self.round.trick else [])]:
            for index, (seat, card) in enumerate(trick.plays):
                led_color = tricks.find_led_color(trick.cards[:index], self.trump, self.rules) if index else None
                if led_color is not None and self.color(card) != led_color:
                    voids.add((seat, led_color))
        return voids

    # Cards

    def color(self, card: Card) -> AnyColor | None:
        """Return the color that a card counts as."""
        return tricks.find_color(card, self.trump)

    def is_trump(self, card: Card) -> bool:
        """Return whether a card is a trump."""
        return self.color(card) == self.trump

    def strength(self, card: Card, led_color: AnyColor | None = None) -> int:
        """Return how high a card ranks if this color is led."""
        return tricks.find_strength(card, led_color or self.led, self.trump)

    def count(self, color: AnyColor | None) -> int:
        """Return how many cards of a color you hold."""
        return sum(card.color == color for card in self.hand)

    def is_top(self, card: Card) -> bool:
        """Return whether no unseen card of its color is higher."""
        color = self.color(card)
        strength = self.strength(card, color)
        return not any(self.color(other) == color and self.strength(other, color) > strength for other in self.out)

    def cost(self, card: Card) -> float:
        """Return what it costs to give a card up: money, what it may still win, and trumps."""
        if card == TIGER:
            return 200
        if card in (BULL, BEAR):
            return 60
        return 2 * card.money + card.rank / 2 + (40 if self.is_trump(card) else 0) + (15 if self.is_top(card) else 0)

    # The trick

    def captures(self, card: Card) -> bool:
        """Return whether a card would be winning the trick."""
        return tricks.find_winner((*self.cards, card), self.trump, self.rules) == len(self.cards)

    def list_threats(self, card: Card, seats: Sequence[str], led_color: AnyColor | None = None) -> list[Card]:
        """Return the unseen cards with which an opponent among these seats might still beat this card."""
        led_color = led_color or self.led or self.color(card)
        opponents = [seat for seat in seats if seat != self.partner]
        return [
            other
            for other in self.out
            if self.strength(other, led_color) > self.strength(card, led_color)
            and any((seat, self.color(other)) not in self.voids for seat in opponents)
        ]

    def is_safe(self, card: Card, seats: Sequence[str], led_color: AnyColor | None = None) -> bool:
        """Return whether no opponent among these seats can beat this card."""
        return not self.list_threats(card, seats, led_color)

    def is_top_but_trumps(self, card: Card, seats: Sequence[str], led_color: AnyColor | None = None) -> bool:
        """Return whether only a trump could beat this card, and enough of its color is out for everybody to follow."""
        led_color = led_color or self.led or self.color(card)
        opponents = [seat for seat in seats if seat != self.partner]
        if any(not self.is_trump(other) for other in self.list_threats(card, opponents, led_color)):
            return False
        if any((seat, led_color) in self.voids for seat in opponents):
            return False
        return sum(self.color(other) == led_color for other in self.out) >= 2 + 2 * len(opponents)
