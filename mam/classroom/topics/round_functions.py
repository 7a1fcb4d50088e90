"""Exercises in programming with rounds: the score, an auction, a whole record."""

from mam.classroom.phrases import READ_CARD
from mam.classroom.rounds import DEFAULT_EDITION, played_round, trick_game
from mam.classroom.template import Draw, Results, Variant, ask_function, exercise
from mam.games.registry import start
from mam.rules import tricks
from mam.rules.cards import Color, format_cards
from mam.rules.dealing import seats_from
from mam.rules.moves import Bid, Pass
from mam.rules.scoring import score
from mam.text.notation import parse_card

_RULES = trick_game().tricks


@exercise("The score of a round", kind="programming", level=2, lesson="08-scoring-and-set-back", form=Results)
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
    kinds = draw.shuffled(("just", "made", "made", "missed", "missed", "close", "just", "over"))
    return ask_function(text, [_draw_captures(draw, kind) for kind in ("missed", *kinds)], _scores)


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


def _scores(case: str) -> str:
    side, bid, our_money, their_money = case.split()
    scores = score(int(bid), side, {"N-S": int(our_money), "E-W": int(their_money)})
    return f"{scores['N-S']} {scores['E-W']}"


@exercise("Is the auction legal?", kind="programming", level=3, lesson="05-bidding", form=Results)
def auction_function(draw: Draw) -> Variant:
    """Ask for a function: the first call of an auction that breaks a rule."""
    faults = draw.shuffled(("", "", "low", "step", "again", "silent", "high", "low", "again"))
    text = """
        Write a function of an auction that returns the **number of the first call that breaks a rule**, counted from 1, or 0 if all are legal. Four players call in turn, the dealer first. The dealer must bid (R35-BID-1), from 175 to 200 (R35-BID-2). A bid is at least 10 above the one before (R35-BID-5), in steps of 5 (R35-BID-6). A player who has passed is out (R35-BID-8) and is skipped. The player's letter comes before each call; a call by a player who has passed breaks the rule.

        Nudge: Opening from 175 to 200, raises of 10 or more in steps of 5, and no way back after a pass.
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
                low, high = (175, 200) if high_bid is None else (high_bid + 10, 10_000)
                if bid % 5 or not low <= bid <= high:
                    return number
                high_bid = bid
            return 0
        ```
    """
    return ask_function(text, [_auction(draw, fault) for fault in ("step", *faults)], _first_fault)


def _auction(draw: Draw, fault: str) -> str:
    """Draw an auction, with one illegal call of this kind."""
    order = seats_from(("N", "E", "S", "W"), draw.one_of("NESW"))
    high = 5 * draw.between(41, 45) if fault == "high" else 5 * draw.between(35, 40)
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


def _first_fault(case: str) -> int:
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


@exercise("A round from its record", kind="programming", level=4, lesson="24-a-million-deals", form=Results)
def record_function(draw: Draw) -> Variant:
    """Ask for a function: both sides' money from the list of tricks, where the winner leads to the next."""
    cases = []
    for _ in range(4):
        round = played_round(draw)
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
    return ask_function(text, cases, _money_of_sides)


def _money_of_sides(case: str) -> str:
    head, tricks_text = case.split(": ")
    seats, leader, money = ("N", "E", "S", "W"), head[2], {"N": 0, "E": 0, "S": 0, "W": 0}
    for trick in tricks_text.split(" / "):
        cards = [parse_card(code) for code in trick.split()]
        place = tricks.find_winner(cards, Color(head[0]), _RULES)
        assert place is not None
        leader = seats_from(seats, leader)[place]
        money[leader] += tricks.trick_value(cards, _RULES)
    return f"{money['N'] + money['S']} {money['E'] + money['W']}"
