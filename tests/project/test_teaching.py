"""The lesson plans and the twenty questions: every number is computed again, every id exists, and the two forms are equal."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from math import comb, sqrt
from pathlib import Path
from types import ModuleType

import pytest

import mam
from mam.chance import list_pages
from mam.classroom import exercises
from mam.cli.parser import make_parser
from mam.rules.cards import PACK, Card, format_cards, money_in
from mam.rules.scoring import score
from mam.rules.tricks import TrickRules, find_winner, trick_value
from mam.studies.library import get_case, get_study, list_studies

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted(
    {*(ROOT / "docs/teaching").glob("*.md")} - {ROOT / "docs/teaching/phones.md"}
)  # it names files and options
LESSONS = (ROOT / "docs/teaching/seven_lessons.md").read_text("utf-8")
FIRST = mam.list_editions()[0]
RULES = TrickRules()


def read_cards(text: str) -> list[Card]:
    return [Card(code) for code in text.split()]


def find_taker(text: str, trump: str) -> str:
    return ("North", "East", "South", "West")[find_winner(read_cards(text), mam.Color(trump), RULES)]


def dollars(amount: int) -> str:
    return f"${amount},000" if amount else "nothing"


def signed(amount: float) -> str:
    return f"{round(amount):+d}".replace("-", "−")


def percent(value: float | Fraction, digits: int = 1) -> str:
    return f"{100 * float(value):.{digits}f}%"


def count_tail(least: int, hands: int, chance: float) -> float:
    return sum(comb(hands, k) * chance**k * (1 - chance) ** (hands - k) for k in range(least, hands + 1))


def chance(condition: str) -> Fraction:
    return mam.chances(FIRST).chance(condition).exact


def lack_a_color() -> Fraction:
    return 1 - chance("S red >= 1 and S yellow >= 1 and S black >= 1 and S green >= 1")


def compute_first() -> Iterator[str]:
    yield from (find_taker("R9 R30 B4 R11", trump) for trump in "BG")
    yield find_taker("R15 R40 Y1 R30", "Y")
    yield find_taker("G10 G11 Y40 B15", "R")
    hand, led = read_cards("G10 R40 Y30"), Card("G7")
    yield format_cards([card for card in hand if card.color == led.color] or hand)


def compute_second() -> Iterator[str]:
    yield dollars(money_in(card for card in PACK if card.color == mam.Color("R")))
    yield dollars(money_in(PACK))
    for text in ("R40 R10 BULL R4", "R40 R10 BEAR R4", "R40 BEAR BULL R10", "R40 BULL BEAR R10"):
        yield dollars(trick_value(read_cards(text), RULES))
    for bid, captured in ((230, 245), (230, 225), (210, 205)):
        scores = score(bid, "N-S", {"N-S": captured, "E-W": 400 - captured})
        yield f"{signed(scores['N-S'])} and {signed(scores['E-W'])}"


def compute_third() -> Iterator[str]:
    yield f"{comb(16, 3)}"
    yield percent(chance("S holds Tiger"))
    yield percent(chance("S holds Bull and Bear"), 2)
    yield percent(Fraction(13, 55) ** 2, 2)
    yield percent(chance("S red = 0"), 2)
    yield percent(lack_a_color(), 2)
    yield percent(4 * chance("S red = 0"), 2)
    yield f"{150 * float(lack_a_color()):.1f}"


def compute_fourth() -> Iterator[str]:
    hand = read_cards("R15 R11 R8 R4 Y10 Y9 Y3 B15 B7 B1 G30 G5 G2")
    condition = "S holds " + " and ".join(card.code for card in hand)
    deal = next(iter(mam.deals(FIRST, condition, seed=1)))
    odds = mam.chances(mam.view(mam.start(FIRST, deal=deal), "S"))
    north, west = odds.chance("N holds Tiger").exact, odds.chance("W holds Tiger").exact
    yield percent(north)
    yield percent(odds.chance("nest holds Tiger").exact)
    yield percent(north / (1 - west))
    exactly = [Fraction(comb(4, k) * comb(38, 13 - k), comb(42, 13)) for k in range(5)]
    some, several = sum(exactly[1:]), sum(exactly[2:])
    assert odds.chance("N holds R40 or N holds Y40 or N holds B40 or N holds G40").exact == some
    yield from (percent(some), percent(several), percent(several / some))
    yield percent(1 - Fraction(comb(38, 12), comb(41, 12)))


def compute_fifth() -> Iterator[str]:
    made, missed = (score(240, "N-S", {"N-S": won, "E-W": 400 - won}) for won in (250, 200))
    up, down = (scores["N-S"] - scores["E-W"] for scores in (made, missed))
    passing = 170 - 230
    yield from (signed(up), signed(down), signed(0.7 * up + 0.3 * down), signed(0.8 * up + 0.2 * down), signed(passing))
    yield from (percent(Fraction(least - down, up - down)) for least in (0, passing))


def compute_sixth() -> Iterator[str]:
    exact = float(chance("S money >= 100"))
    yield percent(exact)
    yield from (f"{196 * sqrt(exact * (1 - exact) / deals):.1f}" for deals in (10, 150, 1000, 10_000))


def compute_seventh() -> Iterator[str]:
    claim = 1 / 50
    yield f"{150 * claim:g}"
    yield f"{1 / count_tail(12, 150, claim):,.0f}"
    yield percent(count_tail(12, 150, float(lack_a_color())), 0)
    yield percent(count_tail(6, 150, claim), 0)


COMPUTED = (
    compute_first,
    compute_second,
    compute_third,
    compute_fourth,
    compute_fifth,
    compute_sixth,
    compute_seventh,
)


@pytest.mark.parametrize("number", range(1, 8))
def test_numbers_of_a_lesson_are_what_mam_computes(number: int) -> None:
    text = re.split(r"^## ", LESSONS, flags=re.MULTILINE)[number]
    bold = {
        words
        for words in re.findall(r"\*\*([^*]+)\*\*", text.replace("\n", " "))
        if not words.endswith((".", "minutes."))
    }
    assert bold == set(COMPUTED[number - 1]())


@pytest.mark.parametrize("number", range(1, 8))
def test_a_lesson_takes_45_minutes(number: int) -> None:
    text = re.split(r"^## ", LESSONS, flags=re.MULTILINE)[number]
    minutes = [int(minutes) for minutes in re.findall(r"^\*\*\w+, (\d+) minutes\.\*\*", text, re.MULTILINE)]
    assert len(minutes) == 4 and sum(minutes) == 40  # and five, as the page says, for moving tables
    for part in ("Aim", "Expect", "If it goes wrong", "Homework"):
        assert f"**{part}.**" in text


def list_names() -> set[str]:
    """Everything that a guide may name but a case: exercises, studies, pages."""
    studies = (study for shelf in ("learn", "games", "rules") for study in list_studies(shelf))
    return {
        *(exercise.id for exercise in exercises()),
        *studies,
        *(page.id for page in list_pages()),
    }


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_what_a_guide_names_exists(path: Path) -> None:
    names, codes = list_names() | {"mam"}, {card.code for card in PACK}
    for words in re.findall(r"`([^`]+)`", path.read_text("utf-8")):
        if words.startswith("mam "):
            assert re.search(rf"^ +{words.split()[1]}\b", make_parser().format_help(), re.MULTILINE), words
        elif words.endswith(".py"):
            assert (ROOT / words).is_file(), words
        elif words.startswith(("/wall/#", "mw.wall(")):
            find_slides = pytest.importorskip("mam_widgets.wall_page.slides").find_slides
            on_wall = words.removeprefix("/wall/#").split(",") if words[0] == "/" else re.findall(r'"([^"]+)"', words)
            assert on_wall and all(map(find_slides, on_wall)), words
        elif words not in names and not {*words.split()} <= codes:
            assert get_case(words).id == words


def test_every_lesson_s_boards_are_boards() -> None:
    for boards in re.findall(r"^\*\*Screen[^*]*\*\* Boards ([^.;,]*(?:, `[^`]+`)*)", LESSONS, re.MULTILINE):
        assert all(get_study(name).shelf == "learn" for name in re.findall(r"`([^`]+)`", boards))


# The twenty questions


@pytest.fixture(scope="module")
def pretest() -> ModuleType:
    spec = spec_from_file_location("make_pretest", ROOT / "tools/make_pretest.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules["make_pretest"] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_as_the_tool_writes_them_and_only_one_has_the_key(pretest: ModuleType) -> None:
    pages = pretest.write_pages()
    assert {name: (ROOT / "docs/teaching" / name).read_text("utf-8") for name in pages} == pages
    assert [name for name, text in pages.items() if "## Key" in text] == ["pretest.md"]
    assert [len(re.findall(r"^\d+\. ", text, re.MULTILINE)) for text in pages.values()] == [0, 20, 20]


def test_the_two_forms_are_equal(pretest: ModuleType) -> None:
    forms = [pretest.place_answers(form) for form in "AB"]
    assert all(first.topic == second.topic for (first, *_), (second, *_) in zip(*forms, strict=True))
    for form in forms:
        assert Counter(letter for _, letter, _ in form) == dict.fromkeys("abcd", 5)
        for item, letter, answers in form:
            assert answers["abcd".index(letter)] == item.right and len({*answers}) == 4
    assert all(first.question != second.question for (first, *_), (second, *_) in zip(*forms, strict=True))


CHECKED: dict[str, Callable[[bool], Fraction]] = {
    "and": lambda is_first: Fraction(13 * 12, 55 * 54) if is_first else Fraction(26 * 25, 55 * 54),
    "at least one": lambda is_first: 1 - (Fraction(42 * 41, 55 * 54) if is_first else Fraction(29 * 28, 55 * 54)),
    "given": lambda is_first: Fraction(13 if is_first else 26, 42),
    "Bayes' rule, no cards": lambda is_first: Fraction(90, 90 + 891) if is_first else Fraction(180, 180 + 490),
}


@pytest.mark.parametrize("topic", CHECKED)
def test_chances_of_the_key_agree_with_arithmetic(pretest: ModuleType, topic: str) -> None:
    for form in "AB":
        item = next(item for item in pretest.list_items(form) if item.topic == topic)
        assert item.right == percent(CHECKED[topic](form == "A"))
