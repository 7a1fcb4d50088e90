"""Exercises in programming with rounds and many deals: a score, an auction, a record, and how rare deals are."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, log1p

from mam.analysis.probability import chances
from mam.classroom.phrases import NAMES, READ_CARD, make_list
from mam.classroom.rounds import DEFAULT_EDITION, get_trick_game, list_openings, play_round
from mam.classroom.template import Draw, Results, SlipValues, Variant, ask, ask_function, ask_number, exercise
from mam.games.registry import start
from mam.rules import tricks
from mam.rules.cards import Card, Color, format_cards, money_in
from mam.rules.dealing import list_seats_from
from mam.rules.moves import Bid, Pass
from mam.rules.scoring import score
from mam.text.notation import parse_card

_RULES = get_trick_game().tricks


@exercise("The score of a round", kind="programming", level=2, lesson="build-2-rules-as-functions", form=Results)
def score_function(draw: Draw) -> Variant:
    """Ask for a function: both sides' scores, with bids that are made, exactly made or missed."""
    text = """
        Write a function of a round that returns **both scores**, North-South's first, in thousands of dollars, as two numbers (for example as a tuple). A case gives the bidding side, its bid, and the money that North-South and East-West captured. A bidding side that captures its bid or more scores all of it (R35-SCORE-3); otherwise it loses the bid (R35-SCORE-4). The other side scores what it captured (R35-SCORE-5).

        Nudge: A side that captures exactly its bid makes it; a missed bid costs the bid, whatever was captured.
        Hint: `case.split()` gives the side, the bid and two amounts; `int` makes numbers of the last three.
        Hint: Only the bidding side's score depends on the bid. What if it captures exactly the bid?
        Hint: Set back means: the bidding side loses the bid, and what it captured does not count.
        Solution: The other side's score is always what it captured.

        ```python
        def scores(case):
            side, bid, ours, theirs = case.split()
            bid, taken = int(bid), {'N-S': int(ours), 'E-W': int(theirs)}
            if taken[side] < bid:
                taken[side] = -bid
            return taken['N-S'], taken['E-W']
        ```
    """
    kinds = draw.shuffle(("just", "made", "made", "missed", "missed", "close", "just", "over"))
    return ask_function(text, [_draw_captures(draw, kind) for kind in ("missed", *kinds)], _find_scores)


def _draw_captures(draw: Draw, kind: str) -> str:
    """Draw a round's amounts: the bid missed, narrowly missed, made exactly, made, or the total changed by an animal."""
    side, bid = draw.one_of(("N-S", "E-W")), 5 * draw.between(36, 56)
    total = 400 + 5 * draw.between(-6, 12) if kind == "over" else 400
    captures = {
        "missed": 5 * draw.between(10, bid // 5 - 1),
        "close": bid - 5,
        "just": bid,
        "made": min(400, bid + 5 * draw.between(1, 20)),
        "over": min(total, bid + 5 * draw.between(0, 12)),
    }[kind]
    amounts = (captures, total - captures) if side == "N-S" else (total - captures, captures)
    return f"{side} {bid} {amounts[0]} {amounts[1]}"


def _find_scores(case: str) -> str:
    side, bid, our_money, their_money = case.split()
    scores = score(int(bid), side, {"N-S": int(our_money), "E-W": int(their_money)})
    return f"{scores['N-S']} {scores['E-W']}"


@exercise("Is the auction legal?", kind="programming", level=3, lesson="build-2-rules-as-functions", form=Results)
def auction_function(draw: Draw) -> Variant:
    """Ask for a function: the first call of an auction that breaks a rule."""
    faults = draw.shuffle(("", "", "low", "step", "again", "silent", "high", "low", "again"))
    low, *_, high = list_openings()
    text = f"""
        Write a function of an auction that returns the **number of the first call that breaks a rule**, counted from 1, or 0 if all are legal. Four players call in turn, the dealer first. The dealer must bid (R35-BID-1), from {low} to {high} (R35-BID-2). A bid is at least 10 above the one before (R35-BID-5), in steps of 5 (R35-BID-6). A player who has passed is out (R35-BID-8) and is skipped. The player's letter comes before each call; a call by a player who has passed breaks the rule.

        Nudge: Opening from {low} to {high}, raises of 10 or more in steps of 5, and no way back after a pass.
        Hint: Split the case at the commas. Remember the high bid (none at first) and the set of players who have passed.
        Hint: For each call: Has this player passed? Is it a pass, and the first call of all? Is it a bid that is too low, too high for an opening, or not a multiple of 5?
        Hint: After a legal call, update the high bid and the set. After the last one, return 0.
        Solution: Remember the high bid and who has passed, and check one call after the other.

        ```python
        def find_first_fault(case):
            high_bid, passed = None, set()
            for number, call in enumerate(case.split(', '), 1):
                player, text = call.split()
                if player in passed:
                    return number
                if text == 'pass':
                    if high_bid is None:
                        return number
                    passed.add(player)
                    continue
                bid = int(text)
                low, high = ({low}, {high}) if high_bid is None else (high_bid + 10, 10_000)
                if bid % 5 or not low <= bid <= high:
                    return number
                high_bid = bid
            return 0
        ```
    """
    return ask_function(text, [_draw_auction(draw, fault) for fault in ("step", *faults)], _find_first_fault)


def _draw_auction(draw: Draw, fault: str) -> str:
    """Draw an auction, with one illegal call of this kind."""
    order = list_seats_from(("N", "E", "S", "W"), draw.one_of("NESW"))
    openings = list_openings()
    too_high = [openings[-1] + 5 * steps for steps in range(1, 6)]
    high = draw.one_of(too_high if fault == "high" else openings)
    calls = [f"{order[0]} {'pass' if fault == 'silent' else high}"]
    free, index, passed_seats = [*order], 1, list[str]()
    while len(free) > 1 and len(calls) < 12:
        seat = order[index % 4]
        index += 1
        if seat in passed_seats:
            if fault == "again" and draw.below(2):
                high += 10
                calls.append(f"{seat} {high}")
                fault = ""
            continue
        if draw.below(5) < 2 and len(free) > 1:
            passed_seats.append(seat)
            free.remove(seat)
            calls.append(f"{seat} pass")
            continue
        step = 5 * draw.between(2, 5)
        if fault in ("low", "step") and len(calls) > 2:
            step, fault = (5 * draw.below(2) if fault == "low" else step + draw.between(1, 4)), ""
        high += step
        calls.append(f"{seat} {high}")
    return ", ".join(calls)


def _find_first_fault(case: str) -> int:
    calls = [call.split() for call in case.split(", ")]
    round = start(DEFAULT_EDITION, 1, dealer=calls[0][0])
    for number, (seat, call) in enumerate(calls, 1):
        if round.turn != seat:
            return number
        move = Pass() if call == "pass" else Bid(int(call))
        if round.why_not(move):
            return number
        round = round.play(move)
    return 0


@exercise("A round from its record", kind="programming", level=4, lesson="build-7-audit-a-claim", form=Results)
def record_function(draw: Draw) -> Variant:
    """Ask for a function: both sides' money from the list of tricks, where the winner leads to the next."""
    cases = []
    for _ in range(4):
        round = play_round(draw)
        assert isinstance(round.trump, Color)
        tricks_text = " / ".join(format_cards(trick.cards) for trick in round.tricks)
        cases.append(f"{round.trump.value} {round.tricks[0].leader}: {tricks_text}")
    text = f"""
        A record of a round gives the letter of trump, the seat that leads first, a colon, and the 13 tricks separated by slashes, each in order of play. The turn order is N, E, S, W, and the player who captures a trick leads to the next. Write a function of a record that returns the money that **North-South** and **East-West** captured, two numbers in thousands of dollars. (The rules of capturing: R35-PLAY-4, R35-TIG-1, R35-BB-3; of the value: R35-BULL-2, R35-BEAR-2, R35-BB-1.)

        Nudge: Who leads the second trick? Follow the first record trick by trick with your program.
        Hint: Write one function for the index of the winning card in a trick, and one for the value of a trick, and test them separately.
        Hint: If `leader` is the leader's index in `NESW` and `index` is that of the winning card, both from 0, the winner is at `(leader + index) % 4`.
        Hint: N and S have the even indexes. Add each trick's value to the winner's side; the winner is the next leader.
        Solution: Use two small functions, and update the leader after each trick.

        ```python
        {READ_CARD}

        def find_index(trump, codes):
            if 'TIGER' in codes:
                return codes.index('TIGER')
            cards = [read(code) for code in codes]
            led = next((color for color, _ in cards if color), '')
            wanted = trump if trump in [color for color, _ in cards] else led
            return max(range(4), key=lambda at: cards[at][1] if cards[at][0] == wanted else -1)


        def find_value(codes):
            total, factor = 0, 1
            for code in codes:
                total += int(code[1:]) if code[1:] in {{'40', '30', '15', '10', '5'}} else 0
                factor = {{'BULL': 2, 'BEAR': 0}}.get(code, factor)
            return total * factor


        def money(record):
            head, tricks = record.split(': ')
            trump, leader = head[0], 'NESW'.index(head[2])
            sides = [0, 0]
            for trick in tricks.split(' / '):
                codes = trick.split()
                leader = (leader + find_index(trump, codes)) % 4
                sides[leader % 2] += find_value(codes)
            return tuple(sides)
        ```
    """
    return ask_function(text, cases, _find_money)


def _find_money(case: str) -> str:
    head, tricks_text = case.split(": ")
    seats, leader, money = ("N", "E", "S", "W"), head[2], {"N": 0, "E": 0, "S": 0, "W": 0}
    for trick in tricks_text.split(" / "):
        cards = [parse_card(code) for code in trick.split()]
        place = tricks.find_winner(cards, Color(head[0]), _RULES)
        assert place is not None
        leader = list_seats_from(seats, leader)[place]
        money[leader] += tricks.trick_value(cards, _RULES)
    return f"{money['N'] + money['S']} {money['E'] + money['W']}"


_CASES = 8


@exercise("Rare deals", kind="programming", level=4, lesson="build-5-simulation-and-red", form=Results)
def rare_deals(draw: Draw) -> Variant:
    """Ask how many deals make the chance of a rare one at least 99%."""
    edition = draw.one_of(("make-a-million-1935", "make-a-million-2004"))
    odds = chances(edition)
    cases: list[str] = []
    while len(cases) < _CASES:
        case = _draw_rarity(draw)
        if case not in cases and odds.chance(case).exact:
            cases.append(case)
    confidence = Fraction(draw.between(900, 995), 1000)
    failing = f"{float(1 - confidence):g}"
    exact = [float(odds.chance(case).exact) for case in cases]
    right = [ceil(log1p(-float(confidence)) / log1p(-chance)) for chance in exact]
    text = f"""
        How many times must a program deal so that, with a probability of **{float(100 * confidence):g}%** or more, **at least one** deal meets a condition? Write a function of a condition that returns this whole number. A condition is text that `mam.chances` understands, about a deal of `{edition}`; some are so rare that counting them in a sample would take all day. The {_CASES} cases:

        {make_list(f"`{case}`" for case in cases)}

        Hint: The probability of at least one is 1 minus the probability of none. What is the chance that n deals all fail?
        Hint: `float(mam.chances("{edition}").chance(case))` is the exact probability p of a case.
        Hint: You want the smallest n with (1 − p)ⁿ ≤ {failing}. Take logarithms of both sides: `math.log1p(-p)` gives that of 1 − p and stays exact for a small p.
        Solution: All n deals fail with probability (1 − p)ⁿ. This must be no more than {failing}, so n is log({failing}) / log(1 − p), rounded up (both logarithms are negative).

        ```python
        from math import ceil, log1p

        odds = mam.chances("{edition}")


        def deals_wanted(case):
            return ceil(log1p(-{float(confidence):g}) / log1p(-float(odds.chance(case))))
        ```

        For `{cases[0]}` p = {exact[0]:.4g}, so you need {right[0]:,} deals.
    """
    given = {"edition": edition, "sure": float(confidence), "cases": cases}
    nudge = (
        "One deal fails with probability 1 − p; n deals all fail with (1 − p) to the power of n. Remember to round up."
    )
    return ask(text, Results(tuple(map(str, right)), tuple(cases), nudge, within=1), given)


def _draw_rarity(draw: Draw) -> str:
    """Return a condition that few deals meet."""
    seat, color = draw.one_of("NESW"), draw.one_of(list(Color)).word.lower()
    side, animal = draw.one_of(("N-S", "E-W")), draw.one_of(("Tiger", "Bull", "Bear"))
    return draw.one_of(
        (
            f"{seat} {color} >= {draw.between(7, 10)}",
            f"{seat} {color} = 0 and {seat} holds {animal}",
            f"{seat} 40 = {draw.between(3, 4)}",
            f"{seat} {draw.one_of((30, 15, 10, 5))} = 4",
            f"money {seat} >= {5 * draw.between(42, 50)}",
            f"money {side} >= {5 * draw.between(60, 66)}",
            f"nest {color} = 3",
            f"nest money cards = 3 and {seat} holds {animal}",
            f"{seat} animals = 3",
            f"{side} {color} >= {draw.between(11, 13)}",
            f"{seat} money cards <= {draw.between(0, 1)}",
        )
    )


@exercise("Deal and count", kind="programming", level=2, lesson="build-5-simulation-and-red", unit="deals")
def count_the_deals(draw: Draw) -> Variant:
    """Ask for a first simulation: count deals with known seeds."""
    first, deals = 1000 * draw.between(1, 9_999), 10 * draw.between(15, 25)
    seat, color = draw.one_of("NESW"), draw.one_of(list(Color))
    asks = (
        (f"at least {{}} {color.word} cards", color.word.lower(), draw.between(3, 5)),
        ("at least ${},000 in money", "money", 5 * draw.between(16, 26)),
        ("at least {} number cards (neither money nor an animal)", "plain", draw.between(7, 8)),
        ("at least {} money cards", "money cards", draw.between(5, 6)),
    )
    words, quantity, minimum = draw.one_of(asks)
    code, measure = _MEASURES.get(quantity) or _measure_color(color)
    rounds = [start(DEFAULT_EDITION, first + number) for number in range(deals + 1)]
    amounts = {seat: [measure(round.hands[seat]) for round in rounds] for seat in "NESW"}
    holdings = amounts[seat]
    value = sum(amount >= minimum for amount in holdings[:-1])
    slips: SlipValues = {
        "strictly-more": sum(amount > minimum for amount in holdings[:-1]),
        "exactly": sum(amount == minimum for amount in holdings[:-1]),
        "one-deal-more": sum(amount >= minimum for amount in holdings),
        "first-seed-forgotten": sum(amount >= minimum for amount in holdings[1:-1]),
        **{
            f"hand-of-{NAMES[other_seat].lower()}": (
                sum(amount >= minimum for amount in amounts[other_seat][:-1]),
                f"That is the hand of {NAMES[other_seat]}; the question asks for {NAMES[seat]}'s.",
            )
            for other_seat in "NESW"
            if other_seat != seat
        },
        "opposite": deals - value,
    }
    condition, holder = words.format(minimum), f"money {seat}" if quantity == "money" else f"{seat} {quantity}"
    chance = float(chances(DEFAULT_EDITION).chance(f"{holder} >= {minimum}").exact)
    text = f"""
        Deal {deals} times with `mam.start("{DEFAULT_EDITION}", seed=n)`, for n = {first}, {first + 1}, … up to {first + deals - 1}. In how many of these deals does **{NAMES[seat]}** hold **{condition}**? (The cards are `.hands["{seat}"]` of the round; a card has `.color`, `.money` and `.is_number_card`.)

        Nudge: Are the seeds {first} to {first + deals - 1}, and is the hand that of {NAMES[seat]}, as dealt?
        Hint: `range({first}, {first + deals})` goes through the {deals} seeds.
        Hint: First write a function that says whether one hand meets the condition, and test it on a hand that you have looked at.
        Hint: Then add up: `sum(is_met(hand) for hand in hands)` counts True as 1.
        Slip strictly-more: That is more than {minimum}; exactly {minimum} counts too.
        Slip exactly: That is exactly {minimum}; more counts too.
        Slip one-deal-more: That is {deals + 1} deals: the last seed is {first + deals - 1}.
        Slip first-seed-forgotten: You left out the first seed, {first}.
        Slip opposite: Those are the deals that do not meet the condition.
        Solution: ```python
        import mam

        hands = [mam.start("{DEFAULT_EDITION}", seed=n).hands["{seat}"] for n in range({first}, {first + deals})]
        sum({code} >= {minimum} for hand in hands)
        ```

        The condition is met in {value} of {deals} deals, {100 * value / deals:.3g}%. Over all deals it is {100 * chance:.3g}%.
    """
    return ask_number(text, value, slips, {"first seed": first, "deals": deals, "seat": seat, "asked": condition})


_Measure = tuple[str, Callable[[Sequence[Card]], int]]  # in Python for the solution, and as we compute it
_MEASURES: dict[str, _Measure] = {
    "money": ("mam.money_in(hand)", money_in),
    "plain": ("sum(card.is_number_card for card in hand)", lambda hand: sum(card.is_number_card for card in hand)),
    "money cards": ("sum(card.money > 0 for card in hand)", lambda hand: sum(card.money > 0 for card in hand)),
}


def _measure_color(color: Color) -> _Measure:
    code = f"sum(card.color == mam.Color.{color.name} for card in hand)"
    return code, lambda hand: sum(card.color == color for card in hand)
