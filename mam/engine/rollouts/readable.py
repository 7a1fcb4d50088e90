"""Whole rounds on the readable rules, by the same policies as the kernel: to check it, to replay its rounds, and to play the
games that tables cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from mam.engine import strategy
from mam.engine.club import hands
from mam.engine.club import moves as club_moves
from mam.engine.club.hand_weights import find_hand_weights
from mam.games.registry import deal_for
from mam.games.round import list_unaccounted
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.auction import find_high_bid, find_min_bid
from mam.rules.cards import UNSEEN, Card, NoTrump, Trump
from mam.rules.dealing import Deal, derive_seed, list_seats_from, shuffle
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, CallCards, Discard, Misdeal, Move, NameTrump, Pass, Play


@dataclass(frozen=True)
class PlayoutSpec:
    """The edition, seed, policy and fixed choices of a simulation.

    `deal` may have unseen cards (None: all cards are unseen); `dealers` has the dealer for each possible bidder (where nobody
    bids: each possible dealer); one of `trumps` is named; `bid` is in thousands of dollars (None: the lowest that wins the
    auction).
    """

    rules: TrickGameRules
    seed: int
    policy: str
    deal: Deal | None
    dealers: Mapping[str, str]
    trumps: tuple[Trump, ...]
    bid: int | None

    def open_round(self, bidder: str, trump: Trump, deal: Deal | None = None) -> TrickRound:
        """Return the round after an auction that made this person the bidder; with any deal if none is given."""
        dealer = self.dealers[bidder]
        dealt = deal or deal_for(self.rules, dealer, Random(0), len(self.deal.hands[0]) if self.deal else None)
        round = play_auction(self.rules, dealt, bidder, self.bid, trump)
        assert round is not None, "no dealer for this bid"
        return round

    def make_first_lead(self, bidder: str) -> TrickRound:
        """Return a round with this bidder at the first lead: it has the seats, the leader and the sides."""
        round = self.open_round(bidder, self.trumps[0])
        while round.phase != "play":
            round = round._apply(strategy.choose_move(round, self.trumps[0]))
        return round


def list_trump_choices(rules: TrickGameRules) -> tuple[Trump, ...]:
    """Return the trumps that the bidder may name; where trump is turned up, those that may come."""
    kind = dict.fromkeys(card.color for card in rules.pack if card.color is not None)
    if rules.turns_trump:
        return (*kind, NoTrump.TIGER_HIGH)
    return (*kind, *rules.no_trumps, *([NoTrump.NO_COLOR] if rules.auction.no_color else []))


# The auction


def play_auction(
    rules: TrickGameRules, deal: Deal, bidder: str, bid: int | None = None, trump: Trump | None = None
) -> TrickRound | None:
    """Return the round after the shortest auction that makes this person the bidder at this bid.

    `bid` None is the lowest bid that is enough; `trump` is named where bids name it. None if no auction can end so.
    """
    round = TrickRound(rules, deal)
    while round.phase == "auction":
        calls = _list_calls(round, bidder, bid, trump if rules.auction.speaks_color else None)
        call = next((call for call in calls if round._reason_against(call) is None), None)
        if call is None:
            return None
        round = round._apply(call)
    is_reached = "auction" not in rules.phases or (round.bidder == bidder and bid in (None, round.bid))
    return round if is_reached else None


def _list_calls(round: TrickRound, bidder: str, bid: int | None, color: Trump | None) -> Iterator[Move]:
    """Yield the calls to try, best first."""
    rules = round.rules.auction
    high = find_high_bid(round.calls)
    lowest = find_min_bid(round.calls, rules)
    if round.turn == bidder:
        # There may be a maximum opening bid: then somebody else has to raise it before this bid is legal.
        yield Bid(lowest if bid is None else bid, color)
        if bid is not None and rules.max_opening is not None:
            yield Bid(rules.max_opening, color)
        return
    if bid is not None and high is not None and high[0] == bidder and high[1].amount < bid:
        yield Bid(lowest, color)
    yield Pass()
    yield Bid(lowest, color)


def find_dealer(rules: TrickGameRules, bidder: str, bid: int | None, trump: Trump) -> str | None:
    """Return the first person, from the bidder on, whose deal lets the auction end at this bid, or None."""
    if "auction" not in rules.phases:
        return bidder
    return next(
        (
            dealer
            for dealer in list_seats_from(rules.persons, bidder)
            if can_win_auction(rules, dealer, bidder, bid, trump)
        ),
        None,
    )


def can_win_auction(rules: TrickGameRules, dealer: str, bidder: str, bid: int | None, trump: Trump) -> bool:
    """Return whether an auction can end at this bid when this person deals."""
    return play_auction(rules, deal_for(rules, dealer, Random(0)), bidder, bid, trump) is not None


# Dealing the unseen cards


def make_unseen_deal(rules: TrickGameRules, dealer: str) -> Deal:
    """Return a deal in which every card is unseen."""
    left = len(rules.pack) - rules.hand_size * len(rules.seats) - rules.nest.size
    hands = ((UNSEEN,) * rules.hand_size,) * len(rules.seats)
    return Deal(rules.seats, dealer, hands, (UNSEEN,) * rules.nest.size, stock=(UNSEEN,) * left)


def list_places(deal: Deal) -> list[tuple[Card, ...]]:
    """Return the places of a deal in order: the hands, the nest, and each card of the stock."""
    return [*deal.hands, deal.nest, *((card,) for card in deal.stock)]


def fill_deal(deal: Deal, cards: Sequence[Card], dealer: str, blind_draw: int | None) -> Deal:
    """Return the deal with these cards, in order, in the places of the unseen ones."""
    waiting = iter(cards)
    places = [tuple(next(waiting) if card == UNSEEN else card for card in place) for place in list_places(deal)]
    seats = len(deal.seats)
    stock = tuple(card for place in places[seats + 1 :] for card in place)
    return Deal(deal.seats, dealer, tuple(places[:seats]), places[seats], deal.covers, stock, blind_draw)


# Choosing


def choose_randomly(round: TrickRound, rng: Random) -> Move:
    """Return a legal move, each with the same chance; never ask for a new deal."""
    moves = [move for move in round.legal_moves if not isinstance(move, Misdeal)]
    return moves[int(rng.random() * len(moves))]


def choose(policy: str, round: TrickRound, rng: Random, trump: Trump | None = None) -> Move:
    """Return the policy's move after the auction, by what the person to move may see; `trump` if it is decided."""
    if policy == "club":
        move = club_moves.choose_move(view(round, round.actor).round, trump)
        assert move is not None  # it does not call
        return move
    if policy == "rulebook":
        return strategy.choose_move(view(round, round.actor).round, trump)
    return choose_randomly(round, rng) if round.phase != "trump" or trump is None else NameTrump(trump)


# Playing


def play_readable(spec: PlayoutSpec, number: int) -> TrickRound:
    """Play the round of this number to its end on the readable rules."""
    rules, fixed_deal, rng = spec.rules, spec.deal, Random(derive_seed(spec.seed, "playout", number))
    by_rulebook = spec.policy != "random"
    bidders, trumps = tuple(spec.dealers), spec.trumps
    bidder, trump = bidders[int(rng.random() * len(bidders))], trumps[int(rng.random() * len(trumps))]
    deal = deal_for(rules, spec.dealers[bidder], rng)
    if fixed_deal is not None:
        pool = shuffle(list_unaccounted(rules.pack, [card for card in fixed_deal.cards if card != UNSEEN]), rng)
        blind_draw = (
            int(rng.random() * rules.nest.size)
            if rules.blind_draw and fixed_deal.blind_draw is None
            else fixed_deal.blind_draw
        )
        deal = fill_deal(fixed_deal, pool, fixed_deal.dealer, blind_draw)
    if by_rulebook and "auction" in rules.phases:
        trump_ranks = {seat: _rank_trumps(spec, deal[seat]) for seat in bidders}
        bidder = max(bidders, key=lambda seat: trump_ranks[seat][1])
        deal, trump = replace(deal, dealer=spec.dealers[bidder]), trump_ranks[bidder][0]
    round = spec.open_round(bidder, trump, deal)
    decided = trump if len(trumps) == 1 or not by_rulebook else None  # the rulebook player chooses after the nest
    while not round.is_over:
        round = round._apply(choose(spec.policy, round, rng, decided))
    return round


def _rank_trumps(spec: PlayoutSpec, hand: Sequence[Card]) -> tuple[Trump, int]:
    """Return the trump with which a hand is worth most to the policy, and what it is worth."""
    weights = find_hand_weights(spec.rules.full_id) if spec.policy == "club" else None
    if weights is not None:
        return hands.rank_trumps(hand, spec.trumps, weights.own.hand, hands.list_colors(spec.rules))
    estimates = {trump: strategy.estimate_hand(hand, trump) for trump in spec.trumps}
    best = max(estimates, key=estimates.__getitem__)
    return best, estimates[best]


@dataclass(frozen=True)
class PlayedRound:
    """A round as the kernel played it: every choice, as cards and seats."""

    deal: Deal
    bidder: str
    trump: Trump
    discard: tuple[Card, ...]
    called: tuple[Card, ...]
    cards: tuple[Card, ...]

    def steps(self, spec: PlayoutSpec, number: int) -> Iterator[tuple[TrickRound, Move]]:
        """Yield every position after the auction with the move made; the policy makes those that the kernel leaves out (a
        vote, sealed bids).
        """
        rng, cards = Random(derive_seed(spec.seed, "unsaid", number)), iter(self.cards)
        round = spec.open_round(self.bidder, self.trump, self.deal)
        while not round.is_over:
            match round.phase:
                case "nest":
                    move: Move = Discard(self.discard)
                case "trump":
                    move = NameTrump(self.trump)
                case "called":
                    move = CallCards(self.called)
                case "play":
                    move = Play(next(cards))
                case _:
                    move = choose(spec.policy, round, rng)
            yield round, move
            round = round.play(move)


def replay(spec: PlayoutSpec, played: PlayedRound, number: int) -> TrickRound:
    """Return the finished round, every move checked by the readable rules."""
    *_, (last, move) = played.steps(spec, number)
    return last.play(move)
