"""What every legal and every refused move has in common, in games of tricks and of letters."""

from collections.abc import Sequence

import pytest

import mam
from mam.games.round import Round
from mam.rules.moves import Move
from mam.rules.rulings import Ruling


def check_refused(round: Round, move: Move, rule_id: str, phrases: Sequence[str], seat: str | None) -> Ruling:
    """Check that this rule refuses the move, with these phrases in the reason, however it is asked. Return the ruling."""
    verdict = round.why_not(move, seat)
    assert verdict is not None, f"{move} was accepted"
    assert verdict.id == rule_id, verdict
    for phrase in phrases:
        assert phrase in verdict.reason, verdict.reason
    if seat in (None, round.turn):
        assert move not in round.legal_moves
    with pytest.raises(mam.IllegalMove) as caught:
        round.play(move, seat)
    assert caught.value.ruling == verdict
    return verdict


def check_legal(round: Round, move: Move, rule_ids: Sequence[str]) -> dict[str, str]:
    """Check that the move is legal however it is asked, and that it cites these rules. Return what each rule it cites says."""
    assert round.why_not(move) is None and round.why_not(move, round.turn) is None
    assert move in round.legal_moves
    cited = {ruling.id: ruling.reason for ruling in round.why(move)}
    assert set(rule_ids) <= set(cited), cited
    return cited
