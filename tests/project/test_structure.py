"""The structure stays readable: no code names an edition but the editions, the games of their own, and exercises about them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mam

PACKAGE = Path(mam.__file__).parent
ELSEWHERE = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if not {"editions", "games", "classroom"} & {*path.relative_to(PACKAGE).parts}
)


def named(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that are an edition's id, docstrings and their examples left out."""
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in documented else None
        if isinstance(text, str) and text.partition("+")[0] in mam.list_editions():
            yield text


@pytest.mark.parametrize("path", ELSEWHERE, ids=[str(path.relative_to(PACKAGE)) for path in ELSEWHERE])
def test_no_function_names_an_edition(path: Path) -> None:
    tables_of_games = (
        {"millionaire", "anagrams"} if path.name == "registry.py" else set()
    )  # kinds of game, not editions
    assert set(named(ast.parse(path.read_text("utf-8")))) - tables_of_games == set()


def test_an_edition_would_be_found() -> None:
    assert list(named(ast.parse('"""six"""\ndef play(rules):\n    return rules.id == "six"'))) == ["six"]
