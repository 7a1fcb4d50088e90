"""A value of the wrong kind is refused where it is handed in, with words that say what would be right."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from cases import check_each

import mam
from mam.rules.editions import TrickGameRules
from mam.scenes import make_scene
from mam.support.arguments import check_arguments, name_kind
from mam.support.messages import quote
from mam.text.positions import play_tricks

FOUR = "make-a-million-1935"
HANDS = "N R40 G1 | E R1 G2 | S R2 G3 | W R3 G4"


@check_each(
    "call, words",
    [
        (lambda: mam.Vote("no"), r"^a vote is yes or no, like Vote\(True\), not 'no'$"),
        (lambda: mam.Vote(1), "a vote is yes or no"),
        (lambda: mam.Exchange("S", 4), "a card is drawn: .*, not 4$"),
        (lambda: mam.Exchange(4, mam.UNSEEN), "the Tiger's seat is text, .*, not 4$"),
        (lambda: mam.Carry(3), "a seat is text, like 'A', not 3"),
        (lambda: mam.Carry(barred=3), "a seat is text, like 'A', not 3"),
        (lambda: mam.Carry("A", "3"), "points that wait are a whole number, not '3'"),
        (lambda: mam.Carry("A", True), "points that wait are a whole number, not True"),
        (lambda: mam.start(3, 7), f"^an edition is named by its id, like '{FOUR}', not 3$"),
        (lambda: mam.start(3, 7, players=4), "an edition is named by its id"),
        (lambda: mam.start(FOUR), "a seed is a whole number, like 7, not None"),
        (lambda: mam.compare(None, "six"), "an edition is named by its id, .*, not None"),
        (lambda: mam.ruling(3), "^a ruling is named by its id, like 'R35-PLAY-5', not 3$"),
        (
            lambda: mam.view(mam.start_match(FOUR, 3), "N"),
            r"^a view is taken of a round \(of a match, of match\.round\)",
        ),
        (lambda: mam.worlds(mam.start(FOUR, 3), Random(1)), r"^mam\.worlds takes a view, like mam\.view\(round, 'N'\)"),
        (lambda: mam.rule_under(repr(mam.start(FOUR, 3)), [FOUR], 3), "^the question must be text, .*, not 3$"),
        (lambda: mam.parse_card(None), "^a card is read from text, not from None$"),
        (lambda: mam.parse_hand(None), "^a hand is read from text, not from None$"),
        (lambda: mam.parse_hand(["R40"]), "^a hand is read from text, not from "),
        (lambda: mam.parse_move(mam.Pass()), "^a move is read from text, not from pass$"),
        (lambda: mam.parse_deal(None), "^a deal is read from text, not from None$"),
        (lambda: mam.text.notation.parse_carry(None), "^a carry is read from text, not from None$"),
        (lambda: mam.text.notation.parse_dealt_hand(None), "^a hand is read from text, not from None$"),
        (lambda: mam.text.notation.parse_dealt_hand(["R40"]), "^a hand is read from text, not from "),
        (lambda: mam.parse_round(None), "^a round is read from text, not from None$"),
        (lambda: mam.decode_deal(None), "^a deal is read from text, not from None$"),
        (lambda: mam.make_position(FOUR, HANDS, 3, "N"), "^trump is read from text, not from 3$"),
    ],
)
def test_another_kind_of_value_is_refused(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        call()


@check_arguments
def read_twice(code: str, number: int) -> str:
    """Raise an error of our own for a code of another kind, and leave the number to Python."""
    return mam.format_cards(mam.parse_hand(code)) * number


def test_what_python_would_say_is_said_of_the_argument() -> None:
    table = mam.Table(mam.start(FOUR, 7))
    with pytest.raises(TypeError, match=r"^settle: totals must be a mapping of text to whole numbers, not 'N-S'$"):
        table.settle("N-S")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^make_position: hands must be text or a mapping of text to text, not 7$"):
        mam.make_position(FOUR, 7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^read_twice: number must be a whole number, not 'x'$"):
        read_twice("R40", "x")  # type: ignore[arg-type]


def test_an_error_of_our_own_stays_as_it_is() -> None:
    with pytest.raises(TypeError, match=r"^a hand is read from text, not from 3$") as caught:
        read_twice(3, 2)  # type: ignore[arg-type]
    assert caught.value.__cause__ is None
    with pytest.raises(ValueError, match=r"^a situation must be a mapping like .*, not 7$"):
        mam.rule_under(7, [FOUR], "Y2")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Mapping[str, Any] | mam.Round | str, "a mapping, a round or text"),
        (str | mam.Color | mam.Suit | mam.NoTrump, "text, a color, a suit or no-trump"),
        (Sequence[Sequence[mam.Card]] | None, "a list of lists of cards or None"),
        (str | TrickGameRules, "text or an edition's rules"),
        (Mapping[str, int | None], "a mapping of text to whole numbers or None"),
    ],
)
def test_a_kind_is_named_in_plain_words(kind: Any, words: str) -> None:
    assert name_kind(kind) == words


@pytest.mark.parametrize(("owner", "points"), [("A", 0), (None, 3), ("A", -1), ("A", 10_000)])
def test_points_that_wait_have_an_owner(owner: str | None, points: int) -> None:
    with pytest.raises(ValueError, match=f"^points that wait are 1 to 9999 and have an owner, .*, not {points}$"):
        mam.Carry(owner, points)


@pytest.mark.parametrize(("seat", "card"), [("S", None), (None, mam.UNSEEN)])
def test_an_exchange_names_all_or_nothing(seat: str | None, card: mam.Card | None) -> None:
    with pytest.raises(ValueError, match=r"^an exchange names the seat and the card drawn"):
        mam.Exchange(seat, card)


def test_trump_may_be_named_by_text_or_as_it_is() -> None:
    round = mam.make_position(FOUR, HANDS, mam.Color.RED, "N")
    assert round == mam.make_position(FOUR, HANDS, "R", "N") and round.trump == mam.Color.RED
    assert (
        mam.make_position("exact-tricks", "A R40 | B R30", mam.NoTrump.TIGER_HIGH, "A", stock="BULL").trump is not None
    )
    tricks = "Y1 Y40 Y2 Y30"
    assert play_tricks(FOUR, tricks, mam.Color.BLACK, "N") == play_tricks(FOUR, tricks, "B", "N")


def test_a_scene_is_drawn_from_a_seat_that_there_is() -> None:
    with pytest.raises(ValueError, match=r"^no seat 'x': the seats are N E S W$"):
        make_scene(mam.view(mam.start(FOUR, 3), "N"), bottom="x")


def test_a_text_of_sixty_signs_is_quoted_whole() -> None:
    assert [len(quote("x" * number)) for number in (60, 61)] == [62, 60]
