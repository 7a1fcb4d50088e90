"""A check of a documented case in its own position, and the form in which it is answered."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from mam.games.trick_round import TrickRound
from mam.library.situations import Check, Finding, Situation
from mam.library.situations.questions import find_round
from mam.library.situations.setting import Game
from mam.rules.amounts import format_amount
from mam.rules.cards import join_words
from mam.rules.dealing import derive_seed
from mam.rules.editions import RuleSet


@dataclass(frozen=True)
class Form:
    """How an answer is given: `kind` is "one" of the `values`, "many" of them (or none), or "numbers", one for each.

    `values` are parts of answers as checks have them (for numbers: where in the answer the number stands), `labels` the
    same for people, `cards` the codes of those that are cards. `unit` is what numbers count.
    """

    kind: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]
    cards: tuple[str, ...] = ()
    unit: str = ""

    def places(self, answer: Any) -> tuple[int, ...]:
        """Return an answer as this form has it: the places of the values chosen, or the numbers."""
        if self.kind == "one":
            return (self.values.index(answer),)
        if self.kind == "many":
            return tuple(place for place, value in enumerate(self.values) if value in answer)
        return tuple(_number(answer, where) for where in self.values)

    def describe(self, places: Sequence[int]) -> str:
        """Return an answer in words."""
        if self.kind != "numbers":
            return join_words([self.labels[place] for place in places]) or "none of these"
        texts = [format_amount(number, self.unit) if self.unit != "count" else f"{number}" for number in places]
        if len(texts) == 1:
            return texts[0]
        return ", ".join(f"{label} {text}" for label, text in zip(self.labels, texts, strict=True))


def _number(answer: Any, where: Any) -> int:
    number = answer if where is None else answer[where]
    return int(number[0] if isinstance(number, list) else number)


@dataclass(frozen=True)
class Case:
    """One check of a documented case in its own position, to be asked as a question."""

    situation: Situation
    check: Check

    @cached_property
    def place(self) -> Situation:
        """The situation as the check sets it up."""
        return self.situation.set_for(self.check)

    @cached_property
    def played(self) -> Game:
        return self.place.game

    @cached_property
    def finding(self) -> Finding:
        """What the library answers, by playing."""
        return self.place.judge(self.check)

    @property
    def has_another_trump(self) -> bool:
        """Whether the check is about other hands with another trump than the set-up in words, which speaks of trumps."""
        setting, trump = self.check.setting, self.situation.table.get("trump")
        differs = "hands" in setting and setting.get("trump", trump) != trump
        return differs and re.search(r"\btrumps?\b", self.situation.setup) is not None

    @property
    def states_calls(self) -> bool:
        """Whether the document, or the record, says how the auction went; else one was made up that leads to the bid."""
        table, round = self.place.table, self.round
        sealed = round is not None and bool(round.sealed)  # what everybody bid is what the tricks are counted against
        return (
            sealed
            or self.place.form in ("record", "letters")
            or (self.place.form in ("deal", "rounds") and bool(table.get("moves")) and not table.get("finish", False))
        )

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.check.facts

    @property
    def rules(self) -> RuleSet:
        return self.played.rules

    @property
    def round(self) -> TrickRound | None:
        """The round of tricks that is asked about, if it is one."""
        round = find_round(self.played, self.facts)
        return round if isinstance(round, TrickRound) else None

    @property
    def random(self) -> Random:
        """Choices are mixed in the same way each time."""
        return Random(derive_seed(1, "choices", self.situation.id, str(self.check)))

    def name(self, party: str) -> str:
        """Return a seat, a side or an account as people say it, with the name that the document gives it."""
        rules, people = self.rules, self.situation.people
        sides: Mapping[str, str] = getattr(rules, "side_names", {})
        usual = rules.seat_names.get(party) or rules.accounts.get(party) or sides.get(party) or party
        names = "-".join(
            people.get(seat, "") for seat in ([party] if party in rules.seats else _seats_of(rules, party))
        )
        return f"{names} ({usual})" if names.strip("-") else usual


def _seats_of(rules: RuleSet, side: str) -> Sequence[str]:
    return [seat for seat in rules.seats if seat in side.split("-")]
