"""A documented case as plain data: its questions and answers, its steps with their rulings, and what comes of every change."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import cast

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import Play
from mam.rules.rulings import Ruling, ruling
from mam.studies.answers import RIGHT, Answer
from mam.studies.asking import holds
from mam.studies.case import Case, OtherEdition, WhatIf
from mam.studies.cases.guesses import Guess, judge_guess, judge_moves
from mam.studies.cases.moments import Moments, Step
from mam.studies.cases.outcomes import (
    Outcome,
    find_parting,
    play_case,
    play_edition,
    play_reading,
    play_variation,
)
from mam.studies.cases.wording import label_move, name_unit, shorten_edition, show_fact, word_step
from mam.studies.display import (
    EMPTY_TABLE,
    list_plays,
    list_words,
    merge_answers,
    show_answer,
    show_trick,
    show_verdict,
)
from mam.studies.schema import (
    Ask,
    BoardTable,
    BoardTree,
    CaseAsked,
    CaseEdition,
    CaseReading,
    CaseStep,
    CaseStory,
    CaseVariation,
    FactShown,
    Promise,
    Question,
    RuleCited,
)
from mam.studies.schema import Step as Asked
from mam.studies.study import Chapter

# In these forms the auction is the document's or the deal's own, never one made up for a position.
_ASKED_OF_THE_STORY = ("choice", "amount", "number")  # nobody acts
_REAL_CALLS = ("deal", "record")


def make_case_board(chapter: Chapter) -> BoardTree:
    """Return a case as a board: its guesses are the steps, and its story stands in `case`.

    Raises ValueError where it can't be set up.

    >>> import mam
    >>> board = make_case_board(mam.get_case("B26"))
    >>> story = board["case"]["story"]
    >>> story["steps"][-1]["card"], story["steps"][-1]["trick"]
    ('R1', {'winner': 'W', 'value': 80, 'effect': '×2'})
    >>> [(variation["text"], variation["same"]) for variation in story["variations"]][1:]
    [('South plays the Bear', False), ('Black is trump', False)]
    """
    case = chapter.case
    if case is None:
        raise ValueError(f"{chapter.id} is no documented case")
    moments, rules = Moments(case), get_edition(case.edition, case.options)
    asked: CaseAsked = {
        "kind": case.kind,
        "edition": rules.full_id,
        "edition_name": shorten_edition(rules),
        "counts": name_unit(rules),
        "seats": dict(rules.seat_names),
        "sides": [list(side) for side in rules.sides.values()] if isinstance(rules, TrickGameRules) else [],
        "people": dict(case.people),
        "source": case.source,
        "setup": case.setup,
        "question": case.question,
        "table": _make_table(moments, moments.start),
    }
    story: CaseStory = {
        "title": chapter.title,
        "answer": case.answer,
        "moral": chapter.moral,
        "rules": [_cite(ruling(rule)) for rule in case.rules],
        "steps": list_case_steps(moments),
        "counts": [
            {"text": count.text, "facts": _list_facts(play_case(case, count.checks), rules)} for count in case.counts
        ],
        "variations": [_make_variation(case, variation) for variation in case.variations],
        "editions": [_make_edition(case, other, moments) for other in case.editions],
        "readings": _make_readings(case),
    }
    return {
        "id": chapter.id,
        "goal": chapter.goal,
        "rules": list(chapter.cites),
        "moral": chapter.moral,
        "deal": "",
        "steps": [_make_step(chapter, judge_guess(chapter, stop, moments)) for stop in chapter.stops],
        "case": {"asked": asked, "story": story},
    }


def _cite(ruling: Ruling) -> RuleCited:
    return {"rule": ruling.id, "text": ruling.reason or ruling.words, "source": ruling.source}


def _list_facts(outcome: Outcome, rules: RuleSet) -> list[FactShown]:
    return [show_fact(finding, rules) for finding in outcome.findings]


# The table


def _make_table(moments: Moments, index: int) -> BoardTable:
    """Return what lies on the table at a moment, without what the case does not name."""
    case, game = moments.case, moments.games[index]
    round = game if isinstance(game, Round) else game.round
    hands = _list_hands(case, round)
    table: BoardTable = {
        **EMPTY_TABLE,
        "phase": game.phase,
        "turn": game.turn or "",
        "dealer": round.deal.dealer if case.form in (*_REAL_CALLS, "match") else "",
        "hands": hands,
        "open": [seat for seat, hand in hands.items() if any(code != UNSEEN.code for code in hand)],
        "totals": dict(case.facts["totals"]) if case.form == "match" and "totals" in case.facts else None,
    }
    if not isinstance(round, TrickRound):
        table["words"] = list_words(round)
    else:
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
        "words": word_step(step, moments.end.rules),
        "card": "",
        "is_wrong": step.is_wrong,
        "rules": list(map(_cite, step.rulings)),
    }
    if isinstance(before, TrickRound) and isinstance(after, TrickRound) and before.phase == "play":
        shown["card"] = step.text
        if len(after.tricks) > len(before.tricks):
            shown["trick"] = show_trick(after.tricks[-1])
            shown["captured"] = dict(after.captured)
    else:
        shown["table"] = _make_table(moments, step.index)
    return shown


# Guesses


def _make_step(chapter: Chapter, guess: Guess) -> Asked:
    """Return what a reader is asked at a moment of the story, and every answer."""
    stop, judgment, table = guess.stop, guess.judgment, _make_question_table(guess)
    if stop.ask not in _ASKED_OF_THE_STORY:
        table["you"] = stop.you or guess.game.turn or ""
        table["open"] = [seat for seat in table["open"] if seat != table["you"]]
    size = {"card": 1, "discard": len(stop.right[0].split())}.get(stop.ask, 0)
    answers = _judge_all_discards(guess, table, size) if stop.ask == "discard" else guess.answers
    shown = {
        text: show_answer(judgment, answer) if judgment else show_verdict(answer) for text, answer in answers.items()
    }
    first, same = merge_answers(shown) if stop.ask == "discard" else (shown, {})
    rules = guess.game.rules
    question: Question = {
        "ask": cast(Ask, stop.ask),
        "text": stop.text,
        "goal": chapter.goal,
        "given": "",
        "size": size,
        "hints": len(stop.hints),
        "choices": [
            {"answer": text, "label": label_move(text, rules) if stop.ask == "mark" else text} for text in stop.choices
        ],
        "table": table,
    }
    if stop.is_typed:
        question["is_typed"] = True
    return {
        "question": question,
        "answers": {
            "right": [text for text, answer in answers.items() if answer.verdict == RIGHT],
            "hints": list(stop.hints),
            "answers": first,
            "same": same,
        },
    }


def _make_question_table(guess: Guess) -> BoardTable:
    """Return what lies on the table at a question: nothing that comes later, and not what the last card led to."""
    moments = guess.moments
    index = guess.moment if guess.stop.at or guess.stop.ask not in _ASKED_OF_THE_STORY else moments.start
    table = _make_table(moments, index)
    is_complete = moments.names[index].startswith("trick ") and table["tricks"] and not table["trick"]
    if not is_complete or index <= moments.start:  # from the start on the reader knows what was taken
        return table
    *earlier, last = table["tricks"]
    before = _make_table(moments, index - 1)
    return {**table, "tricks": earlier, "trick": last, "captured": before["captured"], "phase": "", "turn": ""}


def _judge_all_discards(guess: Guess, table: BoardTable, size: int) -> Mapping[str, Answer]:
    """Judge every choice of cards: right are those that are legal, and those that the case names keep their sentences."""
    named = {_sort_text(text): answer for text, answer in guess.answers.items()}
    texts = [" ".join(cards) for cards in combinations(table["hands"][table["you"]], size)]
    judged = judge_moves(guess.stop, guess.game, {text: f"discard {text}" for text in texts})
    return {
        text: named.get(_sort_text(text)) or (answer if answer.ruling else replace(answer, verdict=RIGHT))
        for text, answer in judged.items()
    }


def _sort_text(text: str) -> str:
    return " ".join(sorted(text.split()))


# Changes


def _make_variation(case: Case, variation: WhatIf) -> CaseVariation:
    outcome = play_variation(case, variation)
    moments = outcome.moments
    assert moments is not None
    return {
        "text": variation.text,
        "answer": variation.answer,
        "same": holds(variation.checks, Moments(case).end),
        "facts": _list_facts(outcome, moments.end.rules),
        "table": _make_table(moments, moments.start),
        "steps": list_case_steps(moments),
    }


def _list_playable(moments: Moments, moment: str) -> list[str]:
    """Return the cards that may be played next after a moment."""
    moves = moments.games[moments.find(moment)].legal_moves if moment in moments.names else ()
    return [move.card.code for move in moves if isinstance(move, Play)]


def _make_edition(case: Case, other: OtherEdition, story: Moments) -> CaseEdition:
    outcome = play_edition(case, other)
    moments, rules = outcome.moments, get_edition(other.edition, other.options)
    parting = "" if other.is_same or moments is None else find_parting(story, moments)
    return {
        "edition": rules.full_id,
        "name": shorten_edition(rules),
        "same": other.is_same,
        "parting": parting,
        "playable": _list_playable(moments, parting) if moments else [],
        "story_playable": _list_playable(story, parting),
        "facts": _list_facts(outcome, rules),
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
            "playable": _list_playable(outcome.moments, parting),
            "facts": _list_facts(outcome, outcome.moments.end.rules),
            "table": _make_table(outcome.moments, outcome.moments.start),
            "steps": list_case_steps(outcome.moments),
        }
        for reading, outcome in played
        if outcome.moments
    ]
