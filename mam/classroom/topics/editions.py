"""Exercises on the documents: two editions side by side, and which document says what."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mam.classroom.phrases import list_color, make_list
from mam.classroom.rounds import begin_round
from mam.classroom.template import Choices, Draw, Variant, ask_options, exercise
from mam.games.registry import start
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, TIGER, UNSEEN, Card, Color, format_cards
from mam.rules.dealing import next_seat, seats_from
from mam.rules.moves import Bid, Discard, Pass, Play
from mam.rules.nest import shown
from mam.rules.rulings import Ruling, all_rulings
from mam.text.positions import make_position

_YEARS = ("1935", "2004")


@dataclass(frozen=True)
class _Claim:
    """Something that may be so in one edition and not in the other; `true` and `why` are in the order of the years."""

    text: str
    true: tuple[bool, ...]
    why: tuple[str, ...]

    @property
    def comparison(self) -> str:
        return "; ".join(
            f"in {year} {'yes' if is_true else 'no'}: {reason}"
            for year, is_true, reason in zip(_YEARS, self.true, self.why, strict=True)
        )


@exercise("1935 or 2004?", kind="rules", level=3, lesson="11-editions-compared", form=Choices)
def two_editions(draw: Draw) -> Variant:
    """Ask which claims on a deal are true in one edition and not in the other, or in both."""
    rounds = _deal_twice(draw)
    names, dealer = rounds[0].rules.seat_names, rounds[0].deal.dealer
    bidder = draw.one_of("NESW")
    claims = [claim for find in _FINDERS for claim in find(draw, rounds, bidder)]
    truth = draw.one_of([(True, False), (False, True), (True, True)])
    right = draw.some_of([claim for claim in claims if claim.true == truth], draw.between(2, 3))
    wrong_claims = draw.some_of([claim for claim in claims if claim.true != truth], 6 - len(right))
    shown_claims = draw.shuffled([*right, *wrong_claims])
    validity = {
        (True, False): "in 1935 but **not** in 2004",
        (False, True): "in 2004 but **not** in 1935",
        (True, True): "in 1935 **and** in 2004",
    }[truth]
    reasons = {claim.text: f"{claim.comparison}." for claim in shown_claims}
    right_texts = tuple(claim.text for claim in shown_claims if claim.true == truth)
    text = f"""
        Four players; {names[dealer]} is the dealer. Which of these is true {validity}?

        Hint: Check each claim twice: once by the leaflet of 1935, once by the edition of 2004.
        Hint: They differ in who calls first and must bid, in who leads, in what is shown of a forced discard, and in what a Tiger does after a Bull or Bear is led (R04-BID-1, R04-PLAY-1, R04-WID-2, R04-BB-2).
        Hint: `mam.compare("make-a-million-1935", "make-a-million-2004")` lists the differences, each with an example.
        Solution: {make_list(f"{claim.text}: {claim.comparison}" for claim in shown_claims)}
    """
    answer = Choices(right_texts, tuple(reasons), reasons)
    return ask_options(text, answer, {"dealer": names[dealer], "asked": validity.replace("*", "")})


def _deal_twice(draw: Draw) -> tuple[TrickRound, TrickRound]:
    old = begin_round(draw, dealer=draw.one_of("NESW"))
    new = start("make-a-million-2004", deal=old.deal)
    assert isinstance(new, TrickRound)
    return old, new


def _cite(ruling: Ruling) -> str:
    return f"{ruling.reason.removesuffix('.')} ({ruling.id})"


def _make_claim(text: str, rounds: tuple[TrickRound, TrickRound], move: Bid | Pass | Play) -> _Claim:
    refusals = [round.why_not(move) for round in rounds]
    why = [
        f"{no.reason.removesuffix('.')} ({no.id})" if no else _cite(round.why(move)[0])
        for no, round in zip(refusals, rounds, strict=True)
    ]
    return _Claim(text, (refusals[0] is None, refusals[1] is None), (why[0], why[1]))


def _first_to_speak(draw: Draw, rounds: tuple[TrickRound, TrickRound], bidder: str) -> Iterator[_Claim]:
    names, dealer = rounds[0].rules.seat_names, rounds[0].deal.dealer
    why = tuple(
        f"{names[round.turn or '']} calls first ({cite})"
        for round, cite in zip(rounds, ("R35-BID-1", "R04-BID-1"), strict=True)
    )
    for seat in seats_from("NESW", dealer)[:2]:
        yield _Claim(f"{names[seat]} calls first", tuple(round.turn == seat for round in rounds), why)


def _first_calls(draw: Draw, rounds: tuple[TrickRound, TrickRound], bidder: str) -> Iterator[_Claim]:
    yield _make_claim("The first player to call may pass", rounds, Pass())
    amounts = [
        draw.one_of([150, 160, 165, 170]),
        draw.one_of([180, 185, 190, 195]),
        draw.one_of([205, 210, 220]),
        draw.one_of([181, 184, 187]),
    ]
    for amount in draw.some_of(amounts, 2):
        yield _make_claim(f"The first player to call may bid {format_amount(amount)}", rounds, Bid(amount))


def _raises(draw: Draw, rounds: tuple[TrickRound, TrickRound], bidder: str) -> Iterator[_Claim]:
    opening = 5 * draw.between(35, 40)
    rounds_after = rounds[0].play(Bid(opening)), rounds[1].play(Bid(opening))
    head = f"After an opening of {format_amount(opening)} the next player may "
    for raise_by in draw.some_of([5, 10, 12, 15, 20], 2):
        yield _make_claim(f"{head}bid {format_amount(opening + raise_by)}", rounds_after, Bid(opening + raise_by))
    yield _make_claim(f"{head}pass", rounds_after, Pass())


def _first_lead(draw: Draw, rounds: tuple[TrickRound, TrickRound], bidder: str) -> Iterator[_Claim]:
    names, leaders = rounds[0].rules.seat_names, []
    for round in rounds:
        while round.phase == "auction":
            has_bid = any(isinstance(call, Bid) for seat, call in round.calls if seat == bidder)
            bids = Pass() not in round.legal_moves or (round.turn == bidder and not has_bid)
            round = round.play(next(move for move in round.legal_moves if isinstance(move, Bid)) if bids else Pass())
        while round.phase != "play":
            round = round.play(round.legal_moves[0])
        leaders.append(round.turn)
    why = tuple(
        f"{names[leader or '']} leads ({cite})"
        for leader, cite in zip(leaders, ("R35-PLAY-1", "R04-PLAY-1"), strict=True)
    )
    for seat in (bidder, next_seat("NESW", bidder)):
        yield _Claim(
            f"{names[bidder]} wins the auction, and {names[seat]} leads to the first trick",
            tuple(leader == seat for leader in leaders),
            why,
        )


def _forced_discard(draw: Draw, rounds: tuple[TrickRound, TrickRound], bidder: str) -> Iterator[_Claim]:
    plain = draw.one_of([card for card in PACK if card.is_number_card])
    money = draw.some_of([card for card in PACK if card.money], 2)
    discards = Discard([plain, *money]).cards
    seen_cards = [[card for card in shown(discards, round.rules.nest) if card != UNSEEN] for round in rounds]
    why = tuple(
        f"{format_cards(cards)} are seen ({cite})"
        for cards, cite in zip(seen_cards, ("R35-NEST-5", "R04-WID-2"), strict=True)
    )
    head = f"With too few number cards, the bidder must discard {format_cards(discards)}, and the other players see "
    for text, cards in (
        (format_cards(discards), list(discards)),
        (f"{format_cards(seen_cards[1])} only", seen_cards[1]),
        ("none of it", []),
    ):
        yield _Claim(head + text, tuple(seen_cards == cards for seen_cards in seen_cards), why)


def _after_the_tiger(draw: Draw, rounds: tuple[TrickRound, TrickRound], bidder: str) -> Iterator[_Claim]:
    """Ask what the last player may play after an animal is led and the Tiger follows.

    The third card is of a color that the last player holds.
    """
    trump, second, third, fourth = draw.shuffled(list(Color))
    animal, other_animal = draw.shuffled([BULL, BEAR])
    seats = seats_from("NESW", draw.one_of("NESW"))

    def draw_cards(color: Color, number: int) -> list[Card]:
        return draw.some_of(list_color(color), number)

    second_cards = draw_cards(second, 2)
    last_hand = [second_cards[1], *draw_cards(trump, 1)]
    hands = [
        [animal, other_animal],
        [TIGER, *draw_cards(third, 1)],
        [second_cards[0], *draw_cards(fourth, 1)],
        last_hand,
    ]
    hand_texts = {seat: format_cards(hand) for seat, hand in zip(seats, hands, strict=True)}
    used_cards = [card for hand in hands for card in hand]
    nest = format_cards([card for card in PACK if card.is_number_card and card not in used_cards][:3])
    positions = [
        make_position(
            round.rules.id, hand_texts, trump, seats[0], played=f"{animal} TIGER {second_cards[0]}", nest=nest
        )
        for round in rounds
    ]
    names = rounds[0].rules.seat_names
    head = (
        f"Trump is {trump.word}. {names[seats[0]]} leads the {animal.words}, the Tiger and {second_cards[0].words} follow; {names[seats[3]]} holds "
        f"{format_cards(last_hand)} and may play "
    )
    for card in last_hand:
        yield _make_claim(head + card.code, (positions[0], positions[1]), Play(card))


_FINDERS = (_first_to_speak, _first_calls, _raises, _first_lead, _forced_discard, _after_the_tiger)


@exercise("Which document says this?", kind="rules", level=3, lesson="25-the-games-history", form=Choices)
def which_document(draw: Draw) -> Variant:
    """Ask which of six rules are in one of the documents."""
    rules = [ruling for ruling in all_rulings().values() if ruling.kind != "reading" and ruling.document in _DOCUMENTS]
    document = draw.one_of(_MAKE_A_MILLION)
    right = draw.some_of([ruling for ruling in rules if ruling.document == document], draw.between(2, 3))
    candidates = [ruling for ruling in rules if ruling.document != document and _is_elsewhere_only(ruling, document)]
    distant = draw.some_of([ruling for ruling in candidates if ruling.document not in _MAKE_A_MILLION], draw.below(2))
    wrong = draw.some_of(
        [ruling for ruling in candidates if ruling.document in _MAKE_A_MILLION], 6 - len(right) - len(distant)
    )
    shown_rulings = draw.shuffled([*right, *wrong, *distant])
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
    return ask_options(text, answer, {"document": document})


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
