"""Pages of the site that are made from the package itself: rules, editions, cases, exercises, commands and Python.

`docs/conf.py` calls `write` before it builds, so none of these pages can go stale, and none is committed. Only the glossary
is, because lessons link to it: `python tools/make_reference.py` writes it again.
"""

import argparse
import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import mam
from mam.classroom import exercises
from mam.cli.parser import make_parser
from mam.library.glossary import KINDS, list_terms
from mam.library.situations import list_situations
from mam.support.data_files import find_notebooks_folder

GLOSSARY = Path(__file__).resolve().parents[1] / "docs" / "glossary.md"

# What people use of the package, by subject: a page each. A module with `__all__` offers all that stands there; of another
# the names are given.
PYTHON: dict[str, tuple[str, dict[str, str]]] = {
    "mam": ("Rules, rounds, records", {"mam": ""}),
    "situations": (
        "Documented cases, editions side by side",
        {"mam.library.situations": "", "mam.library.comparing": "", "mam.rules.rulings": "Reason"},
    ),
    "matches": (
        "Matches and players",
        {
            "mam.scenes.sheets": "Sheet Adjustment",
            "mam.sessions": "",
            "mam.players": "Player random_player rulebook get_player play_on",
            "mam.players.expert": "ExpertPlayer",
            "mam.analysis.tournaments": "Tournament",
        },
    ),
    "misplay": ("Misplay", {"mam.misplay": ""}),
    "chances": (
        "Exact chances",
        {
            "mam.analysis.probability": "",
            "mam.analysis.unseen_cards": "CardOdds card_odds",
            "mam.analysis.constrained_deals": "Deals",
        },
    ),
    "outcomes": (
        "Outcomes and advice",
        {
            "mam.analysis.outcomes": "Outcomes compare make_curve",
            "mam.analysis.advice": "Advice advise review",
            "mam.analysis.open_cards": "OpenCardCost",
            "mam.analysis.calibration": "calibrate",
        },
    ),
    "engine": (
        "Engine and solver",
        {"mam.engine.rollouts.playouts": "Playouts", "mam.engine.solver.solution": "Solution"},
    ),
    "charts": ("Charts", {"mam.charts": ""}),
    "classroom": ("Classroom", {"mam.classroom": ""}),
    "drawing": (
        "Pictures and words",
        {
            "mam.scenes": "make_scene list_facts",
            "mam.drawing": "table_svg table_text page_svg card_svg",
        },
    ),
    "widgets": ("Widgets", {"mam_widgets": ""}),
}


def write(folder: Path) -> None:
    """Write all pages into this folder."""
    folder.mkdir(exist_ok=True)
    listed_objects: set[object] = set()
    pages = {
        "rules": _rules(),
        "editions": _editions(),
        "cases": _cases(),
        "exercises": _exercises(),
        "commands": _commands(),
        **{f"python-{name}": _python(title, modules, listed_objects) for name, (title, modules) in PYTHON.items()},
    }
    for name, lines in pages.items():
        text = "\n".join(lines) + "\n"
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text("utf-8") != text:  # Sphinx reads again only what has changed
            path.write_text(text, "utf-8")


def glossary_page() -> str:
    """The glossary as Markdown: a heading for each term, so that each has an address."""
    lines = ["# Glossary", "", "Each term once, by subject. In a terminal: `mam glossary WORD`."]
    for kind in KINDS:
        lines += ["", f"## {kind.capitalize()}"]
        for term in list_terms():
            if term.kind == kind:
                lines += ["", f"### {term.name}", "", term.definition]
                links = ", ".join(f"[{name}](#{name.casefold().replace(' ', '-')})" for name in term.see)
                lines += ["", f"See also: {links}"] if links else []
                lines += ["", f"Rules: {', '.join(term.rules)}"] if term.rules else []
    return "\n".join(lines) + "\n"


def _rules() -> Iterator[str]:
    yield "# Rules"
    yield "\nEvery rule of every game, in our own words, with the place in the documents where it stands. A *reading* settles a"
    yield "question that the documents leave open. In a terminal `mam rules WORD` finds them."
    book = ""
    for ruling in mam.all_rulings().values():
        if ruling.book != book:
            book = ruling.book
            yield f"\n## {book.replace('_', ' ').capitalize()}"
        yield f"\n({ruling.id.lower()})=\n### {ruling.id}: {_plain(ruling.title)}"
        if ruling.question:
            yield f"\n*{_plain(ruling.question)}*"
        yield f"\n{_plain(ruling.words)}"
        if ruling.alternative:
            yield f"\n{_plain(ruling.other_reading)}"
        if ruling.why:
            yield f"\nWhy: {_plain(ruling.why)}"
        yield f"\n{ruling.kind.capitalize()} · {_plain(ruling.source)}"


def _editions() -> Iterator[str]:
    yield "# Editions"
    yield "\nEach edition by the name that `mam.start` and all commands take, with its options (`six+misdeal` is the edition"
    yield "`six` with the option `misdeal`)."
    for name in mam.list_editions():
        rules = mam.get_edition(name)
        yield f"\n## {_plain(rules.name)}"
        yield f"\n`{name}`"
        if rules.options:
            yield "\n| option | | rule |\n| --- | --- | --- |"
            yield from (
                f"| `{key}` | {_plain(option.words)} | {option.rule_id} |" for key, option in rules.options.items()
            )


def _cases() -> Iterator[str]:
    yield "# Documented cases"
    yield "\nQuestions that the documents ask and answer. `mam.get_situation` gives each as a position, `mam_widgets.cases` asks them."
    yield from _case_table()
    for situation in list_situations():
        yield f"\n## {situation.id}: {_plain(situation.title)}"
        yield f"\n{_plain(situation.setup)}"
        yield f"\n*{_plain(situation.question)}*"
        yield f"\n{_plain(situation.answer)}"
        yield f"\n{', '.join(situation.rules)} · {situation.edition}"


def _case_table() -> Iterator[str]:
    """A line for each case and each open question: what is asked of it, and where another edition answers differently."""
    yield "\n| case | | edition | questions | what if | other editions, the same answer | another answer |\n| --- | --- | --- | --- | --- | --- | --- |"
    for chapter in mam.list_cases():
        case = chapter.case
        if case is None:
            continue
        names: dict[bool, list[str]] = {True: [], False: []}
        for other in case.editions:
            names[other.is_same].append(" ".join((other.edition, *other.options)))
        counts = f"{len(chapter.stops)} | {len(case.variations)}"
        yield f"| {chapter.id} | {_plain(chapter.title)} | {case.edition} | {counts} | {', '.join(names[True])} | {', '.join(names[False])} |"


def _exercises() -> Iterator[str]:
    yield "# Exercises"
    yield "\nEach has a variant for every student, hints in steps, and a worked solution. `mam.classroom.practice(id)` opens one."
    yield "\n| exercise | | kind | level | lesson |\n| --- | --- | --- | --- | --- |"
    for exercise in exercises():
        is_notebook = (find_notebooks_folder() / f"{exercise.lesson}.ipynb").is_file()
        name = exercise.lesson_name
        link = f"[{name}](../../notebooks/{exercise.lesson}.ipynb)" if is_notebook else name
        yield f"| `{exercise.id}` | {_plain(exercise.title)} | {exercise.kind} | {exercise.level} | {link} |"


def _commands() -> Iterator[str]:
    yield "# Commands"
    yield "\nWhat `mam` does in a terminal. Each command explains itself with `--help`."
    whole = make_parser()
    chosen = next(action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    for name, parser in chosen.choices.items():
        yield f"\n## mam {name}\n\n```text\n{_help(parser)}\n```"


def _help(parser: argparse.ArgumentParser) -> str:
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=100)
    return parser.format_help().strip()


def _python(title: str, modules: Mapping[str, str], listed_objects: set[object]) -> Iterator[str]:
    """A page on these modules: what they offer, each thing once on the whole site, under the name that comes first."""
    yield f"# {title}"
    for module, names in modules.items():
        members = [(name, member) for name, member in public(module, names) if member not in listed_objects]
        listed_objects.update(member for _, member in members)
        yield f"\n## {module}\n\n{_plain(inspect.cleandoc(import_module(module).__doc__ or '').partition('>>>')[0])}"
        for name, member in members:
            kind = "class" if inspect.isclass(member) else "function"
            yield f"\n```{{eval-rst}}\n.. auto{kind}:: {module}.{name}\n```"


def public(module: str, names: str = "") -> list[tuple[str, Any]]:
    """The functions and classes that a module offers: these names, or all in its `__all__`."""
    loaded = import_module(module)
    offered_names = [(name, getattr(loaded, name)) for name in names.split() or loaded.__all__]
    return [
        (name, member)
        for name, member in offered_names
        if inspect.isclass(member) or inspect.isfunction(inspect.unwrap(member))
    ]  # also behind a cache


def _plain(text: str) -> str:
    """Text as Markdown that means nothing but itself."""
    return "".join(f"\\{sign}" if sign in "*_[]<>|$`\\" else sign for sign in text)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    GLOSSARY.write_text(glossary_page(), "utf-8")
