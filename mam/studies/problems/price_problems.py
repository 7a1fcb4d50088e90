"""Problems about a bid, a discard or a trump: no answer is proven, each has its price in simulated deals that fit what you know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mam.analysis.alternatives import Alternative, GoTo
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass
from mam.studies.answers import ILLEGAL, Answer, Judgment
from mam.studies.hand import judge_by_price
from mam.studies.prices import SEED, Price, list_options, price_answers, read_prices
from mam.studies.problems.problem import check_part
from mam.studies.setting import set_up
from mam.studies.study import Chapter, Stop
from mam.text.notation import parse_call, parse_cards, parse_trump

PRICED_INTRO = (
    "What you know is on the table; everything else may lie in any way that fits. An answer is judged by what it brings "
    "in 2,000 simulated deals; everyone plays like the club player."
)
PLAYERS = ("club", "rulebook")  # whose answers a certificate names
PHASES = {"bid": "auction", "discard": "nest", "trump": "trump"}


def is_priced(chapter: Chapter) -> bool:
    """Return whether a chapter is such a problem: a position, not a record, whose stop has prices."""
    return chapter.setup is not None and any("prices" in stop.extra for stop in chapter.stops)


def judge_priced(chapter: Chapter) -> list[Judgment]:
    """Return the judgment of a problem's stop. Raises ValueError naming what does not fit.

    >>> import mam
    >>> (judgment,) = judge_priced(mam.get_study("p205").chapters[0])
    >>> judgment.round.phase, judgment.stop.right, judgment.answers["Y2 Y1 B1"].outcome
    ('nest', ('Y9 Y2 Y1',), 'Costs $106,000 ± $11,000.')
    """
    stop, round = find_decision(chapter)
    check_part(chapter, "certificate", dict.fromkeys(PLAYERS, str))
    check_part(chapter, "plan", {"say": list})
    prices = read_prices(stop)
    texts = stop.choices or tuple(str(move).split()[1] for move in round.legal_moves)
    if missing := {*texts} ^ {*prices}:
        raise ValueError(f"prices are those of the answers: {', '.join(texts)}; see {', '.join(sorted(missing))}")
    plan = tuple(str(text) for part in chapter.extra.get("plan", []) for text in part["say"])
    answers = {text: _judge(stop, round, text, prices[text], plan) for text in texts}
    return [Judgment(chapter, stop, round, answers, round)]


def find_decision(chapter: Chapter) -> tuple[Stop, TrickRound]:
    """Return the stop of such a problem, and the round at it. Raises ValueError naming what does not fit."""
    if len(chapter.stops) != 1 or chapter.stops[0].ask not in PHASES:
        raise ValueError("a problem with prices has one stop, which asks for a bid, a discard or a trump")
    (stop,), round = chapter.stops, set_up(chapter)
    if round.phase != PHASES[stop.ask] or round.actor != chapter.you:
        turn = f"it is {round.name or 'nobody'}'s turn in the phase {round.phase}"
        raise ValueError(f"{turn}; a {stop.ask} is asked of {chapter.you} in the phase {PHASES[stop.ask]}")
    if stop.ask != "trump" and len(stop.choices) < 2:
        raise ValueError(f"a {stop.ask} is chosen from two choices or more")
    return stop, round


def _judge(stop: Stop, round: TrickRound, text: str, price: Price, plan: tuple[str, ...]) -> Answer:
    if ruling := round.why_not(read_move(stop.ask, text)):
        return Answer(text, ILLEGAL, "", ruling)
    return replace(judge_by_price(stop, text, price), plan=plan)


def read_move(ask: str, text: str) -> Move:
    """Return the move that an answer is."""
    if ask == "bid":
        return parse_call(text)
    return NameTrump(parse_trump(text)) if ask == "trump" else Discard(parse_cards(text))


# Prices


def price_problem(chapter: Chapter, stop: Stop, *, seed: int = SEED) -> dict[str, Price]:
    """Return the price of every answer to such a problem, the best first. Raises ValueError where it can't be priced."""
    return price_decision(find_decision(chapter)[1], stop.ask, stop.choices, seed=seed)


def price_decision(round: TrickRound, ask: str, choices: Sequence[str] = (), *, seed: int = SEED) -> dict[str, Price]:
    """Return the price of each answer, the best first. Raises what `price_answers` raises.

    A single bid beside a pass goes on as far as is best; where several are offered, each is how far you go.
    """
    if ask != "bid":
        return price_answers(round, list_options(round, "trump" if ask == "trump" else "choice", choices), seed=seed)
    from mam.analysis.advice import list_alternatives  # what simulates takes a second to load

    passing: list[Alternative] = [(Pass(),)]
    limits = [option for option in list_alternatives(view(round, round.actor)) if isinstance(option[0], GoTo)]
    trumps = dict.fromkeys(option[0].trump for option in limits if isinstance(option[0], GoTo))
    bids = {text: call.amount for text in choices if isinstance(call := parse_call(text), Bid)}
    options = {text: [(GoTo(bids[text], trump),) for trump in trumps] if text in bids else passing for text in choices}
    if len(bids) == 1:
        options[next(iter(bids))] = limits
    return price_answers(round, options, seed=seed)
