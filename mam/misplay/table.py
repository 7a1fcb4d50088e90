"""A table at which wrong cards can be played, found and corrected (R35-MIS-1 to R35-MIS-8, D-R01 to D-R19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Any

from mam.games.phases.exchange import find_tiger
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.misplay import messages
from mam.misplay.accounts import (
    AdjudicatedResult,
    find_accounts,
    find_decider,
    find_opponents,
    find_payers,
    find_terms,
    list_innocent,
)
from mam.misplay.wrong_moves import (
    Leaders,
    Misplay,
    SetAside,
    can_lay,
    lay_move,
    lay_moves,
    list_replacements,
    list_started_tricks,
    make_misplay,
    replace_card,
)
from mam.rules.cards import UNSEEN, Card
from mam.rules.editions.ruleset import TrickGameRules
from mam.rules.moves import Discard, Exchange, Move, NameTrump, Play
from mam.rules.rulings import IllegalMove, Reason, Ruling
from mam.rules.scoring import Result
from mam.support.arguments import check_arguments
from mam.support.messages import quote, shorten

_NO_CHOICE = "no misplay leaves a choice"
_CARDS_TO_PLAY = "there are still cards to play"


@dataclass(frozen=True, repr=False)
class Table:
    """A round in which players may play or discard any cards they hold. Immutable like a round.

    A wrong card lies until somebody claims it; then the rules of misplay settle it. `round` is the round as the cards lie;
    `events` are the lines from which `replay_table` makes the same table. `misplays` are all misplays in the order of play,
    with those that nobody has noticed (their `end` is empty); `rulings` are those of the last event. `charges` are the
    amounts added to totals or taken off so far. `set_aside` are moves that stay on the table while the trick before them is
    played again. `pending` is the misplay that waits for a choice or for the right card; while `must_correct` holds, a
    wrong move is being replaced, so only legal ones are accepted. `result` is None until the round is scored.

    The phases are those of the round, then "choice" while the innocent side chooses to stop or to play on, "amends" while
    the offender names the card that replaces the wrong one, "count" between the last card and the score.

    A table starts from a round as dealt. Raises IllegalMove where the rules have no misplay (D-R19), ValueError for a round
    with unseen cards or with moves.

    >>> import mam
    >>> table = Table(mam.start("make-a-million-1935", seed=7, dealer="S")).play(mam.Bid(200))
    >>> table.events, table.turn
    (('bid 200',), 'W')
    """

    round: TrickRound
    events: tuple[str, ...] = ()
    misplays: tuple[Misplay, ...] = field(default=(), compare=False)
    rulings: tuple[Ruling, ...] = field(default=(), compare=False)
    charges: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    set_aside: tuple[SetAside, ...] = field(default=(), compare=False)
    leaders: Leaders = field(default=(), compare=False)
    pending: Misplay | None = field(default=None, compare=False)
    must_correct: bool = field(default=False, compare=False)
    result: AdjudicatedResult | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.events:
            return  # the previous table was checked
        if not isinstance(self.round, Round):
            raise TypeError(f"make a table from a round, like Table(mam.start(…)), not from {quote(self.round)}")
        find_terms(self.rules)
        if UNSEEN in self.round.deal.cards:
            raise ValueError(
                "a table needs every card of the deal: with unseen cards nobody can say who could have followed"
            )
        if self.round.history:
            raise ValueError(
                "a table starts with the deal, but this round has moves: make them at the table, "
                "or use mam.misplay.replay_table(rules, deal, events)"
            )

    def __repr__(self) -> str:
        return f"table | {self.rules.full_id} | {self.round.deal!r} | {', '.join(self.events)}"

    # Whose turn it is, and for what

    @property
    def rules(self) -> TrickGameRules:
        """The rules of the round on the table."""
        return self.round.rules

    @property
    def phase(self) -> str:
        """The phase of the round, "choice" or "amends" while a misplay is settled, "count" before the score, "over" after it."""
        if self.is_over:
            return "over"
        if self.pending:
            return "amends" if self.pending.end else "choice"
        return "count" if self.round.is_over else self.round.phase

    @property
    def is_over(self) -> bool:
        """Whether the round has been scored: from then on there is no remedy (D-R04)."""
        return self.result is not None

    @property
    def turn(self) -> str | None:
        """The seat to move; None while the innocent side chooses, and when all cards are played."""
        if self.pending:
            return self.pending.seat if self.pending.end else None
        return None if self.is_over else self.round.turn

    @property
    def actor(self) -> str | None:
        """The person who decides: for the seat to move, or the first of those who may choose."""
        if self.pending:
            return find_decider(self.round, self.pending.seat) if self.pending.end else self.choosers[0]
        return None if self.is_over else self.round.actor

    @property
    def choosers(self) -> tuple[str, ...]:
        """The innocent persons: any of them may choose to stop or to play on (R35-MIS-5)."""
        return list_innocent(self.round, self.pending.seat) if self.pending and not self.pending.end else ()

    def seen_by(self, person: str | None) -> TrickRound:
        """Return the round as this person sees it, `??` for every card that person may not look at (None sees all).

        Nothing in it says which cards are wrong: a wrong discard lies face down like any other. Raises ValueError for an
        unknown seat.
        """
        self.round.rules.check_seat(person)
        if person is None:
            return self.round
        hides_discard = not self.is_over and any(
            misplay.kind == "nest" and not misplay.end for misplay in self.misplays
        )
        # Stopped early, it is over all the same.
        scored = replace(self.round, phase="over") if self.is_over else self.round
        seen_round = TrickRound(self.rules, scored._deal_seen_by(person))
        for move in self.round.history:
            seen_move = scored._move_seen_by(person, "", move)
            if isinstance(seen_move, Discard) and hides_discard and person != self.round.bidder:
                seen_move = Discard([UNSEEN] * len(seen_move.cards))
            seen_round = lay_move(seen_round, seen_move, self.leaders)
        return seen_round

    # Laying cards

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Return all moves that can be made now: any card in hand, any discard; calls and trump by the rules.

        Whoever replaces a wrong card has only legal moves.
        """
        if self.pending:
            return tuple(map(Play, list_replacements(self.round, self.pending))) if self.pending.end else ()
        if self.is_over:
            return ()
        if self.phase == "nest" and not self.must_correct:
            hand = self.round.hands[self.round.turn or ""]
            return tuple(map(Discard, combinations(hand, self.rules.nest.size)))
        if self.phase == "play" and not self.must_correct:
            return tuple(map(Play, self.round.playable(self.round.turn or "")))
        return self.round.legal_moves

    def verdict(self, move: Move, seat: str | None = None) -> Ruling | None:
        """Return the ruling by which a round would refuse this move, or None if it is legal."""
        return self.round.why_not(move, seat) if self.phase == self.round.phase else self.why_not(move, seat)

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """Return the ruling by which even this table refuses a move, or None if the move can be made.

        It refuses a move out of turn, a card not held, and an illegal move in place of a wrong one.
        """
        return self._refuse(self._reason_against(move, seat), seat)

    def _refuse(self, reason: Reason | None, seat: str | None) -> Ruling | None:
        return reason and self.rules.refuse(reason, self.legal_moves if seat in (None, self.turn) else ())

    def _reason_against(self, move: Move, seat: str | None) -> Reason | None:
        return self._accept(move, seat, self.round._reason_against(move, seat))

    def _accept(self, move: Move, seat: str | None, reason: Reason | None) -> Reason | None:
        """Return why even this table refuses a move, for which a round would have this reason; None if it can be made."""
        if self.phase in messages.DUTIES:
            can_move = seat in (None, self.turn) and move in self.legal_moves
            return None if can_move else messages.explain_wait(move, messages.DUTIES[self.phase])
        if isinstance(move, Exchange) and reason is None and not self._is_draw_known(move):
            sentence = "Name the card drawn: the deal does not say which card the blind draw brings."
            return Reason("exchange-blind", sentence)
        at_hand = seat in (None, self.turn) and can_lay(self.round, move)
        return None if at_hand and not self.must_correct else reason

    def _is_draw_known(self, move: Exchange) -> bool:
        is_known = move.card != UNSEEN and (self.round.deal.blind_draw is not None or move.card is not None)
        return is_known or self._is_tiger_in_nest  # nothing is drawn then

    @property
    def _is_tiger_in_nest(self) -> bool:
        """Whether the Tiger, when it is to be exchanged in a No Color round, turns out to be in the nest."""
        return find_tiger(self.round) is None

    def play(self, move: Move, seat: str | None = None) -> Table:
        """Return the table after this move, right or wrong. Raises IllegalMove where `why_not` has a ruling."""
        answer = self.try_move(move, seat)
        if isinstance(answer, Ruling):
            raise IllegalMove(answer)
        return answer

    def try_move(self, move: Move, seat: str | None = None) -> Ruling | Table:
        """Return the table after this move, right or wrong, or the ruling by which even this table refuses it."""
        reason = self.round._reason_against(move, seat)
        return self._refuse(self._accept(move, seat, reason), seat) or self._apply(move, reason)

    def _apply(self, move: Move, reason: Reason | None) -> Table:
        """Return the table after a move that it accepts; `reason` is why a round would not."""
        table = self._with_event(str(move))
        if self.pending:
            return table._replace_card(self.pending, move)
        if isinstance(move, Exchange) and self._is_tiger_in_nest:
            return table._settle_misplay(self.misplays[-1])  # no card has been led: it is the wrong discard
        table = table._lay(move, reason)
        line = str(table.round.history[-1])  # for an exchange this includes the card drawn
        return replace(table, events=(*self.events, line))._lay_again()

    def lay(self, card: Card, seat: str | None = None) -> Table:
        """Return the table after this card, right or wrong. Raises IllegalMove as `play` does."""
        return self.play(Play(card), seat)

    def discard(self, cards: Sequence[Card], seat: str | None = None) -> Table:
        """Return the table after these cards were discarded, right or wrong. Raises IllegalMove as `play` does."""
        return self.play(Discard(cards), seat)

    def _with_event(self, line: str) -> Table:
        return replace(self, events=(*self.events, line), rulings=())

    def _with_rulings(self, *reasons: Reason) -> Table:
        """Add the rulings behind these reasons to those of the event."""
        cites = find_terms(self.rules).cites
        rulings = tuple(
            self.rules.apply(cites[reason.topic], reason) if reason.topic in cites else self.rules.cite(reason)
            for reason in reasons
        )
        return replace(self, rulings=(*self.rulings, *rulings))

    def _lay(self, move: Move, reason: Reason | None) -> Table:
        """Lay the move, which is wrong for this reason; every misplay on the table counts the tricks started since."""
        misplay = make_misplay(self.round, move, reason) if reason else None
        round = lay_move(self.round, move, self.leaders)
        count = len(list_started_tricks(round))
        misplays = tuple(
            candidate
            if candidate.end or candidate.is_lifted
            else replace(candidate, tricks_led=max(candidate.tricks_led, count))
            for candidate in ((*self.misplays, misplay) if misplay else self.misplays)
        )
        return replace(self, round=round, misplays=misplays, must_correct=False)

    def _lay_again(self) -> Table:
        """Lay the moves that were set aside again once those before them are made.

        They stay as long as the same hands have the turn, hold the cards, and have not made them wrong by what they played
        in the meantime (D-R05).
        """
        if not self.set_aside or len(self.round.history) < self.set_aside[0].step:
            return self
        table = self
        for _, seat, move, wrong in self.set_aside:
            # If another hand leads now, it does not hold the card, so its move is illegal too.
            reason = table.round._reason_against(move)
            if reason and not (wrong and can_lay(table.round, move)):
                return replace(table, set_aside=())._with_rulings(messages.explain_returned_cards(table.round, seat))
            table = table._lay(move, reason)
        return replace(table, set_aside=())._with_rulings(
            *messages.explain_kept_moves(self.round, self.set_aside[0].move)
        )

    # Finding a misplay

    @check_arguments
    def notice(self, misplay: Misplay, by: str | None = None) -> Table:
        """Return the table after somebody has pointed out this misplay."""
        return self.claim(misplay.trick or "nest", misplay.seat, by)

    @check_arguments
    def claim(self, trick: int | str, seat: str | None = None, by: str | None = None) -> Table:
        """Return the table after somebody has claimed a misplay in this trick (counted from 1), or in the "nest".

        `seat` says whose card it is, `by` who claims it; anyone may (D-R17). The `rulings` answer: how the misplay is
        settled, or that there is none. Raises IllegalMove when no such claim can be made now.
        """
        self._check_claim(trick, seat, by)
        table = self._with_event(messages.format_claim(trick, seat, by))
        if by is not None:
            table = table._with_rulings(messages.explain_who_may_claim(self.round, by))
        if self.is_over:
            return table._with_rulings(messages.explain_too_late())
        number = 0 if trick == "nest" else trick
        claimed_misplays = [
            misplay for misplay in self.misplays if misplay.trick == number and seat in (None, misplay.seat)
        ]
        if open_misplays := [misplay for misplay in claimed_misplays if not misplay.end]:
            return table._settle_misplay(open_misplays[0])
        if claimed_misplays:
            return table._with_rulings(messages.explain_settled(self.round, claimed_misplays[-1]))
        return table._with_rulings(*messages.explain_no_misplay(self.round, trick, seat))

    def _check_claim(self, trick: int | str, seat: str | None, by: str | None) -> None:
        self.round.rules.check_seat(seat)
        if by is not None and by not in self.rules.persons:
            raise ValueError(f"nobody sits at {quote(by)}: the persons are {' '.join(self.rules.persons)}")
        if trick != "nest" and (not isinstance(trick, int) or isinstance(trick, bool)):
            raise ValueError(f'claim the number of a trick, or "nest", not {quote(trick)}')
        has_started = (
            self.round.discarded is not None
            if trick == "nest"
            else 1 <= int(trick) <= len(list_started_tricks(self.round))
        )
        was_lifted = any(
            misplay.is_lifted and misplay.trick == trick and seat in (None, misplay.seat) for misplay in self.misplays
        )
        if self.pending:
            raise IllegalMove(
                self._make_ruling(
                    messages.explain_wait(messages.format_claim(trick, seat, by), messages.DUTIES[self.phase])
                )
            )
        if not (self.is_over or has_started or was_lifted):
            raise IllegalMove(self._make_ruling(messages.explain_no_claim(self.round, trick)))

    def _settle_misplay(self, misplay: Misplay) -> Table:
        """Settle a misplay that has been noticed, by itself (D-R11)."""
        table = self._with_rulings(
            *messages.describe_misplay(
                self.round, misplay, is_first=not any(candidate.end for candidate in self.misplays)
            )
        )
        if misplay.kind == "nest":
            return table._settle_nest(misplay)
        if misplay.window < 3:
            return table._take_back(misplay)
        if misplay.kind == "early lead":
            return table._end_misplay(misplay, "stands")
        return replace(table, pending=misplay)._with_rulings(*messages.explain_choice(self.round, misplay))

    def _end_misplay(self, misplay: Misplay, end: str) -> Table:
        settled_misplay = replace(misplay, end=end)
        return replace(
            self, misplays=tuple(settled_misplay if candidate == misplay else candidate for candidate in self.misplays)
        )

    def _charge(self, accounts: Sequence[str], amount: int) -> Table:
        return replace(self, charges=(*self.charges, *((account, amount) for account in accounts)))

    # Correcting it

    def _roll_back(self, misplay: Misplay, set_aside: tuple[SetAside, ...]) -> Table:
        """Return the table before the wrong move, which must be made again.

        Misplays after it are gone with their cards; those that cost something already still do, whichever is found first
        (D-R11).
        """
        moves = self.round.history[: misplay.step]
        misplays = tuple(
            candidate if candidate.end or candidate.step < misplay.step else replace(candidate, is_lifted=True)
            for candidate in self.misplays
            if candidate.end or candidate.is_lifted or candidate.step < misplay.step or candidate.window > 1
        )
        round = lay_moves(self.rules, self.round.deal, moves, self.leaders)
        return replace(self, round=round, misplays=misplays, set_aside=set_aside, must_correct=True)

    def _take_back(self, misplay: Misplay) -> Table:
        """Take back a wrong card found in time, with all cards after it in its trick (D-R05, D-R13)."""
        table = self._end_misplay(misplay, "corrected")._with_rulings(*messages.explain_correction(self.round, misplay))
        if misplay.kind == "revoke" and misplay.window == 2:
            payers = find_payers(self.round, misplay.seat)
            table = table._charge(payers, -find_terms(self.rules).penalty)
            table = table._with_rulings(*messages.explain_penalty(self.round, misplay, payers))
        if misplay.is_lifted:
            return table
        next_lead = misplay.step - misplay.place + 1 + len(self.round.turn_order)
        wrong = {candidate.step for candidate in self.misplays if not candidate.end}
        tricks = list_started_tricks(self.round)[misplay.trick :]  # the next trick, if it has been led to
        plays = enumerate((play for trick in tricks for play in trick.plays), next_lead)
        later_plays = tuple(SetAside(step, seat, Play(card), step in wrong) for step, (seat, card) in plays)
        return table._roll_back(misplay, (*later_plays, *self.set_aside))  # the same trick: one of the two is empty

    def _settle_nest(self, misplay: Misplay) -> Table:
        """Charge a wrong discard, the same whenever it is found, and correct it only before the first lead (D-R15)."""
        payers = find_payers(self.round, misplay.seat)
        table = self._charge(payers, -find_terms(self.rules).nest)
        table = table._with_rulings(*messages.explain_nest_penalty(self.round, misplay, payers))
        if misplay.tricks_led:
            return table._end_misplay(misplay, "paid")
        # Trump once named is final (D-G29), so it is not named again.
        trump_moves = [move for move in self.round.history if isinstance(move, NameTrump)]
        set_aside = tuple(SetAside(misplay.step, misplay.seat, move) for move in trump_moves)
        return table._end_misplay(misplay, "corrected")._roll_back(misplay, set_aside)

    # The innocent side's choice

    @check_arguments
    def choose(self, choice: str, seat: str | None = None) -> Table:
        """Return the table after the innocent side has chosen to "stop" the round or to "play on" (R35-MIS-6, R35-MIS-7).

        Raises IllegalMove when there is nothing to choose, or for a person who has no say in it.
        """
        if choice not in ("stop", "play on"):
            raise ValueError(f'choose "stop" or "play on", not {quote(choice)}')
        self.round.rules.check_seat(seat)
        if self.pending is None or self.pending.end:
            raise IllegalMove(
                self._make_ruling(messages.explain_wait(choice, messages.DUTIES.get(self.phase, _NO_CHOICE)))
            )
        if seat not in (None, *self.choosers):
            raise IllegalMove(self._make_ruling(messages.explain_no_choice(self.round, self.pending, seat)))
        table = self._with_event(choice)
        return table._stop(self.pending) if choice == "stop" else table._play_on(self.pending)

    def _make_ruling(self, reason: Reason) -> Ruling:
        return self._with_rulings(reason).rulings[-1]

    def _stop(self, misplay: Misplay) -> Table:
        """End the round: the innocent side scores what it has captured and the premium, the other side nothing."""
        round, innocent = self.round, find_opponents(self.round, self.round.side_of(misplay.seat))
        amount = round.captured[innocent] + find_terms(self.rules).premium
        accounts = find_accounts(round, innocent)
        scores = {account: amount if account in accounts else 0 for account in self.rules.accounts}
        table = self._end_misplay(misplay, "stopped")._with_rulings(
            *messages.explain_stop(round, misplay, innocent, amount)
        )
        return replace(table, pending=None)._enter_result(
            scores, f"{round.bidder} {round.bid} stopped", is_stopped=True
        )

    def _play_on(self, misplay: Misplay) -> Table:
        """Credit the innocent side; the offender replaces the wrong card by one of the color, if any is left."""
        innocent = find_opponents(self.round, self.round.side_of(misplay.seat))
        accounts = find_accounts(self.round, innocent)
        settled_misplay = replace(misplay, end="played on")
        table = self._charge(accounts, find_terms(self.rules).premium)._end_misplay(misplay, settled_misplay.end)
        table = table._with_rulings(*messages.explain_play_on(self.round, misplay, innocent, accounts))
        replacements = list_replacements(self.round, misplay)
        if not replacements:
            return replace(table, pending=None)._with_rulings(messages.explain_no_replacement(self.round, misplay))
        table = replace(table, pending=settled_misplay)
        return table._replace_card(misplay, Play(replacements[0])) if len(replacements) == 1 else table

    def _replace_card(self, misplay: Misplay, move: Move) -> Table:
        """Replace the wrong card with a right one: that trick is decided again (D-R06)."""
        round, leaders = replace_card(self.round, misplay, move, self.leaders)
        reason = messages.explain_replacement(self.round, misplay, move, round)
        return replace(self, round=round, leaders=leaders, pending=None)._with_rulings(reason)

    # The score

    @property
    def adjustments(self) -> Mapping[str, int]:
        """What premiums and penalties have added to each total so far, or taken off it."""
        totals = dict.fromkeys(self.rules.accounts, 0)
        for account, amount in self.charges:
            totals[account] += amount
        return totals

    def score(self) -> Table:
        """Return the table with the round scored. Raises IllegalMove before the last card."""
        result = self.round.result
        if result is None or self.pending or self.is_over:
            raise IllegalMove(
                self._make_ruling(messages.explain_wait("score", messages.DUTIES.get(self.phase, _CARDS_TO_PLAY)))
            )
        return (
            self._with_event("score")._with_rulings(*self.round.why_scored())._enter_result(result.scores, result.note)
        )

    def _enter_result(self, scores: Mapping[str, int], note: str, is_stopped: bool = False) -> Table:
        outcome = replace(self.round, phase="over", turn=None).result  # stopped early, it is over all the same
        assert outcome is not None
        facts = {item.name: getattr(outcome, item.name) for item in fields(Result)}
        facts |= {"scores": scores, "note": note, "captured": self.round.captured}
        return replace(self, result=AdjudicatedResult(**facts, adjustments=self.adjustments, stopped=is_stopped))

    def as_round(self) -> TableRound:
        """Return the round as it was scored here, which `Match.with_table` enters. Raises ValueError before that."""
        if self.result is None:
            raise ValueError("this table has not been scored: play to the last card, then call table.score()")
        return open_round(self)

    @check_arguments
    def settle(self, totals: Mapping[str, int]) -> dict[str, int]:
        """Return these running totals after all that has happened at this table.

        Premiums and penalties count at once, the round when it has been scored. Raises ValueError for an unknown account.
        """
        accounts, scores = self.rules.accounts, self.result.scores if self.result else {}
        if unknown_accounts := totals.keys() - set(accounts):
            raise ValueError(
                f"no account {', '.join(map(shorten, sorted(unknown_accounts)))}: there are {', '.join(accounts)}"
            )
        adjustments = self.adjustments
        return {name: totals.get(name, 0) + adjustments[name] + scores.get(name, 0) for name in accounts}


@dataclass(frozen=True, repr=False)
class TableRound(TrickRound):
    """A round at a `table` as its cards lie, right or wrong, with the table's phase, turn and actor; `open_round` makes it.

    Its legal moves are those of the rules, not the wrong ones that the table accepts too. Its moves need not be lawful, so the
    table's events replay, not the moves. Once it is scored its `result` is that of the table, and a match keeps it.
    """

    table: Table | None = field(default=None, repr=False)

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    @property
    def result(self) -> AdjudicatedResult | None:
        return self._table.result

    @property
    def events(self) -> tuple[str, ...]:
        """The lines from which `replay_table` makes the table again."""
        return self._table.events

    @property
    def actor(self) -> str | None:
        return self._table.actor

    @property
    def choosers(self) -> tuple[str, ...]:
        return self._table.choosers

    @property
    def _waits(self) -> bool:
        """Whether something else is due than a move of the round: a choice, a replacement, or the score."""
        return self.phase in ("choice", "amends", "count")

    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        is_tables_own = self._waits or (isinstance(move, Exchange) and not self.is_over)
        return self._table._reason_against(move, seat) if is_tables_own else super()._reason_against(move, seat)

    def _candidates(self) -> Iterator[Move]:
        return iter(self._table.legal_moves) if self._waits else super()._candidates()

    def _apply(self, move: Move) -> TableRound:
        return open_round(self._table._apply(move, None))

    def why_scored(self) -> Iterator[Reason]:
        """Explain the score as in any round.

        If the innocent side stopped the round, this is empty: `table.rulings` explain that score.
        """
        return iter(()) if self.result is None or self.result.stopped else super().why_scored()

    def at(self, step: int) -> TrickRound:  # type: ignore[override]
        count = len(self.history)
        if not -count <= step <= count:
            raise ValueError(f"no step {step}: {count} moves have been made")
        return lay_moves(self.rules, self.deal, self.history[:step], self._table.leaders)

    def seen_by(self, person: str | None) -> TrickRound:  # type: ignore[override]
        if self.is_over:
            return self if person is None else self._table.seen_by(person)
        # Until the score nobody may look at the discards: a round whose last card lies is still in play.
        in_play = replace(self._table.round, phase="play", turn=None) if self._waits else self._table.round
        seen_round = in_play if person is None else replace(self._table, round=in_play).seen_by(person)
        return replace(seen_round, phase="play", turn=self.turn) if self._waits else seen_round

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return open_round, (self.table,)

    def __repr__(self) -> str:
        return repr(self.table)


def open_round(table: Table) -> TableRound:
    """Return the round at this table, in play or scored."""
    facts = {item.name: getattr(table.round, item.name) for item in fields(TrickRound)}
    return TableRound(**{**facts, "phase": table.phase, "turn": table.turn}, table=table)
