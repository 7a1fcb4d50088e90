"""The compiled kernel: whole rounds played on masks of cards. It knows tables, no game.

A hand is two masks, `cards` and `duplicates`: the cards in it, and those of them that it holds twice. A card is a number, a
mask an int64 with a bit for each card. Every round has a random stream of its own, made from the seed and the round's number,
so it is the same in whatever order and thread it is played. Where an argument is None, numba drops its branches before it
compiles. Numbers begin as `np.int64(0)`: for a plain 0 numba would compile each function that gets it once more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.bits import count_bits, count_cards, find_nth_bit, index, join_cards, low_bit, remove_cards
from mam.engine.tables.club_hands_kernel import (
    AFTER_DISCARD,
    BEFORE_NEST,
    count_numbers,
    plan_discard,
    rank_trumps,
)
from mam.engine.tables.club_kernel import choose_by_weights
from mam.engine.tables.compiling import compiled
from mam.engine.tables.search_tree import NO_TREE, SearchTree, add_to_history, choose_in_tree, measure_surprise

PLACES, WINNERS, MONEY, EFFECTS = 3, 3, 2, 3  # how many values each part of a situation has
KEY_STEP = np.uint64(0x9E3779B97F4A7C15)
FRACTION_BITS = 56  # bits of a random fraction: times a number below 128 it still fits into 63
_FRACTION_MASK = (1 << FRACTION_BITS) - 1


class GameLookup(NamedTuple):
    """What is played. Places are the seats, the nest, and one for each card of the stock.

    `b` is the number of the bidder's seat (where nobody bids, the dealer's), `p` a position in turn order.

    Dealing: `pool` lists the cards dealt by chance; each place gets those up to its entry in `ends`, beside the cards in
    `known_cards` and `known_duplicates`, which it holds in every deal. The first `drawn` cards are drawn, the last place gets
    those that are left.

    Seats: one of `bidders` becomes the bidder; a policy takes the one with the best hand, if `valued`. Then
    `turn_order[b, p]` is the seat at each position, `bidder_position[b]` the bidder's position, `lead[b]` the first
    leader's, `allies[b]` a mask of the positions on the bidder's side, and `friends[b, p]` those that a position knows to
    be on its side.

    Trump, nest, calls: one of `trumps` is named; `turned_trump[card]` is the trump that a card of the stock decides instead (-1:
    none); `trump_bound` says that trump is decided before the nest is taken. `size` cards are discarded, from the first
    mask in `discardable`, then from the second. `called` of the cards in `callable` are called. Under some trumps the card
    `swap[trump]` is exchanged for the discard that `blind_draw` names (-1: by chance, -2: no exchange), counted in `exchange_order`.

    Tables are flat: `legal[trump, context, level]` of 8 and 4; `facts[trump, context, card]` of 8 and 64: a card's strength
    in 12 bits (the strengths of ten cards add up to less), its money above them; `fixes`, of the same shape: where in it the
    facts of the next context begin; `transitions[state, card]`; `multipliers[state]`. `trick_points` is what a trick counts
    by itself.
    """

    pool: Any
    ends: Any
    known_cards: Any
    known_duplicates: Any
    drawn: int
    bidders: Any
    valued: bool
    turn_order: Any
    bidder_position: Any
    lead: Any
    allies: Any
    friends: Any
    trumps: Any
    turned_trump: Any
    trump_bound: bool
    size: int
    discardable: Any
    callable: int
    called: int
    swap: Any
    blind_draw: int
    exchange_order: Any
    tricks: int
    legal: Any
    facts: Any
    fixes: Any
    broken: Any
    colors: int
    transitions: Any
    multipliers: Any
    trick_points: int


class StartState(NamedTuple):
    """Where rounds go on, instead of being dealt: the same bidder, trump and table in all rows, but other hands in each.

    `contents[row, place]` and `duplicates[row, place]` are masks of what lies in each place; a played card still counts as
    part of the hand that played it. `cards` are played first, in this order, beginning with the first lead by position
    `leader` (-1: whoever leads by the rules); then `next_card[row]` (-1: what the policy plays).

    `surprise[row]` receives how unlikely the cards played by the positions in the mask `watched_positions` are under the
    policy: minus the logarithm of the probability of each, in `SURPRISE_UNIT`ths. The probability is a softmax of the scores at this
    `temperature`; without scores, each card that the policy would not have played adds `unexpected`.

    `tree` is what the person to move has learned about later moves. `discard[row]` and `discard_duplicates[row]` are the
    discard (-1: what the policy chooses, or nothing if `discard_done`), `called` the cards called (-1: what the policy chooses).
    """

    contents: Any
    duplicates: Any
    leader: int
    cards: Any
    watched_positions: int
    surprise: Any
    temperature: float
    unexpected: int
    tree: SearchTree
    discard_done: bool
    next_card: Any
    discard: Any
    discard_duplicates: Any
    called: int


_NO_MASKS, _NO_NUMBERS = np.zeros((0, 0), np.int64), np.zeros(0, np.int64)
DEAL_START = StartState(  # rounds do not go on from anywhere
    contents=_NO_MASKS,
    duplicates=_NO_MASKS,
    leader=-1,
    cards=_NO_NUMBERS,
    watched_positions=0,
    surprise=_NO_NUMBERS,
    temperature=1.0,
    unexpected=0,
    tree=NO_TREE,
    discard_done=False,
    next_card=_NO_NUMBERS,
    discard=_NO_NUMBERS,
    discard_duplicates=_NO_NUMBERS,
    called=-1,
)


class Policy(NamedTuple):
    """What a policy prefers, as tables: the highest entry is chosen, and its lowest six bits are the card.

    `play_scores[trump, situation, captures, card]` for plays; `discard_scores[trump, length of its color, card]` for
    discards; `call_scores[trump, card]` for calls; `estimate[trump, card]` is summed over a hand to compare bidders and
    trumps. `effect[state]` and `color[card]` are needed to find situations and lengths.
    """

    play_scores: Any
    discard_scores: Any
    call_scores: Any
    estimate: Any
    effect: Any
    color: Any


# Chance


@compiled(nogil=True)
def draw_fraction(key):
    """Return the random fraction that belongs to a key, in units of 2 to the power of minus FRACTION_BITS."""
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((key ^ (key >> np.uint64(31))) >> np.uint64(64 - FRACTION_BITS))


@compiled(nogil=True)
def _pick_randomly(cards, duplicates, count, key, pdep):
    """Return `count` of these cards (there must be more), all choices being equally likely, and the next key."""
    while True:
        cards_left, duplicates_left, chosen, chosen_duplicates = cards, duplicates, 0, 0
        fraction = draw_fraction(key)
        key += KEY_STEP
        for _ in range(count):
            singles = count_bits(cards_left)
            fraction *= singles + count_bits(duplicates_left)
            n = fraction >> FRACTION_BITS
            fraction &= _FRACTION_MASK
            if n < singles:
                bit = find_nth_bit(cards_left, n, pdep)
                cards_left ^= bit
            else:
                bit = find_nth_bit(duplicates_left, n - singles, pdep)
                duplicates_left ^= bit
            chosen_duplicates |= chosen & bit
            chosen |= bit
        # One of two equal cards could be taken in two ways: such a choice counts half, two of them a quarter.
        if fraction >> (FRACTION_BITS - count_bits(chosen & duplicates & ~chosen_duplicates)) == 0:
            return chosen, chosen_duplicates, key


# Whole rounds


@compiled(nogil=True)
def find_best_trump(cards, duplicates, trumps, estimate):
    """Return the trump with which a hand is worth most, and what it is worth."""
    best, best_trump = np.int64(-(1 << 62)), trumps[0]
    for trump in trumps:
        value, left = 0, cards
        while left:
            bit = left & -left
            left ^= bit
            value += estimate[index(trump << 6 | low_bit(bit))] * (1 + (duplicates & bit != 0))
        if value > best:
            best, best_trump = value, trump
    return best_trump, best


@compiled(nogil=True)
def choose_discard(hand, hand_duplicates, need, discardable, policy, trump, key, pdep):
    """Return a discard of `need` cards as two masks, and the next key.

    The cards are taken from the first mask in `discardable`, then from the next; by the policy's scores, or randomly if that is None.
    """
    discard = discard_duplicates = np.int64(0)
    for mask in discardable:
        cards, duplicates = hand & mask, hand_duplicates & mask
        available = count_cards(cards, duplicates)
        if available > need:
            if policy is None:
                cards, duplicates, key = _pick_randomly(cards, duplicates, need, key, pdep)
            else:
                cards, duplicates = pick_best(
                    cards, duplicates, need, policy.discard_scores, trump << 11, policy.color, hand, hand_duplicates
                )
        discard, discard_duplicates, need = discard | cards, discard_duplicates | duplicates, max(need - available, 0)
    return discard, discard_duplicates, key


@compiled(nogil=True)
def pick_best(cards, duplicates, count, ratings, start, color, hand, hand_duplicates):
    """Return the `count` cards with the highest ratings, as two masks.

    Ratings begin at entry `start` and depend on how many cards of its color the hand has.
    """
    lengths = 0  # six bits for each color
    while hand:
        bit = hand & -hand
        hand ^= bit
        lengths += np.int64(1 + (hand_duplicates & bit != 0)) << 6 * color[index(low_bit(bit))]
    chosen, chosen_duplicates = 0, 0
    for _ in range(count):
        best, left = np.int64(-1), cards
        while left:
            card = low_bit(left)
            left &= left - 1
            length = lengths >> 6 * color[index(card)] & 31
            best = max(best, np.int64(ratings[index(start + (length << 6 | card))]))
        bit = np.int64(1) << (best & 63)
        cards, duplicates = cards ^ bit ^ (duplicates & bit), duplicates & ~bit
        chosen_duplicates |= chosen & bit
        chosen |= bit
    return chosen, chosen_duplicates


@compiled(nogil=True)
def choose_card(legal, facts, context, strongest, play_scores, start):
    """Return the legal card with the highest score; `context` and `start` are where the position's entries begin."""
    best = np.int64(-1)
    while legal:
        card = low_bit(legal)
        legal &= legal - 1
        captures = np.int64(facts[index(context | card)] & 1023 >= strongest)
        best = max(best, np.int64(play_scores[index(start + (captures << 6 | card))]))
    return best & 63


@compiled(nogil=True)
def deal_cards(ordered_pool, known_cards, known_duplicates, ends, drawn, pool, contents, content_duplicates, key):
    """Shuffle and deal: fill in `pool`, and the two masks of each place, and return the next key."""
    for n in range(ordered_pool.shape[0]):
        pool[n] = ordered_pool[n]
    fraction, pool_size, n = np.int64(0), ordered_pool.shape[0], 0
    for place in range(ends.shape[0]):
        cards, duplicates = known_cards[place], known_duplicates[place]
        while n < ends[place]:
            if n < drawn:
                if n & 3 == 0:  # four numbers come from one fraction, which leaves them 28 bits
                    key += KEY_STEP
                    fraction = draw_fraction(key)
                fraction *= pool_size - n
                target = n + (fraction >> FRACTION_BITS)
                fraction &= _FRACTION_MASK
                pool[index(n)], pool[index(target)] = pool[index(target)], pool[index(n)]
            bit = np.int64(1) << np.int64(pool[index(n)])
            duplicates |= cards & bit
            cards |= bit
            n += 1
        contents[place], content_duplicates[place] = cards, duplicates
    return key


@compiled(nogil=True)
def play_rounds(game, policy, club, club_hands, start_state, seed, first, results, log, pdep):
    """Play the rounds `first`, `first` + 1 …: one for each row of `results`.

    With `club` (the club player's tables, or None) cards are played as by the club player; if it has `club_hands` as well, it also
    discards and names trump. The policy does the rest.

    A row of `results` gets the bidder's seat, trump, the bidder's side (a mask of seats), the money discarded, and what each
    seat captured. Rounds go on from `start_state`, or are dealt if that is `DEAL_START` (not None: numba would compile both).

    A row of `log`, unless that is empty, gets the pool as it was dealt, the blind draw, the discard and its duplicates, the cards
    called; for every play the card and the mask of the legal cards; for every trick its winner's seat (or -1) and its value.
    """
    seats, places, size, colors = game.turn_order.shape[1], game.ends.shape[0], game.size, game.colors
    # Arrays are named once: every access to the tuple would count a reference.
    legal_masks, facts, fixes, transitions, multipliers = (
        game.legal,
        game.facts,
        game.fixes,
        game.transitions,
        game.multipliers,
    )
    ordered_pool, ends, discardable = game.pool, game.ends, game.discardable
    known_cards, known_duplicates = game.known_cards, game.known_duplicates
    bidders, turn_order, bidder_positions, lead, sides = (
        game.bidders,
        game.turn_order,
        game.bidder_position,
        game.lead,
        game.allies,
    )
    friends, trumps, turned_trump = game.friends, game.trumps, game.turned_trump
    if policy is not None:
        play_scores, effect, estimate = policy.play_scores, policy.effect, policy.estimate
    pool = ordered_pool.copy()
    contents, content_duplicates = np.zeros(places, np.int64), np.zeros(places, np.int64)
    hands, duplicates, captured = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats + 1, np.int64)
    is_logged, has_club_hands = log.size > 0, False
    goes_on = start_state.contents.shape[0] > 0
    if club is not None:
        void_cards, scratch = np.zeros(seats, np.int64), np.zeros(128, np.int64)
        scores = np.zeros(64, np.int64)  # of the legal cards
        has_club_hands = club_hands.constants.size > 0
    for row in range(results.shape[0]):
        key = np.uint64(draw_fraction(seed + KEY_STEP * np.uint64(first + row))) << np.uint64(8)
        if not goes_on:
            key = deal_cards(
                ordered_pool, known_cards, known_duplicates, ends, game.drawn, pool, contents, content_duplicates, key
            )
        else:
            for place in range(places):
                contents[place] = start_state.contents[row, place]
                content_duplicates[place] = start_state.duplicates[row, place]
        # The bidder and trump
        key += KEY_STEP
        fraction = draw_fraction(key) * bidders.shape[0]
        bidder = bidders[index(fraction >> FRACTION_BITS)]
        fraction = (fraction & _FRACTION_MASK) * trumps.shape[0]
        trump = trumps[index(fraction >> FRACTION_BITS)]
        blind_draw = game.blind_draw
        if blind_draw == -1:
            blind_draw = ((fraction & _FRACTION_MASK) * size) >> FRACTION_BITS
        if policy is not None and game.valued:
            best = np.int64(-(1 << 62))
            for candidate in bidders:
                if club is not None and has_club_hands:
                    _, value = rank_trumps(
                        club_hands, BEFORE_NEST, contents[candidate], content_duplicates[candidate], trumps
                    )
                else:
                    _, value = find_best_trump(contents[candidate], content_duplicates[candidate], trumps, estimate)
                if value > best:
                    best, bidder = value, candidate
        for place in range(seats + 1, places):
            turned = turned_trump[index(low_bit(contents[place]))]
            if turned >= 0:
                trump = turned
                break
        for p in range(seats):
            seat = index(turn_order[index(bidder), p])
            hands[p], duplicates[p], captured[p] = contents[seat], content_duplicates[seat], 0
        # The nest, the cards called, the card exchanged
        bidder_position, allies = bidder_positions[index(bidder)], sides[index(bidder)]
        discard = discard_duplicates = called = discarded_money = shown_allies = entry = np.int64(0)
        hand, hand_duplicates = hands[index(bidder_position)], duplicates[index(bidder_position)]
        discard_done = goes_on and start_state.discard_done
        if policy is not None and game.trump_bound and not discard_done:
            if club is not None and has_club_hands:
                trump, _ = rank_trumps(club_hands, BEFORE_NEST, hand, hand_duplicates, trumps)
            else:
                trump, _ = find_best_trump(hand, hand_duplicates, trumps, estimate)
        names_trump = policy is not None and not game.trump_bound and trumps.shape[0] > 1
        full_hand, full_duplicates = join_cards(hand, hand_duplicates, contents[seats], content_duplicates[seats])
        if policy is not None and names_trump and not has_club_hands:
            trump, _ = find_best_trump(full_hand, full_duplicates, trumps, estimate)
        if not discard_done:
            hand, hand_duplicates = full_hand, full_duplicates
        if discard_done:
            discard, discard_duplicates = contents[seats], content_duplicates[seats]
        elif size:
            if goes_on and start_state.discard[row] >= 0:
                discard, discard_duplicates = start_state.discard[row], start_state.discard_duplicates[row]
            elif (
                club is not None
                and has_club_hands
                and (names_trump or club_hands.trump_colors[index(trump)] >= 0)
                and count_numbers(club_hands, hand, hand_duplicates) >= size
            ):
                decided_trump = -1 if names_trump else trump
                trump, discard, discard_duplicates = plan_discard(
                    club_hands, hand, hand_duplicates, size, trumps, decided_trump, scratch
                )
                names_trump = False
            else:
                if club is not None and has_club_hands and names_trump:
                    trump, _ = rank_trumps(club_hands, AFTER_DISCARD, hand, hand_duplicates, trumps)
                    names_trump = False
                key += KEY_STEP
                discard, discard_duplicates, key = choose_discard(
                    hand, hand_duplicates, size, discardable, policy, trump, key, pdep
                )
            hand, hand_duplicates = remove_cards(hand, hand_duplicates, discard, discard_duplicates)
            hands[index(bidder_position)], duplicates[index(bidder_position)] = hand, hand_duplicates
        if club is not None and has_club_hands and names_trump:
            trump, _ = rank_trumps(club_hands, AFTER_DISCARD, hand, hand_duplicates, trumps)
        if goes_on and start_state.called >= 0:
            called, shown_allies = start_state.called, np.int64(1) << bidder_position
            for p in range(seats):
                allies |= np.int64(hands[p] & called != 0) << p
        elif game.called:
            eligible = hand & ~hand_duplicates & game.callable & ~discard
            called = eligible
            if count_bits(eligible) > game.called:
                if policy is None:
                    key += KEY_STEP
                    called, _, key = _pick_randomly(eligible, np.int64(0), game.called, key, pdep)
                else:
                    called, _ = pick_best(
                        eligible,
                        np.int64(0),
                        game.called,
                        policy.call_scores,
                        trump << 6,
                        policy.color,
                        np.int64(0),
                        np.int64(0),
                    )
            shown_allies = np.int64(1) << bidder_position
            for p in range(seats):
                allies |= np.int64(hands[p] & called != 0) << p
        if is_logged:
            for n in range(pool.shape[0]):
                log[row, n] = pool[n]
            entry = pool.shape[0]
            log[row, entry], log[row, entry + 1], log[row, entry + 2], log[row, entry + 3] = (
                blind_draw,
                discard,
                discard_duplicates,
                called,
            )
            entry += 4
        if game.swap[trump] >= 0:
            drawn = 0
            for card in game.exchange_order:
                bit = np.int64(1) << card
                if discard & bit and blind_draw >= 0:
                    drawn, blind_draw = bit, blind_draw - 1
            exchanged = drawn | np.int64(1) << game.swap[trump]
            for p in range(seats):
                if hands[p] & exchanged:
                    hands[p] ^= exchanged
            discard ^= exchanged
        no_color_context, broken = trump << 9 | colors << 6, game.broken[trump]
        lead_context = no_color_context + 64
        left = discard
        while left:
            bit = left & -left
            left ^= bit
            discarded_money += (facts[index(trump << 9 | low_bit(bit))] >> 12) * (1 + (discard_duplicates & bit != 0))
        # The tricks
        played_cards = played_duplicates = replay_length = surprise = watched_positions = np.int64(0)
        leader, history, search_positions, depth = lead[index(bidder)], np.uint64(0), np.int64(0), 0
        if club is not None:
            void_cards[:] = 0
        if goes_on:
            replay_length, watched_positions = start_state.cards.shape[0], start_state.watched_positions
            search_positions = start_state.tree.positions
            leader = start_state.leader if start_state.leader >= 0 else leader
        play_count = 0
        for _ in range(game.tricks):
            key += KEY_STEP
            fraction = draw_fraction(key)
            context = lead_context + (np.int64(played_cards & broken == 0) << 6)
            best, winner, total, state = np.int64(1), np.int64(seats), np.int64(0), np.int64(0)
            p, best_card = leader, np.int64(-1)
            for turn in range(seats):
                hand, level = hands[index(p)], context >> 4
                legal, second_choice = hand & legal_masks[index(level)], hand & legal_masks[index(level + 1)]
                third_choice = hand & legal_masks[index(level + 2)]
                second_choice = second_choice if second_choice else third_choice
                legal = legal if legal else second_choice
                next_card = np.int64(-1)
                if goes_on and play_count <= replay_length:
                    next_card = start_state.next_card[row]
                    if play_count < replay_length:
                        next_card = np.int64(start_state.cards[play_count])
                    play_count += 1
                if policy is None:
                    fraction *= count_bits(legal)
                    bit = find_nth_bit(legal, fraction >> FRACTION_BITS, pdep)
                    fraction &= _FRACTION_MASK
                    card = low_bit(bit)
                elif next_card >= 0 and not (watched_positions >> p & 1):
                    card = next_card
                else:
                    known_allies = friends[index(bidder), index(p)] | (shown_allies if allies >> p & 1 else 0)
                    if club is not None and legal & (legal - 1):
                        card, n, _ = choose_by_weights(
                            club, game, trump, legal, hands, duplicates, void_cards, played_cards, played_duplicates,
                            discard if p == bidder_position else np.int64(0),
                            discard_duplicates if p == bidder_position else np.int64(0), p, turn, context, best, best_card,
                            np.int64(winner < seats and known_allies >> winner & 1), total, state, known_allies,
                            p == bidder_position, allies >> p & 1, scores, None,
                        )  # fmt: skip
                        if goes_on and next_card >= 0:
                            played_place = count_bits(legal & ((np.int64(1) << next_card) - 1))
                            surprise += measure_surprise(scores, n, played_place, start_state.temperature)
                    elif club is not None:
                        card = low_bit(legal)
                    else:
                        place = 0 if turn == 0 else 2 if turn == seats - 1 else 1
                        side = 0 if winner == seats else 1 if known_allies >> winner & 1 else 2
                        kind = ((trump * PLACES + place) * WINNERS + side) * MONEY + np.int64(total >> 12 > 0)
                        kind = kind * EFFECTS + effect[index(state)]
                        card = choose_card(legal, facts, context, best, play_scores, kind << 7)
                        if goes_on and next_card >= 0 and card != next_card:
                            surprise += start_state.unexpected
                    if goes_on and next_card < 0 and search_positions >> p & 1 and legal & (legal - 1):
                        card, tree_entry, was_tried = choose_in_tree(start_state.tree, history, legal, card)
                        if tree_entry >= 0:
                            start_state.tree.path[row, depth] = tree_entry
                            depth += 1
                        if not was_tried or depth == start_state.tree.path.shape[1]:
                            search_positions = 0
                card = next_card if next_card >= 0 else card
                bit = np.int64(1) << card
                if search_positions:
                    history = add_to_history(history, card)
                if policy is not None and bit & called and p != bidder_position:
                    shown_allies |= np.int64(1) << p
                if is_logged:
                    log[row, entry], log[row, entry + 1] = card, legal
                    entry += 2
                duplicate = duplicates[index(p)] & bit
                hands[index(p)] = hand ^ bit ^ duplicate
                if duplicate:
                    duplicates[index(p)] ^= duplicate
                fact = np.int64(facts[index(context | card)])
                strength = fact & 1023
                if club is not None:
                    # A seat that does not follow is void in that color.
                    if context < no_color_context and bit & legal_masks[index(level)] == 0:
                        void_cards[index(p)] |= legal_masks[index(level)]
                    best_card = card if strength >= best else best_card
                    played_duplicates |= played_cards & bit
                winner = p if strength >= best else winner
                best = max(best, strength)
                total += fact
                # Looked up only while no color is fixed, so that the processor need not wait for each card.
                if context >= no_color_context:
                    context = np.int64(fixes[index(context | card)])
                state = transitions[index(state << 6 | card)]
                played_cards |= bit
                p = p + 1 if p + 1 < seats else 0
            value = game.trick_points + (total >> 12) * multipliers[index(state)]
            captured[index(winner)] += value
            leader = winner if winner < seats else leader
            if is_logged:
                log[row, entry], log[row, entry + 1] = turn_order[bidder, winner] if winner < seats else -1, value
                entry += 2
        if goes_on:
            start_state.surprise[row] = surprise
        results[row, 0], results[row, 1], results[row, 2], results[row, 3] = bidder, trump, 0, discarded_money
        for p in range(seats):
            seat = turn_order[index(bidder), p]
            results[row, 2] |= (allies >> p & 1) << seat
            results[row, index(4 + seat)] = captured[p]
