"""From a chapter of a study to a live round: a coached deal, or playing on from a case, a record or a position."""

from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Game
from mam.studies.cases.moments import Moments
from mam.studies.rounds.live_round import LiveRound, complete_round
from mam.studies.setting import find_round
from mam.studies.study import Chapter, Stop


def open_round(chapter: Chapter, moment: str = "", *, you: str = "", coached: bool = True, seed: int = 1) -> LiveRound:
    """Return a live round that begins at a moment of a chapter; of a case where the reader comes in, else at its beginning.

    You are the learner of the chapter, of a case the person to move. Unseen cards are dealt by `seed`, consistent with the whole
    story. Raises ValueError for a chapter or a moment that is not one of a round of tricks.

    >>> import mam
    >>> live = open_round(mam.get_case("B26"), "trick 1 card 2")
    >>> live.you, live.show()["legal"]
    ('S', ['Y3', 'BULL'])
    """
    round = _find_story(chapter, moment, seed)
    if chapter.case is not None:
        you = you or round.actor or round.rules.persons[0]
    return LiveRound(round, you or chapter.you, coached=coached, seed=seed)


def _find_story(chapter: Chapter, moment: str, seed: int) -> TrickRound:
    """Return the round at this moment, its unseen cards dealt so that the rest of the story can happen."""
    games: tuple[Game, ...] = ()
    if chapter.case is None:
        games, index = (find_round(chapter, Stop(at=moment)),), 0
    else:
        moments = Moments(chapter.case)
        games, index = moments.games, moments.find(moment) if moment else moments.start
    now = games[index]
    if not isinstance(now, TrickRound):
        raise ValueError(f"{chapter.id} is no round of tricks there, so it can't be played on")
    count = len(now.history)
    rounds = (game for game in games if isinstance(game, TrickRound) and game.deal == now.deal)
    story = [round for round in rounds if round.history[:count] == now.history][-1]
    return complete_round(story, seed).at(count)
