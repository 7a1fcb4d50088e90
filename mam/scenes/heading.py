"""The words above and below the table: the heading (game, moment, contract) and the message (what happened, what to do)."""

from collections.abc import Mapping, Sequence

from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules.amounts import format_amount
from mam.rules.auction import find_bid_range
from mam.rules.cards import UNSEEN, AnyColor, Card, NoTrump, format_count, is_several, join_words
from mam.rules.editions import RuleSet
from mam.rules.moves import Bid, Discard, Draw, Extend, Lay, Move, Pass, Play, Stop
from mam.rules.tricks import Trick, find_led_color
from mam.scenes.labels import find_color_code, find_unit
from mam.scenes.messages import ALL_PLAYED, describe_start
from mam.scenes.move_words import describe_move, phrase_move
from mam.scenes.schema import Heading, Message
from mam.scenes.table import name_trick, trick_on_table
from mam.support.messages import capitalize

_MOMENTS = {
    "auction": "Auction",
    "nest": "Discard",
    "trump": "Trump",
    "sealed": "Secret bids",
    "vote": "Vote on the nest",
    "called": "Calling partners",
    "exchange": "Exchange",
}
_SHORT_LIST = 4  # how many cards a sentence names; more are "any card"


def name_game(rules: RuleSet) -> str:
    """Return what a game is called, without its edition.

    >>> from mam import get_edition
    >>> name_game(get_edition("make-a-million-1935")), name_game(get_edition("sweven"))
    ('Make-a-Million', 'Sweven')
    """
    return rules.name_parts[0]


def make_plain_heading(title: str, subtitle: str = "", short: str = "", about: str = "") -> Heading:
    """Return a heading without a contract; `short` stands in for title and subtitle on a phone."""
    return {
        "title": title,
        "subtitle": subtitle,
        "short": short or title,
        "description": about,
        "bidder": "",
        "amount": "",
        "short_amount": "",
        "color": "",
        "trump": "",
        "state": "",
    }


def make_heading(game: Round, names: Mapping[str, str], title: str = "") -> Heading:
    """Return what the header says: the title, where the round stands, and the contract or the high bid."""
    about = "; ".join(
        [game.rules.name, *(option.words for name, option in game.rules.options.items() if name in game.rules.chosen)]
    )
    heading = make_plain_heading(title or name_game(game.rules), _name_moment(game), _name_moment(game), about)
    if isinstance(game, TrickRound):
        _add_contract(heading, game, names)
    else:
        _add_progress(heading, game)
    return heading


def _add_progress(heading: Heading, game: Round) -> None:
    """Add how far a letter game is, in the place of the contract."""
    if isinstance(game, Millionaire):
        heading["bidder"] = f"{len(game.spelled)} of {len(game.rules.word)} letters"
        heading["state"] = f"stock {len(game.stock)}"
    elif isinstance(game, Anagrams):
        heading["bidder"] = format_count(len(game.lines), "word")
        heading["state"] = f"longest {max(map(len, game.lines))}" if game.lines else ""


def _name_moment(game: Round) -> str:
    if game.is_over:
        return "Round over"
    if not isinstance(game, TrickRound):
        return f"Turn {len(game.history) + 1}"
    if game.phase in _MOMENTS:
        return _MOMENTS[game.phase]
    trick, is_complete = trick_on_table(game)
    number = len(game.tricks) + (0 if is_complete and trick else 1)
    return name_trick(game, number)


def _add_contract(heading: Heading, game: TrickRound, names: Mapping[str, str]) -> None:
    if game.high_bid is not None:
        seat, bid = game.high_bid
        heading["bidder"] = names[seat]
        heading["amount"] = game.rules.auction.format_amount(bid.amount)
        heading["short_amount"] = str(bid.amount)
        heading["state"] = "" if game.bidder else "high bid"
    elif game.phase == "auction" and not game.calls and game.turn:
        heading["bidder"], heading["state"] = names[game.turn], "calls first"
    if game.bidder is not None and game.trump is None:
        heading["state"] = "trump not named"
    if game.trump is not None:
        heading["color"] = find_color_code(game.trump)
        if isinstance(game.trump, NoTrump):
            heading["trump"] = capitalize(game.trump.short_word)
        else:
            heading["trump"] = f"{game.trump.word} trump"
        heading["state"] = ""


# The message


def make_message(view: View[Round], before: Round | None, names: Mapping[str, str], nest: str) -> Message:
    """Return what happened and what to do, for the person whose view this is; `short` fits where there is little room."""
    game = view.round
    last = game.history[-1] if game.history else None
    happened = describe_last_move(game, before, names, nest)
    if game.is_over:
        why, short = _describe_outcome(game, happened)
        return {"kind": "ok", "what": "Round over.", "why": why, "short": short}
    if isinstance(game, TrickRound) and isinstance(before, TrickRound) and len(game.tricks) > len(before.tricks):
        return _describe_trick(game, names, view.person, leads=view.to_move)
    if view.to_move and view.person is not None:
        return _describe_turn(view, last, happened, names, nest)
    waiting = f"It's {names[game.turn]}'s turn." if game.turn else ALL_PLAYED
    if not happened:
        return {"kind": "info", "what": describe_start(game, names), "why": waiting, "short": waiting}
    return {"kind": "info", "what": happened, "why": waiting, "short": waiting}


def describe_last_move(game: Round, before: Round | None, names: Mapping[str, str], nest: str) -> str:
    """Return the last move as a sentence; nothing where the round before it is not known, or nothing has happened."""
    if before is None or not game.history:
        return ""
    return describe_move(game.history[-1], names[before.turn or ""], find_unit(game.rules), names, nest)


def _describe_outcome(game: Round, happened: str) -> tuple[str, str]:
    """Return what the Bull and the Bear did to the money, or else the last move; in full and in short."""
    if not isinstance(game, TrickRound) or game.result is None or find_unit(game.rules) != "money":
        return happened, happened
    gain, loss = game.bull_gain, game.bear_loss
    total = format_amount(sum(game.captured.values()))
    changes = [f"the Bull added {format_amount(gain)}"] if gain else []
    changes += [f"the Bear wiped out {format_amount(loss)}"] if loss else []
    if not changes:
        return happened, happened
    did = join_words(changes)
    return f"{capitalize(did)}, so {total} counted.", f"{total} counted."


def _describe_turn(view: View[Round], last: Move | None, happened: str, names: Mapping[str, str], nest: str) -> Message:
    game = view.round
    task = _describe_task(view, names)
    if isinstance(game, TrickRound) and game.turn == view.person:
        if game.phase == "nest":
            picked = "" if UNSEEN in game.deal.nest else f" and picked up {_name_cards(game.deal.nest)}"
            amount = game.rules.auction.format_amount(game.bid or 0)
            why = f"You won the auction at {amount}{picked}."
            return {"kind": "turn", "what": task, "why": why, "short": f"You won at {amount}."}
        if game.phase == "trump" and isinstance(last, Discard):
            why = f"You discarded {_name_cards(last.cards)}."
            return {"kind": "turn", "what": task, "why": why, "short": why}
    turn_text = "Your turn." if game.turn == view.person else f"Your turn, with {names[game.turn or '']}’s cards."
    return {"kind": "turn", "what": turn_text, "why": f"{happened} {task}".strip(), "short": task}


def _name_card(card: Card) -> str:
    """Return a card in few letters, as a sentence has it: B40, the Bull."""
    return card.code if card.color else card.named


def _name_cards(cards: Sequence[Card]) -> str:
    return join_words(_name_card(card) for card in cards)


def _describe_trick(game: TrickRound, names: Mapping[str, str], person: str | None, *, leads: bool) -> Message:
    """Return who takes the trick with which card, what it brings, and what the bidder's side still needs."""
    trick, unit = game.tricks[-1], find_unit(game.rules)
    if not trick.winner:
        return {"kind": "info", "what": "Nobody takes the trick.", "why": "", "short": ""}
    card = next(card for seat, card in trick.plays if seat == trick.winner)
    taker = "You take" if trick.winner == person else f"{names[trick.winner]} takes"
    headline = f"{taker} the trick with {_name_card(card)}"
    next_step = "You lead." if leads and person is not None else ""
    if unit == "tricks":
        return {"kind": "ok", "what": f"{headline}.", "why": next_step, "short": next_step}
    value = f"{format_amount(trick.value, unit)}."
    need, needed_short = _describe_need(game, person)
    why = " ".join(filter(None, [value, need, next_step]))
    short = " ".join(filter(None, [value, needed_short, next_step]))
    return {"kind": "ok", "what": f"{headline}:", "why": why, "short": short}


def _describe_need(game: TrickRound, person: str | None) -> tuple[str, str]:
    """Return how the bid stands after a trick, in full and in short; nothing where it is not one side's against another's."""
    if game.bidder is None or game.bid is None or find_unit(game.rules) != "money" or len(game.sides) != 2:
        return "", ""
    side = game.side_of(game.bidder)
    name, needs = game.side_names[side], game.bid - game.captured[side]
    is_yours = person is not None and game.side_of(person) == side
    several = is_several(name)
    if needs <= 0:
        return "Your bid is made." if is_yours else f"{name} {'have' if several else 'has'} made the bid.", "Bid made."
    amount = format_amount(needs)
    full = f"Now you need {amount} more." if is_yours else f"{name} {'need' if several else 'needs'} {amount} more."
    return full, f"{amount} to go."


def _describe_task(view: View[Round], names: Mapping[str, str]) -> str:
    """Return what the person may do now, in one sentence."""
    game = view.round
    if not isinstance(game, TrickRound):
        return _lettering(view.legal_moves)
    match game.phase:
        case "auction":
            return _calling(game, view.legal_moves)
        case "nest":
            return f"Choose {_count(game.rules.nest.size)} to discard."
        case "trump":
            return "Name the trump color."
        case "sealed":
            return "Bid in secret."
        case "vote":
            return f"Show the {game.rules.nest.word} to everyone?"
        case "called":
            return "Call your partners by cards."
        case "exchange":
            return "Ask for the Tiger."
    return _playing(game, [move.card for move in view.legal_moves if isinstance(move, Play)])


def _lettering(legal: Sequence[Move]) -> str:
    """Return what can be done in a letter game."""
    plays = [f"play {move.card.code}" for move in legal if isinstance(move, Play)]
    words = ["add a letter to a word"] if any(isinstance(move, Extend) for move in legal) else []
    words += ["start a word"] if any(isinstance(move, Lay) for move in legal) else []
    phrases = [phrase_move(move) for move in legal if isinstance(move, Draw | Stop | Pass)]
    ways = join_words(dict.fromkeys([*plays, *words, *phrases]), "or")
    return f"{capitalize(ways)}."


def _count(cards: int) -> str:
    words = {1: "one card", 2: "two cards", 3: "three cards", 4: "four cards", 5: "five cards"}
    return words.get(cards, f"{cards} cards")


def _calling(game: TrickRound, legal: Sequence[Move]) -> str:
    if not any(isinstance(move, Bid) for move in legal):
        return "No higher bid is possible: pass."
    minimum, *_ = find_bid_range(game.calls, game.rules.auction, len(game.rules.persons))
    bid = f"Bid {game.rules.auction.format_amount(minimum)} or more"
    return f"{bid}, or pass." if any(not isinstance(move, Bid) for move in legal) else f"{bid}."


def _playing(game: TrickRound, cards: Sequence[Card]) -> str:
    """Return which cards may be played: by name if they are few and others are refused."""
    hand = game.playable(game.turn or "")
    trick = game.trick
    led_color = find_led_color(trick.cards, game.trump, game.rules.tricks) if trick and trick.cards else None
    distinct = list(dict.fromkeys(cards))
    if len(distinct) == len(set(hand)):
        return "Lead any card." if not (trick and trick.cards) else "Play any card."
    if len(distinct) > _SHORT_LIST:
        follow = (
            f"play {led_color.word}"
            if led_color and all(card.color == led_color for card in distinct)
            else "play one of the raised cards"
        )
        return f"{_say_led(trick, led_color)}, so {follow}." if led_color and trick else f"{capitalize(follow)}."
    named = join_words(map(_name_card, distinct), "or")
    if trick and led_color and all(card.color == led_color for card in distinct):
        return f"{_say_led(trick, led_color)}, so play {named}."
    return f"Play {named}."


def _say_led(trick: Trick, color: AnyColor) -> str:
    """Return how the color to follow was set: by the first card, or after an animal was led."""
    return f"{color.word} was led" if trick.cards[0].color == color else f"{color.word} is the {color.noun} to follow"
