"""Independence: the Bull's chance to lie in some places if the Tiger is in one of them, and if it is not."""

from fractions import Fraction
from math import comb

from mam.chance.tables.schema import PageTables, Stop, make_control, write_percent

PACK, NEST, HAND, COLOR = 55, 3, 13, 13
SIZES = range(2, PACK)  # places looked at
NAMES = {NEST: "the nest", HAND: "a hand", 2 * HAND: "two hands"}
_RARE = 10  # a chance up to 1 in 10 is written as “1 in …”, a greater one in percent


def find_alone(size: int) -> Fraction:
    """Return the chance that one named card lies in these places."""
    return Fraction(size, PACK)


def find_heights(size: int) -> tuple[Fraction, Fraction]:
    """Return the Bull's chance if the Tiger is in these places, and if it is elsewhere.

    >>> find_heights(3)
    (Fraction(1, 27), Fraction(1, 18))
    """
    return Fraction(size - 1, PACK - 1), Fraction(size, PACK - 1)


def find_both(size: int) -> Fraction:
    """Return the chance that both lie in these places."""
    return find_alone(size) * find_heights(size)[0]


def find_excess(size: int) -> Fraction:
    """Return by what proportion the product of the two chances is too large."""
    return find_alone(size) ** 2 / find_both(size) - 1


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    no_red = Fraction(comb(PACK - COLOR, HAND), comb(PACK, HAND))
    neither = Fraction(comb(PACK - 2 * COLOR, HAND), comb(PACK, HAND))
    return {
        "alone": find_alone(NEST),
        "deals": 1 / find_both(NEST),
        "deals_by_product": 1 / find_alone(NEST) ** 2,
        "excess_nest": find_excess(NEST),
        "excess_hand": find_excess(HAND),
        "excess_two_hands": find_excess(2 * HAND),
        "excess_colors": no_red**2 / neither,
    }


def _write_chance(value: Fraction) -> str:
    return f"1 in {float(1 / value):,.0f}" if value * _RARE <= 1 else write_percent(float(value), 1)


def _write_excess(size: int) -> str:
    excess = float(find_excess(size))
    return write_percent(excess, 2 if excess < 0.0005 else None)


def _find_stop(size: int) -> Stop:
    with_tiger, without = (write_percent(float(height), int(height < 1)) for height in find_heights(size))
    both, product = _write_chance(find_both(size)), _write_chance(find_alone(size) ** 2)
    return {
        "big": both,
        "finding": f"Tiger and Bull: {both}. The product, {product}, is {_write_excess(size)} too large.",
        "detail": f"The Bull's chance: {with_tiger} if the Tiger is there, {without} if not.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    labels = {f"{size}": f"{size} places{f', {NAMES[size]}' if size in NAMES else ''}" for size in SIZES}
    numbers = {size: (find_alone(size), *find_heights(size)) for size in SIZES}
    return {
        "picture": "split",
        "controls": [make_control("size", "Places looked at", labels, "3", is_range=True)],
        "stops": {f"{size}": _find_stop(size) for size in SIZES},
        "guess": {"low": 10, "high": 2000, "start": 1000, "step": 10, "factor": 1, "before": "1 in ", "after": ""},
        "drawing": {
            "pack": PACK,
            "columns": {f"{size}": [float(value) for value in values] for size, values in numbers.items()},
            "names": {"left": "Tiger there", "right": "elsewhere", "up": "Bull there, too", "mark": "dashed: product"},
        },
        "table": {
            "columns": ["places", "Bull if Tiger", "if not", "both", "product", "too large"],
            "rows": [
                [
                    f"{size}",
                    *(write_percent(float(height), 2) for height in find_heights(size)),
                    write_percent(float(find_both(size)), 2),
                    write_percent(float(find_alone(size) ** 2), 2),
                    write_percent(float(find_excess(size)), 2),
                ]
                for size in SIZES
            ],
        },
        "drawn": "A square cut in two. At the left are the deals with the Tiger in these places, at the right all others; the height of each part is the Bull's chance there. A dashed outline has the height that independence would give.",
        "first": "Drag the edge to 13 places, a hand.",
        "source": f"Counted: n/{PACK} × (n − 1)/{PACK - 1}, where the product has n/{PACK} twice.",
    }
