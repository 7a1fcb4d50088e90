"""Matches: round after round until the target or the last deal; the deal moves left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol, runtime_checkable

from mam.games.registry import deal_for, find_dealer, find_rules, make_round
from mam.games.round import Round
from mam.rules import scoring
from mam.rules.cards import format_count, is_several, join_words
from mam.rules.dealing import Deal, check_seed, derive_seed
from mam.rules.editions import RuleSet
from mam.rules.moves import Move
from mam.rules.rulings import Reason, Ruling
from mam.support.arguments import check_fields
from mam.support.messages import capitalize, quote
from mam.support.numbers import spell_number


@runtime_checkable
class RoundTable(Protocol):
    """A table where a round with misplays is played: `mam.Table`."""

    @property
    def round(self) -> Round:
        """Return the round as the cards were played."""

    def as_round(self) -> Round:
        """Return the round as it was scored. Raises ValueError before that."""


@check_fields
@dataclass(frozen=True, repr=False)
class Match:
    """A match and its current round; it takes moves like a round and deals the next round itself.

    `finished` are the completed rounds, including hands that were passed out or dealt again and rounds from a `mam.Table`;
    `round` is the current round (the last one when the match is over); `totals` are the running totals, in thousands of
    dollars or points. `result` is None until `is_over`, then the winner, or all winners of a tie.

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
        """Return the running totals, including those that the match started with."""
        totals = {name: self.carried.get(name, 0) for name in self.rules.accounts}
        for round in self.finished:
            assert round.result is not None
            for name, points in round.result.gains.items():
                totals[name] += points
        return totals

    @property
    def result(self) -> tuple[str, ...] | None:
        """The accounts that won the match; several share a tie, and None means that it goes on."""
        # Totals are compared only after a round is scored (D-G25): a round in play can't end the match.
        if not self.finished or (self.finished[-1].result and self.finished[-1].result.is_misdeal):
            return None
        return scoring.find_leaders(self.totals, self.rules.scoring, final=self.finished[-1].is_final) or None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won the match."""
        return self.result is not None

    @property
    def turn(self) -> str | None:
        """The seat to play from, as in `Round.turn`; None once the match is over."""
        return None if self.is_over else self.round.turn

    @property
    def actor(self) -> str | None:
        """The person to move, as in `Round.actor`; None once the match is over."""
        return None if self.is_over else self.round.actor

    @property
    def phase(self) -> str:
        """The phase of the round in play, or "over" once the match is over."""
        return "over" if self.is_over else self.round.phase

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move in the current round; empty when the match is over."""
        return () if self.is_over else self.round.legal_moves

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """Return the ruling that forbids this move now, or None if it is legal."""
        return self.round.why_not(move, seat)

    def play(self, move: Move, seat: str | None = None) -> "Match":
        """Return the match after this move; a finished round is followed by the next deal. Raises IllegalMove with the ruling."""
        return self._go_on(self.round.play(move, seat))

    def try_move(self, move: Move, seat: str | None = None) -> "Ruling | Match":
        """Return the match after this move, or the ruling that forbids it: the move is judged once."""
        answer = self.round.try_move(move, seat)
        return answer if isinstance(answer, Ruling) else self._go_on(answer)

    def _go_on(self, next_round: Round) -> "Match":
        """Return the match after a move that led to this round."""
        return self._enter(next_round) if next_round.is_over else replace(self, round=next_round)

    def _enter(self, round: Round) -> "Match":
        """Return the match after this round, with the next round dealt unless the match is over."""
        match = replace(self, round=round, finished=(*self.finished, round))
        return match if match.is_over else replace(match, round=match._next_round())

    def with_deal(self, deal: Deal) -> "Match":
        """Return the match with these cards in the current round, for example a deal from a club evening.

        Later rounds are still dealt from the seed. Raises ValueError if moves have been made in this round, if the match is
        over, for the wrong dealer, and for a deal that does not fit.

        >>> from mam.games.registry import start
        >>> deal = start("make-a-million-1935", seed=3, dealer="E").deal
        >>> match = start_match("make-a-million-1935", seed=7, dealer="E").with_deal(deal)
        >>> match.round.deal == deal
        True
        """
        if not isinstance(deal, Deal):
            raise TypeError(f"a match takes a Deal, like mam.parse_deal('dealer S | …'), not {quote(deal)}")
        if self.is_over or self.round.history:
            state = "the match is over" if self.is_over else "moves have been made with the cards of this round"
            raise ValueError(f"{state}: give a deal before the first call")
        if deal.dealer != self.round.deal.dealer:
            raise ValueError(f"{self.round.deal.dealer} deals this round, not {deal.dealer}")
        if self.rules.shrinks_by and [*map(len, deal.hands)] != [*map(len, self.round.deal.hands)]:
            raise ValueError(f"in this round each hand has {format_count(len(self.round.deal.hands[0]), 'card')}")
        return replace(self, round=make_round(self.rules, deal, carry=self.round.carry))

    def with_table(self, table: RoundTable) -> "Match":
        """Return the match after its current round was played at a table, where misplays are settled (R35-MIS-1).

        Start the table with `mam.Table(match.round)`. Its score, premiums and penalties are added to the totals, and the
        next round is dealt. Raises TypeError for anything but a table, ValueError if the match is over or moves have been
        made in its round, for a table with other rules or other cards, and for a table that has not been scored.

        >>> import mam
        >>> match = start_match("make-a-million-1935", seed=7, dealer="S")
        >>> table = mam.Table(match.round)
        >>> while table.turn:
        ...     table = table.play(table.round.legal_moves[-1])
        >>> match.with_table(table.score())
        Match make-a-million-1935, seed 7: ... after 1 round
        """
        if not isinstance(table, RoundTable):
            raise TypeError(f"a match takes a table, like mam.Table(match.round), not {quote(table)}")
        if self.is_over or self.round.history:
            state = "the match is over" if self.is_over else "moves have been made in this round of the match itself"
            raise ValueError(f"{state}: no table can take its place")
        round = table.round
        if round.rules != self.rules:
            raise ValueError(f"the match is played by {self.rules.full_id}, the table by {round.rules.full_id}")
        if round.deal.dealer != self.round.deal.dealer:
            raise ValueError(f"{self.round.deal.dealer} deals this round, and {round.deal.dealer} dealt at the table")
        if round.deal != self.round.deal:
            raise ValueError(
                "the table has other cards than this round: begin it with mam.Table(match.round), "
                "or give the round its cards first, with match.with_deal(table.round.deal)"
            )
        return self._enter(table.as_round())

    def _next_round(self) -> Round:
        """Deal the round after the one just finished."""
        finished = self.round
        assert finished.result is not None
        is_misdeal = finished.result.is_misdeal
        shrinks = self.rules.shrinks_by
        size = len(finished.deal.hands[0]) - (0 if is_misdeal else shrinks) if shrinks else None
        rng = Random(derive_seed(self.seed, "round", len(self.finished)))
        return make_round(
            self.rules, deal_for(self.rules, finished.next_dealer, rng, size), carry=finished.result.carry
        )

    def why(self, move: Move) -> tuple[Ruling, ...]:
        """Return the rulings behind a legal move in the current round. Raises IllegalMove if it is not legal."""
        return self.round.why(move)

    def why_ended(self) -> tuple[Ruling, ...]:
        """Return the rulings that ended the match, or that continue it at a tie; empty while it is undecided."""
        names, totals, rules = self.rules.accounts, self.totals, self.rules.scoring
        final = bool(self.finished) and self.finished[-1].is_final
        accounts = [
            name for name, total in totals.items() if final or (rules.target is not None and total >= rules.target)
        ]
        if not self.finished or not accounts:
            return ()
        if self.result and len(self.result) == 1:
            return (self.rules.cite(self._why_won(self.result[0], len(accounts), final)),)
        endings = {"play on": "another round is played", "draw": "the match is a draw"}
        ending = endings.get(rules.tie, "they win together") if self.is_over else endings["play on"]
        highest = max(totals.values())
        tied_names = join_words(names[name] for name, total in totals.items() if total == highest)
        reason = Reason("level", f"{tied_names} are tied at {rules.format_amount(highest)}: {ending}.")
        return (self.rules.cite(reason.resting_on("target")),)

    def _why_won(self, winner: str, past: int, final: bool) -> Reason:
        """Return the rule by which this account has won; `past` counts the accounts at the target or at the last deal."""
        name, rules = self.rules.accounts[winner], self.rules.scoring
        total_text, target = (
            rules.format_amount(self.totals[winner]),
            "" if rules.target is None else rules.format_amount(rules.target),
        )
        reach, have, win = ("reach", "have", "win") if is_several(name) else ("reaches", "has", "wins")
        if rules.target == 1:  # one round is the whole match
            return Reason("win", f"{name} {have} the fewest cards and {win}.")
        if final:
            return Reason(
                "win-higher", f"The last deal has been played: {name} {have} the most, {total_text}, and {win}."
            )
        if past == 1:
            return Reason("win", f"{name} {reach} {target} with {total_text} and {win}.")
        subject, degree = f"{capitalize(spell_number(past))} players", "higher" if past == 2 else "highest"
        if len(self.totals) == 2:
            subject = "Both sides" if len(self.rules.persons) > 2 else "Both players"
        return Reason(
            "win-higher", f"{subject} have reached {target}: {name} {have} the {degree} total, {total_text}, and {win}."
        ).resting_on("target")

    def __repr__(self) -> str:
        totals = ", ".join(f"{side} {total}" for side, total in self.totals.items())
        return f"Match {self.rules.id}, seed {self.seed}: {totals} after {format_count(len(self.finished), 'round')}"

    @property
    def next_dealer(self) -> str:
        """Return the next round's dealer: the deal moves left (R35-DEAL-2), but not after a misdeal (D-X08)."""
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
    """Start a match of this edition; every deal follows from the seed, except the first if `deal` is given.

    A deal has its own dealer, so leave out `dealer` with it; use `Match.with_deal` for later deals. `carried` are the totals
    to start from, by the names of the score sheet, in thousands of dollars or points. Raises ValueError for an unknown
    edition, option, seat, number of players or name.
    """
    rules = find_rules(edition, options, players)
    check_seed(seed)
    if deal is not None and dealer is not None:
        raise ValueError("a deal has its own dealer: leave dealer out")
    dealer = find_dealer(rules, seed, dealer if deal is None else deal.dealer)
    if unknown_names := set(carried or ()) - set(rules.accounts):
        raise ValueError(f"no side {', '.join(sorted(unknown_names))}: the sides are {', '.join(rules.accounts)}")
    if wrong_totals := [
        total for total in (carried or {}).values() if not isinstance(total, int) or isinstance(total, bool)
    ]:
        raise TypeError(f"a total is a whole number of thousands of dollars, not {quote(wrong_totals[0])}")
    first = make_round(rules, deal_for(rules, dealer, Random(derive_seed(seed, "round", 0))))
    match = Match(rules, seed, first, carried=carried or {})
    return match if deal is None else match.with_deal(deal)
