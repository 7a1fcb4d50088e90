"""A rule fact that is a word has a fixed choice of words: another one is an error as soon as it is written down."""

from dataclasses import fields, replace
from typing import Any

import pytest
from cases import check_each

from mam.rules.auction import AuctionRules
from mam.rules.editions import TrickGameRules, get_edition
from mam.rules.editions.anagrams import AnagramsRules
from mam.rules.editions.millionaire import MillionaireRules
from mam.rules.editions.ruleset import MisplayRules, RuleSet
from mam.rules.nest import NestRules
from mam.rules.rulings import Ruling, ruling
from mam.rules.scoring import ScoringRules
from mam.rules.tricks import TrickRules

FOUR = get_edition("make-a-million-1935")
assert isinstance(FOUR, TrickGameRules) and isinstance(FOUR.misplay, MisplayRules)

# Each kind of facts, one set of them that is right, and the words that each field may have.
KINDS: list[tuple[Any, dict[str, set[str]]]] = [
    (AuctionRules(), {"must_open": {"first", "last", "nobody"}}),
    (NestRules(), {"shows": {"all", "money"}}),
    (TrickRules(), {"counts": {"money", "points", "tricks"}}),
    (
        ScoringRules(),
        {
            "tie": {"play on", "draw", "joint"},
            "method": {"contract", "account", "exact"},
            "setback": {"side", "bidder"},
        },
    ),
    (FOUR.misplay, {"payers": {"side", "offender"}}),
    (
        FOUR,
        {
            "game": {"tricks", "millionaire", "anagrams"},
            "kind": {"a game of tricks", "a spelling game with letter cards", "a word game with letter cards"},
            "alliance": {"fixed", "dummy", "called", "alone"},
            "exposed": {"", "dummy", "partner"},
            "reseat": {"", "exchange", "circle"},
            "first_lead": {"left of bidder", "bidder", "left of dealer"},
        },
    ),
    (ruling("R35-PLAY-5"), {"kind": {"rule", "aim", "advice", "etiquette", "reading"}}),
]
FIELDS = [
    pytest.param(facts, name, right, id=f"{type(facts).__name__}.{name}")
    for facts, words in KINDS
    for name, right in words.items()
]
PHASES = {"auction", "sealed", "vote", "nest", "trump", "called", "exchange", "play"}

# What may be any text: names, ids and sentences.
FREE = {
    NestRules: {"word"},
    RuleSet: {"id", "name", "short_name", "letter", "first_dealer", "goal"},
    MillionaireRules: {"word"},
    AnagramsRules: {"starters"},
    Ruling: {
        "id", "title", "words", "document", "section", "question", "alternative", "why", "switch", "option", "book", "verdict", "cause",
    },
}  # fmt: skip


@pytest.mark.parametrize(("facts", "name", "right"), FIELDS)
def test_a_wrong_word_is_refused_at_once(facts: Any, name: str, right: set[str]) -> None:
    with pytest.raises(ValueError, match=f"^{name} can't be 'fisrt': it must be ") as caught:
        replace(facts, **{name: "fisrt"})
    assert all(repr(word) in str(caught.value) for word in right)


@check_each("facts, name, right", [field.values for field in FIELDS])
@check_each("wrong", [None, 0, ("first",), ["first"]])
def test_what_is_not_a_word_is_refused_too(facts: Any, name: str, right: set[str], wrong: object) -> None:
    with pytest.raises(ValueError, match=f"^{name} can't be "):
        replace(facts, **{name: wrong})


@pytest.mark.parametrize(("facts", "name", "right"), FIELDS)
def test_each_of_its_words_is_taken(facts: Any, name: str, right: set[str]) -> None:
    for word in right:
        assert getattr(replace(facts, **{name: word}), name) == word


def test_the_message_says_what_is_right() -> None:
    with pytest.raises(ValueError, match=r"^must_open can't be 'fisrt': it must be 'first', 'last' or 'nobody'$"):
        AuctionRules(must_open="fisrt")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [("auction", "paly"), "auction", None, ()])
def test_phases_are_named_from_a_list(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"^phases can't be ") as caught:
        replace(FOUR, phases=wrong)
    assert all(repr(phase) in str(caught.value) for phase in PHASES)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first_dealer": "Q"}, "first_dealer can't be 'Q': the seats are N E S W"),
        ({"dummies": ("Q",)}, "dummies can't be 'Q': the seats are N E S W"),
        ({"sides": {"N-S": ("N", "Q")}}, "sides can't be 'Q': the seats are N E S W"),
        ({"seat_names": {"N": "North"}}, "seat_names: give each of the seats N E S W a name"),
        ({"goal_rules": ("RML-1",)}, "goal and goal_rules belong together: give both or neither"),
        ({"goal": "win"}, "goal and goal_rules belong together: give both or neither"),
    ],
)
def test_seats_are_seats_of_the_game_and_a_goal_is_cited(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        replace(FOUR, **change)


def test_every_word_of_the_facts_is_checked_or_is_free_text() -> None:
    checked: dict[type, set[str]] = {type(facts): set(words) for facts, words in KINDS}
    for kind in (*checked, RuleSet, MillionaireRules, AnagramsRules):
        free = set().union(*(names for base, names in FREE.items() if issubclass(kind, base)))
        plain = {field.name for field in fields(kind) if field.type in (str, str | None)}
        assert plain <= free, kind
        assert all(not isinstance(field.type, str) for field in fields(kind)), kind
