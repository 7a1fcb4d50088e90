"""The auction: whose turn it is, which bids are legal, when it ends. Amounts are thousands of dollars (in Sweven, points)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mam.rules.amounts import format_amount, format_range
from mam.rules.cards import Card, Color, NoTrump, Trump, join_words, money_in, name_trump
from mam.rules.choices import check_choices
from mam.rules.dealing import find_next_seat
from mam.rules.moves import Bid, Call, Misdeal, Pass
from mam.rules.rulings import Reason, conjugate, format_possessive, lower_with_verb

MustOpen = Literal["first", "last", "nobody"]
Calls = Sequence[tuple[str, Call]]
_LIST_LIMIT = 520  # bids without a limit are listed at least up to this: the most that a round with one pack can bring


@dataclass(frozen=True)
class AuctionRules:
    """The facts about bidding that differ between editions.

    `opens` says who calls first, counted to the left of the dealer; `must_open` says who must bid: the "first" player to
    call, the "last" one when all the others have passed, or "nobody". `max_opening` and `max_bid` limit the opening bid and
    every bid (None: no limit, D-G06). `capped`: `max_bid` is what one round can bring, which the edition works out from its
    pack and its options. `speaks_color`: each bid names its color, or No Color if `no_color` allows it.
    `reentry`: a player who passed may bid again. `one_turn`: each player calls once. `max_misdeal_money`: the most money
    a hand may have for a misdeal (None: there are no misdeals). `money`: amounts are dollars, not points.
    """

    opens: int = 0
    must_open: MustOpen = "first"
    min_opening: int = 0
    max_opening: int | None = None
    min_raise: int = 1
    step: int = 1
    capped: bool = False
    max_bid: int | None = None
    speaks_color: bool = False
    no_color: bool = False
    reentry: bool = False
    one_turn: bool = False
    max_misdeal_money: int | None = None
    money: bool = True

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def colors(self) -> tuple[Trump, ...]:
        """Return the colors that a bid may name; empty where bids name no color."""
        if not self.speaks_color:
            return ()
        return (*Color, NoTrump.NO_COLOR) if self.no_color else tuple(Color)

    def format_amount(self, amount: int) -> str:
        """Return an amount in full, in the unit of the bids.

        >>> AuctionRules().format_amount(175), AuctionRules(money=False).format_amount(4)
        ('$175,000', '4 points')
        """
        return format_amount(amount, "money" if self.money else "points")


def find_high_bid(calls: Calls) -> tuple[str, Bid] | None:
    """Return the high bidder and the high bid, or None before the opening.

    >>> find_high_bid([("S", Bid(175)), ("W", Pass())])
    ('S', bid 175)
    """
    return next(((seat, call) for seat, call in reversed(calls) if isinstance(call, Bid)), None)


def find_opener(seats: Sequence[str], dealer: str, rules: AuctionRules) -> str:
    """Return the seat that calls first (R35-BID-1, R04-BID-1, RSW-7)."""
    return seats[(seats.index(dealer) + rules.opens) % len(seats)]


def turn(seats: Sequence[str], dealer: str, calls: Calls, rules: AuctionRules) -> str | None:
    """Return whose call is next, or None when the auction is over (R35-BID-3, R35-BID-8, R35-BID-11, D-M02, RSW-7).

    >>> turn("NESW", "S", [("S", Bid(175)), ("W", Pass()), ("N", Pass())], AuctionRules())
    'E'
    """
    if not calls:
        return find_opener(seats, dealer, rules)
    if rules.one_turn:
        return None if len(calls) == len(seats) else find_next_seat(seats, calls[-1][0])
    high = find_high_bid(calls)
    seat = find_next_seat(seats, calls[-1][0])
    if not rules.reentry or high is None:  # nobody calls twice before the first bid
        passed = {seat for seat, call in calls if isinstance(call, Pass)}
        if len(passed) == len(seats):
            return None
        while seat in passed:
            seat = find_next_seat(seats, seat)
    return None if high and seat == high[0] else seat  # everybody else has passed


class BidRange(NamedTuple):
    """The lowest and the highest legal bid, in steps of `step`; `maximum` is None where there is no limit.

    If `maximum` is below `minimum`, nobody can bid anymore.
    """

    minimum: int
    maximum: int | None
    step: int = 1

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and self.is_between(amount) and amount % self.step == 0

    def is_between(self, amount: int) -> bool:
        """Return whether the amount is within the limits, whatever the step."""
        return self.minimum <= amount and (self.maximum is None or amount <= self.maximum)

    def up_to(self, limit: int) -> range:
        """Return the amounts in this range up to this limit."""
        return range(self.minimum, min(limit, self.maximum if self.maximum is not None else limit) + 1, self.step)

    def describe(self, rules: AuctionRules) -> str:
        """Return the limits as text.

        >>> BidRange(175, 200, 5).describe(AuctionRules()), BidRange(175, None, 5).describe(AuctionRules())
        ('$175,000 to $200,000', '$175,000 or more')
        """
        return format_range(self.minimum, self.maximum, "money" if rules.money else "points")


def find_bid_range(calls: Calls, rules: AuctionRules, seats: int = 4) -> BidRange:
    """Return the legal bids after these calls, with this many seats bidding (R35-BID-2, R35-BID-5, D-G06, D-X01).

    >>> one_pack = AuctionRules(min_opening=175, max_opening=200, min_raise=10, step=5, max_bid=520)
    >>> find_bid_range([], one_pack).describe(one_pack), find_bid_range([("S", Bid(200))], one_pack).describe(one_pack)
    ('$175,000 to $200,000', '$210,000 to $520,000')
    """
    high = find_high_bid(calls)
    if high is not None:
        return BidRange(high[1].amount + rules.min_raise, rules.max_bid, rules.step)
    if rules.must_open == "last" and must_bid(seats, calls, rules):
        return BidRange(rules.min_opening, rules.min_opening, rules.step)
    limits = [limit for limit in (rules.max_opening, rules.max_bid) if limit is not None]
    return BidRange(rules.min_opening, min(limits, default=None), rules.step)


def find_contract_range(rules: AuctionRules) -> BidRange:
    """Return the range of winning bids: from the minimum opening bid to the highest bid of all.

    >>> find_contract_range(AuctionRules(min_opening=175, max_opening=200, step=5, max_bid=520))
    BidRange(minimum=175, maximum=520, step=5)
    """
    return BidRange(max(rules.min_opening, 1), rules.max_bid, rules.step)


def find_min_bid(calls: Calls, rules: AuctionRules) -> int:
    """Return the lowest amount that may be bid now."""
    return find_bid_range(calls, rules).minimum


def list_calls(calls: Calls, rules: AuctionRules, seats: int = 4) -> Iterator[Call]:
    """Yield every call to consider: pass, and each amount in steps up to the limit.

    Without a limit, amounts go up to 520, or 100 above the lowest bid if that is more. Where bids name a color, each
    amount comes with each color.
    """
    yield Pass()
    if rules.max_misdeal_money is not None:
        yield Misdeal()
    amounts = find_bid_range(calls, rules, seats)
    top = amounts.maximum if amounts.maximum is not None else max(_LIST_LIMIT, amounts.minimum + 100)
    colors: Sequence[Trump | None] = rules.colors or (None,)
    for amount in amounts.up_to(top):
        yield from (Bid(amount, color) for color in colors)


def must_bid(seats: int, calls: Calls, rules: AuctionRules) -> bool:
    """Return whether the next player must bid (R35-BID-1, D-X01)."""
    if find_high_bid(calls) is not None:
        return False
    return rules.must_open == "first" or (rules.must_open == "last" and len(calls) == seats - 1)


def may_call_again(seat: str, calls: Calls, rules: AuctionRules) -> bool:
    """Return whether a seat other than the high bidder's may get another turn to call (R35-BID-8, R35-BID-9, RSW-7).

    >>> one_pack = AuctionRules(min_opening=175)
    >>> [may_call_again(seat, [("S", Bid(175)), ("W", Pass())], one_pack) for seat in "WN"]
    [False, True]
    """
    if rules.one_turn:
        return all(caller != seat for caller, _ in calls)
    return rules.reentry or (seat, Pass()) not in calls


def why_not_call(
    call: Call,
    calls: Calls,
    rules: AuctionRules,
    mover: str,
    *,
    seats: int = 4,
    is_barred: bool = False,
    hand: Sequence[Card] = (),
    has_called: bool = False,
) -> Reason | None:
    """Return why this call is illegal, or None if it is legal.

    `seats` is the number of players who bid; `is_barred` says whether a penalty keeps this player from bidding, `has_called`
    whether this player has called before. Only a misdeal depends on `hand`.
    """
    high = find_high_bid(calls)
    if isinstance(call, Misdeal):
        return _why_not_misdeal(rules, mover, hand, has_called)
    if must_bid(seats, calls, rules) and (reason := _why_must_bid(call, rules)):
        return reason
    if isinstance(call, Pass):
        return None
    if is_barred:
        return Reason("barred", "You may only pass in this hand:", "you failed to make your bid in the last one.")
    if call.amount % rules.step:
        reason = Reason(
            "bid-step",
            f"You can't bid {rules.format_amount(call.amount)}:",
            f"every bid must be a multiple of {rules.format_amount(rules.step)}.",
        )
        return reason.resting_on("bid-step-opening") if high is None else reason
    amounts = find_bid_range(calls, rules, seats)
    if high is None:
        refusal = _why_not_open(call.amount, amounts, rules)
    else:
        refusal = _why_not_raise(call, high[1].amount, amounts, rules)
    return refusal or _why_not_color(call, rules)  # last, because it repeats the amount


def _why_must_bid(call: Bid | Pass, rules: AuctionRules) -> Reason | None:
    """Return why a player who must bid can't make this call."""
    minimum = rules.format_amount(rules.min_opening)
    if rules.must_open == "first":
        if not isinstance(call, Pass):
            return None
        limits = _get_opening_limits(find_bid_range([], rules), rules).describe(rules)
        return Reason("must-open", "You can't pass:", f"the dealer must open the auction, with {limits}.")
    if call == Bid(rules.min_opening):
        return None
    attempt = "pass" if isinstance(call, Pass) else f"bid {rules.format_amount(call.amount)}"
    return Reason("must-open", f"You can't {attempt}:", f"all the others have passed, so you must bid {minimum}.")


def _why_not_misdeal(rules: AuctionRules, mover: str, hand: Sequence[Card], has_called: bool) -> Reason | None:
    refusal = conjugate(mover, "can't") + " call for a new deal"
    if rules.max_misdeal_money is None:
        return Reason("no-misdeal", f"{refusal}:", "this game is played without misdeals.").resting_on("misdeal")
    if has_called:
        return Reason("misdeal-late", f"{refusal} after {format_possessive(mover)} first call of the auction.")
    if (money := money_in(hand)) > rules.max_misdeal_money:
        maximum = format_amount(rules.max_misdeal_money)
        return Reason(
            "misdeal",
            f"{refusal}:",
            f"{lower_with_verb(mover, 'hold')} {format_amount(money)}, and the maximum is {maximum}.",
        )
    return None


def _why_not_color(call: Bid, rules: AuctionRules) -> Reason | None:
    if not rules.speaks_color:
        if call.color is None:
            return None
        return Reason(
            "amount-only",
            f"Bid {rules.format_amount(call.amount)} without a {_color_word(rules)}:",
            "trump is named after the auction.",
        )
    if call.color is None:
        return Reason("bid-color", f"Name a color with the bid, as in “bid {call.amount} R”.")
    if call.color not in rules.colors:
        names = join_words((color.word for color in rules.colors), "or")
        return Reason("bid-color", f"You can't bid on {name_trump(call.color)}:", f"name {names}.").resting_on(
            "bid-no-color"
        )
    return None


def _color_word(rules: AuctionRules) -> str:
    return "color" if rules.money else "suit"


def _get_opening_limits(amounts: BidRange, rules: AuctionRules) -> BidRange:
    """Return the limits of an opening bid as people say them: without the limit on all bids."""
    return amounts if rules.max_opening is not None else amounts._replace(maximum=None)


def _why_not_open(amount: int, amounts: BidRange, rules: AuctionRules) -> Reason | None:
    if rules.max_opening is None and amount >= amounts.minimum:
        return _why_too_much(amount, rules)
    if amounts.is_between(amount):
        return None
    limits = _get_opening_limits(amounts, rules).describe(rules)
    opening_text = rules.format_amount(amount)
    return Reason("opening", f"You can't open with {opening_text}:", f"the opening bid must be {limits}.").resting_on(
        "opening-binding"
    )


def _why_not_raise(bid: Bid, high_amount: int, amounts: BidRange, rules: AuctionRules) -> Reason | None:
    amount = bid.amount
    if amount >= amounts.minimum:
        return _why_too_much(amount, rules)
    amount_text, high_text = rules.format_amount(amount), rules.format_amount(high_amount)
    if amounts.maximum is not None and amounts.minimum > amounts.maximum:  # nobody can bid anymore
        advice = f"and no bid may be above {rules.format_amount(amounts.maximum)}, so you can only pass"
        if high_amount < amounts.maximum:
            advice = f"a raise must be at least {rules.format_amount(rules.min_raise)}, {advice}"
        return Reason("raise", f"You can't bid {amount_text}:", f"the high bid is {high_text}, {advice}.").resting_on(
            "raise-amount", "max-bid"
        )
    advice = f"so you must bid at least {rules.format_amount(amounts.minimum)}"
    reason = Reason("raise", f"You can't bid {amount_text}:", f"the high bid is {high_text}, {advice}.")
    is_level_no_color = isinstance(bid.color, NoTrump) and amount == high_amount
    return reason.resting_on("raise-amount", *(("no-color-rank",) if is_level_no_color else ()))


def _why_too_much(amount: int, rules: AuctionRules) -> Reason | None:
    if rules.max_bid is None or amount <= rules.max_bid:
        return None
    return Reason(
        "max-bid",
        f"You can't bid {rules.format_amount(amount)}:",
        f"a round brings {rules.format_amount(rules.max_bid)} at most, so nobody could make that bid.",
    )


def why_call(
    call: Call, calls: Calls, rules: AuctionRules, name: str, *, seat: str = "", seats: int = 4, is_last: bool = False
) -> tuple[Reason, ...]:
    """Return the rules behind a legal call by this seat, whose player has this name; the last call ends the auction."""
    high = find_high_bid(calls)
    if isinstance(call, Misdeal):
        maximum = format_amount(rules.max_misdeal_money or 0)
        call_reason = Reason("misdeal", f"{name} has at most {maximum} in hand and calls for a new deal.")
        if must_bid(seats, calls, rules):
            call_reason = call_reason.resting_on("misdeal-first")
        return call_reason, Reason("misdeal-deal", f"{name} shows the hand, and the same dealer deals again.")
    if isinstance(call, Pass):
        effect = " and may bid again later" if rules.reentry else " and is out of this auction"
        if rules.reentry and is_last:
            effect = ""
        return (Reason("pass", f"{name} passes{effect}."),)
    amount_text = rules.format_amount(call.amount)
    color: tuple[Reason, ...] = ()
    if call.color is not None:
        past_bids = [past_call for caller, past_call in calls if caller == seat and isinstance(past_call, Bid)]
        color = (Reason("bid-color", f"{name} names the color with the bid: {call.color.word}."),)
        if past_bids and past_bids[-1].color != call.color:
            color = (Reason("bid-change", f"{name} changes to {call.color.word}, which a later bid may do."),)
    if high is None:
        limits = Reason("opening", f"The opening bid of {amount_text} is within the limits.")
        if rules.must_open == "first":
            return (Reason("must-open", f"{name} dealt, so {name} opens the auction."), limits, *color)
        if must_bid(seats, calls, rules):
            return (Reason("must-open", f"All the others have passed, so {name} must bid."), limits, *color)
        return (limits, *color)
    text = f"{name} raises by {rules.format_amount(call.amount - high[1].amount)} to {amount_text}."
    return (Reason("raise", text).resting_on("raise-amount"), *color)


def why_won(bidder: str, amount: int, rules: AuctionRules, *, seats: int = 4, is_only_bid: bool = False) -> Reason:
    """Return the rule that ends the auction; `is_only_bid` says that nobody has raised the opening bid."""
    ending = "All the others have passed" if seats > 2 else "The other player has passed"
    if rules.one_turn:
        ending = "Everybody has called"
    reason = Reason("auction-ends", f"{ending}: {bidder} is the bidder at {rules.format_amount(amount)}.")
    return reason.resting_on("opening-wins") if is_only_bid else reason
