"""A round with other facts: quick, and the same as if it were made anew."""

from dataclasses import fields
from dataclasses import replace as made_anew

import pytest

import mam
from mam.games.state import replace
from mam.rules.moves import Move


def test_it_is_what_dataclasses_make() -> None:
    round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    quick, slow = (how(round, turn="W", bid=250) for how in (replace, made_anew))
    assert type(quick) is mam.TrickRound and quick == slow and hash(quick) == hash(slow)
    assert all(getattr(quick, field.name) == getattr(slow, field.name) for field in fields(round))
    assert (round.turn, quick.turn, quick.bid) == ("E", "W", 250)


def test_what_was_worked_out_stays_behind() -> None:
    round = mam.view(mam.start("make-a-million-1935", seed=7), "N").round
    before = round.unaccounted
    after = replace(round, hands={**round.hands, "E": before[:13]})
    assert set(before[:13]).isdisjoint(after.unaccounted) and round.unaccounted == before


def test_only_facts_of_a_state_are_taken() -> None:
    with pytest.raises(TypeError, match="a state has no trumps"):
        replace(mam.start("make-a-million-1935", seed=7), trumps=None)


def test_legal_moves_are_found_once_and_only_as_many_as_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts: list[Move] = []
    judge = mam.TrickRound._reason_against

    def count(round: mam.TrickRound, move: Move, seat: str | None = None) -> object:
        verdicts.append(move)
        return judge(round, move, seat)

    monkeypatch.setattr(mam.TrickRound, "_reason_against", count)
    round = mam.start("make-a-million-1935", seed=7, dealer="S")
    candidates = [*round._candidates()]
    assert next(iter(round.legal_moves)) == mam.Bid(round.rules.auction.min_opening) and len(verdicts) < len(candidates)
    verdicts.clear()
    refusals = [round.why_not(mam.Bid(amount)) for amount in (170, 205, 210)]
    assert all(ruling and ruling.instead == tuple(round.legal_moves) for ruling in refusals)
    assert len(verdicts) == len(refusals) + len(candidates)
