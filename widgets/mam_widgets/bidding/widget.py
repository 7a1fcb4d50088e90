"""The bidding lab: a hand, its auction against players, and what each bid would bring."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import mam
import mam.drawing
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.turns import Player
from mam.rules.dealing import Deal
from mam.rules.editions import list_editions
from mam.rules.moves import Move
from mam.scenes.schema import Message
from mam.support.messages import quote
from mam.support.steps import take_all, yield_result
from mam_widgets.bidding.advice import make_advice, mark_hint
from mam_widgets.bidding.figures import WORLDS, Figures, find_all, play_out, read_end
from mam_widgets.bidding.guesses import GuessBook, GuessRecord
from mam_widgets.bidding.hands import has_auction
from mam_widgets.bidding.model import (
    Bidding,
    deal_next,
    deal_similar_in_steps,
    describe_similar,
    find_trump,
    open_bidding,
    switch_edition,
    type_hand_in_steps,
)
from mam_widgets.bidding.scene import (
    TABS,
    describe_auction,
    describe_figures,
    describe_outcome,
    list_actions,
    make_bidding_scene,
    make_book,
    make_figures,
    make_guess,
    make_saved,
    why_no_advice,
)
from mam_widgets.bidding.schema import BiddingPart, BiddingScene
from mam_widgets.shared.background import BackgroundTask, works_in_steps
from mam_widgets.shared.edition_picker import check_edition, describe_switch, make_editions
from mam_widgets.shared.lab_schema import Work
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.widget import SceneWidget

if TYPE_CHECKING:
    import pandas as pd

    from mam.analysis.advice import Advice

GUESSES = Path("mam-saves", "guesses.json")
T = TypeVar("T")


def bidding_lab(
    hand: str | Path | mam.Record | Callable[[Deal], bool] | None = None,
    *,
    edition: str | None = None,
    seat: str | None = None,
    dealer: str | None = None,
    seed: int | None = None,
    calls: Sequence[str] = (),
    guess_first: bool = False,
    player: str | Player = "rulebook",
    worlds: int = WORLDS,
    guesses: str | Path | None = None,
) -> "BiddingLab":
    """Open the bidding lab: call on a hand while the other seats call by their player, and see what each bid would bring.

    `hand` are the cards dealt as text ("R40 R30 …"), a record or its file, a deal code, or a condition ("five reds and the
    Tiger", or as `mam.deals` takes it: "S holds Bull and Bear", or a function of a deal); without it the cards are dealt
    from `seed`. `seat` is yours (South, or the first), `dealer` chart_figures if left out, `calls` are those made already, from the
    first to speak on ("bid 175", "pass"). Figures come from `worlds` deals at most, a few at once and more behind. Amounts are
    thousands of dollars (in Sweven, points).

    With `guess_first` the lab asks what you would bid, and with what chance it is made, before it shows anything; the guesses
    and what came of them are kept in the file `guesses` ("mam-saves/guesses.json").

    Raises ValueError for an edition without an auction, a seat where nobody bids, and cards that do not fit; NotationError
    for text that says nothing, RecordError for a faulty record, IllegalMove for a call that the rules refuse, OSError for a
    file that cannot be opened, TypeError for what is none of these.

    >>> lab = bidding_lab("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 TIGER BULL", dealer="S", seed=1, worlds=3)
    >>> lab.bid("bid 200").view.round.calls[0]
    ('S', bid 200)
    """
    if not isinstance(worlds, int) or isinstance(worlds, bool) or worlds < 1:
        raise ValueError(f"worlds is a whole number above 0, not {quote(worlds)}")
    calls = calls if isinstance(calls, str) else tuple(calls)
    bidding = open_bidding(hand, edition=edition, seat=seat, dealer=dealer, seed=seed, calls=calls, player=player)  # type: ignore[arg-type]
    return BiddingLab(bidding, guess_first, worlds, GUESSES if guesses is None else Path(guesses))


class BiddingLab(SceneWidget):
    """A hand and what bidding on it brings. `view` is what its person knows, `hand` the cards in notation, `curve` the chance and
    the expected score of each bid, `advice` what to call now, `guesses` what was guessed and came of it. The other hands
    stay hidden, here and in what is sent to the browser.
    """

    _room = Path(__file__).parent

    def __init__(self, bidding: Bidding, guess_first: bool, max_worlds: int, path: Path) -> None:
        self._bidding, self._max_worlds = bidding, max_worlds
        self._guess_first = guess_first
        self._path = path
        self._book = GuessBook(path) if guess_first else None
        self._result: GuessRecord | None = None
        self._figures: Figures | None = None
        self._advices: dict[tuple[Move, ...], Advice] = {}  # by the calls before, for each moment looked at
        self._trump = ""  # whose outcomes are chart_figures; none: those of the best bid
        self._left = ""  # the edition that was left
        self._skipped = False  # whether this hand is shown without a guess
        self._before: tuple[Bidding, Figures | None, dict[tuple[Move, ...], Advice], GuessRecord | None] | None = None
        self._message = ""  # what an event says in place of how the auction stands
        self._notice: Message | None = None  # the same where it is to be seen: in place of the scene's message
        self._background = BackgroundTask(fault=self._fail)  # finds the figures
        self._opening = BackgroundTask(fault=self._fail_opening)  # does what a click asks for where that takes long
        super().__init__()
        self._go_on()
        self._refresh()

    # What there is

    @property
    def view(self) -> View[TrickRound]:
        return self._bidding.view

    @property
    def hand(self) -> str:
        return self._bidding.cards

    @property
    def figures(self) -> Figures | None:
        return self._figures

    @property
    def advice(self) -> "Advice | None":
        """What to call now; None before it was found, and after the auction."""
        return None if self._bidding.is_over else self._advices.get(self._bidding.round.history)

    @property
    def curve(self) -> "pd.DataFrame":
        """A row for each trump and bid, with the columns of `mam.analysis.outcomes.make_curve`; empty before any world was
        played out."""
        import pandas as pd

        return pd.DataFrame(self._figures.points if self._figures else [])

    @property
    def guesses(self) -> tuple[GuessRecord, ...]:
        return self._book.guesses if self._book else ()

    def chart(self) -> Any:
        """Return the curves as an Altair chart (`mam.charts.make_curve`). Raises ValueError before any world was played out."""
        from mam.charts import make_curve

        if self._figures is None:
            raise ValueError("There are no figures yet: call lab.wait(), or guess first.")
        money = self._bidding.rules.auction.money
        return make_curve(self.curve, unit="thousands of dollars" if money else "points")

    # Doing

    def bid(self, call: str) -> "BiddingLab":
        """Make a call ("bid 200", "pass"), let the others call, and return the widget. Raises IllegalMove for one that the
        rules refuse, NotationError for a text that says nothing.
        """
        self._need_guess()
        bidding = self._bidding.call(call)
        if bidding.refused:
            raise mam.IllegalMove(bidding.refused[1])
        self._change(bidding)
        self._refresh()
        return self

    def guess(self, bid: int, trump: str, chance: float) -> "BiddingLab":
        """Guess that a bid with this trump ("R") is made with a chance from 0 to 1, and return the widget. Raises ValueError for
        what is no guess, or when none was asked for.
        """
        self._guess(bid, trump, 100 * chance)
        self._refresh()
        return self

    def wait(self) -> "BiddingLab":
        """Wait until the figures are found, and return the widget: for scripts."""
        self._opening.wait()
        self._background.wait()
        return self

    @property
    def _hides(self) -> bool:
        """Whether the guess comes first, and nothing is shown yet."""
        return self._guess_first and self._bidding.guess is None and not self._skipped

    def _need_guess(self) -> None:
        if self._hides:
            raise ValueError("Make your guess first: then you can call.")

    @property
    def _has_all(self) -> bool:
        """Whether nothing more is to be found for this moment of the auction."""
        figures = self._figures
        return figures is not None and figures.n >= figures.target and bool(self._bidding.is_over or self.advice)

    @property
    def _at_work(self) -> bool:
        """Whether more is being found. With the last of it shown the work is done, though its thread may not have ended yet."""
        return self._opening.busy or (self._background.busy and not self._has_all)

    def _do_in_steps(self, steps: Generator[None, None, T], finish: Callable[[T], None], message: str) -> None:
        """Do what a click asks for: at once, or where that would keep the next click waiting, in short steps behind the widget."""
        if not works_in_steps():
            return finish(take_all(steps))
        self._background.cancel()
        self._message = message
        self._notice = {"kind": "info", "what": message, "why": "", "short": ""}

        def show(result: T) -> None:
            self._before_message()
            try:
                finish(result)
            except Exception as error:  # as for any click: a learner gets a sentence
                return self._fail(f"{error}")
            self._refresh()

        self._opening.run(lambda: yield_result(steps), show)

    def _fail_opening(self, sentence: str) -> None:
        """Say what went wrong, and go on with the hand that is there."""
        self._before_message()
        self._go_on()
        self._fail(sentence)

    def _go_on(self) -> None:
        """Find what is not found yet, behind the widget."""
        self._opening.cancel()
        if self._hides or self._has_all:
            return
        bidding, figures, advice, max_worlds = self._bidding, self._figures, self.advice, self._max_worlds
        call_view = None if bidding.is_over else bidding.view
        self._background.run(
            lambda: find_all(bidding.hand_view, call_view, bidding.seed, max_worlds, figures, advice), self._show
        )

    def _show(self, result: "tuple[Figures, Advice | None]") -> None:
        was_ready = self._figures is not None and self._figures.is_precise
        self._figures, advice = result
        if advice is not None:
            self._advices[self._bidding.round.history] = advice
        if self._has_all or (
            self._figures.is_precise and not was_ready
        ):  # once when they are worth it, once at the end
            self._message = f"{describe_figures(self._bidding, self._figures)} {self._figures.n:,} simulated deals."
        self._refresh()

    def _change(self, bidding: Bidding) -> None:
        """Go on with this auction of the same hand."""
        self._bidding = bidding
        self._background.cancel()
        self._go_on()

    def _open(self, bidding: Bidding) -> None:
        """Begin with another hand."""
        self._before = self._bidding, self._figures, self._advices, self._result
        self._figures = self._result = None
        self._advices = {}
        self._trump = self._left = ""
        self._skipped = False
        self._message = f"New hand: {bidding.cards}. {describe_auction(bidding)}"
        self._change(bidding)

    def _switch(self, edition: str) -> None:
        """The same cards under another edition where they can be dealt there, else others."""
        edition_before = self._bidding.rules.full_id
        if edition == edition_before:
            return
        switched, remark = switch_edition(self._bidding, edition)
        self._open(switched)
        self._left = edition_before
        self._message = describe_switch(edition, edition_before) + remark

    @on_message("guess")
    def _guess(self, bid: int, trump: str, percent: float) -> None:
        if not self._guess_first or self._book is None:
            raise ValueError("Turn on “Ask for my guess first” to guess.")
        if self._bidding.guess is not None:
            raise ValueError("The guess for this hand is made. Take a new hand to guess again.")
        bidding = self._bidding.with_guess(bid, trump, percent)
        assert bidding.guess is not None
        steps = play_out.in_steps(bidding.round.at(0), bidding.seat, bidding.guess.trump)
        self._do_in_steps(steps, lambda played: self._judge_guess(bidding, played), "Playing out the deal…")

    def _judge_guess(self, bidding: Bidding, played: TrickRound | None) -> None:
        """Compare the guess with the deal that was played out, and go on to the auction."""
        if played is None:
            raise ValueError("No auction can make you the bidder in this deal: take a new hand.")
        guess, book = bidding.guess, self._book
        assert guess is not None and book is not None
        money, allies = read_end(played, bidding.seat)
        captured = sum(amount for amount, ally in zip(money, allies, strict=True) if ally)
        self._result = GuessRecord(
            bidding.rules.full_id,
            bidding.cards,
            guess.bid,
            str(guess.trump.value),
            guess.chance,
            captured,
            captured >= guess.bid,
        )
        self._change(bidding)
        text = make_guess(bidding, self._result)["text"]
        self._message = f"{text} Now call."
        self._notice = describe_outcome(bidding, self._result)
        book.add(self._result)

    @on_message("reveal")
    def _reveal(self) -> None:
        """Show this hand without a guess."""
        if not self._hides:
            raise ValueError("Everything is already shown.")
        self._skipped = True
        self._message = f"Shown without a guess. {describe_auction(self._bidding)}"
        self._go_on()

    @on_message("guess_first")
    def _set_guess_first(self, is_on: bool) -> None:
        """Whether to ask for a guess first: of the next hand, if this one's figures were shown."""
        hid_before, new_hand = self._hides, ""
        self._guess_first = is_on
        if is_on and self._book is None:
            self._book = GuessBook(self._path)
        if is_on and self._figures is not None:
            self._open(deal_next(self._bidding))
            new_hand = f" New hand: {self.hand}."
        self._go_on()
        # Where a form comes or goes, what is to be done now is another thing; else only the tick has changed.
        task = f" {self._guide()}" if self._hides != hid_before else ""
        setting = "You will be asked for a guess first." if is_on else "You will no longer be asked for a guess."
        self._message = f"{setting}{new_hand}{task}"

    def _before_message(self) -> None:
        self._message, self._notice = "", None
        if self._bidding.refused:  # that was said of the click before
            self._bidding = replace(self._bidding, refused=None)

    @on_message("move")
    def _call(self, move: str) -> None:
        self._need_guess()
        bidding = self._bidding.call(move)
        if bidding.refused:
            self._bidding = bidding
        else:
            self._change(bidding)

    @on_message("undo")
    def _undo(self) -> None:
        """Take back the last call of one's own; without one, a new hand that took the place of another."""
        if self._before is None or self._bidding.can_undo:
            return self._change(self._bidding.undo())
        bidding, figures, advices, result = self._before
        self._before = None
        self._figures, self._advices, self._result = figures, advices, result
        self._trump = ""
        self._skipped = figures is not None
        self._message = f"Back to the hand before: {bidding.cards}."
        self._notice = {"kind": "info", "what": "Back to the hand before.", "why": "", "short": ""}
        self._change(bidding)

    @on_message("deal")
    def _deal(self) -> None:
        self._open(deal_next(self._bidding))

    @on_message("similar")
    def _deal_similar(self) -> None:
        shape = describe_similar(self._bidding)

        def finish(bidding: Bidding) -> None:
            self._open(bidding)
            self._notice = {"kind": "info", "what": "A hand like the last:", "why": f"{shape}.", "short": f"{shape}."}

        self._do_in_steps(deal_similar_in_steps(self._bidding), finish, "Dealing a similar hand…")

    @on_message("hand")
    def _type_hand(self, text: str) -> None:
        self._do_in_steps(type_hand_in_steps(self._bidding, text), self._open, "Dealing the hand…")

    @on_message("edition")
    def _choose_edition(self, edition: str) -> None:
        self._switch(check_edition(edition, _editions()))

    @on_message("trump")
    def _choose_trump(self, trump: str) -> None:
        name = find_trump(self._bidding.round, trump).word
        self._trump = trump
        self._message = f"The distribution is now for {name}."

    @on_message("stop")
    def _stop(self) -> None:
        self._opening.cancel()
        self._background.cancel()
        self._message = "Stopped."

    @on_message("continue")
    def _continue(self) -> None:
        self._go_on()
        self._message = "Continuing."

    # What is shown

    def _make_scene(self) -> BiddingScene:
        bidding, figures = self._bidding, self._figures
        scene = make_bidding_scene(bidding, self._hides)
        if self.advice is not None and scene["calls"]:
            mark_hint(scene["calls"], self.advice.best)
        trump = find_trump(bidding.round, self._trump) if self._trump else None
        at_work = self._at_work
        chart_figures = make_figures(bidding, figures, self.advice, trump, at_work)
        lab: BiddingPart = {
            "step": "guess" if self._hides else "over" if bidding.is_over else "call",
            "guess_first": self._guess_first,
            "guess": make_guess(bidding, self._result) if self._guess_first else None,
            "book": make_book(self._book),
            "figures": chart_figures,
            "advice": make_advice(bidding, self.advice),
            "no_advice": "" if self.advice else why_no_advice(at_work, chart_figures is not None),
            "cards": bidding.cards,
            "similar": describe_similar(bidding),
            "busy": at_work,
            "can_continue": figures is not None and not self._has_all and not at_work,
            "can_undo": bidding.can_undo or self._before is not None,
            "progress": self._progress() if at_work else None,
        }
        if self._notice:
            scene["message"] = self._notice
        if self._message and bidding.refused is None:
            scene["live"] = self._message
        elif self._hides and bidding.refused is None:
            scene["live"] = self._guide()
        editions = make_editions(bidding.rules.full_id, self._left or None, only=_editions())
        actions = list_actions(lab, scene["calls"])
        return {**scene, "editions": editions, "lab": lab, "actions": actions, "tabs": TABS}

    def _guide(self) -> str:
        if self._hides:
            return "Guess first: what would you bid on this hand, and what is the chance that you make it?"
        auction = describe_auction(self._bidding)
        return (
            f"{auction} Undo your last call to try another, or take a new hand." if self._bidding.is_over else auction
        )

    def _progress(self) -> Work:
        figures = self._figures
        if self._opening.busy:
            return {"proportion": 0.02, "text": self._message}
        if figures is None:
            return {"proportion": 0.02, "text": "Dealing the first cards…"}
        n, target = figures.n, figures.target
        text = f"{n:,} of {target:,} deals" if n < target else "Computing the advice…"
        if n < 100 and not figures.compiled:
            text += "; compiling the fast rules…"
        return {"proportion": max(0.02, min(1.0, n / target)), "text": text}

    def _picture(self) -> str:
        return mam.drawing.table_svg(make_saved(self.scene))

    def _words(self) -> str:
        return mam.drawing.table_text(make_saved(self.scene))


def _editions() -> list[str]:
    return [edition for edition in list_editions() if has_auction(edition)]
