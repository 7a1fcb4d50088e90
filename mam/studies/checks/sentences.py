"""Whether the sentences of a board are true: its amounts, who takes a trick, whose a card is, who bid and captured what.

Patterns know the phrases that boards use; a cause ("West must follow") is for a person to check.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, Color
from mam.rules.tricks import trick_value
from mam.studies.answers import WRONG, Judgment, name_discard
from mam.studies.checks.amounts import list_amounts
from mam.studies.checks.lengths import Place, list_texts
from mam.studies.predicates import Line
from mam.studies.setting import find_owners
from mam.studies.study import OTHER
from mam.text.notation import parse_card, parse_cards

_COLORS = "|".join(color.word for color in Color)
_CODES = {color.word: color.value for color in Color}
_AMOUNT = r"\$([\d,]+),000"


def check_sentences(judgment: Judgment) -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of every sentence that the engine contradicts."""
    chapter, stop = judgment.chapter, judgment.stop
    board = _Board(judgment)
    for place, text in [
        *([] if judgment.stop is not chapter.stops[0] else [(("goal",), chapter.goal)]),
        *list_texts(stop),
    ]:
        line = chapter.lines.get(place, 0) if place == ("goal",) else stop.find_line(*place)
        faults = [*board.check_amounts(text), *board.check_owners(text), *board.check_position(text, place)]
        results = (list(board.check_result(text, end)) for end in board.list_ends(place))
        faults += next(filter(None, results), [])
        yield from ((line, f"{' '.join(map(str, place))}: {fault}") for fault in faults)


def _read(amount: str) -> int:
    return int(amount.replace(",", ""))


@dataclass(frozen=True)
class _Board:
    """A stop with all that its sentences may speak of."""

    judgment: Judgment

    @property
    def round(self) -> TrickRound:
        return self.judgment.round

    @property
    def you(self) -> str:
        return self.judgment.chapter.you

    @cached_property
    def seats(self) -> Mapping[str, str]:
        """The seat of each name."""
        names = {name: seat for seat, name in self.round.rules.seat_names.items()}
        return {**names, "You": self.you, "you": self.you, "Your": self.you, "your": self.you}

    @cached_property
    def names(self) -> str:
        return "|".join(self.seats)

    @cached_property
    def amounts(self) -> set[int]:
        return list_amounts(self.judgment)

    @cached_property
    def owners(self) -> Mapping[Card, str]:
        ends = [answer.end for answer in self.judgment.answers.values() if answer.end is not None]
        return find_owners([self.round, *ends])

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """Which side a phrase means, "we" or "they"."""
        theirs = [name for side, name in self.round.side_names.items() if side != self.round.side_of(self.you)]
        return {"your side": "we", "Your side": "we", "You": "we", **dict.fromkeys([*theirs, "They"], "they")}

    def list_ends(self, place: Place) -> list[TrickRound]:
        """Return the round after each answer that a sentence is about: `other` is about every wrong one without a sentence of its own."""
        answers, wrong = self.judgment.answers, self.judgment.stop.wrong
        texts: list[str] = []
        if place == ("why",):
            text = self.judgment.stop.right[0]
            texts = [name_discard(parse_cards(text)) if self.judgment.stop.ask in ("discard", "call") else text]
        elif place == ("wrong", OTHER):
            texts = [text for text, answer in answers.items() if answer.verdict == WRONG and text not in wrong]
        elif place[0] == "wrong":
            texts = [str(place[1])]
        return [end for text in texts if text in answers and (end := answers[text].end) is not None]

    # What any sentence may say

    def check_amounts(self, text: str) -> Iterator[str]:
        for amount in re.findall(_AMOUNT, text):
            if _read(amount) not in self.amounts and _read(amount) != self.round.rules.scoring.target:
                yield f"${amount},000 is no amount of this board ({', '.join(map(str, sorted(self.amounts)))})"
        for number in re.findall(r"(?<![$\d,])\b(\d{3})\b(?![,\d])", text):
            if int(number) not in self.amounts:
                yield f"{number} is no number of this board"

    def check_owners(self, text: str) -> Iterator[str]:
        for name, color, rank in re.findall(rf"\b({self.names})(?:’s|'s)? ({_COLORS}) (\d+)", text):
            owner = self.owners.get(parse_card(_CODES[color] + rank))
            if owner != self.seats[name]:
                holder = self.round.rules.seat_names[owner] if owner else "nobody"
                yield (
                    f"{color} {rank} is {holder}'s, not {name}'s"
                    if name.lower() != "your"
                    else f"{color} {rank} is {holder}'s, not yours"
                )

    def check_position(self, text: str, place: Place) -> Iterator[str]:
        for color, rank in re.findall(rf"\bboth ({_COLORS}) (\d+)s", text):
            count = self.round.hands.get(self.you, ()).count(parse_card(_CODES[color] + rank))
            if count < 2:
                yield f"you hold {count} {color} {rank}, not both"
        yield from self._check_bids(text)
        yield from self._check_needs(text)
        if place == ("goal",):
            yield from self._check_goal(text)

    def _check_bids(self, text: str) -> Iterator[str]:
        round = self.round
        bids: dict[str, list[int]] = {}
        for seat, call in round.calls:
            bids.setdefault(seat, []).extend([call.amount] if hasattr(call, "amount") else [])
        if round.bidder and round.bid is not None and not bids.get(round.bidder):
            bids[round.bidder] = [round.bid]
        phrase = rf"\b({self.names})(?:, your partner,)? (?:bid|opened with|dealt and opened with) {_AMOUNT}"
        for name, amount in re.findall(phrase, text):
            seats = self.judgment.chapter.our_side if name == "You" else (self.seats[name],)
            if not any(_read(amount) in bids.get(seat, ()) for seat in seats):
                yield f"{name} bid {', '.join(str(bid) for seat in seats for bid in bids.get(seat, ())) or 'nothing'}, not {amount}"
        for name, amount in re.findall(rf"\b({self.names})'s bid, {_AMOUNT}", text):
            if _read(amount) not in bids.get(self.seats[name], ()):
                yield f"{name} bid {bids.get(self.seats[name])}, not {amount}"
        if round.bid is not None:
            for amount in re.findall(rf"(?:[Tt]he bid|a promise|set back|all) of {_AMOUNT}", text):
                if _read(amount) != round.bid and round.phase != "auction":
                    yield f"the bid is {round.bid}, not {amount}"
            for name in re.findall(rf"\b({self.names}) takes? the nest", text):
                if self.seats[name] != round.bidder:
                    yield f"{round.bidder} takes the nest, not {name}"
        for amount, name in re.findall(rf"{_AMOUNT} more than ({self.names})'s bid", text):
            choices = [
                int(choice) - bid
                for choice in self.judgment.stop.choices
                if choice.isdecimal()
                for bid in bids.get(self.seats[name], ())[-1:]
            ]
            if _read(amount) not in choices or _read(amount) >= self.round.rules.auction.min_raise:
                yield f"no choice is {amount} more than {name}'s bid and too little"

    def _check_needs(self, text: str) -> Iterator[str]:
        setup, round = self.judgment.chapter.setup, self.round
        if setup is None:
            return
        if setup.captured and round.bid is not None and round.bidder:
            side = "we" if round.bidder in self.judgment.chapter.our_side else "they"
            missing = round.bid - setup.captured[side]
            phrase = rf"[Nn]eed(?:ed)? {_AMOUNT}|missed by {_AMOUNT}|{_AMOUNT} short"
            for amounts in re.findall(phrase, text):
                if _read("".join(amounts)) != missing:
                    yield f"{missing} are missing, not {''.join(amounts)}"
        if setup.totals and setup.calls:
            needed = (round.rules.scoring.target or 0) - setup.totals["we"]
            for amounts in re.findall(rf"need only {_AMOUNT}|{_AMOUNT} is almost certain", text):
                if _read("".join(amounts)) != needed:
                    yield f"{needed} are needed, not {''.join(amounts)}"

    def _check_goal(self, text: str) -> Iterator[str]:
        setup, round = self.judgment.chapter.setup, self.round
        sides = "|".join(self.sides)
        if setup is not None and setup.captured:
            claims = re.findall(rf"\b({sides}) (?:and )?(?:took|have|has) {_AMOUNT}", text)
            claims += [("You", amount) for amount in re.findall(rf"and have {_AMOUNT}", text)]
            for name, amount in claims:
                side = self.sides[name]
                if _read(amount) not in (setup.captured[side], setup.totals.get(side)):
                    yield f"{name} took {setup.captured[side]}, not {amount}"
        if round.trick and round.trick.cards:
            value = trick_value(round.trick.cards, round.rules.tricks)
            for amounts in re.findall(rf"winning {_AMOUNT}|Take the {_AMOUNT}", text):
                if _read("".join(amounts)) != value:
                    yield f"{value} lies there, not {''.join(amounts)}"
            for name in re.findall(rf"\b({self.names})(?:, .*?,)? is (?:winning|taking)", text):
                if self.seats[name] != round.current_winner:
                    yield f"{round.current_winner} is winning, not {name}"
            for name in re.findall(rf"\b({self.names}) has trumped", text):
                trumped = [seat for seat, card in round.trick.plays if card.color == round.trump]
                if self.seats[name] not in trumped:
                    yield f"{name} has not trumped"

    # What a sentence says of its answer

    def check_result(self, text: str, end: TrickRound) -> Iterator[str]:
        """Yield what is false of "East takes it", "You take $40,000", "East-West get $70,000" after this answer."""
        tricks = end.tricks[len(self.round.tricks) :]
        winners = {trick.winner for trick in tricks}
        for name in re.findall(rf"\b({self.names}) takes?\b", text):
            if self.seats[name] not in winners:
                yield f"{', '.join(filter(None, winners))} takes it, not {name}"
        for name, amount in re.findall(rf"\b({self.names}) takes? (?:the )?{_AMOUNT}", text):
            if (self.seats[name], _read(amount)) not in {(trick.winner, trick.value) for trick in tricks}:
                yield f"{name} doesn't take {amount}"
        for name, amount, more in re.findall(rf"\b({'|'.join(self.sides)}) gets? {_AMOUNT}( more)?", text):
            gain = self._find_gain(end, self.sides[name], bool(more))
            if _read(amount) != gain:
                yield f"{name} get {gain}{more}, not {amount}"

    def _find_gain(self, end: TrickRound, side: str, is_more: bool) -> int:
        """Return what a side gets after an answer: of the tricks from here on, or more than after the right answer."""
        setup = self.judgment.chapter.setup
        before = setup.captured.get(side, 0) if setup else 0
        if is_more and not before:
            best = self.judgment.answers[self.judgment.stop.right[0]].end or self.round
            return self._count(end, side) - self._count(best, side)
        return self._count(end, side) - before

    def _count(self, round: TrickRound, side: str) -> int:
        return Line(round, 0, self.you, self.judgment.chapter.our_side).count_money(side)
