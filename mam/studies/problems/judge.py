"""Every card of a problem played out: after a right one the defense goes on, after a wrong one you see how it fails."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.moves import Play
from mam.studies.answers import ILLEGAL, RIGHT, WRONG, Answer, Judgment, find_sentence
from mam.studies.problems.problem import Problem, find_problem
from mam.studies.study import Chapter, Stop

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief

_MAX_STOPS = 60  # so many decisions are asked at most; later ones are played for you


def judge_problem(chapter: Chapter) -> list[Judgment]:
    """Return the decisions of a problem with all their answers; `next` of an answer is the index of the decision it leads to, −1 at the end.

    Only what matters is asked: where every card is right, or only one can be played, the surest one is played for you. Raises ValueError
    naming what does not fit.
    """
    problem = find_problem(chapter)
    judgments: list[Judgment] = []
    waiting: list[tuple[Stop, Belief]] = [(problem.stop, problem.belief)]
    for stop, belief in waiting:
        judgments.append(_judge(problem, stop, belief, waiting))
    return judgments


def _judge(problem: Problem, stop: Stop, belief: Belief, waiting: list[tuple[Stop, Belief]]) -> Judgment:
    round = belief.round
    right, wrong = problem.split_cards(belief)
    answers: dict[str, Answer] = {}
    for card in round.playable(round.turn or ""):
        ruling = round.why_not(Play(card))
        sentence = find_sentence(stop, card.code, card in right)
        if ruling:
            answers[card.code] = Answer(card.code, ILLEGAL, stop.wrong.get(card.code, ""), ruling)
        elif card in wrong:
            end = find_failure(problem, belief, card)
            answers[card.code] = Answer(
                card.code, WRONG, " ".join(filter(None, (sentence, describe_end(problem, end)))), passes=False, end=end
            )
        else:
            after = _play_on(problem, belief.play(card))
            next_index = -1
            if not after.round.is_over:
                next_index = len(waiting)
                waiting.append((_ask_next(stop, problem, after), after))
            answers[card.code] = Answer(
                card.code, RIGHT, sentence, passes=True, end=after.round, next_index=next_index
            )
    judged_stop = stop if stop is problem.stop else replace(stop, right=tuple(card.code for card in right))
    first_end = next((answer.end for answer in answers.values() if answer.verdict == RIGHT), None)
    return Judgment(problem.chapter, judged_stop, round, answers, first_end or round)


def _ask_next(stop: Stop, problem: Problem, belief: Belief) -> Stop:
    """Return the stop of a later decision."""
    dummy = belief.round.turn != problem.chapter.you
    text = f"Go on. Which card of {belief.round.name}'s hand?" if dummy else "Go on. Which card?"
    return Stop(ask="card", text=text, why="The goal is still safe in every layout.", until="end", lines=stop.lines)


def _play_on(problem: Problem, belief: Belief) -> Belief:
    """Return the belief at your next decision that matters, or after the last trick."""
    from mam.engine.belief.defense import choose_reply, choose_surest

    while not belief.round.is_over:
        if belief.round.turn in belief.seats:
            if problem.split_cards(belief)[1]:
                break
            card = choose_surest(problem.searcher, belief)
        else:
            card = choose_reply(problem.searcher, belief, problem.amount)
        belief = belief.play(card)
    return belief


def find_failure(problem: Problem, belief: Belief, card: Card) -> TrickRound:
    """Return the round after a wrong card, played out: in the layout that the file names for it, or against the defense."""
    from mam.engine.belief.defense import choose_reply, choose_surest

    if belief is problem.belief and (line := find_written_line(problem.chapter, card)):
        return play_line(belief.round, line)
    belief = belief.play(card)
    while not belief.round.is_over:
        is_yours = belief.round.turn in belief.seats
        belief = belief.play(
            choose_surest(problem.searcher, belief)
            if is_yours
            else choose_reply(problem.searcher, belief, problem.amount)
        )
    return belief.round


def find_written_line(chapter: Chapter, card: Card) -> str:
    """Return the line that the file gives after a first card, or ""."""
    layouts = chapter.extra.get("layout", [])
    return next((str(layout["line"]) for layout in layouts if layout.get("after") == card.code), "")


def play_line(round: TrickRound, line: str) -> TrickRound:
    """Return the round after a line, `W: Y7 Y1 / S: B2`, whose first trick lies on the table in part. Raises IllegalMove and ValueError."""
    from mam.text.notation import parse_card

    begun = len(round.trick.cards) if round.trick else 0
    codes = [code for trick in line.split("/") for code in trick.partition(":")[2].split()]
    for code in codes[begun:]:
        round = round.play(Play(parse_card(code)))
    return round


def describe_end(problem: Problem, end: TrickRound) -> str:
    """Return by how much the goal was missed."""
    money, is_yours = end.captured[problem.belief.side], problem.belief.is_yours
    if is_yours:
        return f"You end with {format_amount(money)}: {format_amount(problem.amount - money)} short."
    return f"They end with {format_amount(money)} and make the bid."
