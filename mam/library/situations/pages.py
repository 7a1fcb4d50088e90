"""A situation as a page: its picture, plain text, or a piece of HTML."""

from collections.abc import Sequence
from html import escape

from mam.drawing import table_svg, table_text
from mam.drawing.wrap import plain
from mam.games.match import Match
from mam.games.round import Round
from mam.games.views import view
from mam.library.situations.setting import Played
from mam.library.situations.situation import Situation
from mam.misplay import Table
from mam.misplay.faults import lay_all
from mam.rules.editions import get_edition
from mam.rules.rulings import ruling
from mam.scenes import Scene, make_scene


def make_picture(situation: Situation) -> Scene:
    """The scene of the position with all hands open, and what its last move was made under.

    Of a match the round finished last is shown, with the totals as a note. Where a few cards make a position, the money and
    the score of so small a round would mislead: they are left out.
    """
    shown, before, note = _find_moment(situation.game)
    table = make_scene(
        view(shown, None), title=situation.title, players=situation.people, open_hands=True, before=before
    )
    scene: Scene = {**table, "note": note, "others": None}
    if situation.of == "position" or (situation.of == "table" and not shown.over):
        scene |= {"money": None, "tally": None, "count": None, "strip": None, "history": []}
        scene["badges"] = [badge for place, badge in enumerate(scene["badges"]) if not place or badge.get("color")]
        scene["ruling"] = None if shown.over else scene["ruling"]
    return scene


def _find_moment(game: Played) -> tuple[Round, Round | None, Scene | None]:
    """The round to show, the same one move earlier, and what is noted beside it."""
    if isinstance(game, Table):
        said = " ".join(one.because for one in game.rulings)
        before = lay_all(game.rules, game.round.deal, game.round.history[:-1], game.leaders)
        return game.round, before, {"head": "Misplay", "text": said, "source": ""} if said else None
    round = game.finished[-1] if isinstance(game, Match) else game
    earlier = round.at(-1) if round.history else None
    note = {"head": "Totals", "text": _write_totals(game), "source": ""} if isinstance(game, Match) else None
    return round, earlier, note


def _write_totals(match: Match) -> str:
    """What each has, and out of which rounds.

    >>> from mam.games.match import start_match
    >>> _write_totals(start_match("make-a-million-1935", seed=7, carried={"N-S": 300}))
    'North-South $300,000. East-West $0.'
    """
    told = []
    for account, name in match.rules.accounts.items():
        format_amount = match.rules.scoring.format_amount
        scores = [done.result.scores[account] for done in match.finished if done.result]
        before = match.carried.get(account, 0)
        parts = [before, *scores] if before else scores
        sum_of = f" ({', '.join(map(format_amount, parts))})" if len(parts) > 1 else ""
        told.append(f"{name} {format_amount(match.totals[account])}{sum_of}.")
    return " ".join(told)


# Pages


def _head(situation: Situation) -> Sequence[str]:
    """Title, source, edition with options, and whose names stand for the seats."""
    rules = get_edition(situation.edition, situation.options)
    options = [option.words for name, option in rules.options.items() if name in situation.options]
    names = ", ".join(f"{name} is {rules.seat_names[seat]}" for seat, name in situation.people.items())
    lines = [f"{situation.id}. {situation.title}", f"{situation.kind.capitalize()} · {situation.source}"]
    return [*lines, "; ".join([rules.name, *options]), *([f"In the document's names: {names}."] if names else [])]


def _rule_lines(situation: Situation) -> Sequence[str]:
    return [f"{one.id} {one.title} ({one.source})" for one in map(ruling, situation.rules)]


def write_text(situation: Situation) -> str:
    """The situation as plain text."""
    position = [f"  {line}".rstrip() for line in table_text(make_picture(situation)).splitlines()]
    found = [f"  {'ok ' if finding.passed else 'NOT'} {finding}" for finding in situation.run()]
    parts = [
        _head(situation),
        [situation.setup],
        position,
        [f"Question: {situation.question}"],
        [f"Answer: {situation.answer}"],
        ["Asked of the library:", *found],
        ["Rules:", *(f"  {line}" for line in _rule_lines(situation))],
    ]
    return plain("\n\n".join("\n".join(lines) for lines in parts)) + "\n"


def draw_svg(situation: Situation, theme: str, width: int) -> str:
    """The position as a picture."""
    return table_svg(make_picture(situation), theme=theme, width=width)


def write_html(situation: Situation, theme: str, width: int) -> str:
    """The situation as a piece of HTML, all its text escaped."""
    title, *more = _head(situation)
    found = [str(one) if one.passed else f"Not as expected: {one}" for one in situation.run()]
    # without the second class Jupyter takes what stands between two dollar signs for a formula
    return "\n".join(
        [
            '<section class="mam-situation mathjax_ignore tex2jax_ignore" lang="en">',
            _tag("h3", title),
            *(_tag("p", line) for line in (*more, situation.setup)),
            f"<figure>{draw_svg(situation, theme, width)}</figure>",
            f"<p><strong>Question.</strong> {_safe(situation.question)}</p>",
            f"<p><strong>Answer.</strong> {_safe(situation.answer)}</p>",
            f"<p>Asked of the library:</p>{_list(found)}",
            f"<p>Rules:</p>{_list(_rule_lines(situation))}",
            "</section>",
        ]
    )


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(_tag('li', line) for line in lines)}</ul>"


def _tag(name: str, text: str) -> str:
    return f"<{name}>{_safe(text)}</{name}>"


def _safe(text: str) -> str:
    return escape(plain(text), quote=True)
