"""What the engine was asked about a case, and its answer, as a person reads them: names instead of codes, amounts in full."""

from collections.abc import Callable
from typing import Any

from mam.library.situations import Finding
from mam.library.situations.situation import format_value
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Bid, CallCards, Extend, Lay, Pass, Play
from mam.scenes.move_words import name_card, name_cards, write_clause
from mam.studies.cases.moments import Step
from mam.studies.schema import FactShown
from mam.text.notation import parse_card, parse_move, parse_trump

_AMOUNTS = {"adjustments", "captured", "max bid", "money", "scores", "settled", "totals", "worth"}
_SCORES = {"adjustments", "scores", "settled", "totals"}
_SEATS = {"actor", "turn", "winner"}
_SIDES = {"seating", "side", "winners"}
_BIDS = {"bidder", "high bid"}
_CARDS = {"hand", "nest", "playable", "shown"}
_COLORS = {"led", "trump"}
_PHASES = {"over": "nothing, it is over"}


def show_fact(finding: Finding, rules: RuleSet) -> FactShown:
    """Return what the engine was asked, and its answer under these rules.

    >>> import mam
    >>> from mam.studies.cases.outcomes import play_variation
    >>> case = mam.get_case("B26").case
    >>> [show_fact(finding, mam.get_edition(case.edition))["answer"] for finding in play_variation(case, case.variations[0]).findings]
    ['R35-PLAY-5', 'North', '$80,000', 'North-South']
    """
    question, answer = finding.check.question, finding.answer
    return {"text": str(finding.check), "answer": _word(answer, _choose(question, rules), rules)}


def shorten_edition(rules: RuleSet) -> str:
    """Return the short name of an edition with the options chosen.

    >>> import mam
    >>> [shorten_edition(mam.get_edition(name)) for name in ("make-a-million-2004+no-trump", "silent-six", "manhattan", "sweven")]
    ['2004 rules, no trump', 'Silent Partner, six', 'Manhattan', 'Sweven']
    """
    return ", ".join((rules.short_name, *(option.replace("-", " ") for option in rules.full_id.split("+")[1:])))


def name_side(side: str, rules: RuleSet) -> str:
    """Return the name of a side, or of a seat: "N-S" is North-South, seats without names stay."""
    return "-".join(rules.seat_names.get(seat, seat) for seat in side.split("-"))


def word_step(step: Step, rules: RuleSet) -> str:
    """Return a move of the story as a sentence; "" where the rulings on it say it."""
    if step.rulings and not step.is_wrong:
        return ""
    mover = name_side(step.seat or step.before.turn or "", rules)
    clause = write_clause(parse_move(step.text), mover, name_unit(rules), rules.seat_names)
    return f"{clause}, which is wrong." if step.is_wrong else f"{clause}."


def label_move(text: str, rules: RuleSet) -> str:
    """Return what stands on a button for a move.

    >>> import mam
    >>> rules = mam.get_edition("make-a-million-1935")
    >>> [label_move(text, rules) for text in ("175", "pass", "R40", "TIGER")]
    ['$175,000', 'Pass', 'Red 40', 'Tiger']
    """
    match parse_move(text):
        case Bid(amount, color):
            amount_text = format_amount(amount, name_unit(rules))
            return f"{amount_text}, {color.word}" if color else amount_text
        case Pass():
            return "Pass"
        case Play(card) | Lay(card):
            return f"letter {card.code}" if len(card.code) == 1 else card.words
        case CallCards(cards):
            return name_cards(cards)
        case Extend(line, word):
            return f"{word.upper()} on line {line}" if line > 1 else word.upper()
        case move:
            return str(move).capitalize()


def name_unit(rules: RuleSet) -> str:
    """Return what amounts are counted in: "money", "points" or "tricks"."""
    return rules.tricks.counts if isinstance(rules, TrickGameRules) else "points"


def _choose(question: str, rules: RuleSet) -> Callable[[Any], str]:
    """Return how one value of an answer to a question is written."""
    if question in _AMOUNTS:
        unit = "points" if question in _SCORES and name_unit(rules) == "tricks" else name_unit(rules)
        return lambda value: format_amount(value, unit)
    if question in _BIDS and isinstance(rules, TrickGameRules):
        auction = rules.auction
        return lambda value: value if value == "none" else _word_bid(value, auction.format_amount, rules)
    if question in _SEATS | _SIDES:
        return lambda value: name_side(value, rules)
    if question in _CARDS:
        return lambda code: "an unseen card" if code == UNSEEN.code else name_card(parse_card(code))
    if question in _COLORS:
        return lambda value: parse_trump(value).word
    if question == "phase":
        return lambda value: _PHASES.get(value, value)
    return format_value


def _word_bid(text: str, format_bid: Callable[[int], str], rules: RuleSet) -> str:
    seat, _, amount = text.partition(" ")
    return f"{name_side(seat, rules)}, {format_bid(int(amount)) if amount.isdecimal() else amount}"


def _word(value: Any, word: Callable[[Any], str], rules: RuleSet) -> str:
    if isinstance(value, dict):
        return (
            ", ".join(f"{name_side(str(key), rules)} {_word(item, word, rules)}" for key, item in value.items())
            or "none"
        )
    if isinstance(value, list):
        return ", ".join(_word(item, word, rules) for item in value) or "none"
    return format_value(value) if isinstance(value, bool) or value is None else word(value)
