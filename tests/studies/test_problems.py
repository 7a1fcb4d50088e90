"""Problems: all that come with mam are valid, spoiled ones are noticed, and only what matters is asked."""

import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import fmean

import pytest
from problem_files import FOLDER, list_faults, read_text

import mam
from mam.cli.parser import main
from mam.studies.problems.judge import judge_problem
from mam.studies.problems.price_problems import is_priced
from mam.studies.problems.problem import find_problem
from mam.studies.problems.tries import RATINGS
from mam.studies.progress import Progress
from mam.studies.tree import list_questions, make_tree

IDS = [name for name in mam.list_studies("problems") if not is_priced(mam.get_study(name).chapters[0])]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.sample(30, 2)
def test_a_problem_is_valid(name: str) -> None:
    assert list_faults(read_text(name)) == []


@pytest.mark.parametrize("name", IDS)
@pytest.mark.sample(2, 3)
def test_a_problem_is_certified(name: str) -> None:
    """Every layout is solved, and each card is played against the defense."""
    assert list_faults(read_text(name), certify=True) == []


def test_problems_have_every_kind_and_level() -> None:
    studies = [mam.get_study(name) for name in IDS]
    assert Counter(study.level for study in studies) == dict.fromkeys(range(1, 6), 30)
    kinds = {
        (
            len(find_problem(study.chapters[0]).belief.seats),
            "discarded" in find_problem(study.chapters[0]).belief.possible,
        )
        for study in studies
    }
    assert kinds == {(2, False), (1, False), (1, True)}  # with partner's open hand, alone, and in defense


def test_no_two_problems_share_a_title() -> None:
    titles = [mam.get_study(name).title for name in mam.list_studies("problems")]
    assert len(set(titles)) == len(titles)


# What is noticed

BEAR = "p12"  # Bear first: right is BEAR, tempting B40


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (swap('right = ["BEAR"]', 'right = ["B40"]'), "the test accepts BEAR; right says B40"),
        (swap('right = ["BEAR"]', 'right = ["BEAR", "B2"]'), "the test accepts BEAR; right says BEAR, B2"),
        (swap("need $135,000", "need $130,000"), "the goal says $130,000; $135,000 is needed"),
        (swap("last five", "last four"), "the goal says four tricks; five are left"),
        (swap("Black is trump", "Red is trump"), "the goal must say “Black is trump”"),
        (swap("we get 240", "we get 250"), "the goal says $135,000; $145,000 is needed"),
        (swap("layouts = 70", "layouts = 71"), "layouts: 70 fit what you see, not 71"),
        (swap("BEAR = 155", "BEAR = 160"), "sure: after BEAR it is 155, not 160"),
        (swap("takes = 120", "takes = 125"), "the layout after B40: the line takes 120, not 125"),
        (swap("B40 / S: B2", "B40 / S: B30"), "the line after B40: You don't hold Black 11."),
        (swap("E Y15 Y10 Y9 B1 | W B11", "E Y15 Y10 Y9 B11 | W B1"), "the layout after B40"),
        (swap('hands = "E Y15', 'hands = "E R15'), "the layout after B40 does not fit what you see"),
        (swap("You take $70,000", "You take $85,000"), "wrong: $85,000 is no amount here,"),
        (swap("the Black 40 and 30", "the Black 15 and 30"), "hints: the Black 15 is not here,"),
        (swap('moral = "Your own Bear', 'moral = "Yellow 30: your own Bear'), "the moral names a card"),
        (swap('unseen = "Y15', 'unseen = "R5 Y15'), "R5 is unseen, and lies in a hand or on the table too"),
        (swap('unseen = "Y15 ', 'unseen = "'), "the hidden hands have room for 8 cards"),
        (swap('plays = "S N"', 'plays = "S W"'), "you play W's cards, so name all of them in hands"),
        (swap('tempting = "B40"', 'tempting = "BEAR"'), "tempting: 'BEAR' is no wrong card here"),
        (swap(", B2 = 54, R5 = 45 }", ", B2 = 54 }"), "sure and reaches name other cards: R5"),
    ],
)
def test_a_spoiled_problem_is_noticed(change: Callable[[str], str], fault: str) -> None:
    faults = list_faults(change(read_text(BEAR)))
    assert any(fault in text for text in faults), faults


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("takes = 120", 'takes = "120"', "[[chapter.layout]] needs takes: a whole number"),
        ('after = "B40"\n', "", "[[chapter.layout]] needs after: a text"),
        (
            "sure = { BEAR = 155,",
            'sure = { BEAR = "155",',
            "[chapter.certificate] needs sure: a table of whole numbers",
        ),
        ("layouts = 70", "layouts = true", "[chapter.certificate] needs layouts: a whole number"),
        ("say = [", "say = [ 1, ", "[[chapter.plan]] needs say: a list of texts"),
        ('plays = "S N"', "plays = 2", "unseen and plays are texts"),
        ('trump = "B"', 'trump = "B"\nvoid = { E = 1 }', "void is a table of colors by seat"),
        ('trump = "B"', 'trump = "B"\nvoid = { S = "R" }', "void names 'S', whose hand is not hidden"),
        ('unseen = "Y15', 'unseen = "Z15', "Z15"),
    ],
)
def test_a_malformed_part_is_named(old: str, new: str, fault: str) -> None:
    """Never a traceback: the fault says which part, which key, and what would be right."""
    (found,) = list_faults(swap(old, new)(read_text(BEAR)))
    assert fault in found


def test_without_a_certificate_its_figures_are_named() -> None:
    text = re.sub(r"\[chapter\.certificate\](.|\n)*?(?=\n\[\[)", "", read_text(BEAR))
    assert any("write layouts = 70, sure = { " in found and "BEAR = 155" in found for found in list_faults(text))


def test_a_wrong_count_of_layouts_is_noticed_when_they_are_solved() -> None:
    faults = list_faults(swap("B40 = 51", "B40 = 50")(read_text(BEAR)), certify=True)
    assert "reaches: B40 can work in 51 layouts, not 50" in faults


def test_a_void_that_was_not_shown_is_noticed() -> None:
    text = re.sub(r"unseen = .*", lambda line: f'{line[0]}\nvoid = {{ E = "Y" }}', read_text(BEAR), count=1)
    assert any("layouts:" in fault for fault in list_faults(text))


# What is asked


def test_only_what_matters_is_asked_and_each_right_card_leads_on() -> None:
    judgments = judge_problem(mam.get_study(BEAR).chapters[0])
    assert len(judgments) == 2
    for judgment in judgments:
        assert {answer.verdict for answer in judgment.answers.values()} >= {"right", "wrong"}
        for answer in judgment.list_answers("wrong"):
            assert answer.end is not None and answer.end.is_over
            assert set(answer.layout) == {"E", "W"}
    assert judgments[0].answers["BEAR"].next_index == 1
    assert judgments[1].answers["R5"].next_index == -1
    assert judgments[1].answers["R5"].plan


@pytest.mark.parametrize("name", IDS)
@pytest.mark.sample(4, 1)
def test_each_decision_is_led_to_by_an_earlier_one(name: str) -> None:
    """So every way ends; a decision that several ways lead to stands once."""
    steps = make_tree(mam.get_study(name))["boards"][0]["steps"]
    left = [sum(map(len, step["question"]["table"]["hands"].values())) for step in steps]
    following = set()
    for number, step in enumerate(steps):
        nexts = {answer["next"] for answer in step["answers"]["answers"].values() if answer.get("next", -1) >= 0}
        assert all(left[index] < left[number] for index in nexts)
        following |= nexts
    assert following == {*range(1, len(steps))}
    questions = [json.dumps(step["question"]) for step in steps]
    assert len(set(questions)) == len(questions)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.sample(4, 2)
def test_nothing_tells_the_answer_before_it_is_given(name: str) -> None:
    """Of later decisions nothing is seen, the title is a number, and no hidden hand lies in a question."""
    study = mam.get_study(name)
    tree = make_tree(study)
    (board,) = list_questions(tree)
    assert len(board["questions"]) == 1
    assert tree["title"] == f"Problem {int(name[1:])}"
    hands = board["questions"][0]["table"]["hands"]
    hidden = find_problem(study.chapters[0]).belief.possible
    assert all(set(hands[seat]) == {"??"} for seat in hidden if seat in hands)


def test_the_end_shows_the_plan_trick_by_trick() -> None:
    """What the bidder's side takes in the line is what the file says of the layout."""
    for name in IDS[::20]:
        (chapter,) = mam.get_study(name).chapters
        problem = find_problem(chapter)
        ends = [answer for judgment in judge_problem(chapter) for answer in judgment.answers.values() if answer.plan]
        takes = {layout["after"]: layout["takes"] for layout in chapter.extra["layout"]}
        expected = next(takes[card] for card in problem.stop.right if card in takes)
        ours = problem.belief.round.sides[problem.belief.side]
        for end in ends:
            assert sum(trick.value for trick in end.line if trick.winner in ours) == expected, name
            assert len(end.line) == problem.tricks, name


def test_files_of_problems_are_small() -> None:
    assert all(Path(FOLDER / f"{name}.toml").stat().st_size < 8_000 for name in IDS)


# Who solves them


def test_the_rating_and_the_level_follow_from_what_players_did() -> None:
    for name in IDS:
        (chapter,) = mam.get_study(name).chapters
        assert {*chapter.extra["certificate"]["players"]} == {*RATINGS}, name  # and `test_a_problem_is_valid` compares
    faults = list_faults(swap("level = 2", "level = 3")(read_text(BEAR)))
    assert faults == ["rating 1293 and level 2 follow from its players: mam problems rate writes them"]
    (fault,) = list_faults(swap("rulebook = 1", "rulebook = 2")(read_text(BEAR)))
    assert fault.startswith("players: how often each reached the goal, from 0 to 1")


def test_learners_answers_move_the_rating_and_the_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twelve learners of the rating 1200 to 1300 solve a problem of level 5; one who answered nothing else doesn't count."""
    hard, (name, *others) = "p121", [f"p{number}/play" for number in range(101, 113)]
    path = tmp_path / "p121.toml"
    path.write_text(FOLDER.joinpath("p121.toml").read_text("utf-8"), "utf-8")
    files = [tmp_path / f"{number}.toml" for number in range(12)]
    for number, file in enumerate(files):
        progress = Progress(file)
        for board in (name, *others, f"{hard}/play") if number else (f"{hard}/play",):
            progress.record(board, 3, "good" if board.startswith(hard) or number % 2 else "again", date(2026, 11, 27))
    assert main(["problems", "rate", str(path), "--answers", *map(str, files)]) == 0
    text = path.read_text("utf-8")
    assert text.count(", 1]") == 11 and "level = 5" not in text
    assert "players = { random = 0.042, rulebook = 0, club = 0, expert = 0.02 }" in text, "what players did stays"
    assert not list_faults(text)
    (fault,) = list_faults(text.replace(", 1]", ", 0]", 5))
    assert "follow from its players" in fault
    before = text
    assert main(["problems", "rate", str(path), "--answers", str(tmp_path / "none.toml")]) == 2
    Progress(tmp_path / "none.toml").record("bull/double", 3, "good")
    assert main(["problems", "rate", str(path), "--answers", str(tmp_path / "none.toml")]) == 0
    assert path.read_text("utf-8") == before, "nobody answered it"


def test_players_try_again_when_a_problem_is_certified() -> None:
    faults = list_faults(swap("random = 0.085", "random = 0.085000001")(read_text(BEAR)), certify=True)
    assert faults == ["players: random reaches the goal 0.085, not 0.085000001"]
    faults = list_faults(swap("expert = 0.99 ", "expert = 0.2 ")(read_text(BEAR)), certify=True)
    assert "players: expert reaches the goal 1 in 5 tries, not 0.2" in faults


def test_of_a_higher_level_fewer_players_solve_fewer() -> None:
    players = {level: [] for level in range(1, 6)}
    for name in IDS:
        study = mam.get_study(name)
        players[study.level].append(study.chapters[0].extra["certificate"]["players"])
    for name in RATINGS:
        means = [fmean(results[name] for results in players[level]) for level in players]
        assert means == sorted(means, reverse=True) and means[0] > means[4], name
