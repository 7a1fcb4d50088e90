"""`mam rules`, `mam editions`, `mam compare` and `mam glossary`: rules and terms."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence

import mam
from mam.cli.printouts import wrapped


def rules(chosen: Namespace) -> None:
    """List the rules, find words in them, or print one."""
    if chosen.topics:
        print("\n".join(_topic_lines([chosen.edition] if chosen.edition else mam.list_editions())))
        return
    known = mam.all_rulings()
    if chosen.edition is not None:
        known = {one.id: one for one in mam.get_edition(chosen.edition).rulings()}
    asked = " ".join(chosen.words)
    if asked.upper() in known:
        print("\n".join(_ruling_lines(known[asked.upper()])))
        return
    words = asked.casefold().split()
    found = [one for one in known.values() if all(word in _searched(one) for word in words)]
    if not found:
        where = f" in {chosen.edition}" if chosen.edition else ""
        raise ValueError(f"no rule{where} has the id or the words {asked!r}; “mam rules” lists them all")
    longest = max(len(one.id) for one in found)
    for one in found:
        print(f"{one.id:<{longest}}  {one.title}{_kind(one)}")
        if words:  # a search also shows what was found, and where it stands
            print("\n".join(wrapped(" " * (longest + 2), f"{one.words} [{one.source}]")))


def _topic_lines(editions: Sequence[str]) -> Iterator[str]:
    """A line for each edition and topic: the rule that is cited there, and its title."""
    rows = [
        (edition, topic, one.id, f"{one.title} [{one.source}]")
        for edition in editions
        for topic, one in mam.get_edition(edition).topics().items()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:3]
    for *columns, last in rows:
        yield "  ".join([*(f"{text:<{width}}" for text, width in zip(columns, widths, strict=True)), last])


def _kind(one: mam.Ruling) -> str:
    """What a ruling is, unless it is a rule like most."""
    return "" if one.kind == "rule" else f" ({'our reading' if one.kind == 'reading' else one.kind})"


def _searched(one: mam.Ruling) -> str:
    return " ".join((one.id, one.title, one.words, one.question)).casefold()


def _ruling_lines(one: mam.Ruling) -> Iterable[str]:
    yield f"{one.id}  {one.title}{_kind(one)}"
    yield ""
    if one.question:
        yield from wrapped("Question     ", one.question)
    yield from wrapped("In words     ", one.words)
    for head, text in (
        ("Other way    ", one.alternative),
        ("Why          ", one.why),
        ("Switch       ", f"{one.switch}, which is on: the other way holds" if one.option else one.switch),
        ("Source       ", one.source),
        ("Also         ", "; ".join(one.also)),
        ("See          ", ", ".join(one.see)),
    ):
        if text:
            yield from wrapped(head, text)


def editions(chosen: Namespace) -> None:
    """List the editions, or the options of one."""
    if chosen.edition is None:
        longest = max(map(len, mam.list_editions()))
        for name in mam.list_editions():
            print(f"{name:<{longest}}  {mam.get_edition(name).name}")
        return
    rules = mam.get_edition(chosen.edition)
    print(f"{rules.id}: {rules.name}")
    for name, option in rules.options.items():
        print(f"  {name}: {option.words} ({option.rule_id})")


def glossary(chosen: Namespace) -> None:
    """Print one term, or list all terms."""
    from mam.library.glossary import KINDS, find_term, list_terms

    if not chosen.words:
        longest = max(len(term.name) for term in list_terms())
        for kind in KINDS:
            print(f"{kind.capitalize()}:")
            for term in list_terms():
                if term.kind == kind:
                    print("\n".join(wrapped(f"  {term.name:<{longest}}  ", term.definition)))
        return
    term = find_term(" ".join(chosen.words))
    print(f"{term.name} ({term.kind})")
    print("\n".join(wrapped("  ", term.definition)))
    for head, names in (("  See also: ", term.see), ("  Rules: ", term.rules)):
        if names:
            print("\n".join(wrapped(head, ", ".join(names))))


def compare(chosen: Namespace) -> None:
    """Print how two editions differ."""
    print(mam.compare(*chosen.editions, notes=chosen.notes))
