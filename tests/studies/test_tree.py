"""`mam.studies.tree`: what a page needs to ask, to judge and to show every reply; the question holds no answer."""

import json
from dataclasses import replace

import jsonschema
import pytest

import mam
from mam.scenes.schema import json_schema
from mam.studies.answers import judge_chapter
from mam.studies.cases.tree import make_case_tree
from mam.studies.schema import BoardQuestions, StudyTree
from mam.studies.tree import list_questions, make_question, make_tree

LEARN, RULES = mam.list_studies("learn"), mam.list_studies("rules")


@pytest.mark.parametrize("name", LEARN)
def test_a_tree_is_plain_data_of_its_schema_and_small(name: str) -> None:
    tree = make_tree(mam.get_study(name))
    text = json.dumps(tree, separators=(",", ":"))
    assert json.loads(text) == tree
    jsonschema.validate(tree, json_schema(StudyTree))
    for board in list_questions(tree):
        jsonschema.validate(board, json_schema(BoardQuestions))
    assert len(text) < 30_000


@pytest.mark.parametrize("name", LEARN)
def test_a_question_is_the_same_whatever_is_right(name: str) -> None:
    for chapter in mam.get_study(name).chapters:
        if chapter.coached:
            continue
        for judgment in judge_chapter(chapter):
            question = make_question(judgment)
            blank = replace(judgment.stop, right=(), wrong={}, why="", test="", then={}, margin=None, count=None)
            assert make_question(replace(judgment, stop=blank)) == question
            said = json.dumps(question)
            assert not any(
                sentence in said
                for sentence in (*judgment.stop.wrong.values(), *judgment.stop.hints)
                if len(sentence) > 9
            )


def test_what_is_asked_cannot_be_read_off_the_table() -> None:
    boards = {
        f"{name}/{board['id']}": board["questions"][0]["table"]
        for name in LEARN
        if name != "first-round"
        for board in list_questions(make_tree(mam.get_study(name)))
    }
    assert boards["raising/who-won"]["bid"] is None and boards["raising/who-won"]["turn"] == ""
    assert {len(hand) for hand in boards["raising/who-won"]["hands"].values()} == {13}
    assert boards["opening-bid/who-next"]["turn"] == "" and boards["opening-bid/who-next"]["dealer"] == "W"
    assert boards["who-leads/first-lead"]["turn"] == "" and boards["who-leads/first-lead"]["bid"] == {
        "seat": "E",
        "amount": 220,
    }
    assert boards["who-leads/last-to-play"]["turn"] == "E"
    assert all("winner" not in json.dumps(table) for table in boards.values())


def test_hands_that_are_hidden_stay_hidden_though_the_file_names_them() -> None:
    board = next(board for board in list_questions(make_tree(mam.get_study("who-leads"))) if board["id"] == "your-lead")
    table = board["questions"][0]["table"]
    assert table["hands"] == {"N": ["??", "??"], "E": ["??", "??"], "S": ["R9", "Y5"], "W": ["??", "??"]}
    assert [play["card"] for play in table["tricks"][0]] == ["G4", "G3", "G11", "G30"]


def test_answers_say_what_they_lead_to() -> None:
    board = next(board for board in make_tree(mam.get_study("bull"))["boards"] if board["id"] == "west-trumps")
    (step,) = board["steps"]
    assert step["answers"]["right"] == ["Y9"]
    assert step["answers"]["answers"]["BULL"] == {
        "verdict": "wrong",
        "cost": 1,
        "sentence": "West takes it with Red 1, a trump. The Bull makes it $80,000.",
        "plays": [{"seat": "S", "card": "BULL"}, {"seat": "W", "card": "R1"}],
        "tricks": [{"winner": "W", "value": 80, "effect": "×2"}],
        "captured": {"we": 0, "they": 80},
    }


def test_an_illegal_answer_has_its_refusal_and_costs_nothing() -> None:
    board = next(board for board in make_tree(mam.get_study("trump"))["boards"] if board["id"] == "follow-first")
    answer = board["steps"][0]["answers"]["answers"]["B11"]
    assert answer["cost"] == 0 and "plays" not in answer
    assert answer["refusal"] == {
        "text": "You must follow Green: you still hold G3.",
        "rule": "R35-PLAY-5",
        "source": "1935 leaflet, page 5, Playing",
    }


def test_every_discard_has_an_answer() -> None:
    board = next(
        board for board in make_tree(mam.get_study("nest-and-discard"))["boards"] if board["id"] == "any-three"
    )
    answers = board["steps"][0]["answers"]
    assert len(answers["answers"]) == 1 and len(answers["same"]) == 55 and len(answers["right"]) == 56


def test_a_coached_round_is_its_deal() -> None:
    board = make_tree(mam.get_study("first-round"))["boards"][0]
    assert (
        board["steps"] == []
        and mam.decode_deal(board["deal"])[1] == mam.get_study("first-round").chapters[0].record.deal
    )


# Documented cases


@pytest.mark.parametrize("name", RULES)
def test_a_tree_of_cases_is_plain_data_of_its_schema(name: str) -> None:
    tree = make_tree(mam.get_study(name))
    text = json.dumps(tree, separators=(",", ":"))
    assert json.loads(text) == tree and tree["boards"] == []
    jsonschema.validate(tree, json_schema(StudyTree))
    assert [case["id"] for case in tree["cases"]] == [chapter.id for chapter in mam.get_study(name).chapters]
    assert len(text) < 20_000 * len(tree["cases"])


def test_boards_have_no_cases_beside_them() -> None:
    assert "cases" not in make_tree(mam.get_study("bull"))


def test_a_case_is_its_story_question_answers_and_steps() -> None:
    case = make_case_tree(mam.get_case("B26"))
    assert case["source"] == "1935 Supplement, page 2, Questions and Answers" and case["rules"][0]["rule"] == "R35-QA-2"
    assert case["table"]["hands"] == {"N": ["G40", "??"], "E": ["G2", "??"], "S": ["Y3", "BULL"], "W": ["R1", "??"]}
    assert (case["table"]["trump"], case["table"]["turn"], case["table"]["bid"]) == ("R", "N", None)
    card, choice = case["guesses"]
    assert (card["question"]["ask"], card["question"]["seat"], card["question"]["steps"]) == ("card", "S", 2)
    assert card["answers"]["right"] == ["BULL"]
    assert card["answers"]["answers"]["Y3"]["plays"] == [{"seat": "S", "card": "Y3"}, {"seat": "W", "card": "R1"}]
    assert (choice["question"]["steps"], choice["answers"]["right"]) == (4, ["West: $80,000 for East-West"])
    assert [step["card"] for step in case["steps"]] == ["G40", "G2", "BULL", "R1"]
    assert [rule["rule"] for rule in case["steps"][2]["rules"]] == ["R35-BULL-1"]
    assert case["steps"][3]["trick"] == {"winner": "W", "value": 80, "effect": "×2"}


def test_a_bid_that_no_document_names_is_not_shown() -> None:
    shown = {name: make_case_tree(mam.get_case(name)) for name in ("B20", "B26", "B37", "B47")}
    assert shown["B20"]["table"]["bid"] == {"seat": "W", "amount": 175}
    assert shown["B37"]["table"]["bid"] == {"seat": "B", "amount": 0}
    assert shown["B47"]["table"]["bid"] is None and shown["B47"]["table"]["calls"] == []
    assert [edition["table"]["bid"] for edition in shown["B26"]["editions"] if edition["table"]] == [None] * 3


def test_what_comes_of_a_change_stands_beside_the_case() -> None:
    case = make_case_tree(mam.get_case("B26"))
    black = case["variations"][2]
    assert (black["text"], black["same"], black["table"]["trump"]) == ("Black is trump", False, "B")
    assert black["facts"][0] == {"text": "who takes the trick", "answer": "N"}
    assert black["steps"][3]["trick"] == {"winner": "N", "value": 80, "effect": "×2"}
    later = {edition["edition"]: edition for edition in case["editions"]}
    assert later["make-a-million-2004"]["same"] and later["make-a-million-2004"]["parting"] == ""
    assert later["make-a-million-2004+no-trump"]["parting"] == "trick 1 card 4"
    first, second = make_case_tree(mam.get_case("D-G19"))["readings"]
    assert first["parting"] == second["parting"] == "trick 1 card 2"
    assert (first["facts"][-1]["answer"], second["facts"][-1]["answer"]) == ("0", "80")


def test_a_question_of_a_case_does_not_hold_its_answer() -> None:
    for chapter in mam.list_cases():
        for guess in make_case_tree(chapter)["guesses"]:
            sentences = [answer["sentence"] for answer in guess["answers"]["answers"].values() if answer["sentence"]]
            assert not any(sentence in json.dumps(guess["question"]) for sentence in sentences)
            assert guess["answers"]["right"] and set(guess["answers"]["right"]) <= guess["answers"]["answers"].keys()


def test_a_move_that_is_no_card_shows_the_table_after_it() -> None:
    step = make_case_tree(mam.get_case("B10"))["steps"][0]
    assert step["card"] == "" and step["table"]["calls"] == [
        {"seat": step["seat"], "call": step["text"].removeprefix("bid ")}
    ]
    words = [step["table"]["words"] for step in make_case_tree(mam.get_case("B85"))["steps"]]
    assert words[0] == ["A"] and words[-1] == ["MAINLY"]
    wrong = [step for step in make_case_tree(mam.get_case("B47"))["steps"] if step["is_wrong"]]
    assert [step["rules"][0]["rule"] for step in wrong] == ["R35-PLAY-5"]
