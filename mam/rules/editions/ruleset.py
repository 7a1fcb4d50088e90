"""What an edition is: frozen facts, one small rule set for each clause, and which ruling each topic has there."""

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
from mam.rules.rulings import DoubleReason, Reason, Ruling, all_rulings, ruling, ruling_for
from mam.rules.scoring import Frozen, ScoringRules
from mam.rules.tricks import TrickRules

GameName = Literal["tricks", "millionaire", "anagrams"]
GameKind = Literal["a game of tricks", "a spelling game with letter cards", "a word game with letter cards"]
PhaseName = Literal["auction", "sealed", "vote", "nest", "trump", "called", "exchange", "play"]
Alliance = Literal["fixed", "dummy", "called", "alone"]
Exposed = Literal["", "dummy", "partner"]
Reseat = Literal["", "exchange", "circle"]
FirstLead = Literal["left of bidder", "bidder", "left of dealer"]
Payers = Literal["side", "offender"]


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One edition of the rules of any game. Editions and options are made from others with `dataclasses.replace`.

    `rulebook` names the files of `data/rules` that hold here, later ones over earlier ones, and `documents` those that its
    rules are cited from: a reading of a question that several leave open is cited from one of these. `seats` are places with a
    hand, clockwise; `dummies` those of them with nobody behind the hand. `cites` gives each topic of a clause its ruling
    id; `options` are the switches the edition offers, each a name, its ruling and the change it makes. `letter` opens its
    deal codes; `game` says which kind of round is played by these rules. Two rule sets are equal when all of their fields
    are, so whatever is remembered under a rule set is never given out for another one.
    """

    id: str
    name: str
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
    first_dealer: str | None = None  # where the seats are named after the first dealer
    scoring: ScoringRules = ScoringRules()
    game: GameName = "tricks"
    kind: GameKind = "a game of tricks"
    goal: str = ""  # in words, where no trick is taken
    goal_rules: tuple[str, ...] = ()
    shrinks_by: int = 0  # how many cards fewer each hand has in the next deal of a match

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
                raise ValueError(f"{field_name} can't be {seat!r}: the seats are {' '.join(self.seats)}")

    def __reduce__(self) -> tuple[Callable[..., "RuleSet"], tuple[str, tuple[str, ...], dict[str, Any]]]:
        # An option's change is a function and does not pickle: what travels is the edition's name and what differs from it.
        named = _rebuild(self.id, self.chosen, {})
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        return _rebuild, (
            self.id,
            self.chosen,
            {name: value for name, value in facts.items() if value != getattr(named, name)},
        )

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """How often each card is in the pack."""
        return Counter(self.pack)

    @property
    def full_id(self) -> str:
        """The edition's id with its options, as `get_edition` takes it.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-1935", ["short-game"]).full_id
        'make-a-million-1935+short-game'
        """
        return "+".join((self.id, *self.chosen))

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats with a person behind them: who bids, deals and decides."""
        return tuple(seat for seat in self.seats if seat not in self.dummies)

    @property
    def accounts(self) -> Mapping[str, str]:
        """Under which names scores are kept, and what people call them: each person's own, unless sides are fixed."""
        return {person: self.seat_names[person] for person in self.persons}

    def account_of(self, person: str) -> str:
        """The name under which this person's score is kept.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-1935").account_of("N"), get_edition("sweven").account_of("A")
        ('N-S', 'A')
        """
        return person

    def check_seat(self, seat: str | None) -> None:
        """Raise ValueError naming the seats there are, unless this is one (or None)."""
        if seat is not None and seat not in self.seats:
            raise ValueError(f"no seat {seat!r}: the seats are {' '.join(self.seats)}")

    # What is dealt but to the hands; a game of tricks may have any of it.

    @property
    def nest_size(self) -> int:
        """How many cards are dealt to the nest."""
        return 0

    @property
    def half_hidden_seats(self) -> tuple[str, ...]:
        """The dummies with some cards face down under others, each played by the person opposite."""
        return ()

    @property
    def blind_draw(self) -> bool:
        """Whether the deal settles what a blind draw from the nest would bring."""
        return False

    def rule_id(self, topic: str) -> str:
        """The id of the ruling that this edition has for a topic."""
        return self.cites[topic]

    def cite(self, reason: Reason, instead: Sequence[Move] = ()) -> Ruling:
        """The ruling behind a reason, applied to the position."""
        one = self.ruling(self.cites[reason.topic], reason.because, instead)
        if not isinstance(reason, DoubleReason):
            return one
        return replace(one, beside=(self.ruling(self.cites[reason.second]),))

    def refuse(self, reason: Reason, instead: Sequence[Move] = ()) -> Ruling:
        """The ruling that refuses a move for this reason; where an option would allow it, it says which.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-2004").refuse(Reason("no-trump", "You can't play without trump.")).because
        "You can't play without trump. You can do that only with the option no-trump."
        """
        lifting = [
            name for name, option in self.options.items() if reason.topic in option.allows and name not in self.chosen
        ]
        only = f" You can do that only with the option {' or '.join(lifting)}." if lifting else ""
        cited = self.cite(reason, instead)
        return replace(cited, because=cited.because + only) if only else cited

    def ruling(self, rule_id: str, because: str = "", instead: Sequence[Move] = ()) -> Ruling:
        """The ruling with this id as it stands here: cited from the edition's own documents, and a reading says if a chosen
        option reads it the other way.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("manhattan+free-trump").ruling("D-M04").option
        'free-trump'
        """
        one = ruling(rule_id)
        one = replace(ruling_for(one, self.documents) or one, because=because, instead=tuple(instead))
        return replace(one, option=one.switch) if one.switch in self.chosen else one

    def rulings(self) -> tuple[Ruling, ...]:
        """Every ruling that holds in this edition, those of its own documents last.

        Of the documents it builds on those rules are left out that another one replaces, unless they are cited all the same;
        and so are the readings of questions that only other documents leave open.

        >>> from mam.rules.editions import get_edition
        >>> ids = [one.id for one in get_edition("manhattan").rulings()]
        >>> "R35-BID-1" in ids, "R35-BID-2" in ids, "RMM-3" in ids
        (True, False, True)
        """
        cited, known = self.cited, all_rulings().values()
        lent = [one for one in known if one.id in cited and one.book not in self.rulebook]
        held = lent + [one for book in self.rulebook for one in known if one.book == book]
        replaced = {old for one in held for old in one.replaces} - cited
        return tuple(
            self.ruling(one.id)
            for one in held
            if one.id not in replaced and ruling_for(one, self.documents) is not None
        )

    @property
    def cited(self) -> frozenset[str]:
        """The ids of the rulings that are given as reasons here."""
        return frozenset(self.cites.values())

    def topics(self) -> Mapping[str, Ruling]:
        """Which ruling is cited on each topic, by the topic's name.

        >>> from mam.rules.editions import get_edition
        >>> get_edition("make-a-million-2004").topics()["first-lead"].id
        'R04-PLAY-1'
        """
        return {topic: self.ruling(rule_id) for topic, rule_id in self.cites.items()}

    def with_options(self, names: Sequence[str]) -> Self:
        """This edition with options switched on.

        Raises ValueError naming the options there are when it has no such option.
        """
        if isinstance(names, str):
            raise ValueError(f"options are a list of names, like [{names!r}]")
        for name in names:
            if name not in self.options:
                known = ", ".join(list_options(self)) or "none"
                raise ValueError(f"{self.id} has no option {name!r}; it has: {known}")
        rules = self
        for name in sorted(
            names, key=lambda one: self.options[one].group != "players"
        ):  # the others build on the number
            if rivals := {one for one in rules.chosen if self.options[one].group == self.options[name].group != ""}:
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
    """What a misplay costs, in thousands of dollars, and which ruling each topic of it has (S8 of the Supplement).

    `penalty` is for a wrong card put right late, `premium` what the innocent side gets for one found later still, `nest`
    the price of a wrong discard. `payers`: of a side formed for one round the whole "side" pays, or the "offender" (D-T08).
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

    `phases` are what a round consists of, in order. `sides` lists the seats that always score together. `alliance` says
    who else plays with whom in a round: "fixed" (the sides), "dummy" (the bidder with Dummy), "called" (the bidder with
    the holders of the cards called) or "alone". `exposed` names whose hand lies open after the first lead and is played
    by the bidder: "dummy", "partner" or nobody's. `called` is the number of cards that call silent partners.
    `half_hidden`: of the dummies only the open cards can be played, by the person opposite. `reseat` says how the bidder
    comes to sit opposite Dummy.
    """

    phases: tuple[PhaseName, ...] = ("auction", "nest", "trump", "play")
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    side_names: Mapping[str, str] = field(default_factory=dict)
    alliance: Alliance = "fixed"
    exposed: Exposed = ""
    half_hidden: bool = False
    reseat: Reseat = ""  # "exchange" or "circle"
    first_lead: FirstLead = "left of bidder"  # or "bidder", "left of dealer"
    no_trumps: tuple[NoTrump, ...] = ()  # what the bidder may name instead of a color
    trump_bound: bool = False  # the color of the winning bid is trump
    called: int = 0
    blind_draw: bool = False
    turns_trump: bool = False  # trump is the color turned up from the pile
    auction: AuctionRules = AuctionRules()
    nest: NestRules = NestRules()
    tricks: TrickRules = TrickRules()
    misplay: MisplayRules | str = "D-G27"  # or the ruling by which a wrong card is simply refused

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_seats("sides", (seat for seats in self.sides.values() for seat in seats))

    @property
    def accounts(self) -> Mapping[str, str]:
        return dict(self.side_names) if self.sides else super().accounts

    @property
    def cited(self) -> frozenset[str]:
        terms = self.misplay
        return super().cited | ({terms} if isinstance(terms, str) else {*terms.cites.values()})

    def topics(self) -> Mapping[str, Ruling]:
        terms = self.misplay
        more = (
            {"misplay": terms}
            if isinstance(terms, str)
            else {f"misplay/{name}": one for name, one in terms.cites.items()}
        )
        return {**super().topics(), **{topic: self.ruling(rule_id) for topic, rule_id in more.items()}}

    @property
    def nest_size(self) -> int:
        return self.nest.size

    @property
    def half_hidden_seats(self) -> tuple[str, ...]:
        return self.dummies if self.half_hidden else ()

    def account_of(self, person: str) -> str:
        return self.side_of(person)

    def side_of(self, seat: str) -> str:
        """The fixed side this seat scores with, or the seat itself; raises KeyError naming the seats there are."""
        if seat not in self.seats:
            raise KeyError(f"no seat {seat!r}: the seats are {' '.join(self.seats)}")
        return next((side for side, seats in self.sides.items() if seat in seats), seat)


def list_options(rules: RuleSet) -> Sequence[str]:
    """The names of an edition's options; those of a group, like the numbers of players, as one entry.

    >>> from mam.rules.editions import get_edition
    >>> list_options(get_edition("sweven"))
    ['2-players … 6-players', 'passed-out-is-skipped']
    """
    named: dict[str, list[str]] = {}
    for name, option in rules.options.items():
        named.setdefault(option.group or name, []).append(name)
    return [names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}" for names in named.values()]


def _freeze(facts: Any) -> None:
    """Let nobody change the mappings of a rule set, so that it has a hash."""
    for one in fields(facts):
        if isinstance(value := getattr(facts, one.name), Mapping):
            object.__setattr__(facts, one.name, Frozen(value))


# What finds an edition by its id and options: `mam.rules.editions` hands it in, because it imports this file.
_finders: list[Callable[[str, Sequence[str]], RuleSet]] = []


def set_finder(finder: Callable[[str, Sequence[str]], RuleSet]) -> None:
    """Say how a pickled rule set finds its edition again."""
    _finders[:] = [finder]


def _rebuild(edition: str, chosen: tuple[str, ...], changes: dict[str, Any]) -> RuleSet:
    (find_edition,) = _finders
    return replace(find_edition(edition, chosen), **changes)


@dataclass(frozen=True)
class Option:
    """A switch inside an edition: the ruling behind it, what it does in a few words, and the change it makes.

    Options of one `group` exclude each other. `cites` names the topics that have another ruling while it is on, `allows`
    those on which moves are refused only while it is off.
    """

    rule_id: str
    words: str
    change: Callable[[Any], Any]
    group: str = ""
    cites: Mapping[str, str] = field(default_factory=dict)
    allows: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _freeze(self)
