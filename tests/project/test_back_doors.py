"""No module gets past the layers of `pyproject.toml`: not by the name of a module in a text, not by a function handed down."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from sources import parse

import mam

ROOT = Path(mam.__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
# Of each package with layers, the place of each of its modules, from the top.
LAYERS: dict[str, dict[str, int]] = {
    container: {name.strip(" ()"): place for place, layer in enumerate(contract["layers"]) for name in layer.split("|")}
    for contract in CONTRACTS
    if contract["type"] == "layers"
    for container in contract["containers"]
}
FILES = {
    ".".join(path.relative_to(folder).with_suffix("").parts): path
    for folder in (ROOT, ROOT / "widgets")
    for package in ("mam", "mam_widgets")
    for path in sorted((folder / package).rglob("*.py"))
}


def list_imports_by_name(source: str) -> Iterator[str]:
    """Yield the modules of ours that stand in texts of a file that imports by name."""
    if not re.search(r"\b(import_module|__import__)\b", source):
        return
    for node in ast.walk(ast.parse(source)):
        text = node.value if isinstance(node, ast.Constant) else None
        # An f-string like f"mam.players.{name}" names the package.
        if isinstance(text, str) and re.fullmatch(r"(mam|mam_widgets)(\.\w+)+\.?", text):
            yield text.rstrip(".")


def find_fault(importer: str, target: str) -> str:
    """Return which layer keeps a module from importing another, or "" if nothing does."""
    if importer.split(".")[0] == "mam" and target.split(".")[0] == "mam_widgets":
        return "nothing in mam knows the widgets"
    for container, places in LAYERS.items():
        names = [
            name.removeprefix(f"{container}.").split(".")[0]
            for name in (importer, target)
            if name.startswith(f"{container}.")
        ]
        upper, lower = names if len(names) == 2 else ("", "")
        if upper in places and lower in places and upper != lower and places[upper] >= places[lower]:
            return f"in {container}, {upper} lies below {lower} or beside it"
    return ""


def test_no_module_is_imported_by_name_past_the_layers() -> None:
    assert not {
        f"{module} names {name}: {fault}"
        for module, path in FILES.items()
        for name in list_imports_by_name(path.read_text("utf-8"))
        if (fault := find_fault(module.removesuffix(".__init__"), name))
    }


def test_an_import_by_name_past_the_layers_would_be_found() -> None:
    source = 'def show(round):\n    return import_module("mam.scenes").describe_table(round)'
    assert [find_fault("mam.games.round", name) for name in list_imports_by_name(source)] == [
        "in mam, games lies below scenes or beside it"
    ]
    assert find_fault("mam.cli.site", "mam_widgets.site.build") and find_fault("mam.games.round", "mam.games.views")
    assert not find_fault("mam.cli.parser", "mam.classroom.commands")
    assert not find_fault("mam.games.registry", "mam.games.trick_round")


def list_handed_down(tree: ast.Module) -> Iterator[str]:
    """Yield the statements by which a module, when it is imported, changes another module of ours."""
    ours = {
        (alias.asname or alias.name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if (node.module if isinstance(node, ast.ImportFrom) else alias.name or "").split(".")[0]  # type: ignore[union-attr]
        in ("mam", "mam_widgets")
    }

    def visit(statements: list[ast.stmt]) -> Iterator[str]:
        for statement in statements:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test):
                continue  # what a script does
            changed: list[ast.expr] = []
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                changed = [statement.value.func]
            elif isinstance(statement, ast.Assign):
                changed = [target for target in statement.targets if isinstance(target, ast.Attribute | ast.Subscript)]
            for target in changed:
                if {node.id for node in ast.walk(target) if isinstance(node, ast.Name)} & ours:
                    yield ast.unparse(statement)
            for name in ("body", "orelse", "finalbody"):
                yield from visit(getattr(statement, name, []))

    yield from visit(tree.body)


def test_no_module_hands_a_function_to_another_when_it_is_imported() -> None:
    assert not {
        f"{module}: {statement}" for module, path in FILES.items() for statement in list_handed_down(parse(path))
    }


def test_a_function_handed_down_would_be_found() -> None:
    source = "from mam.rules.editions.ruleset import set_finder\nfrom mam.games import round\n"
    assert [*list_handed_down(ast.parse(source + "set_finder(get_edition)\nround.describe = describe_table"))] == [
        "set_finder(get_edition)",
        "round.describe = describe_table",
    ]
