"""The trick: leading, following, strength, capture and worth. The only place that says so.

`cards` is what lies on the table in the order it was played; `hand` is what the player holds, the card in question
included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, UNSEEN, AnyColor, Card, NoTrump, Trump, money_in
from mam.rules.choices import check_choices
from mam.rules.rulings import YOU, DoubleReason, Reason, mid, mid_verb, whose, with_verb

Counts = Literal["money", "points", "tricks"]


@dataclass(frozen=True)
class TrickRules:
    """What differs between editions about a trick.

    `tiger_sets_color`: whether a Tiger that follows an animal lead, before any number or money card, fixes the color
    (D-G19). `trump_break`: whether trumps may be led only after one was played to an earlier trick (R04-OPT-3). `counts`:
    what a trick is taken for, "money" or "points" on its cards, or the "tricks" themselves.
    """

    tiger_sets_color: bool = False
    trump_break: bool = False
    counts: Counts = "money"

    def __post_init__(self) -> None:
        check_choices(self)

    def format_amount(self, amount: int) -> str:
        """Return an amount in full, in the unit of what is captured."""
        return format_amount(amount, self.counts)


@dataclass(frozen=True)
class Trick:
    """A trick on the table or in a pile: who led, and the cards in order of play by the seats in turn.

    `winner` and `value` (thousands of dollars) are known once it is complete.
    """

    seats: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    winner: str | None = None
    value: int = 0

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


def color_of(card: Card, trump: Trump | None) -> AnyColor | None:
    """The color a card counts as: its own, or trump for the Tiger (R35-TIG-2); none for Bull and Bear.

    Without trumps the Tiger has no color (D-X11).
    """
    if card != TIGER:
        return card.color
    return None if isinstance(trump, NoTrump) else trump


def led_color(cards: Sequence[Card], trump: Trump | None, rules: TrickRules) -> AnyColor | None:
    """The color to follow; None while nothing has set one (R35-BB-3, R35-TIG-3, D-G19).

    >>> from mam.rules.cards import PACK, Color
    >>> led_color([BULL, TIGER, PACK[13]], Color.BLACK, TrickRules())
    Y
    """
    for place, card in enumerate(cards):
        if card == TIGER and place and not rules.tiger_sets_color:
            continue  # only a Tiger that is led calls for trumps
        if (color := color_of(card, trump)) is not None:
            return color
    return None


def strength(card: Card, led: AnyColor | None, trump: Trump | None) -> int:
    """How strongly a card captures; 0 if it cannot (R35-PLAY-4, R35-TIG-1, R35-BULL-3, R35-BEAR-3, D-X11).

    >>> from mam.rules.cards import PACK, Color
    >>> eleven, ten = PACK[3], PACK[4]
    >>> strength(eleven, Color.RED, None) > strength(ten, Color.RED, None)
    True
    """
    if card == TIGER:
        return 1 if trump == NoTrump.TIGER_LOW else 300
    if card.color is None:
        return 0
    if card.color == trump:
        return 200 + card.rank
    return 100 + card.rank if card.color == led else 0


def find_winner(cards: Sequence[Card], trump: Trump | None, rules: TrickRules) -> int | None:
    """Which of the cards is capturing, by its place; of equals the later. None while no card can capture."""
    led = led_color(cards, trump, rules)
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


def trick_value(cards: Sequence[Card], rules: TrickRules) -> int:
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
    led = led_color(cards, trump, rules)
    if led is None or color_of(card, trump) == led:
        return None  # nothing to follow yet (D-G18), or followed
    following = [held for held in hand if color_of(held, trump) == led]
    if not following:
        return None
    only_tiger = all(held == TIGER for held in following)
    since = _why_color(cards, led, trump, rules)
    if only_tiger:
        must = (
            f"{since[1] + ', so trumps must be followed' if since else 'Trumps were led'}. {_forced_tiger(hand, who)}"
        )
    else:
        rule = f"{since[1]}, so {mid_verb(who, 'must')}" if since else with_verb(who, "must")
        color = f"{led.word}, the trump" if since and led == trump else led.word
        must = f"{rule} follow {color}: {_still_holds(following, who)}."
    if card in (BULL, BEAR):
        out = f"you are out of {led.word}" if who == YOU else f"out of {led.word}"
        only = mid_verb(who, "can't") + " follow" if only_tiger else out
        topic = "bull-play" if card == BULL else "bear-play"
        reason = Reason(topic, f"{must} {with_verb(who, 'can')} play the {card.words} only when {only}.")
    else:
        reason = Reason("tiger-forced" if only_tiger else "follow", must)
    return DoubleReason.of(reason, since[0]) if since else reason


def _still_holds(cards: Sequence[Card], who: str) -> str:
    """Name the cards that could follow: "you still hold G9 and G4"."""
    *codes, last = dict.fromkeys(card.code for card in cards)
    verb = "hold" if who == YOU else "holds"
    return f"{mid(who)} still {verb} {', '.join(codes)}{' and ' if codes else ''}{last}"


def _forced_tiger(hand: Sequence[Card], who: str) -> str:
    """Why a Tiger must follow; from two packs somebody may hold both."""
    if hand.count(TIGER) > 1:
        return f"The two Tigers are {whose(who)} only trumps, so {mid(who)} must play one of them."
    return f"The Tiger is {whose(who)} only trump, so {mid(who)} must play it."


def _why_color(cards: Sequence[Card], led: AnyColor, trump: Trump | None, rules: TrickRules) -> tuple[str, str] | None:
    """Why this color is the one to follow where the first card does not show it: the topic, and what happened."""
    first = cards[0]
    if first.color is not None:
        return None
    if first == TIGER and led == trump:
        return "tiger-lead", "The Tiger was led"
    setter = next(place for place in range(len(cards)) if led_color(cards[: place + 1], trump, rules) is not None)
    if cards[setter] == TIGER:
        return "tiger-sets-color", f"The {first.words} was led and the Tiger followed"
    # A Tiger led without trumps calls for nothing itself (D-X11).
    topic = "tiger-no-trump" if first == TIGER else "color-after-animal"
    return topic, f"The {first.words} was led and {cards[setter].words} was the first number or money card"


def _why_not_lead(card: Card, hand: Sequence[Card], who: str) -> Reason | None:
    if card not in (BULL, BEAR) or all(held in (BULL, BEAR, UNSEEN) for held in hand):
        return None  # with only Bull and Bear left either may be led (D-G17); an unseen card proves nothing
    return Reason(
        "animal-lead",
        f"{with_verb(who, 'can')} lead the {card.words} only when {mid_verb(who, 'have')} no other card left.",
    )


def _why_not_lead_trump(
    card: Card, hand: Sequence[Card], trump: Trump | None, rules: TrickRules, who: str, broken: bool
) -> Reason | None:
    if broken or not rules.trump_break or trump is None or color_of(card, trump) != trump:
        return None
    if all(held in (BULL, BEAR, UNSEEN) or color_of(held, trump) == trump for held in hand):
        return None  # with only trumps, Bull and Bear there is no other lead (D-X14)
    return Reason(
        "trump-break", f"{with_verb(who, 'can')} lead a trump only after one has been played to an earlier trick."
    )


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
            lies = "it is the only card" if len(hand) == 1 else "only the Bull and the Bear are"
            return Reason(
                "animal-lead-open", f"{who} may lead {name}: {lies} face up, and hidden cards can't be played."
            )
        if card in (BULL, BEAR):
            topic = "animal-lead" if len(hand) == 1 else "animal-lead-two"
            left = "no other card left" if len(hand) == 1 else "only Bulls and Bears left"
            return Reason(topic, f"{who} has {left}, so {who} may lead {name}.")
        if card == TIGER and isinstance(trump, NoTrump):
            return Reason(
                "tiger-no-trump", f"{who} leads the Tiger, which has no color: the next number or money card sets it."
            )
        if card == TIGER:
            return Reason("tiger-lead", f"{who} leads the Tiger, so trumps must be followed.")
        return Reason("lead", f"{who} leads {name}. Any color may be led.")
    led = led_color(cards, trump, rules)
    if led is None:
        sets = led_color([*cards, card], trump, rules)
        if sets is not None:
            first, topic = f"{name} is the first number or money card", "color-after-animal"
            if card == TIGER:
                first, topic = "The Tiger counts as a trump", "tiger-sets-color"
            elif cards[0] == TIGER:  # led without trumps
                topic = "tiger-no-trump"
            return Reason(topic, f"{first}, so {sets.word} is the color to follow.")
        return Reason("no-color-yet", f"No color is set yet, so {who} may play any card: {name}.")
    if color_of(card, trump) == led:
        if card == TIGER:
            if any(held.color == led for held in hand):
                return Reason("tiger-choice", f"Trumps were led, and {who} may play any trump: the Tiger.")
            if UNSEEN in hand:  # whether there was a choice is not for everybody to know
                return Reason("tiger-choice", f"Trumps were led, and {who} plays a trump: the Tiger.")
            return Reason("tiger-forced", f"Trumps were led. {_forced_tiger(hand, who)}")
        return Reason("follow", f"{led.word} is the color to follow, and {who} follows with {name}.")
    if card in (BULL, BEAR):
        return Reason(
            "bull-play" if card == BULL else "bear-play",
            f"{who} has no {led.word}, so {who} may play the {card.words}.",
        )
    trumps = ", a trump" if trump is not None and color_of(card, trump) == trump else ""
    return Reason("free", f"{who} has no {led.word}, so {who} may play any card: {name}{trumps}.")


def why_captured(trick: Trick, trump: Trump | None, rules: TrickRules, names: dict[str, str]) -> tuple[Reason, ...]:
    """The rules that say who takes a complete trick and what it is worth."""
    place = find_winner(trick.cards, trump, rules)
    if place is None:
        return ()
    best, who = trick.cards[place], names[trick.seats[place]]
    led = led_color(trick.cards, trump, rules)
    if best == TIGER and isinstance(trump, NoTrump):
        high = (
            "highest card and takes the trick"
            if trump == NoTrump.TIGER_HIGH
            else "only card that can win the trick and takes it"
        )
        reasons = [Reason("tiger-no-trump", f"{who}'s Tiger is the {high}.")]
    elif best == TIGER:
        reasons = [Reason("tiger-captures", f"{who}'s Tiger is the highest trump and takes the trick.")]
    elif best.color == trump:
        reasons = [Reason("capture", f"{who} takes the trick: {best.words} is the highest trump.")]
    else:
        assert led is not None  # a colored card captures only as trump or in the color led
        reasons = [
            Reason(
                "capture", f"{who} takes the trick: {best.words} is the highest {led.word}, and nobody played a trump."
            )
        ]
    if trick.cards.count(best) > 1:
        reasons.append(Reason("later-duplicate", f"Of the two {best.words}s, the later one wins."))
    if rules.counts != "money":
        return tuple(reasons)
    money = money_in(trick.cards)
    changers = [card for card in trick.cards if card in (BULL, BEAR)]
    if changers[-1:] == [BULL] and BEAR in changers[changers.index(BULL) :]:
        reasons.append(Reason("bear-between", "The second Bull was played after the Bear, so the trick counts again."))
    elif len(set(changers)) > 1:
        reasons.append(
            Reason(
                "last-animal",
                f"The {changers[-1].words} was played after the {_other(changers)}, so the {changers[-1].words} counts.",
            )
        )
    if changers and money:
        times = multiplier(trick.cards)
        topic = {0: "bear-destroys", 2: "bull-doubles"}.get(times, "bulls-quadruple")
        because = f"The Bear makes the {format_amount(money)} in the trick worth nothing."
        if times == 2:
            because = f"The Bull doubles {format_amount(money)} to {format_amount(2 * money)}."
        elif times:
            because = f"Two Bulls quadruple {format_amount(money)} to {format_amount(times * money)}."
        reasons.append(Reason(topic, because))
    elif changers:
        reasons.append(
            Reason("animal-no-money", f"The {changers[-1].words} has no effect: there is no money in the trick.")
        )
    return tuple(reasons)


def _other(changers: Sequence[Card]) -> str:
    return next(card.words for card in changers if card != changers[-1])


def _effect_word(cards: Sequence[Card]) -> str:
    if not any(card in (BULL, BEAR) for card in cards):
        return ""
    return f"×{multiplier(cards)}"
