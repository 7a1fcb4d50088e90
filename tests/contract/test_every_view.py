"""What every view, text and saved form of a round keeps, in every edition with every option."""

import pickle
from random import Random

import pytest
from walks import ALL, Combo, name_of, walk

import mam
from mam.games.round import Round
from mam.records import format_record, parse_record

PARTS = ("phase", "turn", "actor", "trump", "bidder", "bid", "calls", "sides", "captured", "called", "over")


def positions(combo: Combo, seed: int, count: int) -> list[Round]:
    """Some positions of one round, the first and the last among them."""
    line = list(walk(combo, seed))
    rng = Random(seed)
    middle = sorted({int(rng.random() * len(line)) for _ in range(count - 2)} - {0, len(line) - 1})
    return [line[0], *(line[place] for place in middle), line[-1]]


def check_view(round: Round, person: str) -> None:
    view = mam.view(round, person)
    assert view == mam.view(round, person) and view.person == person
    assert mam.view(view.round, person) == view  # nothing is hidden twice
    assert view.hand == round.hands[person]
    assert view.to_move == (round.actor == person)
    assert view.legal_moves == (round.legal_moves if round.actor == person else ())
    for part in PARTS:
        if part != "turn" or not round.is_over:
            assert getattr(view.round, part, None) == getattr(round, part, None), part
    for seat, hand in view.round.hands.items():
        assert len(hand) == len(round.hands[seat])
        for card in {*hand} - {mam.UNSEEN}:
            assert hand.count(card) <= round.hands[seat].count(card)
    for move in (*round.legal_moves[:2], mam.Play(mam.UNSEEN)):
        ruling = view.why_not(move)
        if ruling is None:
            assert view.to_move and move in view.legal_moves
        elif round.rules.game != "anagrams":  # where finding what fits is the game (D-A05)
            assert ruling.instead == view.legal_moves  # of a hidden hand nobody can say what is legal instead


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 37)
def test_views(combo: Combo) -> None:
    for round in positions(combo, 300 + len(combo[1]), 5 if combo[1] else 9):
        for person in round.rules.persons if not combo[1] else (*round.rules.persons[:2], *{round.actor} - {None}):
            check_view(round, person)
        whole = mam.view(round, None)
        assert whole.round == round and whole.legal_moves == round.legal_moves


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 75)
def test_the_actors_view_judges_as_the_round_does(combo: Combo) -> None:
    for round in positions(combo, 310, 4):
        if round.actor is None:
            continue
        view = mam.view(round, round.actor)
        whole = (
            mam.UNSEEN not in view.round.hands[round.turn or ""]
        )  # of a half-hidden hand only the open part is known
        for card in dict.fromkeys(round.rules.pack[::7]):
            move = mam.Play(card)
            round_ruling, view_ruling = round.why_not(move), view.why_not(move)
            assert (round_ruling is None) == (view_ruling is None), move
            assert round_ruling is None or view_ruling is None or round_ruling.id == view_ruling.id or not whole


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 84)
def test_text_records_and_pickles_give_the_round_back(combo: Combo) -> None:
    for round in positions(combo, 320, 4):
        assert pickle.loads(pickle.dumps(round)) == round
        assert hash(round.deal) == hash(pickle.loads(pickle.dumps(round.deal)))
        parsed = mam.parse_round(repr(round))
        assert parsed == round and parsed.hands == round.hands and repr(parsed) == repr(round)
        record = mam.Record.from_round(round, title="A round at random")
        assert parse_record(format_record(record)) == record and record.rounds()[-1] == round
        for move in round.history:
            assert mam.parse_move(str(move)) == move


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 65)
def test_a_view_is_text_and_a_record_too(combo: Combo) -> None:
    for round in positions(combo, 330, 3):
        view_round = mam.view(round, round.rules.persons[0]).round
        assert mam.parse_round(repr(view_round)) == view_round
        record = mam.Record.from_round(view_round, title="As one player saw it")
        assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("combo", ALL, ids=name_of)
@pytest.mark.sample(26, 35)
def test_worlds_give_the_view_back(combo: Combo) -> None:
    rng = Random(7)
    for round in positions(combo, 340, 3 if combo[1] else 6):
        person = round.rules.persons[len(round.history) % len(round.rules.persons)]
        view = mam.view(round, person)
        world = next(mam.worlds(view, rng))
        assert mam.view(world, person) == view
        assert mam.UNSEEN not in world.deal.cards and world.is_over == round.is_over
