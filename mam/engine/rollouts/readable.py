"""Whole rounds on the readable rules, by the same policies as the kernel: to ask, to replay, and for what tables cannot
hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from mam.engine import strategy
from mam.games.registry import deal_for
from mam.games.round import list_unaccounted
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.auction import high_bid, min_bid
from mam.rules.cards import UNSEEN, Card, NoTrump, Trump
from mam.rules.dealing import Deal, derive_seed, seats_from, shuffled
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, CallCards, Discard, Misdeal, Move, NameTrump, Pass, Play


@dataclass(frozen=True)
class PlayoutSpec:
    """What is to be played out: a deal of which some cards are unseen (None: all of them), for each possible bidder who
    deals (where nobody bids: each possible dealer), the trumps to name one of, the bid in thousands of dollars (None: the
    least that wins the auction).
    """

    rules: TrickGameRules
    seed: int
    policy: str
    deal: Deal | None
    dealers: Mapping[str, str]
    trumps: tuple[Trump, ...]
    bid: int | None

    def opened(self, bidder: str, trump: Trump, deal: Deal | None = None) -> TrickRound:
        """The round once the auction has made this person the bidder; of any deal when none is named."""
        dealer = self.dealers[bidder]
        dealt = deal or deal_for(self.rules, dealer, Random(0), len(self.deal.hands[0]) if self.deal else None)
        round = play_auction(self.rules, dealt, bidder, self.bid, trump)
        assert round is not None, "a dealer was found for this bid"
        return round

    def at_first_lead(self, bidder: str) -> TrickRound:
        """A round of this bidder when the first card is to be led, to ask who sits, leads and plays with whom."""
        round = self.opened(bidder, self.trumps[0])
        while round.phase != "play":
            round = round._apply(strategy.choose_move(round, self.trumps[0]))
        return round


def list_trump_choices(rules: TrickGameRules) -> tuple[Trump, ...]:
    """What the bidder may name; where trump is turned up, what that may bring."""
    kind = dict.fromkeys(card.color for card in rules.pack if card.color is not None)
    if rules.turns_trump:
        return (*kind, NoTrump.TIGER_HIGH)
    return (*kind, *rules.no_trumps, *([NoTrump.NO_COLOR] if rules.auction.no_color else []))


# The auction


def play_auction(
    rules: TrickGameRules, deal: Deal, bidder: str, bid: int | None = None, trump: Trump | None = None
) -> TrickRound | None:
    """The round after an auction, as short as possible, that makes this person the bidder at this bid (None: at the
    least that will do), on this trump where bids name it. None where the rules let no auction end so.
    """
    round = TrickRound(rules, deal)
    while round.phase == "auction":
        calls = _calls(round, bidder, bid, trump if rules.auction.speaks_color else None)
        call = next((one for one in calls if round.reason_against(one) is None), None)
        if call is None:
            return None
        round = round._apply(call)
    settled = "auction" not in rules.phases or (round.bidder == bidder and bid in (None, round.bid))
    return round if settled else None


def _calls(round: TrickRound, bidder: str, bid: int | None, color: Trump | None) -> Iterator[Move]:
    """The calls to try, best first."""
    rules = round.rules.auction
    standing = high_bid(round.calls)
    least = min_bid(round.calls, rules)
    if round.turn == bidder:
        # An opening may be limited: then others have to raise it before the bid itself can be said.
        yield Bid(least if bid is None else bid, color)
        if bid is not None and rules.max_opening is not None:
            yield Bid(rules.max_opening, color)
        return
    if bid is not None and standing is not None and standing[0] == bidder and standing[1].amount < bid:
        yield Bid(least, color)
    yield Pass()
    yield Bid(least, color)


def find_dealer(rules: TrickGameRules, bidder: str, bid: int | None, trump: Trump) -> str | None:
    """The person, counted from the bidder, who has to deal for an auction to end at this bid; None if nobody can."""
    if "auction" not in rules.phases:
        return bidder
    return next(
        (one for one in seats_from(rules.persons, bidder) if can_win_auction(rules, one, bidder, bid, trump)), None
    )


def can_win_auction(rules: TrickGameRules, dealer: str, bidder: str, bid: int | None, trump: Trump) -> bool:
    """Whether an auction can end at this bid when this person deals."""
    return play_auction(rules, deal_for(rules, dealer, Random(0)), bidder, bid, trump) is not None


# Dealing what is unseen


def make_unseen_deal(rules: TrickGameRules, dealer: str) -> Deal:
    """A deal of which nothing is seen: all of it is left to chance."""
    left = len(rules.pack) - rules.hand_size * len(rules.seats) - rules.nest.size
    hands = ((UNSEEN,) * rules.hand_size,) * len(rules.seats)
    return Deal(rules.seats, dealer, hands, (UNSEEN,) * rules.nest.size, pile=(UNSEEN,) * left)


def list_places(deal: Deal) -> list[tuple[Card, ...]]:
    """The places of a deal in order: the hands, the nest, and each card of the pile."""
    return [*deal.hands, deal.nest, *((card,) for card in deal.pile)]


def fill(deal: Deal, cards: Sequence[Card], dealer: str, lot: int | None) -> Deal:
    """The deal with these cards, in order, in the places of the unseen ones."""
    waiting = iter(cards)
    places = [tuple(next(waiting) if card == UNSEEN else card for card in place) for place in list_places(deal)]
    seats = len(deal.seats)
    pile = tuple(card for place in places[seats + 1 :] for card in place)
    return Deal(deal.seats, dealer, tuple(places[:seats]), places[seats], deal.covers, pile, lot)


# Choosing


def choose_randomly(round: TrickRound, rng: Random) -> Move:
    """Any legal move, each with the same chance; a hand is never thrown in."""
    moves = [move for move in round.moves() if not isinstance(move, Misdeal)]
    return moves[int(rng.random() * len(moves))]


def choose(policy: str, round: TrickRound, rng: Random, trump: Trump | None = None) -> Move:
    """The policy's move after the auction, by what the person to move may see; `trump` if that is decided already."""
    if policy == "rulebook":
        return strategy.choose_move(view(round, round.actor).round, trump)
    return choose_randomly(round, rng) if round.phase != "trump" or trump is None else NameTrump(trump)


# Rounds


def play_readable(spec: PlayoutSpec, number: int) -> TrickRound:
    """The round of this number, played to its end on the readable rules."""
    rules, given, rng = spec.rules, spec.deal, Random(derive_seed(spec.seed, "playout", number))
    by_rulebook = spec.policy == "rulebook"
    bidders, trumps = tuple(spec.dealers), spec.trumps
    bidder, trump = bidders[int(rng.random() * len(bidders))], trumps[int(rng.random() * len(trumps))]
    deal = deal_for(rules, spec.dealers[bidder], rng)
    if given is not None:
        pool = shuffled(list_unaccounted(rules.pack, [card for card in given.cards if card != UNSEEN]), rng)
        lot = int(rng.random() * rules.nest.size) if rules.blind_draw and given.lot is None else given.lot
        deal = fill(given, pool, given.dealer, lot)
    if by_rulebook and "auction" in rules.phases:
        worth = {one: max(strategy.estimate_hand(deal[one], trump) for trump in trumps) for one in bidders}
        bidder = max(bidders, key=worth.__getitem__)
        deal = replace(deal, dealer=spec.dealers[bidder])
        trump = max(trumps, key=lambda trump: strategy.estimate_hand(deal[bidder], trump))
    round = spec.opened(bidder, trump, deal)
    settled = trump if len(trumps) == 1 or not by_rulebook else None  # by the rulebook the nest may change it
    while not round.over:
        round = round._apply(choose(spec.policy, round, rng, settled))
    return round


@dataclass(frozen=True)
class PlayedRound:
    """What happened in a round of the kernel: everything that was chosen, in the words of the rules."""

    deal: Deal
    bidder: str
    trump: Trump
    discard: tuple[Card, ...]
    called: tuple[Card, ...]
    cards: tuple[Card, ...]

    def steps(self, spec: PlayoutSpec, number: int) -> Iterator[tuple[TrickRound, Move]]:
        """Every position after the auction with the move made; what the kernel leaves out (a vote, sealed bids) is chosen
        by the policy.
        """
        rng, cards = Random(derive_seed(spec.seed, "unsaid", number)), iter(self.cards)
        round = spec.opened(self.bidder, self.trump, self.deal)
        while not round.over:
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
    """The finished round, every move judged by the readable rules."""
    *_, (last, move) = played.steps(spec, number)
    return last.play(move)
