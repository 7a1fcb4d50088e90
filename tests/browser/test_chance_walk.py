"""A page of Chance without a mouse, and as a screen reader has it: guess, picture, table, words, three checks and one question more."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

import mam_widgets as mw
from mam.chance import find_page, make_tables
from mam.chance.pages import Question
from mam_widgets.chance_pages.widget import ChanceWidget

PAGE_IDS = ("bayes", "power", "paired")  # dots, a handle of its own, two pictures in one

HEADINGS = "root => [...root.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((one) => Number(one.tagName[1]))"


def answer(stage: Stage, question: Question) -> None:
    """Type or choose the right answer by keys alone."""
    if question.answer is not None:
        assert stage.focus()["mam"] == "number"
        stage.page.keyboard.type(f"{float(question.answer.value):.4g}")
    else:
        stage.tab_to(key=question.right)
    stage.key("Enter")


@pytest.mark.parametrize("page_id", PAGE_IDS)
def test_a_page_is_done_by_keys_alone(watched_page: Page, page_id: str) -> None:
    stage = Stage(watched_page, mw.chance(page_id, save=False), width=360, height=640)
    tables, page = make_tables(page_id), find_page(page_id)
    slider = tables["controls"][0]["id"]
    stage.tab_to(mam="guess")
    stage.key("PageUp")
    stage.tab_to(mam="see")
    stage.key("Enter")
    assert stage.focus()["mam"] == slider
    stage.key("ArrowRight")
    moved = stage.part("message").inner_text()
    watched_page.keyboard.press("Shift+Tab")  # back to the picture
    assert stage.focus()["mam"] == ("handle" if page_id == "power" else "picture")
    stage.key("End")
    assert stage.part("message").inner_text() != moved
    for sheet in ("table", "words"):
        stage.tab_to(mam=sheet)
        stage.key("Enter")
        expect(stage.root.get_by_role("dialog")).to_be_visible()
        stage.key("Escape")
        assert stage.focus()["mam"] == sheet
    stage.tab_to(mam="checks")
    stage.key("Enter")
    for question in page.checks:
        answer(stage, question)
        assert stage.part("message").get_attribute("data-kind") == "right"
        assert stage.focus()["mam"] == "next"
        stage.key("Enter")
    assert stage.focus()["mam"] == page_id, "its tile on the shelf"
    stage.key("Enter")
    assert stage.focus()["mam"] == slider, "open again, its guess kept"
    assert isinstance(stage.widget, ChanceWidget)
    assert stage.widget.stars == dict.fromkeys(page.names, 3)


def read_tree(page: Page) -> list[dict[str, str]]:
    """Return what a screen reader has: role, name and description of each node that is not left out, in order."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    found = list[dict[str, str]]()

    def walk(node: dict[str, Any]) -> None:
        if not node["ignored"]:
            found.append({name: node.get(name, {}).get("value", "") for name in ("role", "name", "description")})
        for child in node.get("childIds", ()):
            walk(by_id[child])

    walk(nodes[0])
    return found


def find(tree: list[dict[str, str]], role: str, name: str = "") -> dict[str, str]:
    """Return the only node of a role whose name begins so."""
    (node,) = (node for node in tree if node["role"] == role and node["name"].startswith(name))
    return node


def read_value(stage: Stage, name: str) -> str:
    """Return the value of a slider in words."""
    return stage.root.get_by_role("slider", name=name).get_attribute("aria-valuetext") or ""


def check_headings(stage: Stage) -> None:
    """Check that no level of headings is left out, from the widget's own title on."""
    levels = stage.root.evaluate(HEADINGS)
    assert levels[0] == 3 and all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("width", [360, 900])
@pytest.mark.parametrize("page_id", PAGE_IDS)
def test_a_screen_reader_has_all_of_a_page(watched_page: Page, page_id: str, width: int) -> None:
    stage = Stage(watched_page, mw.chance(page_id, save=False), width=width, height=640)
    page, tables = find_page(page_id), make_tables(page_id)
    assert find(read_tree(watched_page), "slider", page.guess.ask)
    assert read_value(stage, page.guess.ask).endswith(tables["guess"]["after"])
    check_headings(stage)

    stage.press("see")
    tree = read_tree(watched_page)
    stop = tables["stops"]["|".join(control["start"] for control in tables["controls"])]
    picture = find(tree, "slider", "Picture: ")
    assert stop["finding"] in read_value(stage, "Picture: ")
    assert picture["description"] == f"{tables['drawn']} {stop['finding']} {stop['detail']}"
    for control in tables["controls"]:
        assert control["is_range"] or find(tree, "radiogroup", control["label"])
    assert "You guessed" in stage.sentence() and tables["first"] in stage.sentence()
    check_headings(stage)

    stage.press("table")
    tree = read_tree(watched_page)
    assert find(tree, "dialog", "Table") and find(tree, "button", "Copy")
    assert [node["name"] for node in tree if node["role"] == "columnheader"] == tables["table"]["columns"]
    check_headings(stage)
    stage.press("close-sheet")

    stage.press("checks")
    for question in page.checks:
        assert question.ask in stage.sentence()
        tree = read_tree(watched_page)
        if question.answer is not None:
            assert find(tree, "textbox", question.ask)["description"]
            slip = question.answer.slips[0]
            stage.part("number").fill(f"{float(slip.value):.9g}")
            stage.press("judge")
            assert stage.sentence() == f"Wrong. {slip.why}"
        else:
            assert {node["name"] for node in tree if node["role"] == "button"} >= set(question.options)
            wrong, sentence = next(iter(question.wrong.items()))
            stage.root.locator(f'[data-key="{wrong}"]').click()
            assert stage.sentence() == f"Wrong. {sentence}"
        check_headings(stage)
        stage.press("skip")
