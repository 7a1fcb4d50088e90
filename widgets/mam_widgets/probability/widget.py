"""The chance lab: a question about hidden cards, your guess, the exact answer with its argument, and a simulation of it."""

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
from mam.scenes import make_empty_scene, make_scene
from mam_widgets.probability.model import (
    COMPARE,
    KINDS,
    Inquiry,
    Trial,
    allows_misdeal,
    build,
    list_examples,
    list_values,
    simulate,
)
from mam_widgets.shared.background import BackgroundTask
from mam_widgets.shared.edition_picker import check_edition, describe_switch, make_editions
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.schema import ChanceAnswer, ChanceMenus, Plot, PlotTable, Point, ProbabilityScene, RuleLine
from mam_widgets.shared.widget import SceneWidget

TITLE = "Probability lab"
_ROWS = 12  # of a distribution that are drawn


def probability_lab(
    question: str | None = None,
    *,
    given: str = "",
    view: View[Any] | None = None,
    edition: str | None = None,
    seed: int = 1,
) -> "ProbabilityLab":
    """A question about cards nobody has seen: guess, then see the exact answer, why, and a simulation of it.

    `question` is a condition ("N holds Bull and Bear", "N red >= 5 and money N-S > 200"), or one of "where Tiger", "split
    red", "count N red", "money N", "strength N red", "misdeal N"; money is in thousands of dollars. It is asked of a deal
    of `edition` with no card seen, or of what a `view` leaves open, as far as `given` is so too. `seed` is for the
    dealt cards. Raises ValueError for a question that means nothing there, and for an unknown edition; TypeError for what
    is no view or no seed.

    >>> lab = probability_lab("N holds Bull and Bear")
    >>> lab.guess(5).answer
    Fraction(26, 495)
    """
    if view is not None and not isinstance(view, View):
        raise TypeError(f"a view is needed, like mam.view(round, 'N'), not {view!r}")
    if view is not None and edition is not None:
        raise ValueError("a view says itself which edition it is of: leave the edition out")
    rules = view.round.rules if view is not None else get_edition(edition or list_editions()[0])
    inquiry = Inquiry(rules.full_id, view)
    if question is None:
        _, question, given = list_examples(inquiry)[0]
    return ProbabilityLab(inquiry.with_question(question, given), check_seed(seed))


class ProbabilityLab(SceneWidget):
    """A question of chance. `question`, `given`, `guessed` (from 0 to 1, or None), `answer` (a Fraction, or for a
    distribution the Distribution), `trials` (deals simulated and how many of them it was so); `guesses` lists what was asked,
    guessed and true.
    """

    _room = Path(__file__).parent

    def __init__(self, inquiry: Inquiry, seed: int = 1) -> None:
        self._inquiry, self._seed = inquiry, seed
        self._examples = list_examples(inquiry)
        self._answer: Chance | Distribution | None = None
        self._beyond = ""  # why it is not counted
        self._trials: list[Trial] = []
        self._left = ""  # the edition that was left
        self._message = ""
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
        found = self._inquiry.answer
        return found.exact if isinstance(found, Chance) else found

    @property
    def trials(self) -> Trial:
        return self._trials[-1] if self._trials else Trial()

    def ask(self, text: str, given: str = "") -> "ProbabilityLab":
        """Put another question, and return the widget. Raises ValueError for one that means nothing here."""
        self._put(self._inquiry.with_question(text, given))
        self._refresh()
        return self

    def guess(self, percent: float | str) -> "ProbabilityLab":
        """Guess a chance in percent, which shows the answer; the widget comes back when all deals are simulated."""
        self._guess(f"{percent}")
        self.wait()
        self._refresh()
        return self

    def wait(self) -> None:
        """Wait until the deals are simulated: for scripts and tests."""
        self._background.wait()

    # Doing

    def _put(self, inquiry: Inquiry) -> None:
        self._background.cancel()
        self._inquiry, self._answer, self._beyond, self._trials = inquiry, None, "", []

    def _guess(self, text: str) -> None:
        self._begin(self._inquiry.with_guess(text))

    def _begin(self, inquiry: Inquiry, more: bool = False) -> None:
        """Count behind the widget, then deal."""
        self._inquiry = inquiry
        start = self.trials if more else None
        if not more:
            self._trials = []
        self._background.run(lambda: self._steps(inquiry, start), self._show, self._refresh)

    def _steps(self, inquiry: Inquiry, start: Trial | None) -> Iterator[Chance | Distribution | OutOfReach | Trial]:
        try:
            answer = inquiry.answer
        except OutOfReach as beyond:
            yield beyond
            return
        yield answer
        if isinstance(answer, Chance):
            yield from simulate(answer, derive_seed(self._seed, inquiry.text, inquiry.given), start)

    def _show(self, found: Chance | Distribution | OutOfReach | Trial) -> None:
        if isinstance(found, Trial):
            self._trials.append(found)
        elif isinstance(found, OutOfReach):
            self._beyond = f"{found}"
            self._message = f"No exact answer. {found}"
        elif self._answer is None:
            self._answer = found
            self._message = self._verdict()
            if isinstance(found, Chance) and self._inquiry.guess is not None:
                self.guesses.append((self.question, self._inquiry.guess, found.exact))
        self._refresh()

    def _verdict(self) -> str:
        if not isinstance(self._answer, Chance):
            return "Here is each value with its probability."
        return f"{self._inquiry.compare_guess(self._answer.exact)} It is {self._answer.percent}, {self._answer.odds}.".strip()

    def _before_message(self) -> None:
        self._message = ""

    @on_message("ask")
    def _ask(self, text: str, given: str = "") -> None:
        self._put(self._inquiry.with_question(text, given))
        self._tell_question()

    @on_message("build")
    def _build(
        self, kind: str, place: str = "", cards: str = "", compare: str = "at least", number: str = "", given: str = ""
    ) -> None:
        self._ask(build(kind, place, cards, compare, number), given)

    @on_message("guess")
    def _answer_guess(self, percent: str) -> None:
        if not self._inquiry.is_chance:
            raise ValueError("This question has many answers: there is no one chance to guess. Show them.")
        self._guess(percent)

    @on_message("show")
    def _show_answer(self) -> None:
        self._begin(replace(self._inquiry, shown=True))

    @on_message("more")
    def _simulate_more(self) -> None:
        if self._answer is None:
            raise ValueError("Answer the question first: then you can simulate more deals.")
        self._begin(self._inquiry, more=True)

    @on_message("stop")
    def _stop(self) -> None:
        self._background.cancel()

    @on_message("edition")
    def _choose_edition(self, edition: str) -> None:
        self._switch(check_edition(edition))

    def _tell_question(self) -> None:
        self._message = f"The question: {self.question}. What do you guess?"

    @on_message("example")
    def _example(self, index: int) -> None:
        if not 0 <= index < len(self._examples):
            raise ValueError("There is no such example.")
        _, text, given = self._examples[index]
        self._ask(text, given)

    def _switch(self, edition: str) -> None:
        """The same question under another edition where it means something there, else that edition's first example."""
        before = self._inquiry.edition
        if edition == before:
            return
        other = Inquiry(edition)
        self._examples = list_examples(other)
        kept = ""
        try:
            other = other.with_question(self.question, self.given)
        except ValueError as error:
            other, kept = other.with_question(*self._examples[0][1:]), f" New question: {error}"
        self._put(other)
        self._left = before
        self._message = describe_switch(edition, before) + kept

    # What is shown

    def _make_scene(self) -> ProbabilityScene:
        inquiry = self._inquiry
        table = make_scene(inquiry.view, title=TITLE) if inquiry.view else make_empty_scene(TITLE)
        return {
            **table,
            "live": self._message,
            "editions": make_editions(inquiry.edition, self._left or None) if inquiry.view is None else None,
            "chance": {
                "text": inquiry.text,
                "given": inquiry.given,
                "model": _model(inquiry),
                "examples": [words for words, _, _ in self._examples],
                "menus": _menus(inquiry),
                "guessable": inquiry.is_chance,
                "guess": None if inquiry.guess is None else f"{100 * inquiry.guess:g}%",
                "shown": inquiry.shown,
                "busy": self._background.busy,
                "answer": self._shown_answer() if inquiry.shown else None,
                "beyond": self._beyond,
                "past": [
                    {"text": text, "guess": f"{100 * guess:g}%", "true": percent(exact)}
                    for text, guess, exact in self.guesses[-8:]
                ],
            },
        }

    def _shown_answer(self) -> ChanceAnswer | None:
        answer = self._answer
        if answer is None:
            return None
        if isinstance(answer, Chance):
            exact = answer.exact
            return {
                "fraction": f"{exact}" if exact.denominator < 10**9 else "",
                "percent": answer.percent,
                "odds": answer.odds,
                "far": self._inquiry.compare_guess(exact),
                "why": answer.explain().splitlines(),
                "plot": _running_plot(self._trials, answer),
                "tried": _tried(self.trials, exact),
            }
        rows = list_values(answer)
        return {
            "fraction": "",
            "percent": "",
            "odds": "",
            "far": "",
            "why": answer.explain().splitlines(),
            "plot": _bars(answer, rows),
            "tried": "",
        }

    def _picture(self) -> str:
        inquiry = self._inquiry
        return table_svg(self.scene) if inquiry.view else page_svg(TITLE, self._panels())

    def _words(self) -> str:
        table = [table_text(self.scene)] if self._inquiry.view else []
        return "\n\n".join([*table, *("\n".join([heading, *lines]) for heading, lines in self._panels())])

    def _panels(self) -> list[tuple[str, list[str]]]:
        """The question and what is known of its answer, in words."""
        inquiry, answer = self._inquiry, self._answer
        asked = [inquiry.text, *([f"given that {inquiry.given}"] if inquiry.given else []), _model(inquiry)]
        panels = [("The question", asked)]
        if inquiry.shown and answer is not None:
            told = [self._verdict(), *answer.explain().splitlines()]
            if isinstance(answer, Chance) and self._trials:
                told.append(_tried(self.trials, answer.exact))
            panels.append(("The answer", [line for line in told if line]))
        if self._beyond:
            panels.append(("No exact answer", [self._beyond]))
        return panels


def _model(inquiry: Inquiry) -> str:
    if inquiry.view is None:
        return f"{inquiry.rules.name}, before any card is seen: every deal is equally likely."
    return "Given what you can see: every deal consistent with it is equally likely."


def _menus(inquiry: Inquiry) -> ChanceMenus:
    kinds = {
        name: words for name, words in KINDS.items() if not name.endswith("misdeal") or allows_misdeal(inquiry.rules)
    }
    return {
        "kinds": [{"id": name, "text": words} for name, words in kinds.items()],
        "places": [{"id": place, "text": _name_place(place, inquiry)} for place in inquiry.odds.setting.place_names],
        "compare": list(COMPARE),
    }


def _name_place(place: str, inquiry: Inquiry) -> str:
    """A place as the menu calls it: a seat by its name. The question says it in short.

    >>> _name_place("N-S", Inquiry("make-a-million-1935")), _name_place("nest", Inquiry("make-a-million-1935"))
    ('North-South', 'nest')
    """
    names = inquiry.rules.seat_names
    return "-".join(names.get(seat, seat) for seat in place.split("-"))


def _tried(trial: Trial, exact: Fraction) -> str:
    if not trial.n:
        return ""
    off = abs(trial.proportion - float(exact))
    told = f"{trial.n:,} simulated deals: {100 * trial.proportion:.2f}% ± {100 * 2 * trial.standard_error:.2f}%"
    if not trial.standard_error:
        return f"{told}."
    return f"{told}; the exact chance is {off / trial.standard_error:.1f} standard errors away."


def _running_plot(trials: list[Trial], answer: Chance) -> Plot | None:
    if not trials:
        return None
    points: list[Point] = [
        {
            "x": trial.n,
            "y": trial.proportion,
            "low": max(0.0, trial.proportion - 2 * trial.standard_error),
            "high": min(1.0, trial.proportion + 2 * trial.standard_error),
        }
        for trial in trials
    ]
    return {
        "key": "running",
        "kind": "running",
        "title": "Simulation against the exact answer",
        "description": _tried(trials[-1], answer.exact),
        "x": {"label": "Simulated deals"},
        "y": {"label": "Proportion so far, with its 95% confidence interval", "percent": True},
        "series": [{"name": "simulated", "points": points}],
        "rules": [{"axis": "y", "at": float(answer.exact), "label": f"exact {answer.percent}"}],
        "table": {
            "columns": ["Deals", "Proportion", "95% margin"],
            "rows": [
                [f"{trial.n:,}", f"{100 * trial.proportion:.2f}%", f"{100 * 2 * trial.standard_error:.2f}"]
                for trial in trials[-12:]
            ],
        },
    }


def _bars(answer: Distribution, rows: list[tuple[str, Fraction]]) -> Plot:
    numbers = all(text.lstrip("-").isdecimal() for text, _ in rows)
    table: PlotTable = {
        "columns": ["Value", "Probability", "Exact"],
        "rows": [[text, percent(chance), _short(chance)] for text, chance in rows],
    }
    if numbers:
        points: list[Point] = [{"x": int(text), "y": float(chance)} for text, chance in rows]
    else:
        likely = sorted(rows, key=lambda row: -row[1])[:_ROWS]
        points = [
            {"x": at, "y": float(chance), "text": f"{text}: {percent(chance)}"}
            for at, (text, chance) in enumerate(likely)
        ]
    mean: list[RuleLine] = []
    if numbers:
        mean = [{"axis": "x", "at": float(answer.mean), "label": f"mean {float(answer.mean):.4g}"}]
    return {
        "key": "values",
        "kind": "bars" if numbers else "intervals",
        "title": answer.question,
        "description": f"{answer.question}: {len(rows)} values.",
        "x": {"label": "Value" if numbers else ""},
        "y": {"label": "Probability", "percent": True},
        "series": [{"name": "", "points": points}],
        "rules": mean,
        "table": table,
    }


def _short(exact: Fraction) -> str:
    return f"{exact}" if exact.denominator < 10**9 else ""
