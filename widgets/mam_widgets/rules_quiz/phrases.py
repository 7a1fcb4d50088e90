"""The questions of the quiz in words, and what they are about."""

import re

from mam.rules.cards import Card
from mam.rules.rulings import ruling
from mam.scenes.move_words import name_card
from mam_widgets.rules_quiz.case import Case
from mam_widgets.rules_quiz.forms import name_move, nest_word

KINDS = {
    "capture": "Who captures?",
    "worth": "What is it worth?",
    "legal": "Is it legal?",
    "score": "What is the score?",
    "table": "The deal and the bidding",
}

_OF_KIND = {
    "capture": "winner, side, led, ranks, stronger",
    "worth": "worth, on top, money, bull and bear",
    "legal": "legal, playable, refused by, cites, amounts, most, discards, in every discard, words, abbreviations",
    "score": "captured, made, scores, totals, winners, adjustments, entered, settled",
}

_WORDS = {
    "winner": "Who takes the trick?",
    "side": "Which side does the trick count for?",
    "worth": "What is the trick worth?",
    "on top": "Which card lies face up on the trick when it is put away?",
    "led": "Which color must be followed?",
    "order": "In which order do the hands play?",
    "left": "How many cards are left in each hand?",
    "seating": "Which side is each seat on, going left?",
    "turn": "Whose turn is it?",
    "actor": "Who decides what is played?",
    "dealer": "Who deals?",
    "next dealer": "Who deals the next round?",
    "trump": "What is trump?",
    "phase": "What comes next?",
    "bidder": "Who is the bidder, and at what amount?",
    "high bid": "Who has the high bid, and what is it?",
    "made": "Is the bid made?",
    "scores": "What is scored?",
    "captured": "What has been captured, with what the Bull adds and the Bear takes away?",
    "bull and bear": "How much does the Bull add, and how much does the Bear take away?",
    "totals": "What are the totals now?",
    "winners": "Who has won?",
    "legal": "Which of these are legal?",
    "refused by": "Which rule forbids “{move}”?",
    "cites": "Which rule allows “{move}”?",
    "playable": "Which cards may be played?",
    "amounts": "How many different amounts may be bid?",
    "max bid": "What is the highest bid allowed?",
    "discards": "How many different discards are legal?",
    "in every discard": "Which cards are in every legal discard?",
    "discard size": "How many cards must be discarded?",
    "called": "How many cards are shown to call partners?",
    "shown": "What does {to} see of the discards?",
    "nest seen": "What does {by} see of the {nest_word}?",
    "hand": "What does {by} see of the hand of {of}?",
    "dealt": "How many cards are dealt to each hand{and_nest}, and how many are left over?",
    "left over": "How many cards are left over if each hand gets {each} and the {nest_word} {nest}? (Minus if they are too few.)",
    "unseen": "How many cards does {by} not see, hand by hand?",
    "ranks": "How do the {color} cards rank, highest first?",
    "stronger": "Which of these two cards ranks higher?",
    "players": "How many can play?",
    "partners": "Who is known to be a partner?",
    "adjustments": "What is added to the totals, or taken off them?",
    "entered": "What is entered for the round?",
    "settled": "What are the totals afterwards?",
    "kind of rule": "What kind of statement is “{title}” in the document?",
    "read as": "How much money is meant?",
    "letters": "How many of each letter are on the table?",
    "words": "Which of these words may be made?",
    "abbreviations": "Which of these are abbreviations?",
    "sizes": "How many cards has each hand, deal by deal?",
}

_CARDS = {
    "all": "How many cards are there?",
    "different": "How many different cards are there?",
    "colored": "How many cards have a color?",
    "money": "How many cards are money?",
    "plain": "How many cards are plain numbers, neither money nor an animal?",
    "animals": "How many animals are there: Tiger, Bull and Bear?",
    "dealt": "How many cards are dealt?",
}

# How a check's own words begin, and how they are asked.
_STARTS = {
    r"legal( of .*?(?= over | with |$))?": "Which of these are legal",
    r"cards that may": "Which cards may",
    r"(the rule|rules) against": "Which rule forbids",
    r"(the rule|rules) behind": "Which rule allows",
    r"the bidder( and the bid)?": "Who is the bidder, and at what amount,",
    r"(?=the totals)": "What are ",
    r"(?=the partners)": "Who are ",
    r"number of (.*)": r"How many \1 are there",
    r"(cards|points|tricks) (?=for )": r"How many \1 are there ",
    r"(cards|points|tricks) ": r"How many \1 are ",
    r"dealt": "How many cards are dealt",
    r"(?=captured|scored|trump)": "What is ",
}
_DIRECT = re.compile(r"who\b|what (is|comes|lies|waits)\b")
_INDIRECT = re.compile(r"(who|what|which|how|whether|of|for)\b")

_PARTS = ("trick", "round")  # which one of several is asked about

# Words that lean on the check before, and so ask nothing by themselves.
_LEANING = re.compile(r"\b(that|then|it|another)\b|^(whether|how many) with\b|^what without\b")


def kind_of(question: str) -> str:
    """Return what a question is about, one of KINDS."""
    return next((kind for kind, names in _OF_KIND.items() if question in names.split(", ")), "table")


def stands_alone(case: Case) -> bool:
    """Return whether the question can be put without the checks around it."""
    return not _LEANING.search(case.check.words)


def phrase_question(case: Case) -> str:
    """Return the question as a sentence.

    >>> import mam
    >>> from mam_widgets.rules_quiz.case import Case
    >>> situation = mam.get_situation("B13")
    >>> [phrase_question(Case(situation, check)) for check in situation.checks[:2]]
    ['Who takes the trick?', 'Which side does the trick count for?']
    """
    name, text, facts = case.check.question, case.check.words, case.facts
    if text and name != "ranks":
        return _turn_into_question(name, text)
    if name == "cards":
        kind = facts["of"]
        rank = f"How many cards have the {kind}?" if kind.startswith("rank") else ""
        return _CARDS.get(kind) or rank or f"How often is the {name_card(Card(kind))} in the pack?"
    if name == "money":
        return f"How much money is there in {_place(case)}?"
    named = {key: case.name(value) if isinstance(value, str) else value for key, value in facts.items()}
    nest = nest_word(case.rules)
    named["nest_word"], named["and_nest"] = nest, f" and to the {nest}" if case.rules.nest_size else ""
    if "rule" in facts:
        named["title"] = ruling(facts["rule"]).title
    if "move" in facts:
        named["move"] = name_move(facts["move"], case.rules)
    if facts.get("money"):
        named["color"] = f"{facts['color']} money"
    text = _WORDS[name].format_map(named)
    return next(
        (f"{key.capitalize()} {facts[key]}: {text[0].lower()}{text[1:]}" for key in _PARTS if key in facts), text
    )


def _turn_into_question(name: str, text: str) -> str:
    """Return a check's own words as something to be answered."""
    text = text.split(", as with")[0]
    if name in ("playable", "seating", "legal"):
        text = re.split(r":|,(?=.*\bagainst\b)", text)[0]  # what follows is among the choices, or is the answer
    if _DIRECT.match(text):
        return f"{text[0].upper()}{text[1:]}?"
    if _INDIRECT.match(text):
        return f"Say {text}."
    for start, template in _STARTS.items():
        if match := re.match(start, text):
            return f"{match.expand(template)}{text[match.end() :]}?"
    return f"Give {text}."


def _place(case: Case) -> str:
    place = case.facts["at"]
    if place in ("pack", "nest"):
        return f"the {place if place == 'pack' else nest_word(case.rules)}"
    return f"the hand of {case.name(place)}" if place in case.rules.seats else f"the {place} cards"
