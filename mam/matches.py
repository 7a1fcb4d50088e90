"""Matches: round after round to the target, the deal moving left, with the scorekeeper's sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from mam import scoring
from mam.cards import dollars
from mam.dealing import check_seed, deal_round, derive_seed, draw_for_deal, next_seat
from mam.editions import RuleSet, get_edition
from mam.moves import Move
from mam.round import Round
from mam.rulings import Reason, Ruling


@dataclass(frozen=True, repr=False)
class Match:
    """A match and its current round; it is moved like a round and deals the next one by itself.

    `finished` are the rounds played out, `round` the one being played (the last one when the match is over), `totals`
    the score of each side in thousands of dollars. `result` is None until `over`, then the winning sides: one, or all
    that share a draw where the option for it is on.

    >>> match = start_match("make-a-million-1935", seed=7)
    >>> match.over, match.totals
    (False, {'N-S': 0, 'E-W': 0})
    """

    rules: RuleSet
    seed: int
    round: Round
    finished: tuple[Round, ...] = ()
    carried: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "carried", scoring.Fixed(self.carried))

    @property
    def totals(self) -> dict[str, int]:
        """The running totals, what the match started with included."""
        totals = {side: self.carried.get(side, 0) for side in self.rules.sides}
        for done in self.finished:
            assert done.result is not None
            for side, money in done.result.scores.items():
                totals[side] += money
        return totals

    @property
    def result(self) -> tuple[str, ...] | None:
        # Totals are compared only when a round has been scored (D-G25): a round in play cannot end the match.
        return (scoring.leaders(self.totals, self.rules.scoring) or None) if self.finished else None

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def turn(self) -> str | None:
        return None if self.over else self.round.turn

    @property
    def actor(self) -> str | None:
        return None if self.over else self.round.actor

    @property
    def phase(self) -> str:
        return "over" if self.over else self.round.phase

    def moves(self) -> tuple[Move, ...]:
        """Every legal move in the current round; empty when the match is over."""
        return () if self.over else self.round.moves()

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling that forbids this move now, or None if it is legal."""
        return self.round.why_not(move, seat)

    def play(self, move: Move, seat: str | None = None) -> "Match":
        """The match after this move; the next round is dealt when one ends. Raises IllegalMove with the ruling."""
        moved = self.round.play(move, seat)
        if not moved.over:
            return replace(self, round=moved)
        scored = replace(self, round=moved, finished=(*self.finished, moved))
        if scored.over:
            return scored
        return replace(scored, round=_deal(self.rules, self.seed, len(scored.finished), scored.next_dealer))

    def why(self, move: Move) -> tuple[Ruling, ...]:
        """The rulings under which a legal move is made in the current round. Raises IllegalMove when it is not legal."""
        return self.round.why(move)

    def why_ended(self) -> tuple[Ruling, ...]:
        """The rulings that ended the match, or that let it go on at a tie; empty while nothing is decided."""
        names, totals = self.rules.side_names, self.totals
        past = [side for side, total in totals.items() if total >= self.rules.scoring.target]
        target = dollars(self.rules.scoring.target)
        if not self.finished or not past:
            return ()
        if len(past) == 1:
            return (
                self.rules.cite(
                    Reason("win", f"{names[past[0]]} reach {target} with {dollars(totals[past[0]])} and win.")
                ),
            )
        if self.result and len(self.result) == 1:
            return (
                self.rules.cite(
                    Reason("win-higher", f"Both sides passed {target}; {names[self.result[0]]} stand higher and win.")
                ),
            )
        ends = "the match is drawn" if self.over else "another round is played"
        return (self.rules.cite(Reason("level", f"Both sides stand level past {target}: {ends}.")),)

    def __repr__(self) -> str:
        totals = ", ".join(f"{side} {total}" for side, total in self.totals.items())
        return f"Match {self.rules.id}, seed {self.seed}: {totals} after {len(self.finished)} rounds"

    @property
    def next_dealer(self) -> str:
        """Who deals the round after this one: the deal moves left (R35-DEAL-2)."""
        return next_seat(self.rules.seats, self.round.deal.dealer)

    def sheet(self) -> str:
        """The score sheet: a line a round with bidder, bid, what each side scored, and the totals.

        >>> print(start_match("make-a-million-1935", seed=7).sheet())
        round  bid               N-S      E-W
        total                      0        0
        """
        sides = list(self.rules.sides)
        lines = [f"{'round':<7}{'bid':<12}" + "".join(f"{side:>9}" for side in sides)]
        if any(self.carried.values()):
            lines.append(f"{'before':<19}" + "".join(f"{self.carried.get(side, 0):>9}" for side in sides))
        for number, done in enumerate(self.finished, 1):
            assert done.result is not None
            bid = f"{done.result.bidder} {done.result.bid} {'made' if done.result.made else 'set'}"
            lines.append(f"{number:<7}{bid:<12}" + "".join(f"{done.result.scores[side]:>9}" for side in sides))
        totals = self.totals
        lines.append(f"{'total':<19}" + "".join(f"{totals[side]:>9}" for side in sides))
        return "\n".join(lines)


def _deal(rules: RuleSet, seed: int, number: int, dealer: str) -> Round:
    rng = Random(derive_seed(seed, "round", number))
    return Round(rules, deal_round(rules.pack, rules.seats, dealer, rules.nest.size, rng))


def start_match(
    edition: str,
    seed: int,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    carried: Mapping[str, int] | None = None,
) -> Match:
    """A match of this edition; every deal in it follows from the seed.

    `carried` are totals to start from, by side, in thousands of dollars. Raises ValueError for an unknown edition,
    option, seat or side.
    """
    rules = get_edition(edition, options)
    check_seed(seed)
    if dealer is None:
        dealer, _ = draw_for_deal(rules.pack, rules.seats, Random(derive_seed(seed, "dealer")))
    if dealer not in rules.seats:
        raise ValueError(f"no seat {dealer!r} to deal: the seats are {' '.join(rules.seats)}")
    if strange := set(carried or ()) - set(rules.sides):
        raise ValueError(f"no side {', '.join(sorted(strange))}: the sides are {', '.join(rules.sides)}")
    if wrong := [total for total in (carried or {}).values() if not isinstance(total, int)]:
        raise TypeError(f"a total is a whole number of thousands of dollars, not {wrong[0]!r}")
    return Match(rules, seed, _deal(rules, seed, 0, dealer), carried=carried or {})
