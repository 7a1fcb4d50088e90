"""Playing on after an answer: the others reply until the trick or the board ends, as badly for the learner as their cards allow."""

from collections.abc import Iterator, Sequence

from mam.games.state import replace
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card
from mam.rules.moves import Play
from mam.rules.tricks import find_led_color
from mam.studies.predicates import Line, parse_test
from mam.studies.setting import list_shown
from mam.studies.study import OTHER, Chapter, Reply, Stop
from mam.text.notation import parse_card


class Replies:
    """Plays a position on after the answers to one stop.

    A seat plays its reply in `then`; else, in a known hand, the card that defeats the test (your side: that passes it), of several the
    one that costs most; else, in an unknown hand, the lowest number card that follows.
    """

    def __init__(self, chapter: Chapter, stop: Stop, round: TrickRound) -> None:
        self.chapter, self.stop, self.before = chapter, stop, round
        self.you, self.our_side = chapter.you, chapter.our_side
        self.test = parse_test(stop.test, round.rules.seats)
        self.start = len(round.tricks)

    def finish(self, card: Card) -> TrickRound:
        """Return the round after this answer and the replies to it."""
        replies = self.stop.then.get(card.code, self.stop.then.get(OTHER, ()))
        return self._play_on(self.before.play(Play(card)), replies)

    def make_line(self, round: TrickRound) -> Line:
        """Return what came after an answer."""
        return Line(round, self.start, self.you, self.our_side)

    def passes(self, round: TrickRound) -> bool:
        """Return whether the test holds of what came after an answer."""
        line = self.make_line(round)
        return all(predicate(line) for predicate in self.test)

    def _is_done(self, round: TrickRound) -> bool:
        return round.is_over or (self.stop.until == "trick" and len(round.tricks) > self.start)

    def _play_on(self, round: TrickRound, replies: Sequence[Reply]) -> TrickRound:
        if self._is_done(round):
            return round
        ends = [self._play_on(round.play(Play(card)), replies) for card in self._list_replies(round, replies)]
        choose = max if round.turn in self.our_side else min
        return choose(ends, key=self._rate)

    def _rate(self, round: TrickRound) -> tuple[bool, int]:
        line = self.make_line(round)
        return self.passes(round), line.count_money("we") - line.count_money("they")

    def _list_replies(self, round: TrickRound, replies: Sequence[Reply]) -> list[Card]:
        seat = round.turn or ""
        if len(round.tricks) == self.start:
            for card in (parse_card(code) for replier, code in replies if replier == seat):
                if (ruling := round.why_not(Play(card))) is None:
                    return [card]
                if card not in round.hands[seat]:
                    raise ValueError(f"then: {round.name} can't reply {card}: {ruling.reason}")
        known = [
            card for card in dict.fromkeys(round.hands[seat]) if card != UNSEEN and round.why_not(Play(card)) is None
        ]
        return known or [_find_low_card(round)]

    def list_ends(self, card: Card) -> Iterator[TrickRound]:
        """Yield the end of this trick for every card that the hidden hands may reply: any that was not shown."""
        yield from self._vary(self._hide(self.before.play(Play(card))))

    def _hide(self, round: TrickRound) -> TrickRound:
        """Return the round as the learner sees it: cards of hidden hands that only the file names are unseen."""
        shown_seats = list_shown(self.chapter, round)
        hands = {seat: hand if seat in shown_seats else (UNSEEN,) * len(hand) for seat, hand in round.hands.items()}
        return replace(round, hands=hands)

    def _vary(self, round: TrickRound) -> Iterator[TrickRound]:
        if self._is_done(round):
            yield round
            return
        cards = [move.card for move in round.legal_moves if isinstance(move, Play)]
        if "trump" in self.chapter.hide:  # not taught yet: nobody plays a card that is more than its number
            cards = [card for card in cards if card.color not in (None, round.trump)] or cards
        for card in cards:
            yield from self._vary(round.play(Play(card)))


def _find_low_card(round: TrickRound) -> Card:
    """Return the card of an unknown hand: the lowest number card that follows, which says nothing and takes nothing."""
    trick = round.trick
    led_color = find_led_color(trick.cards, round.trump, round.rules.tricks) if trick else None
    cards = [card for card in reversed(round.unaccounted) if card.is_number_card]
    legal = [card for card in cards if round.why_not(Play(card)) is None]
    followers = [card for card in legal if card.color == led_color]
    if not legal:
        raise ValueError(f"{round.name} has no known card to play: add it to hands, or a reply to then")
    return (followers or legal)[0]
