"""Matches: round after round to the target or the last deal, the deal moving left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from mam import scoring
from mam.dealing import check_seed, derive_seed
from mam.editions import RuleSet
from mam.editions.ruleset import is_several
from mam.game import Game
from mam.moves import Move
from mam.play import deal_for, find_dealer, find_rules, make_round
from mam.rulings import Reason, Ruling


@dataclass(frozen=True, repr=False)
class Match:
    """A match and its current round; it is moved like a round and deals the next one by itself.

    `finished` are the rounds played out (a hand that was passed out or dealt anew is one too), `round` the one being
    played (the last one when the match is over), `totals` the score under each name, in thousands of dollars or points.
    `result` is None until `over`, then who has won: one, or all that share it.

    >>> match = start_match("make-a-million-1935", seed=7)
    >>> match.over, match.totals
    (False, {'N-S': 0, 'E-W': 0})
    """

    rules: RuleSet
    seed: int
    round: Game
    finished: tuple[Game, ...] = ()
    carried: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "carried", scoring.Fixed(self.carried))

    @property
    def totals(self) -> dict[str, int]:
        """The running totals, what the match started with included."""
        totals = {name: self.carried.get(name, 0) for name in self.rules.accounts}
        for done in self.finished:
            assert done.result is not None
            for name, points in done.result.scores.items():
                totals[name] += points
        return totals

    @property
    def result(self) -> tuple[str, ...] | None:
        # Totals are compared only when a round has been scored (D-G25): a round in play cannot end the match.
        if not self.finished or (self.finished[-1].result and self.finished[-1].result.again):
            return None
        return scoring.leaders(self.totals, self.rules.scoring, final=self.finished[-1].is_final) or None

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
        return scored if scored.over else replace(scored, round=scored._next_round())

    def _next_round(self) -> Game:
        """The round after the one just finished: the next deal, by whom, and what is carried into it."""
        last = self.round
        assert last.result is not None
        again = last.result.again
        shrinks = self.rules.shrinks_by
        size = len(last.deal.hands[0]) - (0 if again else shrinks) if shrinks else None
        rng = Random(derive_seed(self.seed, "round", len(self.finished)))
        return make_round(self.rules, deal_for(self.rules, last.next_dealer, rng, size), carry=last.result.carry)

    def why(self, move: Move) -> tuple[Ruling, ...]:
        """The rulings under which a legal move is made in the current round. Raises IllegalMove when it is not legal."""
        return self.round.why(move)

    def why_ended(self) -> tuple[Ruling, ...]:
        """The rulings that ended the match, or that let it go on at a tie; empty while nothing is decided."""
        names, totals, rules = self.rules.accounts, self.totals, self.rules.scoring
        final = bool(self.finished) and self.finished[-1].is_final
        past = [name for name, total in totals.items() if final or (rules.target is not None and total >= rules.target)]
        if not self.finished or not past:
            return ()
        target = rules.spell(rules.target) if rules.target is not None else ""
        beyond = f"passed {target}" if target else "played the last deal"
        if self.result and len(self.result) == 1:
            (winner,) = self.result
            said = rules.spell(totals[winner])
            reach, stand, win = (
                ("reach", "stand", "win") if is_several(names[winner]) else ("reaches", "stands", "wins")
            )
            if len(past) == 1:
                return (self.rules.cite(Reason("win", f"{names[winner]} {reach} {target} with {said} and {win}.")),)
            all_ = "Both sides" if len(totals) == 2 else "Several"
            return (
                self.rules.cite(Reason("win-higher", f"{all_} {beyond}; {names[winner]} {stand} higher and {win}.")),
            )
        ends = {"play on": "another round is played", "draw": "the match is drawn"}.get(rules.tie, "they win together")
        if not self.over:
            ends = "another round is played"
        all_ = "Both sides" if len(totals) == 2 else "The highest"
        where = f"level with {rules.spell(max(totals.values()))}"
        return (self.rules.cite(Reason("level", f"{all_} stand {where}: {ends}.")),)

    def __repr__(self) -> str:
        totals = ", ".join(f"{side} {total}" for side, total in self.totals.items())
        return f"Match {self.rules.id}, seed {self.seed}: {totals} after {len(self.finished)} rounds"

    @property
    def next_dealer(self) -> str:
        """Who deals the round after this one: the deal moves left (R35-DEAL-2), but not after a misdeal (D-X08)."""
        return self.round.next_dealer


def start_match(
    edition: str,
    seed: int,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    carried: Mapping[str, int] | None = None,
    players: int | None = None,
) -> Match:
    """A match of this edition; every deal in it follows from the seed.

    `carried` are totals to start from, under the names of the score sheet, in thousands of dollars or points. Raises
    ValueError for an unknown edition, option, seat, number of players or name.
    """
    rules = find_rules(edition, options, players)
    check_seed(seed)
    dealer = find_dealer(rules, seed, dealer)
    if strange := set(carried or ()) - set(rules.accounts):
        raise ValueError(f"no side {', '.join(sorted(strange))}: the sides are {', '.join(rules.accounts)}")
    if wrong := [total for total in (carried or {}).values() if not isinstance(total, int) or isinstance(total, bool)]:
        raise TypeError(f"a total is a whole number of thousands of dollars, not {wrong[0]!r}")
    first = make_round(rules, deal_for(rules, dealer, Random(derive_seed(seed, "round", 0))))
    return Match(rules, seed, first, carried=carried or {})
