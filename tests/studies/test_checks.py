"""The check of studies: all that come with mam pass it, and a board that is spoiled in a small way does not."""

import re
from collections.abc import Iterator
from random import Random

import pytest

import mam
from mam.studies import StudyError, parse_study
from mam.studies.checks import check_study
from mam.studies.library import list_study_files

LEARN = (*mam.list_studies("learn"), *mam.list_studies("games"))


@pytest.mark.parametrize("name", LEARN)
def test_a_study_of_the_shelf_has_no_fault(name: str) -> None:
    assert check_study(mam.get_study(name), with_margins=False).faults == ()


@pytest.mark.extended
@pytest.mark.parametrize(
    "name", [name for name in LEARN if any(stop.margin for _, stop in mam.get_study(name).list_stops())]
)
def test_a_judgment_is_right_by_its_margin_in_simulated_deals(name: str) -> None:
    assert check_study(mam.get_study(name)).faults == ()


@pytest.mark.extended
def test_a_margin_that_is_too_wide_is_noticed() -> None:
    path = next(path for path in list_study_files("learn") if path.stem.endswith("naming-trump"))
    text = path.read_text("utf-8").replace("margin = 30", "margin = 399")
    (fault,) = check_study(parse_study(text, path.name)).faults
    assert re.fullmatch(
        r"14-naming-trump.toml, line \d+, board 3 \(long-or-high\): right by \d+ in simulated deals, not by 399",
        str(fault),
    )


def test_the_shelf_has_its_boards_stops_and_sentences() -> None:
    studies = [mam.get_study(name) for name in mam.list_studies("learn")]
    assert sum(len(study.chapters) for study in studies) == 134
    assert sum(1 for study in studies for _ in study.list_stops()) == 133
    assert all(stop.hints for study in studies[1:17] for chapter in study.chapters[1:] for stop in chapter.stops[:1])
    assert (
        not any(stop.hints for _, stop in studies[17].list_stops())
        and studies[17].is_test
        and studies[17].pass_mark == 8
    )


# Spoiled boards

FILES = {path.name: path.read_text("utf-8") for path in list_study_files("learn")}
SWAPS = {"East": "West", "West": "East", "North": "East"}


def replace_at(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def change_amount(match: re.Match[str]) -> str:
    return f"${int(match[1]) + 35},000"


SPOILERS = {
    "another right answer": (
        r'^right = \["([^"]+)"\]$(?=(?:\n(?!\[).*)*?\nwrong = \{ "?(\w+)"? =)',
        lambda m: f'right = ["{m[2]}"]',
    ),
    "a right answer left out": (r'^right = \["([^"]+)", ', lambda m: "right = ["),
    "a sentence missing": (r'^wrong = \{ (?!other)"?[\w ]+"? = "[^"]*", ', lambda m: "wrong = { "),
    "another right amount": (r"^right = \[(-?\d+)\]$", lambda m: f"right = [{int(m[1]) + 5}]"),
    "a test that accepts all": (r'^test = "(?:you take|we get|they get)[^"]*"$', lambda m: 'test = "legal"'),
    "a card twice": (r'trick = "([NESW]): (\w+) \w+', lambda m: f'trick = "{m[1]}: {m[2]} {m[2]}'),
    "a card that is not in the pack": (r'hands = "S [RYBG](\d+)', lambda m: m[0].replace(m[1], "6")),
    "a misspelled key": (r"^goal =", lambda m: "gaol ="),
    "another owner of a card": (
        r"\b(East|West|North)'s (?=(?:Red|Yellow|Black|Green) \d)",
        lambda m: f"{SWAPS[m[1]]}'s ",
    ),
    "another winner in a sentence": (r'(?<== ")(East|West) (?=takes)', lambda m: f"{SWAPS[m[1]]} "),
    "another amount in a sentence": (r"(?<=[a-z] )\$(\d+),000", change_amount),
    "another trick led": (r'trick = "W: ([RYBG])(?=\d+ )', lambda m: f'trick = "N: {m[1]}'),
    "a rule that there is not": (r'^teaches = \["R35', lambda m: 'teaches = ["R36'),
    "a hint too many": (r"^hints = \[", lambda m: 'hints = ["a", "b", "c", '),
    "a line too long": (r'^why = "', lambda m: 'why = "' + "Because of this. " * 5),
    "a question of an unknown kind": (r'^ask = "\w+"', lambda m: 'ask = "guess"'),
    "another fact": (r'^is = "(value|winner)"', lambda m: f'is = "{"winner" if m[1] == "value" else "value"}"'),
    "another count of discards": (r"^count = (\d+)", lambda m: f"count = {int(m[1]) + 1}"),
}


def spoil(kind: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every study spoiled once in this way."""
    pattern, change = SPOILERS[kind]
    for name, text in FILES.items():
        for match in re.finditer(pattern, text, re.M):
            yield name, replace_at(text, match, change(match))


def list_faults(name: str, text: str) -> list[str]:
    try:
        return [str(fault) for fault in check_study(parse_study(text, name), with_margins=False).faults]
    except StudyError as error:
        return [str(error)]


# How many of a sample of five are noticed: a test may accept all where every other card is illegal, and a sentence for an illegal card
# is optional.
NOTICED = dict.fromkeys(SPOILERS, 5) | {"a test that accepts all": 4, "a sentence missing": 4}


@pytest.mark.parametrize("kind", SPOILERS)
def test_a_spoiled_board_is_noticed(kind: str) -> None:
    spoiled = list(spoil(kind))
    sample = Random(kind).sample(spoiled, min(5, len(spoiled)))
    faults = {name: found for name, text in sample if (found := list_faults(name, text))}
    noticed = sum(bool(list_faults(name, text)) for name, text in sample)
    assert noticed >= min(NOTICED[kind], len(sample)) and sample
    assert all(
        fault.startswith(name) and re.match(r"\S+?(, line \d+)?[,:] ", fault)
        for name, found in faults.items()
        for fault in found
    )


HEAD = 'format = 1\nshelf = "learn"\nid = "x"\ntitle = "X"\nedition = "make-a-million-1935"\ntags = ["test"]\n'


def check(position: str, stop: str, more: str = "") -> list[str]:
    text = f'{HEAD}[[chapter]]\nid = "a"\ngoal = "Take the trick."\n{more}position = {{ {position} }}\n[[chapter.stop]]\n{stop}\n'
    return [
        str(fault).partition(": ")[2] for fault in check_study(parse_study(text, "x.toml"), with_margins=False).faults
    ]


LUCK = 'ask = "card"\ntest = "you take"\nright = ["R30"]\nwrong = { R1 = "Too low." }'


def test_nothing_is_right_by_luck() -> None:
    position = 'trick = "N: R2 R3", hands = "S R30 R1"'
    (fault,) = check(position, LUCK)
    assert fault == "R30 is right only by luck: not after R2 R3 R30 R40; say what is given, or open a hand"
    assert check(position, LUCK, 'given = "West has no Red."\n') == []
    assert check('trick = "N: R2 R3", hands = "S R30 R1 | W R4 Y1", open = "W"', LUCK) == []
    assert check('trick = "W: R2 R3 R4", hands = "S R30 R1"', LUCK) == []


def test_the_first_board_of_a_stage_cannot_be_missed_and_the_others_can() -> None:
    text = FILES["07-bull.toml"]
    head, first, second, *_ = text.split("[[chapter]]\n")
    found = check_study(parse_study(f"{head}[[chapter]]\n{second}[[chapter]]\n{first}", "x.toml")).faults
    assert [fault.text for fault in found] == [
        "the first board of a stage can't be missed: every legal answer is right",
        "no answer is wrong",
    ]


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("West's Red 4 is higher.", "wrong R1: Red 4 is East's, not West's"),
        ("Your Red 4 is higher.", "wrong R1: Red 4 is East's, not yours"),
        ("West takes it.", "wrong R1: E takes it, not West"),
        ("East takes $5,000.", "wrong R1: East doesn't take 5"),
        ("East-West get $70,000.", "wrong R1: $70,000 is no amount of this board"),
        ("East-West get $5,000.", "wrong R1: East-West get 0, not 5"),
        (
            "North is winning $5,000, and you can't know it, so play the Red 40, the highest.",
            "wrong R1 has 80 characters",
        ),
    ],
)
def test_a_sentence_that_the_engine_contradicts_is_named(sentence: str, fault: str) -> None:
    stop = f'ask = "card"\ntest = "you take"\nright = ["R5"]\nwrong = {{ R1 = "{sentence}" }}'
    found = check('trick = "W: R2 R3 R4", hands = "S R5 R1"', stop)
    assert any(text.startswith(fault) for text in found), found


def test_a_sentence_about_several_answers_is_held_against_each() -> None:
    hands = 'trick = "W: R9 R3 R40", hands = "S Y5 Y30 G1"'
    stop = 'ask = "card"\ntest = "worth 70"\nright = ["Y30"]\nwrong = { G1 = "Nothing.", other = "East-West get $%s,000." }'
    assert check(hands, stop % 45) == []
    assert check(hands, stop % 40) == ["wrong other: East-West get 45, not 40"]


@pytest.mark.parametrize(
    ("goal", "fault"),
    [
        ("You bid $220,000, and your side took $215,000. Your score?", ""),
        ("You bid $210,000, and your side took $215,000. Your score?", "goal: $210,000 is no amount"),
        ("East bid $220,000, and your side took $215,000. Your score?", "goal: East bid nothing, not 220"),
        ("You bid $220,000, and your side took $185,000. Your score?", "goal: your side took 215, not 185"),
    ],
)
def test_a_goal_says_what_the_position_says(goal: str, fault: str) -> None:
    stop = 'ask = "amount"\nis = "score we"\nchoices = [-220, 215]\nright = [-220]\nwrong = { 215 = "Missed." }'
    text = check('bid = "S 220", captured = { we = 215, they = 185 }', stop)
    text = [str(fault) for fault in check_study(parse_study(
        f'{HEAD}[[chapter]]\nid = "a"\ngoal = "{goal}"\nposition = {{ bid = "S 220", captured = {{ we = 215, they = 185 }} }}\n'
        f"[[chapter.stop]]\n{stop}\n", "x.toml")).faults]  # fmt: skip
    assert (not text) if not fault else any(fault in line for line in text), text


def test_a_coached_round_that_breaks_its_promise_is_noticed() -> None:
    text = FILES["17-first-round.toml"]
    weak = text.replace('dealer = "N"', 'dealer = "E"', 1)
    swapped = (
        weak.replace('S = "R5 R3', 'X = "R5 R3').replace('E = "R15 R11', 'S = "R15 R11').replace('X = "R5', 'E = "R5')
    )
    assert any("does not win the bidding and keep the promise" in fault for fault in list_faults("17", swapped))
