"""Search rounds of club players for bids, discards and trumps that a player gets wrong, by prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from mam.engine.belief.belief import find_edition
from mam.games.registry import start
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.players import get_player
from mam.players.candidates import list_discards
from mam.rules.cards import Card
from mam.rules.moves import Bid, Discard, Move
from mam.studies.answers import name_discard
from mam.studies.prices import Price
from mam.studies.problems.price_problems import PHASES, PLAYERS, price_decision
from mam.text.notation import parse_cards
from mam.text.open_positions import lay_position

MIN_COST = 15  # thousands of dollars by which a player's answer is behind
_MAX_SETS = 5  # discards that are offered
_YOU = "S"  # every problem is turned so that you sit at the bottom


@dataclass(frozen=True)
class Decision:
    """A decision before the play as its seat knows it, turned so that it is South's: cards and calls as a position names them."""

    hand: str
    dealer: str
    calls: tuple[str, ...]
    nest: str = ""
    discarded: str = ""

    def lay_out(self) -> TrickRound:
        """Return the round; all that South does not know is unseen."""
        return lay_position(
            find_edition(has_open_partner=False),
            f"{_YOU} {self.hand}",
            dealer=self.dealer,
            calls=self.calls,
            nest=self.nest,
            discarded=self.discarded,
        )


@dataclass(frozen=True)
class PricedCandidate:
    """A decision that makes a problem: the price of each answer, and what each player answers. `round` and `step` tell where it was found."""

    ask: str
    decision: Decision
    prices: Mapping[str, Price]
    players: Mapping[str, str]
    round: int
    step: int

    @property
    def tempting(self) -> str:
        """The wrong answer of a player: the one that is least behind."""
        return min(self._list_wrong(), key=lambda answer: self.prices[answer].cost)

    @property
    def level(self) -> int:
        """How hard it is: who finds the answer, and by how much the tempting one is behind; learners' answers are to move it.

        Where the club player finds it, 1 from $90,000 on, 2 from $55,000, 3 from $40,000, else 4. What it misses has level 5.
        """
        if self.prices[self.players["club"]].is_wrong:
            return 5
        cost = self.prices[self.tempting].cost
        return next(level for level, least in enumerate((90, 55, 40, 0), 1) if cost >= least)

    @property
    def themes(self) -> tuple[str, ...]:
        """What it is about: the kind of decision, of a bid whether to make one, and of a discard whether it empties a color."""
        best = next(iter(self.prices))
        if self.ask == "bid":
            return ("bid", "pass" if best == "pass" else "open" if not self.decision.calls else "bid-on")
        if self.ask == "trump":
            return ("trump",)
        cards, hand = parse_cards(best), parse_cards(f"{self.decision.hand} {self.decision.nest}")
        empties = any(
            all(card in cards for card in hand if card.color == color) for color in {card.color for card in cards}
        )
        return ("nest", "empty-a-color") if empties else ("nest",)

    def _list_wrong(self) -> list[str]:
        return [answer for answer in self.players.values() if self.prices[answer].is_wrong]


def search_decisions(ask: str, first: int, count: int) -> Iterator[PricedCandidate | int]:
    """Search rounds number `first` on for decisions of this kind: yield candidates, and after each round its number.

    A round is dealt with its number as seed and called by club players, so the same number is always the same round. Raises
    ValueError for an unknown kind.
    """
    club = get_player("club")
    for number in range(first, first + count):
        round = start(find_edition(has_open_partner=False), seed=number)
        while isinstance(round, TrickRound) and not round.is_over and round.phase != "play":
            seen = view(round, round.actor)
            if round.phase == PHASES[ask] and len(round.legal_moves) > 1:
                yield from _examine(ask, seen, number)
            round = round.play(club(seen, Random(1)))
        yield number


def _examine(ask: str, seen: View[TrickRound], number: int) -> Iterator[PricedCandidate]:
    """Yield the candidate of a decision, if there is one: two players differ, and one of them is wrong."""
    decision = turn_to_south(seen.round, seen.person or "")
    round = decision.lay_out()
    moves = {name: get_player(name)(view(round, _YOU), Random(1)) for name in PLAYERS}
    players = {name: name_answer(move) for name, move in moves.items()}
    if len({*players.values()}) == 1 or (ask == "bid" and "pass" not in players.values()):
        return  # of two bids nobody knows how far each goes on
    choices = _list_choices(ask, round, moves)
    prices = price_decision(round, ask, choices)
    if ask == "discard":
        prices = price_decision(round, ask, choose_sets(prices, players))
    wrong = [prices[answer] for answer in players.values()]
    if any(price.is_wrong and price.cost >= MIN_COST for price in wrong):
        yield PricedCandidate(ask, decision, prices, players, number, len(seen.round.history))


def turn_to_south(round: TrickRound, seat: str) -> Decision:
    """Return the decision of a seat, turned so that it is South."""
    order = round.turn_order
    shift = order.index(_YOU) - order.index(seat)
    seats = {other: order[(place + shift) % len(order)] for place, other in enumerate(order)}
    calls = tuple(f"{seats[other]} {str(call).removeprefix('bid ')}" for other, call in round.calls)
    dealt = dict(zip(round.deal.seats, round.deal.hands, strict=True))[seat]
    nest, discarded = (round.deal.nest, round.discarded or ()) if round.phase != "auction" else ((), ())
    return Decision(name_discard(dealt), seats[round.deal.dealer], calls, name_discard(nest), name_discard(discarded))


def name_answer(move: Move) -> str:
    """Return a move as the text of an answer."""
    if isinstance(move, Bid):
        return str(move.amount)
    return name_discard(move.cards) if isinstance(move, Discard) else str(move).split()[-1]


def _list_choices(ask: str, round: TrickRound, moves: Mapping[str, Move]) -> list[str]:
    """Return the answers to compare, in the order in which they are offered."""
    named = [name_answer(move) for move in moves.values()]
    if ask == "bid":
        return sorted(named, key=lambda answer: answer != "pass")
    if ask == "trump":
        return []
    sets = (name_discard(cards) for cards, _ in list_discards(round))
    return list(dict.fromkeys((*named, *sets)))


def choose_sets(prices: Mapping[str, Price], players: Mapping[str, str]) -> list[str]:
    """Return a few discards to offer: what the players choose, and the best ones that take other colors than these."""
    chosen = dict.fromkeys(players.values())
    by_colors: dict[tuple[object, ...], str] = {}
    for answer in prices:  # the best first
        by_colors.setdefault(_list_colors(parse_cards(answer)), answer)
    chosen_colors = {_list_colors(parse_cards(answer)) for answer in chosen}
    best = next(iter(prices))
    if prices[best].is_right and not any(prices[answer].is_right for answer in chosen):
        chosen[best] = None
        chosen_colors.add(_list_colors(parse_cards(best)))
    others = [answer for colors, answer in by_colors.items() if colors not in chosen_colors]
    sets = [*chosen, *others[: _MAX_SETS - len(chosen)]]
    return sorted(sets, key=lambda answer: parse_cards(answer)[0].code)


def _list_colors(cards: tuple[Card, ...]) -> tuple[object, ...]:
    return tuple(sorted(str(card.color) for card in cards))
