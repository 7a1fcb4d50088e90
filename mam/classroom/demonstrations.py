"""What to open before the class for an exercise, or for one of its slips: a page of Chance, a board of Learn, a documented case, by its address on the site."""

from mam.classroom.catalog import get_exercise

# By exercise, where its lesson is a notebook, or one board or case shows it best; no page shows the Brier score. A test checks that
# every other exercise has a place and that each place exists.
_EXERCISES = {
    # the rules
    "least-raise": "learn/#raising/how-much",
    "money-in-hand": "learn/#money/pack",
    "must-follow": "learn/#follow/must",
    "trick-worth": "learn/#money/worth",
    "who-captures": "learn/#a-trick/eleven",
    "bull-and-bear": "learn/#bull-and-bear/bull-last",
    "documented-case": "rules/#case=B26",
    "exact-tricks-score": "learn/#exact-tricks/exact",
    "legal-calls": "learn/#raising/raise-or-pass",
    "legal-discards": "learn/#nest-and-discard/any-three",
    "one-letter-more": "learn/#anagrams/one-letter",
    "set-back": "learn/#made-or-set-back/set-back",
    "three-hands": "rules/#case=B39",
    "who-leads-next": "learn/#who-leads/next",
    "manhattan-no-color": "learn/#manhattan/no-color",
    "match-score": "learn/#the-million/add",
    "misplay-verdict": "rules/#case=B49",
    "open-cards-of-dummy": "rules/#case=B37",
    "spell-for-money": "learn/#millionaire/score",
    "sweven-score": "learn/#sweven/paid",
    "tiger-led": "learn/#tiger/tiger-led",
    "two-editions": "learn/#edition-2004/who-first",
    "two-packs": "learn/#six-and-eight/later-forty",
    "what-is-shown": "learn/#nest-and-discard/who-sees",
    "which-document": "rules/#case=B01",
    "silent-partners": "learn/#silent-partner/score",
    "whole-round": "learn/#made-or-set-back/last-two",
    # counting, and either or both
    "one-card-of-yours": "chance/#space",
    "where-is-it": "chance/#space",
    "card-of-either-kind": "chance/#or",
    "count-hands": "chance/#counting",
    "two-cards-at-once": "chance/#independent",
    "what-the-nest-holds": "chance/#counting",
    "how-trumps-split": "chance/#counting",
    "void-in-one-of-two": "chance/#or",
    "nobody-can-follow": "chance/#counting",
    "so-much-money": "chance/#distributions",
    "two-of-a-kind": "chance/#independent",
    "lacking-a-color": "chance/#or",
    "ways-they-can-lie": "chance/#counting",
    # evidence
    "after-these-cards": "chance/#given",
    "given-one-more": "chance/#given",
    "rare-and-alarm": "chance/#bayes",
    "behind-the-bid": "chance/#bayes",
    "two-signals": "chance/#bayes",
    "silence-tells": "chance/#tells",
    "one-of-two-equals": "chance/#tells",
    "three-equals": "chance/#tells",
    "made-with-and-without": "chance/#given",
    # expectation and spread
    "expected-money": "chance/#expectation",
    "before-the-nest": "chance/#expectation",
    "the-last-card": "chance/#expectation",
    "spread-of-scores": "chance/#spread",
    "spread-of-a-bid": "chance/#spread",
    "spread-of-a-count": "chance/#distributions",
    "total-of-rounds": "chance/#clt",
    # simulation, intervals, tests
    "standard-error": "chance/#sampling",
    "how-many-deals": "chance/#sampling",
    "margin-of-error": "chance/#intervals",
    "one-interval-misses": "chance/#intervals",
    "never-in-so-many": "chance/#sampling",
    "never-seen": "chance/#intervals",
    "audit-a-claim": "chance/#test",
    "wins-of-a-match": "chance/#test",
    "rounds-for-power": "chance/#power",
    "luckiest-of-many": "chance/#paired",
    "next-set": "chance/#paired",
    "count-the-deals": "chance/#sampling",
    "rare-deals": "chance/#sampling",
    # decisions
    "bid-or-pass": "chance/#decide",
    "name-the-trump": "learn/#naming-trump/long-or-high",
    "best-discard": "learn/#nest-and-discard/why-empty",
    "break-even": "chance/#decide",
    "duck-or-take": "learn/#tiger/do-not-spend",
    "highest-bid": "chance/#decide",
    "last-tricks": "learn/#made-or-set-back/last-two",
    "nearly-a-million": "learn/#the-million/not-quite",
    "stop-or-play-on": "rules/#case=B50",
    "best-card": "learn/#trump/draw-trumps",
    "bid-for-the-match": "learn/#the-million/sit-tight",
    "solve-and-average": "chance/#decide",
    "worth-of-knowing": "chance/#decide",
    "two-worlds": "chance/#decide",
    # programs
    "money-function": "learn/#money/pack",
    "longest-color": "learn/#naming-trump/longest",
    "score-function": "learn/#made-or-set-back/set-back",
    "worth-function": "learn/#bull-and-bear/bull-last",
    "auction-function": "learn/#raising/who-won",
    "capture-function": "learn/#trump/who-takes",
    "how-many-discards": "learn/#nest-and-discard/forced-money",
    "legal-cards-function": "learn/#follow/how-many",
    "record-function": "learn/#the-million/add",
}
# A slip that another page shows better than its exercise's own does.
_SLIPS = {
    "independent": "chance/#independent",
    "independent-one-order": "chance/#independent",
    "with-replacement": "chance/#independent",
    "drawn-with-replacement": "chance/#independent",
    "counted-twice": "chance/#or",
    "ordered": "chance/#counting",
    "equally-likely": "chance/#counting",
    "own-hand-not-seen": "chance/#given",
    "place-not-taken": "chance/#given",
    "other-way-around": "chance/#bayes",
    "equal-weights": "chance/#bayes",
    "no-prior": "chance/#bayes",
    "habit": "chance/#tells",
    "choice-ignored": "chance/#tells",
    "unweighted": "chance/#expectation",
    "likeliest-case": "chance/#expectation",
    "no-root": "chance/#spread",
    "deviations-added": "chance/#clt",
    "divided-by-n": "chance/#sampling",
    "error-not-squared": "chance/#sampling",
    "standard-error": "chance/#intervals",
    "no-bull": "learn/#bull/double",
    "no-bear": "learn/#bear/spoil",
    "by-one": "learn/#raising/how-much",
    "other-side": "learn/#made-or-set-back/other-side",
}
_SHELVES = {"learn": "learn", "games": "learn", "chance": "chance"}  # by what the lesson of an exercise begins with


def find_demonstration(exercise: str, slip: str = "") -> str:
    """Return what to open for an exercise, or for a slip in it, as an address under the site's; "" if nothing is known.

    >>> find_demonstration("set-back"), find_demonstration("rare-and-alarm", "other-way-around")
    ('learn/#made-or-set-back/set-back', 'chance/#bayes')
    """
    shelf, _, name = get_exercise(exercise).lesson.partition("/")
    page = f"{_SHELVES[shelf]}/#{name}" if shelf in _SHELVES and name else ""
    return _SLIPS.get(slip) or _EXERCISES.get(exercise, page)
