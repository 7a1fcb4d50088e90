"""The trick: leading, following, strength, winner and value. No other file defines them.

`cards` are the cards on the table in order of play; `hand` are the cards that the player may choose from, including the card
to play. `has_covered` says that other cards of the same hand lie face down and can't be played (R2H-12): then a sentence
speaks only of those face up, which everybody sees.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Literal, get_args

from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, UNSEEN, AnyColor, Card, NoTrump, Trump, join_words, money_in
from mam.rules.choices import check_choices
from mam.rules.rulings import YOU, Reason, conjugate, format_possessive, lower_subject, lower_with_verb
from mam.support.messages import capitalize

Counts = Literal["money", "points", "tricks"]
BullFactor = Literal[2, 3, 4]
_TIMES = {2: "double", 3: "triple", 4: "quadruple"}
BULL_EFFECTS = tuple(f"×{factor}" for factor in get_args(BullFactor))


@dataclass(frozen=True)
class TrickRules:
    """The facts about tricks that differ between editions.

    `tiger_sets_color`: whether a Tiger played to a Bull or Bear lead, before any number or money card, sets the color
    (D-G19). `trump_break`: whether trumps may be led only after a trump was played to an earlier trick (R04-OPT-3).
    `counts`: what scores, the "money" or "points" on the cards, or the "tricks" themselves. `bull_factor`: what each Bull
    multiplies the money of its trick by.
    """

    tiger_sets_color: bool = False
    trump_break: bool = False
    counts: Counts = "money"
    bull_factor: BullFactor = 2

    def __post_init__(self) -> None:
        check_choices(self)

    def format_amount(self, amount: int) -> str:
        """Return an amount in full, in the unit of what is captured."""
        return format_amount(amount, self.counts)

    @property
    def bull_verb(self) -> str:
        """What a Bull does to the money of its trick.

        >>> TrickRules().bull_verb, TrickRules(bull_factor=3).bull_verb
        ('doubles', 'triples')
        """
        return f"{_TIMES[self.bull_factor]}s"

    @property
    def bull_past(self) -> str:
        """What a Bull did to it.

        >>> TrickRules().bull_past, TrickRules(bull_factor=3).bull_past
        ('doubled', 'tripled')
        """
        return f"{_TIMES[self.bull_factor]}d"


@dataclass(frozen=True)
class Trick:
    """A trick: the seats in turn order from the leader, and the cards in order of play.

    A complete trick has a `winner` and a `value` (thousands of dollars). `rules` say what Bull and Bear do to it.
    """

    seats: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    winner: str | None = None
    value: int = 0
    rules: TrickRules = field(default=TrickRules(), repr=False)

    @property
    def leader(self) -> str:
        """The seat that leads the trick."""
        return self.seats[0]

    @property
    def plays(self) -> tuple[tuple[str, Card], ...]:
        """Return the seats that have played, each with its card."""
        return tuple(zip(self.seats, self.cards, strict=False))

    @property
    def complete(self) -> bool:
        """Whether every seat has played to the trick."""
        return len(self.cards) == len(self.seats)

    @property
    def effect(self) -> str:
        """Return what Bull and Bear do to the trick's money: "×2", "×0" or nothing."""
        return f"×{find_multiplier(self.cards, self.rules)}" if any(card in (BULL, BEAR) for card in self.cards) else ""

    @property
    def changer(self) -> str:
        """Return the name of the card behind the effect: "Bull", "Bear" or nothing."""
        changers = [card for card in self.cards if card in (BULL, BEAR)]
        return changers[-1].words if changers else ""

    @property
    def tag(self) -> str:
        """Return the effect with the name of the card behind it: "Bull ×2", "Bear ×0" or nothing."""
        return f"{self.changer} {self.effect}".strip()


def find_color(card: Card, trump: Trump | None) -> AnyColor | None:
    """Return the color a card counts as: the Tiger counts as trump (R35-TIG-2); Bull and Bear have none.

    Without trumps the Tiger has no color (D-X11).
    """
    if card != TIGER:
        return card.color
    return None if isinstance(trump, NoTrump) else trump


def find_led_color(cards: Sequence[Card], trump: Trump | None, rules: TrickRules) -> AnyColor | None:
    """Return the color to follow, or None while no color is set (R35-BB-3, R35-TIG-3, D-G19).

    >>> from mam.rules.cards import PACK, Color
    >>> find_led_color([BULL, TIGER, PACK[13]], Color.BLACK, TrickRules())
    Y
    """
    for index, card in enumerate(cards):
        if card == TIGER and index and not rules.tiger_sets_color:
            continue  # only a Tiger lead asks for trumps
        if (color := find_color(card, trump)) is not None:
            return color
    return None


def find_strength(card: Card, follow_color: AnyColor | None, trump: Trump | None) -> int:
    """Return how high a card ranks in this trick; 0 if it can't win (R35-PLAY-4, R35-TIG-1, R35-BULL-3, R35-BEAR-3, D-X11).

    >>> from mam.rules.cards import PACK, Color
    >>> eleven, ten = PACK[3], PACK[4]
    >>> find_strength(eleven, Color.RED, None) > find_strength(ten, Color.RED, None)
    True
    """
    if card == TIGER:
        return 1 if trump == NoTrump.TIGER_LOW else 300
    if card.color is None:
        return 0
    if card.color == trump:
        return 200 + card.rank
    return 100 + card.rank if card.color == follow_color else 0


def find_winner(cards: Sequence[Card], trump: Trump | None, rules: TrickRules) -> int | None:
    """Return the index of the current winner; the later of two equal cards wins. None while no card can win."""
    follow_color = find_led_color(cards, trump, rules)
    strengths = [(find_strength(card, follow_color, trump), index) for index, card in enumerate(cards)]
    best = max(strengths, default=(0, 0))
    return best[1] if best[0] else None


def find_multiplier(cards: Sequence[Card], rules: TrickRules) -> int:
    """Return what a trick's money is multiplied by: 0 if the Bear fell last, else usually 2 for each Bull (R35-BB-1, D-P05).

    >>> [find_multiplier(cards, TrickRules()) for cards in ([BEAR, BULL], [BULL, BEAR], [TIGER], [BULL, BEAR, BULL])]
    [2, 0, 1, 4]
    """
    changers = [card for card in cards if card in (BULL, BEAR)]
    if not changers:
        return 1
    return 0 if changers[-1] == BEAR else prod(rules.bull_factor for card in changers if card == BULL)


def trick_value(cards: Sequence[Card], rules: TrickRules) -> int:
    """Return the trick value: thousands of dollars (R35-BULL-2, R35-BEAR-2), points, or one trick."""
    return 1 if rules.counts == "tricks" else money_in(cards) * find_multiplier(cards, rules)


def find_most_captured(cards: Iterable[Card], seats: int, rules: TrickRules) -> int:
    """Return the most that tricks of these cards can count: all their money, and what the Bulls add to the richest tricks (D-G06).

    >>> from mam.rules.cards import PACK, make_two_packs
    >>> find_most_captured(PACK, 4, TrickRules()), find_most_captured(make_two_packs("R1 Y1 G1".split()), 8, TrickRules())
    (520, 1520)
    """
    pack = list(cards)
    money, bulls = sorted((card.money for card in pack), reverse=True), pack.count(BULL)
    total = sum(money[: seats - bulls]) * (prod([rules.bull_factor] * bulls) - 1)
    apart = sum(money[: bulls * (seats - 1)]) * (rules.bull_factor - 1)
    return sum(money) + max(total, apart)


def why_not_play(
    card: Card,
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump | None,
    rules: TrickRules,
    mover: str,
    *,
    trump_broken: bool = True,
    has_covered: bool = False,
) -> Reason | None:
    """Return why this card may not be played now, or None if it may.

    `trump_broken` says whether a trump was played to an earlier trick.
    """
    if not cards:
        reason = _why_not_lead(card, hand, mover, has_covered)
        return reason or _why_not_lead_trump(card, hand, trump, rules, mover, trump_broken)
    follow_color = find_led_color(cards, trump, rules)
    if follow_color is None or find_color(card, trump) == follow_color:
        return None  # nothing to follow yet (D-G18), or the card follows
    followers = [hand_card for hand_card in hand if find_color(hand_card, trump) == follow_color]
    if not followers:
        return None
    # An unseen card may be a trump, too.
    only_tiger = UNSEEN not in hand and all(hand_card == TIGER for hand_card in followers)
    cause = _why_color(cards, follow_color, trump, rules)
    if only_tiger:
        opening = f"{cause[1]}, so everyone must follow with trumps" if cause else "Trumps were led"
        demand, why = f"{opening}.", _why_tiger(hand, mover, has_covered)
    else:
        subject = f"{cause[1]}, so {lower_with_verb(mover, 'must')}" if cause else conjugate(mover, "must")
        color = f"{follow_color.word}, the trump" if cause and follow_color == trump else follow_color.word
        demand, why = f"{subject} follow {color}:", f"{_list_followers(followers, mover)}."
    if card in (BULL, BEAR):
        condition = _when_void(follow_color, mover, has_covered)
        if only_tiger:
            condition = lower_with_verb(mover, "can't") + " follow"
        topic = "bull-play" if card == BULL else "bear-play"
        why = f"{why} {conjugate(mover, 'can')} play the {card.words} only when {condition}."
        reason = Reason(topic, demand, why)
    else:
        reason = Reason("tiger-forced" if only_tiger else "follow", demand, why)
    if only_tiger and has_covered:
        reason = reason.resting_on("tiger-face-up")
    return reason.resting_on(cause[0]) if cause else reason


def _when_void(color: AnyColor, mover: str, has_covered: bool) -> str:
    """Return when the Bull or the Bear may be played, as a clause that follows "only when"."""
    if has_covered:
        return f"it has no {color.word} face up"
    return f"you are out of {color.word}" if mover == YOU else f"out of {color.word}"


def _list_followers(cards: Sequence[Card], mover: str) -> str:
    """Return the cards that could follow: "you still hold G9 and G4"."""
    *codes, last = dict.fromkeys(card.code if card.color else card.named for card in cards)
    verb = "hold" if mover == YOU else "holds"
    return f"{lower_subject(mover)} still {verb} {', '.join(codes)}{' and ' if codes else ''}{last}"


def _why_tiger(hand: Sequence[Card], mover: str, has_covered: bool) -> str:
    """Return why a Tiger must follow; with two packs a player may hold both."""
    if hand.count(TIGER) > 1:
        return f"The two Tigers are {format_possessive(mover)} only trumps, so {lower_subject(mover)} must play one of them."
    only_trump = "only trump face up" if has_covered else "only trump"
    return f"The Tiger is {format_possessive(mover)} {only_trump}, so {lower_subject(mover)} must play it."


def _why_color(
    cards: Sequence[Card], follow_color: AnyColor, trump: Trump | None, rules: TrickRules
) -> tuple[str, str] | None:
    """Return the topic and the event that set the color to follow, or None if the first card shows its color."""
    first = cards[0]
    if first.color is not None:
        return None
    if first == TIGER and follow_color == trump:
        return "tiger-lead", "The Tiger was led"
    setter = next(index for index in range(len(cards)) if find_led_color(cards[: index + 1], trump, rules) is not None)
    if cards[setter] == TIGER:
        return "tiger-sets-color", f"The {first.words} was led and the Tiger followed"
    # A Tiger led without trump sets no color (D-X11).
    topic = "tiger-no-trump" if first == TIGER else "color-after-animal"
    return topic, f"The {first.words} was led and {cards[setter].words} was the first number or money card"


def _why_not_lead(card: Card, hand: Sequence[Card], mover: str, has_covered: bool) -> Reason | None:
    color_cards = [hand_card for hand_card in hand if hand_card not in (BULL, BEAR, UNSEEN)]
    if card not in (BULL, BEAR) or not color_cards:
        return None  # with only Bull and Bear left, either may be led (D-G17); an unseen card proves nothing
    place = "face up" if has_covered else "left"
    is_alone = sum(hand_card in (BULL, BEAR) for hand_card in hand) == 1
    condition = f"no other card {place}" if is_alone else f"nothing but Bulls and Bears {place}"
    if has_covered:
        text = f"{conjugate(mover, 'can')} lead the {card.words} only when it has {condition}."
        return Reason("animal-lead", text).resting_on("animal-lead-open")
    reason = Reason(
        "animal-lead",
        f"{conjugate(mover, 'can')} lead the {card.words} only when {lower_with_verb(mover, 'have')} {condition}.",
    )
    return reason.resting_on("tiger-before-animal") if color_cards == [TIGER] and len(hand) == 2 else reason


def _why_not_lead_trump(
    card: Card, hand: Sequence[Card], trump: Trump | None, rules: TrickRules, mover: str, trump_broken: bool
) -> Reason | None:
    if trump_broken or not rules.trump_break or trump is None or find_color(card, trump) != trump:
        return None
    if all(hand_card in (BULL, BEAR, UNSEEN) or find_color(hand_card, trump) == trump for hand_card in hand):
        return None  # with only trumps, Bull and Bear, there is no other lead (D-X14)
    return Reason(
        "trump-break", f"{conjugate(mover, 'can')} lead a trump only after one has been played to an earlier trick."
    ).resting_on("trump-break-trick")


def why_play(
    card: Card,
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump | None,
    rules: TrickRules,
    player: str,
    *,
    lead: str = "first-lead",
    trump_broken: bool = True,
    has_covered: bool = False,
) -> Reason:
    """Return the rule behind a legal card.

    `lead` is the topic of the rule that gives this player the lead; `trump_broken` says whether a trump was played to an
    earlier trick.
    """
    if not cards:
        return _why_lead(card, hand, trump, rules, player, lead, trump_broken, has_covered)
    follow_color = find_led_color(cards, trump, rules)
    if follow_color is None:
        return _why_before_color(card, hand, cards, trump, rules, player, has_covered)
    if find_color(card, trump) == follow_color:
        if card == TIGER:
            return _why_tiger_follows(hand, cards, follow_color, player, has_covered)
        return Reason(
            "follow",
            f"{follow_color.word} is the {follow_color.noun} to follow, and {player} follows with {card.named}.",
        )
    void = f"{player} has no {follow_color.word}{' face up' if has_covered else ''}, so {player} may play"
    if card in (BULL, BEAR):
        reason = Reason("bull-play" if card == BULL else "bear-play", f"{void} the {card.words}.")
        return reason.resting_on("animal-face-up") if has_covered else reason
    trumps = ", a trump" if trump is not None and find_color(card, trump) == trump else ""
    reason = Reason("free", f"{void} any card: {card.named}{trumps}.")
    return reason.resting_on("void-face-up") if has_covered else reason


def _why_lead(
    card: Card,
    hand: Sequence[Card],
    trump: Trump | None,
    rules: TrickRules,
    player: str,
    lead: str,
    trump_broken: bool,
    has_covered: bool,
) -> Reason:
    card_text = card.named
    if card in (BULL, BEAR) and has_covered:
        open_text = "it is the only card" if len(hand) == 1 else "only the Bull and the Bear are"
        return Reason(
            "animal-lead-open",
            f"{player} may lead {card_text}: {open_text} face up, and hidden cards can't be played.",
        )
    if card in (BULL, BEAR):
        topic = "animal-lead" if len(hand) == 1 else "animal-lead-two"
        hand_text = "no other card left" if len(hand) == 1 else "only Bulls and Bears left"
        return Reason(topic, f"{player} has {hand_text}, so {player} may lead {card_text}.")
    is_early = rules.trump_break and not trump_broken
    if card == TIGER and isinstance(trump, NoTrump):
        reason = Reason(
            "tiger-no-trump",
            f"{player} leads the Tiger, which has no color: the next number or money card sets it.",
        )
        return reason.resting_on("trump-break-void") if is_early else reason
    is_early_trump = is_early and find_color(card, trump) == trump
    only_trumps = (
        f"{player} has no card of another color, so {player} may lead {card_text}, a trump, before one has been played."
    )
    if card == TIGER:
        reason = Reason("tiger-lead", f"{player} leads the Tiger, so everyone must follow with trumps.")
        if is_early_trump:
            reason = reason._replace(what=only_trumps, why="Everyone must follow with trumps.")
        return reason.resting_on("trump-only") if is_early_trump else reason
    if is_early_trump:
        return Reason("trump-only", only_trumps)
    noun = card.color.noun if card.color else "color"
    reason = Reason("lead", f"{player} leads {card_text}.")
    if lead == "no-winner":
        reason = Reason(lead, f"Nobody took the last trick, so {player} leads again: {card_text}.")
    elif lead != "first-lead":
        reason = Reason(lead, f"{player} took the last trick and leads {card_text}.")
    elif not is_early or isinstance(trump, NoTrump):
        reason = Reason("lead", f"{reason.what} Any {noun} may be led.")
    if not is_early:
        return reason
    if isinstance(trump, NoTrump):
        return reason.resting_on("trump-break-void")
    return reason._replace(why="Trump may not be led until one has been played.").resting_on("trump-break")


def _why_before_color(
    card: Card,
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump | None,
    rules: TrickRules,
    player: str,
    has_covered: bool,
) -> Reason:
    """Return the rule behind a card that is played before any color is set."""
    new_color = find_led_color([*cards, card], trump, rules)
    if new_color is not None:
        cause, topic = f"{card.named} is the first number or money card", "color-after-animal"
        if card == TIGER:
            cause, topic = "The Tiger counts as a trump", "tiger-sets-color"
        elif cards[0] == TIGER:  # led without trump
            topic = "tiger-no-trump"
        return Reason(topic, f"{cause}, so {new_color.word} is the color to follow.")
    if card in (BULL, BEAR) and len(hand) == 1 and not has_covered:
        return Reason(
            "bull-last" if card == BULL else "bear-last",
            f"No color is set yet and {card.named} is {player}'s last card, so {player} may play it.",
        ).resting_on("no-color-yet")
    reason = Reason("no-color-yet", f"No color is set yet, so {player} may play any card: {card.named}.")
    if card == TIGER:
        return reason.resting_on("tiger-no-trump" if isinstance(trump, NoTrump) else "color-after-animal")
    return reason


def _why_tiger_follows(
    hand: Sequence[Card], cards: Sequence[Card], trump: AnyColor, player: str, has_covered: bool
) -> Reason:
    """Return the rule behind a Tiger played to a trick in which trumps must be followed."""
    opening = "Trumps were led"
    if cards[0] in (BULL, BEAR):
        opening = f"The color to follow is {trump.word}, the trump"
    if any(hand_card.color == trump for hand_card in hand):
        return Reason("tiger-choice", f"{opening}, and {player} may play any trump: the Tiger.")
    if UNSEEN in hand:  # don't reveal whether there was a choice
        return Reason("tiger-choice", f"{opening}, and {player} plays a trump: the Tiger.")
    reason = Reason("tiger-forced", f"{opening}. {_why_tiger(hand, player, has_covered)}")
    return reason.resting_on("tiger-face-up") if has_covered else reason


def why_captured(trick: Trick, trump: Trump | None, rules: TrickRules, names: dict[str, str]) -> tuple[Reason, ...]:
    """Return the rules that say who takes a complete trick and its value."""
    index = find_winner(trick.cards, trump, rules)
    if index is None:
        return ()
    best, name = trick.cards[index], names[trick.seats[index]]
    follow_color = find_led_color(trick.cards, trump, rules)
    if best == TIGER and isinstance(trump, NoTrump):
        role = (
            "highest card and takes the trick"
            if trump == NoTrump.TIGER_HIGH
            else "only card that can win the trick and takes it"
        )
        reasons = [Reason("tiger-no-trump", f"{name}'s Tiger is the {role}.")]
    elif best == TIGER:
        reasons = [Reason("tiger-captures", f"{name}'s Tiger is the highest trump and takes the trick.")]
    elif best.color == trump:
        reasons = [Reason("capture", f"{name} takes the trick: {best.named} is the highest trump.")]
    else:
        assert follow_color is not None  # a colored card wins only as a trump or in the led color
        highest = f"{name} takes the trick: {best.named} is the highest {follow_color.card_word}"
        reason = Reason("capture", f"{highest}, and nobody played a trump.")
        if isinstance(trump, NoTrump):
            reason = Reason("capture", f"{highest}, and there is no trump.").resting_on("capture-no-trump")
        reasons = [reason]
    if trick.cards.count(best) > 1:
        reasons.append(Reason("later-duplicate", f"Of the two {best.words}s, the later one wins."))
    changers = [card for card in trick.cards if card in (BULL, BEAR)]
    if rules.counts == "tricks" and changers:
        names_text = join_words(card.named for card in dict.fromkeys(changers))
        effect = "have no effect" if len(set(changers)) > 1 else "has no effect"
        text = f"{capitalize(names_text)} {effect}: the trick counts as one trick."
        reasons.append(Reason("animal-no-effect", text))
    if rules.counts != "money":
        return tuple(reasons)
    money = money_in(trick.cards)
    if changers[-1:] == [BULL] and BEAR in changers[changers.index(BULL) :]:
        reasons.append(Reason("bear-between", "The second Bull was played after the Bear, so the trick counts again."))
    elif len(set(changers)) > 1:
        reasons.append(
            Reason(
                "last-animal",
                f"The {changers[-1].words} was played after the {_name_losing_animal(changers)}, so the {changers[-1].words} counts.",
            )
        )
    if changers and money:
        times, amount = find_multiplier(trick.cards, rules), format_amount(money)
        topic, sentence = "bear-destroys", f"The Bear makes the {amount} in the trick worth nothing."
        if times and changers.count(BULL) == 1:
            topic, sentence = "bull-doubles", f"The Bull {rules.bull_verb} {amount} to {format_amount(times * money)}."
        elif times:
            several = f"quadruple {amount}" if times == 4 else f"multiply {amount} by {times}"
            topic, sentence = "bulls-quadruple", f"Two Bulls {several} to {format_amount(times * money)}."
        reason = Reason(topic, sentence)
        reasons.append(reason if len(changers) == len(set(changers)) else reason.resting_on("animal-orders"))
    elif changers:
        reasons.append(
            Reason("animal-no-money", f"The {changers[-1].words} has no effect: there is no money in the trick.")
        )
    return tuple(reasons)


def _name_losing_animal(changers: Sequence[Card]) -> str:
    return next(card.words for card in changers if card != changers[-1])
