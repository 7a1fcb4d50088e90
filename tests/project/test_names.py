"""Names: a function is a verb or the thing that it returns, a module what it holds, no participle or pronoun; a variable is no pronoun or adverb."""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sources import list_nodes, parse

ROOT = Path(__file__).parents[2]
FOLDERS = ("mam", "widgets/mam_widgets", "tools")
PARTICIPLES = {
    "dealt",
    "drawn",
    "given",
    "held",
    "known",
    "laid",
    "led",
    "lost",
    "meant",
    "met",
    "seen",
    "shown",
    "taken",
    "told",
    "won",
}
PRONOUNS = {"he", "it", "others", "she", "that", "them", "they", "this", "those", "we", "whom", "whose", "you"}
ADVERBS = {"again", "here", "often", "once", "still", "there", "together", "twice"}
ARE_VERBS = {"embed", "feed", "need", "seed", "shed", "speed"}
# What stands, and why.
EXCEPTIONS = {
    "compiled": "a decorator says what it makes of a function",
    "given": "mam.chances(…).given(…) is read as the bar of a conditional probability",
    "seen_by": "round.seen_by(person) is read as it stands",
}


# Modules with the name that something has in the data: a phase of a round, a page on probability, a file of counts.
MODULE_EXCEPTIONS = {"called", "captured", "confounded", "given", "paired", "sealed"}


# Columns of the rows that compiled functions work on, and the keys of what a letter game marks.
CONSTANT_EXCEPTIONS = {"EXPECTED", "GAINED", "LED", "PASSED", "PLAYED", "RISKED", "SEARCHED"}


class Names(NamedTuple):
    """The functions and the variables of the library, the widgets and the tools, each with its place and its name; `constants` are the
    variables of modules."""

    functions: list[tuple[str, str]]
    variables: list[tuple[str, str]]
    constants: list[tuple[str, str]]


@cache
def list_names() -> Names:
    """Read every file once for all tests. Properties are facts, and exercises have the names of tasks; fields and parameters, which
    users name (`you`), are no variables."""
    names = Names([], [], [])
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            place, tree = path.relative_to(ROOT), parse(path)
            nodes = list_nodes(path)
            statements = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
            names.constants.extend(
                (f"{place}:{node.lineno}", node.id)
                for statement in statements
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )
            fields = {node.target for node in nodes if isinstance(node, ast.AnnAssign)}
            for node in nodes:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    decorators = {
                        ast.unparse(decorator).split("(")[0].split(".")[-1] for decorator in node.decorator_list
                    }
                    if not decorators & {"property", "cached_property", "setter", "exercise"}:
                        names.functions.append((f"{place}:{node.lineno}", node.name))
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
                    names.variables.append((f"{place}:{node.lineno}", node.id))
    return names


def is_participle(word: str) -> bool:
    return word in PARTICIPLES or (word.endswith("ed") and word not in ARE_VERBS)


def is_misnamed(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    return (is_participle(first) or first in PRONOUNS) and name not in EXCEPTIONS


def test_no_function_is_named_by_a_participle_or_a_pronoun() -> None:
    assert [f"{place} {name}" for place, name in list_names().functions if is_misnamed(name)] == []


def test_no_module_is_named_by_a_participle_or_a_pronoun() -> None:
    modules = {path.stem for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
    nouns = {name: name.split("_")[-1] for name in modules}
    assert {name for name, noun in nouns.items() if is_participle(noun) or noun in PRONOUNS} == MODULE_EXCEPTIONS


def test_each_exception_is_used() -> None:
    assert {*EXCEPTIONS} <= {name for _, name in list_names().functions}


def test_no_variable_of_a_module_is_a_participle() -> None:
    """Two words are a thing and what was done to it: `SHOWN_SAMPLES`."""
    constants = {(place, name.strip("_")) for place, name in list_names().constants}
    found = [
        (place, name) for place, name in constants if is_participle(name.lower()) and "_" not in name and name != "RED"
    ]
    assert {name for _, name in found} == CONSTANT_EXCEPTIONS, found


def test_no_variable_is_named_by_a_pronoun_or_an_adverb() -> None:
    names = (PRONOUNS - {"others", "you"}) | ADVERBS | {"each", "mine", "one", "ours", "yours"}
    assert [f"{place} {name}" for place, name in list_names().variables if name.strip("_") in names] == []
