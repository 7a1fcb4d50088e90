"""Every fact of every page beside its value by a second method: `python tests/chance/test_second_ways.py` prints the table.

The second method is another formula, another count or a list of the rounds. Where it is other rounds or simulated deals, which take long, the
name of the test that plays them stands in place of the value.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from math import comb, erfc, exp, factorial, pi, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, pstdev

import pytest
from cases import check_each

import mam
from mam.chance import count_rounds, list_facts, read_sums
from mam.chance.tables import PAGE_IDS, bayes

Found = Fraction | float | tuple[Fraction | float, float] | str  # a value, a value and how far off it may be, or a test
WAYS: dict[str, Callable[[], Mapping[str, Found]]] = {}
CHANCES = mam.chances("make-a-million-1935")


def second_way(find: Callable[[], Mapping[str, Found]]) -> Callable[[], Mapping[str, Found]]:
    """Register the second values of the page that a function is named after."""
    WAYS[find.__name__.strip("_")] = find
    return find


def ask(question: str) -> Fraction:
    """Return what the calculator of the game counts."""
    exact = CHANCES.chance(question).exact
    assert exact is not None
    return exact


def add_trials(number: int, chance: Fraction | float) -> list[float]:
    """Return the probabilities of 0 to `number` successes, one trial after the other."""
    table = [1.0]
    for _ in range(number):
        table = [a * (1 - float(chance)) + b * float(chance) for a, b in zip([*table, 0], [0, *table], strict=True)]
    return table


def list_scores() -> list[int]:
    """Return the score of every round of club players."""
    return [taken if taken >= bid else -bid for (bid, taken), count in count_rounds().items() for _ in range(count)]


@second_way
def space() -> Mapping[str, Found]:
    """Choose the cards that must be there, and the others from what is left."""
    return {
        "hands_2": comb(5, 2),
        "some_2": comb(5, 2) - comb(3, 2),
        "none_2": comb(3, 2),
        "one_2": 2 * comb(3, 1),
        "both_2": comb(3, 0),
        "red_40_2": comb(4, 1),
        "one_3": Fraction(2 * comb(3, 2), comb(5, 3)),
        **{f"tiger_{size}": comb(4, size - 1) for size in range(1, 5)},
    }


@second_way
def counting() -> Mapping[str, Found]:
    """By lists and factorials; the first repeat by its formula for many kinds, 1.1774 √n."""
    hands = factorial(55) // (factorial(13) * factorial(42))
    repeat = 1.17741 * sqrt(hands)
    return {
        "ordered_55": len([*permutations(range(55), 2)]),
        "hands_55": sum(range(55)),
        "trillions": hands / 10**12,
        "years": (hands / (60 * 60 * 24 * 365.25), 500),
        "repeat_millions": (repeat / 10**6, 1e-5),
        "repeat_days": (repeat / (60 * 60 * 24), 1e-3),
    }


@second_way
def or_() -> Mapping[str, Found]:
    """By the calculator of the game, and by hands that lack the cards."""
    named = ask("N holds R40")
    return {
        "named": named,
        "two_added": 2 * named,
        "four_added": 4 * named,
        "four_added_14": Fraction(4 * 14, 55),
        "both": ask("N holds R40 and N holds Y40"),
        "either": 1 - Fraction(comb(53, 13), comb(55, 13)),
        "no_40": ask("N 40 = 0"),
        "some_40": ask("N 40 >= 1"),
    }


@second_way
def independent() -> Mapping[str, Found]:
    """By the calculator of the game; the excess of n places by 54n/(55(n − 1)) − 1."""
    neither = ask("N red = 0 and N yellow = 0")
    return {
        "alone": ask("nest holds Tiger"),
        "deals": 1 / ask("nest holds Tiger and nest holds Bull"),
        "deals_by_product": Fraction(55, 3) ** 2,
        **{
            f"excess_{name}": Fraction(54 * size, 55 * (size - 1)) - 1
            for name, size in {"nest": 3, "hand": 13, "two_hands": 26}.items()
        },
        "excess_colors": ask("N red = 0") * ask("N yellow = 0") / neither,
    }


@second_way
def given() -> Mapping[str, Found]:
    """By the hands that have no other 40."""
    none, one = (Fraction(comb(4, k) * comb(51, 13 - k), comb(55, 13)) for k in (0, 1))
    return {
        "two": 1 - none - one,
        "another_if_some": 1 - one / (1 - none),
        "another_if_red": 1 - Fraction(comb(51, 12), comb(54, 12)),
    }


@second_way
def _bayes() -> Mapping[str, Found]:
    """By the player's own bids on simulated deals, and by the hands that are drawn."""
    played = "test_bayes_is_what_the_rulebook_player_bids"
    three = Fraction(4 * comb(51, 10) + comb(51, 9), comb(55, 13))
    bidders = [dot for dot in bayes.draw_dots() if dot[0] >= 215]
    three_of_them = sum(dot[1] >= 3 for dot in bidders)
    return {
        "three": float(three),
        "reach_215_if_three": played,
        "three_if_215": played,
        "three_if_245": played,
        "tiger": 13 / 55,
        "tiger_if_215": played,
        "tiger_if_lower": (float((Fraction(13, 55) - Fraction(126, 1000)) / Fraction(744, 1000)), 0.005),
        "hands_three": 1000 * float(three),
        "hands_three_215": three_of_them,
        "hands_others_215": len(bidders) - three_of_them,
        "hands_215": (len(bidders), 0.5),
        "hands_others": 1000 * float(1 - three),
    }


def list_places(size: int, habit: Fraction) -> tuple[Fraction, Fraction]:
    """Weigh every place of the 8 and the 7 in which East can play the 7: it has the 7 alone, or both and plays it."""
    pairs = [*permutations(range(2 * size), 2)]  # East has the first half of the places
    alone = sum(seven < size <= eight for eight, seven in pairs)
    both = sum(max(pair) < size for pair in pairs)
    return Fraction(alone), both * habit


@second_way
def tells() -> Mapping[str, Found]:
    """By every pair of places that the two cards can have."""

    def west(size: int, habit: Fraction) -> Fraction:
        alone, shown = list_places(size, habit)
        return alone / (alone + shown)

    alone, both = list_places(13, Fraction(1))
    return {
        "west": west(13, Fraction(1, 2)),
        "west_lower": west(13, Fraction(1)),
        "west_higher": west(13, Fraction(0)),
        "west_5": west(5, Fraction(1, 2)),
        "alone": 25 * alone / (alone + both),
        "both": 25 * both / (alone + both),
        "both_played": 25 * both / 2 / (alone + both),
    }


@second_way
def expectation() -> Mapping[str, Found]:
    """By a list of all rounds."""
    amounts = [amount for amount, count in read_sums("captured")["all"] for _ in range(count)]

    def expected(bid: int) -> float:
        return fmean(amount if amount >= bid else -bid for amount in amounts)

    made = fmean(amount >= 300 for amount in amounts)
    return {
        "captured": fmean(amounts),
        "made_300": made,
        "missed_300": 1 - made,
        "if_made_300": fmean(amount for amount in amounts if amount >= 300),
        **{f"expected_{bid}": expected(bid) for bid in (175, 260, 300, 310)},
    }


@second_way
def spread() -> Mapping[str, Found]:
    """By a list of all rounds."""
    found: dict[str, Found] = {}
    captured = [taken for (_, taken), count in count_rounds().items() for _ in range(count)]
    scores = list_scores()
    for name, values in (("captured", captured), ("score", scores)):
        mean, sd = fmean(values), pstdev(values, fmean(values))
        found |= {f"{name}_mean": mean, f"{name}_sd": sd}
        found[f"{name}_within"] = fmean(mean - sd <= value <= mean + sd for value in values)
    return found | {
        "fall": fmean(captured) - fmean(scores),
        "missed": fmean(score < 0 for score in scores),
        "least_made": min(score for score in scores if score > 0),
    }


@second_way
def distributions() -> Mapping[str, Found]:
    """By formulas of variance, the calculator, and one trial after the other."""
    p = Fraction(13, 55)
    many = sum(add_trials(13, p)[7:])
    return {
        "mean": 13 * p,
        **{f"deviation_put_back{name}": sqrt(n * p * (1 - p)) for name, n in (("", 13), ("_26", 26))},
        **{
            f"deviation_dealt{name}": sqrt(n * p * (1 - p) * Fraction(55 - n, 54))
            for name, n in (("", 13), ("_26", 26))
        },
        "many_dealt": ask("N red >= 7"),
        "many_put_back": many,
        "hands_dealt": 1000 * ask("N red >= 7"),
        "hands_put_back": 1000 * many,
        "pairs": 40 * ask("N holds Bull and N holds Bear"),
        "no_pair": add_trials(40, Fraction(26, 495))[0],
        "no_pair_poisson": ((1 - 40 * 26 / 495 / 10**7) ** 10**7, 1e-7),
        "no_raisin": ((1 - 3 / 10**7) ** 10**7, 1e-7),
    }


@second_way
def sampling() -> Mapping[str, Found]:
    """By a list of all rounds, and one trial after the other."""
    truth = fmean(score > 0 for score in list_scores())

    def within(size: int, points: int) -> float:
        return sum(p for k, p in enumerate(add_trials(size, truth)) if abs(k / size - truth) <= points / 100)

    return {
        "truth": truth,
        "within_10": within(10, 5),
        "all_ten": add_trials(10, truth)[10],
        "six_or_fewer": sum(add_trials(10, truth)[:7]),
        "within_100": within(100, 5),
        "within_1000": within(1000, 2),
        **{
            f"error_{n}": 100 * sqrt(sum(p * (k / n - truth) ** 2 for k, p in enumerate(add_trials(n, truth))))
            for n in (10, 100, 1000)
        },
        "boys_small": sum(add_trials(15, 0.5)[9:]),
        "boys_large": sum(add_trials(45, 0.5)[27:]),
    }


@second_way
def clt() -> Mapping[str, Found]:
    """By powers of the Fourier transform of one round's scores."""
    np = pytest.importorskip("numpy")
    scores = np.array(list_scores())
    low, step = scores.min(), 5
    one = np.bincount((scores - low) // step) / len(scores)
    mean, sd = scores.mean(), scores.std()

    def part(rounds: int, inside: Callable[[float, float, float], bool]) -> float:
        size = rounds * len(one)
        totals = np.fft.irfft(np.fft.rfft(one, size) ** rounds, size)
        places = rounds * low + step * np.arange(size)
        return float(sum(p for x, p in zip(places, totals, strict=True) if inside(x, rounds * mean, sd * sqrt(rounds))))

    return {
        "missed": float((scores < 0).mean()),
        "cost": float(-scores[scores < 0].mean()),
        "bell_above": erfc(1.96 / sqrt(2)) / 2,
        "negative_10": part(10, lambda x, _, __: x < 0),
        "below_20": part(20, lambda x, middle, deviation: x < middle - 1.96 * deviation),
        "above_20": part(20, lambda x, middle, deviation: x > middle + 1.96 * deviation),
        **{
            f"inside_{k}": part(k, lambda x, middle, deviation: abs(x - middle) <= 1.96 * deviation)
            for k in (1, 2, 10, 40)
        },
        **{f"sd_of_mean_{k}": float(sd) / sqrt(k) for k in (1, 5, 20)},
    }


@second_way
def intervals() -> Mapping[str, Found]:
    """One trial after the other; an interval contains p if the count lies between the roots of a quadratic."""
    p = float(ask("N holds Bull and N holds Bear"))

    def textbook(n: int) -> float:
        # (s − p)² ≤ c s(1 − s), for the proportion s found and c = z²/n
        c = 1.95996**2 / n
        root = sqrt((2 * p + c) ** 2 - 4 * (1 + c) * p * p)
        low, high = ((2 * p + c + sign * root) / (2 * (1 + c)) for sign in (-1, 1))
        return sum(chance for k, chance in enumerate(add_trials(n, p)) if low <= k / n <= high)

    near = 1.95996 * sqrt(p * (1 - p) / 20)  # Wilson's: as far as p's own standard error reaches
    hits = textbook(20)
    return {
        "both": Fraction(13 * 12, 55 * 54),
        "textbook_20": hits,
        "hits_20": 100 * hits,
        "none_20": add_trials(20, p)[0],
        "wilson_20": sum(chance for k, chance in enumerate(add_trials(20, p)) if abs(k / 20 - p) <= near),
        "textbook_400": textbook(400),
    }


@second_way
def _test() -> Mapping[str, Found]:
    """Whole numbers up to 1,000 rounds, then the bell with half a count taken off."""
    found: dict[str, Found] = {}
    for place, rounds in enumerate(
        (100, 200, 400, 700, 1000, 2000, 4000, 7000, 10_000, 20_000, 40_000, 70_000, 100_000)
    ):
        off = abs(4 * sum(row[place] for row in read_sums("trumps").values()) - rounds)  # quarters of a count
        if rounds <= 1000:
            ways = sum(comb(rounds, k) * 3 ** (rounds - k) for k in range(rounds + 1) if abs(4 * k - rounds) >= off)
            found[f"p_{rounds}"] = float(Fraction(ways, 4**rounds))
        else:
            bell = erfc((off / 4 - 0.5) / sqrt(rounds * 3 / 8))
            found[f"p_{rounds}"] = (bell, max(0.1 * bell, 1e-12))
    reds = sum(row[-1] for row in read_sums("trumps").values())
    return found | {
        "threshold": 0.05,
        "red_400": sum(row[2] for row in read_sums("trumps").values()),
        "off_400": sum(row[2] - 25 for row in read_sums("trumps").values()),
        "p_100000_billion": (1e9 * erfc((reds - 25_000 - 0.5) / sqrt(37_500)), 1),
        "favor": reds / 1000 - 25,
    }


@second_way
def power() -> Mapping[str, Found]:
    """By areas of normal curves, a numeric integral, and what is published of repeated tests."""
    sd = sqrt(read_sums("club")["squares"] / 200_000)
    error, bell = sd / 10, NormalDist()
    limit = 1.96 * error
    noticed = bell.cdf((20 - limit) / error) + bell.cdf((-20 - limit) / error)
    steps = [limit + error * (k + 0.5) / 1000 for k in range(8000)]  # what is found beyond the threshold
    weights = [exp(-(((x - 20) / error) ** 2) / 2) / (error * sqrt(2 * pi)) for x in steps]
    quantiles = 1.96 + 0.8416212
    return {
        "sd": sd,
        "power_20_100": (noticed, 2e-5),
        "missed_of_100": (100 - 100 * noticed, 2e-3),
        **{f"rounds_{truth}": ((quantiles * sd / truth) ** 2, 0.01) for truth in (20, 50)},
        "estimate": (sum(x * w for x, w in zip(steps, weights, strict=True)) / sum(weights), 0.01),
        "false_alarms": (2 * bell.cdf(-1.96), 1e-5),
        "wanted": Fraction(4, 5),
        "alarms_50": (0.320, 0.0006),  # Armitage, McPherson and Rowe, 1969
    }


@second_way
def paired() -> Mapping[str, Found]:
    """By other deals and other rounds; by the 20 deals that are drawn."""
    moved, lead = (
        "test_margins_are_those_of_deals_that_are_paired_and_of_deals_that_are_shuffled",
        "test_the_lead_of_the_best_is_luck_in_other_rounds",
    )
    deals = read_sums("paired")["deals"]
    return {
        "gain": (fmean(right - left for left, right in deals), 1.5),
        "margin_linked": (1.96 * pstdev(right - left for left, right in deals) / sqrt(20), 1.5),
        "margin_unlinked": moved,
        "times_as_many": moved,
        "lowest_start": sorted(left for left, _ in deals)[0],
        "highest_start": sorted(left for left, _ in deals)[-1],
        "lines_that_rise": 20 - sum(right <= left for left, right in deals),
        "rising": moved,
        "top_first": lead,
        "top_second": lead,
        "top_fell": lead,
        "bottom_first": (-93.8, 5),  # the lead of the best, turned around
        "bottom_second": lead,
        "bottom_rose": (0.861, 0.03),
        "luckiest_of_10": (
            1.53875,
            1e-4,
        ),  # a printed table: H. Harter, "Expected values of normal order statistics", 1961
    }


@second_way
def confounded() -> Mapping[str, Found]:
    """By rounds with another seed."""
    others = "test_other_rounds_agree"
    return {
        **dict.fromkeys(("difference", "with_tiger", "money_with", "money_without"), others),
        "equal_money": "test_a_window_holds_the_hands_between_its_bounds_and_no_others",
        "moved": "test_moving_the_tiger_again_brings_as_much",
    }


@second_way
def decide() -> Mapping[str, Found]:
    """By the blocks in which the deals were played, and by matches played to their end."""
    blocks = [block[1] for block in read_sums("decide")["chunks"]]  # over West's 210
    number, north, west, captures, gain, _ = (sum(column) for column in zip(*blocks, strict=True))
    matches = "test_chances_are_those_of_matches_played_to_their_end"
    return {
        "north_makes": north / number,
        "west_makes": west / number,
        "they_capture": captures / number,
        "gain": gain / number,
        **{f"{choice}_{score}": matches for choice in ("bid", "pass") for score in ("300_950", "950_300", "900_750")},
    }


TESTS = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))


@check_each("page_id", PAGE_IDS)
def test_every_fact_has_a_second_way_that_agrees(page_id: str) -> None:
    facts, found = list_facts(page_id), WAYS[page_id]()
    assert set(facts) == set(found)
    for name, way in found.items():
        if isinstance(way, str):
            assert f"def {way}(" in TESTS, way
            continue
        value, slack = way if isinstance(way, tuple) else (way, 0)
        assert float(facts[name]) == pytest.approx(float(value), rel=1e-7, abs=slack), name


if __name__ == "__main__":
    for page_id in PAGE_IDS:
        for name, way in WAYS[page_id]().items():
            second = way if isinstance(way, str) else f"{float(way[0] if isinstance(way, tuple) else way):.7g}"
            print(f"{page_id:14}{name:24}{float(list_facts(page_id)[name]):14.7g}  {second}")
