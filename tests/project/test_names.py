"""Names: a function is a verb or the thing that it returns, no participle or pronoun; a variable is no pronoun or adverb."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
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


@cache
def list_trees() -> list[tuple[Path, ast.Module]]:
    """Parse every file of the library, the widgets and the tools, once for all tests."""
    folders = ("mam", "widgets/mam_widgets", "tools")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [(path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))) for path in paths]


def list_functions() -> Iterator[tuple[str, str]]:
    """Every function of the library, the widgets and the tools, with its place; properties are facts, and exercises have the names of tasks."""
    for path, tree in list_trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                decorators = {ast.unparse(decorator).split("(")[0].split(".")[-1] for decorator in node.decorator_list}
                if not decorators & {"property", "cached_property", "setter", "exercise"}:
                    yield f"{path}:{node.lineno}", node.name


def is_misnamed(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    is_participle = first in PARTICIPLES or (first.endswith("ed") and first not in ARE_VERBS)
    return (is_participle or first in PRONOUNS) and name not in EXCEPTIONS


def test_no_function_is_named_by_a_participle_or_a_pronoun() -> None:
    assert [f"{place} {name}" for place, name in list_functions() if is_misnamed(name)] == []


def test_each_exception_is_used() -> None:
    assert {*EXCEPTIONS} <= {name for _, name in list_functions()}


def list_variables() -> Iterator[tuple[str, str]]:
    """Every name that is given a value, with its place; fields and parameters, which users name (`you`), are not among them."""
    for path, tree in list_trees():
        fields = {node.target for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
                yield f"{path}:{node.lineno}", node.id


def test_no_variable_is_named_by_a_pronoun_or_an_adverb() -> None:
    names = (PRONOUNS - {"others", "you"}) | ADVERBS | {"each", "mine", "one", "ours", "yours"}
    assert [f"{place} {name}" for place, name in list_variables() if name.strip("_") in names] == []
