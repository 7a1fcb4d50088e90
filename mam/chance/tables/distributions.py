"""Distributions: Reds among cards that are dealt, or put back after each draw; and a rare pair in many hands."""

from collections.abc import Callable
from fractions import Fraction
from math import comb, exp, factorial, sqrt

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent

PACK, REDS, MANY = 55, 13, 7
SIZES = range(1, 41)  # cards, or hands
PAIR = Fraction(13 * 12, PACK * (PACK - 1))  # of hands with Bull and Bear
MOST = {"red": 18, "pair": 9}  # counts that are drawn


def find_dealt(size: int, count: int) -> Fraction:
    """Return the chance of this many Reds in cards that are dealt."""
    return (
        Fraction(comb(REDS, count) * comb(PACK - REDS, size - count), comb(PACK, size)) if count <= size else Fraction()
    )


def find_binomial(size: int, count: int, chance: Fraction) -> Fraction:
    """Return the chance of this many successes in tries of the same chance."""
    return comb(size, count) * chance**count * (1 - chance) ** (size - count) if count <= size else Fraction()


def find_put_back(size: int, count: int) -> Fraction:
    """Return the chance of this many Reds in draws when each card is put back."""
    return find_binomial(size, count, Fraction(REDS, PACK))


def find_pairs(size: int, count: int) -> Fraction:
    """Return the chance of Bull and Bear together in this many of the hands, each of a new deal."""
    return find_binomial(size, count, PAIR)


def find_poisson(size: int, count: int) -> float:
    """Return what Poisson's formula, which knows the mean alone, says of it."""
    mean = float(size * PAIR)
    return exp(-mean) * mean**count / factorial(count)


SHAPES: dict[str, tuple[Callable[[int, int], Fraction], Callable[[int, int], Fraction | float]]] = {
    "red": (find_dealt, find_put_back),
    "pair": (find_pairs, find_poisson),
}


def add_many(shape: Callable[[int, int], Fraction], size: int) -> Fraction:
    """Return the chance of seven Reds or more."""
    return sum((shape(size, count) for count in range(MANY, size + 1)), Fraction())


def find_deviation(shape: Callable[[int, int], Fraction], size: int) -> float:
    """Return the standard deviation of a count."""
    chances = [(count, shape(size, count)) for count in range(size + 1)]
    mean = sum(count * chance for count, chance in chances)
    return sqrt(sum((count - mean) ** 2 * chance for count, chance in chances))


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    no_raisin = exp(-3)
    return {
        "mean": 13 * Fraction(REDS, PACK),
        "deviation_dealt": find_deviation(find_dealt, 13),
        "deviation_put_back": find_deviation(find_put_back, 13),
        "deviation_dealt_26": find_deviation(find_dealt, 26),
        "deviation_put_back_26": find_deviation(find_put_back, 26),
        "many_dealt": add_many(find_dealt, 13),
        "many_put_back": add_many(find_put_back, 13),
        "hands_dealt": 1000 * add_many(find_dealt, 13),
        "hands_put_back": 1000 * add_many(find_put_back, 13),
        "pairs": 40 * PAIR,
        "no_pair": find_pairs(40, 0),
        "no_pair_poisson": find_poisson(40, 0),
        "no_raisin": no_raisin,
    }


def _list_figures(size: int, shape: str) -> list[str]:
    """Return the mean, the standard deviation and the chance of the event that the page looks at, exactly; then the last two put back, or
    by Poisson."""
    if shape == "pair":
        mean = float(size * PAIR)
        never = (write_percent(float(find_pairs(size, 0)), 1), write_percent(find_poisson(size, 0), 1))
        deviations = (f"{find_deviation(find_pairs, size):.2f}", f"{sqrt(mean):.2f}")
        return [f"{mean:.2f}", deviations[0], never[0], deviations[1], never[1]]
    dealt, put_back = (
        [f"{find_deviation(chance, size):.2f}", write_percent(float(add_many(chance, size)), 2 if size >= MANY else 0)]
        for chance in (find_dealt, find_put_back)
    )
    return [f"{float(size * Fraction(REDS, PACK)):.2f}", *dealt, *put_back]


def _find_stop(size: int, shape: str) -> Stop:
    mean, deviation, event, other_deviation, other_event = _list_figures(size, shape)
    if shape == "pair":
        count = f"{size} {'hand' if size == 1 else 'hands'}"
        return {
            "big": event,
            "finding": f"Never: {event}; by Poisson {other_event}.",
            "detail": f"Hands with both: mean {mean} in {count}; SD {deviation}, by Poisson {other_deviation}.",
            "slider": ["Hands dealt", f"{size}"],
        }
    return {
        "big": event,
        "finding": f"Seven or more: {event}; put back {other_event}.",
        "detail": f"Mean {mean}; SD {deviation}, put back {other_deviation}.",
    }


def _draw_stop(size: int, shape: str) -> dict[str, object]:
    exact, other = SHAPES[shape]
    most = MOST[shape]
    is_red = shape == "red"
    return {
        "bars": [[count - 0.5, 1, round(float(exact(size, count)), 4)] for count in range(most + 1)],
        "outline": [round(float(other(size, count)), 4) for count in range(most + 1)],
        "range": [-0.5, most + 0.5],
        "lit": [[MANY - 0.5, most + 0.5]] if is_red else [[-0.5, 0.5]],
        "names": ["dealt", "seven or more", "put back"] if is_red else ["exact", "never", "Poisson"],
        "x": "Reds" if is_red else "hands with Bull and Bear",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("size", "Cards dealt", {f"{size}": f"{size}" for size in SIZES}, "13", is_range=True),
        make_control("shape", "Count", {"red": "Reds", "pair": "Bull and Bear in hands"}, "red"),
    ]
    keys = [(int(size), shape) for size, shape in list_keys(controls)]
    counts = {"red": "cards: seven Reds or more", "pair": "hands: never Bull and Bear"}
    return {
        "picture": "heap",
        "controls": controls,
        "stops": {f"{size}|{shape}": _find_stop(size, shape) for size, shape in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 1, "before": "", "after": " of 1,000", "whole": 1000},
        "drawing": {"stops": {f"{size}|{shape}": _draw_stop(size, shape) for size, shape in keys}, "percent": True},
        "table": {
            "columns": ["dealt", "", "mean", "SD", "chance", "SD, put back or Poisson", "chance, put back or Poisson"],
            "rows": [[f"{size}", counts[shape], *_list_figures(size, shape)] for size, shape in keys],
        },
        "drawn": "Bars show how often each count comes up; the counts asked about are darker. An outline shows what it is compared with: each card put back, or the Poisson distribution.",
        "first": "Drag to two cards, then to 26.",
        "source": f"Counted: 13 of 55 cards are Red; {PAIR.numerator} of {PAIR.denominator} hands hold Bull and Bear. Every hand is of a new deal.",
    }
