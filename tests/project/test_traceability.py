"""Each enforced rule is named by a test and reached by a documented situation or a named perft position.

A test names a rule by its id in the function's name: `test_R35_BID_5_…`, several as `test_R35_BULL_1_and_BEAR_1_…` or
`test_R35_WIN_1_and_2_…`. Advice, etiquette and aims cannot be enforced: they are marked so in `data/rules`.
"""

import ast
import re
from pathlib import Path
from random import Random

from perft_positions import list_rules_met, read_positions

import mam
from mam.rules.rulings import all_rulings

TESTS = Path(__file__).parents[1]


def ids_in(name: str) -> set[str]:
    """The rule ids that a test's name holds.

    >>> sorted(ids_in("test_R35_BULL_1_and_BEAR_1_when_4_are_left"))
    ['R35-BEAR-1', 'R35-BULL-1']
    """
    cited: set[str] = set()
    book = stem = ""
    for words in re.split(r"_(?:and|or)_", name.removeprefix("test_")):
        if match := re.match(r"D_([A-Z]\d+)(?:_|$)", words):
            cited.add(f"D-{match[1]}")
        elif match := re.match(r"(R\d*[A-Z]*\d*)_([A-Z0-9]+)_(\d+)(?:_|$)", words):
            book, stem = match[1], f"{match[1]}-{match[2]}"
            cited.add(f"{stem}-{match[3]}")
        elif match := re.match(r"(R[0-9A-Z]+)_(\d+)(?:_|$)", words):
            book = stem = match[1]
            cited.add(f"{stem}-{match[2]}")
        elif book and (match := re.match(r"([A-Z0-9]+)_(\d+)(?:_|$)", words)):
            stem = f"{book}-{match[1]}"
            cited.add(f"{stem}-{match[2]}")
        elif stem and (match := re.match(r"(\d+)(?:_|$)", words)):
            cited.add(f"{stem}-{match[1]}")
    return cited


def list_named_ids() -> set[str]:
    """The rule ids that test functions are called after."""
    names: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names |= ids_in(node.name)
    return names


def list_reached_ids() -> set[str]:
    """The rule ids that situations illustrate or cite, and those that perft positions come upon."""
    cited: set[str] = set()
    for situation in mam.list_situations():
        cited.update(situation.rules)
        try:
            findings = situation.run()
        except ValueError:
            continue  # test_situations tells of a set-up that its own rules refuse
        cited.update(ruling.id for finding in findings for ruling in finding.rulings)
    for position in read_positions():
        for seed in range(3):
            cited.update(list_rules_met(position.round(), Random(seed)))
    return cited


def test_a_test_is_named_after_each_rule_and_each_reading_with_an_option() -> None:
    needed = {ruling.id for ruling in all_rulings().values() if ruling.kind == "rule" or ruling.switch}
    assert len(needed) > 200 and sorted(needed - list_named_ids()) == []


def test_a_situation_or_perft_position_reaches_each_rule() -> None:
    enforced = {ruling.id for ruling in all_rulings().values() if ruling.kind == "rule"}
    assert len(enforced) > 200 and sorted(enforced - list_reached_ids()) == []


def test_names_are_read() -> None:
    assert ids_in("test_R35_WIN_1_and_2_totals") == {"R35-WIN-1", "R35-WIN-2"}
    assert ids_in("test_R35_BULL_1_and_BEAR_1_only") == {"R35-BULL-1", "R35-BEAR-1"}
    assert ids_in("test_R04_WID_2_and_D_X06_shown") == {"R04-WID-2", "D-X06"}
    assert ids_in("test_RSW_18_made") == {"RSW-18"} and ids_in("test_R35_3P_2_and_R35_3P_3_x") == {
        "R35-3P-2",
        "R35-3P-3",
    }
    assert ids_in("test_R2H_3_six_down") == {"R2H-3"} and ids_in("test_R68_6_later") == {"R68-6"}
    assert ids_in("test_the_deal_and_3_more") == set()


def test_what_cannot_be_enforced_is_marked() -> None:
    assert {ruling.kind for ruling in all_rulings().values()} == {"rule", "aim", "advice", "etiquette", "reading"}
