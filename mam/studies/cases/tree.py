"""A documented case as plain data: its questions and answers, its steps with their rulings, and what comes of every change."""

from typing import Any, cast

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.situations import Finding
from mam.library.situations.situation import format_value
from mam.rules.cards import UNSEEN
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.rulings import Ruling, ruling
from mam.studies.answers import RIGHT
from mam.studies.case import Case, OtherEdition, WhatIf
from mam.studies.cases.asking import holds
from mam.studies.cases.guesses import Guess, judge_guess
from mam.studies.cases.moments import Moments, Step
from mam.studies.cases.outcomes import (
    Outcome,
    find_parting,
    play_case,
    play_edition,
    play_reading,
    play_variation,
)
from mam.studies.schema import (
    CaseEdition,
    CaseGuess,
    CaseReading,
    CaseStep,
    CaseTable,
    CaseTree,
    CaseVariation,
    FactShown,
    Promise,
    RuleCited,
)
from mam.studies.shown import list_plays, show_answer, show_trick, show_verdict
from mam.studies.study import Chapter

_REAL_CALLS = (
    "deal",
    "record",
)  # in these forms the auction is the document's or the deal's own, never one made up for a position


def make_case_tree(chapter: Chapter) -> CaseTree:
    """Return a case with every answer to its questions, and everything that is played. Raises ValueError where it can't be set up.

    >>> import mam
    >>> tree = make_case_tree(mam.get_case("B26"))
    >>> tree["steps"][-1]["card"], tree["steps"][-1]["trick"]
    ('R1', {'winner': 'W', 'value': 80, 'effect': '×2'})
    >>> [(variation["text"], variation["same"]) for variation in tree["variations"]][1:]
    [('South plays the Bear', False), ('Black is trump', False)]
    """
    case = chapter.case
    if case is None:
        raise ValueError(f"{chapter.id} is no documented case")
    moments, rules = Moments(case), get_edition(case.edition, case.options)
    return {
        "id": chapter.id,
        "title": chapter.title,
        "kind": case.kind,
        "edition": rules.full_id,
        "edition_name": rules.name,
        "seats": dict(rules.seat_names),
        "sides": _list_sides(rules),
        "people": dict(case.people),
        "source": case.source,
        "rules": [_cite(ruling(rule)) for rule in case.rules],
        "setup": case.setup,
        "question": case.question,
        "table": _make_table(moments, moments.start),
        "guesses": [_make_guess(judge_guess(chapter, stop, moments), moments) for stop in chapter.stops],
        "answer": case.answer,
        "moral": chapter.moral,
        "steps": list_case_steps(moments),
        "counts": [{"text": count.text, "facts": _list_facts(play_case(case, count.checks))} for count in case.counts],
        "variations": [_make_variation(case, variation) for variation in case.variations],
        "editions": [_make_edition(case, other, moments) for other in case.editions],
        "readings": _make_readings(case),
    }


def _list_sides(rules: RuleSet) -> list[list[str]]:
    return [list(side) for side in rules.sides.values()] if isinstance(rules, TrickGameRules) else []


def _cite(ruling: Ruling) -> RuleCited:
    return {"rule": ruling.id, "text": ruling.reason or ruling.words, "source": ruling.source}


def _list_facts(outcome: Outcome) -> list[FactShown]:
    return [show_fact(finding) for finding in outcome.findings]


def show_fact(finding: Finding) -> FactShown:
    """Return what the engine was asked, and its answer, as a person reads them."""
    return {"text": str(finding.check), "answer": format_value(finding.answer)}


# The table


def _make_table(moments: Moments, index: int) -> CaseTable:
    """Return what lies on the table at a moment, without what the case does not name."""
    case, game = moments.case, moments.games[index]
    round = game if isinstance(game, Round) else game.round
    table: CaseTable = {
        "moment": moments.names[index],
        "phase": game.phase,
        "turn": game.turn or "",
        "dealer": round.deal.dealer if case.form in (*_REAL_CALLS, "match") else "",
        "trump": "",
        "hands": _list_hands(case, round),
        "nest": [],
        "trick": [],
        "tricks": [],
        "calls": [],
        "bid": None,
        "captured": None,
        "totals": dict(case.facts["totals"]) if case.form == "match" and "totals" in case.facts else None,
        "words": _list_words(round),
    }
    if isinstance(round, TrickRound):
        table["trump"] = repr(round.trump) if round.trump else ""
        table["nest"] = [card.code for card in round.deal.nest] if "nest" in case.facts or case.form == "record" else []
        table["trick"] = list_plays(round.trick) if round.trick else []
        table["tricks"] = [list_plays(trick) for trick in round.tricks]
        if case.form in _REAL_CALLS:
            table["calls"] = [{"seat": seat, "call": str(call).removeprefix("bid ")} for seat, call in round.calls]
        table["bid"] = _make_promise(case, round)
        table["captured"] = dict(round.captured) if round.tricks else None
    return table


def _list_hands(case: Case, round: Round) -> dict[str, list[str]]:
    """Return the hands; in a deal of which only a seed is known, the cards that it names are face down."""
    named = case.facts.get("hands", {}) if case.form == "deal" else round.hands
    return {seat: [card.code if seat in named else UNSEEN.code for card in hand] for seat, hand in round.hands.items()}


def _list_words(round: Round) -> list[str]:
    """Return the words on the table of a letter game."""
    lines = getattr(round, "lines", None)
    if lines is not None:
        return list(lines)
    spelled = getattr(round, "spelled", ())
    return ["".join(card.code for _, card in spelled)] if spelled else []


def _make_promise(case: Case, round: TrickRound) -> Promise | None:
    """Return the bid, as far as the case names it."""
    if round.bidder is None:
        return None
    rounds = case.facts.get("round", [case.facts])
    named = [str(facts["bid"]) for facts in rounds if "bid" in facts]
    if case.form in _REAL_CALLS:
        return {"seat": round.bidder, "amount": round.bid or 0}
    has_amount = any(bid.split()[-1].isdecimal() for bid in named)
    return {"seat": round.bidder, "amount": (round.bid or 0) if has_amount else 0} if named else None


# Steps


def list_case_steps(moments: Moments) -> list[CaseStep]:
    """Return the steps of a story from where the reader comes in."""
    return [_show_step(step, moments) for step in moments.list_steps()]


def _show_step(step: Step, moments: Moments) -> CaseStep:
    before, after = step.before, step.after
    shown: CaseStep = {
        "moment": step.moment,
        "seat": step.seat,
        "text": step.text,
        "card": "",
        "is_wrong": step.is_wrong,
        "rules": list(map(_cite, step.rulings)),
    }
    if isinstance(before, TrickRound) and isinstance(after, TrickRound) and before.phase == "play":
        shown["card"] = step.text
        if len(after.tricks) > len(before.tricks):
            shown["trick"] = show_trick(after.tricks[-1])
    else:
        shown["table"] = _make_table(moments, step.index)
    return shown


# Guesses


def _make_guess(guess: Guess, moments: Moments) -> CaseGuess:
    stop, judgment = guess.stop, guess.judgment
    by_moves = stop.ask != "choice"
    right = [text for text, answer in guess.answers.items() if answer.verdict == RIGHT]
    return {
        "question": {
            "ask": cast(Any, stop.ask),
            "text": stop.text,
            "moment": moments.names[guess.moment],
            "steps": sum(step.index <= guess.moment for step in moments.list_steps()),
            "seat": (stop.you or guess.game.turn or "") if by_moves else "",
            "choices": list(stop.choices),
        },
        "answers": {
            "right": right,
            "hints": list(stop.hints),
            "answers": {
                text: show_answer(judgment, answer) if judgment else show_verdict(answer)
                for text, answer in guess.answers.items()
            },
            "same": {},
        },
    }


# Changes


def _make_variation(case: Case, variation: WhatIf) -> CaseVariation:
    outcome = play_variation(case, variation)
    moments = outcome.moments
    assert moments is not None
    return {
        "text": variation.text,
        "answer": variation.answer,
        "same": holds(variation.checks, Moments(case).end),
        "facts": _list_facts(outcome),
        "table": _make_table(moments, moments.start),
        "steps": list_case_steps(moments),
    }


def _make_edition(case: Case, other: OtherEdition, story: Moments) -> CaseEdition:
    outcome = play_edition(case, other)
    moments, rules = outcome.moments, get_edition(other.edition, other.options)
    return {
        "edition": rules.full_id,
        "name": rules.name,
        "same": other.is_same,
        "parting": "" if other.is_same or moments is None else find_parting(story, moments),
        "facts": _list_facts(outcome),
        "table": _make_table(moments, moments.start) if moments else None,
        "steps": list_case_steps(moments) if moments else [],
    }


def _make_readings(case: Case) -> list[CaseReading]:
    played = [(reading, play_reading(case, reading)) for reading in case.readings]
    moments = [outcome.moments for _, outcome in played if outcome.moments]
    parting = find_parting(*moments) if len(moments) == 2 else ""
    return [
        {
            "name": reading.name,
            "text": reading.words,
            "why": reading.why,
            "parting": parting,
            "facts": _list_facts(outcome),
            "table": _make_table(outcome.moments, outcome.moments.start),
            "steps": list_case_steps(outcome.moments),
        }
        for reading, outcome in played
        if outcome.moments
    ]
