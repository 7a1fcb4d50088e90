"""Lay out a position as a text describes it: some cards in some hands, a trick begun, a bid, money captured, an auction so far.

What the text does not name is unseen: short hands are filled with `??`, and the rest of the pack is somewhere. No bid, call,
nest or card is invented, so no sentence about the position says more than the text does.
"""

from collections.abc import Mapping, Sequence

from mam.games.phases.play import find_first_leader
from mam.games.position import Position
from mam.games.trick_round import TrickRound
from mam.rules import auction
from mam.rules.cards import UNSEEN, Card, format_count, format_times
from mam.rules.dealing import Deal, list_seats_from
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import Discard, Play
from mam.support.arguments import check_arguments
from mam.support.messages import quote
from mam.text.notation import parse_call, parse_cards, parse_trump

Hands = dict[str, tuple[Card, ...]]
Plays = list[tuple[str, tuple[Card, ...]]]  # the leader of each trick, and the cards in it


@check_arguments
def lay_position(
    edition: str | TrickGameRules,
    hands: str = "",
    trump: str = "",
    *,
    tricks: Sequence[str] = (),
    bid: str = "",
    captured: Mapping[str, int] | None = None,
    nest: str = "",
    discarded: str = "",
    dealer: str = "",
    calls: Sequence[str] = (),
    options: Sequence[str] = (),
    hands_at_lead: bool = False,
) -> TrickRound:
    """Return the round of a position: these hands, `S BULL R1 | W G2 ??`, after these `tricks`, `W: G2 G40 G10`.

    `hands` are what seats hold now, or with `hands_at_lead` at the first card of the `tricks`; a seat may be left out or
    named in part. The last trick may be begun, or name only who leads. `bid` is who is to make what, `N 220`; `captured` what the sides
    had before these tricks, in thousands of dollars. With a `dealer` or `calls`, `S 175` and so on, it is an auction in progress. With a
    `nest`, the bidder picks it up now, or has also `discarded`; `hands` are then those before it is picked up. An auction that has ended
    may go on with a nest.

    Raises ValueError naming what does not fit, and IllegalMove for a card or a call that the rules refuse.

    >>> round = lay_position("make-a-million-1935", "S BULL R1", "B", tricks=["W: G2 G40 G10"])
    >>> round.turn, round.hands["S"], round.hands["W"], round.high_bid
    ('S', (R1, BULL), (??,), None)
    >>> lay_position("make-a-million-1935", "S R40 | W G2", calls=["E 200", "S pass"]).turn
    'W'
    """
    rules = get_edition(edition, options) if isinstance(edition, str) else edition.with_options(options)
    if not isinstance(rules, TrickGameRules):
        raise ValueError(f"{rules.id} is not played in tricks")
    if rules.half_hidden_seats:
        raise ValueError(f"in {rules.id} some hands lie half face down: use make_position")
    named_hands = _read_hands(rules, hands)
    if dealer or calls:
        round = _lay_auction(rules, named_hands, dealer, calls, nest)
        return round.play(Discard(parse_cards(discarded))) if discarded else round
    trump_value = parse_trump(trump) if trump else None
    bidder, amount = _read_bid(rules, bid)
    captured_sides = None if captured is None else tuple(captured.items())
    if nest:
        position = Position("", None, bidder, amount, captured_sides)
        round = begin_position(
            rules, _fill(rules, named_hands, _find_size(rules, named_hands)), position, nest=parse_cards(nest)
        )
        return round.play(Discard(parse_cards(discarded))) if discarded else round
    plays = _read_tricks(rules, tricks)
    if not plays:
        leader = _find_leader(rules, bidder) if named_hands or not captured else ""
        plays = [(leader, ())] if leader else []
    dealt = _add_played(rules, named_hands, plays, hands_at_lead)
    size = max(map(len, dealt.values()), default=0) if plays else 0
    if plays and not size:  # whoever is to lead has a card, and before the first trick all of them
        size = 1 if tricks else rules.hand_size
    position = Position(plays[0][0] if plays else "", trump_value, bidder, amount, captured_sides)
    return _play_tricks(begin_position(rules, _fill(rules, dealt, size), position), plays)


def _play_tricks(round: TrickRound, plays: Plays) -> TrickRound:
    """Return the round after these tricks. Raises ValueError where another hand has the lead."""
    for leader, cards in plays:
        if round.turn != leader:
            raise ValueError(f"{leader} can't lead this trick: {_name_turn(round)}")
        for card in cards:
            round = round.play(Play(card))
    return round


def _name_turn(round: TrickRound) -> str:
    return f"it is {round.name}'s lead" if round.turn else "no hand has a card left"


# Reading


def _read_hands(rules: TrickGameRules, text: str) -> Hands:
    """Return the cards that are named, by seat; `?` and `??` are unseen cards."""
    hands: Hands = {}
    for part in filter(None, map(str.strip, text.split("|"))):
        seat, _, cards = part.partition(" ")
        if seat not in rules.seats:
            raise ValueError(f"no seat {quote(seat)}: the seats are {' '.join(rules.seats)}")
        if seat in hands:
            raise ValueError(f"{rules.seat_names[seat]} has two hands")
        hands[seat] = _read_cards(cards)
    return hands


def _read_cards(text: str) -> tuple[Card, ...]:
    return parse_cards(" ".join(UNSEEN.code if code == "?" else code for code in text.split()))


def _read_bid(rules: TrickGameRules, text: str) -> tuple[str | None, int | None]:
    bidder, _, amount = text.strip().partition(" ")
    if not bidder:
        return None, None
    if bidder not in rules.persons or not (amount or "0").isdecimal():
        raise ValueError(f"{quote(text)} is no bid: write who is to make what, like {rules.persons[0]} 220")
    return bidder, int(amount) if amount else None


def _read_tricks(rules: TrickGameRules, tricks: Sequence[str]) -> Plays:
    """Return who leads each trick, and its cards."""
    plays: Plays = []
    for text in tricks:
        leader, colon, cards = text.partition(":")
        leader = leader.strip()
        if leader not in rules.seats or not colon:
            raise ValueError(
                f"{quote(text)} must name the leader and the cards in order, like {rules.seats[0]}: R15 R2"
            )
        plays.append((leader, _read_cards(cards)))
        if len(plays[-1][1]) > len(rules.seats):
            raise ValueError(f"a trick has {len(rules.seats)} cards, not {len(plays[-1][1])}")
    return plays


def _find_leader(rules: TrickGameRules, bidder: str | None) -> str:
    """Return who leads first beside this bidder."""
    if bidder is None or rules.first_lead == "left of dealer":
        raise ValueError("say who leads: a trick without cards is written S:")
    return find_first_leader(rules, rules.seats, bidder, "")


# Laying out


def _add_played(rules: TrickGameRules, named_hands: Hands, plays: Plays, hands_at_lead: bool) -> Hands:
    """Return what each seat held at the first card of these tricks, as far as it is known."""
    hands = {seat: [*named_hands.get(seat, ())] for seat in rules.seats}
    for leader, cards in plays:
        for seat, card in zip(list_seats_from(rules.seats, leader), cards, strict=False):
            if not hands_at_lead or card not in hands[seat]:
                if hands_at_lead and UNSEEN in hands[seat]:
                    hands[seat].remove(UNSEEN)
                elif hands_at_lead and seat in named_hands:
                    raise ValueError(f"{rules.seat_names[seat]} plays {card}, which its hand does not have")
                hands[seat].append(card)
    return {seat: tuple(hand) for seat, hand in hands.items()}


def _find_size(rules: TrickGameRules, named_hands: Hands) -> int:
    """Return how many cards every hand has: as many as the longest one named."""
    return max(map(len, named_hands.values()), default=rules.hand_size)


def check_counts(rules: RuleSet, cards: Sequence[Card]) -> None:
    """Raise ValueError for a card that the pack does not have, or not as often; cards may be unseen."""
    for card in cards:
        count = rules.pack.count(card)
        if card != UNSEEN and cards.count(card) > count:
            named_times = f"{card} is named {format_times(cards.count(card))}; the pack has {count}"
            raise ValueError(named_times if count else f"not in the pack of {rules.id}: {card.code}")


def begin_position(
    rules: TrickGameRules,
    hands: tuple[tuple[Card, ...], ...],
    position: Position,
    *,
    nest: tuple[Card, ...] = (),
    covers: tuple[tuple[Card, Card], ...] = (),
) -> TrickRound:
    """Return a round that begins with these hands, in the order of the seats; the rest of the pack is somewhere, unseen."""
    cards = [card for hand in (*hands, nest) for card in hand]
    check_counts(rules, cards)
    hidden = (UNSEEN,) * (len(rules.pack) - len(cards))
    return TrickRound(rules, Deal(rules.seats, "", hands, nest, covers, hidden), position=position)


def _fill(rules: TrickGameRules, named_hands: Hands, size: int) -> tuple[tuple[Card, ...], ...]:
    """Return the hands of all seats, filled up with unseen cards."""
    hands = {seat: named_hands.get(seat, ()) for seat in rules.seats}
    for seat, hand in hands.items():
        if len(hand) > size:
            raise ValueError(f"{rules.seat_names[seat]} has {format_count(len(hand), 'card')}, more than {size}")
    return tuple((*hand, *[UNSEEN] * (size - len(hand))) for hand in hands.values())


def _lay_auction(rules: TrickGameRules, named_hands: Hands, dealer: str, calls: Sequence[str], nest: str) -> TrickRound:
    """Return an auction in progress, or what follows it: a whole deal of which little is known, and real calls."""
    called = [text.partition(" ")[::2] for text in map(str.strip, calls)]
    if not dealer:
        first = called[0][0]
        fitting = [seat for seat in rules.persons if auction.turn(rules.persons, seat, (), rules.auction) == first]
        dealer = next(iter(fitting), first)
    hands, dealt = (
        _fill(rules, named_hands, rules.hand_size),
        parse_cards(nest) if nest else (UNSEEN,) * rules.nest_size,
    )
    if len(dealt) != rules.nest_size:
        raise ValueError(f"the nest has {format_count(rules.nest_size, 'card')}, not {len(dealt)}")
    check_counts(rules, [card for hand in (*hands, dealt) for card in hand])
    stock = (UNSEEN,) * (len(rules.pack) - rules.hand_size * len(hands) - len(dealt))
    round = TrickRound(rules, Deal(rules.seats, dealer, hands, dealt, (), stock, 0 if rules.blind_draw else None))
    for seat, call in called:
        if round.turn != seat:
            raise ValueError(f"it is {round.name or 'nobody'}'s turn to call, not {quote(seat)}'s")
        round = round.play(parse_call(call))
    if nest and round.phase == "auction":
        raise ValueError(f"the auction goes on: {round.name} calls next, so nobody has picked up the nest")
    return round
