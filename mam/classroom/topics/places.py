"""Exercises on where unseen cards lie: in a hand, in the nest, anywhere."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from mam.analysis.probability.card_phrases import CardWords
from mam.classroom.answers import Chance
from mam.classroom.phrases import equation, spelt, told
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import own_hand, trick_game
from mam.classroom.variants import Draw
from mam.rules.cards import PACK, Card, Color, counted, format_cards, sort_hand
from mam.scenes.move_words import join_words

# Classes of cards that are asked for, in words, and as `mam.chances` understands them.
_CLASSES = (
    ("a money card", "money cards"),
    ("a number card (neither money nor an animal)", "plain"),
    ("an animal", "animals"),
    *((f"a {color.word} card", color.word.lower()) for color in Color),
    *((f"a {color.word} money card", f"{color.word.lower()} money cards") for color in Color),
    ("a 40 or a 30", "40, 30"),
)


@exercise(
    "one-card-of-yours",
    "One card of your hand",
    kind="probability",
    level=1,
    lesson="18-counting-hands",
    form=Chance,
    version=2,
)
def one_card_of_yours(draw: Draw) -> Variant:
    """A card turned up from the rest of your hand; small and large chances are about equally frequent."""
    hand = sort_hand(draw.some_of(own_hand(draw, "S").hand, draw.between(7, 13)))
    asks = [(words, _held(hand, known)) for words, known in _CLASSES]
    size, wanted = len(hand), draw.below(100) / 100
    possible = draw.shuffled([one for one in asks if 0 < len(one[1]) < size])
    words, fit = min(possible, key=lambda one: abs(len(one[1]) / size - wanted))
    many = len(fit)
    return Variant(
        f"You still hold {told(hand)}. You shuffle these {size} cards, and somebody turns one of them up. What is the probability that it is **{words}**?",
        Chance(
            Fraction(many, size),
            [
                (Fraction(many, 55), f"The card comes from your {size} cards, not from all 55 of the pack."),
                (Fraction(many, 52), f"The card comes from your {size} cards, not from a pack."),
                *[
                    (
                        Fraction(1, many),
                        f"That is one of the {many} cards that fit. The question is how many of all {size} fit.",
                    )
                ]
                * (many > 1),
                (Fraction(many + 1, size), "You counted one card too many. Count again."),
                (Fraction(many - 1, size), "You missed one card. Count again."),
                (Fraction(1, 2), "There are two outcomes, but they are not equally likely: count the cards."),
            ],
            f"Count which of your {size} cards are {words}.",
        ),
        (
            f"Each of the {size} cards is as likely to be turned up as any other.",
            "A probability is the number of cards that fit, divided by the number of cards that can be turned up.",
            f"These fit: {told(fit)}.",
        ),
        f"{counted(many, 'card')} {'fits' if many == 1 else 'fit'}: {told(fit)}. All {size} are equally likely, so the chance is {many}/{size}.",
        {"hand": format_cards(hand), "asked": words},
    )


def _held(hand: Iterable[Card], known: str) -> list[Card]:
    """The cards of a class in a hand."""
    words = CardWords(trick_game(), None)
    return [card for card in hand if card in words.cards(known)]


_TABLES = ("make-a-million-1935", "manhattan", "make-a-million-2004", "exact-tricks", "sweven", "eight", "six")


@exercise("where-is-it", "Where is the card?", kind="probability", level=1, lesson="18-counting-hands", form=Chance)
def where_is_it(draw: Draw) -> Variant:
    """A single card that is not in your hand: places against places."""
    seen = own_hand(draw, edition=draw.one_of(_TABLES))
    rules, me = seen.round.rules, seen.person or ""
    names = rules.seat_names
    others = [seat for seat in rules.seats if seat != me]
    unseen = sort_hand({card for card in rules.pack if card not in seen.hand and rules.pack.count(card) == 1})
    twins = len(rules.pack) > 60
    if twins:  # of two packs nearly every card is there twice: ask for the other copy of one in hand
        unseen = tuple(card for card in seen.hand if seen.hand.count(card) == 1 and rules.pack.count(card) == 2)
    card = draw.one_of(unseen)
    rooms = {f"with {names[seat]}": rules.hand_size for seat in others} | {"in the nest": rules.nest_size}
    rooms["among the cards that are not dealt"] = len(rules.pack) - rules.hand_size * len(rules.seats) - rules.nest_size
    rooms = {place: room for place, room in rooms.items() if room}
    asked = draw.some_of(list(rooms), draw.between(1, min(4, len(rooms) - 1)))
    room, total = sum(rooms[one] for one in asked), sum(rooms.values())
    what = f"the other {card.words} (`{card.code}`; there are two packs)" if twins else f"{card.named} (`{card.code}`)"
    dealt = join_words(
        [f"{rules.hand_size} each", *(f"{many} {place}" for place, many in rooms.items() if place[:4] != "with")]
    )
    return Variant(
        f"{len(rules.seats)} people play with {len(rules.pack)} cards: {dealt}. You are {names[me]} and hold {told(seen.hand)}. Nobody has called or "
        f"played yet. What is the probability that {what} is **{join_words(asked, 'or')}**?",
        Chance(
            Fraction(room, total),
            [
                (
                    Fraction(room, len(rules.pack)),
                    f"You see {rules.hand_size} cards, and this one is not among them: only {total} places are left.",
                ),
                (Fraction(len(asked), len(rooms)), "The places are not equally big: count how many cards are in each."),
                (
                    Fraction(len(asked), len(rules.seats)),
                    "It is not in your hand: leave yourself out, and count cards, not people.",
                ),
                (
                    Fraction(len(asked), len(others)),
                    "Count cards, not people: some cards are with nobody, and players may hold different numbers.",
                ),
            ],
            f"Count the places in which the card can be: {total} cards are unseen.",
        ),
        (
            f"{len(rules.pack)} cards minus the {rules.hand_size} in your hand: how many do you not see?",
            "All unseen cards look alike to you, so the card is equally likely to be any of them.",
            f"{total} cards are unseen. How many of them are {join_words(asked, 'or')}?",
        ),
        f"{total} cards are unseen: {join_words(f'{many} {place}' for place, many in rooms.items())}. {room} of them are {join_words(asked, 'or')}: "
        f"{room}/{total}.",
        {"edition": rules.full_id, "you": me, "hand": format_cards(seen.hand), "card": card.code, "places": asked},
    )


@exercise(
    "what-the-nest-holds",
    "What does the nest hold?",
    kind="probability",
    level=2,
    lesson="18-counting-hands",
    form=Chance,
)
def what_the_nest_holds(draw: Draw) -> Variant:
    """A given number of a class of cards in the nest, after a look at your hand."""
    seen = own_hand(draw, "S")
    words, known = draw.one_of(_CLASSES)
    fit = len(_held(set(PACK) - {*seen.hand}, known))
    least = draw.between(1, 2)
    exactly = bool(draw.below(2))
    ways = {many: comb(fit, many) * comb(42 - fit, 3 - many) for many in range(4)}
    wanted = [least] if exactly else range(least, 4)
    value = Fraction(sum(ways[many] for many in wanted), comb(42, 3))
    asked = f"{'exactly' if exactly else 'at least'} {('one', 'two')[least - 1]}"
    single = Fraction(fit, 42)
    alike = {many: comb(3, many) * single**many * (1 - single) ** (3 - many) for many in range(4)}
    noun = words.split(" ", 1)[1]
    so = f"is {words}" if least == 1 else f"are {_several(noun)}"
    return Variant(
        f"You hold {told(seen.hand)}. What is the probability that of the 3 cards in the nest **{asked}** {so}?",
        Chance(
            value,
            [
                (
                    Fraction(ways[least], comb(42, 3)),
                    f"That is exactly {least}; the question asks for at least {least}.",
                ),
                (
                    Fraction(sum(ways[many] for many in range(least, 4)), comb(42, 3)),
                    f"That is at least {least}; the question asks for exactly {least}.",
                ),
                (
                    Fraction(sum(alike[many] for many in wanted)),
                    "You drew from 42 cards each time. The same card can't come twice: 42, then 41, then 40.",
                ),
                (3 * single, "If you add the three chances, you count nests with two such cards twice."),
                (single, "That is the chance for one card of the nest; there are three."),
                (Fraction(ways[0], comb(42, 3)), "That is the chance of none."),
                (single**least, "Count the nests: choose the cards that fit, then the others."),
            ],
            f"{fit} of the 42 cards that you do not see fit. Count the nests of 3.",
        ),
        (
            f"How many {_several(noun)} are in the pack, and how many of them do you hold?",
            "There are `comb(42, 3)` nests, all equally likely. How many have 0, 1, 2, 3 such cards?",
            f"{fit} of the 42 unseen cards fit. Nests with one: {fit} × `comb({42 - fit}, 2)`.",
        ),
        f"{fit} of the 42 unseen cards fit, {42 - fit} do not. Nests with 0, 1, 2, 3 of them: {join_words(map(str, ways.values()))}, together {comb(42, 3)}. For {asked}: "
        f"{equation(f'{sum(ways[many] for many in wanted)}/{comb(42, 3)}', spelt(value))}.",
        {"hand": format_cards(seen.hand), "asked": f"{asked}: {words}"},
    )


def _several(noun: str) -> str:
    """A class of cards in the plural: money cards, animals, 40s or 30s."""
    return {"animal": "animals", "40 or a 30": "40s or 30s"}.get(noun, noun.replace("card", "cards", 1))
