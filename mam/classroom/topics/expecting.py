"""Exercises on expected values of money."""

from fractions import Fraction

from mam.analysis.probability import chances
from mam.classroom.phrases import describe_cards, format_chance, list_color
from mam.classroom.rounds import DEFAULT_EDITION, deal_hand, get_trick_game
from mam.classroom.template import DOLLARS, Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Color, format_cards, join_words, money_in, sort_hand
from mam.rules.tricks import trick_value

_LESSON = "20-expectation-and-bidding"
_OPPONENTS = "your two opponents, East and West,"
# A place as a sentence and as a question, as `mam.chances` names it, and its unseen cards.
_PLACES = (
    ("North, your partner, holds", "does North, your partner, hold", "N", 13),
    ("the nest holds", "does the nest hold", "nest", 3),
    (f"{_OPPONENTS} hold together", f"do {_OPPONENTS} hold together", "E-W", 26),
)


@exercise("Expected money", kind="probability", level=2, lesson=_LESSON, unit=DOLLARS, version=2)
def expected_money(draw: Draw) -> Variant:
    """Ask for the expected money in a place, given your hand."""
    player_view = deal_hand(draw, "S")
    _, words, place, room = draw.one_of(_PLACES)
    value, held_money = chances(player_view).money(place).mean, money_in(player_view.hand)
    unseen_money = 400 - held_money
    slips: SlipValues = {
        "before-the-hand": Fraction(400 * room, 55),
        "own-money-counted": Fraction(400 * room, 42),
        "own-cards-counted": Fraction(unseen_money * room, 55),
        "per-place": Fraction(unseen_money, 4),
        "per-player": Fraction(unseen_money, 3),
        "nest-forgotten": Fraction(unseen_money * room, 39),
        "all-unseen": unseen_money,
        "own-money": held_money,
    }
    text = f"""
        You are South and hold {describe_cards(player_view.hand)}. How much money {words} **on average**, over all possible deals? (In thousands of dollars.)

        Nudge: Multiply the money that you don't hold by the proportion of the unseen cards that are there.
        Hint: The pack has $400,000 (R35-PACK-7). How much of it do you hold?
        Hint: Each unseen card has the same expected value, and expected values add up, even though the cards are not independent.
        Hint: The 42 unseen cards carry {format_amount(unseen_money)}, and {room} of them are there.
        Slip before-the-hand: That is the expected value before you look at your hand: you hold {format_amount(held_money)} of the $400,000.
        Slip own-money-counted: You hold {format_amount(held_money)} yourself: only {format_amount(unseen_money)} is in the unseen cards.
        Slip own-cards-counted: Your own 13 cards are not among them: the money is on 42 cards, not 55.
        Slip per-place: There are four places, but they are not equally big: count cards.
        Slip per-player: The nest holds some of it too: count cards, not people.
        Slip nest-forgotten: The nest is part of what you do not see: 42 cards, not 39.
        Slip all-unseen: That is all the money that you don't hold, wherever it is.
        Slip own-money: That is the money you hold.
        Solution: You hold {format_amount(held_money)}, so the 42 unseen cards carry {format_amount(unseen_money)}. Each has an expected value of {unseen_money}/42, and {room} of them are there: {room} × {unseen_money}/42 = {value}, about {format_amount(round(value))}.
    """
    return ask_number(text, value, slips, {"hand": format_cards(player_view.hand), "place": place}, rounded=True)


@exercise("At least this much money", kind="probability", level=4, lesson="18-counting-hands", form=Chance, version=2)
def so_much_money(draw: Draw) -> Variant:
    """Ask for the chance that a place holds a given amount or more: a sum over all ways, best done by a program."""
    player_view = deal_hand(draw, "S")
    words, _, place, room = draw.one_of(_PLACES)
    money = chances(player_view).money(place)
    amounts = [amount for amount in money if Fraction(1, 20) < money.at_least(amount).exact < Fraction(9, 10)]
    minimum = draw.one_of(amounts)
    value, unseen_money = money.at_least(minimum).exact, 400 - money_in(player_view.hand)
    cards = sort_hand(card for card in PACK if card.money and card not in player_view.hand)
    strictly_more = Fraction(value - money[minimum])
    slips = {
        "strictly-more": strictly_more,
        "exactly": money[minimum],
        "before-the-hand": chances(DEFAULT_EDITION).money(place).at_least(minimum).exact,
        "at-most": 1 - strictly_more,
        "one-half": Fraction(1, 2),
    }
    text = f"""
        You are South and hold {describe_cards(player_view.hand)}. What is the probability that {words} **{format_amount(minimum)} or more**? (There are too many ways to count by hand: write a program, or use `mam.chances`.)

        Nudge: The average is {format_amount(round(money.mean))}: is your answer consistent with that?
        Hint: The unseen cards carry {format_amount(unseen_money)}: {describe_cards(cards)}. The other {42 - len(cards)} unseen cards carry none.
        Hint: Choose which k of the money cards are there: the other {room} − k come from the {42 - len(cards)} without money, in `comb({42 - len(cards)}, {room} - k)` ways.
        Hint: Go through the money cards one by one, and keep a table: (cards taken, money taken) → number of ways. At the end divide by `comb(42, {room})`.
        Slip strictly-more: That is more than {format_amount(minimum)}: {format_amount(minimum)} itself counts too.
        Slip exactly: That is exactly {format_amount(minimum)}; more counts too.
        Slip before-the-hand: That is the chance before you look at your own hand: its cards are not there.
        Slip at-most: That is the chance of {format_amount(minimum)} or less.
        Slip one-half: About half of all deals are above the average, which is {format_amount(round(money.mean))} here; but the question asks for {format_amount(minimum)}.
        Solution: Take the money cards one after the other and keep, for each number of cards and each sum, the number of ways; a new card is either there or not. Then fill up with cards without money and divide by comb(42, {room}):

        ```python
        from math import comb

        ways = {{(0, 0): 1}}
        for amount in {[card.money for card in cards]}:
            more = dict(ways)
            for (cards, money), count in ways.items():
                more[cards + 1, money + amount] = more.get((cards + 1, money + amount), 0) + count
            ways = more
        good = sum(count * comb({42 - len(cards)}, {room} - cards) for (cards, money), count in ways.items() if money >= {minimum} and cards <= {room})
        good / comb(42, {room})
        ```

        That is {format_chance(value)}.
    """
    return ask_chance(text, value, slips, {"hand": format_cards(player_view.hand), "place": place, "least": minimum})


@exercise("The last card of the trick", kind="probability", level=3, lesson=_LESSON, unit=DOLLARS, version=2)
def the_last_card(draw: Draw) -> Variant:
    """Ask for the expected value of a trick that is already won, with an unknown last card."""
    trump = draw.one_of(list(Color))
    other_cards = [card for card in PACK if card.color not in (None, trump)]
    first = draw.one_of([card for card in list_color(trump) if card.money])
    second = draw.one_of([card for card in list_color(trump) if card != first])
    size = draw.between(7, 11)
    animals = draw.some_of((BULL, BEAR), draw.between(1, 2))
    unseen_cards = sort_hand([*draw.some_of(other_cards, size - len(animals)), *animals])
    hand = draw.between(3, size - 2)
    table_cards = [TIGER, first, second]
    worths = {card: trick_value([*table_cards, card], get_trick_game().tricks) for card in unseen_cards}
    value, on_table = Fraction(sum(worths.values()), size), money_in(table_cards)
    without_animals = [worth for card, worth in worths.items() if card not in animals]
    slips: SlipValues = {
        "animals-ignored": on_table + Fraction(money_in(unseen_cards), size),
        "no-animals": Fraction(sum(without_animals), len(without_animals)),
        "table-only": on_table,
        "per-card-of-west": Fraction(sum(worths.values()), hand),
        "table-forgotten": value - on_table,
        "best-case": max(worths.values()),
    }
    text = f"""
        Trump is **{trump.word}**. Your partner leads the Tiger, and the next two play {first.words} (`{first.code}`) and {second.words} (`{second.code}`): the Tiger captures whatever comes. West is last, has no trump and may play any card. All you know about West's {hand} cards is that they are among these {size}: {describe_cards(unseen_cards)}; each set of {hand} is equally likely, and West plays any of them with equal probability. What is the trick worth **on average**? (In thousands of dollars.)

        Nudge: Write down for each of the {size} cards what the trick would be worth, and take the mean.
        Hint: It does not matter that West holds {hand} of them: for you, each of the {size} cards is equally likely to be played.
        Hint: The Bull doubles the money in the trick, the Bear destroys it (R35-BULL-2, R35-BEAR-2). Any other card adds its money.
        Hint: There is {format_amount(on_table)} on the table. Add up what the trick is worth with each of the {size} cards, and divide by {size}.
        Slip animals-ignored: Bull and Bear change the whole trick, not only what they add: the Bull doubles it, the Bear makes it worth nothing.
        Slip no-animals: You left the animals out: West may play them too (R35-BULL-1, R35-BEAR-1).
        Slip table-only: That is the money on the table before West plays.
        Slip per-card-of-west: West plays each of the {size} cards with equal probability, whatever the {hand} cards are: divide by {size}.
        Slip table-forgotten: The {format_amount(on_table)} on the table counts too.
        Slip best-case: That is the best that can happen, not the average.
        Solution: There is {format_amount(on_table)} on the table. With each last card the trick is worth: {join_words(f"{card.words} → {worth}" for card, worth in worths.items())}. The sum is {sum(worths.values())}, and {sum(worths.values())}/{size} = {float(value):.4g}. That West holds {hand} of them does not matter: each card is equally likely to be played.
    """
    given = {
        "trump": trump.word,
        "table": format_cards(table_cards),
        "unseen": format_cards(unseen_cards),
        "cards of West": hand,
    }
    return ask_number(text, value, slips, given, rounded=True)
