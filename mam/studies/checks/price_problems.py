"""Whether a problem about a bid, a discard or a trump agrees with its prices, and its sentences with what South sees.

Whether a sentence names the true cause is for a person to check.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mam.rules.rulings import IllegalMove
from mam.studies.answers import Judgment
from mam.studies.checks.answers import Found
from mam.studies.checks.hand_claims import list_claims
from mam.studies.checks.hands import certify_prices
from mam.studies.checks.lengths import MAX_LONG_SENTENCE
from mam.studies.checks.problems import MAX_GOAL
from mam.studies.prices import SEED, Price, read_prices
from mam.studies.problems.price_problems import PLAYERS, judge_priced, price_problem
from mam.studies.study import OTHER, Chapter, Stop
from mam.support.messages import quote

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
        if not {certificate.get(name) for name in PLAYERS} & wrong:
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

    def check_sentences(self) -> Found:
        """Check the amounts, counts, cards and calls that sentences state."""
        texts = [self.chapter.goal, *self.stop.hints, *self.plan]
        for claim in list_claims(self.judgment, [("", text) for text in texts]):
            if claim.fault:
                yield self.stop.find_line(), f"{claim.text}: {claim.fault}"

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
