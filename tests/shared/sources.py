"""The Python files of the project, each read and parsed once for all tests that look at them."""

import ast
from functools import cache
from pathlib import Path


@cache
def parse(path: Path) -> ast.Module:
    """Return the tree of a file, which nobody changes.

    >>> parse(Path(__file__)).body[1].names[0].name
    'ast'
    """
    return ast.parse(path.read_text("utf-8"))


@cache
def list_nodes(path: Path) -> list[ast.AST]:
    """Return all nodes of a file, as `ast.walk` does."""
    return [*ast.walk(parse(path))]
