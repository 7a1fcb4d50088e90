"""The review of a round: each decision with what it cost, and the moment of the one that is looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import isfinite
from typing import Any

from mam import Round, TrickRound, View, format_cards, view
from mam.analysis.alternatives import GoTo, parse_alternative
from mam.rules.cards import format_count, join_words
from mam.rules.moves import Bid, Discard, Move, NameTrump, Play
from mam.scenes import Scene, list_card_facts, make_scene
from mam.scenes.heading import name_game
from mam.scenes.labels import find_color_code, find_unit
from mam.scenes.move_words import label_call, label_move
from mam.scenes.schema import Message
from mam.scenes.table import make_trick
from mam.sessions import Session
from mam.sessions.costs import Kind, judge_cost
from mam.support.messages import capitalize
from mam_widgets.match.hints import describe_alternative, format_score
from mam_widgets.match.schema import Review, ReviewCount, ReviewMoment, ReviewPoint, ReviewTitle
from mam_widgets.match.stages import Reviewing, Settings

_FEW = 20  # simulated deals below which a cost is hardly more than a guess


def make_review(review: Reviewing, *, is_open: bool = True) -> Review:
    """Return the review as far as it has come: every decision, what they cost together, and the one looked at."""
    session = review.session
    unit = find_unit(session.rules)
    points = [_find_point(review, step) for step in review.steps]
    final = _final_gain(session)
    return {
        "is_open": is_open,
        "number": review.number,
        "index": review.index,
        "reviewed_count": len(review.rows),
        "points": points,
        "counts": _count_kinds(points),
        "moment": _find_moment(review, review.step) if is_open and points else None,
        **_make_title(points, is_complete=review.is_complete),
        "unit": "$1,000s" if unit == "money" else "points",
        "sum": " ".join(filter(None, _sum_costs(points, unit))),
        "final": final,
        "final_text": "" if final is None else _format_figure(final, unit, signed=True),
        "note": _write_note(points, review),
    }


def _write_note(points: Sequence[ReviewPoint], review: Reviewing) -> str:
    sentences = ["± is the 95% margin of error."]
    if any(point["size"] < 0 for point in points):
        sentences.append("A cost below 0 is due to chance.")
    if any(int(row["n"]) < _FEW for row in review.rows.values()):
        sentences.append("Few deals were simulated: rough estimates.")
    return " ".join(sentences)


def make_review_scene(review: Reviewing) -> Scene:
    """Return the table as it was at the decision looked at, as you saw it then; nothing can be played there."""
    if not review.steps:
        return _make_scene(review.session, review.session.table_view)
    return {
        **_find_scene(review, review.step),
        "live": _find_point(review, review.step)["description"],
    }


def make_review_message(review: Reviewing) -> Message:
    """Return how far the review has come, or what the decisions cost together."""
    if review.event:
        return {"kind": "info", "what": review.event, "why": "", "short": ""}
    if review.is_computing:
        what = f"Reviewing… {len(review.rows)} of {len(review.steps)}."
        return {"kind": "work", "what": what, "why": "Each point can be used at once.", "short": ""}
    points = [_find_point(review, step) for step in review.steps]
    what, why = _sum_costs(points, find_unit(review.session.rules))
    return {"kind": "info", "what": what, "why": why, "short": ""}


def make_decisions(review: Reviewing) -> dict[str, Mapping[str, Any]]:
    """Return the table at each decision that is reviewed, by its index, so that the browser shows it before it has an answer."""
    decisions: dict[str, Mapping[str, Any]] = {}
    for index, step in enumerate(review.steps):
        if step not in review.rows:
            continue
        scene, moment = _find_scene(review, step), _find_moment(review, step)
        cards = {**scene["cards"], **list_card_facts([moment], review.session.rules)}
        about = _find_point(review, step)["description"]
        actions = replace(review, index=index).actions(Settings())
        decisions[str(index)] = {
            **scene,
            "cards": cards,
            "live": about,
            "step": step,
            "moment": moment,
            "actions": actions,
        }
    return decisions


def _find_scene(review: Reviewing, step: int) -> Scene:
    if step not in review.cache.scenes:
        session = review.session
        review.cache.scenes[step] = _make_scene(session, view(session.round_at(step), session.you))
    return review.cache.scenes[step]


def _make_scene(session: Session, seat_view: View[Round]) -> Scene:
    scene = make_scene(seat_view, title=name_game(session.rules), bottom=session.you)
    scene["heading"]["subtitle"], scene["heading"]["short"] = f"Round {session.number} · Review", "Review"
    if scene["hand"]:
        scene["hand"] |= {"mode": "look", "need": 0}
        for card in scene["hand"]["cards"]:
            card["state"], card["move"], card["why"] = "rest", None, None
    scene["calls"] = scene["trumps"] = scene["choices"] = None
    return scene


# Decisions

_GROUPS = {"auction": "Auction", "sealed": "Auction", "play": "Play, by trick"}
_LABELS = {"nest": "disc.", "trump": "trump", "sealed": "bid", "vote": "vote", "called": "call", "exchange": "ask"}
_PLACES = {
    "nest": "discard",
    "trump": "trump",
    "sealed": "secret bid",
    "vote": "vote",
    "called": "calling partners",
    "exchange": "exchange",
}
_ORDINALS = ("led", "played second", "played third", "played fourth")


def _find_point(review: Reviewing, step: int) -> ReviewPoint:
    """Return a decision; those that are reviewed are put into words once, so that going from one to the next is quick."""
    if step in review.cache.points:
        return review.cache.points[step]
    session = review.session
    point = _make_point(session, step, review.rows.get(step), find_unit(session.rules))
    if step in review.rows:
        review.cache.points[step] = point
        _find_scene(review, step)
        review.cache.moments[step] = _make_moment(review, step)
    return point


def _make_point(session: Session, step: int, row: Mapping[str, Any] | None, unit: str) -> ReviewPoint:
    """Return a decision with where and what it was, and with what was found about it if there is a row."""
    before, move = session.round_at(step), session.round.history[step]
    (short_place, place), words = _name_place(before, session), describe_alternative(str(move), unit)
    point: ReviewPoint = {
        "group": _GROUPS.get(before.phase, "Nest") if isinstance(before, TrickRound) else "Turns",
        "label": _label(before, move),
        "short_place": short_place,
        "place": place,
        "kind": "",
        "gain": None,
        "size": 0.0,
        "cost": "",
        "margin": "",
        "move": shorten_alternative(str(move)),
        "better_move": "",
        "verdict": words,
        "advice": "",
        "why": ["Not reviewed yet."],
        "figure": "",
        "figure_margin": "",
        "description": f"{place}: {words}, not reviewed yet",
    }
    if row is None:
        return point
    named_trump = getattr(session.round, "trump", None)
    best = str(row["best"]).removesuffix(
        f", {NameTrump(named_trump)}" if named_trump else ""
    )  # a discard for the same trump
    return _judge_point(point, before, row, best, unit)


def _judge_point(point: ReviewPoint, before: Round, row: Mapping[str, Any], best: str, unit: str) -> ReviewPoint:
    cost, move = judge_cost(row, unit), str(row["move"])
    size, margin = format_score(cost.mean, unit, plain=True), format_score(cost.margin, unit, plain=True)
    costs = "" if cost.kind == "best" else f", cost {size} ± {margin}"
    kind_name = {"mistake": "mistake", "slip": "slip", "close": "too close to call", "best": "best"}[cost.kind]
    judged_point: ReviewPoint = {
        **point,
        "kind": cost.kind,
        "gain": round(float(row["expected_gain"]), 2),
        "size": round(cost.mean, 2),
        "description": f"{point['place']}: {point['move']}{costs}, {kind_name}",
    }
    if cost.kind == "best":
        return {
            **judged_point,
            "verdict": f"{point['verdict']}: the best choice",
            "why": [f"{capitalize(str(row['reason']))}."],
        }
    judged_point |= {
        "better_move": shorten_alternative(best),
        "cost": _format_figure(cost.mean, unit),
        "margin": f"± {_format_figure(cost.margin, unit) if isfinite(cost.margin) else '?'}",
    }
    if cost.kind == "close":
        better = _phrase_alternative(best)
        difference = format_score(abs(cost.mean), unit, plain=True)
        return {
            **judged_point,
            "better_move": better,
            "verdict": f"{point['move']} or {better}: no clear difference",
            "why": [f"The difference of {difference} is within the margin of error, ± {margin}."],
        }
    advice = _advise_instead(before, move, best)
    return {
        **judged_point,
        "verdict": capitalize(advice),
        "advice": advice,
        "why": row["sentences"],
        "figure": format_score(-cost.mean, unit, plain=True),
        "figure_margin": f"±\u00a0{margin}, {format_count(int(row['n']), 'deal')}",
    }


def _name_place(before: Round, session: Session) -> tuple[str, str]:
    """Return where in the round a decision was taken, in short and in full: "trick 5", "Trick 5, you led"."""
    if not isinstance(before, TrickRound):
        number = len(before.history) + 1
        return f"turn {number}", f"Turn {number}"
    if before.phase == "auction":
        return "auction", f"Auction, your call {sum(seat == before.turn for seat, _ in before.calls) + 1}"
    if before.phase != "play" or before.trick is None:
        phase = _PLACES.get(before.phase, "decision")
        return phase, capitalize(phase)
    count = len(before.trick.cards)
    role = _ORDINALS[count] if count < len(_ORDINALS) else f"played as number {count + 1}"
    player = "you" if before.turn == session.you else f"you, from {before.name}’s hand,"
    number = len(before.tricks) + 1
    return f"trick {number}", f"Trick {number}, {player} {role}"


def _label(before: Round, move: Move) -> str:
    """Return what stands under the timeline: the trick's number, the bid."""
    if not isinstance(before, TrickRound):
        return str(len(before.history) + 1)
    if before.phase == "play":
        return str(len(before.tricks) + 1)
    if before.phase == "auction":
        return str(move.amount) if isinstance(move, Bid) else label_call(move)
    return _LABELS.get(before.phase, "")


def _advise_instead(before: Round, move: str, best: str) -> str:
    """Return the better move and the one made: "lead Y40, not G40"."""
    better, chosen = _phrase_alternative(best), _phrase_alternative(move)
    if isinstance(before, TrickRound) and before.phase == "play":
        return f"{'play' if before.trick and before.trick.cards else 'lead'} {better}, not {chosen}"
    if move == "pass":
        return f"{better}, don't pass"
    if best == "pass":
        return f"pass, don't {chosen}"
    limit, call = parse_alternative(best)[0], parse_alternative(move)[0]
    if isinstance(limit, GoTo):
        return f"stop at {_name_limit(limit)}, not {label_call(call) if isinstance(call, Bid) else chosen}"
    verb = {"nest": "discard ", "trump": "name "}.get(before.phase, "")
    return f"{verb}{better}, not {chosen}"


def shorten_alternative(text: str) -> str:
    """Return an alternative in as few words as a list has room for.

    >>> [shorten_alternative(text) for text in ("play G40", "bid 195", "go to 215, trump R", "discard R3 Y4, trump G", "pass")]
    ['G40', 'Bid 195', 'Bid up to 215, Red', 'R3 Y4, Green', 'Pass']
    """
    return capitalize(_phrase_alternative(text))


def _phrase_alternative(text: str) -> str:
    """Return an alternative in few words, as they stand within a sentence."""
    return ", ".join(map(_phrase, parse_alternative(text)))


def _name_limit(limit: GoTo) -> str:
    return f"{limit.limit}{f', {limit.trump.word}' if limit.trump else ''}"


def _phrase(move: Move | GoTo) -> str:
    match move:
        case GoTo():
            return f"bid up to {_name_limit(move)}"
        case Play() as play:
            return play.card.code.capitalize() if not play.card.color and len(play.card.code) > 1 else play.card.code
        case Discard() as discard:
            return format_cards(discard.cards)
        case NameTrump() as named:
            return named.color.word
        case Bid() as bid:
            return f"bid {label_call(bid)}"
    label = label_move(move)
    return label[0].lower() + label[1:]


# What they come to

_KINDS: dict[Kind, tuple[str, str]] = {
    "mistake": ("mistake", "mistakes"),
    "slip": ("slip", "slips"),
    "close": ("too close", "too close"),
    "best": ("best", "best"),
}


def _count_kinds(points: Sequence[ReviewPoint]) -> list[ReviewCount]:
    counts = {kind: sum(point["kind"] == kind for point in points) for kind in _KINDS}
    return [{"kind": kind, "count": counts[kind], "text": _KINDS[kind][counts[kind] != 1]} for kind in _KINDS]


def _sum_costs(points: Sequence[ReviewPoint], unit: str) -> tuple[str, str]:
    """Return what the clear mistakes and slips cost together, and how many decisions were too close to call or best."""
    if not points:
        return "You had no decision to make in this round.", ""
    counts: dict[str, int] = {entry["kind"]: entry["count"] for entry in _count_kinds(points)}
    clear = [
        format_count(counts[kind], name)
        for kind, (name, _) in _KINDS.items()
        if kind in ("mistake", "slip") and counts[kind]
    ]
    total = sum(point["size"] for point in points if point["kind"] in ("mistake", "slip"))
    costs = f"{join_words(clear)} cost {format_score(total, unit, plain=True)}." if clear else "No clear mistake."
    kind_names: dict[Kind, str] = {"close": "too close to call", "best": "best"}
    other_moves = [f"{counts[kind]} {text}" for kind, text in kind_names.items() if counts[kind]]
    return costs, f"{join_words(other_moves)}." if other_moves else ""


def _make_title(points: Sequence[ReviewPoint], *, is_complete: bool) -> ReviewTitle:
    """Return the finding of the timeline: the decision that cost most, else where the expected gain changed its sign."""
    if not is_complete:
        return {"title": "", "short_title": ""}
    clear = [point for point in points if point["kind"] in ("mistake", "slip")]
    if clear:
        worst = max(clear, key=lambda point: point["size"])
        short = f"{capitalize(worst['short_place'])} cost you the most"
        return {"title": f"{short}: {worst['advice']}", "short_title": short}
    title = _describe_gains([(point, point["gain"] or 0.0) for point in points])
    return {"title": title, "short_title": title}


def _describe_gains(gains: Sequence[tuple[ReviewPoint, float]]) -> str:
    """Return where the expected gain changed its sign for the last time, where no decision was clearly wrong."""
    if not gains:
        return ""
    crossings = [(later, after) for (_, before), (later, after) in pairwise(gains) if (before < 0) != (after < 0)]
    if crossings:
        point, gain = crossings[-1]
        return f"No clear mistake; {'below' if gain < 0 else 'above'} zero from {point['short_place']} on"
    return f"No clear mistake, and {'below' if gains[-1][1] < 0 else 'above'} zero throughout"


def _final_gain(session: Session) -> float | None:
    """Return what the round really brought: your score minus the mean score of the opponents."""
    result = session.round.result
    if result is None:
        return None
    account = session.rules.account_of(session.you)
    opposing = [score for name, score in result.scores.items() if name != account]
    return float(result.scores[account] - sum(opposing) / max(len(opposing), 1))


# The moment looked at


def _find_moment(review: Reviewing, step: int) -> ReviewMoment:
    return review.cache.moments.get(step) or _make_moment(review, step)


def _make_moment(review: Reviewing, step: int) -> ReviewMoment:
    """Return what was decided at a decision, and which cards were better."""
    session, whole = review.session, review.session.round
    before, move = session.round_at(step), whole.history[step]
    row = review.rows.get(step)
    best = str(row["best"]) if row is not None and judge_cost(row).kind != "best" else ""
    moment: ReviewMoment = {
        "trick": [],
        "calls": [],
        "discards": [card.code for card in move.cards] if isinstance(move, Discard) else [],
        "trump": find_color_code(move.color) if isinstance(move, NameTrump) else "",
        "chosen_cards": _list_codes(str(move)),
        "better_cards": _list_codes(best),
    }
    if isinstance(before, TrickRound) and isinstance(whole, TrickRound):
        if before.phase == "play":
            number = len(before.tricks)
            is_complete = number < len(whole.tricks)
            moment["trick"] = make_trick(whole, whole.tricks[number] if is_complete else whole.trick, is_complete, None)
        if before.phase == "auction":
            names = before.rules.seat_names
            calls = before.calls[max(0, len(before.calls) - len(before.rules.persons) + 1) :]
            moment["calls"] = [
                {"name": names[seat], "text": label_call(call), "is_learner": False} for seat, call in calls
            ]
            moment["calls"].append({"name": "You", "text": label_call(move), "is_learner": True})
    return moment


def _list_codes(text: str) -> list[str]:
    """Return the cards that an alternative plays or discards; none without an alternative."""
    move = parse_alternative(text)[0] if text else None
    if isinstance(move, Play):
        return [move.card.code]
    return [card.code for card in move.cards] if isinstance(move, Discard) else []


# Words and figures


def _format_figure(value: float, unit: str, *, signed: bool = False) -> str:
    """Return a bare figure: whole thousands of dollars, points to a tenth."""
    figure = f"{abs(value):.0f}" if unit == "money" else f"{abs(value):.1f}".removesuffix(".0")
    if figure == "0":
        return "0"
    return f"{'−' if value < 0 else '+' if signed else ''}{figure}"
