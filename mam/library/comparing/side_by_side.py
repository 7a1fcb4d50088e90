"""One situation ruled under several editions and readings, side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

from mam.games.round import Round
from mam.games.trick_round import TrickRound
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
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import Exchange, Move, Play
from mam.rules.rulings import IllegalMove
from mam.rules.scoring import Carry
from mam.support.arguments import check_arguments
from mam.support.messages import quote
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
    def is_disputed(self) -> bool:
        """Whether the rules disagree: on the move that was tried, or else on the answer; or on whether the position can arise."""
        first, *others = ((verdict.possible, verdict.decision) for verdict in self)
        return any(decision != first for decision in others)

    @property
    def position(self) -> str:
        """The position in words if it is the same under all of these rules, else ""."""
        return _find_common([verdict.position for verdict in self if verdict.possible])

    @property
    def asked(self) -> str:
        """The question, or the move that was tried."""
        return _find_common([verdict.asked for verdict in self if verdict.possible]) or self.verdicts[0].asked

    def _rows(self) -> list[Group]:
        groups: list[Group] = []
        for verdict in self:
            parts = [verdict.answer] if self.position or not verdict.possible else [verdict.position, verdict.answer]
            options = [verdict.rules.options[name] for name in verdict.rules.chosen]
            option_texts = [
                f"The option: {option.words}, {cite([verdict.rules.ruling(option.rule_id)])}" for option in options
            ]
            groups.append([[[verdict.edition], list(filter(None, [*parts, verdict.source, *option_texts]))]])
        return groups

    @property
    def _end(self) -> str:
        if not self.is_disputed:
            return "They agree."
        if all(verdict.possible for verdict in self) or not any(verdict.possible for verdict in self):
            return "They differ."
        return "Not all of them reach this point." + ("" if self._same_where_possible else " Those that do differ.")

    @property
    def _same_where_possible(self) -> bool:
        return not SideBySide(tuple(verdict for verdict in self if verdict.possible)).is_disputed

    def __str__(self) -> str:
        head = " ".join(filter(None, (self.position, self.asked)))
        return f"{head}\n\n{format_text(['', ''], self._rows(), _WIDTHS)}\n\n{self._end}"

    def __repr__(self) -> str:
        editions = ", ".join(verdict.edition for verdict in self)
        return f"{self.asked} under {editions}: {'they differ' if self.is_disputed else 'they agree'}"

    def html(self) -> str:
        """Return the table as HTML, all its text escaped."""
        return format_html(["", ""], self._rows(), " ".join(filter(None, (self.position, self.asked))))

    def _repr_html_(self) -> str:
        return self.html()


def _find_common(texts: Sequence[str]) -> str:
    return texts[0] if len(set(texts)) == 1 else ""


# One situation under several rules


@check_arguments
def rule_under(situation: Mapping[str, Any] | Round | str, editions: Sequence[str], asked: str = "") -> SideBySide:
    """Rule on one situation under several editions, each named by its id, with options after plus signs.

    `situation` is a set-up that belongs to no edition: what `make_position` takes, like `hands`, `trump`, `lead` and
    `played` (or what `make_letter_position` takes, with `moves`). Or it is a round, or the `repr` of one: once cards are
    played its hands, bid, trump, leader and cards are what is set up elsewhere, and before that its calls are made again.
    If both the bidder and the leader are known, both stay, whoever would have led first by the rules of an edition. `asked`
    is a move that is tried, or one of "who is next", "what is legal", "who captures", "what is it worth", "what is scored".

    A verdict is "legal" or "refused", or the answer, with the ruling and its source; where an edition never comes to such a
    position it says so. Raises ValueError for a question or an edition that there is not.

    >>> bull = {"hands": "N BULL BEAR | E TIGER R2 | S Y7 R3 | W B5 Y2", "trump": "B", "lead": "N", "played": "BULL TIGER Y7"}
    >>> ruled = rule_under(bull, ["make-a-million-1935", "make-a-million-2004"], "Y2")
    >>> [verdict.legal for verdict in ruled], ruled.is_disputed
    ([True, False], True)
    """
    if isinstance(editions, str) or not all(isinstance(name, str) for name in editions):
        raise ValueError(f"give the editions as a list, like [{quote(editions)}]")
    if not editions:
        raise ValueError("name at least one edition")
    if not isinstance(asked, str):
        raise TypeError(f"the question must be text, like 'who is next' or 'play R40', not {quote(asked)}")
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
            f"a situation must be a mapping like {{'hands': 'N R40 | …'}}, a round, or its text, not {quote(situation)}"
        )
    kinds = [{*signature(make).parameters} - {"edition", "options"} for make in (make_position, make_letter_position)]
    if strange := set(situation) - kinds[0] - kinds[1] - {"moves"}:
        names = ", ".join(parameter for parameter in signature(make_position).parameters if parameter in kinds[0])
        raise ValueError(f"a situation has no {', '.join(map(repr, sorted(strange)))}; it has: {names}, moves")
    if "hands" not in situation:
        raise ValueError("a situation names its hands, like 'N R40 R2 | E …'")
    for key, value in situation.items():
        if not isinstance(value, _KINDS.get(key, str)):
            raise ValueError(f"{key} must be text, like 'R40 Y2', not {quote(value)}")


# The types of values in a set-up that are not text.
_KINDS: dict[str, tuple[type, ...]] = {
    "hands": (str, Mapping),
    "bid": (int, type(None)),
    "blind_draw": (int,),
    "tricks_bid": (Mapping, type(None)),
    "carry": (Carry,),
}


def _read_question(question: str) -> Move:
    try:
        return parse_move(question)
    except ValueError as error:
        names = ", ".join(QUESTIONS)
        raise ValueError(f"{quote(question)} is neither a question ({names}) nor a move: {error}") from None


def _rule(situation: Mapping[str, Any] | Round, rules: RuleSet, question: str, move: Move | None) -> Verdict:
    asked = f"{question[:1].upper()}{question[1:]}?" if move is None else f"Somebody {describe_move(rules, move)}"
    try:
        round = _set_up(situation, rules)
    except IllegalMove as error:
        return make_impossible(rules, asked, "", f"“{error.ruling.reason}”", (error.ruling,))
    except ValueError as error:
        return make_impossible(rules, asked, "", str(error))
    return QUESTIONS[question](round) if move is None else try_move(round, move, describe_position(round, bidder=False))


def _set_up(situation: Mapping[str, Any] | Round, rules: RuleSet) -> Round:
    """Return the situation as a round under these rules.

    Raises ValueError, or IllegalMove, if there is no such round.
    """
    if isinstance(situation, Round):
        situation = _neutral(situation, rules)
    if isinstance(situation, Round):
        return situation
    setup = dict(situation)
    moves = setup.pop("moves", "")
    make: Callable[..., Round] = make_position if isinstance(rules, TrickGameRules) else make_letter_position
    if not set(setup) <= set(signature(make).parameters):
        raise ValueError(f"{rules.id} is another kind of game than this situation")
    if isinstance(rules, TrickGameRules):
        rules = _keep_leader(rules, setup)
        setup.setdefault("bid", rules.auction.min_opening)  # what is scored, or who begins, needs an auction
    round = make(rules if isinstance(rules, TrickGameRules) else rules.full_id, **setup)
    for text in filter(None, map(str.strip, moves.split(","))):
        round = round.play(parse_move(text))
    return round


def _keep_leader(rules: TrickGameRules, setup: dict[str, Any]) -> TrickGameRules:
    """Return the rules with the first lead as this situation has it, if it names both the bidder and the leader.

    What is asked comes later than the first lead. Without an auction there is no bidder: the name is left out.
    """
    bidder, leader = setup.get("bidder", ""), setup.get("lead", "")
    if "auction" not in rules.phases:
        setup.pop("bidder", None)
        return rules
    if not (bidder and leader and setup.get("played")):
        return rules
    return replace(rules, first_lead="bidder" if bidder == leader else "left of bidder")


def _neutral(round: Round, rules: RuleSet) -> Mapping[str, Any] | Round:
    """Return a round without its edition: from the end of the auction on its bidder, its hands and all that follows, else its
    calls made again."""
    if (
        isinstance(round, TrickRound)
        and isinstance(rules, TrickGameRules)
        and (round.bidder is not None or round.played)
    ):
        return _neutral_play(round)
    if rules.game != round.rules.game:
        raise ValueError(f"{rules.id} is another kind of game than {round.rules.id}")
    small = rules
    if len(round.deal.cards) != len(rules.pack):
        small = replace(rules, pack=round.rules.pack, hand_size=round.rules.hand_size)
    return type(round)(small, round.deal, round.history, round.carry)


def _neutral_play(round: TrickRound) -> Mapping[str, Any]:
    """Return who had the bid, the cards before the first lead, and those played since; before the discard, the cards as dealt."""
    before = tuple(move for move in round.history if not isinstance(move, Play | Exchange))
    start = TrickRound(round.rules, round.deal, () if round.phase in ("vote", "nest") else before, round.carry)
    trick = round.tricks[0] if round.tricks else round.trick
    return {
        "hands": {seat: _with_covers(start, seat) for seat in round.rules.seats},
        "trump": round.trump.value if round.trump else "",
        "lead": trick.leader if trick and trick.cards else "",
        "bidder": round.bidder or "",
        "played": format_cards(round.played),
        "until": "play" if round.played else round.phase,
        "bid": round.bid,
        "nest": format_cards(start.nest),
        "discards": format_cards(start.nest) if round.discarded is not None else "",
        "called_cards": format_cards(round.called or ()),
        "tricks_bid": {seat: count for seat, count in round.sealed if count is not None},
        "stock": format_cards(round.deal.stock),
        "blind_draw": round.deal.blind_draw or 0,
        "carry": round.carry,
    }


def _with_covers(round: TrickRound, seat: str) -> str:
    """Return a hand as text, a face-down card after the one on it, like R40/B2."""
    covers = {cover: covered for cover, covered in round.deal.covers if cover in round.hands[seat]}
    return " ".join(f"{card}/{covers[card]}" if card in covers else str(card) for card in round.playable(seat))
