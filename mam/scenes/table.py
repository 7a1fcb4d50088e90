"""What lies on the table: seats, the trick, badges."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from mam.games.phases import vote
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card, NoTrump, Trump, format_cards
from mam.rules.dealing import find_opposite_seat
from mam.rules.moves import Move, Pass, Play
from mam.rules.tricks import Trick
from mam.scenes.choices import find_covered_cards
from mam.scenes.labels import find_unit
from mam.scenes.move_words import label_call
from mam.scenes.schema import Nest, NextCard, PlayedCard, Seat
from mam.support.messages import capitalize


def trick_on_table(round: TrickRound) -> tuple[Trick | None, bool]:
    """Return the open trick, or the one just completed while nobody has led to the next; and whether it is complete."""
    if round.trick is not None and round.trick.cards:
        return round.trick, False
    return (round.tricks[-1], True) if round.tricks else (None, False)


def make_trick(round: TrickRound, trick: Trick | None, is_complete: bool, last: Move | None) -> list[PlayedCard]:
    """Return the cards on the table in order of play; the newest and the one that is winning are marked."""
    if trick is None:
        return []
    winning = tricks.find_winner(trick.cards, round.trump, round.rules.tricks)
    newest = len(trick.cards) - 1 if isinstance(last, Play) else -1
    return [
        {
            "seat": seat,
            "card": card.code,
            "order": place + 1,
            "is_last": place == newest,
            "is_winning": place == winning,
        }
        for place, (seat, card) in enumerate(trick.plays)
    ]


def make_next(round: TrickRound) -> NextCard | None:
    """Whose card is awaited, and as which of the trick."""
    if round.phase != "play" or round.trick is None:
        return None
    return {"seat": round.turn, "order": len(round.trick.cards) + 1}


def make_nest(round: TrickRound) -> Nest | None:
    """Return the nest with the cards of it that the person has seen; None where the game has none."""
    if not round.rules.nest.size:
        return None
    cards = [] if UNSEEN in round.deal.nest or round.phase == "auction" else [card.code for card in round.deal.nest]
    return {"size": len(round.deal.nest), "word": round.rules.nest.word, "cards": cards}


# Seats


def make_seat(
    round: TrickRound,
    seat: str,
    place: str,
    names: Mapping[str, str],
    open_hands: bool,
    shown: str | None,
    person: str | None,
) -> Seat:
    """Return a seat's plate: name, side, cards left, role, and the hand if it lies open; `shown` is whose hand lies before the
    person already."""
    plate: Seat = {
        "seat": seat,
        "name": names[seat],
        "place": place,
        "side": find_side_letter(round, seat),
        "cards": len(round.hands[seat]),
        "roles": [*_list_roles(round, seat, names)],
        "is_dealer": _is_dealer(round, seat),
        "is_dummy": seat in (round.dummy, *round.rules.half_hidden_seats),
        "turn": seat == round.turn,
        "open_cards": None,
    }
    up = round.playable(seat)
    is_hand_visible = UNSEEN not in up and any(round.hands.values())
    if is_hand_visible and (open_hands or (up and seat != shown and _lies_open(round, seat))):
        beneath = find_covered_cards(round, seat)
        plate["open_cards"] = [card.code for card in up]
        plate["is_own_hand"] = seat == person
        if beneath:
            plate["cards_beneath"] = [beneath[card].code if card in beneath else None for card in up]
    return plate


def _lies_open(round: TrickRound, seat: str) -> bool:
    """Return whether this hand is for all to see, or for the person at least whose view this is."""
    hidden = any(
        UNSEEN in hand for hand in round.hands.values()
    )  # in the eyes of one person a known hand is meant to be seen
    up = seat in (*round.rules.half_hidden_seats, round.dummy, round.misdealt)
    return up or (hidden and UNSEEN not in round.hands[seat])


def find_side_letter(round: TrickRound, seat: str) -> Literal["A", "B", ""]:
    """Return the letter whose color a seat's side has all through the match: A for the side named first.

    Where sides are formed by the auction: A for the bidder's, B for the others, nothing as long as that is not known.
    """
    rules = round.rules
    if rules.alliance == "fixed":
        return "A" if rules.side_of(seat) == next(iter(rules.sides)) else "B"
    if round.bidder is None:
        return ""
    if seat == round.bidder or seat in round.partners or round.side_of(seat) == round.side_of(round.bidder):
        return "A"
    return "" if rules.alliance == "called" and not round.is_over else "B"


def _list_roles(round: TrickRound, seat: str, names: Mapping[str, str]) -> Iterator[str]:
    if round.bidder is None:
        yield from _list_roles_before(round, seat)
    elif seat == round.bidder:
        yield "bidder" if round.bid is None else f"bidder, {round.bid}"
    elif seat in round.partners:
        yield "partner, shown"
    elif round.side_of(seat) == round.side_of(round.bidder) and seat not in (round.dummy, *round.rules.dummies):
        yield "partner"
    if round.phase == "vote":
        yield from (f"voted {'yes' if yes else 'no'}" for voter, yes in round.votes if voter == seat)
    if seat in round.rules.half_hidden_seats:
        yield f"played by {names[find_opposite_seat(round.turn_order, seat)]}"
    elif seat == round.dummy:
        yield f"played by {names[round.bidder or '']}"
    if round.carry.points and round.carry.owner == seat:
        yield f"{format_amount(round.carry.points, 'points')} waiting"


def _is_dealer(round: TrickRound, seat: str) -> bool:
    """Return whether this seat dealt, as long as it matters: before there is a bidder."""
    return round.bidder is None and round.deal.dealer == seat and round.phase != "play"


def _list_roles_before(round: TrickRound, seat: str) -> Iterator[str]:
    if _is_dealer(round, seat):
        yield "dealer"
    if seat == round.misdealt:
        yield "asks for a new deal"
        return
    calls = [call for caller, call in round.calls if caller == seat]
    if calls:
        yield "passed" if isinstance(calls[-1], Pass) else f"bid {label_call(calls[-1])}"
    elif round.phase == "auction" and round.carry.barred == seat:
        yield "may not bid"
    for bidder, count in round.sealed:
        if bidder == seat:
            yield "has bid" if count is None else f"bid {count}"
            if round.phase != "sealed":
                yield f"took {round.captured[round.side_of(seat)]}"


# Badges


def make_badges(round: TrickRound, trick: Trick | None, names: Mapping[str, str]) -> list[str]:
    """Edition, bid, trump and trick, as the badges above the table say them."""
    rules = round.rules
    badges = [rules.short_name]
    badges += [option.words for name, option in rules.options.items() if name in rules.chosen]
    badges += _make_bid_badges(round, names)
    if round.trump is not None:
        badges += [describe_trump(round.trump), *_make_turned_badges(round)]
    elif not round.is_over:
        badges.append("Trump not named")
    if round.called is not None:
        badges.append(_make_card_badge("Called", round.called))
    if round.exchanged:
        seat, card = round.exchanged
        badges.append(f"Tiger out: {names[seat]} drew {'a card' if card == UNSEEN else card.code}")
    if vote.is_open(round) and UNSEEN not in round.deal.nest and not round.is_over:
        badges.append(_make_card_badge(capitalize(round.rules.nest.word), round.deal.nest))
    if round.discarded is not None and UNSEEN not in round.discarded:
        badges.append(_make_card_badge("Discarded", round.discarded))
    if trick is not None:
        badges.append(_make_trick_badge(round, trick))
    return badges


def describe_trump(trump: Trump) -> str:
    """Return the trump as a badge says it.

    >>> from mam import Color
    >>> describe_trump(Color.RED), describe_trump(NoTrump.NO_COLOR)
    ('Red trump', 'No Color')
    """
    return capitalize(trump.word) if isinstance(trump, NoTrump) else f"{trump.word} trump"


def _make_card_badge(word: str, cards: Sequence[Card]) -> str:
    return f"{word}: {format_cards(cards) or 'none'}"


def _make_bid_badges(round: TrickRound, names: Mapping[str, str]) -> list[str]:
    if "auction" not in round.rules.phases or (round.position and round.high_bid is None):
        return []
    if round.misdealt:
        return [f"{names[round.misdealt]} asks for a new deal"]
    if round.high_bid is None:
        return ["Nobody bid" if round.is_over else "No bid yet"]
    seat, bid = round.high_bid
    color = f" on {bid.color.word}" if bid.color else ""
    word = "Bid" if round.bidder else "High bid"
    return [f"{word} {round.rules.auction.format_amount(bid.amount)}{color} · {names[seat]}"]


def _make_turned_badges(round: TrickRound) -> list[str]:
    """Return the cards of the stock that were turned up for trump: to the first that has a color."""
    turned = [card for card in round.deal.stock if card != UNSEEN]
    if not round.rules.turns_trump or not turned:
        return []
    last = next((index for index, card in enumerate(turned, 1) if card.color), len(turned))
    return [_make_card_badge("Turned up", turned[:last])]


def name_trick(round: TrickRound, number: int) -> str:
    """Return which trick it is; nobody knows how many were played before a position."""
    if not round.position:
        return f"Trick {number} of {round.hand_size}"
    return "This trick" if round.hand_size == 1 else f"Trick {number}"


def _make_trick_badge(round: TrickRound, trick: Trick) -> str:
    number = len(round.tricks) + (0 if trick.complete else 1)
    text, unit = name_trick(round, number), find_unit(round.rules)
    if unit != "tricks":
        worth = tricks.trick_value(trick.cards, round.rules.tricks)
        text += f" · worth {'' if trick.complete else 'so far '}{format_amount(worth, unit)}"
    return text
