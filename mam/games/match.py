"""Matches: round after round to the target or the last deal, the deal moving left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol, runtime_checkable

from mam.games.registry import deal_for, find_dealer, find_rules, make_round
from mam.games.round import Round
from mam.rules import scoring
from mam.rules.cards import counted, is_several
from mam.rules.dealing import Deal, check_seed, derive_seed
from mam.rules.editions import RuleSet
from mam.rules.moves import Move
from mam.rules.rulings import Reason, Ruling


@runtime_checkable
class RoundTable(Protocol):
    """A table at which a round with misplays is played: `mam.Table`."""

    @property
    def round(self) -> Round:
        """The round as the cards lie."""

    def as_round(self) -> Round:
        """The round as it was scored. Raises ValueError before that."""


@dataclass(frozen=True, repr=False)
class Match:
    """A match and its current round; it is moved like a round and deals the next one by itself.

    `finished` are the rounds played out (a hand that was passed out or dealt again is one too, and so is one from a
    `mam.Table`), `round` the one being
    played (the last one when the match is over), `totals` the score under each name, in thousands of dollars or points.
    `result` is None until `is_over`, then who has won: one, or all that share it.

    >>> match = start_match("make-a-million-1935", seed=7)
    >>> match.is_over, match.totals
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
        totals = {name: self.carried.get(name, 0) for name in self.rules.accounts}
        for done in self.finished:
            assert done.result is not None
            for name, points in done.result.gains.items():
                totals[name] += points
        return totals

    @property
    def result(self) -> tuple[str, ...] | None:
        # Totals are compared only when a round has been scored (D-G25): a round in play cannot end the match.
        if not self.finished or (self.finished[-1].result and self.finished[-1].result.again):
            return None
        return scoring.leaders(self.totals, self.rules.scoring, final=self.finished[-1].is_final) or None

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def turn(self) -> str | None:
        return None if self.is_over else self.round.turn

    @property
    def actor(self) -> str | None:
        return None if self.is_over else self.round.actor

    @property
    def phase(self) -> str:
        return "over" if self.is_over else self.round.phase

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move in the current round; empty when the match is over."""
        return () if self.is_over else self.round.legal_moves

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling that forbids this move now, or None if it is legal."""
        return self.round.why_not(move, seat)

    def play(self, move: Move, seat: str | None = None) -> "Match":
        """The match after this move; the next round is dealt when one ends. Raises IllegalMove with the ruling."""
        moved = self.round.play(move, seat)
        return self._entered(moved) if moved.is_over else replace(self, round=moved)

    def _entered(self, done: Round) -> "Match":
        """The match after this round, with the next one dealt unless it is over."""
        scored = replace(self, round=done, finished=(*self.finished, done))
        return scored if scored.is_over else replace(scored, round=scored._next_round())

    def with_deal(self, deal: Deal) -> "Match":
        """The match with these cards in the current round: a deal of a club evening, or one that should be seen.

        The rounds after it are dealt by the seed as before. Raises ValueError when moves have been made in this round, when
        the match is over, for another dealer than the one whose turn it is, and for a deal that does not fit.

        >>> from mam.games.registry import start
        >>> given = start("make-a-million-1935", seed=3, dealer="E").deal
        >>> match = start_match("make-a-million-1935", seed=7, dealer="E").with_deal(given)
        >>> match.round.deal == given
        True
        """
        if not isinstance(deal, Deal):
            raise TypeError(f"a match takes a Deal, like mam.parse_deal('dealer S | …'), not {deal!r}")
        if self.is_over or self.round.history:
            state = "the match is over" if self.is_over else "moves have been made with the cards of this round"
            raise ValueError(f"{state}: give a deal before the first call")
        if deal.dealer != self.round.deal.dealer:
            raise ValueError(f"{self.round.deal.dealer} deals this round, not {deal.dealer}")
        if self.rules.shrinks_by and [*map(len, deal.hands)] != [*map(len, self.round.deal.hands)]:
            raise ValueError(f"in this round each hand has {counted(len(self.round.deal.hands[0]), 'card')}")
        return replace(self, round=make_round(self.rules, deal, carry=self.round.carry))

    def with_table(self, table: RoundTable) -> "Match":
        """The match after its current round has been played at a table, where misplay is settled (R35-MIS-1).

        Begin the table with `mam.Table(match.round)`. Its score, premiums and penalties go on the totals, and the next round
        is dealt. Raises TypeError for what is no table, ValueError when the match is over or moves have been made in its
        round, for a table of other rules or with other cards, and for one whose score has not been taken.

        >>> import mam
        >>> match = start_match("make-a-million-1935", seed=7, dealer="S")
        >>> table = mam.Table(match.round)
        >>> while table.turn:
        ...     table = table.play(table.round.legal_moves[-1])
        >>> match.with_table(table.score())
        Match make-a-million-1935, seed 7: ... after 1 rounds
        """
        if not isinstance(table, RoundTable):
            raise TypeError(f"a match takes a table, like mam.Table(match.round), not {table!r}")
        if self.is_over or self.round.history:
            state = "the match is over" if self.is_over else "moves have been made in this round of the match itself"
            raise ValueError(f"{state}: no table can take its place")
        played = table.round
        if played.rules != self.rules:
            raise ValueError(f"the match is played by {self.rules.full_id}, the table by {played.rules.full_id}")
        if played.deal.dealer != self.round.deal.dealer:
            raise ValueError(
                f"{self.round.deal.dealer} deals this round, and {played.deal.dealer} has dealt at the table"
            )
        if played.deal != self.round.deal:
            raise ValueError(
                "the table has other cards than this round: begin it with mam.Table(match.round), "
                "or give the round its cards first, with match.with_deal(table.round.deal)"
            )
        return self._entered(table.as_round())

    def _next_round(self) -> Round:
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
        if self.result and len(self.result) == 1:
            return (self.rules.cite(self._why_won(self.result[0], len(past), final)),)
        ends = {"play on": "another round is played", "draw": "the match is drawn"}.get(rules.tie, "they win together")
        if not self.is_over:
            ends = "another round is played"
        best = max(totals.values())
        tied = " and ".join(names[name] for name, total in totals.items() if total == best)
        return (self.rules.cite(Reason("level", f"{tied} are tied at {rules.format_amount(best)}: {ends}.")),)

    def _why_won(self, winner: str, past: int, final: bool) -> Reason:
        """The rule by which one alone has won, of so many that have reached the target or have played the last deal."""
        name, rules = self.rules.accounts[winner], self.rules.scoring
        said, target = (
            rules.format_amount(self.totals[winner]),
            "" if rules.target is None else rules.format_amount(rules.target),
        )
        reach, have, win = ("reach", "have", "win") if is_several(name) else ("reaches", "has", "wins")
        if final:
            return Reason("win-higher", f"The last deal has been played: {name} {have} the most, {said}, and {win}.")
        if past == 1:
            return Reason("win", f"{name} {reach} {target} with {said} and {win}.")
        all_, more = ("Both sides", "higher") if len(self.totals) == 2 else (f"{past} players", "highest")
        return Reason("win-higher", f"{all_} have reached {target}: {name} {have} the {more} total, {said}, and {win}.")

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
    deal: Deal | None = None,
) -> Match:
    """A match of this edition; every deal in it follows from the seed, but for the first if a `deal` is given.

    A deal has its own dealer, so `dealer` is left out beside it; `Match.with_deal` gives later ones. `carried` are totals to start from, under the names of the score sheet, in thousands of dollars or points. Raises
    ValueError for an unknown edition, option, seat, number of players or name.
    """
    rules = find_rules(edition, options, players)
    check_seed(seed)
    if deal is not None and dealer is not None:
        raise ValueError("a deal has its own dealer: leave dealer out")
    dealer = find_dealer(rules, seed, dealer if deal is None else deal.dealer)
    if strange := set(carried or ()) - set(rules.accounts):
        raise ValueError(f"no side {', '.join(sorted(strange))}: the sides are {', '.join(rules.accounts)}")
    if wrong := [total for total in (carried or {}).values() if not isinstance(total, int) or isinstance(total, bool)]:
        raise TypeError(f"a total is a whole number of thousands of dollars, not {wrong[0]!r}")
    first = make_round(rules, deal_for(rules, dealer, Random(derive_seed(seed, "round", 0))))
    match = Match(rules, seed, first, carried=carried or {})
    return match if deal is None else match.with_deal(deal)
