"""The class file: one file for a whole class, in which each student's questions are sealed with that student's code.

It holds no answer in any form. A web page opens it in JavaScript (`mam_widgets/homework`), so everything here is made of SHA-256
alone: PBKDF2 makes a code slow to guess, a stream of HMACs hides the questions, and one more HMAC shows that nothing was changed.
"""

import base64
import hashlib
import hmac
import json
import zlib
from typing import Any

from mam.classroom.assignments import Assignment
from mam.classroom.blocks import read_blocks
from mam.classroom.codes import clean_code, is_code, make_code
from mam.classroom.shown import show_exercise

KIND = "mam class file"
FORMAT = 1
ROUNDS = 20_000  # of PBKDF2: a phone needs less than a second
_TAG = 16  # bytes


class ClassFileError(ValueError):
    """Why a class file, or a part of it, cannot be opened."""


def write_class_file(assignment: Assignment, key: bytes, *, hints: bool = False) -> str:
    """Return the text of the class file of an assignment; with `hints`, the exercises' hints are in it, too."""
    parts = {}
    for student in assignment.students:
        secret = _stretch(make_code(key, student.id), _make_salt(assignment.name, assignment.key_print))
        parts[_make_place(secret)] = _seal(secret, _write_part(assignment, student.id, key, hints))
    document = {
        "kind": KIND,
        "format": FORMAT,
        "name": assignment.name,
        "class": assignment.class_name,
        "key": assignment.key_print,
        "parts": dict(sorted(parts.items())),
    }
    return json.dumps(document, ensure_ascii=False, indent=0) + "\n"


def _write_part(assignment: Assignment, student: str, key: bytes, hints: bool) -> bytes:
    """Return what one student gets: the questions, and the token that seals what is handed in."""
    tasks = []
    for number, entry in enumerate(assignment.exercises, 1):
        variant = assignment.variant(student, entry, key)
        shown: dict[str, Any] = {**show_exercise(entry.exercise, variant, number)}
        texts = [read_blocks(hint) for hint in variant.hints] if hints else []
        tasks.append(shown | {"version": entry.version, "points": entry.points, "hints": texts})
    token = assignment.token(student, key)
    part = {"student": student, "token": token, "practice": assignment.practice, "tasks": tasks}
    return json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode()


def open_part(text: str, code: str) -> dict[str, Any]:
    """Return what a class file holds for a code, as the page shows it. Raises ClassFileError.

    >>> open_part("hello", "")
    Traceback (most recent call last):
    mam.classroom.class_files.ClassFileError: This is not a class file of mam.
    """
    try:
        document = json.loads(text)
        name, key_print, parts = str(document["name"]), str(document["key"]), document["parts"]
        is_known = document["kind"] == KIND and document["format"] == FORMAT
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ClassFileError("This is not a class file of mam.") from None
    if not is_known:
        raise ClassFileError("This class file was made by another version of mam.")
    code = clean_code(code)
    if not is_code(code):
        raise ClassFileError("This code has a typing mistake.")
    secret = _stretch(code, _make_salt(name, key_print))
    if (sealed := parts.get(_make_place(secret))) is None:
        raise ClassFileError("No part of this file opens with this code.")
    part: dict[str, Any] = json.loads(_unseal(secret, sealed))
    return part


def _make_salt(name: str, key_print: str) -> str:
    return f"mam class file 1 {key_print} {name}"


def _stretch(code: str, salt: str) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), salt.encode(), ROUNDS)


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
