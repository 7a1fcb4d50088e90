"""The trick: leading, following, strength, capture and worth. The only place that says so.

`cards` is what lies on the table in the order it was played; `hand` is what the player holds, the card in question
included.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mam.cards import BEAR, BULL, TIGER, UNSEEN, AnyColour, Card, NoTrump, Trump, counted, dollars, money_in
from mam.rulings import Reason


@dataclass(frozen=True)
class TrickRules:
    """What differs between editions about a trick.

    `tiger_sets_colour`: whether a Tiger that follows an animal lead, before any number or money card, fixes the colour
    (D-G19). `trump_break`: whether trumps may be led only after one was played to an earlier trick (R04-OPT-3). `counts`:
    what a trick is taken for, "money" or "points" on its cards, or the "tricks" themselves.
    """

    tiger_sets_colour: bool = False
    trump_break: bool = False
    counts: str = "money"

    def spell(self, amount: int) -> str:
        """What is captured, as people say it."""
        return dollars(amount) if self.counts == "money" else counted(amount, self.counts.removesuffix("s"))


@dataclass(frozen=True)
class Trick:
    """A trick on the table or in a pile: who led, and the cards in order of play by the seats in turn.

    `winner` and `worth` (thousands of dollars) are known once it is complete.
    """

    seats: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    winner: str | None = None
    worth: int = 0

    @property
    def leader(self) -> str:
        return self.seats[0]

    @property
    def plays(self) -> tuple[tuple[str, Card], ...]:
        """The seats that have played, each with its card."""
        return tuple(zip(self.seats, self.cards, strict=False))

    @property
    def complete(self) -> bool:
        return len(self.cards) == len(self.seats)

    @property
    def effect(self) -> str:
        """What Bull and Bear do to the money in it: "×2", "×0" or nothing."""
        return _effect_word(self.cards)

    @property
    def tag(self) -> str:
        """The effect with the name of the card that decides it: "Bull ×2", "Bear ×0" or nothing."""
        changers = [card for card in self.cards if card in (BULL, BEAR)]
        return f"{changers[-1].words} {self.effect}" if changers else ""


def colour_of(card: Card, trump: Trump | None) -> AnyColour | None:
    """The colour a card counts as: its own, or trump for the Tiger (R35-TIG-2); none for Bull and Bear.

    Without trumps the Tiger has no colour (D-X11).
    """
    if card != TIGER:
        return card.colour
    return None if isinstance(trump, NoTrump) else trump


def led_colour(cards: Sequence[Card], trump: Trump | None, rules: TrickRules) -> AnyColour | None:
    """The colour to follow; None while nothing has set one (R35-BB-3, R35-TIG-3, D-G19).

    >>> from mam.cards import PACK, Colour
    >>> led_colour([BULL, TIGER, PACK[13]], Colour.BLACK, TrickRules())
    Y
    """
    for place, card in enumerate(cards):
        if card == TIGER and place and not rules.tiger_sets_colour:
            continue  # only a Tiger that is led calls for trumps
        if (colour := colour_of(card, trump)) is not None:
            return colour
    return None


def strength(card: Card, led: AnyColour | None, trump: Trump | None) -> int:
    """How strongly a card captures; 0 if it cannot (R35-PLAY-4, R35-TIG-1, R35-BULL-3, R35-BEAR-3, D-X11).

    >>> from mam.cards import PACK, Colour
    >>> eleven, ten = PACK[3], PACK[4]
    >>> strength(eleven, Colour.RED, None) > strength(ten, Colour.RED, None)
    True
    """
    if card == TIGER:
        return 1 if trump == NoTrump.TIGER_LOW else 300
    if card.colour is None:
        return 0
    if card.colour == trump:
        return 200 + card.rank
    return 100 + card.rank if card.colour == led else 0


def capturing(cards: Sequence[Card], trump: Trump | None, rules: TrickRules) -> int | None:
    """Which of the cards is capturing, by its place; of equals the later. None while no card can capture."""
    led = led_colour(cards, trump, rules)
    ranked = [(strength(card, led, trump), place) for place, card in enumerate(cards)]
    best = max(ranked, default=(0, 0))
    return best[1] if best[0] else None


def multiplier(cards: Sequence[Card]) -> int:
    """What the money of a trick is multiplied by: nothing if the Bear fell last, else two for each Bull (R35-BB-1, D-P05).

    >>> multiplier([BEAR, BULL]), multiplier([BULL, BEAR]), multiplier([TIGER]), multiplier([BULL, BEAR, BULL])
    (2, 0, 1, 4)
    """
    changers = [card for card in cards if card in (BULL, BEAR)]
    if not changers:
        return 1
    return 0 if changers[-1] == BEAR else 2 ** changers.count(BULL)


def worth(cards: Sequence[Card], rules: TrickRules) -> int:
    """What the trick counts for whoever captures it: thousands of dollars (R35-BULL-2, R35-BEAR-2), points, or one trick."""
    return 1 if rules.counts == "tricks" else money_in(cards) * multiplier(cards)


def why_not_play(
    card: Card,
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump | None,
    rules: TrickRules,
    who: str,
    *,
    broken: bool = True,
) -> Reason | None:
    """Why this card may not be played now, or None if it may; `broken` says whether a trump was played to an earlier trick."""
    if not cards:
        return _why_not_lead(card, hand, who) or _why_not_lead_trump(card, hand, trump, rules, who, broken)
    led = led_colour(cards, trump, rules)
    if led is None or colour_of(card, trump) == led:
        return None  # nothing to follow yet (D-G18), or followed
    if not any(colour_of(held, trump) == led for held in hand):
        return None
    only_tiger = not any(held.colour == led for held in hand)
    if card in (BULL, BEAR):
        topic = "bull-play" if card == BULL else "bear-play"
        can = f"the Tiger can follow {led.word}" if only_tiger else f"{who} holds {led.word}, the colour led"
        return Reason(topic, f"{can[0].upper()}{can[1:]}; the {card.words} waits until {who} cannot follow.")
    if only_tiger:
        return Reason("tiger-forced", f"Trumps were led and {_forced_tiger(hand, who)}")
    return Reason("follow", f"{_called(cards, led, trump)} and {who} holds {led.word}, so {led.word} must be followed.")


def _forced_tiger(hand: Sequence[Card], who: str) -> str:
    """Why a Tiger has to follow; from two packs somebody may hold both."""
    if hand.count(TIGER) > 1:
        return f"{who}'s only trumps are the two Tigers, so one of them must be played."
    return f"the Tiger is {who}'s only trump, so it must be played."


def _called(cards: Sequence[Card], led: AnyColour, trump: Trump | None) -> str:
    """How this trick came to ask for its colour."""
    if cards[0] == TIGER and led == trump:  # without trumps it calls for nothing (D-X11)
        return f"The Tiger calls for {led.word}"
    return f"{led.word} was led" if cards[0].colour else f"{led.word} is the colour to follow"


def _why_not_lead(card: Card, hand: Sequence[Card], who: str) -> Reason | None:
    if card not in (BULL, BEAR) or all(held in (BULL, BEAR, UNSEEN) for held in hand):
        return None  # with only Bull and Bear left either may be led (D-G17); an unseen card proves nothing
    return Reason("animal-lead", f"The {card.words} may be led only when {who} has no other card left.")


def _why_not_lead_trump(
    card: Card, hand: Sequence[Card], trump: Trump | None, rules: TrickRules, who: str, broken: bool
) -> Reason | None:
    if broken or not rules.trump_break or trump is None or colour_of(card, trump) != trump:
        return None
    if all(held in (BULL, BEAR, UNSEEN) or colour_of(held, trump) == trump for held in hand):
        return None  # with only trumps, Bull and Bear there is no other lead (D-X14)
    return Reason("trump-break", f"No trump has been played yet, so {who} may not lead one.")


def why_play(
    card: Card,
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump | None,
    rules: TrickRules,
    who: str,
    *,
    covered: bool = False,
) -> Reason:
    """The rule under which a legal card is played; `covered` says whether others lie face down beside this `hand`."""
    name = card.named
    if not cards:
        if card in (BULL, BEAR) and covered:
            lies = "is all that lies open" if len(hand) == 1 else "is led, as only Bull and Bear lie open"
            return Reason("animal-lead-open", f"{who} may lead {name}: it {lies}, and covered cards cannot be played.")
        if card in (BULL, BEAR):
            topic = "animal-lead" if len(hand) == 1 else "animal-lead-two"
            return Reason(topic, f"{who} has nothing but Bull or Bear left and leads {name}.")
        if card == TIGER and isinstance(trump, NoTrump):
            return Reason(
                "tiger-no-trump", f"{who} leads the Tiger, which has no colour: the next number or money card sets it."
            )
        if card == TIGER:
            return Reason("tiger-lead", f"{who} leads the Tiger: it calls for trumps.")
        return Reason("lead", f"{who} is on lead and may lead any colour: {name}.")
    led = led_colour(cards, trump, rules)
    if led is None:
        sets = led_colour([*cards, card], trump, rules)
        if sets is not None:
            first, topic = f"{name} is the first number or money card", "colour-after-animal"
            if card == TIGER:
                first, topic = "The Tiger calls for trumps", "tiger-sets-colour"
            elif cards[0] == TIGER:  # led without trumps
                topic = "tiger-no-trump"
            return Reason(topic, f"{first}, so {sets.word} is the colour to follow.")
        return Reason("no-colour-yet", f"No colour is fixed yet, so {who} may play anything: {name}.")
    if colour_of(card, trump) == led:
        if card == TIGER:
            if any(held.colour == led for held in hand):
                return Reason("tiger-choice", f"Trumps were led: {who} may choose among trumps, and plays the Tiger.")
            if UNSEEN in hand:  # whether there was a choice is not for everybody to know
                return Reason("tiger-choice", f"Trumps were led, and {who} plays the Tiger: it is one of them.")
            return Reason("tiger-forced", f"Trumps were led: {_forced_tiger(hand, who)}")
        return Reason("follow", f"{_called(cards, led, trump)} and {who} follows with {name}.")
    if card in (BULL, BEAR):
        return Reason(
            "bull-play" if card == BULL else "bear-play", f"{who} has no {led.word}, so the {card.words} may be played."
        )
    trumps = " It is a trump." if trump is not None and colour_of(card, trump) == trump else ""
    return Reason("free", f"{who} has no {led.word} and may play anything: {name}.{trumps}")


def why_captured(trick: Trick, trump: Trump | None, rules: TrickRules, names: dict[str, str]) -> tuple[Reason, ...]:
    """The rules that say who takes a complete trick and what it is worth."""
    place = capturing(trick.cards, trump, rules)
    if place is None:
        return ()
    best, who = trick.cards[place], names[trick.seats[place]]
    led = led_colour(trick.cards, trump, rules)
    if best == TIGER and isinstance(trump, NoTrump):
        high = "the highest card" if trump == NoTrump.TIGER_HIGH else "the only card here that can capture"
        reasons = [Reason("tiger-no-trump", f"{who}'s Tiger is {high} and takes the trick.")]
    elif best == TIGER:
        reasons = [Reason("tiger-captures", f"{who}'s Tiger is the highest trump and takes the trick.")]
    elif best.colour == trump:
        reasons = [Reason("capture", f"{who} takes the trick: {best.words} is the highest trump in it.")]
    else:
        assert led is not None  # a coloured card captures only as trump or in the colour led
        reasons = [
            Reason("capture", f"{who} takes the trick: {best.words} is the highest {led.word} and nobody trumped.")
        ]
    if trick.cards.count(best) > 1:
        reasons.append(Reason("later-twin", f"Both copies of {best.named} fell, and the later one captures."))
    if rules.counts != "money":
        return tuple(reasons)
    money = money_in(trick.cards)
    changers = [card for card in trick.cards if card in (BULL, BEAR)]
    if changers[-1:] == [BULL] and BEAR in changers[changers.index(BULL) :]:
        reasons.append(
            Reason("bear-between", "The Bull was played after the Bear between the two Bulls and undoes it.")
        )
    elif len(set(changers)) > 1:
        reasons.append(
            Reason("last-animal", f"The {changers[-1].words} was played after the {_other(changers)}, so it decides.")
        )
    if changers and money:
        times = multiplier(trick.cards)
        topic = {0: "bear-destroys", 2: "bull-doubles"}.get(times, "bulls-quadruple")
        because = f"The {changers[-1].words} wipes out {dollars(money)}."
        if times == 2:
            because = f"The Bull doubles {dollars(money)} to {dollars(2 * money)}."
        elif times:
            because = (
                f"{changers.count(BULL)} Bulls make {dollars(money)} count {times} times: {dollars(times * money)}."
            )
        reasons.append(Reason(topic, because))
    elif changers:
        reasons.append(
            Reason("animal-no-money", f"The {changers[-1].words} changes nothing: no money lies in the trick.")
        )
    return tuple(reasons)


def _other(changers: Sequence[Card]) -> str:
    return next(card.words for card in changers if card != changers[-1])


def _effect_word(cards: Sequence[Card]) -> str:
    if not any(card in (BULL, BEAR) for card in cards):
        return ""
    return f"×{multiplier(cards)}"
