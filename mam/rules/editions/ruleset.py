"""Editions as data: frozen facts, a small rule set for each kind of rule, and the ruling for each topic."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, Self

from mam.rules.auction import AuctionRules
from mam.rules.cards import Card, NoTrump
from mam.rules.choices import check_choices
from mam.rules.moves import Move
from mam.rules.nest import NestRules
from mam.rules.rulings import Reason, Ruling, all_rulings, find_ruling_for, ruling
from mam.rules.scoring import Frozen, ScoringRules
from mam.rules.tricks import TrickRules, find_most_captured
from mam.support.messages import quote

GameName = Literal["tricks", "millionaire", "anagrams"]
GameKind = Literal["a game of tricks", "a spelling game with letter cards", "a word game with letter cards"]
PhaseName = Literal["auction", "sealed", "vote", "nest", "trump", "called", "exchange", "play"]
Alliance = Literal["fixed", "dummy", "called", "alone"]
ExposedHand = Literal["", "dummy", "partner"]
Reseat = Literal["", "exchange", "circle"]
FirstLead = Literal["left of bidder", "bidder", "left of dealer"]
Payers = Literal["side", "offender"]


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """An edition of the rules of any game. Editions and options are made from others with `dataclasses.replace`.

    `rulebook` lists the files of `data/rules` that apply, later files over earlier ones; `documents` lists the documents
    that its rules are cited from, including readings of questions that several documents leave open. `seats` have a hand
    each, clockwise; `dummies` are the seats without a player. `cites` maps each topic to a ruling id; `options` are the
    edition's switches. `name_parts` are the game and what distinguishes this edition of it. `letter` starts its deal
    codes; `game` says which kind of round these rules are for. Two rule sets are equal when all of their fields are, so a rule set is a
    safe cache key.
    """

    id: str
    name_parts: tuple[str, ...]
    short_name: str
    letter: str
    seats: tuple[str, ...]
    seat_names: Mapping[str, str]
    pack: tuple[Card, ...]
    hand_size: int
    cites: Mapping[str, str]
    options: Mapping[str, "Option"]
    rulebook: tuple[str, ...] = ("readings",)
    documents: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    dummies: tuple[str, ...] = ()
    first_dealer: str | None = None  # where seats are named after the first dealer
    scoring: ScoringRules = ScoringRules()
    game: GameName = "tricks"
    kind: GameKind = "a game of tricks"
    goal: str = ""  # in words, where no trick is taken
    goal_rules: tuple[str, ...] = ()
    shrinks_by: int = 0  # how many fewer cards each hand has in the next deal of a match

    def __post_init__(self) -> None:
        _freeze(self)
        check_choices(self)
        self._check_seats("dummies", self.dummies)
        if self.first_dealer is not None:
            self._check_seats("first_dealer", (self.first_dealer,))
        if {*self.seat_names} != {*self.seats}:
            raise ValueError(f"seat_names: give each of the seats {' '.join(self.seats)} a name")
        if bool(self.goal) != bool(self.goal_rules):
            raise ValueError("goal and goal_rules belong together: give both or neither")

    def _check_seats(self, field_name: str, seats: Iterable[str]) -> None:
        for seat in seats:
            if seat not in self.seats:
                raise ValueError(f"{field_name} can't be {quote(seat)}: the seats are {' '.join(self.seats)}")

    @property
    def name(self) -> str:
        """Return the game with what distinguishes this edition of it.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-1935").name
        'Make-a-Million, 1935 rules, four players'
        """
        return ", ".join(self.name_parts)

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """Return how often each card is in the pack."""
        return Counter(self.pack)

    @property
    def full_id(self) -> str:
        """Return the edition's id with its options, as `get_edition` takes it.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-1935", ["short-game"]).full_id
        'make-a-million-1935+short-game'
        """
        return "+".join((self.id, *self.chosen))

    @cached_property
    def persons(self) -> tuple[str, ...]:
        """Return the seats with a player: who bids, deals and decides."""
        return tuple(seat for seat in self.seats if seat not in self.dummies)

    @property
    def accounts(self) -> Mapping[str, str]:
        """Return the names of the running totals with their labels: each player's own, unless sides are fixed."""
        return {person: self.seat_names[person] for person in self.persons}

    def account_of(self, person: str) -> str:
        """Return the running total that this player scores for.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-1935").account_of("N"), get_edition("sweven").account_of("A")
        ('N-S', 'A')
        """
        return person

    def check_seat(self, seat: str | None) -> None:
        """Raise ValueError with the seats, unless this is a seat (or None)."""
        if seat is not None and seat not in self.seats:
            raise ValueError(f"no seat {quote(seat)}: the seats are {' '.join(self.seats)}")

    # What is dealt besides the hands, in some games of tricks.

    @property
    def nest_size(self) -> int:
        """Return how many cards are dealt to the nest."""
        return 0

    @property
    def half_hidden_seats(self) -> tuple[str, ...]:
        """Return the dummies with cards face down under others, each played by the player opposite."""
        return ()

    @property
    def blind_draw(self) -> bool:
        """Return whether the deal decides what a blind draw from the nest would bring."""
        return False

    def rule_id(self, topic: str) -> str:
        """Return the id of this edition's ruling on a topic."""
        return self.cites[topic]

    def cite(self, reason: Reason, instead: Sequence[Move] = ()) -> Ruling:
        """Return the ruling behind a reason, applied to the position."""
        rule = self.apply(self.cites[reason.topic], reason, instead)
        if not reason.further:
            return rule
        rule_ids = dict.fromkeys(self.cites[topic] for topic in reason.further if topic in self.cites)
        rule_ids.pop(rule.id, None)
        return replace(rule, further_rulings=tuple(map(self.ruling, rule_ids)))

    def refuse(self, reason: Reason, instead: Sequence[Move] = ()) -> Ruling:
        """Return the ruling that refuses a move for this reason; it names the option that would allow the move.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-2004").refuse(Reason("trump-needed", "You can't play without trump.")).reason
        "You can't play without trump. You can do that only with the option no-trump."
        """
        names = [
            name for name, option in self.options.items() if reason.topic in option.allows and name not in self.chosen
        ]
        refusal = self.cite(reason, instead)
        if not names:
            return refusal
        hint = f"You can do that only with the option {' or '.join(names)}."
        return replace(refusal, cause=f"{refusal.cause} {hint}".strip())

    def apply(self, rule_id: str, reason: Reason, instead: Sequence[Move] = ()) -> Ruling:
        """Return the ruling with this id, applied to the position that the reason is about."""
        return replace(self.ruling(rule_id), verdict=reason.what, cause=reason.why, instead=tuple(instead))

    def ruling(self, rule_id: str) -> Ruling:
        """Return the ruling with this id as this edition has it.

        It is cited from the edition's own documents, and a reading says if a chosen option reads it the other way.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("manhattan+free-trump").ruling("D-M04").option
        'free-trump'
        """
        rule = ruling(rule_id)
        rule = find_ruling_for(rule, self.documents) or rule
        return replace(rule, option=rule.switch) if rule.switch in self.chosen else rule

    def rulings(self) -> tuple[Ruling, ...]:
        """Return every ruling of this edition, those of its own documents last.

        Left out are rules that another rule replaces, unless they are cited all the same, and readings of questions that
        only other documents leave open.

        >>> from mam.rules.editions import get_edition
        >>> ids = [rule.id for rule in get_edition("manhattan").rulings()]
        >>> "R35-BID-1" in ids, "R35-BID-2" in ids, "RMM-3" in ids
        (True, False, True)
        """
        cited_ids, all_rules = self.cited, all_rulings().values()
        extra = [rule for rule in all_rules if rule.id in cited_ids and rule.book not in self.rulebook]
        candidates = extra + [rule for book in self.rulebook for rule in all_rules if rule.book == book]
        replaced_ids = {rule_id for rule in candidates for rule_id in rule.replaces} - cited_ids
        return tuple(
            self.ruling(rule.id)
            for rule in candidates
            if rule.id not in replaced_ids and find_ruling_for(rule, self.documents) is not None
        )

    @property
    def cited(self) -> frozenset[str]:
        """Return the ids of the rulings that this edition gives as reasons."""
        return frozenset(self.cites.values())

    def topics(self) -> Mapping[str, Ruling]:
        """Return the ruling cited on each topic.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-2004").topics()["first-lead"].id
        'R04-PLAY-1'
        """
        return {topic: self.ruling(rule_id) for topic, rule_id in self.cites.items()}

    def with_options(self, names: Sequence[str]) -> Self:
        """Return this edition with options switched on.

        Raises ValueError with the known options for an unknown one.
        """
        if isinstance(names, str):
            raise ValueError(f"options are a list of names, like [{quote(names)}]")
        for name in names:
            if name not in self.options:
                known_names = ", ".join(list_options(self)) or "none"
                raise ValueError(f"{self.id} has no option {quote(name)}; it has: {known_names}")
        rules = self
        # The number of players comes first: other options depend on it.
        for name in sorted(names, key=lambda option_name: self.options[option_name].group != "players"):
            if rivals := {
                rival for rival in rules.chosen if self.options[rival].group == self.options[name].group != ""
            }:
                if name not in rivals:
                    raise ValueError(f"{name} and {', '.join(rivals)} exclude each other")
            elif name not in rules.chosen:
                option = self.options[name]
                rules = replace(
                    option.change(rules),
                    chosen=tuple(sorted({*rules.chosen, name})),
                    cites={**rules.cites, **option.cites},
                )
        return rules


@dataclass(frozen=True, kw_only=True)
class MisplayRules:
    """What a misplay costs, in thousands of dollars, and the ruling on each topic of misplay (S8 of the Supplement).

    `penalty` is for a misplay corrected late, `premium` what the innocent side gets for a misplay found even later, `nest`
    the penalty for a wrong discard. `payers`: of a side formed for one round, the whole "side" pays, or only the
    "offender" (D-T08).
    """

    cites: Mapping[str, str]
    penalty: int = 50
    premium: int = 100
    nest: int = 100
    payers: Payers = "side"

    def __post_init__(self) -> None:
        _freeze(self)
        check_choices(self)


@dataclass(frozen=True, kw_only=True)
class TrickGameRules(RuleSet):
    """The rules of a game of tricks.

    `phases` are the phases of a round, in order. `sides` lists the seats that always score together. `alliance` says who
    plays together in a round: "fixed" (the sides), "dummy" (the bidder with Dummy), "called" (the bidder with the holders
    of the called cards) or "alone". `exposed` says whose hand is face up after the first lead and is played by the
    bidder: "dummy", "partner" or nobody's. `called` is the number of cards that call silent partners. `half_hidden`: only
    the open cards of a dummy can be played, by the player opposite. `reseat` says how the bidder comes to sit opposite
    Dummy.
    """

    phases: tuple[PhaseName, ...] = ("auction", "nest", "trump", "play")
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    side_names: Mapping[str, str] = field(default_factory=dict)
    alliance: Alliance = "fixed"
    exposed: ExposedHand = ""
    half_hidden: bool = False
    reseat: Reseat = ""  # "exchange" or "circle"
    first_lead: FirstLead = "left of bidder"  # or "bidder", "left of dealer"
    no_trumps: tuple[NoTrump, ...] = ()  # what the bidder may name instead of a color
    trump_bound: bool = False  # the color of the winning bid is trump
    called: int = 0
    blind_draw: bool = False
    turns_trump: bool = False  # trump is the color turned up from the stock
    auction: AuctionRules = AuctionRules()
    nest: NestRules = NestRules()
    tricks: TrickRules = TrickRules()
    misplay: MisplayRules | str = "D-G27"  # or the ruling by which misplays are refused

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_seats("sides", (seat for seats in self.sides.values() for seat in seats))

    def with_options(self, names: Sequence[str]) -> Self:
        """This edition with options switched on, and the highest bid that follows from them.

        >>> from mam.rules.editions import get_edition
        >>> [get_edition(name).auction.max_bid for name in ("make-a-million-1935", "six", "six+unlimited-bids")]
        [520, 1280, None]
        """
        rules = super().with_options(names)
        if not rules.auction.capped:
            return rules
        max_bid = find_most_captured(rules.pack, len(rules.seats), rules.tricks)
        return replace(rules, auction=replace(rules.auction, max_bid=max_bid))

    @property
    def accounts(self) -> Mapping[str, str]:
        return dict(self.side_names) if self.sides else super().accounts

    @property
    def cited(self) -> frozenset[str]:
        terms = self.misplay
        return super().cited | ({terms} if isinstance(terms, str) else {*terms.cites.values()})

    def topics(self) -> Mapping[str, Ruling]:
        terms = self.misplay
        misplay_topics = (
            {"misplay": terms}
            if isinstance(terms, str)
            else {f"misplay/{name}": rule_id for name, rule_id in terms.cites.items()}
        )
        return {**super().topics(), **{topic: self.ruling(rule_id) for topic, rule_id in misplay_topics.items()}}

    @property
    def nest_size(self) -> int:
        return self.nest.size

    @property
    def half_hidden_seats(self) -> tuple[str, ...]:
        return self.dummies if self.half_hidden else ()

    def account_of(self, person: str) -> str:
        return self.side_of(person)

    def side_of(self, seat: str) -> str:
        """Return the fixed side this seat scores with, or the seat itself. Raises KeyError with the seats for an unknown seat."""
        if seat not in self.seats:
            raise KeyError(f"no seat {quote(seat)}: the seats are {' '.join(self.seats)}")
        return next((side for side, seats in self.sides.items() if seat in seats), seat)


def list_options(rules: RuleSet) -> Sequence[str]:
    """Return the names of an edition's options; a group, like the numbers of players, is one entry.

    >>> from mam.rules.editions import get_edition
    >>> list_options(get_edition("sweven"))
    ['2-players … 6-players', 'passed-out-is-skipped']
    """
    groups: dict[str, list[str]] = {}
    for name, option in rules.options.items():
        groups.setdefault(option.group or name, []).append(name)
    return [names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}" for names in groups.values()]


def _freeze(facts: Any) -> None:
    """Make the mappings of a rule set read-only, so that it has a hash."""
    for item in fields(facts):
        if isinstance(value := getattr(facts, item.name), Mapping):
            object.__setattr__(facts, item.name, Frozen(value))


@dataclass(frozen=True)
class Option:
    """A switch inside an edition: the ruling behind it, its effect in a few words, and the change it makes.

    Options of one `group` exclude each other. `cites` lists the topics that have another ruling while the option is on,
    `allows` the topics on which moves are refused only while it is off.
    """

    rule_id: str
    words: str
    change: Callable[[Any], Any]
    group: str = ""
    cites: Mapping[str, str] = field(default_factory=dict)
    allows: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _freeze(self)
