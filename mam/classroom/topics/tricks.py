"""Exercises on tricks: who captures, what it is worth, and who leads next."""

from collections.abc import Sequence

from mam.classroom.answers import Choice, Number
from mam.classroom.captures import why_it_captures, why_it_does_not, why_so_much
from mam.classroom.registry import Variant, as_options, exercise
from mam.classroom.rounds import CODES, played_round, tell_plays, trick_game
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, Card, format_cards, money_in
from mam.rules.tricks import Trick, TrickRules, multiplier, trick_value

_LESSON, _ANIMALS = "04-cards-and-captures", "07-bull-bear-and-tiger"


@exercise("who-captures", "Who captures the trick?", kind="rules", level=1, lesson=_LESSON, form=Choice)
def who_captures(draw: Draw) -> Variant:
    """A trick of a real round; now and then one in which the highest rank simply wins."""
    round = played_round(draw)
    plain = draw.below(8) == 0
    trick = draw.one_of([one for one in round.tricks if _is_plain(one) == plain] or round.tricks)
    names, cards = round.rules.seat_names, trick.cards
    assert round.trump is not None and trick.winner is not None
    options = tuple(names[seat] for seat in round.rules.seats)
    whys = {
        names[seat]: why_it_does_not(place, cards, round.trump, round.rules.tricks)
        for place, seat in enumerate(trick.seats)
        if seat != trick.winner
    }
    return Variant(
        f"Trump is **{round.trump.word}**. {tell_plays(trick.plays, names)}. Who captures the trick?\n\n{as_options(options)}",
        Choice(names[trick.winner], options, whys),
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


@exercise("trick-worth", "What is the trick worth?", kind="rules", level=1, lesson=_LESSON, form=Number, version=2)
def trick_worth(draw: Draw) -> Variant:
    """A trick with money in it, as often as not with Bull or Bear; small and large amounts come about equally often."""
    cards = _rich_trick(draw)
    rules = trick_game()
    leader = draw.below(len(rules.seats))
    plays = list(zip((*rules.seats[leader:], *rules.seats[:leader]), cards, strict=True))
    shown = money_in(cards)
    value = trick_value(cards, rules.tricks)
    return Variant(
        f"{tell_plays(plays, rules.seat_names)}. How much money does this trick capture, in thousands of dollars?",
        Number(value, _value_slips(cards), _NUDGE, unit="thousand dollars", thousands=True),
        (
            "Which cards carry money? 5, 10, 15, 30 and 40 of every color, and no others (R35-PACK-6).",
            "The Bull doubles the money of its trick; the Bear makes it worth nothing (R35-BULL-2, R35-BEAR-2).",
            f"The cards show {format_amount(shown)}. Now look for Bull and Bear.",
        ),
        f"{why_so_much(cards)} The trick is worth {format_amount(value)}.",
        {"cards": [card.code for card in cards]},
    )


def _rich_trick(draw: Draw) -> list[Card]:
    """Four cards with money among them, a number card first: somebody void in its color may play any card on it."""
    kind = draw.below(16)
    last = BEAR if kind == 0 else BULL if kind < 8 else None
    animals = [] if last is None else [last] if draw.below(4) else [BULL if last == BEAR else BEAR, last]
    wanted = 5 * (draw.between(1, 18) if animals else draw.between(1, 24))  # what three or four cards can show
    money, plain = [card for card in PACK if card.money], [card for card in PACK if card.is_plain]
    while True:
        numbers = draw.some_of(money, draw.between(1, 4 - len(animals)))
        if money_in(numbers) == wanted or len(animals) == 2:
            break
    numbers = draw.shuffled([*numbers, *draw.some_of(plain, 4 - len(animals) - len(numbers))])
    places = sorted(draw.some_of(range(1, 4), len(animals)))
    for place, animal in zip(places, animals, strict=True):
        numbers.insert(place, animal)
    return numbers


_NUDGE = "Add the 5, 10, 15, 30 and 40 of every color, and nothing else; then look for Bull and Bear."


def _value_slips(cards: Sequence[Card]) -> list[tuple[int, str]]:
    shown, ranks = money_in(cards), sum(card.rank for card in cards)
    only = sum(card.money for card in cards if card.money > 5)
    slips = [(2 * shown, "Doubled? Only the Bull does that, and it is not here.")]
    if BULL in cards or BEAR in cards:
        slips = [
            (shown, f"{shown} is the money that the cards show, but an animal in the trick changes it."),
            (2 * shown, "Doubled? The Bull does that, unless the Bear is played after it."),
            (0, "Nothing? The Bear does that, unless the Bull is played after it."),
        ]
    slips += [
        (ranks, f"{ranks} adds up all the ranks. Only money cards count: 5, 10, 15, 30 and 40."),
        (multiplier(cards, TrickRules()) * only, "Is a 5 among the cards? It carries $5,000."),
        (multiplier(cards, TrickRules()) * ranks, "Only money cards count (5, 10, 15, 30 and 40), not every number."),
    ]
    return slips


@exercise("bull-and-bear", "Bull, Bear and four tricks", kind="rules", level=2, lesson=_ANIMALS, form=Number)
def bull_and_bear(draw: Draw) -> Variant:
    """Four tricks of a round, those of Bull and Bear among them; in some variants both fell to one trick."""
    tricks = _with_animals(draw)
    amounts, shown = [one.value for one in tricks], [money_in(one.cards) for one in tricks]
    listed = "\n".join(f"- {format_cards(one.cards)}" for one in tricks)
    total = sum(amounts)
    first = sum(money_in(one.cards) * _by_first(one) for one in tricks)
    slips = [
        (sum(shown), "That is the money that the cards show. Bull and Bear change it in their own tricks."),
        (first, "If Bull and Bear are in one trick, the later one decides, not the earlier (R35-BB-1)."),
        (sum(shown) * 2, "The Bull doubles only its own trick, not all of them."),
        (0, "The Bear destroys only its own trick, not all of them."),
        (sum(max(one) for one in zip(amounts, shown, strict=True)), "You left the Bear out."),
        (sum(min(one) for one in zip(amounts, shown, strict=True)), "You left the Bull out."),
    ]
    worked = "\n".join(f"- {format_cards(one.cards)}: {why_so_much(one.cards)}" for one in tricks)
    return Variant(
        f"East and West have captured these tricks, each in the order in which its cards were played {CODES}:\n\n{listed}"
        "\n\nHow much are the tricks worth together, in thousands of dollars?",
        Number(
            total,
            slips,
            "Count trick by trick: first the money on the cards, then the effect of Bull or Bear.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "The Bull doubles the money of its own trick; the Bear makes it worth nothing (R35-BULL-2, R35-BEAR-2).",
            "If both are in one trick, only the one played later counts (R35-BB-1).",
            f"The cards of the tricks show {', '.join(map(format_amount, shown))}.",
        ),
        f"{worked}\n\nTogether {format_amount(total)}.",
        {"tricks": [[card.code for card in one.cards] for one in tricks]},
    )


def _with_animals(draw: Draw) -> list[Trick]:
    both = draw.below(3) == 0
    for _ in range(5):
        round = played_round(draw)
        changed = [one for one in round.tricks if BULL in one.cards or BEAR in one.cards]
        rich = all(money_in(one.cards) for one in changed)
        if rich and (len(changed) == 1) == both:
            break
    others = [one for one in round.tricks if one not in changed and money_in(one.cards)]
    return draw.shuffled([*changed, *draw.some_of(others, 4 - len(changed))])


def _by_first(trick: Trick) -> int:
    """What the money would be multiplied by if the earlier of Bull and Bear decided."""
    animals = [card for card in trick.cards if card in (BULL, BEAR)]
    return 1 if not animals else 2 if animals[0] == BULL else 0


@exercise("who-leads-next", "Who leads to the next trick?", kind="rules", level=2, lesson=_LESSON, form=Choice)
def who_leads_next(draw: Draw) -> Variant:
    """Two tricks one after the other: find the leader of the second before its winner."""
    round = played_round(draw)
    number = draw.below(len(round.tricks) - 2)
    one, two = round.tricks[number : number + 2]
    names, rules = round.rules.seat_names, round.rules.tricks
    assert round.trump is not None and one.winner and two.winner
    options = tuple(names[seat] for seat in round.rules.seats)
    whys = {}
    for place, seat in enumerate(two.seats):
        first = f" ({names[one.winner]} captured the first trick and led to the second.)"
        if seat != two.winner:
            whys[names[seat]] = why_it_does_not(place, two.cards, round.trump, rules) + first
    return Variant(
        f"Trump is **{round.trump.word}**, and turns go to the left: North, East, South, West. {names[one.leader]} leads, and the "
        f"cards of two tricks are played in this order {CODES}:\n\n- first trick: {format_cards(one.cards)}\n- second trick: {format_cards(two.cards)}\n\n"
        f"Who leads to the third trick?\n\n{as_options(options)}",
        Choice(names[two.winner], options, whys),
        (
            "The player who captures a trick leads to the next one (R35-PLAY-8).",
            f"Write a name beside each card of the first trick, beginning with {names[one.leader]}, and see who captures it.",
            f"{names[one.winner]} captures the first trick and so leads to the second.",
        ),
        f"First trick: {tell_plays(one.plays, names)}. {why_it_captures(one.cards, round.trump, rules)} "
        f"So {names[one.winner]} leads. Second trick: {tell_plays(two.plays, names)}. "
        f"{why_it_captures(two.cards, round.trump, rules)} So {names[two.winner]} leads to the third (R35-PLAY-8).",
        {
            "trump": round.trump.word,
            "leader": names[one.leader],
            "tricks": [[card.code for card in trick.cards] for trick in (one, two)],
            "options": list(options),
        },
    )
