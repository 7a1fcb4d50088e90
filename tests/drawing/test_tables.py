"""Static pictures and texts of whole tables, on scenes that are written out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from jsonschema import ValidationError
from table_scenes import COLORS, FACTS, SCENES, base, bull, card_entry, check, looking, seats, six, trick

from mam.drawing import table_svg, table_text
from mam.drawing.layout import RINGS
from mam.drawing.tokens import palette

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=list(SCENES))
def scene(request: pytest.FixtureRequest) -> dict[str, Any]:
    example_scene: dict[str, Any] = SCENES[request.param]()
    return example_scene


def words(svg: str) -> str:
    return " ".join(" ".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text"))


def test_every_scene_written_out_here_follows_the_schema(scene: dict[str, Any]) -> None:
    check(scene)
    for key in ("made", "worth"):
        with pytest.raises(ValidationError):
            check(scene | {key: []})


@pytest.mark.parametrize("width", [240, 320, 480, 640, 800, 960, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_picture_is_well_formed_and_stands_alone(scene: dict[str, Any], width: int, theme: str) -> None:
    svg = table_svg(scene, theme=theme, width=width)
    root = ET.fromstring(svg)
    assert root.get("width") == str(width)
    assert root.find(f"{SVG}title").text == scene["title"]  # type: ignore[union-attr]
    assert "var(" not in svg.replace("var(&#45;", "") and "<style" not in svg and "<script" not in svg
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) and len({str(id)[:14] for id in ids}) <= 1
    used = set(re.findall(r'(?:href="|url\()#([\w-]+)', svg))
    assert used <= set(ids)
    surface = root.find(f"{SVG}g/{SVG}rect")
    assert surface is not None and surface.get("fill") == palette(theme)["table"]
    assert set(re.findall(r"#[0-9A-F]{6}\b", svg)) <= {
        *palette(theme).values(),
        *palette(theme, True).values(),
    }


def test_at_the_width_of_a_laptop_the_picture_is_one_screen(scene: dict[str, Any]) -> None:
    """Header, score, stage, message, hand and the ruling beside them: 640 pixels high, in few bytes."""
    svg = table_svg(scene)
    assert ET.fromstring(svg).get("height") == "640"
    assert "Ruling" in words(svg) and len(svg) < 48_000


def test_the_same_scene_gives_the_same_bytes(scene: dict[str, Any]) -> None:
    assert table_svg(scene) == table_svg(scene)
    assert table_svg(scene) != table_svg(scene | {"title": "Another"})


def test_ids_of_two_pictures_differ() -> None:
    first, second = (set(re.findall(r'id="([\w-]+)"', table_svg(make()))) for make in (trick, bull))
    assert first and second and not first & second


def test_text_of_users_stays_text() -> None:
    svg, text = table_svg(six()), table_text(six())
    assert "<script" not in svg
    assert "<script>alert(1)</script>" in words(svg)
    assert "<script>alert('x')</script>" in text
    assert 'Bo & "Co" @@ var(--mam-none)' in text
    ET.fromstring(table_svg(base(title="\x00\x08\ud800 tab\tand &amp; ]]>")))


def test_nothing_stands_outside_the_picture(scene: dict[str, Any]) -> None:
    for width in (960, 1280):
        svg = ET.fromstring(table_svg(scene, width=width))
        for x, right in extents(svg, 0):
            assert x >= -0.5 and right <= width + 0.5


def extents(element: ET.Element, dx: float) -> list[tuple[float, float]]:
    """Left and right edges of rectangles and cards, through the translations around them."""
    match = re.match(r"translate\((-?[\d.]+) ", element.get("transform", ""))
    dx += float(match.group(1)) if match else 0
    edges = []
    if element.tag in (f"{SVG}rect", f"{SVG}svg") and (element.get("x") or element.get("class")):
        left = dx + float(element.get("x", "0"))
        edges.append((left, left + float(element.get("width", "0"))))
    for child in element:
        if child.tag != f"{SVG}defs":
            edges += extents(child, dx)
    return edges


def test_states_differ_in_shape() -> None:
    root = ET.fromstring(table_svg(trick()))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "hand-card"]
    assert [group.get("data-state") for group in groups] == ["legal"] * 2 + ["illegal"] * 6
    places = [re.match(r"translate\(\S+ (\S+)\)", group[0].get("transform", "")) for group in groups]
    heights = [float(place.group(1)) for place in places if place]
    assert heights[0] == heights[1] < heights[2] == heights[7]
    rings = [len(list(group.iter(f"{SVG}rect"))) for group in groups]
    assert rings == [2, 2, 0, 0, 0, 0, 0, 0]
    picture_words = words(table_svg(trick()))
    assert all(text in picture_words for text in ("winning", "1 led", "to play", "in the record"))


def test_dimmed_cards_use_the_dimmed_palette() -> None:
    svg = table_svg(trick())
    dimmed = palette("light", dimmed=True)
    assert dimmed["B"] in svg and dimmed["art-0"] in svg
    assert dimmed["B"] not in table_svg(bull())


def test_hidden_cards_are_alike() -> None:
    def with_hand(codes: list[str]) -> str:
        cards = [card_entry(code, "hidden") for code in codes]
        return table_svg(base(hand=looking(cards, codes)))

    hidden = with_hand(["R40", "B7"])
    backs = re.findall(r'<svg class="card".*?</svg>', hidden)
    assert len(backs) == 2 and backs[0] == backs[1] and "Red" not in backs[0]


def test_the_score_of_every_scene_is_on_the_picture_in_words(scene: dict[str, Any]) -> None:
    picture_words = words(table_svg(scene))
    for shown in filter(None, (scene["money"], scene["tally"])):
        assert shown["sentence"] in picture_words


def test_a_count_stands_in_the_picture_line_by_line() -> None:
    scene = next(scene for make in SCENES.values() if (scene := make())["count"])
    picture_words = words(table_svg(scene))
    for row in scene["count"]["lines"]:
        assert f"{row['side']}: ${row['sum']},000" in picture_words
    assert all(text in picture_words for text in scene["count"]["result"])


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("width", [320, 960])
def test_every_number_of_seats_can_be_drawn(count: int, width: int) -> None:
    places = {chr(65 + index): place for index, place in enumerate(RINGS[count])}
    cards = [
        {"seat": seat, "card": "G5", "order": index + 1, "is_last": False, "is_winning": index == 0}
        for index, seat in enumerate(places)
    ]
    svg = table_svg(base(seats=seats(places), trick=cards, trick_value=5 * count), width=width)
    assert svg.count('<svg class="card"') == count
    ET.fromstring(svg)


def test_the_text_copy_is_complete(scene: dict[str, Any]) -> None:
    text = table_text(scene)
    assert all(len(line) <= 100 for line in text.splitlines())
    flat = " ".join(text.split())
    assert scene["title"] in flat and scene["ruling"]["head"] in flat
    for seat in scene["seats"]:
        assert seat["name"] in flat
    if scene["money"]:
        assert scene["money"]["sentence"] in flat
    for played in scene["trick"]:
        assert f"{played['order']}. " in flat and played["card"] in flat
    for card in (scene["hand"] or {"cards": []})["cards"]:
        assert card["state"] == "hidden" or card["card"] in flat
    for cite in scene["ruling"]["cites"]:
        assert cite["id"] in flat and cite["words"] in flat and cite["source"] in flat
    for past in scene["history"]:
        assert f"{past['number']}. " in flat
    for line in (scene["count"] or {"result": []})["result"]:
        assert line in flat


def test_the_text_copy_names_no_hidden_card() -> None:
    cards = [card_entry("R40", "hidden"), card_entry("B7")]
    text = table_text(base(hand=looking(cards)))
    assert "R40" not in text and "B7, 1 unseen" in text


def test_naming_trump_says_colors_by_name() -> None:
    options = [{"color": letter, "text": name, "move": f"trump {letter}"} for letter, name in COLORS.items()]
    scene = base(trumps={"seat": "N", "label": "North names trump", "record_move": "trump B", "options": options})
    for text in (table_text(scene), words(table_svg(scene))):
        assert "North names trump" in text and "In the record: Black" in text and "Green" in text


def test_too_narrow_and_unknown_themes_are_refused() -> None:
    with pytest.raises(ValueError, match="240"):
        table_svg(trick(), width=100)
    with pytest.raises(ValueError, match="light or dark"):
        table_svg(trick(), theme="sepia")


def test_every_card_can_lie_on_the_table() -> None:
    for code in FACTS:
        played = [{"seat": "N", "card": code, "order": 1, "is_last": True, "is_winning": False}]
        ET.fromstring(table_svg(base(trick=played)))
