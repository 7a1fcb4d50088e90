"""A sentence that we wrote is never cut: whoever makes it returns its parts, and one place joins them. Text from people, files and the
notation of moves is parsed where it comes in."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sources import list_nodes

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "mam/analysis", "mam/charts", "mam/class_tables", "mam/classroom", "mam/drawing", "mam/engine", "mam/games", "mam/library", "mam/misplay",
    "mam/players", "mam/rules", "mam/scenes", "mam/sessions", "mam/studies", "widgets/mam_widgets",
)  # fmt: skip
CUTS = {"split", "rsplit", "partition", "rpartition", "removesuffix", "removeprefix"}
BETWEEN = {",", ", ", ":", ": ", ". ", "; ", " · ", " and "}
# Where text comes in, or a list has a notation of its own: the file, and what it takes apart.
PARSERS = {
    "mam/analysis/alternatives.py": "moves of an alternative",
    "mam/analysis/probability/card_phrases.py": "a question that was typed",
    "mam/analysis/probability/words.py": "a question that was typed",
    "mam/class_tables/hand_ins.py": "moves of a hand-in",
    "mam/classroom/rosters/headings.py": "a list of headings",
    "mam/classroom/rosters/reading.py": "a name with a comma",
    "mam/classroom/topics/card_functions.py": "cases of an exercise",
    "mam/classroom/topics/round_functions.py": "cases of an exercise",
    "mam/engine/benchmarks/rounds.py": "what the system says of the processor",
    "mam/engine/club/sentences.py": "the names of situations",
    "mam/library/comparing/differences.py": "ids of conflicts",
    "mam/library/comparing/side_by_side.py": "moves that were typed",
    "mam/studies/cases/setting.py": "tricks of a case",
    "mam/studies/checks/amounts.py": "tricks of a position",
    "mam/studies/checks/cases.py": "expected rulings",
    "mam/studies/predicates.py": "tests of answers",
    "mam/studies/problems/judge.py": "tricks of a line",
    "mam/studies/read.py": "lists in a file",
    "mam/studies/real_moves.py": "tricks of a line",
    "widgets/mam_widgets/probability/form.py": "cards that were typed",
    "widgets/mam_widgets/shared/assets.py": "names of an import",
    "widgets/mam_widgets/shared/offers.py": "facts in a file",
    "widgets/mam_widgets/teacher_desk/dropped_files.py": "what a command prints",
    "widgets/mam_widgets/wall_page/slides.py": "the verdict before an outcome",
}


def list_cuts(nodes: list[ast.AST]) -> Iterator[int]:
    """Yield the lines where text is cut at the signs between sentences or their parts, or a period or a colon is taken off."""
    for node in nodes:
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CUTS and node.args
        ):
            continue
        sign = node.args[0]
        if isinstance(sign, ast.Constant) and isinstance(sign.value, str):
            is_end = node.func.attr.startswith("remove") and sign.value.strip().endswith((".", ":", ","))
            if sign.value in BETWEEN or is_end:
                yield node.lineno


def test_no_sentence_of_ours_is_cut() -> None:
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if lines := [*list_cuts(list_nodes(path))]:
                found[path.relative_to(ROOT).as_posix()] = lines
    assert {*found} == {*PARSERS}, found


# In JavaScript: a text taken apart where a sentence ends, or its case or its end changed; a search that ignores case is no transport.
SCRIPT_CUT = re.compile(
    r"\.split\(/[^/]*\\\.[^/]* |\[0\]\.toLowerCase\(|\.slice\(1\)\.toLowerCase|\.replace\(/[^/]*[:.?]\]?\.?\*?\$/|\.replace(?:All)?\(\"[A-Za-z;][^\"]* "
)
SCRIPTS_THAT_CUT = {
    "widgets/mam_widgets/shared/ui/auction.js": "the color of a move",
    "widgets/mam_widgets/shared/ui/board.js": "the colon of a refusal whose reason is behind a link",
    "widgets/mam_widgets/chance_pages/pictures/rows.js": "the names of drawn dots",
}


def test_no_script_cuts_a_sentence() -> None:
    scripts = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "widgets/mam_widgets").rglob("*.js")}
    assert {name for name, path in scripts.items() if SCRIPT_CUT.search(path.read_text("utf-8"))} == {*SCRIPTS_THAT_CUT}
    for cut in (
        "hint.head[0].toLowerCase()",
        "text.split(/(?<=\\.) (?=[A-Z])/)",
        'name.replace("Your ", "your ")',
        'why.replaceAll("; ", ", and ")',
    ):
        assert SCRIPT_CUT.search(cut), cut


def test_a_cut_is_found() -> None:
    source = 'head = ruling.reason.partition(": ")[0]\nname = text.removesuffix(".")\nseats = text.split()\npath = name.split("/")'
    assert sorted(list_cuts([*ast.walk(ast.parse(source))])) == [1, 2]
