"""What the probability lab shows: heading, message, the question, its answer, and the simulation, as plain data."""

from collections.abc import Sequence
from fractions import Fraction

from mam.analysis.probability import Chance, Distribution
from mam.analysis.probability.answers import percent
from mam.analysis.probability.conditions import AllOf
from mam.analysis.probability.steps import CountingStep as Step
from mam.scenes import make_empty_scene
from mam.scenes.actions import Action, Tab, make_action, make_key, make_tab
from mam.scenes.heading import name_game
from mam.scenes.schema import Heading, Message
from mam_widgets.probability.form import describe_condition, name_place, read_condition
from mam_widgets.probability.model import Inquiry, Trial, find_form, list_values
from mam_widgets.probability.schema import ChanceAnswer, ChancePart, ChanceValue, CountingStep, Simulation
from mam_widgets.shared.plot_schema import PlotRows, Point

TITLE = "Probability lab"
_LONGEST_VALUE, _LONGEST_LABEL = 16, 22  # characters of a counting step's result and label
_TABLE_ROWS = 12
_PLACE_QUESTIONS = {"where": "each place holds", "split": "each split of"}


_NO_SIMULATION = "A distribution needs no simulation: every value is exact."


def list_actions(chance: ChancePart) -> list[Action]:
    """Return what can be done now. Whether the question was changed, and what was guessed, only the browser knows."""
    example, answer = chance["example"], chance["answer"]
    index = 0 if example is None else (example + 1) % len(chance["examples"])
    new = {"do": "example", "index": index}
    actions = [
        make_action("new", "New question", new, icon="redo", key="n", side="help", rank=2),
        make_key("e", "explain", "how the answer was computed", {"act": "tab", "name": "method"}),
    ]
    if chance["is_shown"]:
        is_exact = answer is not None and bool(answer["values"])
        waits = "There is no exact answer to compare with." if chance["no_answer"] else ""
        if not waits and (chance["busy"] or answer is None):
            waits = "The simulation is running."
        more, why_not = {"do": "simulate_more"}, _NO_SIMULATION if is_exact else waits
        text = f"Simulate {chance['batch']} more"
        return [
            *actions,
            make_action("more", text, more, short="Simulate more", rank=0, is_primary=True, why_not=why_not),
        ]
    can_guess = chance["can_guess"]
    show = make_action("show", "Show answer", {"do": "show_answer"}, short="Show", rank=1, is_primary=not can_guess)
    guess = make_action("try", "Guess", {"act": "guess"}, rank=0, is_primary=True)
    return [*actions, show, *([guess] if can_guess else [])]


def list_tabs(chance: ChancePart, has_view: bool) -> list[Tab]:
    """Return what can be read; what is known of the unseen cards only where somebody has seen some."""
    tabs = [
        make_tab("questions", "Questions", ["examples"], nav=1),
        make_tab(
            "guesses",
            "Guesses",
            ["past-guesses"],
            empty="Guess a few questions to see how well your percentages hold.",
            nav=2,
        ),
        make_tab("method", "Method", ["method"], nav=3),
    ]
    return [*tabs, make_tab("odds", "Odds", ["odds"], nav=4)] if has_view else tabs


def make_lab_heading(inquiry: Inquiry) -> Heading:
    """Return the header: which game, and what has been seen of the deal."""
    rules, view = inquiry.rules, inquiry.view
    evidence = f"what {rules.seat_names[view.person]} sees" if view and view.person else "no cards seen"
    return {
        **make_empty_scene(TITLE)["heading"],
        "subtitle": f"{name_game(rules)}, {rules.short_name} · {evidence}",
        "short": TITLE,
        "description": rules.name,
    }


def describe_model(inquiry: Inquiry) -> str:
    """Return which deals are counted."""
    if inquiry.view is None:
        return f"All deals of the {len(inquiry.rules.pack)} cards are equally likely."
    return "All deals consistent with what you see are equally likely."


def make_progress_message(progress: float, goal: int) -> Message:
    """Return the message while deals are simulated."""
    state = f"Simulating… {100 * progress:.0f}%"
    return {"kind": "work", "what": state, "why": f"of {goal:,} more deals.", "short": ""}


def make_done_message(answer: Chance | Distribution, trial: Trial) -> Message:
    """Return the message once the answer is complete: whether the simulation agrees with the exact answer."""
    if not isinstance(answer, Chance):
        return {
            "kind": "ok",
            "what": "Done.",
            "why": f"{len(answer)} values with their exact probabilities.",
            "short": "",
        }
    if not trial.n:
        return {"kind": "ok", "what": f"{answer.percent}, {answer.odds}.", "why": "", "short": ""}
    if trial.is_certain and trial.proportion != float(answer.exact):
        why = "Too few deals for a margin of error: simulate more."
        return {"kind": "info", "what": "Done.", "why": why, "short": why}
    if trial.is_near(answer.exact):
        why, short = "The exact answer is inside the 95% confidence interval.", "The exact answer is in the interval."
        return {"kind": "ok", "what": "Done.", "why": why, "short": short}
    why = "The exact answer is outside the 95% confidence interval, as happens in 5% of simulations."
    return {"kind": "info", "what": "Done.", "why": why, "short": "The exact answer is outside, as in 5% of cases."}


def make_answer(inquiry: Inquiry, answer: Chance | Distribution, trials: Sequence[Trial]) -> ChanceAnswer:
    """Return the exact answer with its counting argument, and the simulation of a single probability."""
    explanation = answer.explanation
    question = [f"What is the probability that {name_question(inquiry)}?"] if isinstance(answer, Chance) else []
    given = f", given that {_describe_part(inquiry.given, inquiry)}" if inquiry.given else ""
    fields: ChanceAnswer = {
        "fraction": "",
        "percent": "",
        "odds": "",
        "guess": "",
        "is_close": False,
        "head": "",
        "steps": [make_step(step) for step in explanation.steps],
        "lines": [*question, f"Model: {explanation.possible_deals}{given}.", *map(str, explanation.steps)],
        "values": [],
        "table": None,
        "simulation": None,
    }
    if isinstance(answer, Chance):
        exact = answer.exact
        return {
            **fields,
            "fraction": f"{exact}" if exact.denominator < 10**6 else "",
            "percent": answer.percent,
            "odds": answer.odds,
            "guess": inquiry.compare_guess(exact),
            "is_close": inquiry.is_close(exact),
            "simulation": make_simulation(trials, answer, inquiry),
        }
    rows = list_values(answer)
    likeliest = max(rows, key=lambda row: row[1])
    guesses = dict(zip(inquiry.values, inquiry.guesses, strict=False))
    misses = [100 * abs(guess - float(dict(rows)[text])) for text, guess in guesses.items()]
    values: list[ChanceValue] = [
        {
            "text": name_value(text, inquiry),
            "proportion": float(chance),
            "percent": percent(chance),
            "guess": f"{100 * guesses[text]:g}%" if text in guesses else "",
        }
        for text, chance in rows
    ]
    table: PlotRows = {
        "columns": ["Value", "Probability", "Exact"],
        "rows": [[name_value(text, inquiry), percent(chance), _format_exact(chance)] for text, chance in rows],
    }
    return {
        **fields,
        "percent": percent(likeliest[1]),
        "head": name_value(likeliest[0], inquiry),
        "guess": f"off by {sum(misses) / len(misses):.1f} percentage points on average" if misses else "",
        "values": values,
        "table": table,
    }


def name_value(text: str, inquiry: Inquiry) -> str:
    """Return a value of a distribution in words: a place by its name."""
    return name_place(text, inquiry.rules) if find_form(inquiry.text) == "where" else text


def name_question(inquiry: Inquiry) -> str:
    """Return a question and what is given, in words as far as the fields have them.

    >>> name_question(Inquiry("make-a-million-1935", text="N holds Bull", given="N holds Tiger"))
    'North holds Bull, given that North holds Tiger'
    """
    texts = [_describe_part(text, inquiry) for text in (inquiry.text, inquiry.given) if text]
    return ", given that ".join(texts)


def _describe_part(text: str, inquiry: Inquiry) -> str:
    condition = read_condition(text, inquiry)
    parts = condition.parts if isinstance(condition, AllOf) else (condition,)
    texts = [describe_condition(part, inquiry) for part in parts if part is not None]
    if texts and all(texts):
        return " and ".join(texts)
    place, _, predicate = text.partition(" ")
    if place in _PLACE_QUESTIONS:
        return f"{_PLACE_QUESTIONS[place]} {predicate}"
    name = name_place(place, inquiry.rules) if place in inquiry.odds.setting.place_names else place
    return f"{name} {predicate}"


def make_step(step: Step) -> CountingStep:
    """Return a step of a counting argument as a row of the panel; without a value to put at its end it is all text.

    >>> list(make_step(Step("5", formula="C(13,5) × C(42,8) / C(55,13)", value="10.47%")).values())
    ['5', 'C(13,5) × C(42,8) / C(55,13)', '10.47%']
    """
    if step.kind == "result":
        return {"label": step.label, "text": step.formula or step.reason, "value": step.value}
    if not step.value or len(step.value) > _LONGEST_VALUE:
        return {"label": "", "text": step.text, "value": ""}
    text = step.reason or step.formula
    if text and len(step.label) <= _LONGEST_LABEL:
        return {"label": step.label, "text": text, "value": step.value}
    return {"label": "", "text": ": ".join(filter(None, (step.label, text))), "value": step.value}


def describe_trials(trial: Trial, exact: Fraction) -> str:
    """Return what the simulation says, with its margin of error; empty without deals."""
    if not trial.n:
        return ""
    text = f"{trial.n:,} simulated deals: {100 * trial.proportion:.2f}% ± {100 * trial.margin:.2f}%"
    if not trial.standard_error:
        return f"{text}."
    errors = abs(trial.proportion - float(exact)) / trial.standard_error
    return f"{text}; the exact answer is {errors:.1f} standard errors away."


def make_simulation(trials: Sequence[Trial], answer: Chance, inquiry: Inquiry) -> Simulation | None:
    """Return the points of the simulation chart; None before the first deals."""
    if not trials:
        return None
    last = trials[-1]
    digits = 1 if last.margin >= 0.001 or not last.margin else 2
    margin = "" if last.is_certain else f" ± {100 * last.margin:.{digits}f}%"
    figure = f"{100 * last.proportion:.{digits}f}%{margin}"
    title = f"{figure} after {last.n:,} deals: {_compare(last, answer.exact)}"
    return {
        "title": title,
        "short": f"{last.n:,} simulated deals: {figure}",
        "subtitle": f"Proportion of simulated deals in which {name_question(inquiry)}",
        "plot": {
            "key": "simulation",
            "kind": "running",
            "name": "Simulation",
            "title": title,
            "description": describe_trials(last, answer.exact),
            "x": {"label": "Simulated deals (log scale)"},
            "y": {"label": "", "percent": True},
            "series": [{"name": "simulated", "points": [_make_point(trial) for trial in trials]}],
            "rules": [{"axis": "y", "value": float(answer.exact), "label": f"exact {answer.percent}"}],
            "table": {
                "columns": ["Deals", "Proportion", "95% margin"],
                "rows": [
                    [f"{trial.n:,}", f"{100 * trial.proportion:.2f}%", f"± {100 * trial.margin:.2f}%"]
                    for trial in trials[-_TABLE_ROWS:]
                ],
            },
        },
    }


def _make_point(trial: Trial) -> Point:
    low, high = max(0.0, trial.proportion - trial.margin), min(1.0, trial.proportion + trial.margin)
    return {
        "x": trial.n,
        "y": trial.proportion,
        "low": low,
        "high": high,
        "label": f"{100 * trial.proportion:.2f}%",
        "what": f"{trial.n:,} deals:",
        "why": f"{100 * trial.proportion:.1f}% ± {50 * (high - low):.1f}%",
    }


def _compare(trial: Trial, exact: Fraction) -> str:
    """Return how a simulation came out against the exact answer."""
    if trial.is_certain and trial.proportion != float(exact):
        return "too few for a margin of error"
    where = "inside" if trial.is_near(exact) else "outside"
    return f"the exact answer is {where} the 95% confidence interval"


def _format_exact(exact: Fraction) -> str:
    return f"{exact}" if exact.denominator < 10**9 else ""
