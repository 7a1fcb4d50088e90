"""An annotated hand: a round that was played, with stops before your moves; what each answer is worth comes from simulated deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.moves import Move, NameTrump, Play
from mam.studies.answers import ILLEGAL, RIGHT, WRONG, Answer, Judgment, find_sentence
from mam.studies.study import Chapter, Stop
from mam.text.notation import parse_card, parse_trump

HAND_INTRO = (
    "Four club players played this hand, and you are South. Answer before you see what was played. "
    "Costs are from 2,000 simulated deals that fit what you know; ± is the 95% margin of error."
)
# An answer is right if it is behind by less than 2 standard errors or $3,000, and wrong if it is by 4 standard errors and $4,000.
_CLOSE, _FAR = 3, 4  # thousands of dollars
_MARGIN = 1.96  # standard errors in a margin


@dataclass(frozen=True)
class Price:
    """What an answer costs beside the best one, and the 95% margin of error, in thousands of dollars."""

    cost: int
    margin: int

    @property
    def is_right(self) -> bool:
        """Whether nothing tells it from the best."""
        return self.cost < _CLOSE or self.cost < 2 * self.margin / _MARGIN

    @property
    def is_wrong(self) -> bool:
        """Whether it is clearly behind. Between the two an answer is about as good."""
        return self.cost >= _FAR and self.cost >= 4 * self.margin / _MARGIN

    def __str__(self) -> str:
        return f"{format_amount(self.cost)} ± {format_amount(self.margin)}"


def is_hand(chapter: Chapter) -> bool:
    """Return whether a chapter is an annotated hand: a record whose stops have prices."""
    return chapter.record is not None and any("prices" in stop.extra for stop in chapter.stops)


def read_prices(stop: Stop) -> dict[str, Price]:
    """Return the prices of a stop by answer. Raises ValueError for what is no pair of amounts."""
    prices = stop.extra.get("prices", {})
    if not isinstance(prices, Mapping) or not prices:
        raise ValueError('a stop of an annotated hand has prices, like { "R1" = [0, 0], "R40" = [51, 9] }')
    for answer, pair in prices.items():
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, int) for part in pair)):
            raise ValueError(f"the price of {answer} is two whole numbers: what it costs, and the margin")
    return {answer: Price(*pair) for answer, pair in prices.items()}


def judge_hand(chapter: Chapter) -> list[Judgment]:
    """Return the judgments of a hand's stops, each before the move that it names. Raises ValueError naming what does not fit.

    The round goes on as it was played, whatever is answered.

    >>> import mam
    >>> first = judge_hand(mam.get_study("h01").chapters[0])[0]
    >>> [(answer.text, answer.outcome) for answer in first.answers.values()][:2]
    [('R', 'Right.'), ('Y', 'Costs $60,000 ± $12,000.')]
    """
    assert chapter.record is not None
    rounds = chapter.record.rounds()
    judgments = []
    for stop in chapter.stops:
        if not stop.at:
            raise ValueError('a stop of an annotated hand names its moment: at = "trick 5 card 3"')
        step = chapter.record.moments.index(stop.at)
        round, after = rounds[step - 1], rounds[step]
        if not isinstance(round, TrickRound) or round.actor != chapter.you:
            raise ValueError(f"at {stop.at} it is not {chapter.you}'s turn")
        prices, played = read_prices(stop), after.history[len(round.history)]
        answers = {text: _judge(stop, round, text, prices, played) for text in _list_texts(stop, round)}
        judgments.append(Judgment(chapter, stop, round, answers, after))
    return judgments


def _list_texts(stop: Stop, round: TrickRound) -> list[str]:
    if stop.ask == "card":
        return [card.code for card in dict.fromkeys(round.playable(round.turn or ""))]
    if stop.ask == "trump":
        return [str(move).split()[1] for move in round.legal_moves]
    if stop.ask == "choice":
        return list(stop.choices)
    raise ValueError(f"an annotated hand asks for a card, a trump or a choice, not for “{stop.ask}”")


def _judge(stop: Stop, round: TrickRound, text: str, prices: Mapping[str, Price], played: Move) -> Answer:
    move: Move | None
    move = (
        Play(parse_card(text)) if stop.ask == "card" else NameTrump(parse_trump(text)) if stop.ask == "trump" else None
    )
    if move is not None and (ruling := round.why_not(move)):
        return Answer(text, ILLEGAL, "", ruling)
    end = round.play(move) if isinstance(move, Play) else None
    price = prices.get(text) or (_find_equal_price(parse_card(text), prices) if stop.ask == "card" else None)
    if price is None:
        return Answer(text, RIGHT, _name_played(move, played), end=end, outcome="Not compared in this hand.")
    if not price.is_wrong:
        outcome = "Right." if price.is_right else f"About as good: costs {price}."
        sentence = " ".join(filter(None, (stop.why, _name_played(move, played))))
        return Answer(text, RIGHT, sentence, passes=price.is_right, end=end, outcome=outcome)
    return Answer(text, WRONG, find_sentence(stop, text, False), passes=False, end=end, outcome=f"Costs {price}.")


def _name_played(move: Move | None, played: Move) -> str:
    """Return what you did in this hand, if it was not this move: the round goes on from there."""
    if move == played or move is None:
        return ""
    if isinstance(played, Play):
        return f"In this hand you played {played.card.named}."
    return f"In this hand you named {played.color.word}." if isinstance(played, NameTrump) else ""


def _find_equal_price(card: Card, prices: Mapping[str, Price]) -> Price | None:
    """Return the price of the nearest number card of the same color: as good or bad as this one."""
    others = [parse_card(text) for text in prices]
    same = [other for other in others if other.color == card.color and not other.money and not card.money]
    nearest = min(same, key=lambda other: abs(other.rank - card.rank), default=None)
    return prices[nearest.code] if nearest else None
