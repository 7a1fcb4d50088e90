"""Exercises on what a played card tells about the others: conditional probability."""

from fractions import Fraction

from mam.analysis.probability import chances
from mam.classroom.answers import Chance
from mam.classroom.arrangements import ways_to_lie
from mam.classroom.phrases import NAMES, equation, spelt, told
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import auctioned, begin_round, played_on
from mam.classroom.variants import Draw
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View, view
from mam.rules.cards import UNSEEN, AnyColor, Card, format_cards
from mam.rules.tricks import Trick, color_of, led_color
from mam.scenes.move_words import join_words


@exercise(
    "after-these-cards",
    "Who has it now?",
    kind="probability",
    level=3,
    lesson="19-chances-as-cards-appear",
    form=Chance,
)
def after_these_cards(draw: Draw) -> Variant:
    """The bidder asks for a card in mid-round, when somebody has shown a void."""
    seen, card, places = _find_question(draw)
    round = seen.round
    assert isinstance(round, TrickRound) and seen.person is not None and round.trump is not None
    me, asked = seen.person, draw.one_of(sorted(places))
    value = places[asked]
    rooms = {seat: len(hand) for seat, hand in round.hands.items() if UNSEEN in hand}
    able = [seat for seat in rooms if (seat, color_of(card, round.trump)) not in _gaps(round)]
    all_rooms = sum(rooms.values())
    mistakes = [
        (Fraction(1, 3), "One third was right before anybody had played. Who can no longer hold it?"),
        (
            Fraction(rooms[asked], all_rooms),
            f"{NAMES[asked]} has {rooms[asked]} of the {all_rooms} unseen cards; but not every card can be everywhere: who has shown a void?",
        ),
        (
            Fraction(1, len(able)),
            f"The {len(able)} players who may still hold it are not equally likely: what else must go into each hand?",
        ),
        (
            Fraction(rooms[asked], sum(rooms[seat] for seat in able)),
            "You left out the players who can't hold this card. But other cards can't be everywhere either, and take up room in the remaining hands.",
        ),
    ]
    unseen = _unseen(seen)
    tricks = "\n".join(f"{number}. {_trick_told(trick)}" for number, trick in enumerate(round.tricks, 1))
    shown = join_words(f"{NAMES[seat]} is void in {color.word}" for seat, color in _gaps(round) if seat != me)
    return Variant(
        f"You are {NAMES[me]}, the bidder. Trump is **{round.trump.word}**. You discarded {told(round.discarded or ())}. These tricks "
        f"were played, each starting with the card that was led:\n\n{tricks}\n\nYou still hold {told(seen.hand)}. What is the probability that **{NAMES[asked]} has "
        f"the {card.words}** (`{card.code}`)? Count every deal consistent with the rules and with what you have seen as equally likely.",
        Chance(
            value,
            mistakes,
            f"List the {len(unseen)} cards that you do not see, and who can still hold each of them.",
        ),
        (
            "A player who does not follow a color is void in it (R35-PLAY-5); this includes playing Bull or Bear (R35-BULL-1, R35-BEAR-1).",
            f"The unseen cards: {told(unseen)}. {shown} (a player void in trump does not have the Tiger either).",
            f"Unseen cards in each hand: {join_words(f'{NAMES[seat]} {room}' for seat, room in rooms.items())}. Place the cards that can't be everywhere "
            "first: each way leaves some room for the others.",
        ),
        _worked(seen, card, asked, value, rooms),
        {
            "you": me,
            "trump": round.trump.word,
            "hand": format_cards(seen.hand),
            "discarded": format_cards(round.discarded or ()),
            "tricks": [[f"{seat} {one.code}" for seat, one in trick.plays] for trick in round.tricks],
            "card": card.code,
            "seat": asked,
        },
    )


def _find_question(draw: Draw) -> tuple[View[Round], Card, dict[str, Fraction]]:
    """The bidder's view after a trick, and a card that several may hold, with the chances that are not as the room in the hands."""
    while True:
        round = played_on(draw, auctioned(draw, begin_round(draw)), draw.between(4, 7))
        seen = view(round, round.bidder)
        odds = chances(seen)
        for card in draw.shuffled(_unseen(seen)):
            places = {seat: chance for seat, chance in odds.where(card).items() if chance}
            rooms = {seat: Fraction(len(round.hands[seat]), len(_unseen(seen))) for seat in places}
            if len(places) > 1 and any(abs(places[seat] / rooms[seat] - 1) > Fraction(1, 12) for seat in places):
                return seen, card, {seat: chance for seat, chance in places.items() if chance != rooms[seat]}


def _unseen(seen: View[Round]) -> list[Card]:
    """The cards in the hands of others, sorted."""
    round = seen.round
    assert isinstance(round, TrickRound)
    known = {*seen.hand, *(round.discarded or ()), *(card for trick in round.tricks for card in trick.cards)}
    return [card for card in round.rules.pack if card not in known]


def _gaps(round: TrickRound) -> list[tuple[str, AnyColor]]:
    """Return who has shown a void in which color, in order of the tricks."""
    found: dict[tuple[str, AnyColor], None] = {}
    for trick in round.tricks:
        for place, (seat, card) in enumerate(trick.plays):
            led = led_color(trick.cards[:place], round.trump, round.rules.tricks)
            if led is not None and color_of(card, round.trump) != led:
                found[seat, led] = None
    return list(found)


def _trick_told(trick: Trick) -> str:
    return ", ".join(f"{NAMES[seat]} `{card.code}`" for seat, card in trick.plays)


def _worked(seen: View[Round], card: Card, asked: str, value: Fraction, rooms: dict[str, int]) -> str:
    """Which cards can lie where, and the ways to put them there: with the card in question anywhere, and where it is asked for."""
    round = seen.round
    assert isinstance(round, TrickRound)
    gaps = _gaps(round)
    groups: dict[tuple[str, ...], list[Card]] = {}
    for one in _unseen(seen):
        can = tuple(seat for seat in rooms if (seat, color_of(one, round.trump)) not in gaps)
        groups.setdefault(can, []).append(one)
    sizes = {can: len(cards) for can, cards in groups.items()}
    total = ways_to_lie(sizes, rooms)
    home = next(can for can, cards in groups.items() if card in cards)
    fewer = {can: size - (can == home) for can, size in sizes.items()}
    with_it = ways_to_lie(fewer, {seat: room - (seat == asked) for seat, room in rooms.items()})
    assert Fraction(with_it, total) == value, "an exercise of ours is at fault"
    lie = "; ".join(
        f"with {join_words([NAMES[seat] for seat in can], 'or')}: {told(cards)}"
        for can, cards in sorted(groups.items())
    )
    room = join_words(f"{NAMES[seat]} {room}" for seat, room in rooms.items())
    return (
        f"Who can still hold what: {lie}. Room: {room}. There are {total:,} ways to place the cards like that. With the {card.words} "
        f"put into {NAMES[asked]}'s hand first, {with_it:,} ways are left for the others. So the chance is {equation(f'{with_it:,} / {total:,}', spelt(value))}."
    )
