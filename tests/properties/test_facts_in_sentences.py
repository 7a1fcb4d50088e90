"""Every sentence that states a fact about a hand is true, and says no more than its reader may know."""

from itertools import islice
from random import Random

import pytest
from sentence_facts import find_faults
from sentence_walks import EDITIONS, list_tries, sentences, walk

import mam
from mam.games.letter_round import LetterRound
from mam.games.trick_round import TrickRound
from mam.rules.moves import Play


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(4, 5)
def test_what_a_full_round_says_of_a_hand_is_true(edition: str) -> None:
    for seed in range(2):
        rng = Random(seed)
        for round, _, _ in walk(edition, seed):
            for move in list_tries(round, rng):
                for sentence in sentences(round, move):
                    assert not [*find_faults(round, sentence)], (sentence, round, move)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(3, 21)
def test_what_a_viewer_is_told_is_true_in_every_deal_the_viewer_may_suppose(edition: str) -> None:
    """The rulings on the last move, made from the view, are true of the real deal and of others consistent with the view."""
    rng = Random(1)
    for step, (_, move, after) in enumerate(walk(edition, 1)):
        for person in after.rules.persons:
            seen = mam.view(after, person).round
            earlier = seen.at(-1)
            said = [reason.sentence for reason in earlier._reasons_for(seen.history[-1], seen)]
            for world in (after, *(islice(mam.worlds(mam.view(after, person), rng), 3) if step % 2 == 0 else ())):
                before = world.at(-1)
                for sentence in said:
                    assert not [*find_faults(before, sentence)], (sentence, person, move, before)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(5, 13)
def test_a_refusal_says_no_more_than_the_person_to_move_may_know(edition: str) -> None:
    """It is the same whether it is asked of the full round or of the view of whoever decides."""
    for seed in range(2):
        rng = Random(seed)
        for round, _, _ in walk(edition, seed):
            assert round.actor is not None
            view = mam.view(round, round.actor)
            tried = [*list_tries(round, rng), *map(Play, round.rules.pack)]
            for move in dict.fromkeys(tried):
                full, seen = round._reason_against(move), view.round._reason_against(move)
                assert full == seen, (move, round)


def test_two_handed_what_lies_face_down_stays_unsaid() -> None:
    hands = "N Y2 Y1 G1 G2 | E R40 Y3 G3 G4 | S B4/R9 B7/TIGER | W B3/G7 G8/G9"
    round = mam.make_position("make-a-million-1935-two", hands, "Red", "E", bidder="N", played="R40")
    assert isinstance(round, TrickRound) and round.turn == "S"
    said = [ruling.reason for ruling in round.why(mam.parse_move("B4"))]
    assert said[0] == "North's dummy has no Red face up, so North's dummy may play any card: Black 4."
    assert [ruling.id for ruling in round.why(mam.parse_move("B4"))[0].further_rulings] == ["D-H07"]
    for text in ("R9", "TIGER", "G40", "R1"):  # face down, or elsewhere: nobody can tell
        refusal = round.why_not(mam.parse_move(text))
        assert refusal is not None and refusal.id == "R2H-12"
        card = mam.parse_card(text).named
        assert refusal.reason == f"North's dummy can play only its face-up cards, and {card} isn't one of them."


def test_letter_games_are_walked_too() -> None:
    assert isinstance(next(walk("millionaire", 1))[0], LetterRound)
