"""What lessons say about their own figures follows from the figures: from the outputs as committed, or from a recount."""

import json
import re
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import mam
from mam.support.data_files import find_notebooks_folder


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


@pytest.mark.parametrize("path", sorted(find_notebooks_folder().glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_lesson_that_writes_the_sign_says_that_it_is_the_95_percent_margin(path: Path) -> None:
    cells = lesson(path.name[:2])
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


# Lesson 24: ties make Red trump too often


def test_what_lesson_24_says_of_ties_is_what_its_outputs_say() -> None:
    cells = lesson("24")
    text, shown = prose(cells), printed(code_with(cells, "surplus["))
    equal, rounds = figures(r"tied in (\d+) of ([\d,]+) rounds", shown)
    assert figures(r"R Y B G, is named in (\d+)", shown) == [equal]  # the habit: always the first of the richest
    rows = {
        row[0]: [int(cell) for cell in row[1:]]
        for row in re.findall(r"^([RYBG]) +(-?\d+) +(-?\d+) +(-?\d+)", shown, re.M)
    }
    assert list(rows) == list("RYBG")
    for whole, by_ties, left in rows.values():
        assert abs(whole - by_ties - left) <= 1  # each is rounded
    assert abs(sum(by_ties for _, by_ties, _ in rows.values())) <= 2 and rows["R"][1] > 0
    error = sqrt(rounds * 0.25 * 0.75)
    pattern = (
        r"ties gave Red (\d+) rounds more .* Red had (\d+) too many, so (\d+) are unexplained, and one standard error is (\d+) "
        r"rounds\. That is ([\d.]+) standard errors"
    )
    by_ties, whole, left, single, errors = figures(pattern, text)
    assert [whole, by_ties, left] == rows["R"] and single == round(error) and errors == round(left / error, 1) < 2
    assert "the other three are off by less than one" in text
    assert all(abs(rows[color][2]) < error for color in "YBG")


# How much richer a card makes its own color's count than the other three: a 40 or 30 counts beside trumps too.
GAIN = {40: 12 + 10 - 25, 30: 12 + 7 - 8, 15: 12 + 3, 10: 12 + 2, 5: 12 + 1}


def test_lesson_24_counts_the_ties_that_a_recount_finds(capsys: pytest.CaptureFixture[str]) -> None:
    """The lesson's own cell on fewer rounds, against a count that never asks what a card is worth outside its color."""
    names: dict[str, Any] = {"mam": mam, "pd": pytest.importorskip("pandas")}
    names["rounds"] = rounds = mam.play_out("make-a-million-1935", 1000, seed=1, policy="rulebook").frame()
    cells = lesson("24")
    for part in ("sizes = ", "surplus["):
        exec("".join(code_with(cells, part)["source"]), names)

    ties, surplus = 0, Counter[str]()
    for row in rounds.itertuples():
        deal = mam.decode_deal(row.deal)[1]
        count = Counter(dict.fromkeys("RYBG", 0))
        for card in (*deal[row.bidder], *deal.nest):
            if card.color:
                count[card.color.value] += GAIN.get(card.rank, 12)
        richest = [color for color in "RYBG" if count[color] == max(count.values())]
        assert row.trump == richest[0]  # the habit that the lesson finds: of equal colors the first
        ties += len(richest) > 1
        surplus.update({color: (color == richest[0]) - 1 / len(richest) for color in richest})
    assert ties > 10
    assert figures(r"tied in (\d+) of ([\d,]+) rounds", text := capsys.readouterr().out) == [ties, 1000]
    assert figures(r"named in (\d+)", text) == [ties]
    assert names["surplus"] == pytest.approx({color: surplus[color] for color in "RYBG"})
    assert list(names["unexplained"]) == pytest.approx(
        [names["sizes"][index] - 250 - surplus[index] for index in names["unexplained"].index]
    )
