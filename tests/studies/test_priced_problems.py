"""Problems about a bid, a discard or a trump: what is right follows from prices, and only what South knows is in them."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from problem_files import list_faults, read_text

import mam
from mam.cli.parser import main
from mam.studies.problems.price_drafts import write_priced_draft
from mam.studies.problems.price_problems import PHASES, find_decision, is_priced, judge_priced
from mam.studies.problems.price_search import PricedCandidate, search_decisions
from mam.studies.read import parse_study
from mam.studies.tree import list_questions, make_tree

IDS = [name for name in mam.list_studies("problems") if is_priced(mam.get_study(name).chapters[0])]
BID, DISCARD, TRUMP = "p202", "p205", "p212"


@pytest.mark.parametrize("name", IDS)
def test_a_problem_agrees_with_its_prices(name: str) -> None:
    assert list_faults(read_text(name)) == []


@pytest.mark.parametrize("name", IDS)
@pytest.mark.sample(2, 1)
def test_its_prices_are_computed_again_and_its_wrong_answers_stay_wrong_in_other_deals(name: str) -> None:
    assert list_faults(read_text(name), certify=True) == []


def test_there_are_thirty_of_every_kind_and_level() -> None:
    studies = [mam.get_study(name) for name in IDS]
    asks = Counter(find_decision(study.chapters[0])[0].ask for study in studies)
    assert asks == {"bid": 15, "discard": 9, "trump": 6}
    assert {study.level for study in studies} == {1, 2, 3, 4, 5}
    bids = [study.chapters[0].stops[0].right for study in studies if "bid" in study.tags]
    assert bids.count(("pass",)) == 7  # in some a bid is right, in some a pass


@pytest.mark.parametrize("name", IDS)
def test_nothing_tells_the_answer_or_a_hidden_card_before_it_is_given(name: str) -> None:
    study = mam.get_study(name)
    tree = make_tree(study)
    assert tree["title"] == f"Problem {int(name[1:])}"
    (board,) = list_questions(tree)
    (question,) = board["questions"]
    assert "prices" not in question
    hands = question["table"]["hands"]
    assert all(set(hands[seat]) == {"??"} for seat in "WNE") and "??" not in hands["S"]
    answers = tree["boards"][0]["steps"][0]["answers"]
    assert next(price["answer"] for price in answers["prices"] if price["cost"] == 0) in answers["right"]
    assert {price["answer"] for price in answers["prices"]} == set(answers["answers"])


def test_the_nest_is_in_the_hand_and_what_was_discarded_is_not() -> None:
    hand = find_decision(mam.get_study(DISCARD).chapters[0])[1].hands["S"]
    assert len(hand) == 16 and {card.code for card in hand} >= {"Y2", "B10", "G4"}
    _, round = find_decision(mam.get_study(TRUMP).chapters[0])
    assert len(round.hands["S"]) == 13 and {card.code for card in round.discarded or ()} == {"G9", "G4", "G2"}


def test_an_answer_between_right_and_wrong_is_about_as_good() -> None:
    (judgment,) = judge_priced(mam.get_study("p224").chapters[0])
    verdicts = {text: (answer.verdict, answer.outcome) for text, answer in judgment.answers.items()}
    assert verdicts["R"] == ("right", "Correct.")
    assert verdicts["G"] == ("right", "About as good: costs $12,000 ± $6,000.")
    assert verdicts["B"][0] == "wrong" and judgment.answers["B"].plan  # why is said after every answer


# What is noticed


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        (BID, swap('right = ["215"]', 'right = ["pass"]'), "by the prices 215 are right"),
        (BID, swap('"pass" = [138, 12]', '"pass" = [2, 12]'), "no answer is clearly wrong"),
        (BID, swap('wrong = { "pass"', 'wrong = { "215"'), "a sentence for 215, which is not clearly wrong"),
        (BID, swap('"Eight Greens with', '"Seven Greens with'), "Seven Greens: you have 8 Green"),
        (BID, swap("Only five Greens are out", "Only six Greens are out"), "six Greens are out: out are "),
        (BID, swap('calls = "N 195', 'calls = "E 195'), "it is North's turn to call"),
        (BID, swap('choices = ["pass", "215"]', 'choices = ["pass"]'), "a bid is chosen from two choices or more"),
        (BID, swap('"pass" = [138, 12]', '"pass" = [138]'), "the price of pass is two whole numbers"),
        (BID, swap('rulebook = "pass"', 'rulebook = "215"'), "neither the rulebook player nor the club player is wrong"),
        (BID, swap('moral = "Bid', 'moral = "Green 40: bid'), "the moral names a card"),
        (BID, swap("East bid $205,000.", "East bid $235,000."), "$235,000: no such amount is here"),
        (BID, swap("East bid $205,000.", "West bid $205,000."), "West bid $205,000: that was not bid"),
        (DISCARD, swap('ask = "discard"', 'ask = "bid"'), "a bid is asked of S in the phase auction"),
        (DISCARD, swap("You hold three Yellows", "You hold four Yellows"), "four Yellows: you have 3 Yellow"),
        (DISCARD, swap('say = [', 'say = [ 1, '), "[[chapter.plan]] needs say: a list of texts"),
        (DISCARD, swap('club = "', 'clubs = "'), "[chapter.certificate] needs club: a text"),
        (DISCARD, swap('"Y9 B1 G4"', '"Y9 B1 G5"'), "prices are those of the answers: "),
        (DISCARD, swap('nest = "Y2 B10 G4"', 'nest = "Y2 B10"'), "the nest has 3 cards, not 2"),
        (DISCARD, swap(", N pass", ""), "the auction goes on: North calls next"),
        (TRUMP, swap("You hold five Yellows", "You hold the Bull"), "You hold the Bull: you don't hold BULL"),
        (TRUMP, swap('"Y" = [0, 0], ', ""), "prices are those of the answers: R, Y, B, G; see Y"),
    ],
)  # fmt: skip
def test_a_spoiled_problem_is_noticed(name: str, change: Callable[[str], str], fault: str) -> None:
    faults = list_faults(change(read_text(name)))
    assert any(fault in text for text in faults), faults


def test_a_price_that_differs_is_named() -> None:
    faults = list_faults(swap('"pass" = [138, 12]', '"pass" = [148, 12]')(read_text(BID)), certify=True)
    assert any(fault.startswith("bid: pass costs $138,000 ± $12,000, not $148,000") for fault in faults), faults


# The search


@pytest.mark.parametrize(
    ("ask", "first"), [("bid", 3), pytest.param("discard", 31, marks=pytest.mark.extended), ("trump", 34)]
)
def test_a_draft_lacks_only_its_sentences(ask: str, first: int) -> None:
    found = [item for item in search_decisions(ask, first, 1) if isinstance(item, PricedCandidate)]
    assert found
    text = write_priced_draft(found[0], "d01").replace('title = ""', 'title = "A draft"')
    faults = [fault for fault in list_faults(text) if not fault.endswith(" is empty")]
    assert faults == []
    (stop,) = parse_study(text, "draft.toml").chapters[0].stops
    assert stop.ask == ask and PHASES[ask] == found[0].decision.lay_out().phase


def test_the_command_goes_on_where_it_ended_and_wants_no_tricks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["problems", "find", "bid", "--out", str(tmp_path), "--rounds", "1"]
    assert main(command) == 0
    assert (tmp_path / "searched.toml").read_text("utf-8") == "bid = 2\n"
    assert main(command) == 0
    assert "rounds 2 to 2:" in capsys.readouterr().out
    assert main(["problems", "find", "bid", "5", "--out", str(tmp_path)]) == 2
    assert "leave out TRICKS: mam problems find bid --out FOLDER" in capsys.readouterr().err
    assert main(["problems", "find", "open", "--out", str(tmp_path)]) == 2
    assert "say how many tricks are left: mam problems find open 5 --out FOLDER" in capsys.readouterr().err


def test_prices_are_written_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.toml"
    file.write_text(swap('"pass" = [138, 12]', '"pass" = [1, 1]')(read_text(BID)), "utf-8")
    assert main(["study", "price", str(file)]) == 0
    assert 'prices = { "215" = [0, 0], "pass" = [138, 12] }' in file.read_text("utf-8")
    assert main(["study", "price", str(file), "--seed", "2"]) == 0
    assert "1 of 1 wrong answer are clearly wrong in these deals, too" in capsys.readouterr().out
