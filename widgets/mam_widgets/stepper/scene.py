"""What a walk shows: the scene of the moment where it stands, with its note, the stepper's bar and its tools."""

from mam import TrickRound, view
from mam.records import Note
from mam.rules.moves import Play
from mam.scenes import make_scene
from mam.scenes.move_words import label_call
from mam.scenes.schema import Note as SceneNote
from mam_widgets.shared.schema import CurrentBranch, StepperBar, Tick, Tools, WalkScene
from mam_widgets.stepper.model import Walk


def make_walk_scene(walk: Walk) -> WalkScene:
    """The whole scene of the moment where a walk stands."""
    person = walk.person
    before = view(walk.rounds[walk.at - 1], person).round if walk.at else None
    on_line = walk.at < walk.last and not walk.off_record
    printed = walk.main[-1].history[walk.at] if on_line and walk.at < len(walk.main) - 1 else None
    scene = make_scene(
        view(walk.round, person),
        title=walk.record.title,
        bottom=walk.bottom,
        players=walk.record.players,
        open_hands=walk.open_hands and person is None,
        before=before,
        refused=walk.refused,
        printed=printed if walk.given else None,
    )
    if walk.fault:
        scene["ruling"] = {"kind": "stop", "head": "Not a move", "text": walk.fault, "may": [], "cites": []}
        scene["live"] = walk.fault
    scene["captured"] = None  # a walk looks back at every trick
    return {
        **scene,
        "note": _note(walk),
        "stepper": _stepper(walk),
        "tools": _tools(walk, person),
        "odds": None,
    }


def _note(walk: Walk) -> SceneNote | None:
    notes = _notes_here(walk)
    if not notes:
        return None
    name = walk.round.rules.seat_names.get(notes[0].seat, "")
    return {
        "head": f"{name}'s hand" if _called(walk) and name else name,
        "text": "\n".join(note.text for note in notes),
        "source": "; ".join(dict.fromkeys(note.source for note in notes if note.source)),
    }


def _notes_here(walk: Walk) -> list[Note]:
    notes = walk.record.notes
    if not walk.off_record and (here := [note for note in notes if note.step == walk.at]):
        return here
    if _called(walk):  # the comment on a hand comes back at each of its calls
        return [note for note in notes if note.seat == walk.rounds[walk.at - 1].turn][:1]
    return []


def _called(walk: Walk) -> bool:
    """Whether the last move was a call."""
    return walk.at > 0 and walk.rounds[walk.at - 1].phase == "auction"


def _stepper(walk: Walk) -> StepperBar:
    branches = walk.record.branches
    current: CurrentBranch | None = None
    if walk.branch is not None:
        own = branches[walk.branch]
        current = {"name": own.name or f"What if {walk.branch + 1}", "step": own.step, "index": walk.branch}
    return {
        "at": walk.at,
        "last": walk.last,
        "label": _label(walk),
        "ticks": _ticks(walk),
        "branch": current,
        "branches": [
            {
                "index": index,
                "name": branch.name or f"What if {index + 1}",
                "step": branch.step,
                "moves": len(branch.moves),
            }
            for index, branch in enumerate(branches)
        ],
    }


def _label(walk: Walk) -> str:
    """The moment in words, counted along the line that is walked."""
    if not walk.at:
        return "The deal"
    before = walk.rounds[walk.at - 1]
    if not isinstance(before, TrickRound):
        return f"Move {walk.at} of {walk.last}"
    if before.phase == "play" and before.trick is not None:
        return f"Trick {len(before.tricks) + 1}, card {len(before.trick.cards) + 1} of {len(before.trick.seats)}"
    counted = {"auction": "Call", "sealed": "Bid", "vote": "Vote"}
    if before.phase in counted:
        phases = [round.phase for round in walk.rounds[:-1]]
        first = phases.index(before.phase)
        return f"{counted[before.phase]} {walk.at - first} of {phases.count(before.phase)}"
    named = {"nest": "The discard", "trump": "Trump is named", "called": "Partners are called"}
    return named.get(before.phase, "The Tiger is exchanged")


def _ticks(walk: Walk) -> list[Tick]:
    """Where tricks begin; in a letter game where a letter was played, or words have gone once round the table."""
    rounds = walk.rounds[:-1]
    if isinstance(walk.round, TrickRound):
        starts = [
            at
            for at, round_ in enumerate(rounds)
            if isinstance(round_, TrickRound) and round_.trick and not round_.trick.cards
        ]
        return [{"at": at, "label": f"Trick {number}"} for number, at in enumerate(starts, 1)]
    played = [at for at, move in enumerate(walk.moves, 1) if isinstance(move, Play)]
    laps = played or list(range(len(walk.round.rules.seats), walk.last, len(walk.round.rules.seats)))
    word = "Letter" if played else "Time round"
    return [{"at": at, "label": f"{word} {number}"} for number, at in enumerate(laps, 1)]


def _tools(walk: Walk, person: str | None) -> Tools:
    round = walk.round
    call = walk.recorded_call() if walk.given else None
    ruling = round.why_not(call) if call is not None else None
    said = label_call(call) if call else ""
    show = walk.given > 0 and round.phase == "auction"
    why = (
        f"{ruling.because}"
        if ruling
        else ("" if call else f"{round.name} makes no further call in the record.")
        if show
        else ""
    )
    word = "as printed" if walk.printed else "as recorded"
    others = walk.you is not None and round.actor not in (None, walk.you)
    return {
        "as_printed": {
            "show": show,
            "enabled": call is not None and ruling is None,
            "text": f"Call {word}: {said}" if call else f"Call {word}",
            "all": f"All calls {word}",
            "why": why,
        },
        "any": {"show": not round.is_over, "text": "To my turn" if others else "Any legal move"},
        "undo": {"show": walk.can_undo},
        "all_hands": walk.open_hands and person is None,
        "can_show_all": person is None,
        "bottom": walk.bottom,
    }
