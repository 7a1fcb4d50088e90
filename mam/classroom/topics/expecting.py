"""Exercises on expected values of money."""

from fractions import Fraction

from mam.analysis.probability import chances
from mam.classroom.phrases import describe_cards, format_chance
from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import DEFAULT_EDITION, own_hand, trick_game
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Color, format_cards, join_words, money_in, sort_hand
from mam.rules.tricks import trick_value

# A place as a sentence and as a question, as `mam.chances` names it, and its unseen cards.
_PLACES = (
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
    "expected-money",
    "Expected money",
    kind="probability",
    level=2,
    lesson="20-expectation-and-bidding",
    form=Number,
    unit=DOLLARS,
    version=2,
)
def expected_money(draw: Draw) -> Variant:
    """Ask for the expected money in a place, given your hand."""
    player_view = own_hand(draw, "S")
    _, words, place, room = draw.one_of(_PLACES)
    value, held_money = chances(player_view).money(place).mean, money_in(player_view.hand)
    unseen_money = 400 - held_money
    return Variant(
        f"You are South and hold {describe_cards(player_view.hand)}. How much money {words} **on average**, over all possible deals? (In thousands "
        "of dollars.)",
        Number(
            value,
            [
                Slip(
                    "before-the-hand",
                    Fraction(400 * room, 55),
                    f"That is the expected value before you look at your hand: you hold {format_amount(held_money)} of the $400,000.",
                ),
                Slip(
                    "own-money-counted",
                    Fraction(400 * room, 42),
                    f"You hold {format_amount(held_money)} yourself: only {format_amount(unseen_money)} is in the unseen cards.",
                ),
                Slip(
                    "own-cards-counted",
                    Fraction(unseen_money * room, 55),
                    "Your own 13 cards are not among them: the money is on 42 cards, not 55.",
                ),
                Slip(
                    "per-place",
                    Fraction(unseen_money, 4),
                    "There are four places, but they are not equally big: count cards.",
                ),
                Slip(
                    "per-player", Fraction(unseen_money, 3), "The nest holds some of it too: count cards, not people."
                ),
                Slip(
                    "nest-forgotten",
                    Fraction(unseen_money * room, 39),
                    "The nest is part of what you do not see: 42 cards, not 39.",
                ),
                Slip(
                    "all-unseen", Fraction(unseen_money), "That is all the money that you don't hold, wherever it is."
                ),
                Slip("own-money", Fraction(held_money), "That is the money you hold."),
            ],
            "Multiply the money that you don't hold by the proportion of the unseen cards that are there.",
            rounded=True,
        ),
        (
            "The pack has $400,000 (R35-PACK-7). How much of it do you hold?",
            "Each unseen card has the same expected value, and expected values add up, even though the cards are not independent.",
            f"The 42 unseen cards carry {format_amount(unseen_money)}, and {room} of them are there.",
        ),
        f"You hold {format_amount(held_money)}, so the 42 unseen cards carry {format_amount(unseen_money)}. Each has an expected value of {unseen_money}/42, and {room} of them are there: {room} × {unseen_money}/42 = "
        f"{value}, about {format_amount(round(value))}.",
        {"hand": format_cards(player_view.hand), "place": place},
    )


@exercise(
    "so-much-money",
    "At least this much money",
    kind="probability",
    level=4,
    lesson="18-counting-hands",
    form=Chance,
    version=2,
)
def so_much_money(draw: Draw) -> Variant:
    """Ask for the chance that a place holds a given amount or more: a sum over all ways, best done by a program."""
    player_view = own_hand(draw, "S")
    words, _, place, room = draw.one_of(_PLACES)
    money = chances(player_view).money(place)
    minimum = draw.one_of(
        [amount for amount in money if Fraction(1, 20) < money.at_least(amount).exact < Fraction(9, 10)]
    )
    value, unseen_money = money.at_least(minimum).exact, 400 - money_in(player_view.hand)
    cards = sort_hand(card for card in PACK if card.money and card not in player_view.hand)
    slip = chances(DEFAULT_EDITION).money(place).at_least(minimum).exact
    strictly_more = Fraction(value - money[minimum])
    return Variant(
        f"You are South and hold {describe_cards(player_view.hand)}. What is the probability that {words} **{format_amount(minimum)} or more**? (There are too many ways "
        "to count by hand: write a program, or use `mam.chances`.)",
        Chance(
            value,
            [
                Slip(
                    "strictly-more",
                    strictly_more,
                    f"That is more than {format_amount(minimum)}: {format_amount(minimum)} itself counts too.",
                ),
                Slip("exactly", money[minimum], f"That is exactly {format_amount(minimum)}; more counts too."),
                Slip(
                    "before-the-hand",
                    slip,
                    "That is the chance before you look at your own hand: its cards are not there.",
                ),
                Slip("at-most", 1 - strictly_more, f"That is the chance of {format_amount(minimum)} or less."),
                Slip(
                    "one-half",
                    Fraction(1, 2),
                    f"About half of all deals are above the average, which is {format_amount(round(money.mean))} here; but the question asks for {format_amount(minimum)}.",
                ),
            ],
            f"The average is {format_amount(round(money.mean))}: is your answer consistent with that?",
        ),
        (
            f"The unseen cards carry {format_amount(unseen_money)}: {describe_cards(cards)}. The other {42 - len(cards)} unseen cards carry none.",
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
        f"good = sum(count * comb({42 - len(cards)}, {room} - cards) for (cards, money), count in ways.items() if money >= {minimum} and cards <= {room})\n"
        f"good / comb(42, {room})\n```\n\nThat is {format_chance(value)}.",
        {"hand": format_cards(player_view.hand), "place": place, "least": minimum},
    )


@exercise(
    "the-last-card",
    "The last card of the trick",
    kind="probability",
    level=3,
    lesson="20-expectation-and-bidding",
    form=Number,
    unit=DOLLARS,
    version=2,
)
def the_last_card(draw: Draw) -> Variant:
    """Ask for the expected value of a trick that is already won, with an unknown last card."""
    trump = draw.one_of(list(Color))
    other_cards = [card for card in PACK if card.color not in (None, trump)]
    first = draw.one_of([card for card in PACK if card.color == trump and card.money])
    second = draw.one_of([card for card in PACK if card.color == trump and card != first])
    size = draw.between(7, 11)
    animals = draw.some_of((BULL, BEAR), draw.between(1, 2))
    unseen_cards = sort_hand([*draw.some_of(other_cards, size - len(animals)), *animals])
    hand = draw.between(3, size - 2)
    table_cards = [TIGER, first, second]
    worths = {card: trick_value([*table_cards, card], trick_game().tricks) for card in unseen_cards}
    value, on_table = Fraction(sum(worths.values()), size), money_in(table_cards)
    plain = Fraction(sum(on_table + card.money for card in unseen_cards), size)
    mean_money = Fraction(sum(worths[card] for card in unseen_cards if card not in (BULL, BEAR)), size - len(animals))
    plain_mean = Fraction(sum(worths.values()), hand)
    worth_texts = [f"{card.words} → {worths[card]}" for card in unseen_cards]
    return Variant(
        f"Trump is **{trump.word}**. Your partner leads the Tiger, and the next two play {first.words} (`{first.code}`) and {second.words} (`{second.code}`): the Tiger captures "
        f"whatever comes. West is last, has no trump and may play any card. All you know about West's {hand} cards is that they are among these "
        f"{size}: {describe_cards(unseen_cards)}; each set of {hand} is equally likely, and West plays any of them with equal probability. What is the "
        "trick worth **on average**? (In thousands of dollars.)",
        Number(
            value,
            [
                Slip(
                    "animals-ignored",
                    plain,
                    "Bull and Bear change the whole trick, not only what they add: the Bull doubles it, the Bear makes it worth nothing.",
                ),
                Slip(
                    "no-animals",
                    mean_money,
                    "You left the animals out: West may play them too (R35-BULL-1, R35-BEAR-1).",
                ),
                Slip("table-only", Fraction(on_table), "That is the money on the table before West plays."),
                Slip(
                    "per-card-of-west",
                    plain_mean,
                    f"West plays each of the {size} cards with equal probability, whatever the {hand} cards are: divide by {size}.",
                ),
                Slip("table-forgotten", value - on_table, f"The {format_amount(on_table)} on the table counts too."),
                Slip("best-case", max(worths.values()), "That is the best that can happen, not the average."),
            ],
            f"Write down for each of the {size} cards what the trick would be worth, and take the mean.",
            rounded=True,
        ),
        (
            f"It does not matter that West holds {hand} of them: for you, each of the {size} cards is equally likely to be played.",
            "The Bull doubles the money in the trick, the Bear destroys it (R35-BULL-2, R35-BEAR-2). Any other card adds its money.",
            f"There is {format_amount(on_table)} on the table. Add up what the trick is worth with each of the {size} cards, and divide by {size}.",
        ),
        f"There is {format_amount(on_table)} on the table. With each last card the trick is worth: {join_words(worth_texts)}. The sum is {sum(worths.values())}, "
        f"and {sum(worths.values())}/{size} = {float(value):.4g}. That West holds {hand} of them does not matter: each card is equally likely to be played.",
        {
            "trump": trump.word,
            "table": format_cards(table_cards),
            "unseen": format_cards(unseen_cards),
            "cards of West": hand,
        },
    )
