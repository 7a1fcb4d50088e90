"""The question as one sentence with fields: what its menus offer, the text that they make, and the way back from a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mam.rules.cards import Card, Color
from mam.rules.editions import RuleSet, TrickGameRules
from mam.support.messages import shorten
from mam_widgets.probability.model import ANYBODY, Inquiry, allows_misdeal, name_seats
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
_VERB_OF = {sign: verb for verb, sign in _SIGNS.items() if not verb.startswith("money")}

_HOLDS = re.compile(r"(?P<place>(?:some|every|no) player|\S+) (?:holds?|has|have) (?P<cards>[^<>=≥≤≠]+)", re.IGNORECASE)
_COUNTS = re.compile(
    r"(?P<place>(?:some|every|no) player|\S+) (?P<cards>[^<>=≥≤≠]+?) ?(?P<sign>>=|<=|=) ?(?P<number>\d+)"
)
_MONEY = re.compile(r"money (?P<place>\S+) ?(?P<sign>>=|<=) ?(?P<number>\d+)")
_MONEY_OF_PLAYERS = re.compile(r"(?P<place>(?:some|every|no) player) money ?(?P<sign>>=|<=) ?(?P<number>\d+)")
_SPECIAL_FORMS = re.compile(r"(?P<form>where|split|misdeal) (?P<rest>.+)", re.IGNORECASE)


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
    text = " ".join(inquiry.text.split())
    place, verb, cards, number = _read(text)
    if place not in {choice["id"] for choice in make_menus(inquiry)["places"]}:
        return None
    try:
        words = [_describe_word(word, inquiry) for word in cards]
    except ValueError:
        return None
    return {"place": place, "verb": verb, "cards": words, "number": number}


def _read(text: str) -> tuple[str, str, list[str], str]:
    """Return place, verb, words for cards, and number; no place for a text that the fields cannot make."""
    if match := _SPECIAL_FORMS.fullmatch(text):
        form, argument = match["form"].lower(), match["rest"]
        if form == "misdeal":
            return argument, "misdeal", [], ""
        return {"where": EACH_PLACE, "split": EACH_SPLIT}[form], "holds", _split_words(argument), ""
    if match := _MONEY.fullmatch(text) or _MONEY_OF_PLAYERS.fullmatch(text):
        return match["place"], f"money-{_VERB_OF[match['sign']]}", [], match["number"]
    if match := _COUNTS.fullmatch(text):
        return match["place"], _VERB_OF[match["sign"]], _split_words(match["cards"]), match["number"]
    if match := _HOLDS.fullmatch(text):
        names = [word for part in _split_words(match["cards"]) for word in part.split()]
        return match["place"], "holds", names, ""
    return "", "", [], ""


def _split_words(text: str) -> list[str]:
    return [part for part in re.split(r"\s*,\s*|\s+and\s+", text) if part]


def _describe_word(word: str, inquiry: Inquiry) -> ChanceWord:
    """Return a word for cards, and the code of the card if it means a single one. Raises ValueError for an unknown word."""
    cards = inquiry.odds.setting.cards.cards(word)
    code = next(iter(cards)).code if len(cards) == 1 else ""
    return {"text": word, "code": code}


def describe_text(text: str, inquiry: Inquiry) -> str:
    """Return a question or what is given as the fields say it; as it was typed where they cannot make it.

    >>> inquiry = Inquiry("make-a-million-1935")
    >>> describe_text("N red >= 5", inquiry), describe_text("money N-S >= 200", inquiry)
    ('North holds at least 5 red cards', 'North-South holds at least $200,000')
    """
    place, verb, cards, number = _read(" ".join(text.split()))
    if verb not in _SIGNS or place not in (*inquiry.odds.setting.place_names, *PLAYERS):
        return text
    name = name_place(place, inquiry.rules)
    if verb.startswith("money"):
        rules = inquiry.rules
        amount = rules.tricks.format_amount(int(number)) if isinstance(rules, TrickGameRules) else number
        return f"{name} {VERBS[verb].removesuffix('$')}{amount}"
    colors = {card.color.word.lower() for card in inquiry.rules.pack if isinstance(card.color, Color)}
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
    "describe_text",
    "list_faces",
    "make_menus",
    "name_place",
    "read_form",
]
