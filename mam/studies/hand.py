"""An annotated hand: a round that was played, with stops before your moves; what each answer is worth comes from simulated deals."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.amounts import format_amount
from mam.rules.cards import join_words, name_trump
from mam.rules.moves import Discard, Move, NameTrump, Play
from mam.scenes.move_words import name_cards
from mam.studies.answers import ILLEGAL, RIGHT, WRONG, Answer, Judgment, find_sentence
from mam.studies.prices import SEED, Price, list_options, price_answers, read_prices
from mam.studies.study import Chapter, Stop
from mam.support.steps import take_all
from mam.text.notation import parse_card, parse_cards, parse_trump

HAND_INTRO = (
    "Four club players played this hand. Answer as the player at the bottom of the table; it then goes on as it was played. "
    "Costs are from 2,000 simulated deals that fit what you know; everyone plays like the club player; ± is the 95% margin of error."
)
_MAX_TRICKS = 5  # that are left where what is sure is looked for
_NODES = 3_000_000  # a search that takes more is given up
_CARDS = re.compile(r"[RYBG]\d+(?: [RYBG]\d+)*")  # a discard
_LONGEST = 105  # characters that fit a phone beside what the answer costs


def is_hand(chapter: Chapter) -> bool:
    """Return whether a chapter is an annotated hand: a record whose stops have prices, or wait for them."""
    return chapter.record is not None and any(
        "prices" in stop.extra or (stop.ask and not stop.right) for stop in chapter.stops
    )


def judge_hand(chapter: Chapter) -> list[Judgment]:
    """Return the judgments of a hand's stops, each before the move that it names. Raises ValueError naming what does not fit.

    The round goes on as it was played, whatever is answered.

    >>> import mam
    >>> first = judge_hand(mam.get_study("h01").chapters[0])[0]
    >>> [(answer.text, answer.outcome) for answer in first.answers.values()][:2]
    [('R', 'Correct.'), ('Y', 'Costs $60,000 ± $12,000.')]
    """
    judgments = []
    for stop in chapter.stops:
        round, after = find_place(chapter, stop)
        prices, played = read_prices(stop), after.history[len(round.history)]
        texts = [card.code for card in round.playable(round.turn or "")] if stop.ask == "card" else prices
        answers = {text: _judge(stop, round, text, prices, played) for text in stop.choices or texts}
        judgments.append(Judgment(chapter, stop, round, answers, after))
    return [*judgments[:-1], *map(_add_end, judgments[-1:])]


def _add_end(last: Judgment) -> Judgment:
    """Return the last stop with how the hand ended, and its tricks: whichever answer is given, they are shown after it."""
    assert last.chapter.record is not None
    end = last.chapter.record.rounds()[-1]
    if not isinstance(end, TrickRound) or end.result is None or end.bidder is None:
        return last
    result = describe_result(end, last.chapter.you)
    return replace(
        last,
        answers={
            text: answer if answer.ruling else replace(answer, plan=(result,), line=end.tricks)
            for text, answer in last.answers.items()
        },
    )


def describe_result(end: TrickRound, you: str) -> str:
    """Return what was bid, what the bidder's side captured, and the score of a round that is over. Raises ValueError for another one.

    >>> import mam
    >>> describe_result(mam.get_study("h08").chapters[0].record.rounds()[-1], "S")
    'South bid $245,000 with Red as trump. Your side captured $320,000 and made the bid. Score: your side $320,000, the others $85,000.'
    """
    bidder, bid, trump = end.bidder, end.bid, end.trump
    if end.result is None or bidder is None or bid is None or trump is None:
        raise ValueError("only a round that is over and was bid for has a result")
    scores = {account: end.rules.scoring.format_amount(score) for account, score in end.result.scores.items()}
    your_score = scores.pop(end.rules.account_of(you))
    captured = end.captured[end.side_of(bidder)]
    side = "Your side" if end.side_of(bidder) == end.side_of(you) else "Their side"
    return (
        f"{end.rules.seat_names[bidder]} bid {format_amount(bid)} with {name_trump(trump)} as trump. "
        f"{side} captured {format_amount(captured)} and {'made the bid' if captured >= bid else 'was set back'}. "
        f"Score: your side {your_score}, the others {join_words([*scores.values()])}."
    )


def find_place(chapter: Chapter, stop: Stop) -> tuple[TrickRound, Round]:
    """Return the round before the move at which a stop of a record stands, and after it. Raises ValueError where it is not your turn."""
    assert chapter.record is not None
    if not stop.at:
        raise ValueError('a stop of an annotated hand names its moment: at = "trick 5 card 3"')
    rounds, step = chapter.record.rounds(), chapter.record.moments.index(stop.at)
    round = rounds[step - 1]
    if not isinstance(round, TrickRound) or round.actor != chapter.you:
        raise ValueError(f"at {stop.at} it is not {chapter.you}'s turn")
    return round, rounds[step]


def price_stop(chapter: Chapter, stop: Stop, *, seed: int = SEED) -> dict[str, Price]:
    """Return the price of every answer to a stop of a record, the best first. Raises ValueError where it can't be priced."""
    round, _ = find_place(chapter, stop)
    return price_answers(round, list_options(round, stop.ask, stop.choices), seed=seed)


def find_sure(chapter: Chapter, stop: Stop, right: Collection[str]) -> dict[str, int]:
    """Return what your side surely takes of the tricks left after each card, in thousands of dollars, where that proves that these are the right cards.

    Else {}: for the bidder's opponents, with more than five tricks left, where the search takes too long, or where other cards are the surest.

    >>> import mam
    >>> chapter = mam.get_study("h08").chapters[0]
    >>> find_sure(chapter, next(stop for stop in chapter.stops if stop.at == "trick 10 card 4"), ["R9"])
    {'R40': 165, 'R30': 165, 'R9': 170, 'R5': 165}
    """
    from mam.engine import Unsupported
    from mam.engine.belief.belief import find_belief
    from mam.engine.belief.guarantee import find_guarantee

    round, _ = find_place(chapter, stop)
    if stop.ask != "card" or max(map(len, round.hands.values())) > _MAX_TRICKS:
        return {}
    try:
        belief = find_belief(view(round, chapter.you))
    except Unsupported:  # the card drawn for the Tiger may still be in a hand
        return {}
    guarantee = take_all(find_guarantee(belief, nodes=_NODES))
    captured = belief.round.captured[belief.side]
    if guarantee.stopped or not belief.is_yours or {card.code for card in guarantee.best} != {*right}:
        return {}
    return {card.code: low - captured for card, (low, _) in guarantee.moves.items()}


def read_sure(stop: Stop) -> dict[str, int]:
    """Return what is sure after each card, where a stop states it. Raises ValueError for what is no amount."""
    sure = stop.extra.get("sure", {})
    if not isinstance(sure, Mapping) or not all(isinstance(amount, int) for amount in sure.values()):
        raise ValueError(f"{stop.at}: sure is an amount for each card: {{ R40 = 165, R9 = 170 }}")
    return dict(sure)


def _describe_sure(stop: Stop, text: str) -> str:
    """Return what is sure after an answer, beside the best one, where a stop states it."""
    sure = read_sure(stop)
    if text not in sure:
        return ""
    best = max(sure.values())
    most = "" if sure[text] == best else f", with {parse_card(stop.right[0]).named} {format_amount(best)}"
    return f"Guaranteed from here on: {format_amount(sure[text])}{most}."


def _judge(stop: Stop, round: TrickRound, text: str, prices: Mapping[str, Price], played: Move) -> Answer:
    move = _read_move(stop, round, text)
    if move is not None and (ruling := round.why_not(move)):
        return Answer(text, ILLEGAL, "", ruling)
    end = round.play(move) if isinstance(move, Play) else None
    if text not in prices:
        raise ValueError(f"{stop.at}: no price for {text}: mam study price FILE computes it")
    price = prices[text]
    answer = judge_by_price(stop, text, price)
    other = _name_played(move, played, prices) if answer.verdict == RIGHT else ""
    outcome = " ".join(filter(None, (answer.outcome, _describe_sure(stop, text))))
    return replace(answer, sentence=" ".join(filter(None, (answer.sentence, other))), outcome=outcome, end=end)


def judge_by_price(stop: Stop, text: str, price: Price) -> Answer:
    """Return an answer as its price judges it: right, about as good, or wrong."""
    if price.is_wrong:
        sentence = find_sentence(stop, text, is_right=False) or _name_better(stop)
        return Answer(text, WRONG, sentence, passes=False, outcome=f"Costs {price}.")
    outcome = "Correct." if price.is_right else f"About as good: costs {price}."
    return Answer(text, RIGHT, stop.why, passes=price.is_right, outcome=outcome)


def _name_better(stop: Stop) -> str:
    """Return the best answer, with its reason if there is room: for a wrong answer without a sentence."""
    text = min(stop.right, key=lambda answer: read_prices(stop)[answer].cost, default="")
    if not text:
        return ""
    match stop.ask:
        case "card":
            text = parse_card(text).named
        case "trump":
            text = parse_trump(text).word
        case "choice" | "discard" if _CARDS.fullmatch(text):
            text = name_cards(parse_cards(text))
    better = f"Better: {text}. {stop.why}".rstrip()
    return better if len(better) <= _LONGEST else f"Better: {text}."


def _read_move(stop: Stop, round: TrickRound, text: str) -> Move | None:
    """Return the move that an answer is; a bid in a color stands for several."""
    if stop.ask == "card":
        return Play(parse_card(text))
    if stop.ask == "trump":
        return NameTrump(parse_trump(text))
    return Discard(parse_cards(text)) if round.phase == "nest" else None


def _name_played(move: Move | None, played: Move, prices: Mapping[str, Price]) -> str:
    """Return how the hand goes on, if it was played with another move, and what that move costs if it is behind the best."""
    match move, played:
        case Play(), Play() if move != played:
            price = prices.get(played.card.code)
            cost = f" (costs {format_amount(price.cost)})" if price and not price.is_right else ""
            return f"The hand goes on with {played.card.named}, as played{cost}."
        case NameTrump(), NameTrump() if move != played:
            return f"The hand goes on with {played.color.word} as trump, as played."
        case Discard(), Discard() if {*move.cards} != {*played.cards}:
            return f"The hand goes on as played: without {name_cards(played.cards)}."
    return ""
