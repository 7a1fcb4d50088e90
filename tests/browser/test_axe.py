"""axe-core, the field's checker of accessibility, finds nothing against WCAG 2.2 A and AA in any widget, in either theme."""

from collections.abc import Sequence
from itertools import cycle

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from stage import Stage
from widget_moments import MOMENTS

OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
    "rules": {"landmark-unique": {"enabled": True}, "scrollable-region-focusable": {"enabled": True}},
    "resultTypes": ["violations"],
}

THEMES = ("light", "dark")


def violations(page: Page) -> list[str]:
    """What axe finds in the widget: the rule, the place, and what is wrong there."""
    report = Axe().run(page, context=".mam-root", options=OPTIONS).response
    assert "color-contrast" in {
        rule["id"] for kind in ("passes", "violations") for rule in report[kind]
    }  # it has looked
    faults = report["violations"]
    return [
        f"{violation['id']}: {node['html'][:160]}: {node['failureSummary']}"
        for violation in faults
        for node in violation["nodes"]
    ]


def check(page: Page, name: str, themes: Sequence[str]) -> None:
    stage = Stage(page, MOMENTS[name](), theme=themes[0])
    stage.root.evaluate("root => root.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    for theme in themes:
        page.evaluate("light => { document.body.dataset.jpThemeLight = light; }", str(theme == "light").lower())
        stage.settle()
        assert stage.root.get_attribute("data-mam-theme") == theme
        assert violations(page) == []


@pytest.mark.parametrize(("name", "theme"), [*zip(MOMENTS, cycle(THEMES), strict=False)])
@pytest.mark.sample(6, 42)
def test_nothing_stands_in_anybodys_way(watched_page: Page, name: str, theme: str) -> None:
    """Each moment in one of the themes; every part of a widget is in several moments."""
    check(watched_page, name, [theme])


@pytest.mark.long
@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_stands_in_anybodys_way_in_either_theme(watched_page: Page, name: str) -> None:
    check(watched_page, name, THEMES)


def test_axe_would_find_something(watched_page: Page) -> None:
    watched_page.set_content('<div class="mam-root"><button></button><p style="color: #ccc">pale</p></div>')
    faults = violations(watched_page)
    assert {line.partition(":")[0] for line in faults} == {"button-name", "color-contrast"}
