"""What a match being played shows: the scene of the moment, the sentence over the buttons, and what a hint marks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mam import Round, parse_move, show, view
from mam.cards import Card
from mam.editions import get_edition
from mam.moves import Bid, CallCards, Discard, Move, Play
from mam.play import find_rules
from mam.scenes import Scene, make_scene
from mam.scenes.told import nest_word
from mam.scenes.words import unit_of
from mam.sheets import make_sheet
from mam.sittings import list_strengths
from mam_widgets.costs import hint_scene, review_scene
from mam_widgets.editions import make_editions

if TYPE_CHECKING:
    from mam_widgets.playing import Playing

STRENGTHS = {"random": "Any legal card", "rulebook": "Careful beginner", "searching": "Searching ahead"}


def show_playing(playing: "Playing") -> Scene:
    """The whole scene for the browser; its cards are those of the learner's view."""
    sitting = playing.sitting
    shown = sitting.shown
    scene = make_scene(
        shown,
        title=f"{sitting.rules.name} · round {sitting.number}",
        bottom=sitting.you,
        before=sitting.before.round if sitting.before else None,
        refused=playing.refused,
    )
    made = len(sitting.round.history)
    scene["badges"].insert(1, {"text": f"You are {sitting.rules.seat_names[sitting.you]}"})
    scene |= {
        "stepper": {"at": made, "last": made, "label": _status(playing), "ticks": [], "branches": []},
        "editions": make_editions(playing.wanted or sitting.rules.full_id, sitting.rules.full_id),
        "sitting": _sitting(playing),
    }
    if playing.fault:
        scene["ruling"] = {"kind": "stop", "head": "That did not work", "text": playing.fault, "may": [], "cites": []}
    scene["live"] = _live(playing, scene["live"], (scene["count"] or {}).get("result", []))
    if playing.hint:
        _mark(scene, playing.hint.move)
    return scene


def _sitting(playing: "Playing") -> Scene:
    sitting = playing.sitting
    over = sitting.round.over
    names = set(sitting.strength.values())
    unit = unit_of(sitting.rules)
    return {
        "status": _status(playing),
        "next": _next(playing),
        "to_turn": None if over or playing.by_themselves else not sitting.to_move,
        "by_themselves": playing.by_themselves,
        "over": over,
        "hands": _hands(playing) if over and playing.all_hands else None,
        "can_hint": sitting.to_move,
        "can_undo": sitting.can_undo,
        "busy": playing.busy,
        "hint": hint_scene(playing.hint, unit) if playing.hint else None,
        "hints": sitting.hints,
        "review": review_scene(playing.review, sitting.decisions, unit) if playing.review is not None else None,
        "sheet": make_sheet(sitting.match).data(),
        "kept": playing.kept,
        "strength": names.pop() if len(names) == 1 else "",
        "strengths": _strengths(sitting.rules.full_id),
        "begin": _begin(playing),
    }


def _hands(playing: "Playing") -> Scene:
    """All hands once the round is over: as dealt, with the nest; in a letter game what is left of them."""
    round = playing.sitting.round
    tricks = isinstance(round, Round)
    dealt = round.at(0) if tricks else round
    now, then = (make_scene(view(one, None), bottom=playing.sitting.you, open_hands=True) for one in (round, dealt))
    held = {
        seat["seat"]: {key: seat[key] for key in ("open", "under", "cards") if key in seat} for seat in then["seats"]
    }
    seats = [{**seat, **held[seat["seat"]], "turn": False} for seat in now["seats"]]
    nest = f"The {nest_word(round)} was {show(round.deal.nest)}." if round.deal.nest else ""
    return {"head": "Hands as dealt" if tricks else "What is left in the hands", "seats": seats, "nest": nest}


def _begin(playing: "Playing") -> Scene:
    """What can be chosen for the next match, and whether one is given up for it."""
    sitting = playing.sitting
    rules = find_rules(playing.wanted or sitting.rules.full_id)
    seat = sitting.you if sitting.you in rules.persons else "S" if "S" in rules.persons else rules.persons[0]
    unfinished = not sitting.over and bool(sitting.match.finished or sitting.round.history)
    return {
        "seats": [{"seat": person, "text": rules.seat_names[person]} for person in rules.persons],
        "seat": seat,
        "strengths": _strengths(rules.full_id),
        "gives_up": unfinished,
    }


def _next(playing: "Playing") -> Scene | None:
    """The one button that goes on; it does nothing while the learner has to decide, and is not there at the end."""
    sitting = playing.sitting
    if sitting.over:
        return None
    if sitting.to_move:
        return {"do": "", "text": "Your turn"}
    if sitting.round.over:
        return {"do": "next_round", "text": "Next deal"}
    if playing.rests:
        return {"do": "step", "text": "Next trick"}
    return {"do": "step", "text": "Go on" if playing.by_themselves else "Next move"}


def _status(playing: "Playing") -> str:
    """What was done since the learner moved, and who is next: the sentence over the buttons."""
    if playing.saying:
        return playing.saying
    sitting = playing.sitting
    return " ".join([*playing.told, _whose(playing)]) if not sitting.over else _whose(playing)


def _whose(playing: "Playing") -> str:
    sitting, round = playing.sitting, playing.sitting.round
    if sitting.over:
        return f"The match is over. {make_sheet(sitting.match).verdict}"
    if round.over:
        return "The round is over."
    own = round.actor == round.turn
    if sitting.to_move:
        return "It is your turn." if own else f"It is your turn, with the cards of {round.name}."
    return (
        f"{round.name} is next." if own else f"{round.name} is next, played by {round.rules.seat_names[round.actor]}."
    )


def _live(playing: "Playing", usual: str, result: Sequence[str]) -> str:
    """What has just come, for the live region; at the end of a round with its result."""
    if playing.fault:
        return playing.fault
    if playing.refused or not playing.sitting.round.history:
        return usual
    if playing.busy:
        return {"hint": "Looking for a hint.", "review": "Looking at your decisions."}[playing.busy]
    if playing.hint:
        return f"Hint: {hint_scene(playing.hint, unit_of(playing.sitting.rules))['head']}: {playing.hint.reason}."
    if playing.review and not playing.saying:
        return str(review_scene(playing.review, playing.sitting.decisions, unit_of(playing.sitting.rules))["sum"])
    return " ".join([_status(playing), *(result if playing.told else [])])


def _strengths(edition: str) -> list[Scene]:
    return [{"name": name, "text": STRENGTHS.get(name, name)} for name in list_strengths(get_edition(edition))]


def _mark(scene: Scene, move: Move) -> None:
    """Mark what the hint advises: cards in the hand, or the button of another move."""
    cards = [card.code for card in _cards_of(move)]
    for one in (scene.get("hand") or {}).get("cards", []):
        if one["card"] in cards:
            cards.remove(one["card"])
            one["hint"] = True
    for part in ("calls", "trumps", "choices"):
        for option in (scene.get(part) or {}).get("options", []):
            if option["move"] == str(move) or (isinstance(move, Bid) and _bids(option["move"], move)):
                option["hint"] = True


def _bids(text: str, bid: Bid) -> bool:
    """Whether an option bids this amount, on whatever colour: colours are picked apart from amounts."""
    found = parse_move(text)
    return isinstance(found, Bid) and found.amount == bid.amount


def _cards_of(move: Move) -> tuple[Card, ...]:
    if isinstance(move, Play):
        return (move.card,)
    return move.cards if isinstance(move, Discard | CallCards) else ()
