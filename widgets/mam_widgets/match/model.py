"""A match being played: what the learner asks for, and what is kept and told about it. No browser in here."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mam import NotationError, Record, Ruling, TrickRound, parse_move, write_record
from mam.games.claims import plan_claim
from mam.rules.amounts import format_amount
from mam.rules.cards import format_count
from mam.rules.editions import get_edition
from mam.rules.moves import Move, Play
from mam.scenes.labels import find_unit
from mam.scenes.messages import find_nest_word
from mam.scenes.move_words import describe_move
from mam.scenes.table import trick_on_table
from mam.sessions import Hint, Session, SessionFile
from mam.support.messages import shorten
from mam.support.steps import yield_result
from mam_widgets.match.real_table import TableMessages
from mam_widgets.match.reviewing import Practice, Reviewing, ReviewMessages
from mam_widgets.shared.edition_picker import check_edition
from mam_widgets.shared.messages import on_message

SKILL_LEVELS = {
    "random": "Random",
    "rulebook": "Rulebook",
    "club": "Club",
    "expert": "Expert",
}  # as the interface names them


@dataclass
class Playing(ReviewMessages, TableMessages):
    """A session on a table, with what was asked about the moment: a hint, a refused move, what the others did.

    `file` is where it is saved after every move (None: nowhere). `auto_play` says that the browser asks for the others' moves by itself, one after another, until it is
    the learner's turn or a trick is complete.
    """

    session: Session
    file: SessionFile | None = None
    auto_play: bool = True
    auto_forced: bool = False  # whether a card of the learner's own that is the only legal one is played by itself, too
    all_hands: bool = False
    next_edition: str = ""  # the edition chosen for the next match
    hint: Hint | None = None
    review: Reviewing | None = None  # that was opened last
    reviews_made: dict[int, Reviewing] = field(default_factory=dict)  # of this match, by the number of the round
    practice: Practice | None = None  # where to go back to while a round is tried again
    busy: str = ""  # "hint" or "review" while one is being worked out
    refused: tuple[Move, Ruling] | None = None
    fault: str = ""
    event: str = ""  # what was done besides a move
    save_status: str = ""  # what is said about the file
    move_message: str = ""  # why the match has another file than it began with
    answer: tuple[Ruling, ...] = ()  # the rulings on a claim of a misplay that was wrong
    claimed: int | None = None  # after how many moves of the round the rest was claimed
    replaced: Session | None = None  # the unfinished match that a new one took the place of
    messages: list[str] = field(default_factory=list)  # what has been done since the learner moved

    def __post_init__(self) -> None:
        self.save()

    # What the learner does

    @on_message("move")
    def move(self, move: str) -> None:
        """Make the move with this notation; keep the ruling on one that is refused, and what is wrong with a text that is none."""
        if move in self.session.choices:
            self.choose_remedy(move)
            return
        try:
            parsed = parse_move(move)
        except NotationError as error:
            self._clear()
            self.fault = str(error)
            return
        if isinstance(answer := self.session.try_move(parsed), Ruling):
            self._clear()
            self.refused = (parsed, answer)
            return
        self._clear(moved=True)
        self._tell()
        self.save()

    def step(self) -> None:
        """One move of another."""
        self._clear(moved=True)
        self.session.step()
        self._tell()
        self.save()

    def to_turn(self) -> None:
        """Play the other seats until it is the learner's turn, a trick is complete or the round is over."""
        self._clear(moved=True)
        self.session.step()
        self._tell()
        self._play_to_turn()
        self.save()

    def think(self, to_turn: bool) -> Iterator[bool | None]:
        """Do what `step` or `to_turn` does in short steps: True after each move, None between. Another move ends it."""
        session, is_first = self.session, True
        while is_first or (to_turn and not (session.round.is_over or session.to_move or self.trick_is_complete)):
            match = session.match
            yield from session.think()
            if self.session is not session or session.match is not match:
                return
            if is_first:
                self._clear(moved=True)
            session.step()
            self._tell()
            self.save()
            is_first = False
            yield True

    @on_message("next_round")
    def next_round(self) -> None:
        """The next deal."""
        if self.practice:
            raise ValueError("This is practice. Go back to the review first.")
        self.session.next_round()
        self._clear(moved=True)
        self.review = self.claimed = self.replaced = None
        self.save()

    @on_message("claim")
    def claim(self) -> None:
        """Take all the tricks that are left, where that is certain: the learner's cards and the others' are played out."""
        plan = plan_claim(self.session.shown)
        if plan is None:
            raise ValueError("You can claim the rest only when you are certain to take every trick.")
        self._clear(moved=True)
        self.claimed = len(self.session.round.history)
        leader, cards = self.session.round.turn, list(plan)
        while not self.session.round.is_over:
            if not self.session.to_move:
                self.session.step()
            elif self.session.round.turn == leader:
                self.session.play(Play(cards.pop(0)))
            else:  # a dummy's card, whichever
                self.session.play(self.session.shown.legal_moves[0])
        self.event = f"You claimed the last {format_count(len(plan), 'trick')}."
        self.save()

    @on_message("undo")
    def undo(self) -> None:
        """Back to the learner's last decision; before a claim of the rest; or to the match that a new one took the place of."""
        if self.replaced is not None and not self.session.can_undo:
            self.session, self.replaced = self.replaced, None
            self.reviews_made.clear()
            self.event = "Back in your earlier match."
        else:
            self.session.undo()
            while self.claimed is not None and len(self.session.round.history) > self.claimed:
                self.session.undo()
            self.event = "Undone. Decide again."
        event = self.event
        self._clear(moved=True)
        self.event, self.review, self.claimed = event, None, None
        if not self.practice:  # the round that is in play again has another end
            self.reviews_made.pop(self.session.number, None)
        self.save()

    @on_message("auto_play")
    def set_auto_play(self, is_on: bool) -> None:
        """Set whether the opponents are played automatically from now on."""
        self.auto_play = is_on
        self._clear()

    @on_message("auto_forced")
    def set_auto_forced(self, is_on: bool) -> None:
        """Set whether the learner's only legal card is played automatically."""
        self.auto_forced = is_on
        self._clear()

    @on_message("skill_level")
    def change_skill_level(self, name: str) -> None:
        """Let others of this skill_level play."""
        self.session.change_skill_level(name)
        self._clear()
        self.event = f"Opponents now play as: {SKILL_LEVELS.get(name, name)}."
        self.save()

    @on_message("edition")
    def want_edition(self, edition: str) -> None:
        """Choose the edition of the next match."""
        wanted = check_edition(edition)
        self.next_edition = "" if wanted == self.session.rules.full_id else wanted
        self._clear()

    @on_message("begin")
    def begin(self, seat: str, skill_level: str, seed: str = "") -> None:
        """A new match in the place of this one, of the edition chosen for it."""
        rules = get_edition(self.next_edition or self.session.rules.full_id)
        if seed.strip() and not seed.strip().isdigit():
            raise ValueError(
                f"A seed is a whole number, like 7, not “{shorten(seed)}”. Leave it empty for a random deal."
            )
        given = int(seed) if seed.strip() else None
        earlier = self.practice.session if self.practice else self.session
        self.session = Session.start(rules.id, options=rules.chosen, seat=seat, skill_level=skill_level, seed=given)
        self.replaced = earlier if is_unfinished(earlier) else None
        self.next_edition, self.review, self.practice, self.claimed = "", None, None, None
        self.reviews_made.clear()
        self._clear(moved=True)
        self.event = "New match." + (" Undo brings back the one before." if self.replaced else "")
        self.save()

    @on_message("all_hands")
    def show_all(self, is_on: bool) -> None:
        """Whether all hands are shown; before the round is over nobody can look."""
        self.all_hands = is_on
        self._clear()

    def write(self, folder: Path, number: int = 0) -> None:
        """Write a finished round as a record, under a name that does not stand there yet; round 0 is the one on the table."""
        session = self.session.past(number) if number and number != self.session.number else self.session
        stem = f"{session.rules.full_id}-{session.you}-round-{session.number}"
        names = (stem if not count else f"{stem}-{count + 1}" for count in range(10_000))
        path = next(path for name in names if not (path := folder / f"{name}.toml").exists())
        place = self._write_record(path, session.record())
        self._clear()
        unseen = "" if session.round.is_over else " Cards that you cannot see yet are ??."
        self.event = f"Record saved in {place}.{unseen}"

    def _write_record(self, path: Path, record: Record) -> str:
        """Write a record, and return where it is, in words."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_record(record, path)
        return name_file(path)

    # What is worked out for the learner: steps for a thread, and what is done with what they give

    def hints(self) -> Iterator[Hint | None]:
        """Yield the hint for this moment, begun now and found when asked for: a None stands between two steps."""
        steps = self.session.hint_in_steps()
        self._clear()
        self.busy = "hint"
        self.save()
        return yield_result(steps)

    def take_hint(self, hint: Hint) -> None:
        if self.busy == "hint":  # nobody has gone on meanwhile
            self.busy, self.hint = "", hint

    def stop_thinking(self) -> None:
        """The learner goes on before it was found; rows of a review stay."""
        self.busy = ""

    def give_up_thinking(self, fault: str) -> None:
        """What was being worked out could not be."""
        self.busy, self.fault = "", fault

    # In between

    @property
    def trick_is_complete(self) -> bool:
        """Whether a complete trick lies on the table."""
        round = self.session.round
        return isinstance(round, TrickRound) and trick_on_table(round)[1]

    def _play_to_turn(self) -> None:
        session = self.session
        while not (session.round.is_over or session.to_move or self.trick_is_complete):
            session.step()
            self._tell()

    def _tell(self) -> None:
        """Put what was just done into words, as the learner may know it."""
        earlier, visible_round = self.session.before, self.session.shown.round
        if earlier is None or (turn := earlier.round.turn) is None:
            return
        before = earlier.round
        names, unit = visible_round.rules.seat_names, find_unit(visible_round.rules)
        self.messages.append(
            describe_move(visible_round.history[-1], names[turn], unit, names, find_nest_word(visible_round))
        )
        if (
            isinstance(visible_round, TrickRound)
            and isinstance(before, TrickRound)
            and len(visible_round.tricks) > len(before.tricks)
        ):
            self.messages.append(_describe_trick(visible_round))

    def _clear(self, moved: bool = False) -> None:
        self.refused, self.fault, self.event, self.answer = None, "", "", ()
        if moved:
            self.hint, self.busy = None, ""
            self.messages.clear()
            if self.review and self.is_past(self.review):
                self.close_review()  # the table moves on, and is shown

    def save(self) -> None:
        """Save the session, if it is saved anywhere, and say where; where that fails, say so and go on."""
        self.save_status = "Practice is not saved." if self.practice else self._save_session()

    def _save_session(self) -> str:
        """Save the session, and return what is said about it."""
        if self.file is None:
            return ""
        try:
            self.file.path.parent.mkdir(parents=True, exist_ok=True)
            moved = self.file.save(self.session)
        except OSError as error:
            return f"Not saved: cannot write {name_file(self.file.path)} ({error.strerror or error})."
        if moved:
            self.move_message = f"{name_file(moved)} was changed elsewhere, so this match has a file of its own."
        return f"Saved in {name_file(self.file.path)} after every move. {self.move_message}".rstrip()


def is_unfinished(session: Session) -> bool:
    """Return whether something has been played in this match, and it is not over."""
    return not session.is_over and bool(session.match.finished or session.round.history)


def _describe_trick(round: TrickRound) -> str:
    """Return who has taken the trick just completed, and what it is worth."""
    trick, unit = round.tricks[-1], find_unit(round.rules)
    taker = round.rules.seat_names[trick.winner] if trick.winner else "Nobody"
    return f"{taker} takes the trick" + ("." if unit == "tricks" else f", worth {format_amount(trick.value, unit)}.")


def name_file(path: Path) -> str:
    """Return a file as it is called from the working folder."""
    try:
        return str(path.resolve().relative_to(Path.cwd().resolve()))
    except ValueError:
        return str(path)
