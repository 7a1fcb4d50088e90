"""Exercises on learning from evidence: total probability and Bayes' rule."""

from fractions import Fraction
from math import comb

from mam.classroom.answers import Chance
from mam.classroom.phrases import spelt, told
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import own_hand
from mam.classroom.variants import Draw
from mam.rules.cards import PACK, Color, format_cards, sort_hand
from mam.scenes.move_words import join_words


@exercise(
    "given-one-more",
    "One of them, and another?",
    kind="probability",
    level=4,
    lesson="19-chances-as-cards-appear",
    form=Chance,
)
def given_one_more(draw: Draw) -> Variant:
    """At least one of several cards is there, or a given one is: what is the chance of another?"""
    seen = own_hand(draw, "S")
    groups = [("40s and 30s", [card for card in PACK if card.rank in (40, 30)]), ("animals", list(PACK[-3:]))]
    groups += [(f"{rank}s", [card for card in PACK if card.rank == rank]) for rank in (40, 30, 11)]
    groups += [
        (f"{one.word} money cards", [card for card in PACK if card.color == one and card.money]) for one in Color
    ]
    out = [(words, [card for card in cards if card not in seen.hand]) for words, cards in groups]
    words, missing = draw.one_of([one for one in out if len(one[1]) > 1])
    many, shown = len(missing), draw.one_of(missing)
    named = bool(draw.below(2))
    none, one = (Fraction(comb(42 - many, 13 - here) * comb(many, here), comb(42, 13)) for here in (0, 1))
    some, several = 1 - none, 1 - none - one
    least_one, certain = several / some, 1 - Fraction(comb(42 - many, 12), comb(41, 12))
    news = (
        f"You ask whether North, your partner, has {shown.named} (`{shown.code}`), and North answers truthfully: “I have it”"
        if named
        else "North, your partner, says truthfully: “I hold at least one of them”"
    )
    value, other = (certain, least_one) if named else (least_one, certain)
    other_why = (
        "That would be right if North had said only “I hold at least one”. A given card tells you more: its place is filled, and the others are as free as before."
        if named
        else f"That would be right if you had asked for a given card, say {shown.named}. “At least one” tells you less: it could be any of them."
    )
    steps = (
        f"{shown.words} takes one of North's 13 places. {'The other one is' if many == 2 else f'The other {many - 1} are'} in 41 places, 12 of them North's. North has none of them with "
        f"comb({42 - many}, 12) / comb(41, 12) = {float(1 - certain):.4f}, so another with {spelt(certain)}."
        if named
        else f"None: comb({42 - many}, 13) / comb(42, 13) = {float(none):.4f}. Exactly one: {many} × comb({42 - many}, 12) / comb(42, 13) = {float(one):.4f}. "
        f"At least two: {float(several):.4f}. Of the deals with at least one, {float(some):.4f}, that is the proportion {float(several):.4f} / {float(some):.4f}: {spelt(value)}."
    )
    return Variant(
        f"You are South and hold {told(seen.hand)}. You do not hold these {words}: {told(missing)}. {news}. What is the probability "
        f"that North holds **{'another' if named else 'two or more'}** of them?",
        Chance(
            value,
            [
                (other, other_why),
                (
                    several,
                    "That is the chance of two or more before North answered: now you can exclude deals with none of them.",
                ),
                (some, "That is the chance of at least one, which you know now."),
                (Fraction(13, 42), "That is the chance of one card alone."),
                (Fraction(12, 41), "That is the chance of one other card; there may be several."),
                (
                    1 - (1 - Fraction(13, 42)) ** (many - 1),
                    "You placed the others among 42 places, 13 of them North's. One place is taken.",
                ),
            ],
            "Exclude the deals that the answer rules out, then find the proportion of the rest.",
        ),
        (
            "Which deals are still possible after the answer? Only those count in the denominator.",
            f"You see 13 cards. North has 13 of the 42 others, and {many} of the {words} are among these 42."
            + (
                " One of North's places is filled now."
                if named
                else " Find the chances of none, of exactly one, of more."
            ),
            "The probability of A given B is the probability of both, divided by the probability of B."
            if not named
            else f"{'The other one is' if many == 2 else f'The {many - 1} others are'} in 41 places, 12 of them North's. When has North none of them?",
        ),
        steps,
        {"hand": format_cards(seen.hand), "out": format_cards(missing), "shown": shown.code if named else ""},
    )


def _nest_story(draw: Draw) -> tuple[str, list[Fraction], list[Fraction], dict[str, object], str]:
    """Draw a bidder whose chance of making the bid depends on the nest: text, chances of 0 … 3 such cards, chances of making it."""
    seen = own_hand(draw, "S")
    color = draw.one_of([one for one in Color if sum(card.color == one for card in seen.hand) < 9])
    out = 13 - sum(card.color == color for card in seen.hand)
    weights = [Fraction(comb(out, here) * comb(42 - out, 3 - here), comb(42, 3)) for here in range(4)]
    low = 5 * draw.between(2, 8)
    steps = sorted(5 * draw.between(1, 5) for _ in range(3))
    made = [Fraction(low + sum(steps[:here]), 100) for here in range(4)]
    table = join_words(f"{100 * float(chance):g}% with {here}" for here, chance in enumerate(made))
    text = (
        f"You are South, hold {told(seen.hand)} and have won the auction; the nest is still face down, three of the 42 cards that you do not "
        f"see. You want to name **{color.word}** as trump, and estimate your chance of making the bid from the number of {color.word} cards in the nest: {table}."
    )
    given: dict[str, object] = {
        "hand": format_cards(seen.hand),
        "color": color.word,
        "made": [float(one) for one in made],
    }
    return text, weights, made, given, f"{color.word} cards in the nest"


@exercise(
    "before-the-nest",
    "Before you see the nest",
    kind="probability",
    level=3,
    lesson="20-expectation-and-bidding",
    form=Chance,
)
def before_the_nest(draw: Draw) -> Variant:
    """The law of total probability: a chance in each of four cases, and the chances of the cases."""
    text, weights, made, given, what = _nest_story(draw)
    value = sum((one * two for one, two in zip(weights, made, strict=True)), Fraction(0))
    mean = sum((here * weight for here, weight in enumerate(weights)), Fraction(0))
    likely = max(range(4), key=weights.__getitem__)
    terms = " + ".join(f"{float(one):.4f} × {float(two):g}" for one, two in zip(weights, made, strict=True))
    return Variant(
        f"{text} What is the probability that you make the bid, **before** you pick up the nest?",
        Chance(
            value,
            [
                (
                    sum(made, Fraction(0)) / 4,
                    "You took the plain mean of the four chances, but the four cases are not equally likely.",
                ),
                (
                    made[likely],
                    f"That is the chance in the most likely case, {likely} {what}; the other cases count as well.",
                ),
                (made[3], "That is the chance in the best case."),
                (
                    sum((one * two for one, two in zip(weights[1:], made[1:], strict=True)), Fraction(0)),
                    f"Include the case of 0 {what} too.",
                ),
                (made[0], "That is the chance in the worst case."),
            ],
            "Weight the chance in each case by the probability of the case, and add.",
        ),
        (
            f"What are the probabilities of 0, 1, 2 and 3 {what}? The four numbers add up to 1.",
            f"{what[0].upper() + what[1:]}: choose them from those you do not hold, and the rest from the others, out of `comb(42, 3)` nests.",
            f"The chances of 0, 1, 2 and 3 are {join_words(f'{float(one):.4f}' for one in weights)}. The expected number is {float(mean):.2f}.",
        ),
        f"The chances of 0, 1, 2 and 3 {what} are {join_words(map(str, weights))}. Use them as weights: {terms} = {float(value):.4f}. (This is the law "
        f"of total probability.) So {spelt(value)}.",
        given,
    )


@exercise(
    "behind-the-bid",
    "What was in the nest?",
    kind="probability",
    level=4,
    lesson="19-chances-as-cards-appear",
    form=Chance,
)
def behind_the_bid(draw: Draw) -> Variant:
    """Bayes' rule: the bid was made, so what was in the nest?"""
    text, weights, made, given, what = _nest_story(draw)
    here, was_made = draw.between(0, 2), bool(draw.below(3))
    likely = made if was_made else [1 - one for one in made]
    both = [one * two for one, two in zip(weights, likely, strict=True)]
    total = sum(both, Fraction(0))
    value = both[here] / total
    event = "made" if was_made else "not made"
    return Variant(
        f"{text} You play, and the bid is **{event}**. A friend who has seen your hand and knows these chances, but saw neither the nest nor the play, hears only "
        f"this. What is the probability, for the friend, that there were **exactly {here}** {what}?",
        Chance(
            value,
            [
                (weights[here], "That is the chance before the friend heard how it went."),
                (
                    likely[here],
                    f"That is the chance of “{event}” if there were {here}; the question is the other way around.",
                ),
                (
                    both[here],
                    f"That is the chance of both, {here} and {event}. It is known that it was {event}: divide by the chance of that.",
                ),
                (
                    likely[here] / sum(likely, Fraction(0)),
                    "You gave the four cases equal weights, but some numbers of cards in the nest are far more likely than others.",
                ),
                (total, f"That is the chance that the bid is {event}."),
                (
                    weights[here] * made[here] / sum(one * two for one, two in zip(weights, made, strict=True)),
                    "That is for a bid that was made; this one was not.",
                ),
            ],
            f"Find the chance of “{here} and {event}”, and divide by the chance of “{event}”.",
        ),
        (
            "Imagine very many such deals. In which of them would the friend hear the same?",
            f"For each number of {what}: the chance of it, times the chance that the bid is then {event}.",
            f"These products are, for 0 to 3, {join_words(f'{float(one):.4f}' for one in both)}. Which one do you need, and what is their sum?",
        ),
        f"The chances of 0 to 3 {what} are {join_words(f'{float(one):.4f}' for one in weights)}; times the chance of “{event}”: "
        f"{join_words(f'{float(one):.4f}' for one in both)}, together {float(total):.4f}. The case of {here} is {float(both[here]):.4f} of that: {spelt(value)}. Before it was "
        f"{100 * float(weights[here]):.4g}%.",
        {**given, "bid": event, "exactly": here},
    )


@exercise(
    "one-of-two-equals",
    "Restricted choice",
    kind="probability",
    level=5,
    lesson="19-chances-as-cards-appear",
    form=Chance,
)
def one_of_two_equals(draw: Draw) -> Variant:
    """Restricted choice: a card played because there was no other, or chosen from two equally good cards."""
    color, ranks = draw.one_of(list(Color)), draw.one_of(((9, 8), (8, 7), (4, 3), (3, 2), (2, 1)))
    pair = [card for card in PACK if card.color == color and card.rank in ranks]
    if draw.below(2):
        pair.reverse()
    played, twin = pair
    others = [card for card in PACK if card.color != color and card.is_plain]
    room = draw.between(3, 9)
    more = draw.between(0, 3)  # West, who plays last, may have more or fewer cards out of sight
    rooms = (room, room + more) if draw.below(2) else (room + more, room)
    east, west = rooms
    unseen = sort_hand([*pair, *draw.some_of(others, east + west - 2)])
    habit = Fraction(draw.between(1, 9), 10)
    with_both, alone = comb(east + west - 2, east - 2), comb(east + west - 2, east - 1)
    value = habit * with_both / (habit * with_both + alone)
    return Variant(
        f"You know every card but {east + west}: {told(unseen)}. East has {east} of them and West {west}; each way to divide them is equally "
        f"likely. Now {color.word} is led and East, who must follow if possible (R35-PLAY-5), plays the **{played.words}** (`{played.code}`). The only other {color.word} card that is "
        f"out, the {twin.words} (`{twin.code}`), is equally good in this trick and later. You know East's habit. With both, East plays the {played.words} in **{float(100 * habit):g}%** "
        f"of cases, otherwise the {twin.words}. What is the probability that East has the **{twin.words}** too?",
        Chance(
            value,
            [
                (
                    Fraction(east - 1, east + west - 1),
                    f"That only counts room. It would be right if East, with both, always played the {played.words}.",
                ),
                (Fraction(east, east + west), f"That was the chance before East played the {played.words}."),
                (Fraction(1, 2), "East has both or not, but these two cases are not equally likely."),
                (
                    habit * Fraction(east - 1, east + west - 1),
                    "That is the chance of both and of this choice; divide by the total chance that East plays this card.",
                ),
                (habit, "That is how East chooses with both; the question is whether East had both."),
                (
                    habit / (habit + 1),
                    f"You treated the two cases as equally likely; there are {alone:,} ways for the {played.words} alone and {with_both:,} for both.",
                ),
                (
                    (1 - habit) * with_both / ((1 - habit) * with_both + alone),
                    f"With both, East plays the {played.words} with {float(habit):g}, not with {float(1 - habit):g}.",
                ),
            ],
            f"With the {played.words} alone East had no choice. With both, East would often have played the other card.",
        ),
        (
            f"There are two ways to see the {played.words}: East had only that one, or had both and chose it. Weight them.",
            f"East holds both in `comb({east + west - 2}, {east - 2})` ways, the {played.words} alone in `comb({east + west - 2}, {east - 1})` ways.",
            f"The first case counts fully: {alone:,} ways. Of the {with_both:,} ways with both only {float(100 * habit):g}% lead to this card.",
        ),
        f"The {played.words} alone: {alone:,} ways, and East must play it. Both: {with_both:,} ways, but it is chosen in {float(100 * habit):g}% of them, which counts as "
        f"{float(habit * with_both):,.10g}. So {float(habit * with_both):,.10g} / ({float(habit * with_both):,.10g} + {alone:,}) = {spelt(value)}. With room alone it would be "
        f"{spelt(Fraction(east - 1, east + west - 1))}.",
        {
            "unseen": format_cards(unseen),
            "rooms": {"E": east, "W": west},
            "played": played.code,
            "asked": twin.code,
            "habit": float(habit),
        },
    )
