"""The two games of letters written down a second time, from the leaflet and with none of mam's code.

Hands are texts of letters; the words of Card Anagrams come straight from the list in `data/words`.
"""

import gzip
from functools import cache
from itertools import permutations
from pathlib import Path

from oracle_tables import Counts, add

WORDS = Path(__file__).resolve().parents[2] / "data" / "words" / "english.txt.gz"


@cache
def word_list() -> set[str]:
    return set(gzip.open(WORDS, "rt", encoding="ascii").read().upper().split())


def without(hand: str, letter: str) -> str:
    return hand.replace(letter, "", 1)


# Millionaire


def count_spellings(word: str, hands: tuple[str, ...], stock: str, tied: bool = True) -> Counts:
    """Every way to spell the word: leaves, positions, and the sums of cards left and of points by seat."""
    return _spell(word, hands, stock, 0, "fresh", tied)


def _spell(word: str, hands: tuple[str, ...], stock: str, seat: int, mood: str, tied: bool) -> Counts:
    """`mood` of the turn: "fresh", "drew" or "going" on after a letter."""
    if not word:
        return (1, 1, *_entered(hands, tied))
    following = (seat + 1) % len(hands)
    sums: Counts = ()
    if word[0] in hands[seat]:
        left = tuple(without(hand, word[0]) if index == seat else hand for index, hand in enumerate(hands))
        sums = add(sums, _spell(word[1:], left, stock, seat, "going", tied))
    if mood != "fresh":
        sums = add(sums, _spell(word, hands, stock, following, "fresh", tied))
    elif not sums and stock:
        hands_after_draw = tuple(hand + stock[0] if index == seat else hand for index, hand in enumerate(hands))
        sums = _spell(word, hands_after_draw, stock[1:], seat, "drew", tied)
    elif not sums:
        sums = _spell(word, hands, stock, following, "fresh", tied)
    return (sums[0], sums[1] + 1, *sums[2:])


def _entered(hands: tuple[str, ...], tied: bool) -> Counts:
    left = [len(hand) for hand in hands]
    best = [count == min(left) for count in left]
    paid = tied or best.count(True) == 1
    return (*left, *(sum(left) - count if first and paid else 0 for count, first in zip(left, best, strict=True)))


# Card Anagrams


@cache
def longer_words(word: str, letter: str, in_order: bool) -> tuple[str, ...]:
    """The words that this letter makes of a word."""
    if in_order:
        candidates = {word[:index] + letter + word[index:] for index in range(len(word) + 1)}
    else:
        candidates = {"".join(letters) for letters in permutations(word + letter)}
    return tuple(sorted(candidates & word_list()))


def count_anagrams(hands: tuple[str, ...], in_order: bool = False, on_their_word: bool = False) -> Counts:
    """Every game: leaves, positions, and the sums of cards left and of points by seat."""
    return _grow((), hands, 0, 0, in_order, on_their_word)


def _able(lines: tuple[str, ...], hand: str, in_order: bool) -> bool:
    return any(longer_words(line, letter, in_order) for line in lines for letter in set(hand))


def _grow(
    lines: tuple[str, ...], hands: tuple[str, ...], seat: int, passes: int, in_order: bool, trusted: bool
) -> Counts:
    stuck = lines and not trusted and not any(_able(lines, hand, in_order) for hand in hands)
    if stuck or passes == len(hands):
        left = [len(hand) for hand in hands]
        return (1, 1, *left, *(int(count == min(left)) for count in left))
    hand, following = hands[seat], (seat + 1) % len(hands)

    def on(words: tuple[str, ...], letter: str, passed: int = 0) -> Counts:
        new_hands = tuple(
            without(hand, letter) if letter and index == seat else hand for index, hand in enumerate(hands)
        )
        return _grow(words, new_hands, following, passed, in_order, trusted)

    sums: Counts = ()
    for place, line in enumerate(lines):
        for letter in sorted(set(hand)):
            for word in longer_words(line, letter, in_order):
                sums = add(sums, on((*lines[:place], word, *lines[place + 1 :]), letter))
    if trusted or not sums:
        starters = [letter for letter in "AIO" if letter in hand]
        for letter in starters:
            sums = add(sums, on((*lines, letter), letter))
        if trusted or not sums:
            sums = add(sums, on(lines, "", passes + 1))
    return (sums[0], sums[1] + 1, *sums[2:])
