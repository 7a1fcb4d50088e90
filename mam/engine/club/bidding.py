"""How the club player bids: what a bid is likely to score, against what a pass is likely to score.

From its hand and the calls it expects a capture with its best trump, and how far the capture may lie from that; so it knows what
each bid scores on average, and how often it is made. In the same way it expects what the high bidder's side captures against its
hand, or with it: a hand that takes money in any color, but has no long one, is worth most to a player who passes. A bid gets a row
of whole numbers, its features; their sum, each times a weight that depends on who is the high bidder, is what it gains over a pass.
It makes the bid that gains most, or passes if none gains anything; and it always passes when its side has won the auction.
`mam.engine.tables.club_hands_kernel` computes the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mam.engine.club.hand_weights import BID_SITUATIONS, JUMPS, CaptureWeights, HandWeights
from mam.engine.club.hands import list_colors, rank_trumps, rate_hand
from mam.engine.club.weights import Row
from mam.engine.strategy import find_fixed_side, has_won_auction
from mam.games.trick_round import TrickRound
from mam.rules.auction import Calls, find_bid_range, find_high_bid, find_min_bid, may_call_again, must_bid
from mam.rules.cards import Card, Trump, money_in
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Move, Pass

MIDDLE = 250  # the expected capture, in thousands of dollars, for which the spread is given as it is


@dataclass(frozen=True)
class Prospect:
    """What a bidder's side is expected to capture: `expected` by a hand and the calls, in 64ths of $1,000.

    `by_hand` is expected by the hand alone, in thousands of dollars; `captures` are equally likely captures, in thousands of
    dollars, of the `money` in the pack; `trump` is known where the hand is the bidder's.
    """

    trump: Trump | None
    by_hand: int
    expected: int
    captures: tuple[int, ...]
    money: int

    def score(self, bid: int) -> int:
        """Return the expected score of a bid, less what the other side scores; thousands of dollars."""
        return sum((c if c >= bid else -bid) + c - self.money for c in self.captures) // len(self.captures)

    def count_made(self, bid: int) -> int:
        """Return how many of the likely captures make a bid."""
        return sum(capture >= bid for capture in self.captures)

    def find_chance(self, bid: int) -> float:
        """Return the chance that a bid is made."""
        return self.count_made(bid) / len(self.captures)


def choose_call(round: TrickRound, weights: HandWeights) -> Move:
    """Return the club player's call for the seat whose turn it is, whose hand must be seen; never a new deal."""
    assert round.turn is not None
    rules, calls, seats = round.rules.auction, round.calls, len(round.rules.persons)
    if has_won_auction(round.rules, calls, round.turn):
        return Pass()
    amounts = find_bid_range(calls, rules, seats)
    prospect = find_prospect(round.rules, round.hands[round.turn], calls, round.turn, weights)
    color = prospect.trump if rules.speaks_color else None
    bids = [Bid(amounts.minimum + jump, color) for jump in JUMPS if amounts.minimum + jump in amounts]
    bids = [bid for bid in bids if round.why_not(bid) is None]
    if not bids:
        return Pass()
    row = weights.bids[BID_SITUATIONS.index(name_situation(round.rules, calls, round.turn))]
    heard = describe_calls(round.rules, calls, round.turn)
    passing = score_pass(round.rules, round.hands[round.turn], calls, round.turn, weights)
    gains = [_weigh(row, describe_bid(prospect, heard, bid.amount, amounts.minimum, passing)) for bid in bids]
    best = max(gains)
    return bids[gains.index(best)] if best > 0 or must_bid(seats, calls, rules) else Pass()


def find_prospect(
    rules: TrickGameRules, hand: Sequence[Card], calls: Calls, seat: str, weights: HandWeights
) -> Prospect:
    """Return what a seat with this hand, before the nest, expects to capture as the bidder after these calls."""
    colors, money = list_colors(rules), money_in(rules.pack)
    trump, value = rank_trumps(hand, colors, weights.own.hand, colors)
    by_hand = min(max(value + 32 >> 6, 0), 2 * money)
    expected = _expect(by_hand, rules, calls, seat, weights.own)
    scale = 4096 - weights.narrowing * ((expected >> 6) - MIDDLE)
    captures = tuple((expected + (distance * scale >> 12)) >> 6 for distance in weights.own.spread)
    return Prospect(trump, by_hand, expected, captures, money)


def find_others_prospect(
    rules: TrickGameRules, hand: Sequence[Card], calls: Calls, seat: str, weights: CaptureWeights
) -> Prospect:
    """Return what the side of another bidder is expected to capture, by the hand of a seat and the calls."""
    by_hand = rate_hand(hand, None, weights.hand, list_colors(rules)) + 32 >> 6
    expected = _expect(by_hand, rules, calls, seat, weights)
    captures = tuple((expected + distance) >> 6 for distance in weights.spread)
    return Prospect(None, by_hand, expected, captures, money_in(rules.pack))


def score_pass(rules: TrickGameRules, hand: Sequence[Card], calls: Calls, seat: str, weights: HandWeights) -> int:
    """Return what a seat's side is likely to score if the high bid stands, less what the opponents score; thousands of dollars.

    0 if nobody has bid.
    """
    high = find_high_bid(calls)
    if high is None:
        return 0
    if high[0] in find_fixed_side(rules, seat):
        return find_others_prospect(rules, hand, calls, seat, weights.partners).score(high[1].amount)
    return -find_others_prospect(rules, hand, calls, seat, weights.opponents).score(high[1].amount)


def _expect(by_hand: int, rules: TrickGameRules, calls: Calls, seat: str, weights: CaptureWeights) -> int:
    return (by_hand << 6) + _weigh(weights.calls, describe_calls(rules, calls, seat))


def describe_calls(rules: TrickGameRules, calls: Calls, seat: str) -> Row:
    """Return what the others' calls say to a seat, in the order of CALL_FEATURES.

    A forced minimum bid says nothing.
    """
    own_side, base = find_fixed_side(rules, seat), rules.auction.min_opening - rules.auction.min_raise
    bids, passes, declined, passes_to_partner = ({True: 0, False: 0} for _ in range(4))
    highest: dict[str, int] = {}
    for index, (caller, call) in enumerate(calls):
        is_partner, earlier = caller in own_side, calls[:index]
        if caller == seat:
            continue
        high = find_high_bid(earlier)
        if isinstance(call, Bid):
            if call.amount > rules.auction.min_opening or not must_bid(len(rules.persons), earlier, rules.auction):
                bids[is_partner] += call.amount - base - highest.get(caller, 0)
                highest[caller] = call.amount - base
        elif isinstance(call, Pass):
            if high is not None and high[0] in find_fixed_side(rules, caller):
                passes_to_partner[is_partner] += 1
            else:
                passes[is_partner] += 1
                declined[is_partner] += find_min_bid(earlier, rules.auction) - base
    return tuple(
        count[is_partner] for is_partner in (True, False) for count in (bids, passes, declined, passes_to_partner)
    )


def describe_bid(prospect: Prospect, heard: Row, amount: int, lowest: int, passing: int) -> Row:
    """Return the features of a bid after what was `heard`, in the order of BID_FEATURES."""
    return (
        1,
        prospect.score(amount),
        prospect.count_made(amount),
        amount,
        int(amount > lowest),
        amount - lowest,
        heard[0],
        heard[4],
        passing,
    )


def name_situation(rules: TrickGameRules, calls: Calls, seat: str) -> str:
    """Return who is the high bidder and whether a partner may call, one of BID_SITUATIONS."""
    high = find_high_bid(calls)
    if high is None:
        return BID_SITUATIONS[0]
    partners = find_fixed_side(rules, seat) - {seat}
    if high[0] in partners:
        return BID_SITUATIONS[1]
    return BID_SITUATIONS[2 if any(may_call_again(partner, calls, rules.auction) for partner in partners) else 3]


def _weigh(weights: Row, features: Row) -> int:
    return sum(weight * value for weight, value in zip(weights, features, strict=True))
