"""The player of studies in a real browser: every answer of every board, what is said to it, and whether all of it fits."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from fits import find_misfits
from playwright.sync_api import Page, expect
from stage import Stage

import mam_widgets as mw
from mam.studies.progress import Progress
from mam_widgets.studies.lesson import Lesson, list_stages

HEIGHTS = {320: 528, 360: 548, 390: 844, 640: 700, 900: 560, 1000: 700, 1440: 900}
SETS = ("discard", "call")  # several cards are chosen
KINDS = {"right": "right", "wrong": "wrong", "illegal": "wrong"}
BANDS = """root => ["goal", "stage", "message", "hand", "dock"].map(name => {
    const box = root.querySelector(name === "dock" ? ".mam-dock" : `.mam-study-${name}`).getBoundingClientRect();
    return [name, Math.round(box.top - root.getBoundingClientRect().top), Math.round(box.height)];
})"""


def list_answers(step: Any, is_test: bool) -> Iterator[tuple[str, str]]:
    """Yield wrong answers and then one right answer; of sets of cards one of each kind, of a test the right one alone."""
    answers = {text: shown["verdict"] for text, shown in step["answers"]["answers"].items()}
    right = next(text for text, verdict in answers.items() if verdict == "right")
    seen = set()
    for text, verdict in answers.items():
        if verdict == "right" or is_test or (step["question"]["ask"] in SETS and verdict in seen):
            continue
        seen.add(verdict)
        yield text, verdict
    yield right, "right"


def answer(stage: Stage, ask: str, text: str) -> None:
    if ask not in SETS:
        stage.root.locator(f'button[data-key="{text}"]').first.dispatch_event("click")
        return stage.settle()
    if stage.part("take-back").count():
        stage.press("take-back")
    for card in text.split():
        stage.root.locator(f'button[data-key="{card}"]').first.dispatch_event("click")
    return stage.press("discard")


def walk(page: Page, lessons: list[Lesson], width: int) -> int:
    """Answer every question of these lessons; return how many answers were given."""
    stage = Stage(page, mw.learn(save=False), width=width, height=HEIGHTS[width], is_filled=True)
    assert not find_misfits(stage.root), "shelf"
    count = 0
    for lesson in lessons:
        tree = lesson.tree
        for number, board in enumerate(tree["boards"]):
            stage.widget.handle_message({"do": "open", "study": tree["id"], "board": number})
            stage.settle()
            for step in board["steps"]:
                place = f"{tree['id']}/{board['id']} at {width}"
                bands = stage.root.evaluate(BANDS)
                assert not find_misfits(stage.root), place
                for text, verdict in list_answers(step, tree["is_test"]):
                    answer(stage, step["question"]["ask"], text)
                    count += 1
                    assert stage.part("message").get_attribute("data-kind") == KINDS[verdict], f"{place}: {text}"
                    assert not find_misfits(stage.root), f"{place}: {text}"
                    assert stage.root.evaluate(BANDS) == bands, f"{place}: {text} moves a band"
                stage.press("next")
        is_played = any(board["deal"] for board in tree["boards"])  # whole rounds, which test_rounds.py plays
        assert is_played or stage.part("finished").is_visible()
        assert not find_misfits(stage.root), f"the end of {tree['id']}"
    return count


# All kinds of questions but that for a move, in few boards; then longer studies, and a move.
KINDS_ASKED = ("naming-trump nest-and-discard two-players silent-partner", "bull millionaire anagrams")


@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize("names", KINDS_ASKED)
@pytest.mark.sample(1, 0)
def test_each_kind_of_question_is_asked_judged_and_fits(watched_page: Page, names: str, width: int) -> None:
    lessons = [Lesson(study) for study in list_stages() if study.id in names.split()]
    assert walk(watched_page, lessons, width) > 60


@pytest.mark.long
@pytest.mark.parametrize("width", HEIGHTS)
def test_every_answer_of_every_board_is_judged_and_fits(watched_page: Page, width: int) -> None:
    assert walk(watched_page, [Lesson(study) for study in list_stages()], width) > 330


def test_a_wrong_card_is_answered_taken_back_and_costs_a_star(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("bull/west-after-you", save=False), width=390, height=844)
    answer(stage, "card", "BULL")
    assert "West takes it, $60,000 for them." in stage.sentence()
    assert stage.root.locator('.mam-study-played:has-text("West") .mam-study-card').get_attribute("aria-label") == (
        "Green 30, West, takes the trick"
    )
    stage.press("take-back")
    assert "tried" in (stage.root.locator("[data-key=BULL]").get_attribute("aria-label") or "")
    answer(stage, "card", "R9")
    assert stage.widget.stars == {"bull/west-after-you": 2}


def test_a_hint_costs_a_star_and_never_moves_the_hand(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("bull/double", save=False), width=360, height=640)
    bands = stage.root.evaluate(BANDS)
    stage.press("hint")
    assert "What is it with the Bull?" in stage.part("message").inner_text()
    assert stage.root.evaluate(BANDS) == bands
    stage.press("hint")  # there is one
    answer(stage, "card", "BULL")
    assert stage.widget.stars == {"bull/double": 2}


def test_an_illegal_card_stays_in_the_hand_and_costs_nothing(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("bull/follow-first", save=False), width=360, height=640)
    answer(stage, "card", "BULL")
    assert (
        "Not allowed." in stage.sentence()
        and stage.part("message").locator("[data-rule=R35-BULL-1]").inner_text() == "Rule"
    )
    assert stage.root.locator("[data-key=BULL]").count() == 1
    answer(stage, "card", "G1")
    assert stage.widget.stars == {"bull/follow-first": 3}


@pytest.mark.parametrize("width", [320, 360, 1000])
def test_what_was_missed_is_repeated_in_a_row_and_comes_back_if_it_is_missed_again(
    watched_page: Page, tmp_path: Any, width: int
) -> None:
    file = tmp_path / "progress.toml"
    progress, long_ago = Progress(file), date(2020, 1, 1)
    progress.record("bull/double", 1, "again", long_ago)
    progress.record("a-trick/lowest-away", 2, "hard", long_ago)
    progress.record("trump/beats", 3, "good", long_ago)
    stage = Stage(watched_page, mw.learn(save=file), width=width, height=HEIGHTS[width], is_filled=True)
    assert stage.part("repeat").inner_text().strip() == "To repeat (2)"
    assert not find_misfits(stage.root)
    stage.press("repeat")
    stage.press("hint")
    answer(stage, "card", "B2")
    assert stage.part("next").inner_text().strip() == "Next board"
    stage.press("next")
    answer(stage, "card", "R1")
    answer(stage, "card", "BULL")
    assert stage.part("next").inner_text().strip() == "Finish"
    assert not find_misfits(stage.root)
    stage.press("next")
    assert stage.part("repeat").count() == 0
    answers = Progress(file).answers
    assert {name: list(days.values()) for name, days in answers.items()} == {
        "a-trick/lowest-away": ["hard", "hard"],
        "bull/double": ["again", "again"],
        "trump/beats": ["good"],
    }


def test_a_board_is_played_by_keys_alone(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.learn("bull/double", save=False), width=1000, height=700)
    stage.tab_to(key="R1")
    stage.key("ArrowRight")
    assert stage.focus()["key"] == "Y30"
    stage.key("Enter")
    assert stage.focus()["mam"] == "take-back"
    stage.key("Backspace")
    assert stage.focus()["key"] == "Y30"
    stage.key("3")
    assert stage.focus()["mam"] == "next"
    stage.key("n")
    assert "East is winning. Don't help them." in stage.part("goal").inner_text()
    stage.key("Escape")
    assert stage.part("bull").is_visible()


@pytest.mark.parametrize("width", HEIGHTS)
def test_rules_hints_and_keys_lie_beside_a_board(watched_page: Page, width: int) -> None:
    """Where there is no room beside the table, they lie over it until they are closed."""
    stage = Stage(
        watched_page, mw.learn("bull/follow-first", save=False), width=width, height=HEIGHTS[width], is_filled=True
    )
    answer(stage, "card", "BULL")
    bands = stage.root.evaluate(BANDS)
    rule = stage.part("message").locator("[data-rule=R35-BULL-1]")
    rule.click()
    text = stage.part("text-R35-BULL-1")
    expect(text).to_contain_text(stage.widget.scene["study"]["rules"]["R35-BULL-1"]["text"])
    expect(text).to_contain_text("1935 leaflet, page")
    assert not find_misfits(stage.root) and stage.root.evaluate(BANDS) == bands
    if stage.part("sheet").count():
        stage.key("Escape")
        expect(rule).to_be_focused()
        stage.press("beside")
    stage.press("tab-stage")
    assert not find_misfits(stage.root) and stage.part("board-8").is_visible()
    stage.press("tab-hint")
    assert "Each hint costs a star." in stage.part("panel").inner_text()
    stage.press("ask-hint")
    assert stage.widget.scene["reply"]["hints"][0] in stage.part("panel").inner_text() and not find_misfits(stage.root)
    if stage.part("sheet").count():
        stage.press("close-sheet")
    stage.key("?")
    expect(stage.part("sheet")).to_contain_text("the card or answer in this place")
    assert not find_misfits(stage.root)
    stage.key("1")  # nothing is answered under a sheet
    stage.key("?")
    assert stage.part("sheet").count() == 0 and stage.root.evaluate(BANDS) == bands


def test_a_text_of_a_study_is_shown_as_it_is_written(watched_page: Page, tmp_path: Any) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        "\n".join(
            [
                "format = 1",
                'shelf = "learn"',
                'id = "own"',
                'title = "<b>Own</b>"',
                'edition = "make-a-million-1935"',
                "[[chapter]]",
                'id = "one"',
                'goal = "<img src=x onerror=alert(1)>"',
                'position = { trick = "W: G2 G40 G10", hands = "S BULL" }',
                "[[chapter.stop]]",
                'ask = "card"',
                'right = ["BULL"]',
            ]
        ),
        "utf-8",
    )
    stage = Stage(watched_page, mw.study(file, save=False), width=360, height=640)
    assert stage.part("goal").inner_text() == "<img src=x onerror=alert(1)>"
    assert stage.root.locator("img, b:has-text('Own')").count() == 0


def test_in_a_real_jupyterlab_a_board_is_answered_and_kept(open_notebook: Any, lab: Any) -> None:
    notebook = open_notebook(["import mam_widgets as mw\n\nmw.learn('bull/double')"]).run_all()
    root = notebook.page.locator(".mam-root")
    message = root.locator("[data-mam=message]")
    root.locator("[data-key=R1]").click()
    expect(message).to_contain_text("With the Bull it is $100,000.")
    root.locator("[data-mam=take-back]").click()
    root.locator("[data-key=BULL]").click()
    expect(message).to_contain_text("Correct: North takes it, $100,000 for your side.")
    root.locator("[data-mam=back]").click()
    expect(root.locator("[data-mam=bull]")).to_contain_text("1 of 8")  # Python has it
    root.locator("[data-mam=bull]").click()
    (file,) = lab.folder.rglob("progress.toml")
    assert '"bull/double" = 2' in file.read_text("utf-8")
    notebook.save()
    (saved,) = file.parent.glob("*.ipynb")
    text = saved.read_text("utf-8")
    assert "You have no Green, and North is winning." in text and "With the Bull it is" not in text
