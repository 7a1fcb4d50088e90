"""The tree below a round, counted: leaves, nodes, and what the leaves are settled for, added up."""

from collections.abc import Callable

from oracle_tables import Counts, add

from mam.games.round import Round
from mam.games.trick_round import TrickRound


def final_figures(round: Round) -> Counts:
    """What a finished round of tricks is settled for, the bidder's side first where sides form in the hand."""
    assert isinstance(round, TrickRound) and round.result is not None
    captured = dict(round.captured)
    if round.bidder and round.rules.alliance in ("dummy", "called"):
        bidder_captured = captured.pop(round.side_of(round.bidder))
        captured = {"ours": bidder_captured, "theirs": sum(captured.values())}
    carried = ()
    if round.rules.scoring.method == "account":
        carry = round.result.carry
        carried = (-1 if carry.barred else carry.points,)
    return (*captured.values(), *round.result.scores.values(), *carried)


def count(round: Round, tally: Callable[[Round], Counts], is_leaf: Callable[[Round], bool]) -> Counts:
    """Every way on from here as mam knows it."""
    if is_leaf(round):
        return (1, 1, *tally(round))
    sums: Counts = ()
    for move in round.legal_moves:
        sums = add(sums, count(round.play(move), tally, is_leaf))
    return (sums[0], sums[1] + 1, *sums[2:])
