"""A move that somebody tries is judged on what they may know: no answer tells a hidden card."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from bids import opening
from random_rounds import EDITIONS, moments, rounds
from tables import play

import mam
from mam.games.round import Round
from mam.games.sampling import worlds
from mam.games.views import try_move
from mam.rules.cards import UNSEEN, Card
from mam.rules.moves import Exchange, Lay, Misdeal, Move
from mam.rules.rulings import Ruling
from mam_widgets.stepper.model import Walk


def list_tries(round: Round, rng: Random) -> Iterator[Move]:
    """Moves of every kind, most of them wrong, with cards that are and are not in the hand."""
    pack = sorted(set(round.rules.pack), key=str)
    yield from islice(round.legal_moves, 4)
    yield from map(mam.Play, rng.sample(pack, 6))
    yield from (Lay(rng.choice(pack)), mam.Discard(rng.sample(pack, 3)), mam.Bid(175), mam.Bid(260), mam.Pass())
    yield from (mam.NameTrump(mam.Color.RED), Misdeal(), Exchange(), Exchange(rng.choice(round.rules.seats), UNSEEN))


def describe(answer: Ruling | Round) -> str:
    return f"{answer.id} {answer} {answer.instead}" if isinstance(answer, Ruling) else "accepted"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 3)
def test_an_answer_to_a_tried_move_is_the_same_in_every_possible_deal(edition: str) -> None:
    positions, rng = rounds(edition), Random(5)
    for index in moments(positions, rng)[::2]:
        round = positions[index]
        for person in dict.fromkeys((round.actor or round.rules.persons[0], rng.choice(round.rules.persons))):
            other = next(worlds(mam.view(round, person), Random(index)))
            for move in list_tries(round, rng):
                answer = describe(try_move(round, person, move))
                assert describe(try_move(other, person, move)) == answer, (person, move)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 4)
def test_whoever_decides_may_make_exactly_the_moves_that_are_legal(edition: str) -> None:
    """So what a view accepts needs no second look at the cards."""
    positions, rng = rounds(edition), Random(6)
    for index in moments(positions, rng)[::2]:
        round = positions[index]
        for move in list_tries(round, rng) if round.actor else ():
            if isinstance(move, Exchange) and move.seat and round.phase == "exchange":
                continue  # a guess, which is refused, right or wrong
            judged_by_all, answer = round.try_move(move), try_move(round, round.actor, move)
            assert isinstance(answer, Ruling) == isinstance(judged_by_all, Ruling), move
            assert isinstance(answer, Ruling) or answer == judged_by_all


GUESSES = [Exchange(seat, card) for seat in "NESW" for card in (UNSEEN, *map(Card, ("B1", "B2", "G5", "R40")))]


@pytest.mark.parametrize("tiger", ["N", "E", "W"])
def test_a_guess_where_the_tiger_is_tells_nothing(tiger: str) -> None:
    deals = (mam.start("manhattan", seed, dealer="S") for seed in range(40))
    round: Round = next(dealt for dealt in deals if Card("TIGER") in dealt.hands[tiger])
    round = play(round, "open NC, pass, pass, pass")  # type: ignore[arg-type]
    round = round.play(round.legal_moves[0])
    assert (round.phase, round.turn) == ("exchange", "S")
    sentence = "Ask for the Tiger without naming a seat or a card: only its holder knows where it is."
    for guess in GUESSES:
        answer = try_move(round, "S", guess)
        assert isinstance(answer, Ruling) and (answer.id, answer.reason) == ("RMM-7", sentence)
        assert answer.instead == (Exchange(),)
        walk = Walk(mam.Record.from_round(round), step=len(round.history), you="S")
        walk.play_text(str(guess))
        assert walk.refused == (guess, answer) and not walk.fault and walk.round == round
        for person in "NEW":  # out of turn, whatever they hold
            refusal = try_move(round, person, guess)
            assert isinstance(refusal, Ruling) and refusal.reason == describe_wait(round, person)
    asked = try_move(round, "S", Exchange())
    assert isinstance(asked, mam.TrickRound) and asked.exchanged is not None and asked.exchanged[0] == tiger
    walk = Walk(mam.Record.from_round(round), step=len(round.history))  # with all hands open nothing is hidden
    walk.play(asked.history[-1])
    assert walk.refused is None


def describe_wait(round: Round, person: str) -> str:
    ruling = round.why_not(Exchange(), person)
    assert ruling is not None
    return ruling.reason


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """The moves that a round of tricks was asked about, one for each verdict."""
    asked: list[Move] = []
    judge = mam.TrickRound._reason_against

    def count(self: mam.TrickRound, move: Move, seat: str | None = None) -> object:
        asked.append(move)
        return judge(self, move, seat)

    monkeypatch.setattr(mam.TrickRound, "_reason_against", count)
    return asked


def test_a_move_is_judged_once_in_a_walk_and_at_a_table(verdicts: list[Move]) -> None:
    round = mam.start("make-a-million-1935", 7, dealer="S")
    walk, opened = Walk(mam.Record.from_round(round), you="S"), mam.Bid(opening("make-a-million-1935"))
    assert walk.round == round
    verdicts.clear()
    walk.play(opened)
    assert walk.round.history == (opened,) and verdicts == [opened]
    table = mam.Table(round)
    verdicts.clear()
    assert table.play(opened).events == (str(opened),) and verdicts == [opened]
