"""The editions, by id. An edition is a file of facts here; nothing outside this folder names one."""

from collections.abc import Sequence

from mam.editions import make_a_million_1935
from mam.editions.ruleset import Option, RuleSet

_EDITIONS: dict[str, RuleSet] = {module.EDITION.id: module.EDITION for module in (make_a_million_1935,)}


def list_editions() -> tuple[str, ...]:
    """The ids of all editions.

    >>> list_editions()[0]
    'make-a-million-1935'
    """
    return tuple(_EDITIONS)


def get_edition(edition: str, options: Sequence[str] = ()) -> RuleSet:
    """The rule set of an edition, with options switched on.

    Raises ValueError naming what there is when the edition or an option is unknown.

    >>> get_edition("make-a-million-1935", ["short-game"]).scoring.target
    500
    """
    if edition not in _EDITIONS:
        raise ValueError(f"no edition {edition!r}; there are: {', '.join(_EDITIONS)}")
    return _EDITIONS[edition].with_options(options)


__all__ = ["Option", "RuleSet", "get_edition", "list_editions"]
