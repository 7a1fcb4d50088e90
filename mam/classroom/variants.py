"""A variant for each student: the same one for everybody who asks with the same words, and with the class key nobody else's to know."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from mam.rules.dealing import shuffled

T = TypeVar("T")


class Draw:
    """The chance of one variant: numbers, things and seeds, the same ones each time it is made.

    >>> draw = make_draw("ann", "count-hands", 1)
    >>> draw.between(3, 8) == make_draw("ann", "count-hands", 1).between(3, 8)
    True
    """

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1."""
        return int(self._rng.random() * n)

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def one_of(self, things: Sequence[T]) -> T:
        """One of these."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[T], number: int) -> list[T]:
        """Draw this number of different things, in random order."""
        return self.shuffled(things)[:number]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of these in an order of chance."""
        return shuffled(things, self._rng)

    def seed(self) -> int:
        """A seed for a deal."""
        return self.below(2**48)


def make_draw(student: str, exercise: str, version: int, key: bytes = b"") -> Draw:
    """The draw of a student's variant: from the hash of the three, or of the three and the class key for a graded one.

    Without the key nobody can tell the second kind: it is a keyed hash (HMAC with SHA-256), and the key stays with the teacher.
    """
    text = json.dumps(["mam", student, exercise, version], ensure_ascii=True).encode()
    digest = hmac.digest(key, text, "sha256") if key else hashlib.sha256(text).digest()
    return Draw(int.from_bytes(digest, "big"))
