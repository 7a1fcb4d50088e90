"""What the discard lab shows, as plain data: the hand or the trump to choose, the list of choices, and what was found of them."""

from collections.abc import Mapping
from math import isinf
from typing import Any

from mam import TrickRound
from mam.analysis.trials import Alternative
from mam.engine.rollouts.readable import list_trump_choices
from mam.games.views import view
from mam.rules.amounts import format_amount
from mam.scenes import Scene, make_scene
from mam.scenes.labels import color_code
from mam.scenes.schema import Hand, HandCard, LogRow, Note
from mam_widgets.discard.model import (
    MOST,
    Desk,
    Figures,
    describe_choice,
    describe_difference,
    discard_of,
    list_certain,
    trump_of,
)
from mam_widgets.shared.schema import (
    DiscardChoice,
    DiscardFigures,
    DiscardPart,
    DiscardResult,
    DiscardScene,
    LabTask,
    Plot,
    Point,
    TrumpChoice,
)

_NUMBERS = ("no", "one", "two", "three", "four", "five")
_SURE = 2.0  # standard errors beyond which a difference is called clear


def make_table(desk: Desk) -> Scene:
    """The table with the hand or the trump to choose."""
    round, person = desk.round, desk.dealt.view.person or ""
    before: TrickRound = round.at(len(round.history) - 1) if round.history else round
    scene = make_scene(
        view(round, person), title=f"Discard lab · {desk.dealt.origin}", before=before, refused=desk.refused
    )
    opened = [seat for seat in scene["seats"] if seat["open"] and seat["seat"] != person]
    scene |= {"choices": None, "others": None, "strip": None, "next": None}
    if not opened:
        scene["seats"] = []  # nothing lies open on the table: it would show three backs
    if desk.done and scene["hand"]:
        scene["hand"] = _kept(scene["hand"])
    if desk.refused is None:
        scene["live"] = _guide(desk)
    return scene


def _kept(hand: Hand) -> Hand:
    """The cards after the discard, to look at: whatever the round asks for next is not decided here."""
    cards: list[HandCard] = [{**card, "state": "rest", "move": None, "why": None} for card in hand["cards"]]
    return {**hand, "cards": cards, "mode": "look", "need": 0, "label": f"What you keep: {len(cards)} cards"}


def _step(desk: Desk) -> int:
    """The number of the step that is to be done: the cards, trump where it is not settled, the comparison."""
    return len(desk.draft) + 1


def _guide(desk: Desk) -> str:
    """What is to be done next."""
    size = desk.dealt.rules.nest.size
    number = _NUMBERS[size] if size < len(_NUMBERS) else str(size)
    if desk.done:
        return f"On the list: {describe_choice(desk.dealt, desk.draft)}. Compare, or start a new choice."
    if desk.draft:
        return f"{describe_choice(desk.dealt, desk.draft)}. Now name trump."
    then = "" if desk.dealt.trump is not None else ", then name trump"
    return f"Choose {number} cards to discard{then}."


def make_lab(desk: Desk, figures: Figures | None, task: LabTask) -> DiscardPart:
    """The list of choices and what was found of them; `task` is what only the widget knows."""
    rows = _rows(desk, figures)
    return {
        "step": "done" if desk.done else "trump" if desk.draft else "cards",
        "at": f"{_step(desk)} of {3 if desk.dealt.trump is None else 2}",
        "guide": _guide(desk),
        "bid_on": _bid_on(desk),
        "ready": [card.code for card in desk.chosen],
        "certain": list_certain(desk.dealt, desk.draft) if desk.draft and not desk.done else [],
        "choices": rows,
        "full": len(desk.choices) >= MOST,
        "found": make_result(desk, figures) if figures else None,
        "plot": _plot(desk, figures, rows),
        "cards": desk.dealt.cards,
        **task,
    }


def _bid_on(desk: Desk) -> list[TrumpChoice]:
    """The trumps that the bid may have been on, where bids name one and nothing is out yet."""
    dealt = desk.dealt
    if not dealt.rules.auction.speaks_color or desk.draft:
        return []
    return [
        {
            "code": trump.value,
            "color": color_code(trump),
            "text": trump.word,
            "chosen": trump == dealt.view.round.trump,
        }
        for trump in list_trump_choices(dealt.rules)
    ]


# The list


def _rows(desk: Desk, figures: Figures | None) -> list[DiscardChoice]:
    """The choices of the list, and after them the advice where it is none of them."""
    advised = figures.advised if figures else None
    choices = [*desk.choices]
    if advised is not None and advised not in choices:
        choices.append(advised)
    table = _table(desk, figures)
    return [_row(desk, choice, figures, table) for choice in choices]


def _table(desk: Desk, figures: Figures | None) -> dict[Alternative, dict[str, Any]]:
    """The figures of each choice, as far as there are any."""
    if figures is None or desk.baseline not in figures.found.alternatives:
        return {}
    rows = figures.table(desk.baseline).to_dict("records")
    return dict(zip(figures.found.alternatives, rows, strict=True))


def _row(
    desk: Desk, choice: Alternative, figures: Figures | None, table: Mapping[Alternative, Mapping[str, Any]]
) -> DiscardChoice:
    dealt, own, found = desk.dealt, choice == desk.baseline, table.get(choice)
    trump = trump_of(dealt, choice)
    listed = choice in desk.choices
    advised = figures is not None and choice == figures.advised
    return {
        "index": desk.choices.index(choice) if listed else None,
        "words": describe_choice(dealt, choice),
        "cards": [card.code for card in discard_of(choice)],
        "trump": color_code(trump) if trump is not None else "",
        "trump_text": trump.word if trump is not None else "",
        "own": own,
        "advised": advised,
        "certain": list_certain(dealt, choice),
        "differs": "" if own or desk.baseline is None else describe_difference(dealt, choice, desk.baseline),
        "why": str(found["reason"]) if found and advised else "",
        "figures": _figures(found, own) if found else None,
    }


def _figures(row: Mapping[str, Any], own: bool) -> DiscardFigures:
    off, error = row["difference"], _SURE * row["difference_standard_error"]
    return {
        "estimate": f"{money(row['estimate'])} {margin(_SURE * row['standard_error'])}",
        "made": f"{100 * row['made']:.0f}%",
        "money": money(row["money"]),
        "difference": "" if own else f"{money(off, signed=True)} {margin(error)}",
        "verdict": "" if own else _verdict(off, error),
        "off": off,
        "low": off - error if not isinf(error) else off,
        "high": off + error if not isinf(error) else off,
    }


def _verdict(off: float, error: float) -> str:
    if abs(off) <= error:
        return "no clear difference yet" if error else "the same in every deal"
    return "clearly better than the baseline" if off > 0 else "clearly worse than the baseline"


def money(thousands: float, signed: bool = False) -> str:
    """An average amount in dollars, to the nearest hundred.

    >>> money(-12.34), money(4.06, signed=True), money(0.01, signed=True)
    ('−$12,300', '+$4,100', '$0')
    """
    return format_amount(thousands, signed=signed, digits=1)


def margin(thousands: float) -> str:
    """How far off an average may well be.

    >>> margin(2.5), margin(float("inf"))
    ('± $2,500', '± ?')
    """
    return "± ?" if isinf(thousands) else f"± {money(thousands)}"


# What was found


def make_result(desk: Desk, figures: Figures) -> DiscardResult:
    """The figures in words: the outcome, in how many simulated deals, and what was assumed."""
    rows = _rows(desk, figures)
    found = figures.found
    text = [f"Based on {found.n:,} simulated deals, the same for every choice: {found.model}."]
    if figures.searched:
        text.append(f"The recommendation is {figures.searched}.")
    if figures.advised is not None and found.best != figures.advised:
        text.append(
            f"In these deals {describe_choice(desk.dealt, found.best)} came out highest; ± is the margin of error."
        )
    missing = sum(row["figures"] is None for row in rows)
    if missing:
        text.append(f"{missing} of the choices {'is' if missing == 1 else 'are'} not in these figures: compare again.")
    return {
        "head": _headline(desk, figures, rows),
        "text": text,
        "worlds": found.n,
        "target": figures.target,
        "note": "Gain is your side's score minus the mean score of the other sides; ± is the 95% margin of error.",
    }


def _headline(desk: Desk, figures: Figures, rows: list[DiscardChoice]) -> str:
    best = next((row for row in rows if row["advised"]), None)
    if best is None or best["figures"] is None:
        return f"First estimates, from {figures.found.n:,} simulated deals."
    if best["own"]:
        return "The baseline is the recommended choice."
    return f"Recommended: {best['words']}. {best['figures']['difference']} against the baseline: {best['figures']['verdict']}."


def _plot(desk: Desk, figures: Figures | None, rows: list[DiscardChoice]) -> Plot | None:
    """The paired differences to one's own choice as intervals; None until there are two choices with figures."""
    shown = [(_label(row), row["figures"]) for row in rows if row["figures"] and not row["own"]]
    if figures is None or desk.baseline is None or not shown:
        return None
    points: list[Point] = [
        {"x": index, "y": row["off"], "low": row["low"], "high": row["high"], "text": label}
        for index, (label, row) in enumerate(shown)
    ]
    return {
        "key": "differences",
        "kind": "intervals",
        "title": f"Gain against the baseline ({describe_choice(desk.dealt, desk.baseline)})",
        "description": "; ".join(f"{label}: {row['difference']}" for label, row in shown) + ".",
        "x": {"label": "Choice"},
        "y": {"label": "Gain against the baseline, thousands of dollars", "percent": False},
        "series": [{"name": "Difference", "points": points}],
        "rules": [{"axis": "y", "at": 0, "label": "baseline"}],
        "table": {
            "columns": ["Choice", "Against the baseline"],
            "rows": [[label, row["difference"]] for label, row in shown],
        },
    }


def _label(row: DiscardChoice) -> str:
    return f"{row['words']}{' (recommended)' if row['advised'] else ''}"


def make_saved(desk: Desk, scene: DiscardScene) -> DiscardScene:
    """The scene for the picture and the text of a notebook without a kernel: with the whole table, and the list in words."""
    table, lab = make_scene(view(desk.round, desk.dealt.view.person)), scene["lab"]
    rows: list[LogRow] = [{"number": number, "text": _line(row)} for number, row in enumerate(lab["choices"], 1)]
    found = lab["found"]
    return {
        **scene,
        "seats": table["seats"],
        "money": None,
        "log": {"head": "Choices", "rows": rows} if rows else None,
        "note": _found_note(found) if found else None,
    }


def _found_note(found: DiscardResult) -> Note:
    text = " ".join([found["head"], *found["text"], found["note"]])
    return {"head": "Results", "text": text, "source": ""}


def _line(row: DiscardChoice) -> str:
    tags = [word for word, on in (("baseline", row["own"]), ("recommended", row["advised"])) if on]
    told = f"{row['words']}{' (' + ', '.join(tags) + ')' if tags else ''}: {' '.join(row['certain'])}"
    if one := row["figures"]:
        told += f" Gain {one['estimate']}, bid made in {one['made']} of simulated deals."
        told += f" Against the baseline {one['difference']}: {one['verdict']}." if one["difference"] else ""
    return told
