"""The discard lab: the nest in hand, cards to discard, a trump to name, and what comes of it."""

from dataclasses import replace
from pathlib import Path

import pandas as pd

import mam
import mam.drawing
from mam.analysis.alternatives import Alternative
from mam.analysis.outcomes import Outcomes
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.cards import Trump, format_count
from mam.rules.dealing import derive_seed
from mam.rules.editions import list_editions
from mam.scenes import list_card_facts
from mam.support.steps import take_all
from mam.text.notation import NotationError, parse_trump
from mam_widgets.discard.deals import NestDeal, find_nest_rules, has_nest, open_nest
from mam_widgets.discard.model import (
    Desk,
    Figures,
    can_compile,
    check_comparable,
    compare_choices,
    compare_choices_in_steps,
    describe_choice,
    find_advice,
)
from mam_widgets.discard.scene import TABS, list_actions, make_lab, make_saved, make_table
from mam_widgets.discard.schema import DiscardScene, LabTask
from mam_widgets.shared.background import BackgroundTask
from mam_widgets.shared.edition_picker import check_edition, describe_switch, make_editions
from mam_widgets.shared.hands import HandSource
from mam_widgets.shared.lab_schema import Work
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.widget import SceneWidget

_SEARCH = 0.1  # of the progress: finding the advice


def discard_lab(
    hand: HandSource = None,
    *,
    edition: str | None = None,
    bid: int | None = None,
    seed: int | None = None,
    seat: str | None = None,
    trump: str | Trump | None = None,
) -> "DiscardLab":
    """Open a bidder's hand with the nest in it: choose a discard and a trump, and compare choices on the same simulated deals.

    `hand` are cards as text (with those of the nest, "R40 R30 …"; or those dealt, and after the word "nest" the cards of the
    nest), a record or its file, a deal code, or a condition as `mam.deals` takes it ("S holds Bull and Bear"); without it the
    cards are dealt from `seed`. `bid` is in thousands of dollars (what the hand is worth to the rulebook player, if left
    out), `seat` the bidder; `trump` is for editions in which the bid names it.

    Raises ValueError for an edition without a nest, a seat where nobody bids, an impossible bid, and cards that do not
    fit; NotationError for text that is none of these, RecordError for a faulty record, OSError for a file that cannot be
    opened, TypeError for anything else.

    >>> lab = discard_lab("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G1 G2 TIGER BULL", seed=1)
    >>> lab.choose("discard B2 G1 G2", "trump R").choice
    (discard B2 G2 G1, trump R)
    """
    return DiscardLab(open_nest(hand, edition=edition, bid=bid, seed=seed, seat=seat, trump=trump))


class DiscardLab(SceneWidget):
    """Discards and trumps compared. `view` is what the bidder sees, `choice` the baseline, `choices` all on the list; after
    `compare()`, `outcomes` has every world and `table` the figures, with the paired differences to the baseline. Every
    other card stays hidden, here and in what is sent to the browser.
    """

    _room = Path(__file__).parent

    def __init__(self, dealt: NestDeal) -> None:
        self._desk = Desk(dealt)
        self._figures: Figures | None = None
        self._past: list[tuple[Desk, Figures | None]] = []  # what Undo goes back to
        self._previous_edition = ""
        self._event = ""  # what happened, in place of what to do next
        self._is_busy = False
        self._loads = 0  # how often Python laid cards ready; the browser then forgets which it had chosen
        self._background = BackgroundTask(fault=self._fail)
        super().__init__()

    # What there is

    @property
    def view(self) -> View[TrickRound]:
        """What the bidder sees."""
        return self._desk.dealt.view

    @property
    def choice(self) -> Alternative | None:
        """The baseline: the choice that the others are compared with."""
        return self._desk.baseline

    @property
    def choices(self) -> tuple[Alternative, ...]:
        """All choices on the list."""
        return self._desk.choices

    @property
    def outcomes(self) -> Outcomes | None:
        """Every choice in every world; None before any were compared."""
        return self._figures.outcomes if self._figures else None

    @property
    def table(self) -> pd.DataFrame:
        """The figures of each choice; empty before any were compared (the columns are those of `Figures.table`)."""
        if self._figures is None or self.choice not in self._figures.outcomes.alternatives:
            return pd.DataFrame()
        return self._figures.table(self.choice)

    # Doing

    def choose(self, *moves: str) -> "DiscardLab":
        """Put a choice on the list ("discard B2 G1 G2", "trump R") and return the widget. Raises IllegalMove for a move
        that the rules refuse, ValueError for an incomplete choice.
        """
        desk = replace(self._desk, draft=())
        for move in moves:
            desk = desk.play(move)
            if desk.refused:
                raise mam.IllegalMove(desk.refused[1])
        if not desk.is_complete:
            raise ValueError("a choice needs a discard and a trump, like choose('discard B2 G1 G2', 'trump R')")
        self._change(desk)
        self._refresh()
        return self

    def take_advice(self) -> "DiscardLab":
        """Put the recommended choice on the list, looking for it if nothing was compared yet, and return the widget. Raises
        ValueError when the list is full.
        """
        advised = self._figures.advised if self._figures else None
        dealt = self._desk.dealt
        self._add(advised or take_all(find_advice(dealt, dealt.seed, can_compile(dealt.view.round)))[0])
        self._refresh()
        return self

    def compare(self) -> "DiscardLab":
        """Compare the choices on the list and the advice before anything else happens, and return the widget. Raises
        ValueError when nothing was chosen yet.
        """
        self._stop()
        try:
            for figures in compare_choices(self._desk, self._desk.dealt.seed, self._figures):
                self._show(figures)
        finally:  # also when it is interrupted, with what it has
            self._end()
        return self

    @on_message("compare")
    def _compare_in_background(self) -> None:
        """Do the same while clicks are answered."""
        desk, figures = self._desk, self._figures
        check_comparable(desk)
        self._event = f"Comparing {format_count(len(desk.choices), 'choice')} and the recommendation."
        self._is_busy = True
        self._background.run(lambda: compare_choices_in_steps(desk, desk.dealt.seed, figures), self._show, self._end)

    def _show(self, figures: Figures) -> None:
        self._figures = figures
        self._refresh()

    def _end(self) -> None:
        """The comparison is done, or was interrupted: say what it found."""
        self._is_busy = False
        self._event = self._describe_result()
        self._refresh()

    def _describe_result(self) -> str:
        if self._figures is None:
            return ""
        finding = make_lab(self._desk, self._figures, self._make_task())["finding"]
        text = f"{finding['text']}. " if finding else ""
        return f"{text}{self._figures.outcomes.n:,} simulated deals."

    def _fail(self, sentence: str) -> None:
        self._is_busy = False
        super()._fail(sentence)

    @on_message("stop")
    def _stop(self) -> None:
        self._background.cancel()
        self._is_busy = False

    def _change(self, desk: Desk, *, new_hand: bool = False) -> None:
        """Go on from this desk; Undo leads back."""
        self._stop()
        self._past.append((self._desk, self._figures))
        if new_hand or desk.chosen != self._desk.chosen:
            self._loads += 1
        self._desk = desk
        self._figures = None if new_hand else self._figures

    @on_message("undo")
    def _undo(self) -> None:
        if not self._past:
            raise ValueError("There is nothing to undo.")
        self._stop()
        self._desk, self._figures = self._past.pop()
        self._previous_edition = ""
        self._loads += 1

    @on_message("move")
    def _move(self, move: str) -> None:
        desk = self._desk.play(move)
        if desk.refused:
            self._desk = desk
        else:
            self._desk = replace(self._desk, chosen=desk.chosen)  # Undo leaves them chosen
            self._change(desk)

    def _deal(self, dealt: NestDeal) -> None:
        self._previous_edition = ""
        self._change(Desk(dealt), new_hand=True)
        self._event = f"New hand: {dealt.cards}."

    def _open_next(self) -> NestDeal:
        """Return another hand of the same edition and seat, from the seed that follows."""
        dealt = self._desk.dealt
        seed = derive_seed(dealt.seed, "another hand") % 1_000_000
        return open_nest(seed=seed, edition=dealt.rules.full_id, seat=dealt.view.person)

    def _open_typed(self, text: str) -> NestDeal:
        if not text.strip():
            raise ValueError("Type a hand first: its cards, a deal code, or a condition like “S holds Bull and Bear”.")
        dealt = self._desk.dealt
        try:
            return open_nest(text, edition=dealt.rules.full_id, seat=dealt.view.person, seed=dealt.seed)
        except (OSError, NotationError) as error:
            raise ValueError(f"{error}") from None

    @on_message("bid_on")
    def _bid_on(self, trump: str) -> None:
        """Take the same cards, with a bid on another trump."""
        dealt = self._desk.dealt
        nest = open_nest(
            dealt.cards,
            edition=dealt.rules.full_id,
            bid=dealt.view.round.bid,
            seed=dealt.seed,
            seat=dealt.view.person,
            trump=trump,
        )
        self._deal(replace(nest, origin=dealt.origin))
        self._event = f"Now the bid was on {parse_trump(trump).word}."

    def _switch(self, edition: str) -> None:
        """Take the same cards under another edition where they can be dealt there, else new ones."""
        dealt, edition_before = self._desk.dealt, self._desk.dealt.rules.full_id
        if edition == edition_before:
            return
        seat = dealt.view.person if dealt.view.person in find_nest_rules(edition).persons else None
        note = ""
        try:
            nest = open_nest(dealt.cards, edition=edition, seat=seat, seed=dealt.seed)
        except ValueError as error:
            nest, note = open_nest(edition=edition, seed=dealt.seed), f" New cards were dealt: {error}."
        self._change(Desk(nest), new_hand=True)
        self._previous_edition = edition_before
        self._event = describe_switch(edition, edition_before) + note

    def _before_message(self) -> None:
        self._event = ""

    @on_message("load")
    def _load(self, index: int) -> None:
        self._change(self._desk.load(index))
        self._loads += 1

    @on_message("baseline")
    def _set_baseline(self, index: int) -> None:
        self._change(self._desk.set_baseline(index))
        self._event = self._describe_baseline()

    @on_message("add_advice")
    def _add_advice(self) -> None:
        if self._figures is None or self._figures.advised is None:
            raise ValueError("There is no recommendation yet: compare first.")
        self._add(self._figures.advised)

    @on_message("deal")
    def _deal_another(self) -> None:
        self._deal(self._open_next())

    @on_message("hand")
    def _type_hand(self, text: str) -> None:
        self._deal(self._open_typed(text))

    @on_message("edition")
    def _choose_edition(self, edition: str) -> None:
        self._switch(check_edition(edition, [name for name in list_editions() if has_nest(name)]))

    @on_message("remove")
    def _remove(self, index: int) -> None:
        before = self._desk
        self._change(before.remove(index))
        self._event = f"Removed: {describe_choice(before.dealt, before.choices[index])}."
        if self._desk.baseline != before.baseline and self._desk.baseline is not None:
            self._event += f" {self._describe_baseline()}"

    def _describe_baseline(self) -> str:
        assert self._desk.baseline is not None
        return f"New baseline: {describe_choice(self._desk.dealt, self._desk.baseline)}."

    def _add(self, advised: Alternative) -> None:
        self._change(self._desk.add_choice(advised))
        self._event = f"Added: {describe_choice(self._desk.dealt, advised)}."

    # What is shown

    def _make_scene(self) -> DiscardScene:
        scene, rules = make_table(self._desk, self._figures), self._desk.dealt.rules
        if self._event:
            scene["live"] = self._event
        task = self._make_task()
        lab = make_lab(self._desk, self._figures, task)
        names = [edition for edition in list_editions() if has_nest(edition)]
        editions = make_editions(rules.full_id, self._previous_edition or None, only=names)
        cards = {**scene["cards"], **list_card_facts(lab["choices"], rules)}
        actions = list_actions(lab)
        return {**scene, "cards": cards, "editions": editions, "lab": lab, "actions": actions, "tabs": TABS}

    def _make_task(self) -> LabTask:
        return {
            "loads": self._loads,
            "busy": self._is_busy,
            "can_undo": bool(self._past),
            "progress": self._progress() if self._is_busy else None,
        }

    def _progress(self) -> Work:
        if self._figures is None or not self._figures.covers(self._desk.choices):
            return {"proportion": 0.0, "text": "The first figures come in a moment."}
        figures = self._figures
        if figures.advised is None:
            return {"proportion": _SEARCH, "text": "Looking for the best discard."}
        proportion = _SEARCH + (1 - _SEARCH) * figures.outcomes.n / figures.target
        return {"proportion": proportion, "text": f"{figures.outcomes.n:,} of {figures.target:,} simulated deals."}

    def _picture(self) -> str:
        return mam.drawing.table_svg(make_saved(self._desk, self.scene))

    def _words(self) -> str:
        return mam.drawing.table_text(make_saved(self._desk, self.scene))
