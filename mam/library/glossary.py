"""The glossary: each term of the game, of statistics and of the code, defined once in `data/glossary.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Literal, get_args

from mam.support.data_files import find_data_folder
from mam.support.kinds import list_keys
from mam.support.messages import shorten
from mam.support.toml import DataError, Document

Kind = Literal["game", "statistics", "code"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Term:
    """A term: its definition, the names of related terms, and the ids of the rules that define it."""

    name: str
    kind: Kind
    definition: str
    see: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@cache
def list_terms() -> tuple[Term, ...]:
    """List all terms in alphabetical order.

    >>> list_terms()[0].name
    'account'
    """
    path = find_data_folder() / "glossary.toml"
    document = Document(path.read_text("utf-8"), path.name, DataError)
    keys = list_keys(Term)
    keys["term"] = keys.pop("name")
    terms = (Term(values.pop("term"), **values) for _, values in document.read_list("term", keys, "term"))
    return tuple(sorted(terms, key=lambda term: term.name.casefold()))


def find_term(name: str) -> Term:
    """Return the term with this name, in any case, singular or plural.

    Raises ValueError with the nearest terms if there is none.

    >>> find_term("Possible deals").kind
    'statistics'
    >>> find_term("nesst")
    Traceback (most recent call last):
    ValueError: “nesst” is not in the glossary. Did you mean nest?
    """
    terms = {term.name.casefold(): term for term in list_terms()}
    normalized = " ".join(name.casefold().split())
    for spelling in (normalized, normalized.removesuffix("s"), normalized.removesuffix("es")):
        if spelling in terms:
            return terms[spelling]
    matches = [key for key in terms if normalized and normalized in key] or get_close_matches(
        normalized, terms, 3, cutoff=0.6
    )
    names = " or ".join(terms[key].name for key in matches[:3])
    hint = f"Did you mean {names}?" if names else "“mam glossary” lists all terms."
    raise ValueError(f"“{shorten(name)}” is not in the glossary. {hint}")
