"""The auction: who speaks, which bids are enough, when it ends. Amounts are thousands of dollars (in Sweven, points)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mam.rules.amounts import format_amount
from mam.rules.cards import Card, Color, NoTrump, Trump, money_in
from mam.rules.choices import check_choices
from mam.rules.dealing import next_seat
from mam.rules.moves import Bid, Call, Misdeal, Pass
from mam.rules.rulings import Reason, mid_verb, whose, with_verb

MustOpen = Literal["first", "last", "nobody"]
Calls = Sequence[tuple[str, Call]]
_LISTED = 520  # how far bids without a limit are listed at least: what a round with one pack can bring


@dataclass(frozen=True)
class AuctionRules:
    """What differs between editions about the bidding.

    `opens` says who speaks first, counted to the left of the dealer; `must_open` who may not leave the deal without a
    bid: the "first" to speak, the "last" when all before have passed, or "nobody". `max_opening` and `most` are limits
    of the opening bid and of any bid (None: no limit, D-G06). `speaks_color`: each bid names its color, or No Color if
    `no_color` allows it. `reentry`: whoever passed may bid again. `one_turn`: each speaks once. `max_misdeal_money`: the most
    money in a hand that may be called a misdeal (None: none may). `money`: amounts are dollars, not points.
    """

    opens: int = 0
    must_open: MustOpen = "first"
    min_opening: int = 0
    max_opening: int | None = None
    min_raise: int = 1
    step: int = 1
    most: int | None = None
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
        """What a bid may be on; nothing where bids name no color."""
        if not self.speaks_color:
            return ()
        return (*Color, NoTrump.NO_COLOR) if self.no_color else tuple(Color)

    def format_amount(self, amount: int) -> str:
        """Return an amount in full, in the unit of the bids.

        >>> AuctionRules().format_amount(175), AuctionRules(money=False).format_amount(4)
        ('$175,000', '4 points')
        """
        return format_amount(amount, "money" if self.money else "points")


def high_bid(calls: Calls) -> tuple[str, Bid] | None:
    """The high bidder and the high bid; None before the opening.

    >>> high_bid([("S", Bid(175)), ("W", Pass())])
    ('S', bid 175)
    """
    return next(((seat, call) for seat, call in reversed(calls) if isinstance(call, Bid)), None)


def opener(seats: Sequence[str], dealer: str, rules: AuctionRules) -> str:
    """The seat that speaks first (R35-BID-1, R04-BID-1, RSW-7)."""
    return seats[(seats.index(dealer) + rules.opens) % len(seats)]


def turn(seats: Sequence[str], dealer: str, calls: Calls, rules: AuctionRules) -> str | None:
    """Whose call is awaited, or None once the auction is over (R35-BID-3, R35-BID-8, R35-BID-11, D-M02, RSW-7).

    >>> turn("NESW", "S", [("S", Bid(175)), ("W", Pass()), ("N", Pass())], AuctionRules())
    'E'
    """
    if not calls:
        return opener(seats, dealer, rules)
    if rules.one_turn:
        return None if len(calls) == len(seats) else next_seat(seats, calls[-1][0])
    standing = high_bid(calls)
    seat = next_seat(seats, calls[-1][0])
    if not rules.reentry or standing is None:  # before a bid nobody speaks twice
        passed = {seat for seat, call in calls if isinstance(call, Pass)}
        if len(passed) == len(seats):
            return None
        while seat in passed:
            seat = next_seat(seats, seat)
    return None if standing and seat == standing[0] else seat  # nobody else is left to speak


class BidRange(NamedTuple):
    """The least and the most that may be bid, in steps of `step`; `most` is None where there is no limit.

    With `most` below `least` nothing can be bid any more.
    """

    least: int
    most: int | None
    step: int = 1

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and self.is_between(amount) and amount % self.step == 0

    def is_between(self, amount: int) -> bool:
        """Whether the amount is within the limits, whatever the step."""
        return self.least <= amount and (self.most is None or amount <= self.most)

    def up_to(self, most: int) -> range:
        """The amounts there are, no more than this one."""
        return range(self.least, min(most, self.most if self.most is not None else most) + 1, self.step)

    def describe(self, rules: AuctionRules) -> str:
        """Return the limits as people say them.

        >>> BidRange(175, 200, 5).describe(AuctionRules()), BidRange(175, None, 5).describe(AuctionRules())
        ('$175,000 to $200,000', '$175,000 or more')
        """
        return f"{rules.format_amount(self.least)} " + (
            "or more" if self.most is None else f"to {rules.format_amount(self.most)}"
        )


def bid_range(calls: Calls, rules: AuctionRules, seats: int = 4) -> BidRange:
    """What may be bid now, after these calls, where this number of seats bid (R35-BID-2, R35-BID-5, D-G06, D-X01).

    >>> one_pack = AuctionRules(min_opening=175, max_opening=200, min_raise=10, step=5, most=520)
    >>> bid_range([], one_pack).describe(one_pack), bid_range([("S", Bid(200))], one_pack).describe(one_pack)
    ('$175,000 to $200,000', '$210,000 to $520,000')
    """
    standing = high_bid(calls)
    if standing is not None:
        return BidRange(standing[1].amount + rules.min_raise, rules.most, rules.step)
    if rules.must_open == "last" and must_bid(seats, calls, rules):
        return BidRange(rules.min_opening, rules.min_opening, rules.step)
    limits = [most for most in (rules.max_opening, rules.most) if most is not None]
    return BidRange(rules.min_opening, min(limits, default=None), rules.step)


def contract_range(rules: AuctionRules) -> BidRange:
    """What the bid of whoever wins the auction can be: from the smallest opening bid to the most of any bid.

    >>> contract_range(AuctionRules(min_opening=175, max_opening=200, step=5, most=520))
    BidRange(least=175, most=520, step=5)
    """
    return BidRange(max(rules.min_opening, 1), rules.most, rules.step)


def min_bid(calls: Calls, rules: AuctionRules) -> int:
    """The least amount that may be bid now."""
    return bid_range(calls, rules).least


def list_calls(calls: Calls, rules: AuctionRules, seats: int = 4) -> Iterator[Call]:
    """Every call worth judging: pass and each amount in steps up to the limit (where there is none, to 520 or a little
    above the minimum bid).

    Where bids name a color, each amount comes with each of them.
    """
    yield Pass()
    if rules.max_misdeal_money is not None:
        yield Misdeal()
    amounts = bid_range(calls, rules, seats)
    top = amounts.most if amounts.most is not None else max(_LISTED, amounts.least + 100)
    colors: Sequence[Trump | None] = rules.colors or (None,)
    for amount in amounts.up_to(top):
        yield from (Bid(amount, color) for color in colors)


def must_bid(seats: int, calls: Calls, rules: AuctionRules) -> bool:
    """Whether the next to speak may not pass (R35-BID-1, D-X01)."""
    if high_bid(calls) is not None:
        return False
    return rules.must_open == "first" or (rules.must_open == "last" and len(calls) == seats - 1)


def why_not_call(
    call: Call,
    calls: Calls,
    rules: AuctionRules,
    who: str,
    *,
    seats: int = 4,
    barred: bool = False,
    hand: Sequence[Card] = (),
    spoken: bool = False,
) -> Reason | None:
    """Why this call may not be made now, or None if it may.

    `seats` is the number of those who bid, `barred` whether a penalty keeps this one from bidding, `spoken` whether
    this one has called before; `hand` is looked at for a misdeal only.
    """
    standing = high_bid(calls)
    if isinstance(call, Misdeal):
        return _why_not_misdeal(rules, who, hand, spoken)
    if must_bid(seats, calls, rules) and (reason := _why_bound(call, rules)):
        return reason
    if isinstance(call, Pass):
        return None
    said = rules.format_amount(call.amount)
    if barred:
        return Reason("barred", "You may only pass in this hand: you failed to make your bid in the last one.")
    if call.amount % rules.step:
        return Reason(
            "bid-step", f"You can't bid {said}: every bid must be a multiple of {rules.format_amount(rules.step)}."
        )
    amounts = bid_range(calls, rules, seats)
    if standing is None:
        reason = _why_not_open(call.amount, amounts, rules)
    else:
        reason = _why_not_raise(call.amount, standing[1].amount, amounts, rules)
    return reason or _why_not_color(call, rules)  # last, as it says the amount again


def _why_bound(call: Bid | Pass, rules: AuctionRules) -> Reason | None:
    """Why whoever may not leave the deal without a bid cannot make this call."""
    least = rules.format_amount(rules.min_opening)
    if rules.must_open == "first":
        if not isinstance(call, Pass):
            return None
        limits = _shown(bid_range([], rules), rules).describe(rules)
        return Reason("must-open", f"You can't pass: the dealer must open the auction, with {limits}.")
    if call == Bid(rules.min_opening):
        return None
    tried = "pass" if isinstance(call, Pass) else f"bid {rules.format_amount(call.amount)}"
    return Reason("must-open", f"You can't {tried}: all the others have passed, so you must bid {least}.")


def _why_not_misdeal(rules: AuctionRules, who: str, hand: Sequence[Card], spoken: bool) -> Reason | None:
    cannot = with_verb(who, "can't") + " call for a new deal"
    if rules.max_misdeal_money is None:
        return Reason("no-misdeal", f"{cannot}: this game is played without misdeals.")
    if spoken:
        return Reason("misdeal", f"{cannot} after {whose(who)} first call of the auction.")
    if (money := money_in(hand)) > rules.max_misdeal_money:
        most = format_amount(rules.max_misdeal_money)
        return Reason(
            "misdeal",
            f"{cannot}: {mid_verb(who, 'hold')} {format_amount(money)}, and the maximum is {most}.",
        )
    return None


def _why_not_color(call: Bid, rules: AuctionRules) -> Reason | None:
    if not rules.speaks_color:
        if call.color is None:
            return None
        return Reason(
            "amount-only",
            f"Bid {rules.format_amount(call.amount)} without a {_kind(rules)}: trump is named after the auction.",
        )
    if call.color is None:
        return Reason("bid-color", f"Name a color with the bid, as in “bid {call.amount} R”.")
    if call.color not in rules.colors:
        named = ", ".join(color.word for color in rules.colors[:-1])
        return Reason("bid-color", f"You can't bid on {call.color.word}: name {named} or {rules.colors[-1].word}.")
    return None


def _kind(rules: AuctionRules) -> str:
    return "color" if rules.money else "suit"


def _shown(amounts: BidRange, rules: AuctionRules) -> BidRange:
    """The limits of an opening bid as people say them: the most of any bid is not named with them."""
    return amounts if rules.max_opening is not None else amounts._replace(most=None)


def _why_not_open(amount: int, amounts: BidRange, rules: AuctionRules) -> Reason | None:
    if rules.max_opening is None and amount >= amounts.least:
        return _why_too_much(amount, rules)
    if amounts.is_between(amount):
        return None
    limits = _shown(amounts, rules).describe(rules)
    return Reason("opening", f"You can't open with {rules.format_amount(amount)}: the opening bid must be {limits}.")


def _why_not_raise(amount: int, standing: int, amounts: BidRange, rules: AuctionRules) -> Reason | None:
    said, high = rules.format_amount(amount), rules.format_amount(standing)
    if amount >= amounts.least:
        return _why_too_much(amount, rules)
    if amounts.most is not None and amounts.least > amounts.most:  # then nobody can bid any more
        end = f"and no bid may be above {rules.format_amount(amounts.most)}, so you can only pass"
        if standing < amounts.most:
            end = f"a raise must be at least {rules.format_amount(rules.min_raise)}, {end}"
    else:
        end = f"so you must bid at least {rules.format_amount(amounts.least)}"
    return Reason("raise", f"You can't bid {said}: the high bid is {high}, {end}.")


def _why_too_much(amount: int, rules: AuctionRules) -> Reason | None:
    if rules.most is None or amount <= rules.most:
        return None
    return Reason(
        "most",
        f"You can't bid {rules.format_amount(amount)}: a round brings {rules.format_amount(rules.most)} at most, so nobody could make that bid.",
    )


def why_call(
    call: Call, calls: Calls, rules: AuctionRules, who: str, *, seat: str = "", seats: int = 4
) -> tuple[Reason, ...]:
    """The rules under which a legal call is made, by this seat, whose person is called `who`."""
    standing = high_bid(calls)
    if isinstance(call, Misdeal):
        return (Reason("misdeal", f"{who} shows a hand with little money, and the same dealer deals again."),)
    if isinstance(call, Pass):
        later = "may bid again later" if rules.reentry else "is out of this auction"
        return (Reason("pass", f"{who} passes and {later}."),)
    said = rules.format_amount(call.amount)
    color: tuple[Reason, ...] = ()
    if call.color is not None:
        earlier = [one for caller, one in calls if caller == seat and isinstance(one, Bid)]
        color = (Reason("bid-color", f"{who} names the color with the bid: {call.color.word}."),)
        if earlier and earlier[-1].color != call.color:
            color = (Reason("bid-change", f"{who} changes to {call.color.word}, which a later bid may do."),)
    if standing is None:
        limits = Reason("opening", f"The opening bid of {said} is within the limits.")
        if rules.must_open == "first":
            return (Reason("must-open", f"{who} dealt, so {who} opens the auction."), limits, *color)
        if must_bid(seats, calls, rules):
            return (Reason("must-open", f"All the others have passed, so {who} must bid."), limits, *color)
        return (limits, *color)
    more = f"{who} raises by {rules.format_amount(call.amount - standing[1].amount)} to {said}."
    return (Reason("raise", more), *color)


def why_won(bidder: str, amount: int, rules: AuctionRules) -> Reason:
    """The rule that ends the auction."""
    over = "Everybody has called" if rules.one_turn else "All the others have passed"
    return Reason("auction-ends", f"{over}: {bidder} is the bidder at {rules.format_amount(amount)}.")
