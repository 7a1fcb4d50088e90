"""Hold what the coach says against all cards open: for tests and the check of coached rounds, never for a player."""

import re
from collections.abc import Iterator

from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.cards import TIGER, Color
from mam.rules.moves import Play
from mam.studies.coach.advice import Advice


def find_false_claims(advice: Advice, round: TrickRound, you: str) -> tuple[str, ...]:
    """Return what is false of an advice about a card, by the phrases that it uses; `round` shows all hands."""
    if not isinstance(advice.move, Play) or round.trick is None:
        return ()
    return tuple(_list_false(advice, round, you, advice.move))


def _list_false(advice: Advice, round: TrickRound, you: str, move: Play) -> Iterator[str]:
    text, names, trump = f"{advice.cause} {advice.text}", round.rules.seat_names, round.trump
    assert round.trick is not None
    cards, rules = round.trick.cards, round.rules.tricks
    others = [card for seat, hand in round.hands.items() if seat != you for card in hand]
    legal = [play.card for play in round.legal_moves if isinstance(play, Play)]
    takers = {card for card in legal if tricks.find_winner((*cards, card), trump, rules) == len(cards)}
    value = tricks.trick_value(cards, rules)
    for seat, name in names.items():
        if re.search(rf"{name}(, your partner,)? is winning", text):
            if round.current_winner != seat:
                yield f"{round.current_winner} is winning"
            if any(int(amount) != value for amount in re.findall(r"winning \$(\d+),000", advice.cause)):
                yield f"the trick is worth {value}"
    for color in Color:
        higher = [card for card in others if card.color == color and card.rank > move.card.rank]
        if f"is the highest {color.word} card" in text and higher:
            yield f"{higher[0]} is higher"
    opponents = [seat for seat in names if round.side_of(seat) != round.side_of(you)]
    if "have no trumps" in text and any(
        tricks.find_color(card, trump) == trump for seat in opponents for card in round.hands[seat]
    ):
        yield "they have trumps"
    if match := re.search(r"(\d+|One) trumps? (?:are|is) still out", text):
        hidden = [card for card in others if tricks.find_color(card, trump) == trump]
        if round.bidder == you and len(hidden) != (1 if match[1] == "One" else int(match[1])):
            yield f"{len(hidden)} trumps are out"
    if "you can't beat it" in text and takers:
        yield f"{min(takers, key=str)} beats it"
    if "Let it go" in text and move.card in takers:
        yield "it takes the trick"
    if "no card without money" in text and any(not card.money and card.color for card in legal):
        yield "there is a card without money"
    if "only card that you may play" in text and len(legal) > 1:
        yield "there are others"
    if "you play last" in text.lower() and len(cards) != len(names) - 1:
        yield "somebody plays after you"
    if "only trumps" in text and any(
        tricks.find_color(card, trump) != trump for card in legal if card.color or card == TIGER
    ):
        yield "there are other cards"
    if re.search("[Nn]obody after you can beat|nothing beats|they can't beat it", text) and _can_be_beaten(
        round, you, move
    ):
        yield "an opponent can beat it"


def _can_be_beaten(round: TrickRound, you: str, move: Play) -> bool:
    """Return whether an opponent can end this trick as its winner."""
    return _ends_beaten(round.play(move), len(round.tricks), you)


def _ends_beaten(round: TrickRound, number: int, you: str) -> bool:
    if len(round.tricks) > number:
        winner = round.tricks[number].winner
        return winner is not None and round.side_of(winner) != round.side_of(you)
    if round.side_of(round.turn or "") == round.side_of(
        you
    ):  # a partner would not take it away, and no card of it helps them
        moves = list(round.legal_moves)[:1]
    else:
        moves = list(round.legal_moves)
    return any(_ends_beaten(round.play(move), number, you) for move in moves)
