"""The tables of the two letter games, in the same parts as a table of tricks."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.views import View
from mam.rules.cards import UNSEEN, Card, format_count, join_words
from mam.rules.moves import Draw, Extend, Lay, Move, Pass, Play, Stop
from mam.scenes.card_facts import describe_card
from mam.scenes.labels import write_refusal
from mam.scenes.move_words import describe_move, head_refusal, label_move
from mam.scenes.schema import (
    Choices,
    Count,
    CountLine,
    GameTable,
    Hand,
    HandCard,
    Log,
    LogRow,
    Option,
    Seat,
    Spell,
    Tile,
    Word,
    WordLine,
)

Places = Sequence[tuple[str, str]]  # each seat with its place at the table


def make_table(
    view: View[Round], names: Mapping[str, str], placed: Places, open_hands: bool, printed: Move | None
) -> GameTable:
    """Return what lies on the table of a letter game: words, hands, pile, and what may be done."""
    game = view.round
    shown = view.person or game.turn
    table: GameTable = {
        "unit": "points",
        "colors": [],
        "viewer": view.person or "",
        "nest": None,
        "discards": [],
        "badges": _badges(game),
        "money": None,
        "tally": None,
        "seats": [_seat(game, seat, place, names, open_hands, shown) for seat, place in placed],
        "trick": [],
        "is_trick_complete": False,
        "next_card": None,
        "trick_value": 0,
        "effect": "",
        "hand": _hand(view, shown, names, printed),
        "calls": None,
        "trumps": None,
        "choices": _choices(view, names, printed),
        "prompt": "",
        "auction": [],
        "strip": None,
        "history": [],
        "guide": [],
        "last_trick": None,
        "log": _log(game, names),
        "count": _count(game),
    }
    if isinstance(game, Millionaire):
        table["word"] = _word(game)
    if isinstance(game, Anagrams):
        table["lines"] = _lines(game)
        table["spell"] = _spell(view)
    return table


def _badges(game: Round) -> list[str]:
    rules = game.rules
    badges = [rules.short_name, *(option.words for name, option in rules.options.items() if name in rules.chosen)]
    if isinstance(game, Millionaire):
        badges += [
            f"{len(game.spelled)} of {len(game.rules.word)} letters",
            f"Stock: {format_count(len(game.stock), 'card')}",
        ]
    if isinstance(game, Anagrams):
        badges.append(format_count(len(game.lines), "word"))
        if game.passes:
            badges.append(f"{game.passes} of {len(rules.seats)} have passed")
    return badges


# Seats and hands


def _seat(game: Round, seat: str, place: str, names: Mapping[str, str], open_hands: bool, shown: str | None) -> Seat:
    hand = game.hands[seat]
    someone_hidden = any(UNSEEN in cards for cards in game.hands.values())
    is_hand_visible = UNSEEN not in hand and any(game.hands.values())
    open_to_all = game.is_over and seat != shown and not someone_hidden
    return {
        "seat": seat,
        "name": names[seat],
        "place": place,
        "side": "",
        "cards": len(hand),
        "roles": [*_list_roles(game, seat)],
        "is_dealer": _is_dealer(game, seat),
        "is_dummy": False,
        "turn": seat == game.turn,
        "open_cards": [card.code for card in hand] if is_hand_visible and (open_hands or open_to_all) else None,
    }


def _is_dealer(game: Round, seat: str) -> bool:
    """Return whether this seat dealt, as long as it matters: before the first move."""
    return not game.history and seat == game.deal.dealer


def _list_roles(game: Round, seat: str) -> Iterator[str]:
    if _is_dealer(game, seat):
        yield "dealer"
    if isinstance(game, Millionaire):
        played = sum(speller == seat for speller, _ in game.spelled)
        if played:
            yield f"{played} played"
    result = game.result
    if result is not None and result.scores[seat]:
        yield (
            "wins" if isinstance(game, Anagrams) else f"scores {game.rules.scoring.format_amount(result.scores[seat])}"
        )


def _hand(view: View[Round], seat: str | None, names: Mapping[str, str], printed: Move | None) -> Hand | None:
    """Return the letters held. Millionaire marks the letter needed; Card Anagrams does not say what would fit: finding that
    is the game (D-A05)."""
    game = view.round
    if seat is None or not game.hands[seat]:
        return None
    is_acting = view.to_move and seat == game.turn
    task = "" if not is_acting else "to play" if isinstance(game, Millionaire) else "to add a letter"
    choice = printed.card.code if isinstance(printed, Play | Lay) else ""
    return {
        "seat": seat,
        "owner": f"{names[seat]}'s hand",
        "label": f"{names[seat]}'s hand" + (f" · {task}" if task else ""),
        "mode": "play" if is_acting else "look",
        "cards": [_hand_card(game, card, is_acting) for card in game.hands[seat]],
        "need": 0,
        "record_cards": [choice] if choice and is_acting else [],
    }


def _hand_card(game: Round, card: Card, is_acting: bool) -> HandCard:
    shown: HandCard = {"card": card.code, "name": describe_card(card), "state": "rest", "move": None, "why": None}
    if card == UNSEEN:
        shown["state"] = "hidden"
    elif is_acting and isinstance(game, Anagrams):
        if card.code in game.rules.starters:
            shown["state"] = "rest" if game.lines else "legal"
            shown["move"] = str(Lay(card))
    elif is_acting:
        ruling = game.why_not(Play(card))
        shown["state"] = "legal" if ruling is None else "illegal"
        if ruling is None:
            shown["move"] = str(Play(card))
        else:
            shown["why"] = write_refusal(ruling, head_refusal(Play(card)), ruling.instead)
    return shown


def _choices(view: View[Round], names: Mapping[str, str], printed: Move | None) -> Choices | None:
    """Return what can be done without a card: draw, stop, pass."""
    game = view.round
    if not view.to_move or game.turn is None:
        return None
    moves: list[Move] = [Draw(), Stop(), Pass()] if isinstance(game, Millionaire) else [Pass()]
    return {
        "seat": game.turn,
        "label": f"{names[game.turn]} can also",
        "record_move": str(printed) if printed is not None else None,
        "options": [_option(game, move) for move in moves],
    }


def _option(game: Round, move: Move) -> Option:
    # A refused pass would give away that some letter fits, so it is refused only when it is tried (D-A05).
    ruling = game.why_not(move) if isinstance(game, Millionaire) else None
    why = write_refusal(ruling, head_refusal(move), ruling.instead) if ruling else None
    return {"text": label_move(move), "move": str(move), "legal": ruling is None, "why": why}


def _spell(view: View[Round]) -> Spell | None:
    """Return the lines to which a letter can be added, while it is this person's turn."""
    game = view.round
    if not view.to_move or not isinstance(game, Anagrams) or not game.lines:
        return None
    return {"label": "Add one letter to a word", "lines": [number for number, _ in enumerate(game.lines, 1)]}


# What lies on the table


def _word(game: Millionaire) -> Word:
    """Return the word to be spelled: letters played, the one needed, those to come."""
    tiles: list[Tile] = []
    for index, letter in enumerate(game.rules.word):
        is_spelled = index < len(game.spelled)
        state: Literal["done", "next", "to come"] = (
            "done" if is_spelled else "next" if index == len(game.spelled) else "to come"
        )
        seat = game.spelled[index][0] if is_spelled else ""
        tiles.append(
            {"letter": letter, "state": state, "seat": seat, "is_last": is_spelled and index == _newest_letter(game)}
        )
    needed = game.needed
    label = f"Next: the letter {needed.code}" if needed else f"{game.rules.word} is complete"
    return {"label": label, "tiles": tiles}


def _newest_letter(game: Millionaire) -> int:
    """Return the index of the letter that the last move played; -1 if it played none."""
    return len(game.spelled) - 1 if game.history and isinstance(game.history[-1], Play) else -1


def _lines(game: Anagrams) -> list[WordLine]:
    """Return the words on the table, the first at the top; the one just made is marked."""
    last = game.history[-1] if game.history else None
    newest = last.line if isinstance(last, Extend) else len(game.lines) if isinstance(last, Lay) else 0
    return [{"number": number, "word": word, "is_last": number == newest} for number, word in enumerate(game.lines, 1)]


def _log(game: Round, names: Mapping[str, str]) -> Log | None:
    """Return the turns so far, newest first, each with the step just after it."""
    moves = list(_list_seated_moves(game))
    if not moves:
        return None
    rows: list[LogRow] = []
    for number, turn in groupby(moves, key=lambda move: move[0]):
        turn_moves = list(turn)
        text = _describe_turn(turn_moves, names)
        rows.append({"number": number, "text": text, "step": turn_moves[-1][1]})
    return {"head": "Turns, newest first", "rows": rows[::-1]}


_SeatedMove = tuple[int, int, str, Move]


def _list_seated_moves(game: Round) -> Iterator[_SeatedMove]:
    """Return each move with the number of its turn, the step after it and the seat that made it."""
    earlier = type(game)(game.rules, game.deal, carry=game.carry)
    number = 1
    for step, move in enumerate(game.history, 1):
        seat = earlier.turn or ""
        earlier = earlier._apply(move)
        yield number, step, seat, move
        number += earlier.turn != seat


def _describe_turn(moves: Sequence[_SeatedMove], names: Mapping[str, str]) -> str:
    """Return a turn as a sentence: "A plays M and I and stops"."""
    person_name = names[moves[0][2]]
    if not isinstance(moves[0][3], Play | Draw):
        return describe_move(moves[0][3], person_name, "points", names)
    letters = [move.card.code for _, _, _, move in moves if isinstance(move, Play)]
    parts = ["draws a card"] if isinstance(moves[0][3], Draw) else []
    if letters:
        parts.append(f"plays {join_words(letters)}")
    if letters and any(isinstance(move, Stop) for _, _, _, move in moves):
        parts.append("stops")
    return f"{person_name} {join_words(parts)}."


def _count(game: Round) -> Count | None:
    """Return the cards left at the end, and what they score."""
    result = game.result
    if result is None:
        return None
    names = game.rules.seat_names
    cards_left = {seat: len(hand) for seat, hand in game.hands.items()}
    lines: list[CountLine] = [
        {"side": names[seat], "text": format_count(count, "card") + " left", "sum": result.scores[seat]}
        for seat, count in cards_left.items()
    ]
    best = [names[seat] for seat, count in cards_left.items() if count == min(cards_left.values())]
    sentence = f"{join_words(best)} {'has' if len(best) == 1 else 'have'} the fewest cards."
    return {"head": "Cards left in the hands", "lines": lines, "result": [sentence], "scores": []}
