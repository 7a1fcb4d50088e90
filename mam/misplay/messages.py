"""What a table says about misplays: topics with a sentence on the position, for its edition to cite."""

from collections.abc import Iterator, Sequence

from mam.games.trick_round import TrickRound
from mam.misplay.accounts import find_terms, list_innocent
from mam.misplay.faults import Fault, list_begun
from mam.rules import nest
from mam.rules.amounts import format_amount
from mam.rules.cards import TIGER, is_several
from mam.rules.moves import Discard, Move, NameTrump, Play
from mam.rules.rulings import Reason
from mam.rules.tricks import color_of, led_color

_AND = " and "


def _name(round: TrickRound, seat: str | None) -> str:
    return round.rules.seat_names[seat] if seat else ""


def _names(round: TrickRound, accounts: Sequence[str]) -> str:
    return _AND.join(round.rules.accounts[account] for account in accounts)


def _card(move: Move) -> str:
    if isinstance(move, Discard):
        *others, last = (card.named for card in move.cards)
        return f"{', '.join(others)}{_AND}{last}" if others else last
    return move.card.named if isinstance(move, Play) else str(move)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


# What cannot be done now


def not_now(what: object, awaited: str) -> Reason:
    """Something else is awaited, or nothing any more."""
    return Reason("not-now", f"You can't do “{what}” now: {awaited}.")


def no_claim(round: TrickRound, trick: int | str) -> Reason:
    """There is nothing yet in which a misplay could be claimed."""
    if trick == "nest":
        return Reason("not-now", "You can't claim a wrong discard: nobody has discarded yet.")
    begun = len(list_begun(round))
    there = "only trick 1 has been started" if begun == 1 else f"only tricks 1 to {begun} have been started"
    there = there if begun else "no card has been led yet"
    return Reason("not-now", f"You can't claim a misplay in trick {trick}: {there}.")


def no_choice(round: TrickRound, fault: Fault, seat: str | None) -> Reason:
    """The choice belongs to the other side."""
    who = _AND.join(_name(round, one) for one in list_innocent(round, fault.seat))
    return Reason("choice", f"You have no say in this: {who} may choose.")


# Claims and what comes of them


def claim_line(trick: int | str, seat: str | None, by: str | None) -> str:
    """The claim as one line of text.

    >>> claim_line(3, "W", "N"), claim_line("nest", None, None)
    ('claim trick 3 W by N', 'claim nest')
    """
    place = "nest" if trick == "nest" else f"trick {trick}"
    return f"claim {place}" + (f" {seat}" if seat else "") + (f" by {by}" if by else "")


def anyone(round: TrickRound, by: str) -> Reason:
    """Anybody's word counts."""
    return Reason("anyone", f"{_name(round, by)} points it out. Anyone may, the offender included.")


def scored() -> Reason:
    """It is too late for everything."""
    return Reason("scored", "The round has been scored, so its score stands and nothing is paid.")


def settled_already(round: TrickRound, fault: Fault) -> Reason:
    """A misplay is settled once."""
    what = {"put right": "put right", "paid": "paid for", "stands": "let stand"}.get(fault.end, "settled")
    return Reason(
        "one-by-one", f"{_name(round, fault.seat)}'s misplay with {_card(fault.move)} has already been {what}."
    )


def nothing_wrong(round: TrickRound, trick: int | str, seat: str | None) -> Iterator[Reason]:
    """The claim is not right."""
    if not isinstance(trick, int):
        yield Reason("nest", "The discards are right, so nothing is paid.")
        return
    plays = list_begun(round)[trick - 1].plays
    if seat not in (None, *(one for one, _ in plays)):
        yield Reason("revoke", f"{_name(round, seat)} has not played to trick {trick} yet.")
        return
    whose = f"{_name(round, seat)}'s card" if seat else "Every card"
    yield Reason("revoke", f"{whose} in trick {trick} was right, so nothing is put right and nothing is paid.")
    for place, (one, card) in enumerate(plays):
        led = led_color([card for _, card in plays[:place]], round.trump, round.rules.tricks)
        half_hidden = one in round.rules.half_hidden_seats and seat in (None, one)
        if half_hidden and led and color_of(card, round.trump) != led:
            yield Reason("hidden", f"{_name(round, one)} had no {led.word} face up, and only face-up cards count.")


def _could_follow(round: TrickRound, fault: Fault) -> str:
    """How the hand could have followed."""
    before = list_begun(round)[fault.trick - 1].cards[: fault.place - 1]
    led = led_color(before, round.trump, round.rules.tricks)
    if fault.verdict.instead == (Play(TIGER),):
        return "kept back the Tiger, the only trump in hand"
    return f"held {led.word if led else ''}, the color to follow"


def what(round: TrickRound, fault: Fault, *, more: bool) -> Iterator[Reason]:
    """What the misplay is; `more` says that there has been another one."""
    if fault.kind == "revoke":
        yield Reason(
            "revoke",
            f"{_name(round, fault.seat)} played {_card(fault.move)} to trick {fault.trick} but {_could_follow(round, fault)}.",
        )
        if fault.of_animal:
            yield Reason("animal", "Keeping back the Tiger, or playing the Bull or Bear too soon, is a revoke.")
        if fault.seat == round.dummy:
            yield Reason("open-hand", f"{_name(round, round.bidder)} plays the exposed hand and answers for it.")
    if fault.kind == "early lead":
        end = "stays, because later tricks have been played" if fault.window == 3 else "is taken back"
        who = f"{_name(round, fault.seat)} led {_card(fault.move)} with other cards in hand"
        yield Reason("early-lead", f"{who}; it {end}, and nothing is paid.")
    if more:
        yield Reason("one-by-one", "It is settled by itself, apart from other misplays of this round.")


def put_right(round: TrickRound, fault: Fault) -> Iterator[Reason]:
    """A wrong card is found in time."""
    who = _name(round, fault.seat)
    if fault.kind == "revoke" and fault.window == 1:
        yield Reason("at-once", f"It was found before the next lead, so {who} puts it right and nothing is paid.")
    if fault.lifted:
        yield Reason(
            "take-back",
            f"{_upper(_card(fault.move))} was taken back already, with the wrong card played before it in that trick.",
        )
        return
    yield Reason(
        "take-back", f"{_upper(_card(fault.move))} and all cards played after it are taken back, and {who} plays again."
    )


def penalty(round: TrickRound, fault: Fault, payers: Sequence[str]) -> Iterator[Reason]:
    """A wrong card is found while the next trick lies there, and paid for."""
    amount = format_amount(find_terms(round.rules).penalty)
    since = (
        "had been started when it was taken back"
        if fault.lifted
        else f"has been started, but not trick {fault.trick + 2}"
    )
    yield Reason("window", f"Trick {fault.trick + 1} {since}.")
    yield Reason("late", f"The misplay is put right and costs {_names(round, payers)} {amount}.")
    yield Reason("total-pays", f"The {amount} comes off the running total, not off the captures of this round.")
    if round.over:
        yield Reason("last-tricks", "All cards have been played, but the round has not been scored.")
    yield from each_alone(round, payers, round.sides[round.side_of(fault.seat)], "pays")


def each_alone(round: TrickRound, accounts: Sequence[str], side: Sequence[str], verb: str) -> Iterator[Reason]:
    """What each person pays or gets where a side is formed for one round only."""
    persons = [seat for seat in side if seat in round.rules.accounts]
    if len(persons) > 1:
        who = "each of them" if len(accounts) > 1 else "only the offender"
        yield Reason("each-alone", f"{_names(round, persons)} keep separate scores: {who} {verb} the full amount.")


def stays(round: TrickRound, move: Move) -> Iterator[Reason]:
    """What was set aside lies again as it did."""
    if isinstance(move, NameTrump):
        yield Reason("nest-right", f"The discards are correct now, and {move.color.word} stays trump.")
    else:
        yield Reason("take-back", f"{_name(round, round.tricks[-1].winner)} leads as before, so the next trick stays.")


def taken_up(round: TrickRound, seat: str) -> Reason:
    """What was set aside goes back into the hands."""
    turn = _name(round, round.turn)
    if round.turn != seat:
        return Reason("take-back", f"Now {turn} leads, so the cards of the next trick go back into the hands.")
    return Reason(
        "take-back", f"{turn}'s card would be wrong now, so it and the cards after it go back into the hands."
    )


def nest_penalty(round: TrickRound, fault: Fault, payers: Sequence[str]) -> Iterator[Reason]:
    """A wrong discard is paid for, and put right if no card has been led."""
    who, amount = _name(round, fault.seat), format_amount(find_terms(round.rules).nest)
    assert isinstance(fault.move, Discard)
    held = (*round.deal[fault.seat], *round.deal.nest)
    wrong = nest.why_not_discard(fault.move.cards, held, round.rules.nest, who)
    yield Reason("nest", f"{who} discarded {_card(fault.move)}. {wrong.because if wrong else ''}".rstrip())
    plain = [card for card in held if card.is_plain]
    if not set(plain) - set(fault.move.cards):
        yield Reason("nest-animal", f"{who} had no other number card, but must then discard money, never an animal.")
    yield Reason("nest-pays", f"It costs {_names(round, payers)} {amount} once, off the running total.")
    end = "the cards stay, because play has begun" if fault.led else f"{who} discards again"
    yield Reason("nest-right", f"The {amount} is paid in any case; {end}.")


# The innocent side's choice


def choice(round: TrickRound, fault: Fault) -> Iterator[Reason]:
    """A revoke is found late."""
    who = _AND.join(_name(round, one) for one in list_innocent(round, fault.seat))
    yield Reason("window", f"Trick {fault.trick + 2} has been started since.")
    yield Reason("choice", f"{who} may stop the round, or have the misplay put right and play on.")


def stopped(round: TrickRound, fault: Fault, innocent: str, amount: int) -> Iterator[Reason]:
    """The round ends at once."""
    names, guilty, bonus = round.side_names, round.side_of(fault.seat), format_amount(find_terms(round.rules).premium)
    taken = format_amount(round.captured[innocent])
    got, none = ("scores" if not is_several(names[side]) else "score" for side in (innocent, guilty))
    entered = f"{names[innocent]} {got} {format_amount(amount)}: {taken} captured and {bonus} more"
    yield Reason("stop", f"{entered}. {names[guilty]} {none} nothing.")
    yield Reason(
        "stopped-tricks", f"Finished tricks count as usual, and trick {fault.trick} stays with the side that took it."
    )
    bid = format_amount(round.bid or 0)
    if round.bidder in round.sides[innocent]:
        yield Reason("bidder-stops", f"The bid of {bid} is not tested.")
    else:
        yield Reason("bidder-stopped", f"The bid of {bid} is neither made nor set back: the bidder's side scores 0.")
    yield from each_alone(round, round.sides[innocent], round.sides[innocent], "gets")


def played_on(round: TrickRound, fault: Fault, innocent: str, credited: Sequence[str]) -> Iterator[Reason]:
    """The innocent side is credited and the round goes on."""
    bonus = format_amount(find_terms(round.rules).premium)
    yield Reason("play-on", f"Play goes on, and {bonus} is added to the running total of {_names(round, credited)}.")
    yield Reason("premium", f"The {bonus} does not help to make the bid of {format_amount(round.bid or 0)}.")
    yield from each_alone(round, credited, round.sides[innocent], "gets")


def none_held(round: TrickRound, fault: Fault) -> Reason:
    """Nothing can be exchanged."""
    return Reason(
        "exchange",
        f"{_name(round, fault.seat)} holds no card to play in its place, so trick {fault.trick} stays as it is.",
    )


def exchanged(round: TrickRound, fault: Fault, move: Move, done: TrickRound) -> Reason:
    """A right card lies in the place of the wrong one."""
    before, after = (_name(round, one.tricks[fault.trick - 1].winner) for one in (round, done))
    goes = f"stays with {after}" if before == after else f"goes from {before} to {after}"
    return Reason(
        "exchange",
        f"{_name(round, fault.seat)} takes back {_card(fault.move)} and plays {_card(move)} instead: trick {fault.trick} {goes}. Later tricks stay.",
    )
