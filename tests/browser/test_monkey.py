"""Clicks and keys at random on each widget: nothing breaks, and what is shown is what Python has."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from stage import Stage
from widget_moments import WIDGETS, wait_for

from mam.records import format_record, parse_record

KEYS = [
    *("Tab", "Shift+Tab", "Enter", "Space", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"),
    *("Home", "End", "PageDown", "?", "u", "n", "h", "b", "7", "0", "x", "Backspace"),
]
REACHABLE = "button, summary, input, select, textarea, [tabindex]"

# Click the part of this number as a mouse does, or set a field to a value at random, and say what it was.
POKE = """([query, lot, value]) => {
    const parts = [...document.querySelectorAll(`.mam-root :is(${query})`)].filter((one) => one.checkVisibility());
    const part = parts[lot % parts.length];
    part.focus();
    const tell = (...events) => events.forEach((name) => part.dispatchEvent(new Event(name, { bubbles: true })));
    if (part.matches("select")) {
        part.selectedIndex = value % part.options.length;
        tell("input", "change");
    } else if (part.matches('input[type="range"]')) {
        part.value = Number(part.min) + (value % (Number(part.max) - Number(part.min) + 1));
        tell("input", "change");
    } else part.click();
    return part.outerHTML.slice(0, 120);
}"""
HAND = (
    "() => [...document.querySelectorAll('.mam-root [data-mam=hand] [data-mam=card]')].map((one) => one.dataset.card)"
)


def meddle(stage: Stage, rng: Random) -> str:
    """One click or key; says which."""
    if rng.random() < 0.6:
        return f"click on {stage.page.evaluate(POKE, [REACHABLE, rng.randrange(10**6), rng.randrange(10**6)])}"
    key = rng.choice(KEYS)
    stage.page.keyboard.press(key)
    return f"key {key}"


def facts(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene without the sentence that answers the last message: a fault is told, and not kept."""
    return {name: value for name, value in json.loads(json.dumps(scene)).items() if name not in ("ruling", "live")}


def check(stage: Stage, about: str) -> None:
    """The page has the widget's scene, that scene is what the widget would make now, and its record can be kept."""
    wait_for(stage.widget)
    stage.settle()
    widget, scene = stage.widget, stage.widget.scene
    game = getattr(widget, "round", None)
    assert facts(scene) == facts(widget._make_scene()), about
    # From here on the page may ask for the next move of a seat that plays by itself: what it shows is still `scene`.
    assert json.loads(stage.page.evaluate("() => JSON.stringify(window.model.get('scene'))")) == json.loads(
        json.dumps(scene)
    ), about
    hand = scene.get("hand")
    if hand:
        visible_codes = [card["card"] for card in hand["cards"] if card["state"] != "hidden"]
        assert sorted(stage.page.evaluate(HAND)) == sorted(visible_codes), about
    if hasattr(widget, "record"):
        assert parse_record(format_record(widget.record)) == widget.record, about
    if game and scene.get("stepper"):
        assert scene["stepper"]["step"] == len(game.history), about
        if hand and game.phase != "over":
            assert len(hand["cards"]) == len(game.hands[hand["seat"]]), about


@pytest.mark.parametrize(
    "clicks", [25, pytest.param(100, marks=pytest.mark.long), pytest.param(500, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("name", WIDGETS)
def test_clicks_and_keys_at_random(
    watched_page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, clicks: int
) -> None:
    monkeypatch.chdir(tmp_path)  # where a widget may keep a match or write a record
    stage, rng, actions = Stage(watched_page, WIDGETS[name]()), Random(1934), []
    for number in range(clicks):
        actions.append(meddle(stage, rng))
        stage.settle()
        if number % 5 == 4:
            check(stage, f"{name}: " + "\n".join(actions[-5:]))
    assert len(stage.sent) > clicks // 20, f"{name}: hardly anything was asked for"
