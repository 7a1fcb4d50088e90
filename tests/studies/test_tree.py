"""`mam.studies.tree`: what a page needs to ask, to judge and to show every reply; the question holds no answer."""

import json
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator
from played_cases import auction_from_lowest, keep_played

import mam
from mam.scenes.schema import json_schema
from mam.studies.answers import judge_chapter
from mam.studies.cases.moments import Moments
from mam.studies.cases.tree import list_case_steps, make_case_board
from mam.studies.schema import BoardQuestions, StudyTree
from mam.studies.tree import list_questions, make_question, make_tree

TREE, QUESTIONS = Draft202012Validator(json_schema(StudyTree)), Draft202012Validator(json_schema(BoardQuestions))
LEARN, RULES = mam.list_studies("learn"), mam.list_studies("rules")


@pytest.mark.parametrize("name", LEARN)
def test_a_tree_is_plain_data_of_its_schema_and_small(name: str) -> None:
    tree = make_tree(mam.get_study(name))
    text = json.dumps(tree, separators=(",", ":"))
    assert json.loads(text) == tree
    TREE.validate(tree)
    for board in list_questions(tree):
        QUESTIONS.validate(board)
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


def test_a_whole_trick_that_is_asked_about_lies_before_its_players() -> None:
    """Or nobody could say which seat takes it; an earlier trick is only listed."""
    boards = [board for id in ("trump", "who-leads") for board in list_questions(make_tree(mam.get_study(id)))]
    tables = {board["id"]: board["questions"][0]["table"] for board in boards}
    asked = tables["who-takes"]
    assert [(play["seat"], play["card"]) for play in asked["trick"]] == [
        ("N", "Y30"),
        ("E", "B1"),
        ("S", "Y40"),
        ("W", "R40"),
    ]
    assert (asked["tricks"], asked["turn"]) == ([], "")
    assert len(tables["next"]["trick"]) == 4 and tables["your-lead"]["trick"] == []


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
@pytest.mark.sample(3, 1)
def test_a_tree_of_cases_is_plain_data_of_its_schema(name: str) -> None:
    study = keep_played(name)
    tree = make_tree(study)
    text = json.dumps(tree, separators=(",", ":"))
    assert json.loads(text) == tree
    TREE.validate(tree)
    assert tree["boards"] and [board["id"] for board in tree["boards"]] == [chapter.id for chapter in study.chapters]
    assert all("case" in board for board in tree["boards"]) and len(text) < 20_000 * len(tree["boards"])


def test_a_board_of_learn_is_no_case() -> None:
    assert not any("case" in board for board in make_tree(mam.get_study("bull"))["boards"])


def test_a_case_is_its_story_question_answers_and_steps() -> None:
    board = make_case_board(mam.get_case("B26"))
    asked, story = board["case"]["asked"], board["case"]["story"]
    assert (
        asked["source"] == "1935 Supplement, page 2, Questions and Answers" and story["rules"][0]["rule"] == "R35-QA-2"
    )
    table = asked["table"]
    assert table["hands"] == {"N": ["G40", "??"], "E": ["G2", "??"], "S": ["Y3", "BULL"], "W": ["R1", "??"]}
    assert (table["trump"], table["turn"], table["bid"]) == ("R", "N", None)
    card, choice, *_ = board["steps"]
    assert (card["question"]["ask"], card["question"]["table"]["you"]) == ("card", "S")
    assert [play["card"] for play in card["question"]["table"]["trick"]] == ["G40", "G2"]
    assert card["answers"]["right"] == ["BULL"]
    assert card["answers"]["answers"]["Y3"]["plays"] == [{"seat": "S", "card": "Y3"}, {"seat": "W", "card": "R1"}]
    assert choice["answers"]["right"] == ["West: $80,000 for East-West"]
    assert [step["card"] for step in story["steps"]] == ["G40", "G2", "BULL", "R1"]
    assert [rule["rule"] for rule in story["steps"][2]["rules"]] == ["R35-BULL-1"]
    assert story["steps"][3]["trick"] == {"winner": "W", "value": 80, "effect": "×2"}
    assert story["steps"][3]["captured"] == {"N-S": 0, "E-W": 80}


def test_the_card_that_a_question_is_about_lies_there_without_what_it_led_to() -> None:
    table = make_case_board(mam.get_case("B26"))["steps"][1]["question"]["table"]
    assert [play["card"] for play in table["trick"]] == ["G40", "G2", "BULL", "R1"]
    assert (table["captured"], table["tricks"], table["turn"]) == (None, [], "")
    second = make_case_board(mam.get_case("B02"))["steps"][1]["question"]["table"]
    assert second["captured"] is not None and len(second["tricks"]) == 1  # of the trick before it one may know
    before_last = make_case_board(mam.get_case("B16"))["steps"][0]["question"]["table"]
    assert (before_last["trick"], before_last["captured"]) == ([], {"N-S": 260, "E-W": 0})


def test_every_choice_of_cards_to_discard_is_judged_by_the_rules() -> None:
    step, *_ = make_case_board(mam.get_case("B23"))["steps"]
    answers = step["answers"]
    assert len(answers["answers"]) + len(answers["same"]) == 560  # 3 of 16
    assert len(answers["right"]) == 12 and all({"R2", "B7"} <= set(text.split()) for text in answers["right"])


def test_a_bid_that_no_document_names_is_not_shown() -> None:
    cases = {name: make_case_board(mam.get_case(name))["case"] for name in ("B22", "B26", "B37", "B47")}
    tables = {name: case["asked"]["table"] for name, case in cases.items()}
    assert tables["B22"]["bid"] == {"seat": "N", "amount": 200}
    assert tables["B37"]["bid"] == {"seat": "B", "amount": 0}
    assert tables["B47"]["bid"] is None and tables["B47"]["calls"] == []
    assert [edition["table"]["bid"] for edition in cases["B26"]["story"]["editions"] if edition["table"]] == [None] * 3


def test_what_comes_of_a_change_stands_beside_the_case() -> None:
    case = make_case_board(mam.get_case("B26"))["case"]["story"]
    black = case["variations"][2]
    assert (black["text"], black["same"], black["table"]["trump"]) == ("Black is trump", False, "B")
    assert black["facts"][0] == {"text": "who takes the trick", "answer": "North"}
    assert black["steps"][3]["trick"] == {"winner": "N", "value": 80, "effect": "×2"}
    later = {edition["edition"]: edition for edition in case["editions"]}
    assert later["make-a-million-2004"]["same"] and later["make-a-million-2004"]["parting"] == ""
    assert later["make-a-million-2004+no-trump"]["parting"] == "trick 1 card 4"
    first, second = make_case_board(mam.get_case("D-G19"))["case"]["story"]["readings"]
    assert first["parting"] == second["parting"] == "trick 1 card 2"
    assert (first["facts"][-1]["answer"], second["facts"][-1]["answer"]) == ("$0", "$80,000")
    assert (first["playable"], second["playable"]) == (["Y2", "B40"], ["B40"])


def test_a_question_of_a_case_does_not_hold_its_answer() -> None:
    for chapter in [chapter for name in RULES for chapter in keep_played(name).chapters]:
        for guess in make_case_board(chapter)["steps"]:
            sentences = [answer["sentence"] for answer in guess["answers"]["answers"].values() if answer["sentence"]]
            assert not any(sentence in json.dumps(guess["question"]) for sentence in sentences)
            answers = guess["answers"]
            assert answers["right"] and set(answers["right"]) <= answers["answers"].keys() | answers["same"].keys()


def test_a_move_that_is_no_card_shows_the_table_after_it() -> None:
    step = list_case_steps(Moments(auction_from_lowest("B10")))[0]
    assert step["card"] == "" and step["table"]["calls"] == [
        {"seat": step["seat"], "call": step["text"].removeprefix("bid ")}
    ]
    words = [step["table"]["words"] for step in make_case_board(mam.get_case("B85"))["case"]["story"]["steps"]]
    assert words[0] == ["A"] and words[-1] == ["MAINLY"]
    wrong = [step for step in make_case_board(mam.get_case("B47"))["case"]["story"]["steps"] if step["is_wrong"]]
    assert [step["rules"][0]["rule"] for step in wrong] == ["R35-PLAY-5"]
