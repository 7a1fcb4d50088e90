"""Read situations from their files; the first fault is named with its place."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from mam.library.situations.questions import list_questions
from mam.library.situations.setting import FORMS
from mam.library.situations.situation import KINDS, Check, Situation
from mam.rules.editions import get_edition
from mam.rules.rulings import all_rulings, ruling
from mam.support.data_files import find_data_folder
from mam.support.messages import quote

_TEXT_KEYS = ("id", "kind", "title", "document", "section", "edition", "setup", "question", "answer")
_KEYS = {*_TEXT_KEYS, "page", "options", "rules", "people", "check"}


class SituationError(ValueError):
    """A situation that cannot be used; the message names the file, the situation and the fault."""


@cache
def all_situations() -> Mapping[str, Situation]:
    """Return every situation by its id, in the order of the ids."""
    situations: dict[str, Situation] = {}
    for path in sorted((find_data_folder() / "situations").glob("*.toml")):
        for situation in read_situations(path.read_text("utf-8"), path.name):
            if situation.id in situations:
                raise SituationError(f"{path.name}: the id {situation.id} is used twice in data/situations")
            situations[situation.id] = situation
    return {name: situations[name] for name in sorted(situations)}


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
    """Return the situations in a text. Raises SituationError naming the situation and its fault."""
    try:
        top = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SituationError(f"{name}: this is not valid TOML: {fault}") from None
    if unknown_keys := set(top) - {"situation"}:
        raise SituationError(f"{name}: unknown key {quote(sorted(unknown_keys)[0])}; a file holds [[situation]] tables")
    return tuple(_read_situation(entry, name) for entry in top.get("situation", []))


def _read_situation(entry: dict[str, Any], name: str) -> Situation:
    place = f"{name}, {entry.get('id', 'a situation without id')}"

    def fail(fault: str) -> SituationError:
        return SituationError(f"{place}: {fault}")

    for key in _TEXT_KEYS:
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise fail(f"{key} must be text")
    forms = [key for key in entry if key in FORMS]
    if unknown_keys := set(entry) - _KEYS - set(FORMS):
        raise fail(f"unknown key {quote(sorted(unknown_keys)[0])}")
    if len(forms) != 1:
        raise fail(f"give one set-up, in one of the forms {', '.join(FORMS)}")
    if entry["kind"] not in KINDS:
        raise fail(f"kind must be one of {', '.join(KINDS)}")
    rules, options = tuple(entry.get("rules", ())), tuple(entry.get("options", ()))
    for rule_id in rules:
        if rule_id not in all_rulings():
            raise fail(f"no rule has the id {quote(rule_id)}")
    try:
        get_edition(entry["edition"], options)
    except ValueError as error:
        raise fail(str(error)) from None
    checks = tuple(_read_check(check, fail) for check in entry.get("check", []))
    if not rules or not checks:
        raise fail("name at least one rule and give at least one check")
    return Situation(
        **{key: entry[key] for key in _TEXT_KEYS},
        page=entry.get("page", 0),
        rules=rules,
        options=options,
        people=entry.get("people", {}),
        form=forms[0],
        table=entry[forms[0]],
        checks=checks,
    )


def _read_check(entry: dict[str, Any], fail: Any) -> Check:
    """Return a check: `ask` is the question, `expect` its answer; `words` and `set` are optional, all else are its facts."""
    facts = dict(entry)
    question = facts.pop("ask", None)
    if question not in list_questions():
        raise fail(f"no question {quote(question)}; there are: {', '.join(list_questions())}")
    if "expect" not in facts:
        raise fail(f"the check {quote(question)} has no answer to expect")
    expected, words, setting = facts.pop("expect"), facts.pop("words", ""), facts.pop("set", {})
    return Check(question, expected, facts, setting, words)
