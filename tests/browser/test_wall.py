"""The wall in a real browser: votes by key and by hand, no answer before *Reveal*, and letters that are read from the last row."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from stage import Stage
from test_axe import violations

import mam_widgets as mw
from mam.studies.library import list_studies
from mam_widgets.wall_page.slides import find_slides, list_groups

SIZES = {1280: 720, 1920: 1080}
SMALLEST = 2.5  # hundredths of the frame's height
SLIDES = ("bull/double", "B26", "B06", "B16/1", "B23", "B24", "B69/1", "p02", "h04", "made-or-set-back/last-two", "nest-and-discard/empty-a-color", "eight-players/every-other", "h01", "p12", "millionaire/go-on", "D-G19", "chance-given", "chance-expectation", "opening-bid", "follow/how-many")  # fmt: skip

# Text that a class can't read: its size in hundredths of the frame's height; "1 led" and "takes it" stand on cards.
SMALL = """root => {
    const frame = root.querySelector(".mam-wall"), unit = parseFloat(frame.style.getPropertyValue("--u"));
    const zoom = (part) => part.closest(".mam-wall-table") ? parseFloat(frame.style.getPropertyValue("--zoom")) : 1;
    const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT), sizes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const part = node.parentElement;
        if (!node.data.trim() || part.closest(".mam-aside, svg") || !part.checkVisibility()) continue;
        sizes.push([parseFloat(getComputedStyle(part).fontSize) * zoom(part) / unit, node.data.slice(0, 30)]);
    }
    return sizes;
}"""
CUT = """root => [...root.querySelectorAll(".mam-wall, .mam-wall-head, .mam-wall-stage, .mam-wall-option, .mam-wall-what, .mam-dock, .mam-wall-table, .mam-wall-table .mam-study, .mam-study-facts, .mam-wall-said")]
    .filter(part => part.scrollWidth > part.clientWidth + 2 || part.scrollHeight > part.clientHeight + 2)
    .map(part => `${part.className}: ${part.textContent.slice(0, 60)}`)"""

# Every slide before and after *Reveal*, and with the longest reason: what is too small, and what is cut.
WALK = f"""(text) => {{
    const [slides, scene] = JSON.parse(text);
    const root = document.querySelector(".mam-root"), faults = [];
    const check = (name) => faults.push(...({SMALL})(root).filter(([size]) => size < {SMALLEST}).map((small) => [name, ...small]), ...({CUT})(root).map((cut) => [name, cut]));
    for (const {{ asked, revealed }} of slides) {{
        const show = (shown) => window.setTrait("scene", JSON.stringify({{ ...scene, opened: asked.name, slides: [asked], at: 0, revealed: shown }}));
        show(null);
        check(asked.name);
        show(revealed);
        check(asked.name + ", revealed");
        const [longest] = Object.entries(revealed.why).sort((one, other) => other[1].length - one[1].length)[0] || [];
        root.querySelectorAll("[data-mam=option]")[asked.options.findIndex((option) => option.answer === longest)]?.click();
        check(asked.name + ", " + longest);
    }}
    return faults;
}}"""


def show(page: Page, *names: str, width: int = 1280, theme: str = "light") -> Stage:
    return Stage(page, mw.wall(*names), width=width, height=SIZES[width] + 60, theme=theme)  # a cell leaves 60 px


def read_votes(stage: Stage) -> list[str]:
    counts: list[Any] = stage.root.locator("[data-mam=option] > b").all_inner_texts()
    return [str(count) for count in counts]


def test_votes_are_counted_by_letters_numbers_and_hands(watched_page: Page) -> None:
    stage = show(watched_page, "bull/double")
    stage.part("option").nth(2).click()
    for key in ("a", "A", "b", "1", "4", "x", "9"):  # 149 after the 9: an x means nothing
        stage.key(key)
    assert read_votes(stage) == ["2", "149", "1"]
    stage.key("Backspace")
    assert read_votes(stage) == ["2", "14", "1"]
    stage.key("c")
    expect(stage.part("votes")).to_have_text("18 votes")
    stage.press("undo")
    stage.press("clear")
    assert read_votes(stage) == ["0", "0", "0"]
    stage.press("undo") if stage.part("undo").count() else stage.key("Backspace")
    assert read_votes(stage) == ["2", "14", "1"]


def test_a_clicker_reveals_and_goes_on_and_back(watched_page: Page) -> None:
    stage = show(watched_page, "bull/double", "chance-given")
    stage.part("option").first.click()  # a tap must not make the space bar vote
    for key, shown in (
        ("Space", "C is correct."),
        ("PageDown", "Hands up."),
        ("ArrowRight", "C is correct: 54%."),
        ("ArrowLeft", "Hands up."),
        ("PageUp", "Hands up."),
    ):
        stage.key(key)
        expect(stage.part("said")).to_contain_text(shown)
    expect(stage.part("question")).to_have_text("You have no Green, and North is winning. Get as much as you can.")
    assert read_votes(stage) == ["1", "0", "0"]
    stage.key("PageDown")
    expect(stage.part("said")).to_contain_text("A, Red 1: Your side gets $50,000.")
    stage.part("option").nth(1).click()
    expect(stage.part("said")).to_contain_text("B, Yellow 30: Your side gets $80,000.")
    assert read_votes(stage) == ["1", "0", "0"], "a tap after the answer asks, and does not vote"


@pytest.mark.parametrize("name", ["bull/double", "B26", "chance-given", "p12"])
def test_nothing_tells_the_answer_before_it_is_asked_for(watched_page: Page, name: str) -> None:
    stage = show(watched_page, name)
    for slide in find_slides(name):
        revealed = slide["revealed"]
        said = [text for text in (revealed["text"], *revealed["why"].values()) if text]
        page = stage.root.evaluate("root => root.outerHTML")
        assert not [text for text in said if text in page] and 'data-mark="right"' not in page
        assert stage.widget.scene["revealed"] is None
        stage.press("reveal")
        expect(stage.part("said")).to_contain_text(revealed["text"])
        expect(stage.root.locator("[data-mam=option][data-mark=right]")).to_have_count(len(revealed["right"]))
        if stage.part("next").count():
            stage.press("next")


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1920, "dark")])
def test_the_last_row_reads_everything_and_nothing_is_cut(watched_page: Page, width: int, theme: str) -> None:
    stage = show(watched_page, "bull/double", width=width, theme=theme)
    slides = [slide for name in SLIDES for slide in find_slides(name)]
    assert watched_page.evaluate(WALK, json.dumps([slides, stage.widget.scene])) == []


@pytest.mark.long
@pytest.mark.parametrize("width", SIZES)
def test_nothing_that_can_be_put_on_the_wall_is_cut(watched_page: Page, width: int) -> None:
    stage = show(watched_page, "bull/double", width=width)
    sets = [set_["id"] for group in list_groups() for set_ in group["sets"]]
    hands = list_studies("hands")
    slides = [slide for name in dict.fromkeys([*sets, *hands]) for slide in find_slides(name)]
    assert len({slide["asked"]["name"].partition("/")[0] for slide in slides if slide["asked"]["setup"]}) > 80, "cases"
    faults = []
    for start in range(0, len(slides), 50):
        faults += watched_page.evaluate(WALK, json.dumps([slides[start : start + 50], stage.widget.scene]))
    assert faults == []


def test_the_list_opens_a_set_and_everyone_can_use_it(watched_page: Page) -> None:
    stage = show(watched_page, "bull/double")
    assert violations(watched_page) == []
    stage.press("reveal")
    assert violations(watched_page) == []
    stage.press("list")
    assert violations(watched_page) == []
    stage.root.locator("[data-mam=set][data-name=B26]").click()
    stage.settle()
    expect(stage.part("question")).to_contain_text("North, your partner, is winning")
