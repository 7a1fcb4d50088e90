"""Exercises on the auction, the hand and the nest: what may be called, what may be discarded, and what of it is shown."""

from itertools import combinations

from mam.classroom.phrases import describe_call, join_steps, list_codes, quote_ruling
from mam.classroom.rounds import CODES, begin_round, draw_sixteen, get_trick_game, list_openings
from mam.classroom.template import DOLLARS, Cards, Choices, Draw, Variant, ask, ask_number, exercise, list_reasons
from mam.games.trick_round import TrickRound
from mam.rules.amounts import format_amount
from mam.rules.auction import find_bid_range, find_high_bid, find_min_bid
from mam.rules.cards import ANIMALS, PACK, UNSEEN, Color, format_cards, format_count, money_in, remove_cards, sort_hand
from mam.rules.moves import Bid, Call, Pass
from mam.rules.nest import show_discard, why_discard, why_not_discard
from mam.rules.rulings import YOU
from mam.support.messages import capitalize


def _describe_state(round: TrickRound) -> dict[str, str]:
    """Return the dealer, the calls so far and whose turn it is, in words."""
    names = round.rules.seat_names
    return {
        "dealer": names[round.deal.dealer],
        "calls": ", ".join(f"{names[seat]} {describe_call(call)}" for seat, call in round.calls),
        "to_speak": names[round.turn or ""],
    }


@exercise("Which calls are legal?", kind="rules", level=2, lesson="learn/raising", form=Choices)
def legal_calls(draw: Draw) -> Variant:
    """Stop an auction at some call and ask which calls are legal."""
    round = _stop_auction(draw)
    state, calls, high = _describe_state(round), _choose_options(draw, round), find_high_bid(round.calls)
    reasons = {describe_call(call): quote_ruling(round.why_not(call) or round.why(call)[0]) for call in calls}
    right = tuple(describe_call(call) for call in calls if not round.why_not(call))
    answer = Choices(right, tuple(reasons), reasons)
    openings = find_bid_range([], round.rules.auction).describe(round.rules.auction)
    text = f"""
        Rules of 1935. {state["dealer"]} is the dealer. {f"The calls so far: {state['calls']}." if round.calls else "Nobody has called yet."} It is {state["to_speak"]}'s turn. Which of these calls are legal now?

        Hint: Ask of each call: is it high enough, is it a multiple of $5,000, and is it only an amount? (R35-BID-5, R35-BID-6, R35-BID-7)
        Hint: The dealer calls first and must open, with {openings}; that maximum is for the opening bid only (R35-BID-1, R35-BID-2).
        Hint: {f"The high bid is {format_amount(high[1].amount)}: the lowest legal bid is {format_amount(find_min_bid(round.calls, round.rules.auction))}." if high else f"The dealer opens, with {openings}, and can't pass."}
        Solution: {list_reasons(answer, "legal", "not legal")}
    """
    return ask(text, answer, state)


def _stop_auction(draw: Draw, minimum: int = 0) -> TrickRound:
    """Return an auction after a few calls that is not over."""
    round, call_count = begin_round(draw), draw.between(minimum, 8)
    while len(round.calls) < call_count:
        bids = [move for move in round.legal_moves if isinstance(move, Bid)][:8]
        alive = len({seat for seat, call in round.calls if call == Pass()}) < 2
        call = Pass() if round.calls and alive and draw.below(3) == 0 else draw.one_of(bids)
        next_round = round.play(call)
        if next_round.phase != "auction":
            break
        round = next_round
    return round


def _choose_options(draw: Draw, round: TrickRound) -> list[Call]:
    """Return calls to choose from, some legal and some not, for different reasons."""
    standing = find_high_bid(round.calls)
    if standing is None:
        openings = list_openings()
        low_amounts = [openings[0] - below for below in (25, 15, 5)]
        high_amounts = [openings[-1] + above for above in (5, 10, 25)]
        between_steps = [openings[0] + extra for extra in (1, 2, 3, 4)]
        wrong = [Bid(draw.one_of(amounts)) for amounts in (low_amounts, between_steps, high_amounts)]
        legal = [Bid(amount) for amount in draw.some_of([*openings], 2)]
        return draw.shuffle([*wrong, *legal, Bid(openings[2], draw.one_of(list(Color))), Pass()])
    high_amount = standing[1].amount
    low = [Bid(high_amount), Bid(high_amount + 5), Bid(high_amount - draw.one_of([5, 10]))]
    odd = Bid(high_amount + 10 + draw.one_of([1, 2, 3, 4, 6, 7, 8, 9]))
    legal = [Bid(high_amount + step) for step in draw.some_of([10, 15, 20, 25, 40, 60], 2)]
    color_bid = Bid(high_amount + draw.one_of([10, 20]), draw.one_of(list(Color)))
    return draw.shuffle([*draw.some_of(low, 2), odd, *legal, color_bid, Pass()])


@exercise("The lowest raise", kind="rules", level=1, lesson="learn/raising", unit=DOLLARS)
def least_raise(draw: Draw) -> Variant:
    """Describe an auction call by call and ask for the lowest amount that the next player may bid."""
    round = _stop_auction(draw, 4)
    state, minimum = _describe_state(round), find_min_bid(round.calls, round.rules.auction)
    high_amount = minimum - 10
    opening = next(call.amount for _, call in round.calls if isinstance(call, Bid))
    slips = {
        "high-bid": high_amount,
        "one-step": high_amount + 5,
        "from-the-opening": opening + 10,
        "by-one": high_amount + 1,
    }
    text = f"""
        Rules of 1935. {state["dealer"]} is the dealer. The calls: {state["calls"]}. What is the lowest bid that {state["to_speak"]} may make now, in thousands of dollars?

        Nudge: Find the last bid, then add the smallest raise.
        Hint: A pass changes nothing: look for the last bid.
        Hint: Each bid is at least $10,000 above the one before (R35-BID-5).
        Slip high-bid: {high_amount} is already bid. A raise must be at least $10,000 (R35-BID-5).
        Slip one-step: Bids go in steps of $5,000, but a raise must be at least $10,000 (R35-BID-5).
        Slip from-the-opening: That raises the opening bid. Count from the last bid.
        Slip by-one: Bids are multiples of $5,000, and a raise must be at least $10,000 (R35-BID-5, R35-BID-6).
        Solution: The last bid is {format_amount(high_amount)}. A raise is at least $10,000 (R35-BID-5), so {format_amount(minimum)}.
    """
    return ask_number(text, minimum, slips, state)


@exercise("Count the money in a hand", kind="rules", level=1, lesson="learn/money", unit=DOLLARS)
def money_in_hand(draw: Draw) -> Variant:
    """Ask for the money in a dealt hand of thirteen."""
    round = begin_round(draw)
    hand = next(hand for hand in draw.shuffle(round.deal.hands) if money_in(hand))
    total, carrying = money_in(hand), [card for card in hand if card.money]
    slips = {
        "all-ranks": sum(card.rank for card in hand),
        "cards-counted": len(carrying),
        "elevens": total + 11 * sum(card.rank == 11 for card in hand),
        "fives-and-tens": total - sum(card.money for card in carrying if card.money <= 10),
    }
    text = f"""
        Your hand {CODES}: {format_cards(hand)}

        How much money does it hold, in thousands of dollars?

        Nudge: Add the 40s, 30s, 15s, 10s and 5s, and no others.
        Hint: The money cards are the 40, 30, 15, 10 and 5; all other numbers are only for capturing (R35-PACK-6).
        Hint: This hand holds {format_count(len(carrying), "money card")}.
        Slip all-ranks: Not every number counts: number cards, including the 11, carry no money.
        Slip cards-counted: That is how many money cards there are ({len(carrying)}). Add what they carry.
        Slip elevens: The 11 is a number card: it carries no money (R35-PACK-6).
        Slip fives-and-tens: The 5 and the 10 are money cards too.
        Solution: {format_cards(carrying)}: {join_steps(" + ".join(str(card.money) for card in carrying), str(total))}, so {format_amount(total)} (R35-PACK-6).
    """
    return ask_number(text, total, slips, {"hand": list_codes(hand)})


@exercise("What may be discarded?", kind="rules", level=2, lesson="learn/nest-and-discard", form=Choices)
def legal_discards(draw: Draw) -> Variant:
    """Ask which discards from sixteen cards are legal; in about half of the variants there are too few number cards."""
    rules = get_trick_game()
    hand = sort_hand(draw_sixteen(draw, draw.one_of([1, 2, 2, 4, 5, 6, 7])))
    plain, money = [card for card in hand if card.is_number_card], [card for card in hand if card.money]
    is_forced = len(plain) < 3
    refusals = {cards: why_not_discard(cards, hand, rules.nest, YOU) for cards in combinations(hand, 3)}
    legal = [cards for cards, refusal in refusals.items() if refusal is None]
    no_animal = [cards for cards, refusal in refusals.items() if refusal and not set(cards) & set(ANIMALS)]
    with_animal = [cards for cards, refusal in refusals.items() if refusal and set(cards) & set(ANIMALS)]
    near_count = len(plain) - 1 if is_forced else 2
    near = [cards for cards in no_animal if sum(card.is_number_card for card in cards) == near_count]
    groups = (legal, 2), (near, 2), (no_animal, 1), (with_animal, 1)
    candidates = [cards for group, count in groups for cards in draw.some_of(group, count)]
    sets = draw.shuffle(list(dict.fromkeys(candidates)))
    reasons = {}
    for cards in sets:
        reason = refusals[cards] or why_discard(cards, rules.nest, "The bidder")[0]
        sentence = quote_ruling(rules.cite(reason))
        reasons[format_cards(cards)] = capitalize(sentence)
    answer = Choices(tuple(format_cards(cards) for cards in sets if cards in legal), tuple(reasons), reasons)
    case = (
        f"The hand has only {format_count(len(plain), 'number card')}, {format_cards(plain)}: discard {'it' if len(plain) == 1 else 'both'}, and add money to make three (R35-NEST-4)."
        if is_forced
        else f"There are {len(plain)} number cards, so you must discard three of those and nothing else (R35-NEST-3)."
    )
    text = f"""
        Rules of 1935. You are the bidder and have picked up the nest; your sixteen cards {CODES}: {format_cards(hand)}

        Which of these sets may you discard?

        Hint: You may discard number cards: no money, no Bull, no Bear, no Tiger (R35-NEST-3).
        Hint: With fewer than three number cards you must discard all of them, and add money to make three (R35-NEST-4).
        Hint: Number cards in this hand: {format_cards(plain)}. Money: {format_cards(money)}.
        Solution: {case}

        {list_reasons(answer)}
    """
    return ask(text, answer, {"hand": list_codes(hand)})


@exercise("What do the other players see?", kind="rules", level=3, lesson="learn/nest-and-discard", form=Cards)
def what_is_shown(draw: Draw) -> Variant:
    """Ask which cards of a discard the other players see, in one of two editions; most are forced discards."""
    year = draw.one_of(["1935", "1935", "2004", "2004", "2004"])
    edition = f"make-a-million-{year}"
    rules = get_trick_game(edition)
    hand = sort_hand(draw_sixteen(draw, draw.one_of([1, 2, 2, 2, 2, 4])))
    sets = [cards for cards in combinations(hand, 3) if why_not_discard(cards, hand, rules.nest, "") is None]
    discards = draw.one_of(sets)
    seen_cards = tuple(card for card in show_discard(discards, rules.nest) if card != UNSEEN)
    is_forced = any(card.money for card in discards)
    cite = "R35-NEST-5" if year == "1935" else "R04-WID-2"
    rule = f"The rules of {year} show {'all three cards' if year == '1935' else 'only the money'} of a discard with money in it ({cite})."
    secret = "A discard of number cards only is secret (R35-NEST-7)."
    reasons = {card.code: "The bidder does not hold it." for card in PACK}
    reasons |= {card.code: "It stays in the bidder's hand." for card in hand}
    reasons |= {card.code: rule if is_forced else secret for card in discards}
    text = f"""
        Rules of **{year}**. The bidder holds sixteen cards {CODES}: {format_cards(hand)}

        The bidder discards {format_cards(discards)}. Which cards do the other players see at that moment? (If none, give an empty answer.)

        Hint: Is it an ordinary discard, or one with money in it because there were too few number cards?
        Hint: An ordinary discard is secret. A forced one is shown: in 1935 all of it, in 2004 the money (R35-NEST-5, R04-WID-2).
        Solution: {rule if is_forced else secret} The bidder keeps {format_cards(remove_cards(hand, discards))}.
    """
    given = {"edition": edition, "hand": list_codes(hand), "out": list_codes(discards)}
    return ask(text, Cards(seen_cards, reasons), given)
