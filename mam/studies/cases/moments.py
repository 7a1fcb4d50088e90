"""The moments of a documented case by their names, and its steps: each move from where the reader comes in, with its rulings."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from mam.games.match import Match
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Game
from mam.misplay import Table, replay_table
from mam.records import name_move
from mam.rules.moves import Move, Play
from mam.rules.rulings import Ruling
from mam.studies.case import Case
from mam.studies.cases.setting import set_up_case
from mam.support.messages import quote
from mam.text.notation import parse_move


@dataclass(frozen=True)
class Step:
    """A move of the story: the moment after it and its index, who makes it, its text (a card, a call, an event), and its rulings.

    Of a wrong card that lies on a table, `is_wrong` holds, and the ruling is the one against it. `before` and `after` are the game.
    """

    moment: str
    index: int
    seat: str
    text: str
    rulings: tuple[Ruling, ...]
    before: Game
    after: Game
    is_wrong: bool = False

    def __str__(self) -> str:
        ids = " ".join(ruling.id + ("!" if self.is_wrong else "") for ruling in self.rulings)
        return f"{self.seat} {self.text}: {ids}".lstrip()


class Moments:
    """The games of a story, one after another, each with its name: `deal`, `call 3`, `trick 1 card 2`, `event 4`, `round 1`.

    Of a variation or a reading, `end` is the game that it comes to. Raises what `set_up_case` raises.

    >>> import mam
    >>> moments = Moments(mam.get_case("B26").case)
    >>> moments.names
    ('deal', 'trick 1 card 1', 'trick 1 card 2', 'trick 1 card 3', 'trick 1 card 4')
    >>> print(moments.list_steps()[-1])
    W R1: R35-PLAY-6 R35-PLAY-4 R35-BULL-2
    """

    def __init__(self, case: Case, end: Game | None = None) -> None:
        self.case = case
        self.end = set_up_case(case) if end is None else end
        moments = list(self._list_moments(self.end))
        self.names = tuple(name for name, _ in moments)
        self.games = tuple(game for _, game in moments)

    def _list_moments(self, end: Game) -> Iterator[tuple[str, Game]]:
        if isinstance(end, Table):
            before = len(end.events) - len(self.case.facts.get("events", end.events))
            for number in range(before, len(end.events) + 1):
                yield f"event {number - before}", replay_table(end.rules, end.round.deal, end.events[:number])
        elif isinstance(end, Match):
            rounds = [*end.finished, *([] if end.is_over or not end.round.history else [end.round])]
            for number, round in enumerate(rounds, 1):
                *earlier, last = _list_rounds(round)
                yield from earlier
                yield f"round {number}", last[1]
        else:
            yield from _list_rounds(end)

    def find(self, moment: str) -> int:
        """Return the index of a moment; `trick 3` is the one before its first card. Raises ValueError for an unknown one."""
        for index, game in enumerate(self.games):
            if _is_at_lead(game, moment):
                return index
        found = [index for index, name in enumerate(self.names) if name == moment]
        if not found:
            raise ValueError(
                f"{quote(moment)} is no moment of this case: they go from {self.names[0]} to {self.names[-1]}"
            )
        return found[-1]

    @cached_property
    def start(self) -> int:
        """The index of the moment at which the reader comes in: as written, at the first lead, or at the deal."""
        if self.case.start:
            return self.find(self.case.start)
        return self._find_start()

    def _find_start(self) -> int:
        if self.case.form in ("position", "match"):
            plays = [index for index, game in enumerate(self.games) if game.phase == "play"]
            return plays[0] if plays else len(self.games) - 1
        return 0

    def list_steps(self) -> list[Step]:
        """Return every move from the start on, with its rulings."""
        numbers = range(self.start, len(self.games) - 1)
        return [step for number in numbers if (step := self._make_step(number)) is not None]

    def _make_step(self, number: int) -> Step | None:
        before, after, moment = self.games[number], self.games[number + 1], self.names[number + 1]
        if isinstance(before, Table) and isinstance(after, Table):
            text, rulings = after.events[-1], after.rulings
            wrong = None
            if not rulings and before.phase == before.round.phase:
                wrong = before.verdict(parse_move(text))
            return Step(moment, number + 1, "", text, (wrong,) if wrong else rulings, before, after, wrong is not None)
        if not (isinstance(before, Round) and isinstance(after, Round)):
            return None
        if after.history[:-1] != before.history:  # the next round of a match begins
            return None
        move = after.history[-1]
        text = str(move).removeprefix("play ") if isinstance(move, Play) else str(move)
        return Step(moment, number + 1, before.turn or "", text, _find_rulings(before, move), before, after)


def _find_rulings(before: Round, move: Move) -> tuple[Ruling, ...]:
    """Return the rulings on a move; where a fact of the rules was changed that no option has, there may be no rule to cite."""
    try:
        return before.why(move)
    except KeyError:
        return ()


def _list_rounds(round: Round) -> Iterator[tuple[str, Round]]:
    """Yield a round from its deal on, move by move, with the names of its moments."""
    before = round.at(0)
    yield "deal", before
    for number, move in enumerate(round.history, 1):
        name = name_move(before, number)
        before = before.play(move)
        yield name, before


def _is_at_lead(game: Game, moment: str) -> bool:
    """Return whether the trick of this name, `trick 3`, is led to next."""
    if not isinstance(game, TrickRound) or game.trick is None or game.trick.cards:
        return False
    return moment == f"trick {len(game.tricks) + 1}"
