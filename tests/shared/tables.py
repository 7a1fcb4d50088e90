"""Positions of few cards for every edition of a game of tricks, and checks of verdicts through every function that gives them.

Moves are texts with commas between: "open, pass, raise", "R40, R3, BULL, R1", "tricks 2", "call R40 G40". They are read
here and not by mam's notation, so that a fault there cannot hide one in the rules.
"""

from collections.abc import Iterable
from dataclasses import replace

from bids import spell_bid
from verdicts import check_legal, check_refused

import mam
from mam.games.registry import find_rules
from mam.games.trick_round import TrickRound
from mam.rules.cards import ALL_CARDS, NoTrump, Suit, Trump, sort_hand
from mam.rules.dealing import Deal
from mam.rules.editions import TrickGameRules
from mam.rules.moves import BidTricks, CallCards, Exchange, Misdeal, Move, Vote
from mam.rules.rulings import Ruling
from mam.rules.scoring import Carry

NOTHING = Carry()
_CARDS = {card.code: card for card in (*ALL_CARDS, mam.UNSEEN)}
_TRUMPS: dict[str, Trump] = {trump.value: trump for kind in (mam.Color, Suit, NoTrump) for trump in kind}


def card(code: str) -> mam.Card:
    return _CARDS[code]


def cards(text: str) -> tuple[mam.Card, ...]:
    return tuple(map(card, text.split()))


def move(text: str) -> Move:
    verb, *arguments = text.split()
    match verb:
        case "pass":
            return mam.Pass()
        case "bid":
            return mam.Bid(int(arguments[0]), _TRUMPS[arguments[1]] if arguments[1:] else None)
        case "misdeal":
            return Misdeal()
        case "tricks":
            return BidTricks(int(arguments[0]))
        case "vote":
            return Vote(arguments[0] == "yes")
        case "discard":
            return mam.Discard(map(card, arguments))
        case "trump":
            return mam.NameTrump(_TRUMPS[arguments[0]])
        case "exchange":
            return Exchange()
        case "call":
            return CallCards(map(card, arguments))
    return mam.Play(card(verb))


def play(round: TrickRound, moves: str) -> TrickRound:
    """The round after these moves, each checked by the engine."""
    for text in filter(None, map(str.strip, moves.split(","))):
        round = round.play(move(spell_bid(round, text)))
    return round


# Tables of few cards


def _hand(text: str) -> tuple[tuple[mam.Card, ...], tuple[tuple[mam.Card, mam.Card], ...]]:
    """The cards of "R40/R1 G3", and the pairs of an open card with the one face down under it."""
    pairs = tuple(tuple(map(card, word.split("/"))) for word in text.split() if "/" in word)
    return cards(text.replace("/", " ")), pairs  # type: ignore[return-value]


def small(
    rules: TrickGameRules, hands: str, nest: str = "", stock: str = "", size: int | None = None
) -> TrickGameRules:
    """The same rules for a pack of these cards only."""
    hand_cards = [*cards(" ".join(part.split(maxsplit=1)[1] for part in hands.replace("/", " ").split("|")))]
    nest_cards, stock_cards = cards(nest), cards(stock)
    hand_size = size or len(hand_cards) // len(rules.seats)
    return replace(
        rules,
        pack=sort_hand([*hand_cards, *nest_cards, *stock_cards]),
        hand_size=hand_size,
        nest=replace(rules.nest, size=len(nest_cards)),
    )


def deal_hands(
    edition: str,
    hands: str,
    *,
    dealer: str,
    nest: str = "",
    stock: str = "",
    blind_draw: int | None = None,
    options: Iterable[str] = (),
    players: int | None = None,
    carry: Carry = NOTHING,
    whole_pack: bool = False,
    **auction: object,
) -> TrickRound:
    """A round of few cards as dealt: "A R40 R1 | X … ", open over hidden ones as R40/R1.

    Its pack has only these cards, unless `whole_pack`; keyword arguments replace rules of the auction.
    """
    rules = find_rules(edition, tuple(options), players)
    assert isinstance(rules, TrickGameRules)
    parts = {part.split()[0]: _hand(part.split(maxsplit=1)[1]) for part in map(str.strip, hands.split("|"))}
    if not whole_pack:
        rules = small(rules, hands, nest, stock)
    rules = replace(rules, auction=replace(rules.auction, **auction))
    covers = tuple(pair for seat in rules.dummies if rules.half_hidden for pair in parts[seat][1])
    deal = Deal(
        rules.seats,
        dealer,
        tuple(parts[seat][0] for seat in rules.seats),
        cards(nest),
        covers,
        cards(stock),
        blind_draw,
    )
    return TrickRound(rules, deal, carry=carry)


def spare(hands: str, count: int = 3, excluding: str = "") -> str:
    """Number cards that nobody holds, for a nest that is discarded unchanged."""
    excluded = {*hands.replace("/", " ").split(), *excluding.split()}
    return " ".join([card.code for card in mam.PACK if card.is_number_card and card.code not in excluded][:count])


def position(
    edition: str,
    hands: str,
    *,
    bidder: str = "",
    trump: str = "",
    bid: int = 0,
    played: str = "",
    nest: str = "",
    discards: str = "",
    call: str = "",
    tricks: str = "",
    dealer: str = "",
    **facts: object,
) -> TrickRound:
    """A round of few cards in play: the bidder has it at this amount, the nest is back (or `discards` instead), trump is named,
    cards are called, numbers of tricks bid ("1 0 2", from the dealer's left; else none each), then these cards played.
    """
    rules = find_rules(edition, tuple(facts.get("options", ())), facts.get("players"))  # type: ignore[arg-type]
    assert isinstance(rules, TrickGameRules)
    if rules.nest.size and not nest:
        nest = spare(hands, rules.nest.size)
    dealer = dealer or opener_for(rules, bidder)
    round = deal_hands(edition, hands, dealer=dealer, nest=nest, **facts)  # type: ignore[arg-type]
    bids = tricks.split() or ["0"] * len(round.rules.seats)
    while round.phase not in ("play", "over"):
        chosen = {
            "auction": lambda moment: call_for(moment, bidder, bid, trump),
            "vote": lambda moment: "vote no",
            "nest": lambda moment: f"discard {discards or nest}",
            "trump": lambda moment: f"trump {trump}",
            "called": lambda moment: f"call {call}",
            "exchange": lambda moment: "exchange",
            "sealed": lambda moment: f"tricks {bids[len(moment.sealed)]}",
        }[round.phase](round)
        round = play(round, chosen)
    assert bidder in ("", round.bidder)
    return play(round, played)


def opener_for(rules: TrickGameRules, bidder: str) -> str:
    """The dealer for whom this person calls first."""
    return rules.persons[(rules.persons.index(bidder) - rules.auction.opens) % len(rules.persons)]


def call_for(round: TrickRound, bidder: str, bid: int, trump: str) -> str:
    """The call that leads to this bidder and bid: above the maximum opening bid another player raises once."""
    rules = round.rules.auction
    bid = bid or rules.min_opening
    color = f" {trump}" if rules.speaks_color else ""
    high = rules.max_opening is not None and bid > rules.max_opening
    if round.turn == bidder:
        return f"open{color}" if high and not round.calls else f"bid {bid}{color}"
    if high and len(round.calls) == 1:
        return f"raise{color}"
    return "pass"


def play_forced(round: TrickRound) -> TrickRound:
    """The round after all moves without a choice."""
    while len(moves := round.legal_moves) == 1:
        round = round.play(moves[0])
    return round


# Verdicts


def legal_cards(round: TrickRound) -> str:
    """The cards that may be played, or the moves where none is a card."""
    return " ".join(str(legal_move).removeprefix("play ") for legal_move in round.legal_moves)


def assert_legal(round: TrickRound, text: str, *rule_ids: str, words: str = "") -> TrickRound:
    """Every function calls the move legal, and it cites these rules among others; return the round after it."""
    legal_move = move(spell_bid(round, text))
    cited = check_legal(round, legal_move, rule_ids)
    assert cited and words in " ".join(cited.values()), cited
    return round.play(legal_move)


def assert_refused(round: TrickRound, text: str | Move, rule_id: str, *words: str, seat: str | None = None) -> Ruling:
    """Every function refuses the move, by this rule, with these words in the reason."""
    tried = move(spell_bid(round, text)) if isinstance(text, str) else text
    verdict = check_refused(round, tried, rule_id, words, seat)
    assert verdict.instead == (round.legal_moves if seat in (None, round.turn) else ())
    return verdict


def cited_rules(round: TrickRound, text: str) -> dict[str, str]:
    """What a legal move cites: rule ids with the sentence on this position."""
    return {ruling.id: ruling.reason for ruling in round.why(move(spell_bid(round, text)))}


def amounts(round: TrickRound) -> list[int]:
    """The amounts that may be bid now, each once."""
    return list(dict.fromkeys(bid.amount for bid in round.legal_moves if isinstance(bid, mam.Bid)))


def scores(round: TrickRound) -> dict[str, int]:
    assert round.result is not None
    return dict(round.result.scores)


def captured(round: TrickRound) -> dict[str, int]:
    return dict(round.captured)
