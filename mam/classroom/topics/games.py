"""Exercises on Make-a-Million for other numbers of players, and on Manhattan: No Color, three hands, two packs."""

from mam.classroom.captures import choose_capture, explain_capture, explain_value
from mam.classroom.phrases import SCORES_CAPTURES, list_codes, make_list
from mam.classroom.rounds import CODES, MONEY_CARDS, begin_round, describe_plays, get_trick_game, play_on
from mam.classroom.template import DOLLARS, Choice, Draw, Variant, ask, ask_number, exercise
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, Color, NoTrump, format_cards, money_in, sort_hand
from mam.rules.dealing import list_seats_from
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Pass
from mam.rules.scoring import ScoringRules, score_persons
from mam.rules.tricks import Trick, find_winner, trick_value


@exercise("A round in No Color", kind="rules", level=3, lesson="games/manhattan", unit=DOLLARS)
def manhattan_no_color(draw: Draw) -> Variant:
    """Ask what the bidder's side has captured in five tricks of a Manhattan round in No Color."""
    round = _play_no_color(draw)
    assert round.bidder is not None
    names = round.rules.seat_names
    start = draw.below(len(round.tricks) - 4)
    tricks = round.tricks[start : start + 5]
    side = round.side_of(round.bidder)
    members = round.sides[side]
    total = sum(trick.value for trick in tricks if trick.winner in members)
    slips = {
        "other-side": sum(trick.value for trick in tricks if trick.winner not in members),
        "highest-rank": _capture_by_rank(tricks, members),
        "money-on-cards": sum(money_in(trick.cards) for trick in tricks if trick.winner in members),
        "all-tricks": sum(trick.value for trick in tricks),
    }
    explanation = [
        f"{format_cards(trick.cards)}: {explain_capture(trick.cards, round.trump)} {names[trick.winner or '']} captures {format_amount(trick.value)}."
        for trick in tricks
    ]
    text = f"""
        Manhattan Million: {names[round.bidder]} is the bidder, with **No Color**. The Tiger is out of the game. Five tricks, each in the order of play, with turns going North, East, South, West {CODES}:

        {make_list(f"{names[trick.leader]} leads: {format_cards(trick.cards)}" for trick in tricks)}

        How much has {names[round.bidder]}'s side ({round.side_names[side]}) captured in them, in thousands of dollars?

        Nudge: Find who captures each trick, then add up one side's tricks.
        Hint: In No Color there is no trump (RMM-6): the highest card of the color led captures.
        Hint: Write the seats beside the cards, beginning with the leader, and mark the highest of the color led.
        Hint: The trick winners in order: {", ".join(names[trick.winner or ""] for trick in tricks)}.
        Slip other-side: That is what the other side captured.
        Slip highest-rank: A card of another color than the one led captures nothing, however high (R35-PLAY-4).
        Slip money-on-cards: You counted the money on the cards. Bull and Bear change it.
        Slip all-tricks: That is the value of all five tricks. Only those of the bidder's side count.
        Solution: {make_list(explanation)}

        {round.side_names[side]} have captured {format_amount(total)}.
    """
    leaders = [trick.leader for trick in tricks]
    given = {"side": side, "leaders": leaders, "tricks": [list_codes(trick.cards) for trick in tricks]}
    return ask_number(text, total, slips, given)


def _play_no_color(draw: Draw) -> TrickRound:
    """Play a Manhattan round in No Color."""
    round, bidder = begin_round(draw, "manhattan"), draw.one_of("NESW")
    while round.phase == "auction":
        legal = [move for move in round.legal_moves if isinstance(move, Bid)]
        if round.turn == bidder and round.bidder is None:
            round = round.play(next(move for move in legal if move.color == NoTrump.NO_COLOR))
        else:
            round = round.play(Pass() if Pass() in round.legal_moves else legal[0])
    return play_on(draw, round)


def _capture_by_rank(tricks: tuple[Trick, ...], members: tuple[str, ...]) -> int:
    """Return what a side would capture if the highest rank always captured."""
    return sum(trick.value for trick in tricks if max(trick.plays, key=lambda play: play[1].rank)[0] in members)


@exercise("Three players and Dummy", kind="rules", level=2, lesson="games/three-players", unit=DOLLARS)
def three_hands(draw: Draw) -> Variant:
    """Ask for a player's total after a round for three."""
    persons, bidder = ("A", "B", "C"), draw.one_of("ABC")
    player = draw.one_of([bidder, *persons])
    bidder_money = 5 * draw.between(30, 60)
    min_opening = get_trick_game("make-a-million-1935-three").auction.min_opening
    opponents_money, bid = 400 - bidder_money, max(min_opening, bidder_money + 5 * draw.between(-6, 6))
    sides = {f"{bidder}-D": (bidder, "D"), "others": tuple(person for person in persons if person != bidder)}
    captured = {f"{bidder}-D": bidder_money, "others": opponents_money}
    entered = score_persons(bid, bidder, captured, sides, ScoringRules(setback="bidder"))
    before = {person: 5 * draw.between(-20, 120) for person in persons}
    old_total, new_total, is_made = before[player], before[player] + entered[player], bidder_money >= bid
    miss_text = f"{format_amount(bidder_money)} is less than the bid: {bidder} is set back (R35-3P-10)."
    slips = {
        "bidders-money": old_total + bidder_money,
        "set-back": old_total - bid,
        "opponents-money": old_total + opponents_money,
        "opponents-divided": old_total + opponents_money // 2,
        "dummys-half": old_total + bidder_money // 2,
        "bid-scored": old_total + bid,
        "round-only": entered[player],
    }
    text = f"""
        Three players, A, B and C, with Dummy. {bidder} bid {format_amount(bid)}; the bidder and Dummy captured {format_amount(bidder_money)}, the two opponents {format_amount(opponents_money)}. Before the round: {", ".join(f"{person} {format_amount(total)}" for person, total in before.items())}. What is **{player}**'s total after it, in thousands of dollars?

        Nudge: Is {player} the bidder or an opponent?
        Hint: Each member of a side scores all that the side captured (R35-3P-9).
        Hint: If the bid fails, only the bidder is set back (R35-3P-10); the opponents score what they took.
        Hint: {format_amount(bidder_money)} is {"enough" if is_made else "too little"} for {format_amount(bid)}.
        Slip bidders-money: The bidder's side took {format_amount(bidder_money)}, but does it count for {player}?
        Slip set-back: Only the bidder is set back, and only if the bid was not made (R35-3P-10).
        Slip opponents-money: That is the opponents' money. Does {player} score it?
        Slip opponents-divided: It is not divided: each member of a side scores all of it (R35-3P-9).
        Slip dummys-half: {"Dummy does not take half: the bidder scores everything both hands captured (R35-3P-9)." if is_made else f"{miss_text} Then half of it counts for nobody."}
        Slip bid-scored: {"The bidder scores the money captured, not the bid (R35-3P-9)." if is_made else miss_text}
        Slip round-only: That is the score of the round. {player} had {format_amount(old_total)} before.
        Solution: {bidder} {"makes" if is_made else "misses"} the bid. {player} is {"the bidder" if player == bidder else "an opponent"} and scores {format_amount(entered[player])} ({"R35-3P-9" if is_made or player != bidder else "R35-3P-10"}): {format_amount(old_total)} becomes {format_amount(new_total)}.
    """
    given = {"bidder": bidder, "bid": bid, "captured": captured, "before": before, "asked": player}
    return ask_number(text, new_total, slips, given)


@exercise("Duplicates and two Bulls", kind="rules", level=3, lesson="games/six-and-eight", form=Choice)
def two_packs(draw: Draw) -> Variant:
    """Ask who captures a trick of six or eight cards from two packs, with duplicates, two Bulls, or both."""
    rules = get_trick_game(draw.one_of(["six", "eight"]))
    trump = draw.one_of(list(Color))
    trick = _draw_duplicate_trick(draw, rules, trump)
    answer = choose_capture(draw, trick, trump, (1, 2, 4, 0), rules)
    text = f"""
        {len(rules.seats)} players, two packs, so there are two of most cards. Trump is **{trump.word}**. {describe_plays(trick.plays, rules.seat_names)}. Who captures the trick, and how much?

        Hint: Find the best card first. If its duplicate is in the trick too, the later of the two captures (R68-6).
        Hint: Then go through Bulls and Bears: a Bear cancels the Bulls before it; two Bulls with no Bear after them make it four times (R68-8, R68-9).
        Hint: The cards show {format_amount(money_in(trick.cards))}; trump is {trump.word}.
        Solution: {explain_capture(trick.cards, trump, rules)} {explain_value(trick.cards, rules)} {answer.right}.
    """
    cards = list_codes(trick.cards)
    given = {"edition": rules.id, "trump": trump.word, "seats": list(trick.seats), "cards": cards}
    return ask(text, answer, given).with_plays(trick.plays, rules.seat_names)


def _draw_duplicate_trick(draw: Draw, rules: TrickGameRules, trump: Color) -> Trick:
    """Draw a trick in which the winning card has a duplicate, or with two Bulls; a number or money card leads."""
    size, seats = len(rules.seats), list_seats_from(rules.seats, draw.one_of(rules.seats))
    while True:
        lead = draw.one_of([card for card in rules.pack if card.color])
        same_color = [card for card in rules.pack if card.color == lead.color and card != lead]
        animals = [card for card in rules.pack if card in (BULL, BEAR)]
        free = [card for card in rules.pack if card.color not in (lead.color, None) and card.money]
        duplicates = [card for card in same_color if rules.pack.count(card) == 2]
        duplicate = draw.one_of(duplicates)
        others = [*draw.some_of(animals, draw.between(1, 3)), *draw.some_of(free, 2), *draw.some_of(same_color, size)]
        cards = (lead, *draw.shuffle([duplicate, duplicate, *others][: size - 1]))
        is_possible = all(cards.count(card) <= rules.pack.count(card) for card in cards)
        best = find_winner(cards, trump, rules.tricks)
        if not is_possible or best is None or not money_in(cards):
            continue
        if cards.count(cards[best]) > 1 or cards.count(BULL) > 1:
            return Trick(seats, cards, seats[best], trick_value(cards, rules.tricks))


@exercise("Who was whose partner?", kind="rules", level=4, lesson="games/silent-partner", unit=DOLLARS)
def silent_partners(draw: Draw) -> Variant:
    """Ask for a player's score in Silent Partner for six, where played duplicates reveal the partners."""
    seats, names = get_trick_game("silent-six").seats, get_trick_game("silent-six").seat_names
    bidder = draw.one_of(seats)
    called_cards = sort_hand(draw.some_of(MONEY_CARDS, 2))
    other_seats = [seat for seat in seats if seat != bidder]
    partners = [draw.one_of(other_seats)] * 2 if draw.below(4) == 0 else draw.some_of(other_seats, 2)
    side = tuple(seat for seat in seats if seat in (bidder, *partners))
    against = tuple(seat for seat in seats if seat not in side)
    bid = 5 * draw.between(70, 92)
    side_money = bid + 5 * draw.between(-8, 8)
    money_by_seat = _divide_money(draw, side, side_money) | _divide_money(draw, against, 800 - side_money)
    player = draw.one_of([bidder, *partners, *other_seats])
    sides, captured = {"side": side, "against": against}, {"side": side_money, "against": 800 - side_money}
    right = score_persons(bid, bidder, captured, sides, ScoringRules(setback="side"))[player]
    is_made = side_money >= bid
    slips = {
        "own-tricks": money_by_seat[player],
        "bidders-side": side_money,
        "other-side": 800 - side_money,
        "set-back": -bid,
        "bid-scored": bid,
        "partner-forgotten": money_by_seat[bidder] + money_by_seat[partners[0]],
        "nothing": 0 if player in side and player != bidder and not is_made else None,
    }
    first, second = (f"the other {card.words} (`{card.code}`)" for card in called_cards)
    other_partner = f"{names[partners[1]]} " if partners[1] != partners[0] else ""
    captures = ", ".join(f"{names[seat]} {format_amount(money_by_seat[seat])}" for seat in seats)
    text = f"""
        Silent Partner for six (two packs). {names[bidder]} is the bidder at {format_amount(bid)} and has shown {format_cards(called_cards)}. During the round {names[partners[0]]} plays {first} and {other_partner}{second}. By the end the six players have captured: {captures}. How much does **{names[player]}** score for the round, in thousands of dollars?

        Nudge: Find out first who played with whom. Which side is {names[player]} on?
        Hint: A player who plays a duplicate of a card shown is the bidder's partner; one player may play both (RSP-4, RSP-6).
        Hint: Add up the tricks of everyone on a side: each of them scores the side's result (RSP-8).
        Hint: The bidder's side is {", ".join(side)}, and it captured {format_amount(side_money)}.
        Slip own-tricks: That is what {player} captured. Add up the tricks of the side: each member scores the total (RSP-8).
        Slip bidders-side: That is what the bidder's side captured. Was the bid made, and does {player} belong to it?
        Slip other-side: That is what the other side captured. Does {player} belong to it?
        Slip set-back: Only the bidder's side loses the bid, and only if it was not made (D-S11).
        Slip bid-scored: {f"{SCORES_CAPTURES} (R04-SCORE-2)." if is_made else f"{format_amount(side_money)} is less than the bid: the bidder's side is set back (D-S11)."}
        Slip partner-forgotten: You left a partner out: anyone who played a duplicate of either card shown (RSP-4).
        Slip nothing: A partner of the bidder is set back too when the bid fails (D-S11).
        Solution: {", ".join(side)} play together and captured {format_amount(side_money)}, {"enough" if is_made else "too little"} for {format_amount(bid)}; {", ".join(against)} captured {format_amount(800 - side_money)}. {names[player]} played {"with" if player in side else "against"} the bidder and scores {format_amount(right)} ({"RSP-8" if is_made or player in against else "RSP-8, D-S11"}).
    """
    given = {
        "bidder": bidder,
        "bid": bid,
        "shown": list_codes(called_cards),
        "duplicates": list(partners),
        "captured": money_by_seat,
        "asked": player,
    }
    return ask_number(text, right, slips, given)


def _divide_money(draw: Draw, seats: tuple[str, ...], money: int) -> dict[str, int]:
    """Divide this much captured money at random among the seats."""
    cuts = [0, *sorted(5 * draw.below(money // 5 + 1) for _ in seats[1:]), money]
    return {seat: high - low for seat, low, high in zip(seats, cuts[:-1], cuts[1:], strict=True)}
