"""A round in which a person decides and rulebook players reply, with undo; every state of it can be shown as plain data."""

from collections.abc import Iterator
from random import Random

from mam.games.sampling import worlds
from mam.games.trick_round import TrickRound
from mam.games.views import View, try_move, view
from mam.players import play_move, rulebook_player
from mam.rules.cards import UNSEEN
from mam.rules.moves import Move
from mam.rules.rulings import Ruling
from mam.studies.coach import Advice, can_coach, coach_move
from mam.studies.rounds.ending import describe_end
from mam.studies.rounds.news import describe_news, find_last_play, find_race
from mam.studies.rounds.question import list_legal, make_question, read_answer, show_advice
from mam.studies.rounds.turning_point import Turn, TurningPoint, choose_turning_point, judge_turns
from mam.studies.schema import EndShown, RoundShown
from mam.support.messages import quote


def complete_round(round: TrickRound, seed: int = 1) -> TrickRound:
    """Return the round with a card in place of every unseen one: a deal consistent with what was played.

    To play on from an earlier moment of a story, complete its end, and go back.

    >>> from mam.text.open_positions import lay_position
    >>> round = lay_position("make-a-million-1935", "S BULL R1", "B", tricks=["W: G2 B3"])
    >>> round.hands["N"], complete_round(round).hands["N"]
    ((??,), (R9,))
    """
    deal = round.deal
    if UNSEEN not in (*deal.cards, *deal.stock):
        return round
    return next(worlds(View(None, round), Random(seed)))


class LiveRound:
    """A round from `start` on in which you decide; the others are rulebook players, who reply to the same cards with the same ones.

    Unseen cards of a position are dealt at random, by `seed`. The coach advises where it knows the game. Raises ValueError for a
    seat that nobody plays.

    >>> import mam
    >>> live = LiveRound(mam.start("make-a-million-1935", seed=7, dealer="S"), "S")
    >>> shown = live.show()
    >>> shown["question"]["text"], shown["advice"]["label"], shown["can_undo"]
    ('Your bid?', 'Bid $175,000', False)
    >>> live.act("pass")
    Traceback (most recent call last):
    ValueError: You can't pass: the dealer must open the auction, with $175,000 to $200,000.
    """

    def __init__(self, start: TrickRound, you: str, *, coached: bool = True, seed: int = 1) -> None:
        if not isinstance(start, TrickRound):
            raise TypeError(
                f"a live round is a round of a game of tricks, like mam.start('six', 7), not {quote(start)}"
            )
        if you not in start.rules.persons:
            raise ValueError(f"nobody sits at {you}: the persons are {' '.join(start.rules.persons)}")
        self.you, self.seed = you, seed
        self.is_coached = coached and can_coach(start.rules)
        self._start = complete_round(start, seed)
        self._turns: list[Turn] = []
        self._round = self._play_on(self._start)
        self._forget_end()

    @property
    def round(self) -> TrickRound:
        """The round with all cards: for checks, never for the person who plays."""
        return self._round

    @property
    def view(self) -> View[TrickRound]:
        """What you know now."""
        return view(self._round, self.you)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self._round.is_over

    @property
    def is_judged(self) -> bool:
        """Whether the round is over and all your decisions are judged."""
        return self.is_over and self._judged == len(self._turns)

    def advise(self) -> Advice | None:
        """Return the coach's advice, or None where there is none."""
        return coach_move(self.view) if self.is_coached and not self.is_over else None

    # What you do

    def act(self, answer: str) -> None:
        """Make your move, and let the others reply. Raises ValueError with the reason for one that can't be made; nothing changes then."""
        if self.is_over:
            raise ValueError("The round is over.")
        move = read_answer(self._round, answer)
        after = try_move(self._round, self.you, move)
        if isinstance(after, Ruling):
            raise ValueError(after.reason)
        self._turns.append((self._round, move))
        self._round = self._play_on(after)

    def undo(self) -> None:
        """Go back to your decision before. Raises ValueError if there is none."""
        if not self._turns:
            raise ValueError("You have made no decision yet.")
        self.go_to(len(self._turns) - 1)

    def go_to(self, decision: int) -> None:
        """Go back to this decision of yours, counted from 0, and forget what came after. Raises ValueError if there is no such one."""
        if not 0 <= decision < len(self._turns):
            raise ValueError(f"You have made {len(self._turns)} decisions, so there is no number {decision}.")
        self._round, _ = self._turns[decision]
        del self._turns[decision:]
        self._forget_end()

    def _play_on(self, round: TrickRound) -> TrickRound:
        """Return the round at your next decision, or at its end."""
        players = dict.fromkeys(round.rules.persons, rulebook_player)
        while not round.is_over and round.actor != self.you:
            round = play_move(round, players, dict.fromkeys(players, Random(self.seed)))
        return round

    # What decided it

    def _forget_end(self) -> None:
        self._points: list[TurningPoint] = []
        self._judged = 0
        self._judging: Iterator[TurningPoint | None] | None = None

    def judge(self) -> None:
        """Judge the next of your decisions in a round that is over; once all are judged, the end says what decided it.

        A decision takes up to a second. Where nothing can compute them, the richest trick is named instead.
        """
        if not self.is_over or self.is_judged:
            return
        try:
            self._judging = self._judging or judge_turns(
                self._turns, self._round, self.you, _follow_coach if self.is_coached else None
            )
            point = next(self._judging)
        except ImportError:
            self._judged = len(self._turns)
        else:
            self._judged += 1
            self._points += [point] if point else []

    # What you see

    def show(self) -> RoundShown:
        """Return the round as you see it now."""
        round, count = self._round, len(self._turns)
        before = self._turns[-1][0] if self._turns else None
        advice = self.advise()
        return {
            "number": count,
            "decision": -1 if round.is_over else count,
            "question": None if round.is_over else make_question(self.view, advice),
            "legal": list_legal(self.view),
            "advice": show_advice(advice, round) if advice else None,
            "news": describe_news(before or self._start, round, self.you),
            "last": find_last_play(before, round, self.you) if before else None,
            "race": find_race(round, self.you),
            "end": self._describe_end() if round.is_over else None,
            "can_undo": bool(self._turns),
        }

    def _describe_end(self) -> EndShown:
        judged = self._judged / len(self._turns) if self._turns else 1
        return describe_end(self._round, self.you, self._turns, choose_turning_point(self._points), judged)


def _follow_coach(seen: View[TrickRound]) -> Move:
    return coach_move(seen).move
