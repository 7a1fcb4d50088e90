"""Skill levels: the names of the players you can play against, and which games they can play."""

from collections.abc import Mapping

from mam.engine.backend import is_compiled
from mam.engine.club.weights import choose_policy, find_weights
from mam.players import PLAYERS, Player, get_player
from mam.players.expert import ExpertPlayer
from mam.rules.editions import RuleSet, TrickGameRules
from mam.support.messages import quote

_WORLDS = 40  # a number and not a time limit, so that the expert player is reproducible


def list_skill_levels(rules: RuleSet) -> tuple[str, ...]:
    """List the skill levels for these rules; the club player only where it has learned to play.

    >>> import mam
    >>> list_skill_levels(mam.get_edition("millionaire"))
    ('random', 'rulebook')
    """
    can_play = {"club": find_weights(rules.full_id) is not None, "expert": _can_search(rules)}
    return tuple(name for name in PLAYERS if can_play.get(name, True))


def choose_default_level(rules: RuleSet) -> str:
    """Return the skill level of players without a named level: club in games that the club player has learned, else rulebook.

    >>> import mam
    >>> choose_default_level(mam.get_edition("make-a-million-1935")), choose_default_level(mam.get_edition("anagrams"))
    ('club', 'rulebook')
    """
    return choose_policy(rules.full_id)


def _can_search(rules: RuleSet) -> bool:
    """Return whether the expert player can simulate this game.

    It needs the compiled engine, which plays tricks with plain hands.
    """
    return isinstance(rules, TrickGameRules) and not rules.half_hidden_seats and is_compiled()


def make_player(name: str) -> Player:
    """Return the player with this name, as it plays in a session."""
    return ExpertPlayer(worlds=_WORLDS) if name == "expert" else get_player(name)


def check_person(rules: RuleSet, seat: object) -> None:
    """Raise ValueError, naming the seats, unless this is a person's seat."""
    if seat not in rules.persons:
        raise ValueError(f"no seat {quote(seat)}: choose one of {' '.join(rules.persons)}")


def name_players(rules: RuleSet, you: str, skill_level: str | Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the player for each other seat; for a seat without one, and if none is given, the player of `choose_default_level`.

    Raises ValueError for an unknown seat or skill level, TypeError for anything but names.
    """
    if skill_level is None:
        skill_level = {}
    if not isinstance(skill_level, str | Mapping):
        raise TypeError(
            f"give a skill level, like 'rulebook', or names by seat, like {{'N': 'random'}}, not {quote(skill_level)}"
        )
    other_persons = [person for person in rules.persons if person != you]
    levels = dict.fromkeys(other_persons, skill_level) if isinstance(skill_level, str) else dict(skill_level)
    if unknown_seats := [person for person in levels if person not in other_persons]:
        raise ValueError(f"no other player {quote(unknown_seats[0])}: choose among {' '.join(other_persons)}")
    for name in levels.values():
        check_skill_level(rules, name)
    return {person: levels.get(person, choose_default_level(rules)) for person in other_persons}


def check_skill_level(rules: RuleSet, name: object) -> None:
    """Raise ValueError, naming the skill levels there are, unless a player of this name can play by these rules."""
    if name not in (levels := list_skill_levels(rules)):
        raise ValueError(f"no skill level {quote(name)} in {rules.id}: choose one of {', '.join(levels)}")
