"""Expectation: what a bid by North's hand of 1935 scores, weighed by how often each amount is captured."""

from fractions import Fraction
from functools import cache

from mam.chance.tables.schema import PageTables, Stop, make_control, read_sums, write_percent
from mam.rules.amounts import format_amount
from mam.rules.scoring import score

BIDS = range(175, 401, 5)  # thousands of dollars
SIDE = "N-S"


@cache
def find_chances() -> dict[int, Fraction]:
    """Return how often North's side captures each amount, in thousands of dollars."""
    counts = dict(read_sums("captured")["all"])
    return {amount: Fraction(count, sum(counts.values())) for amount, count in counts.items()}


def find_score(bid: int, amount: int) -> int:
    """Return the score of a bid when this amount is captured."""
    return score(bid, SIDE, {SIDE: amount})[SIDE]


@cache
def find_made(bid: int) -> Fraction:
    """Return how often the bid is made."""
    return sum((chance for amount, chance in find_chances().items() if find_score(bid, amount) > 0), Fraction())


@cache
def find_expected(bid: int) -> Fraction:
    """Return the expected score of a bid: every score times its probability, added up."""
    return sum((chance * find_score(bid, amount) for amount, chance in find_chances().items()), Fraction())


def find_mean_if_made(bid: int) -> Fraction:
    """Return the mean score of the rounds in which the bid is made."""
    made = find_made(bid)
    return (find_expected(bid) + (1 - made) * bid) / made


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page, in thousands of dollars."""
    return {
        "captured": sum((amount * chance for amount, chance in find_chances().items()), Fraction()),
        "made_300": find_made(300),
        "missed_300": 1 - find_made(300),
        "expected_300": find_expected(300),
        "expected_175": find_expected(175),
        "expected_260": find_expected(260),
        "expected_310": find_expected(310),
        "if_made_300": find_mean_if_made(300),
    }


def _write_money(amount: Fraction) -> str:
    return format_amount(round(amount))


def _find_stop(bid: int) -> Stop:
    expected = _write_money(find_expected(bid))
    return {
        "big": f"{round(find_expected(bid))}".replace("-", "−"),  # as the axis has it
        "finding": f"Expected score {expected}. Made in {write_percent(float(find_made(bid)))}.",
        "detail": f"Made, it scores {_write_money(find_mean_if_made(bid))} on average; missed, {_write_money(Fraction(-bid))}.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    return {
        "picture": "balance",
        "controls": [
            make_control("bid", "North's bid", {f"{bid}": f"${bid},000" for bid in BIDS}, "300", is_range=True)
        ],
        "stops": {f"{bid}": _find_stop(bid) for bid in BIDS},
        "guess": {
            "low": -100,
            "high": 500,
            "step": 10,
            "start": 200,
            "factor": 1,
            "before": "",
            "after": " thousand",
        },
        "drawing": {
            "chances": [[amount, round(float(chance), 6)] for amount, chance in find_chances().items()],
            "expected": {f"{bid}": round(float(find_expected(bid)), 2) for bid in BIDS},
            "made": {f"{bid}": float(find_made(bid)) for bid in BIDS},
        },
        "table": {
            "columns": ["bid", "made", "mean score if made", "expected score"],
            "rows": [
                [
                    f"${bid},000",
                    write_percent(float(find_made(bid)), 1),
                    _write_money(find_mean_if_made(bid)),
                    _write_money(find_expected(bid)),
                ]
                for bid in BIDS
            ],
        },
        "drawn": "Bars show how often each amount is captured. To the right of the line the bid is made; the bars to its left drop into one block at minus the bid. A triangle marks the balance point, the expected score.",
        "first": "Drag the bid down to $175,000.",
        "source": "North's 13 cards in the specimen hand of 1935, all others dealt at random in 40,000 rounds of four club players. North is the bidder; the same rounds are scored at every bid. 95% margin of error: at most $3,300.",
    }
