"""Questions about words: what the rules say, how amounts are written, letters on the table."""

from collections import Counter

from mam.games.anagrams import Anagrams
from mam.games.dictionary import is_abbreviation, is_word
from mam.games.millionaire import Millionaire
from mam.library.situations.questions import Answer, Plain, find_round, question
from mam.library.situations.setting import Facts, Played, find_record
from mam.records import find_step
from mam.rules.amounts import format_amount
from mam.rules.rulings import ruling
from mam.text.notation import NotationError, parse_amount


@question("kind of rule", "of what kind {rule} is")
def _kind_of_rule(played: Played, facts: Facts) -> Answer:
    rule = ruling(facts["rule"])
    return rule.kind, (rule,)


@question("rule says", "what {rule} says of {texts}")
def _rule_says(played: Played, facts: Facts) -> Answer:
    rule = ruling(facts["rule"])
    return [text for text in facts["texts"] if text in rule.words], (rule,)


@question("noted", "what the record notes at {at}: {texts}")
def _noted(played: Played, facts: Facts) -> Plain:
    record = find_record(facts["record"])
    step = find_step(record, facts["at"])
    notes = [note.text for note in record.notes if note.step == step]
    return [text for text in facts["texts"] if any(text in note for note in notes)]


@question("read as", "how amounts are read: {texts}")
def _read_as(played: Played, facts: Facts) -> Plain:
    read: list[int | str] = []
    for text in facts["texts"]:
        try:
            read.append(parse_amount(text))
        except NotationError:
            read.append("no amount")
    return read


@question("spelled", "how amounts are written out: {amounts}")
def _spelled(played: Played, facts: Facts) -> Plain:
    return [format_amount(amount) for amount in facts["amounts"]]


# Letters


@question("word", "the word on the table")
def _word(played: Played, facts: Facts) -> Plain:
    round = find_round(played, facts)
    assert isinstance(round, Millionaire)
    return "".join(card.code for _, card in round.spelled)


@question("letters", "how often each letter is there")
def _letters(played: Played, facts: Facts) -> Plain:
    round = find_round(played, facts)
    assert isinstance(round, Millionaire)
    return dict(Counter(card.code for _, card in round.spelled))


@question("chain", "the word on line 1, turn by turn")
def _chain(played: Played, facts: Facts) -> Plain:
    last = find_round(played, facts)
    grown = []
    for step in range(1, len(last.history) + 1):
        round = last.at(step)
        assert isinstance(round, Anagrams)
        grown.append(round.lines[0])
    return grown


@question("lines", "the words on the table")
def _lines(played: Played, facts: Facts) -> Plain:
    round = find_round(played, facts)
    assert isinstance(round, Anagrams)
    return list(round.lines)


@question("words", "words among {texts}")
def _words(played: Played, facts: Facts) -> Plain:
    return [text for text in facts["texts"] if is_word(text)]


@question("abbreviations", "abbreviations among {texts}")
def _abbreviations(played: Played, facts: Facts) -> Plain:
    return [text for text in facts["texts"] if is_abbreviation(text)]
