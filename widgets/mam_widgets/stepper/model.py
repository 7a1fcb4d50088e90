"""A walk through a record: where one stands, what-if branches, and the scene of each moment. No browser in here."""

from dataclasses import dataclass, field, replace
from random import Random

from mam import NotationError, Round, Ruling, TrickRound, parse_move, view
from mam.games.views import View, try_move
from mam.players import random_player
from mam.records import Branch, Record
from mam.rules.dealing import derive_seed
from mam.rules.moves import Move
from mam.support.messages import quote
from mam_widgets.shared.messages import on_message


@dataclass
class Walk:
    """A moment of a record or of one of its branches, and the ways to go on from there.

    `step` counts the moves made; `branch` is the index of the what-if being walked, None on the record itself. With
    `you` set, only that seat's view is shown and the others make random moves when asked to. `bottom` is
    the seat at the lower edge; where there is no such seat, the first.
    """

    record: Record
    step: int = 0
    branch: int | None = None
    you: str | None = None
    bottom: str = "S"
    open_hands: bool = True
    seed: int = 0
    is_printed: bool = False  # whether the record's calls stand in print
    recorded_count: int = 0  # how many moves the record had when the walk began
    refused: tuple[Move, Ruling] | None = None
    fault: str = ""
    _lines: dict[int | None, tuple[Round, ...]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.bottom not in self.record.deal.seats:
            self.bottom = self.you or self.record.deal.seats[0]

    # Where we stand

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds along the line being walked, from the deal on."""
        if self.branch not in self._lines:
            if self.branch is None:
                self._lines[None] = self.record.rounds()
            else:
                step = self.record.branches[self.branch].step
                self._lines[self.branch] = self.main[:step] + self.record.branch_rounds(self.branch)
        return self._lines[self.branch]

    @property
    def main(self) -> tuple[Round, ...]:
        """The rounds of the record itself."""
        if None not in self._lines:
            self._lines[None] = self.record.rounds()
        return self._lines[None]

    @property
    def round(self) -> Round:
        return self.rounds[self.step]

    @property
    def last(self) -> int:
        return len(self.rounds) - 1

    @property
    def person(self) -> str | None:
        """Whose view is shown: yours, until the round has been played out; then all may be looked at (R35-NEST-7)."""
        return None if self.main[-1].is_over or self.rounds[-1].is_over else self.you

    @property
    def shown(self) -> View[Round]:
        """What lies face up here: every card with all hands open, else what the person to move knows, whose hand is shown.

        The odds are about the cards that this leaves unseen.
        """
        return view(self.round, self.eye)

    @property
    def eye(self) -> str | None:
        """The person with whose eyes the table is seen; None with all hands open."""
        return self.person if self.person or self.open_hands else self.round.actor

    @property
    def off_record(self) -> bool:
        """Whether the moves up to here differ from the record's."""
        return self.branch is not None and self.step > self.record.branches[self.branch].step

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line being walked, to its end."""
        return self.rounds[-1].history

    def with_record(self, record: Record) -> "Walk":
        """Return a walk through another record of the same deal, seen by the same person, at the same moment or its end."""
        walk = Walk(record, you=self.you, bottom=self.bottom, open_hands=self.open_hands, seed=self.seed)
        walk.is_printed, walk.recorded_count = self.is_printed, min(self.recorded_count, len(record.moves))
        walk.go_to_step(self.step)
        return walk

    # Going

    @on_message("go_to_step")
    def go_to_step(self, step: int) -> None:
        """Go to this step, or to the nearest end."""
        self._clear()
        self.step = max(0, min(step, self.last))

    def play(self, move: Move) -> None:
        """Make a move here: on along the line if it is the line's next move, else into a branch (or, at the open end of an
        unfinished record, on in the record). A refused move is kept with its ruling for the panel."""
        self._clear()
        answer = try_move(self.round, self.person, move)
        if isinstance(answer, Ruling):
            self.refused = (move, answer)
        else:
            self._go(answer)

    def _go(self, after: Round) -> None:
        """Go to the round after one more move: on the line where it has that move, else on a branch or a longer record."""
        move = after.history[-1]
        if self.step < self.last and self.moves[self.step] == move:
            self.step += 1
            return
        if not self.off_record and self.main[-1].history[self.step : self.step + 1] == (move,):
            self.branch = None  # the record's own move, made where a branch leaves it
            self.step += 1
            return
        if self.branch is None and self.step == self.last:
            self.record = replace(self.record, moves=(*self.record.moves, move))
            self._lines[None] = (*self.main, after)
        else:
            self._branch_off(move, after)
        self.step += 1

    def _branch_off(self, move: Move, after: Round) -> None:
        branches, line = self.record.branches, (*self.rounds[: self.step + 1], after)
        if self.branch is not None and self.step >= branches[self.branch].step:
            old = branches[self.branch]
            moves = (*old.moves[: self.step - old.step], move)
            if self.step == self.last:  # the branch simply grows
                grown = (*branches[: self.branch], replace(old, moves=moves), *branches[self.branch + 1 :])
                self.record = replace(self.record, branches=grown)
                self._lines[self.branch] = line
                return
            new = Branch(old.step, moves)
        else:
            new = Branch(self.step, (move,))
        for index, branch in enumerate(branches):
            if branch.step == new.step and branch.moves[: len(new.moves)] == new.moves:
                self.branch = index  # somebody tried this before: go on there
                return
        names = {branch.name for branch in branches}
        name = next(name for number in range(1, len(branches) + 2) if (name := f"What-if {number}") not in names)
        self.record = replace(self.record, branches=(*branches, replace(new, name=name)))
        self.branch = len(branches)
        self._lines[self.branch] = line

    @on_message("move")
    def play_text(self, move: str) -> None:
        """Make the move with this notation; for a text that is none, keep what is wrong with it."""
        try:
            parsed = parse_move(move)
        except NotationError as error:
            self._clear()
            self.fault = str(error)
        else:
            self.play(parsed)

    @on_message("all_hands")
    def show_all_hands(self, is_on: bool) -> None:
        """Show all hands, or one seat's view."""
        self.open_hands = is_on

    @on_message("bottom")
    def view_from(self, seat: str) -> None:
        """Show the table from this seat. Raises ValueError where there is no such seat."""
        if seat not in self.record.deal.seats:
            raise ValueError(f"no seat {quote(seat)}: the seats are {' '.join(self.record.deal.seats)}")
        self.bottom = seat

    @on_message("back")
    def back_to_record(self) -> None:
        """Leave the branch for the moment it left the record."""
        self._clear()
        if self.branch is not None:
            self.step = min(self.step, self.record.branches[self.branch].step)
            self.branch = None

    @on_message("branch")
    def enter_branch(self, index: int) -> None:
        """Go to the first move of a branch; an index that names none changes nothing."""
        self._clear()
        if 0 <= index < len(self.record.branches):
            self.branch = index
            self.step = self.record.branches[self.branch].step + 1

    @on_message("undo")
    def undo(self) -> None:
        """Take back the last move of a branch or of a round being played (with `you`, to your own last decision)."""
        self._clear()
        if not self.can_undo:
            return
        keep = self.step - 1
        if self.you and self.branch is None:
            keep = max((s for s in range(self.step) if self.rounds[s].actor == self.you), default=keep)
        if self.branch is None:
            keep = max(keep, *(branch.step for branch in self.record.branches), 0)  # a branch keeps what it hangs on
            self.record = replace(self.record, moves=self.record.moves[:keep])
            self._lines.pop(None)
        else:
            branches, old = self.record.branches, self.record.branches[self.branch]
            left = old.moves[: keep - old.step]
            self._lines = {None: self.main}
            if left:
                self.record = replace(
                    self.record,
                    branches=(*branches[: self.branch], replace(old, moves=left), *branches[self.branch + 1 :]),
                )
            else:
                self.record = replace(self.record, branches=(*branches[: self.branch], *branches[self.branch + 1 :]))
                self.branch = None
        self.step = keep

    @property
    def can_undo(self) -> bool:
        """Only what was added here can be taken back, and nothing that a branch still hangs on."""
        if self.step != self.last or not self.step:
            return False
        if self.branch is not None:
            return self.off_record
        return self.step > self.recorded_count and not any(branch.step >= self.step for branch in self.record.branches)

    # Moves made for the learner

    def find_recorded_call(self) -> Move | None:
        """Return what the record lets the seat to call say here: its own next call, counted by its calls so far."""
        round, final = self.round, self.main[-1]
        if round.phase != "auction" or not isinstance(round, TrickRound) or not isinstance(final, TrickRound):
            return None
        calls_so_far = sum(seat == round.turn for seat, _ in round.calls)
        recorded_calls = [call for seat, call in final.calls if seat == round.turn]
        return recorded_calls[calls_so_far] if calls_so_far < len(recorded_calls) else None

    @on_message("as_recorded")
    def call_as_recorded(self) -> None:
        """Let the seat to call say what the record has it say, where that is legal; else the ruling says why not."""
        call = self.find_recorded_call()
        if call is not None:
            self.play(call)

    @on_message("as_recorded_all")
    def call_all_as_recorded(self) -> None:
        """Let one seat after the other call as printed: to the seat that was tried otherwise, or until a printed call
        is no longer legal."""
        tried = self.rounds[self.record.branches[self.branch].step].turn if self.branch is not None else None
        self._clear()
        first = True
        while (call := self.find_recorded_call()) is not None and (first or self.round.turn != tried):
            answer = self.round.try_move(call)
            if isinstance(answer, Ruling):
                return
            self._go(answer)
            first = False

    @on_message("random_move")
    def play_random_move(self) -> None:
        """Any legal move for whoever is next; with `you`, for all others until it is your turn or a trick is complete."""
        self._clear()
        plays_for_others = self.you is not None and self.round.actor != self.you
        while self.round.actor is not None:
            tricks = _tricks(self.round)
            rng = Random(derive_seed(self.seed, *map(str, self.round.history)))
            self._go(self.round.play(random_player(view(self.round, self.round.actor), rng)))
            if not plays_for_others or self.round.actor == self.you or _tricks(self.round) > tricks:
                return

    @on_message("to_turn")
    def play_to_turn(self) -> None:
        """All others move until it is your turn or a trick is complete: never a move of your own, however often it is asked."""
        if self.you is not None and self.round.actor != self.you:
            self.play_random_move()

    def _clear(self) -> None:
        self.refused, self.fault = None, ""


def _tricks(round: Round) -> int:
    """Return how many tricks are complete."""
    return len(round.tricks) if isinstance(round, TrickRound) else 0
