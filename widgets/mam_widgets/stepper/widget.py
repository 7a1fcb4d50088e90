"""The stepper widget: a drawn table on which a record is walked through, with what-ifs."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Literal

import mam
from mam import Record, Round
from mam.rules.moves import Move
from mam.scenes import list_card_facts
from mam.scenes.schema import Message
from mam.support.data_files import find_data_folder
from mam.support.messages import quote
from mam.support.steps import take_all, yield_result
from mam_widgets.shared.background import BackgroundTask, works_in_steps
from mam_widgets.shared.edition_picker import check_edition, describe_switch, make_editions, name_edition
from mam_widgets.shared.edition_schema import ReplayResult
from mam_widgets.shared.host import make_field
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.odds import OddsTab
from mam_widgets.shared.widget import SceneWidget
from mam_widgets.stepper.edition_replay import EditionReplay, Stop, replay_under
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.scene import list_actions, list_tabs, make_walk_scene
from mam_widgets.stepper.schema import Solve, StepperScene
from mam_widgets.stepper.solving import can_solve, mark_solution, most_seconds, solution_message, solve_steps

if TYPE_CHECKING:
    from mam.engine.solver.solution import Solution


class Stepper(SceneWidget):
    """A record on a table: forward, back, jump, and any other legal move as a what-if branch.

    `record` gives the record back, with the branches tried; `round` is the round shown. Under another edition
    (`replay_under`) the same deal and moves are walked as far as they are legal there. The table follows the theme of the
    front end and works by mouse, touch and keyboard (press ? for the keys). In a saved notebook without a kernel a
    picture and a text of the position stand in its place.
    """

    _room = Path(__file__).parent

    near: Any = make_field()  # the scenes of the steps around the one shown, by step

    def __init__(self, walk: Walk) -> None:
        self._original = self._walk = walk  # under the record's own edition, and the one shown
        self._edition_replay: EditionReplay | None = None  # how far the record goes under another edition
        self._message = ""  # what a switch of editions, or the solver, says in place of the moment
        self._solved: dict[tuple[str, tuple[Move, ...]], Solution] = {}  # what is proven of each moment asked for
        self._solving: tuple[str, tuple[Move, ...]] | None = None
        self._cancel = Event()  # ends the search that is running
        self._line: tuple[object, ...] = ()  # what the scenes depend on beside the step
        self._line_number = 0
        self._odds = OddsTab(self._refresh, self._fail)
        self._background = BackgroundTask(fault=self._fail)
        # Draws the neighboring steps where work keeps clicks waiting; one that cannot be drawn is drawn when somebody goes there.
        self._drawing = BackgroundTask(fault=lambda _words: None)
        super().__init__()
        self.near = self._make_near()

    @property
    def record(self) -> Record:
        return self._walk.record

    @property
    def round(self) -> Round:
        return self._walk.round

    def go(self, step: int) -> "Stepper":
        """Stand after this many moves (or at the nearest end) and return the widget, for the last line of a cell."""
        self._message = self._refusal = ""
        self._walk.go_to_step(step)
        self._refresh()
        return self

    def replay_under(self, edition: str) -> "Stepper":
        """Walk the same deal and moves under another edition and return the widget; its own edition brings all back.

        Raises ValueError for an unknown edition, and for one that these cards are not dealt for.
        """
        self._switch(check_edition(edition))
        self._refresh()
        return self

    def solve(self) -> "Stepper":
        """Ask the solver for the moment shown and return the widget; the figures come onto the cards when they are found.

        What a few seconds do not settle is looked at for longer when asked again. Raises ValueError where there is nothing
        to solve: no card to play, cards unseen, or a game that the solver does not know.
        """
        self._solve()
        self._refresh()
        return self

    @on_message("solve")
    def _solve(self) -> None:
        if not self._may_solve:
            raise ValueError(
                "The solver works only during play, with all hands open, in a game for money with four hands and two sides."
            )
        round, moment = self._walk.round, self._moment
        if moment == self._solving:
            return
        longer, cancel = moment in self._solved, Event()
        self._cancel.set()
        self._cancel = cancel
        self._solving, self._message = moment, f"Solving. It takes {most_seconds(longer):g} seconds at most."

        def show(solution: "Solution") -> None:
            self._solved[moment] = solution
            tell()

        def finish() -> None:
            self._solving = None
            tell()

        def tell() -> None:
            if self._moment == moment and moment in self._solved:
                message = solution_message(self._solved[moment])
                self._message = f"{message['what']} {message['why']}"
            self._refresh()

        self._background.run(lambda: solve_steps(round, longer, cancel.is_set), show, finish)

    @on_message("stop_solving")
    def _stop_solving(self) -> None:
        """End the search that is running; what is proven by then is shown."""
        self._cancel.set()

    def _fail(self, words: str) -> None:
        self._solving = None
        super()._fail(words)

    @property
    def _moment(self) -> tuple[str, tuple[Move, ...]]:
        return _moment_of(self._walk)

    @property
    def _may_solve(self) -> bool:
        return _may_solve(self._walk)

    def _switch(self, edition: str) -> None:
        original, edition_id = self._original, self._original.round.rules.full_id
        if edition == edition_id:
            self._walk, self._edition_replay = original, None
            self._message = f"Back under {name_edition(original.round.rules)}."
            return
        edition_replay = self._edition_replay = replay_under(original.record, edition, original.rounds, original.you)
        self._walk = original.with_record(edition_replay.record)
        if edition_replay.stop and edition_replay.stop.step <= original.step:
            self._point_out(edition_replay.stop)
        self._message = f"{describe_switch(edition, edition_id)} {edition_replay.words}"

    def _point_out(self, stop: Stop) -> None:
        """Stand where the record cannot go on, and show the ruling that says so."""
        self._walk.go_to_step(stop.step)
        if stop.refused and stop.ruling:
            self._walk.refused = (stop.refused, stop.ruling)

    def _refresh(self) -> None:
        super()._refresh()
        if works_in_steps():
            self._drawing.run(lambda: yield_result(self._make_near_in_steps()), self._send_near)
        else:
            self.near = self._make_near()

    def _make_scene(self) -> StepperScene:
        scene = self._scene_at(self._walk)
        if self._message:
            scene["live"] = self._message
        return scene

    def _make_near(self) -> dict[str, StepperScene]:
        """Return the scenes of the neighboring steps, so that a step is drawn at once. None where somebody sees only their own
        cards."""
        return take_all(self._make_near_in_steps())

    def _make_near_in_steps(self) -> Generator[None, None, dict[str, StepperScene]]:
        walk, scenes = self._walk, {}
        for step in (walk.step - 1, walk.step + 1, walk.step + 2) if walk.person is None else ():
            if 0 <= step <= walk.last:
                scenes[str(step)] = self._scene_at(replace(walk, step=step, refused=None, fault=""))
                yield
        return scenes

    def _send_near(self, scenes: dict[str, StepperScene]) -> None:
        self.near = scenes

    def _scene_at(self, walk: Walk) -> StepperScene:
        current, recorded = walk.round.rules.full_id, self._original.round.rules.full_id
        editions = make_editions(current, recorded)
        if self._edition_replay:
            editions["replay"] = _describe_replay(self._edition_replay, walk, bool(self._message))
        table, solve = make_walk_scene(walk), self._solve_state(walk)
        scene: StepperScene = {
            **table,
            "actions": list_actions(walk, solve, table["calls"]),
            "tabs": list_tabs(table),
            "editions": editions,
            "solve": solve,
            "line": self._name_line(),
        }
        if odds := self._odds.show(walk.shown, is_current=walk is self._walk):
            scene["odds"] = odds
            scene["cards"] = {**scene["cards"], **list_card_facts(odds, walk.round.rules)}
        if (solution := self._solved.get(_moment_of(walk))) and _may_solve(walk):
            mark_solution(scene, solution)
        return scene

    def _name_line(self) -> str:
        """Return a name that changes with anything but the step: scenes of one name can stand in for each other's steps."""
        walk = self._walk
        view = (
            walk.branch,
            walk.person,
            walk.bottom,
            walk.open_hands,
            walk.refused,
            walk.fault,
            self._message,
            self._refusal,
            self._odds.is_open,
            self._odds.listen,
        )
        solved = (self._solving, *(solution.seconds for solution in list(self._solved.values())))
        line = (walk.round.rules.full_id, walk.record, view, solved)
        if line != self._line:
            self._line, self._line_number = line, self._line_number + 1
        return str(self._line_number)

    def _solve_state(self, walk: Walk) -> Solve:
        """Return what is known of the solver's answer: nothing asked yet, busy, bounds only, or all of it."""
        moment = _moment_of(walk)
        solution = self._solved.get(moment)
        state: Literal["", "busy", "bounds", "exact"] = (
            "" if solution is None else "bounds" if solution.stopped else "exact"
        )
        if moment == self._solving:
            state = "busy"
        seconds = most_seconds(solution is not None)
        return {"can_solve": _may_solve(walk), "state": state, "seconds": seconds, "text": "", "message": None}

    def _receivers(self) -> tuple[object, ...]:
        return self, self._walk, self._odds

    def _before_message(self) -> None:
        self._message = ""

    @on_message("edition")
    def _choose_edition(self, edition: str) -> None:
        self._switch(check_edition(edition))

    @on_message("stop")
    def _show_stop(self) -> None:
        if not (self._edition_replay and self._edition_replay.stop):
            raise ValueError("All moves of the record are legal here.")
        self._point_out(self._edition_replay.stop)


def _moment_of(walk: Walk) -> tuple[str, tuple[Move, ...]]:
    """Return what tells one moment of these cards from another: the edition and the moves made."""
    return walk.round.rules.full_id, walk.round.history


def _may_solve(walk: Walk) -> bool:
    return walk.person is None and can_solve(walk.round)


def _describe_replay(edition_replay: EditionReplay, walk: Walk, switched: bool) -> ReplayResult:
    """Return how far the record's moves go here, in words, by which rule they end, and where."""
    stop, edition = edition_replay.stop, walk.round.rules.short_name
    rule = f"{stop.ruling.id} · {stop.ruling.source}" if stop and stop.ruling else ""
    at_stop = stop is not None and walk.branch is None and walk.step == stop.step
    refused = walk.refused is None or (stop is not None and walk.refused[0] == stop.refused)
    return {
        "edition": edition,
        "text": edition_replay.words,
        "rule": rule,
        "stop": stop.step if stop else None,
        "message": _describe_stop(edition_replay, edition) if refused and (at_stop or switched) else None,
    }


def _describe_stop(edition_replay: EditionReplay, edition: str) -> Message:
    stop = edition_replay.stop
    if stop is None:
        return {"kind": "ok", "what": f"Every move is legal under {edition} too.", "why": "", "short": ""}
    why = stop.ruling.reason if stop.ruling and stop.refused else stop.words
    sentence = f"Under {edition} move {stop.step + 1} would be refused."
    if not stop.refused:
        sentence = f"Under {edition} the record ends after move {stop.step}."
    return {"kind": "stop", "what": sentence, "why": f"{why}", "short": ""}


# The calls


def replay(record: mam.Record | str | Path, *, bottom: str | None = None, open_hands: bool = True) -> Stepper:
    """Return a record of any game (or the file of one) on the table, at its first moment.

    `bottom` is the seat at the lower edge (South, or the first seat, unless you say); `open_hands` shows all hands.
    Raises RecordError with the place of the fault, OSError when the file cannot be opened, ValueError for a seat that
    does not exist.
    """
    if not isinstance(record, mam.Record):
        record = mam.read_record(record)
    if bottom is not None:
        _check_seat(bottom, record.deal.seats)
    return Stepper(Walk(record, bottom=bottom or "S", open_hands=open_hands, recorded_count=len(record.moves)))


def _check_seat(seat: str, seats: Sequence[str]) -> None:
    if seat not in seats:
        raise ValueError(f"no seat {quote(seat)}: the seats are {' '.join(seats)}")


def specimen() -> Stepper:
    """Return the specimen hand that the 1935 Supplement prints, on the table."""
    record = mam.read_record(find_data_folder() / "records" / "specimen.toml")
    return Stepper(Walk(record, recorded_count=len(record.moves), is_printed=True))


def deal(
    seed: int | str,
    *,
    you: str | None = None,
    edition: str | None = None,
    players: int | None = None,
    options: Sequence[str] = (),
    dealer: str | None = None,
    open_hands: bool = True,
) -> Stepper:
    """Return a fresh round of any edition on the table, from a seed or a deal code, to be played move by move.

    Without `you` all hands lie open and you move for everybody. With a seat as `you`, you see what that seat sees and
    the others play random legal moves. `players` says how many sit down where the edition leaves that open,
    `options` switches on what it offers. Raises ValueError for an unknown seat, edition, option or number of players,
    NotationError for a text that is not a deal code.

    >>> deal(7, you="S", dealer="S").round.turn
    'S'
    >>> len(deal(7, edition="sweven", players=3).round.hands)
    3
    """
    if isinstance(seed, str):
        round, number, title = _from_code(seed, edition, players, options, dealer), 0, f"Deal {seed}"
    else:
        name = edition or mam.list_editions()[0]
        round, number = mam.start(name, seed, dealer=dealer, options=options, players=players), seed
        title = f"Deal {seed}"
    if you is not None:
        _check_seat(you, round.rules.persons)
    record = mam.Record.from_round(round, title=title)
    return Stepper(Walk(record, you=you, bottom=you or "S", open_hands=open_hands, seed=number))


def _from_code(
    code: str, edition: str | None, players: int | None, options: Sequence[str], dealer: str | None
) -> mam.Round:
    """Return the round of a deal code; what the code says itself is not said a second time."""
    coded, dealt = mam.decode_deal(code)
    if dealer is not None or players is not None or edition not in (None, coded, coded.split("+")[0]):
        raise ValueError(
            "a deal code already includes the dealer, the number of players and the edition: leave those out"
        )
    return mam.start(coded, deal=dealt, options=options)
