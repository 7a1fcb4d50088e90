"""What lessons say about their own figures follows from the figures: from the outputs as committed, or from a recount."""

import html
import json
import re
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from cases import check_each

import mam
from mam.sessions import actions
from mam.support.data_files import find_notebooks_folder

LESSONS = sorted(find_notebooks_folder().glob("*.ipynb"))


def name_lesson(path: Path) -> str:
    """How a test names a notebook: 07, or build-7."""
    match = re.match(r"(build-)?\d+", path.name)
    assert match
    return match[0]


def lesson(number: str) -> list[dict[str, Any]]:
    """The cells of a lesson."""
    path = next(find_notebooks_folder().glob(f"{number}-*.ipynb"))
    return list(json.loads(path.read_text("utf-8"))["cells"])


def prose(cells: list[dict[str, Any]]) -> str:
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return " ".join(text.split())


def code_with(cells: list[dict[str, Any]], part: str) -> dict[str, Any]:
    """The first code cell that has this in its source."""
    return next(cell for cell in cells if cell["cell_type"] == "code" and part in "".join(cell["source"]))


def printed(cell: dict[str, Any]) -> str:
    """What a cell printed and showed, as plain text."""
    return "\n".join("".join(output.get("text") or output["data"]["text/plain"]) for output in cell["outputs"])


def figures(pattern: str, text: str) -> list[float]:
    """The groups of the first match, as numbers."""
    match = re.search(pattern, text)
    assert match, f"nothing reads like {pattern!r}"
    return [float(group.replace(",", "")) for group in match.groups()]


# ± is the 95% margin of error


@check_each("path", LESSONS)
def test_a_lesson_that_writes_the_sign_says_that_it_is_the_95_percent_margin(path: Path) -> None:
    cells = lesson(name_lesson(path))
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    outputs = "\n".join(
        "".join(text)
        for cell in code
        for output in cell["outputs"]
        for text in (
            output.get("text", ()),
            *(output.get("data", {}).get(kind, ()) for kind in ("text/plain", "text/html")),
        )
    )
    computed = [line for cell in code for line in "".join(cell["source"]).splitlines() if re.search(r"± ?\{", line)]
    assert all("1.96 *" in line for line in computed)
    if computed or re.search(r"\d ± \d", outputs):
        assert "95% margin of error" in prose(cells) + outputs


# Lesson 22: who gives away more with open cards

WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def differences() -> dict[frozenset[str], tuple[str, float, float]]:
    """Of each pair of players: the first one's name, how much more it gives away, and the standard error."""
    text = printed(code_with(lesson("22"), ".minus("))
    lines = re.findall(r"(\w+) minus (\w+): ([+-][\d.]+), standard error ([\d.]+)", text)
    return {frozenset((first, second)): (first, float(mean), float(error)) for first, second, mean, error in lines}


def test_lesson_22_states_a_difference_only_beyond_two_standard_errors() -> None:
    text, pairs = prose(lesson("22")), differences()
    cautious, difference, careless, errors = re.search(  # type: ignore[union-attr]
        r"The (\w+) gives away about (\d+) less than the (\w+) player: more than (\w+) standard errors", text
    ).groups()
    first, mean, error = pairs[frozenset((cautious, careless))]
    assert first == cautious and round(mean) == -int(difference)
    assert WORDS[errors] >= 2 and -mean / error > WORDS[errors]
    assert "A method with a proven fault beats two methods without that fault" in text
    beaten = [pair for pair in pairs if cautious in pair]
    assert len(beaten) == 2 and all(
        pairs[pair][0] == cautious and pairs[pair][1] < -2 * pairs[pair][2] for pair in beaten
    )


def test_lesson_22_names_the_pair_that_150_deals_do_not_tell_apart() -> None:
    text, pairs = prose(lesson("22")), differences()
    unclear = [pair for pair, (_, mean, error) in pairs.items() if abs(mean) <= 2 * error]
    named = re.findall(r"(\d+) deals do not separate the (\w+) player from the (\w+) player", text)
    assert [(int(n), frozenset(pair)) for n, *pair in named] == [(150, pair) for pair in unclear]
    assert len(pairs) == 4 and '"make-a-million-1935", player, 150, tricks=3' in "".join(
        code_with(lesson("22"), "open_card_cost")["source"]
    )


def test_what_lesson_22_says_of_more_and_fewer_deals_follows_from_that_pairs_standard_error() -> None:
    text = prose(lesson("22"))
    _, mean, error = differences()[frozenset(("rulebook", "random"))]
    shows, true, needed = figures(
        r"Here twice the standard error is (\d+), so a true difference of (\d+) would need .*? of ([\d.]+)", text
    )
    assert shows == round(2 * error) and true == round(abs(mean)) and needed == true / 2
    assert WORDS[re.search(r"(\w+) times as many deals", text)[1]] == round((error / needed) ** 2)  # type: ignore[index]
    thirty, threshold = figures(
        r"Thirty deals, with a standard error of (\d+), would have shown nothing below (\d+)", text
    )
    assert thirty == round(error * sqrt(150 / 30)) and threshold == round(2 * error * sqrt(150 / 30))


# Build 5: ties make Red trump too often


def test_what_build_5_says_of_ties_is_what_its_outputs_say() -> None:
    cells = lesson("build-5")
    text, shown = prose(cells), printed(code_with(cells, "by_ties ="))
    equal, rounds = figures(r"tied in (\d+) of ([\d,]+) rounds", named := printed(code_with(cells, "tied = []")))
    assert figures(r"R Y B G, is named in (\d+)", named) == [equal]  # the habit: always the first of the richest
    rows = {
        row[0]: [int(cell) for cell in row[1:]]
        for row in re.findall(
            r"^([RYBG]) +([+-]\d+) beyond a quarter, +([+-]\d+) by ties, +([+-]\d+) left", shown, re.M
        )
    }
    assert list(rows) == list("RYBG")
    for whole, by_ties, left in rows.values():
        assert abs(whole - by_ties - left) <= 1  # each is rounded
    assert abs(sum(by_ties for _, by_ties, _ in rows.values())) <= 2 and rows["R"][1] > 0
    error = sqrt(rounds * 0.25 * 0.75)
    assert figures(r"one standard error: (\d+)", shown) == [round(error)]
    pattern = r"Red had (\d+) too many\. Ties gave it (\d+), so (\d+) are left, and one standard error is (\d+) rounds\. That is ([\d.]+) standard errors"
    whole, by_ties, left, single, errors = figures(pattern, text)
    assert [whole, by_ties, left] == rows["R"] and single == round(error) and errors == round(left / error, 1) < 2
    assert "the other three are off by less than one" in text
    assert all(abs(rows[color][2]) < error for color in "YBG")


# How much richer a card makes its own color's count than the other three: a 40 or 30 counts beside trumps too.
GAIN = {40: 12 + 10 - 25, 30: 12 + 7 - 8, 15: 12 + 3, 10: 12 + 2, 5: 12 + 1}


def test_build_5_counts_the_ties_that_a_recount_finds(capsys: pytest.CaptureFixture[str]) -> None:
    """The notebook's own cells on fewer rounds, against a count that never asks what a card is worth outside its color."""
    pytest.importorskip("pandas")
    rounds = mam.play_out("make-a-million-1935", 1000, seed=1, policy="rulebook").frame()
    names: dict[str, Any] = {"mam": mam, "rounds": rounds, "sizes": Counter(rounds["trump"])}
    cells = lesson("build-5")
    imports = "".join(cells[1]["source"]).replace('mw.chance("sampling")', "")
    exec(imports, names)
    for part in ('assert check_step("find-richest"', "tied = []", "by_ties ="):
        exec("".join(code_with(cells, part)["source"]), names)

    ties, surplus = 0, Counter[str]()
    for row in rounds.itertuples():
        deal = mam.decode_deal(row.deal)[1]
        count = Counter(dict.fromkeys("RYBG", 0))
        for card in (*deal[row.bidder], *deal.nest):
            if card.color:
                count[card.color.value] += GAIN.get(card.rank, 12)
        richest = [color for color in "RYBG" if count[color] == max(count.values())]
        assert row.trump == richest[0]  # the habit that the notebook finds: of equal colors the first
        ties += len(richest) > 1
        surplus.update({color: (color == richest[0]) - 1 / len(richest) for color in richest})
    assert ties > 10
    assert figures(r"tied in (\d+) of ([\d,]+) rounds", text := capsys.readouterr().out) == [ties, 1000]
    assert figures(r"named in (\d+)", text) == [ties]
    assert names["by_ties"] == pytest.approx({color: surplus[color] for color in "RYBG"})


# Numbers in a text come from the outputs, the code, or the rules

NUMBER = re.compile(r"(?<![\w.#-])([−-]?\d[\d,]*(?:\.\d+)?)(%?)(?!\w|\.\d)")
RULES = {15, 30, 40, 55, 400, 1000, 95}  # ranks and money of cards, the pack, a match, and what the sign ± says
# What a lesson states without computing it: rules of a game, an example, what one can add in the head.
STATED = {
    "07": {160, 20},  # four 40s; what the Bull counts in the richest hand
    "18": {20},  # 5 × 4
    "19": {28},  # the places that are left
    "20": {180},  # a guess to choose from
    "21": {260},
    "22": {19},  # tested above
    "25": {75, 1.5},  # the prices that the Supplement prints
    "build-1": {499},  # the last of 500 seeds
    "build-3": {54},  # the places that are left
    "build-5": {13, 1.9},  # of 55 places; tested above
    "build-8": {21},  # a lesson
}


def numbers(text: str) -> list[tuple[float, int, str]]:
    """Each number in a text: its size, its decimals, and "%" after a percentage."""
    found = []
    for written, percent in NUMBER.findall(text):
        plain = written.replace(",", "").strip("−-")
        found.append((float(plain), len(plain.partition(".")[2]), percent))
    return found


def sources(cells: list[dict[str, Any]]) -> set[float]:
    """Every number in the code and the outputs of a lesson."""
    texts = []
    for cell in cells:
        if cell["cell_type"] == "code":
            texts.append("".join(cell["source"]).replace("_", ""))
            for output in cell["outputs"]:
                data = output.get("data", {})
                shown = [output.get("text", ()), *(data.get(kind, ()) for kind in ("text/plain", "text/markdown"))]
                texts += ["".join(text) for text in shown]
                texts.append(html.unescape(re.sub(r"<[^>]+>", " ", "".join(data.get("text/html", ())))))
    return {size for text in texts for size, _, _ in numbers(text)}


def is_given(size: float, decimals: int, percent: str, given: set[float]) -> bool:
    """Whether a number is one of these, rounded as it is written, in dollars for thousands, or as a percentage."""
    factors = (1, 1000, 100) if percent else (1, 1000)
    return any(abs(round(number * factor, decimals) - size) < 1e-9 for number in given for factor in factors)


@check_each("path", [path for path in LESSONS if not path.name.startswith("00")])
def test_every_number_in_a_text_is_computed_or_a_rule(path: Path) -> None:
    number = name_lesson(path)
    cells = lesson(number)
    given = sources(cells) | RULES | STATED.get(number, set())
    first = next(index for index, cell in enumerate(cells) if cell["cell_type"] == "code")
    for cell in cells[first:]:
        if cell["cell_type"] != "markdown":
            continue
        text = re.sub(r"```.*?```|`[^`\n]*`", " ", "".join(cell["source"]), flags=re.DOTALL)
        text = re.sub(r"\]\([^)]*\)|<span>\\\$</span>|\b[A-Z0-9]+(-[A-Z0-9]+)+\b|\bB\d+\b", " ", text)
        text = re.sub(r"\bpages? \d+( to \d+)?|\b(19|20)\d\d\b", " ", text)
        for size, decimals, percent in numbers(text):
            small = size < 13 and not decimals and not percent  # counted on the fingers
            assert small or is_given(size, decimals, percent, given), (size, text[:200])


def test_numbers_of_a_text_are_found() -> None:
    assert numbers("From 1,200 to −3.5 (78%) in B16, 3-2") == [(1200, 0, ""), (3.5, 1, ""), (78, 0, "%"), (3, 0, "")]
    assert is_given(78, 0, "%", {0.7795}) and not is_given(71, 0, "%", {0.7795}) and is_given(97500, 0, "", {97.5})


# What a sentence announces is in the output below it


def test_lesson_20_writes_one_quantity_in_one_form() -> None:
    shown = printed(code_with(lesson("20"), "expected score"))
    made, again, missed = figures(
        r"made in ([\d.]+)% of the deals[\s\S]*expected score: ([\d.]+)% of \d+, less ([\d.]+)%", shown
    )
    assert made == again and round(made + missed, 1) == 100


def test_lesson_21_judges_a_choice_by_deals_that_it_was_not_chosen_by() -> None:
    """With estimates that are all luck, the value of the chosen set is that of any other, and not part of its own luck."""
    np = pytest.importorskip("numpy")
    source = "".join(code_with(lesson("21"), "parts = ")["source"])
    tried = type("Tried", (), {"values": np.random.default_rng(1).normal(size=(56, 4000))})
    names = {"np": np, "tried": tried, "choices": range(56)}
    exec("\n".join(re.findall(r"^(?:truth|parts|others|chosen) = .*$", source, re.M)), names)
    own, people = names["chosen"], range(100)
    estimate, value = names["parts"][own, people], names["others"][own, people]
    assert estimate.mean() > 0.3 and abs(value.mean()) < 0.006
    assert names["truth"][own] == pytest.approx((40 * estimate + 3960 * value) / 4000)


@check_each("path", LESSONS)
def test_no_comment_holds_the_name_of_a_function_in_place_of_a_word(path: Path) -> None:
    for cell in lesson(name_lesson(path)):
        if cell["cell_type"] == "code":
            for code, comment in re.findall(r"^(.*?)# (.*)$", "".join(cell["source"]), re.M):
                names = re.findall(r"\b[a-z]+_[a-z_]+\b", comment)
                assert not [name for name in names if name not in code], comment


# Buttons

WIDGETS = find_notebooks_folder().parent / "widgets" / "mam_widgets"
PRESSED = re.compile(
    r"(?:[Pp]ress|[Cc]lick|with|ask for a|;) \*\*([A-Z][^*]*)\*\*|\*\*([A-Z][\w ]+)\*\* (?:stops|shows|takes)"
)


@check_each("path", LESSONS)
def test_every_button_that_a_lesson_names_has_that_name(path: Path) -> None:
    offers = [path for name in ("scene", "stages", "actions") for path in WIDGETS.glob(f"*/{name}.py")]
    files = [*WIDGETS.rglob("*.js"), *offers, Path(actions.__file__)]
    sources = "\n".join(file.read_text("utf-8") for file in files if "node_modules" not in file.parts)
    # what stands in a tooltip only is not what people read
    labels = set(re.findall(r'"([A-Z][^"]*)"', re.sub(r'\{ name: "[\w-]+", text: "[^"]*" \}', "", sources)))
    named = {name or other for name, other in PRESSED.findall(prose(lesson(name_lesson(path))))}
    assert named - {"Shift+Enter"} <= labels, named - labels
