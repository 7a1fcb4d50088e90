"""The phases: each that an edition may name has its module, and mypy checks that a module has the names of a `Phase`."""

from typing import get_args

import mam
from mam.games.phases import PHASES
from mam.rules.editions import TrickGameRules, get_edition, list_editions
from mam.rules.editions.ruleset import PhaseName
from mam.rules.moves import Move


def test_each_phase_that_an_edition_may_name_has_a_module() -> None:
    assert set(PHASES) == set(get_args(PhaseName))


def test_each_phase_belongs_to_an_edition_and_has_moves_of_its_own() -> None:
    rules = [get_edition(name) for name in (*list_editions(), "make-a-million-2004+open-widow")]
    assert {phase for rule in rules if isinstance(rule, TrickGameRules) for phase in rule.phases} == set(PHASES)
    kinds = [kind for phase in PHASES.values() for kind in phase.MOVES]
    assert len(set(kinds)) == len(kinds) and set(kinds) <= set(get_args(Move))


def test_a_round_begins_in_the_first_phase_of_its_edition() -> None:
    for name in list_editions():
        rules = get_edition(name)
        if isinstance(rules, TrickGameRules):
            assert mam.start(name, seed=7).phase == rules.phases[0]
