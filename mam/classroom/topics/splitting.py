"""Exercises on how the cards of a color split among the other hands."""

from collections import Counter
from fractions import Fraction
from math import comb, factorial, prod

from mam.analysis.probability import chances
from mam.classroom.answers import Chance
from mam.classroom.phrases import NAMES, spelt, told
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import begin_round, own_hand
from mam.classroom.variants import Draw
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.cards import PACK, TIGER, Card, Color, NoTrump, Suit, counted, format_cards, sort_hand
from mam.rules.moves import Bid, Discard, NameTrump, Pass
from mam.scenes.move_words import join_words


def _bidder(draw: Draw) -> tuple[View[Round], TrickRound]:
    """Return what South sees after winning the auction, discarding three cards and naming the longest color: play begins."""
    round = begin_round(draw, dealer="S")
    for move in (Bid(175), Pass(), Pass(), Pass()):
        round = round.play(move)
    trump = max(Color, key=lambda color: _trumps_in(round.hands["S"], color))
    out = [one for one in round.legal_moves if isinstance(one, Discard)]
    fewest = min(_trumps_in(one.cards, trump) for one in out)
    round = round.play(draw.one_of([one for one in out if _trumps_in(one.cards, trump) == fewest]))
    seen = view(round.play(NameTrump(trump)), "S")
    assert isinstance(seen.round, TrickRound)
    return seen, seen.round


def _trumps_in(cards: tuple[Card, ...], trump: object) -> int:
    return sum(card.color == trump or card.code == "TIGER" for card in cards)


def _told(round: TrickRound) -> str:
    """Say what South knows, and how many trumps the other players hold."""
    assert isinstance(round.trump, Color | Suit | NoTrump)
    return (
        f"You are South, the bidder. Trump is **{round.trump.word}**, and the Tiger is a trump too (R35-TIG-2). You discarded "
        f"{told(round.discarded or ())} and hold {told(round.hands['S'])}. West, North and East have 13 cards each; no card has been played."
    )


def _missing(round: TrickRound) -> int:
    return 14 - _trumps_in((*round.hands["S"], *(round.discarded or ())), round.trump)


def _given(round: TrickRound) -> dict[str, str]:
    return {
        "trump": round.trump.word if round.trump else "",
        "hand": format_cards(round.hands["S"]),
        "discarded": format_cards(round.discarded or ()),
    }


@exercise(
    "how-trumps-split", "How do the trumps split?", kind="probability", level=3, lesson="18-counting-hands", form=Chance
)
def how_trumps_split(draw: Draw) -> Variant:
    """How the trumps that South does not hold split, whichever hands hold them."""
    seen, round = _bidder(draw)
    splits = chances(seen).split("trumps")
    shape = draw.one_of([one for one in splits if Fraction(1, 50) < splits[one]])
    value, missing = splits[shape], _missing(round)
    orders = factorial(3) // prod(map(factorial, Counter(shape).values()))
    one_way = Fraction(prod(comb(13, here) for here in shape), comb(39, missing))
    text = "-".join(map(str, shape))
    alike = Fraction(factorial(missing) // prod(map(factorial, shape)) * orders, 3**missing)
    return Variant(
        f"{_told(round)} What is the probability that the trumps of the three other players split **{text}**, whoever has the most?",
        Chance(
            value,
            [
                (
                    one_way,
                    f"That is for one order of the hands. There are {orders} orders for {text}: add them all.",
                ),
                (
                    alike,
                    "You gave each trump to one of three hands as if the hands had unlimited room. A hand holds 13 cards: each trump leaves less room for the next.",
                ),
                (
                    Fraction(1, len(splits)),
                    f"There are {len(splits)} splits, but they are not equally likely: count the ways of each.",
                ),
                (6 * one_way, f"Not every split has 6 orders: {text} has {orders}."),
                (3 * one_way, f"Not every split has 3 orders: {text} has {orders}."),
                (
                    alike / orders,
                    "Count places in the hands (13 each), not hands, and then all orders of the hands.",
                ),
            ],
            f"There are {missing} trumps in 39 places, 13 in each hand.",
        ),
        (
            f"How many trumps are there in all, with the Tiger? How many of them do you hold, and how many did you discard? The other players have {missing}.",
            f"Choose the places of the {missing} trumps among 39: `comb(39, {missing})` ways, all equally likely. Now choose places among the 13 of each hand.",
            f"West {shape[0]}, North {shape[1]}, East {shape[2]}: `comb(13, {shape[0]}) * comb(13, {shape[1]}) * comb(13, {shape[2]})` ways. How many orders of {text} are there?",
        ),
        f"The other players have {missing} trumps in 39 places: {comb(39, missing):,} ways. {join_words(map(str, shape))} in West, North and East: "
        f"{' × '.join(f'{comb(13, here):,}' for here in shape)} = {prod(comb(13, here) for here in shape):,} ways, and {counted(orders, 'order')} of the hands. Together {spelt(value)}.",
        {**_given(round), "split": list(shape)},
    )


@exercise(
    "nobody-can-follow",
    "Somebody void in trump",
    kind="probability",
    level=4,
    lesson="18-counting-hands",
    form=Chance,
)
def nobody_can_follow(draw: Draw) -> Variant:
    """One of several hands is void in trump: sums that count some deals twice."""
    trump, room = draw.one_of(list(Color)), draw.between(4, 8)
    whom = draw.one_of((("E", "W"), ("N", "E"), ("N", "W"))) if draw.below(2) else ("N", "E", "W")
    missing = draw.between(len(whom), 4)  # fewer trumps than hands, and somebody is sure to have none
    places = 3 * room
    trumps = draw.some_of([card for card in PACK if card.color == trump or card == TIGER], missing)
    others = [card for card in PACK if card.color not in (trump, None)]
    unseen = sort_hand([*trumps, *draw.some_of(others, places - missing)])
    hands, pairs = len(whom), comb(len(whom), 2)
    none = Fraction(comb(places - room, missing), comb(places, missing))
    two = Fraction(comb(room, missing), comb(places, missing))
    value = hands * none - pairs * two  # three hands cannot all be without: somebody has the trumps
    people = join_words((NAMES[seat] for seat in whom), "or")
    return Variant(
        f"You are South, the bidder. Trump is **{trump.word}**, and the Tiger is a trump too (R35-TIG-2). {13 - room} tricks are over, and in all of them everybody followed "
        f"the color led. West, North and East have {room} cards each, and you have counted: these {places} are still out, {told(unseen)}. What is the probability that **{people}** has **no trump** "
        "at all (at least one of them)?",
        Chance(
            value,
            [
                (
                    hands * none,
                    "You added the chances of each. Deals in which two of them have none are then counted twice: subtract them once.",
                ),
                (none, "That is the chance for one of them alone."),
                (two, "That is the chance that two of them have none at the same time."),
                (
                    1 - (1 - none) ** hands,
                    "That would be right if the hands were independent; but if one has no trump, the others have more.",
                ),
                (
                    Fraction(2, 3) ** missing,
                    f"Each trump placed elsewhere leaves less room there: {places - room} places of {places}, then {places - room - 1} of {places - 1}, and so on.",
                ),
                (
                    hands * none + pairs * two,
                    "Deals with two hands without a trump were counted twice already: subtract them, do not add them.",
                ),
                (
                    hands * (none - 2 * two) if hands == 3 else 2 * (none - two),
                    "That is exactly one of them without a trump; the question asks for at least one.",
                ),
            ],
            "Add the chances that each has no trump, then subtract what you counted twice.",
        ),
        (
            f"Which of the {places} cards are trumps? {missing}, with the Tiger if it is still out. One hand has none if they are all in the other {places - room} places.",
            f"For one hand: `comb({places - room}, {missing}) / comb({places}, {missing})`. Adding this for each counts some deals twice: which?",
            f"Two hands have none if all {missing} trumps are in the third: `comb({room}, {missing}) / comb({places}, {missing})`. How many pairs of the {hands} hands are there?",
        ),
        f"{missing} trumps are out. One hand has none with probability {spelt(none)}, two given hands with {spelt(two)}. {counted(hands, 'hand')}, {counted(pairs, 'pair')}: "
        f"{hands} × {none} − {pairs} × {two} = {spelt(value)}.",
        {"trump": trump.word, "out": format_cards(unseen), "cards each": room, "seats": list(whom)},
    )


# What is asked of the two copies of a card in two packs, and which pairs of places are so: (same hand, partners, opponents).
_TWINS = (
    "both in the same hand",
    "one with each side, in hands of the two sides",
    "both with your partners, in one hand or in two",
    "both with your opponents, in one hand or in two",
    "at least one with a partner of yours",
)


@exercise(
    "two-of-a-kind", "Two of a kind", kind="probability", level=4, lesson="14-six-eight-and-silent-partner", form=Chance
)
def two_of_a_kind(draw: Draw) -> Variant:
    """Two packs: where the two duplicates of a card are that you do not hold."""
    edition = draw.one_of(("six", "eight"))
    seen = own_hand(draw, edition=edition)
    rules, me, round = seen.round.rules, seen.person or "", seen.round
    assert isinstance(round, TrickRound)
    mine = [seat for seat in round.sides[round.side_of(me)] if seat != me]
    others = [seat for seat in rules.seats if seat not in (*mine, me)]
    card = draw.one_of(sort_hand({one for one in rules.pack if rules.pack.count(one) == 2 and one not in seen.hand}))
    asked = draw.below(len(_TWINS))
    size, total = rules.hand_size, len(rules.pack) - rules.hand_size
    friends, foes = size * len(mine), size * len(others)
    ways = (
        (len(mine) + len(others)) * comb(size, 2),
        friends * foes,
        comb(friends, 2),
        comb(foes, 2),
        comb(total, 2) - comb(total - friends, 2),
    )
    value = Fraction(ways[asked], comb(total, 2))
    share = {"friends": Fraction(friends, total), "foes": Fraction(foes, total), "one": Fraction(size, total)}
    apart = (
        (len(mine) + len(others)) * share["one"] ** 2,
        2 * share["friends"] * share["foes"],
        share["friends"] ** 2,
        share["foes"] ** 2,
        1 - (1 - share["friends"]) ** 2,
    )
    slips = [
        (Fraction(ways[other], comb(total, 2)), f"That is the chance of: {words}.")
        for other, words in enumerate(_TWINS)
        if other != asked
    ]
    return Variant(
        f"{len(rules.seats)} play with two packs, {len(rules.pack)} cards: {size} each and 3 in the nest (edition `{edition}`). You are {me}; your partners are "
        f"{join_words(mine)}, your opponents {join_words(others)}. You hold {told(seen.hand)}, so you hold neither of the two duplicates of **{card.named}** (`{card.code}`). "
        f"What is the probability of this: **{_TWINS[asked]}**?",
        Chance(
            value,
            [
                *slips,
                (
                    apart[asked],
                    f"The two duplicates can't be in the same place: after the first, {total - 1} places are left, not {total}.",
                ),
                (
                    Fraction(ways[asked], total * (total - 1)),
                    "You counted ordered pairs of places in the denominator, but not in the numerator.",
                ),
                (
                    Fraction(friends * foes, total * (total - 1)),
                    "Either duplicate can be the one with your side: that is twice as many.",
                ),
                (share["friends"], "That is the chance for one duplicate alone."),
                (
                    2 * share["friends"],
                    "If you add the chances of the two duplicates, you count the deals with both there twice.",
                ),
            ],
            f"The two duplicates take two of {total} places: `comb({total}, 2)` pairs, all equally likely.",
        ),
        (
            f"{total} cards are unseen. Your partners have {friends} of them, your opponents {foes}, the nest 3.",
            f"Two duplicates in two of {total} places: `comb({total}, 2)` = {comb(total, 2):,} pairs of places. Which of them count?",
            f"In one hand of {size} there are `comb({size}, 2)` pairs; between two groups of places, one number times the other.",
        ),
        f"Pairs of places: {comb(total, 2):,}. Pairs that count: {ways[asked]:,}. The probability is {spelt(value)}.",
        {"edition": edition, "you": me, "hand": format_cards(seen.hand), "card": card.code, "asked": _TWINS[asked]},
    )
