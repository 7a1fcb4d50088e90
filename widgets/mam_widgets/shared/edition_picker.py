"""The edition switch: which editions there are to choose from, and what changed when one was left for another."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mam.library.comparing import Difference, compare
from mam.library.comparing.settings import all_conflicts, all_settings
from mam.rules.cards import format_count
from mam.rules.editions import RuleSet, get_edition, list_editions, split_edition
from mam.rules.rulings import Ruling, read_in_steps
from mam.support.messages import capitalize, quote
from mam_widgets.shared.edition_schema import EditionChange, EditionDifference, Editions, RuleSource


def make_editions(edition: str, before: str | None = None, only: Sequence[str] | None = None) -> Editions:
    """Return what `scene["editions"]` holds: the choices, the current edition, and what differs from the previous one.

    Editions are named by their ids, with options after plus signs; `only` keeps the choices to these editions. Raises
    ValueError for an unknown edition or option.

    >>> changed = make_editions("make-a-million-2004", "make-a-million-1935")["change"]
    >>> changed["head"]
    '16 differences from 1935 rules'
    >>> changed["items"][0]["previous"], changed["items"][0]["current"]
    ('the dealer', 'left of the dealer')
    """
    rules = get_edition(edition)
    ids = list(list_editions() if only is None else dict.fromkeys(only))
    own_id = rules.id if rules.full_id not in ids else rules.full_id
    ids = [rules.full_id if id_ == own_id else id_ for id_ in ids]
    if rules.full_id not in ids:
        ids.insert(0, rules.full_id)
    changed = None if before is None or get_edition(before).full_id == rules.full_id else _list_changes(before, edition)
    return {
        "current": rules.full_id,
        "choices": [{"id": id_, "text": name_edition(get_edition(id_))} for id_ in ids],
        "previous": get_edition(before).full_id if before and changed else "",
        "change": changed,
    }


def name_edition(rules: RuleSet) -> str:
    """Return what an edition is called, with the options chosen in it.

    >>> name_edition(get_edition("sweven+6-players"))
    'Sweven, two to six players, with: 6 players'
    """
    chosen = [rules.options[name].words for name in rules.chosen]
    return f"{rules.name}, with: {'; '.join(chosen)}" if chosen else rules.name


def describe_switch(edition: str, before: str) -> str:
    """Return a switch in one sentence, for the live region.

    >>> describe_switch("manhattan", "make-a-million-1935")
    'Switched to Manhattan Million, 1935, four players: 11 differences from 1935 rules.'
    """
    changed = make_editions(edition, before)["change"]
    difference = changed["head"] if changed else "no difference"
    return f"Switched to {name_edition(get_edition(edition))}: {difference}."


def prepare_in_steps() -> Iterator[None]:
    """Read in short steps what comparisons of editions are made from, so that the first one is made at once."""
    yield from read_in_steps()
    yield
    all_conflicts()
    yield
    all_settings()


def check_edition(edition: object, only: Sequence[str] | None = None) -> str:
    """Return the edition that a message asks for. Raises ValueError, with the ids that there are, for any other.

    >>> check_edition("sweven")
    'sweven'
    """
    editions = list_editions() if only is None else only
    if isinstance(edition, str) and (edition in editions or split_edition(edition)[0] in editions):
        return get_edition(edition).full_id
    raise ValueError(f"no edition {quote(edition)}: there are {', '.join(editions)}")


@lru_cache(maxsize=64)
def _list_changes(before: str, edition: str) -> EditionChange:
    """Return what differs: settings in the order in which a round comes to them, then what only one of the two offers."""
    differing = [difference for difference in compare(before, edition) if difference.texts[0] != difference.texts[1]]
    differences = sorted(differing, key=lambda difference: difference.kind == "option")
    previous = get_edition(before)
    count = format_count(len(differences), "difference")
    return {
        "head": f"{count if differences else 'No difference'} from {_short(previous)}",
        "previous": _short(previous),
        "items": [_item(row) for row in differences],
    }


def _short(rules: RuleSet) -> str:
    return " + ".join([rules.short_name, *rules.chosen])


def _item(difference: Difference) -> EditionDifference:
    """Return one difference: what it is about, what each edition says, and where it stands."""
    return {
        "option": difference.kind == "option",
        "topic": capitalize(difference.option_words or difference.topic),
        "previous": difference.texts[0],
        "current": difference.texts[1],
        "cites": [_cite(ruling) for ruling in dict.fromkeys((*difference.rulings[1], *difference.rulings[0]))],
    }


def _cite(ruling: Ruling) -> RuleSource:
    return {"id": ruling.id, "source": ruling.source}
