"""Annotated hands: what is right follows from the prices, and the round goes on as it was played."""

import pytest

import mam
from mam.studies.checks import check_study
from mam.studies.hand import judge_hand
from mam.studies.prices import Price
from mam.studies.read import parse_study
from mam.studies.tree import list_questions, make_tree
from mam.support.data_files import find_data_folder

IDS = mam.list_studies("hands")
FOLDER = find_data_folder() / "studies" / "hands"


@pytest.mark.parametrize("name", IDS)
def test_a_hand_agrees_with_its_prices(name: str) -> None:
    assert check_study(mam.get_study(name)).faults == ()


def test_what_is_right_about_as_good_and_wrong() -> None:
    """Right is behind by less than 2 standard errors or $3,000; wrong by 4 standard errors and $4,000."""
    assert [Price(2, 0).is_right, Price(3, 2).is_right, Price(10, 10).is_right] == [True, False, True]
    assert [Price(3, 0).is_wrong, Price(4, 1).is_wrong, Price(10, 10).is_wrong] == [False, True, False]
    assert str(Price(41, 8)) == "$41,000 ± $8,000"


def test_each_stop_stands_before_the_move_it_names() -> None:
    chapter = mam.get_study("h01").chapters[0]
    for stop, judgment in zip(chapter.stops, judge_hand(chapter), strict=True):
        assert judgment.round.actor == "S"
        assert judgment.after.history[: len(judgment.round.history)] == judgment.round.history
        assert len(judgment.after.history) == len(judgment.round.history) + 1, stop.at


def test_another_right_answer_says_what_was_played() -> None:
    judgments = judge_hand(mam.get_study("h01").chapters[0])
    lead = next(judgment for judgment in judgments if judgment.stop.at == "trick 6 card 1")
    assert lead.answers["R3"].sentence == "A small trump makes everyone follow."
    assert lead.answers["R1"].sentence == "A small trump makes everyone follow. In this hand you played Red 3."
    assert lead.answers["TIGER"].outcome.startswith("Costs $")


@pytest.mark.parametrize("name", IDS)
def test_no_hidden_card_is_seen(name: str) -> None:
    tree = make_tree(mam.get_study(name))
    assert tree["title"] == f"Hand {int(name[1:])}"
    for question in list_questions(tree)[0]["questions"]:
        hands = question["table"]["hands"]
        assert all(set(cards) <= {"??"} for seat, cards in hands.items() if seat != "S")
        assert question["table"]["tricks"] == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('right = ["B5"]', 'right = ["B7"]', "trick 2 card 3: by the prices B5 are right"),
        ('"R1" = [41, 8]', '"R1" = [1, 8]', "trick 2 card 3: R1 costs $1,000 ± $8,000, which is not clearly wrong"),
        ('"R1" = [41, 8]', '"R1" = [41]', "the price of R1 is two whole numbers"),
        ('at = "trick 2 card 3"', 'at = "trick 2 card 2"', "it is not S's turn"),
        (
            '"TIGER" = [116, 9]',
            '"TIGER" = [116, 9], "G40" = [5, 1]',
            "trick 2 card 3: a price for G40, which can't be answered",
        ),
        (', "TIGER" = [116, 9]', "", "trick 2 card 3: no price for TIGER: mam study price FILE computes it"),
        (
            'why = "The 40 is gone: North\'s 30 is the highest Green. Give money."',
            'why = ""',
            "say what has just happened",
        ),
    ],
)
def test_a_spoiled_hand_is_noticed(old: str, new: str, fault: str) -> None:
    text = (FOLDER / "h01.toml").read_text("utf-8")
    assert old in text
    faults = [found.text for found in check_study(parse_study(text.replace(old, new, 1), "hand.toml")).faults]
    assert any(fault in found for found in faults), faults
