"""Scenes of whole tables, written out: an auction, a discard, a trick, the Bull, the end, and six people at a table."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator

from mam.drawing.layout import RINGS
from mam.rules.cards import PACK, UNSEEN
from mam.scenes import Scene, list_facts
from mam.scenes.schema import json_schema
from mam_widgets.shared.record_schema import StepperBar


class RecordScene(Scene):
    """What the pictures are drawn from, with the step of a record."""

    stepper: StepperBar


SCHEMA = Draft202012Validator(json_schema(RecordScene))

FACTS = {card.code: list_facts(card) for card in (*PACK, UNSEEN)}
COLORS = {"R": "Red", "Y": "Yellow", "B": "Black", "G": "Green"}
NOTHING = {
    "kind": "info",
    "head": "Move to a card to see why it can or cannot be played.",
    "text": "",
    "moves": [],
    "cites": [],
}
FOLLOW = {
    "kind": "stop",
    "head": "Refused: Black 7",
    "text": "Yellow was led and North holds Yellow, so Yellow must be followed.",
    "moves": [{"text": code, "card": code, "move": f"play {code}"} for code in ("Y40", "Y30")],
    "cites": [
        {
            "id": "R35-PLAY-5",
            "words": "Whoever has a card of the color led plays one.",
            "source": "1935 leaflet, page 5",
        }
    ],
}


def seats(places: dict[str, str], names: dict[str, str] | None = None, turn: str = "") -> list[dict[str, Any]]:
    usual = {"N": "North", "E": "East", "S": "South", "W": "West"} | (names or {})
    return [
        {
            "seat": seat,
            "name": usual.get(seat, seat),
            "place": place,
            "side": "AB"[index % 2],
            "cards": 7,
            "roles": [],
            "is_dealer": False,
            "is_dummy": False,
            "turn": seat == turn,
            "open_cards": None,
        }
        for index, (seat, place) in enumerate(places.items())
    ]


def card_entry(code: str, state: str = "rest", why: dict[str, Any] | None = None) -> dict[str, Any]:
    move = f"play {code}" if state == "legal" else None
    return {"card": code, "name": FACTS[code]["description"], "state": state, "move": move, "why": why}


def looking(cards: list[dict[str, Any]], printed: list[str] | None = None, **changes: Any) -> dict[str, Any]:
    plain = {"seat": "N", "owner": "North's hand", "label": "North's hand", "mode": "look", "need": 0}
    return plain | {"cards": cards, "record_cards": printed or []} | changes


def base(**changes: Any) -> dict[str, Any]:
    scene: dict[str, Any] = {
        "title": "The specimen hand",
        "heading": {
            "title": "The specimen hand",
            "subtitle": "",
            "short": "",
            "description": "",
            "bidder": "",
            "amount": "",
            "short_amount": "",
            "color": "",
            "trump": "",
            "state": "",
        },
        "message": {"kind": "turn", "what": "Your turn, North", "why": "", "short": ""},
        "unit": "money",
        "colors": [{"color": letter, "text": name} for letter, name in COLORS.items()],
        "viewer": "N",
        "nest": None,
        "discards": [],
        "badges": ["1935 rules"],
        "money": None,
        "tally": None,
        "seats": seats({"N": "B", "E": "L", "S": "T", "W": "R"}, turn="N"),
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
        "guide": [],
        "last_trick": None,
        "note": None,
        "ruling": NOTHING,
        "alternatives": None,
        "strip": None,
        "history": [],
        "count": None,
        "stepper": {
            "step": 31,
            "last_step": 66,
            "label": "Trick 6, card 4 of 4",
            "place": "Trick 6",
            "unit": "card",
            "position": "4 of 4",
            "ticks": [],
            "branch": None,
            "branches": [],
        },
        "cards": FACTS,
        "live": "",
    }
    scene |= changes
    scene["heading"] |= {"title": scene["title"]}
    return check(scene)


def check(scene: dict[str, Any]) -> dict[str, Any]:
    """Return the scene. Raises ValidationError unless it is one that a widget could send."""
    SCHEMA.validate(json.loads(json.dumps(scene)))
    return scene


def money(left: int, right: int, bid: int = 260, total: int = 400, nest: int = 0, **changes: Any) -> dict[str, Any]:
    out, needs = total - left - right - nest, max(0, bid - left)
    return {
        "total": total,
        "bid": bid,
        "left": {"name": "N-S", "side": "A", "money": left},
        "right": {"name": "E-W", "side": "B", "money": right},
        "remaining": out,
        "shortfall": needs,
        "spare": out - needs,
        "nest": nest,
        "word": "nest",
        "state": "open",
        "difference": 0,
        "sentence": f"North-South have ${left},000 and need ${needs},000 more. "
        f"Still out: ${out},000, so they can lose ${out - needs},000.",
    } | changes


def tricks(number: int) -> list[dict[str, Any]]:
    rows = [
        (["R30", "R5", "R10", "Y4"], "East-West", 45, "", ""),
        (["G11", "G15", "G3", "BULL"], "East-West", 30, "Bull", "×2"),
        (["Y15", "Y7", "Y10", "BEAR"], "North-South", 0, "Bear", "×0"),
        (["B40", "B15", "B9", "B2"], "North-South", 55, "", ""),
        (["R15", "R9", "R8", "R7"], "North-South", 15, "", ""),
    ]
    return [
        {
            "number": 5 - index,
            "cards": [{"seat": seat, "card": code} for seat, code in zip("ESWN", cards, strict=True)],
            "winner": "ENSSE"[index],
            "winner_name": by,
            "trick_value": worth,
            "tag": f"{changer} {effect}".strip(),
            "changer": changer,
            "effect": effect,
            "step": 0,
        }
        for index, (cards, by, worth, changer, effect) in enumerate(rows[:number])
    ]


def auction() -> dict[str, Any]:
    table = seats({"S": "B", "W": "L", "N": "T", "E": "R"}, turn="W")
    table[0]["roles"], table[2]["roles"], table[3]["roles"] = ["bid 175"], ["bid 200"], ["dealer", "passed"]
    table[3]["is_dealer"] = True
    for seat in table:
        seat["cards"] = 13
    hand = ["R40", "R11", "R8", "Y30", "Y5", "Y4", "B15", "B11", "B9", "G40", "G7", "G1", "BULL"]
    return base(
        title="The auction: what to call with a Bull",
        badges=[
            "1935 rules",
            "Trump not named",
        ],
        seats=table,
        hand=looking([card_entry(code) for code in hand], seat="W", label="West's hand"),
        calls={
            "seat": "W",
            "label": "West to call",
            "text": "Pass, or bid $205,000 to $520,000 in steps of $5,000.",
            "record_move": "bid 210",
            "min_bid": 205,
            "max_bid": 520,
            "step": 5,
            "options": [
                {"text": "Pass", "move": "pass", "legal": True, "why": None},
                {"text": "205", "move": "bid 205", "legal": True, "why": None},
            ],
        },
        auction=[
            {"seat": "S", "text": "175", "amount": 175, "color": "", "pass": False},
            {"seat": "W", "text": "190", "amount": 190, "color": "", "pass": False},
            {"seat": "N", "text": "200", "amount": 200, "color": "", "pass": False},
            {"seat": "E", "text": "pass", "amount": None, "color": "", "pass": True},
        ],
        note={
            "head": "West's hand",
            "text": "Two long suits and the Bull: strong with a partner who covers Black.",
            "source": "after the leaflet's comment, Supplement page 5",
        },
        stepper={
            "step": 4,
            "last_step": 66,
            "label": "Call 5 of 6",
            "place": "Call 5",
            "unit": "",
            "position": "of 6",
            "ticks": [],
            "branch": None,
            "branches": [],
        },
    )


def discarding() -> dict[str, Any]:
    hand = [
        "R4",
        "Y40",
        "Y30",
        "Y15",
        "Y4",
        "B40",
        "B30",
        "B10",
        "B8",
        "B7",
        "B4",
        "B1",
        "G30",
        "G11",
        "G8",
        "TIGER",
    ]
    table = seats({"N": "B", "E": "L", "S": "T", "W": "R"}, turn="N")
    table[0]["roles"] = ["bid 260"]
    return base(
        title="Three cards to discard",
        badges=[
            "1935 rules",
            "Bid $260,000 · North",
            "Trump not named",
        ],
        money=money(0, 0),
        seats=table,
        hand=looking(
            [card_entry(code, "legal") for code in hand],
            ["G8", "Y4", "R4"],
            label="North's hand · to discard",
            mode="discard",
            need=3,
        ),
        auction=[
            {"seat": "N", "text": "260", "amount": 260, "color": "", "pass": False},
            {"seat": "E", "text": "pass", "amount": None, "color": "", "pass": True},
        ],
        alternatives={
            "head": "What else was legal here",
            "legal": [{"text": "B1 B4 B7", "card": None}] * 30,
            "refused": [
                {
                    "text": "Y40 Y30 Y15",
                    "card": None,
                    "why": "You may discard money only when you have no other card to discard.",
                    "id": "R35-NEST-2",
                }
            ],
        },
    )


def trick() -> dict[str, Any]:
    hand = ["Y40", "Y30", "B30", "B10", "B8", "B7", "G10", "TIGER"]
    cells = [
        {
            "rank": rank,
            "money": rank in ("40", "30", "15", "10", "5"),
            "state": "yours"
            if rank in ("40", "30")
            else "played"
            if rank in ("15", "11", "10", "9", "7", "4")
            else "out",
        }
        for rank in ["40", "30", "15", "11", "10", "9", "8", "7", "5", "4", "3", "2", "1"]
    ]
    table = seats({"N": "B", "E": "L", "S": "T", "W": "R"}, turn="N")
    table[2]["roles"], table[0]["roles"], table[0]["cards"] = ["partner", "bid 210"], ["bid 260"], 8
    return base(
        badges=[
            "1935 rules",
            "Bid $260,000 · North",
            "Black trump",
            "Trick 6 of 13 · worth so far $0",
        ],
        money=money(110, 75),
        seats=table,
        trick=[
            {"seat": "E", "card": "Y9", "order": 1, "is_last": False, "is_winning": False},
            {"seat": "S", "card": "Y11", "order": 2, "is_last": False, "is_winning": False},
            {"seat": "W", "card": "B3", "order": 3, "is_last": True, "is_winning": True},
        ],
        next_card={"seat": "N", "order": 4},
        hand=looking(
            [
                card_entry(code, "legal" if code[0] == "Y" else "illegal", None if code[0] == "Y" else FOLLOW)
                for code in hand
            ],
            ["Y30"],
            label="North's hand · to play",
            mode="play",
        ),
        ruling=FOLLOW,
        alternatives={
            "head": "What else was legal here",
            "legal": [{"text": "Y40", "card": "Y40"}],
            "refused": [
                {
                    "text": code,
                    "card": code,
                    "why": "Yellow was led and North holds Yellow.",
                    "id": "R35-PLAY-5",
                }
                for code in hand[2:]
            ],
        },
        strip={"heading": "Yellow, strongest first", "order": "the 11 beats the 10", "color": "Y", "cells": cells},
        history=tricks(5),
        stepper={
            "step": 31,
            "last_step": 66,
            "label": "Trick 6, card 4 of 4",
            "place": "Trick 6",
            "unit": "card",
            "position": "4 of 4",
            "ticks": [],
            "branch": {"name": "What-if 1", "step": 12, "index": 0},
            "branches": [],
        },
        live="West played Black 3.",
    )


def bull() -> dict[str, Any]:
    scene = trick()
    table = scene["seats"]
    for plate, cards in zip(
        table, ("Y40 B30 B10 G10 ??", "R11 R9 G40 BEAR", "Y8 B5 B2 G15", "R2 R1 Y1 G5"), strict=True
    ):
        plate["open_cards"], plate["cards"], plate["turn"] = cards.split(), 4, False
    return scene | {
        "trick": [
            {"seat": seat, "card": card, "order": index + 1, "is_last": index == 3, "is_winning": index == 1}
            for index, (seat, card) in enumerate(zip("ESWN", ("R15", "R40", "BULL", "R5"), strict=True))
        ],
        "next_card": None,
        "is_trick_complete": True,
        "trick_value": 120,
        "effect": "×2",
        "ruling": {
            "kind": "ok",
            "head": "South captures the trick",
            "text": "Red 40 is the strongest card.",
            "moves": [],
            "cites": [],
        },
        "hand": looking([card_entry(code, "hidden" if code == "??" else "rest") for code in table[0]["open_cards"]]),
        "strip": None,
        "history": tricks(3),
    }


def finished() -> dict[str, Any]:
    scene = trick()
    for seat in scene["seats"]:
        seat["cards"], seat["turn"] = 0, False
    rows = tricks(5) + tricks(5) + tricks(3)
    return scene | {
        "trick": [],
        "next_card": None,
        "hand": None,
        "strip": None,
        "alternatives": None,
        "money": money(
            285, 115, state="made", difference=25, sentence="North-South bid $260,000 and took $285,000: made."
        ),
        "history": [row | {"number": 13 - index} for index, row in enumerate(rows)],
        "count": {
            "head": "Counting the tricks",
            "lines": [
                {"side": "North-South", "text": "55 + 15 + 90 + 125", "sum": 285},
                {"side": "East-West", "text": "45 + 30 + 40", "sum": 115},
            ],
            "result": ["North-South bid 260 and took 285: they score 285.", "East-West score 115."],
            "scores": [],
        },
        "ruling": {"kind": "ok", "head": "The bid is made", "text": "", "moves": [], "cites": []},
    }


def six() -> dict[str, Any]:
    places = dict(zip("AXBYCZ", RINGS[6], strict=True))
    table = seats(
        places,
        {"A": "Ann", "X": "<script>alert('x')</script>", "B": 'Bo & "Co" @@ var(--mam-none)'},
        turn="Z",
    )
    cards = ("R30", "R11", "BEAR", "R5", "R4")
    return base(
        title="Six at a table </text><script>alert(1)</script>",
        seats=table,
        money=money(100, 60, 500, 800, 15)
        | {"left": {"name": "Ann, Bo and C who have a long name", "side": "A", "money": 100}},
        trick=[
            {"seat": seat, "card": card, "order": index + 1, "is_last": index == 4, "is_winning": index == 0}
            for index, (seat, card) in enumerate(zip("AXBYC", cards, strict=True))
        ],
        next_card={"seat": "Z", "order": 6},
        trick_value=0,
        effect="×0",
        hand=looking([card_entry("??", "hidden") for _ in range(20)], seat="A", label="Ann's hand"),
    )


SCENES = {make.__name__: make for make in (auction, discarding, trick, bull, finished, six)}
