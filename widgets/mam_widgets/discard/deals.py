"""How a person comes to hold the nest: dealt from a seed, typed, from a record or a deal code, or constrained.

What comes out is always a view. The cards that this person may not see are dealt, and nothing here keeps them.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

import mam
from mam.analysis.probability.conditions import Condition
from mam.engine import strategy
from mam.engine.rollouts.readable import find_dealer, list_trump_choices, play_auction
from mam.games.registry import find_rules
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.auction import find_contract_range
from mam.rules.cards import UNSEEN, Card, NoTrump, Trump, remove_cards, sort_hand
from mam.rules.dealing import Deal, check_seed
from mam.rules.editions import TrickGameRules, get_edition, list_editions
from mam.support.messages import quote
from mam.text.notation import parse_trump
from mam_widgets.shared.hands import CODE, HandSource, deal_hand, find_seat, is_hand, read_given_record


@dataclass(frozen=True)
class NestDeal:
    """A person with the nest in hand, about to discard: what that person sees, and where the cards are from."""

    view: View[TrickRound]
    origin: str
    seed: int

    @property
    def rules(self) -> TrickGameRules:
        return self.view.round.rules

    @property
    def trump(self) -> Trump | None:
        """The trump that the bid has settled already; None where it is still to be named."""
        named_trump = self.view.round.trump
        return named_trump if self.rules.trump_bound or isinstance(named_trump, NoTrump) else None

    @property
    def cards(self) -> str:
        """The hand with the nest in it, in notation."""
        return mam.format_cards(self.view.hand)


def open_nest(
    given: HandSource = None,
    *,
    edition: str | None = None,
    bid: int | None = None,
    seed: int | None = None,
    seat: str | None = None,
    trump: str | Trump | None = None,
) -> NestDeal:
    """Return the moment after the auction that made `seat` the bidder at `bid` (thousands of dollars; what the hand is worth to
    the rulebook player, if left out), with the nest in hand.

    `given` are cards ("R40 R30 …": with those of the nest, or those dealt and then "nest" and its cards, or only those dealt),
    a record or its file, a deal code, or a condition as `mam.deals` takes it ("S holds Bull and Bear"); without it the
    cards are dealt from `seed`. `trump` is the color of the bid in editions where the bid names it.

    Raises ValueError in words for what does not fit, NotationError for a text that says nothing, RecordError for a faulty
    record, OSError for a file that cannot be opened, TypeError for what is none of these.

    >>> open_nest(seed=7, seat="S").view.round.phase
    'nest'
    >>> open_nest("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1, bid=200).view.round.bid
    200
    """
    seed = secrets.randbelow(1_000_000) if seed is None else check_seed(seed)
    record = read_given_record(given)
    if record is not None:
        return _find_in_record(record, edition, bid, seed, seat, trump)
    code = given.strip() if isinstance(given, str) and CODE.fullmatch(given.strip()) else None
    coded, dealt = mam.decode_deal(code) if code else (None, None)
    if coded is not None and edition not in (None, coded, coded.split("+")[0]):
        raise ValueError(f"this deal code is one of {coded}: leave the edition out")
    rules = find_nest_rules(coded or edition)
    seat = find_seat(rules, seat)
    if dealt is not None:
        return _open(rules, dealt, seat, bid, trump, f"deal {code}", seed, keep_dealer=True)
    dealer = find_dealer(rules, seat, None, list_trump_choices(rules)[0]) or rules.persons[0]
    if given is None:
        start = mam.start(rules.full_id, seed, dealer=dealer)
        return _open(rules, start.deal, seat, bid, trump, f"deal {seed}", seed)
    if isinstance(given, str) and is_hand(given):
        return _open(rules, deal_hand(rules, given, seat, dealer, seed), seat, bid, trump, "your cards", seed)
    if not isinstance(given, str | Condition) and not callable(given):
        raise TypeError(f"a hand is text, a record or its file, a deal code or a condition, not {quote(given)}")
    try:
        ordered = next(mam.deals(rules.full_id, given, seed, dealer=dealer))
    except ValueError as error:
        raise ValueError(
            f"{error}. A hand is typed as cards (R40 R30 …), as a deal code, or as a condition like “{seat} holds Bull and Bear”"
        ) from None
    origin = f"a deal in which {given}" if isinstance(given, str | Condition) else "a constrained deal"
    return _open(rules, ordered, seat, bid, trump, origin, seed)


def find_nest_rules(edition: str | None) -> TrickGameRules:
    """Return the rules of an edition that has a nest; the first there is if none is named. Raises ValueError for any other.

    >>> find_nest_rules("eight").nest.size
    3
    """
    rules = find_rules(edition or list_editions()[0])
    if not has_nest(rules.full_id):
        editions = ", ".join(name for name in list_editions() if has_nest(name))
        raise ValueError(f"{rules.name} has no nest, so nobody discards there; editions with a nest: {editions}")
    assert isinstance(rules, TrickGameRules)
    return rules


def has_nest(edition: str) -> bool:
    """Return whether a bidder takes up a nest in this edition."""
    rules = get_edition(edition)
    return isinstance(rules, TrickGameRules) and "nest" in rules.phases


# Where the cards come from


def _find_in_record(
    record: mam.Record, edition: str | None, bid: int | None, seed: int, seat: str | None, trump: str | Trump | None
) -> NestDeal:
    """Return the moment of the record at which the nest was taken up, whoever did."""
    if edition is not None or bid is not None or trump is not None:
        raise ValueError("a record already says what was bid and in which edition: leave edition, bid and trump out")
    round = next(
        (moment for moment in record.rounds() if isinstance(moment, TrickRound) and moment.phase == "nest"), None
    )
    if round is None:
        raise ValueError("in this record nobody takes up the nest, so there is nothing to discard")
    if seat not in (None, round.bidder):
        raise ValueError(f"in this record {round.rules.seat_names[round.bidder or '']} took up the nest, not {seat}")
    return _check(view(round, round.bidder), record.title or "a record", seed)


# The auction


def _open(
    rules: TrickGameRules,
    deal: Deal,
    seat: str,
    bid: int | None,
    trump: str | Trump | None,
    origin: str,
    seed: int,
    keep_dealer: bool = False,
) -> NestDeal:
    """Return the round after an auction, as short as can be, that this seat wins."""
    hand = (*deal[seat], *deal.nest)
    bid_trump = _bid_trump(rules, hand, trump)
    amount = usual_bid(rules, hand) if bid is None else bid
    _check_bid(rules, amount)
    color = bid_trump or list_trump_choices(rules)[0]
    dealer = deal.dealer if keep_dealer else find_dealer(rules, seat, amount, color)
    round = dealer and play_auction(rules, replace(deal, dealer=dealer), seat, amount, color)
    if not round:
        bidder_name = rules.seat_names[seat]
        raise ValueError(
            f"no auction here ends with {bidder_name} having the bid at {rules.auction.format_amount(amount)}"
        )
    while round.phase != "nest":  # a vote on showing the nest, where that is taken
        round = round._apply(strategy.choose_move(round, bid_trump))
    return _check(view(round, seat), origin, seed)


def _check(seat_view: View[TrickRound], origin: str, seed: int) -> NestDeal:
    if UNSEEN in seat_view.hand:
        raise ValueError("cards of this hand are not known: a discard needs all of them")
    return NestDeal(seat_view, origin, seed)


def usual_bid(rules: TrickGameRules, hand: Sequence[Card]) -> int:
    """Return what the rulebook player would bid at most on what is left of this hand, in thousands of dollars.

    >>> from mam.rules.cards import PACK
    >>> usual_bid(find_nest_rules(None), PACK[:16])
    275
    """
    trump = best_trump(rules, hand)
    hand_left = remove_cards(sort_hand(hand), strategy.choose_discard(hand, rules.nest, trump))
    auction = rules.auction
    limit = strategy.find_bid_limit(strategy.estimate_hand(hand_left, trump), rules)
    bids = find_contract_range(auction)
    return max(bids.minimum, min(limit - limit % bids.step, bids.maximum or limit))


def best_trump(rules: TrickGameRules, hand: Sequence[Card]) -> Trump:
    """Return the richest color of a hand."""
    colors = [trump for trump in list_trump_choices(rules) if not isinstance(trump, NoTrump)]
    return max(colors, key=lambda color: strategy.estimate_hand(hand, color))


def _bid_trump(rules: TrickGameRules, hand: Sequence[Card], trump: str | Trump | None) -> Trump | None:
    """Return the trump that the bid names, where bids name one."""
    if not rules.auction.speaks_color:
        if trump is not None:
            raise ValueError(f"in {rules.name} trump is named after the discard, not by the bid: leave it out")
        return None
    named_trump = parse_trump(trump) if isinstance(trump, str) else trump
    return best_trump(rules, hand) if named_trump is None else named_trump


def _check_bid(rules: TrickGameRules, bid: object) -> None:
    if not isinstance(bid, int) or isinstance(bid, bool):
        raise TypeError(f"a bid is a whole number of thousands of dollars, like 200, not {quote(bid)}")
    clause = rules.auction
    if bid not in (bids := find_contract_range(clause)):
        raise ValueError(
            f"{clause.format_amount(bid)} can't be bid here: bid {bids.describe(clause)}, in steps of {clause.format_amount(clause.step)}"
        )
