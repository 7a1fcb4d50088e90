"""The play widget: a whole match of any game against the players of `mam`, which saves itself."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mam import Game, Record
from mam.scenes import Scene
from mam.sheets import make_sheet
from mam.sittings import Sitting, SittingError
from mam_widgets.behind import Behind
from mam_widgets.drawn import Drawn, check_message, script, style
from mam_widgets.play_scene import show_playing
from mam_widgets.playing import Playing

FOLDER = Path("mam-saves")

_PLAIN = {
    "step": Playing.step,
    "to_turn": Playing.to_turn,
    "next_round": Playing.next_round,
    "undo": Playing.undo,
}
_KINDS: dict[str, type] = {
    "move": str, "on": bool, "name": str, "edition": str, "seat": str, "strength": str, "seed": str,
}  # fmt: skip
_NEEDS = {
    "move": ["move"],
    "let_others": ["on"],
    "all_hands": ["on"],
    "strength": ["name"],
    "edition": ["edition"],
    "begin": ["seat", "strength"],
}
_KNOWN = (*_PLAIN, *_NEEDS, "hint", "review", "record")


class Play(Drawn):
    """A match at the table: your cards, the others' moves at your pace, hints, undo, and a review of each round.

    `sitting` is the match behind it, `record` the round before you (cards that you may not see are `??` in it), `file` where
    the match is kept after every move. It follows the theme of the front end and works by mouse, touch and keyboard (press ? for the
    keys).
    """

    _esm = script("sheet", "play")
    _css = style("play")

    def __init__(self, sitting: Sitting, file: Path | None = None) -> None:
        self._playing = Playing(sitting, file)
        self._behind = Behind(fault=self._fail)
        super().__init__()

    @property
    def sitting(self) -> Sitting:
        return self._playing.sitting

    @property
    def record(self) -> Record:
        return self.sitting.record()

    @property
    def round(self) -> Game:
        """The round before you, as you may know it."""
        return self.sitting.shown.round

    @property
    def file(self) -> Path | None:
        return self._playing.file

    def save(self, path: str | Path) -> None:
        """Keep the match in a file as well, from which `mw.play(save=path)` goes on. Raises OSError when it cannot."""
        self.sitting.save(path)

    def wait(self) -> "Play":
        """Wait until what is being worked out is there, and return the widget: for scripts."""
        self._behind.wait()
        return self

    def _make_scene(self) -> Scene:
        return show_playing(self._playing)

    def _words(self) -> str:
        return f"{super()._words()}\n\n{make_sheet(self.sitting.match).text()}"

    def _do(self, message: Any) -> None:
        playing, do = self._playing, check_message(message, _KINDS, _KNOWN)
        if any(name not in message for name in _NEEDS.get(do, ())):
            raise ValueError(f"unknown message {message!r}")
        if playing.busy:
            self._behind.cancel()
            playing.stop_thinking()
        if do in _PLAIN:
            _PLAIN[do](playing)
        elif do == "move":
            playing.move(message["move"])
        elif do == "let_others":
            playing.let_others(message["on"])
        elif do == "all_hands":
            playing.show_all(message["on"])
        elif do == "strength":
            playing.change_strength(message["name"])
        elif do == "edition":
            playing.want_edition(message["edition"])
        elif do == "begin":
            playing.begin(message["seat"], message["strength"], message.get("seed", ""))
        elif do == "record":
            playing.write(self.file.parent if self.file else FOLDER)
        else:
            self._think(do)

    def _think(self, what: str) -> None:
        """Work out a hint or a review behind the table, and show it as it comes."""
        playing = self._playing
        steps, take = (
            (playing.hints(), playing.take_hint) if what == "hint" else (playing.reviews(), playing.take_review)
        )

        def show(found: Any) -> None:
            take(found)
            self._refresh()

        self._refresh()
        self._behind.run(lambda: steps, show)

    def _fail(self, sentence: str) -> None:
        self._playing.give_up_thinking(sentence)
        self._refresh()


def play(
    edition: str | None = None,
    *,
    seat: str | None = None,
    seed: int | None = None,
    strength: str | Mapping[str, str] | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
    save: str | Path | bool = True,
    resume: bool = True,
) -> Play:
    """A whole match of any game against players, on a table.

    You sit South, or in the first seat, unless you name another; `seed` says which cards are dealt. `strength` is "rulebook"
    (unless you say), "random" or "searching", for all others or by seat.

    The match is kept after every move in a file of the folder `mam-saves` beside the notebook, named after edition and seat
    (and the seed, if you give one), or in the file that `save` names; `save=False` keeps nothing. The same call goes on with
    that file, unless `resume=False` begins anew. Raises ValueError for an unknown edition, option, seat, number of players
    or strength, SittingError for a file that cannot be gone on with, and changes nothing then.

    >>> table = play("sweven", players=3, seed=7, save=False)
    >>> table.sitting.rules.full_id, table.scene["sitting"]["status"]
    ('sweven+3-players', 'C is next.')
    """
    sitting = Sitting.start(
        edition,
        seat=seat,
        seed=seed,
        options=options,
        players=players,
        strength="rulebook" if strength is None else strength,
    )
    file = _file_for(sitting, seed, save)
    if file is not None and resume and file.exists():
        sitting = _go_on(file)
        if strength is not None:
            sitting.change_strength(strength)
    return Play(sitting, file)


def _file_for(sitting: Sitting, seed: int | None, save: str | Path | bool) -> Path | None:
    if save is False:
        return None
    if save is True:
        dealt = "" if seed is None else f"-seed{seed}"
        return FOLDER / f"{sitting.rules.full_id}-{sitting.you}{dealt}.toml"
    if not isinstance(save, str | Path) or not str(save):
        raise TypeError(f"save is the name of a file, True or False, not {save!r}")
    return Path(save)


def _go_on(file: Path) -> Sitting:
    try:
        return Sitting.load(file)
    except SittingError as error:
        help = f"{error.fault} (mw.play(…, resume=False) begins anew and writes over this file)"
        raise SittingError(error.name, error.line, help) from None
