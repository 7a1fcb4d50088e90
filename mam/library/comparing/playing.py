"""Ways to show a difference from the first lead on: in play, in the score, in misplay, and in the games with letters."""

from mam.games.match import Match
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.library.comparing.rounds import (
    deal_whole,
    fill_hands,
    find_card,
    find_legal_move,
    has_animals,
    has_card,
    lead_few,
    play_auction,
    play_on,
    play_one_trick,
)
from mam.library.comparing.verdicts import (
    QUESTIONS,
    Verdict,
    describe_place,
    describe_position,
    list_score_rulings,
    state_fact,
    try_move,
)
from mam.rules.cards import BULL, Card, format_cards, join_words
from mam.rules.dealing import find_opposite_seat, list_seats_from
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Extend, Lay, Move, Pass, Play, Stop
from mam.rules.scoring import Carry
from mam.text.positions import make_letter_position

# Play


def show_first_lead(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show who leads to the first trick."""
    round = deal_whole(rules)
    text = f"{rules.seat_names[round.deal.dealer]} dealt and was the only one to bid."
    if "auction" not in rules.phases:
        text = f"{rules.seat_names[round.deal.dealer]} dealt, and everyone has bid."
    round = play_on(play_auction(round), "play")
    answer = f"{round.name}, {describe_place(round, round.turn or '')}"
    return state_fact(round, "Who leads to the first trick?", answer, text=text)


def show_partner_hand(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict | None:
    """Show who plays the hand opposite the bidder after the first lead, and what the other players see of it."""
    if not has_animals(rules) or "auction" not in rules.phases:
        return None
    round = lead_few(rules, ["R40 R4", "R2 R3", "R7 R8", "R9 R11"], "B", "R40")
    assert round.bidder is not None
    partner = find_opposite_seat(round.turn_order, round.bidder)
    viewer = next(seat for seat in rules.persons if seat not in (round.bidder, partner))
    seen_cards = view(round, viewer).round.hands[partner]
    names = rules.seat_names
    text = f"{names[round.bidder]} has the bid, and the first card has been led."
    while round.turn != partner:
        round = round.play(find_legal_move(round))
    question = f"Who plays the hand opposite, and what does {names[viewer]} see of it?"
    return state_fact(
        round,
        question,
        f"{names[round.actor or partner]} plays it; {names[viewer]} sees {format_cards(seen_cards)}",
        text=text,
    )


def show_order(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show the turn order when the first person has the bid."""
    round = play_on(play_auction(deal_whole(rules), rules.persons[0]), "play")
    first = round.bidder or rules.persons[0]  # where all bid at once there is no bidder
    order = [rules.seat_names[seat] for seat in list_seats_from(round.turn_order, first)]
    text = f"{order[0]} has bid."
    question = f"What is the order of play, starting with {order[0]}?"
    return state_fact(round, question, f"{', '.join(order)}; {round.name} leads", text=text)


def show_after_bull(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict | None:
    """Show the last hand's choice after Bull, Tiger and a yellow card, when it holds a trump and a yellow card.

    With two hands the Tiger ends the trick, and there is nothing to show.
    """
    if not (has_card(rules, "TIGER") and has_animals(rules)) or len(rules.seats) < 3:
        return None
    hands = ["BULL BEAR", "TIGER R2", "Y7 R3", "B5 Y2"]
    if len(rules.seats) == 3:
        del hands[2]
    between = [hand.split()[0] for hand in (*hands[:-1], *fill_hands(rules, hands))]
    round = lead_few(rules, hands, "B", " ".join(between))
    return try_move(round, Play(find_card(rules, "Y2")), describe_position(round, bidder=False))


def show_trump_lead(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try a trump as the first lead, from a hand with another color."""
    hands, trump = ["B7 R7", "R8 R9", "Y8 Y9", "Y7 Y11"], "B"
    if not has_animals(rules):
        hands, trump = ["S9 H9", "SQ HQ", "DQ DK", "CQ CK"], "S"
    round = lead_few(rules, hands, trump)
    return try_move(round, Play(find_card(rules, hands[0].split()[0])), describe_position(round, bidder=False))


# Scores


def show_worth(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show what a trick counts."""
    round = play_one_trick(rules)
    value = "one trick" if rules.tricks.counts == "tricks" else rules.tricks.format_amount(round.tricks[0].value)
    return state_fact(round, "What is the trick worth?", value)


def show_animals_together(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show a trick with every Bull of the pack."""
    if not has_animals(rules):
        return QUESTIONS["what is it worth"](play_one_trick(rules))
    hands = ["R40", "BULL", "R2", "BULL" if rules.pack.count(BULL) > 1 else "R3"]
    return QUESTIONS["what is it worth"](play_on(lead_few(rules, hands[: len(rules.seats)], "B"), "over"))


def show_twins(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show a trick in which the card led is played again last, if the pack has two of it."""
    return QUESTIONS["who captures"](play_one_trick(rules))


def show_score(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show the score when the bid fails, if a bid can fail."""
    round = play_one_trick(rules, **({"bid": 17} if rules.scoring.method == "account" else {}))
    assert round.result is not None
    names, format_amount = rules.accounts, rules.scoring.format_amount
    scores = ", ".join(f"{names[name]} {format_amount(points)}" for name, points in round.result.scores.items())
    return state_fact(round, "What is scored?", scores, list_score_rulings(round)[:1])


def show_partners(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show which players score together."""
    round = play_one_trick(rules)
    sides = [join_words(rules.seat_names[seat] for seat in members) for members in round.sides.values()]
    return state_fact(round, "Whose tricks count together?", "; ".join(sides))


def show_passed_out(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict | None:
    """Show what happens to points in the account when nobody bids in the next hand."""
    if rules.scoring.method != "account":
        return None
    first = rules.persons[0]
    round = TrickRound(rules, deal_whole(rules).deal, carry=Carry(first, 3))
    while round.phase == "auction":
        round = round.play(Pass())
    assert round.result is not None
    name = rules.seat_names[first]
    points = round.result.carry.points
    answer = f"{rules.scoring.format_amount(points)} for {name}" if points else "nothing"
    text = f"3 points wait for {name}, and in the next hand nobody bids."
    return state_fact(round, "What waits in the hand after it?", answer, text=text)


def show_left_over(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show what extra tricks leave for the next hand."""
    round = play_one_trick(rules)
    if rules.scoring.method == "account":
        round = play_on(lead_few(rules, ["HA HK", "HJ HQ", "CQ C9", "DQ D9"], "H"), "over")
    points = round.result.carry.points if round.result else 0
    return state_fact(
        round, "What waits for the next hand?", rules.scoring.format_amount(points) if points else "nothing"
    )


def show_target(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show a total that reaches the lower of the two targets."""
    targets = [
        each_rules.scoring.target for each_rules in (rules, other_rules) if each_rules.scoring.target is not None
    ]
    hands, trump = ["R40 R5", "R30 R2", "R15 R3", "R10 R4"], "R"
    if not has_animals(rules):
        hands, trump = ["SA S9", "SK S10", "SQ H9", "SJ H10"], "S"
    round = play_on(lead_few(rules, hands[: len(rules.seats)], trump), "over")
    return _end_at(round, {name: min(targets) if not place else 0 for place, name in enumerate(rules.accounts)})


def show_level(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show two best totals that are equal at the target, or after the last deal."""
    target = rules.scoring.target or other_rules.scoring.target or 20
    return _end_at(
        play_one_trick(rules), {name: target if place < 2 else 0 for place, name in enumerate(rules.accounts)}
    )


def _end_at(round: TrickRound, totals: dict[str, int]) -> Verdict:
    """Return who has won when this finished round has brought the totals to these."""
    assert round.result is not None
    rules = round.rules
    before = {name: total - round.result.scores[name] for name, total in totals.items()}
    match = Match(rules, 0, round, (round,), before)
    winners = join_words(rules.accounts[name] for name in match.result or ())
    rulings = match.why_ended()
    answer = (
        rulings[-1].reason if rulings else f"{winners} have won" if winners else "nobody yet: another round is played"
    )
    totals_text = ", ".join(
        f"{rules.accounts[name]} {rules.scoring.format_amount(total)}" for name, total in totals.items()
    )
    last = "the last deal" if round.is_final else "a round"
    return state_fact(round, "Who has won the match?", answer, rulings[-1:], f"Totals after {last}: {totals_text}.")


# The games with letter cards


def show_fewest_level(rules: RuleSet, other_rules: RuleSet) -> Verdict:
    """Show two players with one card left each and other players with more, when the word is spelled."""
    hands = dict(zip(rules.seats, ("MILLQ", "IONAX", "IREZZ", "BBBBB", "FFFFF"), strict=False))
    round = make_letter_position(rules.id, hands, rules.seats[0], stock="CCCC", options=rules.chosen)
    while not round.is_over:
        moves = round.legal_moves
        letter = next((move for move in moves if isinstance(move, Play)), None)
        round = round.play(letter or (Stop() if Stop() in moves else moves[0]))
    assert round.result is not None
    scores = ", ".join(f"{rules.accounts[name]} {points}" for name, points in round.result.scores.items())
    return state_fact(round, "What is scored?", scores)


def show_new_order(rules: RuleSet, other_rules: RuleSet) -> Verdict:
    """Try a letter that makes another word only if the old letters change places."""
    return try_move(_letters(rules, Lay(Card("O")), Extend(1, "NO")), Extend(1, "TON"))


def show_new_word(rules: RuleSet, other_rules: RuleSet) -> Verdict:
    """Try a new word although a letter in hand would extend the old one."""
    return try_move(_letters(rules, Lay(Card("O"))), Lay(Card("I")))


def _letters(rules: RuleSet, *moves: Move) -> Round:
    """Deal an O to the first hand, an N and an I to the second, and a T to the next player."""
    letters_by_seat = dict.fromkeys(rules.seats, "")
    for place, letters in ((0, "O"), (1, "NI"), (2, "T")):
        letters_by_seat[rules.seats[place % len(rules.seats)]] += letters
    hands = {seat: f"{letters:X<3}" for seat, letters in letters_by_seat.items()}
    round = make_letter_position(rules.id, hands, rules.seats[0], options=rules.chosen)
    for move in moves:
        round = round.play(move)
    return round
