"""How good predictions were: the Brier score, its three parts, and predicted beside observed in tenths."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from mam.support.estimates import Estimate

_TENTHS = 10
_ADDED_CASES = 2  # cases of each kind, by Agresti and Coull


@dataclass(frozen=True)
class Prediction:
    """A chance from 0 to 1 that somebody stated beforehand, and whether it happened. `date` is "" or like 2026-11-27.

    Where the true chance is known, `happened` may be that chance, from 0 to 1: the case then counts as if it had come up many times.
    """

    chance: float
    happened: float
    date: str = ""


@dataclass(frozen=True)
class Tenth:
    """The `n` predictions from `low` to `high`: their mean chance, the proportion that happened, and its standard error.

    The standard error is that with two cases of each kind added: after a single case nobody knows the proportion, so it is never 0.
    """

    low: float
    high: float
    predicted: float
    observed: float
    standard_error: float
    n: int


@dataclass(frozen=True)
class PredictionScore:
    """The Brier score of `n` predictions, and what it is made of: reliability − resolution + uncertainty + within.

    `brier` is the mean squared difference between the chance stated and what happened (1 or 0): 0 is perfect, always saying 50%
    gives 0.25. `reliability` is how far the tenths are from what happened in them (0 is perfectly calibrated), `resolution` how far
    what happened in them is from what happened overall (more is better), `uncertainty` what somebody gets who always states the
    overall proportion. `within` is what the differences between predictions of one tenth add: 0 if there are none. `rows` are the
    points of `mam.charts.calibration`.
    """

    n: int
    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    rows: tuple[Tenth, ...]

    def __str__(self) -> str:
        parts = f"reliability {self.reliability:.3f} − resolution {self.resolution:.3f} + uncertainty {self.uncertainty:.3f}"
        return f"{self.n} prediction{'s' * (self.n != 1)}, Brier score {self.brier:.3f}: {parts}, within tenths {self.within:+.3f}".replace(
            "-", "−"
        )


def score_predictions(predictions: Iterable[Prediction]) -> PredictionScore:
    """Score predictions. Raises ValueError when there are none, and for a chance or an outcome that is not from 0 to 1.

    >>> score = score_predictions([Prediction(0.8, True), Prediction(0.8, True), Prediction(0.8, False), Prediction(0.3, False)])
    >>> print(score)
    4 predictions, Brier score 0.203: reliability 0.036 − resolution 0.083 + uncertainty 0.250, within tenths +0.000
    >>> [(round(row.predicted, 3), round(row.observed, 3), row.n) for row in score.rows]
    [(0.3, 0.0, 1), (0.8, 0.667, 3)]

    Who names the true chance of 70% still gets 0.21: what happens is 1 or 0, and nobody knows which.

    >>> round(score_predictions([Prediction(0.7, 0.7)]).brier, 3)
    0.21
    """
    groups: defaultdict[int, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        if not 0 <= prediction.happened <= 1:
            raise ValueError(f"what happened is yes, no or a chance from 0 to 1, not {prediction.happened:g}")
        groups[_find_tenth(prediction.chance)].append(prediction)
    if not groups:
        raise ValueError("there are no predictions yet, so there is nothing to score")
    rows = tuple(_make_row(tenth, groups[tenth]) for tenth in sorted(groups))
    everything = [prediction for group in groups.values() for prediction in group]
    n, overall = len(everything), fmean(prediction.happened for prediction in everything)
    brier = fmean(_find_loss(prediction.chance, prediction.happened) for prediction in everything)
    reliability = sum(row.n * (row.predicted - row.observed) ** 2 for row in rows) / n
    resolution = sum(row.n * (row.observed - overall) ** 2 for row in rows) / n
    uncertainty = overall * (1 - overall)
    within = brier - reliability + resolution - uncertainty
    return PredictionScore(n, brier, reliability, resolution, uncertainty, round(within, 12) + 0.0, rows)


def _find_loss(chance: float, happened: float) -> float:
    """Return the squared difference to 1 and to 0, each as often as it happens."""
    return happened * (1 - chance) ** 2 + (1 - happened) * chance**2


def _find_tenth(chance: float) -> int:
    if not 0 <= chance <= 1:
        raise ValueError(f"a chance is from 0 to 1, not {chance:g}")
    return min(int(chance * _TENTHS + 1e-9), _TENTHS - 1)


def _make_row(tenth: int, group: Sequence[Prediction]) -> Tenth:
    predicted, observed = (
        fmean(prediction.chance for prediction in group),
        fmean(prediction.happened for prediction in group),
    )
    n = len(group)
    careful = Estimate.of_proportion((n * observed + _ADDED_CASES) / (n + 2 * _ADDED_CASES), n + 2 * _ADDED_CASES)
    return Tenth(tenth / _TENTHS, (tenth + 1) / _TENTHS, predicted, observed, careful.standard_error, n)
