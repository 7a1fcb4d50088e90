"""The documents say what is so: their Python runs, their commands and links exist, the picture of the layers is whole."""

import ast
import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import check_each

import mam
from mam.cli import parser as cli

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/architecture.md",
    "docs/reading_results.md",
    "docs/widgets.md",
    "docs/how_to.md",
    "docs/teaching.md",
    "docs/audit.md",
    *sorted(f"docs/teaching/{path.name}" for path in (ROOT / "docs/teaching").glob("*.md")),
]
GUIDES = [
    *("README.md", "CONTRIBUTING.md", "data/README.md"),
    *sorted(
        path.relative_to(ROOT).as_posix()
        for folder in ("docs", "docs/teaching")
        for path in (ROOT / folder).glob("*.md")
    ),
]
SOURCES = (".py", ".md", ".ipynb", ".js", ".css", ".cfg")
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("[a-z]*/**/*.*"))
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", read(name), re.MULTILINE | re.DOTALL)


@pytest.mark.extended
def test_python_in_documents_runs() -> None:
    """All blocks of one document share their names, as at one prompt. One test, because the check runs only some cases of an extended test with many."""
    options, output, attempted = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, list[str](), {}
    for name in DOCUMENTS:
        code = "\n".join(blocks(name, "python"))
        assert (">>>" in code) or not code, name
        test = doctest.DocTestParser().get_doctest(code, {}, name, str(ROOT / name), 0)
        attempted[name] = doctest.DocTestRunner(optionflags=options).run(test, out=output.append).attempted
    assert not output, "".join(output)
    assert attempted["README.md"] >= 10


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_and_pictures_exist(name: str) -> None:
    text = re.sub(r"^```.*?^```", "", read(name), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)#]+)[^)]*\)|(?:src|srcset)=\"([^\"]+)\"", text)
    for link in (linked or shown for linked, shown in links):
        assert (ROOT / name).parent.joinpath(link).exists(), link


def test_commands_of_the_readme_are_understood() -> None:
    commands = [
        shlex.split(line, comments=True)[1:]
        for block in blocks("README.md", "bash")
        for line in block.splitlines()
        if line.startswith("mam ")
    ]
    assert len(commands) >= 7
    for command in commands:
        assert callable(cli.make_parser().parse_args(command).command)


def test_continuous_integration_runs_the_readmes_command() -> None:
    command = next(block for block in blocks("README.md", "bash") if "pytest" in block).strip()
    steps = [step.replace(".venv", '"$venv"') for step in command.split(" && ")]
    ci = "\n".join(read(name) for name in (".ci/prepare", ".ci/run"))
    ci_commands = [line.removesuffix(" --durations=10") for line in ci.splitlines()]
    assert [line for line in ci_commands if line in steps] == steps
    assert f"{steps[-1]} --durations=10 -m extended" in ci_commands and "pytest -m extended" in read("README.md")


def test_powershell_does_the_same_as_bash() -> None:
    for bash, powershell in zip(blocks("README.md", "bash"), blocks("README.md", "powershell"), strict=False):
        same = (
            powershell.strip()
            .replace(";", " &&")
            .replace("\\", "/")
            .replace("Scripts", "bin")
            .replace("py -m", "python3 -m")
        )
        assert same == bash.strip()


def test_the_picture_shows_every_layer() -> None:
    picture = blocks("docs/architecture.md", "text")[0]
    contracts = SETTINGS["tool"]["importlinter"]["contracts"]
    layers = next(contract for contract in contracts if contract["name"] == "layers")["layers"]
    named = {name.strip(" ()") for layer in layers for name in layer.split("|")}
    modules = {path.stem for path in (ROOT / "mam").glob("*.py")} - {"__init__"}
    packages = {path.parent.name for path in (ROOT / "mam").glob("*/__init__.py")}
    assert modules | packages == named
    for name in named - {"__main__"}:
        assert re.search(rf"\b{name}\b", picture), name


def test_every_folder_has_a_sentence_in_architecture_and_one_in_its_init() -> None:
    rows = dict(re.findall(r"^\| `([^`]+/)` \| (.+) \|$", read("docs/architecture.md"), re.MULTILINE))
    folders = {path.parent for room in ("mam", "widgets/mam_widgets") for path in (ROOT / room).rglob("*.py")}
    assert {f"{folder.relative_to(ROOT).as_posix()}/" for folder in folders} - {"mam/"} == set(rows)
    for name, sentence in rows.items():
        assert sentence[0].isupper() and sentence.endswith("."), name
    for folder in folders:
        docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
        assert docstring and docstring.splitlines()[0].endswith("."), folder


@check_each("name", GUIDES)
def test_every_path_in_backticks_exists(name: str) -> None:
    """Of a file named alone, there is one of that name somewhere."""
    text = re.sub(r"^```.*?^```", "", read(name), flags=re.MULTILINE | re.DOTALL)
    assert not [path for path in paths_in(text, name) if not path_exists(path, name)]


def paths_in(text: str, name: str) -> Iterator[str]:
    """The words in backticks that start with a folder of the project, or with one beside the document, or are source files."""
    folders = {path.name for top in (ROOT, (ROOT / name).parent) for path in top.iterdir() if path.is_dir()}
    for word in " ".join(re.findall(r"`([^`]+)`", text)).split():
        in_a_folder = "/" in word and word.partition("/")[0] in folders - {"build", "mam-saves"}
        is_source = "/" not in word and word.endswith(SOURCES)
        if (in_a_folder or is_source) and not re.search("[*…<]", word):
            yield word


def path_exists(path: str, name: str) -> bool:
    if "/" not in path:
        return any(file.endswith(f"/{path}") or file == path for file in FILES)
    return any((top / path).exists() for top in (ROOT, (ROOT / name).parent))


def test_a_path_that_is_not_there_would_be_found() -> None:
    text = "`mam/cards.py`, `mam/rules/cards.py`, `felt.py`, `pytest tests/phases`, `nest.py`, `and/or`, `N/S`"
    missing = [path for path in paths_in(text, "README.md") if not path_exists(path, "README.md")]
    assert missing == ["mam/cards.py", "felt.py", "tests/phases"]


def test_every_extra_and_dependency_has_a_reason() -> None:
    lines = (
        read("pyproject.toml").split("[project.optional-dependencies]")[1].split("[project.scripts]")[0].splitlines()
    )
    for line in lines:
        if line.startswith('    "') and "mam[" not in line:
            assert "  # " in line, line


def test_constraints_are_versions_only() -> None:
    for line in read("constraints.txt").splitlines():
        assert line.startswith("#") or re.fullmatch(r"[\w.-]+==[\w.]+", line), line
    assert not re.search(r"^mam\b", read("constraints.txt"), re.MULTILINE)


def test_the_version_is_written_once() -> None:
    assert "version" in SETTINGS["project"]["dynamic"] and "version" not in SETTINGS["project"]
    assert SETTINGS["tool"]["hatch"]["version"]["path"] == "mam/__init__.py"
    assert "\nversion:" not in read("CITATION.cff") and f"## {mam.__version__}" in read("CHANGELOG.md")


def test_commits_are_checked_by_the_commands_of_contributing() -> None:
    hooks = re.findall(r"entry: (?:python -m )?([^,]+)", read(".pre-commit-config.yaml"))
    assert hooks == ["ruff check", "ruff format", "mypy", "lint-imports", "npm run check", "pytest"]
    guide = read("CONTRIBUTING.md").replace("--fix ", "")
    assert [hook for hook in hooks if f"`{hook}" not in guide and f"&& {hook} ." not in guide] == []
