"""What lies on the table: seats, the trick, badges."""

from collections.abc import Mapping

from mam import tricks
from mam.auction import highest
from mam.cards import UNSEEN, dollars, show
from mam.moves import Move, Pass, Play
from mam.round import Round
from mam.scenes.words import Scene, said
from mam.tricks import Trick


def trick_on_table(round: Round) -> tuple[Trick | None, bool]:
    """The open trick, or the one just completed while nobody has led to the next; and whether it is complete."""
    if round.trick is not None and round.trick.cards:
        return round.trick, False
    return (round.tricks[-1], True) if round.tricks else (None, False)


def make_trick(round: Round, trick: Trick | None, done: bool, last: Move | None) -> list[Scene]:
    """The cards on the table in order of play; the newest and the one that is winning are marked."""
    if trick is None:
        return []
    winning = tricks.capturing(trick.cards, round.trump, round.rules.tricks)
    newest = len(trick.cards) - 1 if isinstance(last, Play) else -1
    return [
        {"seat": seat, "card": card.code, "order": place + 1, "just": place == newest, "winning": place == winning}
        for place, (seat, card) in enumerate(trick.plays)
    ]


def make_next(round: Round) -> Scene | None:
    """Whose card is awaited, and as which of the trick."""
    if round.phase != "play" or round.trick is None:
        return None
    return {"seat": round.turn, "order": len(round.trick.cards) + 1}


def make_seat(round: Round, seat: str, place: str, names: Mapping[str, str], open_hands: bool) -> Scene:
    """A seat's plate: name, side, cards left, role, and the hand if it lies open."""
    hand = round.hands[seat]
    bidding = round.rules.side_of(round.bidder) if round.bidder else next(iter(round.rules.sides))
    known = open_hands and UNSEEN not in hand and any(round.hands.values())
    return {
        "seat": seat,
        "name": names[seat],
        "at": place,
        "side": "A" if round.rules.side_of(seat) == bidding else "B",
        "cards": len(hand),
        "role": " · ".join(_roles(round, seat)),
        "turn": seat == round.turn,
        "open": [card.code for card in hand] if known else None,
    }


def _roles(round: Round, seat: str) -> list[str]:
    if round.bidder is None:
        calls = [call for who, call in round.calls if who == seat]
        last = (["passed"] if isinstance(calls[-1], Pass) else [f"bid {said(calls[-1])}"]) if calls else []
        return (["dealer"] if seat == round.deal.dealer else []) + last
    if seat == round.bidder:
        return [f"bidder, {round.bid}"]
    return ["partner"] if round.rules.side_of(seat) == round.rules.side_of(round.bidder) else []


def make_badges(round: Round, trick: Trick | None, names: Mapping[str, str]) -> list[Scene]:
    """Edition, bid, trump and trick, as the badges above the table say them."""
    rules = round.rules
    badges: list[Scene] = [{"text": rules.short_name, "short": rules.short_name.split()[0]}]
    badges += [{"text": option.words, "short": name} for name, option in rules.options.items() if name in rules.chosen]
    standing = highest(round.calls)
    if standing:
        seat, amount = standing
        word = "Bid" if round.bidder else "Highest bid"
        badges.append({"text": f"{word} {dollars(amount)} · {names[seat]}", "short": f"Bid ${amount}k · {seat}"})
    else:
        badges.append({"text": "No bid yet", "short": "No bid"})
    if round.trump:
        badges.append({"text": f"{round.trump.word} trump", "short": round.trump.word, "colour": round.trump.value})
    else:
        badges.append({"text": "Trump not named", "short": "No trump yet"})
    if round.discarded is not None and UNSEEN not in round.discarded:
        badges.append(
            {"text": f"Put out: {show(round.discarded)}", "short": f"Out: {show(round.discarded)}", "bare": True}
        )
    if trick is not None:
        number = len(round.tricks) + (0 if trick.complete else 1)
        text = f"Trick {number} of {rules.hand_size} · worth {'' if trick.complete else 'so far '}"
        badges.append({"text": text + dollars(tricks.worth(trick.cards)), "short": f"Trick {number}", "bare": True})
    return badges
