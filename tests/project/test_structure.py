"""The structure stays readable: no code names an edition but the editions, the games of their own, and exercises about them;
no function has the name of a module beside it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from cases import check_each
from sources import list_nodes, parse

import mam

PACKAGE = Path(mam.__file__).parent
ELSEWHERE = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if not {"editions", "games", "classroom"} & {*path.relative_to(PACKAGE).parts}
)


def named(nodes: list[ast.AST]) -> Iterator[str]:
    """The texts of a module with these nodes that are an edition's id, docstrings and their examples left out."""
    documented = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes:
        text = node.value if isinstance(node, ast.Constant) and id(node) not in documented else None
        if isinstance(text, str) and text.partition("+")[0] in mam.list_editions():
            yield text


@check_each("path", ELSEWHERE)
def test_no_function_names_an_edition(path: Path) -> None:
    tables_of_games = (
        {"millionaire", "anagrams"} if path.name == "registry.py" else set()
    )  # kinds of game, not editions
    assert set(named(list_nodes(path))) - tables_of_games == set()


def test_an_edition_would_be_found() -> None:
    assert list(named([*ast.walk(ast.parse('"""six"""\ndef play(rules):\n    return rules.id == "six"'))])) == ["six"]


# A package whose module and function share a name has one of the two, whichever was loaded last.
ROOMS = (PACKAGE, PACKAGE.parent / "widgets" / "mam_widgets")
PACKAGES = sorted(path.parent for room in ROOMS for path in room.rglob("__init__.py"))


def modules_of(package: Path) -> set[str]:
    files = {path.stem for path in package.glob("*.py")} - {"__init__"}
    return files | {path.parent.name for path in package.glob("*/__init__.py")}


def functions_of(package: Path) -> set[str]:
    """The functions that the files of a package define, and the names that it offers from elsewhere."""
    trees = [parse(path) for path in package.glob("*.py")]
    defined = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    imports = list_nodes(package / "__init__.py")
    return defined | {
        alias.asname or alias.name
        for node in imports
        if isinstance(node, ast.ImportFrom) and not f".{node.module}".endswith(f".{package.name}")  # its own modules
        for alias in node.names
    }


def test_no_function_has_the_name_of_a_module_in_its_package() -> None:
    shared = {
        f"{package.relative_to(PACKAGE.parent).as_posix()}/{name}"
        for package in PACKAGES
        for name in modules_of(package) & functions_of(package)
    }
    assert not shared
