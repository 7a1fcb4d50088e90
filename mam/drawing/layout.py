"""Where cards and plates lie: hands that overlap only as far as their index allows, seats around a table.

All lengths are pixels; a card is 1.4 times as high as it is wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FLOOR_PIXELS = 24  # the narrowest strip of a card that a mouse can point at
FLOOR_FRACTION = 0.34  # of a card's width: the narrowest strip that shows the whole index
COARSE_STEP = 44  # the least strip for a finger
MAX_ROWS = 3
ASPECT = 1.4

RINGS: dict[int, tuple[str, ...]] = {
    2: ("B", "T"),
    3: ("B", "TL", "TR"),
    4: ("B", "L", "T", "R"),
    5: ("B", "L", "TL", "TR", "R"),
    6: ("B", "BL", "TL", "T", "TR", "BR"),
    7: ("B", "BL", "L", "TL", "TR", "R", "BR"),
    8: ("B", "BL", "L", "TL", "T", "TR", "R", "BR"),
    # More than eight sit in four rows: 1 is the lower and 2 the upper place between the corners of a side.
    9: ("B", "BL", "L1", "L2", "TL", "TR", "R2", "R1", "BR"),
    10: ("B", "BL", "L1", "L2", "TL", "T", "TR", "R2", "R1", "BR"),
}


@dataclass(frozen=True)
class HandLayout:
    """A hand laid out: cards in each row, distance from card to card, width of a card."""

    rows: tuple[int, ...]
    step: float
    card: float

    @property
    def height(self) -> float:
        """The height of one card."""
        return self.card * ASPECT

    @property
    def lift(self) -> float:
        """How far a playable card rises; a chosen one rises twice as far."""
        return 0.12 * self.height

    def places(self) -> list[tuple[int, float]]:
        """Row and left edge of each card in order.

        >>> HandLayout((2, 1), 40.0, 64.0).places()
        [(0, 0.0), (0, 40.0), (1, 0.0)]
        """
        return [(row, index * self.step) for row, count in enumerate(self.rows) for index in range(count)]


def hand_rows(n: int, width: float, card_width: float, coarse: bool = False) -> HandLayout:
    """Return how `n` cards lie in `width` pixels if each card should be `card_width` wide.

    The step from card to card stays at or above 24 pixels and 0.34 of a card, first by making the cards a
    tenth smaller, then by a second and a third row. With a coarse pointer rows are added until the step
    reaches 44 pixels. If the width is too small for that, the cards shrink until they fit.

    >>> hand_rows(16, 302, 64).rows
    (8, 8)

    Raises ValueError for a negative number of cards or a width under 44 pixels.
    """
    if n < 0 or width < 44:
        raise ValueError("a hand needs a number of cards and at least 44 pixels")
    room = width - 10
    best: HandLayout | None = None
    for rows in range(1, min(MAX_ROWS, max(n, 1)) + 1):
        for card in (card_width, card_width * 0.9):
            layout = _lay_out(n, room, card, rows)
            if card > room or layout.step < floor_step(card):
                continue
            if not coarse or layout.step >= COARSE_STEP:
                return layout
            if best is None or layout.step > best.step:
                best = layout
    if best is not None:
        return best
    rows = min(MAX_ROWS, max(n, 1))
    longest = -(-n // rows)
    # The widest card whose row fits with a step of a third of it; the step may be under the pixel floor here.
    return _lay_out(n, room, min(card_width, room / (1 + FLOOR_FRACTION * max(longest - 1, 0))), rows)


def floor_step(card_width: float) -> float:
    """Return the smallest step between two cards of this width.

    >>> floor_step(64), round(floor_step(92), 2)
    (24, 31.28)
    """
    return max(FLOOR_PIXELS, FLOOR_FRACTION * card_width)


def _lay_out(n: int, room: float, card: float, rows: int) -> HandLayout:
    per_row, longer_rows = divmod(n, rows)
    counts = tuple(per_row + (row < longer_rows) for row in range(rows))
    longest = max(counts)
    step = card + 8 if longest < 2 else min((room - card) / (longest - 1), card + 8)
    return HandLayout(counts, step, card)


@dataclass(frozen=True)
class Places:
    """The top left corners of the cards on a table, how wide a card is, and how high they all are together."""

    spots: dict[str, tuple[float, float]]
    card: float
    height: float


def cross_places(places: Sequence[str], width: float, height: float, widest: float) -> Places:
    """Return where the cards of two to four seats (a cross) or more (a ring) lie in a box of this size.

    The cards are at most `widest` and at least 44 pixels wide.

    >>> cross_places(["B", "T"], 600, 300, 88).spots["T"]
    (256.0, 0.0)
    """
    rows, is_ring = _rows(places), len(places) > 4

    def pitch(card: float) -> float:
        return card * ASPECT + 14 if is_ring else (card * ASPECT + 26) / 2

    card = widest
    while card > 44 and card * ASPECT + (rows - 1) * pitch(card) > height:
        card -= 1
    column_step = card + (60 if is_ring else 22)
    spots = {}
    for place in places:
        column, row = _grid(place, rows)
        spots[place] = (width / 2 + column * column_step - card / 2, row * pitch(card))
    return Places(spots, card, card * ASPECT + (rows - 1) * pitch(card))


def _rows(places: Sequence[str]) -> int:
    return 4 if any(place[-1].isdigit() for place in places) else 3


def _grid(place: str, rows: int) -> tuple[int, int]:
    column = -1 if "L" in place else 1 if "R" in place else 0
    middle_row = 2 if place[-1] == "1" else 1
    return column, 0 if "T" in place else rows - 1 if "B" in place else middle_row
