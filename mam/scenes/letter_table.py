"""The tables of the two letter games, told with the same words as a table of tricks where both have the thing."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from mam.drawing import card_name
from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, counted
from mam.rules.moves import Draw, Extend, Lay, Move, Pass, Play, Stop
from mam.scenes.labels import Scene, button, card_words, listed, refusal, write_ruling
from mam.scenes.messages import move_words

Places = Sequence[tuple[str, str]]  # each seat with its place at the table


def make_table(
    view: View[Round], names: Mapping[str, str], placed: Places, open_hands: bool, printed: Move | None
) -> Scene:
    """What lies on the table of a letter game: words, hands, pile, and what may be done."""
    game = view.round
    shown = view.person or game.turn
    scene: Scene = {
        "unit": "points",
        "colors": [],
        "badges": _badges(game),
        "money": None,
        "tally": None,
        "seats": [_seat(game, seat, place, names, open_hands, shown) for seat, place in placed],
        "trick": [],
        "trick_done": False,
        "next": None,
        "worth": 0,
        "effect": "",
        "hand": _hand(view, shown, names, printed),
        "calls": None,
        "trumps": None,
        "choices": _choices(view, names, printed),
        "asks": "",
        "made": [],
        "strip": None,
        "history": [],
        "log": _log(game, names),
        "count": _count(game),
    }
    if isinstance(game, Millionaire):
        scene["word"] = _word(game)
    if isinstance(game, Anagrams):
        scene |= {"lines": _lines(game), "spell": _spell(view)}
    return scene


def _badges(game: Round) -> list[Scene]:
    rules = game.rules
    badges: list[Scene] = [{"text": rules.short_name, "short": rules.short_name.split()[-1]}]
    badges += [{"text": option.words, "short": name} for name, option in rules.options.items() if name in rules.chosen]
    if isinstance(game, Millionaire):
        done, pile = len(game.spelled), len(game.pile)
        badges.append({"text": f"{done} of {len(game.rules.word)} letters", "short": counted(done, "letter")})
        badges.append({"text": f"Pile: {counted(pile, 'card')}", "short": f"Pile {pile}"})
    if isinstance(game, Anagrams):
        badges.append({"text": counted(len(game.lines), "word"), "short": counted(len(game.lines), "word")})
        if game.passes:
            badges.append({"text": f"{game.passes} of {len(rules.seats)} have passed", "short": "passed", "bare": True})
    return badges


# Seats and hands


def _seat(game: Round, seat: str, place: str, names: Mapping[str, str], open_hands: bool, before: str | None) -> Scene:
    hand = game.hands[seat]
    someone_hidden = any(UNSEEN in other for other in game.hands.values())
    seen = UNSEEN not in hand and any(game.hands.values())
    open_to_all = game.over and seat != before and not someone_hidden
    return {
        "seat": seat,
        "name": names[seat],
        "at": place,
        "side": "",
        "cards": len(hand),
        "role": " · ".join(_roles(game, seat)),
        "turn": seat == game.turn,
        "open": [card.code for card in hand] if seen and (open_hands or open_to_all) else None,
    }


def _roles(game: Round, seat: str) -> Iterator[str]:
    if not game.history and seat == game.deal.dealer:
        yield "dealer"
    if isinstance(game, Millionaire):
        played = sum(who == seat for who, _ in game.spelled)
        if played:
            yield counted(played, "letter") + " played"
    result = game.result
    if result is not None and result.scores[seat]:
        yield (
            "wins" if isinstance(game, Anagrams) else f"scores {game.rules.scoring.format_amount(result.scores[seat])}"
        )


def _hand(view: View[Round], seat: str | None, names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """The letters held. At Millionaire the letter needed is lifted; at Card Anagrams nothing is told of what would fit:
    to find that is the game (D-A05)."""
    game = view.round
    if seat is None or not game.hands[seat]:
        return None
    acts = view.to_move and seat == game.turn
    doing = "" if not acts else "to play" if isinstance(game, Millionaire) else "to add a letter"
    own = printed.card.code if isinstance(printed, Play | Lay) else ""
    return {
        "seat": seat,
        "label": f"{names[seat]}'s hand" + (f" · {doing}" if doing else ""),
        "mode": "play" if acts else "look",
        "cards": [_hand_card(game, card, acts) for card in game.hands[seat]],
        "need": 0,
        "printed": [own] if own and acts else [],
    }


def _hand_card(game: Round, card: Card, acts: bool) -> Scene:
    shown: Scene = {"card": card.code, "name": card_name(card.code), "state": "rest", "move": None, "why": None}
    if card == UNSEEN:
        return shown | {"name": "card, face down", "state": "hidden"}
    if not acts:
        return shown
    if isinstance(game, Anagrams):
        if card.code in game.rules.starters:
            shown |= {"state": "rest" if game.lines else "legal", "move": str(Lay(card))}
        return shown
    ruling = game.why_not(Play(card))
    if ruling is None:
        return shown | {"state": "legal", "move": str(Play(card))}
    head = f"{card_words(card)} cannot be played now"
    return shown | {"state": "illegal", "why": write_ruling(ruling, "stop", head, ruling.instead)}


def _choices(view: View[Round], names: Mapping[str, str], printed: Move | None) -> Scene | None:
    """What can be done without a card: draw, stop, pass."""
    game = view.round
    if not view.to_move or game.turn is None:
        return None
    moves: list[Move] = [Draw(), Stop(), Pass()] if isinstance(game, Millionaire) else [Pass()]
    return {
        "seat": game.turn,
        "label": f"{names[game.turn]} may also",
        "printed": str(printed) if printed is not None else None,
        "options": [_option(game, move) for move in moves],
    }


def _option(game: Round, move: Move) -> Scene:
    # Whether a pass is refused would tell that some letter fits: that is said only when it is tried (D-A05).
    ruling = game.why_not(move) if isinstance(game, Millionaire) else None
    why = ruling and write_ruling(ruling, "stop", refusal(move), ruling.instead)
    return {"text": button(move), "move": str(move), "legal": ruling is None, "why": why}


def _spell(view: View[Round]) -> Scene | None:
    """The lines to which a letter can be added, while it is this person's turn."""
    game = view.round
    if not view.to_move or not isinstance(game, Anagrams) or not game.lines:
        return None
    return {"label": "Add one letter to a word", "lines": [number for number, _ in enumerate(game.lines, 1)]}


# What lies on the table


def _word(game: Millionaire) -> Scene:
    """The word to be spelled: letters played, the one needed, those to come."""
    tiles = []
    for place, letter in enumerate(game.rules.word):
        done = place < len(game.spelled)
        state = "done" if done else "next" if place == len(game.spelled) else "to come"
        seat = game.spelled[place][0] if done else ""
        tiles.append({"letter": letter, "state": state, "seat": seat, "just": done and place == _just(game)})
    needed = game.needed
    label = f"Next: the letter {needed.code}" if needed else f"{game.rules.word} is complete"
    return {"label": label, "tiles": tiles}


def _just(game: Millionaire) -> int:
    """The place of the letter that the last move played, or none."""
    return len(game.spelled) - 1 if game.history and isinstance(game.history[-1], Play) else -1


def _lines(game: Anagrams) -> list[Scene]:
    """The words on the table, the first at the top; the one just made is marked."""
    last = game.history[-1] if game.history else None
    just = last.line if isinstance(last, Extend) else len(game.lines) if isinstance(last, Lay) else 0
    return [{"number": number, "word": word, "just": number == just} for number, word in enumerate(game.lines, 1)]


def _log(game: Round, names: Mapping[str, str]) -> Scene | None:
    """The turns so far, newest first, each with the step just after it."""
    moves = list(_seated(game))
    if not moves:
        return None
    rows: list[Scene] = []
    for number, turn in groupby(moves, key=lambda one: one[0]):
        made = list(turn)
        rows.append({"number": number, "text": _turn_words(made, names), "step": made[-1][1]})
    return {"head": "The turns, newest first", "rows": rows[::-1]}


_Made = tuple[int, int, str, Move]


def _seated(game: Round) -> Iterator[_Made]:
    """Each move with its turn, the step after it and the seat that made it."""
    now = type(game)(game.rules, game.deal, carry=game.carry)
    number = 1
    for step, move in enumerate(game.history, 1):
        seat = now.turn or ""
        now = now._apply(move)
        yield number, step, seat, move
        number += now.turn != seat


def _turn_words(made: Sequence[_Made], names: Mapping[str, str]) -> str:
    """A turn as a sentence: "A plays M and I, and stops"."""
    who = names[made[0][2]]
    if not isinstance(made[0][3], Play | Draw):
        return move_words(made[0][3], who, "points", names)
    letters = [move.card.code for _, _, _, move in made if isinstance(move, Play)]
    parts = ["draws a card"] if isinstance(made[0][3], Draw) else []
    if letters:
        parts.append(f"plays {listed(letters)}")
    if letters and any(isinstance(move, Stop) for _, _, _, move in made):
        parts.append("stops")
    return f"{who} {listed(parts)}."


def _count(game: Round) -> Scene | None:
    """The cards left at the end, and what they bring."""
    result = game.result
    if result is None:
        return None
    names = game.rules.seat_names
    left = {seat: len(hand) for seat, hand in game.hands.items()}
    lines = [
        {"side": names[seat], "text": counted(count, "card") + " left", "sum": result.scores[seat]}
        for seat, count in left.items()
    ]
    best = [names[seat] for seat, count in left.items() if count == min(left.values())]
    said = f"{listed(best)} {'has' if len(best) == 1 else 'have'} the fewest cards."
    return {"head": "Counting the cards left in the hands", "lines": lines, "result": [said]}
