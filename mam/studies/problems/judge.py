"""Every card of a problem played out: after a right one the defense goes on, after a wrong one you see how it fails."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card
from mam.rules.moves import Play
from mam.rules.rulings import IllegalMove
from mam.rules.tricks import Trick
from mam.studies.answers import ILLEGAL, RIGHT, WRONG, Answer, Judgment, find_sentence
from mam.studies.problems.problem import Problem, find_problem
from mam.studies.study import Chapter, Stop
from mam.text.notation import parse_card

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief


def judge_problem(chapter: Chapter) -> list[Judgment]:
    """Return the decisions of a problem with all their answers, each right one with the index of the decision that it leads to.

    Only what matters is asked: where every card is right, or only one can be played, the surest one is played for you. Raises
    ValueError naming what does not fit.

    >>> import mam
    >>> first, second = judge_problem(mam.get_study("p12").chapters[0])
    >>> first.stop.right, first.answers["BEAR"].next_index, second.round.turn
    (('BEAR',), 1, 'S')
    """
    problem = find_problem(chapter)
    judgments: list[Judgment] = []
    decisions = [(problem.stop, problem.belief)]
    known: dict[Hashable, int] = {}  # a decision that several ways lead to is asked once
    for stop, belief in decisions:
        answers = {}
        for card in dict.fromkeys(belief.round.playable(belief.round.turn or "")):
            answer, after = _judge_card(problem, stop, belief, card)
            if after is not None:
                index = known.setdefault(_make_key(after), len(decisions))
                answer = replace(answer, next_index=index)
                if index == len(decisions):
                    decisions.append((_ask_next(problem, stop), after))
            answers[card.code] = answer
        judgments.append(_judge(problem, stop, belief.round, answers))
    return judgments


def _make_key(belief: Belief) -> Hashable:
    """Return what tells two decisions apart: the cards everywhere, and what was captured."""
    round = belief.round
    possible = tuple((place, cards) for place, cards in belief.possible.items())
    return *round.hands.items(), possible, round.trick.plays if round.trick else (), *round.captured.items()


def _judge(problem: Problem, stop: Stop, round: TrickRound, answers: Mapping[str, Answer]) -> Judgment:
    right = tuple(text for text, answer in answers.items() if answer.verdict == RIGHT)
    after = answers[right[0]].end if right else None
    stop = stop if stop is problem.stop else replace(stop, right=right)
    return Judgment(problem.chapter, stop, round, answers, after or round)


def _judge_card(problem: Problem, stop: Stop, belief: Belief, card: Card) -> tuple[Answer, Belief | None]:
    """Return a card as an answer, and the belief at the decision to which a right one leads, if there is one."""
    round = belief.round
    if ruling := round.why_not(Play(card)):
        return Answer(card.code, ILLEGAL, stop.wrong.get(card.code, ""), ruling), None
    after = belief.play(card)
    is_right = problem.is_won(after)
    sentence = find_sentence(stop, card.code, is_right)
    if not is_right:
        end = find_failure(problem, belief, card)
        sentence = " ".join(filter(None, (sentence, _count_layouts(problem, belief, card))))
        answer = Answer(card.code, WRONG, sentence, passes=False, end=end, next_index=-1)
        return replace(answer, layout=_find_layout(round, end), outcome=describe_end(problem, end)), None
    after = _play_on(problem, after)
    answer = Answer(card.code, RIGHT, sentence, passes=True, end=after.round)
    if not after.round.is_over:
        return replace(answer, outcome="Your goal is still safe."), after
    plan = tuple(str(text) for part in problem.chapter.extra.get("plan", []) for text in part["say"])
    line = _find_line(problem)
    return replace(answer, next_index=-1, plan=plan, line=line, outcome=describe_end(problem, after.round)), None


def _find_line(problem: Problem) -> tuple[Trick, ...]:
    """Return the tricks of the line that the file gives after a right first card, in a layout that beats a wrong one; () without one."""
    round = problem.belief.round
    for text in problem.stop.right:
        if line := find_written_line(problem.chapter, parse_card(text)):
            return play_line(round, line).tricks[len(round.tricks) :]
    return ()


def _ask_next(problem: Problem, stop: Stop) -> Stop:
    """Return the stop of a later decision."""
    return Stop(ask="card", text=problem.chapter.goal, until="end", lines=stop.lines)


def _play_on(problem: Problem, belief: Belief) -> Belief:
    """Return the belief at your next decision that matters, or after the last trick."""
    from mam.engine.belief.defense import choose_surest

    while not belief.round.is_over:
        if belief.round.turn not in belief.seats:
            belief = belief.play(_choose_reply(problem, belief))
        elif all(problem.is_won(belief.play(card)) for card in belief.cards_to_play):
            belief = belief.play(choose_surest(problem.searcher, belief))
        else:
            break
    return belief


def _choose_reply(problem: Problem, belief: Belief) -> Card:
    from mam.engine.belief.defense import choose_reply

    return choose_reply(problem.searcher, belief, problem.amount)


# A wrong card


def find_failure(problem: Problem, belief: Belief, card: Card) -> TrickRound:
    """Return the round after a wrong card, played out: in the layout that the file names for it, or against the defense."""
    from mam.engine.belief.defense import choose_surest

    if belief is problem.belief and (line := find_written_line(problem.chapter, card)):
        try:
            return play_line(belief.round, line)
        except (IllegalMove, ValueError) as error:
            raise ValueError(f"the line after {card}: {str(error).splitlines()[0]}") from None
    belief = belief.play(card)
    while not belief.round.is_over:
        is_yours = belief.round.turn in belief.seats
        reply = choose_surest(problem.searcher, belief) if is_yours else _choose_reply(problem, belief)
        belief = belief.play(reply)
    return belief.round


def find_written_line(chapter: Chapter, card: Card) -> str:
    """Return the line that the file gives after a first card, or ""."""
    layouts = chapter.extra.get("layout", [])
    return next((str(layout["line"]) for layout in layouts if layout.get("after") == card.code), "")


def play_line(round: TrickRound, line: str) -> TrickRound:
    """Return the round after a line, `W: Y7 Y1 / S: B2`, whose first trick lies on the table in part.

    Raises IllegalMove for a card that the rules refuse, ValueError for a line that does not begin with that trick.
    """
    cards_on_table = round.trick.cards if round.trick else ()
    cards = [parse_card(code) for trick in line.split("/") for code in trick.partition(":")[2].split()]
    if tuple(cards[: len(cards_on_table)]) != cards_on_table:
        raise ValueError(
            f"the line must begin with the cards on the table: {' '.join(card.code for card in cards_on_table)}"
        )
    for card in cards[len(cards_on_table) :]:
        round = round.play(Play(card))
    return round


def _find_layout(round: TrickRound, end: TrickRound) -> dict[str, tuple[Card, ...]]:
    """Return what the hidden hands held at a decision, from what they played until the end."""
    plays = [play for trick in end.tricks[len(round.tricks) :] for play in trick.plays]
    before = len(round.trick.cards) if round.trick else 0
    return {
        seat: tuple(sorted((card for player, card in plays[before:] if player == seat), key=round.rules.pack.index))
        for seat, hand in round.hands.items()
        if UNSEEN in hand
    }


def _count_layouts(problem: Problem, belief: Belief, card: Card) -> str:
    """Return in how many layouts a first card can work, if the certificate says so."""
    certificate = problem.chapter.extra.get("certificate", {})
    reaches = certificate.get("reaches", {}).get(card.code)
    if belief is not problem.belief or reaches is None:
        return ""
    layouts = certificate.get("layouts", 0)
    return f"It can work in {reaches:,} of {layouts:,} layouts." if reaches else "It works in no layout."


def describe_end(problem: Problem, end: TrickRound) -> str:
    """Return what the counted side took from the position on, and by how much the goal was missed.

    >>> import mam
    >>> problem = find_problem(mam.get_study("p12").chapters[0])
    >>> describe_end(problem, find_failure(problem, problem.belief, mam.parse_card("B40")))
    'You get $120,000: $15,000 short.'
    """
    belief, side = problem.belief, problem.belief.side
    money = end.captured[side]
    amount = format_amount(money - belief.round.captured[side])
    if not belief.is_yours:
        return f"They get {amount}{' and make the bid' if money >= problem.amount else ' and are set back'}."
    short = problem.amount - money
    return f"You get {amount}{f': {format_amount(short)} short' if short > 0 else ''}."
