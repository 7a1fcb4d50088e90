"""Decide: the chance to win a match by a bid over West's, and by a pass, at each score of the match.

`tools/chance_rounds.py decide` plays the deals, and writes the sums and the chances from which this is made.
"""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from mam.chance.tables.schema import ALMOST, PageTables, Stop, list_keys, make_control, read_sums, write_percent

BIDS = (190, 210, 230, 250)  # of West, thousands of dollars
RAISE = 10  # of North
NEED = 50  # of East-West, at 950
TOTALS = range(0, 951, 50)  # of North-South
OPPONENTS = (0, 300, 750, 950)
QUANTILE = 1.96


class Deals(NamedTuple):
    """The deals in which West's hand is worth a bid: their number, the proportions in which North makes a bid of $10,000 more, in which West
    makes this one, and in which East-West capture $50,000 against North; and what bidding gains on passing (the score of North-South
    less that of East-West), with its 95% margin."""

    number: int
    north_makes: float
    west_makes: float
    they_capture: float
    gain: float
    margin: float


class Chances(NamedTuple):
    """The chances to win the match by bidding and by passing, and the 95% margin of their difference."""

    bid: float
    leave: float
    margin: float


def find_deals(bid: int) -> Deals:
    """Return what the deals say of a bid by West."""
    number, north, west, captures, gain, squares = read_sums("decide")["bids"][f"{bid}"]
    mean = gain / number
    margin = QUANTILE * sqrt((squares / number - mean**2) / number)
    return Deals(number, north / number, west / number, captures / number, mean, margin)


def find_chances(total: int, opponents: int, bid: int) -> Chances:
    """Return the chances with these totals, over this bid of West."""
    row = read_sums("decide")["chances"][
        (BIDS.index(bid) * len(OPPONENTS) + OPPONENTS.index(opponents)) * len(TOTALS) + TOTALS.index(total)
    ]
    return Chances(*row[3:])


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    deals = find_deals(210)
    facts: dict[str, Fraction | float] = {
        "north_makes": deals.north_makes,
        "west_makes": deals.west_makes,
        "they_capture": deals.they_capture,
        "gain": deals.gain,
    }
    for total, opponents in ((300, 950), (950, 300), (900, 750)):
        chances = find_chances(total, opponents, 210)
        facts[f"bid_{total}_{opponents}"], facts[f"pass_{total}_{opponents}"] = chances.bid, chances.leave
    return facts


def _find_stop(total: int, opponents: int, bid: int) -> Stop:
    chances, gain = find_chances(total, opponents, bid), find_deals(bid).gain
    difference = chances.bid - chances.leave
    better = "Either" if abs(difference) < chances.margin else f"Bid {bid + RAISE}" if difference > 0 else "Pass"
    to_bid, to_pass = write_percent(min(chances.bid, ALMOST)), write_percent(min(chances.leave, ALMOST))
    if to_bid == to_pass and better != "Either":
        to_bid, to_pass = write_percent(chances.bid, 1), write_percent(chances.leave, 1)
    order = "bidding beats passing" if gain > 0 else "passing beats bidding"
    return {
        "big": better,
        "finding": f"Bid {bid + RAISE}: {to_bid} to win. Pass: {to_pass}.",
        "detail": f"In expected score, {order} by ${abs(gain):.0f},000.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("total", "You have", {f"{k}": f"${k},000" if k else "$0" for k in TOTALS}, "300", is_range=True),
        make_control("opponents", "They have", {f"{k}": f"{k}" for k in OPPONENTS}, "950"),
        make_control("bid", "West bids", {f"{k}": f"{k}" for k in BIDS}, "210"),
    ]
    for control in controls[1:]:  # the first option says what all of them are
        control["options"][0]["label"] = f"{control['label']} {control['options'][0]['label']}"
    keys = [(int(total), int(opponents), int(bid)) for total, opponents, bid in list_keys(controls)]
    return {
        "picture": "curves",
        "controls": controls,
        "stops": {"|".join(map(str, key)): _find_stop(*key) for key in keys},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {
            "points": {
                f"{opponents}|{bid}": [[total, *find_chances(total, opponents, bid)[:2]] for total in TOTALS]
                for opponents in OPPONENTS
                for bid in BIDS
            },
            "names": ["bid", "pass"],
            "x": "your total, thousands",
        },
        "table": {
            "columns": ["you", "they", "West bids", "you bid", "pass"],
            "rows": [[*map(str, key), *(write_percent(value, 2) for value in find_chances(*key)[:2])] for key in keys],
        },
        "drawn": "Two curves over your total: your chance to win the match if you bid, and if you pass. A line marks your total.",
        "first": "Drag your total.",
        "source": f"Your hand is North's of 1935: R4, Y30 Y15 Y4, B40 B30 B10 B8 B7 B1, G30 G11, Tiger. Played are deals in which West's hand is worth the bid to a rulebook player ({find_deals(210).number:,} for 210), with you and with West as bidder: the bid ends the auction. Club players play them, and the rest of the match.",
    }
