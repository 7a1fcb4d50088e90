"""What each answer of a decision costs beside the best one, from simulated deals that fit what the seat knows."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mam.analysis.alternatives import Alternative, GoTo
from mam.games.phases.trump import is_bid
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.players.candidates import rank_trumps
from mam.rules.amounts import format_amount
from mam.rules.cards import Color
from mam.rules.moves import Discard, NameTrump, Play
from mam.studies.study import Stop
from mam.support.estimates import MARGIN, Estimate
from mam.support.messages import quote
from mam.support.steps import in_steps
from mam.text.notation import NotationError, parse_cards

DEALS = 2_000
SEED = 1  # of the prices that a file states
# An answer is right if it is behind by less than 2 standard errors or $3,000, and wrong if it is by 4 standard errors and $4,000.
_CLOSE, _FAR = 3, 4  # thousands of dollars
_MAX_TRUMPS = 2  # the colors that a discard is tried with, as advice does
PASS = "Pass"


@dataclass(frozen=True)
class Price:
    """What an answer costs beside the best one, and the 95% margin of error, in thousands of dollars."""

    cost: int
    margin: int

    @property
    def is_right(self) -> bool:
        """Whether nothing tells it from the best."""
        return self.cost < _CLOSE or self.cost < 2 * self.margin / MARGIN

    @property
    def is_wrong(self) -> bool:
        """Whether it is clearly behind. Between the two an answer is about as good."""
        return self.cost >= _FAR and self.cost >= 4 * self.margin / MARGIN

    def __str__(self) -> str:
        return f"{format_amount(self.cost)} ± {format_amount(self.margin)}"


def read_prices(stop: Stop) -> dict[str, Price]:
    """Return the prices of a stop by answer. Raises ValueError for what is no pair of amounts."""
    prices = stop.extra.get("prices", {})
    if not isinstance(prices, Mapping) or not prices:
        raise ValueError(f"{stop.at}: no prices yet: mam study price FILE computes them")
    for answer, pair in prices.items():
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, int) for part in pair)):
            raise ValueError(f"the price of {answer} is two whole numbers: what it costs, and the margin")
    return {answer: Price(*pair) for answer, pair in prices.items()}


@in_steps
def price_answers(
    round: TrickRound, answers: Mapping[str, Sequence[Alternative]], *, seed: int = SEED, n: int = DEALS
) -> Generator[None, None, dict[str, Price]]:
    """Return the price of each answer, the best first: `n` deals that fit what the person to move knows, played on by club players.

    An answer is worth what the best of its alternatives is. The deals are the same for all, so the differences are paired, and
    the same for a seed. `list_options` makes `answers`. Raises ValueError for no answers, and what `compare` raises.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", "N", bidder="N")
    >>> prices = price_answers(round, list_options(round, "card"), n=100)
    >>> list(prices), prices["R40"].cost
    (['R40', 'B2'], 0)
    """
    from mam.analysis.outcomes import compare, estimate_mean  # what simulates takes a second to load

    if not answers or not all(answers.values()):
        raise ValueError("there is nothing to compare: each answer needs an alternative")
    alternatives = list(dict.fromkeys(option for options in answers.values() for option in options))
    outcomes = yield from compare.in_steps(view(round, round.actor), alternatives, seed=seed, n=n, listen=True)
    means = dict(zip(alternatives, outcomes.values.mean(axis=1), strict=True))
    rows = dict(zip(alternatives, outcomes.values, strict=True))
    chosen = {answer: max(options, key=means.__getitem__) for answer, options in answers.items()}
    order = sorted(answers, key=lambda answer: -means[chosen[answer]])
    best = rows[chosen[order[0]]]
    return {answer: _make_price(estimate_mean(best - rows[chosen[answer]])) for answer in order}


def _make_price(cost: Estimate) -> Price:
    return Price(round(cost.mean), round(cost.margin))


def list_options(round: TrickRound, ask: str, choices: Iterable[str] = ()) -> dict[str, list[Alternative]]:
    """Return what each answer to a decision stands for: every legal card or trump; of choices a pass, a bid in a color, a discard.

    "Bid in Red" stands for every limit in that color, and a discard for naming either of your two best colors after it.
    Raises ValueError for a choice that is none of these.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7)
    >>> options = list_options(round.play(mam.Bid(195)), "choice", ["Pass", "Bid in Black"])
    >>> options["Pass"], options["Bid in Black"][0]
    ([(pass,)], (go to 205, trump B,))
    """
    if ask == "card":
        return {move.card.code: [(move,)] for move in round.legal_moves if isinstance(move, Play)}
    if ask == "trump":
        return {str(move).split()[1]: [(move,)] for move in round.legal_moves}
    if ask != "choice":
        raise ValueError(f"a card, a trump or a choice has prices, not “{ask}”")
    if round.phase == "nest":
        return {text: _list_plans(round, text) for text in choices}
    limits = _list_limits(round)
    if unknown := [text for text in choices if text not in limits]:
        raise ValueError(f"{quote(unknown[0])} can't be compared here: write {', '.join(limits)}")
    return {text: limits[text] for text in choices}


def _list_plans(round: TrickRound, text: str) -> list[Alternative]:
    """Return a discard, with the trumps that may be named after it unless the bid has settled it."""
    try:
        cards = parse_cards(text)
    except NotationError as error:
        raise ValueError(f"{quote(text)} is no discard: {error}") from None
    if ruling := round.why_not(Discard(cards)):
        raise ValueError(f"{quote(text)}: {ruling.reason}")
    trumps = [] if is_bid(round) else rank_trumps(round)[:_MAX_TRUMPS]
    return [(Discard(cards), NameTrump(trump)) for trump in trumps] or [(Discard(cards),)]


def list_calls(round: TrickRound) -> list[str]:
    """Return the choices of an auction, as `list_options` has them: a pass, and a bid in each color that is worth one."""
    return list(_list_limits(round))


def _list_limits(round: TrickRound) -> dict[str, list[Alternative]]:
    """Return the limits that advice compares, by the words of a choice."""
    from mam.analysis.advice import list_alternatives

    limits: dict[str, list[Alternative]] = {}
    for option in list_alternatives(view(round, round.actor)):
        trump = option[0].trump if isinstance(option[0], GoTo) else None
        limits.setdefault(f"Bid in {trump.word}" if isinstance(trump, Color) else PASS, []).append(option)
    return limits
