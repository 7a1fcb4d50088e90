"""A person's match against players: moves, hints, undo, rulings, a review, and the file that it is saved in."""

from __future__ import annotations

import secrets
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from mam.games.match import Match, start_match
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, try_move, view
from mam.misplay import Table, TableRound, apply_event, open_round
from mam.players import Player, find_only_move, play_move
from mam.players.expert import ExpertPlayer
from mam.records import Record
from mam.rules.cards import UNSEEN
from mam.rules.dealing import Deal, check_seed, derive_seed
from mam.rules.editions import RuleSet, list_editions
from mam.rules.moves import Move
from mam.rules.rulings import IllegalMove, Ruling
from mam.sessions.at_table import TableSession
from mam.sessions.class_table import NO_CHANGE, NO_HINT, NO_UNDO, ONE_ROUND, ClassTable
from mam.sessions.heading import FORMAT, MAX_BYTES, SessionError, read_heading
from mam.sessions.hints import WORLDS, Hint, find_hint, find_hint_at_table
from mam.sessions.real_table import RealTable
from mam.sessions.skill_levels import check_person, make_player, name_players
from mam.support.data_files import write_file
from mam.support.messages import quote
from mam.support.steps import take_all
from mam.support.toml import Document, read_text, write_string, write_strings
from mam.text.notation import parse_deal, parse_move

NO_REVIEW = "A round with a misplay is not reviewed: cards were wrong, taken back and played again."
_REVIEW_WORLDS = 200
_REVIEW_SECONDS = 2.0  # for each simulation of a decision


@dataclass(frozen=True)
class _Decision:
    """A player that has decided."""

    move: Move

    def __call__(self, view: View[Round], rng: Random) -> Move:
        return self.move


class Session(TableSession):
    """A match between a person, `you`, and a player in every other seat.

    You move with `play`; the others move on request (`step`, `play_to_your_turn`). A finished round stays current until
    `next_round`. Players decide from their own views, with random numbers that depend on the seed, the round and the number of
    moves made: after undo or loading, a session continues as it would have.

    At a real table (`sit_at_real_table`) wrong cards and discards are not refused: they lie until somebody claims them with
    `claim`, and `choose` is what an innocent side decides after a late misplay.

    At a class table (`class_table`) everybody plays one round on from the same move: nothing is undone, no hint is given, and the players
    stay.

    >>> session = Session.start("make-a-million-1935", seed=7, seat="S")
    >>> session.play_to_your_turn()
    >>> session.to_move, session.play("pass").history[-1]
    (True, pass)
    """

    def __init__(self, match: Match, you: str, skill_levels: Mapping[str, str], *, hints: int = 0) -> None:
        self.you, self.hints = you, hints
        self.skill_levels = dict(skill_levels)
        self._line = [match]  # the match before each move of the current round, and now
        self._is_paused = False  # after a round, until the next is dealt
        self.real_table: RealTable | None = None  # None: a wrong card is refused
        self.class_table: ClassTable | None = None  # None: a match of your own
        self._choice: tuple[Match, Move] | None = None  # what the next player of a match has decided

    @classmethod
    def start(
        cls,
        edition: str | None = None,
        *,
        seat: str | None = None,
        seed: int | None = None,
        options: Sequence[str] = (),
        players: int | None = None,
        skill_level: str | Mapping[str, str] | None = None,
    ) -> Session:
        """Start a new match of this edition (by default the first one listed), with you at `seat`.

        By default you sit South, or in the first seat, and the seed is random. `skill_level` names the player for all other
        seats, or for each of them; by default it is the club player, or the rulebook player in
        games that the club player has not learned. Raises ValueError for an unknown edition, option, seat, number of players
        or skill level, TypeError for anything that is not a seed.
        """
        seed = secrets.randbelow(1_000_000) if seed is None else check_seed(seed)
        match = start_match(edition or list_editions()[0], seed, options=options, players=players)
        persons = match.rules.persons
        you = seat if seat is not None else "S" if "S" in persons else persons[0]
        check_person(match.rules, you)
        return cls(match, you, name_players(match.rules, you, skill_level))

    # The current position

    @property
    def match(self) -> Match:
        """The match as it is now, after every undo."""
        return self._line[-1]

    @property
    def rules(self) -> RuleSet:
        """The rules of the match, with the chosen options."""
        return self.match.rules

    @property
    def round(self) -> Round:
        """The current round with all its cards: for players and rulings, not for your eyes."""
        return self.match.finished[-1] if self._is_paused else self.match.round

    @property
    def view(self) -> View[Round]:
        """What you may know of the current round."""
        return view(self.round, self.you)

    @property
    def table_view(self) -> View[Round]:
        """What is shown: your view, and all cards when the round is over."""
        return view(self.round, None if self.round.is_over else self.you)

    @property
    def earlier_view(self) -> View[Round] | None:
        """What was shown one move earlier; None before the first move, for a round from a table, and after a claim."""
        if not self.round.history or len(self._line) < 2:
            return None
        earlier = self._line[-2].round
        is_one_move = len(earlier.history) + 1 == len(self.round.history)
        return view(earlier, self.table_view.person) if is_one_move else None

    @property
    def number(self) -> int:
        """The number of the current round, from 1."""
        return len(self.match.finished) + (0 if self._is_paused else 1)

    @property
    def to_move(self) -> bool:
        """Whether it is your turn."""
        return self.actor == self.you

    @property
    def actor(self) -> str | None:
        """Who acts next: whoever claims a misplay before anyone else, you where your side has a choice; None for nobody."""
        if claim := self.due_claim:
            return claim[1]
        return self.you if self.choices else self.round.actor

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    @property
    def totals(self) -> dict[str, int]:
        """The score of the match, including finished rounds."""
        return self.match.totals

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of yours to undo."""
        return self.class_table is None and self._last_decision() is not None

    # Moves

    def play(self, move: Move | str) -> Round:
        """Make your move, given as a move or as text, and return the round.

        Raises IllegalMove with the ruling, NotationError for text that is not a move, ValueError when it is not your turn.
        """
        answer = self.try_move(move)
        if isinstance(answer, Ruling):
            raise IllegalMove(answer)
        return answer

    def try_move(self, move: Move | str) -> Ruling | Round:
        """Make your move and return the round, or return the ruling that forbids it: the move is judged once.

        Raises NotationError for text that is not a move, ValueError when it is not your turn.
        """
        move = parse_move(move) if isinstance(move, str) else move
        self._check_turn()
        if self._is_at_table:
            table = self._why_unseen(move) or self._sit_down().try_move(move)
            if not isinstance(table, Ruling):
                self._take(table)
            return table if isinstance(table, Ruling) else self.round
        after = try_move(self.round, self.you, move)
        return after if isinstance(after, Ruling) else self._enter_match(self.match._go_on(after))

    def why_not(self, move: Move | str) -> Ruling | None:
        """Return the ruling against this move now, or None if it is legal."""
        move = parse_move(move) if isinstance(move, str) else move
        if self._is_at_table and self.to_move:
            return self._why_unseen(move) or self._sit_down().why_not(move)
        return self.view.why_not(move)

    def _why_unseen(self, move: Move) -> Ruling | None:
        # A table whose deal does not say what a blind draw brings asks for the card that was drawn.
        return self.view.why_unseen(move) if self.round.deal.blind_draw is not None else None

    def step(self) -> Move | None:
        """Let the next player make one move, and return it as you may know it.

        At a real table a player may claim a misplay instead, or choose what follows from it, and after the last card the
        round is scored; then return None. Raises ValueError when it is your turn, or the round is over.
        """
        round = self.round
        if round.is_over:
            raise ValueError(self._end_message)
        if self.to_move:
            raise ValueError("It's your turn.")
        if self._is_at_table and (after_event := self._find_event()):
            self._take(after_event)
            return self.view.round.history[-1] if len(self.round.history) > len(round.history) else None
        person, player = round.actor or "", self._next_player
        if self._choice is not None and self._choice[0] is self.match:
            player = _Decision(self._choice[1])
        if self._is_at_table:
            round = open_round(self._sit_down())
        after = play_move(round, {person: player}, {person: self._make_rng()})
        if isinstance(after, TableRound) and after.table:
            self._take(after.table)
        else:
            self._enter_match(self.match._go_on(after))
        return self.view.round.history[-1]

    @property
    def _next_player(self) -> Player:
        # Search simulates the deals that lawful play leads to: after a misplay there may be none.
        has_misplay = self.table is not None and bool(self.table.misplays)
        return make_player("rulebook" if has_misplay else self.skill_levels[self.round.actor or ""])

    def _make_rng(self) -> Random:
        return Random(derive_seed(self.match.seed, "session", self.number, len(self.round.history)))

    @property
    def is_thinking_needed(self) -> bool:
        """Return whether the next player takes long over its move."""
        round = self.round
        if round.is_over or self.to_move or round.actor is None or find_only_move(round) is not None:
            return False
        return isinstance(self._next_player, ExpertPlayer)

    def think(self) -> Generator[None, None, None]:
        """Let the next player choose its move in short steps; `step` then makes it at once."""
        match, round, player = self.match, self.round, self._next_player
        if self.is_thinking_needed and isinstance(player, ExpertPlayer):
            self._choice = match, (yield from player.choose_in_steps(view(round, round.actor), self._make_rng()))

    def play_to_your_turn(self) -> None:
        """Play the other seats until it is your turn, a trick is complete or the round is over."""
        tricks = _count_tricks(self.round)
        while not (self.round.is_over or self.to_move) and _count_tricks(self.round) == tricks:
            if self.step() is None:
                return

    def next_round(self) -> Round:
        """Deal the next round. Raises ValueError while a round is being played, when the match is over, and at a class table."""
        if self.class_table and self.round.is_over:
            raise ValueError(ONE_ROUND)
        if self.is_over:
            raise ValueError(_END_MESSAGES[True])
        if not self._is_paused:
            raise ValueError("This round is not over yet.")
        self._line, self._is_paused = [self.match], False
        return self.round

    def undo(self) -> Round:
        """Go back to your last decision in this round. Raises ValueError if there is none, and at a class table."""
        if self.class_table:
            raise ValueError(NO_UNDO)
        last = self._last_decision()
        if last is None:
            raise ValueError("Nothing to undo: you have made no decision in this round.")
        self._line, self._is_paused = self._line[: last + 1], False
        return self.round

    def change_skill_level(self, skill_level: str | Mapping[str, str]) -> None:
        """Change the players from now on. Raises ValueError for an unknown skill level, and at a class table."""
        if self.class_table:
            raise ValueError(NO_CHANGE)
        self.skill_levels = name_players(self.rules, self.you, skill_level)

    def _last_decision(self) -> int | None:
        """Return the index of your last decision in the line, or None."""
        return next((step for step in range(len(self._line) - 2, -1, -1) if self._is_decision(step)), None)

    def _advance(self, move: Move) -> Round:
        if self._is_at_table:
            self._take(self._sit_down().play(move))
            return self.round
        return self._advance_match(move)

    def _advance_match(self, move: Move) -> Round:
        return self._enter_match(self.match.play(move))

    def _enter_match(self, match: Match) -> Round:
        """Go on with the match after one more move."""
        self._is_paused = len(match.finished) > len(self.match.finished)
        self._line.append(match)
        return self.round

    @property
    def _end_message(self) -> str:
        return ONE_ROUND if self.class_table else _END_MESSAGES[self.is_over]

    def _check_turn(self) -> None:
        if self.round.is_over:
            raise ValueError(self._end_message)
        if not self.to_move:
            if self.actor is None:
                raise ValueError("All cards have been played: claim a misplay, or have the round scored.")
            raise ValueError(f"It's {self.rules.seat_names[self.actor]}'s turn.")

    # Learning

    def why(self) -> tuple[Ruling, ...]:
        """Return the rulings for the last move, as you may know it; empty before the first move."""
        if self.earlier_view is None:
            return ()
        round = self.table_view.round
        return tuple(
            round.rules.cite(reason) for reason in self.earlier_view.round._reasons_for(round.history[-1], round)
        )

    def hint(self, *, n: int = WORLDS) -> Hint:
        """Return a hint for your move, from `n` worlds consistent with your view, and count it in `hints`.

        If simulation takes too long, the hint is the rulebook player's move. Raises ValueError when it is not your turn, and at a
        class table.
        """
        return take_all(self.hint_in_steps(n=n))

    def hint_in_steps(self, *, n: int = WORLDS) -> Generator[None, None, Hint]:
        """Return the steps that find the hint for the present position, whatever is played meanwhile."""
        if self.class_table:
            raise ValueError(NO_HINT)
        self._check_turn()
        self.hints += 1
        find = find_hint_at_table if self.table and self.table.misplays else find_hint
        return find(self.view, n, derive_seed(self.match.seed, "hint", self.number, len(self.round.history)))

    def review(self, *, n: int = _REVIEW_WORLDS) -> tuple[Mapping[str, Any], ...]:
        """Return what each of your decisions in the finished round cost, given what you could know: the rows of `advice.review`.

        Raises ValueError while the round is being played.
        """
        return tuple(self.review_each(n=n))

    def review_each(self, *, n: int = _REVIEW_WORLDS, start: int = 0) -> Iterator[Mapping[str, Any]]:
        """Yield the rows of `review` one by one, for the decisions after `start` moves and later."""
        return (row for row in self.review_in_steps(n=n, start=start) if row is not None)

    def review_in_steps(self, *, n: int = _REVIEW_WORLDS, start: int = 0) -> Iterator[Mapping[str, Any] | None]:
        """Do what `review_each` does in short steps: a None stands between two of them, where there is no row yet."""
        if not self.round.is_over:
            raise ValueError("You can review a round when it is over.")
        if isinstance(self.round, TableRound):
            raise ValueError(NO_REVIEW)
        from mam.analysis.advice import review_in_steps

        seed = derive_seed(self.match.seed, "review", self.number)
        return review_in_steps(self.round, seed=seed, n=n, seconds=_REVIEW_SECONDS, persons=self.you, start=start)

    @property
    def decision_steps(self) -> tuple[int, ...]:
        """For each decision with a choice that you made in the current round, the number of moves made before it."""
        return tuple(
            step
            for step, match in enumerate(self._line[:-1])
            if step >= self._first_step and match.actor == self.you and find_only_move(match.round) is None
        )

    @property
    def _first_step(self) -> int:
        # what a teacher had played before is not your decision
        return self.class_table.moves if self.class_table else 0

    @property
    def decision_count(self) -> int:
        """The number of decisions with a choice that you made in the current round."""
        return len(self.decision_steps)

    def round_at(self, step: int) -> Round:
        """Return the current round after `step` moves, which was kept: nothing is played again. Raises IndexError for another step."""
        return self.round if step == len(self.round.history) else self._line[step].round

    def branch(self, step: int) -> Session:
        """Return a session that goes on from the current round after `step` moves; this session stays as it is.

        Raises ValueError for a step that the round does not have.
        """
        if not 0 <= step < len(self._line):
            raise ValueError(f"this round has {len(self._line) - 1} moves, so there is no step {quote(step)}")
        session = Session(self.match, self.you, self.skill_levels, hints=self.hints)
        session._line = self._line[: step + 1]
        session._is_paused = self._is_paused and step == len(self._line) - 1
        return session

    def past(self, number: int) -> Session:
        """Return a session that stands at the end of finished round `number`, to review it, save it or branch from it.

        This session stays as it is, whatever has been played since. Raises ValueError for a round that is not finished.

        >>> session = Session.start("make-a-million-1935", seed=7)
        >>> session.past(1)
        Traceback (most recent call last):
        ValueError: round 1 is not finished: 0 rounds are over
        """
        finished = self.match.finished
        if not 1 <= number <= len(finished):
            are = "round is over" if len(finished) == 1 else "rounds are over"
            raise ValueError(f"round {number} is not finished: {len(finished)} {are}")
        round = finished[number - 1]
        session = Session(
            replace(self.match, round=round.at(0), finished=finished[: number - 1]),
            self.you,
            self.skill_levels,
            hints=self.hints,
        )
        if isinstance(round, TableRound):  # its moves need not be lawful: only its end can be shown
            session._line.append(replace(self.match, round=round, finished=finished[:number]))
            session._is_paused = True
            return session
        session.class_table = self.class_table
        for move in round.history:
            session._advance_match(move)
        return session

    def record(self) -> Record:
        """Return the round as a record with the players' names; what you may not know yet is `??`.

        Raises ValueError for a round in play at a real table: a record of one needs every card.
        """
        if self.is_table_open:
            raise ValueError(_NO_RECORD)
        title = f"{self.rules.name}, round {self.number}"  # without the seed, which would give away the next deals
        return Record.from_round(self.table_view.round, title=title, players={self.you: "you"} | self.skill_levels)

    # Saving

    def dumps(self) -> str:
        """Return the session as text: its start, every move, and each deal that does not follow from the seed."""
        lines = [f"session = {FORMAT}", f"edition = {write_string(self.rules.id)}"]
        if self.rules.chosen:
            lines.append(f"options = {write_strings(self.rules.chosen)}")
        lines += [f"seed = {self.match.seed}", f"you = {write_string(self.you)}", f"hints = {self.hints}"]
        lines += ["", "[players]", *(f"{person} = {write_string(name)}" for person, name in self.skill_levels.items())]
        if self.class_table:
            title = write_string(self.class_table.title)
            lines += ["", "[class_table]", f"title = {title}", f"moves = {self.class_table.moves}"]
        if self.real_table:
            lines += ["", "[real_table]", *(f"{name} = {chance}" for name, chance in asdict(self.real_table).items())]
        if self.match.carried:
            lines += ["", "[carried]", *(f"{side} = {total}" for side, total in self.match.carried.items())]
        for number, round in enumerate(self._rounds()):
            if isinstance(round, TableRound):
                entries = f"events = {write_strings(round.events)}"
            else:
                entries = f"moves = {write_strings(map(str, round.history))}"
            lines += ["", "[[round]]"]
            if round.deal != self._deal_by_seed(number):
                lines.append(f"deal = {write_string(str(round.deal))}")
            lines.append(entries)
        return "\n".join(lines) + "\n"

    def _rounds(self) -> tuple[Round, ...]:
        """Return the finished rounds and the one being played."""
        finished_rounds = self.match.finished
        return finished_rounds if self._is_paused or self.match.is_over else (*finished_rounds, self.match.round)

    def _deal_by_seed(self, number: int) -> Deal:
        """Return the deal that follows from the seed, after the earlier rounds as they were played."""
        if number == 0:
            return start_match(self.rules.full_id, self.match.seed).round.deal
        before = self.match.finished[:number]
        return replace(self.match, round=before[-1], finished=before)._next_round().deal

    @classmethod
    def loads(cls, text: str, name: str = "session") -> Session:
        """Read a session from text. Raises SessionError with the line of the fault."""
        document = Document(text, name, SessionError)
        head = read_heading(document)
        match = start_match(head.edition, head.seed, options=head.options, carried=head.carried)
        session = _replay(document, cls(match, head.you, head.skill_levels, hints=head.hints))
        if head.real_table is not None:
            with document.at("real_table", ""):
                session.sit_at_real_table(head.real_table)
        if head.class_table is not None:
            with document.at("class_table", "moves"):
                _check_class_table(session, head.class_table)
            session.class_table = head.class_table
        return session

    def save(self, path: str | Path) -> None:
        """Save the session in a file; an existing file is replaced only when the new one is complete."""
        write_file(path, self.dumps())

    @classmethod
    def load(cls, path: str | Path) -> Session:
        """Read a session from a file. Raises SessionError with the place of the fault, OSError if it cannot be opened."""
        return cls.loads(read_text(path, MAX_BYTES, SessionError), Path(path).name)

    def __repr__(self) -> str:
        return f"Session of {self.you} in {self.match!r}"


_NO_RECORD = "At a real table a record can be saved once the round is over. The match itself is saved after every move."
_END_MESSAGES = {False: "The round is over. Deal the next one.", True: "The match is over."}


def _count_tricks(round: Round) -> int:
    return len(round.tricks) if isinstance(round, TrickRound) else 0


# Reading


def _check_class_table(session: Session, class_table: ClassTable) -> None:
    """Raise ValueError unless the session can be at this class table: in its only round, after the moves that were fixed."""
    if session.number != 1 or session.real_table or session.table:
        raise ValueError("a class table is one round in which a wrong card is refused")
    if class_table.moves > len(session.round.history):
        raise ValueError(f"the round has only {len(session.round.history)} moves")


def _read_deal(document: Document, number: int, match: Match) -> Match:
    """Return the match with the deal that the file gives for its current round."""
    table = ("round", number)
    with document.at(table, "deal"):
        deal = parse_deal(document.string(table, "deal"))
        if UNSEEN in deal.cards:
            raise ValueError("a deal to be played cannot have unseen cards")
        if number:
            return match.with_deal(deal)
        # the dealer is the deal's
        return start_match(match.rules.full_id, match.seed, deal=deal, carried=match.carried)


def _replay_events(document: Document, number: int, session: Session) -> None:
    """Play a round at a table: what was laid, claimed, chosen and scored, one event a line."""
    place = ("round", number)
    if "moves" in document.table(place):
        raise document.fail((place, "moves"), "a round has either moves or events, not both")
    lines = document.strings(place, "events")
    try:
        table = Table(session.match.round)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise document.fail((place, "events"), str(error)) from None
    for index, line in enumerate(lines):
        with document.at(place, "events", index):
            table = apply_event(table, line)
        session._take(table)


def _replay(document: Document, session: Session) -> Session:
    """Return the session after all its moves, each checked as it is made."""
    rounds = document.tables("round", {"deal", "moves", "events"})
    for number, entries in enumerate(rounds):
        if number and session.is_over:
            raise document.fail((("round", number), ""), "the match was already over before this round")
        if len(session.match.finished) < number:
            raise document.fail((("round", number), ""), "the previous round is not over")
        if session._is_paused:
            session.next_round()
        match = session.match
        if "deal" in entries:
            match = _read_deal(document, number, match)
            session = Session(match, session.you, session.skill_levels, hints=session.hints)
        if "events" in entries:
            _replay_events(document, number, session)
            continue
        for index, text in enumerate(document.strings(("round", number), "moves")):
            if session.round.is_over:
                raise document.fail((("round", number), "moves", index), _END_MESSAGES[session.is_over])
            with document.at(("round", number), "moves", index):
                session._advance(parse_move(text))
    return session
