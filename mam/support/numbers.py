"""Small numbers as words, and in how many ways things go to places."""

from collections.abc import Collection
from math import factorial, prod

NUMBER_WORDS = "no one two three four five six seven eight nine ten eleven twelve thirteen".split()


def spell_number(count: int) -> str:
    """Return a number as a sentence has it: a small one as a word, 0 as "no".

    >>> spell_number(3), spell_number(17)
    ('three', '17')
    """
    return NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else str(count)


def count_arrangements(sizes: Collection[int]) -> int:
    """Return in how many ways things can go to places of these sizes, which they fill.

    >>> count_arrangements([13, 13])
    10400600
    """
    return factorial(sum(sizes)) // prod(map(factorial, sizes))
