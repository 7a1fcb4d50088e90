"""A student's code: ten characters on a slip, the same all year, that open the student's part of a class file."""

import csv
import hashlib
import hmac
import io
import json
import re
from collections.abc import Iterable, Mapping

from mam.classroom.classes import Student

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are read as 1, 1, 0 and V
LENGTH = 10
_BODY_LENGTH = LENGTH - 1  # the last character catches typing mistakes
_SIMILAR = str.maketrans("ILOU", "110V")


def format_bits(data: bytes, length: int) -> str:
    """Return the first bits of data as characters that are hard to confuse, five bits each.

    >>> format_bits(b"mam", 4)
    'DNGP'
    """
    bits = int.from_bytes(data, "big")
    most = 8 * len(data)
    return "".join(ALPHABET[bits >> most - 5 * (place + 1) & 31] for place in range(length))


def clean_code(code: str) -> str:
    """Return a code as it was made, however it was typed: with spaces, hyphens, small letters, O for 0, I or l for 1.

    >>> clean_code("o1b5-l2 x8")
    '01B512X8'
    """
    return re.sub(r"[^0-9A-Z]", "", code.upper()).translate(_SIMILAR)


def show_code(code: str) -> str:
    """Return a code as it is printed, in two halves."""
    return f"{code[:5]}-{code[5:]}"


def make_code(key: bytes, student: str) -> str:
    """Return a student's code under a class key: 45 bits, and five that catch a typing mistake.

    >>> show_code(make_code(bytes(32), "ann"))
    'GSMHX-JT8SZ'
    """
    digest = hmac.digest(key, json.dumps(["mam", "code", student]).encode(), hashlib.sha256)
    body = format_bits(digest, _BODY_LENGTH)
    return body + _make_check(body)


def is_code(code: str) -> bool:
    """Say whether a text, as `clean_code` returns it, can be a code. One typing mistake in 32 is not noticed here.

    >>> is_code(make_code(bytes(32), "ann")), is_code("0000000000")
    (True, False)
    """
    return len(code) == LENGTH and set(code) <= set(ALPHABET) and code[-1] == _make_check(code[:-1])


def _make_check(body: str) -> str:
    return format_bits(hashlib.sha256(f"mam code {body}".encode()).digest(), 1)


def student_codes(students: Iterable[Student], key: bytes) -> dict[str, str]:
    """Return the code of each student, by id, as it is printed. It stays the same as long as the class key does.

    >>> student_codes([Student("ann", "Ann Smith")], bytes(32))
    {'ann': 'GSMHX-JT8SZ'}
    """
    return {student.id: show_code(make_code(key, student.id)) for student in students}


def write_codes(students: Iterable[Student], key: bytes, links: Mapping[str, str] | None = None) -> str:
    """Return a table of all codes, as CSV with name, id, code and, where there are `links` by id, the student's link."""
    from mam.classroom.gradebook import escape_cell

    people = tuple(students)
    codes = student_codes(people, key)
    out = io.StringIO()
    heads = ["name", "id", "code", *(["link"] if links else [])]
    rows = [[escape_cell(student.name), student.id, codes[student.id]] for student in people]
    if links:
        rows = [[*row, links[student.id]] for row, student in zip(rows, people, strict=True)]
    csv.writer(out, lineterminator="\n").writerows([heads, *rows])
    return out.getvalue()
