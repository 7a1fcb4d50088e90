"""Exercises on tricks: who captures, and what it is worth."""

from mam.cards import dollars
from mam.classroom.answers import Choice, Number
from mam.classroom.exercise import Variant, as_options, exercise
from mam.classroom.rounds import played_round
from mam.classroom.variants import Draw
from mam.round import Round
from mam.tricks import Trick

_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def _told(trick: Trick) -> str:
    return ", ".join(f"{_NAMES[seat]} plays {card.words} (`{card.code}`)" for seat, card in trick.plays)


@exercise("who-captures", "Who captures the trick?", kind="rules", level=1, lesson="04-cards-and-captures", form=Choice)
def who_captures(draw: Draw) -> Variant:
    """A trick of a real round in which not simply the highest figure wins, where there is one."""
    round = played_round(draw)
    tricks = sorted(round.tricks, key=_is_plain)
    trick = draw.one_of([one for one in tricks if not _is_plain(one)] or tricks)
    assert round.trump is not None and trick.winner is not None
    options = tuple(_NAMES[seat] for seat in _NAMES)
    whys = {_NAMES[seat]: _why_not(trick, seat, round) for seat in trick.seats if seat != trick.winner}
    return Variant(
        f"Trump is **{round.trump.word}**. {_told(trick)}. Who captures the trick?\n\n{as_options(options)}",
        Choice(_NAMES[trick.winner], options, whys),
        (
            "The first card that has a colour sets the colour to follow (R35-PLAY-3).",
            "Look for the Tiger first, then for trumps, then for the highest card of the colour led.",
        ),
        f"{_beats(trick, round)} So {_NAMES[trick.winner]} captures.",
        {"trump": round.trump.word, "cards": [card.code for card in trick.cards], "options": list(options)},
    )


def _is_plain(trick: Trick) -> bool:
    """Whether the highest card of one colour simply wins."""
    return len({card.colour for card in trick.cards}) == 1


def _why_not(trick: Trick, seat: str, round: Round) -> str:
    """Why somebody's card does not capture."""
    mine, best = dict(trick.plays)[seat], dict(trick.plays)[trick.winner or ""]
    return f"{_NAMES[seat]}'s {mine.words} does not capture: {_beats(trick, round)}" if mine != best else ""


def _beats(trick: Trick, round: Round) -> str:
    """What the capturing card is, beside the others."""
    best = dict(trick.plays)[trick.winner or ""]
    led = next((card.colour for card in trick.cards if card.colour is not None), None)
    if best.colour is None:
        return f"the {best.words} beats everything else in the trick (R35-TIG-1)."
    if best.colour == round.trump and best.colour != led:
        return f"{best.words} is the highest trump, and a trump beats the colour led."
    return f"{best.words} is the highest card of the colour led, and no trump was played on another colour."


@exercise("trick-worth", "What is the trick worth?", kind="rules", level=1, lesson="04-cards-and-captures", form=Number)
def trick_worth(draw: Draw) -> Variant:
    """A trick with money in it, with or without Bull and Bear."""
    round = played_round(draw)
    trick = draw.one_of([one for one in round.tricks if sum(card.money for card in one.cards)])
    on_cards = sum(card.money for card in trick.cards)
    mistakes = [
        (on_cards, f"{on_cards} is the money on the cards, but there is an animal in the trick that changes it."),
        (2 * on_cards, "Doubled? Only the Bull does that, and the Bear may have come after it."),
        (0, "Nothing? Only the Bear does that, and the Bull may have come after it."),
        (sum(card.rank for card in trick.cards), "Only money cards count (5, 10, 15, 30 and 40), not every figure."),
    ]
    return Variant(
        f"{_told(trick)}. How much money is captured, in thousands of dollars?",
        Number(
            trick.worth,
            [one for one in mistakes if one[0] != trick.worth],
            "Add the 5, 10, 15, 30 and 40 of every colour, then look for Bull and Bear.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "Which cards carry money? 5, 10, 15, 30 and 40 (R35-PACK-7).",
            "The Bull doubles the money in its trick, the Bear makes it nothing (R35-BULL-1, R35-BEAR-1).",
        ),
        f"The money on the cards is {dollars(on_cards)}. {trick.tag or 'Neither Bull nor Bear'} in the trick: it is worth {dollars(trick.worth)}.",
        {"cards": [card.code for card in trick.cards]},
    )
