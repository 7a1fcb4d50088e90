"""Studies of the other games: boards reached by real moves, moves of letter games, cards that call partners, a dummy's cards."""

import json

import pytest

import mam
from mam.studies import StudyError, parse_study
from mam.studies.answers import judge_chapter
from mam.studies.checks import check_study
from mam.studies.library import list_study_files
from mam.studies.tree import list_questions, make_tree

FILES = {path.stem.partition("-")[2]: path.read_text("utf-8") for path in list_study_files("games")}

# A board spoiled in a small way: the study, what is changed, into what, and what the check says of it.
SPOILED = [
    ("two-players", 'right = ["R9", "R3"]', 'right = ["R9"]', "the test accepts R9, R3; right says R9"),
    ("two-players", 'right = ["S"]', 'right = ["W"]', "first leader is S; right says W"),
    ("two-players", "S R2/R40 R5", "S R5/R40 R2", "'R40' is no answer here; the answers are R5, Y7, G15"),
    ("eight-players", "A: B40 B2 BULL", "A: B40 B2 G1", "the test accepts nothing; right says BULL"),
    ("eight-players", "That is $280,000.", "That is $140,000.", "why: $140,000 is no amount of this board"),
    ("eight-players", "right = [13]", "right = [17]", "hand size is 13; right says 17"),
    ("silent-partner", "count = 3", "count = 4", "the test accepts 3 choices of cards, not 4"),
    ("silent-partner", "hands = \"A R40 R40 G40", "hands = \"A R40 R30 G40", "goal: you hold 1 Red 40, not both"),
    ("silent-partner", 'right = ["Y"]', 'right = ["Z"]', "the engine accepts Y; right says Z"),
    ("silent-partner", "right = [510]", "right = [480]", "score we is 510; right says 480"),
    ("exact-tricks", "your bid, and five points more", "your bid, and four points more", "why: four is no number of this board"),
    ("exact-tricks", "tricks_bid = { A = 2, B = 1 }", "tricks_bid = { A = 3, B = 1 }", "score we is 2; right says 7"),
    ("exact-tricks", 'hands = "A R4 R40"', 'hands = "A R4 R8"', "R8 is named twice"),
    ("sweven", "right = [13]", "right = [12]", "score we is 13; right says 12"),
    ("sweven", "You bid 4 and took 7", "You bid 6 and took 7", "goal: 6 is no number of this board"),
    ("sweven", "took only 7 points", "took only 9 points", "goal: 9 is no number of this board"),
    ("sweven", "account A 3", "account A 5", "score we is 15; right says 13"),
    ("sweven", 'test = "we get 4"', 'test = "we get 5"', "the test accepts nothing; right says HA"),
    ("millionaire", 'right = ["L"]', 'right = ["stop"]', "the engine accepts L; right says stop"),
    ("millionaire", "expect = { A = 11, B", "expect = { A = 12, B", "the engine accepts nothing; right says 11"),
    ("millionaire", "for you: 11 points", "for you: 12 points", "why: 12 is no number of this board"),
    ("anagrams", 'right = ["word 1 MANLY"]', 'right = ["word 1 MANYL"]', "word 1 MANYL is illegal, so it can't be right"),
    ("anagrams", "B NLQV", "B NZQV", "it is nobody's turn, not B's"),
    ("anagrams", "new word with MANLY", "new word with MANGY", "goal: MANGY is no word of this board"),
    ("anagrams", '["lay A", "word 1 AN"]', '["lay A", "word 1 QN"]', "QN leaves out A of A"),
    ("manhattan", "N R2 R40", "N R2 R7", "named twice"),
]  # fmt: skip


@pytest.mark.parametrize(("study", "old", "new", "said"), SPOILED)
def test_a_spoiled_board_of_another_game_is_noticed(study: str, old: str, new: str, said: str) -> None:
    text = FILES[study]
    assert text.count(old) >= 1
    try:
        faults = list(map(str, check_study(parse_study(text.replace(old, new, 1), f"{study}.toml")).faults))
    except StudyError as error:
        faults = [str(error)]
    assert any(said in fault for fault in faults), faults


def make_board(edition: str, setup: str, stop: str, more: str = "") -> mam.Study:
    head = f'format = 1\nshelf = "learn"\nid = "x"\ntitle = "X"\nedition = "{edition}"\ntags = ["test"]\n[[chapter]]\nid = "a"\ngoal = "Your move."'
    return parse_study(f"{head}\n{more}{setup}\n[[chapter.stop]]\n{stop}\n", "x.toml")


LETTERS = 'letters = { hands = "A AXT | B NIX | C SYX", lead = "A", moves = ["lay A"] }'


def test_moves_are_judged_by_the_rules_and_by_what_comes_of_them() -> None:
    stop = 'ask = "move"\nchoices = ["word 1 AN", "word 1 AX", "lay I"]\nright = ["word 1 AN"]\nis = [{ ask = "lines", expect = ["AN"] }]'
    (judgment,) = judge_chapter(make_board("anagrams", LETTERS, stop, 'you = "B"\n').chapters[0])
    assert {text: (answer.verdict, answer.passes) for text, answer in judgment.answers.items()} == {
        "word 1 AN": ("right", True),
        "word 1 AX": ("wrong", False),
        "lay I": ("illegal", False),
    }
    assert judgment.after.turn == "C"


@pytest.mark.parametrize(
    ("setup", "stop", "said"),
    [
        (LETTERS, 'ask = "move"\nchoices = ["lay A"]\nright = ["lay A"]', "it is B's turn, not A's"),
        (LETTERS, 'ask = "seat"\nis = "to call"\nright = ["B"]', "anagrams has no tricks"),
        (LETTERS.replace('"lay A"', ""), 'ask = "move"\nchoices = ["pass"]\nright = ["lay I"]', "right: 'lay I' is no answer here"),
        (LETTERS.replace('"lay A"', '"lay T"'), 'ask = "move"\nchoices = ["pass"]\nright = ["pass"]', "You can't start a word with T"),
    ],
)  # fmt: skip
def test_a_board_of_letters_that_does_not_fit_is_reported(setup: str, stop: str, said: str) -> None:
    (fault,) = check_study(make_board("anagrams", setup, stop)).faults
    assert said in str(fault)


def test_a_misspelled_key_of_letters_is_reported_with_its_line() -> None:
    with pytest.raises(StudyError, match="line 10: unknown key 'hand'; known here: hands, lead"):
        make_board("anagrams", LETTERS.replace("hands", "hand"), 'ask = "move"\nchoices = ["pass"]\nright = ["pass"]')


@pytest.mark.parametrize("name", mam.list_studies("games"))
def test_only_what_you_see_is_on_the_table(name: str) -> None:
    study, seen = mam.get_study(name), 0
    for chapter, board in zip(study.chapters, list_questions(make_tree(study)), strict=True):
        for question in board["questions"]:
            table = question["table"]
            for seat, hand in table["hands"].items():
                if seat not in (chapter.you, table.get("dummy"), *table["open"]):
                    assert set(hand) <= {"??"}, (chapter.id, seat)
                seen += "??" in hand
    assert seen


def test_a_half_hidden_hand_shows_its_face_up_cards_and_you_play_it() -> None:
    table = list_questions(make_tree(mam.get_study("two-players")))[0]["questions"][0]["table"]
    assert (table["dummy"], table["hands"]["S"]) == ("S", ["R9", "R3", "Y7", "??", "??"])
    assert "R40" not in json.dumps(table) and table["calls"] == []


def test_cards_that_call_partners_are_chosen_from_the_hand() -> None:
    step = make_tree(mam.get_study("silent-partner"))["boards"][1]["steps"][0]
    assert (step["question"]["ask"], step["question"]["size"], step["question"]["choices"]) == ("call", 2, [])
    assert step["answers"]["right"] == ["B40 G40"]
    answers = step["answers"]
    assert answers["answers"][answers["same"]["R40 G40"]]["refusal"]["rule"] == "RSP-7"


def test_a_letter_that_is_played_leaves_the_hand_and_lies_on_the_table() -> None:
    step = make_tree(mam.get_study("millionaire"))["boards"][1]["steps"][0]
    assert step["question"]["table"]["words"] == ["M"] and [one["label"] for one in step["question"]["choices"]] == [
        "Draw a card",
        "Stop",
    ]
    after = step["answers"]["answers"]["I"]["table"]
    assert after["words"] == ["MI"] and "I" not in after["hands"]["A"]
