"""The editions, by id. An edition is a file of facts here; nothing outside this folder names an edition."""

import copyreg
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from mam.rules.editions.ruleset import Option, RuleSet, TrickGameRules
from mam.support.messages import quote

# In display order; the first is the default. An edition's facts, `EDITION` in the file of its name, are read when first needed.
_EDITIONS = (
    "make-a-million-1935",
    "make-a-million-1935-three",
    "make-a-million-1935-two",
    "manhattan",
    "make-a-million-2004",
    "six",
    "eight",
    "silent-six",
    "silent-eight",
    "exact-tricks",
    "sweven",
    "millionaire",
    "anagrams",
)


@cache
def _read_edition(name: str) -> RuleSet:
    edition: RuleSet = import_module(f"mam.rules.editions.{name.replace('-', '_')}").EDITION
    copyreg.pickle(type(edition), _reduce_rules)
    return edition


@lru_cache(maxsize=256)
def _switch_on(name: str, options: tuple[str, ...]) -> RuleSet:
    """Return an edition with these options: made once, for a widget asks for every edition at every click."""
    return _read_edition(name).with_options(options)


def list_editions() -> tuple[str, ...]:
    """Return the ids of all editions.

    >>> list_editions()[0]
    'make-a-million-1935'
    """
    return _EDITIONS


def split_edition(edition: str) -> tuple[str, ...]:
    """Split an edition's id from the options after plus signs. Raises TypeError for anything but text.

    >>> split_edition("sweven+6-players")
    ('sweven', '6-players')
    """
    if not isinstance(edition, str):
        raise TypeError(f"an edition is named by its id, like {quote(_EDITIONS[0])}, not {quote(edition)}")
    return tuple(edition.split("+"))


def get_edition(edition: str, options: Sequence[str] = ()) -> RuleSet:
    """Return the rule set of an edition with these options: from the list, or after a plus sign.

    Raises ValueError with the known names for an unknown edition or option, TypeError for anything but text.

    >>> get_edition("make-a-million-1935", ["short-game"]).scoring.target
    500
    >>> get_edition("make-a-million-1935+short-game").chosen
    ('short-game',)
    """
    name, *suffixes = split_edition(edition)
    if name not in _EDITIONS:
        raise ValueError(f"no edition {quote(name)}; there are: {', '.join(_EDITIONS)}")
    if isinstance(options, str):
        raise ValueError(f"options are a list of names, like [{quote(options)}]")
    return _switch_on(name, (*suffixes, *options))


def _rebuild(edition: str, options: tuple[str, ...], changes: dict[str, Any]) -> RuleSet:
    return replace(get_edition(edition, options), **changes)


def _reduce_rules(rules: RuleSet) -> tuple[Callable[..., RuleSet], tuple[str, tuple[str, ...], dict[str, Any]]]:
    # An option's change is a function, which can't be pickled: pickle the edition's name and the fields that differ.
    original = get_edition(rules.id, rules.chosen)
    facts = {field.name: getattr(rules, field.name) for field in fields(rules)}
    changes = {name: value for name, value in facts.items() if value != getattr(original, name)}
    return _rebuild, (rules.id, rules.chosen, changes)


__all__ = ["Option", "RuleSet", "TrickGameRules", "get_edition", "list_editions", "split_edition"]
