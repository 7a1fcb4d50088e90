"""The facts in which editions differ: what each says in words, where it says so, and which conflict of the documents it is.

Which facts there are stands in `data/rules/settings.toml`, the conflicts in `data/rules/conflicts.toml`. Words that a
table of values cannot hold are made here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal

from mam.rules.amounts import format_amount
from mam.rules.auction import BidRange
from mam.rules.cards import BULL, LETTERS, PACK, TIGER, format_cards
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.editions.ruleset import Option
from mam.rules.rulings import Ruling, ruling
from mam.support.data_files import find_data_folder
from mam.support.kinds import list_keys
from mam.support.messages import quote
from mam.support.toml import DataError, Document

# Names of an edition and its seats, which are not rules. Options are compared separately.
NAMES = frozenset(
    "id name short_name letter seat_names side_names cites misplay.cites rulebook documents options chosen game kind goal goal_rules".split()
)

_MISSING = object()  # in place of a fact that a game does not have


@dataclass(frozen=True)
class Conflict:
    """Where the documents disagree: in what, what each says, by which rules, and what mam does about it."""

    id: str
    topic: str
    kind: Literal["setting", "note"]
    words: str
    texts: Mapping[str, str] = field(hash=False)
    rules: Mapping[str, tuple[str, ...]] = field(hash=False)


@dataclass(frozen=True)
class Setting:
    """One question that editions answer differently; see `data/rules/settings.toml` for what its parts mean."""

    key: str
    topic: str
    conflict: str
    fields: tuple[str, ...]
    values: Mapping[str, str] = field(hash=False)
    needs: str = ""
    whole: str = ""
    rules: tuple[tuple[str, ...], ...] = ()

    def applies(self, rules: RuleSet) -> bool:
        """Return whether the question makes sense in this game: it has this phase and this fact."""
        if self.needs and self.needs not in getattr(rules, "phases", ()):
            return False
        return _find_fact(rules, self.fields[0]) is not _MISSING

    def say(self, rules: RuleSet) -> str:
        """Return the answer of these rules, in a few words."""
        if self.values:
            value = _find_fact(rules, self.fields[0])
            return self.values[str(value).lower() if isinstance(value, bool) else str(value)]
        return _WORDS[self.key](rules)

    def sources(self, rules: RuleSet) -> tuple[Ruling, ...]:
        """Return the rulings behind the answer: those of the option chosen for it, or those of the nearest document."""
        if self.fields[0] == "misplay" and isinstance(getattr(rules, "misplay", None), str):
            return (rules.ruling(rules.misplay),)  # type: ignore[attr-defined]
        edition = get_edition(rules.id)
        options = [rules.options[name] for name in rules.chosen]
        if rule_ids := [option.rule_id for option in options if self.is_changed_by(edition, option)]:
            return tuple(map(rules.ruling, dict.fromkeys(rule_ids)))
        conflict = all_conflicts().get(self.conflict)
        edition_rules = conflict.rules.get(rules.id) if conflict else None
        groups = [edition_rules] if edition_rules else [*(conflict.rules.values() if conflict else ()), *self.rules]
        return tuple(map(rules.ruling, _choose_nearest([group for group in groups if group], rules)))

    def is_changed_by(self, rules: RuleSet, option: Option) -> bool:
        """Return whether this option changes the answer of these rules."""
        changed_rules = switch_on(rules, option)
        return changed_rules is not None and self.differs(rules, changed_rules)

    def differs(self, a: RuleSet, b: RuleSet) -> bool:
        """Return whether the question makes sense in both games, and the answers differ."""
        return self.applies(a) and self.applies(b) and self.say(a) != self.say(b)

    def list_covered_fields(self, a: RuleSet, b: RuleSet) -> tuple[str, ...]:
        """Return the fields of the rules that a row on this question covers, when these two are compared."""
        if not self.whole:
            return self.fields
        parts = [[name for name in list_facts(rules) if name.startswith(f"{self.whole}.")] for rules in (a, b)]
        has_phase = [self.whole in getattr(rules, "phases", ()) for rules in (a, b)]
        only_one = has_phase[0] != has_phase[1] or bool(parts[0]) != bool(parts[1])
        return tuple(dict.fromkeys([*self.fields, *parts[0], *parts[1]])) if only_one else self.fields


def switch_on(rules: RuleSet, option: Option) -> RuleSet | None:
    """Return the rules with an option switched on; None if it does not fit the number of players (D-V01)."""
    try:
        changed_rules: RuleSet = option.change(rules)
    except ValueError:
        return None
    return changed_rules


def _choose_nearest(groups: Sequence[Sequence[str]], rules: RuleSet) -> Sequence[str]:
    """Return the group of rule ids from the last document of the rulebook that has one.

    The documents that a document builds on come before it.

    What mam reads into all documents of Make-a-Million alike counts only where none of them speaks.
    """
    books = ["readings", *(book for book in rules.rulebook if book != "readings")]
    known_groups = [group for group in groups if ruling(group[0]).book in books]
    return max(known_groups, key=lambda group: books.index(ruling(group[0]).book), default=())


def _find_fact(rules: RuleSet, path: str) -> Any:
    """Return the fact with this path, as `list_facts` has it, or _MISSING."""
    fact: Any = rules
    for name in path.split("."):
        fact = getattr(fact, name, _MISSING)
    if path == "misplay" and fact is not _MISSING:
        return _describe_misplay(fact)
    return fact


def _describe_misplay(misplay: Any) -> str:
    """Return whether misplays are settled by penalties or, as a ruling says, refused."""
    return "refused" if isinstance(misplay, str) else "settled"


def list_facts(rules: RuleSet) -> dict[str, Any]:
    """Return every fact of the rules by its path, like `auction.opens`, without mere names.

    >>> list_facts(get_edition("make-a-million-1935"))["scoring.target"]
    1000
    """
    return dict(_flatten(rules, ""))


def _flatten(value: Any, before: str) -> Iterator[tuple[str, Any]]:
    for fact in fields(value):
        path, item = before + fact.name, getattr(value, fact.name)
        if path in NAMES:
            continue
        if path == "misplay":  # either the penalties, or the ruling that there are none
            yield path, _describe_misplay(item)
        if is_dataclass(item):
            yield from _flatten(item, path + ".")
        elif path != "misplay":
            yield path, item


@cache
def all_settings() -> tuple[Setting, ...]:
    """Return every setting, in the order of a round."""
    document, settings = read_data("settings.toml"), []
    keys = list_keys(Setting)
    keys |= {key: keys[key]._replace(is_needed=False) for key in ("topic", "conflict", "values")}
    for path, values in document.read_list("setting", keys, "key"):
        conflict = values.get("conflict", "")
        if not values.get("topic"):
            if conflict not in all_conflicts():
                raise document.fail(
                    (path, "conflict"),
                    f"{values['key']}: no conflict has the id {quote(conflict)}, and topic is missing",
                )
            values["topic"] = all_conflicts()[conflict].topic
        settings.append(Setting(**{"conflict": "", "values": {}} | values))
    return tuple(settings)


@cache
def all_conflicts() -> Mapping[str, Conflict]:
    """Return every conflict of the documents by its id."""
    entries = read_data("conflicts.toml").read_list("conflict", list_keys(Conflict))
    return {values["id"]: Conflict(**values) for _, values in entries}


def read_data(name: str) -> Document:
    """Return a file of `data/rules`."""
    path = find_data_folder() / "rules" / name
    return Document(path.read_text("utf-8"), name, DataError)


def find_text(conflict: Conflict, rules: RuleSet) -> tuple[str, tuple[Ruling, ...]]:
    """Return what the document nearest to these rules says in a conflict, and by which rules; "" if none says anything."""
    books = list(rules.rulebook)

    def place(edition: str) -> int:
        rule_ids = conflict.rules.get(edition, ())
        book = ruling(rule_ids[0]).book if rule_ids else edition
        return books.index(book) if book in books else -1

    edition = rules.id if rules.id in conflict.texts else max(conflict.texts, key=place)
    if edition != rules.id and place(edition) < 0:
        return "", ()
    return conflict.texts[edition], tuple(map(rules.ruling, conflict.rules.get(edition, ())))


# Words


_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve thirteen".split()


def number(count: int) -> str:
    """Return a small number as a word.

    >>> number(3), number(17)
    ('three', '17')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _say_players(rules: RuleSet) -> str:
    people, dummies = number(len(rules.persons)), len(rules.dummies)
    if not dummies:
        return people
    return f"{people}, with {'a dummy hand' if dummies == 1 else 'a dummy partner each'}"


def _say_sides(rules: TrickGameRules) -> str:
    if rules.alliance == "dummy":
        return "the bidder with Dummy against the two others"
    if rules.alliance == "called":
        return f"the bidder and whoever holds the duplicates of {number(rules.called)} cards shown"
    if not rules.sides:
        return "each player alone"
    return " against ".join(rules.side_names[side] for side in rules.sides)


def _say_pack(rules: RuleSet) -> str:
    pack, counts = rules.pack, Counter(rules.pack)
    if set(pack) <= set(LETTERS):
        return f"{len(pack)} letters, our own choice"
    if not set(pack) & set(PACK):
        lowest = min(pack, key=lambda card: card.rank)
        return f"{len(pack)} playing cards, Ace to {lowest.rank}"
    copies = max(counts.values())
    missing_cards = [card for card in PACK for _ in range(copies - counts[card])]
    packs = "two packs" if copies > 1 else "one pack"
    return f"{len(pack)} cards: {packs}" + (f" without {format_cards(missing_cards)}" if missing_cards else "")


def _say_hand(rules: RuleSet) -> str:
    return f"{number(rules.hand_size)} card{'s' if rules.hand_size > 1 else ''}"


def _say_first_dealer(rules: RuleSet) -> str:
    return "drawn by chance" if rules.first_dealer is None else rules.seat_names[rules.first_dealer]


def _say_opener(rules: TrickGameRules) -> str:
    if "auction" not in rules.phases:
        return "all at once"
    places = {0: "the dealer", 1: "left of the dealer"}
    return places.get(rules.auction.opens) or f"{number(rules.auction.opens)} places left of the dealer"


def _say_opening(rules: TrickGameRules) -> str:
    return BidRange(rules.auction.min_opening, rules.auction.max_opening).describe(rules.auction)


def _amount(name: str) -> Callable[[Any], str]:
    """Return a function that describes an amount of the auction; None means no limit."""

    def describe(rules: TrickGameRules) -> str:
        amount = getattr(rules.auction, name)
        return "no limit" if amount is None else rules.auction.format_amount(amount)

    return describe


def _say_misdeal(rules: TrickGameRules) -> str:
    maximum = rules.auction.max_misdeal_money
    return "there is none" if maximum is None else f"for a player with {rules.auction.format_amount(maximum)} or less"


def _say_trump_when(rules: TrickGameRules) -> str:
    if rules.turns_trump:
        return "by a card turned up after the deal"
    if rules.trump_bound:
        return "with the bid, and a later bid may change it"
    return "after the discard" if "nest" in rules.phases else "after the auction"


def _say_no_trump(rules: TrickGameRules) -> str:
    if rules.turns_trump:
        return "only if nothing but animals is left to turn up"
    ways_to_play = ["a bid of No Color"] if rules.auction.no_color else []
    ways_to_play += ["the bidder may name no trump instead of a color"] if rules.no_trumps else []
    return " or ".join(ways_to_play) or "there are none"


def _say_tiger_no_trump(rules: TrickGameRules) -> str:
    if rules.turns_trump:
        return "the highest card"
    if not (rules.auction.no_color or rules.no_trumps):
        return "there are no such rounds"
    if TIGER not in rules.pack:
        return "there is no Tiger"
    return "stays, as the highest or the lowest card" if rules.no_trumps else "exchanged for a nest card, drawn blind"


def _say_nest(rules: TrickGameRules) -> str:
    return f"{number(rules.nest.size)} cards, the {rules.nest.word}" if "nest" in rules.phases else "there are none"


def _say_nest_seen(rules: TrickGameRules) -> str:
    if "vote" in rules.phases:
        return "everyone, if all vote for it; otherwise the bidder"
    if "exchange" in rules.phases and TIGER in rules.pack:
        return "the bidder; in a No Color round one card of it goes to the Tiger's holder"
    return "the bidder"


def _say_nest_again(rules: TrickGameRules) -> str:
    draws_blind = rules.blind_draw and "exchange" in rules.phases
    return "one card of it returns in a No Color round" if draws_blind else "it does"


def _say_partner_hand(rules: TrickGameRules) -> str:
    if rules.half_hidden:
        return "a dummy, half of it open from the start, played by the person opposite"
    hand = {"dummy": "Dummy's hand", "partner": "it"}.get(rules.exposed)
    return (
        f"{hand} is turned face up after the first lead and played by the bidder"
        if hand
        else "hidden, and played by its holder"
    )


def _say_color_after_animal(rules: TrickGameRules) -> str:
    if BULL not in rules.pack:
        return "there is no Bull or Bear"
    cards = (
        "a number card, a money card or the Tiger" if rules.tricks.tiger_sets_color else "a number card or a money card"
    )
    return f"set by {cards}"


def _say_animals_together(rules: TrickGameRules) -> str:
    if BULL not in rules.pack:
        return "there is no Bull or Bear"
    if rules.tricks.counts != "money":
        return "they change nothing"
    one_pack = rules.pack.count(BULL) == 1
    if one_pack:
        return "the later one counts"
    times = rules.tricks.bull_factor**2
    return f"two Bulls count {'four' if times == 4 else times} times unless a Bear ends it"


def _say_duplicates(rules: RuleSet) -> str:
    return "the later card wins" if max(Counter(rules.pack).values()) > 1 else "there are none"


def _say_units(rules: RuleSet) -> str:
    return "thousands of dollars" if rules.scoring.money else "points"


def _say_set_back(rules: TrickGameRules) -> str:
    if rules.scoring.method != "contract":
        return "nobody"
    if rules.scoring.setback == "bidder":
        return "the bidder alone"
    return "each member of the bidder's team" if rules.alliance == "called" else "the bidder's side"


def _say_left_over(rules: TrickGameRules) -> str:
    if rules.scoring.method != "account":
        return "nothing but the score"
    counts = "is skipped" if rules.scoring.account_waits else "counts as the next"
    return f"points above the bid wait, a bidder who failed may not bid; a hand passed out {counts}"


def _say_wrong_card(rules: TrickGameRules) -> str:
    terms = rules.misplay
    if isinstance(terms, str):
        return "refused, so there is nothing to penalize"
    return f"corrected; it costs nothing, {format_amount(terms.penalty)} or {format_amount(terms.premium)}, depending on when it is found"


def _say_wrong_discard(rules: TrickGameRules) -> str:
    return "refused" if isinstance(rules.misplay, str) else format_amount(rules.misplay.nest)


def _say_target(rules: RuleSet) -> str:
    target = rules.scoring.target
    return "there is none: the last deal ends it" if target is None else rules.scoring.format_amount(target)


_WORDS: dict[str, Callable[[Any], str]] = {
    "players": _say_players,
    "sides": _say_sides,
    "pack": _say_pack,
    "hand": _say_hand,
    "first-dealer": _say_first_dealer,
    "opener": _say_opener,
    "opening": _say_opening,
    "raise": _amount("min_raise"),
    "step": _amount("step"),
    "max-bid": _amount("max_bid"),
    "misdeal": _say_misdeal,
    "trump-when": _say_trump_when,
    "no-trump": _say_no_trump,
    "tiger-no-trump": _say_tiger_no_trump,
    "nest": _say_nest,
    "nest-seen": _say_nest_seen,
    "nest-again": _say_nest_again,
    "partner-hand": _say_partner_hand,
    "color-after-animal": _say_color_after_animal,
    "animals-together": _say_animals_together,
    "duplicates": _say_duplicates,
    "units": _say_units,
    "set-back": _say_set_back,
    "left-over": _say_left_over,
    "target": _say_target,
    "wrong-card": _say_wrong_card,
    "wrong-discard": _say_wrong_discard,
    "word": lambda rules: rules.word,
    "starters": lambda rules: ", ".join(rules.starters),
}
