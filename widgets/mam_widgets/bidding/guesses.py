"""A learner's guesses and what came of them, kept in a small file: how well calibrated they are."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from mam.support.brier import Prediction, PredictionScore, score_predictions
from mam.support.data_files import write_file
from mam.support.messages import quote

_FORMAT = 1


@dataclass(frozen=True)
class GuessRecord:
    """One guess: that the bid is made with this `chance` (0 to 1), and what happened when the deal was played out: how much
    the side captured (`taken`), and whether the bid was `made`. Amounts are thousands of dollars, or points.
    """

    edition: str
    hand: str
    bid: int
    trump: str
    chance: float
    taken: int
    made: bool


def score_guesses(guesses: Sequence[GuessRecord]) -> PredictionScore | None:
    """Score guesses as predictions: the Brier score, and predicted beside observed in tenths; None without a guess.

    >>> score = score_guesses([GuessRecord("sweven", "", 4, "S", 0.8, 5, True), GuessRecord("sweven", "", 4, "S", 0.4, 2, False)])
    >>> round(score.brier, 6), [row.n for row in score.rows]
    (0.1, [1, 1])
    """
    return score_predictions(Prediction(guess.chance, guess.made) for guess in guesses) if guesses else None


class GuessBook:
    """The guesses in a file. A file that is no such book is kept aside under another name, and `fault` says so."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.fault = ""
        self.guesses: tuple[GuessRecord, ...] = ()
        self._load()

    def add(self, guess: GuessRecord) -> None:
        """Keep a guess, in the file as well. Raises OSError when it cannot be written; the guess then counts all the same."""
        self._load()  # another widget may have written to it
        self.guesses = (*self.guesses, guess)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": _FORMAT, "guesses": [asdict(guess) for guess in self.guesses]}, indent=1)
        write_file(self.path, f"{text}\n")

    def _load(self) -> None:
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return
        except UnicodeDecodeError as error:
            return self._put_aside(str(error))
        try:
            self.guesses = _read(text)
        except ValueError as error:
            self._put_aside(str(error))

    def _put_aside(self, why: str) -> None:
        names = [f"{self.path.name}.faulty", *(f"{self.path.name}.faulty{number}" for number in range(2, 1000))]
        aside = next(path for path in map(self.path.with_name, names) if not path.exists())
        self.path.rename(aside)
        self.fault = f"The file {self.path} holds no guesses that can be read ({why}). It was saved as {aside}, and a new file was started."


def _read(text: str) -> tuple[GuessRecord, ...]:
    """Return the guesses in a text; raises ValueError that says what is wrong with it."""
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("format") != _FORMAT or not isinstance(data.get("guesses"), list):
        raise ValueError(f"it is not an object with “format”: {_FORMAT} and a list “guesses”")
    return tuple(_read_one(row, number) for number, row in enumerate(data["guesses"], 1))


def _read_one(row: Any, number: int) -> GuessRecord:
    kinds = {field_.name: field_.type for field_ in fields(GuessRecord)}
    if not isinstance(row, dict) or set(row) != set(kinds):
        raise ValueError(f"guess {number} is not an object with {', '.join(kinds)}")
    for name, kind in kinds.items():
        allowed = (int, float) if kind is float else (kind,)
        if type(row[name]) not in allowed:
            raise ValueError(f"guess {number}: “{name}” cannot be {quote(row[name])}")
    if not 0 <= row["chance"] <= 1:
        raise ValueError(f"guess {number}: a chance is from 0 to 1, not {quote(row['chance'])}")
    return GuessRecord(**row)
