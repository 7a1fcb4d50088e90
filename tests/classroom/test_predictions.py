"""A person's own predictions: the Brier score and its parts, the rows of the chart, and the files that hold them."""

import json
from pathlib import Path
from random import Random

import pandas as pd
import pytest

from mam import charts
from mam.analysis.calibration import tabulate
from mam.classroom import (
    Prediction,
    PredictionError,
    get_exercise,
    read_predictions,
    score_by_week,
    score_predictions,
)
from mam.classroom.quantities import Number


def draw_predictions(seed: int, number: int, *, skill: float = 1.0, step: int = 1) -> list[Prediction]:
    """Whole percents, or every so many; with less skill, what happens is nearer to a coin."""
    rng = Random(seed)
    chances = [rng.randrange(0, 101, step) / 100 for _ in range(number)]
    return [Prediction(chance, rng.random() < skill * chance + (1 - skill) / 2) for chance in chances]


@pytest.mark.parametrize("seed", range(5))
def test_the_parts_add_up(seed: int) -> None:
    score = score_predictions(draw_predictions(seed, 200))
    total = score.reliability - score.resolution + score.uncertainty + score.within
    assert score.brier == pytest.approx(total, abs=1e-9)
    assert score.brier == pytest.approx(
        sum((prediction.chance - prediction.happened) ** 2 for prediction in draw_predictions(seed, 200)) / 200
    )


@pytest.mark.parametrize("seed", range(5))
def test_with_one_chance_in_each_tenth_three_parts_are_all(seed: int) -> None:
    score = score_predictions(draw_predictions(seed, 300, step=10))
    assert score.within == pytest.approx(0.0, abs=0.002)  # 90% and 100% share a tenth
    without_ten = [prediction for prediction in draw_predictions(seed, 300, step=10) if prediction.chance < 1]
    assert score_predictions(without_ten).within == 0


def test_a_known_chance_counts_as_if_the_case_had_come_up_many_times() -> None:
    known = score_predictions([Prediction(0.6, 0.75), Prediction(0.3, 0.2)])
    often = score_predictions(
        [Prediction(0.6, k < 15) for k in range(20)] + [Prediction(0.3, k < 4) for k in range(20)]
    )
    for name in ("brier", "reliability", "resolution", "uncertainty", "within"):
        assert getattr(known, name) == pytest.approx(getattr(often, name), abs=1e-9), name
    with pytest.raises(ValueError, match="a chance from 0 to 1, not 2"):
        score_predictions([Prediction(0.6, 2)])


def test_who_knows_no_more_than_a_coin_is_unreliable() -> None:
    skilled, overconfident = (score_predictions(draw_predictions(1, 4000, skill=skill)) for skill in (1, 0.3))
    assert skilled.reliability < 0.005 < 0.03 < overconfident.reliability
    assert overconfident.resolution < 0.02 < skilled.resolution


def test_the_extremes() -> None:
    sure = score_predictions([Prediction(1.0, True), Prediction(0.0, False)])
    assert (sure.brier, sure.reliability, sure.resolution, sure.uncertainty) == (0, 0, 0.25, 0.25)
    coin = score_predictions([Prediction(0.5, True), Prediction(0.5, False)])
    assert (coin.brier, coin.reliability, coin.resolution, coin.uncertainty) == (0.25, 0, 0, 0.25)
    assert str(coin).startswith("2 predictions, Brier score 0.250")
    assert str(score_predictions([Prediction(0.2, True)])).startswith("1 prediction, Brier score 0.640")


def test_rows_are_those_of_the_audit() -> None:
    predictions = draw_predictions(3, 500)
    cases = pd.DataFrame(
        {
            "predicted": [prediction.chance for prediction in predictions],
            "made": [prediction.happened for prediction in predictions],
        }
    )
    rows, table = pd.DataFrame(score_predictions(predictions).rows), tabulate(cases)
    same = ["low", "high", "predicted", "observed", "n"]
    pd.testing.assert_frame_equal(rows[same], table[same], check_dtype=False)
    assert rows["standard_error"].tolist() == pytest.approx(table["standard_error"].tolist(), abs=0.02)


def test_a_single_case_leaves_much_open() -> None:
    (row,) = score_predictions([Prediction(0.75, True)]).rows
    assert (row.observed, row.n) == (1.0, 1) and row.standard_error == pytest.approx(0.219, abs=0.001)


def test_the_chart_draws_the_rows() -> None:
    chart = charts.calibration(pd.DataFrame(score_predictions(draw_predictions(4, 200)).rows))
    assert "Predicted and observed differ most at" in chart.to_dict()["description"]


def test_the_exercise_asks_for_the_same_score() -> None:
    variant = get_exercise("brier-score").variant("ann")
    pairs = zip(variant.given["predictions"], variant.given["outcomes"], strict=True)
    score = score_predictions([Prediction(chance, bool(outcome)) for chance, outcome in pairs])
    assert isinstance(variant.answer, Number)
    assert score.brier == pytest.approx(float(variant.answer.value))


# Weeks


def test_weeks_begin_on_monday() -> None:
    dates = ["2026-11-29", "2026-11-30", "2026-12-06", "2026-12-07"]
    weeks = score_by_week([Prediction(0.7, True, date) for date in reversed(dates)])
    assert {monday: score.n for monday, score in weeks.items()} == {"2026-11-23": 1, "2026-11-30": 2, "2026-12-07": 1}


def test_a_week_needs_a_date() -> None:
    with pytest.raises(ValueError, match="has no date: add a column “date”"):
        score_by_week([Prediction(0.7, True)])


# Files


def write(folder: Path, text: str, name: str = "diary.csv") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_diary_is_read_as_people_write_it(tmp_path: Path) -> None:
    text = "Date;Question;Chance;Happened\n2026-11-02;we make 200;70%;Yes\n;;2/5;missed\n2026-11-04;;0.25;\n"
    assert read_predictions(write(tmp_path, text)) == (Prediction(0.7, True, "2026-11-02"), Prediction(0.4, False))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chance,made\n0.7,yes\n", r"diary.csv, line 1: the first line must be chance,happened,date,question"),
        ("happened\nyes\n", r"line 1: the first line must be"),
        ("chance,chance,happened\n", r"line 1: the first line must be"),
        ("chance,happened\n0.7,yes\n0.8,perhaps\n", r"line 3: “happened” is yes or no, not 'perhaps'"),
        ("chance,happened\n70,yes\n", r"line 2: the chance '70': .*Did you mean 70%\?"),
        ("chance,happened\n,yes\n", r"line 2: the chance ''"),
        ("chance,happened,date\n0.7,yes,11/27/2026\n", r"line 2: the date '11/27/2026' must be like 2026-11-27"),
        ("chance,happened\n0.7,yes,more\n", r"line 2: 3 values, but the first line names 2"),
        ('chance,happened\n"0.7,yes\n', r"this is not valid CSV"),
    ],
)
def test_a_faulty_diary_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PredictionError, match=message):
        read_predictions(write(tmp_path, text))


def test_guesses_of_the_bidding_lab_are_read(tmp_path: Path) -> None:
    guess = {"edition": "sweven", "hand": "", "bid": 4, "trump": "S", "chance": 0.8, "taken": 5, "made": True}
    text = json.dumps({"format": 1, "guesses": [guess, guess | {"chance": 0, "made": False}]})
    assert read_predictions(write(tmp_path, text, "guesses.json")) == (Prediction(0.8, True), Prediction(0.0, False))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "guesses.json: this is not valid JSON"),
        ("[" * 100_000, "this is not valid JSON"),
        ("[]", "the bidding lab saves an object with “format”: 1 and a list “guesses”"),
        ('{"format": 2, "guesses": []}', "“format”: 1"),
        ('{"format": 1, "guesses": [7]}', "guess 1 needs a “chance” from 0 to 1"),
        ('{"format": 1, "guesses": [{"chance": 70, "made": true}]}', "guess 1 needs a “chance” from 0 to 1"),
        ('{"format": 1, "guesses": [{"chance": true, "made": true}]}', "guess 1 needs a “chance” from 0 to 1"),
        ('{"format": 1, "guesses": [{"chance": NaN, "made": true}]}', "guess 1 needs a “chance” from 0 to 1"),
        ('{"format": 1, "guesses": [{"chance": 0.7, "made": 1}]}', "guess 1 needs “made”, true or false"),
    ],
)
def test_faulty_guesses_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PredictionError, match=message):
        read_predictions(write(tmp_path, text, "guesses.json"))


def test_nothing_to_score_is_said() -> None:
    with pytest.raises(ValueError, match="there are no predictions yet"):
        score_predictions([])
    with pytest.raises(ValueError, match="a chance is from 0 to 1, not 70"):
        score_predictions([Prediction(70, True)])
    with pytest.raises(ValueError, match="a chance is from 0 to 1, not nan"):
        score_predictions([Prediction(float("nan"), True)])


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_predictions(tmp_path / "none.csv")
