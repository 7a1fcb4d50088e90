"""Annotated hands: what is right follows from the prices, and the round goes on as it was played."""

from collections import Counter
from dataclasses import replace

import pytest

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import format_cards
from mam.rules.moves import Discard
from mam.studies.answers import WRONG
from mam.studies.checks import check_study
from mam.studies.checks.hand_claims import list_claims
from mam.studies.checks.hands import certify_sure
from mam.studies.hand import describe_result, judge_hand
from mam.studies.prices import Price
from mam.studies.read import parse_study
from mam.studies.tree import list_questions, make_tree
from mam.support.data_files import find_data_folder

IDS = mam.list_studies("hands")
FOLDER = find_data_folder() / "studies" / "hands"
GROUPS = ("drawing trumps", "emptying a color", "Bull and Bear timing", "counting and inference")


def test_the_shelf_has_four_groups_of_six_after_the_specimen_hand() -> None:
    first, *others = (mam.get_study(name) for name in IDS)
    assert (first.id, first.shown_title) == ("specimen", "The specimen hand")
    assert [study.id for study in others] == [f"h{number:02}" for number in range(1, 25)]
    assert Counter(tag for study in others for tag in study.tags) == dict.fromkeys(GROUPS, 6)
    assert all(study.moral and study.title != other.title for study in others for other in others if study is not other)


@pytest.mark.parametrize("name", IDS)
def test_a_hand_has_enough_stops_and_tempting_answers(name: str) -> None:
    """Five to ten stops, at least four with a sentence for a clearly wrong answer; every answer has a price."""
    chapter = mam.get_study(name).chapters[0]
    judgments = judge_hand(chapter)
    assert 5 <= len(judgments) <= 10
    assert sum(bool(judgment.stop.wrong) for judgment in judgments) >= 4
    assert all(answer.outcome for judgment in judgments for answer in judgment.answers.values() if not answer.ruling)


def test_many_hands_ask_for_a_discard() -> None:
    """One of three to five sets; the cards that you picked up are in your hand then, and the buttons say them in words."""
    asked = []
    for name in IDS:
        board = make_tree(mam.get_study(name))["boards"][0]
        for judgment, step in zip(judge_hand(mam.get_study(name).chapters[0]), board["steps"], strict=True):
            if judgment.stop.at != "discard":
                continue
            asked.append(name)
            assert 3 <= len(judgment.stop.choices) <= 5
            table = step["question"]["table"]
            assert len(table["hands"][table["you"]]) == 16
            assert all(choice["label"].count(" and ") == 1 for choice in step["question"]["choices"])
    assert len(asked) >= 8


def test_another_right_discard_says_what_was_discarded() -> None:
    chapter = mam.get_study("h08").chapters[0]
    judgment = next(judgment for judgment in judge_hand(chapter) if judgment.stop.at == "discard")
    assert judgment.answers["G9 G3 G2"].sentence.endswith(
        "The hand goes on as played: without Yellow 7, Black 11 and Black 9."
    )
    played = judgment.after.history[-1]
    assert isinstance(played, Discard) and format_cards(played.cards) == "Y7 B11 B9"
    assert "goes on" not in judgment.answers["Y7 B11 B9"].sentence


@pytest.mark.parametrize("name", IDS)
def test_a_hand_agrees_with_its_prices(name: str) -> None:
    assert check_study(mam.get_study(name)).faults == ()


@pytest.mark.extended
@pytest.mark.sample(1, 8)
@pytest.mark.parametrize("name", IDS)
def test_every_price_is_computed_again(name: str) -> None:
    assert check_study(mam.get_study(name), certify=True).faults == ()


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
    assert lead.answers["R1"].sentence == "A small trump makes everyone follow. The hand goes on with Red 3, as played."
    assert lead.answers["TIGER"].outcome.startswith("Costs $")


def test_a_played_card_that_is_not_the_best_says_what_it_costs() -> None:
    judgments = judge_hand(mam.get_study("h08").chapters[0])
    lead = next(judgment for judgment in judgments if judgment.stop.at == "trick 6 card 1")
    goes_on = "The hand goes on with Red 2, as played (costs $7,000)."
    assert lead.answers["R7"].sentence.endswith(goes_on)


@pytest.mark.parametrize("name", IDS)
def test_a_hand_ends_with_its_result_and_its_tricks(name: str) -> None:
    """Whatever is answered at the last stop, and nowhere before it."""
    chapter = mam.get_study(name).chapters[0]
    *earlier, last = judge_hand(chapter)
    assert chapter.record is not None
    end = chapter.record.rounds()[-1]
    assert isinstance(end, TrickRound) and end.is_over
    answers = [answer for answer in last.answers.values() if not answer.ruling]
    assert {answer.plan for answer in answers} == {(describe_result(end, chapter.you),)}
    assert {answer.line for answer in answers} == {end.tricks}
    assert not any(answer.plan or answer.line for judgment in earlier for answer in judgment.answers.values())


@pytest.mark.parametrize(
    ("bid", "you", "result"),
    [
        (215, "S", "Your side captured $225,000 and made the bid. Score: your side $225,000, the others $185,000."),
        (215, "E", "Their side captured $225,000 and made the bid. Score: your side $185,000, the others $225,000."),
        (235, "S", "Your side captured $225,000 and was set back. Score: your side −$235,000, the others $185,000."),
    ],
)
def test_the_result_is_computed_from_the_moves(bid: int, you: str, result: str) -> None:
    text = (FOLDER / "h20.toml").read_text("utf-8")
    chapter = parse_study(text.replace('"S 215"', f'"S {bid}"'), "hand.toml").chapters[0]
    assert chapter.record is not None
    end = chapter.record.rounds()[-1]
    assert isinstance(end, TrickRound)
    assert describe_result(end, you) == f"South bid ${bid},000 with Red as trump. {result}"


@pytest.mark.parametrize("name", IDS)
def test_no_hidden_card_is_seen(name: str) -> None:
    tree = make_tree(mam.get_study(name))
    assert tree["title"] == ("The specimen hand" if name == "specimen" else f"Hand {int(name[1:])}")
    for question in list_questions(tree)[0]["questions"]:
        hands = question["table"]["hands"]
        assert all(set(cards) <= {"??"} for seat, cards in hands.items() if seat != question["table"]["you"])
        assert question["table"]["tricks"] == []


def test_where_the_search_proves_the_right_card_its_amount_is_said() -> None:
    chapter = mam.get_study("h08").chapters[0]
    judgment = next(one for one in judge_hand(chapter) if one.stop.at == "trick 10 card 4")
    assert judgment.answers["R9"].outcome == "Correct. Guaranteed from here on: $170,000."
    assert judgment.answers["R30"].outcome.endswith("Guaranteed from here on: $165,000, with Red 9 $170,000.")
    guarantee = mam.sure(mam.view(judgment.round, "S"))
    captured = judgment.round.captured[judgment.round.side_of("S")]
    assert {card.code: low - captured for card, (low, _) in guarantee.moves.items()} == judgment.stop.extra["sure"]
    text = (FOLDER / "h08.toml").read_text("utf-8")
    spoiled = parse_study(text.replace("R9 = 170", "R9 = 160"), "hand.toml")
    assert any("the surest cards are not the right ones" in fault.text for fault in check_study(spoiled).faults)
    spoiled = parse_study(text.replace("R5 = 165", "R5 = 160"), "hand.toml")
    assert not check_study(spoiled).faults
    assert not list(certify_sure(chapter, judgment.stop))
    (stop,) = (stop for stop in spoiled.chapters[0].stops if stop.at == "trick 10 card 4")
    assert any("guaranteed are {'R40': 165" in fault for _, fault in certify_sure(spoiled.chapters[0], stop))


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


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("North leads Green 30, East plays the 11.", ""),
        ("East plays Green 30.", "that was not played just now"),
        ("You have no Green.", ""),
        ("You have no Red.", "you have 5 Red"),
        ("Five Reds.", ""),
        ("Four Yellows.", "you have 3 Yellow"),
        ("North's 30 wins.", ""),
        ("East's 11 wins.", "N is winning"),
        ("The Tiger is out.", "TIGER can be seen"),
        ("Red 40 and Black 40 are still out.", ""),
        ("Only the Red 40 is still out.", "out are R40 R30 R15 R10 R9 R8 R5 R4"),
        ("Eight trumps are out.", ""),
        ("No trump is out.", "which is 8"),
        ("Green 40 is gone.", ""),
        ("Green 15 is gone.", "G15 was not played"),
        ("North's 30 is the highest Green.", ""),
        ("Your 30 is the highest Yellow.", "Y40 is higher"),
        ("You play last.", "you do not play last"),
        ("West plays after you.", ""),
        ("North plays after you.", "North has played"),
        ("East has no Green.", "that was not shown"),
        ("Green has been led twice.", ""),
        ("Green has been led once.", "it was led 2 times"),
        ("West bid $205,000.", ""),
        ("North bid $205,000.", "that was not bid"),
        ("$180,000 is missing.", "165 is missing"),
        ("Your side has $50,000.", ""),
        ("It costs $1,000.", "no such amount is here"),
    ],
)
def test_a_claim_is_compared_with_what_you_see(sentence: str, fault: str) -> None:
    chapter = mam.get_study("h01").chapters[0]
    judgment = judge_hand(chapter)[1]  # trick 2: Green 30 from North, Green 11 from East
    changed = replace(judgment, stop=replace(judgment.stop, text=sentence, why="", wrong={}))
    faults = [claim.fault for claim in list_claims(changed) if claim.fault]
    assert bool(faults) == bool(fault) and all(fault in found for found in faults[:1]), faults
    assert list(list_claims(changed)), "no pattern knows this"


def test_a_wrong_answer_without_a_sentence_gets_the_better_one_and_why() -> None:
    judgment = next(
        found for found in judge_hand(mam.get_study("h20").chapters[0]) if found.stop.at == "trick 3 card 3"
    )
    better = "Better: Green 40. North's 40 is the highest Yellow: give money from Green, which others may trump later."
    assert judgment.answers["G10"].sentence == better
    assert judgment.answers["R7"].sentence == "North's 40 is the highest Yellow. You trump your own trick."
    wrong = [
        answer
        for name in IDS
        for found in judge_hand(mam.get_study(name).chapters[0])
        for answer in found.answers.values()
        if answer.verdict == WRONG
    ]
    assert len(wrong) > 700 and all(answer.sentence for answer in wrong)
