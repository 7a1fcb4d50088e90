"""The class key, which keeps graded variants secret, and the tokens that say whose a submission is."""

import hashlib
import hmac
import json
import re
import secrets
from pathlib import Path

from mam.support.data_files import write_file

_BYTES = 32
_HEADING = "mam class key 1 (keep it from your students, and keep a copy)"


class KeyFault(ValueError):
    """A class key that cannot be used: cut off, changed, or not the key used before."""


def make_key(path: Path) -> bytes:
    """Make a new key in a new file that only its owner may read.

    The file appears when the whole key is on the disk. Raises FileExistsError if the file exists, OSError if it cannot
    be written.
    """
    key = secrets.token_bytes(_BYTES)
    write_file(path, f"{_HEADING}\n{key.hex()}\n", "ascii", new=True, private=True)
    return key


def read_key(path: str | Path) -> bytes:
    """Read the key in a file.

    Raises KeyFault if the file holds no whole key, OSError if it cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        content = file.read(1000)
    match = re.fullmatch(rb"mam class key 1[^\r\n]*\r?\n([0-9a-f]*)\s*", content)
    if match is None:
        raise KeyFault(f"{path.name} is not a class key: the first line must be “{_HEADING}”")
    if len(match[1]) != 2 * _BYTES:
        raise KeyFault(f"{path.name} is damaged: it has {len(match[1])} of the {2 * _BYTES} characters of a key")
    return bytes.fromhex(match[1].decode())


def make_fingerprint(key: bytes) -> str:
    """Return a short name for a key, which does not reveal it: the key is 256 random bits.

    >>> len(make_fingerprint(bytes(32))), make_fingerprint(bytes(32)) == make_fingerprint(bytes(31) + b"1")
    (16, False)
    """
    return _make_digest(key, "fingerprint")[:16]


def make_assignment_key(key: bytes, assignment: str) -> bytes:
    """Return the key of one assignment, so that the same exercise has other variants in another assignment."""
    return bytes.fromhex(_make_digest(key, "assignment", assignment))


def make_token(key: bytes, assignment: str, student: str, practice: bool) -> str:
    """Return the token in a student's notebook, which seals what is handed in.

    Nobody can make it for somebody else without the key.
    """
    return _make_digest(key, "seal", assignment, student, "practice" if practice else "graded")[:32]


def make_exposed_token(key: bytes, assignment: str, student: str, practice: bool) -> str:
    """Return the token of older notebooks. It stood in every file handed in, so it seals nothing."""
    return _make_digest(key, "token", assignment, student, "practice" if practice else "graded")[:32]


def _make_digest(key: bytes, *words: str) -> str:
    return hmac.digest(key, json.dumps(["mam", *words]).encode(), hashlib.sha256).hex()
