"""A person's own predictions over weeks, read from the file in which they were written down."""

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.readings import read_probability
from mam.support.brier import Prediction, PredictionScore, score_predictions
from mam.support.csv_rows import read_rows
from mam.support.messages import quote
from mam.support.toml import PlacedError, read_text

_MAX_BYTES = 5_000_000
_FORMAT = 1  # of the bidding lab's file
_OUTCOMES = {
    **dict.fromkeys(("yes", "true", "1", "made", "happened"), True),
    **dict.fromkeys(("no", "false", "0", "missed", "not made"), False),
}


class PredictionError(PlacedError):
    """A fault in a file of predictions: the file, the line and what is wrong."""


def read_predictions(path: str | Path) -> tuple[Prediction, ...]:
    """Read predictions and outcomes: a CSV file of your own, or the guesses that the bidding lab saved (a JSON file).

    The first line of a CSV file is `chance,happened`, and may name the columns `date` (like 2026-11-27) and `question`, too. A chance
    is written as in an exercise, 70% or 0.7 or 2/3; `happened` is yes or no (or made, missed, 1, 0). A row without an outcome is
    left out: it has not happened yet. The bidding lab saves its guesses in mam-saves/guesses.json.

    Raises PredictionError, a ValueError, with the line and what would be right; OSError if the file cannot be read.

    >>> from tempfile import mkdtemp
    >>> diary = Path(mkdtemp(), "predictions.csv")
    >>> _ = diary.write_text("date,question,chance,happened\\n2026-11-02,we make 200,70%,yes\\n2026-11-03,we make 240,2/5,no\\n")
    >>> print(score_predictions(read_predictions(diary)))
    2 predictions, Brier score 0.125: reliability 0.125 − resolution 0.250 + uncertainty 0.250, within tenths +0.000
    """
    path = Path(path)
    text = read_text(path, _MAX_BYTES, PredictionError)
    return tuple(_read_guesses(text, path.name) if path.suffix.lower() == ".json" else _read_diary(text, path.name))


def score_by_week(predictions: Iterable[Prediction]) -> dict[str, PredictionScore]:
    """Score the predictions of each week, from the first to the last, by the date of its Monday.

    Raises ValueError for a prediction without a date.

    >>> weeks = score_by_week([Prediction(0.9, True, "2026-11-05"), Prediction(0.6, False, "2026-11-09")])
    >>> {monday: round(score.brier, 2) for monday, score in weeks.items()}
    {'2026-11-02': 0.01, '2026-11-09': 0.36}
    """
    weeks: defaultdict[date, list[Prediction]] = defaultdict(list)
    for prediction in predictions:
        if not prediction.date:
            raise ValueError("a prediction has no date: add a column “date” to the file, with dates like 2026-11-27")
        day = date.fromisoformat(prediction.date)
        weeks[date.fromordinal(day.toordinal() - day.weekday())].append(prediction)
    return {f"{monday}": score_predictions(weeks[monday]) for monday in sorted(weeks)}


def _read_diary(text: str, file: str) -> Iterable[Prediction]:
    for line, row in read_rows(text, file, ["chance", "happened"], ["date", "question"], PredictionError):
        outcome = row.get("happened", "").casefold()
        if not outcome:
            continue
        if outcome not in _OUTCOMES:
            raise PredictionError(file, line, f"“happened” is yes or no, not {quote(outcome)}")
        try:
            chance = float(read_probability(row["chance"]).value)
        except UnreadableAnswer as error:
            raise PredictionError(file, line, f"the chance {quote(row['chance'])}: {error}") from None
        yield Prediction(chance, _OUTCOMES[outcome], _check_date(row.get("date", ""), file, line))


def _check_date(text: str, file: str, line: int) -> str:
    try:
        return f"{date.fromisoformat(text)}" if text else ""
    except ValueError:
        raise PredictionError(file, line, f"the date {quote(text)} must be like 2026-11-27") from None


def _read_guesses(text: str, file: str) -> Iterable[Prediction]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PredictionError(file, 0, f"this is not valid JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT or not isinstance(data.get("guesses"), list):
        raise PredictionError(file, 0, f"the bidding lab saves an object with “format”: {_FORMAT} and a list “guesses”")
    return [_read_guess(guess, number, file) for number, guess in enumerate(data["guesses"], 1)]


def _read_guess(guess: Any, number: int, file: str) -> Prediction:
    chance, was_made = (guess.get("chance"), guess.get("made")) if isinstance(guess, dict) else (None, None)
    if isinstance(chance, bool) or not isinstance(chance, int | float) or not 0 <= chance <= 1:
        raise PredictionError(file, 0, f"guess {number} needs a “chance” from 0 to 1")
    if not isinstance(was_made, bool):
        raise PredictionError(file, 0, f"guess {number} needs “made”, true or false")
    return Prediction(float(chance), was_made)
