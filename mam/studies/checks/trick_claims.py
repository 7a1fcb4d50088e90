"""Whether a problem's sentences about the trick on the table are true, in every layout and after every reply: who takes it and how much, which
card a seat must play, which may come, what beats what.

A sentence is said of one first card: a right one in `why`, the plan and the last hint, the card itself in `wrong`; a hint speaks of all. “With the
Red 9, …” and “If you play the Bear, …” name another. “If East has the Tiger, …” leaves only the layouts in which it has. What comes in later tricks
(“then”, “later”, “next”) is not checked here, and a phrase that no pattern knows is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mam.rules.cards import Card, Color
from mam.rules.tricks import find_color
from mam.studies.checks.hand_claims import Claim
from mam.studies.checks.trick_endings import Ending, OpenTrick
from mam.studies.checks.vocabulary import CARD, COLOR, NUMBER, NUMBERS, OWNER, SEAT

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief

_CARDS = rf"{CARD}(?:(?:, |,? and (?:the )?|,? or (?:the )?){CARD})*"
_OWNER = rf"(?:{OWNER}|an? )?"
_LATER = re.compile(
    r"\b(?:[Tt]hen|[Ll]ater|next|[Oo]nce|[Ww]hen|wait|stays?|the others?|other tricks?|last two|rest|tricks|after (?:it|this|that)|again|at the end|any trick|either|one of)\b"
)
_CONDITION = re.compile(
    r"\b(?:[Ii]f|[Uu]nless|whether|[Ww]ithout|until|while|as long as|[Ww]hoever|[Oo]therwise|so that)\b"
)
_MAY = re.compile(r"\b(?:may|can|could|might|at best)\b")


@dataclass(frozen=True)
class _Sentence:
    """A sentence and what it is said of: the first cards, and for each the ways in which the trick can end."""

    trick: OpenTrick
    text: str
    endings: Mapping[str, list[Ending]]

    def list_all(self) -> list[tuple[str, Ending]]:
        return [(first, ending) for first, endings in self.endings.items() for ending in endings]

    def find_seats(self, text: str) -> tuple[str, ...] | None:
        return self.trick.list_seats(text) or None


def list_trick_claims(text: str, trick: OpenTrick, firsts: Iterable[str]) -> Iterator[Claim]:
    """Yield every claim about the trick on the table in a text that is said of these first cards, and what is wrong with it, if anything."""
    is_now, cards = True, [*firsts]
    for part in re.split(r"(?<=[.?!;]) ", text):
        is_now = is_now or bool(re.search(r"\b(?:now|here|this trick)\b", part))
        sentence = _read_sentence(part, trick, cards) if is_now and not part.endswith("?") else None
        is_now = is_now and not (_LATER.search(part) or _CONDITION.search(sentence.text if sentence else part))
        if sentence is None or not sentence.list_all():
            continue
        for pattern, check in _PATTERNS:
            for match in re.finditer(pattern, sentence.text):
                fault = check(sentence, match)
                if fault is not None:
                    yield Claim(match[0], fault)


def _read_sentence(text: str, trick: OpenTrick, firsts: list[str]) -> _Sentence | None:
    """Return the sentence without the words that say which card it is about; None if that is not clear."""
    other = re.match(
        rf"(?:With|After|If you (?:lead|play|throw|give|trump with)) (?:the |your )?((?:{COLOR}) \d+|Tiger|Bull|Bear)(?: now| first| here)?(?:,|:)? ",
        text,
    )
    if other:
        if "lead" in other[0] and trick.belief.round.trick and trick.belief.round.trick.cards:
            return None  # of a later trick
        (cards,) = trick.read_cards(other[1])
        firsts = [card.code for card in cards if card.code in trick.first_cards]
        text = text[other.end() :]
    endings = {first: trick.first_cards[first] for first in firsts}
    condition = re.match(rf"If ({SEAT}) (has|plays) ({_OWNER}{CARD})(?: and no ({COLOR}))?, ", text)
    if condition:
        seat, (cards,) = trick.seat_by_name[condition[1]], trick.read_cards(condition[3])[:1] or [set()]
        if condition[2] == "plays":
            endings = {
                first: [ending for ending in found if any(seat == s and card in cards for s, card in ending.plays)]
                for first, found in endings.items()
            }
        else:
            belief = _suppose(trick.belief, seat, cards, condition[4])
            if belief is None:
                return None
            trick = replace(trick, belief=belief)
            endings = {first: trick.first_cards[first] for first in firsts}
        text = text[condition.end() :]
    return _Sentence(trick, text, endings)


def _suppose(belief: Belief, seat: str, cards: set[Card], void: str) -> Belief | None:
    """Return the belief in which a hidden hand has one of these cards, and none of a color; None if no layout fits."""
    if len(cards) != 1 or seat not in belief.possible:
        return None
    possible = {place: held - cards if place != seat else held for place, held in belief.possible.items()}
    if void:
        trump = belief.round.trump
        possible[seat] = frozenset(card for card in possible[seat] if find_color(card, trump) != Color(void[0]))
    try:
        return replace(belief, possible=possible)
    except ValueError:
        return None


def _speaks_of_later(sentence: _Sentence, match: re.Match[str], *, conditions: bool = True) -> bool:
    """Return whether a claim is about later tricks, or holds only on a condition."""
    end = re.search(r"[,.;:]|$", sentence.text[match.end() :])
    text = sentence.text[: match.end() + (end.start() if end else 0)]
    return bool(_LATER.search(text) or (conditions and _CONDITION.search(sentence.text)))


def _describe(ending: Ending) -> str:
    return f"{' '.join(card.code for _, card in ending.plays)}: {ending.winner} takes {ending.value}"


def _find_counterexample(
    sentence: _Sentence, match: re.Match[str], test: Callable[[Ending], bool], *, is_yours: bool
) -> str:
    """Return why a claim is false, or "" if it is true.

    What your side does must be possible whatever the others hold and play, what theirs does in every layout, whatever your side plays;
    what only may happen in one. What you could do, or would, may need another first card.
    """
    trick, clause = sentence.trick, re.split(r"[,;:] ", sentence.text[: match.end()])[-1]
    if is_yours and (modal := re.search(r"\b(?:could|would)\b", clause)):
        return "" if any(trick.can_reach(first, test) for first in trick.first_cards) else f"you {modal[0]} not"
    if is_yours and re.search(r"\bcan\b", clause):
        return "" if any(test(ending) for endings in trick.first_cards.values() for ending in endings) else "you can't"
    for first, endings in sentence.endings.items():
        if not endings:
            continue
        if _MAY.search(clause):
            if not any(map(test, endings)):
                return f"after {first} that can't be"
        elif not all(map(test, endings)):
            whole = endings is trick.first_cards[first]
            if whole and (trick.can_reach(first, test) if is_yours else trick.can_be_reached(first, test)):
                continue
            return next(_describe(ending) for ending in endings if not test(ending))
    return ""


# Each check returns what is wrong, "" if nothing is, or None for a sentence that speaks of something else.


def _check_winner(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check who takes the trick: “East takes it”, “they win this trick”, “you take $5,000”."""
    seats = sentence.find_seats(match[1])
    if seats is None or _speaks_of_later(sentence, match):
        return None
    negated, is_most = bool(match[2]), bool(re.match(" (?:here )?at (?:most|best)", sentence.text[match.end() :]))
    amount = int(match["money"]) if match["money"] else None

    def test(ending: Ending) -> bool:
        took = ending.winner in seats
        if is_most and amount is not None:
            return not took or ending.value <= amount
        return took != negated and (amount is None or ending.value >= amount)

    if is_most:
        return next((_describe(ending) for _, ending in sentence.list_all() if not test(ending)), "")
    return _find_counterexample(sentence, match, test, is_yours=set(seats) <= set(sentence.trick.list_side()))


def _check_card_wins(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that a card takes the trick: “Black 3 takes the Yellow 30”. Where the other card may not fall, it takes it if it does."""
    trick = sentence.trick
    word_cards = trick.read_cards(match[1])
    if len(word_cards) != 1 or _speaks_of_later(sentence, match):
        return None
    (cards,) = word_cards
    amount = int(match["money"]) if match["money"] else None
    prize = trick.read_cards(match["prize"])[0] if match["prize"] else None
    codes = [card.code for card in cards if card.code in trick.first_cards]
    if codes and not {*codes} & {*sentence.endings}:
        sentence = replace(sentence, endings={first: trick.first_cards[first] for first in codes})
    plays = {play for _, ending in sentence.list_all() for play in ending.plays}
    if not any(card in cards for _, card in plays) or (prize and not any(card in prize for _, card in plays)):
        return None  # it is played later

    def test(ending: Ending) -> bool:
        if prize and not any(card in prize for _, card in ending.plays):
            return True
        won = any(seat == ending.winner and card in cards for seat, card in ending.plays)
        return won and (amount is None or ending.value >= amount)

    is_yours = any(card in cards and seat in trick.list_side() for seat, card in plays)
    return _find_counterexample(sentence, match, test, is_yours=is_yours)


def _check_must(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check what a seat must play to this trick: “West must follow Yellow”, “North must play the Black 40”."""
    trick = sentence.trick
    opponents = {"both", "both opponents", "they", "east and west"}
    name = match[1].lower()
    seats = sentence.find_seats("They" if name in opponents else match[1])
    if seats is None or _speaks_of_later(sentence, match) or re.search(r"\bleads?\b", sentence.text):
        return None
    round = trick.belief.round
    past_seats = {seat for seat, _ in (round.trick.plays if round.trick else ())}
    if any(seat in past_seats or seat == round.turn for seat in seats):
        return None
    rest = re.split(r"[,.;:]|\band can\b| and (?:must|take|win|beat|would)", match[2])[0]
    if (
        "at least" in rest
        or ", or " in match[2]
        or re.search(r"\bor\b", sentence.text[: match.start()] + sentence.text[match.end() :])
    ):
        return None
    cards = trick.read_cards(rest)
    kind = re.search(rf"\b(?:a|the|an) ({COLOR}|trump)\b(?! \d)|\bfollow(?: (?:with )?)?({COLOR})?\b(?! \d)", rest)

    def fits(ending: Ending, seat: str) -> bool:
        card = dict(ending.plays)[seat]
        if cards:
            return any(card in meant for meant in cards)
        led_color = trick.color_of(ending.plays[0][1])
        word = (kind[1] or kind[2]) if kind else ""
        color = round.trump if word == "trump" else Color(word[0]) if word else led_color
        return trick.color_of(card) == color

    if not cards and not kind:
        return None
    return next((_describe(e) for _, e in sentence.list_all() if not all(fits(e, seat) for seat in seats)), "")


def _check_beats(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that one card beats another, or all of some."""
    trick = sentence.trick
    if _CONDITION.search(sentence.text[: match.start()]):
        return None
    first, second = trick.read_cards(match[1]), trick.read_cards(match["cards"])
    if not first or not second:
        return None
    negated = bool(match[2])
    for others in second:
        for cards in first:
            if not any(trick.beats(card, other) != negated for card in cards for other in others):
                return f"{'/'.join(c.code for c in cards)} {'beats' if negated else 'does not beat'} {'/'.join(c.code for c in others)}"
    return ""


def _check_only_beats(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check which of the cards that are out beat a card: “only the Tiger beats your 15”, “nothing that is out beats it”."""
    trick = sentence.trick
    if _CONDITION.search(sentence.text) or _LATER.search(sentence.text[: match.start()]):
        return None
    cards = trick.read_cards(match["cards"])
    if not cards:
        return None
    named_cards = {card for meant in trick.read_cards(match["only"] or "") for card in meant}
    for meant in cards:
        results = []
        for card in meant:
            out = {other for other in trick.belief.unseen if trick.beats(other, card) and other != card}
            firsts = [card.code] if card.code in trick.first_cards else [*sentence.endings]
            is_safe = all(_is_won_by(trick, first, card) for first in firsts)
            results.append(
                (out <= named_cards and (not named_cards or bool(out & named_cards))) or (is_safe and not named_cards)
            )
        if not any(results):
            return f"{'/'.join(sorted(c.code for c in meant))} has other cards above it, or none"
    return ""


def _is_won_by(trick: OpenTrick, first: str, card: Card) -> bool:
    """Return whether after a first card you can play so that this card takes the trick."""
    return trick.can_reach(first, lambda ending: (ending.winner, card) in ending.plays)


def _check_holds(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that a hidden hand holds all of these cards, in every layout."""
    trick = sentence.trick
    seat = trick.seat_by_name[match[1]]
    text = sentence.text[: match.start()]
    if seat not in trick.belief.possible or _CONDITION.search(text) or _LATER.search(text):
        return None
    cards = trick.read_cards(match[2])
    for meant in cards:
        if not any(_suppose_not(trick.belief, seat, card) is None for card in meant):
            return f"{match[1]} may not have {'/'.join(card.code for card in meant)}"
    return ""


def _suppose_not(belief: Belief, seat: str, card: Card) -> Belief | None:
    possible = {place: held - {card} if place == seat else held for place, held in belief.possible.items()}
    if card not in belief.possible[seat]:
        return belief
    try:
        return replace(belief, possible=possible)
    except ValueError:
        return None


def _check_worth(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check what the trick is worth at its end: “this trick is worth nothing”."""
    if _speaks_of_later(sentence, match):
        return None
    amount = int(match["money"]) if match["money"] else 0

    def test(ending: Ending) -> bool:
        return ending.value >= amount if amount else ending.value == 0

    return _find_counterexample(sentence, match, test, is_yours=False)


def _check_money_on_table(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check how much money lies there now."""
    if _LATER.search(sentence.text) or _CONDITION.search(sentence.text):
        return None
    round = sentence.trick.belief.round
    money = sum(card.money for card in (round.trick.cards if round.trick else ()))
    amount = int(match["money"]) if match["money"] else 0
    return "" if money == amount else f"{money} lies there"


def _check_winning(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check who, or whose card, is winning now."""
    round = sentence.trick.belief.round
    if not round.trick or not round.trick.cards or _speaks_of_later(sentence, match):
        return None
    winner = round.current_winner or ""
    if seats := sentence.find_seats(match[1]):
        return "" if winner in seats else f"{winner} is winning"
    cards = sentence.trick.read_cards(match[1])
    return None if not cards else "" if dict(round.trick.plays)[winner] in cards[0] else f"{winner} is winning"


def _check_may_come(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that a card can, or can't, come to this trick after yours: “West may drop the Bear on it”."""
    trick = sentence.trick
    if _speaks_of_later(sentence, match):
        return None
    cards = trick.read_cards(match["cards"])
    if not cards or re.match(r" (?:(?:on|to|with) (?!it\b|this)|after)", sentence.text[match.end() :]):
        return None
    seat = trick.list_seats(match["who"] or "")
    negated = bool(re.search(r"can't|cannot|[Nn]o ", match[0]))
    for meant in cards:
        possible = any(
            card in meant and (not seat or player in seat)
            for first, ending in sentence.list_all()
            for player, card in ending.plays[
                len(trick.belief.round.trick.cards) + 1 if trick.belief.round.trick else 1 :
            ]
        )
        if possible == negated:
            return "it can come" if negated else "it can't come"
    return ""


def _check_may_trump(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that a seat can, or can't, trump this trick."""
    trick = sentence.trick
    seats = sentence.find_seats(match[1])
    if seats is None or _speaks_of_later(sentence, match):
        return None
    negated = match[2] != "can" and match[2] != "may"
    if match[3]:
        firsts = [card.code for meant in trick.read_cards(match[3]) for card in meant if card.code in trick.first_cards]
        sentence = replace(sentence, endings={first: trick.first_cards[first] for first in firsts})
        if not firsts:
            return None
    trump = trick.belief.round.trump
    possible = any(
        seat in seats and trick.color_of(card) == trump and trick.color_of(ending.plays[0][1]) != trump
        for _, ending in sentence.list_all()
        for seat, card in ending.plays
    )
    return "" if possible != negated else f"{match[1]} can{'' if negated else 'not'} trump"


def _check_count_hand(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check how many cards a hand still holds."""
    name = match[1].lower()
    seats = sentence.find_seats(
        "They" if name in ("each", "each opponent", "each of them", "east and west", "both") else match[1]
    )
    if seats is None or _LATER.search(sentence.text[: match.start()]):
        return None
    counts = {len(sentence.trick.belief.round.hands[seat]) for seat in seats}
    return "" if counts == {NUMBERS[match[2].lower()]} else f"each has {' or '.join(map(str, sorted(counts)))} cards"


def _check_not_color(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check how many of the unseen cards are not of a color."""
    trick = sentence.trick
    color = Color(match["color"][0])
    count = sum(trick.color_of(card) != color for card in trick.belief.unseen)
    return "" if count == NUMBERS[match[1].lower()] else f"{count} are not {match['color']}"


_Check = Callable[[_Sentence, re.Match[str]], "str | None"]
_SUBJECT = rf"{SEAT}|[Yy]ou|[Tt]hey|East-West|Your side|your side"
_MODAL = r"(?:can |may |could |would |will |surely |also |only |must )*"
_PRIZE = r"(?:it\b|this trick|the trick|this one|here|at least \$(?:\d+),000|(?:only )?\$(?P<money>\d+),000)"
_PATTERNS: tuple[tuple[str, _Check], ...] = (
    (rf"\b({_SUBJECT}) (can't |cannot )?{_MODAL}(?:takes?|wins?|captures?|keeps?) {_PRIZE}", _check_winner),
    (rf"\b({_OWNER}{CARD}) (?:{_MODAL})(?:takes?|wins?|captures?|beats it and takes) (?:it\b|this trick|the trick|here|now|\$(?P<money>\d+),000|(?P<prize>{_OWNER}{CARD}))", _check_card_wins),
    (rf"\b({SEAT}|[Tt]hey|[Bb]oth(?: opponents)?|East and West) must ((?:all |also )?(?:play|follow|give|spend|put|use)[^.;:]*)", _check_must),
    (rf"\b({_OWNER}{CARD}) ((?:doesn't |does not |can't ))?(?:also |still )?(?:can |may )?beats? (?P<cards>{_OWNER}{_CARDS})", _check_beats),
    (rf"\b(?:[Oo]nly (?P<only>{_OWNER}{_CARDS}) (?:can )?beats?|(?:[Nn]othing|[Nn]o card|[Nn]obody)(?: (?:that is|still) out)?(?: can)? beats?) (?P<cards>{_OWNER}{CARD})", _check_only_beats),
    (rf"\b({SEAT}) (?:holds|has) ((?:only )?{_OWNER}{_CARDS})", _check_holds),
    (r"\b(?:this|the) trick (?:is|will be) worth (?:nothing|(?:at least )?\$(?P<money>\d+),000)", _check_worth),
    (r"\$(?P<money>\d+),000 (?:is|lies) on (?:this trick|the table)", _check_money_on_table),
    (r"\b(?:[Nn]o money (?:lies here|is on this trick|is here)|[Tt]here is no money (?:here|on this trick|on the table))(?P<money>)", _check_money_on_table),
    (rf"\b({_SUBJECT}|(?:{_OWNER}{CARD})) is winning", _check_winning),
    (rf"\b(?P<who>{_SUBJECT})? ?(?:may|can|could|can't|cannot) (?:also )?(?:drop|play|add|spend|throw|give) (?P<cards>{_OWNER}{CARD})", _check_may_come),
    (r"\b(?P<who>)(?P<cards>(?:[Tt]he |[Tt]heir |[Nn]o )?(?:Bear|Bull|Tiger)) (?:may|can|could|can't|cannot) (?:also )?(?:fall|come|be)\b", _check_may_come),
    (rf"\b({_SUBJECT}) (can't|may|can|cannot) (?:also )?trump\b(?: ({_OWNER}{CARD}))?", _check_may_trump),
    (rf"\b({SEAT}|[Ee]ach(?: opponent| of them)?|East and West|[Bb]oth) (?:has|have|holds?) ({NUMBER}) cards", _check_count_hand),
    (rf"\b[Oo]nly ({NUMBER}) (?:of the )?(?:unseen )?cards(?: that are out)? (?:are|is) not (?P<color>{COLOR})", _check_not_color),
)  # fmt: skip
