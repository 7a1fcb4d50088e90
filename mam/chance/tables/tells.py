"""A choice tells: where the 8 is, after East played the 7 from the 8 and 7 that are unseen."""

from fractions import Fraction
from typing import NamedTuple

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent

HABITS = range(0, 101, 5)  # of 100 hands with the 8 and 7, those from which East plays the 7
SIZES = (3, 5, 13)  # unseen cards of East and of West


class Deals(NamedTuple):
    """Of the deals in which East has the 7: those with both, by whether East plays the 7 or the 8, and those with the 7 alone."""

    played: Fraction
    crossed: Fraction
    alone: Fraction


def find_deals(size: int, habit: Fraction) -> Deals:
    """Return the proportions of the three kinds of deals: the 8 is in one of West's places, or in one of the others of East."""
    others = 2 * size - 1
    both = Fraction(size - 1, others)
    return Deals(both * habit, both * (1 - habit), Fraction(size, others))


def find_west(size: int, habit: Fraction) -> Fraction:
    """Return the chance that West has the 8, given that East played the 7."""
    deals = find_deals(size, habit)
    return deals.alone / (deals.alone + deals.played)


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    half = Fraction(1, 2)
    played, crossed, alone = find_deals(13, half)
    return {
        "west": find_west(13, half),
        "west_lower": find_west(13, Fraction(1)),
        "west_higher": find_west(13, Fraction(0)),
        "west_5": find_west(5, half),
        "alone": 25 * alone,
        "both": 25 * (played + crossed),
        "both_played": 25 * played,
    }


def _find_stop(habit: str, size: str) -> Stop:
    percent = Fraction(int(habit), 100)
    chance = find_west(int(size), percent)
    west = write_percent(float(chance), int(chance < 1))
    played, _, alone = (float(100 * part) for part in find_deals(int(size), percent))
    return {
        "big": west,
        "finding": f"West has the 8: {west}.",
        "detail": f"Left of 100 deals: {alone:.0f} with the 7 alone, {played:.0f} with both.",
    }


def _write_habit(habit: int) -> str:
    return {0: "always the 8", 100: "always the 7"}.get(habit, f"the 7 in {habit}%")


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control(
            "habit",
            "With 8 and 7, East plays",
            {f"{habit}": _write_habit(habit) for habit in HABITS},
            "50",
            is_range=True,
        ),
        make_control("size", "Unseen cards", {f"{size}": f"{size} cards each" for size in SIZES}, "13"),
    ]
    keys = list_keys(controls)
    deals = {key: find_deals(int(key[1]), Fraction(int(key[0]), 100)) for key in keys}
    return {
        "picture": "strips",
        "controls": controls,
        "stops": {"|".join(key): _find_stop(*key) for key in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {
            "deals": {"|".join(key): [float(part) for part in kinds] for key, kinds in deals.items()},
            "groups": ["East has both", "East has the 7 alone"],
            "plays": ["plays the 7", "plays the 8", "plays the 7"],
            "ends": ["East has the 8", "West has the 8"],
        },
        "table": {
            "columns": ["East plays", "unseen cards", "both, plays 7", "both, plays 8", "7 alone", "West has the 8"],
            "rows": [
                [
                    _write_habit(int(habit)),
                    f"{size} each",
                    *(write_percent(float(part), 2) for part in deals[habit, size]),
                    write_percent(float(find_west(int(size), Fraction(int(habit), 100))), 2),
                ]
                for habit, size in keys
            ],
        },
        "drawn": "Above, 100 deals: at the left East has both Reds, at the right the 7 alone. Deals in which East would have played the 8 are crossed out. Below, the deals that are left fill the whole width.",
        "first": "Drag East's habit.",
        "source": "Counted: the 8 is in each of the other unseen places equally often. The 100 deals are those in which East has the 7.",
    }
