"""A match being played: the stage it is at, what is kept of it, and its file. No browser in here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from pathlib import Path
from typing import Any

from mam import Record, write_record
from mam.rules.cards import format_count
from mam.rules.editions import get_edition
from mam.sessions import Hint, RealTable, Session, SessionFile
from mam.studies.problems.decisions import FOLDER as DECISIONS_FOLDER
from mam.studies.problems.decisions import DecisionProblem, find_decisions, save_decisions
from mam.studies.problems.earlier_decisions import find_earlier_decisions
from mam.studies.progress import PROGRESS_FILE, Progress, ProgressError
from mam.support.messages import shorten
from mam.support.steps import yield_result
from mam_widgets.match.last_move import is_trick_complete
from mam_widgets.match.stages import (
    IN_PRACTICE,
    NOT_REVIEWED,
    AtTable,
    PlayStage,
    Practice,
    Reviewing,
    Settings,
    Stage,
    WhatIf,
    find_play_stage,
    find_stage,
)
from mam_widgets.shared.edition_picker import check_edition
from mam_widgets.shared.messages import on_message

SKILL_LEVELS = {
    "random": "Random",
    "rulebook": "Rulebook",
    "club": "Club",
    "expert": "Expert",
}  # as the interface names them
_PRACTICE_FAULT = (
    "This match isn't saved, so it can't become problems. “mam problems from-match” makes them from a record."
)


@dataclass(frozen=True)
class HandIn:
    """What was made to hand in from a class table: the name as it was typed, and the text under it, or what is wrong with the name."""

    name: str = ""
    text: str = ""
    fault: str = ""


@dataclass
class Playing:
    """A session on a table: the `stage` it is at, the settings, and the reviews made so far, by the number of the round.

    `file` is where it is saved after every move (None: nowhere).
    """

    match_session: Session
    file: SessionFile | None = None
    settings: Settings = Settings()
    reviews_made: dict[int, Reviewing] = field(default_factory=dict)
    save_status: str = ""  # what is said about the file
    move_message: str = ""  # why the match has another file than it began with
    hand_in: HandIn = HandIn()

    def __post_init__(self) -> None:
        self._stage: Stage = find_stage(self.match_session, event=_greet(self.match_session))
        self.save()

    # Where the person is

    @property
    def stage(self) -> Stage:
        """The stage; a session that a program played on is found where it is."""
        stage = self._stage
        if isinstance(stage, PlayStage):
            found = find_stage(stage.session, stage.before, messages=stage.messages, event=stage.event)
            if type(found) is not type(stage):
                self._stage = found
        return self._stage

    @property
    def session(self) -> Session:
        """The session on the table: the match, or practice."""
        return find_play_stage(self.stage).session

    @property
    def review(self) -> Reviewing | None:
        """The review that is open, or that of the round whose result is on the table."""
        match self.stage:
            case Reviewing() as review:
                return review
            case WhatIf() as what_if:
                return what_if.before
            case Practice():
                return None
        return self.reviews_made.get(self.match_session.number) if self.match_session.round.is_over else None

    @property
    def is_reviewing(self) -> bool:
        """Whether a review is open."""
        return isinstance(self.stage, Reviewing | WhatIf)

    @property
    def busy(self) -> str:
        """What is being worked out: "hint", "review" or nothing."""
        match self.stage:
            case AtTable(is_computing=True):
                return "hint"
            case Reviewing(is_computing=True):
                return "review"
        return ""

    def list_receivers(self) -> list[object]:
        """Return whose methods answer messages now: the stage, what lies under it, and the settings."""
        receivers: list[object] = []
        stage: Stage | None = self.stage
        while stage is not None:
            receivers += [stage.walk, stage] if isinstance(stage, WhatIf) else [stage]
            stage = None if isinstance(stage, PlayStage) else stage.before
        return [*receivers, self]

    def take(self, stage: Stage) -> None:
        """Go to this stage, and save the match if that was at a table."""
        self._stage = stage
        if isinstance(stage, Reviewing):
            self.reviews_made[stage.number] = replace(stage, is_computing=False, before=None, event="", fault="")
        elif isinstance(stage, WhatIf):
            self.reviews_made[stage.before.number] = replace(stage.before, before=None)
        elif not isinstance(stage, Practice):
            if stage.session is not self.match_session:
                self._change_match(stage.session)
            if not stage.session.round.is_over:  # the round that is in play again has another end
                self.reviews_made.pop(stage.session.number, None)
        if isinstance(stage, PlayStage):
            self.save()

    def _change_match(self, session: Session) -> None:
        """Another match is on the table: a new one, or the one before it."""
        self.match_session = session
        self.settings = replace(self.settings, next_edition="")
        self.hand_in = HandIn()
        self.reviews_made.clear()

    # Settings

    def _set(self, event: str = "", **settings: Any) -> None:
        self.settings = replace(self.settings, **settings)
        self._stage = self.stage.say(event)

    @on_message("auto_play")
    def set_auto_play(self, is_on: bool) -> None:
        """Set whether the opponents are played automatically from now on."""
        self._set(auto_play=is_on)

    @on_message("auto_forced")
    def set_auto_forced(self, is_on: bool) -> None:
        """Set whether the learner's only legal card is played automatically."""
        self._set(auto_forced=is_on)

    @on_message("all_hands")
    def show_all(self, is_on: bool) -> None:
        """Whether all hands are shown; before the round is over nobody can look."""
        self._set(all_hands=is_on)

    @on_message("skill_level")
    def change_skill_level(self, name: str) -> None:
        """Let others of this skill_level play."""
        self.session.change_skill_level(name)
        self._set(f"Opponents now play as: {SKILL_LEVELS.get(name, name)}.")
        self.save()

    @on_message("real_table")
    def set_real_table(self, is_on: bool, notice: int = RealTable.notice, misplays: int = RealTable.misplays) -> None:
        """Set whether wrong cards can be laid, and how often the opponents notice and misplay, in percent."""
        self.session.sit_at_real_table(RealTable(notice, misplays) if is_on else None)
        self._set()
        self.save()

    @on_message("edition")
    def want_edition(self, edition: str) -> None:
        """Choose the edition of the next match."""
        edition_id = check_edition(edition)
        self._set(next_edition="" if edition_id == self.session.rules.full_id else edition_id)

    @on_message("begin")
    def begin(self, seat: str, skill_level: str, seed: str = "") -> Stage:
        """A new match in the place of this one, of the edition chosen for it."""
        rules = get_edition(self.settings.next_edition or self.session.rules.full_id)
        if seed.strip() and not seed.strip().isdigit():
            raise ValueError(
                f"A seed is a whole number, like 7, not “{shorten(seed)}”. Leave it empty for a random deal."
            )
        given = int(seed) if seed.strip() else None
        session = Session.start(rules.id, options=rules.chosen, seat=seat, skill_level=skill_level, seed=given)
        earlier = find_stage(self.match_session) if is_unfinished(self.match_session) else None
        return find_stage(
            session, earlier, event="New match." + (" Undo brings back the one before." if earlier else "")
        )

    @on_message("hand_in")
    def make_hand_in(self, name: str) -> None:
        """Make the text that a student hands in from a class table."""
        from mam.class_tables.hand_ins import write_hand_in

        try:
            self.hand_in = HandIn(name, write_hand_in(self.match_session, name))
        except ValueError as error:
            self.hand_in = HandIn(name, fault=str(error))

    # What takes time

    def step(self) -> None:
        """One move of another."""
        self.take(find_play_stage(self.stage).step())

    def to_turn(self) -> None:
        """Play the other seats until it is the learner's turn, a trick is complete or the round is over."""
        self.take(find_play_stage(self.stage).to_turn())

    def think(self, to_turn: bool) -> Iterator[bool | None]:
        """Do what `step` or `to_turn` does in short steps: True after each move, None between. Another move ends it."""
        session = self.session
        messages: tuple[str, ...] = ()
        while True:
            match = session.match
            yield from session.think()
            if self.session is not session or session.match is not match:
                return
            stage = find_play_stage(self.stage).step()
            messages = (*messages, *stage.messages)
            self.take(replace(stage, messages=messages))
            yield True
            if not to_turn or session.round.is_over or session.to_move or is_trick_complete(session):
                return

    def hints(self) -> Iterator[Hint | None]:
        """Yield the hint for this moment, session now and found when asked for: a None stands between two steps."""
        steps = self.session.hint_in_steps()
        table = find_play_stage(self.stage).say()
        self.take(replace(table, is_computing=True) if isinstance(table, AtTable) else table)
        return yield_result(steps)

    def take_hint(self, hint: Hint) -> None:
        if isinstance(self.stage, AtTable) and self.stage.is_computing:  # nobody has gone on meanwhile
            self.take(replace(self.stage, is_computing=False, hint=hint))

    def stop_thinking(self) -> None:
        """The learner goes on before it was found; rows of a review stay."""
        if isinstance(self.stage, AtTable | Reviewing) and self.stage.is_computing:
            self._stage = replace(self.stage, is_computing=False)

    def give_up_thinking(self, fault: str) -> None:
        """What was being worked out could not be."""
        self.stop_thinking()
        self._stage = self.stage.say(fault=fault)

    def reviews(self, number: int = 0) -> Iterator[Mapping[str, Any] | None]:
        """Open the review of a finished round (0: of the last one), and return the steps to what is still to be found about your
        decisions: rows, and None between."""
        if isinstance(self.stage, Practice):
            raise ValueError(IN_PRACTICE)
        if not self.match_session.match.finished:
            raise ValueError("You can review a round when it is over.")
        number = number or len(self.match_session.match.finished)
        review = self.reviews_made.get(number) or Reviewing.start(self.match_session.past(number), self.practice_fault)
        judged = review.session.review_in_steps(start=review.next_step)
        self.take(replace(review, before=find_play_stage(self.stage).say(), is_computing=not review.is_complete))
        return takewhile(lambda _: self.busy == "review" and self.reviewed_session is review.session, judged)

    @property
    def reviewed_session(self) -> Session | None:
        """The session whose review is on the table."""
        return self.stage.session if isinstance(self.stage, Reviewing) else None

    def take_review(self, row: Mapping[str, Any]) -> None:
        if isinstance(self.stage, Reviewing) and self.stage.is_computing:  # else nobody waits for it any more
            self.take(self.stage.add(row))

    def back_to_review(self) -> Iterator[Mapping[str, Any] | None]:
        """Leave the practice for the review of the round as it was played; return what `reviews` does."""
        stage = self.stage
        if not isinstance(stage, Practice) or not isinstance(stage.before, Reviewing):
            raise ValueError("There is no practice to leave.")
        self.match_session.change_skill_level(stage.session.skill_levels)
        self.take(stage.before)
        self.save()
        return self.reviews(stage.before.number)

    # Files

    def write(self, folder: Path, number: int = 0) -> Stage:
        """Write a finished round as a record, under a name that does not stand there yet; round 0 is the one on the table."""
        session = self.session.past(number) if number and number != self.session.number else self.session
        stem = f"{session.rules.full_id}-{session.you}-round-{session.number}"
        names = (stem if not count else f"{stem}-{count + 1}" for count in range(10_000))
        path = next(path for name in names if not (path := folder / f"{name}.toml").exists())
        place = self._write_record(path, session.record())
        unseen = "" if session.round.is_over else " Cards that you cannot see yet are ??."
        return self.stage.say(f"Record saved in {place}.{unseen}")

    def find_problems(self) -> Iterator[list[DecisionProblem] | None]:
        """Return the steps to the decisions of the reviewed round that make problems: a list at the end, None between."""
        review = self.stage
        if not isinstance(review, Reviewing):
            raise ValueError("There is no review yet. Press Review when the round is over.")
        if review.is_computing:
            raise ValueError(NOT_REVIEWED)
        self.check_can_practice()
        self.take(review.say("Looking through your decisions…"))
        return self._find_problems(review)

    def _find_problems(self, review: Reviewing) -> Iterator[list[DecisionProblem] | None]:
        round, you, name = review.session.round, review.session.you, f"round {review.number}"
        decisions: list[DecisionProblem] = []
        for decision in chain(find_decisions(round, you, name), find_earlier_decisions(round, you, review.rows, name)):
            decisions += [decision] if decision else []
            yield None
        yield decisions

    def take_problems(self, decisions: Sequence[DecisionProblem]) -> None:
        """Save decisions as problems, mistakes and finds alike, and say where they are."""
        if not decisions:
            text = "Nothing to practice here: no clear mistake, and no choice that was clearly better than the others."
        else:
            try:
                self._store_problems(decisions)
                text = f"Saved {format_count(len(decisions), 'decision')}. Open Problems and look under Your decisions."
            except (ProgressError, OSError) as error:
                text = f"Nothing was saved: {error}"
        self.take(self.stage.say(text))

    @property
    def practice_fault(self) -> str:
        """Why decisions can't become problems: the match isn't saved. Nothing where they can."""
        return "" if self.file else _PRACTICE_FAULT

    def check_can_practice(self) -> None:
        """Raise ValueError where problems can't be saved, since the match isn't."""
        if self.practice_fault:
            raise ValueError(self.practice_fault)

    def _store_problems(self, decisions: Sequence[DecisionProblem]) -> None:
        assert self.file is not None
        folder = self.file.path.parent  # the matches lie in mam-saves, beside the notebook
        save_decisions(
            decisions,
            Progress((folder.parent if folder.name == DECISIONS_FOLDER.parent.name else folder) / PROGRESS_FILE),
        )

    def _write_record(self, path: Path, record: Record) -> str:
        """Write a record, and return where it is, in words."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_record(record, path)
        return name_file(path)

    def save(self) -> None:
        """Save the session, if it is saved anywhere, and say where; where that fails, say so and go on."""
        self.save_status = "Practice is not saved." if isinstance(self._stage, Practice) else self._save_session()

    def _save_session(self) -> str:
        """Save the session, and return what is said about it."""
        if self.file is None:
            return ""
        try:
            self.file.path.parent.mkdir(parents=True, exist_ok=True)
            new_place = self.file.save(self.match_session)
        except OSError as error:
            return f"Not saved: cannot write {name_file(self.file.path)} ({error.strerror or error})."
        if new_place:
            self.move_message = f"{name_file(new_place)} was changed elsewhere, so this match has a file of its own."
        return f"Saved in {name_file(self.file.path)} after every move. {self.move_message}".rstrip()


def _greet(session: Session) -> str:
    """Return what is said first at a class table."""
    is_first = session.class_table and len(session.round.history) == session.class_table.moves
    return "Your class plays on from here, and every move stands." if is_first else ""


def is_unfinished(session: Session) -> bool:
    """Return whether something has been played in this match, and it is not over."""
    return not session.is_over and bool(session.match.finished or session.round.history)


def name_file(path: Path) -> str:
    """Return a file as it is called from the working folder."""
    try:
        return str(path.resolve().relative_to(Path.cwd().resolve()))
    except ValueError:
        return str(path)
