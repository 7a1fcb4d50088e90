"""One scene, put together from its parts."""

from collections.abc import Mapping
from typing import cast

from mam.drawing.layout import RINGS
from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.cards import Color, Suit
from mam.rules.dealing import list_seats_from
from mam.rules.moves import Bid, Misdeal, Move, Pass
from mam.rules.rulings import Ruling
from mam.scenes.card_facts import list_card_facts
from mam.scenes.choices import find_hand_seat, make_asks, make_calls, make_choices, make_hand, make_trumps
from mam.scenes.guide import make_guide, make_last_trick
from mam.scenes.heading import make_heading, make_message, make_plain_heading
from mam.scenes.labels import find_unit
from mam.scenes.letter_table import make_table
from mam.scenes.messages import find_earlier, find_nest_word, make_alternatives, make_live, make_ruling
from mam.scenes.move_words import label_call
from mam.scenes.piles import make_piles
from mam.scenes.schema import CallMade, GameTable, Scene
from mam.scenes.scores import make_count, make_history, make_money, make_strip, make_tally
from mam.scenes.table import make_badges, make_nest, make_next, make_seat, make_trick, trick_on_table


def make_scene(
    view: View[Round],
    *,
    title: str = "",
    bottom: str = "",
    players: Mapping[str, str] | None = None,
    open_hands: bool = False,
    before: Round | None = None,
    refused: tuple[Move, Ruling] | None = None,
    printed: Move | None = None,
) -> Scene:
    """Return the scene of a view; a widget adds keys of its own (`stepper`, `tools`, `note` …).

    The scene says under which rules the last move was made. `before` is the same view one move earlier: with it the scene
    also marks that move and lists what else was legal. `refused` is a refused move with its ruling. `printed` is the move
    that a record makes here. `open_hands` shows every hand the view knows, `bottom` is the seat drawn nearest. Raises
    ValueError for an unknown seat, TypeError for a game without a scene.
    """
    game = view.round
    names = dict(game.rules.seat_names) | {seat: name for seat, name in (players or {}).items() if name}
    last = game.history[-1] if before is not None and game.history else None
    game.rules.check_seat(bottom or None)
    first = bottom or view.person or game.rules.seats[0]
    if isinstance(game, TrickRound):
        table = _make_round_table(cast(View[TrickRound], view), names, first, open_hands, last, printed)
    elif isinstance(game, Millionaire | Anagrams):
        table = make_table(view, names, _place_seats(game.rules.seats, first), open_hands, printed)
    else:
        raise TypeError(f"there is no scene of a {type(game).__name__}")
    earlier = before if before is not None or refused else find_earlier(game)
    ruling, alternatives = make_ruling(game, earlier, refused), make_alternatives(before, last)
    cards = list_card_facts([*table.values(), ruling, alternatives], game.rules)
    live = make_live(game, earlier, refused, names)
    return {
        **table,
        "title": title,
        "heading": make_heading(game, names, title),
        "message": make_message(view, before, names, find_nest_word(game)),
        "cards": cards,
        "ruling": ruling,
        "alternatives": alternatives,
        "live": live,
    }


def make_empty_scene(title: str) -> Scene:
    """Return a scene with nothing on the table, for a widget that only has words to show."""
    return {
        "title": title,
        "heading": make_plain_heading(title),
        "message": {"kind": "info", "what": "", "why": "", "short": ""},
        "viewer": "",
        "nest": None,
        "discards": [],
        "cards": {},
        "unit": "money",
        "colors": [],
        "badges": [],
        "money": None,
        "tally": None,
        "seats": [],
        "trick": [],
        "is_trick_complete": False,
        "next_card": None,
        "trick_value": 0,
        "effect": "",
        "hand": None,
        "calls": None,
        "trumps": None,
        "choices": None,
        "prompt": "",
        "auction": [],
        "strip": None,
        "history": [],
        "guide": [],
        "last_trick": None,
        "count": None,
        "ruling": None,
        "alternatives": None,
        "live": "",
    }


def _make_call(seat: str, call: Bid | Pass | Misdeal) -> CallMade:
    return {
        "seat": seat,
        "text": label_call(call),
        "amount": call.amount if isinstance(call, Bid) else None,
        "color": call.color.value if isinstance(call, Bid) and isinstance(call.color, Color | Suit) else "",
        "pass": isinstance(call, Pass),
    }


def _place_seats(turn_order: tuple[str, ...], first: str) -> list[tuple[str, str]]:
    """Return the seats to the left from the one at the bottom, each with its place at the table."""
    return list(zip(list_seats_from(turn_order, first), RINGS[len(turn_order)], strict=True))


def _make_round_table(
    view: View[TrickRound],
    names: Mapping[str, str],
    first: str,
    open_hands: bool,
    last: Move | None,
    printed: Move | None,
) -> GameTable:
    """Return what lies on the table of a round of tricks."""
    round = view.round
    trick, is_complete = trick_on_table(round)
    unit = find_unit(round.rules)
    shown = find_hand_seat(view)
    return {
        "unit": unit,
        "colors": [
            {"color": color.value, "text": color.word}
            for color in dict.fromkeys(card.color for card in round.rules.pack if card.color)
        ],
        "viewer": view.person or "",
        "nest": make_nest(round),
        "discards": [card.code for card in round.discarded or ()],
        "badges": make_badges(round, trick, names),
        "money": make_money(round),
        "tally": make_tally(round, names),
        "seats": [
            make_seat(round, seat, place, names, open_hands, shown, view.person)
            for seat, place in _place_seats(round.turn_order, first)
        ],
        "trick": make_trick(round, trick, is_complete, last),
        "is_trick_complete": is_complete,
        "next_card": None if is_complete else make_next(round),
        "trick_value": tricks.trick_value(trick.cards, round.rules.tricks) if trick else 0,
        "effect": trick.effect if trick and unit == "money" else "",
        "hand": make_hand(view, names, printed),
        "calls": make_calls(view, names, printed),
        "trumps": make_trumps(view, names, printed),
        "choices": make_choices(view, names, printed),
        "prompt": make_asks(round),
        "auction": [_make_call(seat, call) for seat, call in round.calls if isinstance(call, Bid | Pass | Misdeal)],
        "strip": make_strip(view, trick),
        "history": make_history(round),
        "captured": make_piles(view),
        "guide": make_guide(view, names),
        "last_trick": make_last_trick(view),
        "count": make_count(round),
    }
