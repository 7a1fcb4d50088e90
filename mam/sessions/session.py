"""A person's whole match against players: move by move, with hints, undo, rulings, a review, and a file that keeps it all."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from mam.games.match import Match, start_match
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.misplay import EventError, Table, TableRound, replay_table
from mam.players import find_only_move, play_move
from mam.records.record import Record
from mam.rules.cards import UNSEEN
from mam.rules.dealing import Deal, check_seed, derive_seed
from mam.rules.editions import RuleSet, get_edition, list_editions
from mam.rules.moves import Move
from mam.rules.rulings import IllegalMove, Ruling
from mam.sessions.hints import WORLDS, Hint, find_hint
from mam.sessions.skill_levels import check_person, check_skill_level, make_player, name_players
from mam.support.data_files import write_whole
from mam.support.toml import Document, PlacedError, read_text, write_string, write_strings
from mam.text.notation import parse_deal, parse_move

FORMAT = 2
MOST_BYTES = 2_000_000
_REVIEW_WORLDS = 200
_REVIEW_SECONDS = 2.0  # for one look at one decision


class SessionError(PlacedError):
    """A saved session that cannot be used; the message names the file, the line, the fault and what would be right."""


class Session:
    """A match between a person, `you`, and players, one for each other person.

    You move with `play`; the others move when they are asked to (`step`, `until_you`). A round that has ended stays
    before you until `next_round`. Players decide from their own views, with chances that follow from the seed, the number
    of the round and the number of moves made: taken back or loaded again, a session goes on as it would have.

    >>> session = Session.start("make-a-million-1935", seed=7, seat="S")
    >>> session.until_you()
    >>> session.to_move, session.play("pass").history[-1]
    (True, pass)
    """

    def __init__(self, match: Match, you: str, strength: Mapping[str, str], *, hints: int = 0) -> None:
        self.you, self.hints = you, hints
        self.strength = dict(strength)
        self._line = [match]  # the match before each move of the round that lies before you, and as it stands
        self._resting = False  # the round has ended, and the next one has not been asked for

    @classmethod
    def start(
        cls,
        edition: str | None = None,
        *,
        seat: str | None = None,
        seed: int | None = None,
        options: Sequence[str] = (),
        players: int | None = None,
        strength: str | Mapping[str, str] = "rulebook",
    ) -> Session:
        """A new match of this edition (the first one listed unless you say), with you at `seat`.

        Without `seat` you sit South, or in the first seat; without `seed` the cards are any. `strength` names the player
        for all others, or for each of them. Raises ValueError for an unknown edition, option, seat, number of players or
        strength, TypeError for what is no seed.
        """
        seed = secrets.randbelow(1_000_000) if seed is None else check_seed(seed)
        match = start_match(edition or list_editions()[0], seed, options=options, players=players)
        persons = match.rules.persons
        you = seat if seat is not None else "S" if "S" in persons else persons[0]
        check_person(match.rules, you)
        return cls(match, you, name_players(match.rules, you, strength))

    # What lies before you

    @property
    def match(self) -> Match:
        return self._line[-1]

    @property
    def rules(self) -> RuleSet:
        return self.match.rules

    @property
    def round(self) -> Round:
        """The round that lies before you, with all its cards: for players and judges, not for your eyes."""
        return self.match.finished[-1] if self._resting else self.match.round

    @property
    def view(self) -> View[Round]:
        """What you may know of the round that lies before you."""
        return view(self.round, self.you)

    @property
    def shown(self) -> View[Round]:
        """What is shown: your view, and once the round is over all its cards."""
        return view(self.round, None if self.round.is_over else self.you)

    @property
    def before(self) -> View[Round] | None:
        """What is shown, one move earlier; None before the first move, and of a round from a table."""
        return view(self._line[-2].round, self.shown.person) if self.round.history and len(self._line) > 1 else None

    @property
    def number(self) -> int:
        """Which round of the match lies before you, from 1."""
        return len(self.match.finished) + (0 if self._resting else 1)

    @property
    def to_move(self) -> bool:
        """Whether you are to decide."""
        return self.round.actor == self.you

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    @property
    def totals(self) -> dict[str, int]:
        """The score of the match, rounds that are over included."""
        return self.match.totals

    @property
    def can_undo(self) -> bool:
        return self._last_own() is not None

    # Moves

    def play(self, move: Move | str) -> Round:
        """Make your move, or the one a text says, and give the round back.

        Raises IllegalMove with the ruling, NotationError for a text that says no move, ValueError when it is not your
        turn.
        """
        if isinstance(move, str):
            move = parse_move(move)
        self._check_turn()
        if ruling := self.view.why_not(move):
            raise IllegalMove(ruling)
        return self._advance(move)

    def why_not(self, move: Move | str) -> Ruling | None:
        """The ruling that forbids you this move now, or None if it is legal."""
        return self.view.why_not(parse_move(move) if isinstance(move, str) else move)

    def step(self) -> Move:
        """Let the next one of the others make exactly one move, and give it back as you may know it.

        Raises ValueError when you are to move yourself, or the round is over.
        """
        round = self.round
        if round.is_over:
            raise ValueError(_ENDED[self.is_over])
        if self.to_move:
            raise ValueError("It is your turn.")
        person = round.actor or ""
        chance = Random(derive_seed(self.match.seed, "session", self.number, len(round.history)))
        after = play_move(round, {person: make_player(self.strength[person])}, {person: chance})
        self._advance(after.history[-1])
        return self.view.round.history[-1]

    def until_you(self) -> None:
        """Let the others move until it is your turn, a trick is complete or the round is over; nothing if it is so now."""
        tricks = _count_tricks(self.round)
        while not (self.round.is_over or self.to_move) and _count_tricks(self.round) == tricks:
            self.step()

    def next_round(self) -> Round:
        """Go on to the next deal. Raises ValueError while the round is being played, and when the match is over."""
        if self.is_over:
            raise ValueError(_ENDED[True])
        if not self._resting:
            raise ValueError("This round is not over yet.")
        self._line, self._resting = [self.match], False
        return self.round

    def undo(self) -> Round:
        """Go back to your own last decision in this round. Raises ValueError where there is none."""
        last = self._last_own()
        if last is None:
            raise ValueError("There is no decision of yours to take back in this round.")
        self._line, self._resting = self._line[: last + 1], False
        return self.round

    def change_skill_level(self, strength: str | Mapping[str, str]) -> None:
        """Let other players sit with you from now on. Raises ValueError for a name that there is not."""
        self.strength = name_players(self.rules, self.you, strength)

    def _last_own(self) -> int | None:
        """Where in the line you decided last."""
        return next((at for at in range(len(self._line) - 2, -1, -1) if self._line[at].actor == self.you), None)

    def _advance(self, move: Move) -> Round:
        before = self.match
        self._line.append(before.play(move))
        self._resting = len(self.match.finished) > len(before.finished)
        return self.round

    def _check_turn(self) -> None:
        if self.round.is_over:
            raise ValueError(_ENDED[self.is_over])
        if not self.to_move:
            who = self.rules.seat_names[self.round.actor or ""]
            raise ValueError(f"It is not your turn: {who} is to move.")

    # Learning from it

    def why(self) -> tuple[Ruling, ...]:
        """The rulings under which the last move was made, as you may know it; empty when none was made."""
        if self.before is None:
            return ()
        now = self.shown.round
        return tuple(now.rules.cite(reason) for reason in self.before.round._reasons_for(now.history[-1], now))

    def hint(self, *, n: int = WORLDS) -> Hint:
        """The move advised to you, by what you may know, from `n` worlds that agree with it; it is counted in `hints`.

        Where worlds take too long to play out, the rulebook player's move is advised instead. Raises ValueError when it is
        not your turn.
        """
        return self.hinting(n=n)()

    def hinting(self, *, n: int = WORLDS) -> Callable[[], Hint]:
        """`hint` put off: what it gives back finds the hint for this moment, whatever is played meanwhile."""
        self._check_turn()
        self.hints += 1
        return partial(
            find_hint, self.view, n, derive_seed(self.match.seed, "hint", self.number, len(self.round.history))
        )

    def review(self, *, n: int = _REVIEW_WORLDS) -> tuple[Mapping[str, Any], ...]:
        """What each of your decisions in the finished round cost, by what you could know then: the rows of `advice.review`.

        Raises ValueError while the round is being played.
        """
        return tuple(self.reviewing(n=n))

    def reviewing(self, *, n: int = _REVIEW_WORLDS) -> Iterator[Mapping[str, Any]]:
        """`review` row by row, as they are found."""
        if not self.round.is_over:
            raise ValueError("A round is reviewed when it is over.")
        if isinstance(self.round, TableRound):
            raise ValueError("A round from a table is not reviewed: its decisions were not made here.")
        from mam.analysis.advice import review_each

        seed = derive_seed(self.match.seed, "review", self.number)
        return review_each(self.round, seed=seed, n=n, seconds=_REVIEW_SECONDS, persons=self.you)

    @property
    def decisions(self) -> int:
        """How many decisions with a choice you made in the round before you."""
        made = range(len(self._line) - 1)
        return sum(self._line[at].actor == self.you and find_only_move(self._line[at].round) is None for at in made)

    def record(self) -> Record:
        """The round as a record, each player under its name; what you may not know yet is `??` in it."""
        title = f"{self.rules.name}, round {self.number}"  # no seed: the next deals follow from it
        return Record.of(self.shown.round, title=title, players={self.you: "you"} | self.strength)

    # Keeping it

    def dumps(self) -> str:
        """The session as text: how it began, every move, and each deal that does not follow from the seed; `loads` gives it
        back.
        """
        lines = [f"session = {FORMAT}", f"edition = {write_string(self.rules.id)}"]
        if self.rules.chosen:
            lines.append(f"options = {write_strings(self.rules.chosen)}")
        lines += [f"seed = {self.match.seed}", f"you = {write_string(self.you)}", f"hints = {self.hints}"]
        lines += ["", "[players]", *(f"{who} = {write_string(name)}" for who, name in self.strength.items())]
        if self.match.carried:
            lines += ["", "[carried]", *(f"{side} = {total}" for side, total in self.match.carried.items())]
        for number, round in enumerate(self._rounds()):
            told = round.events if isinstance(round, TableRound) else map(str, round.history)
            kind = "events" if isinstance(round, TableRound) else "moves"
            lines += ["", "[[round]]"]
            if round.deal != self._deal_by_seed(number):
                lines.append(f"deal = {write_string(str(round.deal))}")
            lines.append(f"{kind} = {write_strings(told)}")
        return "\n".join(lines) + "\n"

    def _rounds(self) -> tuple[Round, ...]:
        """The rounds played out, and the one being played."""
        finished = self.match.finished
        return finished if self._resting or self.match.is_over else (*finished, self.match.round)

    def _deal_by_seed(self, number: int) -> Deal:
        """What the seed deals to this round, after the rounds before it as they were played."""
        if number == 0:
            return start_match(self.rules.full_id, self.match.seed).round.deal
        before = self.match.finished[:number]
        return replace(self.match, round=before[-1], finished=before)._next_round().deal

    @classmethod
    def loads(cls, text: str, name: str = "session") -> Session:
        """The session in a text. Raises SessionError with the line of the fault."""
        return _read(Document(text, name, SessionError))

    def save(self, path: str | Path) -> None:
        """Keep the session in a file; one that stands there is replaced only when the new one is complete."""
        write_whole(path, self.dumps())

    @classmethod
    def load(cls, path: str | Path) -> Session:
        """The session in a file. Raises SessionError with the place of the fault, OSError if it cannot be opened."""
        return cls.loads(read_text(path, MOST_BYTES, SessionError), Path(path).name)

    def __repr__(self) -> str:
        return f"Session of {self.you} in {self.match!r}"


_ENDED = {False: "The round is over: go on to the next deal.", True: "The match is over."}


def _count_tricks(round: Round) -> int:
    return len(round.tricks) if isinstance(round, TrickRound) else 0


# Writing and reading


def _read(document: Document) -> Session:
    if "sitting" in document.top:
        fault = f"this match was saved by an earlier mam, in format 1; this one reads format {FORMAT}: change “sitting = 1” to “session = {FORMAT}”"
        raise document.fail(("", "sitting"), fault)
    if "session" not in document.top:
        raise SessionError(document.name, 0, f"this is no saved session: its first line would be “session = {FORMAT}”")
    if document.integer("", "session", FORMAT) != FORMAT:
        fault = f"session format {document.top['session']} is unknown; this program reads format {FORMAT}"
        raise document.fail(("", "session"), fault)
    document.check_keys({"session", "edition", "options", "seed", "you", "hints", "players", "carried", "round"})
    edition, options = document.string("", "edition", required=True), document.strings("", "options")
    try:
        rules = get_edition(edition, options)
    except ValueError as error:
        raise document.fail(("", "options" if options else "edition"), str(error)) from None
    you = document.string("", "you", required=True)
    if you not in rules.persons:
        fault = f"no seat {you!r} for you: the persons are {' '.join(rules.persons)}"
        raise document.fail(("", "you"), fault)
    strength = _read_players(document, rules, you)
    match = start_match(edition, _read_count(document, "seed"), options=options, carried=_read_carried(document, rules))
    return _replay(document, Session(match, you, strength, hints=_read_count(document, "hints")))


def _read_count(document: Document, key: str) -> int:
    """A whole number, 0 or more."""
    if key not in document.top:
        raise document.fail(("", ""), f"{key} is missing")
    number = document.integer("", key, 0)
    if number < 0:
        raise document.fail(("", key), f"{key} is 0 or more, not {number}")
    return number


def _read_players(document: Document, rules: RuleSet, you: str) -> dict[str, str]:
    others = [person for person in rules.persons if person != you]
    document.check_keys(set(others), "players")
    found = {person: document.string("players", person, required=True) for person in others}
    for person, name in found.items():
        try:
            check_skill_level(rules, name)
        except ValueError as error:
            raise document.fail(("players", person), str(error)) from None
    return found


def _read_carried(document: Document, rules: RuleSet) -> dict[str, int]:
    """The totals that the match started from."""
    document.check_keys(set(rules.accounts), "carried")
    return {side: document.integer("carried", side, 0) for side in document.table("carried")}


def _read_deal(document: Document, number: int, match: Match) -> Match:
    """The match with the deal that the file gives to its current round."""
    at = ("round", number)
    try:
        deal = parse_deal(document.string(at, "deal"))
        if UNSEEN in deal.cards:
            raise ValueError("a deal that is played has no unseen cards")
        if number:
            return match.with_deal(deal)
        return start_match(
            match.rules.full_id, match.seed, deal=deal, carried=match.carried
        )  # the dealer is the deal's
    except ValueError as error:
        raise document.fail((at, "deal"), str(error)) from None


def _read_table(document: Document, number: int, match: Match) -> Match:
    """The match after a round that was played at a table, whose events stand in the file."""
    at = ("round", number)
    if "moves" in document.table(at):
        raise document.fail((at, "moves"), "a round has moves, or events of a table, not both")
    lines = document.strings(at, "events")
    try:
        table = Table(match.round)  # type: ignore[arg-type]
        return match.with_table(replay_table(table.rules, match.round.deal, lines))
    except EventError as error:
        raise document.fail((at, "events", error.number - 1), error.fault) from None
    except (TypeError, ValueError) as error:
        raise document.fail((at, "events"), str(error)) from None


def _replay(document: Document, session: Session) -> Session:
    """The session after all its moves, each checked as it is made."""
    rounds = document.tables("round", {"deal", "moves", "events"})
    for number, entries in enumerate(rounds):
        if number and session.is_over:
            raise document.fail((("round", number), ""), "the match was over before this round")
        if len(session.match.finished) < number:
            raise document.fail((("round", number), ""), "the round before this one is not over")
        if session._resting:
            session.next_round()
        match = session.match
        if "deal" in entries:
            match = _read_deal(document, number, match)
        if "events" in entries:
            match = _read_table(document, number, match)
        if match is not session.match:
            session = Session(match, session.you, session.strength, hints=session.hints)
        if "events" in entries:
            continue
        for index, text in enumerate(document.strings(("round", number), "moves")):
            if session.round.is_over:
                raise document.fail((("round", number), "moves", index), _ENDED[session.is_over])
            try:
                session._advance(parse_move(text))
            except ValueError as error:
                raise document.fail((("round", number), "moves", index), str(error)) from None
    return session
