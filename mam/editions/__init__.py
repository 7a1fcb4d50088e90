"""The editions, by id. An edition is a file of facts here; nothing outside this folder names one."""

from collections.abc import Sequence

from mam.editions import (
    anagrams,
    eight,
    exact_tricks,
    make_a_million_1935,
    make_a_million_1935_three,
    make_a_million_1935_two,
    make_a_million_2004,
    manhattan,
    millionaire,
    silent_eight,
    silent_six,
    six,
    sweven,
)
from mam.editions.ruleset import Option, RuleSet, TrickGame

_EDITIONS: dict[str, RuleSet] = {
    module.EDITION.id: module.EDITION
    for module in (
        make_a_million_1935,
        make_a_million_1935_three,
        make_a_million_1935_two,
        manhattan,
        make_a_million_2004,
        six,
        eight,
        silent_six,
        silent_eight,
        exact_tricks,
        sweven,
        millionaire,
        anagrams,
    )
}


def list_editions() -> tuple[str, ...]:
    """The ids of all editions.

    >>> list_editions()[0]
    'make-a-million-1935'
    """
    return tuple(_EDITIONS)


def split_edition(edition: str) -> tuple[str, ...]:
    """The id of an edition, and the options named after plus signs. Raises TypeError for what is not text.

    >>> split_edition("sweven+6-players")
    ('sweven', '6-players')
    """
    if not isinstance(edition, str):
        raise TypeError(f"an edition is named by its id, like {next(iter(_EDITIONS))!r}, not {edition!r}")
    return tuple(edition.split("+"))


def get_edition(edition: str, options: Sequence[str] = ()) -> RuleSet:
    """The rule set of an edition, with options switched on: named in the list, or after a plus sign.

    Raises ValueError naming what there is when the edition or an option is unknown, TypeError for what is not text.

    >>> get_edition("make-a-million-1935", ["short-game"]).scoring.target
    500
    >>> get_edition("make-a-million-1935+short-game").chosen
    ('short-game',)
    """
    name, *more = split_edition(edition)
    if name not in _EDITIONS:
        raise ValueError(f"no edition {name!r}; there are: {', '.join(_EDITIONS)}")
    if isinstance(options, str):
        raise ValueError(f"options are a list of names, like [{options!r}]")
    return _EDITIONS[name].with_options([*more, *options])


__all__ = ["Option", "RuleSet", "TrickGame", "get_edition", "list_editions", "split_edition"]
