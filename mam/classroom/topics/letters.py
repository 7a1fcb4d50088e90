"""Exercises on the games of letters: the end of MILLIONAIRE, and one more letter in Card Anagrams."""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from mam.classroom.phrases import list_codes, make_list
from mam.classroom.template import Choices, Draw, Variant, ask, ask_number, exercise, list_reasons
from mam.games.dictionary import find_extended_words, find_words, is_word
from mam.games.millionaire import Millionaire
from mam.games.registry import start
from mam.rules.cards import format_count
from mam.rules.dealing import list_seats_from
from mam.rules.moves import Draw as DrawCard
from mam.rules.moves import Move, Pass, Play, Stop


@exercise("Spell to the end", kind="rules", level=3, lesson="games/millionaire", unit="points")
def spell_for_money(draw: Draw) -> Variant:
    """Ask what the winner of a MILLIONAIRE round scores, with face-up hands and a known stock."""
    states = _play_round(draw)
    end, first = states[-1], draw.one_of(_list_good_starts(states))
    scores = end.result.scores if end.result else {}
    points = max(scores.values())
    winner = next(seat for seat, score in scores.items() if score == points)
    hand_sizes = {seat: len(hand) for seat, hand in end.hands.items()}
    sizes_now = {seat: len(hand) for seat, hand in first.hands.items()}
    word, place = first.rules.word, len(first.spelled)
    assert first.turn is not None
    draws = len(end.draws) - len(first.draws)
    stock = list_codes(first.stock[: draws + 2])
    hands = {seat: list_codes(hand) for seat, hand in first.hands.items()}
    slips = {
        "own-cards-counted": sum(hand_sizes.values()),
        "before-the-end": sum(sizes_now.values()) - min(sizes_now.values()),
        "winners-cards": hand_sizes[winner],
        "differences": sum(count - hand_sizes[winner] for count in hand_sizes.values()),
        "longest-hand": max(hand_sizes.values()),
    }
    text = f"""
        Millionaire: {word[:place]} has been spelled, so **{word[place]}** is the next letter. It is {first.turn}'s turn, and turns go {", ".join(list_seats_from(first.rules.seats, first.turn))}. The hands, face up for this exercise:

        {make_list(f"{seat}: {' '.join(hand)}" for seat, hand in hands.items())}

        The next cards of the stock, the top one first: {" ".join(stock)}. Everybody plays every letter they can. When the word is complete, how many points does the winner of the round score?

        Nudge: Play it on paper, letter by letter: cross out each card played, add each card drawn.
        Hint: A player who has the next letter plays it, and goes on while they have the next one (RML-4, RML-6).
        Hint: A player who does not have it draws one card; if it fits, they play it and go on; if not, the turn goes left (RML-7, RML-8).
        Hint: {format_count(draws, "card")} will be drawn. The player with the fewest cards scores a point for each card of the others (RML-10).
        Slip own-cards-counted: The winner's own cards do not count: one point for each card that the others hold (RML-10).
        Slip before-the-end: Those are the cards before the end. Count what is left when the last E has been played (RML-9).
        Slip winners-cards: The fewest cards win, but the points are the cards of all the others (RML-10).
        Slip differences: All the other players' cards count, not just the difference (RML-10).
        Slip longest-hand: All the other hands count, not only the longest (RML-10).
        Solution: {_describe_moves(first, states)}

        Cards left: {", ".join(f"{seat} {count}" for seat, count in hand_sizes.items())}. {winner} has the fewest and scores {" + ".join(str(count) for seat, count in hand_sizes.items() if seat != winner)} = {points} (RML-10).
    """
    given = {"spelled": word[:place], "turn": first.turn, "hands": hands, "stock": stock}
    return ask_number(text, points, slips, given)


def _choose_move(round: Millionaire) -> Move:
    """Return the move of a player who plays every letter they can."""
    return min(round.legal_moves, key=lambda move: (Play, DrawCard, Stop, Pass).index(type(move)))


def _play_round(draw: Draw) -> list[Millionaire]:
    """Return all positions of a round that one player wins alone, with a good place to start from."""
    while True:
        round = start("millionaire", draw.seed(), players=draw.between(3, 4))
        states = []
        while isinstance(round, Millionaire):
            states.append(round)
            if round.is_over:
                break
            round = round.play(_choose_move(round))
        counts = sorted(len(hand) for hand in states[-1].hands.values())
        if counts[0] < counts[1] and _list_good_starts(states):
            return states


def _list_good_starts(states: list[Millionaire]) -> list[Millionaire]:
    """Return the turns with two to four letters missing and a few cards to draw until the end."""
    end, turns = states[-1], [state for state in states[:-1] if not state.going and not state.drew]
    near = [state for state in turns if 2 <= len(end.spelled) - len(state.spelled) <= 5]
    return [state for state in near if 1 <= len(end.draws) - len(state.draws) <= 8]


def _describe_moves(first: Millionaire, states: list[Millionaire]) -> str:
    """Describe every move from there to the end."""
    lines = []
    for before, after in zip(states[states.index(first) :], states[states.index(first) + 1 :], strict=False):
        move = after.history[-1]
        if isinstance(move, Play):
            lines.append(f"{before.turn} plays {move.card.code}")
        elif isinstance(move, DrawCard):
            lines.append(f"{before.turn} draws {before.stock[0].code}")
    return make_list(lines)


@exercise("One more letter", kind="rules", level=2, lesson="games/anagrams", form=Choices)
def one_letter_more(draw: Draw) -> Variant:
    """Ask which words may be made now in Card Anagrams, given a word on the table and a hand."""
    while True:
        old, hand = draw.one_of(_SHORT_WORDS), sorted(draw.some_of(_LETTERS, 7))
        longer_words = _list_longer(old)
        legal = [word for word, new in longer_words.items() if len(new) == 1 and new in hand]
        other_letter = [word for word, new in longer_words.items() if len(new) == 1 and new not in hand]
        two_letters = [word for word, new in longer_words.items() if len(new) == 2 and set(new) <= set(hand)]
        if len(legal) >= 2 and len(other_letter) >= 2 and two_letters:
            break
    letter = draw.one_of(hand)
    wrong_word = f"{old}{letter}" if not is_word(f"{old}{letter}") else f"{letter}{letter}{old[1:]}"
    anagrams = [word for word in find_words(old) if word != old]
    wrong = [*draw.some_of(other_letter, 2), *draw.some_of(two_letters, 1), *draw.some_of(anagrams, 1), wrong_word]
    words = draw.shuffle(list(dict.fromkeys([*draw.some_of(legal, 2), *wrong])))
    reasons = {word.upper(): _explain_word(old, word, hand) for word in words}
    right = tuple(word.upper() for word in words if word in legal)
    answer = Choices(right, tuple(reasons), reasons)
    text = f"""
        Card Anagrams. **{old.upper()}** is on the table, and your hand is {" ".join(hand).upper()}. Which of these words may you make from it now?

        Hint: Add exactly one letter from your hand. All the old letters stay, but their order may change (RCA-4, RCA-5, RCA-6).
        Hint: Cross out the letters of the old word in each new one: exactly one letter must be left, and you must hold it.
        Hint: These letters of your hand make some word: {", ".join(sorted({letter for letter in hand if find_extended_words(old, letter)})).upper()}.
        Solution: {list_reasons(answer)}
    """
    return ask(text, answer, {"table": old.upper(), "hand": [letter.upper() for letter in hand]})


_LETTERS = "abcdefghiklmnoprstuw"


_COMMON = """
    acre aces aged ages aide airs aged angel ante ants arch area arms arts aster atom baker bale bane bare bark barn base bathe beads beak
    beam bean bear beat bend bent bird bite blade blame blend boat bolt bone bore born bowl brake brand bread break bride brine brown cage cake
    calm camel cane cape card care cart case cast cave chain chair charm chart cheat chest chin clan clay clean clear clip cloth clove coal
    coast coat code coin cold cone coral cord core corn cost cove crab crane crate creak cream crest crow crown dance dare dart date deal dear
    diet dine dirt dish dive dome door dose dove drain drape dream drift drone drop dust each earl earn earth east eaten eats edge elder
    face fact fade fair fare farm fast fate fear feast feat feel fern fine fire first fist flame flat float flow flower foal foam fold ford fore
    form fort frame freed frost gain game gate gear gems germ girl glade gland glean glow goal goat gold golden gone gore grain grape grate
    great green grin grind groan grown hail hair half halt hand hare harm harp hate haul head heal hear heart heat heels herd herons hider hike
    hint hive home hone hope horn horse hose host hound hour house idea inch inlet inner irons item keen kind king kite knee known lace lake
    lamb lame lamp land lane large laser last late later lawn lead leaf lean learn lease least lend lens lent lime limes line liner lines lion list
    live load loan lone long lord lore lost loud loved lower made mail main male mane maple march mare mask mast mate meal mean meat
    melon mend metal mile mind mine mint moan mode model moist monk moon more most moth mount mouse move nail name near neat nest
    north nose note oars oath ocean oven over owner pace pail pain paint pale palm pane panel paper part past paste pear pearl peat pine pint
    plain plane planet plate pole pond pool pore port pose post pour price pride prince race raft rail rain range rare rate reach react read
    real reap rear reel rent rest rice ride ring rinse rise road roam roast robe rode role rope rose rote route ruin ruins sail salt same sand
    scale scare seal seam seat seed send shade shape share sheep shine shoe shone shore shout side sign silent sire site slate slide slope
    smile snail snake snore snow soap soar soil sold sole sore sort sour south spade spare spear spin spine spoon sport stain stair stale
    star stare start state steal steam steel stem stern stone store storm story swan tail tale tame tape team tear teas tend tent term tide
    tile time tiger tiles tire toad toast toes told tone torn tour tower town trace trade trail train treat tree trial trip tuna tune turn
    vale vane vase vast veal vein vine wade wage wait wake wand want ward warm wart wash water wave wear west wheat white wide wife wind
    wine wing wire wolf wore work world worn yard yarn year
""".split()


@cache
def _list_longer(old: str) -> Mapping[str, str]:
    """Return the common words that have all these letters and more, each with its extra letters."""
    letters = Counter(old)
    return {word: "".join((Counter(word) - letters).elements()) for word in _COMMON if not letters - Counter(word)}


_SHORT_WORDS = """
    ace age aid ail air ale ant ape arc are arm art ate bat bed bit boa bow can car cat cod cot den dot ear eat eel end era fan far fat fir
    for hat hen her hit hoe hot ice ion ire lid lie lot low man map mat men met mop net nip nor not now oak oar oat old one ore our own pan
    pat pea pen pet pie pin pit pot raw red rib rid rod roe rot row rye sea sin sit sod son sow tab tan tap tar tea ten tie tin toe ton top
    two use van war was wet win won
""".split()


def _explain_word(old: str, new: str, hand: list[str]) -> str:
    """Explain why a word may be made from the old one or not."""
    new_letters = list(new)
    for letter in old:
        if letter not in new_letters:
            return f"The {letter.upper()} of {old.upper()} is missing, and all the old letters must stay (RCA-4)."
        new_letters.remove(letter)
    if len(new_letters) != 1:
        return f"It needs {len(new_letters) or 'no'} new letters, and you add exactly one on your turn (RCA-5)."
    if new_letters[0] not in hand:
        return f"It needs {new_letters[0].upper()}, which is not in your hand (RCA-4)."
    if not is_word(new):
        return "It is not in the word list (RCA-4, RCA-9)."
    return f"{old.upper()} and the {new_letters[0].upper()} from your hand make it; any order is legal (RCA-4, RCA-6)."
