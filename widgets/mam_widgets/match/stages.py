"""A person's time at a table: one frozen stage of a few classes. A message is a method that returns the stage after it.

The session is the match itself, which keeps every earlier moment of its round. What leads away from it (a match
begun in its place, a review, a what-if, practice) is a stage of its own, and knows the stage `before` it: Undo and Back return that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from mam import NotationError, Ruling, parse_move
from mam.rules.moves import Move
from mam.rules.rulings import IllegalMove
from mam.scenes import Scene
from mam.scenes.actions import Action, make_action, make_key, make_step
from mam.sessions import Hint, Session
from mam.sessions.actions import do_action, list_actions
from mam.sessions.costs import judge_cost
from mam_widgets.match.last_move import describe_last_move, is_next_by_itself
from mam_widgets.match.real_table import NEST, is_real, list_claims
from mam_widgets.match.schema import OpenHands, ReviewMoment, ReviewPoint
from mam_widgets.shared.messages import on_message
from mam_widgets.stepper.actions import list_steps, why_no_undo
from mam_widgets.stepper.model import Walk

IN_PRACTICE = "This is practice. Go back to the review first."
NOT_REVIEWED = "The review isn't finished. Wait for it, or press Stop."


@dataclass(frozen=True)
class Settings:
    """What holds in every stage: what plays by itself, what is shown, and the edition chosen for the next match."""

    auto_play: bool = (
        True  # whether the browser asks for the others' moves by itself, until it is your turn or a trick is complete
    )
    auto_forced: bool = False  # whether your only legal card is played by itself, too
    all_hands: bool = False
    next_edition: str = ""


# At a table


@dataclass(frozen=True)
class PlayStage:
    """Cards on a table: what has been done since the learner moved (`messages`), what was done besides a move (`event`), and why
    something could not be done."""

    session: Session
    before: Stage | None = None
    messages: tuple[str, ...] = ()
    event: str = ""
    fault: str = ""

    def say(self, event: str = "", fault: str = "") -> Self:
        """Return the stage with nothing more said than this."""
        return replace(self, event=event, fault=fault)

    def actions(self, settings: Settings) -> list[Action]:
        """Return what can be done now, beside a move."""
        return [
            *list_actions(self.session),
            make_key("e", "explain", "explain the last ruling", {"act": "explain"}),
            *_list_reviews(self.session),
        ]

    def go_on(self, *messages: str, event: str = "") -> AtTable | RoundOver:
        """Return the stage that the session has come to."""
        return find_stage(self.session, self.before, messages=messages, event=event)

    def step(self) -> AtTable | RoundOver:
        """Let another make one move."""
        self.session.step()
        return self.go_on(*describe_last_move(self.session))

    def to_turn(self) -> AtTable | RoundOver:
        """Play the other seats until it is the learner's turn, a trick is complete or the round is over."""
        stage, messages = self.step(), describe_last_move(self.session)
        while is_next_by_itself(self.session):
            self.session.step()
            messages += describe_last_move(self.session)
            stage = self.go_on(*messages)
        return stage

    @on_message("act")
    def act(self, action: str) -> Stage:
        """Do an action of the list in `mam.sessions.actions` that needs nothing more from the table."""
        return self.go_on(event=do_action(action, self.session))

    @on_message("claim")
    def claim(self) -> Stage:
        """Take all the tricks that are left, where that is certain."""
        sentence = do_action("claim", self.session)
        return self.go_on(sentence, event=sentence)

    @on_message("undo")
    def undo(self) -> Stage:
        """Go back to the learner's last decision, or before a claim of the rest."""
        self.session.undo()
        return self.go_on(event="Undone. Decide again.")

    @on_message("next_round")
    def next_round(self) -> Stage:
        """The next deal."""
        self.session.next_round()
        return find_stage(self.session)


@dataclass(frozen=True)
class AtTable(PlayStage):
    """A round is being played: with the hint for this moment, the move that was refused, and the answer to a claim."""

    hint: Hint | None = None
    is_computing: bool = False  # a hint
    refused: tuple[Move, Ruling] | None = None
    answer: tuple[Ruling, ...] = ()  # the rulings on a claim of a misplay that was wrong

    def say(self, event: str = "", fault: str = "") -> Self:
        return replace(self, event=event, fault=fault, refused=None, answer=())

    def actions(self, settings: Settings) -> list[Action]:
        is_your_call = self.session.to_move and self.session.round.phase == "auction"
        passing = [make_key("p", "pass", "pass", {"do": "move", "move": "pass"})] if is_your_call else []
        actions = [*super().actions(settings), *passing]
        for number, action in enumerate(actions):
            if action["id"] == "hint" and self.is_computing:
                actions[number] = action | {"text": "Computing…", "short": "Computing…", "why_not": "Computing…"}
            if action["id"] == "next" and settings.auto_play and is_next_by_itself(self.session) and self.session.actor:
                pause = {"do": "auto_play", "is_on": False}
                actions[number] = make_action(
                    "pause", "Pause", pause, does="let no card be played by itself", key="n", rank=0, is_primary=True
                )
        return [*actions, *self._list_claims()]

    def _list_claims(self) -> list[Action]:
        """Return the button that claims a misplay: at a real table, once something lies there or a card is to be played."""
        if not is_real(self.session):
            return []
        claims = list_claims(self.session)
        if not claims and self.session.round.phase != "play":
            return []
        why_not = "" if claims else "No card can be claimed now."
        open_claim = {"act": "open", "name": "misplay"}
        return [
            make_action(
                "claim-misplay", "Claim misplay", open_claim, icon="stop", key="w", side="help", rank=3, why_not=why_not
            )
        ]

    @on_message("move")
    def move(self, move: str) -> Stage:
        """Make the move with this notation; keep the ruling on one that is refused, and what is wrong with a text that is none."""
        if move in self.session.choices:
            self.session.choose(move)
            return self.go_on()
        try:
            parsed = parse_move(move)
        except NotationError as error:
            return self.say(fault=str(error))
        if isinstance(answer := self.session.try_move(parsed), Ruling):
            return replace(self.say(), refused=(parsed, answer))
        return self.go_on(*describe_last_move(self.session))

    @on_message("claim_misplay")
    def claim_misplay(self, trick: int, seat: str) -> Stage:
        """Claim that this seat's card in this trick was wrong, or in trick 0 its discard."""
        table = self.session.table
        try:
            rulings = self.session.claim("nest" if trick == NEST else trick, seat)
        except IllegalMove as refused:
            return self.say(fault=refused.ruling.reason)
        is_wrong = self.session.table is table or self.session.table is None
        return replace(self.say(), answer=rulings) if is_wrong else self.go_on()


@dataclass(frozen=True)
class NewMatch(AtTable):
    """A match that took the place of one that is not over: as long as nothing is decided in it, Undo brings that one back."""

    def actions(self, settings: Settings) -> list[Action]:
        return [action | {"why_not": ""} if action["id"] == "undo" else action for action in super().actions(settings)]

    @on_message("undo")
    def undo(self) -> Stage:
        """Back to the match `before`."""
        assert self.before is not None
        return self.before.say("Back in your earlier match.")


@dataclass(frozen=True)
class RoundOver(PlayStage):
    """A round is over: its result is on the table."""

    def actions(self, settings: Settings) -> list[Action]:
        actions = [_switch_hands(settings), *map(_open_hand_in, super().actions(settings))]
        return [*actions, BEGIN_ANOTHER] if self.session.is_over and not self.session.class_table else actions

    @on_message("move")
    def move(self, move: str) -> Stage:
        """Refuse a move, and say why."""
        self.session.play(move)
        return self


@dataclass(frozen=True)
class Practice(AtTable):
    """A round tried again from a decision of the review `before`: it never counts."""

    @property
    def is_over(self) -> bool:
        return self.session.round.is_over

    def actions(self, settings: Settings) -> list[Action]:
        back_action = make_action(
            "back-to-review", "Back to the review", {"do": "back_to_review"}, icon="back", side="header"
        )
        if not self.is_over:
            return [back_action, *super().actions(settings)]
        further_actions = [
            action for action in super().actions(settings) if action["id"] in ("undo", "record", "explain")
        ]
        next = make_action(
            "next", "Back to the review", {"do": "back_to_review"}, short="Review", key="n", rank=0, is_primary=True
        )
        return [back_action, _switch_hands(settings), *further_actions, next]

    @on_message("next_round")
    def next_round(self) -> Stage:
        """Refuse, for practice is one round."""
        raise ValueError(IN_PRACTICE)


# After a round


@dataclass
class ReviewCache:
    """What is shown at each decision of a review, made once, so that going from one to the next is quick."""

    points: dict[int, ReviewPoint] = field(default_factory=dict)
    scenes: dict[int, Scene] = field(default_factory=dict)
    moments: dict[int, ReviewMoment] = field(default_factory=dict)
    hands: OpenHands | None = None


@dataclass(frozen=True)
class Reviewing:
    """A finished round, decision by decision: `rows` is what was found about each so far, `index` the one looked at.

    `session` stands at the end of the round, whatever is played meanwhile. `steps` are your decisions, by the number of moves made
    before them.
    """

    session: Session
    steps: tuple[int, ...]
    before: Stage | None = None  # the table to go back to
    rows: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    index: int = 0
    has_chosen: bool = False  # whether the learner went to a decision; before that the review opens on the largest cost
    is_computing: bool = False
    practice_fault: str = ""  # why its decisions can't become problems
    walk: Walk | None = None  # the round with the what-ifs that were tried
    event: str = ""
    fault: str = ""
    cache: ReviewCache = field(default_factory=ReviewCache, compare=False, repr=False)

    @classmethod
    def start(cls, session: Session, practice_fault: str = "") -> Self:
        """Return the review of the round that this session has finished, with nothing found yet."""
        return cls(session, session.decision_steps, practice_fault=practice_fault)

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.session.number

    @property
    def is_complete(self) -> bool:
        return len(self.rows) == len(self.steps)

    @property
    def step(self) -> int:
        """The number of moves made before the decision looked at; 0 where nothing was decided."""
        return self.steps[self.index] if self.steps else 0

    @property
    def next_step(self) -> int:
        """The first decision that was not judged yet; behind the last one if there is none."""
        behind = self.steps[-1] + 1 if self.steps else 0
        return next((step for step in self.steps if step not in self.rows), behind)

    @cached_property
    def clear_mistakes(self) -> list[int]:
        """The decisions with a clear cost, by their index."""
        return [
            index for index, step in enumerate(self.steps) if step in self.rows and judge_cost(self.rows[step]).clear
        ]

    def add(self, row: Mapping[str, Any]) -> Self:
        """Return the review with what was found about one decision."""
        added = replace(self, rows={**self.rows, int(row["step"]): row})
        if not added.is_complete:
            return added
        if self.has_chosen:
            return replace(added, is_computing=False)
        costs = {index: judge_cost(added.rows[step]).clear for index, step in enumerate(self.steps)}
        return replace(added, is_computing=False, index=max(costs, key=lambda index: costs[index], default=0))

    def say(self, event: str = "", fault: str = "") -> Self:
        """Return the stage with nothing more said than this."""
        return replace(self, event=event, fault=fault)

    def _go(self, index: int) -> dict[str, str | int]:
        return {"do": "go_to_decision", "index": max(0, min(index, len(self.steps) - 1))}

    def _list_steps(self) -> list[Action]:
        """Return the steps from one decision to the next."""
        if not self.steps:
            return []
        last = len(self.steps) - 1
        start = "This is your first decision." if self.index <= 0 else ""
        end = "This is your last decision." if self.index >= last else ""
        return [
            make_step("review-first", "First decision", self._go(0), "first", start),
            make_step("review-previous", "Previous decision", self._go(self.index - 1), "back", start, ","),
            make_step("review-next", "Next decision", self._go(self.index + 1), "forward", end, "."),
            make_step("review-last", "Last decision", self._go(last), "last", end),
        ]

    def _list_mistakes(self) -> list[Action]:
        """Return the ways to the clear mistakes."""
        clear = self.clear_mistakes
        why_not = "" if clear else "No clear mistake in this round."
        if clear == [self.index]:
            why_not = "This is the only one."
        later, earlier = (
            [index for index in clear if index > self.index],
            [index for index in clear if index < self.index],
        )
        to_previous = self._go((earlier or clear or [self.index])[-1])
        return [
            make_action(
                "next-mistake",
                "Next mistake ›",
                self._go((later or clear or [self.index])[0]),
                short="Mistake ›",
                does="next mistake",
                key="]",
                rank=2,
                why_not=why_not,
            ),
            make_key("[", "previous-mistake", "previous mistake", to_previous, why_not),
        ]

    def actions(self, settings: Settings) -> list[Action]:
        session = find_play_stage(self).session
        return [
            *self._list_steps(),
            *self._list_mistakes(),
            make_action(
                "what-if",
                "Play it from here",
                {"do": "what_if"},
                short="What if",
                side="",
                does="step through the round from here",
            ),
            make_action("try-again", "Try again from here", {"do": "try_again"}, short="Try again", side=""),
            make_action(
                "practice-this",
                "Practice your decisions",
                {"do": "practice_this"},
                short="Practice",
                side="",
                does="turn your decisions into problems",
                why_not=self.practice_fault or (NOT_REVIEWED if self.is_computing else ""),
            ),
            make_action("go-on", "Go on", {"do": "review", "number": self.number}, side=""),
            make_action("stop-review", "Stop", {"do": "stop_review"}, side=""),
            make_action(
                "close-review",
                "Close the review",
                {"do": "close_review"},
                icon="close",
                is_icon=True,
                key="Escape",
                side="",
            ),
            make_key("e", "explain", "explain the last ruling", {"act": "explain"}),
            *_list_reviews(session, self.number),
            self._next(session),
        ]

    def _next(self, session: Session) -> Action:
        """Return the button that leads out of the review: to the round in play, to the next deal, or to another match."""
        if not session.round.is_over or self.number != session.number:
            return make_action(
                "next", "Back to the table", {"do": "close_review"}, short="Table", key="n", rank=0, is_primary=True
            )
        if session.is_over and not session.class_table:
            return BEGIN_ANOTHER
        forward = "hand-in" if session.class_table else "next"
        return _open_hand_in(next(action for action in list_actions(session) if action["id"] == forward))

    @on_message("go_to_decision")
    def go_to_decision(self, index: int) -> Stage:
        """Stand in a decision; the first and the last are the ends."""
        return replace(self.say(), index=max(0, min(index, len(self.steps) - 1)), has_chosen=True)

    @on_message("close_review")
    def close(self) -> Stage:
        """Show the table again: the result of the round, or the round in play."""
        assert self.before is not None
        return self.before.say()

    @on_message("stop_review")
    def stop(self) -> Stage:
        """Compute no more; what was found stays."""
        return replace(self, is_computing=False)

    @on_message("what_if")
    def what_if(self) -> Stage:
        """Step through the round from the decision looked at: any other legal move there is a what-if, for every seat."""
        walk = self.walk
        if walk is None:
            record = replace(self.session.record(), players={})  # seats are called as at the table
            walk = Walk(record, bottom=self.session.you, recorded_count=len(record.moves))
        walk.back_to_record()
        walk.go_to_step(self.step)
        return WhatIf(walk, replace(self.say(), walk=walk, is_computing=False))

    @on_message("try_again")
    def try_again(self) -> Stage:
        """Play on from the decision looked at, as practice: the match and its file stay as they are."""
        branch = self.session.branch(self.step)
        event = "Practice: the score stays as it was. Decide again."
        return find_stage(branch, replace(self.say(), is_computing=False), event=event)


@dataclass(frozen=True)
class WhatIf:
    """A walk through the round that is reviewed, in which any legal move can be tried."""

    walk: Walk
    before: Reviewing
    event: str = ""
    fault: str = ""

    @property
    def session(self) -> Session:
        return self.before.session

    def say(self, event: str = "", fault: str = "") -> Self:
        """Return the stage with nothing more said than this."""
        return replace(self, event=event, fault=fault)

    def actions(self, settings: Settings) -> list[Action]:
        walk, branch = self.walk, self.walk.branch is not None
        back_action = make_action(
            "back-to-review", "Back to the review", {"do": "close_what_if"}, icon="back", side="header"
        )
        leave = {"do": "close_what_if"}
        to_record = (
            [make_action("back-to-record", "Back to the record", {"do": "back"}, key="b", rank=2)] if branch else []
        )
        return [
            back_action,
            *list_steps(walk),
            make_action(
                "undo", "Undo", {"do": "undo"}, icon="undo", key="u", side="help", rank=1, why_not=why_no_undo(walk)
            ),
            make_key("e", "explain", "explain the last ruling", {"act": "explain"}),
            *to_record,
            make_action(
                "close-what-if", "Back to the review", leave, short="Review", key="Escape", rank=0, is_primary=True
            ),
        ]

    @on_message("close_what_if")
    def close(self) -> Stage:
        """Show the decision of the review again; the what-ifs stay."""
        return self.before


Stage = PlayStage | Reviewing | WhatIf
STAGES = (AtTable, NewMatch, Practice, RoundOver, Reviewing, WhatIf)
WHY_NOT_HERE: Mapping[type, str] = {
    Reviewing: "There is no review yet. Press Review when the round is over.",
    WhatIf: "There is no what-if to leave.",
}


def find_stage(
    session: Session, before: Stage | None = None, *, messages: tuple[str, ...] = (), event: str = ""
) -> AtTable | RoundOver:
    """Return the stage at which a session is: a round in play or over, practice from a review, or a match just begun."""
    if isinstance(before, Reviewing):
        return Practice(session, before, messages, event)
    if session.round.is_over:
        return RoundOver(session, before, messages, event)
    if before is not None and not session.can_undo:
        return NewMatch(session, before, messages, event)
    return AtTable(session, before, messages, event)


BEGIN_ANOTHER = make_action(
    "another",
    "New match",
    {"act": "settings", "name": "edition"},
    does="choose another match",
    key="n",
    rank=0,
    is_primary=True,
)


def list_last_trick_actions(actions: Iterable[Action]) -> list[Action]:
    """Return what can be done while the last trick of a round still lies there: see the result, and what helps."""
    see_result = make_action("next", "Next", {"act": "result"}, does="the result", key="n", rank=0, is_primary=True)
    return [*(action for action in actions if action["side"] == "help"), see_result]


def _open_hand_in(action: Action) -> Action:
    """Return the action with what opens the tab where a name is typed, if it is the one that hands in."""
    return action | {"do": {"act": "handIn"}} if action["id"] == "hand-in" else action


def _switch_hands(settings: Settings) -> Action:
    """Return the button that shows all hands after a round, or hides them."""
    text = "Hide hands" if settings.all_hands else "Show all hands"
    do = {"do": "all_hands", "is_on": not settings.all_hands}
    return make_action("all-hands", text, do, icon="eye", key="a", side="help", rank=5, is_on=settings.all_hands)


def _list_reviews(session: Session, open_number: int | None = None) -> list[Action]:
    """Return the keys that open the review of the last round, and of the round before and after the one that is open."""
    count = len(session.match.finished)
    last = {"do": "review", "number": count}
    actions = [
        make_key(
            "r",
            "review-round",
            "review the last round",
            last,
            "" if count else "You can review a round when it is over.",
        )
    ]
    if open_number is not None:
        earlier = {"do": "review", "number": max(1, open_number - 1)}
        later = {"do": "review", "number": open_number + 1}
        end = "" if open_number < count else f"Round {open_number + 1} is not over."
        actions += [
            make_key("{", "review-earlier", "previous round", earlier),
            make_key("}", "review-later", "next round", later, end),
        ]
    return actions


def find_play_stage(stage: Stage) -> PlayStage:
    """Return the table that lies under a stage."""
    while not isinstance(stage, PlayStage):
        assert stage.before is not None
        stage = stage.before
    return stage
