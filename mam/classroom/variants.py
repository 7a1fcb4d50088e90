"""A variant for each student: the same one for everybody who asks with the same words, and with the class key nobody else's to know."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from mam.rules.dealing import shuffle

T = TypeVar("T")


class Draw:
    """The random choices of one variant: numbers, things and seeds, the same ones each time it is made.

    >>> draw = make_draw("ann", "count-hands", 1)
    >>> draw.between(3, 8) == make_draw("ann", "count-hands", 1).between(3, 8)
    True
    """

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def below(self, n: int) -> int:
        """Return a random whole number from 0 to n − 1."""
        return int(self._rng.random() * n)

    def between(self, low: int, high: int) -> int:
        """Return a random whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def one_of(self, items: Sequence[T]) -> T:
        """Return a random item."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], number: int) -> list[T]:
        """Return this many different items in random order."""
        return self.shuffle(items)[:number]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return all items in random order."""
        return shuffle(items, self._rng)

    def seed(self) -> int:
        """Return a random seed for a deal."""
        return self.below(2**48)


def make_draw(student: str, exercise: str, version: int, key: bytes = b"") -> Draw:
    """Return the draw of a student's variant: from the hash of the three, and of the class key for a graded variant.

    Without the key nobody can tell the second kind: it is a keyed hash (HMAC with SHA-256), and the key stays with the teacher.
    """
    text = json.dumps(["mam", student, exercise, version], ensure_ascii=True).encode()
    digest = hmac.digest(key, text, "sha256") if key else hashlib.sha256(text).digest()
    return Draw(int.from_bytes(digest, "big"))
