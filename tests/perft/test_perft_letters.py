"""Small games of letters played out in every way: Millionaire with a short word, Card Anagrams with short hands."""

import pytest
from letter_tables import deal
from oracle_letters import count_anagrams, count_spellings
from oracle_tables import Counts
from perft_tables import Case, check, positions_by_edition

from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round


def tally(round: Round) -> Counts:
    assert isinstance(round, Millionaire | Anagrams) and round.result is not None
    return (*round.result.left.values(), *round.result.scores.values())


def spelling(name: str, word: str, hands: str, stock: str, figures: Counts, options: tuple[str, ...] = ()) -> Case:
    cards = tuple(hands.split())
    return Case(
        name,
        "millionaire",
        lambda: deal("millionaire", *cards, stock=stock, options=options, word=word),
        lambda: count_spellings(word, cards, stock, tied=not options),
        figures,
        tally,
    )


def growing(name: str, hands: str, figures: Counts, options: tuple[str, ...] = ()) -> Case:
    cards = tuple(hands.split())
    return Case(
        name,
        "anagrams",
        lambda: deal("anagrams", *cards, options=options),
        lambda: count_anagrams(cards, "keep-order" in options, "table-style" in options),
        figures,
        tally,
    )


CASES = [
    spelling(
        "letters are played, drawn, kept and passed on",
        "MILLION",
        "MILX LION ZZZZ",
        "QONIL",
        (25, 136, 39, 14, 139, 63, 166, 0),
    ),
    spelling("the whole word", "MILLIONAIRE", "MLIONA ILARXE LOIERX", "XQZ", (172, 831, 328, 576, 604, 912, 341, 233)),
    spelling("a pile that is soon used up", "MILL", "XYZ MXL IQL", "L", (2, 13, 6, 3, 3, 0, 5, 5)),
    spelling(
        "a tie scores nothing, by the option",
        "MILL",
        "MIX LQX LZX",
        "Q",
        (2, 16, 2, 5, 4, 9, 0, 0),
        ("tie-scores-nothing",),
    ),
    growing("words grow in any order", "ATE NRS", (505, 1184, 0, 0, 505, 505)),
    growing("three at the table, two lines", "AON TIE SRI", (3018, 5262, 0, 80, 2442, 3018, 2938, 576)),
    growing("old letters keep their order, by the option", "ATE NRS", (14, 39, 9, 10, 10, 9), ("keep-order",)),
    growing("nobody begins at once", "NT RA", (21, 34, 0, 0, 21, 21)),
    growing("players are taken at their word, by the option", "AT NI", (229, 687, 30, 43, 209, 197), ("table-style",)),
]
COVERS = positions_by_edition(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_perft(case: Case) -> None:
    check(case)
