"""Set up positions: rounds of a few named cards, for questions, lessons and tests.

A position is a round like any other, and replays from its `repr`. It begins with its first lead, and invents nothing; or
it is a small round of exactly the cards named, from the auction on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from mam.games.phases.play import begin, find_first_leader
from mam.games.position import Position
from mam.games.registry import find_dealer, find_rules, make_round
from mam.games.round import Round, list_unaccounted
from mam.games.trick_round import TrickRound
from mam.rules.auction import find_high_bid, find_min_bid, find_opener
from mam.rules.cards import BULL, UNSEEN, Card, Trump, format_cards, format_count, sort_hand
from mam.rules.dealing import Deal, check_seed, count_covered, derive_seed, find_next_seat, list_seats_from, shuffle
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import Bid, BidTricks, Call, CallCards, Discard, Exchange, Move, NameTrump, Pass, Play, Vote
from mam.rules.rulings import IllegalMove
from mam.rules.scoring import Carry
from mam.rules.tricks import find_winner
from mam.support.arguments import check_arguments
from mam.support.messages import quote, shorten
from mam.text.notation import parse_card, parse_cards, parse_trump
from mam.text.open_positions import begin_position, check_counts


@dataclass(frozen=True)
class _Plan:
    """What is to happen before the first lead, and who is to win the auction."""

    bidder: str
    bid: int
    trump: Trump | None
    discards: tuple[Card, ...]
    called_cards: tuple[Card, ...]
    tricks_bid: Mapping[str, int]


@check_arguments
def make_position(
    edition: str | TrickGameRules,
    hands: str | Mapping[str, str],
    trump: str | Trump = "",
    lead: str = "",
    *,
    bidder: str = "",
    bid: int | None = None,
    captured: Mapping[str, int] | None = None,
    played: str = "",
    nest: str = "",
    discards: str = "",
    called_cards: str = "",
    tricks_bid: Mapping[str, int] | None = None,
    stock: str = "",
    blind_draw: int = 0,
    options: Sequence[str] = (),
    carry: Carry = Carry(),
    until: str = "play",
) -> TrickRound:
    """Set up a position with these hands, `N R40 R1 | E …`, this trump, this seat to lead, and these cards `played`.

    `edition` is an edition's id, or its rules with some changes. The hands are those of the first lead, all of one size, with
    `??` for cards that nobody knows; where the edition leaves it open, their number says how many people play. `trump` is
    text or a `Color`, `Suit` or `NoTrump`.

    Nothing is invented: the round begins with this lead, all other cards of the pack are somewhere, unseen, and nobody has
    bid, unless you name the `bidder`, the `bid` and what sides have `captured` before, `{"N-S": 200}`, as far as they are known.

    With a `bid` (or a nest, discards, partners, a stock) and all cards known, the hands are the whole of a small round
    instead: its pack is exactly the cards named, and the auction and the discard are real moves, so that it can be scored.
    Name the seat on `lead` or the `bidder`, and the other follows from the rules; where the rules turn trump up, it must be
    what the stock turns up. So it is, with the lowest bid, in games in which the auction decides who plays with whom.

    The bidder picks up the `nest` (number cards, unless you name them) and discards it again, or discards the `discards`.
    `called_cards` call silent partners, `tricks_bid` are the sealed bids (0 where you name none), `stock` is what is left
    undealt, `blind_draw` says which discard a blind draw takes. A half-hidden dummy's cards are written R40/B2, the face-up
    one first; without slashes its first cards cover its last ones. `until` stops earlier: at the start of that phase.

    Raises ValueError naming what does not fit, and IllegalMove for a move that the rules refuse.

    >>> round = make_position("make-a-million-1935", "N G40 | E G2 | S BULL | W R1", "R", "N", played="G40 G2 BULL R1")
    >>> round.tricks[-1].winner, round.tricks[-1].value
    ('W', 80)
    >>> make_position("sweven", "A SA S9 | B SK H10", "H", "B", bid=4).legal_moves
    (play SK, play H10)
    """
    texts = _split_hands(hands)
    rules = _find_trick_game(edition, options, tuple(texts))
    hands_by_seat, covers = _read_hands(rules, texts)
    wanted_trump = _read_trump(trump)
    is_known = not any(UNSEEN in hand for hand in hands_by_seat.values())
    has_auction = bid is not None or nest or discards or called_cards or tricks_bid or stock or carry != Carry()
    needs_auction = rules.alliance != "fixed" or rules.exposed or "sealed" in rules.phases
    if until == "play" and not (is_known and captured is None and (has_auction or needs_auction)):
        leader = lead or _find_leader(rules, bidder)
        captured_sides = None if captured is None else tuple(captured.items())
        position = Position(leader, wanted_trump, bidder or None, bid, captured_sides)
        dealt_hands = tuple(hands_by_seat[seat] for seat in rules.seats)
        return _play_cards(begin_position(rules, dealt_hands, position, covers=covers), played)
    held_cards = [card for hand in hands_by_seat.values() for card in hand]
    nest_cards = parse_cards(nest) if nest else _choose_nest(rules, held_cards)
    stock_cards = parse_cards(stock) if stock else _choose_stock(rules, held_cards, wanted_trump)
    pack = [*held_cards, *nest_cards, *stock_cards]
    check_counts(rules, pack)
    small_rules = replace(rules, pack=sort_hand(pack), hand_size=_hand_size(hands_by_seat))
    plan = _Plan(
        bidder,
        rules.auction.min_opening if bid is None else bid,
        wanted_trump,
        parse_cards(discards) if discards else nest_cards,
        parse_cards(called_cards),
        _check_seats(rules, tricks_bid or {}),
    )
    deal = Deal(
        rules.seats,
        "",
        tuple(hands_by_seat[seat] for seat in rules.seats),
        nest_cards,
        covers,
        stock_cards,
        blind_draw if rules.blind_draw else None,
    )
    round = _find_start(small_rules, deal, plan, carry, lead, as_dealt=until == "auction")
    while round.phase not in (until, "play") and not round.is_over:
        round = round.play(_CHOICES[round.phase](round, plan))
    if wanted_trump is not None and round.trump not in (None, wanted_trump):
        raise ValueError(
            f"the stock turns up {quote(round.trump)} as trump, not {quote(wanted_trump)}: change the stock"
        )
    if round.phase != until:
        raise ValueError(f"this position never reaches the phase {quote(until)}: it is in {quote(round.phase)}")
    return _play_cards(round, played)


def _play_cards(round: TrickRound, text: str) -> TrickRound:
    """Return the round after these cards, each from the hand whose turn it is."""
    for card in parse_cards(text):
        round = round.play(Play(card))
    return round


@check_arguments
def play_tricks(
    edition: str, tricks_text: str, trump: str | Trump = "", lead: str = "", *, cards: int | None = None, **setup: Any
) -> TrickRound:
    """Set up and play a round of exactly these tricks, `Y1 Y40 Y2 Y30 / R40 …`, each in its order of play.

    `cards` is how many cards are played (all, unless you name a number); `setup` is what else `make_position` takes.

    >>> play_tricks("make-a-million-1935", "Y1 Y40 Y2 Y30 / R40 R5 R3 R1", "B", "N").captured
    {'N-S': 0, 'E-W': 115}
    """
    trick_codes = [trick.split() for trick in tricks_text.split("/")]
    options = setup.get("options", ())
    rules = get_edition(edition, options)
    size = len(trick_codes[0])
    seats = rules.seats if size == len(rules.seats) else find_rules(edition, options, size).seats
    if lead not in seats:
        raise ValueError(f"no seat {quote(lead)} to lead: choose one of {' '.join(seats)}")
    rules = _find_trick_game(edition, options, seats)
    trump_value = _read_trump(trump)
    hands_by_seat: dict[str, list[str]] = {seat: [] for seat in seats}
    leader = lead
    for trick in trick_codes:
        order = list_seats_from(seats, leader)
        if len(trick) != len(order):
            raise ValueError(f"a trick has {len(order)} cards, not {len(trick)}: {shorten(' '.join(trick))}")
        for seat, code in zip(order, trick, strict=True):
            hands_by_seat[seat].append(code)
        index = find_winner([parse_card(code) for code in trick], trump_value, rules.tricks)
        leader = leader if index is None else order[index]
    played = " ".join(tricks_text.replace("/", " ").split()[:cards])
    hands = {seat: " ".join(codes) for seat, codes in hands_by_seat.items()}
    return make_position(edition, hands, trump, lead, played=played, **setup)


@check_arguments
def make_letter_position(
    edition: str, hands: str | Mapping[str, str], lead: str = "", *, stock: str = "", options: Sequence[str] = ()
) -> Round:
    """Set up a round of a letter game with these hands, `A MIN | B OLE`, and this seat to begin.

    The number of hands says how many people play; `stock` is what is left over, its top card first.

    >>> round = make_letter_position("anagrams", "A AX | B NX", "A")
    >>> round.legal_moves
    (lay A,)
    """
    texts = _split_hands(hands)
    rules = find_rules(edition, options, len(texts))
    if isinstance(rules, TrickGameRules):
        raise ValueError(f"{edition} is played in tricks: use make_position")
    if set(texts) != set(rules.seats):
        raise ValueError(f"the hands are those of {' '.join(rules.seats)}, not of {shorten(' '.join(texts))}")
    hands_by_seat = {seat: _read_letters(text) for seat, text in texts.items()}
    stock_cards = _read_letters(stock)
    pack = sort_hand([*(card for hand in hands_by_seat.values() for card in hand), *stock_cards])
    dealer = next((seat for seat in rules.seats if find_next_seat(rules.seats, seat) == (lead or rules.seats[0])), "")
    small_rules = replace(rules, pack=pack, hand_size=_hand_size(hands_by_seat))
    return make_round(
        small_rules, Deal(rules.seats, dealer, tuple(hands_by_seat[seat] for seat in rules.seats), stock=stock_cards)
    )


@check_arguments
def deal_rest(
    edition: str,
    hands: str | Mapping[str, str],
    seed: int,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
) -> Deal:
    """Deal the rest of the pack with this seed around the cards you name, `S R40 BULL … | nest R4 Y4 G8`.

    You may name cards of any hand, the nest and the stock, or a part of one. The same seed always gives the same cards; the
    dealer is drawn as the rules say unless you name one. Raises ValueError for too many cards in a place, a card that the
    pack does not have or not as often, and an unknown place.

    >>> deal = deal_rest("make-a-million-1935", "S R40 R30 R15 BULL | nest R4 Y4 G8", seed=7)
    >>> deal["S"][:3], deal.nest, len(deal["N"])
    ((R40, R30, R15), (R4, Y4, G8), 13)
    """
    rules, texts = find_rules(edition, options, players), _split_hands(hands)
    check_seed(seed)
    dealer = find_dealer(rules, seed, dealer)
    sizes = {**dict.fromkeys(rules.seats, rules.hand_size), "nest": rules.nest_size}
    sizes = {place: size for place, size in sizes.items() if size}
    if stock_size := len(rules.pack) - sum(sizes.values()):
        sizes["stock"] = stock_size
    if unknown_places := [place for place in texts if place not in sizes]:
        raise ValueError(f"no place {', '.join(map(quote, unknown_places))} for cards: there are {', '.join(sizes)}")
    cards_by_place = {place: list(parse_cards(texts.get(place, ""))) for place in sizes}
    for place, cards in cards_by_place.items():
        if len(cards) > sizes[place]:
            raise ValueError(f"{place} has room for {format_count(sizes[place], 'card')}, not for {len(cards)}")
    named_cards = [card for cards in cards_by_place.values() for card in cards]
    if UNSEEN in named_cards:
        raise ValueError("leave out unseen cards (??): every card that you do not name is dealt")
    check_counts(rules, named_cards)
    rng = Random(derive_seed(seed, "deal the rest"))
    remaining_cards = iter(shuffle(list_unaccounted(rules.pack, named_cards), rng))
    for place, cards in cards_by_place.items():
        cards += islice(remaining_cards, sizes[place] - len(cards))
    covers: list[tuple[Card, Card]] = []
    for seat in rules.half_hidden_seats:
        order, covered_count = shuffle(cards_by_place[seat], rng), count_covered(rules.hand_size)
        covers += zip(order[covered_count:], order[:covered_count], strict=False)
    blind_draw = int(rng.random() * rules.nest_size) if rules.blind_draw else None
    dealt_hands = tuple(tuple(cards_by_place[seat]) for seat in rules.seats)
    return Deal(
        rules.seats,
        dealer,
        dealt_hands,
        tuple(cards_by_place.get("nest", ())),
        tuple(covers),
        tuple(cards_by_place.get("stock", ())),
        blind_draw,
    )


# Reading


def _split_hands(hands: str | Mapping[str, str]) -> dict[str, str]:
    """Return the text of each hand by its seat."""
    if not isinstance(hands, str):
        return dict(hands)
    texts: dict[str, str] = {}
    for part in hands.split("|"):
        seat, _, cards = part.strip().partition(" ")
        if seat in texts:
            raise ValueError(f"seat {seat} has two hands")
        texts[seat] = cards
    return texts


def _find_trick_game(edition: str | TrickGameRules, options: Sequence[str], seats: Sequence[str]) -> TrickGameRules:
    """Return the rules for these seats, by their number where the edition leaves it open."""
    rules = get_edition(edition, options) if isinstance(edition, str) else edition.with_options(options)
    if not isinstance(rules, TrickGameRules):
        raise ValueError(f"{edition} is not played in tricks: use make_letter_position")
    if set(seats) != set(rules.seats):
        players = len(seats) - len(rules.dummies)
        if f"{players}-players" in rules.options:
            rules = rules.with_options([f"{players}-players"])
    if set(seats) != set(rules.seats):
        raise ValueError(f"the hands are those of {' '.join(rules.seats)}, not of {shorten(' '.join(seats))}")
    return rules


def _read_trump(trump: str | Trump) -> Trump | None:
    """Return the trump, given as text or as it is; None for an empty text."""
    return trump if isinstance(trump, Trump) else parse_trump(trump) if trump else None


def _read_letters(text: str) -> tuple[Card, ...]:
    """Return letter cards written without spaces."""
    return parse_cards(" ".join(text.replace(" ", "")))


def _read_hands(
    rules: TrickGameRules, texts: Mapping[str, str]
) -> tuple[dict[str, tuple[Card, ...]], tuple[tuple[Card, Card], ...]]:
    """Return the hands, and which card of a half-hidden one lies face down under which."""
    hands_by_seat: dict[str, tuple[Card, ...]] = {}
    covers: list[tuple[Card, Card]] = []
    for seat, text in texts.items():
        if seat not in rules.half_hidden_seats:
            hands_by_seat[seat] = parse_cards(text)
            continue
        pairs = [tuple(map(parse_card, word.split("/"))) for word in text.split()]
        hand = hands_by_seat[seat] = tuple(card for pair in pairs for card in pair)
        named_covers = [(pair[0], pair[1]) for pair in pairs if len(pair) == 2]
        count = count_covered(len(hand))
        covers += named_covers or zip(hand[:count], hand[len(hand) - count :], strict=True)
    _hand_size(hands_by_seat)
    return hands_by_seat, tuple(covers)


def _hand_size(hands_by_seat: Mapping[str, Sequence[Card]]) -> int:
    """Return the number of cards in each hand. Raises ValueError unless all hands have the same."""
    sizes = {seat: len(hand) for seat, hand in hands_by_seat.items()}
    if len(set(sizes.values())) != 1 or not next(iter(sizes.values())):
        text = ", ".join(f"{seat} {size}" for seat, size in sizes.items())
        raise ValueError(f"every hand has the same number of cards, at least one, not {text}")
    return next(iter(sizes.values()))


def _check_seats(rules: RuleSet, bids: Mapping[str, int]) -> Mapping[str, int]:
    for seat in bids:
        if seat not in rules.seats:
            raise ValueError(f"no seat {quote(seat)} to bid: the seats are {' '.join(rules.seats)}")
    return bids


def _choose_nest(rules: TrickGameRules, held_cards: Sequence[Card]) -> tuple[Card, ...]:
    """Choose number cards that are in no hand for the nest."""
    size = rules.nest.size
    cards = [card for card in rules.pack if card.is_number_card and card not in held_cards][:size]
    if len(cards) < size:
        raise ValueError(f"only {format_cards(cards) or 'nothing'} is left for the nest: name its {size} cards")
    return tuple(cards)


def _choose_stock(rules: TrickGameRules, held_cards: Sequence[Card], trump: Trump | None) -> tuple[Card, ...]:
    """Choose a stock that turns up this trump, in a game that turns trump up."""
    if not rules.turns_trump:
        return ()
    cards = [card for card in rules.pack if card not in held_cards and (card.color == trump if trump else card == BULL)]
    return tuple(cards[:1])


# Laying a position


def _find_leader(rules: TrickGameRules, bidder: str) -> str:
    """Return who leads first beside this bidder."""
    if not bidder or rules.first_lead == "left of dealer":
        raise ValueError("name the seat on lead, or the bidder")
    if bidder not in rules.persons:
        raise ValueError(f"no person {quote(bidder)} to bid: choose one of {' '.join(rules.persons)}")
    return find_first_leader(rules, rules.seats, bidder, "")


# Reaching the position


class _Candidate(NamedTuple):
    """A bidder: the round as dealt and after the auction (None where the rules refuse it), who leads then, and whether the turn
    order stays."""

    bidder: str
    dealt: TrickRound
    round: TrickRound | None
    leader: str
    keeps_order: bool


def _find_start(
    rules: TrickGameRules, deal: Deal, plan: _Plan, carry: Carry, lead: str, *, as_dealt: bool
) -> TrickRound:
    """Find the dealer and the bidder who bring this seat to lead; return the round after the auction, or as dealt."""
    persons = [person for person in rules.persons if plan.bidder in ("", person)]
    if not persons:
        raise ValueError(f"no person {quote(plan.bidder)} to bid: choose one of {' '.join(rules.persons)}")
    if not (plan.bidder or lead):
        raise ValueError("name the seat on lead, or the bidder")
    candidates = []
    for person in persons:
        candidates.append(_make_candidate(rules, deal, replace(plan, bidder=person), carry))
        if candidates[-1].keeps_order and lead in ("", candidates[-1].leader):
            break  # who keeps the turn order comes first, so nobody else need be tried
    candidates.sort(key=lambda candidate: not candidate.keeps_order)
    leaders = sorted({candidate.leader for candidate in candidates if candidate.leader})
    for candidate in candidates:
        if lead in ("", candidate.leader) or not leaders:
            if as_dealt:
                return candidate.dealt
            return candidate.round or _play_auction(candidate.dealt, replace(plan, bidder=candidate.bidder))
    raise ValueError(f"{quote(lead)} cannot lead first here: choose one of {' '.join(leaders)}")


def _make_candidate(rules: TrickGameRules, deal: Deal, plan: _Plan, carry: Carry) -> _Candidate:
    """Let this plan's bidder win the auction, with the dealer who lets it speak first."""
    bidder = dealer = plan.bidder
    if "auction" in rules.phases:
        dealer = next(seat for seat in rules.persons if find_opener(rules.persons, seat, rules.auction) == bidder)
    dealt = TrickRound(rules, replace(deal, dealer=dealer), carry=carry)
    try:
        round = _play_auction(dealt, plan)
    except IllegalMove:  # such as a player barred from bidding; it is reported if nobody else fits
        return _Candidate(bidder, dealt, None, "", True)
    return _Candidate(bidder, dealt, round, begin(round).turn or "", round.turn_order == rules.seats)


def _play_auction(round: TrickRound, plan: _Plan) -> TrickRound:
    """Play the auction so that this plan's bidder wins it with its bid."""
    while round.phase == "auction":
        round = round.play(_choose_call(round, plan))
    return round


def _choose_call(round: TrickRound, plan: _Plan) -> Call:
    """Choose the bidder's call: the bid, or a lower opening and the bid after a raise; all others pass."""
    rules = round.rules.auction
    color = plan.trump if rules.speaks_color else None
    if rules.speaks_color and color is None:
        raise ValueError("bids name a color here: name the trump")
    planned, minimum = Bid(plan.bid, color), Bid(find_min_bid(round.calls, rules), color)
    high = find_high_bid(round.calls)
    if round.turn == plan.bidder:
        return minimum if round.why_not(planned) and not round.calls and plan.bid > minimum.amount else planned
    must_raise = high is not None and high[0] == plan.bidder and high[1].amount < plan.bid
    return minimum if must_raise else Pass()


def _choose_trump(round: TrickRound, plan: _Plan) -> NameTrump:
    if plan.trump is None:
        raise ValueError("name the trump")
    return NameTrump(plan.trump)


def _choose_called_cards(round: TrickRound, plan: _Plan) -> Move:
    return CallCards(plan.called_cards) if plan.called_cards else round.legal_moves[0]


# The move in each phase before the play.
_CHOICES: dict[str, Callable[[TrickRound, _Plan], Move]] = {
    "vote": lambda round, plan: Vote(False),
    "nest": lambda round, plan: Discard(plan.discards),
    "trump": _choose_trump,
    "called": _choose_called_cards,
    "exchange": lambda round, plan: Exchange(),
    "sealed": lambda round, plan: BidTricks(plan.tricks_bid.get(round.turn or "", 0)),
}
