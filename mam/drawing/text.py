"""A scene in words: the same position for a screen reader, a terminal, or a notebook without pictures."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mam.drawing.card_faces import FACE_DOWN
from mam.drawing.parts import Cards, count_cards
from mam.drawing.table import turn_words, worth_text
from mam.drawing.wrap import drop_forbidden
from mam.rules.amounts import format_amount
from mam.support.messages import capitalize

Scene = Mapping[str, Any]
KEY_NAMES = {
    " ": "Space",
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "PageUp": "Page Up",
    "PageDown": "Page Down",
}  # as people call what a browser names so; shared/ui/dock.js has the same, which a test compares
_WIDTH, _SPARE = 88, 12  # how wide text is set, and how far the line of badges may stand out


def table_text(scene: Scene, parts: Sequence[str] = (), width: int = _WIDTH) -> str:
    """Return the position as plain text, in the order a person would ask for it: where we are, the money, the trick, whose move
    it is, the hands, the ruling, the tricks so far. Cards stand in the project's notation; "$" follows money. `parts` are the
    names of those wanted (see `TEXT_PARTS`; if left out all but the "actions", which only somebody with a kernel can take),
    `width` is how many characters a line may have."""
    chosen_parts = parts or [name for name in TEXT_PARTS if name != "actions"]
    texts = [_set(name, lines(scene), width) for name, lines in TEXT_PARTS.items() if name in chosen_parts]
    return "\n\n".join("\n".join(lines) for lines in texts if lines) + "\n"


def _set(part: str, lines: Sequence[str], width: int) -> list[str]:
    """Return the lines of a part, those that are too long folded; what goes on from an indented line is indented further."""
    longest = width + _SPARE if part == "where" else width
    return [short for line in lines for short in ([line] if len(line) <= longest else _fold(line, width))]


def _fold(line: str, width: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line.lstrip(),
        width,
        initial_indent=indent,
        subsequent_indent=indent + ("  " if indent else ""),
        break_long_words=False,
        break_on_hyphens=False,
    )


def card_text(code: str, cards: Cards) -> str:
    """Return a card in one line of text, by the facts of the scene's cards: "R40$", "BULL", "??"."""
    return code + ("$" if cards[code]["money"] else "")


def cards_text(codes: Sequence[str], cards: Cards) -> str:
    """Cards in one line; unseen ones are counted: "R40$ R9, 2 unseen"."""
    seen_cards = " ".join(card_text(code, cards) for code in codes if code != FACE_DOWN)
    unseen = codes.count(FACE_DOWN)
    return ", ".join(text for text in (seen_cards, f"{unseen} unseen" if unseen else "") if text)


def _opening(scene: Scene) -> list[str]:
    texts = (_clean(badge) for badge in scene["badges"])
    badges = " ".join(f"{capitalize(text)}." for text in texts if text)
    return [_clean(scene["title"]), *([badges] if badges else [])]


def _money(scene: Scene) -> list[str]:
    money = scene.get("money")
    if not money:
        return []
    left, right = money["left"], money["right"]
    numbers = (
        f"Money: {_clean(left['name'])} {format_amount(left['money'])}, "
        f"{_clean(right['name'])} {format_amount(right['money'])}, still out {format_amount(money['remaining'])}"
        + (f", in the {_clean(money.get('word', 'nest'))} {format_amount(money['nest'])}" if money["nest"] else "")
        + "."
    )
    return [*_line(numbers), *_line(money["sentence"])]


def _tally(scene: Scene) -> list[str]:
    tally = scene.get("tally")
    return _line(f"{_clean(tally['head'])}: {_clean(tally['sentence'])}") if tally else []


def _words(scene: Scene) -> list[str]:
    """Return what is spelled in a letter game."""
    lines = []
    if word := scene.get("word"):
        spelled = "".join(tile["letter"] for tile in word["tiles"] if tile["state"] == "done")
        left = "".join(tile["letter"] for tile in word["tiles"] if tile["state"] != "done")
        lines.append(
            f"Spelled: {'-'.join(spelled) or 'nothing yet'}." + (f" To come: {'-'.join(left)}." if left else "")
        )
        lines.append(f"{_clean(word['label'])}.")
    if scene.get("lines") is not None:
        lines.append("Words on the table:" if scene["lines"] else "No word is on the table yet.")
        lines += [
            f"  {line['number']}. {_clean(line['word'])}" + (" (new)" if line["is_last"] else "")
            for line in scene["lines"]
        ]
    return lines


def _unit(scene: Scene) -> str:
    return str(scene.get("unit", "money"))


def _seats(scene: Scene) -> list[str]:
    lines = ["Seats, clockwise:"]
    for seat in scene["seats"]:
        facts = [count_cards(seat["cards"]), _clean(" · ".join(seat["roles"]))]
        facts.append(turn_words(scene) if seat["turn"] else "")
        money = scene.get("money")  # before a bid sides mean nothing yet
        ends = [money["left"], money["right"]] if money else []
        side = next((f"side {_clean(end['name'])}" for end in ends if end["side"] == seat["side"]), "")
        lines.append(f"  {_name(scene, seat['seat'])}: {', '.join(text for text in (*facts, side) if text)}")
    return [*lines, *list_calls(scene)]


def list_calls(scene: Scene) -> list[str]:
    """Return the calls so far, until the first trick."""
    calls_made = scene.get("auction") or []
    if not calls_made or scene["history"] or scene["trick"]:
        return []
    calls = [f"{_name(scene, call['seat'])} {_clean(call['text'])}" for call in calls_made]
    return _line(f"Calls so far: {', '.join(calls)}.")


def _trick(scene: Scene) -> list[str]:
    lines = []
    for played in scene["trick"]:
        facts = ["led" if played["order"] == 1 else "", "just played" if played["is_last"] else ""]
        facts.append("winning" if played["is_winning"] else "")
        notes = ", ".join(text for text in facts if text)
        card = f"{_name(scene, played['seat'])} {card_text(played['card'], scene['cards'])}"
        lines.append(f"  {played['order']}. {card}" + (f" ({notes})" if notes else ""))
    coming = scene.get("next_card")
    if coming:
        lines.append(f"  {coming['order']}. {_name(scene, coming['seat'])} {turn_words(scene)}")
    if not lines:
        return []
    head = "Trick, complete" if scene["is_trick_complete"] else "Trick"
    worth = f", {worth_text(scene)}" if worth_text(scene) else ""
    return [f"{head}{worth}{', ' + _clean(scene['effect']) if scene['effect'] else ''}:", *lines]


def _waiting(scene: Scene) -> list[str]:
    lines = []
    calling, naming, choosing = scene.get("calls"), scene.get("trumps"), scene.get("choices")
    if calling:
        lines += _line(f"{_clean(calling['label'])}. {_clean(calling['text'])}")
    if naming:
        options = ", ".join(_clean(option["text"]) for option in naming["options"])
        lines += _line(f"{_clean(naming['label'])}: {options}.")
    if choosing:
        options = ", ".join(_clean(option["text"]) for option in choosing["options"] if option["legal"])
        lines += _line(f"{_clean(choosing['label'])}: {options or 'nothing'}.")
    if scene.get("spell"):
        lines += _line(_describe_spell(scene["spell"]))
    printed = _describe_printed_call(scene)
    return [*lines, f"In the record: {_clean(printed)}."] if printed else lines


def _describe_spell(spell: Mapping[str, Any]) -> str:
    """Return to which lines a letter can be added."""
    last = spell["lines"][-1]
    return f"{spell['label']}: line 1" + (f" to {last}." if last > 1 else ".")


def _describe_printed_call(scene: Scene) -> str:
    """Return the call or the trump that the record has here, in words where the scene has words for it; "" without one."""
    choice = scene.get("calls") or scene.get("trumps") or scene.get("choices") or {}
    printed = str(choice.get("record_move") or "")
    words = "options" if scene.get("calls") is None else ""
    texts = (str(option["text"]) for option in choice.get(words, []) if option["move"] == printed)
    return next(texts, printed)


def _hand(scene: Scene) -> list[str]:
    hand = scene.get("hand")
    if not hand:
        return []
    cards, facts = hand["cards"], scene["cards"]
    codes = [FACE_DOWN if card["state"] == "hidden" else card["card"] for card in cards]
    need = f", choose {hand['need']}" if hand["need"] else ""
    lines = [f"{_clean(hand['label'])}{need}:", *_line(cards_text(codes, facts), "  ")]
    if covering_cards := [card["card"] for card in cards if card.get("card_beneath")]:
        lines += _line(f"On a face-down card each: {cards_text(covering_cards, facts)}.")
    legal = [card["card"] for card in cards if card["state"] == "legal"]
    refused = [card for card in cards if card["state"] == "illegal"]
    if legal and refused:
        lines += _line(f"Playable: {cards_text(legal, facts)}.")
        reasons = dict.fromkeys(_clean(card["why"]["text"]) for card in refused if card["why"] and card["why"]["text"])
        lines += _line(f"Not playable: {cards_text([card['card'] for card in refused], facts)}. {' '.join(reasons)}")
    elif legal:
        lines.append("You can choose any card.")
    if hand["record_cards"]:
        lines += _line(f"In the record: {cards_text(hand['record_cards'], facts)}.")
    if figures := [f"{card_text(card['card'], facts)} {card['value']}" for card in cards if card.get("value")]:
        lines += _line(f"By the solver: {', '.join(figures)}.")
    return lines


def _hint(scene: Scene) -> list[str]:
    """Return what is advised, where the learner asked for it."""
    hint = (scene.get("session") or {}).get("hint")
    return _line(f"Hint: {_clean(hint['head'])}: {_clean(hint['reason'])}.") if hint else []


def _describe_solution(scene: Scene) -> list[str]:
    solution = scene.get("solve")
    return _line(f"Solver: {_clean(solution['text'])}") if solution and solution.get("text") else []


def _open_hands(scene: Scene) -> list[str]:
    hand_seat = (scene.get("hand") or {}).get("seat")
    seats = [seat for seat in scene["seats"] if seat["open_cards"] and seat["seat"] != hand_seat]
    lines = []
    for seat in seats:
        face_down_count = sum(bool(below) for below in seat.get("cards_beneath") or [])
        down = f", {face_down_count} face down under them" if face_down_count else ""
        lines += _line(f"{_name(scene, seat['seat'])}: {cards_text(seat['open_cards'], scene['cards'])}{down}", "  ")
    return ["Open hands:", *lines] if lines else []


def _count(scene: Scene) -> list[str]:
    count = scene.get("count")
    if not count:
        return []
    lines = [f"{_clean(count['head'])}:"]
    for line in count["lines"]:
        text = f" ({_clean(line['text'])})" if line["text"] else ""
        lines += _line(f"{_clean(line['side'])}: {format_amount(line['sum'], _unit(scene))}{text}", "  ")
    for text in count["result"]:
        lines += _line(text)
    return lines


def _ruling(scene: Scene) -> list[str]:
    ruling = scene.get("ruling")
    if not ruling:
        return []
    lines = _line(f"Ruling: {_clean(ruling['head'])}")
    lines += _line(ruling["text"]) if ruling["text"] else []
    if ruling["moves"]:
        lines += _line(f"You can play: {list_moves(ruling['moves'], scene['cards'])}.")
    for cite in ruling["cites"]:
        source = ", ".join(_clean(text) for text in (cite["id"], cite["source"]) if text)
        lines += _line(f"{_clean(cite['words'])} [{source}]" if cite["words"] else f"[{source}]", "  ")
    return lines


def _note(scene: Scene) -> list[str]:
    note = scene.get("note")
    if not note:
        return []
    source = f" [{_clean(note['source'])}]" if note["source"] else ""
    return [f"{_clean(note['head'])}:", *_line(f"{_clean(note['text'])}{source}", "  ")]


def _alternatives(scene: Scene) -> list[str]:
    alternatives = scene.get("alternatives")
    if not alternatives:
        return []
    lines = _line(f"{_clean(alternatives['head'])}: {list_moves(alternatives['legal'], scene['cards']) or 'nothing'}.")
    reasons: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for refusal in alternatives["refused"]:
        reasons.setdefault((_clean(refusal["why"]), _clean(refusal["id"])), []).append(refusal)
    for (why, rule), moves in reasons.items():
        lines += _line(f"Not {list_moves(moves, scene['cards'])}: {why}" + (f" [{rule}]" if rule else ""), "  ")
    return lines


def _strip(scene: Scene) -> list[str]:
    strip = scene.get("strip")
    if not strip:
        return []
    cells = [*strip["cells"], *strip.get("second", [])]
    groups = [
        f"{word} {' '.join(_clean(cell['rank']) for cell in cells if cell['state'] == state)}"
        for word, state in (("still out", "out"), ("in the hand shown", "yours"), ("played", "played"))
        if any(cell["state"] == state for cell in cells)
    ]
    heading = ": ".join(_clean(text) for text in (strip["heading"], strip["order"]) if text)
    return _line(f"{heading}: {'; '.join(groups)}.")


def _history(scene: Scene) -> list[str]:
    lines = []
    for trick in scene.get("history") or []:
        cards = ", ".join(
            f"{_name(scene, card['seat'])} {card_text(card['card'], scene['cards'])}" for card in trick["cards"]
        )
        tag = f", {_clean(trick['tag'])}" if trick["tag"] else ""
        plain = _unit(scene) == "tricks" or not trick["winner"]
        worth = "the trick" if plain else format_amount(trick["trick_value"], _unit(scene))
        lines += _line(f"{trick['number']}. {cards}{tag}: {_clean(trick['winner_name'])} captured {worth}.", "  ")
    return ["Tricks so far, newest first:", *lines] if lines else []


def _log(scene: Scene) -> list[str]:
    log = scene.get("log")
    if not log:
        return []
    rows = [line for row in log["rows"] for line in _line(f"{row['number']}. {_clean(row['text'])}", "  ")]
    return [f"{_clean(log['head'])}:", *rows]


def _place(scene: Scene) -> list[str]:
    stepper = scene.get("stepper")
    if not stepper:
        return []
    branch = stepper.get("branch")
    text = f"{_clean(stepper['label'])} (step {stepper['step']} of {stepper['last_step']})"
    return [text + (f", in the branch {_clean(branch['name'])}" if branch else "") + "."]


def _actions(scene: Scene) -> list[str]:
    """Return what can be done now, each with its key, and what can't, each with the reason."""
    texts: dict[bool, list[str]] = {True: [], False: []}
    for action in scene.get("actions") or []:
        key = f" (key {KEY_NAMES.get(action['key'], action['key'])})" if action["key"] else ""
        why = f": {_clean(action['why_not'])}" if action["why_not"] else ""
        texts[not why] += _line(f"{_clean(action['text'])}{key}{why}", "  ")
    heads = (("You can now:", True), ("Not now:", False))
    return [line for head, is_possible in heads if texts[is_possible] for line in (head, *texts[is_possible])]


def list_moves(moves: Sequence[Mapping[str, Any]], cards: Cards) -> str:
    """Return moves in one line, cards in the project's notation."""
    return ", ".join(card_text(move["card"], cards) if move["card"] else _clean(move["text"]) for move in moves)


def _name(scene: Scene, seat: str) -> str:
    return next((_clean(plate["name"]) for plate in scene["seats"] if plate["seat"] == seat), seat)


def _clean(text: object) -> str:
    return " ".join(drop_forbidden(str(text)).split())


def _line(text: object, indent: str = "") -> list[str]:
    cleaned = _clean(text)
    return [indent + cleaned] if cleaned else []


# What the text consists of, in its order.
TEXT_PARTS: Mapping[str, Callable[[Scene], list[str]]] = {
    "where": _opening,
    "money": _money,
    "tally": _tally,
    "seats": _seats,
    "words": _words,
    "trick": _trick,
    "waiting": _waiting,
    "hand": _hand,
    "hint": _hint,
    "solver": _describe_solution,
    "open hands": _open_hands,
    "count": _count,
    "ruling": _ruling,
    "note": _note,
    "alternatives": _alternatives,
    "strip": _strip,
    "history": _history,
    "log": _log,
    "place": _place,
    "actions": _actions,
}
