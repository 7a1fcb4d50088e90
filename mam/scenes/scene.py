"""One scene, put together from its parts."""

from collections.abc import Mapping

from mam import tricks
from mam.dealing import seats_from
from mam.moves import Move, Pass
from mam.round import Round
from mam.rulings import Ruling
from mam.scenes.choices import make_calls, make_hand, make_trumps
from mam.scenes.felt import make_badges, make_next, make_seat, make_trick, trick_on_table
from mam.scenes.ledger import make_count, make_history, make_money, make_strip
from mam.scenes.told import make_live, make_others, make_ruling
from mam.scenes.words import Scene, said
from mam.views import View

_RING = {2: "BT", 3: ("B", "TL", "TR"), 4: "BLTR"}


def make_scene(
    view: View,
    *,
    title: str = "",
    bottom: str = "",
    players: Mapping[str, str] | None = None,
    open_hands: bool = False,
    before: Round | None = None,
    refused: tuple[Move, Ruling] | None = None,
    printed: Move | None = None,
) -> Scene:
    """The scene of a view, all but the keys that a stepper adds (`stepper`, `tools`, `note`).

    `before` is the same view one move earlier: with it the scene tells the rulings of that move and what else was
    legal. `refused` is a move that was tried and its ruling. `printed` is the move a record makes here. `open_hands`
    shows every hand the view knows.
    """
    round = view.round
    seats = round.rules.seats
    names = dict(round.rules.seat_names) | {seat: name for seat, name in (players or {}).items() if name}
    order = seats_from(seats, bottom or view.person or seats[0])
    trick, done = trick_on_table(round)
    last = round.history[-1] if before is not None and round.history else None
    effect = trick.effect if trick else ""
    return {
        "title": title,
        "badges": make_badges(round, trick, names),
        "money": make_money(round),
        "seats": [
            make_seat(round, seat, place, names, open_hands)
            for seat, place in zip(order, _RING[len(seats)], strict=True)
        ],
        "trick": make_trick(round, trick, done, last),
        "trick_done": done,
        "next": None if done else make_next(round),
        "worth": tricks.worth(trick.cards) if trick else 0,
        "effect": effect,
        "hand": make_hand(view, names, printed),
        "calls": make_calls(view, names, printed),
        "trumps": make_trumps(view, names, printed),
        "made": [{"seat": seat, "text": said(call), "pass": isinstance(call, Pass)} for seat, call in round.calls],
        "ruling": make_ruling(round, before, last, refused),
        "others": make_others(before, last),
        "strip": make_strip(view, trick),
        "history": make_history(round),
        "count": make_count(round),
        "live": make_live(round, before, last, refused, names),
    }
