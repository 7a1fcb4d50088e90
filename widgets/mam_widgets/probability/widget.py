"""The probability lab: a question about hidden cards, your guess, the exact answer with its counting, and a simulation."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from mam.analysis.probability import Chance, Distribution, OutOfReach
from mam.analysis.probability.answers import percent
from mam.drawing import page_svg, table_svg, table_text
from mam.games.views import View
from mam.rules.dealing import check_seed, derive_seed
from mam.rules.editions import get_edition, list_editions
from mam.scenes import Scene, list_card_facts, make_empty_scene, make_scene
from mam.scenes.schema import Message
from mam.support.messages import quote
from mam_widgets.probability.form import build, list_faces, make_menus, read_form
from mam_widgets.probability.model import DEAL_COUNTS, MANY, BadField, Inquiry, Trial, list_examples, simulate
from mam_widgets.probability.scene import (
    TITLE,
    describe_model,
    describe_trials,
    list_actions,
    list_tabs,
    make_answer,
    make_done_message,
    make_lab_heading,
    make_progress_message,
    name_question,
    name_value,
)
from mam_widgets.probability.schema import ChancePart, ProbabilityScene
from mam_widgets.shared.background import BackgroundTask
from mam_widgets.shared.edition_picker import check_edition, describe_switch, make_editions
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.odds import OddsTab
from mam_widgets.shared.widget import SceneWidget

_MOST_DEALS = 1_000_000  # at a time


def probability_lab(
    question: str | None = None,
    *,
    given: str = "",
    view: View[Any] | None = None,
    edition: str | None = None,
    seed: int = 1,
    deals: int = MANY,
) -> "ProbabilityLab":
    """Ask about cards nobody has seen: guess, then see the exact answer, how it is counted, and a simulation.

    `question` is a condition ("N holds Bull and Bear", "N red >= 5 and money N-S > 200"), or one of "where Tiger", "split
    red", "count N red", "money N", "strength N red", "misdeal N"; money is in thousands of dollars. It is asked of a deal
    of `edition` with no card seen, or of what a `view` leaves open, given the condition `given`. `seed` is for the
    simulated deals, `deals` how many of them are simulated at a time. Raises ValueError for a question that means nothing there,
    for an unknown edition and for a number of deals outside 1 to 1,000,000; TypeError for anything else in place of a view or a seed.

    >>> lab = probability_lab("N holds Bull and Bear")
    >>> lab.guess(5).answer
    Fraction(26, 495)
    """
    if view is not None and not isinstance(view, View):
        raise TypeError(f"a view is needed, like mam.view(round, 'N'), not {quote(view)}")
    if view is not None and edition is not None:
        raise ValueError("a view already has its edition: leave the edition out")
    rules = view.round.rules if view is not None else get_edition(edition or list_editions()[0])
    inquiry = Inquiry(rules.full_id, view)
    if question is None:
        _, question, given = list_examples(inquiry)[0]
    return ProbabilityLab(inquiry.with_question(question, given), check_seed(seed), _check_deals(deals))


def _check_deals(count: int) -> int:
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= _MOST_DEALS:
        raise ValueError(f"the number of simulated deals is a whole number from 1 to {_MOST_DEALS:,}, not {count!r}")
    return count


class ProbabilityLab(SceneWidget):
    """A question about probability. `question`, `given`, `guessed` (a proportion, or None), `answer` (a Fraction, or for a
    distribution the Distribution), `trials` (simulated deals and how often the question came true); `guesses` lists
    questions, guesses and exact answers.
    """

    _room = Path(__file__).parent

    def __init__(self, inquiry: Inquiry, seed: int = 1, deals: int = MANY) -> None:
        self._inquiry, self._seed, self._deals = inquiry, seed, deals
        self._examples = list_examples(inquiry)
        self._answer: Chance | Distribution | None = None
        self._no_answer = ""  # why it is not counted
        self._trials: list[Trial] = []
        self._goal = deals  # simulated deals, when the simulation is done
        self._left = ""  # the edition that was left
        self._message = ""
        self._fault = ""  # the field that could not be read
        self._odds = OddsTab(self._refresh, self._fail)
        self.guesses: list[tuple[str, float, Fraction]] = []
        self._background = BackgroundTask(fault=self._fail)
        super().__init__()

    @property
    def question(self) -> str:
        return self._inquiry.text

    @property
    def given(self) -> str:
        return self._inquiry.given

    @property
    def guessed(self) -> float | None:
        return self._inquiry.guess

    @property
    def answer(self) -> Fraction | Distribution:
        """The exact answer; raises OutOfReach, with a simulated one, where it is not counted."""
        answer = self._inquiry.answer
        return answer.exact if isinstance(answer, Chance) else answer

    @property
    def trials(self) -> Trial:
        return self._trials[-1] if self._trials else Trial()

    def ask(self, text: str, given: str = "") -> "ProbabilityLab":
        """Ask another question, and return the widget. Raises ValueError for one that means nothing here."""
        self._set(self._inquiry.with_question(text, given))
        self._refresh()
        return self

    def guess(self, percent: float | str) -> "ProbabilityLab":
        """Guess a probability in percent, which shows the answer, and return the widget when the simulation is done."""
        self._begin(self._inquiry.with_guess(f"{percent}"))
        self.wait()
        self._refresh()
        return self

    def wait(self) -> None:
        """Wait until the simulation is done, and the odds are there: for scripts and tests."""
        self._background.wait()
        self._odds.wait()

    # What the person does

    def _set(self, inquiry: Inquiry) -> None:
        self._background.cancel()
        self._inquiry, self._answer, self._no_answer, self._trials = inquiry, None, "", []

    def _begin(self, inquiry: Inquiry, continues: bool = False) -> None:
        """Compute the answer behind the widget, then simulate."""
        self._inquiry = inquiry
        start = self.trials if continues else None
        if not continues:
            self._trials = []
        self._goal = (start.n if start else 0) + self._deals
        self._background.run(lambda: self._steps(inquiry, start), self._show, self._refresh)

    def _steps(
        self, inquiry: Inquiry, start: Trial | None
    ) -> Iterator[Chance | Distribution | OutOfReach | Trial | None]:
        try:
            answer = yield from inquiry.find_answer()
        except OutOfReach as reason:
            yield reason
            return
        if isinstance(answer, Chance):
            yield None
            yield from answer.explain_in_steps()  # which is shown with it
        yield answer
        if isinstance(answer, Chance):
            yield from simulate(answer, derive_seed(self._seed, inquiry.text, inquiry.given), start, self._deals)

    def _show(self, result: Chance | Distribution | OutOfReach | Trial) -> None:
        if isinstance(result, Trial):
            self._trials.append(result)
        elif isinstance(result, OutOfReach):
            self._no_answer = f"{result}"
            self._message = f"No exact answer. {result}"
        elif self._answer is None:
            self._answer = result
            self._message = self._describe_answer()
            if isinstance(result, Chance) and self._inquiry.guess is not None:
                self.guesses.append((self.question, self._inquiry.guess, result.exact))
        self._refresh()

    def _describe_answer(self) -> str:
        if not isinstance(self._answer, Chance):
            return "The exact probability of each value is shown."
        exact = f"The exact probability is {self._answer.percent}, {self._answer.odds}."
        difference = self._inquiry.compare_guess(self._answer.exact)
        return f"{exact} Your guess is {difference}." if difference else exact

    def handle_message(self, message: object) -> None:
        """Do what the browser asks; a field that could not be read is named in the scene."""
        self._fault = ""
        super().handle_message(message)

    def _with_fault(self, text: str, scene: Scene | None = None) -> Scene:
        scene = super()._with_fault(text, scene)
        if not self._fault:
            return scene
        return {**scene, "chance": {**scene["chance"], "fault": self._fault}}  # type: ignore[typeddict-unknown-key]

    def _receivers(self) -> tuple[object, ...]:
        return self, self._odds

    def _before_message(self) -> None:
        self._message = ""

    @on_message("ask")
    def _ask(self, text: str, given: str = "") -> None:
        try:
            self._set(self._inquiry.with_question(text, given))
        except BadField as fault:
            self._fault = fault.field
            raise
        self._message = f"The question: {self.question}. What is your guess?"

    @on_message("build")
    def _build(self, place: str, verb: str, cards: list[str], number: str = "", given: str = "") -> None:
        self._fault = "question"
        text = build(place, verb, cards, number)
        self._fault = ""
        self._ask(text, given)

    @on_message("guess")
    def _guess(self, percents: list[str]) -> None:
        inquiry = self._inquiry
        self._fault = "guess"
        inquiry = inquiry.with_guess("".join(percents)) if inquiry.is_chance else inquiry.with_guesses(percents)
        self._fault = ""
        self._begin(inquiry)

    @on_message("show_answer")
    def _show_answer(self) -> None:
        self._begin(replace(self._inquiry, is_shown=True))

    @on_message("simulate_more")
    def _simulate_more(self) -> None:
        if self._answer is None:
            raise ValueError("Answer the question first: then you can simulate more deals.")
        self._begin(self._inquiry, continues=True)

    @on_message("deals")
    def _choose_deals(self, count: int) -> None:
        """Simulate this many deals at a time, and start the current simulation again."""
        self._deals = _check_deals(count)
        if self._trials:
            self._begin(self._inquiry)

    @on_message("stop")
    def _stop(self) -> None:
        self._background.cancel()

    @on_message("edition")
    def _choose_edition(self, edition: str) -> None:
        self._switch(check_edition(edition))

    @on_message("example")
    def _example(self, index: int) -> None:
        if not 0 <= index < len(self._examples):
            raise ValueError("There is no such example.")
        _, text, given = self._examples[index]
        self._ask(text, given)

    def _switch(self, edition: str) -> None:
        """Ask the same question under another edition if it means something there, else that edition's first example."""
        before = self._inquiry.edition
        if edition == before:
            return
        inquiry = Inquiry(edition)
        self._examples = list_examples(inquiry)
        news = ""
        try:
            inquiry = inquiry.with_question(self.question, self.given)
        except ValueError as error:
            inquiry, news = inquiry.with_question(*self._examples[0][1:]), f" New question: {error}"
        self._set(inquiry)
        self._left = before
        self._message = describe_switch(edition, before) + news

    # What is shown

    def _make_scene(self) -> ProbabilityScene:
        inquiry = self._inquiry
        table = make_scene(inquiry.view, title=TITLE) if inquiry.view else make_empty_scene(TITLE)
        form = read_form(inquiry)
        faces = list_faces(form, inquiry)
        odds = self._odds.show(inquiry.view) if inquiry.view else None
        example_texts = [(text, given) for _, text, given in self._examples]
        inquiry_texts = (inquiry.text, inquiry.given)
        answer = self._answer if inquiry.is_shown else None
        chance: ChancePart = {
            "text": inquiry.text,
            "given": inquiry.given,
            "question": name_question(inquiry),
            "form": form,
            "faces": faces,
            "model": describe_model(inquiry),
            "examples": [name for name, _, _ in self._examples],
            "example": example_texts.index(inquiry_texts) if inquiry_texts in example_texts else None,
            "menus": make_menus(inquiry),
            "values": [name_value(text, inquiry) for text in inquiry.values],
            "guess": None if inquiry.guess is None else f"{100 * inquiry.guess:g}%",
            "can_guess": bool(inquiry.values) or not form or not form["place"].startswith("each"),
            "is_shown": inquiry.is_shown,
            "busy": self._background.busy,
            "progress": self._progress,
            "batch": f"{self._deals:,}",
            "deals": self._deals,
            "deal_counts": sorted({*DEAL_COUNTS, self._deals}),
            "answer": make_answer(inquiry, answer, self._trials) if answer is not None else None,
            "no_answer": self._no_answer,
            "past_guesses": [
                {
                    "text": name_question(replace(inquiry, text=text, given="")),
                    "guess": f"{100 * guess:g}%",
                    "exact": percent(exact),
                }
                for text, guess, exact in self.guesses
            ],
            "fault": "",
        }
        return {
            **table,
            "heading": make_lab_heading(inquiry),
            "message": self._make_message(),
            "cards": {**table["cards"], **list_card_facts([faces, odds], inquiry.rules)},
            "live": self._message,
            "editions": make_editions(inquiry.edition, self._left or None) if inquiry.view is None else None,
            "chance": chance,
            "actions": list_actions(chance),
            "tabs": list_tabs(chance, inquiry.view is not None),
            "odds": odds,
        }

    @property
    def _progress(self) -> float:
        """How much of the simulation is done."""
        return 1 - (self._goal - self.trials.n) / self._deals if self._background.busy else 1.0

    def _make_message(self) -> Message:
        inquiry = self._inquiry
        if self._no_answer:
            return {"kind": "info", "what": "No exact answer.", "why": self._no_answer, "short": ""}
        if not inquiry.is_shown:
            if self._message and self._left:
                return {"kind": "info", "what": "", "why": self._message, "short": ""}
            if inquiry.is_chance:
                return {
                    "kind": "turn",
                    "what": "What is your guess?",
                    "why": "Type a percentage, or show the answer.",
                    "short": "",
                }
            return {
                "kind": "turn",
                "what": "What are your guesses?",
                "why": "Type a percentage in each row, or show the answer.",
                "short": "Type percentages, or show the answer.",
            }
        if self._background.busy or self._answer is None:
            return make_progress_message(self._progress, self._deals)
        return make_done_message(self._answer, self.trials)

    def _picture(self) -> str:
        inquiry = self._inquiry
        return table_svg(self.scene) if inquiry.view else page_svg(TITLE, self._panels())

    def _words(self) -> str:
        table = [table_text(self.scene)] if self._inquiry.view else []
        return "\n\n".join([*table, *("\n".join([heading, *lines]) for heading, lines in self._panels())])

    def _panels(self) -> list[tuple[str, list[str]]]:
        """Return the question and its answer as panels of text."""
        inquiry, answer = self._inquiry, self._answer
        given = [f"given that {inquiry.given}"] if inquiry.given else []
        panels = [("The question", [f"What is the probability that {inquiry.text}", *given, describe_model(inquiry)])]
        if inquiry.is_shown and answer is not None:
            lines = [self._describe_answer(), *answer.explain().splitlines()]
            if isinstance(answer, Chance) and self._trials:
                lines.append(describe_trials(self.trials, answer.exact))
            panels.append(("The answer", lines))
        if self._no_answer:
            panels.append(("No exact answer", [self._no_answer]))
        return panels
