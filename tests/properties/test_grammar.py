"""Generated sentences are sentences: capital, full stop, lists, numbers and verbs that agree, in every edition and with options."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from cases import check_each
from grammar import find_grammar_faults
from sentence_walks import EDITIONS, list_tries, sentences, walk

import mam
from mam.games.match import Match
from mam.misplay import Table
from mam.rules.editions import RuleSet, get_edition, list_editions
from mam.scenes import make_scene


def check(text: str) -> None:
    assert not [*find_grammar_faults(text)]


@check_each("edition", EDITIONS)
def test_every_sentence_of_a_ruling_is_well_formed(edition: str) -> None:
    rng, said = Random(1), set[str]()
    for round, _, _ in walk(edition, 1):
        said.update(sentence for move in list_tries(round, rng) for sentence in sentences(round, move))
    assert len(said) > 20
    for sentence in said:
        check(sentence)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 4)
def test_what_a_table_says_is_well_formed(edition: str) -> None:
    for _, _, after in walk(edition, 1):
        for person in (None, after.rules.persons[0]):
            scene = make_scene(mam.view(after, person))
            message, ruling = scene["message"], scene["ruling"]
            texts = [message["what"], message["why"], message["short"], scene["live"], ruling["head"], ruling["text"]]
            texts += [part["sentence"] for part in (scene.get("money"), scene.get("tally")) if part]
            for text in filter(None, texts):
                check(text)


def list_rule_sets() -> Iterator[RuleSet]:
    """Each edition without options, and with each option; of many sizes of a hand one will do."""
    for name in list_editions():
        rules = get_edition(name)
        yield rules
        for option in rules.options:
            if not option.startswith("hands-of-") or option == "hands-of-2":
                yield get_edition(name, [option])


RULE_SETS = tuple(list_rule_sets())
each_rule_set = check_each("rules", RULE_SETS)


@each_rule_set
def test_a_table_as_text_says_its_options_in_sentences(rules: RuleSet) -> None:
    head = mam.describe_table(mam.start(rules.id, seed=1, options=rules.chosen)).split("\n\n")[0]
    title, *lines = head.splitlines()
    assert title == rules.name
    check(" ".join(lines))
    assert not any(option.words[0].isupper() or option.words.endswith(".") for option in rules.options.values())


@each_rule_set
def test_what_ends_a_match_is_well_formed_and_true(rules: RuleSet) -> None:
    """With totals around the target, one or several at it, level or not."""
    rng = Random(rules.full_id)
    edition = rules.full_id
    if rules.shrinks_by:  # such a match ends with the deal of one card
        players = [name for name in rules.chosen if rules.options[name].group == "players"]
        finished = mam.start(rules.id, seed=1, options=["hands-of-1", *players])
        while not finished.is_over:
            finished = finished.play(finished.legal_moves[0])
    else:
        *_, (_, _, finished) = walk(edition, 1)
    assert finished.result is not None
    target, step = rules.scoring.target or 20, 5 if rules.scoring.money else 1
    ends = 0
    for _ in range(40):
        totals = {name: target + step * int(rng.random() * 4 - 2) for name in finished.rules.accounts}
        carried = {name: total - finished.result.gains[name] for name, total in totals.items()}
        match = Match(finished.rules, 0, finished, (finished,), carried)
        for ruling in match.why_ended():
            check(ruling.reason)
            ends += 1
            best = [name for name, total in totals.items() if total == max(totals.values())]
            for account, name in finished.rules.accounts.items():
                assert account not in best or name in ruling.reason
            assert ruling.reason.count("tied") == (len(best) > 1)
            amounts = ["a million", "$1,000,000"] if "short-game" in rules.chosen else []
            texts = (ruling.reason, *(rule.words for rule in (ruling, *ruling.further_rulings)))
            assert not any(amount in text for amount in amounts for text in texts), str(ruling)
    assert ends


def test_a_match_counts_its_rounds() -> None:
    match = mam.start_match("make-a-million-1935", seed=7, dealer="S")
    assert str(match).endswith("after 0 rounds") or repr(match).endswith("after 0 rounds")
    table = mam.Table(match.round)
    while table.turn:
        table = table.play(table.round.legal_moves[-1])
    assert repr(match.with_table(table.score())).endswith(" after 1 round")


def lay_at_random(edition: str, seed: int) -> Iterator[Table]:
    """A table at which any card held is laid in so many cases, and many misplays are noticed at some time."""
    rng = Random(seed)

    def pick(items: Sequence[Any]) -> Any:
        return items[int(rng.random() * len(items))]

    round = mam.start(edition, seed)
    assert isinstance(round, mam.TrickRound)
    moment = Table(round)
    while not moment.is_over:
        open_ones = [misplay for misplay in moment.misplays if not misplay.end]
        can_claim = not moment.pending and moment.phase in ("trump", "exchange", "play", "count")
        if open_ones and can_claim and rng.random() < 0.3:
            moment = moment.notice(open_ones[0], by=moment.rules.persons[0])
        elif moment.phase == "choice":
            moment = moment.choose("stop" if rng.random() < 0.2 else "play on", moment.choosers[0])
        elif moment.phase == "count":
            moment = moment.score()
        elif moment.phase == "auction" and mam.Pass() in moment.legal_moves:
            moment = moment.play(mam.Pass(), moment.turn)
        else:
            legal = moment.round.legal_moves
            moment = moment.play(pick(moment.legal_moves if moment.phase == "amends" or rng.random() < 0.4 else legal))
        yield moment


@pytest.mark.parametrize(
    "edition", ["make-a-million-1935", "make-a-million-1935-three", "make-a-million-1935-two", "manhattan"]
)
def test_what_is_said_of_misplays_is_well_formed(edition: str) -> None:
    said = {ruling.reason for seed in range(6) for moment in lay_at_random(edition, seed) for ruling in moment.rulings}
    assert len(said) > 10
    for sentence in said:
        check(sentence)
        if re.search(r"\$|score", sentence):  # Dummy has no account, so it pays nothing and scores nothing
            assert "and Dummy" not in sentence or "captured" in sentence, sentence
