"""What a walk shows: the scene of the moment where it stands, with its note, the stepper's bar and its tools."""

from mam import Round, TrickRound, encode_deal, view
from mam.records import Note
from mam.rules.moves import Bid, CallCards, Discard, Misdeal, Move, NameTrump, Pass, Play
from mam.rules.tricks import find_led_color
from mam.scenes import Scene, make_scene
from mam.scenes.actions import Action, Tab, make_action, make_key, make_tab
from mam.scenes.labels import find_unit
from mam.scenes.messages import find_nest_word
from mam.scenes.move_words import label_call, name_card, write_clause
from mam.scenes.schema import Calls, Message
from mam.scenes.schema import Note as SceneNote
from mam_widgets.shared.record_schema import CurrentBranch, StepperBar, StepPlace, Tick
from mam_widgets.shared.tabs import has_auction_tab, make_tricks_tab
from mam_widgets.stepper.actions import list_steps, why_no_undo
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.schema import Solve, Tools, WalkScene


def make_walk_scene(walk: Walk) -> WalkScene:
    """Return the whole scene of the moment where a walk stands."""
    person = walk.person
    before = view(walk.rounds[walk.step - 1], walk.eye).round if walk.step else None
    on_line = walk.step < walk.last and not walk.off_record
    printed = walk.main[-1].history[walk.step] if on_line and walk.step < len(walk.main) - 1 else None
    scene = make_scene(
        walk.shown,
        title=walk.record.title,
        bottom=walk.bottom,
        players=walk.record.players,
        open_hands=walk.open_hands and person is None,
        before=before,
        refused=walk.refused,
        printed=printed if walk.recorded_count else None,
    )
    if walk.recorded_count and scene["calls"] and (call := walk.find_recorded_call()) is not None:
        scene["calls"]["record_move"] = str(call)  # in a what-if too: the call that the record has for this seat
    if walk.fault:
        scene["ruling"] = {"kind": "stop", "head": "Not a move", "text": walk.fault, "moves": [], "cites": []}
        scene["live"] = walk.fault
    scene["captured"] = None  # a walk looks back at every trick
    if before is not None:
        scene["message"] = _message(walk, before, scene["message"])
        if scene["alternatives"]:
            player = _names(walk)[before.turn or ""]
            scene["alternatives"]["head"] = f"What else {player} could {_verb(walk.round.history[-1])}"
    return {
        **scene,
        "note": _note(walk),
        "stepper": _stepper(walk),
        "tools": _tools(walk, person, printed),
        "odds": None,
    }


def list_actions(walk: Walk, solve: Solve, calls: Calls | None) -> list[Action]:
    """Return what can be done on a walk that is the whole widget."""
    no_undo, step_on, step_back = why_no_undo(walk), {"act": "step", "by": 1}, {"act": "step", "by": -1}
    aliases = [
        *(make_key(key, f"forward {key}", "one step forward", step_on) for key in ("n", "]")),
        make_key("[", "back [", "one step back", step_back),
    ]
    leave = [make_key("b", "to-record", "back to the record", {"do": "back"})] if walk.branch is not None else []
    passing = [make_key("p", "pass", "pass", {"do": "move", "move": "pass"})] if calls else []
    return [
        *list_steps(walk),
        *aliases,
        *leave,
        *passing,
        make_key("e", "explain", "explain the last ruling", {"act": "tab", "name": "ruling"}),
        make_action("undo", "Undo", {"do": "undo"}, icon="undo", is_icon=True, key="u", rank=2, why_not=no_undo),
        make_main_action(walk, solve),
    ]


def make_main_action(walk: Walk, solve: Solve) -> Action:
    """Return the main action: where somebody plays, the others' moves to their turn; else what best play brings with all cards open."""
    if walk.you is not None and not walk.round.is_over:
        why_not = "It is your turn." if walk.round.actor == walk.you else ""
        return make_action(
            "to-turn", "To my turn", {"do": "to_turn"}, key="m", rank=0, is_primary=True, why_not=why_not
        )
    reasons = {"busy": "Solving…", "exact": "This position is solved."}
    why_not = reasons.get(solve["state"], "") if solve["can_solve"] else "There are no cards to solve here."
    text = {"bounds": "Solve longer", "exact": "Solved"}.get(solve["state"], "Solve")
    return make_action(
        "solve", text, {"do": "solve"}, does="solve this position", rank=0, is_primary=True, why_not=why_not
    )


def list_tabs(scene: Scene) -> list[Tab]:
    """Return what can be read."""
    ruling = make_tab("ruling", "Ruling", ["ruling", "recorded", "branches"], nav=1)
    hands = make_tab("hands", "Hands", ["hands-switch", "hands"], empty="No open hands.", nav=3)
    calls = [make_tab("auction", "Auction", ["calls"], empty="No calls yet.", nav=5)] if has_auction_tab(scene) else []
    return [ruling, make_tricks_tab(scene), hands, make_tab("odds", "Odds", ["odds"], nav=4), *calls]


def _names(walk: Walk) -> dict[str, str]:
    """Return how each seat is called."""
    players = {seat: name for seat, name in walk.record.players.items() if name}
    return dict(walk.round.rules.seat_names) | players


def _verb(move: Move) -> str:
    """Return the verb for this kind of move."""
    match move:
        case Play():
            return "play"
        case Discard():
            return "discard"
        case Bid() | Pass() | Misdeal() | CallCards():
            return "call"
        case NameTrump():
            return "name"
    return "do"


def _message(walk: Walk, before: Round, shown: Message) -> Message:
    """Return what happened in this step; of a card played after others also whether it follows, and if not, why it was
    legal."""
    game = walk.round
    if shown["kind"] != "info":
        return shown
    last = game.history[-1]
    if not (
        isinstance(last, Play) and isinstance(before, TrickRound) and isinstance(game, TrickRound) and before.trick
    ):
        return {**shown, "kind": "ok"}
    names = _names(walk)
    player = names[before.turn or ""]
    cards = before.trick.cards
    led_color = find_led_color(cards, before.trump, before.rules.tricks) if cards else None
    (reason, *_) = before._reasons_for(last, game)
    if not cards:
        return {**shown, "kind": "ok", "what": f"{player} leads {name_card(last.card)}."}
    if reason.topic == "follow":
        return {**shown, "kind": "ok", "what": f"{player} follows with {name_card(last.card)}."}
    if led_color is not None and reason.topic in ("free", "bull-play", "bear-play"):
        why = f"no {led_color.word} left, so any card may be played."
        return {"kind": "ok", "what": f"{player} plays {name_card(last.card)}:", "why": why, "short": why}
    return {**shown, "kind": "ok"}


def _note(walk: Walk) -> SceneNote | None:
    notes = _notes_here(walk)
    if not notes:
        return None
    name = walk.round.rules.seat_names.get(notes[0].seat, "")
    return {
        "head": f"{name}'s hand" if _is_call(walk) and name else name,
        "text": "\n".join(note.text for note in notes),
        "source": "; ".join(dict.fromkeys(note.source for note in notes if note.source)),
    }


def _notes_here(walk: Walk) -> list[Note]:
    notes = walk.record.notes
    if not walk.off_record and (notes_at_step := [note for note in notes if note.step == walk.step]):
        return notes_at_step
    if _is_call(walk):  # the comment on a hand comes back at each of its calls
        return [note for note in notes if note.seat == walk.rounds[walk.step - 1].turn][:1]
    return []


def _is_call(walk: Walk) -> bool:
    """Return whether the last move was a call."""
    return walk.step > 0 and walk.rounds[walk.step - 1].phase == "auction"


def _stepper(walk: Walk) -> StepperBar:
    branches = walk.record.branches
    current: CurrentBranch | None = None
    if walk.branch is not None:
        entered = branches[walk.branch]
        current = {"name": entered.name or f"What-if {walk.branch + 1}", "step": entered.step, "index": walk.branch}
    return {
        "step": walk.step,
        "last_step": walk.last,
        **_describe_place(walk),
        "ticks": _ticks(walk),
        "branch": current,
        "branches": [
            {
                "index": index,
                "name": branch.name or f"What-if {index + 1}",
                "step": branch.step,
                "moves": len(branch.moves),
            }
            for index, branch in enumerate(branches)
        ],
    }


def _describe_place(walk: Walk) -> StepPlace:
    """Return the moment in words, counted along the line that is walked."""
    if not walk.step:
        return _make_place("The deal")
    before = walk.rounds[walk.step - 1]
    if not isinstance(before, TrickRound):
        return _make_place(f"Move {walk.step}", f"of {walk.last}")
    if before.phase == "play" and before.trick is not None:
        position = f"{len(before.trick.cards) + 1} of {len(before.trick.seats)}"
        return _make_place(f"Trick {len(before.tricks) + 1}", position, "card")
    count_words = {"auction": "Call", "sealed": "Bid", "vote": "Vote"}
    if before.phase in count_words:
        phases = [round.phase for round in walk.rounds[:-1]]
        first = phases.index(before.phase)
        return _make_place(f"{count_words[before.phase]} {walk.step - first}", f"of {phases.count(before.phase)}")
    phase_names = {"nest": "The discard", "trump": "Trump is named", "called": "Partners are called"}
    return _make_place(phase_names.get(before.phase, "The Tiger is exchanged"))


def _make_place(place: str, position: str = "", unit: str = "") -> StepPlace:
    """Return a place in a record, with the position in it, as a number of this unit."""
    rest = f", {unit} {position}" if unit else f" {position}" if position else ""
    return {"label": place + rest, "place": place, "unit": unit, "position": position}


def _ticks(walk: Walk) -> list[Tick]:
    """Return where tricks begin; in a letter game where a letter was played, or words have gone once round the table."""
    rounds = walk.rounds[:-1]
    if isinstance(walk.round, TrickRound):
        starts = [
            index
            for index, round_ in enumerate(rounds)
            if isinstance(round_, TrickRound) and round_.trick and not round_.trick.cards
        ]
        return [{"step": index, "label": f"Trick {number}"} for number, index in enumerate(starts, 1)]
    played = [index for index, move in enumerate(walk.moves, 1) if isinstance(move, Play)]
    laps = played or list(range(len(walk.round.rules.seats), walk.last, len(walk.round.rules.seats)))
    word = "Letter" if played else "Time round"
    return [{"step": index, "label": f"{word} {number}"} for number, index in enumerate(laps, 1)]


def _tools(walk: Walk, person: str | None, printed: Move | None) -> Tools:
    round = walk.round
    call = walk.find_recorded_call() if walk.recorded_count else None
    ruling = round.why_not(call) if call is not None else None
    label = label_call(call) if call else ""
    show = walk.recorded_count > 0 and round.phase == "auction"
    why = (
        f"{ruling.reason}"
        if ruling
        else ("" if call else f"{round.name} makes no further call in the record.")
        if show
        else ""
    )
    word = "printed" if walk.is_printed else "recorded"
    is_yours = walk.you is not None and round.actor == walk.you
    return {
        "record_calls": {
            "is_shown": show,
            "is_enabled": call is not None and ruling is None,
            "text": f"As {word}: {label}" if call else f"As {word}",
            "call": label,
            "all_text": "Rest of the auction",
            "why": why,
        },
        "random_move": {
            "is_shown": not round.is_over,
            "why_not": "" if walk.you is None or is_yours else "It is not your turn.",
        },
        "all_hands": walk.open_hands and person is None,
        "can_show_all": person is None,
        "bottom_seat": walk.bottom,
        "record_move": _describe_recorded(walk, printed) if walk.recorded_count else "",
        "code": "" if walk.recorded_count or person else encode_deal(walk.record.deal, round.rules.full_id),
    }


def _describe_recorded(walk: Walk, printed: Move | None) -> str:
    """Return which move the record makes here, and what any other move would start."""
    if printed is None:
        return ""
    game = walk.round
    names = _names(walk)
    clause = write_clause(printed, names[game.turn or ""], find_unit(game.rules), names, find_nest_word(game))
    kind = {"play": "card", "call": "call"}.get(_verb(printed), "move")
    return f"{clause} in the record. Any other {kind} starts a what-if."
