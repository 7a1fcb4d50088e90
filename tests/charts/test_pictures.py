"""Every chart is drawn without a network, describes itself in one sentence, and is told apart without its colors."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from specimen_records import specimen_record

import mam

pytest.importorskip("altair", reason="the extra lab is not installed")

import pandas as pd
import vl_convert as vlc

from mam import charts

SAMPLES = pd.DataFrame(
    [
        (trump, money)
        for trump, base in ((mam.Color.RED, 200), (mam.Color.BLACK, 260))
        for money in range(base, base + 100, 5)
    ],
    columns=["alternative", "money"],
)
CURVE = pd.DataFrame(
    [
        (trump, bid, 1 - bid / 500, 0.01, 300 - bid + shift, 4.0, 2000)
        for trump, shift in (("R", 0), ("Y", 10), (mam.Color.BLACK, 20), ("NT+", -30))
        for bid in range(200, 301, 10)
    ],
    columns=["trump", "bid", "chance", "chance_standard_error", "score", "score_standard_error", "n"],
)
COMPARED = pd.DataFrame(
    [
        (mam.parse_hand("Y4 Y3 G8"), 228.0, 2.0, -2.0, 0.6, 900),
        (mam.parse_hand("R4 Y4 G8"), 230.0, 2.0, 0.0, 0.0, 900),
        ("R4 R3 G8", 229.9, 2.0, -0.1, 0.5, 900),
    ],
    columns=["alternative", "estimate", "standard_error", "difference", "difference_standard_error", "n"],
)
SPLITS = {(5, 4, 2): Fraction(1, 2), (4, 4, 3): Fraction(1, 3), (11, 0, 0): Fraction(1, 6)}
PREDICTED = pd.DataFrame(
    {"predicted": [0.1, 0.6], "observed": [0.12, 0.55], "standard_error": [0.01, 0.02], "n": [4000, 5000]}
)
BIDS = pd.DataFrame({"bid": [200, 200, 240, 240], "money": [190, 230, 240, 100], "n": [10, 30, 5, 15]})
EDITIONS = pd.DataFrame(
    {"edition": ["manhattan", "six"], "estimate": [290.5, 402], "standard_error": [1.0, 2.0], "n": [500, 600]}
)
TWO_QUANTITIES = pd.concat(
    [EDITIONS.assign(quantity="Money"), EDITIONS.assign(quantity="Tricks", estimate=[6.5, 7.25])]
)


@pytest.fixture(scope="module")
def specimen() -> tuple[Any, ...]:
    return specimen_record().rounds()


CLASS = pd.DataFrame(
    {
        "name": ["Ann <b>", "Ben", "Cem"],
        "difference": [35.0, -420.0, -465.0],
        "choice": ["passes", "bids up to $215,000, Green", "passes"],
        "expected": [-13.7, 18.3, -13.7],
        "expected_margin": [7.6, 8.0, 7.6],
    }
)

CHARTS: dict[str, Callable[[Any], Any]] = {
    "outcomes": lambda _: charts.outcome_distribution(SAMPLES, 280, source="a test"),
    "outcomes without a bid": lambda _: charts.outcome_distribution(SAMPLES),
    "outcomes of playouts": lambda _: charts.outcome_distribution(
        mam.play_out("make-a-million-1935", 300, seed=1, policy="rulebook"), 300
    ),
    "make curve": lambda _: charts.make_curve(CURVE),
    "make curve of one trump": lambda _: charts.make_curve(CURVE[CURVE["trump"] == "R"]),
    "comparison": lambda _: charts.comparison(COMPARED),
    "class table": lambda _: charts.class_table(CLASS),
    "class table, nothing simulated": lambda _: charts.class_table(CLASS.assign(expected=None, expected_margin=None)),
    "flow": lambda rounds: charts.capture_flow(rounds[-1]),
    "flow in the middle": lambda rounds: charts.capture_flow(rounds[-9]),
    "splits": lambda _: charts.color_splits(SPLITS),
    "many splits": lambda _: charts.color_splits({(n, 29 - n): Fraction(1, 30) for n in range(30)}),
    "distribution": lambda _: charts.distribution({0: 0.25, 1: 0.5, 2: 0.25}, label="Trumps"),
    "distribution of one value": lambda _: charts.distribution({3: 1}),
    "distribution of many values": lambda _: charts.distribution(dict.fromkeys(range(50), 1 / 50)),
    "distribution of places": lambda _: charts.distribution({"N": 0.5, "nest": 0.25, (1, 2): 0.25}),
    "convergence": lambda _: charts.convergence([0, 1, 0, 0] * 50, Fraction(1, 4)),
    "convergence of numbers": lambda _: charts.convergence(range(100), 49.5),
    "convergence to nothing known": lambda _: charts.convergence([0, 0]),
    "calibration": lambda _: charts.calibration(PREDICTED),
    "bids": lambda _: charts.bids_against_results(BIDS),
    "many bids": lambda _: charts.bids_against_results(
        pd.DataFrame({"bid": range(100, 200, 5), "money": range(120, 220, 5), "n": 1})
    ),
    "editions": lambda _: charts.edition_comparison(EDITIONS),
    "editions by quantity": lambda _: charts.edition_comparison(TWO_QUANTITIES),
    "tricks": lambda rounds: charts.money_by_trick(rounds[-1]),
}


@pytest.fixture(params=CHARTS, scope="module")
def spec(request: pytest.FixtureRequest, specimen: tuple[Any, ...]) -> dict[str, Any]:
    chart_spec: dict[str, Any] = CHARTS[request.param](specimen).to_dict()
    return chart_spec


@pytest.mark.sample(12, 13)
def test_it_is_drawn_without_a_network(spec: dict[str, Any]) -> None:
    picture = vlc.vegalite_to_svg(spec)
    assert picture.startswith("<svg")
    assert set(re.findall(r"https?://[^\s\"'<]+", picture)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "NaN" not in picture and "undefined" not in picture
    assert len(vlc.vegalite_to_png(spec)) > 5_000


def test_it_says_what_it_is(spec: dict[str, Any]) -> None:
    assert spec["title"]["text"]
    assert re.fullmatch(r"[A-Z0-9].*\.", spec["description"])
    assert len(re.findall(r"\. [A-Z]", spec["description"])) <= ("trick" in spec["description"])  # one sentence, or two
    assert spec["config"]["background"] == charts.theme.COLORS["panel"]
    assert any(isinstance(text, str) for text in texts(spec, "title")) or "quantity" in str(spec)  # or above each panel


def texts(node: Any, key: str) -> Iterator[Any]:
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield value
            yield from texts(value, key)
    elif isinstance(node, list):
        for child in node:
            yield from texts(child, key)


def data(chart: Any) -> list[dict[str, Any]]:
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]


def labels(chart: Any) -> list[str]:
    return [row["label"] for row in data(chart) if row.get("label")]


def subtitle(chart: Any) -> str:
    return " / ".join(chart.to_dict()["title"]["subtitle"])


# What they say


def test_outcomes_fill_what_makes_the_bid() -> None:
    table = charts.tabulate_outcomes(SAMPLES, 280)
    assert set(table["alternative"]) == {"Red", "Black"}
    assert 280 in set(table["low"]) and ((table["low"] - 280) % (table["high"] - table["low"]) == 0).all()
    assert table.groupby("alternative")["proportion"].sum().tolist() == pytest.approx([1, 1])
    assert table.groupby("alternative")["makes"].first().to_dict() == {"Red": 0.2, "Black": 0.8}
    chart = charts.outcome_distribution(SAMPLES, 280, source="a test")
    assert labels(chart) == ["20% make it", "80% make it"]
    reached = {row["low"] >= 280: row["fill"] for row in data(chart) if row.get("low") is not None}
    assert reached == {True: "reached", False: "missed"}
    assert subtitle(chart).endswith("Source: a test")
    assert "Red makes 280 in 20%; Black makes 280 in 80%" in chart.to_dict()["description"]


def test_outcomes_of_playouts_are_the_bidders() -> None:
    rounds = mam.play_out("make-a-million-1935", 300, seed=1, policy="rulebook")
    table = charts.tabulate_outcomes(rounds, 300)
    assert table["makes"].iloc[0] == pytest.approx(rounds.makes(300).mean)
    assert set(table["n"]) == {300}


def test_the_make_curve_names_the_best_bid_and_every_trump() -> None:
    chart = charts.make_curve(CURVE)
    assert chart.to_dict()["description"].startswith("Highest expected score: bid 200 with Black, which is made in 60%")
    names = {row["name"] for row in data(chart) if "name" in row}
    assert names == {"Red", "Yellow", "Black", "no trump, Tiger highest"}
    chance = next(row for row in data(chart) if row.get("bid") == 250 and row.get("name") == "Red")
    assert chance["chance"] == 0.5
    assert (chance["low"], chance["high"]) == (pytest.approx(0.5 - 0.0196), pytest.approx(0.5 + 0.0196))
    shapes = [
        scale["range"] for scale in texts(chart.to_dict(), "scale") if scale and "circle" in scale.get("range", [])
    ]
    assert shapes and all(len(set(shape)) == 4 for shape in shapes)  # told apart without color
    dashes = [text["scale"]["range"] for text in texts(chart.to_dict(), "strokeDash") if isinstance(text, dict)]
    assert dashes and all(len({*map(tuple, dash)}) == 4 for dash in dashes)


def test_the_comparison_is_sorted_and_says_what_may_be_as_good() -> None:
    chart = charts.comparison(COMPARED)
    rows = [row for row in data(chart) if "alternative" in row]
    assert [(row["alternative"], row["look"]) for row in rows] == [
        ("R4 Y4 G8", "best"), ("R4 R3 G8", "as good"), ("Y4 Y3 G8", "worse")
    ]  # fmt: skip
    assert rows[2]["low"] == pytest.approx(-2 - 1.96 * 0.6)
    assert labels(chart)[0] == "230.0 ± 3.9"


def test_splits_are_in_percent_and_rare_ones_are_added_up() -> None:
    assert charts.tabulate_chances(SPLITS)["value"].tolist() == ["5-4-2", "4-4-3", "11-0-0"]
    assert labels(charts.color_splits(SPLITS)) == ["50%", "33.3%", "16.7%"]
    rows = data(charts.color_splits({(n, 29 - n): Fraction(1, 30) for n in range(30)}))
    assert len(rows) == 14
    assert rows[-1]["value"] == "17 others" and rows[-1]["chance"] == pytest.approx(17 / 30)


def test_a_distribution_of_numbers_has_its_mean_and_words_have_none() -> None:
    assert subtitle(charts.distribution({0: 0.25, 1: 0.25, 4: 0.5})) == "Triangle: mean, 2.25"
    assert subtitle(charts.distribution({"N": 0.5, "S": 0.5})) == ""
    assert labels(charts.distribution(dict.fromkeys(range(50), 1 / 50))) == []
    assert labels(charts.distribution({0: 0.9996, 1: 0.0004})) == [">99.9%", "<0.1%"]


def test_whole_numbers_are_told_without_a_decimal_point() -> None:
    def ticks(chart: Any) -> list[str]:
        return re.findall(r">(\d\.?\d*)</text>", vlc.vegalite_to_svg(chart.to_dict()))

    assert ticks(charts.distribution({1: 0.1, 2: 0.3, 3: 0.6})) == ["1", "2", "3"]
    assert ticks(charts.distribution({0.5: 0.4, 1.5: 0.6})) == ["0.5", "1.5"]


def test_an_exact_distribution_says_what_was_asked_and_its_model() -> None:
    class Answer(dict[Any, float]):
        question, model = "trumps of N", "every deal is equally likely"

    assert charts.distribution(Answer({1: 1.0})).to_dict()["description"].startswith("trumps of N: mean 1.00")
    for draw in (charts.distribution, charts.color_splits):
        assert subtitle(draw(Answer({(1, 0): 1.0}))) == "Model: every deal is equally likely"


def test_running_means_and_their_bands() -> None:
    table = charts.tabulate_convergence([0, 1, 1, 1] * 25).set_index("n")
    assert table.loc[1, "mean"] == 0 and table.loc[100, "mean"] == 0.75
    assert 0 < table.loc[1, "high"] < 1  # one failure does not prove that it never happens
    assert (table["low"] <= table["mean"]).all() and (table["mean"] <= table["high"]).all()
    numbers = charts.tabulate_convergence([1000000.0, 1000002.0, 1000004.0]).set_index("n")
    reach = 1.96 * 2 / 3**0.5
    assert numbers.loc[3].tolist() == pytest.approx([1000002, 1000002 - reach, 1000002 + reach])
    assert len(charts.tabulate_convergence([0, 1] * 5000)) < 400
    assert labels(charts.convergence([0, 1], Fraction(13, 55))) == ["exact 23.6%"]
    assert "exact is 49.50" in charts.convergence(range(100), 49.5).to_dict()["description"]


def test_calibration_tells_where_it_is_worst() -> None:
    description = charts.calibration(PREDICTED).to_dict()["description"]
    assert description == "Predicted and observed differ most at 60% predicted: 55% observed."


def test_bids_are_set_against_what_was_captured() -> None:
    table = charts.tabulate_bids(BIDS)
    assert table.groupby("bid")["proportion"].sum().tolist() == pytest.approx([1, 1])
    assert table.groupby("bid")["made"].first().to_dict() == {200: 0.75, 240: 0.25}
    assert table.groupby("bid")["n"].first().to_dict() == {200: 40, 240: 20}
    assert {"75%", "25%", "just made"} == set(labels(charts.bids_against_results(BIDS)))
    one_by_one = BIDS.loc[BIDS.index.repeat(BIDS["n"])].assign(n=1)
    assert charts.tabulate_bids(one_by_one).equals(table)


def test_editions_stand_in_the_order_of_the_table() -> None:
    assert labels(charts.edition_comparison(EDITIONS)) == ["290", "402"]
    chart = charts.edition_comparison(TWO_QUANTITIES)
    assert labels(chart) == ["290", "402", "6.50", "7.25"]
    assert "Tricks: manhattan 6.50 ± 2" in chart.to_dict()["description"]


# The flow of a round


def test_the_flow_of_the_specimen(specimen: tuple[Any, ...]) -> None:
    flow = charts.list_flow(specimen[-1])
    assert flow["worth"].sum() == 370
    bear, bull = (flow[flow["effect"] == effect] for effect in ("×0", "×2"))
    assert bear[["played_by", "captured_by", "money", "worth"]].values.tolist() == [["N", "N", 40, 0]]
    assert bull[["played_by", "captured_by", "money", "worth"]].values.tolist() == [["W", "S", 10, 20]]
    chart = charts.capture_flow(specimen[-1])
    cells = {(row["row"], row["column"]): row for row in data(chart) if "lines" in row}
    assert cells["North", "North"]["label"] == "125" and cells["North", "North"]["note"] == "×0: 40 → 0"
    assert cells["East", "East"]["label"] == ""
    assert "North-South 360, East-West 10" in subtitle(chart)


@pytest.mark.parametrize("edition", [name for name in mam.list_editions() if mam.get_edition(name).game == "tricks"])
@pytest.mark.sample(4, 3)
def test_the_flow_adds_up_in_every_edition(edition: str) -> None:
    rounds = mam.play_out(edition, 3, seed=8, policy="rulebook")
    for row in range(3):
        end = rounds.round(row)
        if end.rules.tricks.counts == "tricks":
            with pytest.raises(ValueError, match="tricks are counted"):
                charts.capture_flow(end)
            continue
        flow = charts.list_flow(end)
        taken = flow.groupby("captured_by")["worth"].sum()
        for side, seats in end.sides.items():
            assert sum(taken.get(seat, 0) for seat in seats) == end.captured[side]
        assert flow.loc[flow["captured_by"] == "nest", "money"].sum() == end.nested
        assert charts.capture_flow(end).to_dict()["description"]


@pytest.fixture(scope="module")
def rich() -> Any:
    """A round whose bidder had to discard money."""
    unseen = " ".join(["??"] * 13)
    money = "R40 R30 R15 R10 R5 Y40 Y30 Y15 Y10 Y5 B40 B30 B15"
    deal = mam.parse_deal(f"dealer S | N {money} | E {unseen} | S {unseen} | W {unseen} | nest ?? ?? ??")
    rounds = mam.play_out("make-a-million-1935", 100, seed=8, deal=deal, bidder="N")
    return next(rounds.round(row) for row in range(100) if rounds.nested[row])


def test_money_put_out_goes_to_the_nest(rich: Any) -> None:
    end = rich
    flow = charts.list_flow(end)
    out = flow[flow["captured_by"] == "nest"]
    assert out["played_by"].tolist() == [end.bidder]
    assert (out["money"].tolist(), out["worth"].tolist()) == ([end.nested], [0])
    notes = [row["note"] for row in data(charts.capture_flow(end)) if row.get("captured_by") == "nest"]
    assert "for nobody" in notes


def test_who_may_not_see_the_nest_is_not_told_of_it(rich: Any) -> None:
    views = [mam.view(rich.at(len(rich.history) - 4), seat).round for seat in "NE"]
    nested = [set(charts.list_flow(round)["captured_by"]) & {"nest"} for round in views]
    unseen = [mam.UNSEEN in round.discarded for round in views]
    assert unseen == [not winners for winners in nested]
    assert not unseen[0]


# What is refused


@pytest.mark.parametrize(
    ("draw", "table"),
    [
        (charts.outcome_distribution, SAMPLES),
        (charts.make_curve, CURVE),
        (charts.class_table, CLASS),
        (charts.comparison, COMPARED),
        (charts.calibration, PREDICTED),
        (charts.bids_against_results, BIDS),
        (charts.edition_comparison, EDITIONS),
    ],
)
def test_tables_without_what_is_needed(draw: Callable[..., Any], table: pd.DataFrame) -> None:
    for column in table.columns:
        with pytest.raises(ValueError, match=rf"needs the columns .*: {column} is missing$"):
            draw(table.drop(columns=column))
    with pytest.raises(ValueError, match="no rows"):
        draw(table.iloc[:0])
    with pytest.raises(ValueError, match=r"needs a table .* not list"):
        draw([1, 2])
    draw(table.assign(more=[object()] * len(table))).to_dict()  # further columns are nobody's business


@pytest.mark.parametrize("draw", [charts.color_splits, charts.distribution])
@pytest.mark.parametrize("wrong", [{}, [1], {1: 0.7, 2: 0.7}, {1: -0.1}, {1: "often"}], ids=str)
def test_what_is_no_distribution(draw: Callable[..., Any], wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"distribution|chances"):
        draw(wrong)


def test_what_has_no_room() -> None:
    with pytest.raises(ValueError, match="8 alternatives"):
        charts.outcome_distribution(pd.DataFrame({"alternative": range(9), "money": range(9)}))
    with pytest.raises(ValueError, match="40 alternatives"):
        charts.comparison(pd.concat([COMPARED] * 14))
    with pytest.raises(ValueError, match="6 trumps"):
        charts.make_curve(pd.concat([CURVE.assign(trump=f"way {n}") for n in range(7)]))
    with pytest.raises(ValueError, match="40 values"):
        charts.distribution({f"place {n}": 0 for n in range(41)})


@pytest.mark.parametrize("wrong", [[], [1], [1, float("nan")], ["a", "b"], 7])
def test_what_does_not_converge(wrong: Any) -> None:
    with pytest.raises(ValueError, match="convergence needs"):
        charts.convergence(wrong)


def test_calibration_takes_proportions() -> None:
    with pytest.raises(ValueError, match="proportions from 0 to 1"):
        charts.calibration(PREDICTED.assign(predicted=[10, 60]))


def test_the_make_curve_of_a_game_for_points_speaks_of_points() -> None:
    small = CURVE.assign(bid=[3 + index % 5 for index in range(len(CURVE))], score=4.25, score_standard_error=0.25)
    spec = charts.make_curve(small, unit="points").to_dict()
    assert "scores 4.2 ± 0.5 points" in spec["description"]
    assert "dollars" not in str(spec) and "Bid, points" in str(spec) and "'values': [3, 4, 5, 6, 7]" in str(spec)


def test_a_game_of_letters_has_no_tricks_to_chart() -> None:
    for chart in (charts.capture_flow, charts.money_by_trick):
        with pytest.raises(ValueError, match=r"take a round with tricks"):
            chart(mam.start("millionaire", seed=7))  # type: ignore[operator]


def test_a_chance_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="chances are numbers from 0 to 1"):
        charts.distribution({1: float("nan")})


def test_no_flow_before_money_was_played(specimen: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="no money has been played"):
        charts.capture_flow(mam.start("make-a-million-1935", seed=7))


def test_every_chart_is_drawn_here() -> None:
    drawn = "".join(str(chart.__code__.co_names) for chart in CHARTS.values())
    public = {name for name in charts.__all__ if not name.startswith(("list_", "tabulate_"))}
    assert {name for name in public if f"'{name}'" in drawn} == public
