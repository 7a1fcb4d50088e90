"""Where cards and plates lie: hands that overlap only as far as their index allows, seats around a table.

All lengths are pixels; a card is 1.4 times as high as it is wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FLOOR_PIXELS = 24  # the least strip of a card that can be pointed at
FLOOR_SHARE = 0.34  # the least strip that shows the whole index
COARSE_STEP = 44  # the strip a finger wants
MOST_ROWS = 3
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

    The step from card to card stays at or above 24 pixels and .34 of a card, first by making the cards a
    tenth smaller, then by a second and a third row. With a coarse pointer rows are added until the step
    reaches 44 pixels. In a width too small for all that, the cards shrink until they fit.

    >>> hand_rows(16, 302, 64).rows
    (8, 8)

    Raises ValueError for a negative number of cards or a width under 44 pixels.
    """
    if n < 0 or width < 44:
        raise ValueError("a hand needs a number of cards and at least 44 pixels")
    room = width - 10
    best: HandLayout | None = None
    for rows in range(1, min(MOST_ROWS, max(n, 1)) + 1):
        for card in (card_width, card_width * 0.9):
            layout = _laid(n, room, card, rows)
            if card > room or layout.step < floor_step(card):
                continue
            if not coarse or layout.step >= COARSE_STEP:
                return layout
            if best is None or layout.step > best.step:
                best = layout
    if best is not None:
        return best
    rows = min(MOST_ROWS, max(n, 1))
    longest = -(-n // rows)
    # Widest card whose row still fits with a step of a third of it; the pixel floor cannot be kept here.
    return _laid(n, room, min(card_width, room / (1 + FLOOR_SHARE * max(longest - 1, 0))), rows)


def floor_step(card_width: float) -> float:
    """Return the least distance between two cards of this width.

    >>> floor_step(64), round(floor_step(92), 2)
    (24, 31.28)
    """
    return max(FLOOR_PIXELS, FLOOR_SHARE * card_width)


def _laid(n: int, room: float, card: float, rows: int) -> HandLayout:
    per_row, longer_rows = divmod(n, rows)
    counts = tuple(per_row + (row < longer_rows) for row in range(rows))
    longest = max(counts)
    step = card + 8 if longest < 2 else min((room - card) / (longest - 1), card + 8)
    return HandLayout(counts, step, card)


@dataclass(frozen=True)
class Spot:
    """The top left corners of one seat's card on the table and of its plate."""

    card: tuple[float, float]
    plate: tuple[float, float]


@dataclass(frozen=True)
class Ring:
    """Seats around a table: a spot for each place, and the height it all takes."""

    spots: dict[str, Spot]
    height: float
    plate_width: float


def room_beside(seats: int, width: float, card_width: float) -> float:
    """Return how wide a plate can be at the edge of a felt, beside the outer cards."""
    return width / 2 - card_width * 1.5 - _gap(seats) - 16


def ring(plates: Mapping[str, float], width: float, card_width: float, plate_width: float) -> Ring:
    """Cards in a ring with each plate beside its card. Two to four seats make a cross, more a ring of
    three or four rows with a free middle. `plates` gives the height of the plate at each place, one of those in
    `RINGS`."""
    wanted = list(plates)
    card, height, middle = card_width, card_width * ASPECT, width / 2
    many = len(wanted) > 4
    across = card + _gap(len(wanted))
    down = height + 14 if many else (height + 26) / 2
    plate_width = min(plate_width, room_beside(len(wanted), width, card))
    top = plates["T"] + 20.0 if "T" in wanted else 12.0
    rows = _rows(wanted)
    spots = {}
    for place in wanted:
        column, row = _grid(place, rows)
        x, y = middle + column * across - card / 2, top + row * down
        plate_y = y + (height - plates[place]) / 2
        if place == "T":
            plate = (middle - plate_width / 2, 0.0)
        elif place == "B" and many:
            plate = (middle - plate_width / 2, y + height + 16)
        elif place == "B":
            # Below the card at the right, with room for the pill on its foot.
            plate = (middle + card / 2 + 20, max(y + height - plates[place], y - down + height + 18))
        else:
            plate = (8.0 if column < 0 else width - 8 - plate_width, plate_y)
        spots[place] = Spot((x, y), plate)
    feet = [spots[place].plate[1] + plates[place] for place in wanted]
    return Ring(spots, max(top + (rows - 1) * down + height + 14, *feet), plate_width)


@dataclass(frozen=True)
class Places:
    """The top left corners of the cards on a table, how wide a card is, and how high they all are together."""

    spots: dict[str, tuple[float, float]]
    card: float
    height: float


def cross_places(places: Sequence[str], width: float, height: float, widest: float) -> Places:
    """Return where the cards of two to four seats (a cross) or of more (a ring) lie in a box of this size, in cards no wider
    than `widest` and no narrower than 44 pixels.

    >>> cross_places(["B", "T"], 600, 300, 88).spots["T"]
    (256.0, 0.0)
    """
    rows, many = _rows(places), len(places) > 4

    def pitch(card: float) -> float:
        return card * ASPECT + 14 if many else (card * ASPECT + 26) / 2

    card = widest
    while card > 44 and card * ASPECT + (rows - 1) * pitch(card) > height:
        card -= 1
    across = card + (60 if many else 22)
    spots = {}
    for place in places:
        column, row = _grid(place, rows)
        spots[place] = (width / 2 + column * across - card / 2, row * pitch(card))
    return Places(spots, card, card * ASPECT + (rows - 1) * pitch(card))


def plate_ring(places: Sequence[str], width: float, plate_width: float, plate_height: float) -> Ring:
    """Plates alone, before any card is on the table: three columns, and as many rows as the ring has."""
    plate_width = min(plate_width, (width - 32) / 3)
    rows = _rows(places)
    spots = {}
    for place in places:
        column, row = _grid(place, rows)
        x = 8 if column < 0 else width - 8 - plate_width if column > 0 else (width - plate_width) / 2
        spots[place] = Spot((x, 0), (x, row * (plate_height + 16)))
    return Ring(spots, rows * plate_height + 16 * (rows - 1) + 12, plate_width)


def _gap(seats: int) -> float:
    return 38 if seats > 4 else 22


def _rows(places: Sequence[str]) -> int:
    return 4 if any(place[-1].isdigit() for place in places) else 3


def _grid(place: str, rows: int) -> tuple[int, int]:
    column = -1 if "L" in place else 1 if "R" in place else 0
    between = 2 if place[-1] == "1" else 1
    return column, 0 if "T" in place else rows - 1 if "B" in place else between
