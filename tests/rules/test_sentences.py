"""Every sentence that a ruling is given with, as a template: who, which card and how much are left open.

The list in `sentences.txt` is meant to be read: it is what people get to read. A change of wording shows in its diff; write
it anew with `python tests/rules/test_sentences.py`.

It guards only the wording and which rule is cited with it. The tests named after the rules check what can be played, called
or discarded. A sentence in the list proves nothing about that, because writing the list anew accepts whatever the code says.
So a new or a deleted line needs a test of its rule as well.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import mam
from mam.games.registry import deal_for, make_round
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import ANIMALS, LETTERS, NoTrump, sort_hand
from mam.rules.dealing import shuffle
from mam.rules.editions import RuleSet, TrickGameRules, get_edition
from mam.rules.moves import (
    Bid,
    BidTricks,
    CallCards,
    Discard,
    Draw,
    Exchange,
    Extend,
    Lay,
    Misdeal,
    Move,
    NameTrump,
    Pass,
    Play,
    Stop,
    Vote,
)

LISTED = Path(__file__).with_name("sentences.txt")
SETTINGS = (
    "make-a-million-1935",
    "make-a-million-1935-three",
    "make-a-million-1935-two",
    "manhattan",
    "make-a-million-2004",
    "make-a-million-2004+misdeal+no-trump+trump-break+open-widow",
    "make-a-million-2004+redeal-if-all-pass",
    "make-a-million-2004+misdeal",
    "six",
    "eight",
    "silent-six",
    "silent-eight",
    "exact-tricks",
    "exact-tricks+2-players",
    "sweven",
    "millionaire",
    "millionaire+tie-scores-nothing",
    "anagrams",
    "anagrams+keep-order",
    "anagrams+table-style",
)


def small(rules: TrickGameRules, rng: Random) -> TrickGameRules:
    """The rules with a pack of few cards, all animals among them, so that the rare clauses come up."""
    size = 3 + int(rng.random() * 2)
    count = size * len(rules.seats) + rules.nest.size + (4 if rules.turns_trump else 0)
    if not set(ANIMALS) & set(rules.pack):
        return replace(rules, hand_size=size, pack=sort_hand(shuffle(rules.pack, rng)[:count]))
    animals = [card for card in rules.pack if card in ANIMALS][: count // 3]
    number_and_money = shuffle([card for card in rules.pack if card not in ANIMALS], rng)
    plain = [card for card in number_and_money if card.is_number_card][: rules.nest.size]
    leftover = [card for card in number_and_money if card not in plain]
    pack = sort_hand([*animals, *plain, *leftover[: count - len(animals) - len(plain)]])
    return replace(rules, hand_size=size, pack=pack)


def tries(round: TrickRound, rng: Random) -> Iterator[Move]:
    """Moves to be judged: the legal ones, cards that are held and some that are not, and calls of every kind."""
    yield from round.legal_moves[:12]
    if round.turn is None:
        return
    hand = [*round.hands[round.turn]]
    yield from map(Play, hand)
    yield Play(next(card for card in round.rules.pack if card not in hand))
    yield Play(mam.UNSEEN)
    for size in (2, 3):
        yield Discard(shuffle(hand, rng)[:size])
        yield CallCards(shuffle(hand, rng)[:size])
    yield Discard(hand[:1] * 3)
    yield CallCards(hand[:1] * 2)
    for card in hand:
        yield CallCards([card])
    yield from (Pass(), Misdeal(), Vote(True), Vote(False))
    yield from map(NameTrump, (NoTrump.TIGER_HIGH, mam.Suit.HEARTS, mam.Color.RED))
    yield from (BidTricks(None), BidTricks(99), Exchange(), Exchange(round.turn, hand[0]))
    standing = max((call.amount for _, call in round.calls if isinstance(call, Bid)), default=170)
    assert_legal = [move.amount for move in round.legal_moves[:40] if isinstance(move, Bid)][:1]
    for amount in (*assert_legal, standing, standing + 3, standing + 5, 99_995, 2):
        yield from (Bid(amount), Bid(amount, mam.Color.RED), Bid(amount, NoTrump.TIGER_LOW))


def heard(edition: str) -> set[tuple[str, str]]:
    """The rule ids and templates of all that is said in some rounds of this edition, refused moves included."""
    templates: set[tuple[str, str]] = set()
    whole = get_edition(edition)
    if not isinstance(whole, TrickGameRules):
        return heard_of_letters(whole)
    for seed in range(16):
        rng = Random(seed)
        rules = whole if seed == 0 else small(whole, rng)
        dealer = rules.persons[seed % len(rules.persons)]
        round = TrickRound(rules, deal_for(rules, dealer, rng), carry=carried(rules, seed))
        judgments: set[tuple[str, str]] = set()
        while not round.is_over:
            for move in tries(round, rng):
                judgments |= judged(round, move)
            for seat in rules.seats:
                if seat != round.turn:
                    judgments |= judged(round, round.legal_moves[0], seat)
                    judgments |= judged(round, Bid(300), seat)
            round = round._apply(chosen(round, rng))
        judgments |= judged(round, Pass())
        templates |= {template(rules, *judgment) for judgment in judgments}
    return templates


def heard_of_letters(rules: RuleSet) -> set[tuple[str, str]]:
    """The same of a game with letter cards: little is refused there that does not depend on the word on the table."""
    templates: set[tuple[str, str]] = set()
    for seed in range(8):
        rng = Random(seed)
        round: Round = make_round(rules, deal_for(rules, rules.seats[seed % len(rules.seats)], rng))
        while not round.is_over:
            hand = dict.fromkeys(round.hands[round.turn or ""])
            lines = getattr(round, "lines", ())
            tried: list[Move] = [Draw(), Stop(), Pass(), Play(mam.UNSEEN), Bid(3)]
            tried += (
                [Play(card) for card in hand]
                + [Lay(card) for card in (*hand, *LETTERS[:9])]
                + [*round.legal_moves[:20]]
            )
            for number, line in enumerate(("", *lines)):
                words = (line, line + "S", line[1:] + "Q", "CO", line + "ED", line[::-1] + "Z")
                tried += [Extend(number, word) for word in words if word]
            for move in tried:
                templates |= {template(rules, *judgment) for judgment in judged(round, move)}
            opponent = next(seat for seat in rules.seats if seat != round.turn)
            templates |= {template(rules, *judgment) for judgment in judged(round, Pass(), opponent)}
            moves = round.legal_moves
            round = round._apply(moves[int(rng.random() * len(moves))])
        templates |= {template(rules, *judgment) for judgment in judged(round, Pass())}
    return templates


def judged(round: Round, move: Move, seat: str | None = None) -> set[tuple[str, str]]:
    """Rule and sentence of each ruling on this move."""
    if reason := round._reason_against(move, seat):
        return {(round.rules.rule_id(reason.topic), round.rules.refuse(reason).reason)}
    rules = round.rules
    return {(rules.rule_id(reason.topic), reason.sentence) for reason in round._reasons_for(move, round._apply(move))}


def carried(rules: TrickGameRules, seed: int) -> mam.Carry:
    if rules.scoring.method != "account":
        return mam.Carry()
    return mam.Carry(rules.seats[seed % 2], 3, rules.seats[-1] if seed % 3 else None)


def chosen(round: TrickRound, rng: Random) -> Move:
    """A move at random; auctions end soon, sometimes at once."""
    moves = round.legal_moves
    if round.phase == "auction" and Pass() in moves and rng.random() < 0.6:
        return Pass()
    if round.phase == "auction" and rng.random() < 0.8:
        moves = tuple(move for move in moves if not isinstance(move, Misdeal))[:6] or moves
    if round.phase == "vote" and rng.random() < 0.7:
        return Vote(True)
    return moves[int(rng.random() * len(moves))]


def template(rules: RuleSet, rule_id: str, because: str) -> tuple[str, str]:
    """The id of the ruling and the sentence with names, cards, colors and amounts left open."""
    text = re.sub("“.*”", "“MOVE”", because)
    for words in sorted({card.words for card in rules.pack if card.color}, key=len, reverse=True):
        text = text.replace(words, "CARD")
    for code in sorted({card.code for card in rules.pack}, key=len, reverse=True):
        text = re.sub(rf"\b{code}\b", "CARD", text)
    if isinstance(rules, TrickGameRules):
        names = sorted((*rules.side_names.values(), *rules.seat_names.values()), key=len, reverse=True)
    else:
        return rule_id, letters_left_open(text)
    text = re.sub(rf"\b({'|'.join(map(re.escape, names))})\b(?! (card|number|hand))", "WHO", text)
    text = re.sub(r"\b(Red|Yellow|Black|Green|Spades?|Hearts?|Diamonds?|Clubs?)\b", "COLOR", text)
    text = re.sub(r"[−-]?\$?\d+(,\d{3})*", "N", text)
    text = re.sub(r"\bWHO N( WHO N| WHO \?\?|, WHO N|, WHO \?\?)+", "WHO N …", text)
    return rule_id, re.sub(r"\b(CARD|WHO|N|COLOR)((, | | and )\1\b)*", r"\1", text)


def letters_left_open(text: str) -> str:
    """A sentence of a game with letter cards, without its names, letters, words and numbers."""
    text = re.sub(r"(MILLIONAIRE|A, I or O|I pass)", lambda match: match[0].lower(), text)
    text = re.sub(
        r"\b[B-HJ-Z]\b|\b[AI]\b(?! (word|card|letter|hidden|hand|blind))|\b[A-Z]{2,}(?![a-z])", "LETTERS", text
    )
    return re.sub(r"\b(LETTERS|N)((, | | and )\1\b)*", r"\1", re.sub(r"\d+", "N", text)).replace("“LETTERS”", "“MOVE”")


def listed() -> dict[str, set[tuple[str, str]]]:
    templates: dict[str, set[tuple[str, str]]] = {}
    edition = ""
    for line in LISTED.read_text("utf-8").splitlines():
        if line.startswith("# "):
            edition = line[2:]
            templates[edition] = set()
        elif line:
            rule, _, text = line.partition("  ")
            templates[edition].add((rule, text.strip()))
    return templates


@pytest.mark.parametrize("edition", SETTINGS)
@pytest.mark.sample(5, 13)
def test_what_people_are_told(edition: str) -> None:
    assert heard(edition) == listed()[edition]


def test_the_list_has_no_other_edition() -> None:
    assert set(listed()) == set(SETTINGS)


def main() -> None:
    """Write the list anew."""
    lines = []
    for edition in SETTINGS:
        lines.append(f"# {edition}")
        lines += [f"{rule}  {text}" for rule, text in sorted(heard(edition))]
        lines.append("")
    LISTED.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
