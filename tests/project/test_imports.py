"""`import mam` is light, everything is loaded when it is first used, and no submodule shadows a public name."""

import ast
import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

import mam
from mam.rules import editions

ROOT = Path(mam.__file__).parent.parent

# What is loaded and which data files are opened by a few lines of Python in a fresh process.
WATCH = """
import json, sys
sys.path.insert(0, sys.argv[1])
opened = []
sys.addaudithook(lambda event, args: event == "open" and str(args[0]).endswith(".toml") and opened.append(str(args[0])))
before = set(sys.modules)
try:
    exec(sys.argv[2])
except SystemExit:
    pass
print(json.dumps([sorted(set(sys.modules) - before), opened]), file=sys.stderr)
"""
SLOW = {"argparse", "dataclasses", "enum", "inspect", "pathlib", "random", "re", "tomllib", "typing"}
HEAVY = {"altair", "numba", "numpy", "pandas"}


def loaded_by(code: str, *flags: str) -> tuple[set[str], list[str]]:
    """The modules that these lines load in a fresh process, and the TOML files they open."""
    command = [sys.executable, *flags, "-c", WATCH, str(ROOT), code]
    modules, files = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stderr)
    return set(modules), files


def only_mam(modules: Iterable[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "mam"}


@pytest.mark.parametrize("flags", [["-I"], ["-I", "-S"]], ids=["with installed packages", "without any"])
def test_import_loads_a_table_of_names_and_nothing_slow(flags: list[str]) -> None:
    modules, files = loaded_by("import mam", *flags)
    assert only_mam(modules) == {"mam"} and not files
    assert not modules & SLOW
    assert {name.partition(".")[0] for name in modules} - {"mam"} <= sys.stdlib_module_names


def test_all_of_the_core_loads_the_standard_library_only() -> None:
    names = [name for name, module in mam._MODULES.items() if module.partition(".")[0] not in ("analysis", "engine")]
    assert len(names) > 50
    modules, _ = loaded_by(f"import mam\nfor name in {names}: getattr(mam, name)", "-I")
    assert {name.partition(".")[0] for name in modules} - {"mam"} <= sys.stdlib_module_names


def test_completion_lists_every_name_and_loads_nothing() -> None:
    assert {*mam.__all__, *mam._PACKAGES} <= set(dir(mam))
    modules, files = loaded_by("import mam; dir(mam)", "-I")
    assert only_mam(modules) == {"mam"} and not files


def test_completion_in_a_notebook_loads_nothing() -> None:
    jedi = pytest.importorskip("jedi", reason="the extra lab is not installed")
    modules, _ = loaded_by(
        "import jedi, mam\n"
        "names = {completion.name for completion in jedi.Interpreter('mam.', [{'mam': mam}]).complete()}\n"
        "assert names >= {*mam.__all__, *mam._PACKAGES}"
    )
    assert only_mam(modules) == {"mam"}
    editor_names = {
        completion.name for completion in jedi.Script("import mam\nmam.").complete()
    }  # in an editor, where nothing runs
    assert editor_names >= {*mam.__all__, *mam._PACKAGES}


def test_a_round_loads_its_edition_and_its_game_and_parses_no_file() -> None:
    modules, files = loaded_by("import mam; mam.start('make-a-million-1935', seed=7).play(mam.Bid(200))", "-I")
    assert loaded_editions(modules) == {"make_a_million_1935"}
    assert not {"mam.games.anagrams", "mam.games.millionaire", "mam.records.record", "tomllib"} & modules and not files
    letters, _ = loaded_by("import mam; mam.start('anagrams', seed=7)", "-I")
    assert not {"mam.games.trick_round", "mam.games.phases", "mam.games.millionaire"} & letters


def loaded_editions(modules: Iterable[str]) -> set[str]:
    files = {name.rpartition(".")[2] for name in modules if name.startswith("mam.rules.editions.")}
    return {name for name in files if name.replace("_", "-") in mam.list_editions()}


def test_a_rule_is_looked_up_without_parsing_every_file() -> None:
    code = """
import tomllib
loads, parsed = tomllib.loads, []
tomllib.loads = lambda text: parsed.append(text) or loads(text)
import mam
refused = mam.start("make-a-million-1935", seed=7).why_not(mam.Bid(170))
assert refused.id == "R35-BID-2" and "1935 leaflet" in str(refused)
assert len(parsed) <= 5, len(parsed)
"""
    loaded_by(code, "-I")


def run(*arguments: str) -> str:
    return f"from mam.cli.parser import main; main({list(arguments)})"


def test_help_loads_no_rules_and_no_packages() -> None:
    modules, files = loaded_by(run("--help"), "-I")
    assert (
        only_mam(modules)
        == {"mam", "mam.cli", "mam.cli.parser", "mam.support", "mam.support.messages", "mam.support.plain_text"}
        and not files
    )
    assert not modules & (HEAVY | {"tomllib", "dataclasses", "subprocess"})


@pytest.mark.parametrize(
    "arguments", [["--seed", "7"], ["MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE"]], ids=["by seed", "by code"]
)
def test_a_deal_loads_only_its_edition(arguments: list[str]) -> None:
    modules, files = loaded_by(run("deal", *arguments), "-I")
    assert loaded_editions(modules) == {"make_a_million_1935"} and not files
    assert not modules & (HEAVY | {"mam.records.record", "mam.classroom", "mam.sessions", "tomllib", "subprocess"})


def test_the_help_of_a_teachers_command_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    from mam.cli.parser import main

    with pytest.raises(SystemExit):
        main(["exercises", "--help"])
    assert "only rules, probability, decisions, programming" in " ".join(capsys.readouterr().out.split())


def test_type_checkers_and_editors_see_the_same_names() -> None:
    tree = ast.parse(Path(mam.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    loaded = {
        name.name: str(node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module != "typing"
        for name in node.names
    }
    assert loaded == {name: f"mam.{module}" for name, module in mam._MODULES.items()}


def test_a_name_is_cached_and_is_the_one_in_its_module() -> None:
    for name, module in mam._MODULES.items():
        value = getattr(mam, name)
        assert vars(mam)[name] is value is getattr(importlib.import_module(f"mam.{module}"), name)


def test_modules_are_found_and_typing_errors_are_reported() -> None:
    loaded_by(
        "import mam; assert mam.rules and mam.players.rulebook_player; import mam.rules.scoring; assert mam.rules.scoring.Carry is mam.Carry",
        "-I",
    )
    for name in ("strat", "__main__", "_start"):
        with pytest.raises(AttributeError, match=f"module 'mam' has no attribute '{name}'"):
            getattr(mam, name)
    with pytest.raises(ImportError, match="cannot import name 'strat'"):
        exec("from mam import strat")


def test_a_missing_module_is_named() -> None:
    code = """
import sys
sys.modules["mam.rules.cards"] = None  # as if it were not installed
import mam
try:
    mam.Bid
except ModuleNotFoundError as error:
    assert error.name == "mam.rules.cards", error
else:
    raise AssertionError
"""
    loaded_by(code, "-I")


def test_a_star_import_brings_every_public_name() -> None:
    pytest.importorskip("numba", reason="the extra lab is not installed")
    values: dict[str, object] = {}
    exec("from mam import *", values)
    assert set(mam.__all__) <= set(values) and values["Card"] is mam.Card


def test_each_edition_is_in_the_file_of_its_name() -> None:
    files = {
        module.name: importlib.import_module(f"mam.rules.editions.{module.name}")
        for module in pkgutil.iter_modules(editions.__path__)
    }
    edition_files = {
        name.replace("_", "-"): file.EDITION.id for name, file in files.items() if hasattr(file, "EDITION")
    }
    assert edition_files == {name: name for name in mam.list_editions()}


def test_no_public_name_is_shadowed_by_a_submodule() -> None:
    before = {name: getattr(mam, name) for name in mam.__all__}
    submodules = [module.name for module in pkgutil.walk_packages(mam.__path__, "mam.")]
    assert not {f"mam.{name}" for name in mam.__all__} & set(submodules)
    for name in submodules:
        importlib.import_module(name)
    assert "mam.games.trick_round" in submodules
    for name, value in before.items():
        assert getattr(mam, name) is value
        assert not isinstance(value, ModuleType), name


def test_public_functions_that_need_nothing_can_be_called() -> None:
    called = []
    for name in mam.__all__:
        value = getattr(mam, name)
        if inspect.isroutine(value) and not any(
            parameter.default is parameter.empty for parameter in inspect.signature(value).parameters.values()
        ):
            assert value()
            called.append(name)
    assert "list_editions" in called


def test_all_lists_every_public_name_once() -> None:
    assert len(set(mam.__all__)) == len(mam.__all__)
    assert not any(name.startswith("_") for name in mam.__all__)
