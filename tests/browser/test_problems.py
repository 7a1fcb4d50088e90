"""Problems in a real browser: every card of every decision on the way to the end, what is said to it, and whether all of it fits."""

from typing import Any

import pytest
from fits import find_misfits
from playwright.sync_api import Page, expect
from stage import Stage
from test_studies import BANDS, HEIGHTS, KINDS, answer

import mam
import mam_widgets as mw
from mam.studies.problems.price_problems import is_priced
from mam.studies.problems.problem import find_problem
from mam_widgets.studies.lesson import Lesson, list_problems

PROBLEMS = [study for study in list_problems() if study.shelf == "problems"]
NUMBERS = [int(study.id[1:]) for study in PROBLEMS if not is_priced(study.chapters[0])]
PRICED = [study.id for study in PROBLEMS if is_priced(study.chapters[0])]
# What you would have to scroll to see whole: what is known before the answers, or their prices.
SCROLLED = """root => [...root.querySelectorAll(".mam-study-facts, .mam-study-prices")]
    .filter(part => part.scrollHeight > part.clientHeight + 1).map(part => part.className)"""
SHORT = ([7, 12], [1, 20])  # one of each kind: alone, open with the Bear; open in five tricks, with many decisions


def solve_all(page: Page, numbers: list[int], width: int) -> int:
    """Solve these problems; return how many answers were given."""
    stage = Stage(page, mw.problems(save=False), width=width, height=HEIGHTS[width])
    return sum(solve(stage, number, width) for number in numbers)


def solve(stage: Stage, number: int, width: int) -> int:
    """Give every answer on the way of the first right cards; return how many there were."""
    study = f"p{number:02}"
    stage.widget.handle_message({"do": "open", "study": study, "board": 0})
    stage.settle()
    steps, place, count = Lesson(mam.get_study(study)).tree["boards"][0]["steps"], 0, 0
    while place >= 0:
        answers = steps[place]["answers"]["answers"]
        right = next(text for text, shown in answers.items() if shown["verdict"] == "right")
        bands = stage.root.evaluate(BANDS)
        assert not find_misfits(stage.root), f"problem {number} at {width}, decision {place}"
        for text, shown in [
            *((text, shown) for text, shown in answers.items() if shown["verdict"] != "right"),
            (right, answers[right]),
        ]:
            answer(stage, "card", text)
            count += 1
            name = f"problem {number} at {width}, decision {place}: {text}"
            assert stage.part("message").get_attribute("data-kind") == KINDS[shown["verdict"]], name
            for trick in range(1, len(shown.get("tricks", []))):
                assert not find_misfits(stage.root), f"{name}, trick {trick}"
                stage.press("trick-next")
            assert not find_misfits(stage.root), name
            if shown["verdict"] == "wrong":
                stage.press("take-back")
            assert stage.root.evaluate(BANDS) == bands, f"{name} moves a band"
        place = answers[right]["next"]
        stage.press("next")
    assert stage.part("finished").is_visible()
    assert not find_misfits(stage.root), f"the end of problem {number} at {width}"
    stage.root.locator("summary").click()
    assert stage.root.locator("[data-mam=line] li").count() == find_problem(mam.get_study(study).chapters[0]).tricks
    assert not find_misfits(stage.root), f"the line of problem {number} at {width}"
    return count


@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize("numbers", SHORT)
@pytest.mark.sample(1, 0)
def test_a_problem_of_each_kind_is_solved_and_fits(watched_page: Page, numbers: list[int], width: int) -> None:
    assert solve_all(watched_page, numbers, width) > 10


@pytest.mark.long
@pytest.mark.parametrize("width", HEIGHTS)
def test_every_problem_is_solved_and_fits(watched_page: Page, width: int) -> None:
    assert solve_all(watched_page, NUMBERS, width) > 150


def test_the_shelf_lists_problems_by_level_and_opens_the_next(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.problems(save=False), width=360, height=640)
    levels = [f"Level {level}" for level in range(1, 6)]
    ideas = ("drawing trumps", "emptying a color", "Bull and Bear timing", "counting and inference")
    hands = ["Whole hands", *(f"Whole hands: {idea}" for idea in ideas)]
    assert sorted(stage.root.locator("h4").all_inner_texts()) == sorted([*levels, "Bids, discards, trumps", *hands])
    assert not find_misfits(stage.root)
    stage.press("p01")
    expect(stage.root.locator(".mam-study-head")).to_contain_text("Problem 1")
    stage.press("back")
    assert "Reach the goal, however the hidden cards lie." in stage.root.inner_text()


@pytest.mark.parametrize("width", HEIGHTS)
def test_the_next_problem_fits_the_rating_and_a_theme_is_shown_alone(watched_page: Page, width: int) -> None:
    widget = mw.problems(save=False)
    stage = Stage(watched_page, widget, width=width, height=HEIGHTS[width])
    for number, grade in ((12, "good"), (20, "again"), (33, "good")):
        widget.handle_message({"do": "open", "study": f"p{number}", "board": 0})
        widget.handle_message({"do": "done", "board": 0, "stars": 3 if grade == "good" else 1, "grade": grade})
    widget.handle_message({"do": "shelf"})
    stage.settle()
    practice = widget.scene["practice"]
    shown = stage.part("practice").inner_text()
    assert (
        f"Your rating: {practice['rating']} ± {round(1.96 * practice['deviation'])} (95%), after 3 problems." in shown
    )
    assert not find_misfits(stage.root)
    stage.part("theme").select_option("Bear")
    listed = stage.root.locator(".mam-study-tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.mam)")
    assert listed == [s["id"] for s in widget.scene["shelf"]["stages"] if "Bear" in s.get("themes", ())]
    assert not find_misfits(stage.root)
    stage.press("daily")
    assert widget.scene["study"]["id"] == practice["daily"]
    stage.press("back")
    stage.press("next-problem")
    assert widget.scene["study"]["id"] == practice["next"]


def test_after_a_problem_comes_the_one_that_fits(watched_page: Page) -> None:
    widget = mw.problem(12, save=False)
    stage = Stage(watched_page, widget, width=360, height=640)
    answer(stage, "card", "BEAR")
    stage.press("next")
    answer(stage, "card", "R5")
    stage.press("next")
    stage.press("next")
    assert widget.scene["study"]["id"] == widget.scene["practice"]["next"] != "p12"


def answer_all(page: Page, studies: list[str], width: int) -> int:
    """Give every answer to these problems with prices, a right one last; return how many there were."""
    stage, count = Stage(page, mw.problems(save=False), width=width, height=HEIGHTS[width]), 0
    for study in studies:
        stage.widget.handle_message({"do": "open", "study": study, "board": 0})
        stage.settle()
        answers = Lesson(mam.get_study(study)).tree["boards"][0]["steps"][0]["answers"]
        bands, prices = stage.root.evaluate(BANDS), answers["prices"]
        assert not find_misfits(stage.root), study
        assert stage.root.evaluate(SCROLLED) == [], study
        assert not stage.part("prices").count()
        for price in reversed(prices):
            text = price["answer"]
            answer(stage, "choice", text)
            count += 1
            shown = answers["answers"][text]
            name = f"{study} at {width}: {text}"
            assert stage.part("message").get_attribute("data-kind") == shown["verdict"], name
            rows = stage.part("prices").locator("li")
            assert rows.count() == len(prices), name
            notes = [rows.nth(row).get_attribute("data-note") for row in range(len(prices))]
            better = "better" if price["grade"] == "wrong" else ""
            assert notes == ["you" if one is price else better if one["grade"] == "right" else "" for one in prices]
            assert price["label"] in rows.nth(prices.index(price)).locator("> .mam-aside").inner_text(), name
            assert not find_misfits(stage.root), name
            assert stage.root.evaluate(SCROLLED) == [], name
            assert stage.root.evaluate(BANDS) == bands, f"{name} moves a band"
            if shown["verdict"] == "wrong":
                stage.press("take-back")
            elif text != prices[0]["answer"]:
                stage.press("again")
        stage.press("next")
        assert mam.get_study(study).moral in stage.part("finished").inner_text()
        assert not find_misfits(stage.root), f"the end of {study} at {width}"
    return count


@pytest.mark.parametrize("width", [360, 1000])
def test_a_bid_a_discard_and_a_trump_are_answered_and_fit(watched_page: Page, width: int) -> None:
    assert answer_all(watched_page, ["p202", "p216", "p224"], width) == 2 + 5 + 4


@pytest.mark.long
@pytest.mark.parametrize("width", HEIGHTS)
def test_every_problem_with_prices_is_answered_and_fits(watched_page: Page, width: int) -> None:
    assert answer_all(watched_page, PRICED, width) > 90


def test_prices_are_said_in_words_and_you_go_on_after_a_wrong_answer(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.problem(202, save=False), width=360, height=640)
    assert "±" not in stage.root.inner_html()
    answer(stage, "bid", "pass")
    words = stage.part("prices").locator("li > .mam-aside").all_inner_texts()
    assert words == ["$215,000: the best, better than yours.", "Pass: costs $138,000 ± $12,000, your answer."]
    assert "everyone plays like the club player" in stage.part("prices").inner_text()
    assert stage.part("take-back").is_visible()
    stage.press("next")
    assert "eight trumps can win tricks" in stage.part("finished").inner_text()
    assert stage.widget.stars == {"p202/play": 2}


def test_on_a_phone_the_prices_of_a_hand_are_a_sheet(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.study("h01", save=False), width=360, height=640)
    answer(stage, "trump", "R")
    stage.press("next")
    answer(stage, "card", "TIGER")
    stage.press("open-prices")
    assert "your answer" in stage.part("sheet").locator("[data-note=you] > .mam-aside").inner_text()
    assert not find_misfits(stage.root)
    stage.press("close-sheet")
    assert not stage.part("prices").count()


def test_a_wrong_card_shows_the_hands_that_beat_it(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.problem(12, save=False), width=1000, height=700)
    facts: Any = stage.part("facts")
    assert "Still out:" in facts.inner_text()
    assert "East" not in facts.inner_text()
    answer(stage, "card", "B40")
    assert "You get $120,000: $15,000 short." in stage.sentence()
    assert "It can work in 51 of 70 layouts." in stage.part("message").inner_text()
    assert "East had" in facts.inner_text()
    assert "West had" in facts.inner_text()
    stage.press("take-back")
    assert "East had" not in facts.inner_text()
    answer(stage, "card", "BEAR")
    stage.press("next")
    answer(stage, "card", "R5")
    assert stage.widget.stars == {"p12/play": 2}
    stage.press("next")
    assert mam.get_study("p12").moral in stage.part("finished").inner_text()
    assert "$155,000 is sure" in stage.part("finished").inner_text()


def answer_hand(page: Page, name: str, width: int) -> None:
    """Give a wrong and a right answer at every stop of a hand; all of it fits."""
    stage = Stage(page, mw.study(name, save=False), width=width, height=HEIGHTS[width])
    steps = Lesson(mam.get_study(name)).tree["boards"][0]["steps"]
    for number, step in enumerate(steps):
        assert not find_misfits(stage.root), f"stop {number} of {name} at {width}"
        answers = step["answers"]["answers"]
        verdicts = {shown["verdict"]: text for text, shown in answers.items()}
        for verdict in ("wrong", "right"):
            answer(stage, step["question"]["ask"], verdicts[verdict])
            assert stage.part("message").get_attribute("data-kind") == verdict
            assert answers[verdicts[verdict]]["outcome"] in stage.part("message").inner_text()
            assert not find_misfits(stage.root), f"stop {number} of {name} at {width}: {verdict}"
            if verdict == "wrong":
                stage.press("take-back")
        stage.press("next")
    assert mam.get_study(name).moral in stage.part("finished").inner_text()
    assert "Step by step" not in stage.root.inner_text()


@pytest.mark.parametrize("width", [360, 900])
@pytest.mark.parametrize("name", ["specimen", "h03", "h16"])  # you are North; cards and a bid; discards of long names
def test_a_hand_is_answered_to_its_end_and_fits(watched_page: Page, name: str, width: int) -> None:
    answer_hand(watched_page, name, width)


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("name", mam.list_studies("hands"))
def test_every_hand_is_answered_to_its_end_and_fits(watched_page: Page, name: str, width: int) -> None:
    answer_hand(watched_page, name, width)


def test_a_hand_shows_the_tricks_played_since_the_last_stop_and_ends_with_its_result(watched_page: Page) -> None:
    """One stop of eight is wrong at first, twice: two stars, and the second try costs nothing."""
    stage = Stage(watched_page, mw.hand(8, save=False), width=360, height=640)
    steps = Lesson(mam.get_study("h08")).tree["boards"][0]["steps"]
    for number, step in enumerate(steps):
        earlier = step["question"].get("earlier", [])
        assert bool(stage.part("trick-back").count()) == bool(earlier)
        if number == 4:
            assert "2 tricks were played since" in stage.part("message").inner_text()
            stage.press("trick-back")
            assert not find_misfits(stage.root)
            shown = stage.part("trick").locator(".mam-study-card[role=img]")
            assert shown.first.get_attribute("aria-label") == "Yellow 4, North"
            assert "Trick 7" in stage.part("value").inner_text()
            for text in ("R10", "R5"):
                answer(stage, "card", text)
                stage.press("take-back")
        answer(stage, step["question"]["ask"], step["answers"]["right"][0])
        stage.press("next")
    end = stage.part("finished").inner_text()
    assert "captured $320,000 and made the bid" in end
    assert "7 of 8 right at the first try" in end
    assert stage.widget.stars == {"h08/play": 2}
    stage.part("line").locator("summary").click()
    assert stage.part("line").locator("li").count() == 13
    assert not find_misfits(stage.root)


def test_the_shelf_goes_down_to_the_whole_hands(watched_page: Page) -> None:
    stage = Stage(watched_page, mw.problems(save=False), width=360, height=640)
    stage.press("hands")
    expect(stage.part("specimen")).to_be_in_viewport()


@pytest.mark.long
def test_in_a_real_jupyterlab_a_problem_is_solved(open_notebook: Any) -> None:
    notebook = open_notebook(["import mam_widgets as mw\n\nmw.problem(12, save=False)"]).run_all()
    root = notebook.page.locator(".mam-root")
    message = root.locator("[data-mam=message]")
    root.locator("[data-key=B40]").click()
    expect(message).to_contain_text("You get $120,000: $15,000 short.")
    assert not find_misfits(root)
    root.locator("[data-mam=take-back]").click()
    root.locator("[data-key=BEAR]").click()
    expect(message).to_contain_text("Your goal is still safe.")
    root.locator("[data-mam=next]").click()
    root.locator("[data-key=R5]").click()
    root.locator("[data-mam=next]").click()
    expect(root.locator("[data-mam=finished]")).to_contain_text(mam.get_study("p12").moral)
