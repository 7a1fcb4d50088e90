"""What a match being played shows: the scene of the moment, the sentence over the buttons, and what a hint marks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mam import TrickRound, format_cards, parse_move, view
from mam.games.registry import find_rules
from mam.misplay import TableRound
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.editions import get_edition
from mam.rules.moves import Bid, CallCards, Discard, Move, Play
from mam.rules.tricks import find_winner
from mam.scenes import Scene, list_card_facts, make_scene
from mam.scenes.actions import Action, Tab, make_action, make_tab
from mam.scenes.heading import name_game
from mam.scenes.labels import find_unit
from mam.scenes.messages import find_nest_word
from mam.scenes.schema import Choices, Message, Option, Seat
from mam.scenes.sheets import make_sheet
from mam.sessions import Session, list_skill_levels
from mam.sessions.session import NO_REVIEW
from mam.sessions.skill_levels import choose_default_level
from mam.support.messages import capitalize
from mam_widgets.match.hints import make_hint
from mam_widgets.match.last_move import is_next_by_itself
from mam_widgets.match.model import SKILL_LEVELS, Playing, is_unfinished
from mam_widgets.match.real_table import is_real, lay_freely, make_real_table, make_table_message, make_table_ruling
from mam_widgets.match.review import make_review, make_review_message, make_review_scene
from mam_widgets.match.schema import (
    Auto,
    HandInPart,
    MatchScene,
    MatchSession,
    NewMatchForm,
    OpenHands,
    PlayedRound,
    SkillLevel,
    StageName,
)
from mam_widgets.match.stages import (
    IN_PRACTICE,
    AtTable,
    NewMatch,
    PlayStage,
    Practice,
    Reviewing,
    RoundOver,
    WhatIf,
    find_play_stage,
    list_last_trick_actions,
)
from mam_widgets.shared.edition_picker import make_editions
from mam_widgets.shared.odds_schema import Odds
from mam_widgets.shared.tabs import has_auction_tab, make_tricks_tab
from mam_widgets.stepper.scene import make_walk_scene


def make_playing_scene(playing: Playing, odds: Odds | None = None) -> MatchScene:
    """Return the whole scene for the browser; its cards are those of the learner's view."""
    match playing.stage:
        case WhatIf() as stage:
            return _make_what_if_scene(playing, stage)
        case Reviewing() as stage:
            scene, step, shown_session = make_review_scene(stage), stage.step, stage.session
            scene["message"] = make_review_message(stage)
        case PlayStage() as stage:
            scene, shown_session = _make_table_scene(playing, stage), stage.session
            step = len(shown_session.round.history)
    if stage.fault:
        scene["ruling"] = {
            "kind": "stop",
            "head": "That did not work.",
            "text": stage.fault,
            "moves": [],
            "cites": [],
        }
    scene["live"] = _live(playing, scene["live"], scene["count"]["result"] if scene["count"] else [])
    rules, part = playing.session.rules, _session(playing)
    return {
        **scene,
        "cards": {**scene["cards"], **list_card_facts([part["hands"], part["review"], odds], rules)},
        "stepper": {
            "step": step,
            "last_step": len(shown_session.round.history),
            "label": "" if isinstance(stage, Reviewing) else _status(stage),
            "place": "",
            "unit": "",
            "position": "",
            "ticks": [],
            "branch": None,
            "branches": [],
        },
        "actions": [*stage.actions(playing.settings), *_list_hand_in_actions(playing)],
        "tabs": _list_tabs(playing, scene),
        "editions": make_editions(playing.settings.next_edition or rules.full_id, rules.full_id),
        "session": part,
        "tools": None,
        "odds": odds,
    }


def _make_what_if_scene(playing: Playing, stage: WhatIf) -> MatchScene:
    """Return the table of a walk through the round that is reviewed."""
    session, scene, part = playing.session, make_walk_scene(stage.walk), _session(playing)
    heading = scene["heading"]
    heading["title"] = name_game(session.rules)
    branch = scene["stepper"]["branch"]
    name = branch["name"] if branch else "What if"
    heading["subtitle"], heading["short"] = f"{name} · {heading['subtitle']}", name
    return {
        **scene,
        "viewer": session.you,
        "cards": {**scene["cards"], **list_card_facts([part["hands"], part["review"]], session.rules)},
        "actions": stage.actions(playing.settings),
        "tabs": _list_tabs(playing, scene),
        "editions": make_editions(playing.settings.next_edition or session.rules.full_id, session.rules.full_id),
        "session": part,
        "odds": None,
    }


def _list_tabs(playing: Playing, scene: Scene) -> list[Tab]:
    """Return what can be read in this stage, in the order of the side panel."""
    stage, review = playing.stage, playing.review
    auction = make_tab("auction", "Auction", ["calls"], empty="No calls yet.", nav=7)
    hands = make_tab("hands", "Hands", ["hands"], empty="No open hands.", nav=6)
    tricks = make_tricks_tab(scene)
    calls = [auction] if has_auction_tab(scene) else []
    if isinstance(stage, WhatIf):
        return [make_tab("ruling", "Ruling", ["ruling", "recorded", "branches"], nav=1), tricks, hands, *calls]
    tricks["parts"].remove("count")  # it stands with the score
    is_over = find_play_stage(stage).session.round.is_over
    dummies = not is_over and any(seat["open_cards"] for seat in scene["seats"])
    ruling = make_tab("ruling", "Ruling", ["hint", "ruling"], nav=4 if review else 1)
    score = make_tab(
        "score", "Score", ["sheet", "race", "count"], heading="Match score", is_left=True, is_forward=is_over, nav=3
    )
    all_hands = [make_tab("hands", "Hands", ["all-hands"], nav=8)] if _find_hands(playing) else []
    dummy_hands = [hands] if dummies else []
    hand_in = [make_tab("hand-in", "Hand in", ["hand-in"], is_forward=is_over, nav=2)] if _can_hand_in(playing) else []
    if review:
        first = make_tab("review", "Review", ["review"], nav=1)
        return [first, *hand_in, ruling, *dummy_hands, tricks, *all_hands, score]
    odds = make_tab("odds", "Odds", ["odds"], nav=6)
    return [*hand_in, ruling, *dummy_hands, tricks, score, odds, *calls, *all_hands]


def _make_table_scene(playing: Playing, stage: PlayStage) -> Scene:
    """Return the moment to which the round has come."""
    session = stage.session
    refused, answer = (stage.refused, stage.answer) if isinstance(stage, AtTable) else (None, ())
    scene = make_scene(
        session.table_view,
        title=session.class_table.title if session.class_table else name_game(session.rules),
        bottom=session.you,
        before=session.earlier_view.round if session.earlier_view else None,
        refused=refused,
    )
    is_practice = isinstance(stage, Practice)
    where = "Practice" if is_practice else "Class table" if session.class_table else f"Round {session.number}"
    moment = "Over" if session.round.is_over else scene["heading"]["subtitle"]
    scene["heading"]["subtitle"] = f"{where} · {moment}"
    if is_practice:
        scene["heading"]["short"] = "Practice"
    scene["viewer"] = session.you  # after the round all cards are shown, and it is still your seat
    if not refused:
        scene["ruling"] = make_table_ruling(session, answer) or scene["ruling"]
    if is_real(session):
        lay_freely(scene, session)
    if session.choices:
        scene["choices"] = _remedies(session)
    scene["message"] = _message(stage, make_table_message(session, answer) or scene["message"])
    if session.round.is_over:
        scene["alternatives"] = None  # what counts now is the score; the review says what was better
    if session.is_over and not is_practice:
        scene["heading"]["subtitle"], scene["heading"]["short"] = f"{where} · Match over", "Match over"
    if isinstance(stage, AtTable) and stage.hint:
        _mark(scene, stage.hint.move)
    return scene


def _remedies(session: Session) -> Choices:
    """Return what the person's side may choose after a late misplay."""
    texts = {"stop": "Stop the round", "play on": "Play on"}
    options: list[Option] = [
        {"text": texts[choice], "move": choice, "legal": True, "why": None} for choice in session.choices
    ]
    return {"seat": session.you, "label": "Stop the round, or play on", "record_move": None, "options": options}


_STAGES: Mapping[type, StageName] = {
    AtTable: "at table",
    NewMatch: "new match",
    Practice: "practice",
    RoundOver: "round over",
    Reviewing: "reviewing",
    WhatIf: "what-if",
}


def _session(playing: Playing) -> MatchSession:
    stage, session = playing.stage, playing.session
    names = set(session.skill_levels.values())
    hint = stage.hint if isinstance(stage, AtTable) else None
    review = playing.review
    last_trick = _tell_last_trick(session) if isinstance(stage, RoundOver | Practice) and not review else None
    return {
        "stage": _STAGES[type(stage)],
        "is_over": session.round.is_over,
        "auto": _find_auto(playing),
        "auto_play": playing.settings.auto_play,
        "auto_forced": playing.settings.auto_forced,
        "last_trick": last_trick,
        "last_trick_actions": list_last_trick_actions(stage.actions(playing.settings)) if last_trick else [],
        "hands": _find_hands(playing),
        "busy": playing.busy,
        "hint": make_hint(hint, find_unit(session.rules)) if hint else None,
        "hints": session.hints,
        "review": make_review(review, is_open=playing.is_reviewing) if review else None,
        "rounds": _list_rounds(playing),
        "real_table": make_real_table(session),
        "sheet": make_sheet(playing.match_session.match).data(),
        "save_status": playing.save_status,
        "skill_level": names.pop() if len(names) == 1 else "",
        "skill_levels": [
            level
            for level in _skill_levels(session.rules.full_id)
            if not session.class_table or level["name"] in session.skill_levels.values()
        ],
        "new_match": _make_new_match(playing),
        "hand_in": _make_hand_in(playing),
    }


def _can_hand_in(playing: Playing) -> bool:
    stage = playing.stage
    return isinstance(stage, RoundOver | Reviewing) and stage.session.class_table is not None


def _list_hand_in_actions(playing: Playing) -> list[Action]:
    """Return what stands in the tab where the round of a class table is handed in."""
    if not _can_hand_in(playing):
        return []
    text = playing.hand_in.text
    why_not = "" if text else "Make the text first."
    make_text = "Make it again" if text else "Make the text"
    return [
        make_action("make-hand-in", make_text, {"act": "makeHandIn"}, does="make the text to hand in", side="page"),
        make_action("copy-hand-in", "Copy", {"act": "copyHandIn"}, does="copy the text", side="page", why_not=why_not),
        make_action(
            "share-hand-in", "Share", {"act": "shareHandIn"}, does="share the text", side="page", why_not=why_not
        ),
        make_action("save-hand-in", "Save", {"act": "saveHandIn"}, does="save the text", side="page", why_not=why_not),
    ]


def _make_hand_in(playing: Playing) -> HandInPart | None:
    """Return the hand-in of a class table, once its round is over."""
    session = playing.match_session
    if not session.class_table or not session.round.is_over:
        return None
    hand_in = playing.hand_in
    stem = re.sub(r"\W+", "-", hand_in.name.lower()).strip("-") or "round"
    return {"name": hand_in.name, "text": hand_in.text, "file": f"{stem}-class-table.txt", "fault": hand_in.fault}


def _find_hands(playing: Playing) -> OpenHands | None:
    """Return all hands, where they may be seen: in a review, and after a round if they were asked for."""
    if playing.is_reviewing and (review := playing.review):
        review.cache.hands = review.cache.hands or _hands(review.session)
        return review.cache.hands
    session = playing.session
    return _hands(session) if session.round.is_over and playing.settings.all_hands else None


def _hands(session: Session) -> OpenHands:
    """Return all hands once the round is over: as dealt, with the nest; in a letter game what is left of them."""
    round = session.round
    tricks = isinstance(round, TrickRound)
    dealt = round.at(0) if tricks else round
    end_scene, dealt_scene = (
        make_scene(view(moment, None), bottom=session.you, open_hands=True) for moment in (round, dealt)
    )
    dealt_seats = {seat["seat"]: seat for seat in dealt_scene["seats"]}
    seats: list[Seat] = [
        {**dealt_seats[seat["seat"]], "name": seat["name"], "side": seat["side"], "roles": seat["roles"], "turn": False}
        for seat in end_scene["seats"]
    ]
    nest = f"The {find_nest_word(round)} was {format_cards(round.deal.nest)}." if round.deal.nest else ""
    return {"head": "Hands as dealt" if tricks else "What is left in the hands", "seats": seats, "nest": nest}


def _list_rounds(playing: Playing) -> list[PlayedRound]:
    """Return the finished rounds of the match, with why one of them can't be reviewed."""
    review = playing.review if playing.is_reviewing else None
    practice = IN_PRACTICE if isinstance(playing.stage, Practice) else ""
    return [
        {
            "number": number,
            "why_not": practice or (NO_REVIEW if isinstance(round, TableRound) and round.is_over else ""),
            "is_open": review is not None and review.number == number,
        }
        for number, round in enumerate(playing.match_session.match.finished, 1)
    ]


def _make_new_match(playing: Playing) -> NewMatchForm:
    """Return what can be chosen for the next match, and whether one is given up for it."""
    session = playing.session
    rules = find_rules(playing.settings.next_edition or session.rules.full_id)
    seat = session.you if session.you in rules.persons else "S" if "S" in rules.persons else rules.persons[0]
    return {
        "seats": [{"seat": person, "text": rules.seat_names[person]} for person in rules.persons],
        "seat": seat,
        "skill_levels": _skill_levels(rules.full_id),
        "skill_level": choose_default_level(rules),
        "gives_up": is_unfinished(session),
    }


def _find_auto(playing: Playing) -> Auto | None:
    """Return the message that the browser sends by itself: for the next move of another, or for your only legal card."""
    stage, settings = playing.stage, playing.settings
    if not isinstance(stage, AtTable):
        return None
    session = stage.session
    if settings.auto_play and is_next_by_itself(session) and session.actor is not None:
        return {"do": "step", "move": ""}
    if not (settings.auto_forced and session.to_move and session.round.phase == "play"):
        return None
    legal = session.table_view.legal_moves
    return {"do": "move", "move": str(legal[0])} if len(legal) == 1 and isinstance(legal[0], Play) else None


def _tell_last_trick(session: Session) -> Message | None:
    """Return who takes the last trick of the round: said while it still lies on the table."""
    round, unit = session.round, find_unit(session.rules)
    if not isinstance(round, TrickRound) or not round.tricks:
        return None
    trick = round.tricks[-1]
    name = round.rules.seat_names[trick.winner] if trick.winner else "Nobody"
    what = "You take the last trick." if trick.winner == session.you else f"{name} takes the last trick."
    why = "" if unit == "tricks" else f"It is worth {format_amount(trick.value, unit)}."
    return {"kind": "ok", "what": what, "why": why, "short": why}


def _status(stage: PlayStage) -> str:
    """Return what was done since the learner moved, and who is next: the sentence over the buttons."""
    if stage.event:
        return stage.event
    return " ".join([*stage.messages, _name_owner(stage)]) if not stage.session.is_over else _name_owner(stage)


def _name_owner(stage: PlayStage) -> str:
    session, round = stage.session, stage.session.round
    answer = stage.answer if isinstance(stage, AtTable) else ()
    if session.table and (message := make_table_message(session, answer)):
        return f"{message['what']} {message['why']}"
    if session.is_over:
        return f"The match is over. {make_sheet(session.match).verdict}"
    if round.is_over:
        return "The round is over."
    is_own_turn, names = round.actor == round.turn, round.rules.seat_names
    if session.to_move:
        return "Your turn." if is_own_turn else f"Your turn, with the cards of {round.name}."
    return (
        f"It's {round.name}'s turn."
        if is_own_turn
        else f"It's {round.name}'s turn, played by {names[round.actor or '']}."
    )


def _live(playing: Playing, usual: str, result: Sequence[str]) -> str:
    """Return what has just come, for the live region; at the end of a round with its result."""
    stage = playing.stage
    if stage.fault:
        return stage.fault
    match stage:
        case WhatIf():
            return usual
        case Reviewing():
            if stage.has_chosen:
                return stage.event or usual
            return "Reviewing your decisions…" if stage.is_computing else make_review(stage)["sum"]
        case AtTable(refused=(_, ruling)):
            return ruling.reason or ruling.words
    if not stage.session.round.history and not stage.event:
        return usual
    if isinstance(stage, AtTable) and stage.is_computing:
        return _COMPUTING
    if isinstance(stage, AtTable) and stage.hint:
        hint = make_hint(stage.hint, find_unit(stage.session.rules))
        return f"Hint: {hint['head']}: {stage.hint.reason}."
    return " ".join([_status(stage), *_choices(stage.session), *(result if stage.messages else [])])


_COMPUTING = "Computing a hint…"


def _choices(session: Session) -> list[str]:
    """Return who is winning the trick and what the learner may play, in words for the ear."""
    round = session.table_view.round
    if (
        is_real(session)
        or not session.to_move
        or not isinstance(round, TrickRound)
        or round.phase != "play"
        or round.trick is None
    ):
        return []
    legal = list(dict.fromkeys(move.card for move in session.table_view.legal_moves if isinstance(move, Play)))
    place = find_winner(round.trick.cards, round.trump, round.rules.tricks)
    sentences = []
    if place is not None:
        name, card = round.rules.seat_names[round.trick.seats[place]], round.trick.cards[place]
        sentences.append(f"{name} is winning with {card.words}.")
    if len(legal) < len(set(round.playable(round.turn or ""))):
        sentences.append(f"Playable: {', '.join(card.words for card in legal)}.")
    return sentences


def _message(stage: PlayStage, usual: Message) -> Message:
    """Return the message of the moment: what was asked for comes before what happened at the table."""
    session = stage.session
    if isinstance(stage, AtTable) and stage.is_computing:
        return {"kind": "work", "what": _COMPUTING, "why": "", "short": ""}
    if isinstance(stage, AtTable) and stage.hint:
        hint = make_hint(stage.hint, find_unit(session.rules))
        why = f"{capitalize(stage.hint.reason)}."
        return {"kind": "hint", "what": f"Hint: {hint['head']}.", "why": why, "short": why}
    if stage.event:
        return {"kind": "info", "what": stage.event, "why": usual["short"], "short": usual["short"]}
    if session.is_over:
        return usual | {"what": _tell_winner(session)}
    return usual


def _tell_winner(session: Session) -> str:
    """Return who has won the match, sides with their full names."""
    sheet, round = make_sheet(session.match), session.round
    sides = round.side_names if isinstance(round, TrickRound) else {}
    columns = {name: sides.get(name, text) for name, text in sheet.columns.items()}
    return replace(sheet, columns=columns).describe_winner("the match")


def _skill_levels(edition: str) -> list[SkillLevel]:
    return [{"name": name, "text": SKILL_LEVELS.get(name, name)} for name in list_skill_levels(get_edition(edition))]


def _mark(scene: Scene, move: Move) -> None:
    """Mark what the hint advises: cards in the hand, or the button of another move."""
    cards = [card.code for card in _cards_of(move)]
    for card in scene["hand"]["cards"] if scene["hand"] else []:
        if card["card"] in cards:
            cards.remove(card["card"])
            card["hint"] = True
    for part in (scene["calls"], scene["trumps"], scene["choices"]):
        for option in part["options"] if part else []:
            if option["move"] == str(move) or (isinstance(move, Bid) and _bids(option["move"], move)):
                option["hint"] = True


def _bids(text: str, bid: Bid) -> bool:
    """Return whether an option bids this amount, on whatever color: colors are picked apart from amounts."""
    option_bid = parse_move(text)
    return isinstance(option_bid, Bid) and option_bid.amount == bid.amount


def _cards_of(move: Move) -> tuple[Card, ...]:
    if isinstance(move, Play):
        return (move.card,)
    return move.cards if isinstance(move, Discard | CallCards) else ()
