"""Read situations from their files; the first fault is named with its place."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from mam.library.situations.questions import list_questions
from mam.library.situations.setting import FORMS
from mam.library.situations.situation import KINDS, Check, Situation, SituationError
from mam.rules.editions import get_edition
from mam.rules.rulings import all_rulings, list_documents, ruling
from mam.support.arguments import check_arguments
from mam.support.data_files import find_data_folder
from mam.support.kinds import Key
from mam.support.messages import quote
from mam.support.toml import Document
from mam.support.toml_lines import KeyPath

_TEXT_KEYS = ("id", "kind", "title", "document", "section", "edition", "setup", "question", "answer")
_KEYS = {
    **dict.fromkeys(_TEXT_KEYS, Key(str, True)),
    "kind": Key(Literal[KINDS], True),
    "page": Key(int),
    **dict.fromkeys(("options", "rules"), Key(tuple[str, ...])),
    "people": Key(Mapping[str, str]),
    "check": Key(tuple[Any, ...]),
    **dict.fromkeys(FORMS, Key(Mapping[str, Any])),
}


@cache
def all_situations() -> Mapping[str, Situation]:
    """Return every situation by its id, in the order of the ids."""
    situations: dict[str, Situation] = {}
    for path in sorted((find_data_folder() / "situations").glob("*.toml")):
        for situation in read_situations(path.read_text("utf-8"), path.name):
            if situation.id in situations:
                raise SituationError(
                    path.name, situation.line, f"the id {situation.id} is used twice in data/situations"
                )
            situations[situation.id] = situation
    return {name: situations[name] for name in sorted(situations)}


@check_arguments
def list_situations(word: str = "", *, rule: str = "", edition: str = "") -> tuple[Situation, ...]:
    """List the documented cases: all of them, or those with this word, rule id or edition (options make no difference).

    Raises KeyError for an unknown rule and ValueError for an unknown edition.

    >>> [situation.id for situation in list_situations("Tiger", edition="manhattan")]
    ['B45', 'B46']
    >>> [situation.id for situation in list_situations(rule="R35-QA-5")]
    ['B29']
    """
    rule_id = ruling(rule).id if rule else ""
    edition_id = get_edition(edition).id if edition else ""
    return tuple(
        situation
        for situation in all_situations().values()
        if (not rule_id or rule_id in situation.rules)
        and (not edition_id or edition_id == situation.edition)
        and word.casefold() in _join_texts(situation).casefold()
    )


def _join_texts(situation: Situation) -> str:
    return " ".join((situation.id, situation.title, situation.setup, situation.question, situation.answer))


@check_arguments
def get_situation(situation_id: str) -> Situation:
    """Return the documented case with this id. Raises KeyError naming the ids there are.

    >>> get_situation("B29").title
    'The Bear led as the last card'
    """
    situations = all_situations()
    if situation_id not in situations:
        first, *_, last = situations
        raise KeyError(f"no situation {quote(situation_id)}: choose one of {first} to {last}")
    return situations[situation_id]


def read_situations(text: str, name: str = "situations") -> tuple[Situation, ...]:
    """Return the situations in a text. Raises SituationError naming the line, the situation and its fault."""
    document = Document(text, name, SituationError)
    if not document.top:
        return ()
    entries = document.read_list("situation", _KEYS)
    return tuple(_read_situation(document, path, values) for path, values in entries)


def _read_situation(document: Document, path: KeyPath, values: dict[str, Any]) -> Situation:
    label, entry = values["id"], document.table(path)

    def fail(fault: str, key: str = "") -> SituationError:
        return document.fail((path, key), f"{label}: {fault}")  # type: ignore[return-value]

    forms = [key for key in entry if key in FORMS]
    for key in _TEXT_KEYS:
        if not entry[key].strip():
            raise fail(f"{key} must be text in quotes, not empty", key)
    if len(forms) != 1:
        raise fail(f"give one set-up, in one of the forms {', '.join(FORMS)}", (forms or [""])[-1])
    rules, options = values.pop("rules", ()), values.pop("options", ())
    for rule_id in rules:
        if rule_id not in all_rulings():
            raise fail(f"no rule has the id {quote(rule_id)}", "rules")
    if values["document"] not in list_documents():
        raise fail(f"no document {quote(values['document'])}: there are {', '.join(list_documents())}", "document")
    try:
        edition = get_edition(values["edition"], options)
    except ValueError as error:
        raise fail(str(error), "options" if options else "edition") from None
    people = values.pop("people", {})
    if unknown_seats := [seat for seat in people if seat not in edition.seats]:
        raise fail(f"no seat {quote(unknown_seats[0])}: the seats are {' '.join(edition.seats)}", "people")
    entries = values.pop("check", ())
    if not rules or not entries:
        raise fail("name at least one rule and give at least one check", "rules" if "rules" in entry else "check")
    checks = tuple(read_check(check, fail) for check in entries)
    del values[forms[0]]
    place: dict[str, Any] = {"file": document.name, "line": document.line(path, "id")}
    setting: dict[str, Any] = {"form": forms[0], "table": entry[forms[0]], "checks": checks}
    return Situation(**values, rules=rules, options=options, people=people, **setting, **place)


def read_check(entry: Any, fail: Any) -> Check:
    """Return a check: `ask` is the question, `expect` its answer; `words` and `set` are optional, all else are its facts."""
    if not isinstance(entry, dict):
        raise fail("check must be a list of tables", "check")
    facts = dict(entry)
    if "ask" not in facts:
        raise fail("a check must ask a question: ask is missing", "check")
    question = facts.pop("ask")
    if question not in list_questions():
        raise fail(f"no question {quote(question)}; there are: {', '.join(list_questions())}", "check")
    if "expect" not in facts:
        raise fail(f"the check {quote(question)} has no answer to expect", "check")
    expected, words, setting = facts.pop("expect"), facts.pop("words", ""), facts.pop("set", {})
    if not isinstance(words, str) or not isinstance(setting, dict):
        raise fail(f"in the check {quote(question)} words must be text in quotes, and set a table", "check")
    return Check(question, expected, facts, setting, words)
