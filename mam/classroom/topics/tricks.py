"""Exercises on tricks: who captures, what it is worth, and who leads next."""

from collections.abc import Sequence

from mam.classroom.answers import Choice
from mam.classroom.captures import why_it_captures, why_it_does_not, why_so_much
from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.registry import Variant, as_options, exercise
from mam.classroom.rounds import CODES, describe_plays, played_round, trick_game
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Card, format_cards, money_in
from mam.rules.tricks import Trick, TrickRules, find_multiplier, trick_value

_LESSON, _ANIMALS = "04-cards-and-captures", "07-bull-bear-and-tiger"


@exercise("who-captures", "Who captures the trick?", kind="rules", level=1, lesson=_LESSON, form=Choice)
def who_captures(draw: Draw) -> Variant:
    """Ask who captures a trick of a real round; now and then the highest rank simply wins."""
    round = played_round(draw)
    plain = draw.below(8) == 0
    trick = draw.one_of([trick for trick in round.tricks if _is_plain(trick) == plain] or round.tricks)
    names, cards = round.rules.seat_names, trick.cards
    assert round.trump is not None and trick.winner is not None
    options = tuple(names[seat] for seat in round.rules.seats)
    reasons = {
        names[seat]: why_it_does_not(place, cards, round.trump, round.rules.tricks)
        for place, seat in enumerate(trick.seats)
        if seat != trick.winner
    }
    return Variant(
        f"Trump is **{round.trump.word}**. {describe_plays(trick.plays, names)}. Who captures the trick?\n\n{as_options(options)}",
        Choice(names[trick.winner], options, reasons),
        (
            "The first card that has a color sets the color to follow (R35-PLAY-5, R35-BB-3).",
            "Look for the Tiger first, then for the highest trump, then for the highest card of the color to follow.",
            "A card of any other color cannot capture, whatever its rank; nor can Bull or Bear.",
        ),
        f"{why_it_captures(cards, round.trump, round.rules.tricks)} So {names[trick.winner]} captures.",
        {"trump": round.trump.word, "cards": [card.code for card in cards], "options": list(options)},
    )


def _is_plain(trick: Trick) -> bool:
    """Return whether the highest rank of all wins."""
    best = dict(trick.plays)[trick.winner or ""]
    return TIGER not in trick.cards and best.rank == max(card.rank for card in trick.cards)


@exercise(
    "trick-worth",
    "What is the trick worth?",
    kind="rules",
    level=1,
    lesson=_LESSON,
    form=Number,
    unit=DOLLARS,
    version=2,
)
def trick_worth(draw: Draw) -> Variant:
    """Ask for the value of a trick with money in it.

    Half of the tricks hold a Bull or Bear, and small and large amounts are about equally frequent.
    """
    cards = _rich_trick(draw)
    rules = trick_game()
    leader = draw.below(len(rules.seats))
    plays = list(zip((*rules.seats[leader:], *rules.seats[:leader]), cards, strict=True))
    money_on_cards = money_in(cards)
    value = trick_value(cards, rules.tricks)
    return Variant(
        f"{describe_plays(plays, rules.seat_names)}. How much money does this trick capture, in thousands of dollars?",
        Number(
            value,
            _value_slips(cards),
            _NUDGE,
        ),
        (
            "Which cards carry money? 5, 10, 15, 30 and 40 of every color, and no others (R35-PACK-6).",
            "The Bull doubles the money of its trick; the Bear makes it worth nothing (R35-BULL-2, R35-BEAR-2).",
            f"The cards show {format_amount(money_on_cards)}. Now look for Bull and Bear.",
        ),
        f"{why_so_much(cards)} The trick is worth {format_amount(value)}.",
        {"cards": [card.code for card in cards]},
    )


def _rich_trick(draw: Draw) -> list[Card]:
    """Return four cards with money among them, a number card first; a player void in its color may play any card on it."""
    kind = draw.below(16)
    last = BEAR if kind == 0 else BULL if kind < 8 else None
    animals = [] if last is None else [last] if draw.below(4) else [BULL if last == BEAR else BEAR, last]
    target = 5 * (draw.between(1, 18) if animals else draw.between(1, 24))  # what three or four cards can show
    money, plain = [card for card in PACK if card.money], [card for card in PACK if card.is_number_card]
    while True:
        numbers = draw.some_of(money, draw.between(1, 4 - len(animals)))
        if money_in(numbers) == target or len(animals) == 2:
            break
    numbers = draw.shuffled([*numbers, *draw.some_of(plain, 4 - len(animals) - len(numbers))])
    places = sorted(draw.some_of(range(1, 4), len(animals)))
    for place, animal in zip(places, animals, strict=True):
        numbers.insert(place, animal)
    return numbers


_NUDGE = "Add the 5, 10, 15, 30 and 40 of every color, and nothing else; then look for Bull and Bear."


def _value_slips(cards: Sequence[Card]) -> list[Slip]:
    money_on_cards, ranks = money_in(cards), sum(card.rank for card in cards)
    without_fives = sum(card.money for card in cards if card.money > 5)
    slips = [Slip("doubled", 2 * money_on_cards, "Doubled? Only the Bull does that, and it is not here.")]
    if BULL in cards or BEAR in cards:
        slips = [
            Slip(
                "money-on-cards",
                money_on_cards,
                f"{money_on_cards} is the money that the cards show, but an animal in the trick changes it.",
            ),
            Slip("doubled", 2 * money_on_cards, "Doubled? The Bull does that, unless the Bear is played after it."),
            Slip("nothing", 0, "Nothing? The Bear does that, unless the Bull is played after it."),
        ]
    slips += [
        Slip("all-ranks", ranks, f"{ranks} adds up all the ranks. Only money cards count: 5, 10, 15, 30 and 40."),
        Slip(
            "fives-forgotten",
            find_multiplier(cards, TrickRules()) * without_fives,
            "Is a 5 among the cards? It carries $5,000.",
        ),
        Slip(
            "ranks-with-animals",
            find_multiplier(cards, TrickRules()) * ranks,
            "Only money cards count (5, 10, 15, 30 and 40), not every number.",
        ),
    ]
    return slips


@exercise(
    "bull-and-bear", "Bull, Bear and four tricks", kind="rules", level=2, lesson=_ANIMALS, form=Number, unit=DOLLARS
)
def bull_and_bear(draw: Draw) -> Variant:
    """Ask what four tricks are worth, those with Bull and Bear among them; in some variants both are in one trick."""
    tricks = _with_animals(draw)
    amounts, money_on_cards = [trick.value for trick in tricks], [money_in(trick.cards) for trick in tricks]
    trick_list = "\n".join(f"- {format_cards(trick.cards)}" for trick in tricks)
    total = sum(amounts)
    first = sum(money_in(trick.cards) * _by_first(trick) for trick in tricks)
    slips = [
        Slip(
            "money-on-cards",
            sum(money_on_cards),
            "That is the money that the cards show. Bull and Bear change it in their own tricks.",
        ),
        Slip(
            "first-animal",
            first,
            "If Bull and Bear are in one trick, the later one decides, not the earlier (R35-BB-1).",
        ),
        Slip("all-doubled", sum(money_on_cards) * 2, "The Bull doubles only its own trick, not all of them."),
        Slip("all-destroyed", 0, "The Bear destroys only its own trick, not all of them."),
        Slip("no-bear", sum(max(pair) for pair in zip(amounts, money_on_cards, strict=True)), "You left the Bear out."),
        Slip("no-bull", sum(min(pair) for pair in zip(amounts, money_on_cards, strict=True)), "You left the Bull out."),
    ]
    explanation = "\n".join(f"- {format_cards(trick.cards)}: {why_so_much(trick.cards)}" for trick in tricks)
    return Variant(
        f"East and West have captured these tricks, each in the order in which its cards were played {CODES}:\n\n{trick_list}"
        "\n\nHow much are the tricks worth together, in thousands of dollars?",
        Number(
            total,
            slips,
            "Count trick by trick: first the money on the cards, then the effect of Bull or Bear.",
        ),
        (
            "The Bull doubles the money of its own trick; the Bear makes it worth nothing (R35-BULL-2, R35-BEAR-2).",
            "If both are in one trick, only the one played later counts (R35-BB-1).",
            f"The money on the cards, trick by trick: {', '.join(map(format_amount, money_on_cards))}.",
        ),
        f"{explanation}\n\nTogether {format_amount(total)}.",
        {"tricks": [[card.code for card in trick.cards] for trick in tricks]},
    )


def _with_animals(draw: Draw) -> list[Trick]:
    several_tricks = draw.below(3) == 0
    for _ in range(5):
        round = played_round(draw)
        animal_tricks = [trick for trick in round.tricks if BULL in trick.cards or BEAR in trick.cards]
        rich = all(money_in(trick.cards) for trick in animal_tricks)
        if rich and (len(animal_tricks) == 1) == several_tricks:
            break
    other_tricks = [trick for trick in round.tricks if trick not in animal_tricks and money_in(trick.cards)]
    return draw.shuffled([*animal_tricks, *draw.some_of(other_tricks, 4 - len(animal_tricks))])


def _by_first(trick: Trick) -> int:
    """Return the factor that would apply if the earlier of Bull and Bear decided."""
    animals = [card for card in trick.cards if card in (BULL, BEAR)]
    return 1 if not animals else 2 if animals[0] == BULL else 0


@exercise("who-leads-next", "Who leads to the next trick?", kind="rules", level=2, lesson=_LESSON, form=Choice)
def who_leads_next(draw: Draw) -> Variant:
    """Ask who leads the next trick: find the leader of the second before its winner."""
    round = played_round(draw)
    number = draw.below(len(round.tricks) - 2)
    first_trick, second_trick = round.tricks[number : number + 2]
    names, rules = round.rules.seat_names, round.rules.tricks
    assert round.trump is not None and first_trick.winner and second_trick.winner
    options = tuple(names[seat] for seat in round.rules.seats)
    reasons = {}
    for place, seat in enumerate(second_trick.seats):
        first = f" ({names[first_trick.winner]} captured the first trick and led to the second.)"
        if seat != second_trick.winner:
            reasons[names[seat]] = why_it_does_not(place, second_trick.cards, round.trump, rules) + first
    return Variant(
        f"Trump is **{round.trump.word}**, and turns go to the left: North, East, South, West. {names[first_trick.leader]} leads, and the "
        f"cards of two tricks are played in this order {CODES}:\n\n- first trick: {format_cards(first_trick.cards)}\n- second trick: {format_cards(second_trick.cards)}\n\n"
        f"Who leads to the third trick?\n\n{as_options(options)}",
        Choice(names[second_trick.winner], options, reasons),
        (
            "The player who captures a trick leads to the next one (R35-PLAY-8).",
            f"Write a name beside each card of the first trick, beginning with {names[first_trick.leader]}, and see who captures it.",
            f"{names[first_trick.winner]} captures the first trick and so leads to the second.",
        ),
        f"First trick: {describe_plays(first_trick.plays, names)}. {why_it_captures(first_trick.cards, round.trump, rules)} "
        f"So {names[first_trick.winner]} leads. Second trick: {describe_plays(second_trick.plays, names)}. "
        f"{why_it_captures(second_trick.cards, round.trump, rules)} So {names[second_trick.winner]} leads to the third (R35-PLAY-8).",
        {
            "trump": round.trump.word,
            "leader": names[first_trick.leader],
            "tricks": [[card.code for card in trick.cards] for trick in (first_trick, second_trick)],
            "options": list(options),
        },
    )
