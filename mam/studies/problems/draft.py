"""A candidate as a file of a problem, without its sentences: a person writes these, and the check says what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mam.engine.belief.belief import Belief, Layout
from mam.engine.belief.defense import choose_surest
from mam.engine.belief.guarantee import Searcher
from mam.engine.solver.solution import solve
from mam.games.sampling.clues import find_impossible_cards
from mam.games.state import replace
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card, format_cards, sort_hand
from mam.rules.moves import Play
from mam.rules.tricks import Trick, find_color
from mam.studies.problems.find import Candidate
from mam.support.numbers import NUMBER_WORDS
from mam.support.toml import write_string, write_strings

_YOU = "S"  # every problem is turned so that you sit at the bottom


@dataclass(frozen=True)
class Words:
    """What is said in a problem: `wrong` of the tempting card, `other` of the other wrong ones."""

    tags: tuple[str, ...] = ()  # before the themes
    title: str = ""
    moral: str = ""
    why: str = ""
    wrong: str = ""
    other: str = ""
    hints: tuple[str, ...] = ("", "", "")


def write_draft(candidate: Candidate, problem_id: str, words: Words | None = None) -> str:
    """Return the file of a candidate, turned so that you are South: position, goal, certificate and lines; without words, with empty sentences.

    Comments show both lines trick by trick, for whoever writes the sentences. A candidate whose layouts were not solved has no certificate.
    """
    return "\n".join(_Draft(candidate, words or Words()).list_lines(problem_id)) + "\n"


def choose_bid(belief: Belief, goal: int) -> tuple[int, int]:
    """Return a bid, and what the bidder's side had captured before, so that it still needs the goal: near what was really bid.

    The money of earlier tricks is shifted between the sides.
    """
    round = belief.round
    total = sum(round.captured.values())
    step, minimum = round.rules.auction.step or 5, round.rules.auction.min_opening or 0
    wanted = round.bid or minimum
    amounts = [before for before in range(0, total + 1, step) if before + goal >= minimum] or [total]
    before = min(amounts, key=lambda amount: (abs(amount + goal - wanted), amount))
    return before + goal, before


class _Draft:
    """A candidate, and the names of the seats in the file."""

    def __init__(self, candidate: Candidate, words: Words) -> None:
        self.candidate, self.belief, self.round = candidate, candidate.belief, candidate.belief.round
        self.words = words
        order = self.round.turn_order
        shift = order.index(_YOU) - order.index(self.belief.you)
        self.seats = {seat: order[(place + shift) % len(order)] for place, seat in enumerate(order)}
        self.names = {seat: self.round.rules.seat_names[self.seats[seat]] for seat in order}

    def list_lines(self, problem_id: str) -> Iterator[str]:
        candidate, belief, round, words = self.candidate, self.belief, self.round, self.words
        bid, before = choose_bid(belief, candidate.goal)
        others = sum(round.captured.values()) - before
        our_money, their_money = (before, others) if belief.is_yours else (others, before)
        yield from (
            "format = 1",
            'shelf = "problems"',
            f"id = {write_string(problem_id)}",
            f"title = {write_string(words.title)}",
            f"edition = {write_string(round.rules.full_id)}",
            *(["level = 1"] if candidate.works else []),  # until players have tried it
            f"tags = {write_strings((*words.tags, *candidate.themes))}",
            f"moral = {write_string(words.moral)}",
            "",
            "[[chapter]]",
            'id = "play"',
            f"goal = {write_string(self._write_goal())}",
        )
        if len(belief.seats) > 1:
            yield f"plays = {write_string(' '.join(self.seats[seat] for seat in self._list_yours()))}"
        if given := self._write_given():
            yield f"given = {write_string(given)}"
        yield from ("", "[chapter.position]", *self._list_position())
        yield f"bid = {write_string(f'{self.seats[round.bidder or belief.you]} {bid}')}"
        yield f"captured = {{ we = {our_money}, they = {their_money} }}"
        test = f"we get {bid}" if belief.is_yours else f"they get {bid - (round.rules.auction.step or 5)}"
        yield from (
            "",
            "[[chapter.stop]]",
            'ask = "card"',
            'until = "end"',
            f"test = {write_string(test)}",
            f"right = {write_strings(card.code for card in self._list_right())}",
            f"wrong = {{ {candidate.tempting} = {write_string(words.wrong)}, other = {write_string(words.other)} }}",
            f"hints = {write_strings(words.hints)}",
            f"why = {write_string(words.why)}",
        )
        if candidate.works:
            yield from self._list_certificate()

    def _list_certificate(self) -> Iterator[str]:
        candidate = self.candidate
        yield from (
            "",
            "[chapter.certificate]",
            f"layouts = {len(candidate.layouts)}",
            f"sure = {_write_table(candidate.sure)}",
            f"reaches = {_write_table(candidate.works)}",
            f"tempting = {write_string(candidate.tempting.code)}",
            f"found = {write_string(f'{candidate.kind}, round {candidate.round}, step {candidate.step}')}",
        )
        yield from self._list_layouts()
        yield from ("", "[[chapter.plan]]", 'say = ["", "", ""]')

    def _list_yours(self) -> list[str]:
        return sorted(self.belief.seats, key=lambda seat: seat != self.belief.you)

    def _list_right(self) -> list[Card]:
        """Return all right cards: the best, and its equals."""
        goal = self.round.captured[self.belief.side] + self.candidate.goal
        return Searcher(self.belief).list_right(self.belief, goal)

    def _write_goal(self) -> str:
        round, tricks = self.round, max(map(len, self.round.hands.values()))
        who = "You need" if self.belief.is_yours else f"{self.names[round.bidder or '']} needs"
        text = f"{who} ${self.candidate.goal},000 of the last {NUMBER_WORDS[tricks]} tricks."
        text += "" if self.belief.is_yours else " Set the bid back."
        return f"{text} {round.trump.word if round.trump else ''} is trump."

    def _write_given(self) -> str:
        """Return which hands you see and play, for the kinds in which that is not plain."""
        round, names = self.round, self.names
        partner = next(seat for seat in round.sides[round.side_of(self.belief.you)] if seat != self.belief.you)
        match self.candidate.kind:
            case "alone":
                return f"It must work whatever {names[partner]} holds and plays."
            case "defend":
                return f"{names[round.bidder or '']} plays {names[round.dummy or '']}'s open hand, too."
            case _:
                return ""

    def _list_position(self) -> Iterator[str]:
        belief, round = self.belief, self.round
        seats = sorted(
            (seat for seat in round.hands if seat not in belief.possible), key=lambda seat: seat != belief.you
        )
        hands = " | ".join(f"{self.seats[seat]} {format_cards(sort_hand(round.hands[seat]))}" for seat in seats)
        yield f"hands = {write_string(hands)}"
        if open_seats := [self.seats[seat] for seat in seats if seat != belief.you]:
            yield f"open = {write_string(' '.join(open_seats))}"
        yield f"unseen = {write_string(format_cards(belief.list_unseen()))}"
        if voids := self._find_voids():
            table = ", ".join(f"{seat} = {write_string(letters)}" for seat, letters in voids.items())
            yield f"void = {{ {table} }}  # shown earlier"
        yield f"trump = {write_string(repr(round.trump))}"
        trick = round.trick
        leader = trick.leader if trick and trick.cards else round.turn or ""
        yield f"trick = {write_string(f'{self.seats[leader]}: {format_cards(trick.cards if trick else ())}'.strip())}"

    def _find_voids(self) -> dict[str, str]:
        """Return the colors that hidden hands don't have, by the tricks before this one."""
        belief, round = self.belief, self.round
        now = find_impossible_cards(_without_tricks(round), belief.unseen)
        voids = {}
        for seat in round.turn_order:
            if seat not in belief.possible:
                continue
            impossible_cards = belief.unseen - belief.possible[seat]
            colors = {find_color(card, round.trump) for card in impossible_cards - now[seat]} - {None}
            if colors:
                voids[self.seats[seat]] = " ".join(sorted(str(getattr(color, "value", "")) for color in colors))
        return voids

    # The lines

    def _list_layouts(self) -> Iterator[str]:
        layout = self._find_worst_layout()
        for card in (self.candidate.tempting, self.candidate.best):
            end = self._play_line(layout, card)
            took = end.captured[self.belief.side] - self.round.captured[self.belief.side]
            tricks = end.tricks[len(self.round.tricks) :]
            hands = " | ".join(
                f"{self.seats[seat]} {format_cards(layout[seat])}" for seat in self.round.turn_order if seat in layout
            )
            yield from (
                "",
                "[[chapter.layout]]",
                f"after = {write_string(card.code)}",
                f"hands = {write_string(hands)}",
            )
            yield f"line = {write_string(' / '.join(f'{self.seats[trick.leader]}: {format_cards(trick.cards)}' for trick in tricks))}"
            yield f"takes = {took}"
            yield from (f"# {self._describe(trick)}" for trick in tricks)

    def _describe(self, trick: Trick) -> str:
        plays = ", ".join(f"{self.names[seat]} {card}" for seat, card in trick.plays)
        winner = self.names[trick.winner] if trick.winner else "nobody"
        return f"{plays}: {winner} takes {trick.value}{f' ({trick.tag})' if trick.tag else ''}"

    def _find_worst_layout(self) -> Layout:
        """Return the layout in which the tempting card is worst with open cards, of those that beat it."""
        choose = min if self.belief.is_yours else max
        return choose(
            self.candidate.layouts,
            key=lambda layout: solve(self.belief.deal(layout), moves=True).moves[self.candidate.tempting][0],
        )

    def _play_line(self, layout: Layout, card: Card) -> TrickRound:
        """Return the round after a card, played out in a layout: after a right card you play what is surest, else both sides their best."""
        dealt, belief = self.belief.deal(layout).play(Play(card)), self.belief.play(card)
        searcher = Searcher(self.belief)
        while not dealt.is_over:
            if dealt.turn in self.belief.seats and card == self.candidate.best:
                reply = choose_surest(searcher, belief)
            else:
                solution = solve(dealt, moves=True)
                is_theirs = dealt.turn in dealt.sides[self.belief.side]
                choose = max if is_theirs else min
                value = choose(low for low, _ in solution.moves.values())
                best = [move for move, (low, _) in solution.moves.items() if low == value]
                reply = min(best, key=lambda move: (move.money, move.rank))
            dealt, belief = dealt.play(Play(reply)), belief.play(reply)
        return dealt


def _without_tricks(round: TrickRound) -> TrickRound:
    """Return the round as if its earlier tricks were unknown."""
    return replace(round, tricks=())


def _write_table(values: Mapping[Card, int]) -> str:
    return f"{{ {', '.join(f'{card} = {value}' for card, value in values.items())} }}"
