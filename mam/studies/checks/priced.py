"""Whether a problem about a bid, a discard or a trump agrees with its prices, and its sentences with what South sees.

Whether a sentence names the true cause is for a person to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from mam.games.trick_round import TrickRound
from mam.rules.cards import BEAR, BULL, TIGER, Card, Color, money_in
from mam.rules.moves import Bid
from mam.rules.rulings import IllegalMove
from mam.studies.answers import Judgment
from mam.studies.checks.answers import Found
from mam.studies.checks.hands import certify_prices
from mam.studies.checks.lengths import MAX_LONG_SENTENCE
from mam.studies.checks.problems import MAX_GOAL
from mam.studies.prices import SEED, Price, read_prices
from mam.studies.problems.priced import judge_priced, price_problem
from mam.studies.study import OTHER, Chapter, Stop
from mam.support.messages import quote
from mam.support.numbers import NUMBER_WORDS
from mam.text.notation import parse_cards

_COLORS = {color.word: color for color in Color}
_WORDS = "|".join(_COLORS)
_COUNT = re.compile(rf"(?<!has )\b({'|'.join(NUMBER_WORDS)}|no) (?:more )?({_WORDS})s?\b(?! \d)", re.IGNORECASE)
_CARD = re.compile(rf"\b({_WORDS}) (\d+)")
_CALL = re.compile(r"\b(North|East|South|West|You|partner),? bid \$(\d+),000")
_UNSEEN = re.compile(r"\b(out|may|if|somebody|someone|whoever|hope)\b", re.IGNORECASE)
HINTS, SENTENCES = 3, 3


def check_priced(chapter: Chapter, judgments: list[Judgment], *, certify: bool = False) -> Found:
    """Yield the line and the fault of whatever is wrong with such a problem; its judgment is added to `judgments`.

    With `certify`, its answers are priced again, and in other deals its wrong ones must stay wrong.
    """
    try:
        judgments += judge_priced(chapter)
    except (ValueError, IllegalMove) as error:
        yield 0, str(error).splitlines()[0]
        return
    check = _Check(chapter, judgments[-1])
    yield from check.check_answers()
    yield from check.check_parts()
    yield from check.check_sentences()
    if certify:
        yield from check.check_prices()


@dataclass(frozen=True)
class _Check:
    """A problem with its answers."""

    chapter: Chapter
    judgment: Judgment

    @property
    def stop(self) -> Stop:
        return self.judgment.stop

    @property
    def round(self) -> TrickRound:
        return self.judgment.round

    @cached_property
    def prices(self) -> Mapping[str, Price]:
        return read_prices(self.stop)

    def find_line(self, *path: str) -> int:
        return self.chapter.lines.get(path) or self.chapter.lines.get(path[:1]) or self.stop.find_line(*path)

    def check_answers(self) -> Found:
        stop = self.stop
        right = {text for text, price in self.prices.items() if price.is_right}
        if right != {*stop.right}:
            yield stop.find_line("right"), f"by the prices {', '.join(sorted(right))} are right"
        wrong = {text for text, price in self.prices.items() if price.is_wrong}
        if not wrong:
            yield stop.find_line("prices"), "no answer is clearly wrong"
        for text in {*stop.wrong} - wrong - {OTHER}:
            yield stop.find_line("wrong", text), f"a sentence for {text}, which is not clearly wrong"
        if OTHER not in stop.wrong and (missing := wrong - {*stop.wrong}):
            yield stop.find_line("wrong"), f"no sentence for {', '.join(sorted(missing))}"
        certificate: Mapping[str, Any] = self.chapter.extra.get("certificate", {})
        for name in ("rulebook", "club"):
            if certificate.get(name, "") not in self.prices:
                yield self.find_line("certificate"), f"[chapter.certificate] says what the {name} player answers"
        if not {certificate.get(name) for name in ("rulebook", "club")} & wrong:
            yield self.find_line("certificate"), "neither the rulebook player nor the club player is wrong"

    def check_parts(self) -> Found:
        """Check that nothing is missing, and that all of it fits a phone."""
        if len(self.stop.hints) != HINTS:
            yield self.stop.find_line("hints"), f"three hints, not {len(self.stop.hints)}"
        if len(self.plan) != SENTENCES:
            yield self.find_line("plan"), f"three sentences in [[chapter.plan]] say why, not {len(self.plan)}"
        for place, text in self._list_texts():
            limit = MAX_GOAL if place == "goal" else MAX_LONG_SENTENCE
            if not text:
                yield self.find_line(place), f"{place} is empty"
            if len(text) > limit:
                yield self.find_line(place), f"{place} has {len(text)} characters, at most {limit} fit: {quote(text)}"

    @cached_property
    def plan(self) -> list[str]:
        return [str(text) for part in self.chapter.extra.get("plan", []) for text in part["say"]]

    def _list_texts(self) -> list[tuple[str, str]]:
        stop = self.stop
        texts = [("goal", self.chapter.goal), ("why", stop.why), *(("hints", hint) for hint in stop.hints)]
        return [*texts, *(("wrong", text) for text in stop.wrong.values()), *(("plan", text) for text in self.plan)]

    # Sentences

    @cached_property
    def cards(self) -> frozenset[Card]:
        """The cards that you see: your hand, with the nest, and what you discarded."""
        return frozenset(self.round.hands[self.chapter.you]) | frozenset(self.round.discarded or ())

    @cached_property
    def hands(self) -> list[frozenset[Card]]:
        """The hands that sentences may count: all that you see, and what is left after each discard."""
        sets = [parse_cards(text) for text in self.prices] if self.stop.ask == "discard" else []
        sets += [tuple(self.round.discarded or ())]
        return [self.cards, *(self.cards - {*cards} for cards in sets)]

    @cached_property
    def amounts(self) -> set[int]:
        calls = [call.amount for _, call in self.round.calls if isinstance(call, Bid)]
        offered = [int(text) for text in self.prices if text.isdecimal()]
        by_color = [[card for card in self.cards if card.color == color and card.money] for color in Color]
        sums = {money_in(part) for held in by_color for size in range(5) for part in combinations(held, size)}
        raises = {abs(one - other) for one in (*calls, *offered) for other in (*calls, *offered)}
        return {*calls, *offered, *raises, *sums, money_in(self.cards)}

    def check_sentences(self) -> Found:
        """Check the amounts, counts, cards and calls that sentences state."""
        for place, text in self._list_texts():
            yield from (
                (self.find_line(place), f"{place}: {fault} in {quote(text)}") for fault in self._find_faults(text)
            )

    def _find_faults(self, text: str) -> Iterator[str]:
        for amount in re.findall(r"\$([\d,]+),000", text):
            if int(amount.replace(",", "")) not in self.amounts:
                yield f"${amount},000 is no amount here,"
        for sentence in re.split(r"(?<=[.?!]) ", text):
            yield from self._find_card_faults(sentence)

    def _find_card_faults(self, sentence: str) -> Iterator[str]:
        is_unseen = bool(_UNSEEN.search(sentence))
        for word, rank in _CARD.findall(sentence):
            if f"{word[0]}{rank}" not in {card.code for card in self.cards} and not is_unseen:
                yield f"you don't see the {word} {rank},"
        for animal in (TIGER, BULL, BEAR):
            if re.search(rf"\b{animal.words}\b", sentence) and animal not in self.cards and not is_unseen:
                yield f"you don't see the {animal.words},"
        for count, word in _COUNT.findall(sentence):
            number = 0 if count.lower() == "no" else NUMBER_WORDS.index(count.lower())
            held = {sum(card.color == _COLORS[word.capitalize()] for card in hand) for hand in self.hands}
            out = {sum(card.color == _COLORS[word.capitalize()] for card in {*self.round.rules.pack} - self.cards)}
            if number not in (out if is_unseen and number not in held else held):
                yield f"{count} {word} is no count here,"
        for name, amount in _CALL.findall(sentence):
            called = {(seat, call.amount) for seat, call in self.round.calls if isinstance(call, Bid)}
            seats = self._list_seats(name)
            if not {(seat, int(amount)) for seat in seats} & called:
                yield f"{name} did not bid ${amount},000,"

    def _list_seats(self, name: str) -> list[str]:
        if name in ("You", "partner"):
            return [self.chapter.you] if name == "You" else [*self.chapter.our_side[1:]]
        return [seat for seat, word in self.round.rules.seat_names.items() if word == name]

    # What takes longer

    def check_prices(self) -> Found:
        """Price the answers again, and in other deals: what is wrong here must be wrong there."""
        stop = self.stop
        yield from certify_prices(self.chapter, stop)
        others = price_problem(self.chapter, stop, seed=SEED + 1)
        for text, price in self.prices.items():
            if price.is_wrong and not others[text].is_wrong:
                yield (
                    stop.find_line("prices"),
                    f"{text} costs {others[text]} in other deals, which is not clearly wrong",
                )
