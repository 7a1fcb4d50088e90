"""The play widget: a whole match of any game against the players of `mam`, which saves itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from mam import Record, Round
from mam.games.match import Match
from mam.scenes.sheets import make_sheet
from mam.sessions import Session, SessionError, SessionFile
from mam.support.messages import quote
from mam_widgets.match.model import Playing
from mam_widgets.match.review import make_decisions
from mam_widgets.match.scene import make_playing_scene
from mam_widgets.match.schema import MatchScene
from mam_widgets.match.stages import WHY_NOT_HERE, Reviewing, Settings, Stage
from mam_widgets.shared.background import BackgroundTask, works_in_steps
from mam_widgets.shared.host import make_field
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.odds import OddsTab
from mam_widgets.shared.widget import SceneWidget

T = TypeVar("T")

FOLDER = Path("mam-saves")


class Play(SceneWidget):
    """A match at the table: your cards, the others' moves at your pace, hints, undo, and a review of each round.

    `session` is the match behind it, `record` the round before you (cards that you may not see are `??` in it), `file` where
    the match is kept after every move. It follows the theme of the front end and works by mouse, touch and keyboard (press ? for the
    keys).
    """

    _room = Path(__file__).parent

    near: Any = make_field()  # the table at each decision of an open review

    def __init__(self, session: Session, file: SessionFile | None = None, *, auto_play: bool = True) -> None:
        self._open(Playing(session, file, Settings(auto_play)))

    def _open(self, playing: Playing) -> None:
        self._playing = playing
        self._odds = OddsTab(self._refresh, self._fail)
        self._background = BackgroundTask(fault=self._fail)
        self._awaited: Match | None = None  # that a player thinks about
        super().__init__()

    @property
    def session(self) -> Session:
        return self._playing.match_session

    @property
    def record(self) -> Record:
        return self._playing.session.record()

    @property
    def round(self) -> Round:
        """The round before you, as you may know it."""
        return self._playing.session.table_view.round

    @property
    def file(self) -> Path | None:
        return self._playing.file.path if self._playing.file else None

    def save(self, path: str | Path) -> None:
        """Keep the match in a file as well, from which `mw.play(save=path)` goes on. Raises OSError when it cannot."""
        self.session.save(path)

    def hand_in(self, name: str) -> str:
        """Return a finished round at a class table as the text that the teacher collects, under this name.

        Raises ValueError away from a class table, before the round is over, and for a name that is empty or too long.
        """
        from mam.class_tables.hand_ins import write_hand_in

        return write_hand_in(self.session, name)

    def wait(self) -> "Play":
        """Wait until what is being worked out is there, and return the widget: for scripts."""
        self._background.wait()
        self._odds.wait()
        return self

    def _make_scene(self) -> MatchScene:
        odds = self._odds.show(self.session.table_view)
        return make_playing_scene(self._playing, odds)

    def _refresh(self) -> None:
        super()._refresh()
        stage = self._playing.stage
        self.near = make_decisions(stage) if isinstance(stage, Reviewing) and not stage.is_computing else {}

    def _words(self) -> str:
        return f"{super()._words()}\n\n{make_sheet(self.session.match).text()}"

    def _receivers(self) -> tuple[object, ...]:
        return (self, *self._playing.list_receivers(), self._odds)

    def _elsewhere(self) -> Mapping[type, str]:
        return WHY_NOT_HERE

    def _take_answer(self, answer: object) -> None:
        if answer is not None:
            self._playing.take(cast(Stage, answer))

    def _before_message(self) -> None:
        if self._playing.busy == "hint":
            self._background.cancel()
            self._playing.stop_thinking()

    @on_message("step")
    def _step(self) -> None:
        self._let_play(to_turn=False)

    @on_message("to_turn")
    def _to_turn(self) -> None:
        self._let_play(to_turn=True)

    def _let_play(self, to_turn: bool) -> None:
        """Let the others play: where a player that takes long could not be interrupted, in the background."""
        playing, session = self._playing, self.session
        if not works_in_steps() or "expert" not in session.skill_levels.values():
            playing.to_turn() if to_turn else playing.step()
        elif self._awaited is not session.match or not self._background.busy:
            self._awaited = session.match
            self._background.run(lambda: playing.think(to_turn), lambda _: self._refresh())

    @on_message("hint")
    def _hint(self) -> None:
        self._think(self._playing.hints(), self._playing.take_hint)

    @on_message("review")
    def _review(self, number: int = 0) -> None:
        self._think(self._playing.reviews(number), self._playing.take_review)

    @on_message("back_to_review")
    def _back_to_review(self) -> None:
        self._think(self._playing.back_to_review(), self._playing.take_review)

    @on_message("record")
    def _write_record(self, number: int = 0) -> Stage:
        return self._playing.write(self.file.parent if self.file else FOLDER, number)

    @on_message("practice_this")
    def _practice_this(self) -> None:
        self._think(self._playing.find_problems(), self._playing.take_problems)

    def _think(self, steps: Iterator[T | None], take: Callable[[T], None]) -> None:
        """Compute a hint or a review in the background, and show it as it comes."""

        def show(result: T) -> None:
            take(result)
            self._refresh()

        self._refresh()
        self._background.run(lambda: steps, show)

    def _fail(self, sentence: str) -> None:
        self._playing.give_up_thinking(sentence)
        self._refresh()


def play(
    edition: str | None = None,
    *,
    seat: str | None = None,
    seed: int | None = None,
    skill_level: str | Mapping[str, str] | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
    save: str | Path | bool = True,
    resume: bool = True,
    auto_play: bool = True,
) -> Play:
    """Open a whole match of any game against players, on a table.

    You sit South, or in the first seat, unless you name another; `seed` says which cards are dealt. `skill_level` is "random",
    "rulebook", "club" or "expert", for all other seats or by seat; by default it is "club", or "rulebook" in games that the club
    player has not learned. The opponents play one after another until it is your turn; with `auto_play=False` each of their moves waits for the button.

    The match is saved after every move in a file of the folder `mam-saves` beside the notebook, named after edition and seat
    (and the seed, if you give one), or in the file that `save` names; `save=False` saves nothing. The same call continues
    that match, unless `resume=False` starts a new one (a file that holds no match is renamed then, not overwritten). When another
    notebook or cell has saved something else there meanwhile, this match continues in a new file beside it. Raises ValueError
    for an unknown edition, option, seat, number of players or skill_level, SessionError for a file that cannot be continued, and
    changes nothing then.

    >>> table = play("sweven", players=3, seed=7, save=False)
    >>> table.session.rules.full_id, table.scene["message"]["why"]
    ('sweven+3-players', "It's C's turn.")
    """
    session = Session.start(
        edition,
        seat=seat,
        seed=seed,
        options=options,
        players=players,
        skill_level=skill_level,
    )
    path = _choose_path(session, seed, save)
    if path is None:
        return Play(session, auto_play=auto_play)
    if not resume:
        SessionFile.put_aside(path)
    file = SessionFile(path)
    if resume and path.exists():
        session = _go_on(file)
        if skill_level is not None:
            session.change_skill_level(skill_level)
    return Play(session, file, auto_play=auto_play)


def class_table(source: str | Path, *, save: bool = True, auto_play: bool = True) -> Play:
    """Open a class table: the round that a teacher began for everybody, from a file or a link of `mam table new`.

    You play it on, once, without undo and hints; then *Hand in* makes the text that the teacher collects. It is saved in the folder
    `mam-saves` beside the notebook, and the same call goes on; `save=False` saves nothing. Raises ValueError for a link that is not complete and for a
    match of somebody's own, SessionError for a file that cannot be read.

    >>> table = class_table("class=ePnRVnflKyYj_szoGIFGyBGIN6BiuQA-Szs9", save=False)
    >>> table.session.class_table.title, table.session.to_move
    ('Period 3', True)
    """
    from mam.class_tables.starts import find_id, open_class_table

    start = open_class_table(source)
    if not save:
        return Play(start, auto_play=auto_play)
    file = SessionFile(FOLDER / f"class-{find_id(start)}.toml")
    session = _go_on(file) if file.path.exists() else start
    if session.class_table is None or find_id(session) != find_id(start):
        raise SessionError(file.path.name, 0, "this file holds another match: rename it, and run the cell again")
    return Play(session, file, auto_play=auto_play)


def _choose_path(session: Session, seed: int | None, save: str | Path | bool) -> Path | None:
    if save is False:
        return None
    if save is True:
        dealt = "" if seed is None else f"-seed{seed}"
        return FOLDER / f"{session.rules.full_id}-{session.you}{dealt}.toml"
    if not isinstance(save, str | Path) or not str(save):
        raise TypeError(f"save is the name of a file, True or False, not {quote(save)}")
    return Path(save)


def _go_on(file: SessionFile) -> Session:
    try:
        return file.load()
    except SessionError as error:
        help = f"{error.fault} (mw.play(…, resume=False) renames this file and starts a new match)"
        raise SessionError(error.name, error.line, help) from None
