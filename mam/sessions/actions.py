"""What a person can do in a match beside a move: one list, for the buttons of the table and the commands of the terminal.

A new action is one function in this file. Its decorator says what it is called, which key and which command it has, when it is
shown and why it can't be done now; what it returns is said once it is done. The button, its key, its line in the help,
the command of `mam play` and the tests of all actions follow from that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict, Unpack

from mam.games.claims import plan_claim
from mam.games.trick_round import TrickRound
from mam.misplay import TableRound
from mam.rules.cards import format_count
from mam.rules.moves import Play
from mam.scenes.actions import Action, Side, make_action
from mam.scenes.table import trick_on_table
from mam.sessions.session import NO_REVIEW, Session
from mam.support.messages import quote


class Look(TypedDict, total=False):
    """How the button of an action looks and where it stands, as `make_action` takes it."""

    short: str
    icon: str
    key: str
    side: Side
    rank: int
    is_primary: bool


@dataclass(frozen=True)
class SessionAction:
    """An action on a session: `run` does it and returns a sentence, `offer` says how it stands now.

    `command` is what is typed for it in a terminal, with what is typed behind it in `usage`; `message` is what the browser
    sends where the table does more than `run`. `needs_lab` says that it needs the extra “lab”.
    """

    id: str
    text: str | Callable[[Session], str]
    does: str
    run: Callable[[Session], str]
    command: str
    usage: str
    is_shown: Callable[[Session], bool]
    why_not: Callable[[Session], str]
    message: str
    needs_lab: bool
    look: Look

    def offer(self, session: Session) -> Action:
        """Return the action as data, with why it can't be done now."""
        text = self.text if isinstance(self.text, str) else self.text(session)
        do = {"do": self.message} if self.message else {"do": "act", "action": self.command}
        return make_action(self.id, text, do, does=self.does, why_not=self.why_not(session), **self.look)


# What a person does on their turn, by phase.
DUTIES = {"auction": "bid or pass", "nest": "discard", "trump": "name trump", "play": "play a card"}

ACTIONS: dict[str, SessionAction] = {}  # by command, in the order in which their buttons stand


def action(
    command: str,
    text: str | Callable[[Session], str],
    does: str,
    *,
    id: str = "",
    usage: str = "",
    is_shown: Callable[[Session], bool] = lambda session: True,
    why_not: Callable[[Session], str] = lambda session: "",
    message: str = "",
    needs_lab: bool = False,
    **look: Unpack[Look],
) -> Callable[[Callable[[Session], str]], Callable[[Session], str]]:
    """Put a function on the list of actions."""

    def add(run: Callable[[Session], str]) -> Callable[[Session], str]:
        ACTIONS[command] = SessionAction(
            id or command, text, does, run, command, usage or command, is_shown, why_not, message, needs_lab, look
        )
        return run

    return add


def list_actions(session: Session) -> list[Action]:
    """Return what a person can do now beside a move, in the order in which the buttons stand.

    >>> session = Session.start("make-a-million-1935", seed=7)
    >>> [(action["id"], action["why_not"]) for action in list_actions(session)][:2]
    [('hint', 'You can ask for a hint on your turn.'), ('undo', 'Nothing to undo: you have made no decision in this round.')]
    """
    return [action.offer(session) for action in ACTIONS.values() if action.is_shown(session)]


def do_action(command: str, session: Session) -> str:
    """Do what a command stands for, and return what is said then. Raises ValueError, saying why, where it can't be done now."""
    if (chosen := ACTIONS.get(command)) is None:
        raise ValueError(f"there is no action {quote(command)}")
    if why := chosen.why_not(session):
        raise ValueError(why)
    if not chosen.is_shown(session):
        raise ValueError(f"You can't do that now: {chosen.does}.")
    return chosen.run(session)


# When


def _is_played(session: Session) -> bool:
    return not session.round.is_over


def _is_over(session: Session) -> bool:
    return session.round.is_over


def _has_no_class(session: Session) -> bool:
    return session.class_table is None


def _can_ask(session: Session) -> bool:
    return _is_played(session) and _has_no_class(session)


def _can_hand_in(session: Session) -> bool:
    return _is_over(session) and not _has_no_class(session)


def _can_go_on(session: Session) -> bool:
    return _is_played(session) and session.actor is not None


def _can_deal(session: Session) -> bool:
    return _is_over(session) and not session.is_over and _has_no_class(session)


def can_claim(session: Session) -> bool:
    """Return whether it is certain that you take all tricks that are left: at least two."""
    is_real = session.is_table_open or session.real_table is not None
    return _is_played(session) and not is_real and len(plan_claim(session.table_view) or ()) > 1


# Why not


def _why_no_hint(session: Session) -> str:
    is_asked = session.to_move and session.round.phase not in ("choice", "amends")
    return "" if is_asked else "You can ask for a hint on your turn."


def _why_no_undo(session: Session) -> str:
    return "" if session.can_undo else "Nothing to undo: you have made no decision in this round."


def _why_not_next(session: Session) -> str:
    if not session.to_move:
        return ""
    return f"It is your turn: {DUTIES.get(session.round.phase, 'make your move')}."


def _why_not_to_turn(session: Session) -> str:
    return "It is your turn." if session.to_move else ""


def _why_no_claim(session: Session) -> str:
    return "" if can_claim(session) else "You can claim the rest only when you are certain to take every trick."


def _why_no_review(session: Session) -> str:
    return NO_REVIEW if isinstance(session.round, TableRound) and session.round.is_over else ""


def _name_next(session: Session) -> str:
    """Return what the next move of the others brings."""
    if session.actor is None:
        return "Score round"
    round = session.round
    is_complete = isinstance(round, TrickRound) and trick_on_table(round)[1]
    return "Next trick" if is_complete and not session.to_move and not session.due_claim else "Next"


# The list


@action(
    "hint",
    "Hint",
    "recommend a move, with the reason",
    is_shown=_can_ask,
    why_not=_why_no_hint,
    message="hint",
    needs_lab=True,
    side="help",
    icon="bulb",
    key="h",
    rank=2,
)
def ask_hint(session: Session) -> str:
    """Return a hint in a sentence."""
    hint = session.hint()
    return f"Recommended: {hint.move}. Reason: {hint.reason}."


@action(
    "undo",
    "Undo",
    "go back to your last decision in this round",
    is_shown=_has_no_class,
    why_not=_why_no_undo,
    message="undo",
    side="help",
    icon="undo",
    key="u",
    rank=1,
)
def undo(session: Session) -> str:
    """Go back to the last decision."""
    session.undo()
    return "Undone. Decide again."


@action(
    "claim",
    "Claim the rest",
    "take all the tricks that are left, where that is certain",
    is_shown=can_claim,
    why_not=_why_no_claim,
    message="claim",
    side="help",
    icon="ok",
    key="c",
    rank=3,
)
def claim_rest(session: Session) -> str:
    """Take all the tricks that are left: your cards and the others' are played out. One undo takes it back."""
    plan = plan_claim(session.table_view) or ()
    leader, cards = session.round.turn, list(plan)
    with session.one_decision():
        while not session.round.is_over:
            if not session.to_move:
                session.step()
            elif session.round.turn == leader:
                session.play(Play(cards.pop(0)))
            else:  # a dummy's card, whichever
                session.play(session.table_view.legal_moves[0])
    return f"You claimed the last {format_count(len(plan), 'trick')}."


@action(
    "record",
    "Save record",
    "write the round as a record, with what you know of it",
    is_shown=_is_over,
    message="record",
    side="help",
    icon="save",
    rank=6,
    usage="record FILE",
)
def name_record(session: Session) -> str:
    """Say how a record gets its name: a program writes it."""
    raise ValueError("Name a file: record my-round.toml")


@action(
    "review",
    "Review",
    "after a round, show what your decisions cost",
    is_shown=_is_over,
    why_not=_why_no_review,
    message="review",
    rank=3,
    needs_lab=True,
)
def review(session: Session) -> str:
    """Review the round, and return how many decisions that were."""
    return f"{format_count(len(session.review()), 'decision')} reviewed."


@action(
    "go",
    "To my turn",
    "play on to your turn",
    id="to-turn",
    is_shown=_can_go_on,
    why_not=_why_not_to_turn,
    message="to_turn",
    key="m",
    rank=4,
)
def play_to_turn(session: Session) -> str:
    """Play the other seats until it is your turn."""
    session.play_to_your_turn()
    return ""


@action(
    "next",
    _name_next,
    "let the next player make one move",
    is_shown=_is_played,
    why_not=_why_not_next,
    message="step",
    key="n",
    rank=0,
    is_primary=True,
)
def step(session: Session) -> str:
    """Let the next player make one move."""
    session.step()
    return ""


@action(
    "deal",
    "Next deal",
    "after a round, deal the next",
    id="next",
    is_shown=_can_deal,
    message="next_round",
    key="n",
    rank=0,
    is_primary=True,
)
def deal(session: Session) -> str:
    """Deal the next round."""
    session.next_round()
    return f"Round {session.number}."


@action(
    "hand-in",
    "Hand in",
    "at a class table, make the text that your teacher collects",
    is_shown=_can_hand_in,
    message="hand_in",
    key="n",
    rank=0,
    is_primary=True,
    usage="hand-in NAME",
)
def hand_in(session: Session) -> str:
    """Say how a hand-in gets a name: a program writes it."""
    raise ValueError("Type your name: hand-in Ann Lee")
