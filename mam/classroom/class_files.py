"""The class file: one file for a whole class, in which each student's questions are sealed with that student's code.

It holds no answer in any form. A web page opens it in JavaScript (`mam_widgets/homework`), so everything here is made of SHA-256
alone: PBKDF2 makes a code slow to guess, a stream of HMACs hides the questions, and one more HMAC shows that nothing was changed.
"""

import base64
import hashlib
import hmac
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from mam.classroom.assignments import Assignment
from mam.classroom.blocks import read_blocks
from mam.classroom.codes import clean_code, is_code, make_code
from mam.classroom.display import show_exercise
from mam.classroom.quantities import DOLLARS, Chance
from mam.classroom.registry import Exercise, Variant

KIND = "mam class file"
FORMAT = 1
ROUNDS = 20_000  # of PBKDF2: a phone needs less than a second
_TAG = 16  # bytes


class ClassFileError(ValueError):
    """Why a class file, or a part of it, cannot be opened."""


def write_class_file(
    assignment: Assignment, key: bytes, variants: Mapping[str, Sequence[Variant]], *, hints: bool = False
) -> str:
    """Return the text of the class file of an assignment.

    `variants` are each student's, by id, in the order of the exercises; with `hints` the exercises' hints are in the file, too.
    """
    parts = {}
    for student in assignment.students:
        secret = _stretch(make_code(key, student.id), _make_salt(assignment.name, assignment.key_print))
        token = assignment.token(student.id, key)
        parts[_make_place(secret)] = _seal(
            secret, _write_part(assignment, student.id, token, variants[student.id], hints)
        )
    return _dump(assignment.name, assignment.class_name, assignment.key_print, parts)


def write_link(text: str, code: str) -> str:
    """Return what follows `#` in a link to the page of class files that holds one student's part, sealed as it is.

    Raises ClassFileError as `open_part` does.
    """
    document = _read_document(text)
    secret = _find_secret(document, code)
    place = _make_place(secret)
    file_text = _dump(document["name"], document["class"], document["key"], {place: document["parts"][place]})
    return "part=" + base64.urlsafe_b64encode(file_text.encode()).decode().rstrip("=")


def _dump(name: str, class_name: str, key_print: str, parts: Mapping[str, str]) -> str:
    document = {
        "kind": KIND,
        "format": FORMAT,
        "name": name,
        "class": class_name,
        "key": key_print,
        "parts": dict(sorted(parts.items())),
    }
    return json.dumps(document, ensure_ascii=False, indent=0) + "\n"


def _write_part(assignment: Assignment, student: str, token: str, variants: Sequence[Variant], hints: bool) -> bytes:
    """Return what one student gets: the questions, and the token that seals what is handed in."""
    tasks = []
    for number, (entry, variant) in enumerate(zip(assignment.exercises, variants, strict=True), 1):
        entry_data: dict[str, Any] = {**show_exercise(entry.exercise, variant, number)}
        texts = [read_blocks(hint) for hint in variant.hints] if hints else []
        entry_data |= {"version": entry.version, "points": entry.points, "hints": texts}
        tasks.append(entry_data | {"reading": _describe_reading(entry.exercise, variant)})
    part = {"student": student, "token": token, "practice": assignment.practice, "tasks": tasks}
    return json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode()


def _describe_reading(exercise: Exercise, variant: Variant) -> dict[str, Any]:
    """Return what the page needs to say at once whether it can read a number: a probability or an amount, of what, and to how many digits."""
    return {
        "is_probability": issubclass(exercise.form, Chance),
        "is_money": exercise.unit == DOLLARS,
        "digits": variant.given.get("digits", 0),
    }


def open_part(text: str, code: str) -> dict[str, Any]:
    """Return what a class file holds for a code, as the page shows it. Raises ClassFileError.

    >>> open_part("hello", "")
    Traceback (most recent call last):
    mam.classroom.class_files.ClassFileError: This is not a class file of mam.
    """
    document = _read_document(text)
    secret = _find_secret(document, code)
    part: dict[str, Any] = json.loads(_unseal(secret, document["parts"][_make_place(secret)]))
    return part


def _read_document(text: str) -> dict[str, Any]:
    try:
        document: dict[str, Any] = json.loads(text)
        is_known = document["kind"] == KIND and document["format"] == FORMAT
        texts = [document["name"], document["class"], document["key"], *document["parts"].values()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ClassFileError("This is not a class file of mam.") from None
    if not is_known:
        raise ClassFileError("This class file was made by another version of mam.")
    if not all(isinstance(value, str) for value in texts):
        raise ClassFileError("This is not a class file of mam.")
    return document


def _find_secret(document: Mapping[str, Any], code: str) -> bytes:
    """Return what a code makes for a class file that has a part for it."""
    code = clean_code(code)
    if not is_code(code):
        raise ClassFileError("This code has a typing mistake.")
    secret = _stretch(code, _make_salt(document["name"], document["key"]))
    if _make_place(secret) not in document["parts"]:
        raise ClassFileError("No part of this file opens with this code.")
    return secret


def _make_salt(name: str, key_print: str) -> str:
    return f"mam class file 1 {key_print} {name}"


def _stretch(code: str, salt: str) -> bytes:
    """Make a code slow to guess: PBKDF2, by hand where Python has no OpenSSL, as in a browser."""
    if make := getattr(hashlib, "pbkdf2_hmac", None):
        return bytes(make("sha256", code.encode(), salt.encode(), ROUNDS))
    block = hmac.digest(code.encode(), salt.encode() + b"\0\0\0\1", hashlib.sha256)
    total = int.from_bytes(block, "big")
    for _ in range(ROUNDS - 1):
        block = hmac.digest(code.encode(), block, hashlib.sha256)
        total ^= int.from_bytes(block, "big")
    return total.to_bytes(32, "big")


def _make_place(secret: bytes) -> str:
    """Return the name under which the part of a secret stands in the file."""
    return hmac.digest(secret, b"place", hashlib.sha256).hex()[:12]


def _seal(secret: bytes, content: bytes) -> str:
    """Return content compressed, hidden and marked, as base64."""
    packed = zlib.compress(content, 9)
    hidden = _hide(secret, packed)
    return base64.b64encode(_make_tag(secret, hidden) + hidden).decode()


def _unseal(secret: bytes, sealed: str) -> bytes:
    data = base64.b64decode(sealed)
    tag, hidden = data[:_TAG], data[_TAG:]
    if not hmac.compare_digest(tag, _make_tag(secret, hidden)):
        raise ClassFileError("This file was changed: ask for it again.")
    return zlib.decompress(_hide(secret, hidden))


def _make_tag(secret: bytes, hidden: bytes) -> bytes:
    return hmac.digest(secret, b"tag" + hidden, hashlib.sha256)[:_TAG]


def _hide(secret: bytes, data: bytes) -> bytes:
    """Return data combined with a stream that only the secret makes; the same again returns it."""
    blocks = (len(data) + 31) // 32
    stream = b"".join(hmac.digest(secret, b"stream%d" % number, hashlib.sha256) for number in range(blocks))
    return bytes(first ^ second for first, second in zip(data, stream, strict=False))
