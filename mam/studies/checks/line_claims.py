"""Whether a problem's sentences about the tricks to come are true: which tricks or cards your side is sure to win, and what may happen later.

What is sure must hold in every layout, whatever the others play, if you play for it. What may happen later is looked for in lines
that miss the goal after a wrong card, or in any lines after a right one: in many layouts, with random legal cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from mam.engine.belief.belief import Belief
from mam.rules.cards import BULL, Card
from mam.rules.tricks import Trick
from mam.studies.checks.hand_claims import Claim
from mam.studies.checks.trick_endings import OpenTrick
from mam.studies.checks.vocabulary import CARD, COLOR, NUMBER, NUMBERS, OWNER, SEAT
from mam.studies.problems.problem import Problem
from mam.text.notation import parse_card

_OWNER = rf"(?:{OWNER})?"
_CARDS = rf"{CARD}(?:(?:, |,? and (?:the |your )?){CARD})*"
_MAX_POSITIONS, _LINES = 60_000, 4_000


class _SearchTooLong(Exception):
    """The search would look at too many positions."""


@dataclass
class Lines:
    """The tricks to come of a problem: what your side can win for sure, and lines that are looked at for what may happen."""

    problem: Problem
    trick: OpenTrick
    results: dict[Hashable, bool] = field(default_factory=dict)

    def can_win(self, belief: Belief, cards: frozenset[Card], tricks: int) -> bool | None:
        """Return whether your side can win a trick with each of these cards, and this many tricks; None if the search is too long."""
        self.results.clear()
        try:
            return self._search(belief, cards, tricks)
        except _SearchTooLong:
            return None

    def _search(self, belief: Belief, cards: frozenset[Card], tricks: int) -> bool:
        round = belief.round
        left = max(map(len, round.hands.values()))
        if not cards and tricks <= 0:
            return True
        if round.is_over or left < max(tricks, len(cards)):
            return False
        key = (*round.hands.items(), *belief.possible.items(), round.trick.plays if round.trick else (), cards, tricks)
        if key in self.results:
            return self.results[key]
        if len(self.results) > _MAX_POSITIONS:
            raise _SearchTooLong
        choose = any if round.turn in belief.seats else all
        self.results[key] = result = choose(
            self._search_after(belief, card, cards, tricks) for card in self.problem.searcher.list_cards(belief)
        )
        return result

    def _search_after(self, belief: Belief, card: Card, cards: frozenset[Card], tricks: int) -> bool:
        after = belief.play(card)
        if len(after.round.tricks) == len(belief.round.tricks):
            return self._search(after, cards, tricks)
        played = after.round.tricks[-1]
        is_won = played.winner in self.trick.list_side()
        won = {other for player, other in played.plays if player == played.winner}
        lost = {other for _, other in played.plays} - won
        return not lost & cards and self._search(after, cards - won, tricks - is_won)

    def list_lines(self, first: str, *, failing: bool) -> Iterator[tuple[Trick, ...]]:
        """Yield the tricks of lines after a first card, in layout after layout, with random legal cards; if `failing`, only those that miss the goal."""
        rng, problem, belief = Random(1), self.problem, self.problem.belief
        after = belief.play(parse_card(first))
        layouts = list(after.list_layouts())
        rng.shuffle(layouts)
        for number in range(_LINES):
            round = after.deal(layouts[number % len(layouts)])
            while not round.is_over:
                round = round.play(rng.choice(round.legal_moves))
            is_reached = (round.captured[belief.side] >= problem.amount) == belief.is_yours
            if not failing or not is_reached:
                yield round.tricks[len(belief.round.tricks) :]


@dataclass(frozen=True)
class _Sentence:
    """A sentence and what it is said of: the first `cards`, and the sentences `before` it."""

    lines: Lines
    text: str
    before: str
    cards: list[str]
    is_wrong: bool  # whether the first cards are wrong ones
    is_later: bool

    def read_cards(self, name: str, match: re.Match[str]) -> set[Card]:
        """Return the cards that a part of a claim may mean; “it” is the card that was named last."""
        trick = self.lines.trick
        if match[name] != "it":
            return {card for meant in trick.read_cards(match[name]) for card in meant}
        taker = {card for meant in trick.read_cards(match["who"]) for card in meant}
        word_cards = [
            meant for meant in trick.read_cards(f"{self.before} {self.text[: match.start()]}") if not meant & taker
        ]
        return word_cards[-1] if word_cards else set()

    def is_seen(self, happens: Callable[[Trick], bool]) -> str:
        """Return after which first cards this happens in no line; "" if it does after each, or after any where they are not wrong."""

        def happens_after(first: str) -> bool:
            found = self.lines.list_lines(first, failing=self.is_wrong)
            return any(happens(played) for line in found for played in line)

        if not self.is_wrong:  # a hint or a plan also says what would come of another card
            return "" if any(map(happens_after, [*self.cards, *self.lines.trick.first_cards])) else "not seen"
        missing = [first for first in self.cards if not happens_after(first)]
        return f"not seen after {', '.join(missing)}" if missing else ""


def list_line_claims(text: str, lines: Lines, firsts: Iterable[str], *, is_wrong: bool = False) -> Iterator[Claim]:
    """Yield every claim about the tricks to come in a text that is said of these first cards, and what is wrong with it, if anything."""
    is_later, before = False, ""
    for part in re.split(r"(?<=[.?!;]) ", text):
        cards, is_fault = [*firsts], is_wrong
        other = re.match(
            rf"(?:With|After|If you (?:lead|play|throw|give|keep)) (?:the |your )?((?:{COLOR}) \d+|Tiger|Bull|Bear)\b",
            part,
        )
        if other:
            named_codes = {card.code for meant in lines.trick.read_cards(other[1]) for card in meant}
            cards, is_fault = [code for code in lines.trick.first_cards if code in named_codes], True
        for pattern, check in _PATTERNS if cards and not part.endswith("?") else ():
            for match in re.finditer(pattern, part):
                clause = part[: match.end()] + re.split(r"[,.;:]", part[match.end() :])[0]
                sentence = _Sentence(lines, part, before, cards, is_fault, is_later or bool(_TO_COME.search(clause)))
                fault = check(sentence, match)
                if fault is not None:
                    yield Claim(match[0], fault)
        is_later, before = is_later or bool(_TO_COME.search(part)), f"{before} {part}"


_TO_COME = re.compile(r"\b(?:[Ll]ater|[Tt]hen|next|at the end|last|stays?|is left|behind|waits?|in danger|once|when)\b")
_IF = re.compile(r"\b(?:[Ii]f|unless|whether|while|as long as|[Ww]hoever|as soon as|could|[Oo]nly when)\b")


def _check_all_tricks(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that all tricks from here on are your side's."""
    if _IF.search(sentence.text[: match.start()]) or sentence.is_wrong:
        return None
    problem = sentence.lines.problem
    if (word := match["count"] or match["number"]) and NUMBERS[word.lower()] != problem.tricks:
        return f"{problem.tricks} tricks are left" if "last" not in match[0] else None
    afters = [problem.belief.play(parse_card(first)) for first in sentence.cards]
    sure = [sentence.lines.can_win(after, frozenset(), problem.tricks) for after in afters]
    return "not for sure" if sure.count(False) == len(sure) else ""


def _check_other_tricks(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that your cards win the other tricks, or the last ones."""
    if _IF.search(sentence.text[: match.start()]) or sentence.is_wrong or re.search(r"\b(?:can|may)\b", match[0]):
        return None
    problem, tricks = sentence.lines.problem, sentence.lines.problem.tricks
    hands = [problem.belief.round.hands[seat] for seat in problem.belief.seats]
    word_cards = sentence.lines.trick.read_cards(match["cards"])
    held_cards = [{card for card in meant if any(card in hand for hand in hands)} for meant in word_cards]
    if any(len(meant) != 1 for meant in held_cards):
        return None
    count = NUMBERS[match["count"].lower()] if match["count"] else tricks - 1
    if count > tricks or ("last" not in match[0] and count != tricks - 1):
        return f"{tricks} tricks are left, this one included"
    need = frozenset(card for meant in held_cards for card in meant)
    afters = (problem.belief.play(parse_card(first)) for first in sentence.cards)
    return "not for sure" if any(sentence.lines.can_win(after, need, count) is False for after in afters) else ""


def _check_may_take(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that a card or a seat can take, spoil or double another card in a later trick."""
    trick = sentence.lines.trick
    prize = sentence.read_cards("prize", match) if sentence.is_later else set()
    takers = {card for meant in trick.read_cards(match["who"]) for card in meant}
    seats = trick.list_seats(match["who"])
    if not prize or not (seats or takers) or "can't" in sentence.text[: match.start()]:
        return None
    falls = match["verb"] in ("fall on", "spoil", "double")

    def happens(played: Trick) -> bool:
        fallen = {card for _, card in played.plays}
        if not prize & fallen:
            return False
        if falls and takers:
            money = sum(card.money for card in fallen)
            spoils, doubles = played.value == 0, played.value > money
            fits = doubles if match["verb"] == "double" else spoils if match["verb"] == "spoil" else spoils or doubles
            return bool(takers & fallen) and fits and (doubles if BULL in takers else spoils)
        winning = next(card for player, card in played.plays if player == played.winner)
        return (winning in takers if takers else played.winner in seats) and winning not in prize

    return sentence.is_seen(happens)


def _check_may_lose(sentence: _Sentence, match: re.Match[str]) -> str | None:
    """Check that a card of yours can fall to the opponents in a later trick."""
    if not sentence.is_later:
        return None
    cards = {card for meant in sentence.lines.trick.read_cards(match["cards"]) for card in meant}
    side = sentence.lines.trick.list_side()

    def happens(played: Trick) -> bool:
        return played.winner not in side and any(card in cards and seat in side for seat, card in played.plays)

    return sentence.is_seen(happens) if cards else None


_Check = Callable[[_Sentence, "re.Match[str]"], "str | None"]
_WHO = rf"{_OWNER}{CARD}|{SEAT}|[Tt]hey"
_PATTERNS: tuple[tuple[str, _Check], ...] = (
    (rf"\b(?:[Aa]ll (?:the )?(?:(?P<count>{NUMBER}) )?tricks are (?:yours|South's|your side's)|(?:[Yy]ou|[Yy]our side|South) (?:can )?(?:wins?|takes?) (?:all|every) (?:of the )?(?:last )?(?:(?P<number>{NUMBER}) )?tricks?)", _check_all_tricks),
    (rf"\b(?P<cards>{_OWNER}(?:{_CARDS})(?: and {_OWNER}{CARD})*)(?: both)?(?: can)?(?: still)? (?:wins?|takes?) the (?:other|last|rest)(?: (?P<count>{NUMBER}))?(?: tricks?)?", _check_other_tricks),
    (rf"\b(?P<who>{_WHO}) (?:may|can|could) (?:also |later |still )?(?P<verb>take|beat|capture|win|trump|draw|fall on|spoil|double) (?P<prize>{_OWNER}{CARD}|it\b)", _check_may_take),
    (rf"\b(?P<cards>{_OWNER}{CARD}) (?:may|can|could) (?:also |later )?(?:be (?:lost|trumped|taken|captured)|lose|fall (?:to|under))\b", _check_may_lose),
)  # fmt: skip
