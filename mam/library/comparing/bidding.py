"""Show a difference before the first lead: in the deal, the auction, the trump and the nest."""

from dataclasses import replace
from random import Random

from mam.games.match import Match
from mam.games.registry import deal_for, find_dealer, make_round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.library.comparing.misplays import judge_misplay
from mam.library.comparing.rounds import (
    DEFAULT_MOVES,
    SEED,
    deal_few,
    deal_whole,
    find_card,
    find_legal_move,
    has_animals,
    has_card,
    lead_few,
    make_min_bid,
    play_auction,
    play_on,
)
from mam.library.comparing.settings import number
from mam.library.comparing.verdicts import (
    Verdict,
    describe_place,
    describe_position,
    quote_refusal,
    state_fact,
    try_move,
)
from mam.rules.auction import BidRange
from mam.rules.cards import TIGER, NoTrump, format_cards
from mam.rules.dealing import list_seats_from
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.moves import Bid, Discard, Exchange, Misdeal, NameTrump, Pass, Play, Vote
from mam.text.positions import make_position


def _describe_dealer(round: TrickRound) -> str:
    return f"{round.rules.seat_names[round.deal.dealer]} dealt."


# Dealing


def show_deal(rules: RuleSet, other_rules: RuleSet) -> Verdict:
    """Show how many cards are dealt to each hand."""
    deal = deal_for(rules, rules.persons[-1], Random(SEED))
    nest = f", {number(len(deal.nest))} in the nest" if deal.nest else ""
    leftover = f", {number(len(deal.stock))} left over" if deal.stock else ""
    answer = f"{number(len(deal.hands))} hands of {number(len(deal.hands[0]))}{nest}{leftover}"
    text = (
        f"The {len(rules.pack)} cards are dealt." if len(rules.pack) == len(other_rules.pack) else "The pack is dealt."
    )
    return state_fact(make_round(rules, deal), "How are the cards dealt?", answer, text=text)


def show_persons(rules: RuleSet, other_rules: RuleSet) -> Verdict:
    """Show who makes the decisions."""
    names = ", ".join(rules.seat_names[person] for person in rules.persons)
    deal = deal_for(rules, rules.persons[-1], Random(SEED))
    return state_fact(make_round(rules, deal), "Who decides?", names, text="A round begins.")


def show_next_deal(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show the size of the hands in the second round of a match."""
    match = Match(rules, SEED, deal_whole(rules))
    while not match.finished:
        round = match.round
        match = match.play(DEFAULT_MOVES.get(round.phase) or find_legal_move(round))
    first, second = (len(round.deal.hands[0]) for round in (match.finished[0], match.round))
    text = f"Hands of {number(first)} have been played out." if rules.hand_size == other_rules.hand_size else ""
    text = text or "The first hands of a match have been played out."
    question = "How many cards does each hand get in the next deal?"
    return state_fact(match.round, question, f"{number(second)}, after {number(first)}", text=text)


def show_first_dealers(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show who deals first, drawn a few times."""
    dealers = [rules.seat_names[find_dealer(rules, seed, None)] for seed in range(4)]
    return state_fact(deal_whole(rules), "Who deals first in each?", ", ".join(dealers), text="Four matches begin.")


# Bidding


def show_opener(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show who calls first."""
    round = deal_whole(rules)
    answer = "everyone at once, without hearing the others"
    if round.phase == "auction":
        answer = f"{round.name}, {describe_place(round, round.turn or '')}"
    return state_fact(round, "Who calls first?", answer, text=_describe_dealer(round))


def show_all_pass(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show who may pass when nobody wants to bid, and what follows."""
    round = deal_whole(rules)
    question, text = "Nobody wants to bid. Who may pass?", _describe_dealer(round)
    names: list[str] = []
    while round.phase == "auction":
        if refusal := round.why_not(Pass()):
            permission = f"{', '.join(names)} may pass. " if names else ""
            return state_fact(
                round, question, f"{permission}{round.name} may not. {quote_refusal(round, refusal)}", (refusal,), text
            )
        names.append(round.name)
        last, round = round, round.play(Pass())
    last_ruling = last.why(Pass())[-1]
    return state_fact(
        round, question, f"{', '.join(names)} may pass: everyone. {last_ruling.reason}", (last_ruling,), text
    )


def show_opening(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show an opening bid that only one of the two allows, or each one's limits where the units differ."""
    amounts = [limit for each_rules in (rules, other_rules) for limit in _list_limits(each_rules)]
    round = deal_whole(rules)
    differing = [amount for amount in sorted(amounts) if _may_open(rules, amount) != _may_open(other_rules, amount)]
    if rules.auction.money == other_rules.auction.money and differing:
        text = f"{_describe_dealer(round)} Nobody has bid."
        return try_move(round, replace(make_min_bid(round), amount=differing[0]), text, "opening")
    bids = [move.amount for move in round.legal_moves if isinstance(move, Bid)]
    answer = BidRange(min(bids), max(bids)).describe(rules.auction)
    return state_fact(round, "Which opening bids are allowed?", answer, text=_describe_dealer(round))


def _list_limits(rules: TrickGameRules) -> list[int]:
    """Return the limits of the opening bid, and the next amount above them."""
    maximum = rules.auction.max_opening
    return [rules.auction.min_opening, *([maximum, maximum + rules.auction.step] if maximum is not None else [])]


def _may_open(rules: TrickGameRules, amount: int) -> bool:
    round = deal_whole(rules)
    return round.why_not(replace(make_min_bid(round), amount=amount)) is None


def _open_auction(rules: TrickGameRules) -> TrickRound:
    """Return the round after the first caller's minimum opening bid."""
    round = deal_whole(rules)
    return round.play(make_min_bid(round))


def show_raise(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show the minimum for the next bid."""
    round = _open_auction(rules)
    lowest = next(move for move in round.legal_moves if isinstance(move, Bid))
    return state_fact(round, "What is the minimum for the next bid?", rules.auction.format_amount(lowest.amount))


def show_step(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try one thousand more than the minimum raise."""
    round = _open_auction(rules)
    return try_move(round, replace(make_min_bid(round), amount=make_min_bid(round).amount + 1))


def show_highest(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try a bid just above the lower of the two limits, or above its own where units differ."""
    limits = [
        each_rules.auction.max_bid for each_rules in (rules, other_rules) if each_rules.auction.max_bid is not None
    ]
    limit = min(limits) if rules.auction.money == other_rules.auction.money else rules.auction.max_bid or 0
    round = _open_auction(rules)
    return try_move(round, replace(make_min_bid(round), amount=limit + rules.auction.step))


def show_again(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show whether the opener may bid again after a raise and passes by all others."""
    round = _open_auction(rules)
    opener = round.calls[0][0]
    round = round.play(make_min_bid(round))
    while round.phase == "auction" and round.turn != opener:
        round = round.play(Pass())
    answer = "yes" if round.phase == "auction" else "no, the auction is over"
    text = f"{rules.seat_names[opener]} opens, the next player raises, everyone else passes."
    return state_fact(round, f"May {rules.seat_names[opener]} bid again?", answer, text=text)


def show_reentry(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show whether the second player may call again: the second passes, the third raises, the first raises again."""
    round = _open_auction(rules)
    (opener, _), second = round.calls[0], round.turn or ""
    round = round.play(Pass())
    for _ in rules.persons:
        if round.phase == "auction" and round.turn != second:
            raises = len(round.calls) == 2 or round.turn == opener
            round = round.play(make_min_bid(round) if raises else Pass())
    may_call = round.phase == "auction" and round.turn == second
    names = rules.seat_names
    raises_text = f", the next player raises, {names[opener]} raises again" if len(rules.persons) > 2 else ""
    text = f"{names[opener]} opens, {names[second]} passes{raises_text}."
    return state_fact(round, f"May {names[second]} call again?", "yes, and bid" if may_call else "no", text=text)


def show_color_bid(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try a bid that names its color."""
    round = deal_whole(rules)
    color = next(card.color for card in rules.pack if card.color)
    same_units = [each_rules for each_rules in (rules, other_rules) if each_rules.auction.money == rules.auction.money]
    return try_move(
        round,
        Bid(max(each_rules.auction.min_opening for each_rules in same_units), color),
        _describe_dealer(round),
        "bid-color",
    )


def show_misdeal(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try a misdeal: the first player holds exactly as much money as the more generous of the two limits allows."""
    limits = [
        each_rules.auction.max_misdeal_money
        for each_rules in (rules, other_rules)
        if each_rules.auction.max_misdeal_money is not None
    ]
    rich = f"R{max(limits, default=15)}"
    hands = [f"{rich} Y2", "R40 Y7", "B40 Y8", "G40 Y9"]
    if not has_card(rules, rich):
        hands = ["S9 H9", "SA HA", "SK HK", "SQ HQ"]
    seat = rules.persons[0]
    hands_by_seat = deal_few(rules, hands, seat)
    if "auction" in rules.phases:
        round = make_position(rules.full_id, hands_by_seat, hands[0][0], bidder=seat, until="auction")
    else:
        round = make_position(rules.full_id, hands_by_seat, hands[0][0], seat, until="sealed")
    text = f"{round.name} calls first and holds {format_cards(round.hands[seat])}."
    return try_move(round, Misdeal(), text)


# Trump


def show_when_trump(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show from when on all players know the trump color."""
    round = deal_whole(rules)
    question, text = "When do all players know the trump color?", _describe_dealer(round)
    if round.trump is not None:
        return state_fact(round, question, f"at once: {round.trump.word} was turned up", text=text)
    end = play_auction(round)
    round = play_on(end, "trump")
    if round.phase == "trump":
        colors = [move.color.word for move in round.legal_moves if isinstance(move, NameTrump)]
        moment = "after the discard" if end.phase != "trump" else "after the bidding"
        answer = f"{moment}, when {round.name} names {', '.join(colors[:-1])} or {colors[-1]}"
    else:
        answer = f"since the winning bid, on {end.trump.word if end.trump else ''}; nothing is named after the discard"
    return state_fact(round, question, answer, text=f"{text} Only the dealer bids.")


def show_no_trump(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try no trump: in a bid where bids name a color, otherwise when trump is named."""
    round = deal_whole(rules)
    if rules.auction.speaks_color and "auction" in rules.phases:
        return try_move(
            round, replace(make_min_bid(round), color=NoTrump.NO_COLOR), _describe_dealer(round), "bid-color"
        )
    if round.trump is not None:
        return state_fact(
            round,
            "May the bidder name no trump?",
            f"no: {round.trump.word} was turned up",
            text=_describe_dealer(round),
        )
    round = play_on(play_auction(round), "trump")
    return try_move(round, NameTrump(NoTrump.TIGER_HIGH), f"{round.name} has the bid and must name trump.")


def show_tiger_without_trump(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict | None:
    """Show the Tiger of the second hand in a round without trump, if there are such rounds."""
    no_trump = NoTrump.NO_COLOR if rules.auction.no_color else rules.no_trumps[0] if rules.no_trumps else None
    if no_trump is None or not has_card(rules, "TIGER"):
        return show_no_trump(rules, other_rules) if has_card(other_rules, "TIGER") or no_trump is None else None
    round = lead_few(rules, ["R40 R4", "TIGER G4", "R2 R3", "R7 R8"], no_trump.value)
    holder = list_seats_from(round.turn_order, round.turn or "")[1]
    name, text = rules.seat_names[holder], describe_position(round, bidder=False)
    question = f"What does {name}'s Tiger do?"
    if round.exchanged:
        reasons = round.at(-1).why(round.history[-1]) if isinstance(round.history[-1], Exchange) else ()
        text = f"{name} was dealt the Tiger; the bid is on No Color."
        return state_fact(round, question, reasons[0].reason if reasons else "", reasons[:1], text)
    round = round.play(find_legal_move(round))
    verdict = try_move(round, Play(TIGER), text)
    while not round.tricks:
        round = round.play(Play(TIGER) if round.turn == holder else find_legal_move(round))
    verb = "takes" if round.tricks[0].winner == holder else "does not take"
    answer = f"it may be played, because {name} is out of the color led, and {verb} the trick"
    return state_fact(
        round, question, answer, verdict.rulings, f"{name} was dealt the Tiger; the trump is {no_trump.word}."
    )


# The nest


def show_discard(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Try a discard of three number cards."""
    round = deal_whole(rules)
    if round.phase == "auction":
        round = play_auction(round)
    if round.phase == "vote":
        round = round.play(Vote(False))
    hand = round.hands[round.turn or ""]
    return try_move(round, Discard([card for card in hand if card.is_number_card][:3]))


def show_forced_discard(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show what the other players see of a forced discard: one number card, and money for the rest."""
    bidder = rules.persons[0]
    hands = ["R40", "G40", "G30", "R30", "R15", "G15", "R10", "G10"][: len(rules.seats)]
    hands_by_seat = dict(zip(list_seats_from(rules.seats, bidder), hands, strict=True))
    nest = " ".join(["Y2", "Y40", "B40"][: rules.nest.size])
    round = make_position(rules.full_id, hands_by_seat, "B", bidder=bidder, nest=nest)
    viewer = next(seat for seat in rules.persons if seat != bidder)
    seen_cards = view(round, viewer).round.discarded or ()
    step = next(step for step, move in enumerate(round.history) if isinstance(move, Discard))
    rulings = round.at(step).why(round.history[step])
    text = f"{rules.seat_names[bidder]} has the bid and one number card, and must discard {nest}."
    cited = [ruling for ruling in rulings if ruling.id == rules.cites.get("discard-shown")]
    return state_fact(round, "What do the others see of the discards?", format_cards(seen_cards), cited[-1:], text)


def show_nest_seen(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict:
    """Show what the other players see of the nest; in a vote all vote yes."""
    round = play_auction(deal_whole(rules))
    viewer = rules.seat_names[rules.persons[0]]
    text = f"{rules.seat_names[round.bidder or '']} has the bid; everyone would like to see the nest."
    while round.phase == "vote":
        round = round.play(Vote(True))
    seen_cards = view(round, rules.persons[0]).round.deal.nest
    return state_fact(round, f"What does {viewer} see of the nest?", format_cards(seen_cards), text=text)


def show_wrong_discard(rules: TrickGameRules, other_rules: TrickGameRules) -> Verdict | None:
    """Show what follows when the bidder discards money despite number cards in hand."""
    if not has_animals(rules) or not rules.nest.size:
        return None
    bidder = rules.persons[0]
    hands_by_seat = deal_few(rules, ["R40 R5", "R30 R2", "R15 R3", "R10 R4"], bidder)
    plain = ["Y2", "Y3", "Y4"][: rules.nest.size]
    round = make_position(rules.full_id, hands_by_seat, "B", bidder=bidder, nest=" ".join(plain), until="nest")
    wrong = Discard([find_card(rules, code) for code in ["R40", *plain[1:]]])
    return judge_misplay(round, wrong, "nest")
