"""Counting a round and winning a match. Amounts are thousands of dollars."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from mam.cards import Colour, dollars
from mam.rulings import Reason


class Fixed(dict[str, int]):
    """Money by side that nobody can change any more: a finished round stays as it was scored."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a score that has been entered does not change")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type["Fixed"], tuple[dict[str, int]]]:
        return Fixed, (dict(self),)


@dataclass(frozen=True)
class ScoringRules:
    """What differs between editions about winning: the `target`, and whether level totals beyond it end in a draw."""

    target: int = 1000
    draw_at_tie: bool = False


@dataclass(frozen=True)
class Result:
    """A finished round: what each side captured and what it scores.

    `nested` money belongs to nobody (D-G16); `bull_gain` and `bear_loss` say what those two cards changed, so that
    captured money + nested - bull_gain + bear_loss is always the money of the pack.
    """

    bidder: str
    side: str
    bid: int
    trump: Colour | None
    captured: Mapping[str, int] = field(hash=False)
    scores: Mapping[str, int] = field(hash=False)
    nested: int = 0
    bull_gain: int = 0
    bear_loss: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "captured", Fixed(self.captured))
        object.__setattr__(self, "scores", Fixed(self.scores))

    @property
    def made(self) -> bool:
        """Whether the bid was made: reached or passed (R35-SCORE-3)."""
        return self.captured[self.side] >= self.bid


def score(bid: int, bidding_side: str, captured: Mapping[str, int]) -> dict[str, int]:
    """What each side enters for the round (R35-SCORE-3, R35-SCORE-4, R35-SCORE-5).

    >>> score(210, "N-S", {"N-S": 205, "E-W": 195})
    {'N-S': -210, 'E-W': 195}
    """
    return {side: -bid if side == bidding_side and money < bid else money for side, money in captured.items()}


def why_scored(result: Result, names: Mapping[str, str]) -> tuple[Reason, ...]:
    """The rules by which the sides score this round."""
    took = result.captured[result.side]
    who = names[result.side]
    if result.made:
        reasons = [
            Reason(
                "made", f"{who} took {dollars(took)}, enough for the bid of {dollars(result.bid)}, and score all of it."
            )
        ]
    else:
        short = dollars(result.bid - took)
        reasons = [
            Reason("set-back", f"{who} took {dollars(took)}, {short} short of the bid: set back {dollars(result.bid)}.")
        ]
    for side, money in result.captured.items():
        if side != result.side:
            reasons.append(Reason("others-score", f"{names[side]} score the {dollars(money)} they took."))
    return tuple(reasons)


def leaders(totals: Mapping[str, int], rules: ScoringRules) -> tuple[str, ...]:
    """Who has won with these totals: one side, several that share a draw, or none yet (R35-WIN-1, R35-WIN-2, D-G24).

    >>> leaders({"N-S": 1060, "E-W": 1080}, ScoringRules())
    ('E-W',)
    """
    best = max(totals.values())
    if best < rules.target:
        return ()
    ahead = tuple(side for side, total in totals.items() if total == best)
    return ahead if len(ahead) == 1 or rules.draw_at_tie else ()
