"""Exercises on where unseen cards lie: in a hand, in the nest, anywhere."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from mam.analysis.probability.card_phrases import CardWords
from mam.classroom.phrases import describe_cards, equation, format_chance
from mam.classroom.rounds import own_hand, trick_game
from mam.classroom.template import Chance, Draw, Variant, ask_chance, exercise
from mam.rules.cards import PACK, Card, Color, counted, format_cards, join_words, sort_hand

# Classes of cards, in words and as `mam.chances` understands them.
_CLASSES = (
    ("a money card", "money cards"),
    ("a number card (neither money nor an animal)", "plain"),
    ("an animal", "animals"),
    *((f"a {color.word} card", color.word.lower()) for color in Color),
    *((f"a {color.word} money card", f"{color.word.lower()} money cards") for color in Color),
    ("a 40 or a 30", "40, 30"),
)


@exercise("One card of your hand", kind="probability", level=1, lesson="18-counting-hands", form=Chance, version=3)
def one_card_of_yours(draw: Draw) -> Variant:
    """Ask for the chance that a card turned up from your hand fits; small and large chances are about equally frequent."""
    hand = sort_hand(draw.some_of(own_hand(draw, "S").hand, draw.between(7, 13)))
    asks = [(words, _list_members(hand, members)) for words, members in _CLASSES]
    size, target = len(hand), draw.below(100) / 100
    candidates = draw.shuffled([group for group in asks if 0 < len(group[1]) < size])
    words, fitting_cards = min(candidates, key=lambda group: abs(len(group[1]) / size - target))
    fit_count = len(fitting_cards)
    slips = {
        "whole-pack": Fraction(fit_count, 55),
        "pack-without-animals": Fraction(fit_count, 52),
        "one-of-those": Fraction(1, fit_count) if fit_count > 1 else None,
        "one-too-many": Fraction(fit_count + 1, size),
        "one-missed": Fraction(fit_count - 1, size),
        "one-half": Fraction(1, 2),
    }
    text = f"""
        You still hold {describe_cards(hand)}. You shuffle these {size} cards, and somebody turns one of them up. What is the probability that it is **{words}**?

        Nudge: How many of your {size} cards count as {words}?
        Hint: Each of the {size} cards is as likely to be turned up as any other.
        Hint: A probability is the number of cards that fit, divided by the number of cards that can be turned up.
        Hint: These fit: {describe_cards(fitting_cards)}.
        Slip whole-pack: The card comes from your {size} cards, not from all 55 of the pack.
        Slip pack-without-animals: The card comes from your {size} cards, not from a pack.
        Slip one-of-those: That is one of the {fit_count} cards that fit. The question is how many of all {size} fit.
        Slip one-too-many: You counted one card too many. Count again.
        Slip one-missed: You missed one card. Count again.
        Slip one-half: There are two outcomes, but they are not equally likely: count the cards.
        Solution: {counted(fit_count, "card")} {"fits" if fit_count == 1 else "fit"}: {describe_cards(fitting_cards)}. All {size} are equally likely, so the chance is {fit_count}/{size}.
    """
    return ask_chance(text, Fraction(fit_count, size), slips, {"hand": format_cards(hand), "asked": words})


def _list_members(hand: Iterable[Card], members: str) -> list[Card]:
    """Return the cards of a class in a hand."""
    words = CardWords(trick_game(), None)
    return [card for card in hand if card in words.cards(members)]


_TABLES = ("make-a-million-1935", "manhattan", "make-a-million-2004", "exact-tricks", "sweven", "eight", "six")


@exercise("Where is the card?", kind="probability", level=1, lesson="18-counting-hands", form=Chance, version=2)
def where_is_it(draw: Draw) -> Variant:
    """Ask for the chance that a card you do not hold is in a place: places against places."""
    player_view = own_hand(draw, edition=draw.one_of(_TABLES))
    rules, person = player_view.round.rules, player_view.person or ""
    names = rules.seat_names
    other_seats = [seat for seat in rules.seats if seat != person]
    hand, count = player_view.hand, rules.pack.count
    if len(rules.pack) > 60:  # two packs have nearly every card twice: ask for the duplicate of a card in hand
        card = draw.one_of([card for card in hand if hand.count(card) == 1 and count(card) == 2])
        card_name = f"the other {card.words} (`{card.code}`; there are two packs)"
    else:
        card = draw.one_of(sort_hand({card for card in rules.pack if card not in hand and count(card) == 1}))
        card_name = f"{card.named} (`{card.code}`)"
    rooms = {f"with {names[seat]}": rules.hand_size for seat in other_seats} | {"in the nest": rules.nest_size}
    rooms["among the cards that are not dealt"] = len(rules.pack) - rules.hand_size * len(rules.seats) - rules.nest_size
    rooms = {place: room for place, room in rooms.items() if room}
    asked_places = draw.some_of(list(rooms), draw.between(1, min(4, len(rooms) - 1)))
    room, total = sum(rooms[place] for place in asked_places), sum(rooms.values())
    places = join_words(asked_places, "or")
    not_in_hands = [f"{size} {place}" for place, size in rooms.items() if place[:4] != "with"]
    slips = {
        "own-hand-not-seen": Fraction(room, len(rules.pack)),
        "per-place": Fraction(len(asked_places), len(rooms)),
        "per-player": Fraction(len(asked_places), len(rules.seats)),
        "per-other-player": Fraction(len(asked_places), len(other_seats)),
    }
    text = f"""
        {len(rules.seats)} people play with {len(rules.pack)} cards: {join_words([f"{rules.hand_size} each", *not_in_hands])}. You are {names[person]} and hold {describe_cards(hand)}. Nobody has called or played yet. What is the probability that {card_name} is **{places}**?

        Nudge: Count the places in which the card can be: {total} cards are unseen.
        Hint: {len(rules.pack)} cards minus the {rules.hand_size} in your hand: how many do you not see?
        Hint: All unseen cards look alike to you, so the card is equally likely to be any of them.
        Hint: {total} cards are unseen. How many of them are {places}?
        Slip own-hand-not-seen: You see {rules.hand_size} cards, and this one is not among them: only {total} places are left.
        Slip per-place: The places are not equally big: count how many cards are in each.
        Slip per-player: It is not in your hand: leave yourself out, and count cards, not people.
        Slip per-other-player: Count cards, not people: some cards are with nobody, and players may hold different numbers.
        Solution: {total} cards are unseen: {join_words(f"{size} {place}" for place, size in rooms.items())}. {room} of them are {places}: {room}/{total}.
    """
    given = {
        "edition": rules.full_id,
        "you": person,
        "hand": format_cards(hand),
        "card": card.code,
        "places": asked_places,
    }
    return ask_chance(text, Fraction(room, total), slips, given)


@exercise("What does the nest hold?", kind="probability", level=2, lesson="18-counting-hands", form=Chance, version=2)
def what_the_nest_holds(draw: Draw) -> Variant:
    """Ask for the chance that the nest holds a given number of a class of cards, given your hand."""
    player_view = own_hand(draw, "S")
    words, members = draw.one_of(_CLASSES)
    fit_count = len(_list_members(set(PACK) - {*player_view.hand}, members))
    minimum = draw.between(1, 2)
    exactly = bool(draw.below(2))
    ways = [comb(fit_count, count) * comb(42 - fit_count, 3 - count) for count in range(4)]
    counts = [minimum] if exactly else range(minimum, 4)
    fitting_ways, nests = sum(ways[count] for count in counts), comb(42, 3)
    value = Fraction(fitting_ways, nests)
    count_text = f"{'exactly' if exactly else 'at least'} {('one', 'two')[minimum - 1]}"
    single = Fraction(fit_count, 42)
    independent = [comb(3, count) * single**count * (1 - single) ** (3 - count) for count in range(4)]
    noun = words.split(" ", 1)[1]
    verb_phrase = f"is {words}" if minimum == 1 else f"are {_plural(noun)}"
    slips = {
        "exactly": Fraction(ways[minimum], nests),
        "at-least": Fraction(sum(ways[minimum:]), nests),
        "independent": sum(independent[count] for count in counts),
        "added": 3 * single if minimum == 1 else None,
        "one-card": single,
        "none": Fraction(ways[0], nests),
        "no-other-cards": single**minimum,
    }
    text = f"""
        You hold {describe_cards(player_view.hand)}. What is the probability that of the 3 cards in the nest **{count_text}** {verb_phrase}?

        Nudge: {fit_count} of the 42 cards that you do not see fit. Count the nests of 3.
        Hint: How many {_plural(noun)} are in the pack, and how many of them do you hold?
        Hint: There are `comb(42, 3)` nests, all equally likely. How many have 0, 1, 2, 3 such cards?
        Hint: {fit_count} of the 42 unseen cards fit. Nests with one: {fit_count} × `comb({42 - fit_count}, 2)`.
        Slip exactly: That is exactly {minimum}; the question asks for at least {minimum}.
        Slip at-least: That is at least {minimum}; the question asks for exactly {minimum}.
        Slip independent: You drew from 42 cards each time. The same card can't come twice: 42, then 41, then 40.
        Slip added: If you add the three chances, you count nests with two such cards twice.
        Slip one-card: That is the chance for one card of the nest; there are three.
        Slip none: That is the chance of none.
        Slip no-other-cards: Count the nests: choose the cards that fit, then the others.
        Solution: {fit_count} of the 42 unseen cards fit, {42 - fit_count} do not. Nests with 0, 1, 2, 3 of them: {join_words(map(str, ways))}, together {nests}. For {count_text}: {equation(f"{fitting_ways}/{nests}", format_chance(value))}.
    """
    return ask_chance(text, value, slips, {"hand": format_cards(player_view.hand), "asked": f"{count_text}: {words}"})


def _plural(noun: str) -> str:
    """Return the plural of a class of cards: money cards, animals, 40s or 30s."""
    return {"animal": "animals", "40 or a 30": "40s or 30s"}.get(noun, noun.replace("card", "cards", 1))
