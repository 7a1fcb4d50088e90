"""Whether a problem is valid: exactly the right cards reach the goal, a layout beats the tempting one, and every figure is true.

Whether a sentence names the true cause is for a person to check, beside the two lines of the file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, Card, format_count, money_in
from mam.rules.rulings import IllegalMove
from mam.rules.tricks import find_color
from mam.studies.checks import answers
from mam.studies.checks.answers import Found
from mam.studies.checks.hand_claims import Claim
from mam.studies.checks.lengths import MAX_LONG_SENTENCE
from mam.studies.checks.line_claims import Lines, list_line_claims
from mam.studies.checks.problem_claims import Facts, list_claims
from mam.studies.checks.trick_claims import list_trick_claims
from mam.studies.checks.trick_endings import OpenTrick
from mam.studies.problems.judge import find_written_line, judge_problem, play_line
from mam.studies.problems.problem import MIN_CHOICES, MIN_GAP, MIN_LAYOUTS, Problem, find_problem, is_problem
from mam.studies.problems.tries import CHECK_TRIES, RATINGS, contradicts, estimate_rating, find_level, try_players
from mam.studies.study import OTHER, Study
from mam.support.messages import quote
from mam.support.numbers import NUMBER_WORDS
from mam.support.steps import take_all
from mam.text.notation import parse_card, parse_cards, parse_trump

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief, Layout
    from mam.studies.answers import Judgment
    from mam.studies.study import Chapter

MAX_GOAL = 110  # characters
_TRIES = 6  # rounds that are played after each first card, with random cards of yours after a wrong one, of the others after a right one


def check_problem(chapter: Chapter, judgments: list[Judgment], *, certify: bool = False) -> Found:
    """Yield the line and the fault of whatever is wrong with a problem; its decisions are added to `judgments`.

    With `certify`, every layout is solved with all cards open, and each first card is played against the defense several times.
    """
    try:
        judgments += judge_problem(chapter)
    except (ValueError, IllegalMove) as error:
        yield 0, str(error).splitlines()[0]
        return
    check = _Check(find_problem(chapter), judgments[0])
    yield from answers.check_answers(judgments[0])
    yield from check.check_depth()
    yield from check.check_certificate()
    yield from check.check_lines()
    yield from check.check_goal()
    yield from check.check_sentences()
    if certify:
        yield from check.check_lines_to_come()
        yield from check.check_layouts()
        yield from check.check_players()
        yield from check.check_defense()


def check_level(study: Study) -> Iterator[str]:
    """Yield a fault where the level of a problem is not that of its rating, or the rating does not follow from what players did."""
    for chapter in filter(is_problem, study.chapters):
        certificate = chapter.extra.get("certificate", {})
        if not isinstance(certificate, Mapping) or "rating" not in certificate:
            continue
        rating, players = certificate["rating"], certificate.get("players", {})
        try:
            tricks = find_problem(chapter).tricks
        except (ValueError, IllegalMove):
            continue  # `check_problem` says why
        try:
            learners = [(rating, result) for rating, result in certificate.get("learners", [])]
            estimate = estimate_rating(players, tricks, learners)
        except (ValueError, KeyError, TypeError, AttributeError):
            yield f"players: how often each reached the goal, from 0 to 1, by the names {', '.join(RATINGS)}"
            continue
        level = find_level(estimate, study.level or 0)
        if rating != estimate or study.level != level:
            yield f"rating {estimate} and level {level} follow from its players: mam problems rate writes them"


def check_moral(study: Study) -> Iterator[str]:
    """Yield a fault where the moral of a problem names a card: it is to help in other hands."""
    if re.search(r"(Red|Yellow|Black|Green) \d", study.moral):
        yield f"the moral names a card: {quote(study.moral)}"


@dataclass(frozen=True)
class _Check:
    """A problem with the answers to its first question."""

    problem: Problem
    judgment: Judgment

    @property
    def belief(self) -> Belief:
        return self.problem.belief

    @property
    def chapter(self) -> Chapter:
        return self.problem.chapter

    @cached_property
    def certificate(self) -> Mapping[str, Any]:
        value = self.chapter.extra.get("certificate", {})
        return value if isinstance(value, Mapping) else {}

    @cached_property
    def right(self) -> set[str]:
        return {answer.text for answer in self.judgment.answers.values() if answer.passes}

    @cached_property
    def layouts(self) -> list[Layout]:
        return list(self.belief.list_layouts())

    @cached_property
    def sure(self) -> dict[str, int]:
        """What the counted side surely takes after each of your cards, from the position on, in thousands of dollars."""
        from mam.engine.belief.guarantee import find_guarantee

        guarantee = take_all(find_guarantee(self.belief, searcher=self.problem.searcher))
        return {card.code: low - self.captured for card, (low, _) in guarantee.moves.items()}

    @property
    def captured(self) -> int:
        return self.belief.round.captured[self.belief.side]

    @property
    def need(self) -> int:
        """What the counted side needs from the position on, in thousands of dollars."""
        searcher = self.problem.searcher
        return searcher.find_need(self.belief, self.problem.amount) * searcher.unit

    def find_line(self, *path: str) -> int:
        return self.chapter.lines.get(path) or self.chapter.lines.get(path[:1]) or self.problem.stop.find_line(path[-1])

    def reaches(self, money: int) -> bool:
        """Return whether you reach your goal if the counted side takes this much from the position on."""
        return (money >= self.need) == self.belief.is_yours

    # Depth

    def check_depth(self) -> Found:
        count = len(self.problem.searcher.list_cards(self.belief))
        if count < MIN_CHOICES:
            yield 0, f"only {format_count(count, 'different card')} to choose from; a problem has {MIN_CHOICES} or more"
        if (layouts := self.belief.count_layouts()) < MIN_LAYOUTS:
            yield 0, f"only {layouts} layouts fit what you see; a problem has {MIN_LAYOUTS} or more"
        wrong = [money for card, money in self.sure.items() if card not in self.right]
        right = [money for card, money in self.sure.items() if card in self.right]
        if wrong and right:
            gap = min(right) - max(wrong) if self.belief.is_yours else min(wrong) - max(right)
            if gap < MIN_GAP:
                yield (
                    0,
                    f"the right card is sure of {format_amount(gap)} more than the next; it must be {format_amount(MIN_GAP)} or more",
                )
        tempting = self.certificate.get("tempting")
        if tempting is not None and (tempting not in self.sure or tempting in self.right):
            yield self.find_line("certificate"), f"tempting: {quote(str(tempting))} is no wrong card here"

    # The certificate

    def check_certificate(self) -> Found:
        line = self.find_line("certificate")
        if not self.certificate:
            sure = ", ".join(f"{card} = {money}" for card, money in self.sure.items())
            yield (
                line,
                f"no [chapter.certificate]: write layouts = {len(self.layouts)}, sure = {{ {sure} }}, reaches and tempting",
            )
            return
        if self.certificate.get("layouts") != len(self.layouts):
            yield line, f"layouts: {len(self.layouts)} fit what you see, not {self.certificate.get('layouts')}"
        for card, money in self.certificate.get("sure", {}).items():
            if self.sure.get(card) != money:
                yield line, f"sure: after {card} it is {self.sure.get(card, 'no card here')}, not {money}"
        if missing := {*self.certificate.get("sure", {})} ^ {*self.certificate.get("reaches", {})}:
            yield line, f"sure and reaches name other cards: {', '.join(sorted(missing))}"

    def check_lines(self) -> Found:
        """Check the written lines: their layout fits, they are legal, a right card's succeeds and a wrong one's fails."""
        table = self.belief.round.trick.cards if self.belief.round.trick else ()
        layouts = self.chapter.extra.get("layout", [])
        line = self.find_line("layout")
        for layout in layouts:
            name = f"the layout after {layout.get('after')}"
            hands = {
                seat: frozenset(parse_cards(cards))
                for seat, _, cards in (part.strip().partition(" ") for part in str(layout.get("hands", "")).split("|"))
            }
            fits = [known for known in self.layouts if all(frozenset(known.get(s, ())) == hands.get(s) for s in hands)]
            if (
                not hands
                or not fits
                or not {seat for seat in self.belief.rooms if seat in self.belief.round.hands} <= {*hands}
            ):
                yield line, f"{name} does not fit what you see"
                continue
            try:
                end = play_line(self.belief.deal(fits[0]), str(layout.get("line", "")))
            except (IllegalMove, ValueError) as error:
                yield line, f"{name}: {str(error).splitlines()[0]}"
                continue
            first = end.played[len(self.belief.round.played) :][:1]
            took = end.captured[self.belief.side] - self.captured
            if not end.is_over or [card.code for card in first] != [layout.get("after")]:
                yield line, f"{name}: the line must begin with {layout.get('after')} after {len(table)} cards, and end"
            elif took != layout.get("takes"):
                yield line, f"{name}: the line takes {took}, not {layout.get('takes')}"
            elif self.reaches(took) != (layout.get("after") in self.right):
                yield line, f"{name}: the line {'reaches' if self.reaches(took) else 'misses'} the goal"
        tempting = self.certificate.get("tempting")
        if tempting and not find_written_line(self.chapter, parse_card(str(tempting))):
            yield line, f"no [[chapter.layout]] with a line after the tempting card, {tempting}"

    # Sentences

    @cached_property
    def facts(self) -> Facts:
        reaches = self.certificate.get("reaches", {})
        return Facts(self.belief, self.chapter.you, self.layouts, self.right, self.sure, reaches)

    def check_goal(self) -> Found:
        """Check what the goal says of the money, the tricks and the trump."""
        goal, line = self.chapter.goal, self.find_line("goal")
        money = re.search(r"needs? \$([\d,]+),000 of the last (\w+) tricks", goal)
        tricks = self.problem.tricks
        if not money:
            yield line, "the goal says what is needed: “You need $60,000 of the last five tricks.”"
        elif int(money[1]) != self.need:
            yield line, f"the goal says ${money[1]},000; {format_amount(self.need)} is needed"
        elif money[2] != NUMBER_WORDS[tricks]:
            yield line, f"the goal says {money[2]} tricks; {NUMBER_WORDS[tricks]} are left"
        trump = self.belief.round.trump
        if trump is not None and f"{trump.word} is trump" not in goal:
            yield line, f"the goal must say “{trump.word} is trump”"

    @cached_property
    def cards(self) -> set[Card]:
        round = self.belief.round
        known = {card for hand in round.hands.values() for card in hand if card.code != "??"}
        return known | set(self.belief.unseen) | set(round.trick.cards if round.trick else ())

    @cached_property
    def amounts(self) -> set[int]:
        """The amounts that a sentence may state: what cards and tricks are worth, what is needed and sure, and what lines take."""
        ends = [answer.end for answer in self.judgment.answers.values() if answer.end]
        tricks = [trick for end in ends for trick in end.tricks[len(self.belief.round.tricks) :]]
        table = self.belief.round.trick.cards if self.belief.round.trick else ()
        money_cards = [card for seat in self.belief.seats for card in self.belief.round.hands[seat] if card.money]
        amounts = {self.need, *self.sure.values(), *(card.money for card in self.cards), *(t.value for t in tricks)}
        amounts |= {end.captured[self.belief.side] - self.captured for end in ends}
        sums = {money_in(part) for size in range(5) for part in combinations([*table, *money_cards], size)}
        return amounts | sums | {2 * amount for amount in sums}

    def check_sentences(self) -> Found:
        """Check the amounts, cards, counts and owners that sentences state, and their length."""
        stop = self.problem.stop
        texts = [("goal", self.chapter.goal), ("why", stop.why), *(("hints", hint) for hint in stop.hints)]
        texts += [("wrong", sentence) for sentence in stop.wrong.values()]
        texts += [("plan", str(text)) for part in self.chapter.extra.get("plan", []) for text in part.get("say", ())]
        for place, text, firsts in self._list_sentences():
            claims = list_trick_claims(text, self.trick, firsts)
            yield from self._complain(place, text, claims)
        if not self.chapter.extra.get("plan"):
            yield 0, "no [[chapter.plan]] that says what works in every layout"
        if len(stop.hints) != 3:
            yield stop.find_line("hints"), f"three hints (what to look at, the danger, the idea), not {len(stop.hints)}"
        for place, text in texts:
            line = self.find_line(place)
            limit = MAX_GOAL if place == "goal" else MAX_LONG_SENTENCE
            if len(text) > limit:
                yield line, f"{place} has {len(text)} characters, at most {limit} fit: {quote(text)}"
            yield from ((line, f"{place}: {fault} in {quote(text)}") for fault in self._find_faults(text))

    @cached_property
    def trick(self) -> OpenTrick:
        return OpenTrick(self.belief, self.chapter.you)

    def _list_sentences(self) -> Iterator[tuple[str, str, Collection[str]]]:
        """Yield each sentence with its place and the first cards that it is said of."""
        stop, firsts = self.problem.stop, [*self.trick.first_cards]
        wrong = [card for card in firsts if card not in self.right]
        others = [card for card in wrong if card not in stop.wrong]
        yield "why", stop.why, self.right
        yield from (("wrong", text, others if card == OTHER else [card]) for card, text in stop.wrong.items())
        yield from (("hints", text, firsts if number < 2 else self.right) for number, text in enumerate(stop.hints))
        for part in self.chapter.extra.get("plan", []):
            yield from (("plan", str(text), self.right) for text in part["say"])

    def _complain(self, place: str, text: str, claims: Iterable[Claim]) -> Found:
        faulty = (claim for claim in claims if claim.fault)
        yield from (
            (self.find_line(place), f"{place}: “{claim.text}”: {claim.fault}, in {quote(text)}") for claim in faulty
        )

    def _find_faults(self, text: str) -> Iterator[str]:
        for amount in re.findall(r"\$([\d,]+),000", text):
            if int(amount.replace(",", "")) not in self.amounts:
                yield f"${amount},000 is no amount here,"
        for color, rank in re.findall(r"(Red|Yellow|Black|Green) (\d+)", text):
            if f"{color[0]}{rank}" not in {card.code for card in self.cards}:
                yield f"the {color} {rank} is not here,"
        for animal in (BULL, BEAR, TIGER):
            if re.search(rf"\b{animal.words}\b", text) and animal not in self.cards:
                yield f"no {animal.words} is here,"
        reaches = {int(count) for count in self.certificate.get("reaches", {}).values()}
        known = reaches | {len(self.layouts) - count for count in reaches}
        for count, layouts in re.findall(r"in (\d+) of (?:the )?(\d+) layouts", text):
            if int(layouts) != len(self.layouts) or int(count) not in known:
                yield f"{count} of {layouts} layouts is no figure of the certificate,"
        yield from self._find_owner_faults(text)
        yield from (f"“{claim.text}”: {claim.fault}," for claim in list_claims(text, self.facts) if claim.fault)

    def _find_owner_faults(self, text: str) -> Iterator[str]:
        """Yield what is wrong with sentences about who has a card, or has none of a color: true in all layouts, or with if or may in one."""
        names = {name: seat for seat, name in self.belief.round.rules.seat_names.items()}
        pattern = "|".join(names)
        for sentence in re.split(r"(?<=[.?!]) ", text):
            only_some = bool(re.search(r"\b([Ii]f|may|can|whoever|Whoever)\b", sentence))
            for name, color in re.findall(rf"({pattern}) (?:has|holds) no (Red|Yellow|Black|Green)", sentence):
                if not self._holds(only_some, lambda hands, n=name, c=color: not _has_color(self, hands[names[n]], c)):
                    yield f"{name} may have {color},"
            for name, color, rank in re.findall(
                rf"({pattern}) (?:has|holds) the (Red|Yellow|Black|Green) (\d+)", sentence
            ):
                card = parse_card(f"{color[0]}{rank}")
                if not self._holds(only_some, lambda hands, n=name, c=card: c in hands[names[n]]):
                    yield f"{name} may not have the {color} {rank},"
            for name, animal in re.findall(rf"({pattern}) (?:has|holds) the (Tiger|Bull|Bear)", sentence):
                if not self._holds(only_some, lambda hands, n=name, a=animal: parse_card(a.upper()) in hands[names[n]]):
                    yield f"{name} may not have the {animal},"

    def _holds(self, only_some: bool, test: Any) -> bool:
        results = (test({**self.belief.round.hands, **layout}) for layout in self.layouts)
        return any(results) if only_some else all(results)

    # What takes longer

    def check_lines_to_come(self) -> Found:
        """Check what sentences say of later tricks: what your side is sure to win, and what may happen."""
        lines = Lines(self.problem, self.trick)
        for place, text, firsts in self._list_sentences():
            claims = list_line_claims(text, lines, firsts, is_wrong=place == "wrong")
            yield from self._complain(place, text, claims)

    def check_layouts(self) -> Found:
        """Solve every layout with all cards open: in how many each card can work, and whether one beats the tempting card for good."""
        from mam.engine.solver.solution import solve

        works = dict.fromkeys(self.sure, 0)
        for layout in self.layouts:
            for card, (low, _) in solve(self.belief.deal(layout), moves=True).moves.items():
                works[card.code] += self.reaches(low - self.captured)
        line = self.find_line("certificate")
        for card, count in self.certificate.get("reaches", {}).items():
            if works.get(card) != count:
                yield line, f"reaches: {card} can work in {works.get(card, 0)} layouts, not {count}"
        tempting = self.certificate.get("tempting")
        if tempting in works and works[tempting] == len(self.layouts):
            yield line, f"tempting: no layout beats {tempting} once it is known, so only guessing tells"

    def check_players(self) -> Found:
        """Let the players try again, and compare how often each reaches the goal; the expert plays a few of its rounds."""
        players = self.certificate.get("players", {})
        results = try_players(self.problem, CHECK_TRIES) if players else {}
        for name, result in results.items():
            stated = players.get(name)
            is_wrong = contradicts(stated, result) if name == "expert" and stated is not None else stated != result
            if is_wrong:
                count = f" in {CHECK_TRIES} tries" if name == "expert" else ""
                yield self.find_line("certificate"), f"players: {name} reaches the goal {result:g}{count}, not {stated}"

    def check_defense(self) -> Found:
        """Play each first card out with random cards: after a wrong one you always fail, after right ones never."""
        from mam.engine.belief.defense import choose_reply

        problem, rng = self.problem, Random(1)
        for card in problem.searcher.list_cards(self.belief):
            is_right = card.code in self.right
            for _ in range(_TRIES):
                belief = self.belief.play(card)
                while not belief.round.is_over:
                    if belief.round.turn in belief.seats:
                        cards: Sequence[Card] = problem.list_right(belief) if is_right else belief.cards_to_play
                        belief = belief.play(rng.choice(list(cards)))
                    elif is_right:
                        belief = belief.play(rng.choice(problem.searcher.list_cards(belief)))
                    else:
                        belief = belief.play(choose_reply(problem.searcher, belief, problem.amount))
                money = belief.round.captured[self.belief.side] - self.captured
                if self.reaches(money) != is_right:
                    yield 0, f"after {card} the goal is {'missed' if is_right else 'reached'} against the defense"


def _has_color(check: _Check, hand: Sequence[Card], word: str) -> bool:
    color, trump = parse_trump(word[0]), check.belief.round.trump
    return any(find_color(card, trump) == color for card in hand)
