"""Files that are handed in: what is read, and with which words anything else is refused."""

import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cases import check_each
from homework import Homework
from hypothesis import given
from hypothesis import strategies as st

from mam.classroom.incoming import MOST_NOTEBOOK_BYTES, find_files
from mam.classroom.submissions import (
    MOST_BYTES,
    RecordedAnswer,
    Submission,
    SubmissionError,
    parse_submission,
    write_submission,
)

SUBMISSION = Submission(
    "homework-1",
    "ann",
    False,
    "2026-09-01T12:00:00Z",
    2,
    {"a": RecordedAnswer(1, "West"), "b": RecordedAnswer(2, ["1", "é"])},
)
TOKEN = "0123456789abcdef" * 2
TEXT = write_submission(SUBMISSION, TOKEN)


def changed(**values: Any) -> bytes:
    """The file with other values and a seal that fits them, as somebody who has the token and reads our code would write it."""
    facts = {**json.loads(TEXT), **values}
    del facts["seal"]
    from mam.classroom import submissions

    return json.dumps({**facts, "seal": submissions._make_seal(facts, TOKEN)}).encode()


def test_what_is_written_is_read_again() -> None:
    as_windows_saves_it = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    for content in (TEXT.encode(), as_windows_saves_it, json.dumps(json.loads(TEXT)).encode(), changed()):
        sealed = parse_submission(content)
        assert sealed.submission == SUBMISSION and sealed.is_sealed_with(TOKEN)


def test_the_token_is_not_in_the_file() -> None:
    assert TOKEN not in TEXT and TOKEN[:8] not in TEXT
    assert not parse_submission(TEXT.encode()).is_sealed_with(TOKEN[::-1])


REFUSED = {
    "empty": (b"", "is empty"),
    "blank": (b" \n", "is empty"),
    "cut off": (TEXT[:-30].encode(), "breaks off (in line"),
    "cut off within a text": (TEXT[:70].encode(), "breaks off (in line"),
    "binary": (bytes(range(256)), "it is not UTF-8 text (byte 128)"),
    "another encoding": (TEXT.encode("utf-16"), "it is not UTF-8 text (byte 0)"),
    "cut off after an inner brace": (b'{"a": {"b": 1}', "breaks off (in line 1)"),
    "cut off after an inner brace and a line": (b'{"a": {"b": 1}\n', "breaks off (in line"),
    "a word without quotes": (b'{"a": West}', "it is not JSON (line 1)"),
    "a list that is cut off": (b'[{"a": 1}', "it is not JSON (line 1)"),
    "text": (b"my answers: West, 15", "it is not JSON (line 1)"),
    "a pickle": (b"cos\nsystem\n(S'ls'\ntR.", "it is not JSON (line 1)"),
    "a list": (b"[1]", "its JSON is not an object"),
    "an object": (b"{}", "its kind is not"),
    "huge": (b" " * (MOST_BYTES + 1), "is too long: 1,000,001 bytes, and the maximum is 1,000,000"),
    "deep": (b'{"a":' * 100_000, "more than 6 deep"),
    "deep lists": (b"[" * 100_000, "more than 6 deep"),
    "NaN": (TEXT.replace('"records": 2', '"records": NaN').encode(), "NaN is not a whole number"),
    "a fraction": (TEXT.replace('"records": 2', '"records": 2.5').encode(), "2.5 is not a whole number"),
    "infinity": (TEXT.replace('"records": 2', '"records": 1e999').encode(), "1e999 is not a whole number"),
    "a long number": (TEXT.replace('"records": 2', f'"records": {"9" * 5000}').encode(), "a number that is too long"),
    "a key twice": (TEXT.replace('"records": 2', '"records": 2, "records": 3').encode(), "a key appears twice"),
    "half a sign": (TEXT.replace("é", "\\ud800").encode(), "half a character"),
    "another format": (changed(format=3), "this mam reads format 2"),
    "a format that is true": (changed(format=True), "this mam reads format 2"),
    "the format of before": (changed(format=1), "which contains the student's token, so anyone who saw it can have"),
    "a key missing": (re.sub(rb' "saved": .*\n', b"", TEXT.encode()), "is incomplete: saved is missing"),
    "no seal": (re.sub(rb',\n "seal": .*\n', b"\n", TEXT.encode()), "is incomplete: seal is missing"),
    "seal is a number": (re.sub(rb'"seal": .*\n', b'"seal": 1', TEXT.encode()), "seal is not a short text"),
    "a key more": (changed(grade=100), "work.record() does not write the key 'grade'"),
    "student is a number": (changed(student=7), "student is not a short text"),
    "the token, too": (changed(token="0" * 32), "work.record() does not write the key 'token'"),
    "a long name": (changed(student="0" * 101), "student is not a short text"),
    "practice is text": (changed(practice="no"), "practice is neither true nor false"),
    "records is true": (changed(records=True), "records is not a whole number"),
    "records is negative": (changed(records=-1), "records is not a whole number"),
    "no time": (changed(saved="tomorrow"), "saved is not a time like"),
    "a month 13": (changed(saved="2026-13-01T12:00:00Z"), "saved is not a time like"),
    "30 February": (changed(saved="2026-02-30T12:00:00Z"), "saved is not a time like"),
    "25 o'clock": (changed(saved="2026-09-01T25:00:00Z"), "saved is not a time like"),
    "later than all": (changed(saved="9999-99-99T99:99:99Z"), "saved is not a time like"),
    "answers is a list": (changed(answers=[]), "answers is not an object with at most 200"),
    "many answers": (changed(answers={str(n): {"version": 1, "answer": ""} for n in range(201)}), "at most 200"),
    "a notebook": (json.dumps({"cells": [], "nbformat": 4}).encode(), "is the notebook itself: hand in the .json file"),
    "a notebook with fractions": (b'{"cells": [{"x": 1.5}], "nbformat": 4}', "is the notebook itself"),
    "a deep notebook": (b'{"nbformat": 4, "cells": ' + b"[" * 20 + b"]" * 20 + b"}", "is the notebook itself"),
}  # fmt: skip


def test_the_longest_file_that_is_read() -> None:
    assert parse_submission(TEXT.encode().ljust(MOST_BYTES)).submission == SUBMISSION
    with pytest.raises(SubmissionError, match="is too long"):
        parse_submission(TEXT.encode().ljust(MOST_BYTES + 1))


@pytest.mark.parametrize(
    ("version", "read"), [(0, True), (10**6, True), (10**6 + 1, False), (-1, False), (True, False)]
)
def test_the_versions_that_are_read(version: object, read: bool) -> None:
    content = changed(answers={"a": {"version": version, "answer": "West"}})
    entry = parse_submission(content).submission.answers["a"]
    assert entry == (RecordedAnswer(version, "West") if read else RecordedAnswer(0, "", "its version is not a number"))


@check_each("name", REFUSED)
def test_refused(name: str) -> None:
    content, fault = REFUSED[name]
    with pytest.raises(SubmissionError, match=re.escape(fault)):
        parse_submission(content)


@pytest.mark.parametrize("end", ["", "\\", '"', "}"])
@pytest.mark.parametrize("begin", ['"', '{"a":"', ""])
@pytest.mark.parametrize("part", ['\\"', "\\\n", '"', "\\", '"\\"', '[{"', '\\"['])
@pytest.mark.sample(24, 79)
def test_no_text_takes_longer_than_another(begin: str, part: str, end: str) -> None:
    """Reading takes one pass. Each of these was an hour's work for some expression or other: this test would not end."""
    content = (begin + part * ((MOST_BYTES - 10) // len(part)) + end).encode()
    with pytest.raises(SubmissionError):
        parse_submission(content)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("West", "East"),
        lambda text: text.replace('"b"', '"c"'),
        lambda text: text.replace('"version": 2', '"version": 1'),
        lambda text: text.replace('"student": "ann"', '"student": "bob"'),
        lambda text: text.replace("homework-1", "homework-2"),
        lambda text: text.replace("false", "true"),
        lambda text: text.replace('"records": 2', '"records": 1'),
        lambda text: text.replace("12:00:00", "13:00:00"),
        lambda text: text.replace("é", "e\u0301"),  # the same to the eye
        lambda text: re.sub('"seal": "..', '"seal": "xx', text),
        lambda text: re.sub('"seal": "(.*)"', '"seal": "\\1 "', text),
        lambda text: re.sub('"seal": ".*"', '"seal": ""', text),
        lambda text: re.sub('"seal": ".*"', '"seal": "é"', text),
    ],
)
def test_whatever_is_changed_the_seal_does_not_fit(change: Callable[[str], str]) -> None:
    assert change(TEXT) != TEXT
    assert not parse_submission(change(TEXT).encode()).is_sealed_with(TOKEN)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("West", "its entry is not a version with an answer"),
        ({"version": 1}, "its entry is not a version with an answer"),
        ({"version": 1, "answer": "x", "points": 10}, "its entry is not a version with an answer"),
        ({"version": "1", "answer": "x"}, "its version is not a number"),
        ({"version": 1, "answer": 15}, "neither text nor a list of texts"),
        ({"version": 1, "answer": [["x"]]}, "neither text nor a list of texts"),
        ({"version": 1, "answer": {"x": "y"}}, "neither text nor a list of texts"),
        ({"version": 1, "answer": "x" * 10_001}, "is longer than"),
        ({"version": 1, "answer": ["x"] * 1001}, "is longer than"),
    ],
)
def test_a_faulty_entry_costs_only_itself(entry: Any, message: str) -> None:
    submission = parse_submission(changed(answers={"a": {"version": 1, "answer": "West"}, "b": entry})).submission
    assert submission.answers["a"] == RecordedAnswer(1, "West")
    assert message in submission.answers["b"].fault


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_refused_with_a_sentence(content: bytes) -> None:
    with pytest.raises(SubmissionError, match=r"^is "):
        parse_submission(content)


@given(st.sampled_from(list(json.loads(TEXT))), JSON)
def test_any_value_in_any_place_is_read_or_refused(key: str, value: Any) -> None:
    content = changed(**{key: value})
    with suppress(SubmissionError):
        submission = parse_submission(content).submission
        again = parse_submission(write_submission(submission, TOKEN).encode()).submission
        assert again == submission or any(answer.fault for answer in submission.answers.values())


def test_files_are_found_in_folders_and_what_systems_leave_is_passed_over(tmp_path: Path) -> None:
    for name in (
        "b/x.json",
        "a/deep/er/y.txt",
        "z.json",
        ".DS_Store",
        "a/.ipynb_checkpoints/x.json",
        "__MACOSX/x",
        "a/Thumbs.db",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    assert [file.place for file in find_files(tmp_path)] == ["z.json", "a/deep/er/y.txt", "b/x.json"]
    assert next(find_files(tmp_path)).content == b"z.json"


def test_long_files_are_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.ipynb", "b.json"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(10**9)
    monkeypatch.setattr(os, "fdopen", None)
    assert [file.fault for file in find_files(tmp_path)] == [
        f"is too long: 1,000,000,000 bytes, and the maximum is {maximum:,}"
        for maximum in (MOST_NOTEBOOK_BYTES, MOST_BYTES)
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_pipes_and_locked_files_are_named_and_not_followed(tmp_path: Path, homework: Homework) -> None:
    (tmp_path / "in").mkdir()
    homework.hand_in(tmp_path / "elsewhere", homework.submission())
    (tmp_path / "in" / "a-file").symlink_to(next((tmp_path / "elsewhere").rglob("*.json")))
    (tmp_path / "in" / "b-folder").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "c-loop").symlink_to(tmp_path / "in")
    os.mkfifo(tmp_path / "in" / "d-pipe")
    faults = {file.place: file.fault for file in find_files(tmp_path / "in")}
    assert [faults[name] for name in ("a-file", "b-folder", "c-loop")] == [
        "is a link to another place: links are not followed"
    ] * 3
    assert faults["d-pipe"] == "is not a plain file"


def test_very_deep_folders_are_named(tmp_path: Path) -> None:
    place = tmp_path.joinpath(*["d"] * 20)
    place.mkdir(parents=True)
    (place / "x.json").write_text("{}")
    assert [file.fault for file in find_files(tmp_path)] == ["is a folder more than 12 deep: it is not read"]


def test_odd_names_are_shown_without_their_signs(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2Jb\n.json").write_text("{}")
    assert [file.place for file in find_files(tmp_path)] == ["a\ufffd[2Jb\ufffd.json"]


def test_a_folder_that_cannot_be_opened_is_reported_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.json").write_text("x", "utf-8")
    scandir = os.scandir

    def deny(folder: Path) -> object:
        if Path(folder).name == "a":
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", deny)
    faults = [(file.place, file.fault) for file in find_files(tmp_path)]
    assert sorted(faults) == [("a/", "cannot be opened: Permission denied"), ("b/x.json", "")]
