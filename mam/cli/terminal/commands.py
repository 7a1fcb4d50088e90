"""What can be typed in a terminal at which a match is played."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TextIO

from mam.cli.terminal.output import Teller
from mam.records.record import write_record
from mam.rules.cards import counted
from mam.rules.rulings import IllegalMove, list_moves
from mam.sessions import Session
from mam.support.messages import one_line
from mam.text.notation import NotationError, parse_move

FOLDER = Path("mam-saves")

HELP: Mapping[str, str] = {
    "R40": "play that card; “play R40” says the same",
    "bid 200": "any other move in its notation: pass, discard R4 Y4 G8, trump R, vote yes …",
    "Enter": "let the others move until it is your turn; after a round, deal the next",
    "next": "let one of the others make one move",
    "go": "let the others move until it is your turn",
    "deal": "after a round: deal the next",
    "hand": "your cards, and which of them may be played",
    "trick": "the money, and the trick on the table",
    "table": "everything that can be seen",
    "legal": "every move you may make now",
    "why": "the rules behind the last move; “why R40”: whether you may play that card",
    "hint": "the move advised to you, with its reason (needs the extra “lab”)",
    "undo": "go back to your own last decision in this round",
    "score": "the score sheet",
    "review": "after a round: what each of your decisions cost (needs the extra “lab”)",
    "save FILE": "keep the match; later “mam play --file FILE” goes on with it",
    "record FILE": "write the round as a record, as far as you know it",
    "help": "this list",
    "quit": "leave; the match is kept",
}


class Leave(Exception):
    """The person wants to go."""


class Terminal:
    """A session, played line by line: `read` gives the next line after a prompt, `out` is where answers go.

    The others move when they are asked to, and each of their moves is told in a sentence of its own. With a `path` the
    match is kept there after every line; without one it is kept on leaving, under a name that is told.

    >>> import sys
    >>> from mam.sessions import Session
    >>> Terminal(Session.start("make-a-million-1935", seed=7), input, sys.stdout).obey("hand")
    South's hand:
      R30$ R7 Y30$ Y9 Y8 Y7 Y5$ B10$ B7 B4 G4 G2 TIGER
    """

    def __init__(
        self,
        session: Session,
        read: Callable[[str], str],
        out: TextIO,
        *,
        path: Path | None = None,
        width: int = 88,
    ) -> None:
        self.session, self.path = session, path
        self._read, self._teller = read, Teller(session, out, width)
        self._kept = ""  # what the file holds

    def run(self) -> bool:
        """Play until the person leaves, the lines end, or Ctrl-C is pressed; the match is kept in each case. Return whether it
        was Ctrl-C.
        """
        try:
            self._attempt(self._teller.greet)
            while True:
                self._keep()
                self._one_line()
        except (Leave, EOFError, KeyboardInterrupt) as end:
            self._name_file()
            self._keep()
            if not isinstance(end, Leave):
                self._teller.write("\n")  # the prompt still stands in the line
            self._part()
            return isinstance(end, KeyboardInterrupt)
        except BaseException:  # nobody is there to be told, but the match is worth keeping
            self._name_file()
            with suppress(Exception):
                self._write()
            raise

    def _one_line(self) -> None:
        try:
            line = self._read(self._teller.prompt())
        except UnicodeDecodeError:
            self._teller.tell("That line could not be read: it is not text in UTF-8.")
        else:
            self.obey(line)

    def obey(self, line: str) -> None:
        """Do what one line asks and print the answer; what cannot be done is told in a sentence."""
        words = line.split(maxsplit=1)
        name, rest = (words[0].lower(), words[1].strip() if len(words) > 1 else "") if words else ("", "")
        act = _COMMANDS.get(name)
        self._attempt(lambda: self._move(line) if act is None else act(self, rest))

    def _attempt(self, act: Callable[[], None]) -> None:
        """Do something; whatever goes wrong costs nobody the match."""
        try:
            act()
        except ImportError:
            self._teller.tell('That needs the extra “lab”. Get it with: pip install "mam[lab]"')
        except BrokenPipeError:
            raise  # nobody reads what would be told
        except OSError as error:
            self._teller.tell(one_line(f"{error.filename}: {error.strerror}" if error.filename else str(error)))
        except ValueError as error:
            self._teller.tell(one_line(str(error)))
        except Leave:
            raise
        except Exception as error:  # a fault of ours, or of a package
            what = one_line(f"{type(error).__name__}: {error}")[:200]
            self._teller.tell(f"That failed ({what}). Your match goes on; type table to see where it stands.")

    # Moves

    def _move(self, text: str) -> None:
        try:
            move = parse_move(text)
        except NotationError as error:
            raise NotationError(f"{error}. Type help for all that can be typed here.") from None
        try:
            self.session.play(move)
        except IllegalMove as error:
            return self._teller.refuse(move, error.ruling)
        self._teller.news()
        self._teller.look()

    def _enter(self, rest: str) -> None:
        if self.session.is_over:
            self._teller.verdict()
        elif self.session.round.is_over:
            self._deal(rest)
        elif self.session.to_move:
            self._teller.look()
        else:
            self._go(rest)

    def _next(self, _: str) -> None:
        self.session.step()
        self._teller.news()
        self._teller.look()

    def _go(self, _: str) -> None:
        self._check_others()
        while not (self.session.round.is_over or self.session.to_move):
            self.session.step()
            self._teller.news()
        self._teller.look()

    def _deal(self, _: str) -> None:
        self.session.next_round()
        self._teller.tell(f"Round {self.session.number}.")
        self._teller.news()
        self._teller.look()

    def _undo(self, _: str) -> None:
        self.session.undo()
        self._teller.tell("Taken back, to your last decision.")
        self._teller.look()

    def _check_others(self) -> None:
        if self.session.to_move:
            raise ValueError("It is your turn.")
        self._check_round()

    def _check_round(self) -> None:
        if self.session.round.is_over:
            raise ValueError(
                "The match is over." if self.session.is_over else "The round is over: type deal for the next."
            )

    # Looking

    def _hand(self, _: str) -> None:
        self._teller.show("hand", "open hands")

    def _trick(self, _: str) -> None:
        self._teller.show("where", "money", "tally", "words", "trick", "waiting")

    def _table(self, _: str) -> None:
        self._teller.show()

    def _legal(self, _: str) -> None:
        if not self.session.to_move:
            self._check_round()
            raise ValueError(f"It is not your turn: {self.session.round.name} is to move.")
        moves = self.session.view.legal_moves
        self._teller.tell(f"You may: {list_moves(moves, most=60)}.")

    def _why(self, text: str) -> None:
        if not text:
            return self._teller.show("ruling")
        move = parse_move(text)
        if ruling := self.session.why_not(move):
            return self._teller.refuse(move, ruling)
        return self._teller.tell(f"“{move}” is legal now.")

    def _score(self, _: str) -> None:
        self._teller.score()

    def _help(self, _: str) -> None:
        wide = max(map(len, HELP)) + 2
        for name, words in HELP.items():
            self._teller.tell(f"{name:<{wide}}{words}", " " * wide)

    # Learning

    def _hint(self, _: str) -> None:
        self._teller.advice(self.session.hint())

    def _review(self, _: str) -> None:
        if self.session.round.is_over:
            many = counted(self.session.decisions, "decision")
            self._teller.tell(f"Looking at {many} of yours; this can take a minute.")
        self._teller.costs(self.session.review())

    # Keeping

    def _save(self, name: str) -> None:
        path = self._new(name) if name else self.path
        if path is None:
            raise ValueError("Name the file too, like: save my-match.toml")
        self.session.save(path)
        self.path = path
        self._teller.tell(f"Kept in {path}, from now on after every line.")

    def _record(self, name: str) -> None:
        if not name:
            raise ValueError("Name the file too, like: record my-round.toml")
        path = self._new(name)
        write_record(self.session.record(), path)
        self._teller.tell(f"The round is written to {path}.")

    def _new(self, name: str) -> Path:
        """The path of a file that is not there yet, unless it is the one this match is kept in."""
        path = Path(name)
        if path != self.path and path.exists():
            raise ValueError(f"{name} is there already: choose another name.")
        return path

    def _keep(self) -> None:
        """Write the match to its file, if it has one and something has changed."""
        if self.path is None:
            return
        try:
            self._write()
        except Exception as error:
            why = error.strerror if isinstance(error, OSError) else one_line(f"{type(error).__name__}: {error}")
            self._teller.tell(f"The match could not be kept in {self.path}: {why}.")
            self.path = None

    def _write(self) -> None:
        text = self.session.dumps()
        if self.path is not None and text != self._kept:
            self.path.parent.mkdir(exist_ok=True)
            self.session.save(self.path)
            self._kept = text

    def _part(self) -> None:
        """The last words, after the match has been kept."""
        if self.path is not None:
            self._teller.write(
                f"The match is kept. To go on with it:\n  mam play --file {shlex.quote(str(self.path))}\n"
            )
        self._teller.tell("Goodbye.")

    def _name_file(self) -> None:
        """Give a match in which something was decided a file, if it has none."""
        begun = self.session.can_undo or self.session.number > 1
        if self.path is None and begun and not self.session.is_over:
            self.path = self._free_name()

    def _free_name(self) -> Path:
        """A name in the folder where drawn tables are kept too, so that either can go on with the match."""
        session = self.session
        stem = f"{session.rules.full_id}-{session.you}-seed{session.match.seed}"
        names = (FOLDER / f"{stem}{more}.toml" for more in chain([""], (f"-{number}" for number in count(2))))
        return next(name for name in names if not name.exists())

    def _quit(self, _: str) -> None:
        raise Leave


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
    "undo": Terminal._undo,
    "score": Terminal._score,
    "review": Terminal._review,
    "save": Terminal._save,
    "record": Terminal._record,
    "help": Terminal._help,
    "?": Terminal._help,
    "quit": Terminal._quit,
}
