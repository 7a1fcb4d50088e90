"""Exercises on what evidence tells: a played card, an answer, a result; conditional probability and Bayes' rule."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from mam.analysis.probability import chances
from mam.classroom.arrangements import count_ways
from mam.classroom.phrases import NAMES, describe_cards, format_chance, join_steps, list_color
from mam.classroom.rounds import begin_round, deal_hand, hold_auction, play_on
from mam.classroom.template import Chance, Draw, Variant, ask_chance, exercise
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.cards import PACK, UNSEEN, AnyColor, Card, Color, format_cards, join_words, sort_hand
from mam.rules.tricks import Trick, find_color, find_led_color
from mam.support.messages import capitalize

_LESSON, _BIDDING = "19-chances-as-cards-appear", "20-expectation-and-bidding"


@exercise("Who has it now?", kind="probability", level=3, lesson=_LESSON, form=Chance, version=2)
def after_these_cards(draw: Draw) -> Variant:
    """Ask in mid-round where a card is, when somebody has shown a void."""
    player_view, card, places = _find_question(draw)
    round = player_view.round
    assert isinstance(round, TrickRound) and player_view.person is not None and round.trump is not None
    person, target = player_view.person, draw.one_of(sorted(places))
    value = places[target]
    rooms, voids = {seat: len(hand) for seat, hand in round.hands.items() if UNSEEN in hand}, _list_voids(round)
    possible_seats = [seat for seat in rooms if (seat, find_color(card, round.trump)) not in voids]
    all_rooms = sum(rooms.values())
    slips = {
        "one-third": Fraction(1, 3) if len(possible_seats) < len(rooms) else None,
        "all-places": Fraction(rooms[target], all_rooms),
        "per-player": Fraction(1, len(possible_seats)),
        "possible-hands-only": Fraction(rooms[target], sum(rooms[seat] for seat in possible_seats)),
    }
    unseen_cards = _list_unseen(player_view)
    tricks = "\n".join(f"{number}. {_describe_trick(trick)}" for number, trick in enumerate(round.tricks, 1))
    voids_text = join_words(f"{NAMES[seat]} is void in {color.word}" for seat, color in voids if seat != person)
    text = f"""
        You are {NAMES[person]}, the bidder. Trump is **{round.trump.word}**. You discarded {describe_cards(round.discarded or ())}. These tricks were played, each starting with the card that was led:

        {tricks}

        You still hold {describe_cards(player_view.hand)}. What is the probability that **{NAMES[target]} has the {card.words}** (`{card.code}`)? Treat every deal consistent with the rules and with what you have seen as equally likely.

        Nudge: List the {len(unseen_cards)} cards that you do not see, and who can still hold each of them.
        Hint: A player who does not follow a color is void in it (R35-PLAY-5); this includes playing Bull or Bear (R35-BULL-1, R35-BEAR-1).
        Hint: The unseen cards: {describe_cards(unseen_cards)}. {voids_text} (a player void in trump does not have the Tiger either).
        Hint: Unseen cards in each hand: {_describe_room(rooms)}. Place the cards that can't be everywhere first: each way leaves some room for the others.
        Slip one-third: One third was right before anybody had played. Who can no longer hold it?
        Slip all-places: {NAMES[target]} has {rooms[target]} of the {all_rooms} unseen cards; but not every card can be everywhere: who has shown a void?
        Slip per-player: The {len(possible_seats)} players who may still hold it are not equally likely to have it: what else must go into each hand?
        Slip possible-hands-only: You left out the players who can't hold this card. But other cards can't be everywhere either, and take up room in the remaining hands.
        Solution: {_explain(player_view, card, target, value, rooms)}
    """
    given = {
        "you": person,
        "trump": round.trump.word,
        "hand": format_cards(player_view.hand),
        "discarded": format_cards(round.discarded or ()),
        "tricks": [[f"{seat} {played_card.code}" for seat, played_card in trick.plays] for trick in round.tricks],
        "card": card.code,
        "seat": target,
    }
    return ask_chance(text, value, slips, given)


def _find_question(draw: Draw) -> tuple[View[Round], Card, dict[str, Fraction]]:
    """Return the bidder's view after a trick, and a card whose chances are not in proportion to the room in the hands."""
    while True:
        round = play_on(draw, hold_auction(draw, begin_round(draw)), draw.between(4, 7))
        player_view = view(round, round.bidder)
        odds = chances(player_view)
        for card in draw.shuffle(_list_unseen(player_view)):
            places = {seat: chance for seat, chance in odds.where(card).items() if chance}
            rooms = {seat: Fraction(len(round.hands[seat]), len(_list_unseen(player_view))) for seat in places}
            if len(places) > 1 and any(abs(places[seat] / rooms[seat] - 1) > Fraction(1, 12) for seat in places):
                return player_view, card, {seat: chance for seat, chance in places.items() if chance != rooms[seat]}


def _list_unseen(player_view: View[Round]) -> list[Card]:
    """Return the unseen cards, sorted."""
    round = player_view.round
    assert isinstance(round, TrickRound)
    played_cards = [card for trick in round.tricks for card in trick.cards]
    known_cards = {*player_view.hand, *(round.discarded or ()), *played_cards}
    return [card for card in round.rules.pack if card not in known_cards]


def _list_voids(round: TrickRound) -> list[tuple[str, AnyColor]]:
    """Return who has shown a void in which color, in order of the tricks."""
    voids: dict[tuple[str, AnyColor], None] = {}
    for trick in round.tricks:
        for place, (seat, card) in enumerate(trick.plays):
            color = find_led_color(trick.cards[:place], round.trump, round.rules.tricks)
            if color is not None and find_color(card, round.trump) != color:
                voids[seat, color] = None
    return list(voids)


def _describe_trick(trick: Trick) -> str:
    return ", ".join(f"{NAMES[seat]} `{card.code}`" for seat, card in trick.plays)


def _describe_room(rooms: dict[str, int]) -> str:
    return join_words(f"{NAMES[seat]} {room}" for seat, room in rooms.items())


def _explain(player_view: View[Round], card: Card, target: str, value: Fraction, rooms: dict[str, int]) -> str:
    """Explain which cards can lie where, and count the ways: with the card anywhere, and where the question has it."""
    round = player_view.round
    assert isinstance(round, TrickRound)
    voids = _list_voids(round)
    groups: dict[tuple[str, ...], list[Card]] = {}
    for unseen_card in _list_unseen(player_view):
        can = tuple(seat for seat in rooms if (seat, find_color(unseen_card, round.trump)) not in voids)
        groups.setdefault(can, []).append(unseen_card)
    sizes = {can: len(cards) for can, cards in groups.items()}
    total = count_ways(sizes, rooms)
    home = next(can for can, cards in groups.items() if card in cards)
    sizes_without = {can: size - (can == home) for can, size in sizes.items()}
    ways_with_card = count_ways(sizes_without, {seat: room - (seat == target) for seat, room in rooms.items()})
    assert Fraction(ways_with_card, total) == value, "this exercise is at fault"
    lie = "; ".join(
        f"with {join_words([NAMES[seat] for seat in can], 'or')}: {describe_cards(cards)}"
        for can, cards in sorted(groups.items())
    )
    return (
        f"Who can still hold what: {lie}. Room: {_describe_room(rooms)}. There are {total:,} ways to place the cards like that. With the {card.words} "
        f"put into {NAMES[target]}'s hand first, {ways_with_card:,} ways are left for the others. So the chance is {join_steps(f'{ways_with_card:,} / {total:,}', format_chance(value))}."
    )


@exercise("One of them, and another?", kind="probability", level=4, lesson=_LESSON, form=Chance, version=2)
def given_one_more(draw: Draw) -> Variant:
    """Ask for the chance of another card, given at least one of several or given a certain one."""
    hand = deal_hand(draw, "S").hand
    groups = [("40s and 30s", [card for card in PACK if card.rank in (40, 30)]), ("animals", list(PACK[-3:]))]
    groups += [(f"{rank}s", [card for card in PACK if card.rank == rank]) for rank in (40, 30, 11)]
    groups += [(f"{color.word} money cards", [card for card in list_color(color) if card.money]) for color in Color]
    unseen_groups = [(words, [card for card in cards if card not in hand]) for words, cards in groups]
    words, unseen_cards = draw.one_of([group for group in unseen_groups if len(group[1]) > 1])
    size, named_card = len(unseen_cards), draw.one_of(unseen_cards)
    is_named = bool(draw.below(2))
    no_card, one_card = (Fraction(comb(42 - size, 13 - count) * comb(size, count), comb(42, 13)) for count in (0, 1))
    any_card, two_cards = 1 - no_card, 1 - no_card - one_card
    least_one, named_one = two_cards / any_card, 1 - Fraction(comb(42 - size, 12), comb(41, 12))
    sentence_start = "The other one is" if size == 2 else f"The other {size - 1} are"
    news = (
        f"You ask whether North, your partner, has {named_card.named} (`{named_card.code}`), and North answers truthfully: “I have it”"
        if is_named
        else "North, your partner, says truthfully: “I hold at least one of them”"
    )
    value, other_value = (named_one, least_one) if is_named else (least_one, named_one)
    other_why = (
        "That would be right if North had said only “I hold at least one”. A given card tells you more: its place is filled, and the others may be anywhere, as before."
        if is_named
        else f"That would be right if you had asked for a given card, say {named_card.named}. “At least one” tells you less: it could be any of them."
    )
    steps = (
        f"{named_card.words} takes one of North's 13 places. {sentence_start} in 41 places, 12 of them North's. North has none of them with "
        f"comb({42 - size}, 12) / comb(41, 12) = {float(1 - named_one):.4f}, so another with {format_chance(named_one)}."
        if is_named
        else f"None: comb({42 - size}, 13) / comb(42, 13) = {float(no_card):.4f}. Exactly one: {size} × comb({42 - size}, 12) / comb(42, 13) = {float(one_card):.4f}. "
        f"At least two: {float(two_cards):.4f}. Of the deals with at least one, {float(any_card):.4f}, that is the proportion {float(two_cards):.4f} / {float(any_card):.4f}: {format_chance(value)}."
    )
    slips = {
        "other-news": other_value,
        "before-the-news": two_cards,
        "at-least-one": any_card,
        "one-card": Fraction(13, 42),
        "one-other": Fraction(12, 41),
        "place-not-taken": 1 - (1 - Fraction(13, 42)) ** (size - 1),
    }
    text = f"""
        You are South and hold {describe_cards(hand)}. You do not hold these {words}: {describe_cards(unseen_cards)}. {news}. What is the probability that North holds **{"another" if is_named else "two or more"}** of them?

        Nudge: Exclude the deals that the answer rules out, then find the proportion of the rest.
        Hint: Which deals are still possible after the answer? Only those count in the denominator.
        Hint: You see 13 cards. North has 13 of the 42 others, and {size} of the {words} are among these 42.{" One of North's places is filled now." if is_named else " Find the chances of none, of exactly one, of more."}
        Hint: {f"{'The other one is' if size == 2 else f'The {size - 1} others are'} in 41 places, 12 of them North's. When has North none of them?" if is_named else "The probability of A given B is the probability of both, divided by the probability of B."}
        Slip other-news: {other_why}
        Slip before-the-news: That is the chance of two or more before North answered: now you can exclude deals with none of them.
        Slip at-least-one: That is the chance of at least one, which you know now.
        Slip one-card: That is the chance of one card alone.
        Slip one-other: That is the chance of one other card; there may be several.
        Slip place-not-taken: You placed the others among 42 places, 13 of them North's. One place is taken.
        Solution: {steps}
    """
    shown_code = named_card.code if is_named else ""
    given = {"hand": format_cards(hand), "out": format_cards(unseen_cards), "shown": shown_code}
    return ask_chance(text, value, slips, given)


@dataclass(frozen=True)
class _NestStory:
    """A bidder whose chance of making the bid depends on the nest: the chances of 0 … 3 such cards, and of making it with each."""

    text: str
    cards: str
    weights: list[Fraction]
    success: list[Fraction]
    given: dict[str, object]

    @property
    def chance(self) -> Fraction:
        """The chance of making the bid, by the law of total probability."""
        return _mix(self.weights, self.success)


def _mix(weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    return sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction(0))


def _round_all(chances: Iterable[Fraction]) -> str:
    return join_words(f"{float(chance):.4f}" for chance in chances)


def _draw_story(draw: Draw) -> _NestStory:
    hand = deal_hand(draw, "S").hand
    color = draw.one_of([color for color in Color if sum(card.color == color for card in hand) < 9])
    unseen = 13 - sum(card.color == color for card in hand)
    weights = [Fraction(comb(unseen, count) * comb(42 - unseen, 3 - count), comb(42, 3)) for count in range(4)]
    low = 5 * draw.between(2, 8)
    steps = sorted(5 * draw.between(1, 5) for _ in range(3))
    success = [Fraction(low + sum(steps[:count]), 100) for count in range(4)]
    table = join_words(f"{100 * float(chance):g}% with {count}" for count, chance in enumerate(success))
    text = f"You are South, hold {describe_cards(hand)} and have won the auction; the nest is still face down, three of the 42 cards that you do not see. You want to name **{color.word}** as trump, and estimate your chance of making the bid from the number of {color.word} cards in the nest: {table}."
    given: dict[str, object] = {
        "hand": format_cards(hand),
        "color": color.word,
        "made": [float(chance) for chance in success],
    }
    return _NestStory(text, f"{color.word} cards in the nest", weights, success, given)


@exercise("Before you see the nest", kind="probability", level=3, lesson=_BIDDING, form=Chance, version=2)
def before_the_nest(draw: Draw) -> Variant:
    """Ask for the chance of making the bid by the law of total probability, over the cards in the nest."""
    story = _draw_story(draw)
    cards, weights, success, value = story.cards, story.weights, story.success, story.chance
    mean = sum(count * weight for count, weight in enumerate(weights))
    likeliest = max(range(4), key=weights.__getitem__)
    terms = [f"{float(weight):.4f} × {float(chance):g}" for weight, chance in zip(weights, success, strict=True)]
    slips = {
        "unweighted": sum(success, Fraction(0)) / 4,
        "likeliest-case": success[likeliest],
        "best-case": success[3],
        "none-forgotten": _mix(weights[1:], success[1:]),
        "worst-case": success[0],
    }
    text = f"""
        {story.text} What is the probability that you make the bid, **before** you pick up the nest?

        Nudge: Weight the chance in each case by the probability of the case, and add.
        Hint: What are the probabilities of 0, 1, 2 and 3 {cards}? The four chances add up to 1.
        Hint: {capitalize(cards)}: choose them from those you do not hold, and the rest from the others, out of `comb(42, 3)` nests.
        Hint: The chances of 0, 1, 2 and 3 are {_round_all(weights)}. The expected number is {float(mean):.2f}.
        Slip unweighted: You took the plain mean of the four chances, but the four cases are not equally likely.
        Slip likeliest-case: That is the chance in the most likely case, {likeliest} {cards}; the other cases count as well.
        Slip best-case: That is the chance in the best case.
        Slip none-forgotten: Include the case of 0 {cards} too.
        Slip worst-case: That is the chance in the worst case.
        Solution: The chances of 0, 1, 2 and 3 {cards} are {join_words(map(str, weights))}. Use them as weights: {" + ".join(terms)} = {float(value):.4f}. (This is the law of total probability.) So {format_chance(value)}.
    """
    return ask_chance(text, value, slips, story.given)


@exercise("What was in the nest?", kind="probability", level=4, lesson=_LESSON, form=Chance, version=2)
def behind_the_bid(draw: Draw) -> Variant:
    """Ask what was in the nest, given that the bid was made or not, by Bayes' rule."""
    story = _draw_story(draw)
    cards, weights, success = story.cards, story.weights, story.success
    count, was_made = draw.between(0, 2), bool(draw.below(3))
    likelihoods = success if was_made else [1 - chance for chance in success]
    products = [weight * chance for weight, chance in zip(weights, likelihoods, strict=True)]
    total = sum(products, Fraction(0))
    value = products[count] / total
    event = "made" if was_made else "not made"
    slips = {
        "before-the-news": weights[count],
        "other-way-around": likelihoods[count],
        "both-together": products[count],
        "equal-weights": likelihoods[count] / sum(likelihoods, Fraction(0)),
        "the-news": total,
        "as-if-made": weights[count] * success[count] / story.chance,
    }
    text = f"""
        {story.text} You play, and the bid is **{event}**. A friend who has seen your hand and knows these chances, but saw neither the nest nor the play, hears only this. What is the probability, for the friend, that there were **exactly {count}** {cards}?

        Nudge: Find the chance of “{count} and {event}”, and divide by the chance of “{event}”.
        Hint: Imagine very many such deals. In which of them would the friend hear the same?
        Hint: For each number of {cards}: the chance of it, times the chance that the bid is then {event}.
        Hint: These products are, for 0 to 3, {_round_all(products)}. Which one do you need, and what is their sum?
        Slip before-the-news: That is the chance before the friend heard how it went.
        Slip other-way-around: That is the chance of “{event}” if there were {count}; the question is the other way around.
        Slip both-together: That is the chance of both, {count} and {event}. The friend knows that it was {event}: divide by the chance of that.
        Slip equal-weights: You gave the four cases equal weights, but some numbers of cards in the nest are far more likely than others.
        Slip the-news: That is the chance that the bid is {event}.
        Slip as-if-made: That is for a bid that was made; this one was not.
        Solution: The chances of 0 to 3 {cards} are {_round_all(weights)}; times the chance of “{event}”: {_round_all(products)}, together {float(total):.4f}. The case of {count} is {float(products[count]):.4f} of that: {format_chance(value)}. Before it was {100 * float(weights[count]):.4g}%.
    """
    return ask_chance(text, value, slips, {**story.given, "bid": event, "exactly": count})


@exercise("Restricted choice", kind="probability", level=5, lesson=_LESSON, form=Chance, version=2)
def one_of_two_equals(draw: Draw) -> Variant:
    """Ask for a chance by restricted choice: a card was played because it was the only one, or chosen from two equals."""
    color, ranks = draw.one_of(list(Color)), draw.one_of(((9, 8), (8, 7), (4, 3), (3, 2), (2, 1)))
    pair = [card for card in list_color(color) if card.rank in ranks]
    if draw.below(2):
        pair.reverse()
    played_card, equal_card = pair
    other_cards = [card for card in PACK if card.color != color and card.is_number_card]
    room = draw.between(3, 9)
    difference = draw.between(0, 3)  # West plays last and may have more or fewer unseen cards
    rooms = (room, room + difference) if draw.below(2) else (room + difference, room)
    east, west = rooms
    unseen_cards = sort_hand([*pair, *draw.some_of(other_cards, east + west - 2)])
    habit = Fraction(draw.between(1, 9), 10)
    ways_both, ways_alone = comb(east + west - 2, east - 2), comb(east + west - 2, east - 1)
    weighted = habit * ways_both
    value, percent, shown_weight = (
        weighted / (weighted + ways_alone),
        f"{float(100 * habit):g}%",
        f"{float(weighted):,.10g}",
    )
    room_chance, name = Fraction(east - 1, east + west - 1), played_card.words
    slips = {
        "room-only": room_chance,
        "before-the-card": Fraction(east, east + west),
        "one-half": Fraction(1, 2),
        "both-together": habit * room_chance,
        "habit": habit,
        "equal-weights": habit / (habit + 1),
        "other-habit": (1 - habit) * ways_both / ((1 - habit) * ways_both + ways_alone),
    }
    text = f"""
        You know every card but {east + west}: {describe_cards(unseen_cards)}. East has {east} of them and West {west}; each way to divide them is equally likely. Now {color.word} is led and East, who must follow if possible (R35-PLAY-5), plays the **{name}** (`{played_card.code}`). The only other {color.word} card that is out, the {equal_card.words} (`{equal_card.code}`), is equally good in this trick and later. You know East's habit. With both, East plays the {name} in **{percent}** of cases, otherwise the {equal_card.words}. What is the probability that East has the **{equal_card.words}** too?

        Nudge: With the {name} alone East had no choice. With both, East would often have played the other card.
        Hint: There are two ways to see the {name}: East had only that one, or had both and chose it. Weight them.
        Hint: East holds both in `comb({east + west - 2}, {east - 2})` ways, the {name} alone in `comb({east + west - 2}, {east - 1})` ways.
        Hint: The first case counts fully: {ways_alone:,} ways. Of the {ways_both:,} ways with both only {percent} lead to this card.
        Slip room-only: That counts only the room in the hands. It would be right if East, with both, always played the {name}.
        Slip before-the-card: That was the chance before East played the {name}.
        Slip one-half: East has both or not, but these two cases are not equally likely.
        Slip both-together: That is the chance of both and of this choice; divide by the total chance that East plays this card.
        Slip habit: That is how East chooses with both; the question is whether East had both.
        Slip equal-weights: You treated the two cases as equally likely; there are {ways_alone:,} ways for the {name} alone and {ways_both:,} for both.
        Slip other-habit: With both, East plays the {name} with probability {float(habit):g}, not {float(1 - habit):g}.
        Solution: The {name} alone: {ways_alone:,} ways, and East must play it. Both: {ways_both:,} ways, but it is chosen in {percent} of them, which counts as {shown_weight}. So {shown_weight} / ({shown_weight} + {ways_alone:,}) = {format_chance(value)}. Counting room alone, it would be {format_chance(room_chance)}.
    """
    given = {
        "unseen": format_cards(unseen_cards),
        "rooms": {"E": east, "W": west},
        "played": played_card.code,
        "asked": equal_card.code,
        "habit": float(habit),
    }
    return ask_chance(text, value, slips, given)
