"""What happened in a live round since your last act, in sentences: the calls of the others, the trick, how the bid stands."""

from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.cards import UNSEEN, format_cards, join_words, name_trump
from mam.rules.moves import Pass
from mam.rules.rulings import YOU, format_possessive
from mam.rules.tricks import Trick
from mam.scenes.scores import make_money
from mam.studies.display import list_plays, show_trick
from mam.studies.rounds.question import count_captures, show_table
from mam.studies.schema import LastPlay, Race

MAX_WHAT = 40  # characters; two lines of a phone have room for the sentence beside it


def describe_news(before: TrickRound, now: TrickRound, you: str) -> str:
    """Return what came of the auction since your last act: calls of an auction that goes on, and cards, lie on the table."""
    if before.phase != "auction" or now.phase == "auction" or now.bidder is None or now.bid is None:
        return ""
    names, amount = now.rules.seat_names, now.rules.auction.format_amount(now.bid)
    if now.bidder == you:
        passed = [names[seat] for seat, call in now.calls[len(before.calls) :] if seat != you and call == Pass()]
        return f"{join_words(passed)} passed. You win the bidding." if passed else f"You win the bidding for {amount}."
    acts = [f"won the bidding for {amount}"]
    if now.trump:
        acts.append(f"named {name_trump(now.trump)}")
    if shown := [card for card in view(now, you).round.discarded or () if card != UNSEEN]:
        acts[0] = f"bid {amount}"
        acts.append(f"discarded {format_cards(shown)}")
    return f"{names[now.bidder]} {join_words(acts)}."


def find_race(now: TrickRound, you: str) -> Race | None:
    """Return how the bid stands, as you know it; None before there is one, and where not two sides count money."""
    money = make_money(view(now, you).round)
    if money is None or now.bidder is None or now.bid is None:
        return None
    return {
        "we": count_captures(now, you),
        "they": count_captures(now, you, is_ours=False),
        "bid": now.bid,
        "is_ours": now.side_of(now.bidder) == now.side_of(you),
        "needs": money["shortfall"],
        "spare": money["spare"],
    }


# The last trick


def find_last_play(before: TrickRound, now: TrickRound, you: str) -> LastPlay | None:
    """Return your last card and what followed, if the trick is complete; `before` is the round in which you played it."""
    number = len(before.tricks)
    if before.trick is None or len(now.tricks) <= number:
        return None
    trick = now.tricks[number]
    return {
        "table": show_table(view(before, you)),
        "plays": list_plays(trick)[len(before.trick.cards) :],
        "trick": show_trick(trick),
        "sentence": _describe_meaning(now, trick, you),
        "what": _describe_trick(trick, now, you),
    }


def _describe_trick(trick: Trick, round: TrickRound, you: str) -> str:
    """Return what a trick brought, as "$15,000: your 10 and West's 5."."""
    names, amount = round.rules.seat_names, round.rules.tricks.format_amount(trick.value)
    taker = "You take it" if trick.winner == you else f"{names[trick.winner]} takes it" if trick.winner else ""
    if not taker:
        return "Nobody takes this trick."
    money = sum(card.money for card in trick.cards)
    if round.rules.tricks.counts != "money":
        return f"{taker}: {amount}."
    if not money:
        return f"{taker}: no money in it."
    if not trick.value:
        return f"{taker}: the Bear makes it $0."
    if trick.value == money * round.rules.tricks.bull_factor:
        return f"{amount}: the Bull {round.rules.tricks.bull_verb} {round.rules.tricks.format_amount(money)}."
    if trick.value != money:
        return f"{amount}: {round.rules.tricks.format_amount(money)} {trick.effect}."
    owners = {**round.rules.seat_names, you: YOU}
    parts = [f"{format_possessive(owners[seat])} {card.rank}" for seat, card in trick.plays if card.money]
    text = f"{amount}: {join_words(parts)}."
    if len(text) <= MAX_WHAT:
        return text
    your_card = next((card for seat, card in trick.plays if seat == you and card.money), None)
    if your_card is None:
        return f"{taker}: {amount}."
    return f"{amount}: your {your_card.rank} and {round.rules.tricks.format_amount(money - your_card.money)} more."


def _describe_meaning(round: TrickRound, trick: Trick, you: str) -> str:
    """Return how the bid stands after a trick, and who leads next: "You need $145,000 more. North leads."."""
    leader = trick.winner or round.turn
    if round.is_over:
        lead = "That was the last trick."
    else:
        lead = "You lead." if leader == you else f"{round.rules.seat_names[leader or '']} leads."
    return f"{_describe_bid(round, you)} {lead}".lstrip()


def _describe_bid(round: TrickRound, you: str) -> str:
    money, race = make_money(view(round, you).round), find_race(round, you)
    if money is None or race is None:
        return ""
    who = "You" if race["is_ours"] else "They"
    if money["state"] == "made":
        return f"{'Your bid is' if race['is_ours'] else 'Their bid is'} made."
    if money["state"] == "set":
        return f"{who} can't make the bid anymore."
    return f"{who} need {round.rules.tricks.format_amount(race['needs'])} more."
