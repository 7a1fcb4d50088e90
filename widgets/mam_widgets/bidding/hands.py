"""A hand to bid on: dealt from a seed, typed, from a record or a deal code, or constrained."""

import re
import secrets
from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path
from random import Random

import mam
from mam.analysis.constrained_deals import deals_in_steps
from mam.games.registry import find_dealer, find_rules, make_round
from mam.games.sampling import worlds
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.amounts import format_amount
from mam.rules.cards import UNSEEN, Card, money_in
from mam.rules.dealing import Deal, check_seed, derive_seed
from mam.rules.editions import TrickGameRules, get_edition, list_editions
from mam.support.messages import quote
from mam.support.numbers import NUMBER_WORDS
from mam.text.notation import parse_dealt_hand
from mam_widgets.shared.hands import CODE, HandSource, deal_hand, find_seat, is_hand, read_given_record

_COUNT = re.compile(
    rf"(?:at least )?(\d+|{'|'.join(NUMBER_WORDS)}) (red|yellow|black|green)s?(?: cards?)?(?: or more)?"
)
_ANIMAL = re.compile(r"(?:the )?(tiger|bull|bear)")
_MONEY_STEP = 50  # hands alike have as much money, give or take this, in thousands of dollars


def open_round_in_steps(
    hand: HandSource, edition: str | None, seat: str | None, dealer: str | None, seed: int | None
) -> Generator[None, None, tuple[TrickRound, str, str, int]]:
    """Return the round at the beginning of its auction (of a record: when this seat is first to call), with the seat that the
    learner has, where the cards are from in words, and the seed.

    Raises what `open_nest` raises; ValueError also for an edition in which nobody bids for trump.
    """
    seed = secrets.randbelow(1_000_000) if seed is None else check_seed(seed)
    record = read_given_record(hand)
    if record is not None:
        if edition is not None or dealer is not None:
            raise ValueError("a record already says who dealt and in which edition: leave edition and dealer out")
        return (*_find_in_record(record, seat, seed), record.title or "a record", seed)
    code = hand.strip() if isinstance(hand, str) and CODE.fullmatch(hand.strip()) else None
    coded, dealt = mam.decode_deal(code) if code else (None, None)
    if coded is not None and (edition not in (None, coded, coded.split("+")[0]) or dealer is not None):
        raise ValueError(f"this deal code is one of {coded} and says who deals: leave edition and dealer out")
    rules = find_auction_rules(coded or edition)
    seat = find_seat(rules, seat)
    if dealt is None:
        dealer = find_dealer(rules, seed, dealer)
        dealt, origin = yield from _deal_in_steps(rules, hand, seat, dealer, seed)
    else:
        origin = f"deal {code}"
    round = make_round(rules, dealt)
    assert isinstance(round, TrickRound)
    return round, seat, origin, seed


def has_auction(edition: str) -> bool:
    """Return whether people bid for trump in this edition."""
    rules = get_edition(edition)
    return isinstance(rules, TrickGameRules) and "auction" in rules.phases


def find_auction_rules(edition: str | None) -> TrickGameRules:
    """Return the rules of an edition in which people bid for trump; the first there is if none is named. Raises ValueError for
    any other, saying what can be asked there.

    >>> find_auction_rules("sweven").auction.money
    False
    """
    rules = find_rules(edition or list_editions()[0])
    if not has_auction(rules.full_id):
        editions = ", ".join(name for name in list_editions() if has_auction(name))
        alternative = (
            "mam.advise(view) compares the numbers of tricks"
            if _is_sealed(rules)
            else "mam.advise(view) compares its moves"
        )
        raise ValueError(
            f"in {rules.name} nobody bids for trump, so there is no auction to try: {alternative}. There is one in {editions}"
        )
    assert isinstance(rules, TrickGameRules)
    return rules


def _is_sealed(rules: object) -> bool:
    return isinstance(rules, TrickGameRules) and "sealed" in rules.phases


def _deal_in_steps(
    rules: TrickGameRules, hand: HandSource, seat: str, dealer: str, seed: int
) -> Generator[None, None, tuple[Deal, str]]:
    """Return the cards, and where they are from."""
    if hand is None:
        return mam.start(rules.full_id, seed, dealer=dealer).deal, f"deal {seed}"
    if isinstance(hand, str) and is_hand(hand):
        count = len(parse_dealt_hand(hand)[0])
        if count != rules.hand_size:
            raise ValueError(f"a hand has {rules.hand_size} cards as dealt, not {count}")
        return deal_hand(rules, hand, seat, dealer, seed), "your cards"
    if not isinstance(hand, str) and not callable(hand):
        raise TypeError(f"a hand is text, a record or its file, a deal code or a condition, not {quote(hand)}")
    where = read_condition(hand, seat) if isinstance(hand, str) else hand
    try:
        ordered = next((yield from deals_in_steps(rules.full_id, where, seed, dealer=dealer)))
    except ValueError as error:
        raise ValueError(
            f"{error}. A hand is typed as cards (R40 R30 …), as a deal code, or as a condition like “five reds and the "
            f"Tiger” or “{seat} holds Bull and Bear”"
        ) from None
    return ordered, f"a deal with {hand}" if isinstance(hand, str) else "a constrained deal"


def read_condition(text: str, seat: str) -> str:
    """Return a condition as `mam.deals` takes it; what counts cards or names an animal, and no place, is about this seat.

    >>> read_condition("five reds and the Tiger", "S")
    'S red >= 5 and S holds Tiger'
    >>> read_condition("money S > 100 and two blacks", "S")
    'money S > 100 and S black >= 2'
    """
    return " and ".join(_read_part(term.strip(), seat) for term in re.split(r"\band\b|,", text) if term.strip())


def _read_part(term: str, seat: str) -> str:
    if count := _COUNT.fullmatch(term.lower()):
        number = int(count[1]) if count[1].isdigit() else NUMBER_WORDS.index(count[1])
        return f"{seat} {count[2]} {'>=' if number else '='} {number}"
    if animal := _ANIMAL.fullmatch(term.lower()):
        return f"{seat} holds {animal[1].capitalize()}"
    return term


def is_condition(hand: HandSource) -> bool:
    """Return whether a hand is given by what its deal has to meet."""
    if isinstance(hand, str):
        text = hand.strip()
        return not (is_hand(text) or CODE.fullmatch(text) or text.endswith(".toml"))
    return hand is not None and not isinstance(hand, Path | mam.Record)


def describe_shape(rules: TrickGameRules, seat: str, cards: Sequence[Card]) -> tuple[str, str]:
    """Return what hands like this one have in common, as a condition and in words: cards of each color, animals, money.

    >>> cards = parse_dealt_hand("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 TIGER BULL")[0]
    >>> for text in describe_shape(find_auction_rules(None), "S", cards):
    ...     print(text)
    S red = 5 and S yellow = 3 and S black = 3 and S green = 0 and S Tiger = 1 and S Bull = 1 and money S >= 100 and money S < 150
    5 Red, 3 Yellow, 3 Black, no Green, Tiger, Bull, $100,000 to $145,000
    """
    colors = list(dict.fromkeys(card.color for card in rules.pack if card.color is not None))
    counts = {color.word: sum(card.color == color for card in cards) for color in colors}
    animals = Counter(card.words for card in cards if card.color is None)
    parts = [f"{seat} {color_name.lower()} = {count}" for color_name, count in counts.items()]
    names = [f"{count or 'no'} {color_name}" for color_name, count in counts.items()]
    parts += [f"{seat} {animal} = {count}" for animal, count in animals.items()]
    names += [animal if count == 1 else f"{count} × {animal}" for animal, count in animals.items()]
    if rules.auction.money:
        min_money = money_in(cards) // _MONEY_STEP * _MONEY_STEP
        parts += [f"money {seat} >= {min_money}", f"money {seat} < {min_money + _MONEY_STEP}"]
        names.append(f"{format_amount(min_money)} to {format_amount(min_money + _MONEY_STEP - 5)}")
    return " and ".join(parts), ", ".join(names)


def _find_in_record(record: mam.Record, seat: str | None, seed: int) -> tuple[TrickRound, str]:
    """Return the moment of the record when this seat (or the first to do so) was to call."""
    if seat is not None:
        find_seat(find_auction_rules(record.rounds()[0].rules.full_id), seat)
    auctions = (round_ for round_ in record.rounds() if isinstance(round_, TrickRound) and round_.phase == "auction")
    round = next((round_ for round_ in auctions if seat in (None, round_.actor)), None)
    if round is None or round.actor is None:
        caller = "nobody" if seat is None else f"nobody at {seat}"
        raise ValueError(f"in this record {caller} is to call, so there is nothing to bid on")
    person = round.actor
    if UNSEEN in round.hands[person]:
        raise ValueError("cards of this hand are not known: a bid needs all of them")
    if UNSEEN in round.deal.cards:  # others call too, so their cards are dealt
        world = next(worlds(view(round, person), Random(derive_seed(seed, "the cards not in the record"))))
        assert isinstance(world, TrickRound)
        round = world
    return round, person
