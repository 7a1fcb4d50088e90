"""The coach: what it says is true of all cards open, and it plays without a simulation."""

import subprocess
import sys
from random import Random

import pytest

import mam
from mam.players import play_move, rulebook_player
from mam.rules.cards import UNSEEN
from mam.studies.coach import Advice, coach_move, find_false_claims
from mam.text.positions import make_position

FOUR = "make-a-million-1935"


def play_coached(
    seed: int, you: str = "S", options: tuple[str, ...] = ()
) -> tuple[mam.TrickRound, list[tuple[mam.TrickRound, Advice]]]:
    """Play a round as the coach advises one seat, the others as rulebook players."""
    round, rngs = mam.start(FOUR, seed=seed, options=options), {seat: Random(seat) for seat in "NESW"}
    turns = []
    while not round.is_over:
        if round.actor != you:
            round = play_move(round, dict.fromkeys("NESW", rulebook_player), rngs)
            continue
        advice = coach_move(mam.view(round, you))
        turns.append((round, advice))
        round = round.play(advice.move)  # which refuses an illegal one
    return round, turns


@pytest.mark.parametrize("seed", [*range(1, 9), *range(1001, 1061)])
@pytest.mark.sample(6, 3)
def test_what_the_coach_says_is_true_of_the_open_cards(seed: int) -> None:
    you = "NESW"[seed % 4]
    _, turns = play_coached(seed, you)
    for before, advice in turns:
        assert find_false_claims(advice, before, you) == ()
        assert all(text.endswith((".", ":")) and len(text) <= 76 for text in (advice.cause, advice.text))


def test_the_coach_knows_only_the_view() -> None:
    _, turns = play_coached(3)
    for before, advice in turns[-6:]:
        seen = mam.view(before, "S")
        assert any(UNSEEN in hand for hand in seen.round.hands.values()) or len(before.tricks) > 11
        assert coach_move(seen) == advice


def test_a_false_claim_would_be_noticed() -> None:
    round = make_position(FOUR, "N R40 B2 | E R30 B5 | S R15 B40 | W R2 B3", "B", "N", played="R40 R30")
    card = mam.Play(mam.parse_card("R15"))
    for cause, fault in (
        ("East is winning.", "N is winning"),
        ("North, your partner, is winning $45,000.", "the trick is worth 70"),
        ("You play last.", "somebody plays after you"),
        ("You have no card without money.", ""),
        ("Red 15 is the only card that you may play.", ""),
    ):
        assert find_false_claims(Advice(card, cause, "", "test"), round, "S") == ((fault,) if fault else ())
    lead = make_position(FOUR, "S R15 B4 | N R1 B2 | E R30 B5 | W R2 B3", "B", "S")
    assert find_false_claims(Advice(card, "Red 15 is the highest Red card left.", "", "test"), lead, "S") == (
        "R30 is higher",
    )
    assert find_false_claims(Advice(card, "", "Lead it: they can't beat it.", "test"), lead, "S") == (
        "an opponent can beat it",
    )


@pytest.mark.parametrize(
    ("hands", "played", "move", "cause"),
    [
        (
            "N R40 B2 | E R2 B5 | S BULL Y1 | W R3 B3",
            "R3 R40 R2",
            "play BULL",
            "North, your partner, is winning $40,000.",
        ),
        (
            "N R9 B2 | E R40 B5 | S BEAR Y1 | W R30 B3",
            "R30 R9 R40",
            "play BEAR",
            "East is winning $70,000, and you can't be sure to beat it.",
        ),
        (
            "N R9 B2 | E R40 B5 | S B1 Y1 | W R3 B3",
            "R3 R9 R40",
            "play B1",
            "East is winning $40,000, and you play last.",
        ),
        ("N R40 B2 | E R2 B5 | S R30 R1 | W R3 B3", "R3 R40 R2", "play R30", "North, your partner, is winning."),
        ("N R9 B2 | E R40 B5 | S R1 R30 | W R3 B3", "R3 R9 R40", "play R1", "East is winning, and you can't beat it."),
    ],
)
def test_the_rules_in_small_positions(hands: str, played: str, move: str, cause: str) -> None:
    round = make_position(FOUR, hands, "B", "W", played=played)
    advice = coach_move(mam.view(round, "S"))
    assert (str(advice.move), advice.cause) == (move, cause)


def test_the_coach_refuses_what_it_does_not_know() -> None:
    with pytest.raises(
        ValueError, match="the coach knows the games of two pairs with auction, nest, trump, play, not silent-six"
    ):
        coach_move(mam.view(mam.start("silent-six", seed=1), "A"))
    with pytest.raises(ValueError, match="not six"):  # who sits opposite is no partner there
        coach_move(mam.view(mam.start("six", seed=1), "A"))
    with pytest.raises(ValueError, match="the coach advises the person whose turn it is"):
        coach_move(mam.view(mam.start(FOUR, seed=1, dealer="S"), "N"))


def test_the_coach_needs_no_compiler_and_no_package() -> None:
    code = (
        "import sys, mam; from mam.studies.coach import coach_move; coach_move(mam.view(mam.start('make-a-million-1935', seed=1, dealer='S'), 'S'));"
        "print([name for name in ('numba', 'numpy', 'pandas', 'mam.analysis') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
