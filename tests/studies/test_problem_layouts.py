"""The right cards of problems, found once more by explicit layouts and the readable rules: six problems of each level."""

import pytest
from explicit_layouts import can_reach

import mam
from mam.rules.moves import Play
from mam.studies.problems.problem import find_problem, is_problem

_LONG = {"p18", "p146"}  # too long, or half a minute


def choose_smallest() -> list[str]:
    """The six problems of each level that have the fewest tricks and layouts."""
    sizes: dict[int, list[tuple[int, int, str]]] = {}
    for name in mam.list_studies("problems"):
        study = mam.get_study(name)
        if is_problem(study.chapters[0]) and name not in _LONG:
            problem = find_problem(study.chapters[0])
            sizes.setdefault(study.level or 0, []).append((problem.tricks, problem.belief.count_layouts(), name))
    return [name for level in sorted(sizes) for *_, name in sorted(sizes[level])[:6]]


NAMES = choose_smallest()


def test_six_of_each_level_are_compared() -> None:
    assert len(NAMES) == 30


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sample(3, 5)
def test_explicit_layouts_find_the_same_cards(name: str) -> None:
    (chapter,) = mam.get_study(name).chapters
    problem = find_problem(chapter)
    belief = problem.belief
    rounds = [belief.deal(layout) for layout in belief.list_layouts()]
    right = {
        card.code
        for card in belief.cards_to_play
        if can_reach([round.play(Play(card)) for round in rounds], belief, problem.amount) == belief.is_yours
    }
    assert right == {*chapter.stops[0].right}
