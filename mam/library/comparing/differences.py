"""Two editions side by side: every difference in their rules, computed from the rules themselves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from mam.library.comparing.demonstrations import Demonstration, demonstrate
from mam.library.comparing.settings import Setting, all_conflicts, all_settings, find_text, list_facts, switch_on
from mam.library.comparing.sheets import Group, format_html, format_text
from mam.library.comparing.verdicts import Verdict, cite
from mam.rules.editions import RuleSet, get_edition
from mam.rules.rulings import Ruling, ruling

_WIDTHS = (34, 42, 42)
_SILENT = "does not say"


@dataclass(frozen=True)
class Difference:
    """One thing in which two rule sets differ.

    `conflict` is the conflict of the documents behind it ("" if there is none), `topic` says what it is about, `texts` what
    each of the two says, `rulings` where; `fields` are the fields of the rules that hold it. `kind` is "setting", "option"
    (a switch that only one of them has, `option_words` say it), "note" (a matter of words or dates, which changes no game), or "game" (one of the
    basic facts of two different games).
    """

    topic: str
    kind: str
    texts: tuple[str, str]
    rulings: tuple[tuple[Ruling, ...], tuple[Ruling, ...]]
    fields: tuple[str, ...] = ()
    conflict: str = ""
    words: str = ""
    option: str = ""
    option_words: str = ""
    shown_by: tuple[tuple[Setting, RuleSet, RuleSet], ...] = field(default=(), repr=False)

    @property
    def sources(self) -> tuple[str, str]:
        """The rules behind what each says, with document, page and section."""
        first, second = map(cite, self.rulings)
        return first, second

    @cached_property
    def demonstration(self) -> Demonstration | None:
        """A position on which the verdict or the score differs, worked out by the engine; None where there is no such."""
        demonstrations = (demonstrate(*pair) for pair in self.shown_by)
        return next(filter(None, demonstrations), None)

    def rows(self) -> Group:
        """Return the rows of a table: what each edition says and where, and an example."""
        first_row: list[list[str]] = [[f"{self.conflict} {self.topic}".strip()]]
        first_row += [
            [text, source] if source else [text] for text, source in zip(self.texts, self.sources, strict=True)
        ]
        demonstration = self.demonstration
        if demonstration is None:
            return [first_row, [[self.words], [], []]] if self.kind == "note" else [first_row]
        example = " ".join(filter(None, ("For example:", demonstration.position, _end_sentence(demonstration.asked))))
        return [first_row, [[example], *([self._answer(demonstration, verdict)] for verdict in demonstration.verdicts)]]

    def _answer(self, example: Demonstration, verdict: Verdict) -> str:
        """Format a verdict with what the two do not share: the position, the question, and whose verdict it is."""
        edition = f"{verdict.edition}:" if self.kind == "option" else ""
        position = "" if example.position else verdict.position
        question = "" if example.asked else _end_sentence(verdict.asked)
        return " ".join(filter(None, (edition, position, question, f"→ {verdict.answer}")))


def _end_sentence(question: str) -> str:
    """Return a question, or a move that was tried, as a sentence."""
    return question if not question or question.endswith(("?", ".")) else f"{question}."


@dataclass(frozen=True)
class Comparison:
    """Two rule sets and every difference between them; prints as a table, and a notebook shows it as one.

    It is iterated, indexed and measured like the tuple of its `differences`.
    """

    rules: tuple[RuleSet, RuleSet]
    differences: tuple[Difference, ...]

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __len__(self) -> int:
        return len(self.differences)

    def __getitem__(self, place: int) -> Difference:
        return self.differences[place]

    def find(self, text: str) -> tuple[Difference, ...]:
        """Return the differences of a conflict ("C-01"), a field ("auction.opens"), an option or a topic."""
        return tuple(
            difference
            for difference in self
            if text in (*difference.conflict.split(", "), *difference.fields, difference.option)
            or text.casefold() in difference.topic.casefold()
        )

    @property
    def _names(self) -> tuple[str, str]:
        first, second = ("".join([rules.name, *(f" + {name}" for name in rules.chosen)]) for rules in self.rules)
        return first, second

    def __str__(self) -> str:
        first, second = self._names
        if not self.differences:
            return f"{first} and {second}: no difference."
        table = format_text(["", "A", "B"], [difference.rows() for difference in self], _WIDTHS)
        return f"A: {first}\nB: {second}\n\n{table}"

    def __repr__(self) -> str:
        a, b = (rules.full_id for rules in self.rules)
        return f"Comparison of {a} and {b}: {len(self)} differences"

    def html(self) -> str:
        """Return the table as HTML, all its text escaped."""
        return format_html(
            ["", *self._names], [difference.rows() for difference in self], "Differences between two editions"
        )

    def _repr_html_(self) -> str:
        return self.html()


def compare(a: str, b: str, *, notes: bool = False) -> Comparison:
    """Compare two editions, each named by its id, with options after plus signs.

    The differences are found in the rules themselves; options that only one of the two offers are among them, and with
    `notes` also the conflicts of the documents that change no game. Where a verdict or a score differs the engine is asked
    for it on a position. Raises ValueError for an unknown edition or option.

    >>> found = compare("make-a-million-1935", "make-a-million-2004")
    >>> lead = found.find("C-01")[0]
    >>> lead.topic, lead.texts
    ('the first lead of a round', ('left of the bidder', 'the bidder'))
    >>> [verdict.answer for verdict in lead.demonstration.verdicts]
    ['North, left of the bidder', 'West, the bidder']
    """
    first, second = get_edition(a), get_edition(b)
    return Comparison((first, second), tuple(compare_rules(first, second, notes)))


def compare_rules(first: RuleSet, second: RuleSet, notes: bool = False) -> Iterator[Difference]:
    """Yield the differences between two rule sets, be they editions or changed ones."""
    if first.game != second.game:
        yield from _compare_games(first, second)
        return
    differences = [*_compare_settings(first, second), *_compare_options(first, second)]
    yield from differences
    if notes:
        yield from _compare_notes(first, second, [difference.conflict for difference in differences])


def _compare_settings(first: RuleSet, second: RuleSet) -> Iterator[Difference]:
    for setting in all_settings():
        if not (setting.applies(first) and setting.applies(second)):
            continue
        texts = setting.say(first), setting.say(second)
        if texts[0] != texts[1]:
            yield _row(setting, first, second, texts)


def _row(
    setting: Setting, first: RuleSet, second: RuleSet, texts: tuple[str, str], kind: str = "setting"
) -> Difference:
    conflict = all_conflicts().get(setting.conflict)
    return Difference(
        setting.topic,
        kind,
        texts,
        (setting.sources(first), setting.sources(second)),
        setting.list_covered_fields(first, second),
        setting.conflict,
        conflict.words if conflict else "",
        shown_by=((setting, first, second),) if kind == "setting" else (),
    )


# Options


def _compare_options(first: RuleSet, second: RuleSet) -> Iterator[Difference]:
    for rules, other_rules, place in ((first, second, 0), (second, first, 1)):
        groups: dict[str, list[str]] = {}
        for name, option in rules.options.items():
            if name not in other_rules.options and name not in rules.chosen:
                groups.setdefault(_family(option.group) or name, []).append(name)
        for names in groups.values():
            yield _option_row(rules, other_rules, place, names)


def _family(group: str) -> str:
    """Return the group whose options share a row because they differ in a number only."""
    return group if group in ("players", "hands") else ""


def _option_row(rules: RuleSet, other_rules: RuleSet, place: int, names: Sequence[str]) -> Difference:
    option = rules.options[names[0]]
    label = names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
    words = option.words if len(names) == 1 else f"{option.words} … {rules.options[names[-1]].words}"
    texts: list[str] = ["not offered", f"offers {label}"]
    rulings: list[tuple[Ruling, ...]] = [(), (rules.ruling(option.rule_id),)]
    changed_rules = _switch(rules, names)
    with_option = changed_rules and switch_on(rules, option)
    settings = [setting for setting in all_settings() if with_option and setting.differs(rules, with_option)]
    if not place:
        texts, rulings = texts[::-1], rulings[::-1]
    pairs: list[tuple[Setting, RuleSet, RuleSet]] = []
    for setting in settings:
        assert changed_rules is not None
        # If the two agree without the option, compare the other edition with this one with the option; then this one without and with.
        if setting.applies(other_rules) and setting.say(other_rules) == setting.say(rules):
            pairs.append((setting, changed_rules, other_rules) if not place else (setting, other_rules, changed_rules))
        pairs.append((setting, rules, changed_rules))
    return Difference(
        f"the option{'' if len(names) == 1 else 's'}: {words}",
        "option",
        (texts[0], texts[1]),
        (rulings[0], rulings[1]),
        _list_changed_fields(rules, changed_rules) if changed_rules else (),
        ", ".join(dict.fromkeys(setting.conflict for setting in settings if setting.conflict)),
        option=label,
        option_words=words,
        shown_by=tuple(pairs),
    )


def _switch(rules: RuleSet, names: Sequence[str]) -> RuleSet | None:
    """Return the rules with the first of these options that goes with those chosen."""
    for name in names:
        try:
            return rules.with_options([name])
        except ValueError:  # it excludes an option that was chosen
            continue
    return None


def _list_changed_fields(rules_a: RuleSet, rules_b: RuleSet) -> tuple[str, ...]:
    first, second = list_facts(rules_a), list_facts(rules_b)
    return tuple(name for name in {**first, **second} if first.get(name) != second.get(name))


# Notes, and games that are not of one kind


def _compare_notes(rules_a: RuleSet, rules_b: RuleSet, conflicts: Sequence[str]) -> Iterator[Difference]:
    known_conflicts = {conflict for names in conflicts for conflict in names.split(", ")}
    for conflict in all_conflicts().values():
        (first, by_first), (second, by_second) = find_text(conflict, rules_a), find_text(conflict, rules_b)
        if conflict.id in known_conflicts or first == second:
            continue
        yield Difference(
            conflict.topic,
            "note",
            (first or _SILENT, second or _SILENT),
            (by_first, by_second),
            (),
            conflict.id,
            conflict.words,
        )


def _compare_games(first: RuleSet, second: RuleSet) -> Iterator[Difference]:
    """Yield the basic facts of two games of different kinds."""
    kinds = first.kind, second.kind
    yield Difference(
        "two games of different kinds, whose rules cannot be compared one by one", "game", kinds, ((), ()), ("game",)
    )
    settings = {setting.key: setting for setting in all_settings()}
    for key in ("players", "pack", "hand"):
        texts = settings[key].say(first), settings[key].say(second)
        yield replace(_row(settings[key], first, second, texts, "game"), conflict="", words="")
    goals = _goal(first, settings), _goal(second, settings)
    yield Difference("the goal", "game", (goals[0][0], goals[1][0]), (goals[0][1], goals[1][1]), ("scoring.target",))


def _goal(rules: RuleSet, settings: Mapping[str, Setting]) -> tuple[str, tuple[Ruling, ...]]:
    target = settings["target"]
    match_end = "" if rules.scoring.target == 1 else f"; a match is to {target.say(rules)}"
    if rules.scoring.target is None:
        match_end = "; the last deal ends a match"
    if rules.goal:
        return rules.goal + match_end, tuple(map(ruling, rules.goal_rules))
    counts = settings["counts"]
    return f"capture tricks for {counts.say(rules)}{match_end}", (*counts.sources(rules), *target.sources(rules))
