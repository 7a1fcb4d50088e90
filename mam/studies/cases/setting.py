"""From a documented case to the game that it tells: a round, a match, or a table with misplays, reached by real moves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from mam.games.match import Match
from mam.games.phases.play import find_first_leader
from mam.games.registry import deal_for, make_round
from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Facts, Game, set_up
from mam.misplay import Table, replay_table
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.studies.case import Case, Reading
from mam.studies.real_moves import check_leaders, refuse_unfit_values, translate
from mam.text.open_positions import lay_position
from mam.text.positions import make_position

_OPEN = {
    "hands",
    "trump",
    "line",
    "lead",
    "bid",
}  # what a position of a few cards says; anything more needs real moves before it


def set_up_case(case: Case) -> Game:
    """Return the game at the end of the story.

    Raises ValueError naming what does not fit, and IllegalMove where the rules refuse a move of the story.

    >>> import mam
    >>> set_up_case(mam.get_case("B26").case).tricks[-1].winner
    'W'
    """
    with refuse_unfit_values():
        return _build(case.edition, case.options, case.form, case.facts)


def change_case(case: Case, changes: Mapping[str, Any]) -> Case:
    """Return the case with these changes: of its `edition`, its `options`, or what is said of its position.

    With a `form` among them, the changes are the whole of another set-up.
    """
    facts = dict(changes)
    edition, options = facts.pop("edition", case.edition), tuple(facts.pop("options", case.options))
    form = facts.pop("form", "")
    return replace(
        case,
        edition=edition,
        options=options,
        form=form or case.form,
        facts=facts if form else {**case.facts, **facts},
        steps=None,
    )


def _build(edition: str, options: Sequence[str], form: str, facts: Facts) -> Game:
    rules = get_edition(edition, options)
    if form == "position" and isinstance(rules, TrickGameRules) and _is_open(rules, facts):
        game: Game = _lay(rules, facts)
    else:
        game = set_up(edition, options, *translate(form, facts))
    check_leaders(game, facts)
    return game


def _is_open(rules: TrickGameRules, facts: Facts) -> bool:
    """Return whether cards and tricks are all that is said, so that no auction has to be invented.

    In a game in which the bidder decides who plays with whom, the auction is played if every card is known.
    """
    if facts.keys() - _OPEN or rules.half_hidden_seats or "sealed" in rules.phases:
        return False
    return not _needs_bidder(rules) or "?" in facts.get("hands", "")


def _needs_bidder(rules: TrickGameRules) -> bool:
    return bool(rules.exposed) or rules.alliance != "fixed"


def _lay(rules: TrickGameRules, facts: Facts) -> TrickRound:
    line = list(facts.get("line", ()))
    leader = line[0].partition(":")[0] if line else facts.get("lead", "")
    bid = facts.get("bid", "")
    has_amount = bool(bid) and bid.split()[-1].isdecimal()
    if not bid and _needs_bidder(rules):
        bid = find_bidder(rules, leader)
    return lay_position(
        rules,
        facts.get("hands", ""),
        facts.get("trump", ""),
        tricks=line or ([f"{leader}:"] if leader else []),
        bid=bid,
        captured={} if has_amount else None,
        hands_at_lead=bool(line) and "hands" in facts,
    )


def find_bidder(rules: TrickGameRules, leader: str) -> str:
    """Return the bidder beside whom this seat leads first, or the leader where that says nothing.

    In a game in which the bidder decides who plays with whom, a story without a bid keeps its leader.
    """
    bidders = [person for person in rules.persons if find_first_leader(rules, rules.seats, person, "") == leader]
    return bidders[0] if rules.first_lead != "left of dealer" and bidders else leader


# Readings


def set_up_reading(case: Case, reading: Reading) -> Game:
    """Return the game as a reading of an open question has it: under an option, or with facts of the rules changed."""
    with refuse_unfit_values():
        return _set_up_reading(case, reading)


def _set_up_reading(case: Case, reading: Reading) -> Game:
    options = case.options if reading.options is None else reading.options
    if reading.deal:
        rules = change_rules(get_edition(case.edition, options), reading.deal)
        return make_round(rules, deal_for(rules, case.facts["dealer"], Random(case.facts["seed"])))
    if reading.misplay:
        return _lay_wrong_cards(case, reading)
    game = set_up_case(change_case(case, {**reading.changes, "options": options}))
    if not reading.rules:
        return game
    if isinstance(game, Match):  # the same rounds under other rules of the match
        return replace(game, rules=change_rules(game.rules, reading.rules))
    if isinstance(game, Table):
        raise ValueError("rules are not changed at a table with misplays: choose options")
    start = game.at(0)
    round = replace(start, rules=change_rules(game.rules, reading.rules))
    for move in game.history:
        round = round.play(move)
    return round


def _lay_wrong_cards(case: Case, reading: Reading) -> Game:
    """Return a table with misplays, whose terms are those of another edition."""
    rules = get_edition(case.edition, case.options)
    terms = get_edition(reading.misplay)
    if not (isinstance(rules, TrickGameRules) and isinstance(terms, TrickGameRules)) or case.form != "position":
        raise ValueError("a table with misplays begins with a position of a game of tricks")
    lead = case.facts.get("lead") or case.facts["line"][0].partition(":")[0]
    # A misplay is settled in the score, so the auction is played.
    bid = rules.auction.min_opening
    round = make_position(rules, case.facts["hands"], case.facts["trump"], lead, bid=bid)
    return replay_table(
        replace(round.rules, misplay=terms.misplay), round.deal, [*map(str, round.history), *reading.events]
    )


def change_rules(rules: RuleSet, changes: Mapping[str, Any]) -> Any:
    """Return a rule set with these facts changed, named like `auction.step`. Raises ValueError for an unknown one."""
    for name, value in changes.items():
        part, _, field = name.partition(".")
        try:
            inner = replace(getattr(rules, part), **{field: value}) if field else value
            rules = replace(rules, **{part: inner})
        except (AttributeError, TypeError):
            raise ValueError(f"no rule set has the fact {name!r}") from None
    return rules
