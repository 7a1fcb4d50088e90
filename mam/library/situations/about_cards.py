"""Questions about the pack, the deal and the strength of cards."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cmp_to_key

from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.library.situations.questions import Plain, find_round, find_trick_round, register_question
from mam.library.situations.setting import Facts, Game
from mam.rules.cards import ANIMALS, UNSEEN, Card, money_in
from mam.rules.editions import get_edition
from mam.text.notation import parse_card
from mam.text.positions import make_position

_KINDS: Mapping[str, Callable[[Card], bool]] = {
    "all": lambda card: True,
    "colored": lambda card: card.color is not None,
    "money": lambda card: card.money > 0,
    "plain": lambda card: card.is_number_card,
    "animals": lambda card: card in ANIMALS,
}


@register_question("cards", "number of cards ({of})")
def _cards(game: Game, facts: Facts) -> Plain:
    deal, kind = find_round(game, facts).deal, facts["of"]
    if kind == "different":
        return len(set(deal.cards))
    if kind == "dealt":
        return sum(map(len, deal.hands))
    if kind.startswith("rank "):
        return sum(card.rank == int(kind.removeprefix("rank ")) for card in deal.cards)
    return sum(map(_KINDS[kind], deal.cards)) if kind in _KINDS else deal.cards.count(parse_card(kind))


@register_question("money", "the money ({at})")
def _money(game: Game, facts: Facts) -> Plain:
    round, place = find_round(game, facts), facts["at"]
    if place in round.rules.seats:
        return money_in(round.hands[place])
    if place == "nest":
        return money_in(round.deal.nest)
    return money_in(card for card in round.deal.cards if place == "pack" or (card.color and card.color.word == place))


@register_question("dealt", "cards in each hand, in the nest and left over")
def _deal_sizes(game: Game, facts: Facts) -> Plain:
    deal = find_round(game, facts).deal
    return {"hands": [len(hand) for hand in deal.hands], "nest": len(deal.nest), "stock": len(deal.stock)}


@register_question("amiss", "cards missing from the pack of {edition}, or too many")
def _pack_faults(game: Game, facts: Facts) -> Plain:
    counts = Counter(get_edition(facts["edition"]).pack)
    counts.subtract(find_round(game, facts).deal.cards)
    return [card.code for card, count in counts.items() if count]


@register_question("left over", "cards left over if each hand gets {each} and the nest {nest}")
def _leftover_count(game: Game, facts: Facts) -> Plain:
    deal = find_round(game, facts).deal
    return len(deal.cards) - len(deal.hands) * int(facts["each"]) - int(facts["nest"])


@register_question("unseen", "cards that {by} does not see, hand by hand")
def _count_unseen(game: Game, facts: Facts) -> Plain:
    player_view = view(find_round(game, facts), facts["by"]).round
    return {seat: hand.count(UNSEEN) for seat, hand in player_view.hands.items()}


@register_question("hand", "the cards of {of}")
def _hand(game: Game, facts: Facts) -> Plain:
    """Return the cards of a hand, as they are or as they are seen `by` a person."""
    player_view = view(find_round(game, facts), facts.get("by")).round
    return [card.code for card in player_view.hands[facts["of"]]]


@register_question("nest", "the cards in the nest")
def _nest(game: Game, facts: Facts) -> Plain:
    return [card.code for card in find_trick_round(game, facts).nest]


# Strength, found by playing tricks


def _stronger(round: TrickRound, first: Card, second: Card) -> Card:
    """Return which of two cards of a color takes the trick, whichever of them is led."""
    plain = [card for card in round.rules.pack if card.is_number_card and card.color != first.color]
    trump = plain[-1].color
    other_cards = [card for card in plain if card.color != trump]
    order, winners = round.rules.seats, set()
    for pair in ((first, second), (second, first)):
        table_cards = [*pair, *other_cards][: len(order)]
        hands = {seat: card.code for seat, card in zip(order, table_cards, strict=True)}
        game = make_position(
            round.rules.id,
            hands,
            trump.word if trump else "",
            order[0],
            played=" ".join(card.code for card in table_cards),
        )
        winners.add(table_cards[order.index(game.tricks[-1].winner or "")])
    if len(winners) > 1:
        raise ValueError(f"{first} and {second}: which is stronger depends on which is led")
    return winners.pop()


@register_question("ranks", "{color} cards from strong to weak")
def _ranks(game: Game, facts: Facts) -> Plain:
    """Return all ranks of a color, or those with `money` only."""
    round = find_trick_round(game, facts)
    cards = [card for card in round.rules.pack if card.color and card.color.word == facts["color"]]
    ranked_cards = [card for card in cards if card.money or not facts.get("money")]

    def compare(first: Card, second: Card) -> int:
        return -1 if _stronger(round, first, second) == first else 1

    return [card.rank for card in sorted(ranked_cards, key=cmp_to_key(compare))]


@register_question("stronger", "the stronger of {cards}")
def _stronger_of(game: Game, facts: Facts) -> Plain:
    first, second = map(parse_card, facts["cards"])
    return _stronger(find_trick_round(game, facts), first, second).code
