"""The visual language, point by point, as far as it can be measured on a drawn table.

Widths are those of the widget, not of the page; scenes are real ones of real rounds, and a few with every state in them.
"""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from stage import Stage

import mam
import mam_widgets as mw
from mam.players import random_player
from mam.scenes import list_card_facts, make_scene

Scene = dict[str, Any]
WIDTHS = (320, 480, 640, 800, 960, 1280, 1600)
THEMES = {"light": WIDTHS, "dark": (320, 960)}  # nothing but colors depends on the theme: a sample must do
STATES = ("legal", "illegal", "rest")


@cache
def in_play(edition: str, players: int | None = None, cards: int = -1, seed: int = 5) -> Scene:
    """The third trick of a round of random players, with this many cards left to play (negative), or complete (0)."""
    round = mam.start(edition, seed, players=players)
    while round.phase != "play" or len(round.tricks) < 2 or _lacking(round) != -cards:
        assert not round.is_over
        round = round.play(random_player(mam.view(round, round.actor), Random(len(round.history))))
        if cards == 0 and round.phase == "play" and len(round.tricks) == 3:
            break
    before = mam.view(round, None).round
    return make_scene(mam.view(round, None), title="A table", open_hands=True, before=before)


def _lacking(round: Any) -> int:
    trick = round.trick
    return len(trick.seats) - len(trick.cards) if trick is not None else 0


SEATS: dict[int, tuple[str, int | None]] = {
    2: ("exact-tricks", 2),
    3: ("sweven", 3),
    4: ("make-a-million-1935", None),
    5: ("exact-tricks", 5),
    6: ("six", None),
    7: ("exact-tricks", 7),
    8: ("eight", None),
}


@pytest.fixture
def stage(watched_page: Page) -> Stage:
    return Stage(watched_page, mw.specimen().go(24), width=960)


def format_cards(stage: Stage, scene: Scene) -> None:
    """Draw this scene in place of the widget's own, whose tools stay."""
    stage.show_scene({**stage.widget.scene, **scene})
    stage.settle()


def widen(stage: Stage, width: int) -> None:
    """Make the widget so wide, and the page wide enough for it."""
    stage.page.set_viewport_size({"width": max(width, 320), "height": 1200})
    stage.page.evaluate("width => { document.getElementById('widget').style.width = `${width}px`; }", width)
    stage.settle()
    stage.settle()  # the hand is laid out anew once its width is known


def color_theme(stage: Stage, theme: str) -> None:
    stage.page.evaluate(
        "light => { document.body.dataset.jpThemeLight = light; }", "true" if theme == "light" else "false"
    )
    stage.root.and_(stage.page.locator(f"[data-mam-theme={theme}]")).wait_for()


def hand_of(scene: Scene, codes: list[str], state: Callable[[int], str]) -> Scene:
    """The scene with these cards in the hand, each in the state that `state` gives its place."""
    cards = [
        {
            "card": code,
            "name": code,
            "state": state(index),
            "move": f"play {code}" if state(index) == "legal" else None,
            "why": None,
        }
        for index, code in enumerate(codes)
    ]
    return {
        **scene,
        "cards": scene["cards"] | list_card_facts(codes, RULES),
        "history": [],
        "trick": [],
        "next_card": None,
        "hand": {**scene["hand"], "cards": cards, "record_cards": []},
    }


RULES = mam.get_edition("make-a-million-1935")
PACK = [card.code for card in RULES.pack]

# 5: hands


HANDS = """root => {
    const hand = root.querySelector("[data-mam=hand]"), box = hand.getBoundingClientRect();
    const cards = [...hand.querySelectorAll("[data-mam=card]")];
    const boxes = cards.map((card) => card.closest(".mam-place").getBoundingClientRect());
    const rows = new Set(boxes.map((one) => Math.round(one.top)));
    const wide = boxes[0].width;
    const found = [];
    if (rows.size > 3) found.push(`${rows.size} rows`);
    boxes.forEach((one, at) => {
        const next = boxes[at + 1];
        if (next && Math.round(next.top) === Math.round(one.top) && next.left - one.left < Math.max(24, .34 * wide) - .1)
            found.push(`card ${at}: a step of ${next.left - one.left} with cards of ${wide}`);
        if (one.right > box.right + .5 || one.left < box.left - .5) found.push(`card ${at} sticks out`);
    });
    // The free strip: every point of 24 by 24 in it belongs to the card itself.
    cards.forEach((card, at) => {
        const own = card.getBoundingClientRect();
        const free = (x, y) => {
            const hit = document.elementFromPoint(own.left + x, own.top + y);
            return hit && (hit === card || card.contains(hit));
        };
        for (const x of [1, 12, 23]) for (const y of [.25, .4, .5])
            if (!free(x, own.height * y)) found.push(`card ${at}: covered at ${x}, ${y}`);
    });
    return found;
}"""


@pytest.mark.parametrize("mix", ["legal", "illegal", "mixed"])
def test_hands_of_1_to_20_cards_keep_every_index_free(stage: Stage, mix: str) -> None:
    scene = in_play("make-a-million-1935", None, -1)
    faults = []
    for width in (320, 640, 960, 1280):  # hands of 302, 606, about 596 and 600 and more
        widen(stage, width)
        for count in (1, 13, 16, 20):
            format_cards(
                stage, hand_of(scene, PACK[:count], lambda index: STATES[index % 3] if mix == "mixed" else mix)
            )
            stage.part("hand").scroll_into_view_if_needed()
            faults += [f"{width} px, {count} cards: {measured}" for measured in stage.root.evaluate(HANDS)]
    assert not faults, "\n".join(faults[:20])


# 6: the focus ring


RING = """root => {
    const hand = root.querySelector("[data-mam=hand]"), ring = hand.querySelector(".mam-focus");
    const box = ring.getBoundingClientRect(), home = root.getBoundingClientRect();
    const focused = document.activeElement, found = [];
    if (getComputedStyle(ring).display === "none") return ["no ring"];
    if (ring !== hand.lastElementChild) found.push("something is drawn over the ring");
    if (box.left < home.left || box.right > home.right) found.push("the ring leaves the widget");
    const lines = [ // the ring itself, as four bands 3.5 px wide
        [box.left, box.top, 3.5, box.height], [box.right - 3.5, box.top, 3.5, box.height],
        [box.left, box.top, box.width, 3.5], [box.left, box.bottom - 3.5, box.width, 3.5],
    ];
    for (const card of hand.querySelectorAll("[data-mam=card]")) {
        const place = card.closest(".mam-place").getBoundingClientRect(), unit = place.width / 100;
        const own = card.getBoundingClientRect();
        const index = [own.left + 7.6 * unit, own.top + 8 * unit, 22.8 * unit, 84 * unit];
        for (const line of lines) {
            const across = Math.min(line[0] + line[2], index[0] + index[2]) - Math.max(line[0], index[0]);
            const down = Math.min(line[1] + line[3], index[1] + index[3]) - Math.max(line[1], index[1]);
            if (across > 0 && down > 0) found.push(`covers the index of ${card.dataset.card} by ${across.toFixed(1)} x ${down.toFixed(1)}`);
        }
    }
    return found.map((one) => `${focused.dataset.card}: ${one}`);
}"""


@pytest.mark.parametrize("width", [320, 640, 960, 1600])
@pytest.mark.sample(2, 2)
def test_the_focus_ring_lies_over_all_and_hides_no_index(stage: Stage, width: int) -> None:
    widen(stage, width)
    faults = []
    for count in (13, 16):
        format_cards(
            stage, hand_of(in_play("make-a-million-1935", None, -1), PACK[:count], lambda index: STATES[index % 3])
        )
        stage.page.evaluate("() => { document.body.tabIndex = -1; document.body.focus(); }")
        stage.root.locator('[data-area="hand"]').first.focus()
        stage.key("Home")
        for _ in range(count):
            faults += stage.root.evaluate(RING)
            stage.key("ArrowRight")
    assert not faults, "\n".join(faults)


# 7: states


SHAPE = """card => {
    const ring = card.querySelector(".mam-ring"), style = getComputedStyle(ring);
    const place = card.closest(".mam-place, .mam-trick-card").getBoundingClientRect();
    const own = card.getBoundingClientRect();
    const line = style.borderTopStyle === "none" ? "" : `${style.borderTopWidth} ${style.borderTopStyle}`;
    return [Math.round(own.top - place.top), line, style.inset, card.matches(".mam-dim"),
        card.querySelectorAll(".mam-tick, .mam-pill, .mam-order").length];
}"""


def test_states_differ_in_place_line_or_badge_not_in_color_alone(stage: Stage) -> None:
    scene = hand_of(
        in_play("make-a-million-1935", None, -1), PACK[:6], lambda index: ["rest", "legal", "illegal"][index % 3]
    )
    cards = scene["hand"]["cards"]
    cards[4] |= {"state": "legal", "hint": True}
    cards[3] |= {"is_called": True}
    cards[5] |= {"state": "legal"}
    scene["hand"] |= {"mode": "discard", "need": 1}
    format_cards(stage, scene)
    stage.part("card", card=PACK[5]).click(position={"x": 9, "y": 40})
    shapes = {}
    for name, place in (("rest", 0), ("legal", 1), ("illegal", 2), ("called", 3), ("advised", 4), ("chosen", 5)):
        card = stage.part("card", card=PACK[place])
        assert card.evaluate("card => card.getAnimations({ subtree: true }).forEach((one) => one.finish())") is None
        shapes[name] = json.dumps(card.evaluate(SHAPE))
    assert len(set(shapes.values())) == len(shapes), shapes
    assert stage.part("card", card=PACK[4]).get_attribute("aria-label").endswith("advised")
    assert stage.part("card", card=PACK[3]).get_attribute("aria-label").endswith("called")
    assert stage.part("marks", card=PACK[4]).inner_text() == "hint"

    format_cards(stage, in_play("make-a-million-1935", None, -1))
    trick = [
        {**card, "is_last": index == 1, "is_winning": index == 2}
        for index, card in enumerate(in_play("eight", None, -1)["trick"][:3])
    ]
    format_cards(stage, {**in_play("eight", None, -1), "trick": trick})
    shown = stage.root.locator(".mam-trick-card:has(.mam-face)")
    outlines = [json.dumps(shown.nth(index).evaluate(SHAPE)) for index in range(3)]
    assert len(set(outlines)) == 3, outlines


# 8: nothing overlaps


OVERLAPS = """root => {
    const slots = [...root.querySelectorAll(".mam-slot")];
    const parts = [...root.querySelectorAll(".mam-plate")].map((one) => [one, one, one.textContent.slice(0, 12)]);
    for (const slot of slots)
        for (const part of slot.querySelectorAll(".mam-trick-card, .mam-pill, .mam-order"))
            parts.push([part, slot, `${part.className} ${slot.dataset.at}`]);
    const found = [];
    if (root.scrollWidth > root.clientWidth) found.push(`scrolls: ${root.scrollWidth} in ${root.clientWidth}`);
    parts.forEach(([one, own, name], at) => {
        const a = one.getBoundingClientRect();
        for (const [other, its, called] of parts.slice(at + 1)) {
            if (own === its) continue;
            const b = other.getBoundingClientRect();
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 1 && down > 1) found.push(`${name} and ${called}: ${across.toFixed(0)} x ${down.toFixed(0)}`);
        }
    });
    return found;
}"""


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.sample(3, 0)
def test_nothing_overlaps_and_nothing_scrolls(stage: Stage, seats: int) -> None:
    faults = []
    for cards, themes in ((-1, THEMES), (0, {"light": (320, 640, 960)})):
        format_cards(stage, in_play(*SEATS[seats], cards))
        assert stage.root.locator(".mam-plate").count() == seats
        for theme, widths in themes.items():
            color_theme(stage, theme)
            for width in widths:
                widen(stage, width)
                faults += [
                    f"{width} px, {theme}, {-cards} to come: {measured}" for measured in stage.root.evaluate(OVERLAPS)
                ]
    assert not faults, "\n".join(faults)


# 12: forced colors


FORCED = """root => {
    const probe = document.createElement("i");
    root.append(probe);
    const system = (name) => ((probe.style.color = name), getComputedStyle(probe).color);
    const [ground, ink, light] = ["Canvas", "CanvasText", "Highlight"].map(system);
    probe.remove();
    const found = [], seen = (query) => [...root.querySelectorAll(query)].filter((one) => one.getClientRects().length);
    for (const one of seen(".mam-card[data-state=legal]:not(:focus-visible) .mam-ring, .mam-slot[data-winning=true] .mam-ring, .mam-focus"))
        if (getComputedStyle(one).borderTopColor !== light) found.push(`${one.className}: ${getComputedStyle(one).borderTopColor}`);
    for (const one of seen(".mam-button:not([aria-disabled]), .mam-panel"))
        if (getComputedStyle(one).borderTopColor === ground) found.push(`${one.className} has no edge`);
    for (const one of seen(".mam-hint, .mam-value, .mam-pill, p, h4")) {
        const style = getComputedStyle(one);
        if (style.color === ground) found.push(`${one.className || one.tagName} cannot be read`);
    }
    return { found, lines: seen(".mam-ring").length, ink };
}"""


def test_forced_colors_keep_rings_edges_and_text(stage: Stage) -> None:
    scene = in_play("make-a-million-1935", None, -1)
    cards = [{**card, "hint": card["state"] == "legal", "value": "360"} for card in scene["hand"]["cards"]]
    stage.page.emulate_media(forced_colors="active")
    format_cards(stage, {**scene, "hand": {**scene["hand"], "cards": cards}})
    stage.root.locator('[data-area="hand"]').first.focus()
    stage.key("End")
    styles = stage.root.evaluate(FORCED)
    assert styles["lines"] > 4
    assert not styles["found"], "\n".join(styles["found"])


# 13: hidden cards


def test_a_card_that_lies_face_down_says_nothing_of_itself(stage: Stage) -> None:
    scene = in_play("make-a-million-1935", None, -1)
    trick = [{**card, "card": "??", "is_winning": False, "is_last": False} for card in scene["trick"]]
    hidden = hand_of({**scene, "trick": []}, ["??", "R40", "TIGER"], lambda index: "hidden")
    format_cards(
        stage, {**hidden, "trick": trick, "seats": scene["seats"], "strip": None, "ruling": None, "alternatives": None}
    )
    cards = stage.root.locator("[data-mam=card]")
    assert len({cards.nth(index).evaluate("card => card.outerHTML") for index in range(3)}) == 1
    faces = stage.root.locator(".mam-slot .mam-face")
    assert len({faces.nth(index).evaluate("face => face.outerHTML") for index in range(len(trick))}) == 1
    assert cards.first.get_attribute("aria-label") == "card, face down"


# 14: the theme


def test_another_theme_recolors_in_place_and_keeps_the_focus(stage: Stage) -> None:
    card = stage.root.locator('[data-area="hand"]').first
    card.focus()
    ground = "root => getComputedStyle(root.querySelector('.mam-table')).backgroundColor"
    light = stage.root.evaluate(ground)
    was = card.evaluate("card => (window.was = card) && card.dataset.key")
    color_theme(stage, "dark")
    assert stage.root.evaluate(ground) != light
    assert stage.page.evaluate("() => document.activeElement === window.was && window.was.dataset.key") == was
