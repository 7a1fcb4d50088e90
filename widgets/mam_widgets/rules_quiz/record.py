"""What a learner has answered rightly and wrongly: a small JSON file of their own."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mam.support.data_files import write_file
from mam.support.messages import shorten

_FORMAT = "mam-quiz-1"


@dataclass
class QuizRecord:
    """How often each question was answered rightly and wrongly, and how the last time went; kept in `path`, if there is one.

    A file that is no such record is put aside under another name. `message` tells what happened to the file, if anything did.
    """

    path: Path | None = None
    answered: dict[str, dict[str, Any]] = field(default_factory=dict)
    message: str = ""

    def __post_init__(self) -> None:
        if self.path is not None:
            self._read()

    @property
    def missed(self) -> tuple[str, ...]:
        """The questions that were wrong the last time they were answered."""
        return tuple(name for name, counts in sorted(self.answered.items()) if counts["last"] == "wrong")

    def add(self, question: str, right: bool) -> None:
        """Note an answer, and write the file; what another quiz has written there in between stays."""
        if self.path is not None:
            self._read()
        noted = self.answered.setdefault(question, {"right": 0, "wrong": 0, "last": ""})
        noted["last"] = "right" if right else "wrong"
        noted[noted["last"]] += 1
        if self.path is not None:
            self._write(self.path)

    def _read(self) -> None:
        if self.path is None or not self.path.exists():
            return
        try:
            self.answered = parse_answers(self.path.read_text("utf-8", errors="replace"))
        except OSError as error:
            self.message = f"{self.path} cannot be read ({error.strerror}): what you miss is remembered only until you close this quiz."
            self.path = None
        except ValueError as error:
            aside = _free(self.path)
            try:
                self.path.rename(aside)
                self.message = f"{self.path.name} was not a record of a quiz ({error}). It was saved as {aside.name}, and a new one begins."
            except OSError as fault:
                self.message = f"{self.path} is no record of a quiz ({error}) and cannot be put aside ({fault.strerror}): it is left alone."
                self.path = None

    def _write(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, format_answers(self.answered))
        except OSError as error:
            self.message = f"{path} cannot be written ({error.strerror}): what you miss is remembered only until you close this quiz."


def _free(path: Path) -> Path:
    """Return a name beside a file that nothing has yet."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-faulty-{number}{path.suffix}")).exists():
        number += 1
    return aside


def format_answers(answered: dict[str, dict[str, Any]]) -> str:
    """Return answers as the text of a file, which `parse_answers` reads."""
    return json.dumps({"format": _FORMAT, "answered": answered}, indent=1, sort_keys=True) + "\n"


def parse_answers(text: str) -> dict[str, dict[str, Any]]:
    """Return the answers in the text of a file. Raises ValueError naming what is wrong with it."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno} is not JSON" if text.strip() else "the file is empty") from None
    except (ValueError, RecursionError):  # a number, or lists in lists, without end
        raise ValueError("a value is too long or too deeply nested") from None
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise ValueError(f"it does not say “format”: “{_FORMAT}”")
    answered = content.get("answered")
    if not isinstance(answered, dict):
        raise ValueError("“answered” must be a table of questions")
    for name, counts in answered.items():
        is_valid = (
            isinstance(counts, dict)
            and set(counts) == {"right", "wrong", "last"}
            and counts["last"] in ("right", "wrong")
        )
        if not is_valid or not all(type(counts[key]) is int and counts[key] >= 0 for key in ("right", "wrong")):
            raise ValueError(f"“{shorten(name)}” must say how often it was right and wrong, and how the last time went")
    return answered
