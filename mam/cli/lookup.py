"""`mam rules`, `mam editions`, `mam compare`, `mam glossary` and `mam club`: rules, terms, and what the club player learned."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence

import mam
from mam.cli.printouts import wrap_lines
from mam.support.messages import quote


def print_rules(arguments: Namespace) -> None:
    """List the rules, search them, or print one."""
    if arguments.topics:
        print("\n".join(_topic_lines([arguments.edition] if arguments.edition else mam.list_editions())))
        return
    rulings = mam.all_rulings()
    if arguments.edition is not None:
        rulings = {ruling.id: ruling for ruling in mam.get_edition(arguments.edition).rulings()}
    query = " ".join(arguments.words)
    if query.upper() in rulings:
        print("\n".join(_ruling_lines(rulings[query.upper()])))
        return
    words = query.casefold().split()
    matches = [ruling for ruling in rulings.values() if all(word in _search_text(ruling) for word in words)]
    if not matches:
        scope = f" in {arguments.edition}" if arguments.edition else ""
        raise ValueError(f"no rule{scope} matches {quote(query)}; “mam rules” lists them all")
    longest = max(len(ruling.id) for ruling in matches)
    for ruling in matches:
        print(f"{ruling.id:<{longest}}  {ruling.title}{_kind(ruling)}")
        if words:  # a search also shows the text and its source
            print("\n".join(wrap_lines(" " * (longest + 2), f"{ruling.words} [{ruling.source}]")))


def _topic_lines(editions: Sequence[str]) -> Iterator[str]:
    """Yield a line for each edition and topic: the rule cited there, and its title."""
    rows = [
        (edition, topic, ruling.id, f"{ruling.title} [{ruling.source}]")
        for edition in editions
        for topic, ruling in mam.get_edition(edition).topics().items()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:3]
    for *columns, last in rows:
        yield "  ".join([*(f"{text:<{width}}" for text, width in zip(columns, widths, strict=True)), last])


def _kind(ruling: mam.Ruling) -> str:
    """Name the kind of a ruling, unless it is an ordinary rule."""
    return "" if ruling.kind == "rule" else f" ({'our reading' if ruling.kind == 'reading' else ruling.kind})"


def _search_text(ruling: mam.Ruling) -> str:
    return " ".join((ruling.id, ruling.title, ruling.words, ruling.question)).casefold()


def _ruling_lines(ruling: mam.Ruling) -> Iterable[str]:
    yield f"{ruling.id}  {ruling.title}{_kind(ruling)}"
    yield ""
    if ruling.question:
        yield from wrap_lines("Question     ", ruling.question)
    yield from wrap_lines("In words     ", ruling.words)
    for head, text in (
        ("Alternative  ", ruling.alternative),
        ("Why          ", ruling.why),
        ("Switch       ", f"{ruling.switch}, which is on: the alternative holds" if ruling.option else ruling.switch),
        ("Source       ", ruling.source),
        ("Also         ", "; ".join(ruling.also)),
        ("See          ", ", ".join(ruling.see)),
    ):
        if text:
            yield from wrap_lines(head, text)


def print_editions(arguments: Namespace) -> None:
    """List the editions, or the options of one."""
    if arguments.edition is None:
        longest = max(map(len, mam.list_editions()))
        for name in mam.list_editions():
            print(f"{name:<{longest}}  {mam.get_edition(name).name}")
        return
    rules = mam.get_edition(arguments.edition)
    print(f"{rules.id}: {rules.name}")
    for name, option in rules.options.items():
        print(f"  {name}: {option.words} ({option.rule_id})")


def print_glossary(arguments: Namespace) -> None:
    """Print one term, or list all terms."""
    from mam.library.glossary import KINDS, find_term, list_terms

    if not arguments.words:
        longest = max(len(term.name) for term in list_terms())
        for kind in KINDS:
            print(f"{kind.capitalize()}:")
            for term in list_terms():
                if term.kind == kind:
                    print("\n".join(wrap_lines(f"  {term.name:<{longest}}  ", term.definition)))
        return
    term = find_term(" ".join(arguments.words))
    print(f"{term.name} ({term.kind})")
    print("\n".join(wrap_lines("  ", term.definition)))
    for head, names in (("  See also: ", term.see), ("  Rules: ", term.rules)):
        if names:
            print("\n".join(wrap_lines(head, ", ".join(names))))


def compare(arguments: Namespace) -> None:
    """Print how two editions differ."""
    print(mam.compare(*arguments.editions, notes=arguments.notes))


def print_club(arguments: Namespace) -> None:
    """Print what the club player learned about an edition, as sentences."""
    from mam.engine.club.hand_sentences import describe_hand_weights
    from mam.engine.club.hand_weights import find_hand_weights
    from mam.engine.club.sentences import describe_weights

    edition = mam.list_editions()[0] if arguments.edition is None else mam.get_edition(arguments.edition).full_id
    print("\n".join(describe_weights(edition, arguments.situation)))
    if arguments.situation:
        return
    if find_hand_weights(edition):
        print("\n".join(describe_hand_weights(edition)))
    else:
        print("It has learned only the play: it bids, discards and names trump like the rulebook player.")
