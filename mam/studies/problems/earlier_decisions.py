"""A person's decisions before the last tricks as problems, judged as the review judges them: by simulated deals that fit what was known.

What is sure can't be found there in time, so a problem is an annotated hand with one stop: your round up to the decision, and a price for each answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from random import Random
from typing import Any

from mam.games.round import Round
from mam.games.sampling.clues import find_impossible_cards
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.players import get_player
from mam.players.candidates import list_discards
from mam.records import Record, name_step
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Color, join_words, sort_hand
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.scenes.move_words import name_cards
from mam.studies.answers import name_discard
from mam.studies.prices import PASS, Price, list_calls, list_options, price_answers
from mam.studies.problems.decisions import (
    BEST_CARD,
    DECISION,
    MISTAKE,
    DecisionProblem,
    check_round,
    find_last_tricks,
    name_problem,
)
from mam.studies.problems.price_search import choose_sets
from mam.studies.read import parse_study
from mam.studies.write import list_tables
from mam.support.steps import take_all
from mam.support.toml import write_string, write_strings

MIN_COST = 20  # thousands of dollars by which a clear mistake is behind
ERRORS = 4  # and standard errors
_MOST = 3  # mistakes of a round
_INTRO = (
    "From a round that you played. Costs are from 2,000 simulated deals consistent with what you knew; everyone plays like the club player; "
    "± is the 95% margin of error."
)
_QUESTIONS = {
    "auction": "Do you bid?",
    "nest": "What do you discard?",
    "trump": "Which color do you name?",
    "play": "Which card do you play?",
}

_PLACES = {"auction": "The auction", "nest": "The discard", "trump": "Trump"}


def find_earlier_decisions(
    round: Round, you: str, rows: Mapping[int, Mapping[str, Any]], name: str = "the round"
) -> Iterator[DecisionProblem | None]:
    """Yield a player's decisions before the last five tricks that make problems; a None stands between two steps.

    `rows` are those of `mam.review` by their step; a decision without one is left out. A mistake: the review and a second simulation find
    that another answer was better by 20 (thousands of dollars) and by four standard errors. A find: nothing was better, and the rulebook player's
    answer was worse by as much. There are at most three mistakes, the costliest, and as many finds, or one. Raises what `find_decisions` raises.
    """
    round = check_round(round, you)
    steps = sorted(
        (step for step in rows if step < find_last_tricks(round)), key=lambda step: -float(rows[step]["cost"])
    )
    mistakes = [step for step in steps if is_clear(rows[step])]
    best = [step for step in steps if float(rows[step]["cost"]) <= 0]
    known: set[str] = set()  # what was better: who errs three times in a row has one problem of it
    for step in mistakes:
        if len(known) < _MOST and rows[step]["best"] not in known:
            problem = yield from _judge(round.at(step), round, you, name, is_mistake=True)
            if problem is not None:
                known.add(rows[step]["best"])
                yield problem
    left = max(1, len(known))
    for step in best:
        if left:
            problem = yield from _judge(round.at(step), round, you, name, is_mistake=False)
            if problem is not None:
                left -= 1
                yield problem


def is_clear(row: Mapping[str, Any], min_cost: float = MIN_COST) -> bool:
    """Return whether a row of the review is a clear mistake: it cost this much or more, and four standard errors."""
    cost = float(row["cost"])
    return cost >= min_cost and cost >= ERRORS * float(row["standard_error"])


def _judge(
    before: TrickRound, whole: TrickRound, you: str, name: str, *, is_mistake: bool
) -> Generator[None, None, DecisionProblem | None]:
    """Do the steps to the problem of a decision, and return it, or None."""
    move, usual = whole.history[len(before.history)], choose_usual(before, you)
    if before.phase not in _QUESTIONS or (not is_mistake and usual == move):
        return None
    asked, prices = yield from _price(before, move, usual)
    is_problem = _is_far(_find_price(prices, move)) if is_mistake else _is_find(prices, move, usual)
    if not is_problem:
        return None
    text = _write(before, whole, you, name, asked, prices, is_mistake=is_mistake)
    return DecisionProblem(len(before.history), is_mistake, parse_study(text, "your decision"), text)


def choose_usual(before: TrickRound, you: str) -> Move:
    """Return what the rulebook player does at a decision."""
    return get_player("rulebook")(view(before, you), Random(1))


def find_gain(before: TrickRound, move: Move, usual: Move) -> int | None:
    """Return by how much a choice beats the rulebook player's in 2,000 simulated deals (thousands of dollars) if it is a find, else None."""
    if before.phase not in _QUESTIONS or move == usual:
        return None
    _, prices = take_all(_price(before, move, usual))
    return _find_price(prices, usual).cost if _is_find(prices, move, usual) else None


def _price(
    before: TrickRound, move: Move, usual: Move
) -> Generator[None, None, tuple[tuple[str, list[str]], dict[str, Price]]]:
    """Do the steps to the prices of the answers to a decision, and return what is asked, the choices, and the prices."""
    answers = {"you": move, "rulebook": usual}
    ask, choices = _list_choices(before, answers)
    prices = yield from price_answers.in_steps(before, list_options(before, ask, choices))
    if before.phase == "nest":
        discards = {who: name_discard(answer.cards) for who, answer in answers.items() if isinstance(answer, Discard)}
        choices = choose_sets(prices, discards)
        prices = yield from price_answers.in_steps(before, list_options(before, ask, choices))
    return (ask, choices), prices


def _is_find(prices: Mapping[str, Price], move: Move, usual: Move) -> bool:
    """Return whether nothing was better than a choice, and the rulebook player's is clearly worse."""
    return _find_price(prices, move).is_right and _is_far(_find_price(prices, usual))


def _is_far(price: Price) -> bool:
    """Return whether an answer is behind by as much as a mistake is."""
    return price.is_wrong and price.cost >= MIN_COST


def _list_choices(before: TrickRound, answers: Mapping[str, Move]) -> tuple[str, list[str]]:
    """Return what is asked, and the answers to compare where they are not the cards or the colors."""
    if before.phase == "auction":
        return "choice", list_calls(before)
    if before.phase != "nest":
        return ("card" if before.phase == "play" else "trump"), []
    discards = [name_discard(answer.cards) for answer in answers.values() if isinstance(answer, Discard)]
    return "choice", list(dict.fromkeys((*discards, *(name_discard(cards) for cards, _ in list_discards(before)))))


def _find_price(prices: Mapping[str, Price], move: Move) -> Price:
    """Return the price of a move; a bid is worth what the best of the bids is, since nobody knows how far it goes on."""
    match move:
        case Play():
            return prices[move.card.code]
        case Discard():
            return prices[name_discard(move.cards)]
        case Pass():
            return prices[PASS]
        case Bid():
            return min((price for text, price in prices.items() if text != PASS), key=lambda price: price.cost)
    return prices[str(move).split()[1]]


# The file


def _write(
    before: TrickRound,
    whole: TrickRound,
    you: str,
    name: str,
    asked: tuple[str, list[str]],
    prices: Mapping[str, Price],
    *,
    is_mistake: bool,
) -> str:
    """Return the file of a decision: a hand with one stop."""
    record, step, (ask, choices) = Record.from_round(whole), len(before.history), asked
    place = f"Trick {len(before.tricks) + 1}" if before.phase == "play" else _PLACES[before.phase]
    pairs = ", ".join(f"{write_string(answer)} = [{price.cost}, {price.margin}]" for answer, price in prices.items())
    lines = [
        "format = 1",
        'shelf = "hands"',
        f"id = {write_string(name_problem(before, you))}",
        f"title = {write_string(f'{place} of {name}')}",
        f"edition = {write_string(whole.rules.id)}",
        *([f"options = {write_strings(whole.rules.chosen)}"] if whole.rules.chosen else []),
        f"tags = {write_strings((DECISION, MISTAKE if is_mistake else BEST_CARD))}",
        f"intro = {write_string(_INTRO)}",
        f"moral = {write_string(f'In {name} you {_describe_move(whole.history[step], is_mistake=is_mistake)}.')}",
        "",
        "[[chapter]]",
        'id = "play"',
        f"you = {write_string(you)}",
        f"given = {write_string(_write_given(before, you))}",
        *list_tables(record),
        "",
        "[[chapter.stop]]",
        f"at = {write_string(name_step(record, step + 1))}",
        f"ask = {write_string(ask)}",
        f"text = {write_string(_QUESTIONS[before.phase])}",
        *([f"choices = {write_strings(choices)}"] if choices else []),
        f"right = {write_strings(answer for answer, price in prices.items() if price.is_right)}",
        f"prices = {{ {pairs} }}",
    ]
    return "\n".join(lines) + "\n"


def _describe_move(move: Move, *, is_mistake: bool) -> str:
    if not is_mistake:
        return "found it"
    match move:
        case Play():
            return f"played {move.card.named}"
        case NameTrump():
            return f"named {move.color.word}"
        case Discard():
            return f"discarded {name_cards(move.cards)}"
        case Bid():
            return f"bid {format_amount(move.amount)}"
    return "passed"


def _write_given(before: TrickRound, you: str) -> str:
    """Return what was seen in earlier tricks: the cards that are gone, and the colors that others have shown they don't have."""
    cards_played = sort_hand(card for trick in before.tricks for card in trick.cards)
    colors = {
        color: [card for card in cards_played if card.color == color]
        for color in dict.fromkeys(card.color for card in cards_played)
    }
    parts = [
        " ".join((color.word, *(str(card.rank) for card in cards)))
        if color
        else join_words([card.words for card in cards])
        for color, cards in colors.items()
    ]
    played = f"Played: {', '.join(parts)}." if parts else ""
    return " ".join(filter(None, (played, *_list_voids(before, you))))


def _list_voids(before: TrickRound, you: str) -> Iterator[str]:
    seen = view(before, you).round
    assert isinstance(seen, TrickRound)
    known = {*seen.played, *(card for hand in seen.hands.values() for card in hand)}
    unseen = {card for card in seen.rules.pack if card not in known}
    for seat, cards in find_impossible_cards(seen, unseen).items():
        colors = [
            color for color in Color if (left := {card for card in unseen if card.color == color}) and left <= cards
        ]
        if UNSEEN in seen.hands[seat] and colors:
            yield f"{seen.rules.seat_names[seat]} has no {join_words([color.word for color in colors], 'or')}."
