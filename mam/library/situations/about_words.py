"""Questions about words: what the rules say, how amounts are written, letters on the table."""

from collections import Counter

from mam.games.anagrams import Anagrams
from mam.games.dictionary import is_abbreviation, is_word
from mam.games.millionaire import Millionaire
from mam.library.situations.questions import Answer, Plain, find_round, register_question
from mam.library.situations.setting import Facts, Game, find_record
from mam.records import find_step
from mam.rules.amounts import format_amount
from mam.rules.rulings import ruling
from mam.text.notation import NotationError, parse_amount


@register_question("kind of rule", "of what kind {rule} is")
def _kind_of_rule(game: Game, facts: Facts) -> Answer:
    rule = ruling(facts["rule"])
    return rule.kind, (rule,)


@register_question("rule says", "what {rule} says of {texts}")
def _rule_says(game: Game, facts: Facts) -> Answer:
    rule = ruling(facts["rule"])
    return [text for text in facts["texts"] if text in rule.words], (rule,)


@register_question("noted", "what the record notes at {at}: {texts}")
def _ruling_notes(game: Game, facts: Facts) -> Plain:
    record = find_record(facts["record"])
    step = find_step(record, facts["at"])
    notes = [note.text for note in record.notes if note.step == step]
    return [text for text in facts["texts"] if any(text in note for note in notes)]


@register_question("read as", "how amounts are read: {texts}")
def _read_as(game: Game, facts: Facts) -> Plain:
    read: list[int | str] = []
    for text in facts["texts"]:
        try:
            read.append(parse_amount(text))
        except NotationError:
            read.append("no amount")
    return read


@register_question("spelled", "how amounts are written out: {amounts}")
def _spelling(game: Game, facts: Facts) -> Plain:
    return [format_amount(amount) for amount in facts["amounts"]]


# Letters


@register_question("word", "the word on the table")
def _word(game: Game, facts: Facts) -> Plain:
    round = find_round(game, facts)
    assert isinstance(round, Millionaire)
    return "".join(card.code for _, card in round.spelled)


@register_question("letters", "how often each letter is there")
def _letters(game: Game, facts: Facts) -> Plain:
    round = find_round(game, facts)
    assert isinstance(round, Millionaire)
    return dict(Counter(card.code for _, card in round.spelled))


@register_question("chain", "the word on line 1, turn by turn")
def _chain(game: Game, facts: Facts) -> Plain:
    last = find_round(game, facts)
    words = []
    for step in range(1, len(last.history) + 1):
        round = last.at(step)
        assert isinstance(round, Anagrams)
        words.append(round.lines[0])
    return words


@register_question("lines", "the words on the table")
def _lines(game: Game, facts: Facts) -> Plain:
    round = find_round(game, facts)
    assert isinstance(round, Anagrams)
    return list(round.lines)


@register_question("words", "words among {texts}")
def _words(game: Game, facts: Facts) -> Plain:
    return [text for text in facts["texts"] if is_word(text)]


@register_question("abbreviations", "abbreviations among {texts}")
def _abbreviations(game: Game, facts: Facts) -> Plain:
    return [text for text in facts["texts"] if is_abbreviation(text)]
