"""Exercises on how the cards of a color split among the other hands."""

from collections import Counter
from fractions import Fraction
from math import comb, factorial, prod

from mam.analysis.probability import chances
from mam.classroom.phrases import NAMES, describe_cards, format_chance
from mam.classroom.rounds import begin_round, deal_hand
from mam.classroom.template import Chance, Draw, Variant, ask_chance, exercise
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.cards import PACK, TIGER, Card, Color, NoTrump, Suit, format_cards, format_count, join_words, sort_hand
from mam.rules.moves import Discard, NameTrump, Pass


def _play_as_bidder(draw: Draw) -> tuple[View[Round], TrickRound]:
    """Return what South sees after winning the auction, discarding three cards and naming the longest color: play begins."""
    round = begin_round(draw, dealer="S")
    for move in (round.legal_moves[0], Pass(), Pass(), Pass()):  # the lowest opening bid
        round = round.play(move)
    trump = max(Color, key=lambda color: _count_trumps(round.hands["S"], color))
    discards = [move for move in round.legal_moves if isinstance(move, Discard)]
    minimum = min(_count_trumps(discard.cards, trump) for discard in discards)
    round = round.play(draw.one_of([discard for discard in discards if _count_trumps(discard.cards, trump) == minimum]))
    player_view = view(round.play(NameTrump(trump)), "S")
    assert isinstance(player_view.round, TrickRound)
    return player_view, player_view.round


def _count_trumps(cards: tuple[Card, ...], trump: object) -> int:
    return sum(card.color == trump or card.code == "TIGER" for card in cards)


def _describe_position(round: TrickRound) -> str:
    """Say what South knows, and how many trumps the other players hold."""
    assert isinstance(round.trump, Color | Suit | NoTrump)
    return (
        f"You are South, the bidder. Trump is **{round.trump.word}**, and the Tiger is a trump too (R35-TIG-2). You discarded "
        f"{describe_cards(round.discarded or ())} and hold {describe_cards(round.hands['S'])}. West, North and East have 13 cards each; no card has been played."
    )


def _count_unseen_trumps(round: TrickRound) -> int:
    return 14 - _count_trumps((*round.hands["S"], *(round.discarded or ())), round.trump)


def _list_given(round: TrickRound) -> dict[str, str]:
    return {
        "trump": round.trump.word if round.trump else "",
        "hand": format_cards(round.hands["S"]),
        "discarded": format_cards(round.discarded or ()),
    }


@exercise("How do the trumps split?", kind="probability", level=3, lesson="18-counting-hands", form=Chance, version=2)
def how_trumps_split(draw: Draw) -> Variant:
    """Ask for the chance that the trumps you do not hold split in a given way among the other hands."""
    player_view, round = _play_as_bidder(draw)
    splits = chances(player_view).split("trumps")
    shape = draw.one_of([split for split, chance in splits.items() if Fraction(1, 50) < chance])
    value, trump_count = splits[shape], _count_unseen_trumps(round)
    orders = factorial(3) // prod(map(factorial, Counter(shape).values()))
    one_way = Fraction(prod(comb(13, count) for count in shape), comb(39, trump_count))
    split = "-".join(map(str, shape))
    independent = Fraction(factorial(trump_count) // prod(map(factorial, shape)) * orders, 3**trump_count)
    slips = {
        "one-order": one_way,
        "independent": independent,
        "equally-likely": Fraction(1, len(splits)),
        "six-orders": 6 * one_way,
        "three-orders": 3 * one_way,
        "independent-one-order": independent / orders,
    }
    text = f"""
        {_describe_position(round)} What is the probability that the trumps of the three other players split **{split}**, whoever has the most?

        Nudge: There are {trump_count} trumps in 39 places, 13 in each hand.
        Hint: How many trumps are there in all, with the Tiger? How many of them do you hold, and how many did you discard? The other players have {trump_count}.
        Hint: Choose the places of the {trump_count} trumps among 39: `comb(39, {trump_count})` ways, all equally likely. Now choose places among the 13 of each hand.
        Hint: West {shape[0]}, North {shape[1]}, East {shape[2]}: `comb(13, {shape[0]}) * comb(13, {shape[1]}) * comb(13, {shape[2]})` ways. How many orders of {split} are there?
        Slip one-order: That is for one order of the hands. There are {orders} orders for {split}: add them all.
        Slip independent: You gave each trump to one of three hands as if the hands had unlimited room. A hand holds 13 cards: each trump leaves less room for the next.
        Slip equally-likely: There are {len(splits)} splits, but they are not equally likely: count the ways of each.
        Slip six-orders: Not every split has 6 orders: {split} has {orders}.
        Slip three-orders: Not every split has 3 orders: {split} has {orders}.
        Slip independent-one-order: Count places in the hands (13 each), not hands, and then all orders of the hands.
        Solution: The other players have {trump_count} trumps in 39 places: {comb(39, trump_count):,} ways. {join_words(map(str, shape))} in West, North and East: {" × ".join(f"{comb(13, count):,}" for count in shape)} = {prod(comb(13, count) for count in shape):,} ways, and {format_count(orders, "order")} of the hands. Together {format_chance(value)}.
    """
    return ask_chance(text, value, slips, {**_list_given(round), "split": list(shape)})


@exercise("Somebody void in trump", kind="probability", level=4, lesson="18-counting-hands", form=Chance, version=2)
def nobody_can_follow(draw: Draw) -> Variant:
    """Ask for the chance that one of several hands is void in trump: a sum counts some deals twice."""
    trump, room = draw.one_of(list(Color)), draw.between(4, 8)
    seats = draw.one_of((("E", "W"), ("N", "E"), ("N", "W"))) if draw.below(2) else ("N", "E", "W")
    trump_count = draw.between(len(seats), 4)  # with fewer trumps than hands, somebody is sure to be void
    places = 3 * room
    trumps = draw.some_of([card for card in PACK if card.color == trump or card == TIGER], trump_count)
    other_cards = [card for card in PACK if card.color not in (trump, None)]
    unseen_cards = sort_hand([*trumps, *draw.some_of(other_cards, places - trump_count)])
    hands, pairs = len(seats), comb(len(seats), 2)
    void_chance = Fraction(comb(places - room, trump_count), comb(places, trump_count))
    both_void_chance = Fraction(comb(room, trump_count), comb(places, trump_count))
    value = hands * void_chance - pairs * both_void_chance  # not all three hands can be void
    people = join_words((NAMES[seat] for seat in seats), "or")
    slips = {
        "added": hands * void_chance,
        "one-hand": void_chance,
        "two-hands": both_void_chance,
        "independent": 1 - (1 - void_chance) ** hands,
        "no-room-taken": Fraction(2, 3) ** trump_count,
        "pairs-added": hands * void_chance + pairs * both_void_chance,
        "exactly-one": hands * (void_chance - (hands - 1) * both_void_chance),
    }
    text = f"""
        You are South, the bidder. Trump is **{trump.word}**, and the Tiger is a trump too (R35-TIG-2). {13 - room} tricks are over, and in all of them everybody followed the color led. West, North and East have {room} cards each, and you have counted: these {places} are still out, {describe_cards(unseen_cards)}. What is the probability that **{people}** has **no trump** at all (at least one of them)?

        Nudge: Add the chances that each has no trump, then subtract what you counted twice.
        Hint: Which of the {places} cards are trumps? {trump_count}, with the Tiger if it is still out. One hand has none if they are all in the other {places - room} places.
        Hint: For one hand: `comb({places - room}, {trump_count}) / comb({places}, {trump_count})`. Adding this for each counts some deals twice: which?
        Hint: Two hands have none if all {trump_count} trumps are in the third: `comb({room}, {trump_count}) / comb({places}, {trump_count})`. How many pairs of the {hands} hands are there?
        Slip added: You added the chances of each. Deals in which two of them have none are then counted twice: subtract them once.
        Slip one-hand: That is the chance for one of them alone.
        Slip two-hands: That is the chance that two of them have none at the same time.
        Slip independent: That would be right if the hands were independent; but if one has no trump, the others have more.
        Slip no-room-taken: Each trump placed elsewhere leaves less room there: {places - room} places of {places}, then {places - room - 1} of {places - 1}, and so on.
        Slip pairs-added: Deals with two hands without a trump were counted twice already: subtract them, do not add them.
        Slip exactly-one: That is exactly one of them without a trump; the question asks for at least one.
        Solution: {trump_count} trumps are out. One hand has none with probability {format_chance(void_chance)}, two given hands with {format_chance(both_void_chance)}. {format_count(hands, "hand")}, {format_count(pairs, "pair")}: {hands} × {void_chance} − {pairs} × {both_void_chance} = {format_chance(value)}.
    """
    given = {"trump": trump.word, "out": format_cards(unseen_cards), "cards each": room, "seats": list(seats)}
    return ask_chance(text, value, slips, given)


# Questions about the two duplicates of a card in two packs.
_TWINS = {
    "same-hand": "both in the same hand",
    "one-with-each-side": "one with each side, in hands of the two sides",
    "both-with-partners": "both with your partners, in one hand or in two",
    "both-with-opponents": "both with your opponents, in one hand or in two",
    "at-least-one": "at least one with a partner of yours",
}


@exercise("Two of a kind", kind="probability", level=4, lesson="games/six-and-eight", form=Chance, version=2)
def two_of_a_kind(draw: Draw) -> Variant:
    """Ask where the two duplicates of a card are, in two packs, that you do not hold."""
    edition = draw.one_of(("six", "eight"))
    player_view = deal_hand(draw, edition=edition)
    rules, person, round = player_view.round.rules, player_view.person or "", player_view.round
    assert isinstance(round, TrickRound)
    partners = [seat for seat in round.sides[round.side_of(person)] if seat != person]
    opponents = [seat for seat in rules.seats if seat not in (*partners, person)]
    unseen_cards = {card for card in rules.pack if rules.pack.count(card) == 2 and card not in player_view.hand}
    card = draw.one_of(sort_hand(unseen_cards))
    question = draw.one_of(list(_TWINS))
    asked_question = _TWINS[question]
    size, total = rules.hand_size, len(rules.pack) - rules.hand_size
    friends, foes = size * len(partners), size * len(opponents)
    hands, pairs = len(partners) + len(opponents), comb(total, 2)
    friend, foe, proportion = Fraction(friends, total), Fraction(foes, total), Fraction(size, total)
    # How many pairs of places count, and the chance if the two duplicates were independent.
    counts = {
        "same-hand": (hands * comb(size, 2), hands * proportion**2),
        "one-with-each-side": (friends * foes, 2 * friend * foe),
        "both-with-partners": (comb(friends, 2), friend**2),
        "both-with-opponents": (comb(foes, 2), foe**2),
        "at-least-one": (pairs - comb(total - friends, 2), 1 - (1 - friend) ** 2),
    }
    ways, independent = counts[question]
    slips = {
        **{
            name: (Fraction(counts[name][0], pairs), f"That is the chance of: {words}.")
            for name, words in _TWINS.items()
            if name != question
        },
        "independent": independent,
        "ordered-below": Fraction(ways, total * (total - 1)),
        "one-duplicate": foe if question == "both-with-opponents" else friend,
        "added": 2 * friend if question == "at-least-one" else None,
    }
    text = f"""
        {len(rules.seats)} play with two packs, {len(rules.pack)} cards: {size} each and 3 in the nest (edition `{edition}`). You are {person}; your partners are {join_words(partners)}, your opponents {join_words(opponents)}. You hold {describe_cards(player_view.hand)}, so you hold neither of the two duplicates of **{card.named}** (`{card.code}`). What is the probability of this: **{asked_question}**?

        Nudge: The two duplicates take two of {total} places: `comb({total}, 2)` pairs, all equally likely.
        Hint: {total} cards are unseen. Your partners have {friends} of them, your opponents {foes}, the nest 3.
        Hint: Two duplicates in two of {total} places: `comb({total}, 2)` = {pairs:,} pairs of places. Which of them count?
        Hint: In one hand of {size} there are `comb({size}, 2)` pairs; between two groups of places, one number times the other.
        Slip independent: The two duplicates can't be in the same place: after the first, {total - 1} places are left, not {total}.
        Slip ordered-below: {"Either duplicate can be the one with your side: that is twice as many." if question == "one-with-each-side" else "You counted ordered pairs of places in the denominator, but not in the numerator."}
        Slip one-duplicate: That is the chance for one duplicate alone.
        Slip added: If you add the chances of the two duplicates, you count the deals with both there twice.
        Solution: Pairs of places: {pairs:,}. Pairs that count: {ways:,}. The probability is {format_chance(Fraction(ways, pairs))}.
    """
    hand = format_cards(player_view.hand)
    given = {"edition": edition, "you": person, "hand": hand, "card": card.code, "asked": asked_question}
    return ask_chance(text, Fraction(ways, pairs), slips, given)
