"""Exercises on expected values of money."""

from fractions import Fraction

from mam.analysis.probability import chances
from mam.classroom.answers import Chance, Number
from mam.classroom.phrases import spelt, told
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import USUAL, own_hand, trick_game
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Color, format_cards, money_in, sort_hand
from mam.rules.tricks import trick_value
from mam.scenes.move_words import join_words

# A place as a sentence and as a question, as `mam.chances` names it, and its unseen cards.
_WHERE = (
    ("North, your partner, holds", "does North, your partner, hold", "N", 13),
    ("the nest holds", "does the nest hold", "nest", 3),
    (
        "your two opponents, East and West, hold together",
        "do your two opponents, East and West, hold together",
        "E-W",
        26,
    ),
)


@exercise(
    "expected-money", "Expected money", kind="probability", level=2, lesson="20-expectation-and-bidding", form=Number
)
def expected_money(draw: Draw) -> Variant:
    """The mean of the money in a place, after a look at your own hand."""
    seen = own_hand(draw, "S")
    _, words, place, room = draw.one_of(_WHERE)
    value, own = chances(seen).money(place).mean, money_in(seen.hand)
    out = 400 - own
    return Variant(
        f"You are South and hold {told(seen.hand)}. How much money {words} **on average**, over all possible deals? (In thousands "
        "of dollars; a fraction or four digits.)",
        Number(
            value,
            [
                (
                    Fraction(400 * room, 55),
                    f"That is the expected value before you look at your hand: you hold {format_amount(own)} of the $400,000.",
                ),
                (
                    Fraction(400 * room, 42),
                    f"You hold {format_amount(own)} yourself: only {format_amount(out)} is in the unseen cards.",
                ),
                (Fraction(out * room, 55), "Your own 13 cards are not among them: the money is on 42 cards, not 55."),
                (Fraction(out, 4), "There are four places, but they are not equally big: count cards."),
                (Fraction(out, 3), "The nest holds some of it too: count cards, not people."),
                (Fraction(out * room, 39), "The nest is part of what you do not see: 42 cards, not 39."),
                (Fraction(out), "That is all the money that you don't hold, wherever it is."),
                (Fraction(own), "That is the money you hold."),
            ],
            "Multiply the money that you don't hold by the proportion of the unseen cards that are there.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "The pack has $400,000 (R35-PACK-7). How much of it do you hold?",
            "Each unseen card has the same expected value, and expected values add up, even though the cards are not independent.",
            f"The 42 unseen cards carry {format_amount(out)}, and {room} of them are there.",
        ),
        f"You hold {format_amount(own)}, so the 42 unseen cards carry {format_amount(out)}. Each has an expected value of {out}/42, and {room} of them are there: {room} × {out}/42 = "
        f"{value}, about {format_amount(round(value))}.",
        {"hand": format_cards(seen.hand), "place": place},
    )


@exercise(
    "so-much-money", "At least this much money", kind="probability", level=4, lesson="18-counting-hands", form=Chance
)
def so_much_money(draw: Draw) -> Variant:
    """The chance that a place holds a given amount or more: a sum over all ways, best done by a program."""
    seen = own_hand(draw, "S")
    words, _, place, room = draw.one_of(_WHERE)
    money = chances(seen).money(place)
    least = draw.one_of([one for one in money if Fraction(1, 20) < money.at_least(one).exact < Fraction(9, 10)])
    value, out = money.at_least(least).exact, 400 - money_in(seen.hand)
    cards = sort_hand(card for card in PACK if card.money and card not in seen.hand)
    unseen = chances(USUAL).money(place).at_least(least).exact
    more = Fraction(value - money[least])
    return Variant(
        f"You are South and hold {told(seen.hand)}. What is the probability that {words} **{format_amount(least)} or more**? (There are too many ways "
        "to count by hand: write a program, or use `mam.chances`.)",
        Chance(
            value,
            [
                (more, f"That is more than {format_amount(least)}: {format_amount(least)} itself counts too."),
                (money[least], f"That is exactly {format_amount(least)}; more counts too."),
                (unseen, "That is the chance before you look at your own hand: its cards are not there."),
                (1 - more, f"That is the chance of {format_amount(least)} or less."),
                (
                    Fraction(1, 2),
                    f"About half of all deals are above the average, which is {format_amount(round(money.mean))} here; but the question asks for {format_amount(least)}.",
                ),
            ],
            f"On average there are {format_amount(round(money.mean))}: is your answer consistent with that?",
        ),
        (
            f"The unseen cards carry {format_amount(out)}: {told(cards)}. The other {42 - len(cards)} unseen cards carry none.",
            f"Choose which k of the money cards are there: the other {room} − k come from the {42 - len(cards)} without money, in `comb({42 - len(cards)}, {room} - k)` ways.",
            "Go through the money cards one by one, and keep a table: (cards taken, money taken) → number of ways. At the end divide by "
            f"`comb(42, {room})`.",
        ),
        "Take the money cards one after the other and keep, for each number of cards and each sum, the number of ways; a new card "
        f"is either there or not. Then fill up with cards without money and divide by comb(42, {room}):\n\n"
        "```python\nfrom math import comb\n\n"
        f"ways = {{(0, 0): 1}}\nfor amount in {[card.money for card in cards]}:\n"
        "    more = dict(ways)\n    for (cards, money), count in ways.items():\n"
        "        more[cards + 1, money + amount] = more.get((cards + 1, money + amount), 0) + count\n    ways = more\n"
        f"good = sum(count * comb({42 - len(cards)}, {room} - cards) for (cards, money), count in ways.items() if money >= {least} and cards <= {room})\n"
        f"good / comb(42, {room})\n```\n\nThat is {spelt(value)}.",
        {"hand": format_cards(seen.hand), "place": place, "least": least},
    )


@exercise(
    "the-last-card",
    "The last card of the trick",
    kind="probability",
    level=3,
    lesson="20-expectation-and-bidding",
    form=Number,
)
def the_last_card(draw: Draw) -> Variant:
    """A trick that is already won, and an unknown last card: money, the Bull or the Bear."""
    trump = draw.one_of(list(Color))
    others = [card for card in PACK if card.color not in (None, trump)]
    first = draw.one_of([card for card in PACK if card.color == trump and card.money])
    second = draw.one_of([card for card in PACK if card.color == trump and card != first])
    size = draw.between(7, 11)
    animals = draw.some_of((BULL, BEAR), draw.between(1, 2))
    unseen = sort_hand([*draw.some_of(others, size - len(animals)), *animals])
    hand = draw.between(3, size - 2)
    laid = [TIGER, first, second]
    worths = {card: trick_value([*laid, card], trick_game().tricks) for card in unseen}
    value, on_table = Fraction(sum(worths.values()), size), money_in(laid)
    plain = Fraction(sum(on_table + card.money for card in unseen), size)
    kept = Fraction(sum(worths[card] for card in unseen if card not in (BULL, BEAR)), size - len(animals))
    likely = Fraction(sum(worths.values()), hand)
    named = [f"{card.words} → {worths[card]}" for card in unseen]
    return Variant(
        f"Trump is **{trump.word}**. Your partner leads the Tiger, and the next two play {first.words} (`{first.code}`) and {second.words} (`{second.code}`): the Tiger captures "
        f"whatever comes. West is last, has no trump and may play any card. All you know about West's {hand} cards is that they are among these "
        f"{size}: {told(unseen)}; each set of {hand} is equally likely, and West plays any of them with equal probability. What is the "
        "trick worth **on average**? (In thousands of dollars; a fraction or four digits.)",
        Number(
            value,
            [
                (
                    plain,
                    "Bull and Bear change the whole trick, not only what they add: the Bull doubles it, the Bear makes it worth nothing.",
                ),
                (kept, "You left the animals out: West may play them too (R35-BULL-1, R35-BEAR-1)."),
                (Fraction(on_table), "That is the money on the table before West plays."),
                (
                    likely,
                    f"West plays each of the {size} cards with equal probability, whatever the {hand} cards are: divide by {size}.",
                ),
                (value - on_table, f"The {format_amount(on_table)} on the table counts too."),
                (
                    Fraction(sum(card.money for card in unseen), size) + on_table,
                    "Bull and Bear change the whole trick, not only what they add.",
                ),
                (max(worths.values()), "That is the best that can happen, not the average."),
            ],
            f"Write down for each of the {size} cards what the trick would be worth, and take the mean.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            f"It does not matter that West holds {hand} of them: for you, each of the {size} cards is equally likely to be played.",
            "The Bull doubles the money in the trick, the Bear destroys it (R35-BULL-2, R35-BEAR-2). Any other card adds its money.",
            f"There is {format_amount(on_table)} on the table. Add up what the trick is worth with each of the {size} cards, and divide by {size}.",
        ),
        f"There is {format_amount(on_table)} on the table. With each last card the trick is worth: {join_words(named)}. The sum is {sum(worths.values())}, "
        f"and {sum(worths.values())}/{size} = {float(value):.4g}. That West holds {hand} of them does not matter: each card is equally likely to be played.",
        {"trump": trump.word, "table": format_cards(laid), "unseen": format_cards(unseen), "cards of West": hand},
    )
