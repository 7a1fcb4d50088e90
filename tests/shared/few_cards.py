"""Rounds of few cards in every game of tricks, and every world of a view, found by trying all there are.

The weight of a world is the model of `mam.worlds` written down a second time: two copies of a card are two cards, every
deal is as likely as any other, and so is every legal discard; what else was done tells nothing beyond its being legal,
which the engine judges here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import comb, factorial, prod
from random import Random

import walks

import mam
from mam.games.registry import deal_for
from mam.games.trick_round import TrickRound
from mam.rules.cards import ANIMALS, UNSEEN, sort_hand
from mam.rules.dealing import Deal, shuffle
from mam.rules.editions import TrickGameRules
from mam.rules.moves import BidTricks, Discard, Exchange, Move, Play
from mam.rules.scoring import ScoringRules


def with_all_options(edition: str) -> walks.Combo:
    """As many options of an edition together as do not exclude each other."""
    chosen: tuple[str, ...] = ()
    for option in mam.get_edition(edition).options:
        if walks.fits(edition, (*chosen, option)) and not option.startswith("hands-of"):
            chosen = (*chosen, option)
    return edition, chosen


def is_game(combo: walks.Combo) -> bool:
    return isinstance(walks.rules_of(combo), TrickGameRules)


def plain_facts(combo: walks.Combo) -> TrickGameRules:
    """The rules without what no card depends on: scores, limits of bids, the size of hands that shrink anyway."""
    rules = walks.rules_of(combo)
    assert isinstance(rules, TrickGameRules)
    auction = replace(rules.auction, capped=False, max_bid=None, max_opening=None)
    size = 1 if rules.shrinks_by else rules.hand_size
    return replace(rules, chosen=(), letter="", scoring=ScoringRules(), misplay="", auction=auction, hand_size=size)


def distinct(combos: Iterable[walks.Combo]) -> Iterator[walks.Combo]:
    """Of games that differ in nothing that a view depends on, the first."""
    distinct_facts: list[TrickGameRules] = []
    for combo in combos:
        if (facts := plain_facts(combo)) not in distinct_facts:
            distinct_facts.append(facts)
            yield combo


# Every game of tricks with each option and some pairs, as many options together as go, and of these games one of a kind.
ALL_GAMES = (
    *filter(is_game, walks.ALL),
    *(with_all_options(edition) for edition, _ in filter(is_game, walks.PLAIN)),
)
GAMES = tuple(distinct(ALL_GAMES))


# Rounds of few cards


def small_rules(rules: TrickGameRules, rng: Random, size: int, spare: int = 0) -> TrickGameRules:
    """The same rules with hands of this size and a nest that is no larger than usual, for a pack of cards that are likely
    to meet: animals, duplicates, money that must be discarded.
    """
    nest = replace(rules.nest, size=1 + int(rng.random() * rules.nest.size)) if rules.nest.size else rules.nest
    many = size * len(rules.seats) + nest.size + spare
    kinds = list(dict.fromkeys(rules.pack))
    animals = [card for card in kinds if card in ANIMALS]
    money = shuffle([card for card in kinds if card.money], rng)
    plain = shuffle([card for card in kinds if card.is_number_card], rng)
    poor = rng.random() < 0.5  # nests that have to take money
    colored = [*money[:many], *plain[: 1 + int(rng.random() * 4)]] if poor else [*plain[:many], *money[: many // 3]]
    pack: list[mam.Card] = []
    for card in [*(card for card in animals if rng.random() < 0.7), *shuffle(colored, rng), *money, *plain]:
        left_over = rules.pack.count(card) - pack.count(card)
        duplicates = 1 if card in ANIMALS or rng.random() < 0.3 else 2
        pack += [card] * max(0, min(left_over, duplicates, many - len(pack)))
    return replace(rules, pack=sort_hand(pack), hand_size=size, nest=nest)


def small_round(combo: walks.Combo, seed: int, size: int) -> TrickRound:
    """A round of few cards as dealt."""
    rng, rules = Random(seed), walks.rules_of(combo)
    stock = 2 if rules.shrinks_by or len(rules.pack) > rules.hand_size * len(rules.seats) + rules.nest.size else 0
    rules = small_rules(rules, rng, size, stock)
    dealer = rules.persons[seed % len(rules.persons)]
    return TrickRound(rules, deal_for(rules, dealer, rng))


def walk(round: TrickRound, seed: int) -> Iterator[TrickRound]:
    """Position after position, from the deal to the end, or to a hand of which no cards can be discarded."""
    rng, passing = Random(seed), (0.7, 0.3, 0.95)[seed % 3]
    yield round
    while not round.is_over and (round.phase != "nest" or round.legal_moves):
        round = round._apply(walks.choose_move(round, rng, passing))
        yield round


# Every world of a view


def choices_of_cards(cards: Counter[mam.Card], count: int) -> Iterator[tuple[mam.Card, ...]]:
    """Every choice of so many of these cards, copies of a card being the same."""
    yield from dict.fromkeys(combinations(sorted(cards.elements(), key=str), count))


def orderings(cards: Counter[mam.Card]) -> Iterator[tuple[mam.Card, ...]]:
    """Every order of all these cards."""
    if not cards:
        yield ()
    for card in cards:
        for tail in orderings(cards - Counter([card])):
            yield (card, *tail)


def fill_unseen(cards: Sequence[mam.Card], unseen: Sequence[mam.Card]) -> tuple[mam.Card, ...]:
    names = iter(unseen)
    return tuple(next(names) if card == UNSEEN else card for card in cards)


def possible_deals(view_round: TrickRound) -> Iterator[Deal]:
    """Every deal that has the cards seen where they were dealt, and in each hand what was played from it."""
    deal = view_round.deal
    free = Counter(view_round.rules.pack) - Counter(card for card in deal.cards if card != UNSEEN)
    gave = {seat: Counter(card for player, card in plays(view_round) if player == seat) for seat in deal.seats}
    taken = view_round.discarded is not None or view_round.phase == "nest"
    drew = view_round.exchanged[0] if view_round.exchanged else ""
    slack = Counter({view_round.bidder or "": len(deal.nest) if taken else 0}) + Counter({drew: 1})

    def fill(index: int, left: Counter[mam.Card], hands: tuple[tuple[mam.Card, ...], ...]) -> Iterator[Deal]:
        if index < len(deal.seats):
            hand, seat = deal.hands[index], deal.seats[index]
            for cards in choices_of_cards(left, hand.count(UNSEEN)):
                full = fill_unseen(hand, cards)
                if (gave[seat] - Counter(full)).total() <= slack[seat]:
                    yield from fill(index + 1, left - Counter(cards), (*hands, full))
            return
        for cards in choices_of_cards(left, deal.nest.count(UNSEEN)):
            nest = fill_unseen(deal.nest, cards)
            for stock in orderings(left - Counter(cards)):
                for blind_draw in range(len(nest)) if view_round.rules.blind_draw else [None]:
                    for covers in covered(deal, hands):
                        yield replace(
                            deal,
                            hands=hands,
                            nest=nest,
                            stock=fill_unseen(deal.stock, stock),
                            covers=covers,
                            blind_draw=blind_draw,
                        )

    yield from fill(0, free, ())


def covered(deal: Deal, hands: Sequence[tuple[mam.Card, ...]]) -> Iterator[tuple[tuple[mam.Card, mam.Card], ...]]:
    """Every way in which the unseen cards of half-hidden hands can lie under the open ones."""

    def fill(
        index: int, pairs: tuple[tuple[mam.Card, mam.Card], ...]
    ) -> Iterator[tuple[tuple[mam.Card, mam.Card], ...]]:
        if index == len(hands):
            yield pairs
            return
        own_pairs = [pair for pair in deal.covers if pair[0] in deal.hands[index]]
        below = Counter(hands[index]) - Counter(deal.hands[index])
        for order in orderings(below) if own_pairs else [()]:
            yield from fill(
                index + 1,
                (*pairs, *zip([o for o, _ in own_pairs], fill_unseen([b for _, b in own_pairs], order), strict=True)),
            )

    yield from fill(0, ())


def plays(round: TrickRound) -> Iterator[tuple[str, mam.Card]]:
    for trick in (*round.tricks, round.trick):
        yield from trick.plays if trick else ()


def histories(view_round: TrickRound, deal: Deal) -> Iterator[tuple[Move, ...]]:
    """Every history that this one may be the outside of, in this deal."""

    def ways(move: Move) -> Iterator[Move]:
        if isinstance(move, Discard) and UNSEEN in move.cards:
            had = Counter((*deal[view_round.bidder or ""], *deal.nest))
            shown = Counter(card for card in move.cards if card != UNSEEN)
            for cards in choices_of_cards(had - shown, move.cards.count(UNSEEN)):
                yield Discard((*shown.elements(), *cards))
        elif isinstance(move, BidTricks) and move.count is None:
            yield from map(BidTricks, range(len(deal.hands[0]) + 1))
        elif isinstance(move, Exchange):
            yield Exchange()
        else:
            yield move

    def fill(index: int) -> Iterator[tuple[Move, ...]]:
        if index == len(view_round.history):
            yield ()
            return
        for tail in fill(index + 1):
            yield from ((move, *tail) for move in ways(view_round.history[index]))

    yield from fill(0)


def has_few_deals(view: mam.View[TrickRound], max_deals: int) -> bool:
    """Whether there are so few deals to try that it takes no time."""
    return sum(1 for _ in islice(possible_deals(view.round), max_deals + 1)) <= max_deals


def with_known_cards(view: mam.View[TrickRound], seat: str, cards: Sequence[mam.Card]) -> mam.View[TrickRound]:
    """The view of somebody who also knows that these cards were dealt to an unseen hand."""
    view_round, deal = view.round, view.round.deal
    hands = {dealt_seat: deal[dealt_seat] for dealt_seat in deal.seats}
    hands[seat] = (*cards, *hands[seat][len(cards) :])
    round = TrickRound(view_round.rules, replace(deal, hands=tuple(hands.values())), carry=view_round.carry)
    for move in view_round.history:
        round = round._apply(move)
    return mam.View(view.person, round)


def all_worlds(view: mam.View[TrickRound]) -> dict[TrickRound, Fraction]:
    """Every full round that looks like this view to its person, with its chance.

    Cards known beyond what the person has seen are in each of them: `possible_deals` deals only the others.
    """
    view_round, weights = view.round, {}
    for deal in possible_deals(view_round):
        for history in histories(view_round, deal):
            try:
                world = TrickRound(view_round.rules, deal, history, view_round.carry)
            except mam.IllegalMove:
                continue
            if mam.view(world, view.person).round.history == view_round.history:
                weights[world] = weight(world)
    total = sum(weights.values())
    return {world: world_weight / total for world, world_weight in weights.items()}


def weight(world: TrickRound) -> Fraction:
    """In how many ways the copies of cards can have gone this way, over the number of legal discards."""
    deal = world.deal
    copies: dict[mam.Card, list[int]] = {}
    places = [*deal.hands, deal.nest, *((card,) for card in deal.stock)]
    for place in places:
        for card, count in Counter(place).items():
            copies.setdefault(card, []).append(count)
    ways = Fraction(prod(factorial(sum(counts)) // prod(map(factorial, counts)) for counts in copies.values()))
    index = TrickRound(world.rules, deal, carry=world.carry)
    for move in world.history:
        if isinstance(move, Discard) and index.turn:
            hand = index.hands[index.turn]
            ways *= Fraction(count_choices(hand, move.cards), count_discards(hand, world.rules.nest.size))
        if isinstance(move, Play) and index.turn:
            ways *= index.playable(index.turn).count(move.card)
        index = index._apply(move)
    return ways


def count_choices(hand: Sequence[mam.Card], cards: Sequence[mam.Card]) -> int:
    """In how many ways these cards can be taken from a hand, its copies told apart."""
    return prod(comb(hand.count(card), cards.count(card)) for card in set(cards))


@cache
def count_discards(hand: tuple[mam.Card, ...], size: int) -> int:
    """The legal discards of a hand, its copies told apart."""
    plain = sum(card.is_number_card for card in hand)
    money = sum(bool(card.money) for card in hand)
    return comb(plain, size) if plain >= size else comb(money, size - plain)
