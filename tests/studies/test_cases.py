"""The shelf Rules: documented cases and open questions as studies, read, played, varied, and asked of other editions."""

import played_cases
import pytest
from cases import check_each
from played_cases import auction_from_lowest

import mam
from mam.games.trick_round import TrickRound
from mam.library.situations import list_situations
from mam.studies import StudyError, parse_study
from mam.studies.case import Case
from mam.studies.cases.guesses import judge_guess
from mam.studies.cases.moments import Moments
from mam.studies.cases.outcomes import find_parting, play_edition, play_reading, play_variation
from mam.studies.checks import check_study
from mam.studies.library import list_study_files
from mam.studies.tree import make_tree

FILES = {path.name: path.read_text("utf-8") for path in list_study_files("rules")}


def test_every_documented_case_is_a_study_with_its_printed_place() -> None:
    cases = {chapter.id: chapter for chapter in mam.list_cases()}
    documented = [name for name in cases if name.startswith("B")]
    assert sorted(documented) == [situation.id for situation in list_situations()]
    assert len(documented) == 88 and len(cases) == 119
    for situation in list_situations():
        case = cases[situation.id].case
        assert case and (case.document, case.page, case.edition) == (
            situation.document, situation.page, situation.edition,
        )  # fmt: skip
        assert set(cases[situation.id].cites) == set(situation.rules)


def test_cases_are_found_by_word_rule_and_edition() -> None:
    assert [chapter.id for chapter in mam.list_cases(rule="R35-QA-2")] == ["B26"]
    assert {chapter.case.edition for chapter in mam.list_cases(edition="sweven") if chapter.case} == {"sweven"}
    assert "D-G19" in [chapter.id for chapter in mam.list_cases("tiger")]
    with pytest.raises(KeyError, match="no case 'B99'"):
        mam.get_case("B99")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('class = "number"', 'class = "numbr"', "line 10: a case is one of question, worked example"),
        ('document = "leaflet-1935"', 'document = "leaflet-1936"', "line 11: no document 'leaflet-1936'"),
        ('setup = "One pack', 'set_up = "One pack', "line 16: unknown key 'set_up'"),
        ("[chapter.deal]", "[chapter.table]\nlead = 'N'\n[chapter.deal]", "a case is set up in one form"),
        ('{ ask = "cards", of = "all", expect = 52 }', '{ ask = "card", of = "all", expect = 52 }', "no question 'card'"),
        ('if = "the Ones', 'when = "the Ones', "unknown key 'when'; known here: answer, if, is, set, then"),
        ('edition = "manhattan"\noptions = ["without-tiger"]', 'edition = "manhattan"\noptions = ["x"]', "'x'"),
        ("same = true", 'same = "yes"', "same must be true or false"),
    ],
)  # fmt: skip
def test_a_fault_of_a_case_names_its_line(old: str, new: str, fault: str) -> None:
    name = "01-cases-leaflet-1935.toml"
    text = FILES[name]
    assert old in text
    with pytest.raises(StudyError) as error:
        parse_study(text.replace(old, new, 1), name)
    assert fault in str(error.value) and str(error.value).startswith(f"{name}, line ")


# Played


def get_facts(case_id: str) -> tuple[mam.studies.Chapter, Case, Moments]:
    chapter = mam.get_case(case_id)
    assert chapter.case is not None
    return chapter, chapter.case, Moments(chapter.case)


def test_a_position_is_played_card_by_card_with_its_rulings() -> None:
    _, _, moments = get_facts("B26")
    steps = moments.list_steps()
    assert [(step.moment, step.seat, step.text) for step in steps] == [
        ("trick 1 card 1", "N", "G40"),
        ("trick 1 card 2", "E", "G2"),
        ("trick 1 card 3", "S", "BULL"),
        ("trick 1 card 4", "W", "R1"),
    ]
    assert [ruling.id for ruling in steps[-1].rulings] == ["R35-PLAY-6", "R35-PLAY-4", "R35-BULL-2"]
    assert all(ruling.reason and ruling.source for step in steps for ruling in step.rulings)


def test_a_position_invents_no_bid_and_no_score() -> None:
    for case_id in ("B26", "B27", "B28", "B29"):
        _, _, moments = get_facts(case_id)
        assert isinstance(moments.end, TrickRound) and not moments.end.calls and moments.end.bid is None
        assert moments.end.position and moments.end.position.captured is None
        assert not [ruling for step in moments.list_steps() for ruling in step.rulings if "SCORE" in ruling.id]


@pytest.mark.parametrize(
    ("case_id", "steps", "start"),
    [("B36", 52, "trump"), ("B50", 23, "event 0"), ("B22", 4, "trick 6 card 4"), ("B10", 8, "deal"), ("B83", 2, "move 12")],
)  # fmt: skip
def test_records_tables_matches_auctions_and_words_are_stepped_alike(case_id: str, steps: int, start: str) -> None:
    moments = Moments(auction_from_lowest(case_id)) if case_id == "B10" else get_facts(case_id)[2]
    assert len(moments.list_steps()) == steps and moments.names[moments.start] == start


def test_a_wrong_card_on_the_table_has_the_rule_against_it() -> None:
    _, _, moments = get_facts("B47")
    wrong = [step for step in moments.list_steps() if step.is_wrong]
    assert [(step.text, step.rulings[0].id) for step in wrong] == [("play G1", "R35-PLAY-5")]


def test_guesses_are_judged_by_the_engine() -> None:
    chapter, _, moments = get_facts("B26")
    cards, choice, *_ = (judge_guess(chapter, stop, moments) for stop in chapter.stops)
    assert {text: answer.verdict for text, answer in cards.answers.items()} == {"BULL": "right", "Y3": "wrong"}
    assert [answer.verdict for answer in choice.answers.values()] == ["right", "wrong", "wrong"]
    assert all(answer.passes == (answer.verdict == "right") for answer in choice.answers.values())
    chapter, _, moments = get_facts("B06")
    marks = judge_guess(chapter, chapter.stops[0], moments)
    refusals = {text: answer.ruling.id for text, answer in marks.answers.items() if answer.ruling}
    assert (refusals["170"], refusals["183"], refusals["205"]) == ("R35-BID-2", "R35-BID-6", "R35-BID-2")
    assert all(answer.passes == (text not in refusals) for text, answer in marks.answers.items())
    assert "200" not in refusals and "200" in marks.stop.right


def test_a_question_may_change_the_set_up_and_leaves_the_story_alone() -> None:
    chapter, case, moments = get_facts("B13")
    stop = next(stop for stop in chapter.stops if stop.changes)
    guess = judge_guess(chapter, stop, moments)
    assert [(answer.text, answer.verdict) for answer in guess.answers.values()] == [
        ("BULL", "illegal"),
        ("R9", "right"),
    ]
    (board,) = (board for board in make_tree(mam.get_study("cases-leaflet-1935"))["boards"] if board["id"] == "B13")
    *_, asked = board["steps"]
    assert asked["question"]["table"]["hands"]["E"] == ["R9", "BULL"]
    assert board["case"]["asked"]["table"]["hands"]["E"] == ["Y9", "BULL"]
    assert [str(step) for step in moments.list_steps()] == list(case.steps or ())


def test_a_test_is_met_by_the_story_and_missed_by_the_tempting_card() -> None:
    chapter, _, moments = get_facts("B27")
    guess = judge_guess(chapter, chapter.stops[0], moments)
    assert {text: answer.passes for text, answer in guess.answers.items()} == {"B11": True, "R4": False}


STORY = """
format = 1
shelf = "rules"
id = "x"
title = "X"
edition = "make-a-million-1935"
[[chapter]]
id = "C1"
class = "own figures"
document = "leaflet-1935"
rules = ["R35-PLAY-4"]
setup = "Black is trump."
question = "Who takes the trick?"
answer = "South."
[chapter.position]
hands = "N R2 Y1 | E R3 Y2 | S R4 R5 | W R7 R1"
trump = "B"
line = ["N: R2 R3 R4 R1"]
[[chapter.stop]]
at = "trick 1 card 2"
ask = "card"
text = "Your card?"
right = ["R4", "R5"]
test = "you take"
"""


def test_after_a_guess_the_others_play_as_the_story_has_it() -> None:
    assert list_faults("x.toml", STORY) == []  # West could take the trick with its 7
    (fault,) = list_faults("x.toml", STORY.replace("R3 R4 R1", "R3 R4 R7"))
    assert fault == "x.toml, line 23, case C1: question 1: the engine accepts nothing; right says “R4”, “R5”"


# Changed


def test_a_variation_is_played_and_answered_by_the_engine() -> None:
    _, case, _ = get_facts("B26")
    outcome = play_variation(case, case.variations[2])
    assert [finding.answer for finding in outcome.findings] == ["N", 80, "N-S"] and outcome.moments
    assert [str(step) for step in outcome.moments.list_steps()][-1].startswith("W R1")


def test_another_edition_keeps_the_leader_and_answers_for_itself() -> None:
    _, case, _ = get_facts("B26")
    by_edition = {"+".join((other.edition, *other.options)): other for other in case.editions}
    assert {name: other.is_same for name, other in by_edition.items()} == {
        "make-a-million-2004": True,
        "manhattan": True,
        "make-a-million-2004+no-trump": False,
    }
    outcome = play_edition(case, by_edition["manhattan"])
    assert outcome.moments and isinstance(outcome.moments.end, TrickRound)
    assert outcome.moments.end.tricks[0].leader == "N" and outcome.moments.end.bidder == "W" and not outcome.fault


def test_both_readings_of_an_open_question_are_played_and_part() -> None:
    _, case, _ = get_facts("D-G19")
    first, second = (play_reading(case, reading) for reading in case.readings)
    assert [first.findings[-1].answer, second.findings[-1].answer] == [0, 80]
    assert first.moments and second.moments and find_parting(first.moments, second.moments) == "trick 1 card 2"


# Checked


def list_faults(name: str, text: str) -> list[str]:
    try:
        return [str(fault) for fault in check_study(parse_study(text, name)).faults]
    except StudyError as error:
        return [str(error)]


@check_each("name", mam.list_studies("rules"))
def test_the_engine_gives_every_answer_of_every_case(name: str) -> None:
    assert [str(fault) for fault in played_cases.list_faults(name)] == []


def test_the_shelf_has_its_questions_variations_editions_and_readings() -> None:
    cases = [chapter.case for chapter in mam.list_cases() if chapter.case]
    assert sum(len(chapter.stops) for chapter in mam.list_cases()) == 270
    assert [sum(map(len, parts)) for parts in (
        [case.variations for case in cases], [case.editions for case in cases], [case.readings for case in cases],
        [case.counts for case in cases],
    )] == [134, 95, 62, 50]  # fmt: skip


SPOILED = [
    ("a card of the story", "02", 'line = ["N: G40 G2 BULL R1"]', 'line = ["N: G40 G2 BULL B1"]', "W"),
    ("an amount", "02", '{ ask = "worth", expect = 80 }, { ask = "side", expect = "E-W" }', '{ ask = "worth", expect = 40 }, { ask = "side", expect = "E-W" }', "the engine accepts nothing"),
    ("an accepted answer", "02", 'right = ["West: $80,000 for East-West"]', 'right = ["North: $80,000 for North-South"]', "right says “North"),
    ("the rule of a step", "02", '"W R1: R35-PLAY-6 R35-PLAY-4 R35-BULL-2"', '"W R1: R35-PLAY-5 R35-PLAY-4 R35-BULL-2"', "step 4 is 'W R1: R35-PLAY-6"),
    ("the answer of a variation", "02", 'set = { trump = "B" }\nanswer = "Then the Red 1 is just a card: North takes $80,000."\nis = [{ ask = "winner", expect = "N" }', 'set = { trump = "B" }\nanswer = "Then the Red 1 is just a card: North takes $80,000."\nis = [{ ask = "winner", expect = "W" }', "if Black is trump: the engine answers who takes the trick: N, not W"),
    ("the trump of a variation", "02", 'set = { trump = "B" }\nanswer = "Then the Red 1', 'set = { trump = "Y1" }\nanswer = "Then the Red 1', "if Black is trump: "),
    ("whether an edition agrees", "01", 'is = [{ ask = "cards", of = "all", expect = 54 }]\nsame = false', 'is = [{ ask = "cards", of = "all", expect = 54 }]\nsame = true', "so same = false"),
    ("a count", "01", 'text = "money cards"\nis = [{ ask = "cards", of = "money", expect = 20 }]', 'text = "money cards"\nis = [{ ask = "cards", of = "money", expect = 21 }]', "count 'money cards': the engine answers"),
    ("a number that is typed", "01", "right = [20]", "right = [21]", "right is 21, which no fact of “is” states: 20"),
    ("what a typed number states", "01", 'is = [{ ask = "cards", of = "money", expect = 20 }]\nwrong', 'is = [{ ask = "cards", of = "plain", expect = 20 }]\nwrong', "the engine accepts nothing"),
    ("no tempting number", "03", 'wrong = { 1 = "Only a Red, a Yellow and a Green One were taken out.", 0 = "Nobody took out a Black One." }', "", "name a tempting wrong number"),
    ("what is changed for a question", "01", 'set = { hands = "S R2 ? | W R40 ? | N R3 ? | E BULL R9"', 'set = { hands = "S R2 ? | W R40 ? | N R3 ? | E BULL Y9"', "R9 is illegal"),
    ("a bid that may be marked", "01", 'right = ["175", "180", "185",', 'right = ["175", "180", "183", "185",', "the engine accepts"),
    ("a moment", "02", 'at = "trick 1 card 4"', 'at = "trick 2 card 4"', "is no moment of this case: they go from deal to trick 1 card 4"),
    ("a reading", "06", 'then = ["B40", "Y3"]\nis = [{ ask = "playable", expect = ["B40"] }, { ask = "winner", expect = "E" }, { ask = "worth", expect = 80 }]', 'then = ["B40", "Y3"]\nis = [{ ask = "playable", expect = ["B40"] }, { ask = "winner", expect = "S" }, { ask = "worth", expect = 80 }]', "the other reading: the engine answers"),
    ("an option of a reading", "06", 'options = ["tiger-sets-color"]', "options = []", "the other reading"),
    ("a value of another kind", "02", 'events = ["discard R5 R1 R2", "claim nest W by N"]', "events = 3", "the story can't be played: a key is missing or unknown, or a value is of another kind"),
    ("who leads", "01", 'line = ["S: R11 R15 R30 R40", "E:', 'line = ["S: R11 R15 R30 R40", "W:', "W can't lead this trick"),
    ("the sentence of a wrong card", "02", 'wrong = { Y3 = "Legal, but the printed case goes on with the Bull." }', "wrong = {}", "no sentence for Y3"),
    ("the sentence of a wrong choice", "02", '"West: $40,000 for East-West" = "The Bull doubles the money of its trick, whoever played it.", ', "", "no sentence for West: $40,000"),
    ("the sentence of no choice", "02", '"West: $40,000 for East-West" = "The Bull', '"West: $4,000 for East-West" = "The Bull', "'West: $4,000 for East-West' is no answer here"),
    ("what happens at a table", "02", 'events = ["discard R5 R1 R2", "claim nest W by N"]', 'events = ["discard R3 R1 R2", "claim nest W by N"]', "step 1 is 'discard R3 R2 R1: ', not"),
    ("the sentence of a choice without facts", "02", '"North: $80,000 for North-South" = [', '"North: $80,000 for nobody" = [', "no facts for the choice"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "number", "old", "new", "fault"), SPOILED, ids=[spoiled[0] for spoiled in SPOILED])
def test_a_spoiled_case_is_noticed_at_its_line(what: str, number: str, old: str, new: str, fault: str) -> None:
    name = next(name for name in FILES if name.startswith(number))
    head, *cases = FILES[name].split("\n[[chapter]]\n")
    case = next(case for case in cases if old in case)
    faults = list_faults(name, f"{head}\n[[chapter]]\n{case.replace(old, new, 1)}")
    assert any(fault in text for text in faults), faults
    assert all(text.startswith(f"{name}, line ") for text in faults)
