"""Positions: rounds of a few named cards, reached by real moves, for questions, lessons and tests.

A position is a round like any other. Its pack is just the cards named, so that it replays from its deal; nothing else of
its edition is changed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from mam.games.phases import play as playing
from mam.games.registry import find_dealer, find_rules, make_round
from mam.games.round import Round, list_unaccounted
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.auction import high_bid, min_bid, opener
from mam.rules.cards import BULL, UNSEEN, Card, Trump, counted, format_cards, often, sort_hand
from mam.rules.dealing import Deal, check_seed, count_covered, derive_seed, next_seat, seats_from, shuffled
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import Bid, BidTricks, Call, CallCards, Discard, Exchange, Move, NameTrump, Pass, Play, Vote
from mam.rules.rulings import IllegalMove
from mam.rules.scoring import Carry
from mam.text.notation import parse_card, parse_trump

_NO_CARRY = Carry()


@dataclass(frozen=True)
class _Plan:
    """What is to happen before the first lead, and who makes it happen."""

    bidder: str
    bid: int
    trump: Trump | None
    out: tuple[Card, ...]
    called: tuple[Card, ...]
    tricks_bid: Mapping[str, int]


def make_position(
    edition: str,
    hands: str | Mapping[str, str],
    trump: str | Trump = "",
    lead: str = "",
    *,
    bidder: str = "",
    bid: int | None = None,
    played: str = "",
    nest: str = "",
    out: str = "",
    called: str = "",
    tricks_bid: Mapping[str, int] | None = None,
    pile: str = "",
    lot: int = 0,
    options: Sequence[str] = (),
    carry: Carry = _NO_CARRY,
    until: str = "play",
) -> TrickRound:
    """A round in which these hands, `N R40 R1 | E …`, are held, this is trump, this seat leads, and these cards follow.

    The hands are those of the first lead, all of one size; how many there are says how many play where the edition leaves
    it open. The auction, the nest and the rest are played by the engine so that it comes to this: name the seat on `lead`,
    or the `bidder`, and the other follows from the rules. `trump` is text or a `Color`, `Suit` or `NoTrump`; where the
    rules turn it up it has to be what the pile turns up. `bid` is the least opening if none is named.

    The bidder takes up `nest` (plain cards, if none are named) and puts it back, or puts `out` other cards. `called` are the
    cards that call silent partners, `tricks_bid` the sealed bids (0 if not named), `pile` the cards left undealt, `lot` the
    place of the nest card that a blind draw brings. A half-hidden dummy's cards are written R40/B2, the open one first; if
    they are not, its first cards lie on its last ones. `until` stops earlier: at the beginning of that phase.

    Raises ValueError naming what does not fit, and IllegalMove for a move that the rules refuse.

    >>> round = make_position("make-a-million-1935", "N G40 | E G2 | S BULL | W R1", "R", "N", played="G40 G2 BULL R1")
    >>> round.tricks[-1].winner, round.tricks[-1].worth
    ('W', 80)
    >>> make_position("sweven", "A SA S9 | B SK H10", "H", "B", bid=4).moves()
    (play SK, play H10)
    """
    texts = _split_hands(hands)
    rules = _find_trick_game(edition, options, tuple(texts))
    held, covers = _read_hands(rules, texts)
    named = _read_trump(trump)
    own = [card for hand in held.values() for card in hand]
    took = _read_cards(nest) if nest else _find_plain(rules, own, rules.nest.size)
    left = _read_cards(pile) if pile else _find_turned(rules, own, named)
    _check_counts(rules, [*own, *took, *left])
    small = replace(rules, pack=sort_hand([*own, *took, *left]), hand_size=len(next(iter(held.values()))))
    plan = _Plan(
        bidder,
        rules.auction.min_opening if bid is None else bid,
        named,
        _read_cards(out) if out else took,
        _read_cards(called),
        _check_seats(rules, tricks_bid or {}),
    )
    blank = Deal(
        rules.seats,
        "",
        tuple(held[seat] for seat in rules.seats),
        took,
        covers,
        left,
        lot if rules.blind_draw else None,
    )
    round = _find_start(small, blank, plan, carry, lead, until == "auction")
    while round.phase not in (until, "play") and not round.over:
        round = round.play(_ANSWERS[round.phase](round, plan))
    if named is not None and round.trump not in (None, named):
        raise ValueError(f"trump is turned up here, and that is {round.trump!r}, not {named!r}: change the pile")
    if round.phase != until:
        raise ValueError(f"this position never comes to the phase {until!r}: it is in {round.phase!r}")
    for card in played.replace(",", " ").split():
        round = round.play(Play(parse_card(card)))
    return round


def play_tricks(
    edition: str, tricks_text: str, trump: str | Trump = "", lead: str = "", *, cards: int | None = None, **more: Any
) -> TrickRound:
    """A round that consists of exactly these tricks, `Y1 Y40 Y2 Y30 / R40 …`, each in its order of play.

    `cards` stops after so many of them; `more` is what `make_position` takes.

    >>> play_tricks("make-a-million-1935", "Y1 Y40 Y2 Y30 / R40 R5 R3 R1", "B", "N").captured
    {'N-S': 0, 'E-W': 115}
    """
    laid = [trick.split() for trick in tricks_text.split("/")]
    options = more.get("options", ())
    rules = get_edition(edition, options)
    seats = rules.seats if len(laid[0]) == len(rules.seats) else find_rules(edition, options, len(laid[0])).seats
    if lead not in seats:
        raise ValueError(f"no seat {lead!r} to lead: the seats are {' '.join(seats)}")
    rules = _find_trick_game(edition, options, seats)
    named = _read_trump(trump)
    held: dict[str, list[str]] = {seat: [] for seat in seats}
    leader = lead
    for trick in laid:
        order = seats_from(seats, leader)
        if len(trick) != len(order):
            raise ValueError(f"a trick has {len(order)} cards, not {len(trick)}: {' '.join(trick)}")
        for seat, code in zip(order, trick, strict=True):
            held[seat].append(code)
        place = tricks.find_winner([parse_card(code) for code in trick], named, rules.tricks)
        leader = leader if place is None else order[place]
    played = " ".join(tricks_text.replace("/", " ").split()[:cards])
    hands = {seat: " ".join(codes) for seat, codes in held.items()}
    return make_position(edition, hands, trump, lead, played=played, **more)


def make_letters(
    edition: str, hands: str | Mapping[str, str], lead: str = "", *, pile: str = "", options: Sequence[str] = ()
) -> Round:
    """A round of a game with letter cards in which these hands, `A MIN | B OLE`, are held and this seat begins.

    How many hands there are says how many play; `pile` is what is left over, its top card first.

    >>> round = make_letters("anagrams", "A AX | B NX", "A")
    >>> round.moves()
    (lay A,)
    """
    texts = _split_hands(hands)
    rules = find_rules(edition, options, len(texts))
    if isinstance(rules, TrickGameRules):
        raise ValueError(f"{edition} is a game of tricks: make_position sets it up")
    if set(texts) != set(rules.seats):
        raise ValueError(f"the hands are those of {' '.join(rules.seats)}, not of {' '.join(texts)}")
    held = {seat: _read_cards(" ".join(text.replace(" ", ""))) for seat, text in texts.items()}
    left = _read_cards(" ".join(pile.replace(" ", "")))
    pack = sort_hand([*(card for hand in held.values() for card in hand), *left])
    dealer = next((seat for seat in rules.seats if next_seat(rules.seats, seat) == (lead or rules.seats[0])), "")
    small = replace(rules, pack=pack, hand_size=_size_of(held))
    return make_round(small, Deal(rules.seats, dealer, tuple(held[seat] for seat in rules.seats), pile=left))


def deal_rest(
    edition: str,
    hands: str | Mapping[str, str],
    seed: int,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
) -> Deal:
    """A full deal in which these cards lie where you say, `S R40 BULL … | nest R4 Y4 G8`; the rest is dealt with this seed.

    Any hand, the nest, the pile, or a part of one may be given. The same seed gives the same cards for ever; the dealer is
    drawn as the rules say unless one is named. Raises ValueError for too many cards in a place, a card that the pack has
    not or not so often, and an unknown place.

    >>> deal = deal_rest("make-a-million-1935", "S R40 R30 R15 BULL | nest R4 Y4 G8", seed=7)
    >>> deal["S"][:3], deal.nest, len(deal["N"])
    ((R40, R30, R15), (R4, Y4, G8), 13)
    """
    rules, texts = find_rules(edition, options, players), _split_hands(hands)
    check_seed(seed)
    dealer = find_dealer(rules, seed, dealer)
    rooms = {**dict.fromkeys(rules.seats, rules.hand_size), "nest": rules.nest_size}
    rooms = {place: room for place, room in rooms.items() if room}
    if left_over := len(rules.pack) - sum(rooms.values()):
        rooms["pile"] = left_over
    if strange := [place for place in texts if place not in rooms]:
        raise ValueError(f"no place {', '.join(map(repr, strange))} for cards: there are {', '.join(rooms)}")
    held = {place: list(_read_cards(texts.get(place, ""))) for place in rooms}
    for place, cards in held.items():
        if len(cards) > rooms[place]:
            raise ValueError(f"{place} has room for {counted(rooms[place], 'card')}, not for {len(cards)}")
    given = [card for cards in held.values() for card in cards]
    if UNSEEN in given:
        raise ValueError("name the cards that are given: what is unseen (??) is dealt anyway, so leave it out")
    _check_counts(rules, given)
    rng = Random(derive_seed(seed, "deal the rest"))
    rest = iter(shuffled(list_unaccounted(rules.pack, given), rng))
    for place, cards in held.items():
        cards += islice(rest, rooms[place] - len(cards))
    covers: list[tuple[Card, Card]] = []
    for seat in rules.half_hidden_seats:
        order, down = shuffled(held[seat], rng), count_covered(rules.hand_size)
        covers += zip(order[down:], order[:down], strict=False)
    lot = int(rng.random() * rules.nest_size) if rules.blind_draw else None
    dealt = tuple(tuple(held[seat]) for seat in rules.seats)
    return Deal(
        rules.seats, dealer, dealt, tuple(held.get("nest", ())), tuple(covers), tuple(held.get("pile", ())), lot
    )


# Reading


def _split_hands(hands: str | Mapping[str, str]) -> dict[str, str]:
    """The text of each hand by its seat."""
    if not isinstance(hands, str):
        return dict(hands)
    found: dict[str, str] = {}
    for part in hands.split("|"):
        seat, _, cards = part.strip().partition(" ")
        if seat in found:
            raise ValueError(f"seat {seat} has two hands")
        found[seat] = cards
    return found


def _find_trick_game(edition: str, options: Sequence[str], seats: Sequence[str]) -> TrickGameRules:
    """The rules for these seats, by their number where the edition leaves it open."""
    rules = get_edition(edition, options)
    if not isinstance(rules, TrickGameRules):
        raise ValueError(f"{edition} is no game of tricks: make_letters sets it up")
    if set(seats) != set(rules.seats):
        players = len(seats) - len(rules.dummies)
        if f"{players}-players" in rules.options:
            rules = rules.with_options([f"{players}-players"])
    if set(seats) != set(rules.seats):
        raise ValueError(f"the hands are those of {' '.join(rules.seats)}, not of {' '.join(seats)}")
    return rules


def _read_trump(trump: str | Trump) -> Trump | None:
    """What trump is to be, in text or as it is; None where nothing is said."""
    return trump if isinstance(trump, Trump) else parse_trump(trump) if trump else None


def _read_cards(text: str) -> tuple[Card, ...]:
    """Cards in the order in which they are named."""
    return tuple(parse_card(code) for code in text.replace(",", " ").split())


def _read_hands(
    rules: TrickGameRules, texts: Mapping[str, str]
) -> tuple[dict[str, tuple[Card, ...]], tuple[tuple[Card, Card], ...]]:
    """The hands, and what lies face down under what in a half-hidden one."""
    held: dict[str, tuple[Card, ...]] = {}
    covers: list[tuple[Card, Card]] = []
    for seat, text in texts.items():
        if seat not in rules.half_hidden_seats:
            held[seat] = _read_cards(text)
            continue
        pairs = [tuple(map(parse_card, word.split("/"))) for word in text.split()]
        hand = held[seat] = tuple(card for pair in pairs for card in pair)
        under = [(pair[0], pair[1]) for pair in pairs if len(pair) == 2]
        wanted = count_covered(len(hand))
        covers += under or zip(hand[:wanted], hand[len(hand) - wanted :], strict=True)
    _size_of(held)
    return held, tuple(covers)


def _size_of(held: Mapping[str, Sequence[Card]]) -> int:
    """How many cards each hand has; raises ValueError unless they are as many in each."""
    sizes = {seat: len(hand) for seat, hand in held.items()}
    if len(set(sizes.values())) != 1 or not next(iter(sizes.values())):
        told = ", ".join(f"{seat} {size}" for seat, size in sizes.items())
        raise ValueError(f"every hand has the same number of cards, at least one, not {told}")
    return next(iter(sizes.values()))


def _check_counts(rules: RuleSet, cards: Sequence[Card]) -> None:
    for card in cards:
        if cards.count(card) > rules.pack.count(card):
            there = rules.pack.count(card)
            raise ValueError(
                f"{card} stands there {often(cards.count(card))}; the pack has {there}"
                if there
                else f"not in the pack of {rules.id}: {card.code}"
            )


def _check_seats(rules: RuleSet, bids: Mapping[str, int]) -> Mapping[str, int]:
    for seat in bids:
        if seat not in rules.seats:
            raise ValueError(f"no seat {seat!r} to bid: the seats are {' '.join(rules.seats)}")
    return bids


def _find_plain(rules: TrickGameRules, used: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Plain cards that are in no hand, for the nest."""
    found = [card for card in rules.pack if card.is_plain and card not in used][:count]
    if len(found) < count:
        raise ValueError(f"{format_cards(found) or 'nothing'} is all that is left for the nest: name its {count} cards")
    return tuple(found)


def _find_turned(rules: TrickGameRules, used: Sequence[Card], trump: Trump | None) -> tuple[Card, ...]:
    """For a game that turns up its trump: a pile with a card of that color."""
    if not rules.turns_trump:
        return ()
    wanted = [card for card in rules.pack if card not in used and (card.color == trump if trump else card == BULL)]
    return tuple(wanted[:1])


# Reaching the position


def _find_start(rules: TrickGameRules, deal: Deal, plan: _Plan, carry: Carry, lead: str, as_dealt: bool) -> TrickRound:
    """The round dealt by the dealer, and won in the auction by the bidder, who bring this seat to lead."""
    found = []
    for person in rules.persons:
        if plan.bidder not in ("", person):
            continue
        dealer = person
        if "auction" in rules.phases:
            dealer = next(one for one in rules.persons if opener(rules.persons, one, rules.auction) == person)
        start = TrickRound(rules, replace(deal, dealer=dealer), carry=carry)
        leader, turn_order = _find_leader(start, replace(plan, bidder=person))
        found.append((turn_order != rules.seats, leader, person, start))
    if not found:
        raise ValueError(f"no person {plan.bidder!r} to bid: the persons are {' '.join(rules.persons)}")
    if not (plan.bidder or lead):
        raise ValueError("name the seat on lead, or the bidder")
    leaders = sorted({leader for _, leader, _, _ in found if leader})
    for _, leader, person, start in sorted(found, key=lambda one: one[0]):  # rather where nobody changes seats
        if lead in ("", leader) or not leaders:
            return start if as_dealt else _bid(start, replace(plan, bidder=person))
    raise ValueError(f"{lead!r} cannot lead first here; who can: {' '.join(leaders)}")


def _find_leader(start: TrickRound, plan: _Plan) -> tuple[str, tuple[str, ...]]:
    """Who would lead first, by the rules, once this plan's bidder has the bid; and the order of turns then."""
    if "auction" not in start.rules.phases:
        return playing.begin(start).turn or "", start.turn_order
    try:
        done = _bid(start, plan)
    except IllegalMove:  # say, whoever is barred from bidding; it is told when nobody else fits
        return "", start.rules.seats
    return playing.begin(done).turn or "", done.turn_order


def _bid(round: TrickRound, plan: _Plan) -> TrickRound:
    """The round after an auction that this plan's bidder wins at its bid."""
    while round.phase == "auction":
        round = round.play(_call(round, plan))
    return round


def _call(round: TrickRound, plan: _Plan) -> Call:
    """The bidder opens with the bid, or below it and comes back once another has raised; all others pass."""
    rules = round.rules.auction
    color = plan.trump if rules.speaks_color else None
    if rules.speaks_color and color is None:
        raise ValueError("bids name a color here: name the trump")
    wished, least = Bid(plan.bid, color), Bid(min_bid(round.calls, rules), color)
    standing = high_bid(round.calls)
    if round.turn == plan.bidder:
        return least if round.why_not(wished) and not round.calls and plan.bid > least.amount else wished
    raises = standing is not None and standing[0] == plan.bidder and standing[1].amount < plan.bid
    return least if raises else Pass()


def _name_trump(round: TrickRound, plan: _Plan) -> NameTrump:
    if plan.trump is None:
        raise ValueError("name the trump")
    return NameTrump(plan.trump)


def _call_cards(round: TrickRound, plan: _Plan) -> Move:
    return CallCards(plan.called) if plan.called else round.moves()[0]


# What is done in each phase before the play.
_ANSWERS: dict[str, Callable[[TrickRound, _Plan], Move]] = {
    "vote": lambda round, plan: Vote(False),
    "nest": lambda round, plan: Discard(plan.out),
    "trump": _name_trump,
    "called": _call_cards,
    "exchange": lambda round, plan: Exchange(),
    "sealed": lambda round, plan: BidTricks(plan.tricks_bid.get(round.turn or "", 0)),
}
