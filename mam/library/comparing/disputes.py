"""Disputed rulings: one situation ruled under several editions and readings, side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from inspect import signature
from typing import Any

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.comparing.demonstrations import Demonstration, demonstrate
from mam.library.comparing.settings import all_settings
from mam.library.comparing.sheets import Group, format_html, format_text
from mam.library.comparing.verdicts import (
    QUESTIONS,
    Verdict,
    cite,
    describe_move,
    describe_position,
    make_impossible,
    try_move,
)
from mam.rules.cards import format_cards
from mam.rules.editions import RuleSet, TrickGameRules, get_edition, list_editions
from mam.rules.moves import Exchange, Move, Play
from mam.rules.rulings import IllegalMove, Ruling, all_rulings
from mam.rules.scoring import Carry
from mam.text.notation import parse_move, parse_round
from mam.text.positions import make_letter_position, make_position

_WIDTHS = (40, 78)


@dataclass(frozen=True)
class SideBySide:
    """Verdicts on one situation, one for each edition or reading; prints as a table, and a notebook shows it as one.

    It is iterated, indexed and measured like the tuple of its `verdicts`.
    """

    verdicts: tuple[Verdict, ...]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __getitem__(self, place: int) -> Verdict:
        return self.verdicts[place]

    @property
    def differ(self) -> bool:
        """Whether the rules disagree: on the move that was tried, or else on the answer; or on whether it comes to this."""
        return len({(one.possible, one.answer if one.legal is None else one.legal) for one in self}) > 1

    @property
    def position(self) -> str:
        """The position in words, where all came to the same; else ""."""
        return _shared([one.position for one in self if one.possible])

    @property
    def asked(self) -> str:
        """The question, or the move that was tried."""
        return _shared([one.asked for one in self if one.possible]) or self.verdicts[0].asked

    def _rows(self) -> list[Group]:
        groups: list[Group] = []
        for one in self:
            told = [one.answer] if self.position or not one.possible else [one.position, one.answer]
            options = [one.rules.options[name] for name in one.rules.chosen]
            chosen = [f"The option: {option.words}, {cite([one.rules.ruling(option.rule_id)])}" for option in options]
            groups.append([[[one.edition], list(filter(None, [*told, one.source, *chosen]))]])
        return groups

    @property
    def _end(self) -> str:
        if not self.differ:
            return "They agree."
        if all(one.possible for one in self) or not any(one.possible for one in self):
            return "They differ."
        return "Not all of them reach this point." + ("" if self._same_where_possible else " Those that do differ.")

    @property
    def _same_where_possible(self) -> bool:
        return not SideBySide(tuple(one for one in self if one.possible)).differ

    def __str__(self) -> str:
        head = " ".join(filter(None, (self.position, self.asked)))
        return f"{head}\n\n{format_text(['', ''], self._rows(), _WIDTHS)}\n\n{self._end}"

    def __repr__(self) -> str:
        named = ", ".join(one.edition for one in self)
        return f"{self.asked} under {named}: {'they differ' if self.differ else 'they agree'}"

    def html(self) -> str:
        """The table as HTML, every text escaped."""
        return format_html(["", ""], self._rows(), " ".join(filter(None, (self.position, self.asked))))

    def _repr_html_(self) -> str:
        return self.html()


def _shared(texts: Sequence[str]) -> str:
    return texts[0] if len(set(texts)) == 1 else ""


# One situation under several rules


def rule_under(situation: Mapping[str, Any] | Round | str, editions: Sequence[str], asked: str = "") -> SideBySide:
    """The same situation ruled under several editions, each named by its id, with options after plus signs.

    `situation` is a set-up that belongs to no edition: what `make_position` takes, like `hands`, `trump`, `lead` and
    `played` (or what `make_letter_position` takes, with `moves`). Or it is a round, or the line that one prints as: once cards are
    played its hands, trump, leader and cards are what is set up elsewhere, and before that its calls are made again. `asked`
    is a move that is tried, or one of "who is next", "what is legal", "who captures", "what is it worth", "what is scored".

    A verdict is "legal" or "refused", or the answer, with the ruling and its source; where an edition never comes to such a
    position it says so. Raises ValueError for a question or an edition that there is not.

    >>> bull = {"hands": "N BULL BEAR | E TIGER R2 | S Y7 R3 | W B5 Y2", "trump": "B", "lead": "N", "played": "BULL TIGER Y7"}
    >>> ruled = rule_under(bull, ["make-a-million-1935", "make-a-million-2004"], "Y2")
    >>> [verdict.legal for verdict in ruled], ruled.differ
    ([True, False], True)
    """
    if isinstance(editions, str) or not all(isinstance(name, str) for name in editions):
        raise ValueError(f"editions are a list of names, like [{editions!r}]")
    if not editions:
        raise ValueError("name at least one edition")
    if not isinstance(asked, str):
        raise TypeError(f"what is asked is text, like 'who is next' or 'play R40', not {asked!r}")
    if isinstance(situation, str):
        situation = parse_round(situation)
    elif not isinstance(situation, Round):
        _check_situation(situation)
    question = asked.strip().rstrip("?").casefold() or "who is next"
    move = None if question in QUESTIONS else _read_question(asked)
    return SideBySide(tuple(_rule(situation, get_edition(name), question, move) for name in editions))


def _check_situation(situation: Mapping[str, Any]) -> None:
    """Raise ValueError for a word that no set-up knows, a value of another kind, or cards that are not there."""
    if not isinstance(situation, Mapping):
        raise ValueError(
            f"a situation is a mapping like {{'hands': 'N R40 | …'}}, a round, or its text, not {situation!r}"
        )
    kinds = [{*signature(make).parameters} - {"edition", "options"} for make in (make_position, make_letter_position)]
    if strange := set(situation) - kinds[0] - kinds[1] - {"moves"}:
        known = ", ".join(one for one in signature(make_position).parameters if one in kinds[0])
        raise ValueError(f"a situation has no {', '.join(map(repr, sorted(strange)))}; it has: {known}, moves")
    if "hands" not in situation:
        raise ValueError("a situation names its hands, like 'N R40 R2 | E …'")
    for key, value in situation.items():
        if not isinstance(value, _KINDS.get(key, str)):
            raise ValueError(f"{key} is written as text, like 'R40 Y2', not {value!r}")


# What stands in a set-up otherwise than as a text.
_KINDS: dict[str, tuple[type, ...]] = {
    "hands": (str, Mapping),
    "bid": (int, type(None)),
    "blind_draw": (int,),
    "tricks_bid": (Mapping, type(None)),
    "carry": (Carry,),
}


def _read_question(asked: str) -> Move:
    try:
        return parse_move(asked)
    except ValueError as error:
        known = ", ".join(QUESTIONS)
        raise ValueError(f"{asked!r} is no question ({known}), and no move either: {error}") from None


def _rule(situation: Mapping[str, Any] | Round, rules: RuleSet, question: str, move: Move | None) -> Verdict:
    asked = f"{question[:1].upper()}{question[1:]}?" if move is None else f"Somebody {describe_move(rules, move)}"
    try:
        round = _set_up(situation, rules)
    except IllegalMove as error:
        return make_impossible(rules, asked, "", f"“{error.ruling.because}”", (error.ruling,))
    except ValueError as error:
        return make_impossible(rules, asked, "", str(error), _why_impossible(situation, rules))
    return QUESTIONS[question](round) if move is None else try_move(round, move, describe_position(round, bidder=False))


def _set_up(situation: Mapping[str, Any] | Round, rules: RuleSet) -> Round:
    """The situation as a round under these rules. Raises ValueError, or IllegalMove, where there is no such round."""
    if isinstance(situation, Round):
        situation = _neutral(situation, rules)
    if isinstance(situation, Round):
        return situation
    given = dict(situation)
    moves = given.pop("moves", "")
    make: Callable[..., Round] = make_position if isinstance(rules, TrickGameRules) else make_letter_position
    if not set(given) <= set(signature(make).parameters):
        raise ValueError(f"{rules.id} is a game of another kind than this situation")
    round = make(rules.full_id, **given)
    for text in filter(None, map(str.strip, moves.split(","))):
        round = round.play(parse_move(text))
    return round


def _neutral(round: Round, rules: RuleSet) -> Mapping[str, Any] | Round:
    """A round without its edition: the hands at the first lead and all that follows, or its calls made again."""
    if (
        isinstance(round, TrickRound)
        and isinstance(rules, TrickGameRules)
        and round.phase in ("play", "over")
        and round.played
    ):
        return _neutral_play(round)
    if rules.game != round.rules.game:
        raise ValueError(f"{rules.id} is another kind of game than {round.rules.id}")
    small = rules
    if len(round.deal.cards) != len(rules.pack):
        small = replace(rules, pack=round.rules.pack, hand_size=round.rules.hand_size)
    return type(round)(small, round.deal, round.history, round.carry)


def _neutral_play(round: TrickRound) -> Mapping[str, Any]:
    """The cards as they were before the first lead, and those played since. Who has the bid follows from the leader."""
    before = tuple(move for move in round.history if not isinstance(move, Play | Exchange))
    start = TrickRound(round.rules, round.deal, before, round.carry)
    leader = (round.tricks[0] if round.tricks else round.trick).leader  # type: ignore[union-attr]
    return {
        "hands": {seat: _with_covers(start, seat) for seat in round.rules.seats},
        "trump": round.trump.value if round.trump else "",
        "lead": leader,
        "played": format_cards(round.played),
        "bid": round.bid,
        "nest": format_cards(start.nest),
        "discards": format_cards(start.nest),
        "called_cards": format_cards(round.called or ()),
        "tricks_bid": {seat: count for seat, count in round.sealed if count is not None},
        "stock": format_cards(round.deal.stock),
        "blind_draw": round.deal.blind_draw or 0,
        "carry": round.carry,
    }


def _with_covers(round: TrickRound, seat: str) -> str:
    """A hand as text, a card that lies face down behind the one on it, like R40/B2."""
    under = {over: below for over, below in round.deal.covers if over in round.hands[seat]}
    return " ".join(f"{card}/{under[card]}" if card in under else str(card) for card in round.playable(seat))


def _why_impossible(situation: Mapping[str, Any] | Round, rules: RuleSet) -> tuple[Ruling, ...]:
    """The rulings by which these rules have no such position: other seats, another pack, another first lead."""
    if isinstance(situation, Round):
        hands = {seat: format_cards(situation.deal[seat]) for seat in situation.rules.seats}
    else:
        given = situation.get("hands", "")
        parts = (part.strip().partition(" ") for part in given.split("|")) if isinstance(given, str) else ()
        hands = {seat: cards for seat, _, cards in parts} if isinstance(given, str) else dict(given)
    codes = {card.code for card in rules.pack}
    strange = set(" ".join(hands.values()).replace("/", " ").split()) - codes
    key = "players" if set(hands) != set(rules.seats) else "pack" if strange else "first-lead"
    setting = next(one for one in all_settings() if one.key == key)
    return setting.sources(rules) if setting.applies(rules) else ()


# Readings that have a switch


@dataclass(frozen=True)
class Dispute:
    """A question that the documents leave open, with a position on which the two readings give different verdicts.

    `reading` is mam's own answer with its alternative, `edition` one in which the question arises, `option` the switch
    that chooses the other answer. The verdicts are in that order: as mam reads it, and with the switch.
    """

    reading: Ruling
    edition: str
    option: str
    demonstration: Demonstration

    @property
    def id(self) -> str:
        """The id of the reading."""
        return self.reading.id

    @property
    def question(self) -> str:
        """What the documents leave open."""
        return self.reading.question

    @property
    def position(self) -> str:
        """The position on which the readings are tried."""
        return self.demonstration.position or self.demonstration.verdicts[0].position

    @property
    def verdicts(self) -> tuple[Verdict, Verdict]:
        """What is ruled as mam reads it, and what with the switch."""
        return self.demonstration.verdicts

    def _rows(self) -> list[Group]:
        ours, other = self.verdicts
        words = (self.reading.words, self.reading.alternative)
        heads = ("our reading", f"the option {self.option}")
        # In some editions the switch chooses what the reading says for others.
        if self.reading.switch != self.option:
            words, heads = ("", ""), (f"as {self.edition} has it", f"the option {self.option}")
        return [
            [[[head], [*filter(None, [text]), f"→ {verdict.answer}"]]]
            for head, text, verdict in zip(heads, words, (ours, other), strict=True)
        ]

    def __str__(self) -> str:
        head = (
            f"{self.id} ({self.edition}) {self.question}\nPosition: {self.position} {self.demonstration.asked}".strip()
        )
        return f"{head}\n{format_text(['', ''], self._rows(), _WIDTHS)}\n{cite([self.reading])}"

    def __repr__(self) -> str:
        return f"Dispute {self.id} in {self.edition}, switch {self.option}: {self.question}"

    def html(self) -> str:
        """The two readings as an HTML table, every text escaped."""
        caption = f"{self.id} {self.question} {self.position} {self.demonstration.asked}"
        return format_html(["", ""], self._rows(), caption.strip())

    def _repr_html_(self) -> str:
        return self.html()


@cache
def list_disputes() -> tuple[Dispute, ...]:
    """Every reading that can be switched, with a position on which the choice changes the verdict or the score.

    Each switch stands once, under the first edition that offers it; what is decided comes from the engine.

    >>> disputes = {dispute.option: dispute for dispute in list_disputes()}
    >>> [verdict.legal for verdict in disputes["tiger-sets-color"].verdicts]
    [True, False]
    """
    found: dict[str, Dispute] = {}
    for name in list_editions():
        rules = get_edition(name)
        for option, switch in rules.options.items():
            reading = all_rulings()[switch.rule_id]
            if option in found or not reading.switch or switch.group in ("players", "hands"):
                continue
            # What excludes the option is its other way: the limit of a misdeal is doubled where misdeals are played.
            rivals = [
                one for one, other in rules.options.items() if one != option and other.group == switch.group != ""
            ]
            if shown := _show(rules.with_options(rivals[:1]), rules.with_options([option])):
                found[option] = Dispute(reading, name, option, shown)
    return tuple(sorted(found.values(), key=lambda one: list(all_rulings()).index(one.id)))


def _show(rules: RuleSet, switched: RuleSet) -> Demonstration | None:
    """A position on which the rules with the option and without it differ."""
    differing = [
        setting
        for setting in all_settings()
        if setting.applies(rules) and setting.applies(switched) and setting.say(rules) != setting.say(switched)
    ]
    return next(filter(None, (demonstrate(setting, rules, switched) for setting in differing)), None)
