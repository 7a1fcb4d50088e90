"""The commands of a match in a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TextIO

from mam.cli.terminal.output import Printer
from mam.records import write_record
from mam.rules.cards import format_count
from mam.rules.rulings import IllegalMove, list_moves
from mam.sessions import Session, SessionFile
from mam.sessions.actions import ACTIONS, do_action
from mam.sessions.class_table import ONE_ROUND
from mam.support.messages import format_message, quote
from mam.text.notation import NotationError, parse_move

FOLDER = Path("mam-saves")

_MOVES = {
    "R40": "play this card; “play R40” does the same",
    "bid 200": "any other move: pass, discard R4 Y4 G8, trump R, vote yes …",
    "Enter": "play on to your turn; after a round, deal the next",
}
_LOOKING = {
    "hand": "show your cards, and which ones you may play",
    "trick": "show the score and the current trick",
    "table": "show the whole table",
    "legal": "list your legal moves",
    "why": "show the rules for the last move; “why R40” says whether you may play that card",
    "score": "show the score sheet",
    "review 1": "show what your decisions cost in round 1 (needs the extra “lab”)",
}
_KEEPING = {
    "record 1 FILE": "write round 1 as a record",
    "save FILE": "save the match; “mam play --file FILE” continues it later",
    "help": "show this list",
    "quit": "quit; the match is saved",
}
HELP: Mapping[str, str] = {
    **_MOVES,
    **{
        action.usage: f"{action.does}{' (needs the extra “lab”)' if action.needs_lab else ''}"
        for action in ACTIONS.values()
    },
    **_LOOKING,
    **_KEEPING,
}


def _parse_round(text: str) -> int:
    """Read the number of a round. Raises ValueError if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise ValueError(f"{quote(text)} is not the number of a round: type review 1, for example.")
    return int(text)


class Quit(Exception):
    """The person quits."""


class Terminal:
    """A session, played line by line: `read` returns the next line after a prompt, and answers go to `out`.

    Opponents move on request, and each of their moves is described in a sentence. With a `path` the match is saved there
    after every line; without one it is saved on quitting, and the file is named.

    >>> import sys
    >>> from mam.sessions import Session, SessionFile
    >>> Terminal(Session.start("make-a-million-1935", seed=7), input, sys.stdout).execute("hand")
    South's hand:
      R30$ R7 Y30$ Y9 Y8 Y7 Y5$ B10$ B7 B4 G4 G2 TIGER
    """

    def __init__(
        self,
        session: Session,
        read: Callable[[str], str],
        stream: TextIO,
        *,
        path: Path | None = None,
        width: int = 88,
    ) -> None:
        self.session, self._file = session, SessionFile(path) if path else None
        self._read, self._printer = read, Printer(session, stream, width)

    def run(self) -> bool:
        """Play until the person quits, the input ends, or Ctrl-C is pressed, and save the match. Return whether it was Ctrl-C."""
        try:
            self._attempt(self._printer.greet)
            while True:
                self._autosave()
                self._read_command()
        except (Quit, EOFError, KeyboardInterrupt) as end:
            self._name_file()
            self._autosave()
            if not isinstance(end, Quit):
                self._printer.write("\n")  # end the line of the prompt
            self._say_goodbye()
            return isinstance(end, KeyboardInterrupt)
        except BaseException:  # save the match in any case
            self._name_file()
            with suppress(Exception):
                if self._file is not None:
                    self._file.path.parent.mkdir(exist_ok=True)
                    self._file.save(self.session)
            raise

    def _read_command(self) -> None:
        try:
            line = self._read(self._printer.prompt())
        except UnicodeDecodeError:
            self._printer.print("That line is not valid text (UTF-8).")
        else:
            self.execute(line)

    def execute(self, line: str) -> None:
        """Execute one line and print the answer, or why it cannot be done."""
        words = line.split(maxsplit=1)
        name, argument = (words[0].lower(), words[1].strip() if len(words) > 1 else "") if words else ("", "")
        act = _COMMANDS.get(name)
        if act is not None:
            self._attempt(lambda: act(self, argument))
        elif name in ACTIONS:
            self._attempt(lambda: self._do(name))
        else:
            self._attempt(lambda: self._move(line))

    def _attempt(self, act: Callable[[], None]) -> None:
        """Run an action; an error is printed and never costs the match."""
        try:
            act()
        except ImportError:
            self._printer.print('This needs the extra “lab”. Install it: pip install "mam[lab]"')
        except BrokenPipeError:
            raise  # the output was closed
        except OSError as error:
            self._printer.print(format_message(f"{error.filename}: {error.strerror}" if error.filename else str(error)))
        except ValueError as error:
            self._printer.print(format_message(str(error)))
        except Quit:
            raise
        except Exception as error:  # a bug in mam or in a package
            message = format_message(f"{type(error).__name__}: {error}")[:200]
            self._printer.print(f"Error: {message}. Your match is intact; type table to see it.")

    # Moves

    def _move(self, text: str) -> None:
        try:
            move = parse_move(text)
        except NotationError as error:
            raise NotationError(f"{error}. Type help for all commands.") from None
        try:
            self.session.play(move)
        except IllegalMove as error:
            return self._printer.refuse(move, error.ruling)
        self._printer.print_last_move()
        self._printer.show_position()

    def _enter(self, argument: str) -> None:
        if self.session.is_over:
            self._printer.print_result()
        elif self.session.round.is_over:
            self._deal(argument)
        elif self.session.to_move:
            self._printer.show_position()
        else:
            self._go(argument)

    def _next(self, _: str) -> None:
        self.session.step()
        self._printer.print_last_move()
        self._printer.show_position()

    def _go(self, _: str) -> None:
        self._check_opponents()
        while not (self.session.round.is_over or self.session.to_move):
            self.session.step()
            self._printer.print_last_move()
        self._printer.show_position()

    def _deal(self, _: str) -> None:
        self.session.next_round()
        self._printer.print(f"Round {self.session.number}.")
        self._printer.print_last_move()
        self._printer.show_position()

    def _do(self, command: str) -> None:
        """Do what needs no words of its own: print what it says, and what matters then."""
        if sentence := do_action(command, self.session):
            self._printer.print(sentence)
        self._printer.show_position()

    def _check_opponents(self) -> None:
        if self.session.to_move:
            raise ValueError(self._printer.your_turn())
        self._check_round()

    def _check_round(self) -> None:
        if self.session.round.is_over and self.session.class_table:
            raise ValueError(f"{ONE_ROUND} Type hand-in and your name.")
        if self.session.round.is_over:
            raise ValueError(
                "The match is over." if self.session.is_over else "The round is over. Type deal for the next one."
            )

    # Looking

    def _hand(self, _: str) -> None:
        self._printer.show("hand", "open hands")

    def _trick(self, _: str) -> None:
        self._printer.show("where", "money", "tally", "words", "trick", "waiting")

    def _table(self, _: str) -> None:
        self._printer.show()

    def _legal(self, _: str) -> None:
        if not self.session.to_move:
            self._check_round()
            raise ValueError(f"It's {self.session.round.name}'s turn. Press Enter to play on.")
        moves = self.session.view.legal_moves
        self._printer.print(f"You may: {list_moves(moves, limit=60)}.")

    def _why(self, text: str) -> None:
        if not text:
            return self._printer.show("ruling")
        move = parse_move(text)
        if ruling := self.session.why_not(move):
            return self._printer.refuse(move, ruling)
        return self._printer.print(f"“{move}” is legal now.")

    def _score(self, _: str) -> None:
        self._printer.print_score()

    def _help(self, _: str) -> None:
        width = max(map(len, HELP)) + 2
        actions = {action.usage: action for action in ACTIONS.values() if action.is_shown(self.session)}
        for name, text in HELP.items():
            why = actions[name].why_not(self.session) if name in actions else ""
            self._printer.print(f"{name:<{width}}{text}{f' (Not now. {why})' if why else ''}", " " * width)

    # Learning

    def _hint(self, _: str) -> None:
        self._printer.print_hint(self.session.hint())

    def _review(self, number: str) -> None:
        session = self.session.past(_parse_round(number)) if number else self.session
        if session.round.is_over:
            decisions = format_count(session.decision_count, "decision")
            self._printer.print(f"Reviewing {decisions}. This can take a minute.")
        elif session.number > 1:
            raise ValueError(
                f"You can review a round when it is over. For the round before, type review {session.number - 1}."
            )
        self._printer.print_review(session.review())

    # Saving

    def _save(self, name: str) -> None:
        file = SessionFile(self._new_path(name)) if name else self._file
        if file is None:
            raise ValueError("Name a file: save my-match.toml")
        self._save_in(file)
        self._file = file
        self._printer.print(f"Saved in {file.path}, and again after every move.")

    def _record(self, text: str) -> None:
        number, _, name = text.partition(" ") if text.split(" ")[0].isdecimal() and " " in text else ("", "", text)
        if not name:
            raise ValueError("Name a file: record my-round.toml")
        path = self._new_path(name.strip())
        session = self.session.past(_parse_round(number)) if number else self.session
        write_record(session.record(), path)
        self._printer.print(f"Record written to {path}.")

    def _hand_in(self, name: str) -> None:
        if not name and self.session.class_table and self.session.round.is_over:
            raise ValueError("Type your name: hand-in Ann Lee")
        from mam.class_tables.hand_ins import write_hand_in

        self._printer.write(f"{write_hand_in(self.session, name)}\n")

    def _new_path(self, name: str) -> Path:
        """Return the path. Raises ValueError if the file exists, unless this match is saved in it."""
        path = Path(name)
        if path != (self._file and self._file.path) and path.exists():
            raise ValueError(f"{name} already exists: choose another name.")
        return path

    def _autosave(self) -> None:
        """Save the match, if it has a file and has changed."""
        if self._file is None:
            return
        try:
            self._file.path.parent.mkdir(exist_ok=True)
            self._save_in(self._file)
        except Exception as error:
            why = error.strerror if isinstance(error, OSError) else format_message(f"{type(error).__name__}: {error}")
            self._printer.print(f"Could not save the match in {self._file.path}: {why}.")
            self._file = None

    def _save_in(self, file: SessionFile) -> None:
        if moved := file.save(self.session):
            self._printer.print(f"{moved} was changed elsewhere. This match is saved in {file.path} from now on.")

    def _say_goodbye(self) -> None:
        """Print how to continue the saved match."""
        if self._file is not None:
            self._printer.write(
                f"Match saved. To continue it:\n  mam play --file {shlex.quote(str(self._file.path))}\n"
            )
        self._printer.print("Goodbye.")

    def _name_file(self) -> None:
        """Choose a file for a match with at least one decision, if it has none."""
        has_started = self.session.can_undo or self.session.number > 1
        if self._file is None and has_started and not self.session.is_over:
            self._file = SessionFile(self._free_name())

    def _free_name(self) -> Path:
        """Return an unused name in the folder that widgets save to as well, so that either can continue the match."""
        session = self.session
        stem = f"{session.rules.full_id}-{session.you}-seed{session.match.seed}"
        names = (FOLDER / f"{stem}{suffix}.toml" for suffix in chain([""], (f"-{number}" for number in count(2))))
        return next(name for name in names if not name.exists())

    def _quit(self, _: str) -> None:
        raise Quit


# Those of the actions that print more than a sentence stand here, too.
_COMMANDS: Mapping[str, Callable[[Terminal, str], None]] = {
    "": Terminal._enter,
    "next": Terminal._next,
    "go": Terminal._go,
    "deal": Terminal._deal,
    "hand": Terminal._hand,
    "trick": Terminal._trick,
    "table": Terminal._table,
    "legal": Terminal._legal,
    "why": Terminal._why,
    "hint": Terminal._hint,
    "score": Terminal._score,
    "review": Terminal._review,
    "save": Terminal._save,
    "record": Terminal._record,
    "hand-in": Terminal._hand_in,
    "help": Terminal._help,
    "?": Terminal._help,
    "quit": Terminal._quit,
}
