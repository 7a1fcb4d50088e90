"""Exercises on Make-a-Million for other numbers of players, and on Manhattan: No Color, three hands, two packs."""

from mam.classroom.answers import Choice
from mam.classroom.captures import captor_and_worth, why_it_captures, why_so_much
from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.registry import Variant, as_options, exercise
from mam.classroom.rounds import CODES, begin_round, describe_plays, played_on, trick_game
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, PACK, AnyColor, NoTrump, format_cards, make_two_packs, money_in
from mam.rules.dealing import list_seats_from
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Pass
from mam.rules.scoring import ScoringRules, score_persons
from mam.rules.tricks import Trick, find_winner, trick_value


@exercise(
    "manhattan-no-color", "A round in No Color", kind="rules", level=3, lesson="12-manhattan", form=Number, unit=DOLLARS
)
def manhattan_no_color(draw: Draw) -> Variant:
    """Ask what the bidder's side has captured in five tricks of a Manhattan round in No Color."""
    round = _no_color(draw)
    assert round.bidder is not None
    names, rules = round.rules.seat_names, round.rules.tricks
    start = draw.below(len(round.tricks) - 4)
    tricks = round.tricks[start : start + 5]
    side = round.side_of(round.bidder)
    members = round.sides[side]
    total = sum(trick.value for trick in tricks if trick.winner in members)
    slips = [
        Slip(
            "other-side",
            sum(trick.value for trick in tricks if trick.winner not in members),
            "That is what the other side captured.",
        ),
        Slip(
            "highest-rank",
            _by_rank(tricks, members),
            "A card of another color than the one led captures nothing, however high (R35-PLAY-4).",
        ),
        Slip(
            "money-on-cards",
            sum(money_in(trick.cards) for trick in tricks if trick.winner in members),
            "You counted the money on the cards. Bull and Bear change it.",
        ),
        Slip(
            "all-tricks",
            sum(trick.value for trick in tricks),
            "That is the value of all five tricks. Only those of the bidder's side count.",
        ),
    ]
    trick_list = "\n".join(f"- {names[trick.leader]} leads: {format_cards(trick.cards)}" for trick in tricks)
    explanation = "\n".join(
        f"- {format_cards(trick.cards)}: {why_it_captures(trick.cards, round.trump, rules)} {names[trick.winner or '']} captures {format_amount(trick.value)}."
        for trick in tricks
    )
    return Variant(
        f"Manhattan Million: {names[round.bidder]} is the bidder, with **No Color**. The Tiger is out of the game. Five tricks, each in the "
        f"order of play, with turns going North, East, South, West {CODES}:\n\n{trick_list}\n\nHow much has {names[round.bidder]}'s side "
        f"({round.side_names[side]}) captured in them, in thousands of dollars?",
        Number(
            total,
            slips,
            "Find who captures each trick, then add up one side's tricks.",
        ),
        (
            "In No Color there is no trump (RMM-6): the highest card of the color led captures.",
            "Write the seats beside the cards, beginning with the leader, and mark the highest of the color led.",
            f"The trick winners in order: {', '.join(names[trick.winner or ''] for trick in tricks)}.",
        ),
        f"{explanation}\n\n{round.side_names[side]} have captured {format_amount(total)}.",
        {
            "side": side,
            "leaders": [trick.leader for trick in tricks],
            "tricks": [[card.code for card in trick.cards] for trick in tricks],
        },
    )


def _no_color(draw: Draw) -> TrickRound:
    """Play a Manhattan round in No Color."""
    round, bidder = begin_round(draw, "manhattan"), draw.one_of("NESW")
    while round.phase == "auction":
        legal = [move for move in round.legal_moves if isinstance(move, Bid)]
        if round.turn == bidder and round.bidder is None:
            round = round.play(next(move for move in legal if move.color == NoTrump.NO_COLOR))
        else:
            round = round.play(Pass() if Pass() in round.legal_moves else legal[0])
    return played_on(draw, round)


def _by_rank(tricks: tuple[Trick, ...], members: tuple[str, ...]) -> int:
    """Return what a side would capture if the highest rank always captured."""
    total = 0
    for trick in tricks:
        best = max(range(len(trick.cards)), key=lambda place: trick.cards[place].rank)
        total += trick.value if trick.seats[best] in members else 0
    return total


@exercise(
    "three-hands",
    "Three players and Dummy",
    kind="rules",
    level=2,
    lesson="13-two-and-three-players",
    form=Number,
    unit=DOLLARS,
)
def three_hands(draw: Draw) -> Variant:
    """Ask for a player's total after a round for three."""
    persons, bidder = ("A", "B", "C"), draw.one_of("ABC")
    player = draw.one_of([bidder, *persons])
    bidder_money = 5 * draw.between(30, 60)
    opponents_money, bid = 400 - bidder_money, max(175, bidder_money + 5 * draw.between(-6, 6))
    sides = {f"{bidder}-D": (bidder, "D"), "others": tuple(person for person in persons if person != bidder)}
    captured = {f"{bidder}-D": bidder_money, "others": opponents_money}
    entered = score_persons(bid, bidder, captured, sides, ScoringRules(setback="bidder"))
    before = {person: 5 * draw.between(-20, 120) for person in persons}
    old_total, new_total, is_made = before[player], before[player] + entered[player], bidder_money >= bid
    missed = f"{format_amount(bidder_money)} is less than the bid: {bidder} is set back (R35-3P-10)."
    slips = [
        Slip(
            "bidders-money",
            old_total + bidder_money,
            f"The bidder's side took {format_amount(bidder_money)}, but does it count for {player}?",
        ),
        Slip("set-back", old_total - bid, "Only the bidder is set back, and only if the bid was not made (R35-3P-10)."),
        Slip("opponents-money", old_total + opponents_money, f"That is the opponents' money. Does {player} score it?"),
        Slip(
            "opponents-divided",
            old_total + opponents_money // 2,
            "It is not divided: each member of a side scores all of it (R35-3P-9).",
        ),
        Slip(
            "dummys-half",
            old_total + bidder_money // 2,
            "Dummy does not take half: the bidder scores everything both hands captured (R35-3P-9)."
            if is_made
            else f"{missed} Then half of it counts for nobody.",
        ),
        Slip(
            "bid-scored",
            old_total + bid,
            "The bidder scores the money captured, not the bid (R35-3P-9)." if is_made else missed,
        ),
        Slip(
            "round-only",
            entered[player],
            f"That is the score of the round. {player} had {format_amount(old_total)} before.",
        ),
    ]
    return Variant(
        f"Three players, A, B and C, with Dummy. {bidder} bid {format_amount(bid)}; the bidder and Dummy captured {format_amount(bidder_money)}, the two "
        f"opponents {format_amount(opponents_money)}. Before the round: {', '.join(f'{person} {format_amount(total)}' for person, total in before.items())}. "
        f"What is **{player}**'s total after it, in thousands of dollars?",
        Number(
            new_total,
            slips,
            f"Is {player} the bidder or an opponent?",
        ),
        (
            "Each member of a side scores all that the side captured (R35-3P-9).",
            "If the bid fails, only the bidder is set back (R35-3P-10); the opponents score what they took.",
            f"{format_amount(bidder_money)} is {'enough' if is_made else 'too little'} for {format_amount(bid)}.",
        ),
        f"{bidder} {'makes' if is_made else 'misses'} the bid. {player} is {'the bidder' if player == bidder else 'an opponent'} and "
        f"scores {format_amount(entered[player])} ({'R35-3P-9' if is_made or player != bidder else 'R35-3P-10'}): "
        f"{format_amount(old_total)} becomes {format_amount(new_total)}.",
        {"bidder": bidder, "bid": bid, "captured": captured, "before": before, "asked": player},
    )


@exercise(
    "two-packs",
    "Duplicates and two Bulls",
    kind="rules",
    level=3,
    lesson="14-six-eight-and-silent-partner",
    form=Choice,
)
def two_pack_trick(draw: Draw) -> Variant:
    """Ask who captures a trick of six or eight cards from two packs, with duplicates, two Bulls, or both."""
    rules = trick_game(draw.one_of(["six", "eight"]))
    assert rules.pack == make_two_packs(_LEFT_OUT[rules.id].split())
    trump = draw.one_of([card.color for card in PACK[::13][:4]])
    trick = _twin_trick(draw, rules, trump)
    answer = captor_and_worth(draw, trick, trump, rules.tricks, rules.seat_names, (1, 2, 4, 0), rules.cites)
    assert trump is not None
    return Variant(
        f"{len(rules.seats)} players, two packs, so there are two of most cards. Trump is **{trump.word}**. "
        f"{describe_plays(trick.plays, rules.seat_names)}. Who captures the trick, and how much?\n\n{as_options(answer.options)}",
        answer,
        (
            "Find the best card first. If its duplicate is in the trick too, the later of the two captures (R68-6).",
            "Then go through Bulls and Bears: a Bear cancels the Bulls before it; two Bulls with no Bear after them make it four times (R68-8, R68-9).",
            f"The cards show {format_amount(money_in(trick.cards))}; trump is {trump.word}.",
        ),
        f"{why_it_captures(trick.cards, trump, rules.tricks, rules.cites)} {why_so_much(trick.cards, rules.cites)} {answer.right}.",
        {
            "edition": rules.id,
            "trump": trump.word,
            "seats": list(trick.seats),
            "cards": [card.code for card in trick.cards],
            "options": list(answer.options),
        },
    )


_LEFT_OUT = {"six": "R1 G1 B1 Y1 Y1", "eight": "R1 Y1 G1"}


def _twin_trick(draw: Draw, rules: TrickGameRules, trump: AnyColor | None) -> Trick:
    """Draw a trick in which the winning card has a duplicate, or with two Bulls; a number or money card leads."""
    size, seats = len(rules.seats), list_seats_from(rules.seats, draw.one_of(rules.seats))
    while True:
        lead = draw.one_of([card for card in rules.pack if card.color])
        same_color = [card for card in rules.pack if card.color == lead.color and card != lead]
        animals = [card for card in rules.pack if card in (BULL, BEAR)]
        free = [card for card in rules.pack if card.color not in (lead.color, None) and card.money]
        twins = [card for card in same_color if rules.pack.count(card) == 2]
        twin = draw.one_of(twins)
        candidates = [
            twin,
            twin,
            *draw.some_of(animals, draw.between(1, 3)),
            *draw.some_of(free, 2),
            *draw.some_of(same_color, size),
        ]
        cards = (lead, *draw.shuffled(candidates[: size - 1]))
        is_possible = all(cards.count(card) <= rules.pack.count(card) for card in cards)
        best = find_winner(cards, trump, rules.tricks)
        if (
            is_possible
            and best is not None
            and money_in(cards)
            and (cards.count(cards[best]) > 1 or cards.count(BULL) > 1)
        ):
            return Trick(seats, cards, seats[best], trick_value(cards, rules.tricks))


@exercise(
    "silent-partners",
    "Who was whose partner?",
    kind="rules",
    level=4,
    lesson="14-six-eight-and-silent-partner",
    form=Number,
    unit=DOLLARS,
)
def silent_partners(draw: Draw) -> Variant:
    """Ask for a player's score in Silent Partner for six, where played duplicates reveal the partners."""
    seats, names = trick_game("silent-six").seats, trick_game("silent-six").seat_names
    bidder = draw.one_of(seats)
    called_cards = sorted(draw.some_of([card for card in PACK if card.money], 2), key=PACK.index)
    other_seats = [seat for seat in seats if seat != bidder]
    partners = [draw.one_of(other_seats)] * 2 if draw.below(4) == 0 else draw.some_of(other_seats, 2)
    side = tuple(seat for seat in seats if seat in (bidder, *partners))
    against = tuple(seat for seat in seats if seat not in side)
    bid = 5 * draw.between(70, 92)
    side_money = bid + 5 * draw.between(-8, 8)
    money_by_seat = _divide_money(draw, side, side_money) | _divide_money(draw, against, 800 - side_money)
    player = draw.one_of([bidder, *partners, *other_seats])
    sides = {"side": side, "against": against}
    captured = {"side": side_money, "against": 800 - side_money}
    entered = score_persons(bid, bidder, captured, sides, ScoringRules(setback="side"))
    right, is_made = entered[player], side_money >= bid
    two_partners = sum(money_by_seat[seat] for seat in (bidder, partners[0]))
    slips = [
        Slip(
            "own-tricks",
            money_by_seat[player],
            f"That is what {player} captured. Add up the tricks of the side: each member scores the total (RSP-8).",
        ),
        Slip(
            "bidders-side",
            side_money,
            f"That is what the bidder's side captured. Was the bid made, and does {player} belong to it?",
        ),
        Slip("other-side", 800 - side_money, f"That is what the other side captured. Does {player} belong to it?"),
        Slip("set-back", -bid, "Only the bidder's side loses the bid, and only if it was not made (D-S11)."),
        Slip(
            "bid-scored",
            bid,
            "A side that makes its bid scores everything it captured, not the bid (R04-SCORE-2)."
            if is_made
            else f"{format_amount(side_money)} is less than the bid: the bidder's side is set back (D-S11).",
        ),
        Slip(
            "partner-forgotten",
            two_partners,
            "You left a partner out: anyone who played a duplicate of either card shown (RSP-4).",
        ),
    ]
    if player in side and player != bidder and not is_made:
        slips.append(Slip("nothing", 0, "A partner of the bidder is set back too when the bid fails (D-S11)."))
    duplicates = [f"the other {card.words} (`{card.code}`)" for card in called_cards]
    event = f"{names[partners[0]]} plays {duplicates[0]} and {names[partners[1]]} {duplicates[1]}"
    if len(set(partners)) == 1:
        event = f"{names[partners[0]]} plays {duplicates[0]} and {duplicates[1]}"
    in_turn = [seat for seat in seats if seat in money_by_seat]
    trick_list = ", ".join(f"{names[seat]} {format_amount(money_by_seat[seat])}" for seat in in_turn)
    role = "with the bidder" if player in side else "against the bidder"
    return Variant(
        f"Silent Partner for six (two packs). {names[bidder]} is the bidder at {format_amount(bid)} and has shown {format_cards(called_cards)}. During the round {event}. By the end the six players have "
        f"captured: {trick_list}. How much does **{names[player]}** score for the round, in thousands of dollars?",
        Number(
            right,
            slips,
            f"Find out first who played with whom. Which side is {names[player]} on?",
        ),
        (
            "A player who plays a duplicate of a card shown is the bidder's partner; one player may play both (RSP-4, RSP-6).",
            "Add up the tricks of everyone on a side: each of them scores the side's result (RSP-8).",
            f"The bidder's side is {', '.join(side)}, and it captured {format_amount(side_money)}.",
        ),
        f"{', '.join(side)} play together and captured {format_amount(side_money)}, {'enough' if is_made else 'too little'} for {format_amount(bid)}; {', '.join(against)} captured {format_amount(800 - side_money)}. "
        f"{names[player]} played {role} and scores {format_amount(right)} ({'RSP-8' if is_made or player in against else 'RSP-8, D-S11'}).",
        {
            "bidder": bidder,
            "bid": bid,
            "shown": [card.code for card in called_cards],
            "duplicates": list(partners),
            "captured": money_by_seat,
            "asked": player,
        },
    )


def _divide_money(draw: Draw, seats: tuple[str, ...], money: int) -> dict[str, int]:
    """Divide this much captured money at random among the seats."""
    cuts = [0, *sorted(5 * draw.below(money // 5 + 1) for _ in seats[1:]), money]
    return {seat: high - low for seat, low, high in zip(seats, cuts[:-1], cuts[1:], strict=True)}
