"""What the perft files share: named positions played out in every way by mam and by the oracle, with figures frozen.

Figures are leaves, positions, and sums over all leaves: what each side captured, then what each account entered.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import oracle_tables as oracle
from oracle_tables import Counts, Table, add

import mam
from mam.games.round import Round
from mam.games.trick_round import TrickRound


class Case(NamedTuple):
    """A position by its name: the round of mam, and the oracle's count of it."""

    name: str
    edition: str
    round: Callable[[], Round]
    oracle: Callable[[], Counts]
    figures: Counts
    tally: Callable[[Round], Counts] | None = None
    done: Callable[[Round], bool] | None = None


def parse_hands(hands: str) -> dict[str, list[str]]:
    """The hands of a text as lists of codes, a hidden card after the open one over it."""
    return {part.split()[0]: part.replace("/", " ").split()[1:] for part in hands.split("|")}


def parse_covers(hands: str) -> dict[str, str]:
    """Which card lies under which."""
    return dict(word.split("/") for word in hands.split() if "/" in word)  # type: ignore[misc]


def oracle_plays(hands: str, leader: str, table: Table) -> Callable[[], Counts]:
    return lambda: oracle.count_plays(table, parse_hands(hands), leader)


def final_figures(round: Round) -> Counts:
    """What a finished round of tricks is settled for, the bidder's side first where sides form in the hand."""
    assert isinstance(round, TrickRound) and round.result is not None
    captured = dict(round.captured)
    if round.bidder and round.rules.alliance in ("dummy", "called"):
        ours = captured.pop(round.side_of(round.bidder))
        captured = {"ours": ours, "theirs": sum(captured.values())}
    more = ()
    if round.rules.scoring.method == "account":
        carry = round.result.carry
        more = (-1 if carry.barred else carry.points,)
    return (*captured.values(), *round.result.scores.values(), *more)


def count(round: Round, tally: Callable[[Round], Counts], done: Callable[[Round], bool]) -> Counts:
    """Every way on from here as mam knows it."""
    if done(round):
        return (1, 1, *tally(round))
    sums: Counts = ()
    for move in round.legal_moves:
        sums = add(sums, count(round.play(move), tally, done))
    return (sums[0], sums[1] + 1, *sums[2:])


def is_over(round: Round) -> bool:
    return round.is_over


def sum_children(counts: Iterable[Counts]) -> Counts:
    """The counts of a position from those of the positions it leads to."""
    sums: Counts = ()
    for each in counts:
        sums = add(sums, each)
    return (sums[0], sums[1] + 1, *sums[2:])


def positions_by_edition(cases: Iterable[Case]) -> dict[str, list[str]]:
    """The named positions of each edition, for the registry."""
    found: dict[str, list[str]] = {}
    for case in cases:
        mam.get_edition(case.edition)
        found.setdefault(case.edition, []).append(case.name)
    return found


def check(case: Case) -> None:
    counted = count(case.round(), case.tally or final_figures, case.done or is_over)
    assert counted == case.oracle()
    assert counted == case.figures
