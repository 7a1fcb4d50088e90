"""Submissions: what a student hands in, as plain JSON. They are data: read with limits, never run, imported or unpickled."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from mam.classroom.answers import Plain
from mam.support.messages import quote

KIND = "mam submission"
FORMAT = 2
MOST_BYTES = 1_000_000
_DEEPEST = 6  # nested lists and objects; a submission has four
_MOST_ANSWERS = 200
_MOST_PARTS = 1000  # of an answer that is a list
_LONGEST = 10_000  # characters of one text
LONGEST_CODE = 10_000  # characters of a cell
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_KEYS = ("kind", "format", "assignment", "student", "practice", "saved", "records", "answers", "seal")


class SubmissionError(ValueError):
    """Why a file is not a submission."""


class NotebookHandedIn(SubmissionError):
    """A file is the notebook, and not the submission that it writes."""

    def __init__(self) -> None:
        super().__init__("is the notebook itself: hand in the .json file that work.export() names, in the same folder")


@dataclass(frozen=True)
class RecordedAnswer:
    """One answer as it was recorded; `fault` says what is wrong with the entry itself, if anything is.

    `code` is the text of the cell that a function came from. A page without Jupyter counts, too: how many `tries` there were, how many
    of them it could not read (`unread`), and how many `hints` were taken. `sure` is how sure the student was of it, in percent; 0 if nothing
    was said. `is_given` is false where only hints were taken, or nothing could be read.
    """

    version: int
    answer: Plain
    fault: str = ""
    tries: int = 0
    hints: int = 0
    unread: int = 0
    sure: int = 0
    is_given: bool = True
    code: str = ""


@dataclass(frozen=True)
class Submission:
    """What a student saved. `saved` is the time of the latest record (UTC, by the student's clock), `records` how many there were.

    `source` says where it was written: in a "notebook", or on a "phone" or another screen without Jupyter.
    """

    assignment: str
    student: str
    practice: bool
    saved: str = ""
    records: int = 0
    answers: Mapping[str, RecordedAnswer] = field(default_factory=dict)
    source: str = "notebook"


@dataclass(frozen=True)
class SealedSubmission:
    """A submission as it stands in a file, with its seal: an HMAC of everything else, made with the token in the student's notebook.

    The token itself is never in the file, so a file that somebody sees is of no use for making another.
    """

    submission: Submission
    seal: str
    facts: Mapping[str, Any] = field(repr=False)  # what was sealed: all of the document except the seal

    def is_sealed_with(self, token: str) -> bool:
        """Say whether all of it is as it was written with this token."""
        return hmac.compare_digest(self.seal.encode(), _make_seal(self.facts, token).encode())


def _make_seal(facts: Mapping[str, Any], token: str) -> str:
    text = json.dumps(facts, ensure_ascii=True, sort_keys=True)
    return hmac.digest(token.encode(), text.encode(), hashlib.sha256).hex()


def write_submission(submission: Submission, token: str) -> str:
    """Return a submission, sealed with the student's token, as the text of its file, which `parse_submission` reads."""
    answers = {id: _write_answer(answer) for id, answer in submission.answers.items()}
    facts = {
        "kind": KIND,
        "format": FORMAT,
        "assignment": submission.assignment,
        "student": submission.student,
        "practice": submission.practice,
        "saved": submission.saved,
        "records": submission.records,
        "answers": answers,
    }
    return json.dumps({**facts, "seal": _make_seal(facts, token)}, ensure_ascii=False, indent=1) + "\n"


def _write_answer(answer: RecordedAnswer) -> dict[str, Any]:
    """Return one answer as a file has it: an answer that was never given is null."""
    entry: dict[str, Any] = {"version": answer.version, "answer": answer.answer if answer.is_given else None}
    return entry | {name: value for name, value in (("code", answer.code), ("unread", answer.unread)) if value}


def parse_submission(content: bytes) -> SealedSubmission:
    """Return the submission in the bytes of a file. Whether its seal is right only its token can tell.

    Raises SubmissionError with a sentence on the first fault.

    >>> parse_submission(b"PK")
    Traceback (most recent call last):
    mam.classroom.submissions.SubmissionError: is not a submission: it is not JSON (line 1)
    """
    if len(content) > MOST_BYTES:
        raise SubmissionError(f"is too long: {len(content):,} bytes, and the maximum is {MOST_BYTES:,}")
    if not content.strip():
        raise SubmissionError("is empty")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SubmissionError(f"is not a submission: it is not UTF-8 text (byte {error.start})") from None
    return _read_submission(_parse_object(text))


def _parse_object(text: str) -> dict[str, Any]:
    """Return the JSON object of a text: only whole numbers, no key twice, not nested too deeply."""
    depth = 0
    # Every part is optional, so the pattern matches at each quote and needs one pass, even for a text that is never closed.
    without_texts = re.sub(r'"(?:[^"\\]|\\.)*\\?"?', "", text, flags=re.DOTALL)
    for sign in re.findall(r"[\[\]{}]", without_texts):
        depth += 1 if sign in "[{" else -1
        if depth > _DEEPEST and '"nbformat"' not in text:
            raise SubmissionError(f"is not a submission: lists and objects are nested more than {_DEEPEST} deep")
    try:
        document = json.loads(
            text, object_pairs_hook=_make_object, parse_constant=_refuse_number, parse_float=_refuse_number
        )
    except json.JSONDecodeError as error:
        ends = text.strip()
        if ends.startswith("{") and (not ends.endswith("}") or error.pos >= len(text.rstrip())):
            raise SubmissionError(f"breaks off (in line {error.lineno})") from None
        raise SubmissionError(f"is not a submission: it is not JSON (line {error.lineno})") from None
    except SubmissionError:
        if re.search(r'"nbformat"\s*:', text):
            raise NotebookHandedIn from None
        raise
    except (ValueError, RecursionError):
        raise SubmissionError(
            "is not a submission: it has a number that is too long, or lists nested too deeply"
        ) from None
    if not isinstance(document, dict):
        raise SubmissionError("is not a submission: its JSON is not an object")
    if "nbformat" in document or "cells" in document:
        raise NotebookHandedIn
    try:
        text.encode()
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise SubmissionError("is not a submission: a text in it has half a character (a lone surrogate)") from None
    return document


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise SubmissionError("is not a submission: a key appears twice")
    return document


def _refuse_number(text: str) -> Any:
    raise SubmissionError(f"is not a submission: {text[:20]} is not a whole number")


def _read_submission(document: dict[str, Any]) -> SealedSubmission:
    if document.get("kind") != KIND:
        raise SubmissionError(f"is not a submission: its kind is not “{KIND}”")
    if document.get("format") == 1 and not isinstance(document["format"], bool):
        raise SubmissionError(
            "is in the format of an older mam, which contains the student's token, so anyone who saw it can have changed "
            "it: it must be saved again, with a notebook that “mam assign --again” makes"
        )
    if document.get("format") != FORMAT or isinstance(document["format"], bool):
        raise SubmissionError(f"has an unknown format: this mam reads format {FORMAT}")
    for key in _KEYS:
        if key not in document:
            raise SubmissionError(f"is incomplete: {key} is missing")
    unknown = sorted(set(document) - set(_KEYS))
    if unknown:
        raise SubmissionError(f"was changed: work.record() does not write the key {quote(unknown[0])}")
    for key in ("assignment", "student", "saved", "seal"):
        if not isinstance(document[key], str) or len(document[key]) > 100:
            raise SubmissionError(f"is not a submission: {key} is not a short text")
    if not isinstance(document["practice"], bool):
        raise SubmissionError("is not a submission: practice is neither true nor false")
    if not _is_count(document["records"], 10**9):
        raise SubmissionError("is not a submission: records is not a whole number in range")
    if document["saved"] and not is_time(document["saved"]):
        raise SubmissionError("is not a submission: saved is not a time like 2026-09-01T12:00:00Z")
    if not isinstance(document["answers"], dict) or len(document["answers"]) > _MOST_ANSWERS:
        raise SubmissionError(f"is not a submission: answers is not an object with at most {_MOST_ANSWERS} entries")
    submission = Submission(
        document["assignment"],
        document["student"],
        document["practice"],
        document["saved"],
        document["records"],
        {id: _read_answer(entry) for id, entry in document["answers"].items()},
    )
    return SealedSubmission(submission, document["seal"], {key: document[key] for key in _KEYS if key != "seal"})


def format_time(moment: datetime) -> str:
    """Return a moment as a submission has it.

    >>> format_time(datetime(2026, 9, 1, 12, tzinfo=UTC))
    '2026-09-01T12:00:00Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_time(text: str) -> bool:
    """Return whether a text is a time that a clock can show; any other text would count as later than all times."""
    try:
        return bool(_TIME.fullmatch(text)) and datetime.fromisoformat(text) is not None
    except ValueError:
        return False


def _read_answer(entry: Any) -> RecordedAnswer:
    """Read one answer; a faulty answer affects no other."""
    if not isinstance(entry, dict) or set(entry) - {"code", "unread"} != {"version", "answer"}:
        return RecordedAnswer(0, "", "its entry is not a version with an answer")
    if not _is_count(entry["version"], 10**6):
        return RecordedAnswer(0, "", "its version is not a number")
    unread = entry.get("unread", 0)
    if not _is_count(unread, 10**6):
        return RecordedAnswer(0, "", "its number of unreadable tries is not a number")
    answer = entry["answer"]
    if answer is None and unread:
        return RecordedAnswer(entry["version"], "", unread=unread, is_given=False)
    parts = answer if isinstance(answer, list) else [answer]
    if not all(isinstance(part, str) for part in parts):
        return RecordedAnswer(0, "", "its answer is neither text nor a list of texts")
    if len(parts) > _MOST_PARTS or any(len(part) > _LONGEST for part in parts):
        return RecordedAnswer(0, "", f"its answer is longer than {_MOST_PARTS:,} parts of {_LONGEST:,} characters")
    code = entry.get("code", "")
    if not isinstance(code, str) or len(code) > LONGEST_CODE:
        return RecordedAnswer(0, "", f"its code is no text of at most {LONGEST_CODE:,} characters")
    return RecordedAnswer(entry["version"], answer, code=code, unread=unread)


def _is_count(value: Any, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= maximum
