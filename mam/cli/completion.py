"""Answer the Tab key in a shell: commands, options, editions, seats, terms and files. Needs the package argcomplete."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

import mam


def complete(parser: argparse.ArgumentParser) -> None:
    """Print what may follow the words in the shell's line, and exit; do nothing if argcomplete is not installed."""
    try:
        import argcomplete
    except ImportError:
        return
    _add_completers(parser)
    argcomplete.autocomplete(parser, always_complete_options="long")


def _add_completers(parser: argparse.ArgumentParser) -> None:
    for action in parser._actions:  # argparse has no public way to list the arguments
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _add_completers(command)
        elif (completer := _COMPLETERS.get(str(action.metavar))) is not None:
            action.completer = completer  # type: ignore[attr-defined]


def _list_editions(**_: Any) -> Iterable[str]:
    return mam.list_editions()


def _find_edition(arguments: argparse.Namespace) -> Any:
    """Return the edition named so far in the line, or else the first one."""
    name = getattr(arguments, "edition", None)
    return mam.get_edition(name if name in mam.list_editions() else mam.list_editions()[0])


def _list_options(parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    return list(_find_edition(parsed_args).options)


def _list_seats(parsed_args: argparse.Namespace, **_: Any) -> Iterable[str]:
    return [str(seat) for seat in _find_edition(parsed_args).seats]


def _list_terms(**_: Any) -> Iterable[str]:
    from mam.library.glossary import list_terms

    return [term.name for term in list_terms()]


_COMPLETERS: dict[str, Callable[..., Iterable[str]]] = {
    "EDITION": _list_editions,
    "OPTION": _list_options,
    "SEAT": _list_seats,
    "TERM": _list_terms,
}
