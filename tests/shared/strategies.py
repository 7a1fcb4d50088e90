"""Rounds for Hypothesis: any deal, any legal play, stopped anywhere; some with poor nests, some of few cards."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st
from positions import EDITION, SEATS

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import sort_hand
from mam.rules.dealing import deal_round, shuffle

OPTIONS = ((), ("tiger-sets-color",))


def rich_deal(rng: Random, dealer: str) -> mam.Deal:
    """A deal whose dealer holds at most two number cards, nest included: a discard that is forced."""
    plain = shuffle([card for card in mam.PACK if card.is_number_card], rng)
    special_cards = shuffle([card for card in mam.PACK if not card.is_number_card], rng)
    few = int(rng.random() * 3)
    deck = shuffle([*plain[:few], *special_cards[: 16 - few]], rng)
    remaining = shuffle([*plain[few:], *special_cards[16 - few :]], rng)
    hands = {
        seat: tuple(remaining[place * 13 :][:13]) for place, seat in enumerate(seat for seat in SEATS if seat != dealer)
    }
    hands[dealer] = tuple(deck[:13])
    return mam.Deal(SEATS, dealer, tuple(hands[seat] for seat in SEATS), tuple(deck[13:]))


def small_start(rng: Random, dealer: str, options: tuple[str, ...]) -> TrickRound:
    """A round of three or four cards a hand, the animals among them: the endings, where Bull and Bear are led."""
    size = 3 + int(rng.random() * 2)
    rules = mam.get_edition(EDITION, options)
    plain = shuffle([card for card in mam.PACK if card.is_number_card], rng)
    money = shuffle([card for card in mam.PACK if card.money], rng)
    pack = sort_hand([*plain[: 2 * size + 3], *money[: 2 * size - 3], *mam.rules.cards.ANIMALS])
    rules = replace(rules, pack=pack, hand_size=size)
    return TrickRound(rules, deal_round(pack, SEATS, dealer, 3, rng))


def start(rng: Random, kind: str, dealer: str, options: tuple[str, ...] = ()) -> TrickRound:
    if kind == "small":
        return small_start(rng, dealer, options)
    deal = rich_deal(rng, dealer) if kind == "rich" else deal_round(mam.PACK, SEATS, dealer, 3, rng)
    return TrickRound(mam.get_edition(EDITION, options), deal)


def next_move(round: TrickRound, rng: Random, quiet: bool) -> mam.TrickRound:
    """One more move; a quiet auction ends at the opening bid, a loud one goes anywhere."""
    moves = round.legal_moves
    pass_now = round.phase == "auction" and mam.Pass() in moves and (quiet or rng.random() < 0.5)
    return round.play(mam.Pass() if pass_now else moves[int(rng.random() * len(moves))])


def walk(seed: int, kind: str, dealer: str, progress: float, options: tuple[str, ...] = ()) -> TrickRound:
    """A round played to about this fraction of its length."""
    rng = Random(seed)
    round = start(rng, kind, dealer, options)
    quiet = kind == "rich" or rng.random() < 0.5
    left = int(progress * (4 * round.rules.hand_size + 8))
    while left > 0 and not round.is_over:
        round, left = next_move(round, rng, quiet), left - 1
    return round


def rounds(*kinds: str, min_progress: float = 0.0) -> st.SearchStrategy[TrickRound]:
    return st.builds(
        walk,
        st.integers(0, 2**32),
        st.sampled_from(kinds or ("any", "rich", "small")),
        st.sampled_from(SEATS),
        st.floats(min_progress, 1.0),
        st.sampled_from(OPTIONS),
    )
