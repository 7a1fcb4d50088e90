"""Scoring a round and winning a match. Amounts are thousands of dollars, in some games points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NoReturn, TypeVar

from mam.rules.amounts import format_amount
from mam.rules.cards import NoTrump, Trump, format_count, is_several, join_words
from mam.rules.choices import check_choices
from mam.rules.rulings import Reason
from mam.support.messages import quote

Tie = Literal["play on", "draw", "joint"]
Method = Literal["contract", "account", "exact"]
Setback = Literal["side", "bidder"]

K = TypeVar("K")
V = TypeVar("V")


class Frozen(dict[K, V]):
    """A mapping that can't be changed, so it has a hash.

    >>> Frozen(a=1) == {"a": 1}, hash(Frozen(a=1, b=2)) == hash(Frozen(b=2, a=1))
    (True, True)
    """

    refusal = "a rule set can't be changed: make another with dataclasses.replace"

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(self.refusal)

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.items()))

    def __hash__(self) -> int:  # type: ignore[override]
        return self._hash

    def __reduce__(self) -> tuple[type["Frozen[K, V]"], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class Fixed(Frozen[str, int]):
    """Money by side that can't be changed: a finished round stays as it was scored."""

    refusal = "a score can't be changed after it is entered"


@dataclass(frozen=True)
class ScoringRules:
    """The facts about scoring and winning that differ between editions.

    `method` is how a round is scored: "contract" (all that was captured, or set back), "account" (the bid, with points
    beyond it waiting) or "exact". `setback` says who loses a failed bid: the whole "side", or the "bidder" alone.
    `target` ends the match (None: the last deal does). `tie`: equal totals at the target mean "play on", a "draw", or a
    "joint" win. `money`: amounts are dollars, not points. `account_waits`: a deal that was passed out does not count as
    the next hand for points that wait (D-W02).
    """

    target: int | None = None
    tie: Tie = "play on"
    method: Method = "contract"
    setback: Setback = "side"
    money: bool = True
    account_waits: bool = False

    def __post_init__(self) -> None:
        check_choices(self)

    def format_amount(self, amount: int) -> str:
        """Return an amount in full, in the unit of the scores.

        >>> ScoringRules().format_amount(-260), ScoringRules(money=False).format_amount(1)
        ('−$260,000', '1 point')
        """
        return format_amount(amount, "money" if self.money else "points")


@dataclass(frozen=True)
class Carry:
    """What a match carries from one hand of Sweven into the next: points waiting for `owner`, and who may not bid.

    Raises TypeError unless seats are text and points a whole number, ValueError for points without an owner or an owner
    without points.

    >>> Carry("A", 3, "B")
    account A 3, barred B
    """

    owner: str | None = None
    points: int = 0
    barred: str | None = None

    def __post_init__(self) -> None:
        for seat in (self.owner, self.barred):
            if not isinstance(seat, str | None):
                raise TypeError(f"a seat is text, like 'A', not {quote(seat)}")
        if not isinstance(self.points, int) or isinstance(self.points, bool):
            raise TypeError(f"points that wait are a whole number, not {quote(self.points)}")
        if not (0 < self.points < 10_000 if self.owner is not None else self.points == 0):
            raise ValueError(f"points that wait are 1 to 9999 and have an owner, like Carry('A', 3), not {self.points}")

    def __repr__(self) -> str:
        parts = [f"account {self.owner} {self.points}"] if self.points else []
        return ", ".join(parts + ([f"barred {self.barred}"] if self.barred else []))


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A finished round of any game: the scores, and what goes into the next round.

    `scores` has the score of each running total. `note` is a short text for the score sheet; `is_misdeal` is true after a
    misdeal, when the same dealer deals again.
    """

    scores: Mapping[str, int] = field(hash=False)
    carry: Carry = Carry()
    note: str = ""
    is_misdeal: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", Fixed(self.scores))

    @property
    def gains(self) -> Mapping[str, int]:
        """Return what each running total gains or loses: the score, plus misplay premiums and penalties."""
        return self.scores


@dataclass(frozen=True, kw_only=True)
class Result(Outcome):
    """A finished round of tricks: the bid, the captures and the scores.

    `side` is the bidder's. `nested` money counts for nobody (D-G16). `bull_gain` and `bear_loss` are what those cards
    changed: captured money + nested - bull_gain + bear_loss is always the money of the pack.
    """

    bidder: str | None = None
    side: str | None = None
    bid: int | None = None
    trump: Trump | None = None
    captured: Mapping[str, int] = field(hash=False)
    sides: Mapping[str, tuple[str, ...]] = field(hash=False, default_factory=dict)
    nested: int = 0
    bull_gain: int = 0
    bear_loss: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "captured", Fixed(self.captured))
        object.__setattr__(self, "sides", dict(self.sides))

    @property
    def is_bid_made(self) -> bool:
        """Return whether the bid was made (R35-SCORE-3); False where nobody was the bidder."""
        return self.side is not None and self.bid is not None and self.captured[self.side] >= self.bid


def score(bid: int, bidding_side: str, captured: Mapping[str, int]) -> dict[str, int]:
    """Return what each side scores for the round (R35-SCORE-3, R35-SCORE-4, R35-SCORE-5).

    >>> score(210, "N-S", {"N-S": 205, "E-W": 195})
    {'N-S': -210, 'E-W': 195}
    """
    return {side: -bid if side == bidding_side and money < bid else money for side, money in captured.items()}


def score_persons(
    bid: int, bidder: str, captured: Mapping[str, int], sides: Mapping[str, tuple[str, ...]], rules: ScoringRules
) -> dict[str, int]:
    """Return the score of each player when sides are formed for one round: their side's score (R35-3P-9, RSP-8).

    A failed bid sets back the whole side, or the bidder alone while partners score nothing (R35-3P-10, D-S11).

    >>> sides = {"A-D": ("A", "D"), "B-C": ("B", "C")}
    >>> score_persons(240, "A", {"A-D": 235, "B-C": 165}, sides, ScoringRules(setback="bidder"))
    {'A': -240, 'D': 0, 'B': 165, 'C': 165}
    """
    bidding_side = next(side for side, members in sides.items() if bidder in members)
    by_side = score(bid, bidding_side, captured)
    scores = {member: by_side[side] for side, members in sides.items() for member in members}
    if by_side[bidding_side] < 0 and rules.setback == "bidder":
        scores |= {member: 0 for member in sides[bidding_side] if member != bidder}
    return scores


def score_account(bid: int, bidder: str, captured: Mapping[str, int], carry: Carry) -> tuple[dict[str, int], Carry]:
    """Return what each player of Sweven scores, and what waits for the next hand (RSW-18 to RSW-24).

    >>> score_account(10, "P", {"P": 12, "Q": 5}, Carry("P", 3))
    ({'P': 13, 'Q': 0}, account P 2)
    """
    if captured[bidder] < bid:
        return {person: 0 if person == bidder else bid for person in captured}, Carry(barred=bidder)
    bonus = carry.points if carry.owner == bidder else 0
    surplus = captured[bidder] - bid
    next_carry = Carry(owner=bidder, points=surplus) if surplus else Carry()
    return {person: bid + bonus if person == bidder else 0 for person in captured}, next_carry


def score_exact(bids: Mapping[str, int], captured: Mapping[str, int]) -> dict[str, int]:
    """Return the scores of the exact game: tricks plus five for taking exactly the bid, else one point a trick (REX-8, REX-9).

    >>> score_exact({"A": 3, "B": 3, "C": 0}, {"A": 3, "B": 2, "C": 0})
    {'A': 8, 'B': 2, 'C': 5}
    """
    return {person: tricks + 5 if tricks == bids[person] else tricks for person, tricks in captured.items()}


def why_scored(result: Result, names: Mapping[str, str]) -> tuple[Reason, ...]:
    """Return the rules by which the sides of a contract score this round; there must be a bidder.

    `names` are those of the sides, and of the accounts of single players.
    """
    assert result.bidder is not None and result.side is not None and result.bid is not None
    amount, bid = result.captured[result.side], format_amount(result.bid)
    name = names[result.side]
    accounts = _list_accounts(result, result.side)
    captured = f"{name} captured {format_amount(amount)}"
    is_alone = result.sides.get(result.side) == (result.bidder,)
    if result.is_bid_made:
        scorers = join_words(names[account] for account in accounts)
        subject = "" if scorers == name else f"{scorers} "
        text = f"{captured}, made the bid of {bid}, and {subject}{_score(accounts, scorers)} it all."
        reason = Reason("made-alone" if is_alone else "made", text)
    else:
        losers = [account for account in accounts if result.scores[account] < 0]
        loss = _lose(losers, names, name)
        text = f"{captured}, {format_amount(result.bid - amount)} short of the bid, so {loss} {bid}."
        reason = Reason("set-back-alone" if is_alone else "set-back", text)
        if len(losers) < len(result.sides.get(result.side, ())):
            reason = reason.resting_on("set-back-bidder")
    reasons = [reason.resting_on("no-color-score") if result.trump == NoTrump.NO_COLOR else reason]
    for side, money in result.captured.items():
        if side != result.side:
            accounts = _list_accounts(result, side)
            scorers = join_words(names[account] for account in accounts)
            text = f"{scorers} {_score(accounts, scorers)} the {format_amount(money)} {_describe_capture(names[side])}."
            reasons.append(Reason("others-score", text))
    return tuple(reasons)


def _list_accounts(result: Result, side: str) -> tuple[str, ...]:
    """Return the accounts that score for a side: its own, or one for each player in it (R35-3P-9, RSP-8)."""
    return (side,) if side in result.scores else tuple(seat for seat in result.sides[side] if seat in result.scores)


def _score(accounts: Sequence[str], name: str) -> str:
    """Return the verb after the name of some accounts: several score each for itself."""
    return "each score" if len(accounts) > 1 else "score" if is_several(name) else "scores"


def _lose(losers: Sequence[str], names: Mapping[str, str], side_name: str) -> str:
    """Return who is set back, as a clause after what their side captured."""
    name = join_words(names[account] for account in losers)
    if name != side_name:
        return f"{name} alone is set back"
    if len(losers) > 1:
        return "each of them is set back"
    return "they are set back" if is_several(name) else f"{name} is set back"


def _describe_capture(name: str) -> str:
    return "they captured" if is_several(name) else "captured"


def why_passed_out(carry: Carry, rules: ScoringRules, names: Mapping[str, str]) -> tuple[Reason, ...]:
    """Return what becomes of points that wait and of a player who could only pass, when nobody bids (RSW-22, D-W02, D-W03)."""
    reasons: list[Reason] = []
    if carry.owner is not None:
        points_text = f"The {format_count(carry.points, 'point')} that {_was_waiting(carry)} for {names[carry.owner]}"
        if rules.account_waits:
            text = f"{points_text} still {_wait(carry)}: a hand in which nobody bids is skipped."
            reasons.append(Reason("account-unbid", text))
        else:
            reasons.append(Reason("account-lost", f"{points_text} {_are(carry)} lost."))
            reasons.append(Reason("account-unbid", "A hand in which nobody bids still counts as the next hand."))
    if carry.barred is not None:
        effect = "can still only pass" if rules.account_waits else "may bid again"
        reasons.append(Reason("bar-unbid", f"{names[carry.barred]} {effect} in the next hand."))
    return tuple(reasons)


def _was_waiting(carry: Carry) -> str:
    return "was waiting" if carry.points == 1 else "were waiting"


def _wait(carry: Carry) -> str:
    return "waits" if carry.points == 1 else "wait"


def _are(carry: Carry) -> str:
    return "is" if carry.points == 1 else "are"


def why_account(result: Result, names: Mapping[str, str], carry: Carry) -> tuple[Reason, ...]:
    """Return the rules by which a hand of Sweven with a bidder is scored; `carry` came from the last hand."""
    assert result.bidder is not None and result.bid is not None
    name, points, bid = names[result.bidder], result.captured[result.bidder], result.bid
    opponents = [names[person] for person in result.captured if person != result.bidder]
    lost_reason = Reason(
        "account-lost", f"The {format_count(carry.points, 'point')} that {_was_waiting(carry)} {_are(carry)} lost."
    )
    if not result.is_bid_made:
        opponents_score = f"{opponents[0]} scores" if len(opponents) == 1 else "Each of the others scores"
        text = (
            f"{name} took {points} of the {format_count(bid, 'point')} bid and scores nothing. {opponents_score} {bid}."
        )
        reasons = [Reason("set-back", text), Reason("bar", f"{name} can only pass in the next hand.")]
        return (*reasons, lost_reason) if carry.points else tuple(reasons)
    opponents_score = f"{opponents[0]} scores" if len(opponents) == 1 else "The others score"
    text = f"{name} took {format_count(points, 'point')}, made the bid, and scores {bid}. {opponents_score} nothing."
    reasons = [Reason("made", text)]
    is_paid = carry.points > 0 and carry.owner == result.bidder
    if is_paid:
        text = f"{name} also scores the {format_count(carry.points, 'point')} that {_was_waiting(carry)}."
        paid_reason = Reason("account-paid", text)
        reasons.append(paid_reason.resting_on("account-exact") if points == bid else paid_reason)
    if points > bid:
        waiting = format_count(points - bid, "point")
        pronoun = "it" if points - bid == 1 else "them"
        text = f"{name} took {waiting} more than the bid. Winning the next auction and making that bid scores {pronoun}, too."
        reason = Reason("account", text).resting_on("account-paid")
        reasons.append(reason.resting_on("account-again") if is_paid else reason)
    if carry.points and not is_paid:
        reasons.append(lost_reason)
    return tuple(reasons)


def why_exact(result: Result, bids: Mapping[str, int], names: Mapping[str, str]) -> tuple[Reason, ...]:
    """Return the rules by which each player of the exact game scores."""
    reasons = []
    for person, count in result.captured.items():
        text = f"{names[person]} bid {bids[person]} and took {count}: {format_count(result.scores[person], 'point')}."
        reason = Reason("exact" if count == bids[person] else "not-exact", text)
        reasons.append(reason if count or bids[person] else reason.resting_on("exact-zero"))
    return tuple(reasons)


def find_leaders(totals: Mapping[str, int], rules: ScoringRules, *, final: bool = False) -> tuple[str, ...]:
    """Return who has won with these totals: a winner, several who tie, or nobody yet (R35-WIN-1, R35-WIN-2, D-G24, RSW-27).

    `final` says that no further round follows: then the highest total wins, even below the target.

    >>> find_leaders({"N-S": 1060, "E-W": 1080}, ScoringRules(target=1000))
    ('E-W',)
    """
    best = max(totals.values())
    if not final and (rules.target is None or best < rules.target):
        return ()
    winners = tuple(side for side, total in totals.items() if total == best)
    return winners if len(winners) == 1 or final or rules.tie != "play on" else ()
