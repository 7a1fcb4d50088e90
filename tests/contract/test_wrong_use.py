"""Whatever is handed to a public function or class, it answers, or raises an error of its own: short, and without control characters.

An error of its own is one that mam raises in a sentence. Python's words about mam's insides (“object has no attribute”) are none.
"""

import inspect
import linecache
import os
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cases import check_each

import mam
from mam.support.messages import quote

ROOT = Path(mam.__file__).parent
MAX_MESSAGE = 5000
COUNT = int(os.environ.get("MAM_WRONG_CALLS", "40"))  # of each function
ROUND = mam.start("make-a-million-1935", seed=7)
ESCAPE = "\x1b[2J\x07"
WRONG: tuple[Any, ...] = (
    *(None, True, 0, -1, 7, 3.5, float("nan"), 10**5000, b"R40", "", "no such thing", ESCAPE, "x" * 100_000, "“" * 9000),
    *((), [], {}, {"N": 1}, ["R40"], [None], {1, 2}, object, object(), len, range(3), Random(1), Path("nowhere")),
    *("make-a-million-1935", "R40 B2", "bid 175", "N holds Bull", "N red >= " + "9" * 5000, "(" * 5000, "R35-PLAY-5", "N"),
    *(ROUND, ROUND.deal, ROUND.rules, mam.view(ROUND, "N"), mam.Card("R40"), mam.Color.RED, mam.Bid(175), mam.Pass()),
    *(mam.Record.from_round(ROUND), mam.start_match("make-a-million-1935", 1), mam.start("anagrams", 3), mam.Carry()),
)  # fmt: skip
# They play or simulate for minutes where their arguments happen to be right, or write what they are given.
SLOW = {
    "simulate",
    "tournament",
    "play_out",
    "solve",
    "can_make",
    "open_card_cost",
    "deals",
    "worlds",
    "compare",
    "write_record",
}
ENUMS = {
    "Color",
    "NoTrump",
    "Suit",
    "RecordError",
    "IllegalMove",
}  # Python makes their members; an error is made by mam
CALLED = sorted(name for name in mam.__all__ if callable(getattr(mam, name)) and name not in SLOW | ENUMS)


def draw_calls(function: Any, seed: int, count: int) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Calls with as many arguments as the function needs, or more, of all kinds."""
    rng = Random(seed)
    try:
        parameters = [*inspect.signature(function).parameters.values()]
    except ValueError:
        return
    usual = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    for _ in range(count):
        positional, named = [], {}
        for parameter in usual:
            if parameter.default is not parameter.empty and rng.random() < 0.6:
                continue
            value = WRONG[int(rng.random() * len(WRONG))]
            if parameter.kind is parameter.KEYWORD_ONLY or len(positional) < usual.index(parameter):
                named[parameter.name] = value
            else:
                positional.append(value)
        yield positional, named


def find_fault(error: Exception) -> str:
    """What is wrong with an error: nothing, if mam raised it in a sentence that can be shown."""
    if isinstance(error, OSError) and error.filename is not None:
        return ""  # the system's words about a file
    last = traceback.extract_tb(error.__traceback__)[-1]
    source = linecache.getline(last.filename, last.lineno or 0)
    is_own = Path(last.filename).is_relative_to(ROOT) and any(
        "raise" in linecache.getline(last.filename, number)
        for number in range((last.lineno or 0) - 3, (last.lineno or 0) + 1)
    )
    if not is_own:  # a KeyError of a number with many digits has no text
        return f"not raised by mam: {quote(error)} {last.filename}:{last.lineno} {source.strip()}"
    text = error.args[0] if isinstance(error, KeyError) and isinstance(error.args[0], str) else str(error)
    if len(text) > MAX_MESSAGE:
        return f"{len(text):,} characters long"
    return "" if all(sign.isprintable() or sign == "\n" for sign in text) else "has control characters"


def try_function(name: str, function: Any, seed: int, count: int) -> list[str]:
    faults = []
    for positional, named in draw_calls(function, seed, count):
        try:
            function(*positional, **named)
        except Exception as error:
            if fault := find_fault(error):
                faults.append(
                    f"{name}{quote(positional)} {quote(named)}: {type(error).__name__} {error!s:.150}: {fault}"
                )
    return faults


# Objects that people get from these functions, whose methods take what they type.
OBJECTS = {
    "a round": ROUND,
    "a round of letters": mam.start("anagrams", 3),
    "a match": mam.start_match("make-a-million-1935", 1),
    "a view": mam.view(ROUND, "N"),
    "a table": mam.Table(ROUND),
    "a record": mam.Record.from_round(ROUND),
    "a deal": ROUND.deal,
    "chances": mam.chances("make-a-million-1935"),
    "card odds": mam.card_odds(mam.view(ROUND, "N")),
    "a situation": mam.get_situation("B29"),
    "a sheet": mam.make_sheet(mam.start_match("make-a-million-1935", 1)),
}
SLOW_METHODS = {"answer", "distribute", "simulate", "draw", "estimate", "deals", "svg", "html"}


@check_each("name", CALLED)
def test_wrong_arguments_are_refused_in_a_sentence(name: str) -> None:
    faults = try_function(name, getattr(mam, name), 1, COUNT)
    assert not faults, "\n".join(faults[:5])


@pytest.mark.parametrize("name", OBJECTS)
def test_wrong_arguments_of_methods_are_refused_in_a_sentence(name: str) -> None:
    thing = OBJECTS[name]
    methods = [
        key
        for key in dir(type(thing))
        if not key.startswith("_") and inspect.isfunction(inspect.getattr_static(type(thing), key))
    ]
    faults = []
    for key in methods:
        if key not in SLOW_METHODS:
            faults += try_function(f"{name}.{key}", getattr(thing, key), 1, COUNT)[:2]
    assert not faults, "\n".join(faults)
