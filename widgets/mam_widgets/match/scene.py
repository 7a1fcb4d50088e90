"""What a match being played shows: the scene of the moment, the sentence over the buttons, and what a hint marks."""

from collections.abc import Sequence
from dataclasses import replace

from mam import TrickRound, format_cards, parse_move, view
from mam.games.claims import plan_claim
from mam.games.registry import find_rules
from mam.misplay import TableRound
from mam.rules.cards import Card
from mam.rules.editions import get_edition
from mam.rules.moves import Bid, CallCards, Discard, Move, Play
from mam.rules.tricks import find_winner
from mam.scenes import Scene, list_card_facts, make_scene
from mam.scenes.heading import name_game
from mam.scenes.labels import find_unit
from mam.scenes.messages import find_nest_word
from mam.scenes.schema import Choices, Message, Option, Seat
from mam.scenes.sheets import make_sheet
from mam.sessions import Session, list_skill_levels
from mam.sessions.session import NO_REVIEW
from mam.sessions.skill_levels import choose_default_level
from mam_widgets.match.hints import make_hint
from mam_widgets.match.model import SKILL_LEVELS, Playing, is_unfinished
from mam_widgets.match.real_table import is_real, lay_freely, make_real_table, make_table_message, make_table_ruling
from mam_widgets.match.review import make_review, make_review_scene
from mam_widgets.match.schema import MatchScene, MatchSession, NewMatch, NextButton, OpenHands, PlayedRound, SkillLevel
from mam_widgets.shared.edition_picker import make_editions
from mam_widgets.shared.odds_schema import Odds
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.scene import make_walk_scene


def make_playing_scene(playing: Playing, odds: Odds | None = None) -> MatchScene:
    """Return the whole scene for the browser; its cards are those of the learner's view."""
    session, review = playing.session, playing.review
    if playing.walk:
        return _make_what_if_scene(playing, playing.walk)
    scene = make_review_scene(review) if review and review.is_open else _make_table_scene(playing)
    if playing.fault:
        scene["ruling"] = {
            "kind": "stop",
            "head": "That did not work.",
            "text": playing.fault,
            "moves": [],
            "cites": [],
        }
    scene["live"] = _live(playing, scene["live"], scene["count"]["result"] if scene["count"] else [])
    is_reviewing = review is not None and review.is_open
    shown = review.session if review and is_reviewing else session
    part = _session(playing)
    return {
        **scene,
        "cards": {**scene["cards"], **list_card_facts([part["hands"], part["review"], odds], session.rules)},
        "stepper": {
            "step": review.step if review and is_reviewing else len(shown.round.history),
            "last_step": len(shown.round.history),
            "label": _status(playing),
            "ticks": [],
            "branch": None,
            "branches": [],
        },
        "editions": make_editions(playing.next_edition or session.rules.full_id, session.rules.full_id),
        "session": part,
        "tools": None,
        "odds": odds,
    }


def _make_what_if_scene(playing: Playing, walk: Walk) -> MatchScene:
    """Return the table of a walk through the round that is reviewed."""
    session, scene, part = playing.session, make_walk_scene(walk), _session(playing)
    heading = scene["heading"]
    heading["title"] = name_game(session.rules)
    branch = scene["stepper"]["branch"]
    name = branch["name"] if branch else "What if"
    heading["subtitle"], heading["short"] = f"{name} · {heading['subtitle']}", name
    return {
        **scene,
        "viewer": session.you,
        "cards": {**scene["cards"], **list_card_facts([part["hands"], part["review"]], session.rules)},
        "editions": make_editions(playing.next_edition or session.rules.full_id, session.rules.full_id),
        "session": part,
        "odds": None,
    }


def _make_table_scene(playing: Playing) -> Scene:
    """Return the moment to which the round has come."""
    session = playing.session
    scene = make_scene(
        session.shown,
        title=name_game(session.rules),
        bottom=session.you,
        before=session.before.round if session.before else None,
        refused=playing.refused,
    )
    where = "Practice" if playing.practice else f"Round {session.number}"
    moment = "Over" if session.round.is_over else scene["heading"]["subtitle"]
    scene["heading"]["subtitle"] = f"{where} · {moment}"
    if playing.practice:
        scene["heading"]["short"] = "Practice"
    scene["viewer"] = session.you  # after the round all cards are shown, and it is still your seat
    if not playing.refused:
        scene["ruling"] = make_table_ruling(session, playing.answer) or scene["ruling"]
    if is_real(session):
        lay_freely(scene, session)
    if session.choices:
        scene["choices"] = _remedies(session)
    scene["message"] = _message(playing, make_table_message(session, playing.answer) or scene["message"])
    if session.round.is_over:
        scene["alternatives"] = None  # what counts now is the score; the review says what was better
    if session.is_over and not playing.practice:
        scene["heading"]["subtitle"], scene["heading"]["short"] = f"{where} · Match over", "Match over"
    if playing.hint:
        _mark(scene, playing.hint.move)
    return scene


def _remedies(session: Session) -> Choices:
    """Return what the person's side may choose after a late misplay."""
    texts = {"stop": "Stop the round", "play on": "Play on"}
    options: list[Option] = [
        {"text": texts[choice], "move": choice, "legal": True, "why": None} for choice in session.choices
    ]
    return {"seat": session.you, "label": "Stop the round, or play on", "record_move": None, "options": options}


def _session(playing: Playing) -> MatchSession:
    session = playing.session
    is_over = session.round.is_over
    names = set(session.skill_levels.values())
    unit = find_unit(session.rules)
    is_reviewing = playing.review is not None and playing.review.is_open
    match = playing.practice.session.match if playing.practice else session.match
    return {
        "next_button": _next(playing),
        "to_turn": None if is_over or session.actor is None else not session.to_move,
        "auto_play": playing.auto_play,
        "auto_forced": playing.auto_forced,
        "forced_move": _forced(playing),
        "is_over": is_over,
        "hands": _find_hands(playing) if is_reviewing or (is_over and playing.all_hands) else None,
        "can_hint": session.to_move and session.round.phase not in ("choice", "amends"),
        "can_undo": session.can_undo or playing.replaced is not None,
        "can_claim": not is_real(session) and len(plan_claim(session.shown) or ()) > 1,
        "busy": playing.busy,
        "hint": make_hint(playing.hint, unit) if playing.hint else None,
        "hints": session.hints,
        "review": make_review(playing.review) if playing.review else None,
        "rounds": _list_rounds(playing),
        "real_table": make_real_table(session),
        "practice": playing.practice is not None,
        "what_if": playing.walk is not None,
        "sheet": make_sheet(match).data(),
        "save_status": playing.save_status,
        "skill_level": names.pop() if len(names) == 1 else "",
        "skill_levels": _skill_levels(session.rules.full_id),
        "new_match": _make_new_match(playing),
    }


def _find_hands(playing: Playing) -> OpenHands:
    review = playing.review
    if review is None:
        return _hands(playing.session)
    review.hands = review.hands or _hands(review.session)
    return review.hands


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
        {**dealt_seats[seat["seat"]], "name": seat["name"], "side": seat["side"], "role": seat["role"], "turn": False}
        for seat in end_scene["seats"]
    ]
    nest = f"The {find_nest_word(round)} was {format_cards(round.deal.nest)}." if round.deal.nest else ""
    return {"head": "Hands as dealt" if tricks else "What is left in the hands", "seats": seats, "nest": nest}


def _list_rounds(playing: Playing) -> list[PlayedRound]:
    """Return the finished rounds of the match, with why one of them can't be reviewed."""
    match = playing.practice.session.match if playing.practice else playing.session.match
    review = playing.review if playing.review and playing.review.is_open else None
    practice = "This is practice. Go back to the review first." if playing.practice else ""
    return [
        {
            "number": number,
            "why_not": practice or (NO_REVIEW if isinstance(round, TableRound) else ""),
            "is_open": review is not None and review.number == number,
        }
        for number, round in enumerate(match.finished, 1)
    ]


def _make_new_match(playing: Playing) -> NewMatch:
    """Return what can be chosen for the next match, and whether one is given up for it."""
    session = playing.session
    rules = find_rules(playing.next_edition or session.rules.full_id)
    seat = session.you if session.you in rules.persons else "S" if "S" in rules.persons else rules.persons[0]
    return {
        "seats": [{"seat": person, "text": rules.seat_names[person]} for person in rules.persons],
        "seat": seat,
        "skill_levels": _skill_levels(rules.full_id),
        "skill_level": choose_default_level(rules),
        "gives_up": is_unfinished(session),
    }


def _next(playing: Playing) -> NextButton | None:
    """Return the one button that goes on; it does nothing while the learner has to decide, and is not there at the end."""
    session, review = playing.session, playing.review
    if review and review.is_open and playing.is_past(review):
        return {"do": "close_review", "text": "Back to the table", "auto": False}
    if playing.practice and session.round.is_over:
        return {"do": "back_to_review", "text": "Back to the review", "auto": False}
    if session.is_over:
        return None
    if session.to_move:
        return {"do": "", "text": "Next", "auto": False}
    if session.round.is_over:
        return {"do": "next_round", "text": "Next deal", "auto": False}
    if session.actor is None:
        return {"do": "step", "text": "Score round", "auto": False}
    if playing.trick_is_complete and not session.due_claim:
        return {"do": "step", "text": "Next trick", "auto": False}
    return {"do": "step", "text": "Next", "auto": playing.auto_play}


def _forced(playing: Playing) -> str | None:
    """Return the learner's only legal card as a move, if such cards are played by themselves."""
    session, review = playing.session, playing.review
    if review and review.is_open:
        return None
    if not (playing.auto_forced and session.to_move and session.round.phase == "play"):
        return None
    legal = session.shown.legal_moves
    return str(legal[0]) if len(legal) == 1 and isinstance(legal[0], Play) else None


def _status(playing: Playing) -> str:
    """Return what was done since the learner moved, and who is next: the sentence over the buttons."""
    if playing.event:
        return playing.event
    session = playing.session
    return " ".join([*playing.messages, _whose(playing)]) if not session.is_over else _whose(playing)


def _whose(playing: Playing) -> str:
    session, round = playing.session, playing.session.round
    if session.table and (message := make_table_message(session, playing.answer)):
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
    if playing.fault:
        return playing.fault
    session, review = playing.session, playing.review
    if review and review.is_open:
        if review.has_chosen:
            return usual
        return "Reviewing your decisions…" if playing.busy else make_review(review)["sum"]
    if playing.refused:
        return playing.refused[1].reason or playing.refused[1].words
    if not session.round.history and not playing.event:
        return usual
    if playing.busy:
        return _COMPUTING[playing.busy]
    if playing.hint:
        hint = make_hint(playing.hint, find_unit(session.rules))
        return f"Hint: {hint['head']}: {playing.hint.reason}."
    round_result = result if playing.messages or playing.claimed is not None else []
    return " ".join([_status(playing), *_choices(playing), *round_result])


_COMPUTING = {"hint": "Computing a hint…", "review": "Computing the review…"}


def _choices(playing: Playing) -> list[str]:
    """Return who is winning the trick and what the learner may play, in words for the ear."""
    session = playing.session
    round = session.shown.round
    if (
        is_real(session)
        or not session.to_move
        or not isinstance(round, TrickRound)
        or round.phase != "play"
        or round.trick is None
    ):
        return []
    legal = list(dict.fromkeys(move.card for move in session.shown.legal_moves if isinstance(move, Play)))
    place = find_winner(round.trick.cards, round.trump, round.rules.tricks)
    sentences = []
    if place is not None:
        name, card = round.rules.seat_names[round.trick.seats[place]], round.trick.cards[place]
        sentences.append(f"{name} is winning with {card.words}.")
    if len(legal) < len(set(round.playable(round.turn or ""))):
        sentences.append(f"Playable: {', '.join(card.words for card in legal)}.")
    return sentences


def _message(playing: Playing, usual: Message) -> Message:
    """Return the message of the moment: what was asked for comes before what happened at the table."""
    session = playing.session
    if playing.busy:
        return {"kind": "work", "what": _COMPUTING[playing.busy], "why": "", "short": ""}
    if playing.hint:
        hint = make_hint(playing.hint, find_unit(session.rules))
        why = f"{playing.hint.reason[0].upper()}{playing.hint.reason[1:]}."
        return {"kind": "hint", "what": f"Hint: {hint['head'][0].lower()}{hint['head'][1:]}.", "why": why, "short": why}
    if playing.event:
        return {"kind": "info", "what": playing.event, "why": usual["short"], "short": usual["short"]}
    if session.is_over:
        return usual | {"what": _tell_winner(session)}
    return usual


def _tell_winner(session: Session) -> str:
    """Return who has won the match, sides with their full names."""
    sheet, round = make_sheet(session.match), session.round
    sides = round.side_names if isinstance(round, TrickRound) else {}
    verdict = replace(sheet, columns={name: sides.get(name, text) for name, text in sheet.columns.items()}).verdict
    return verdict if sheet.drawn or len(sheet.winners) > 1 else f"{verdict[:-1]} the match."


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
