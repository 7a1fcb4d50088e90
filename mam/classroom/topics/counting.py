"""Exercises on chances in a deal when you see only your own hand: where a card is, and counting hands."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod

from mam.analysis.probability import chances
from mam.analysis.probability.card_phrases import CardWords
from mam.classroom.phrases import describe_cards, format_chance, join_steps, list_codes, list_color
from mam.classroom.rounds import deal_hand, get_trick_game
from mam.classroom.template import Chance, Draw, Variant, ask_chance, ask_number, exercise
from mam.rules.cards import ANIMALS, PACK, Card, Color, format_cards, format_count, join_words, sort_hand
from mam.support.messages import capitalize

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
    hand = sort_hand(draw.some_of(deal_hand(draw, "S").hand, draw.between(7, 13)))
    asks = [(words, _list_members(hand, members)) for words, members in _CLASSES]
    size, target = len(hand), draw.below(100) / 100
    candidates = draw.shuffle([group for group in asks if 0 < len(group[1]) < size])
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
        Solution: {format_count(fit_count, "card")} {"fits" if fit_count == 1 else "fit"}: {describe_cards(fitting_cards)}. All {size} are equally likely, so the chance is {fit_count}/{size}.
    """
    return ask_chance(text, Fraction(fit_count, size), slips, {"hand": format_cards(hand), "asked": words})


def _list_members(hand: Iterable[Card], members: str) -> list[Card]:
    """Return the cards of a class in a hand."""
    words = CardWords(get_trick_game(), None)
    return [card for card in hand if card in words.cards(members)]


_TABLES = ("make-a-million-1935", "manhattan", "make-a-million-2004", "exact-tricks", "sweven", "eight", "six")


@exercise("Where is the card?", kind="probability", level=1, lesson="18-counting-hands", form=Chance, version=2)
def where_is_it(draw: Draw) -> Variant:
    """Ask for the chance that a card you do not hold is in a place: places against places."""
    player_view = deal_hand(draw, edition=draw.one_of(_TABLES))
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
    player_view = deal_hand(draw, "S")
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
    verb_phrase = f"is {words}" if minimum == 1 else f"are {_make_plural(noun)}"
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
        Hint: How many {_make_plural(noun)} are in the pack, and how many of them do you hold?
        Hint: There are `comb(42, 3)` nests, all equally likely. How many have 0, 1, 2, 3 such cards?
        Hint: {fit_count} of the 42 unseen cards fit. Nests with one: {fit_count} × `comb({42 - fit_count}, 2)`.
        Slip exactly: That is exactly {minimum}; the question asks for at least {minimum}.
        Slip at-least: That is at least {minimum}; the question asks for exactly {minimum}.
        Slip independent: You drew from 42 cards each time. The same card can't come twice: 42, then 41, then 40.
        Slip added: If you add the three chances, you count nests with two such cards twice.
        Slip one-card: That is the chance for one card of the nest; there are three.
        Slip none: That is the chance of none.
        Slip no-other-cards: Count the nests: choose the cards that fit, then the others.
        Solution: {fit_count} of the 42 unseen cards fit, {42 - fit_count} do not. Nests with 0, 1, 2, 3 of them: {join_words(map(str, ways))}, together {nests}. For {count_text}: {join_steps(f"{fitting_ways}/{nests}", format_chance(value))}.
    """
    return ask_chance(text, value, slips, {"hand": format_cards(player_view.hand), "asked": f"{count_text}: {words}"})


def _make_plural(noun: str) -> str:
    """Return the plural of a class of cards: money cards, animals, 40s or 30s."""
    return {"animal": "animals", "40 or a 30": "40s or 30s"}.get(noun, noun.replace("card", "cards", 1))


@exercise("How many hands are there?", kind="probability", level=2, lesson="18-counting-hands", unit="hands")
def count_hands(draw: Draw) -> Variant:
    """Ask for the number of hands from a small pack with given numbers of cards in two colors."""
    first_color, second_color, *filler_colors = draw.shuffle(list(Color))
    reds, other_colors = draw.between(4, 7), draw.between(3, 5)
    cards = draw.some_of(list_color(first_color), reds)
    cards += draw.some_of(list_color(second_color), other_colors)
    cards += draw.some_of([card for card in PACK if card.color in filler_colors], draw.between(4, 7))
    pack = sort_hand([*cards, *draw.some_of(ANIMALS, draw.between(1, 3))])
    size, first_count, second_count = draw.between(5, 6), draw.between(2, 3), draw.between(1, 2)
    rest_of_pack, room = len(pack) - reds - other_colors, size - first_count - second_count
    parts = (comb(reds, first_count), comb(other_colors, second_count), comb(rest_of_pack, room))
    value = parts[0] * parts[1] * parts[2]
    unrestricted = parts[0] * parts[1] * comb(len(pack) - first_count - second_count, room)
    slips = {
        "ordered": value * factorial(size),
        "rest-from-all": unrestricted,
        "no-rest": parts[0] * parts[1],
        "second-color-forgotten": parts[0] * comb(len(pack) - reds, size - first_count),
        "first-color-forgotten": parts[1] * comb(len(pack) - other_colors, size - second_count),
        "added": sum(parts),
        "all-hands": comb(len(pack), size),
    }
    rest_of_hand = (
        f"Choose the other {room} of the hand from the {rest_of_pack}: {format_count(parts[2], 'way')}."
        if room
        else "That fills the hand: 1 way for the rest."
    )
    text = f"""
        A small pack has these {len(pack)} cards: {describe_cards(pack)}. From it you are dealt a hand of {size}. How many different hands hold **exactly {first_count} {first_color.word}** and **exactly {format_count(second_count, second_color.word + " card")}**? (The order of the cards in a hand does not matter.)

        Nudge: Choose the {first_color.word} cards, the {second_color.word} cards and the rest of the hand, each from its own cards.
        Hint: Count the cards in the pack: how many are {first_color.word}, how many {second_color.word}, how many neither?
        Hint: The number of ways to choose k of n cards is n × (n − 1) × … (k factors), divided by k × … × 2 × 1: `math.comb(n, k)`.
        Hint: `comb({reds}, {first_count})` for the {first_color.word} cards, times the same for {second_color.word}, times that for the other {room}.
        Slip ordered: You counted each hand once for each order of its {size} cards: divide by {size}!.
        Slip rest-from-all: The other {format_count(room, "card")} must be neither {first_color.word} nor {second_color.word}. You chose them from all the cards that are left, so you included hands with more of those colors, and counted some several times.
        Slip no-rest: You chose the {first_color.word} and the {second_color.word} cards; now choose the other {room} of the hand.
        Slip second-color-forgotten: You forgot the {second_color.word} cards: exactly {second_count}.
        Slip first-color-forgotten: You forgot the {first_color.word} cards: exactly {first_count}.
        Slip added: Every choice combines with every other: multiply, do not add.
        Slip all-hands: That is the number of all hands, whatever they hold.
        Solution: There are {reds} {first_color.word}, {other_colors} {second_color.word} and {rest_of_pack} other cards. Choose {first_count} of the {reds}: {parts[0]} ways. Choose {second_count} of the {other_colors}: {parts[1]} ways. {rest_of_hand} Multiply: {parts[0]} × {parts[1]} × {parts[2]} = {value}.
    """
    given = {
        "pack": format_cards(pack),
        "hand size": size,
        "colors": [first_color.word, second_color.word],
        "exactly": [first_count, second_count],
    }
    return ask_number(text, value, slips, given)


# Questions about two cards, in words and as `mam.chances` understands them.
_PAIRS = (
    ("both", "{0} holds {1} and {0} holds {2}"),
    ("at least one of the two", "{0} holds {1} or {0} holds {2}"),
    ("exactly one of the two", "{0} holds {1} and not {0} holds {2} or {0} holds {2} and not {0} holds {1}"),
    ("neither", "not {0} holds {1} and not {0} holds {2}"),
)
_HOLDERS = (
    ("North, your partner, holds", "N", 13),
    ("East holds", "E", 13),
    ("your two opponents, East and West, hold between them", "E-W", 26),
    ("the nest holds", "nest", 3),
)


@exercise("Two cards at once", kind="probability", level=2, lesson="18-counting-hands", form=Chance, version=2)
def two_cards_at_once(draw: Draw) -> Variant:
    """Ask for a chance of two unseen cards and one place: both, at least one, exactly one or neither."""
    player_view = deal_hand(draw, "S")
    odds = chances(player_view)
    unseen_cards = [card for card in PACK if card not in player_view.hand and not card.is_number_card]
    first_card, second_card = draw.some_of(unseen_cards, 2)
    (words, condition), (holder, spot, room) = draw.one_of(_PAIRS), draw.one_of(_HOLDERS)
    value = odds.chance(condition.format(spot, first_card.code, second_card.code)).exact
    single = Fraction(room, 42)
    both_chance = single * Fraction(room - 1, 41)
    neither = 1 - 2 * single + both_chance
    independent = {
        "both": single**2,
        "at least one of the two": 1 - (1 - single) ** 2,
        "exactly one of the two": 2 * single * (1 - single),
        "neither": (1 - single) ** 2,
    }
    slips = {
        "independent": independent[words],
        "both": both_chance,
        "added": 2 * single,
        "at-least-one": 2 * single - both_chance,
        "exactly-one": 2 * (single - both_chance),
        "first-card": single,
        "neither": neither,
        "own-hand-not-seen": Fraction(room * (room - 1), 55 * 54) if words == "both" else None,
        "place-not-taken": single * Fraction(room - 1, 42) if words == "both" else None,
    }
    first, second = (f"{card.named} (`{card.code}`)" for card in (first_card, second_card))
    first_name = capitalize(first_card.named)
    text = f"""
        You are South and hold {describe_cards(player_view.hand)}. East, North and West have 13 cards each, and 3 are in the nest. What is the probability that {holder} **{words}**: {first} and {second}?

        Nudge: 42 cards are unseen, {room} of them there. Place one card first, then the other.
        Hint: {first_name} lies in one of 42 places. How many of them count?
        Hint: Both: {room}/42 × {room - 1}/41. Neither: {42 - room}/42 × {41 - room}/41.
        Hint: Exactly one: 1 minus both minus neither. At least one: 1 minus neither.
        Slip independent: You treated the two cards as independent. {first_name} takes up a place, so there are 41 places left for {second_card.named}.
        Slip both: That is the chance of both.
        Slip added: At least one: adding the two chances counts the deals with both twice.
        Slip at-least-one: That is the chance of at least one of the two.
        Slip exactly-one: That is the chance of exactly one of the two.
        Slip first-card: That is the chance of {first_card.named} alone.
        Slip neither: That is the chance of neither.
        Slip own-hand-not-seen: You see 13 cards: 42 places are left, not 55.
        Slip place-not-taken: After the first card there are only 41 places left for the second.
        Solution: Both: {room}/42 × {room - 1}/41 = {both_chance}. Neither: {42 - room}/42 × {41 - room}/41 = {neither}. Exactly one is the rest: {2 * (single - both_chance)}. The chance of {words} is {format_chance(value)}.
    """
    cards = list_codes([first_card, second_card])
    given = {"hand": format_cards(player_view.hand), "cards": cards, "place": spot, "asked": words}
    return ask_chance(text, value, slips, given)


@exercise("A hand void in a color", kind="probability", level=5, lesson="18-counting-hands", form=Chance, version=2)
def lacking_a_color(draw: Draw) -> Variant:
    """Ask for the chance that a hand is void in a color: inclusion and exclusion in a small pack."""
    numbers = {color: draw.between(3, 6) for color in Color}
    cards = [card for color in Color for card in draw.some_of(list_color(color), numbers[color])]
    animals = draw.between(1, 3)
    pack = sort_hand([*cards, *draw.some_of(ANIMALS, animals)])
    size = draw.between(4, 5)
    total, lengths = len(pack), [*numbers.values()]
    # Hands without one color, added up for each; then without each two, each three, all four.
    sums = [sum(comb(total - sum(removed), size) for removed in combinations(lengths, count)) for count in range(5)]
    ways = sums[1] - sums[2] + sums[3] - sums[4]
    value = Fraction(ways, sums[0])
    independent = prod(1 - Fraction(comb(total - length, size), sums[0]) for length in lengths)
    slips = {
        "added": Fraction(sums[1], sums[0]),
        "three-colors": Fraction(sums[1] - sums[2], sums[0]),
        "pairs-added": Fraction(sums[1] + sums[2], sums[0]),
        "exactly-one": Fraction(sums[1] - 2 * sums[2] + 3 * sums[3] - 4 * sums[4], sums[0]),
        "independent": 1 - independent,
        "ordered": Fraction(ways, total**size),
    }
    text = f"""
        A small pack has these {total} cards: {describe_cards(pack)}. From it you are dealt a hand of {size}. What is the probability that the hand has **no card at all of at least one** of the four colors?

        Nudge: Add the hands void in each color; subtract those void in each pair; add back those void in each set of three.
        Hint: The pack has {join_words(f"{numbers[color]} {color.word}" for color in Color)} cards and {format_count(animals, "animal")}. How many hands have no Red card?
        Hint: If you add the four numbers, you count a hand void in Red and Green twice. How many hands are void in two given colors?
        Hint: Void in one: together {sums[1]:,}. Void in each pair: together {sums[2]:,}. Void in each set of three: together {sums[3]:,}.
        Hint: The signs alternate: {sums[1]:,} − {sums[2]:,} + {sums[3]:,} − {sums[4]:,}, of comb({total}, {size}) hands.
        Slip added: You added the four chances: hands void in two colors are then counted twice. Subtract them once.
        Slip three-colors: Now you have subtracted hands void in three colors too often: add them back.
        Slip pairs-added: Subtract the hands void in two colors, do not add them.
        Slip exactly-one: That is the chance of a void in exactly one color; the question asks for at least one.
        Slip independent: You multiplied as if the colors were independent, but a hand void in Red has more room for Yellow.
        Slip ordered: The denominator is the number of hands, comb({total}, {size}).
        Solution: There are comb({total}, {size}) = {sums[0]:,} hands. Hands void in a given color, added over the four: {sums[1]:,}; over the six pairs of colors: {sums[2]:,}; over the four sets of three: {sums[3]:,}; void in all four: {sums[4]:,}. Each hand is counted once in {sums[1]:,} − {sums[2]:,} + {sums[3]:,} − {sums[4]:,} = {ways:,}. So the chance is {format_chance(value)}.
    """
    return ask_chance(text, value, slips, {"pack": format_cards(pack), "hand size": size})
