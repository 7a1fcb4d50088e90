"""What the probability lab shows: heading, message, the question, its answer, and the simulation, as plain data."""

import re
from collections.abc import Sequence
from fractions import Fraction

from mam.analysis.probability import Chance, Distribution
from mam.analysis.probability.answers import percent
from mam.scenes import make_empty_scene
from mam.scenes.actions import Action, Tab, make_action, make_key, make_tab
from mam.scenes.heading import name_game
from mam.scenes.schema import Heading, Message
from mam_widgets.probability.form import describe_text, name_place
from mam_widgets.probability.model import Inquiry, Trial, list_values
from mam_widgets.probability.schema import ChanceAnswer, ChancePart, ChanceValue, CountingStep, Simulation
from mam_widgets.shared.plot_schema import PlotTable, Point

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
    edition = ", ".join(rules.name.split(", ")[1:]) or name_game(rules)
    return {
        **make_empty_scene(TITLE)["heading"],
        "subtitle": f"{name_game(rules)}, {rules.short_name} · {evidence}" if edition else evidence,
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
    lines = answer.explain().splitlines()
    question = [f"What is the probability that {name_question(inquiry)}?"] if isinstance(answer, Chance) else []
    fields: ChanceAnswer = {
        "fraction": "",
        "percent": "",
        "odds": "",
        "guess": "",
        "is_close": False,
        "head": "",
        "steps": list_steps(lines, inquiry),
        "lines": [*question, *_name_places(lines[1:], inquiry)],
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
    table: PlotTable = {
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
    return name_place(text, inquiry.rules) if inquiry.text.lower().startswith("where ") else text


def name_question(inquiry: Inquiry) -> str:
    """Return a question and what is given, in words as far as the fields have them.

    >>> name_question(Inquiry("make-a-million-1935", text="N holds Bull", given="N holds Tiger"))
    'North holds Bull, given that North holds Tiger'
    """
    texts = [_describe_part(text, inquiry) for text in (inquiry.text, inquiry.given) if text]
    return ", given that ".join(texts)


def _name_places(lines: Sequence[str], inquiry: Inquiry) -> list[str]:
    """Return the lines of a counting argument with the names of the seats and sides in place of their letters.

    >>> _name_places(["Unseen cards in each place: N 13, nest 3.", "So 2/9: 22.2%."], Inquiry("make-a-million-1935"))
    ['Unseen cards in each place: North 13, nest 3.', 'So 2/9: 22.2%.']
    """
    rules = inquiry.rules
    names = {place: name_place(place, rules) for place in inquiry.odds.setting.place_names if place.isupper()}
    letters = re.compile(rf"(?<![\w-])({'|'.join(sorted(names, key=len, reverse=True))})(?![\w-])")
    return [letters.sub(lambda match: names[match[1]], line) for line in lines]


def _describe_part(text: str, inquiry: Inquiry) -> str:
    parts = [describe_text(part, inquiry) for part in text.split(" and ")]
    if all(words != part for words, part in zip(parts, text.split(" and "), strict=True)):
        return " and ".join(parts)
    place, _, predicate = text.partition(" ")
    if place in _PLACE_QUESTIONS:
        return f"{_PLACE_QUESTIONS[place]} {predicate}"
    name = name_place(place, inquiry.rules) if place in inquiry.odds.setting.place_names else place
    return f"{name} {predicate}"


def list_steps(lines: Sequence[str], inquiry: Inquiry) -> list[CountingStep]:
    """Return the lines of a counting argument as label, text and value; the question and the model are left out.

    >>> inquiry = Inquiry("make-a-million-1935", text="N holds Bull")
    >>> [list(step.values()) for step in list_steps(inquiry.answer.explain().splitlines(), inquiry)]
    [['Bull', "13 of the 55 places left are North's", '13/55'], ['So', '23.64%, 1 in 4.231', '13/55']]
    """
    names = inquiry.rules.seat_names
    owners = re.compile(rf"\b({'|'.join(map(re.escape, names))})'s")
    steps = []
    for line in lines[1:]:
        if not line.startswith("Model:"):
            steps.append(_read_step(owners.sub(lambda match: f"{names[match[1]]}'s", line.strip().removesuffix("."))))
    return steps


def _read_step(line: str) -> CountingStep:
    if match := re.fullmatch(r"(So|Together) (.+)", line):
        result, _, odds = match[2].partition(": ")
        text, _, value = result.rpartition(" = ")
        return {"label": match[1], "text": text or odds, "value": value}
    for mark in (" = ", ": "):
        head, _, value = line.rpartition(mark)
        if head and len(value) <= _LONGEST_VALUE and any(letter.isdigit() for letter in value):
            label, colon, text = head.partition(": ")
            if colon and len(label) <= _LONGEST_LABEL:
                return {"label": label, "text": text, "value": value}
            return {"label": "", "text": head, "value": value}
    return {"label": "", "text": line, "value": ""}


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
    points: list[Point] = [
        {
            "x": trial.n,
            "y": trial.proportion,
            "low": max(0.0, trial.proportion - trial.margin),
            "high": min(1.0, trial.proportion + trial.margin),
        }
        for trial in trials
    ]
    last = trials[-1]
    digits = 1 if last.margin >= 0.001 or not last.margin else 2
    margin = "" if last.is_certain else f" ± {100 * last.margin:.{digits}f}%"
    figure = f"{100 * last.proportion:.{digits}f}%{margin}"
    return {
        "title": f"{figure} after {last.n:,} deals: {_compare(last, answer.exact)}",
        "short": f"{last.n:,} simulated deals: {figure}",
        "subtitle": f"Proportion of simulated deals in which {name_question(inquiry)}",
        "description": describe_trials(last, answer.exact),
        "points": points,
        "exact": float(answer.exact),
        "exact_label": f"exact {answer.percent}",
        "label": f"{100 * last.proportion:.2f}%",
        "table": {
            "columns": ["Deals", "Proportion", "95% margin"],
            "rows": [
                [f"{trial.n:,}", f"{100 * trial.proportion:.2f}%", f"± {100 * trial.margin:.2f}%"]
                for trial in trials[-_TABLE_ROWS:]
            ],
        },
    }


def _compare(trial: Trial, exact: Fraction) -> str:
    """Return how a simulation came out against the exact answer."""
    if trial.is_certain and trial.proportion != float(exact):
        return "too few for a margin of error"
    where = "inside" if trial.is_near(exact) else "outside"
    return f"the exact answer is {where} the 95% confidence interval"


def _format_exact(exact: Fraction) -> str:
    return f"{exact}" if exact.denominator < 10**9 else ""
