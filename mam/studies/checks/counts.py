"""Whether the small numbers and the words of a sentence are those of its board: points, tricks, cards, and words of letters."""

import re
from collections.abc import Iterator

from mam.games.letter_round import LetterRound
from mam.games.trick_round import TrickRound
from mam.library.situations import Check
from mam.studies.answers import Judgment
from mam.studies.checks.lengths import list_texts
from mam.studies.display import list_words
from mam.studies.facts import score_sides
from mam.support.numbers import NUMBER_WORDS

_NUMBER = rf"(\d+|{'|'.join(NUMBER_WORDS[1:])})"
_PHRASES = [
    re.compile(rf"\b{_NUMBER} (?:more )?(?:points?|tricks?|cards?)\b", re.IGNORECASE),
    re.compile(rf"\b(?:bid|took|take|score)s? (?:only )?{_NUMBER}\b"),
]
_WORD = re.compile(r"\b[A-Z]{2,}\b")


def check_counts(judgment: Judgment) -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of every number of points, tricks or cards, and every word of letters, that this board does not have."""
    chapter, stop, game = judgment.chapter, judgment.stop, judgment.game
    counts_money = isinstance(game, TrickRound) and game.rules.tricks.counts == "money"
    numbers = set() if counts_money else list_numbers(judgment)
    has_letters = isinstance(game, LetterRound)
    words = _list_words(judgment) if has_letters else set()
    for place, text in [(("goal",), chapter.goal), *list_texts(stop)]:
        line = chapter.lines.get(place, 0) if place == ("goal",) else stop.find_line(*place)
        name = " ".join(map(str, place))
        for number in [] if counts_money else _find_numbers(text):
            if _read(number) not in numbers:
                yield line, f"{name}: {number} is no number of this board ({', '.join(map(str, sorted(numbers)))})"
        for word in _WORD.findall(text) if has_letters else []:
            if word not in words:
                yield line, f"{name}: {word} is no word of this board ({', '.join(sorted(words))})"


def _find_numbers(text: str) -> list[str]:
    return [number for phrase in _PHRASES for number in phrase.findall(text)]


def _read(number: str) -> int:
    return int(number) if number.isdecimal() else NUMBER_WORDS.index(number.lower())


def list_numbers(judgment: Judgment) -> set[int]:
    """Return every number of points, tricks or cards that a sentence of this stop may state."""
    stop, game = judgment.stop, judgment.game
    numbers = {game.rules.scoring.target or 0, *_read_numbers(*stop.choices)}
    for round in (game, *(answer.next_round or answer.end or game for answer in judgment.answers.values())):
        numbers |= {len(hand) for hand in round.hands.values()}
        numbers |= {*round.result.scores.values()} if round.result else set()
        if isinstance(round, TrickRound):
            numbers |= {*round.captured.values(), *(trick.value for trick in round.tricks), round.bid or 0}
            bids = {seat: count for seat, count in round.sealed if count is not None}
            numbers |= {*bids.values()}
            numbers |= {round.result.scores[seat] - count for seat, count in bids.items()} if round.result else set()
    numbers |= {
        value for checks in (stop.outcome, *stop.facts.values()) for check in checks for value in _list_values(check)
    }
    if isinstance(game, TrickRound):
        numbers |= {call.amount for _, call in game.calls if hasattr(call, "amount")}
        numbers |= {game.rules.auction.min_opening, game.carry.points, *(card.money for card in game.rules.pack)}
        numbers |= {game.result.carry.points, *score_sides(judgment.chapter, game).values()} if game.result else set()
    return numbers


def _read_numbers(*texts: str) -> set[int]:
    return {int(number) for text in texts for number in re.findall(r"\d+", text)}


def _list_values(check: Check) -> list[int]:
    """Return the numbers that a check expects."""
    values = check.expected.values() if isinstance(check.expected, dict) else [check.expected]
    return [value for value in values if isinstance(value, int)]


def _list_words(judgment: Judgment) -> set[str]:
    """Return the words that a sentence of a board with letters may name: those on the table, and those that are answers."""
    games = [judgment.game, *(answer.next_round for answer in judgment.answers.values() if answer.next_round)]
    words = {word for game in games for word in list_words(game)}
    words |= {word for text in judgment.stop.choices for word in _WORD.findall(text)}
    return (words | {getattr(judgment.game.rules, "word", "")}) - {""}
