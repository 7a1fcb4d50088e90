"""The same deal and moves under another edition: how far they are legal there, and where they are not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from mam import Record, Ruling, TrickRound, view
from mam.games.phases import PHASES
from mam.games.registry import make_round
from mam.games.round import Round
from mam.rules.auction import find_high_bid
from mam.rules.editions import get_edition, list_editions
from mam.rules.moves import Bid, Move
from mam.rules.rulings import Reason
from mam.scenes.move_words import label_call
from mam_widgets.shared.edition_picker import name_edition


@dataclass(frozen=True)
class Stop:
    """Where the moves of a record end under another edition: after how many moves, why in words, and by which ruling.

    `refused` is the move that is not legal here; None where it is somebody else's turn, or the round is over. `ruling` is
    None where the reason lies in cards that the person looking may not see.
    """

    step: int
    words: str
    ruling: Ruling | None = None
    refused: Move | None = None


@dataclass(frozen=True)
class EditionReplay:
    """A record under another edition, as far as its moves are legal there. `skipped` says which bids were left out."""

    record: Record
    stop: Stop | None = None
    skipped: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """How far it goes, in a sentence or two."""
        outcome = self.stop.words if self.stop else "All of its moves are legal here too."
        left = (
            f" Left out, because they would not raise the bid here: {'; '.join(self.skipped)}." if self.skipped else ""
        )
        return outcome + left


def replay_under(record: Record, edition: str, rounds: Sequence[Round], you: str | None = None) -> EditionReplay:
    """Return the record of these rounds under another edition.

    In an auction each seat makes its own calls, in the turn that this edition gives it; a bid that would raise nothing any
    more is left out. Everything else is made by the seat that made it, or not at all. With `you`, a ruling is shown only
    where this seat's view gives it. Raises ValueError, in a sentence, where the deal is none of that edition.

    >>> import mam
    >>> played = mam.start("make-a-million-2004", 7, dealer="N").play(mam.Pass())
    >>> record = mam.Record.from_round(played)
    >>> replay_under(record, "make-a-million-1935", record.rounds()).stop.words
    'The record makes no call for North, whose turn it is here.'
    """
    rules = get_edition(edition)
    try:
        game = make_round(rules, record.deal, (), record.carry)
    except ValueError as error:
        raise ValueError(_misfit(record, edition, str(error))) from None
    replay = _Replay(game, tuple(rounds), you)
    replay.run()
    moves = replay.game.history
    notes = tuple(replace(note, step=replay.steps[note.step]) for note in record.notes if note.step in replay.steps)
    new_record = replace(record, edition=rules.id, options=rules.chosen, moves=moves, notes=notes, branches=())
    return EditionReplay(new_record, replay.stop, tuple(replay.skipped))


def fits(record: Record, edition: str) -> bool:
    """Return whether the deal of a record can be played under this edition.

    >>> import mam
    >>> [name for name in mam.list_editions() if fits(mam.Record.from_round(mam.start("six", 7)), name)]
    ['six', 'silent-six']
    """
    try:
        make_round(get_edition(edition), record.deal, (), record.carry)
    except ValueError:
        return False
    return True


def _misfit(record: Record, edition: str, fault: str) -> str:
    editions = [name for name in list_editions() if name != record.edition and fits(record, name)]
    may = "; ".join(name_edition(get_edition(name)) for name in editions) or "no other edition"
    return f"These cards cannot be played as {name_edition(get_edition(edition))}: {fault}. They fit {may}."


class _RecordedMove(NamedTuple):
    """A move of the record: after how many moves it stands, whose it was, and what."""

    step: int
    turn: str | None
    move: Move


class _Replay:
    """The work of a replay: the game under the other edition, and the record's moves that are still to be made."""

    def __init__(self, game: Round, rounds: tuple[Round, ...], you: str | None) -> None:
        self.game, self.you = game, you
        self.stop: Stop | None = None
        self.skipped: list[str] = []
        self.steps = {0: 0}  # which moment of the record is which here
        moves = rounds[-1].history
        legal_moves = [
            _RecordedMove(step, before.turn, move)
            for step, (before, move) in enumerate(zip(rounds, moves, strict=False), 1)
        ]
        self.calls = [move for move in legal_moves if rounds[move.step - 1].phase == "auction"]
        self.later_moves = [move for move in legal_moves if rounds[move.step - 1].phase != "auction"]
        self.recorded = rounds[-1]

    def run(self) -> None:
        while self.stop is None and self.game.phase == "auction" and self.calls:
            self._call()
        if self.stop is None and self.later_moves:
            self._compare_bids()
        for move in self.later_moves:
            if self.stop is None:
                self._make(move)

    def _call(self) -> None:
        """The next call of the seat whose turn it is: the first of its own that would still raise."""
        game = self.game
        next_call = next((call for call in self.calls if call.turn == game.turn), None)
        if next_call is None:
            self._halt(f"The record makes no call for {game.name}, whose turn it is here.", self._turn_ruling())
            return
        self.calls.remove(next_call)
        standing = find_high_bid(game.calls) if isinstance(game, TrickRound) else None
        if isinstance(next_call.move, Bid) and standing and next_call.move.amount <= standing[1].amount:
            self.skipped.append(f"{game.name}’s {label_call(next_call.move)}")
            return
        self._try(next_call)

    def _compare_bids(self) -> None:
        game, recorded = self.game, self.recorded
        if not (isinstance(game, TrickRound) and isinstance(recorded, TrickRound)) or recorded.bidder is None:
            return
        if (game.bidder, game.bid) == (recorded.bidder, recorded.bid):
            return
        was = f"{recorded.rules.seat_names[recorded.bidder]} for {recorded.rules.auction.format_amount(recorded.bid or 0)}"
        if game.bidder is None:
            self._halt(f"Here the bidding is not over; in the record it went to {was}.", self._turn_ruling())
            return
        outcome = f"{game.rules.seat_names[game.bidder]} for {game.rules.auction.format_amount(game.bid or 0)}"
        self._halt(f"Here the bid goes to {outcome}; in the record it went to {was}.", None)

    def _make(self, recorded_move: _RecordedMove) -> None:
        game = self.game
        if game.is_over:
            self._halt("Here the round is over already.", None)
        elif game.turn != recorded_move.turn:
            seat_name = self.recorded.rules.seat_names[recorded_move.turn or ""]
            words = f"The next move of the record is {seat_name}’s “{recorded_move.move}”, but here it is {game.name}’s turn."
            self._halt(words, self._turn_ruling())
        else:
            self._try(recorded_move)

    def _try(self, recorded_move: _RecordedMove) -> None:
        game, move = self.game, recorded_move.move
        answer = game.try_move(move)
        if not isinstance(answer, Ruling):
            self.game = answer
            self.steps[recorded_move.step] = len(self.game.history)
            return
        ruling = view(game, self.you).why_not(move)  # a ruling on a hidden hand would tell what it holds
        why = f"{ruling.reason}" if ruling else "The reason is in cards that you cannot see."
        self._halt(f"{game.name}’s “{move}” is not legal here. {why}", ruling, move)

    def _halt(self, words: str, ruling: Ruling | None, refused: Move | None = None) -> None:
        self.stop = Stop(len(self.game.history), words, ruling, refused)

    def _turn_ruling(self) -> Ruling | None:
        """Return the rule that says whose turn it is."""
        game = self.game
        topic = PHASES[game.phase].turn_topic(game) if isinstance(game, TrickRound) and game.phase in PHASES else ""
        return game.rules.cite(Reason(topic, "")) if topic in game.rules.cites else None
