"""Explain misplays: topics with a sentence on the position, for the edition to cite."""

from collections.abc import Iterator, Sequence

from mam.games.trick_round import TrickRound
from mam.misplay.accounts import find_accounts, find_terms, list_innocent
from mam.misplay.wrong_moves import Misplay, list_started_tricks
from mam.rules import nest
from mam.rules.amounts import format_amount
from mam.rules.cards import TIGER, is_several, join_words
from mam.rules.moves import Discard, Move, NameTrump, Play
from mam.rules.rulings import Reason
from mam.rules.tricks import find_color, find_led_color
from mam.support.messages import capitalize

# What has to come first in these phases of a table.
DUTIES = {
    "choice": "the innocent side must choose to stop or to play on first",
    "amends": "the offender must play a card in place of the wrong one first",
    "over": "the round has been scored",
}


def _name(round: TrickRound, seat: str | None) -> str:
    return round.rules.seat_names[seat] if seat else ""


def _names(round: TrickRound, accounts: Sequence[str]) -> str:
    return join_words(round.rules.accounts[account] for account in accounts)


def _card(move: Move) -> str:
    if isinstance(move, Discard):
        return join_words(card.named for card in move.cards)
    return move.card.named if isinstance(move, Play) else str(move)


# Moves and claims that must wait


def explain_wait(action: object, expected: str) -> Reason:
    """Explain that something else must be done first, or that nothing can be done any more."""
    return Reason("not-now", f"You can't do “{action}” now:", f"{expected}.")


def explain_no_claim(round: TrickRound, trick: int | str) -> Reason:
    """Explain that nothing has happened yet in which a misplay could be claimed."""
    if trick == "nest":
        return Reason("not-now", "You can't claim a wrong discard:", "nobody has discarded yet.")
    count = len(list_started_tricks(round))
    cause = "only trick 1 has been started" if count == 1 else f"only tricks 1 to {count} have been started"
    cause = cause if count else "no card has been led yet"
    return Reason("not-now", f"You can't claim a misplay in trick {trick}:", f"{cause}.")


def explain_no_choice(round: TrickRound, misplay: Misplay, seat: str | None) -> Reason:
    """Explain that the choice belongs to the other side."""
    names = join_words(_name(round, seat) for seat in list_innocent(round, misplay.seat))
    return Reason("choice", "You have no say in this:", f"{names} may choose.")


# Claims and their consequences


def format_claim(trick: int | str, seat: str | None, claimant: str | None) -> str:
    """Return the claim as one line of text.

    >>> format_claim(3, "W", "N"), format_claim("nest", None, None)
    ('claim trick 3 W by N', 'claim nest')
    """
    place = "nest" if trick == "nest" else f"trick {trick}"
    return f"claim {place}" + (f" {seat}" if seat else "") + (f" by {claimant}" if claimant else "")


def explain_who_may_claim(round: TrickRound, claimant: str) -> Reason:
    """Explain that anyone may point out a misplay."""
    return Reason("anyone", f"{_name(round, claimant)} points it out. Anyone may, the offender included.")


def explain_too_late() -> Reason:
    """Explain that it is too late for any claim."""
    return Reason("scored", "The round has been scored.", "Its score stands, and nothing is paid.")


def explain_settled(round: TrickRound, misplay: Misplay) -> Reason:
    """Explain that this misplay has already been settled."""
    outcome = {"corrected": "corrected", "paid": "paid for", "stands": "let stand"}.get(misplay.end, "settled")
    return Reason(
        "one-by-one", f"{_name(round, misplay.seat)}'s misplay with {_card(misplay.move)} has already been {outcome}."
    )


def explain_no_misplay(round: TrickRound, trick: int | str, seat: str | None) -> Iterator[Reason]:
    """Explain that nothing was wrong."""
    if not isinstance(trick, int):
        yield Reason("nest", "The discards are right.", "Nothing is paid.")
        return
    plays = list_started_tricks(round)[trick - 1].plays
    if seat not in (None, *(player for player, _ in plays)):
        yield Reason("revoke", f"{_name(round, seat)} has not played to trick {trick} yet.")
        return
    cards = f"{_name(round, seat)}'s card" if seat else "Every card"
    yield Reason("revoke", f"{cards} in trick {trick} was right.", "There is nothing to correct and nothing to pay.")
    for index, (player, card) in enumerate(plays):
        color = find_led_color([card for _, card in plays[:index]], round.trump, round.rules.tricks)
        is_half_hidden = player in round.rules.half_hidden_seats and seat in (None, player)
        if is_half_hidden and color and find_color(card, round.trump) != color:
            yield Reason("hidden", f"{_name(round, player)} had no {color.word} face up, and only face-up cards count.")


def _say_how_to_follow(misplay: Misplay) -> str:
    """Say how the hand could have followed, as far as its cards lay face up."""
    color = misplay.color.word if misplay.color else ""
    if misplay.verdict.instead == (Play(TIGER),):
        return f"kept back the Tiger, the only trump {'face up' if misplay.hidden else 'in hand'}"
    return f"had {color} face up, the color to follow" if misplay.hidden else f"held {color}, the color to follow"


def describe_misplay(round: TrickRound, misplay: Misplay, *, is_first: bool) -> Iterator[Reason]:
    """Describe the misplay; `is_first` says that no other has been settled before it."""
    if misplay.kind == "revoke":
        yield Reason(
            "revoke",
            f"{_name(round, misplay.seat)} played {_card(misplay.move)} to trick {misplay.trick} but {_say_how_to_follow(misplay)}.",
        )
        if misplay.involves_animal:
            yield Reason("animal", "Keeping back the Tiger, or playing the Bull or Bear too soon, is a revoke.")
        if misplay.seat == round.dummy:
            yield Reason("open-hand", f"{_name(round, round.bidder)} plays the exposed hand and answers for it.")
    if misplay.kind == "early lead":
        end = "stays, because later tricks have been played" if misplay.window == 3 else "is taken back"
        event = f"{_name(round, misplay.seat)} led {_card(misplay.move)} with other cards in hand"
        yield Reason("early-lead", f"{event}; it {end}, and nothing is paid.")
    if not is_first:
        yield Reason("one-by-one", "It is settled by itself, apart from other misplays of this round.")


def explain_correction(round: TrickRound, misplay: Misplay) -> Iterator[Reason]:
    """Explain how a wrong card found in time is corrected."""
    name = _name(round, misplay.seat)
    if misplay.kind == "revoke" and misplay.window == 1:
        yield Reason("at-once", f"It was found before the next lead, so {name} corrects it and nothing is paid.")
    if misplay.is_lifted:
        yield Reason(
            "take-back",
            f"{capitalize(_card(misplay.move))} was taken back already, with the wrong card played before it in that trick.",
        )
        return
    yield Reason(
        "take-back",
        f"{capitalize(_card(misplay.move))} and all cards played after it are taken back, and {name} plays again.",
    )


def explain_penalty(round: TrickRound, misplay: Misplay, payers: Sequence[str]) -> Iterator[Reason]:
    """Explain what a wrong card costs that is found during the next trick."""
    amount = format_amount(find_terms(round.rules).penalty)
    later_tricks = (
        "had been started when it was taken back"
        if misplay.is_lifted
        else f"has been started, but not trick {misplay.trick + 2}"
    )
    yield Reason("window", f"Trick {misplay.trick + 1} {later_tricks}.")
    yield Reason("late", f"The misplay is corrected and costs {_names(round, payers)} {amount}.")
    yield Reason("total-pays", f"The {amount} comes off the running total, not off the captures of this round.")
    if round.is_over:
        yield Reason("last-tricks", "All cards have been played, but the round has not been scored.")
    yield from explain_separate_scores(round, payers, round.sides[round.side_of(misplay.seat)], "pays")


def explain_separate_scores(
    round: TrickRound, accounts: Sequence[str], side: Sequence[str], verb: str
) -> Iterator[Reason]:
    """Explain what each person pays or gets where a side is formed for one round only."""
    persons = [seat for seat in side if seat in round.rules.accounts]
    if len(persons) > 1:
        offenders = "each of them" if len(accounts) > 1 else "only the offender"
        yield Reason(
            "each-alone", f"{_names(round, persons)} keep separate scores: {offenders} {verb} the full amount."
        )


def explain_kept_moves(round: TrickRound, move: Move) -> Iterator[Reason]:
    """Explain why the moves that were set aside stay as they were."""
    if isinstance(move, NameTrump):
        yield Reason("nest-right", f"The discards are correct now, and {move.color.word} stays trump.")
    else:
        yield Reason("take-back", f"{_name(round, round.tricks[-1].winner)} leads as before, so the next trick stays.")


def explain_returned_cards(round: TrickRound, seat: str) -> Reason:
    """Explain why the cards that were set aside go back into the hands."""
    turn = _name(round, round.turn)
    if round.turn != seat:
        return Reason("take-back", f"Now {turn} leads, so the cards of the next trick go back into the hands.")
    return Reason(
        "take-back", f"{turn}'s card would be wrong now, so it and the cards after it go back into the hands."
    )


def explain_nest_penalty(round: TrickRound, misplay: Misplay, payers: Sequence[str]) -> Iterator[Reason]:
    """Explain what a wrong discard costs, and whether it is corrected."""
    name, amount = _name(round, misplay.seat), format_amount(find_terms(round.rules).nest)
    assert isinstance(misplay.move, Discard)
    hand = (*round.deal[misplay.seat], *round.deal.nest)
    wrong = nest.why_not_discard(misplay.move.cards, hand, round.rules.nest, name)
    yield Reason("nest", f"{name} discarded {_card(misplay.move)}. {wrong.sentence if wrong else ''}".rstrip())
    plain = {card for card in hand if card.is_number_card}
    if not plain - set(misplay.move.cards):
        replacement = "other number card" if plain else "number card"
        yield Reason("nest-animal", f"{name} had no {replacement}, but must then discard money, never an animal.")
    yield Reason("nest-pays", f"It costs {_names(round, payers)} {amount} once, off the running total.")
    end = "the cards stay, because play has begun" if misplay.tricks_led else f"{name} discards again"
    yield Reason("nest-right", f"The {amount} is paid in any case; {end}.")


# The innocent side's choice


def explain_choice(round: TrickRound, misplay: Misplay) -> Iterator[Reason]:
    """Explain the choice after a revoke found late."""
    names = join_words(_name(round, seat) for seat in list_innocent(round, misplay.seat))
    yield Reason("window", f"Trick {misplay.trick + 2} has been started since.")
    yield Reason("choice", f"{names} may stop the round, or have the misplay corrected and play on.")


def explain_stop(round: TrickRound, misplay: Misplay, innocent: str, amount: int) -> Iterator[Reason]:
    """Explain the score of a round that is stopped."""
    bonus, captured = format_amount(find_terms(round.rules).premium), format_amount(round.captured[innocent])
    scorers, losers = (
        f"{name} {'score' if is_several(name) else 'scores'}"
        for name in (_names(round, find_accounts(round, side)) for side in (innocent, round.side_of(misplay.seat)))
    )
    yield Reason("stop", f"{scorers} {format_amount(amount)}: {captured} captured and {bonus} more. {losers} nothing.")
    yield Reason(
        "stopped-tricks", f"Finished tricks count as usual, and trick {misplay.trick} stays with the side that took it."
    )
    bid = format_amount(round.bid or 0)
    if round.bidder in round.sides[innocent]:
        yield Reason("bidder-stops", f"The bid of {bid} is not tested.")
    else:
        yield Reason("bidder-stopped", f"The bid of {bid} is neither made nor set back: the bidder's side scores 0.")
    yield from explain_separate_scores(round, round.sides[innocent], round.sides[innocent], "gets")


def explain_play_on(round: TrickRound, misplay: Misplay, innocent: str, accounts: Sequence[str]) -> Iterator[Reason]:
    """Explain the premium when the round goes on."""
    bonus = format_amount(find_terms(round.rules).premium)
    yield Reason("play-on", f"Play goes on, and {bonus} is added to the running total of {_names(round, accounts)}.")
    yield Reason("premium", f"The {bonus} does not help to make the bid of {format_amount(round.bid or 0)}.")
    yield from explain_separate_scores(round, accounts, round.sides[innocent], "gets")


def explain_no_replacement(round: TrickRound, misplay: Misplay) -> Reason:
    """Explain that no card can take the place of the wrong one."""
    return Reason(
        "exchange",
        f"{_name(round, misplay.seat)} holds no card to play in its place, so trick {misplay.trick} stays as it is.",
    )


def explain_replacement(round: TrickRound, misplay: Misplay, move: Move, new_round: TrickRound) -> Reason:
    """Explain which card takes the place of the wrong one, and whose the trick is now."""
    before, after = (_name(state, state.tricks[misplay.trick - 1].winner) for state in (round, new_round))
    trick_text = f"stays with {after}" if before == after else f"goes from {before} to {after}"
    return Reason(
        "exchange",
        f"{_name(round, misplay.seat)} takes back {_card(misplay.move)} and plays {_card(move)} instead.",
        f"Trick {misplay.trick} {trick_text}, and later tricks stay.",
    )
