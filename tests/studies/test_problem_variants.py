"""Problems in other colors and at other seats: the same cards under other names, and every check of the shelf passes."""

import re
from itertools import permutations

import pytest

import mam
from mam.studies.checks.check import check_study
from mam.studies.library import list_study_files
from mam.studies.problems.problem import find_problem, is_problem
from mam.studies.problems.variant import rename, vary_problem

COLORS = list(mam.Color)
SWAPS = [dict(zip(COLORS, colors, strict=True)) for colors in permutations(COLORS)]
PLAYED = [name for name in mam.list_studies("problems") if is_problem(mam.get_study(name).chapters[0])]


def test_colors_are_alike_in_the_rules() -> None:
    """Each color has the same cards in every edition whose hands are problems, and no animal has a color."""
    for edition in {mam.get_study(name).edition for name in PLAYED}:
        pack = mam.get_edition(edition).pack
        ranks = {color: [(card.rank, card.money) for card in pack if card.color == color] for color in COLORS}
        assert len({tuple(cards) for cards in ranks.values()}) == 1
        assert {card.code for card in pack if card.color is None} <= {"TIGER", "BULL", "BEAR"}


@pytest.mark.parametrize("turns", range(4))
def test_names_come_back(turns: int) -> None:
    """Nothing is lost: renamed and named as before, every file is what it was."""
    for number, path in enumerate(list_study_files("problems")):
        names = SWAPS[number % len(SWAPS)]
        back = {new: old for old, new in names.items()}
        text = path.read_text(encoding="utf-8")
        assert rename(rename(text, names, turns), back, -turns) == text


def test_every_color_is_renamed() -> None:
    """Also where a word stands for several cards: "Reds"."""
    names = dict(zip(COLORS, [*COLORS[1:], COLORS[0]], strict=True))
    for path in list_study_files("problems"):
        text = path.read_text(encoding="utf-8")
        before, after = (re.findall("Red|Yellow|Black|Green", each) for each in (text, rename(text, names)))
        assert [names[mam.Color(word[0])].word for word in before] == after


@pytest.mark.parametrize("number", range(len(PLAYED)))
@pytest.mark.sample(8, 3)
def test_the_certificate_holds_in_other_colors_and_at_other_seats(number: int) -> None:
    """The right cards are searched again, all lines are played, and every sentence is checked against all layouts."""
    study = vary_problem(PLAYED[number], SWAPS[1 + number % 23], number % 4)
    assert check_study(study, with_margins=False).faults == ()
    problem, original = (find_problem(each.chapters[0]) for each in (study, mam.get_study(PLAYED[number])))
    assert problem.belief.count_layouts() == original.belief.count_layouts() and problem.amount == original.amount


def test_two_colors_do_not_become_one() -> None:
    with pytest.raises(ValueError, match="each needs a different color"):
        vary_problem("p12", {mam.Color.RED: mam.Color.BLACK})
    with pytest.raises(KeyError, match="no problem"):
        vary_problem("bull", {})
