"""The question as one sentence with fields: what its menus offer, the text that they make, and the way back from what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mam.analysis.probability.conditions import AllOf, Between, Condition, CountOf, Holds, Sentence, Tally
from mam.rules.cards import Card, Color
from mam.rules.editions import RuleSet, TrickGameRules
from mam.support.messages import shorten
from mam_widgets.probability.model import ANYBODY, Inquiry, allows_misdeal, find_form, name_seats
from mam_widgets.probability.schema import ChanceForm, ChanceMenus, ChanceWord
from mam_widgets.shared.edition_schema import Choice

EACH_PLACE, EACH_SPLIT = "each place", "each split"  # in the place of a seat: a probability for each of several values
PLAYERS = ("some player", "every player", "no player")  # in the place of a seat, whoever it is
VERBS = {
    "holds": "holds",
    "at-least": "holds at least",
    "exactly": "holds exactly",
    "at-most": "holds at most",
    "money-at-least": "holds at least $",
    "money-at-most": "holds at most $",
    "misdeal": "may call a misdeal",
}
_SIGNS = {"at-least": ">=", "exactly": "=", "at-most": "<=", "money-at-least": ">=", "money-at-most": "<="}
# The verb for a number with a minimum, a maximum, or both.
_VERB_OF = {(True, False): "at-least", (False, True): "at-most", (True, True): "exactly"}


class Fields(NamedTuple):
    """What stands in the fields of the sentence."""

    place: str
    verb: str
    cards: tuple[str, ...] = ()
    number: str = ""


def build(place: str, verb: str, cards: Sequence[str] = (), number: str = "") -> str:
    """Return the question that the fields make. Raises ValueError for an unknown verb, or a number or cards missing.

    >>> build("N", "at-least", ["red"], "5"), build("each place", "holds", ["Tiger"])
    ('N red >= 5', 'where Tiger')
    >>> build("some player", "money-at-least", number="100")
    'some player money >= 100'
    """
    if verb not in VERBS:
        raise ValueError(f"The menus offer no “{shorten(verb)}”.")
    if verb == "misdeal":
        return f"misdeal {place}"
    names = [" ".join(card.split()) for card in cards if card.strip()]
    if verb in _SIGNS and not number.strip().isdecimal():
        raise ValueError("Type a whole number, like 5; money in thousands of dollars, like 100.")
    if verb.startswith("money"):
        money = f"{place} money" if place in PLAYERS else f"money {place}"
        return f"{money} {_SIGNS[verb]} {number.strip()}"
    if not names:
        raise ValueError("Type the cards: “Bull”, “red”, “R40”.")
    if place == EACH_PLACE:
        return f"where {', '.join(names)}"
    if place == EACH_SPLIT:
        return f"split {', '.join(names)}"
    if verb == "holds":
        return f"{place} holds {', '.join(name for text in names for name in text.replace(',', ' ').split())}"
    return f"{place} {', '.join(names)} {_SIGNS[verb]} {number.strip()}"


def read_form(inquiry: Inquiry) -> ChanceForm | None:
    """Return the fields that make this question; None for one that they cannot make.

    >>> form = read_form(Inquiry("make-a-million-1935", text="N holds Bull and Bear"))
    >>> form["place"], form["verb"], [word["code"] for word in form["cards"]]
    ('N', 'holds', ['BULL', 'BEAR'])
    """
    fields = read_fields(inquiry.text, inquiry)
    if fields is None or fields.place not in {choice["id"] for choice in make_menus(inquiry)["places"]}:
        return None
    try:
        words = [_describe_word(word, inquiry) for word in fields.cards]
    except ValueError:
        return None
    return {"place": fields.place, "verb": fields.verb, "cards": words, "number": fields.number}


def read_fields(text: str, inquiry: Inquiry) -> Fields | None:
    """Return the fields that make a question; None for one that they cannot make.

    >>> read_fields("N holds at least 5 red", Inquiry("make-a-million-1935"))
    Fields(place='N', verb='at-least', cards=('red',), number='5')
    """
    form, words = find_form(text), text.split()[1:]
    if form == "misdeal":
        return Fields(" ".join(words), "misdeal")
    if form in ("where", "split"):
        return Fields({"where": EACH_PLACE, "split": EACH_SPLIT}[form], "holds", _split_words(" ".join(words)))
    condition = read_condition(text, inquiry)
    return None if condition is None else _find_fields(condition, inquiry)


def read_condition(text: str, inquiry: Inquiry) -> Condition | None:
    """Return the condition that a text states; None for another kind of question, or a text that means nothing here."""
    try:
        return None if find_form(text) else inquiry.odds.setting.read(Sentence(text))
    except ValueError:
        return None


def _find_fields(condition: Condition, inquiry: Inquiry) -> Fields | None:
    match condition:
        case Holds():
            return Fields(condition.term.place, "holds", (condition.term.cards,))
        case AllOf(parts) if holdings := [part.term for part in parts if isinstance(part, Holds)]:
            is_one_hand = len(holdings) == len(parts) and len({term.place for term in holdings}) == 1
            return Fields(holdings[0].place, "holds", tuple(term.cards for term in holdings)) if is_one_hand else None
        case Between(Tally(((1, term),), 0), minimum, maximum) if term.measure != "strength":
            verb = _VERB_OF[minimum is not None, maximum is not None] if minimum != maximum else "exactly"
            if term.measure == "money":
                verb = f"money-{verb}"
            is_single = None in (minimum, maximum) or minimum == maximum
            number = maximum if minimum is None else minimum
            cards = _split_words(term.cards)
            is_makeable = verb in VERBS and is_single and bool(cards) == (term.measure == "cards")
            return Fields(term.place, verb, cards, str(number)) if is_makeable else None
        case CountOf(parts, minimum, maximum):
            places = inquiry.odds.setting.list_group("player")
            fields = [_find_fields(part, inquiry) for part in parts]
            count = len(parts)
            who = {(1, count): "some player", (count, count): "every player", (0, 0): "no player"}.get(
                (minimum, maximum)
            )
            if who is None or tuple(part and part.place for part in fields) != places:
                return None
            return fields[0] and fields[0]._replace(place=who)
    return None


def _split_words(text: str) -> tuple[str, ...]:
    """Return the items of a list of cards, as a question has it: with commas, or with “and”."""
    return tuple(item for part in text.replace(" and ", ",").split(",") if (item := part.strip()))


def _describe_word(word: str, inquiry: Inquiry) -> ChanceWord:
    """Return a word for cards, and the code of the card if it means a single one. Raises ValueError for an unknown word."""
    cards = inquiry.odds.setting.cards.cards(word)
    code = next(iter(cards)).code if len(cards) == 1 else ""
    return {"text": word, "code": code}


def describe_condition(condition: Condition, inquiry: Inquiry) -> str:
    """Return a condition as the fields say it; empty where they cannot make it, or say it as it is typed.

    >>> inquiry = Inquiry("make-a-million-1935")
    >>> [describe_condition(read_condition(text, inquiry), inquiry) for text in ("N red >= 5", "money N-S >= 200")]
    ['North holds at least 5 red cards', 'North-South holds at least $200,000']
    """
    fields = _find_fields(condition, inquiry)
    if fields is None or fields.verb not in _SIGNS:
        return ""
    _, verb, cards, number = fields
    name, rules = name_place(fields.place, inquiry.rules), inquiry.rules
    if verb.startswith("money"):
        amount = rules.tricks.format_amount(int(number)) if isinstance(rules, TrickGameRules) else number
        return f"{name} {VERBS[verb].removesuffix('$')}{amount}"
    colors = {card.color.word.lower() for card in rules.pack if isinstance(card.color, Color)}
    words = ", ".join(f"{word} cards" if word.lower() in colors else word for word in cards)
    return f"{name} {VERBS[verb]} {number} {words.removesuffix('s') if number == '1' else words}"


def list_faces(form: ChanceForm | None, inquiry: Inquiry) -> list[str]:
    """Return the codes of the cards that a question is about, in the order of the pack."""
    if form is None or not form["cards"]:
        return []
    cards: frozenset[Card] = inquiry.odds.setting.cards.cards(", ".join(name["text"] for name in form["cards"]))
    return [card.code for card in dict.fromkeys(inquiry.rules.pack) if card in cards]


def make_menus(inquiry: Inquiry) -> ChanceMenus:
    """Return what the fields of the sentence offer in this game."""
    rules = inquiry.rules
    misdeal = allows_misdeal(rules)
    has_money = isinstance(rules, TrickGameRules) and any(card.money for card in rules.pack)
    verbs = {
        verb: text
        for verb, text in VERBS.items()
        if (misdeal or verb != "misdeal") and (has_money or not verb.startswith("money"))
    }
    places = [_choice(place, name_place(place, rules)) for place in (*inquiry.odds.setting.place_names, *PLAYERS)]
    if misdeal:
        places.append(_choice(ANYBODY, "anybody"))
    return {
        "places": [*places, _choice(EACH_PLACE, "each place"), _choice(EACH_SPLIT, "each split")],
        "verbs": [_choice(verb, text) for verb, text in verbs.items()],
    }


def _choice(name: str, text: str) -> Choice:
    return {"id": name, "text": text}


def name_place(place: str, rules: RuleSet) -> str:
    """Return a place as the menu calls it: a seat by its name. The question says it in short.

    >>> from mam import get_edition
    >>> name_place("N-S", get_edition("make-a-million-1935")), name_place("nest", get_edition("make-a-million-1935"))
    ('North-South', 'the nest')
    """
    if place in ("nest", "widow", "stock"):
        return f"the {place}"
    if place.startswith("dealt "):
        return f"the {place.removeprefix('dealt ')} as dealt"
    return name_seats(rules, place)


__all__ = [
    "EACH_PLACE",
    "EACH_SPLIT",
    "VERBS",
    "build",
    "describe_condition",
    "list_faces",
    "make_menus",
    "name_place",
    "read_condition",
    "read_form",
]
