"""Style sheets: every rule stands under the root of its widget, so that widgets on one page leave each other alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mam import drawing

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
pytest.importorskip("tinycss2")
import tinycss2

import mam_widgets as mw
from mam_widgets.shared.assets import UI

WIDGETS = UI.parents[1]
SHEETS = sorted([*WIDGETS.glob("*/*.css"), *UI.glob("*.css")])
PAGES = {"site"}  # of whole pages, with no widget's root
ROOTS = {"homework.css": "mam-homework", "desk.css": "mam-desk"}  # of what is shown on a page of its own, too


def find_root(sheet: Path) -> str:
    """Return the class of the root under which the rules of a style sheet stand."""
    if sheet.name in ROOTS:
        return ROOTS[sheet.name]
    if sheet.parent == UI:
        return "mam-root"
    script = (sheet.parent / "widget.js").read_text("utf-8")
    named = re.search(r'name: "(mam-[\w-]+)"', script)
    return named[1] if named else "mam-app"


def list_selectors(rules: Any) -> Iterator[str]:
    """Yield the selectors of the outermost rules, also of those in `@media` and `@container`."""
    for rule in rules:
        if rule.type == "qualified-rule":
            yield from split_selectors(rule.prelude)
        elif rule.type == "at-rule" and rule.at_keyword in ("media", "container", "supports"):
            yield from list_selectors(tinycss2.parse_rule_list(rule.content, True, True))
        elif rule.type == "at-rule":
            assert rule.at_keyword in ("import", "keyframes"), rule.serialize()
        else:
            assert rule.type != "error", rule.message


def split_selectors(prelude: Any) -> Iterator[str]:
    part: list[Any] = []
    for token in [*prelude, None]:
        if token is None or (token.type == "literal" and token.value == ","):
            yield tinycss2.serialize(part).strip()
            part = []
        else:
            part.append(token)


def stands_under(selector: str, root: str) -> bool:
    """Return whether a selector can match only an element of this root, or the page around one."""
    return re.search(rf"\.{root}(?![\w-])", re.sub(r":not\([^()]*\)", "", selector)) is not None


@pytest.mark.parametrize(
    "sheet",
    [sheet for sheet in SHEETS if sheet.parent.name not in PAGES],
    ids=lambda sheet: f"{sheet.parent.name}/{sheet.name}",
)
def test_every_rule_stands_under_the_root_of_its_widget(sheet: Path) -> None:
    root = find_root(sheet)
    selectors = [*list_selectors(tinycss2.parse_stylesheet(sheet.read_text("utf-8"), True, True))]
    assert selectors or sheet.name == "ui.css"
    assert [selector for selector in selectors if not stands_under(selector, root)] == []


def test_the_colors_of_the_cards_stand_under_a_theme() -> None:
    selectors = [*list_selectors(tinycss2.parse_stylesheet(drawing.css(), True, True))]
    assert selectors and all("[data-mam-theme" in selector for selector in selectors)


def test_motions_of_two_sheets_have_different_names() -> None:
    names = [name for sheet in SHEETS for name in re.findall(r"@keyframes ([\w-]+)", sheet.read_text("utf-8"))]
    assert names and len(names) == len(set(names))


def test_all_widgets_get_the_same_style_sheet() -> None:
    """So that the sheet of the widget that comes last changes nothing for those before it."""
    widgets = (
        mw.specimen(),
        mw.play(seed=7, save=False),
        mw.bidding_lab(seed=1, worlds=20),
        mw.discard_lab(seed=1),
        mw.probability_lab(),
    )
    assert len({widget._css for widget in widgets}) == 1
    for sheet in SHEETS:
        if sheet.parent.name not in PAGES and sheet.name not in ("ui.css", *ROOTS):
            assert f":where(.{find_root(sheet)}) {{" in widgets[0]._css or find_root(sheet) == "mam-app"
