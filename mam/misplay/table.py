"""A table at which wrong cards can be laid, found and put right (R35-MIS-1 to R35-MIS-8, D-R01 to D-R19)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Any, NamedTuple

from mam.games.phases.exchange import find_tiger
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.misplay import faults
from mam.misplay import messages as words
from mam.misplay.accounts import (
    Adjudged,
    find_accounts,
    find_decider,
    find_payers,
    find_terms,
    list_innocent,
    other_side,
)
from mam.misplay.faults import Fault, Leaders, list_begun
from mam.rules.cards import UNSEEN, Card
from mam.rules.editions.ruleset import TrickGameRules
from mam.rules.moves import Discard, Exchange, Move, NameTrump, Play
from mam.rules.rulings import IllegalMove, Reason, Ruling
from mam.rules.scoring import Result

_AWAITED = {
    "choice": "the innocent side must choose to stop or to play on first",
    "amends": "the offender must play a card in place of the wrong one first",
    "over": "the score has been taken",
}
_NOTHING_TO_CHOOSE = "no misplay leaves a choice"
_CARDS_TO_PLAY = "there are still cards to play"


class Aside(NamedTuple):
    """A move that stays as it was, if it can, while what came before it is done again; `wrong` says that it was one."""

    step: int
    seat: str
    move: Move
    wrong: bool = False


@dataclass(frozen=True, repr=False)
class Table:
    """A round in which a player may lay any card held, or put any cards out. Immutable like a round.

    Nobody is told of a wrong card until somebody claims it; then the rules of misplay settle it. `round` is the round as
    the cards lie, `events` are the lines by which `replay_table` reaches the same table again. `faults` are all misplays
    in the order of play, those nobody has noticed included (their `end` is empty); `rulings` say what the last event
    brought about. `charges` are the amounts put on or taken off totals so far. `aside` are cards that remain on the table
    while the trick before them is played again. `result` is None until the score has been taken.

    The phases are those of the round, then "choice" while the innocent side chooses to stop or to play on, "amends" while
    the offender names the card that takes the place of the wrong one, "count" between the last card and the score.

    A table is made of a round as dealt, and goes on from there. Raises IllegalMove where the rules have no misplay (D-R19),
    ValueError for a round with unseen cards or with moves made already.

    >>> import mam
    >>> table = Table(mam.start("make-a-million-1935", seed=7, dealer="S")).play(mam.Bid(200))
    >>> table.events, table.turn
    (('bid 200',), 'W')
    """

    round: TrickRound
    events: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    rulings: tuple[Ruling, ...] = field(default=(), compare=False)
    charges: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    aside: tuple[Aside, ...] = field(default=(), compare=False)
    leaders: Leaders = field(default=(), compare=False)
    asked: Fault | None = field(default=None, compare=False)
    owes: bool = field(default=False, compare=False)
    result: Adjudged | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.events:
            return  # it goes on from a table that has been looked at here
        if not isinstance(self.round, Round):
            raise TypeError(f"a table is made of a round, like Table(mam.start(…)), not of {self.round!r}")
        find_terms(self.rules)
        if UNSEEN in self.round.deal.cards:
            raise ValueError(
                "a table needs every card of the deal: who could have followed cannot be told of unseen ones"
            )
        if self.round.history:
            raise ValueError(
                "a table begins with the deal, and this round has moves: make them at the table, "
                "or lay it with mam.misplay.replay_table(rules, deal, events)"
            )

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[Any, ...]]:
        from mam.misplay.events import replay_table  # which reads the lines by calling this class

        return replay_table, (self.rules, self.round.deal, self.events)

    def __repr__(self) -> str:
        return f"table | {self.rules.full_id} | {self.round.deal!r} | {', '.join(self.events)}"

    # Whose turn it is, and for what

    @property
    def rules(self) -> TrickGameRules:
        return self.round.rules

    @property
    def phase(self) -> str:
        if self.is_over:
            return "over"
        if self.asked:
            return "amends" if self.asked.end else "choice"
        return "count" if self.round.is_over else self.round.phase

    @property
    def is_over(self) -> bool:
        """Whether the score has been taken: from then on there is no remedy (D-R04)."""
        return self.result is not None

    @property
    def turn(self) -> str | None:
        """The seat to move; None while the innocent side chooses, and when all cards are played."""
        if self.asked:
            return self.asked.seat if self.asked.end else None
        return None if self.is_over else self.round.turn

    @property
    def actor(self) -> str | None:
        """The person who decides: for the seat to move, or first of those who may choose."""
        if self.asked:
            return find_decider(self.round, self.asked.seat) if self.asked.end else self.choosers[0]
        return None if self.is_over else self.round.actor

    @property
    def choosers(self) -> tuple[str, ...]:
        """The innocent persons, any of whom chooses to stop or to play on (R35-MIS-5)."""
        return list_innocent(self.round, self.asked.seat) if self.asked and not self.asked.end else ()

    def seen_by(self, person: str | None) -> TrickRound:
        """The round as this person sees it lie, `??` for every card that person may not look at (None sees all).

        Nothing in it says which cards are wrong: a wrong discard lies face down like any other. Raises ValueError for a
        seat that there is not.
        """
        self.round.rules.check_seat(person)
        if person is None:
            return self.round
        secret = not self.is_over and any(one.kind == "nest" and not one.end for one in self.faults)
        scored = (
            replace(self.round, phase="over") if self.is_over else self.round
        )  # stopped early, it is over all the same
        seen = TrickRound(self.rules, scored._deal_seen_by(person))
        for move in self.round.history:
            shown = scored._move_seen_by(person, "", move)
            if isinstance(shown, Discard) and secret and person != self.round.bidder:
                shown = Discard([UNSEEN] * len(shown.cards))
            seen = faults.lay(seen, shown, self.leaders)
        return seen

    # Laying cards

    @property
    def legal_moves(self) -> Sequence[Move]:
        """All that can be done now: every card of the hand that can be laid, every discard, calls and trump by the rules.

        Whoever puts a wrong card right has only the right ones.
        """
        if self.asked:
            return tuple(map(Play, faults.list_amends(self.round, self.asked))) if self.asked.end else ()
        if self.is_over:
            return ()
        if self.phase == "nest" and not self.owes:
            hand = self.round.hands[self.round.turn or ""]
            return tuple(map(Discard, combinations(hand, self.rules.nest.size)))
        if self.phase == "play" and not self.owes:
            return tuple(map(Play, self.round.playable(self.round.turn or "")))
        return self.round.legal_moves

    def verdict(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling by which a strict round would refuse this move, or None if it is right."""
        return self.round.why_not(move, seat) if self.phase == self.round.phase else self.why_not(move, seat)

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling by which even this table refuses a move: out of turn, not held, not now, or wrong where a wrong one
        is being put right. None if it can be made."""
        reason = self._reason_against(move, seat)
        return None if reason is None else self.rules.refuse(reason, self.legal_moves)

    def _reason_against(self, move: Move, seat: str | None) -> Reason | None:
        reason = self.round._reason_against(move, seat)
        if self.phase in _AWAITED:
            right = seat in (None, self.turn) and move in self.legal_moves
            return None if right else words.not_now(move, _AWAITED[self.phase])
        if isinstance(move, Exchange) and reason is None and not self._tiger_nested and not self._draw_known(move):
            return Reason(
                "exchange-blind", "Name the card drawn: the deal does not say which card the blind draw brings."
            )
        at_hand = seat in (None, self.turn) and faults.is_at_hand(self.round, move)
        return None if at_hand and not self.owes else reason

    def _draw_known(self, move: Exchange) -> bool:
        return move.card != UNSEEN and (self.round.deal.lot is not None or move.card is not None)

    @property
    def _tiger_nested(self) -> bool:
        """Whether the Tiger, when it is asked for in a No Color round, turns out to have been put into the nest."""
        return find_tiger(self.round) is None

    def play(self, move: Move, seat: str | None = None) -> Table:
        """The table after this move, right or wrong. Raises IllegalMove where `why_not` has a ruling."""
        if refusal := self.why_not(move, seat):
            raise IllegalMove(refusal)
        told = self._told(str(move))
        if self.asked:
            return told._exchanged(self.asked, move)
        if isinstance(move, Exchange) and self._tiger_nested:
            return told._found(self.faults[-1])  # no card has been led: it is the wrong discard
        done = told._laid(move)
        line = str(done.round.history[-1])  # of an exchange this says what it brought
        return replace(done, events=(*self.events, line))._laid_again()

    def lay(self, card: Card, seat: str | None = None) -> Table:
        """The table after this card, right or wrong. Raises IllegalMove as `play` does."""
        return self.play(Play(card), seat)

    def discard(self, cards: Sequence[Card], seat: str | None = None) -> Table:
        """The table after these cards were put out, right or wrong. Raises IllegalMove as `play` does."""
        return self.play(Discard(cards), seat)

    def _told(self, line: str) -> Table:
        return replace(self, events=(*self.events, line), rulings=())

    def _ruled(self, *reasons: Reason) -> Table:
        """The table with the rulings behind these reasons added to those of the event."""
        cites = find_terms(self.rules).cites
        added = tuple(
            self.rules.ruling(cites[topic], because) if topic in cites else self.rules.cite(Reason(topic, because))
            for topic, because in reasons
        )
        return replace(self, rulings=(*self.rulings, *added))

    def _laid(self, move: Move) -> Table:
        """The move lies, and every misplay on the table is as old as the tricks begun since."""
        fault = faults.judge(self.round, move)
        round = faults.lay(self.round, move, self.leaders)
        begun = len(list_begun(round))
        lying = (*self.faults, fault) if fault else self.faults
        older = tuple(one if one.end or one.lifted else replace(one, led=max(one.led, begun)) for one in lying)
        return replace(self, round=round, faults=older, owes=False)

    def _laid_again(self) -> Table:
        """The cards set aside lie as before once what came before them is done: while the same hands have the turn, hold
        the cards, and have not made them wrong by what they played in the meantime (D-R05)."""
        if not self.aside or len(self.round.history) < self.aside[0].step:
            return self
        table = self
        for _, seat, move, wrong in self.aside:
            # Another hand that leads now does not hold the card either.
            right = table.round._reason_against(move) is None
            if not right and not (wrong and faults.is_at_hand(table.round, move)):
                return replace(table, aside=())._ruled(words.taken_up(table.round, seat))
            table = table._laid(move)
        return replace(table, aside=())._ruled(*words.stays(self.round, self.aside[0].move))

    # Finding a misplay

    def notice(self, fault: Fault, by: str | None = None) -> Table:
        """The table after somebody has pointed out this misplay."""
        return self.claim(fault.trick or "nest", fault.seat, by)

    def claim(self, trick: int | str, seat: str | None = None, by: str | None = None) -> Table:
        """The table after somebody has claimed a misplay in this trick (counted from 1), or in the "nest".

        `seat` says whose card it is, `by` who claims it; anybody may (D-R17). The `rulings` answer: how the misplay is
        settled, or that there is none. Raises IllegalMove when no such claim can be made now.
        """
        self._check_claim(trick, seat, by)
        table = self._told(words.claim_line(trick, seat, by))
        if by is not None:
            table = table._ruled(words.anyone(self.round, by))
        if self.is_over:
            return table._ruled(words.scored())
        number = 0 if trick == "nest" else trick
        found = [fault for fault in self.faults if fault.trick == number and seat in (None, fault.seat)]
        if unsettled := [fault for fault in found if not fault.end]:
            return table._found(unsettled[0])
        if found:
            return table._ruled(words.settled_already(self.round, found[-1]))
        return table._ruled(*words.nothing_wrong(self.round, trick, seat))

    def _check_claim(self, trick: int | str, seat: str | None, by: str | None) -> None:
        self.round.rules.check_seat(seat)
        if by is not None and by not in self.rules.persons:
            raise ValueError(f"nobody sits at {by!r}: the persons are {' '.join(self.rules.persons)}")
        if trick != "nest" and (not isinstance(trick, int) or isinstance(trick, bool)):
            raise ValueError(f'a claim names the number of a trick, or "nest", not {trick!r}')
        begun = self.round.discarded is not None if trick == "nest" else 1 <= int(trick) <= len(list_begun(self.round))
        begun = begun or any(one.lifted and one.trick == trick and seat in (None, one.seat) for one in self.faults)
        if self.asked:
            raise IllegalMove(self._refusal(words.not_now(words.claim_line(trick, seat, by), _AWAITED[self.phase])))
        if not self.is_over and not begun:
            raise IllegalMove(self._refusal(words.no_claim(self.round, trick)))

    def _found(self, fault: Fault) -> Table:
        """The misplay has come to light and is settled by itself (D-R11)."""
        table = self._ruled(*words.what(self.round, fault, more=any(one.end for one in self.faults)))
        if fault.kind == "nest":
            return table._nest_found(fault)
        if fault.window < 3:
            return table._taken_back(fault)
        if fault.kind == "early lead":
            return table._ended(fault, "stands")
        return replace(table, asked=fault)._ruled(*words.choice(self.round, fault))

    def _ended(self, fault: Fault, end: str) -> Table:
        settled = replace(fault, end=end)
        return replace(self, faults=tuple(settled if one == fault else one for one in self.faults))

    def _charged(self, accounts: Sequence[str], amount: int) -> Table:
        return replace(self, charges=(*self.charges, *((account, amount) for account in accounts)))

    # Putting it right

    def _rolled_back(self, fault: Fault, aside: tuple[Aside, ...]) -> Table:
        """The table before the wrong move, which its maker owes again. Misplays after it are gone with their cards; those
        that have a price already keep it, whichever is found first (D-R11)."""
        moves = self.round.history[: fault.step]
        kept = tuple(
            one if one.end or one.step < fault.step else replace(one, lifted=True)
            for one in self.faults
            if one.end or one.lifted or one.step < fault.step or one.window > 1
        )
        round = faults.lay_all(self.rules, self.round.deal, moves, self.leaders)
        return replace(self, round=round, faults=kept, aside=aside, owes=True)

    def _taken_back(self, fault: Fault) -> Table:
        """A wrong card found in time is taken back with all after it in its trick (D-R05, D-R13)."""
        table = self._ended(fault, "put right")._ruled(*words.put_right(self.round, fault))
        if fault.kind == "revoke" and fault.window == 2:
            payers = find_payers(self.round, fault.seat)
            table = table._charged(payers, -find_terms(self.rules).penalty)
            table = table._ruled(*words.penalty(self.round, fault, payers))
        if fault.lifted:
            return table
        next_lead = fault.step - fault.place + 1 + len(self.round.turn_order)
        wrong = {one.step for one in self.faults if not one.end}
        begun = list_begun(self.round)[fault.trick :]  # the next trick, if it has been led to
        plays = enumerate((play for trick in begun for play in trick.plays), next_lead)
        later = tuple(Aside(step, seat, Play(card), step in wrong) for step, (seat, card) in plays)
        return table._rolled_back(fault, (*later, *self.aside))  # the same trick: one of the two is empty

    def _nest_found(self, fault: Fault) -> Table:
        """A wrong discard costs the same whenever it is found, and is put right only before the first lead (D-R15)."""
        payers = find_payers(self.round, fault.seat)
        table = self._charged(payers, -find_terms(self.rules).nest)
        table = table._ruled(*words.nest_penalty(self.round, fault, payers))
        if fault.led:
            return table._ended(fault, "paid")
        # Trump once named is final (D-G29), so it is not asked for again.
        named = [move for move in self.round.history if isinstance(move, NameTrump)]
        aside = tuple(Aside(fault.step, fault.seat, move) for move in named)
        return table._ended(fault, "put right")._rolled_back(fault, aside)

    # The innocent side's choice

    def choose(self, what: str, seat: str | None = None) -> Table:
        """The table after the innocent side has chosen to "stop" the round or to "play on" (R35-MIS-6, R35-MIS-7).

        Raises IllegalMove when there is nothing to choose, or for a person who has no say in it.
        """
        if what not in ("stop", "play on"):
            raise ValueError(f'the choice is "stop" or "play on", not {what!r}')
        self.round.rules.check_seat(seat)
        if self.asked is None or self.asked.end:
            raise IllegalMove(self._refusal(words.not_now(what, _AWAITED.get(self.phase, _NOTHING_TO_CHOOSE))))
        if seat not in (None, *self.choosers):
            raise IllegalMove(self._refusal(words.no_choice(self.round, self.asked, seat)))
        table = self._told(what)
        return table._stopped(self.asked) if what == "stop" else table._played_on(self.asked)

    def _refusal(self, reason: Reason) -> Ruling:
        return self._ruled(reason).rulings[-1]

    def _stopped(self, fault: Fault) -> Table:
        """The round ends: the innocent side enters what it has captured and the premium, the other side nothing."""
        round, innocent = self.round, other_side(self.round, self.round.side_of(fault.seat))
        amount = round.captured[innocent] + find_terms(self.rules).premium
        credited = find_accounts(round, innocent)
        scores = {account: amount if account in credited else 0 for account in self.rules.accounts}
        table = self._ended(fault, "stopped")._ruled(*words.stopped(round, fault, innocent, amount))
        return replace(table, asked=None)._entered(scores, f"{round.bidder} {round.bid} stopped", stopped=True)

    def _played_on(self, fault: Fault) -> Table:
        """The innocent side is credited, and the offender replaces the wrong card by one of the color, if any is left."""
        innocent = other_side(self.round, self.round.side_of(fault.seat))
        credited = find_accounts(self.round, innocent)
        settled = replace(fault, end="played on")
        table = self._charged(credited, find_terms(self.rules).premium)._ended(fault, settled.end)
        table = table._ruled(*words.played_on(self.round, fault, innocent, credited))
        able = faults.list_amends(self.round, fault)
        if not able:
            return replace(table, asked=None)._ruled(words.none_held(self.round, fault))
        table = replace(table, asked=settled)
        return table._exchanged(fault, Play(able[0])) if len(able) == 1 else table

    def _exchanged(self, fault: Fault, move: Move) -> Table:
        """A right card lies in the place of the wrong one, and that trick is decided anew (D-R06)."""
        round, leaders = faults.exchange(self.round, fault, move, self.leaders)
        told = words.exchanged(self.round, fault, move, round)
        return replace(self, round=round, leaders=leaders, asked=None)._ruled(told)

    # The score

    @property
    def adjustments(self) -> Mapping[str, int]:
        """What premiums and penalties have put on each total so far, or taken off it."""
        sums = dict.fromkeys(self.rules.accounts, 0)
        for account, amount in self.charges:
            sums[account] += amount
        return sums

    def score(self) -> Table:
        """The table when the score has been taken, after the last card. Raises IllegalMove before that."""
        result = self.round.result
        if result is None or self.asked or self.is_over:
            raise IllegalMove(self._refusal(words.not_now("score", _AWAITED.get(self.phase, _CARDS_TO_PLAY))))
        return self._told("score")._ruled(*self.round.why_scored())._entered(result.scores, result.note)

    def _entered(self, scores: Mapping[str, int], note: str, stopped: bool = False) -> Table:
        ended = replace(self.round, phase="over", turn=None).result  # stopped early, it is over all the same
        assert ended is not None
        facts = {one.name: getattr(ended, one.name) for one in fields(Result)}
        facts |= {"scores": scores, "note": note, "captured": self.round.captured}
        return replace(self, result=Adjudged(**facts, adjustments=self.adjustments, stopped=stopped))

    def as_round(self) -> TableRound:
        """The round as it was scored here, which `Match.with_table` enters. Raises ValueError before that."""
        if self.result is None:
            raise ValueError(
                "the score of the table has not been taken: play to the last card, then take table.score()"
            )
        facts = {one.name: getattr(self.round, one.name) for one in fields(TrickRound)}
        return TableRound(**{**facts, "phase": "over", "turn": None}, table=self)

    def settle(self, totals: Mapping[str, int]) -> dict[str, int]:
        """These running totals after all that has happened at this table: premiums and penalties at once, the round when
        its score has been taken. Raises ValueError for a name under which nobody scores."""
        accounts, entered = self.rules.accounts, self.result.scores if self.result else {}
        if strange := set(totals) - set(accounts):
            raise ValueError(f"no account {', '.join(sorted(strange))}: there are {', '.join(accounts)}")
        changed = self.adjustments
        return {name: totals.get(name, 0) + changed[name] + entered.get(name, 0) for name in accounts}


@dataclass(frozen=True, repr=False)
class TableRound(TrickRound):
    """A round that was played at a table, misplays included: what a match keeps of it. `table` has all that happened.

    It is over, and its `result` is that of the table; its moves are those that lie there, right or wrong, so it is the
    table's events that replay.
    """

    table: Table | None = field(default=None, repr=False)

    @property
    def result(self) -> Adjudged | None:
        return self.table.result if self.table else None

    @property
    def events(self) -> tuple[str, ...]:
        """The lines by which `replay_table` reaches the table again."""
        return self.table.events if self.table else ()

    def why_scored(self) -> Iterator[Reason]:
        """As for any round; nothing after the innocent side has stopped it: `table.rulings` have what was entered then."""
        return iter(()) if self.result is None or self.result.stopped else super().why_scored()

    def seen_by(self, person: str | None) -> TrickRound:  # type: ignore[override]
        return self.table.seen_by(person) if self.table and person is not None else self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return Table.as_round, (self.table,)

    def __repr__(self) -> str:
        return repr(self.table)
