"""Show a situation as a page: its picture, plain text, or HTML."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Protocol

from mam.drawing import table_svg, table_text
from mam.drawing.wrap import drop_forbidden
from mam.games.match import Match
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.library.situations.setting import Game
from mam.misplay import Table
from mam.misplay.wrong_moves import lay_moves
from mam.rules.editions import get_edition
from mam.rules.rulings import ruling
from mam.scenes import Scene, make_scene
from mam.scenes.schema import Note
from mam.scenes.table import describe_trump


class Result(Protocol):
    """The answer to a check, which prints as a sentence."""

    @property
    def passed(self) -> bool: ...


class Case(Protocol):
    """What a page shows of a situation."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def rules(self) -> Sequence[str]: ...
    @property
    def edition(self) -> str: ...
    @property
    def options(self) -> Sequence[str]: ...
    @property
    def people(self) -> Mapping[str, str]: ...
    @property
    def setup(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def form(self) -> str: ...
    @property
    def game(self) -> Game: ...
    def run(self) -> Iterable[Result]: ...


def make_scene_of(situation: Case) -> Scene:
    """Return the scene of the position with all hands face up and the ruling on its last move.

    Of a match it shows the round finished last, with the totals as a note. A position of a few cards has no money and no
    score: those of so small a round would mislead.
    """
    round, before, note = _find_moment(situation.game)
    table = make_scene(
        view(round, None), title=situation.title, players=situation.people, open_hands=True, before=before
    )
    scene: Scene = {**table, "note": note, "alternatives": None}
    if situation.form == "position" or (situation.form == "table" and not round.is_over):
        scene |= {"money": None, "tally": None, "count": None, "strip": None, "history": []}
        trump = round.trump if isinstance(round, TrickRound) else None
        scene["badges"] = [round.rules.short_name, *([describe_trump(trump)] if trump else [])]
        scene["ruling"] = None if round.is_over else scene["ruling"]
    return scene


def _find_moment(game: Game) -> tuple[Round, Round | None, Note | None]:
    """Return the round to show, the same round one move earlier, and a note."""
    if isinstance(game, Table):
        text = " ".join(ruling.reason for ruling in game.rulings)
        before = lay_moves(game.rules, game.round.deal, game.round.history[:-1], game.leaders)
        return game.round, before, {"head": "Misplay", "text": text, "source": ""} if text else None
    round = game.finished[-1] if isinstance(game, Match) else game
    round_before = round.at(-1) if round.history else None
    note: Note | None = (
        {"head": "Totals", "text": _format_totals(game), "source": ""} if isinstance(game, Match) else None
    )
    return round, round_before, note


def _format_totals(match: Match) -> str:
    """Return what each account has, and from which rounds.

    >>> from mam.games.match import start_match
    >>> _format_totals(start_match("make-a-million-1935", seed=7, carried={"N-S": 300}))
    'North-South $300,000. East-West $0.'
    """
    sentences = []
    for account, name in match.rules.accounts.items():
        format_amount = match.rules.scoring.format_amount
        scores = [round.result.scores[account] for round in match.finished if round.result]
        before = match.carried.get(account, 0)
        parts = [before, *scores] if before else scores
        sum_of = f" ({', '.join(map(format_amount, parts))})" if len(parts) > 1 else ""
        sentences.append(f"{name} {format_amount(match.totals[account])}{sum_of}.")
    return " ".join(sentences)


# Pages


def _format_head(situation: Case) -> list[str]:
    """Return title, source, edition with options, and the document's names for the seats."""
    rules = get_edition(situation.edition, situation.options)
    options = [option.words for name, option in rules.options.items() if name in situation.options]
    names = ", ".join(f"{name} is {rules.seat_names[seat]}" for seat, name in situation.people.items())
    lines = [f"{situation.id}. {situation.title}", f"{situation.kind.capitalize()} · {situation.source}"]
    return [*lines, "; ".join([rules.name, *options]), *([f"In the document's names: {names}."] if names else [])]


def _format_rules(situation: Case) -> list[str]:
    return [f"{rule.id} {rule.title} ({rule.source})" for rule in map(ruling, situation.rules)]


def format_text(situation: Case) -> str:
    """Return the situation as plain text."""
    position = [f"  {line}".rstrip() for line in table_text(make_scene_of(situation)).splitlines()]
    findings = [f"  {'ok ' if finding.passed else 'NOT'} {finding}" for finding in situation.run()]
    parts = [
        _format_head(situation),
        [situation.setup],
        position,
        [f"Question: {situation.question}"],
        [f"Answer: {situation.answer}"],
        ["What the library answers:", *findings],
        ["Rules:", *(f"  {line}" for line in _format_rules(situation))],
    ]
    return drop_forbidden("\n\n".join("\n".join(lines) for lines in parts)) + "\n"


def draw_svg(situation: Case, theme: str, width: int) -> str:
    """Draw the position as SVG."""
    return table_svg(make_scene_of(situation), theme=theme, width=width)


def format_html(situation: Case, theme: str, width: int) -> str:
    """Return the situation as HTML, all its text escaped."""
    title, *lines = _format_head(situation)
    findings = [str(finding) if finding.passed else f"Not as expected: {finding}" for finding in situation.run()]
    # without the second class Jupyter takes the text between two dollar signs for a formula
    return "\n".join(
        [
            '<section class="mam-situation mathjax_ignore tex2jax_ignore" lang="en">',
            _tag("h3", title),
            *(_tag("p", line) for line in (*lines, situation.setup)),
            f"<figure>{draw_svg(situation, theme, width)}</figure>",
            f"<p><strong>Question.</strong> {_safe(situation.question)}</p>",
            f"<p><strong>Answer.</strong> {_safe(situation.answer)}</p>",
            f"<p>What the library answers:</p>{_list(findings)}",
            f"<p>Rules:</p>{_list(_format_rules(situation))}",
            "</section>",
        ]
    )


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(_tag('li', line) for line in lines)}</ul>"


def _tag(name: str, text: str) -> str:
    return f"<{name}>{_safe(text)}</{name}>"


def _safe(text: str) -> str:
    return escape(drop_forbidden(text), quote=True)
