"""The drawn cards: structure, ids, sizes, and that a static card stands alone."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET

import pytest

from mam.drawing import card_svg, css, draw_face
from mam.drawing.card_faces import prefix_ids, shapes
from mam.drawing.glyphs import line, move_path, width
from mam.drawing.tokens import SUITS, emblem_path, load_tokens, palette
from mam.rules.cards import ALL_CARDS, ANIMALS, LETTERS, PACK, UNSEEN, Suit
from mam.scenes import list_facts

FACTS = {card.code: list_facts(card) for card in (*ALL_CARDS, UNSEEN)}
FACES = {code: draw_face(code, facts) for code, facts in FACTS.items()}
CODES = [card.code for card in (*PACK, UNSEEN)]
SUIT_CODES = [card.code for card in ALL_CARDS if isinstance(card.color, Suit)]
each_card = pytest.mark.parametrize("code", CODES)
each_suit_card = pytest.mark.parametrize("code", SUIT_CODES)
SVG = "{http://www.w3.org/2000/svg}"
DOLLAR = line("$", 19, 31, 0.7, 2.3)
BAND = "M38 107H94"


def expand_face(code: str) -> str:
    """The face with everything it uses put in, as one string."""
    markup = FACES[code]
    expanded: set[str] = set()
    while names := set(re.findall(r"#@@([\w-]+)", markup)) - expanded:
        expanded |= names
        markup += "".join(shapes()[name] for name in sorted(names))
    return markup


def test_the_pack_is_complete() -> None:
    assert len(CODES) == 56
    assert sum(FACTS[code]["money"] > 0 for code in CODES) == 20


def test_faces_are_small() -> None:
    assert len("".join(shapes().values())) + sum(len(FACES[code]) for code in CODES) < 80_000


@each_card
def test_structure_of_a_face(code: str) -> None:
    markup, is_money = expand_face(code), FACTS[code]["money"] > 0
    assert "<text" not in markup
    assert (DOLLAR in markup) == is_money
    assert (BAND in markup) == is_money
    assert ('class="mam-full"' in markup) == ('class="mam-compact"' in markup) == is_money
    for color, emblem in load_tokens()["emblems"].items():
        letter = line(color, 19, 76.5, 0.75, 2.6)
        has_color = FACTS[code]["color"] == color
        assert (emblem in markup) == has_color
        assert (letter in markup) == has_color
        assert (f"var(--mam-{color})" in markup) == has_color
    ET.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{"".join(shapes().values())}</defs>{FACES[code]}</svg>'
    )


def test_all_ids_wait_for_a_prefix() -> None:
    everything = "".join(shapes().values()) + "".join(FACES.values())
    ids = re.findall(r'id="([^"]+)"', everything)
    assert len(ids) == len(set(ids)) and all(name.startswith("@@") for name in ids)
    used = re.findall(r'(?:href="|url\()#([@\w-]+)', everything)
    assert set(used) <= set(ids)


@pytest.mark.parametrize("rank", sorted({FACTS[code]["rank"] for code in CODES} - {""}))
def test_the_rank_stays_in_its_strip(rank: str) -> None:
    path = line(rank, 19, 10.4, 0.88, 3.2)
    assert path in shapes()[f"rank-{rank}"]
    half = width(rank, 0.88, 3.2) / 2
    assert 19 - half >= 7.5 and 19 + half <= 30.5
    assert 10.4 + 16 * 0.88 + 1.6 < 27


@each_card
@pytest.mark.parametrize("dimmed", [False, True])
def test_a_static_card_stands_alone(code: str, dimmed: bool) -> None:
    for theme in ("light", "dark"):
        svg = card_svg(code, FACTS[code], theme=theme, dimmed=dimmed)
        root = ET.fromstring(svg)
        assert root.find(f"{SVG}title").text == FACTS[code]["description"]  # type: ignore[union-attr]
        assert "var(" not in svg and "@@" not in svg and "class=" not in svg and "<text" not in svg
        ids = re.findall(r'id="([\w-]+)"', svg)
        assert len(ids) == len(set(ids)) and len({name[:14] for name in ids}) == 1
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', svg)) == set(ids)
        assert set(re.findall(r"#[0-9A-F]{6}\b", svg)) <= set(palette(theme, dimmed).values())
        assert base64.b64encode(svg.encode("ascii"))


def test_bytes_are_stable_and_prefixes_differ() -> None:
    assert card_svg("R40", FACTS["R40"]) == card_svg("R40", FACTS["R40"])
    prefixes = {
        re.findall(r'id="(mam[0-9a-f]{10})-', card_svg(code, FACTS[code], width=width, theme=theme))[0]
        for code in CODES
        for width in (50, 100)
        for theme in ("light", "dark")
    }
    assert len(prefixes) == len(CODES) * 4
    # A golden value: hashes of text must not change from one Python or run to the next.
    assert prefix_ids('<g id="@@a"/>') == '<g id="mama2d0a497a3-a"/>'


def test_the_band_is_short_on_a_small_card() -> None:
    long_sum = line("$40,000", 66, 114.3, 0.66, 1.9, 1.2)
    short_sum = line("$40", 66, 112.2, 0.9, 2.8, 1.2)
    assert long_sum in card_svg("R40", FACTS["R40"], width=72) and short_sum not in card_svg(
        "R40", FACTS["R40"], width=72
    )
    assert short_sum in card_svg("R40", FACTS["R40"], width=71) and long_sum not in card_svg(
        "R40", FACTS["R40"], width=71
    )


def test_a_description_says_what_matters() -> None:
    assert FACTS["R40"]["description"] == "Red 40, money, $40,000"
    assert FACTS["B5"]["description"] == "Black 5, money, $5,000"
    assert "money" not in FACTS["G11"]["description"]


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="light or dark"):
        card_svg("R40", FACTS["R40"], theme="sepia")


def test_backs_are_one_picture() -> None:
    assert FACES["??"].count("<use") == 1
    assert not [code for code in CODES if code != "??" and "back" in FACES[code]]


def test_animals_have_no_color_and_no_money() -> None:
    for animal in ANIMALS:
        facts, markup = FACTS[animal.code], expand_face(animal.code)
        assert not facts["color"] and not facts["money"]
        assert "var(--mam-art-" in markup and not re.search(r"#[0-9A-Fa-f]{3,6}\b", markup.replace("#@@", ""))


def test_the_style_sheet_serves_both_themes() -> None:
    sheet = css()
    for theme in ("light", "dark"):
        block = sheet.split(f'[data-mam-theme="{theme}"]{{')[1].split("}")[0]
        for name in re.findall(r"var\(--mam-([\w-]+)\)", "".join(shapes().values()) + "".join(FACES.values())):
            assert f"--mam-{name}:" in block
        dim = sheet.split(f'[data-mam-theme="{theme}"] .mam-dim{{')[1].split("}")[0]
        plain, dimmed = palette(theme), palette(theme, dimmed=True)
        for name in (name for name in plain if plain[name] != dimmed[name]):
            assert f"--mam-{name}:{dimmed[name]};" in dim
    assert "opacity" not in sheet


def test_paths_are_moved_exactly() -> None:
    assert move_path("M0-12L2.9-6.9H4V5Z", 2, 1, 1) == "M1-23L6.8-12.8H9V11Z"
    assert move_path("M0 0A4 4 0 0 1 8 4", 0.5, 1, 0) == "M1 0A2 2 0 0 1 5 2"
    assert move_path("M0 0 4 4 8 8", 2) == "M0 0 8 8 16 16"
    with pytest.raises(ValueError, match="unknown path command"):
        move_path("Q0 0 1 1")


# The other packs


@pytest.mark.parametrize("code", [*SUIT_CODES, *(card.code for card in LETTERS)])
def test_suits_and_letters_stand_alone_as_well(code: str) -> None:
    for theme in ("light", "dark"):
        svg = card_svg(code, FACTS[code], theme=theme, width=60)
        root = ET.fromstring(svg)
        assert root.find(f"{SVG}title").text == FACTS[code]["description"]  # type: ignore[union-attr]
        assert "var(" not in svg and "@@" not in svg and "class=" not in svg and "<text" not in svg
        ids = re.findall(r'id="([\w-]+)"', svg)
        assert len(ids) == len(set(ids)) and set(re.findall(r'(?:href="|url\()#([\w-]+)', svg)) == set(ids)
        assert set(re.findall(r"#[0-9A-F]{6}\b", svg)) <= set(palette(theme).values())


@each_suit_card
def test_letter_emblem_and_plate_show_the_suit(code: str) -> None:
    markup, facts = expand_face(code), FACTS[code]
    for suit in SUITS:
        has_suit = facts["color"] == suit
        assert (emblem_path(suit) in markup) == (line(suit, 19, 76.5, 0.75, 2.6) in markup) == has_suit
    assert not facts["money"] and DOLLAR not in markup
    assert (BAND in markup) == ('class="mam-full"' in markup) == bool(facts["points"])


def test_points_are_those_of_the_pack() -> None:
    counts = {rank: [FACTS[suit + rank]["points"] for suit in SUITS] for rank in ("A", "K", "Q", "J", "10", "3")}
    assert counts == {"A": [1] * 4, "K": [1] * 4, "Q": [1] * 4, "J": [1, 2, 1, 1], "10": [0] * 4, "3": [0] * 4}


@pytest.mark.parametrize("rank", sorted({FACTS[code]["rank"] for code in SUIT_CODES}))
def test_the_ranks_of_suits_stay_in_their_strip_too(rank: str) -> None:
    half = width(rank, 0.88, 3.2) / 2
    assert 19 - half >= 7.5 and 19 + half <= 30.5


def test_every_pack_has_its_faces() -> None:
    assert len(FACES) == 56 + 48 + 26
    assert len({facts["description"] for facts in FACTS.values()}) == len(FACES)
    assert len(set(FACES.values())) == len(FACES)
    assert FACTS["HJ"]["description"] == "Jack of Hearts, 2 points" and FACTS["M"]["description"] == "Letter M"
