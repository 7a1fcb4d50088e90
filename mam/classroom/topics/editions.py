"""Exercises on the documents: two editions side by side, and which document says what."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mam.classroom.phrases import cite_reason, list_color, make_list
from mam.classroom.rounds import MONEY_CARDS, NUMBER_CARDS, begin_round, get_trick_game
from mam.classroom.template import Choices, Draw, Variant, ask, exercise
from mam.games.registry import start
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, UNSEEN, Card, Color, format_cards
from mam.rules.dealing import find_next_seat, list_seats_from
from mam.rules.moves import Bid, Discard, Pass, Play
from mam.rules.nest import show_discard
from mam.rules.rulings import Ruling, all_rulings
from mam.text.positions import make_position

_Rounds = tuple[TrickRound, TrickRound]  # by the rules of 1935 and of 2004
_TRUTHS = {
    (True, False): "in 1935 but **not** in 2004",
    (False, True): "in 2004 but **not** in 1935",
    (True, True): "in 1935 **and** in 2004",
}


@dataclass(frozen=True)
class _Claim:
    """Something that may be so in one edition and not in the other; `true` and `why` are in the order of the years."""

    text: str
    true: tuple[bool, ...]
    why: tuple[str, ...]

    @property
    def comparison(self) -> str:
        old, new = (f"{'yes' if true else 'no'}: {why}" for true, why in zip(self.true, self.why, strict=True))
        return f"in 1935 {old}; in 2004 {new}"


@exercise("1935 or 2004?", kind="rules", level=3, lesson="games/edition-2004", form=Choices)
def two_editions(draw: Draw) -> Variant:
    """Ask which claims on a deal are true in one edition and not in the other, or in both."""
    old = begin_round(draw, dealer=draw.one_of("NESW"))
    new = start("make-a-million-2004", deal=old.deal)
    assert isinstance(new, TrickRound)
    dealer, bidder = old.rules.seat_names[old.deal.dealer], draw.one_of("NESW")
    claims = [claim for find in _FINDERS for claim in find(draw, (old, new), bidder)]
    truth = draw.one_of(list(_TRUTHS))
    right = draw.some_of([claim for claim in claims if claim.true == truth], draw.between(2, 3))
    wrong = draw.some_of([claim for claim in claims if claim.true != truth], 6 - len(right))
    shown_claims = draw.shuffle([*right, *wrong])
    validity = _TRUTHS[truth]
    reasons = {claim.text: f"{claim.comparison}." for claim in shown_claims}
    right_texts = tuple(claim.text for claim in shown_claims if claim.true == truth)
    text = f"""
        Four players; {dealer} is the dealer. Which of these is true {validity}?

        Hint: Check each claim twice: once by the leaflet of 1935, once by the edition of 2004.
        Hint: They differ in who calls first and must bid, in who leads, in what is shown of a forced discard, and in what a Tiger does after a Bull or Bear is led (R04-BID-1, R04-PLAY-1, R04-WID-2, R04-BB-2).
        Hint: `mam.compare("make-a-million-1935", "make-a-million-2004")` lists the differences, each with an example.
        Solution: {make_list(f"{claim.text}: {claim.comparison}" for claim in shown_claims)}
    """
    answer = Choices(right_texts, tuple(reasons), reasons)
    return ask(text, answer, {"dealer": dealer, "asked": validity.replace("*", "")})


def _compare_moves(text: str, rounds: _Rounds, move: Bid | Pass | Play) -> _Claim:
    """Claim that a move is legal."""
    refusals = [round.why_not(move) for round in rounds]
    rulings = [refusal or round.why(move)[0] for refusal, round in zip(refusals, rounds, strict=True)]
    why = tuple(map(cite_reason, rulings))
    return _Claim(text, tuple(refusal is None for refusal in refusals), why)


def _compare_seats(
    text: str, seats: Iterable[str], turns: list[str | None], verb: str, *cites: str
) -> Iterator[_Claim]:
    """Claim that it is the turn of each of these seats; `turns` and `cites` are those of the two editions."""
    names = get_trick_game().seat_names
    why = tuple(f"{names[turn or '']} {verb} ({cite})" for turn, cite in zip(turns, cites, strict=True))
    for seat in seats:
        yield _Claim(text.format(names[seat]), tuple(turn == seat for turn in turns), why)


def _find_first_call(draw: Draw, rounds: _Rounds, bidder: str) -> Iterator[_Claim]:
    seats = list_seats_from("NESW", rounds[0].deal.dealer)[:2]
    turns = [round.turn for round in rounds]
    return _compare_seats("{} calls first", seats, turns, "calls first", "R35-BID-1", "R04-BID-1")


def _find_calls(draw: Draw, rounds: _Rounds, bidder: str) -> Iterator[_Claim]:
    yield _compare_moves("The first player to call may pass", rounds, Pass())
    amounts = [
        draw.one_of(choices)
        for choices in ((150, 160, 165, 170), (180, 185, 190, 195), (205, 210, 220), (181, 184, 187))
    ]
    for amount in draw.some_of(amounts, 2):
        yield _compare_moves(f"The first player to call may bid {format_amount(amount)}", rounds, Bid(amount))


def _find_raises(draw: Draw, rounds: _Rounds, bidder: str) -> Iterator[_Claim]:
    lowest = max(round.rules.auction.min_opening for round in rounds)
    opening = 5 * draw.between(lowest // 5, 40)
    rounds_after = rounds[0].play(Bid(opening)), rounds[1].play(Bid(opening))
    head = f"After an opening of {format_amount(opening)} the next player may "
    for raise_by in draw.some_of([5, 10, 12, 15, 20], 2):
        yield _compare_moves(f"{head}bid {format_amount(opening + raise_by)}", rounds_after, Bid(opening + raise_by))
    yield _compare_moves(f"{head}pass", rounds_after, Pass())


def _find_first_lead(draw: Draw, rounds: _Rounds, bidder: str) -> Iterator[_Claim]:
    leaders = []
    for round in rounds:
        while round.phase == "auction":
            has_bid = any(isinstance(call, Bid) for seat, call in round.calls if seat == bidder)
            bids = Pass() not in round.legal_moves or (round.turn == bidder and not has_bid)
            round = round.play(next(move for move in round.legal_moves if isinstance(move, Bid)) if bids else Pass())
        while round.phase != "play":
            round = round.play(round.legal_moves[0])
        leaders.append(round.turn)
    text = f"{rounds[0].rules.seat_names[bidder]} wins the auction, and {{}} leads to the first trick"
    seats = bidder, find_next_seat("NESW", bidder)
    return _compare_seats(text, seats, leaders, "leads", "R35-PLAY-1", "R04-PLAY-1")


def _find_forced_discard(draw: Draw, rounds: _Rounds, bidder: str) -> Iterator[_Claim]:
    plain, money = draw.one_of(NUMBER_CARDS), draw.some_of(MONEY_CARDS, 2)
    discards = Discard([plain, *money]).cards
    seen_cards = [[card for card in show_discard(discards, round.rules.nest) if card != UNSEEN] for round in rounds]
    old, new = (format_cards(cards) for cards in seen_cards)
    why = f"{old} are seen (R35-NEST-5)", f"{new} are seen (R04-WID-2)"
    head = f"With too few number cards, the bidder must discard {format_cards(discards)}, and the other players see "
    for text, cards in ((format_cards(discards), list(discards)), (f"{new} only", seen_cards[1]), ("none of it", [])):
        yield _Claim(head + text, tuple(seen == cards for seen in seen_cards), why)


def _find_plays_after_tiger(draw: Draw, rounds: _Rounds, bidder: str) -> Iterator[_Claim]:
    """Ask what the last player may play after an animal is led and the Tiger follows.

    The third card is of a color that the last player holds.
    """
    trump, second, third, fourth = draw.shuffle(list(Color))
    animal, other_animal = draw.shuffle([BULL, BEAR])
    seats = list_seats_from("NESW", draw.one_of("NESW"))

    def deal(color: Color, number: int = 1) -> list[Card]:
        return draw.some_of(list_color(color), number)

    third_card, follow = deal(second, 2)
    last_hand = [follow, *deal(trump)]
    hands = [[animal, other_animal], [TIGER, *deal(third)], [third_card, *deal(fourth)], last_hand]
    hand_texts = {seat: format_cards(hand) for seat, hand in zip(seats, hands, strict=True)}
    nest = format_cards([card for card in NUMBER_CARDS if not any(card in hand for hand in hands)][:3])
    played = f"{animal} TIGER {third_card}"
    old, new = (
        make_position(round.rules.id, hand_texts, trump, seats[0], played=played, nest=nest) for round in rounds
    )
    names = rounds[0].rules.seat_names
    head = f"Trump is {trump.word}. {names[seats[0]]} leads the {animal.words}, the Tiger and {third_card.words} follow; {names[seats[3]]} holds {format_cards(last_hand)} and may play "
    for card in last_hand:
        yield _compare_moves(head + card.code, (old, new), Play(card))


_FINDERS = (
    _find_first_call,
    _find_calls,
    _find_raises,
    _find_first_lead,
    _find_forced_discard,
    _find_plays_after_tiger,
)


@exercise("Which document says this?", kind="rules", level=3, lesson="25-the-games-history", form=Choices)
def which_document(draw: Draw) -> Variant:
    """Ask which of six rules are in one of the documents."""
    rules = [ruling for ruling in all_rulings().values() if ruling.kind != "reading" and ruling.document in _DOCUMENTS]
    document = draw.one_of(_MAKE_A_MILLION)
    right = draw.some_of([ruling for ruling in rules if ruling.document == document], draw.between(2, 3))
    other_rulings = [ruling for ruling in rules if ruling.document != document and _is_elsewhere_only(ruling, document)]
    near = [ruling for ruling in other_rulings if ruling.document in _MAKE_A_MILLION]
    distant = draw.some_of([ruling for ruling in other_rulings if ruling not in near], draw.below(2))
    wrong = draw.some_of(near, 6 - len(right) - len(distant))
    shown_rulings = draw.shuffle([*right, *wrong, *distant])
    options = {f"{ruling.title}: {ruling.words}": ruling for ruling in shown_rulings}
    reasons = {option: f"It is in the {ruling.source} ({ruling.id})." for option, ruling in options.items()}
    text = f"""
        Which of these rules are in {_DOCUMENTS[document]}?

        Hint: The leaflet of 1935 holds the main game for four, with notes and the game for three. The Supplement holds questions and answers, the game for two, Manhattan and misplay. The article on the edition of 2004 holds six and eight players, Silent Partner and exact tricks.
        Hint: Look at the words: a widow, two packs or partners who are called belong to the article; No Color and revokes to the Supplement.
        Hint: `mam.ruling(id).source` names document, page and section of a rule; `mam rules` lists the ids.
        Solution: {make_list(f"{ruling.title} ({ruling.id}): {ruling.source}" for ruling in shown_rulings)}
    """
    answer = Choices(tuple(option for option, ruling in options.items() if ruling in right), tuple(options), reasons)
    return ask(text, answer, {"document": document})


_MAKE_A_MILLION = ("leaflet-1935", "supplement-1935", "article-2004")
_DOCUMENTS = {
    "leaflet-1935": "the **leaflet of 1935** (the main rules, Parker Brothers)",
    "supplement-1935": "the **Supplement of 1935** (the second booklet, Parker Brothers)",
    "article-2004": "the **article on the edition of 2004**",
    "sweven": "the Sweven rule sheet",
    "millionaire": "the Millionaire leaflet",
    "anagrams": "the rules of Card Anagrams",
}


# Rules that are in one document only.
_UNIQUE_RULES = re.compile(
    r"R35-3P-([235678]|1[012])|R35-NEST-[3456]|R35-WIN-[23]|R35-MIS-\d|R2H-([13456]|1[12356])|RMM-[2345789]|R68-[2-9]"
    r"|RSP-[2-8]|REX-([1-46-9]|10)|R04-OPT-[013]|RSW-([28]|1[0238]|19|2[0-4])|RML-\d+|RCA-\d+"
)


def _is_elsewhere_only(ruling: Ruling, document: str) -> bool:
    """Return whether this rule clearly belongs to another document than the one in question."""
    of_the_nest = ruling.id.startswith(("R35-NEST", "R35-WIN"))  # the edition of 2004 has similar rules
    return bool(_UNIQUE_RULES.fullmatch(ruling.id)) and not (document == "article-2004" and of_the_nest)
