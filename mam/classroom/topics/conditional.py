"""Exercises on what a played card tells about the others: conditional probability."""

from fractions import Fraction

from mam.analysis.probability import chances
from mam.classroom.arrangements import ways_to_lie
from mam.classroom.phrases import NAMES, describe_cards, equation, format_chance
from mam.classroom.rounds import auctioned, begin_round, played_on
from mam.classroom.template import Chance, Draw, Variant, ask_chance, exercise
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.cards import UNSEEN, AnyColor, Card, format_cards, join_words
from mam.rules.tricks import Trick, color_of, led_color


@exercise("Who has it now?", kind="probability", level=3, lesson="19-chances-as-cards-appear", form=Chance, version=2)
def after_these_cards(draw: Draw) -> Variant:
    """Ask in mid-round where a card is, when somebody has shown a void."""
    player_view, card, places = _find_question(draw)
    round = player_view.round
    assert isinstance(round, TrickRound) and player_view.person is not None and round.trump is not None
    person, target = player_view.person, draw.one_of(sorted(places))
    value = places[target]
    rooms = {seat: len(hand) for seat, hand in round.hands.items() if UNSEEN in hand}
    possible_seats = [seat for seat in rooms if (seat, color_of(card, round.trump)) not in _gaps(round)]
    all_rooms = sum(rooms.values())
    slips = {
        "one-third": Fraction(1, 3) if len(possible_seats) < len(rooms) else None,
        "all-places": Fraction(rooms[target], all_rooms),
        "per-player": Fraction(1, len(possible_seats)),
        "possible-hands-only": Fraction(rooms[target], sum(rooms[seat] for seat in possible_seats)),
    }
    unseen_cards = _list_unseen(player_view)
    tricks = "\n".join(f"{number}. {_describe_trick(trick)}" for number, trick in enumerate(round.tricks, 1))
    voids_text = join_words(f"{NAMES[seat]} is void in {color.word}" for seat, color in _gaps(round) if seat != person)
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
        round = played_on(draw, auctioned(draw, begin_round(draw)), draw.between(4, 7))
        player_view = view(round, round.bidder)
        odds = chances(player_view)
        for card in draw.shuffled(_list_unseen(player_view)):
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


def _gaps(round: TrickRound) -> list[tuple[str, AnyColor]]:
    """Return who has shown a void in which color, in order of the tricks."""
    voids: dict[tuple[str, AnyColor], None] = {}
    for trick in round.tricks:
        for place, (seat, card) in enumerate(trick.plays):
            color = led_color(trick.cards[:place], round.trump, round.rules.tricks)
            if color is not None and color_of(card, round.trump) != color:
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
    gaps = _gaps(round)
    groups: dict[tuple[str, ...], list[Card]] = {}
    for unseen_card in _list_unseen(player_view):
        can = tuple(seat for seat in rooms if (seat, color_of(unseen_card, round.trump)) not in gaps)
        groups.setdefault(can, []).append(unseen_card)
    sizes = {can: len(cards) for can, cards in groups.items()}
    total = ways_to_lie(sizes, rooms)
    home = next(can for can, cards in groups.items() if card in cards)
    sizes_without = {can: size - (can == home) for can, size in sizes.items()}
    ways_with_card = ways_to_lie(sizes_without, {seat: room - (seat == target) for seat, room in rooms.items()})
    assert Fraction(ways_with_card, total) == value, "this exercise is at fault"
    lie = "; ".join(
        f"with {join_words([NAMES[seat] for seat in can], 'or')}: {describe_cards(cards)}"
        for can, cards in sorted(groups.items())
    )
    return (
        f"Who can still hold what: {lie}. Room: {_describe_room(rooms)}. There are {total:,} ways to place the cards like that. With the {card.words} "
        f"put into {NAMES[target]}'s hand first, {ways_with_card:,} ways are left for the others. So the chance is {equation(f'{ways_with_card:,} / {total:,}', format_chance(value))}."
    )
