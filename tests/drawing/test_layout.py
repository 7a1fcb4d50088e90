"""Hands and rings: what overlaps, and by how much."""

from __future__ import annotations

from itertools import combinations

import pytest

from mam.drawing.layout import ASPECT, RINGS, cross_places, floor_step, hand_rows
from mam.drawing.wrap import break_lines, shorten_line, text_width

CONTAINERS = [(302, 64), (606, 80), (596, 92), (926, 112)]


@pytest.mark.parametrize("n", range(1, 21))
@pytest.mark.parametrize(("width", "card"), CONTAINERS)
@pytest.mark.parametrize("coarse", [False, True])
def test_hands_keep_the_floor(n: int, width: float, card: float, coarse: bool) -> None:
    laid = hand_rows(n, width, card, coarse)
    assert sum(laid.rows) == n and len(laid.rows) <= 3
    assert laid.step >= floor_step(laid.card)
    assert card * 0.9 <= laid.card <= card
    assert max(x for _, x in laid.places()) + laid.card <= width - 10 + 1e-9
    assert len(laid.places()) == n and max(laid.rows) - min(laid.rows) <= 1
    if coarse and len(laid.rows) < min(3, n):
        assert laid.step >= 44
    if not coarse:
        assert len(hand_rows(n, width, card).rows) <= len(hand_rows(n, width, card, coarse=True).rows)


def test_hands_of_the_pictures() -> None:
    laid = hand_rows(16, 302, 64)
    assert laid.rows == (8, 8) and laid.card == 64 and round(laid.step, 1) == 32.6
    laid = hand_rows(20, 606, 80)
    assert laid.rows == (20,) and laid.card == 72 and round(laid.step, 1) == 27.6
    laid = hand_rows(16, 606, 88)
    assert laid.rows == (16,) and round(laid.step, 1) == 33.9
    assert hand_rows(3, 606, 80).step == 88
    assert hand_rows(0, 606, 80).places() == []


def test_tiny_widths_still_hold_all_cards() -> None:
    for n in (1, 5, 20):
        laid = hand_rows(n, 90, 64)
        assert max(x for _, x in laid.places()) + laid.card <= 80 + 1e-9 and len(laid.rows) <= 3
    with pytest.raises(ValueError, match="44 pixels"):
        hand_rows(-1, 300, 64)
    with pytest.raises(ValueError, match="44 pixels"):
        hand_rows(3, 20, 64)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize(("width", "height"), [(448, 240), (608, 300), (896, 420)])
def test_no_card_of_a_trick_lies_on_another(seats: int, width: float, height: float) -> None:
    laid = cross_places(RINGS[seats], width, height, 88)
    assert len(laid.spots) == seats and RINGS[seats][0] == "B"
    boxes = [(x, y, laid.card, laid.card * ASPECT) for x, y in laid.spots.values()]
    assert all(x >= 0 and y >= 0 and x + wide <= width and y + high <= laid.height + 1e-9 for x, y, wide, high in boxes)
    for (ax, ay, aw, ah), (bx, by, bw, bh) in combinations(boxes, 2):
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay


def test_text_is_broken_and_cut() -> None:
    lines = break_lines("Whoever has a card of the color led plays one of that color. " * 3, 14, 200)
    assert all(text_width(text, 14) <= 200 for text in lines)
    assert " ".join(lines).split() == ("Whoever has a card of the color led plays one of that color. " * 3).split()
    pieces = break_lines("W" * 100, 14, 60)
    assert "".join(pieces) == "W" * 100 and all(text_width(piece, 14) <= 60 for piece in pieces)
    assert break_lines("", 14, 60) == [""]
    assert shorten_line("short", 14, 200) == "short" and shorten_line("x" * 99, 14, 60).endswith("…")
