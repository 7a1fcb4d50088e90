"""What is given where a round begins in the middle: a position of a few cards, without the deal and the auction before it."""

from __future__ import annotations

from dataclasses import dataclass

from mam.rules.cards import NoTrump, Trump, format_count
from mam.rules.dealing import Deal
from mam.rules.editions.ruleset import TrickGameRules
from mam.support.arguments import check_fields
from mam.support.messages import quote


@check_fields
@dataclass(frozen=True)
class Position:
    """What is known where a position begins: who leads, trump, and what is said of the bid and of earlier tricks.

    What is not given is unknown, never invented. `captured` is what sides have captured in earlier tricks (thousands of
    dollars, or points): () if there were none, None if nobody knows. Without it or without a `bid`, nothing is made, set back
    or scored. A position begins at a lead; or, where cards lie in its nest, when the bidder picks these up; or, where no hand
    has a card, after the last trick. In these two the rules say who leads, so there is no `leader`.

    >>> from mam.rules.cards import Color
    >>> Position("W", Color.BLACK, "N", 220, (("N-S", 200),))
    position leads W, trump B, bid N 220, captured N-S 200
    """

    leader: str = ""
    trump: Trump | None = None
    bidder: str | None = None
    bid: int | None = None
    captured: tuple[tuple[str, int], ...] | None = None

    def __repr__(self) -> str:
        parts = [f"leads {self.leader}"] if self.leader else []
        if self.trump is not None:
            parts.append(f"trump {self.trump!r}")
        if self.bidder is not None:
            parts.append(f"bid {self.bidder}" + ("" if self.bid is None else f" {self.bid}"))
        parts += (f"captured {side} {amount}" for side, amount in self.captured or ())
        parts += ["captured nothing"] if self.captured == () else []
        return f"position {', '.join(parts)}"

    def check(self, rules: TrickGameRules, deal: Deal) -> None:
        """Raise ValueError with the fault, unless these facts fit these rules and the cards of this deal."""
        seats = " ".join(rules.seats)
        if deal.seats != rules.seats or deal.dealer:
            raise ValueError(f"a position of {rules.id} has the seats {seats}, and no dealer")
        if self.bidder is not None and self.bidder not in rules.persons:
            raise ValueError(f"no person {quote(self.bidder)} to bid: choose one of {' '.join(rules.persons)}")
        if self.bid is not None and self.bidder is None:
            raise ValueError(f"whose bid is {self.bid}? Name the bidder")
        if self.bidder is None and (rules.exposed or rules.alliance != "fixed") and "auction" in rules.phases:
            raise ValueError(f"in {rules.id} the bidder decides who plays with whom: name the bidder")
        sides = rules.sides or dict.fromkeys(rules.persons)
        if rules.alliance == "fixed" and (unknown := [side for side, _ in self.captured or () if side not in sides]):
            raise ValueError(f"no side {quote(unknown[0])}: the sides are {' '.join(sides)}")
        sizes = {seat: len(hand) for seat, hand in zip(deal.seats, deal.hands, strict=True)}
        if len(set(sizes.values())) != 1:
            text = ", ".join(f"{seat} {size}" for seat, size in sizes.items())
            raise ValueError(f"where a position begins every hand has the same number of cards, not {text}")
        size = len(deal.hands[0])
        if size > rules.hand_size:
            raise ValueError(f"a hand has at most {format_count(rules.hand_size, 'card')}, not {size}")
        if deal.nest:
            self._check_nest(rules, deal, size)
        elif not size and (self.leader or not self.captured):
            raise ValueError(
                "a position without cards comes after the last trick: say what was captured, not who leads"
            )
        elif size and self.leader not in rules.seats:
            raise ValueError(
                f"no seat {quote(self.leader)} to lead: choose one of {seats}" if self.leader else "say who leads"
            )
        elif size and self.trump not in (choices := _list_trumps(rules)):
            codes = " ".join(map(repr, choices))
            raise ValueError(f"name the trump, one of {codes}" + (f", not {self.trump!r}" if self.trump else ""))

    def _check_nest(self, rules: TrickGameRules, deal: Deal, size: int) -> None:
        """Raise ValueError unless the bidder can pick up this nest."""
        if "nest" not in rules.phases:
            raise ValueError(f"in {rules.id} nobody picks up a nest: leave it empty")
        if self.bidder is None:
            raise ValueError("whose is the nest? Name the bidder")
        if len(deal.nest) != rules.nest.size or not size:
            raise ValueError(f"the bidder, who holds cards, picks up {rules.nest.size}, not {len(deal.nest)}")
        if self.leader or (self.trump is not None and "trump" in rules.phases):
            raise ValueError("before the discard nobody leads, and trump is not named: leave both out")


def _list_trumps(rules: TrickGameRules) -> list[Trump]:
    """Return what can be trump in this game: its colors, and its kinds of no trump."""
    choices: list[Trump] = list(dict.fromkeys(card.color for card in rules.pack if card.color))
    choices += rules.no_trumps
    choices += [NoTrump.NO_COLOR] if rules.auction.no_color else []
    return [*choices, *([NoTrump.TIGER_HIGH] if rules.turns_trump else [])]
