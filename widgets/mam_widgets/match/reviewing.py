"""The review of a round as it is used: the decision that is looked at, and practice from there, which never counts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Self

from mam.scenes import Scene
from mam.sessions import Session
from mam.sessions.costs import judge_cost
from mam_widgets.match.schema import OpenHands, ReviewMoment, ReviewPoint
from mam_widgets.shared.messages import on_message
from mam_widgets.stepper.model import Walk


@dataclass
class Reviewing:
    """The review of one round: your decisions by the moves made before them, and what was found about each so far.

    `session` stands at the end of the round that is reviewed, whatever is played meanwhile.
    """

    session: Session
    steps: tuple[int, ...]
    rows: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    points: dict[int, ReviewPoint] = field(default_factory=dict)  # the same in words
    # What is shown at each decision, made when it is reviewed, so that going from one to the next is quick.
    scenes: dict[int, Scene] = field(default_factory=dict)
    moments: dict[int, ReviewMoment] = field(default_factory=dict)
    hands: OpenHands | None = None
    index: int = 0  # the decision looked at
    is_open: bool = True
    walk: Walk | None = None  # the round with the what-ifs that were tried
    is_walking: bool = False  # whether that is on the table
    has_chosen: bool = False  # whether the learner went to a decision; before that the review opens on the largest cost

    @classmethod
    def start(cls, session: Session) -> Self:
        """Return the review of the round that this session has finished, with nothing found yet."""
        return cls(session, session.decision_steps)

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

    def add(self, row: Mapping[str, Any]) -> None:
        """Take what was found about one decision."""
        self.rows[int(row["step"])] = row
        if self.is_complete and not self.has_chosen:
            costs = {index: judge_cost(self.rows[step]).clear for index, step in enumerate(self.steps)}
            self.index = max(costs, key=lambda index: costs[index])


@dataclass
class Practice:
    """The match and the review to go back to when a round is tried again."""

    session: Session
    review: Reviewing


class ReviewMessages:
    """What the learner does with a review; the base of the match being played, which has these fields."""

    session: Session
    review: Reviewing | None
    reviews_made: dict[int, Reviewing]
    practice: Practice | None
    claimed: int | None
    busy: str
    event: str

    def _clear(self, moved: bool = False) -> None:
        raise NotImplementedError

    @on_message("go_to_decision")
    def go_to_decision(self, index: int) -> None:
        """Stand in a decision of the review; the first and the last are the ends."""
        review = self._opened()
        review.index, review.has_chosen, review.is_open = max(0, min(index, len(review.steps) - 1)), True, True
        review.is_walking = False

    @on_message("close_review")
    def close_review(self) -> None:
        """Show the table again: the result of the round, or the round in play. The review stays."""
        review = self._opened()
        review.is_open = review.is_walking = False
        self.busy = ""
        if self.is_past(review):
            self.review = self._find_current_review()

    @on_message("stop_review")
    def stop_review(self) -> None:
        """Compute no more; what was found stays."""
        self._opened()
        self.busy = ""

    @on_message("what_if")
    def what_if(self) -> None:
        """Step through the round from the decision looked at: any other legal move there is a what-if, for every seat."""
        review = self._opened()
        record = replace(review.session.record(), players={})  # seats are called as at the table
        if review.walk is None:
            review.walk = Walk(record, bottom=review.session.you, recorded_count=len(record.moves))
        self._clear()
        self.busy = ""
        review.walk.back_to_record()
        review.walk.go_to_step(review.step)
        review.is_walking = True

    @on_message("close_what_if")
    def close_what_if(self) -> None:
        """Show the decision of the review again; the what-ifs stay."""
        self._opened().is_walking = False

    @property
    def walk(self) -> Walk | None:
        """The walk through the round that is on the table."""
        review = self.review
        return review.walk if review and review.is_open and review.is_walking else None

    @on_message("try_again")
    def try_again(self) -> None:
        """Play on from the decision looked at, as practice: the match and its file stay as they are."""
        review = self._opened()
        branch = review.session.branch(review.step)
        self._clear(moved=True)
        self.practice = Practice(self.session, review)
        self.session, self.review, self.claimed = branch, None, None
        self.event = "Practice: the score stays as it was. Decide again."

    def back_to_review(self) -> Iterator[Mapping[str, Any] | None]:
        """Leave the practice for the review of the round as it was played; return what `reviews` does."""
        if self.practice is None:
            raise ValueError("There is no practice to leave.")
        self._clear(moved=True)
        skill_levels = self.session.skill_levels
        self.session, self.review = self.practice.session, self.practice.review
        self.session.change_skill_level(skill_levels)
        self.practice = None
        return self.reviews(self.review.number)

    def reviews(self, number: int = 0) -> Iterator[Mapping[str, Any] | None]:
        """Open the review of a finished round (0: of the last one), and return the steps to what is still to be found about your
        decisions: rows, and None between."""
        if self.practice:
            raise ValueError("This is practice. Go back to the review first.")
        if not self.session.match.finished:
            raise ValueError("You can review a round when it is over.")
        number = number or len(self.session.match.finished)
        review = self.reviews_made.get(number) or Reviewing.start(self.session.past(number))
        judged = review.session.review_in_steps(start=review.next_step)
        self.reviews_made[review.number] = review
        if self.review:
            self.review.is_open = self.review.is_walking = False
        self._clear()
        self.review, review.is_open = review, True
        self.busy = "" if review.is_complete else "review"
        return self._while_wanted(judged, review)

    def is_past(self, review: Reviewing) -> bool:
        """Return whether a later round is on the table than the one that is reviewed."""
        return not self.session.round.is_over or review.number != self.session.number

    def _find_current_review(self) -> Reviewing | None:
        """Return the review of the round on the table, if it is over and was reviewed."""
        return self.reviews_made.get(self.session.number) if self.session.round.is_over else None

    def _while_wanted(
        self, judged: Iterator[Mapping[str, Any] | None], review: Reviewing
    ) -> Iterator[Mapping[str, Any] | None]:
        return takewhile(lambda _: self.busy == "review" and self.review is review, judged)

    def take_review(self, row: Mapping[str, Any]) -> None:
        if self.busy != "review" or self.review is None:
            return  # nobody waits for it any more
        self.review.add(row)
        if self.review.is_complete:
            self.busy = ""

    def _opened(self) -> Reviewing:
        if self.review is None:
            raise ValueError("There is no review yet. Press Review when the round is over.")
        return self.review
