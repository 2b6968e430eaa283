"""Looks for the smallest game on which two rulesets disagree, for each key in which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from canasta_audit.checks.chapters import all_checks
from canasta_audit.compare.matrix import common_players, compare
from canasta_audit.compare.witness import Judged, Reason, Rivals, Shown, difference, judged
from canasta_audit.compare.witness_endings import endings
from canasta_audit.compare.witness_shrink import Cost, Measure, shrink, size_of
from canasta_audit.compare.witness_sources import MOST_TURNS, Game, cuts, known_games, simulated
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write
from canasta_audit.ruleset.idle import IDLE, Idle
from canasta_audit.ruleset.load import is_path, load_ruleset, split_reference
from canasta_audit.ruleset.model import Ruleset

SEED = 1

_WITHOUT_POINTS = ("seating", "dealing", "turn", "opening", "pile", "freezing")
"""Chapters whose keys change no score by themselves."""

_COVERED = (
    Idle(("/pile/blocked_once_by",), "/pile/never_top", lambda rules: {*rules.pile.blocked_once_by} <= {*rules.pile.never_top}),
)
"""Keys that only say once more what another says; a ruleset may do so, and nothing tells."""

_BEFORE_TURNS = ("seating", "dealing")
"""Chapters of what is done before the first turn."""

_BARE = 3
"""A log without a turn, where turns are what it is about, weighs as much as so many other differences."""

_ENOUGH = 4
"""So many candidates without noise are enough to choose from."""

_LOOKED_AT = 25
"""So many are looked at once there is one without noise."""

_MOST = 250
"""So many are looked at that nothing connects with the key."""

_SHRUNK = 2
"""So many candidates are made smaller where the first is not without noise."""

_BORNE = 2
"""With no more noise than this, no simulated game is asked for a better one."""

_MATCHES, _DEALS = 6, 2
"""So many simulated matches are looked at, and so many deals of each."""


class Witness(NamedTuple):
    """A game on which two rulesets disagree because of one key.

    ``text`` is the log; ``line`` the line (1-based) on which they part, 0 where it is the score alone; ``judged`` what each of the
    two says, ``shown`` what of that the key alone does, and how much else they say otherwise. ``source`` tells where the game came
    from before it was made smaller.
    """

    references: tuple[str, str]
    key: str
    players: int
    text: str
    line: int
    judged: tuple[Judged, Judged]
    shown: Shown
    source: str
    seed: int

    @property
    def clean(self) -> int:
        """Which of the two rulesets (0 or 1) finds nothing."""
        return self.shown.clean

    @property
    def turns(self) -> int:
        """Number of its turns."""
        return size_of(self.text)[0]


class Absent(NamedTuple):
    """A key for which no game is found, and why; ``because`` is the key that leaves it idle, ``""`` for other reasons."""

    references: tuple[str, str]
    key: str
    players: int
    reason: Reason
    because: str = ""


def differing(left: Ruleset, right: Ruleset) -> dict[str, int]:
    """The keys in which two rulesets differ, in the order of the chapters, with the highest number of players at which they do."""
    found: dict[str, int] = {}
    for players in common_players((left, right)):
        for row in compare((left, right), players).rows:
            if row.differs:
                found.setdefault(row.pointer, players)
    return found


def search(references: tuple[str, str], keys: Iterable[str] | None = None, seed: int = SEED) -> Iterator[Witness | Absent]:
    """Yield for each key in which two rulesets differ, or for those of ``keys``, a witness or the reason why there is none.

    The same for the same arguments. Raises ``RulesetError`` for a reference that cannot be had.
    """
    wanted = None if keys is None else set(keys)
    looking = _Search(references, seed)
    for key, players in differing(*looking.rulesets).items():
        if wanted is None or key in wanted:
            yield looking.find(key, players)


def witness(rivals: Rivals, text: str, source: str, seed: int) -> Witness | None:
    """A log as a witness, ``None`` where it is none."""
    both = rivals.judged(text)
    shown = rivals.shown(text, both)
    if shown is None or shown.faults:
        return None
    lines = [mark[3] for _, mark in shown.effect if mark[0] == "finding"]
    return Witness(rivals.references, rivals.key, rivals.players, text, min(lines, default=0), both, shown, source, seed)


def idle_because(rivals: Rivals) -> str:
    """The key that leaves that of ``rivals`` without effect in one of the two, ``""`` where it has one in both."""
    tables = [ruleset.tables[rivals.players] for ruleset in rivals.rulesets]
    found = (idle for idle in (*IDLE, *_COVERED) if rivals.key in idle.pointers and any(map(idle.holds, tables)))
    return next((idle.because for idle in found), "")


@lru_cache(maxsize=4096)
def _said_by(reference: str, text: str) -> Judged:
    """What a shipped ruleset says of a game: it is asked for every pair that it belongs to, and does not change while we run."""
    return judged(text, load_ruleset(reference))


class _Search:
    """The games of one pair of rulesets, judged by both once for all keys."""

    def __init__(self, references: tuple[str, str], seed: int) -> None:
        self.references, self.seed = references, seed
        self.rulesets = (load_ruleset(references[0]), load_ruleset(references[1]))
        self.said: dict[str, tuple[Judged, Judged]] = {}
        self.parting: list[Game] | None = None
        self.deals: dict[int, list[tuple[n.Log, int, str, tuple[Judged, Judged]]]] = {}

    def find(self, key: str, players: int) -> Witness | Absent:
        """A witness for a key, or why there is none."""
        rivals = Rivals(self.references, key, players)
        best: tuple[Cost, str, Game] | None = None
        for candidates in (self._known, self._simulated):
            for game, shown in candidates(rivals):
                text = canonical(shrink(game.text, _measure(rivals, shown)))
                cost = _cost(rivals, text, shown)
                if cost is not None and cost[0] == 0 and cost[2] <= MOST_TURNS and (best is None or cost < best[0]):
                    best = cost, text, game
            if best is not None and best[0][1] <= _BORNE:
                break
        if best is None:
            return Absent(self.references, key, players, *self._reason(rivals))
        found = witness(rivals, best[1], best[2].source, self.seed)
        assert found is not None
        return found

    def _known(self, rivals: Rivals) -> list[tuple[Game, Shown]]:
        """The best of the cases and docstrings, those that have to do with the key first."""
        if self.parting is None:
            self.parting = []
            for game in (*known_games(), *endings(self.rulesets)):
                both = self._say(game.text, 0), self._say(game.text, 1)
                if rivals.parts(both):
                    self.parting.append(game)
                    self.said[game.text] = both
        games = self._ranked(rivals.key)
        wide = (game for game in games if not game.narrow or _decides(rivals.key, self.said[game.text]))
        likely = [game for game in wide if _may_tell(rivals.key, game, self.said[game.text])]
        found = self._best(rivals, ((game, self.said[game.text]) for game in likely))
        if found or idle_because(rivals):
            return found
        rest = [game for game in games if game not in likely and not game.narrow][:_MOST]
        return self._best(rivals, ((game, self.said[game.text]) for game in rest))

    def _say(self, text: str, which: int) -> Judged:
        """What one of the two says of a game."""
        reference = self.references[which]
        shipped = not is_path(split_reference(reference)[0])
        return _said_by(reference, text) if shipped else judged(text, self.rulesets[which])

    def _ranked(self, key: str) -> list[Game]:
        return sorted(self.parting or (), key=lambda game: self._rank(game, key))

    def _rank(self, game: Game, key: str) -> tuple[int, int, int, str]:
        both = self.said[game.text]
        return -(key in game.keys) - _decides(key, both), min(len(said.findings) for said in both), len(game.text), game.text

    def _best(self, rivals: Rivals, games: Iterable[tuple[Game, tuple[Judged, Judged]]]) -> list[tuple[Game, Shown]]:
        found: list[tuple[Cost, Game, Shown]] = []
        pure = 0
        for count, (game, both) in enumerate(games):
            shown = rivals.shown(game.text, both)
            if shown is not None:
                cost = shown.faults, _noise(rivals, game.text, shown), *size_of(game.text)
                found.append((cost, game, shown))
                pure += cost[:2] == (0, 0)
            if pure == _ENOUGH or (pure and count > _LOOKED_AT):
                break
        found.sort(key=lambda one: (one[0], one[1].text))
        first = found[:1] if found and found[0][0][:2] == (0, 0) else found[:_SHRUNK]
        return [(game, shown) for _, game, shown in first]

    def _simulated(self, rivals: Rivals) -> list[tuple[Game, Shown]]:
        """Records cut out of deals of either game, at the turns on which the key tells."""
        cut: list[tuple[Game, tuple[Judged, Judged]]] = []
        nothing = Game("", "", frozenset())
        for log, which, source, both in self._deals(rivals.players):
            text = write(log)
            shown = rivals.shown(text, both) if _may_tell(rivals.key, nothing, both) else None
            if shown is None:
                continue
            turns = _turns(log, shown)
            for record in cuts(log, self.rulesets[which], turns):
                cut.append((Game(record, source, frozenset()), rivals.judged(record)))
            if len(cut) > 4 * _ENOUGH:
                break
        return self._best(rivals, cut)

    def _deals(self, players: int) -> list[tuple[n.Log, int, str, tuple[Judged, Judged]]]:
        if players not in self.deals:
            self.deals[players] = []
            for which, ruleset in enumerate(self.rulesets):
                for number, log in enumerate(simulated(ruleset, players, self.seed, _MATCHES, _DEALS), 1):
                    text = write(log)
                    both = Rivals.say(text, self.rulesets)
                    source = f"simulated {self.references[which]}, {players} players, deal {number}"
                    self.deals[players].append((log, which, source, both))
        return self.deals[players]

    def _reason(self, rivals: Rivals) -> tuple[Reason, str]:
        because = idle_because(rivals)
        if because:
            return Reason.IDLE_IN_ONE, because
        others: list[str] = []
        for game in [game for game in self._ranked(rivals.key) if not game.narrow][:_MOST]:
            pointer = rivals.alone(game.text, self.said[game.text])
            if pointer is not None:
                others.append(pointer)
            if pointer and pointer.split("/")[1] == rivals.key.split("/")[1]:
                return Reason.OTHER_KEY_DECIDES, pointer
        return (Reason.OTHER_KEY_DECIDES, max(others, key=others.count)) if others else (Reason.NO_GAME_FOUND, "")


def _decides(key: str, both: tuple[Judged, Judged]) -> bool:
    """Tell whether something is found by a key."""
    return any(found.parameter and found.parameter.pointer == key for said in both for found in said.findings)


def _may_tell(key: str, game: Game, both: tuple[Judged, Judged]) -> bool:
    """Tell whether what two rulesets say otherwise of a game can be because of a key: a score, or a check that reads it."""
    if key in game.keys:
        return True
    marks = [mark for _, mark in difference(*both)]
    checks = all_checks()
    scores = key.split("/")[1] not in _WITHOUT_POINTS
    return any(scores if mark[0] == "score" else mark[1] in checks and key in checks[mark[1]].reads for mark in marks)


def canonical(text: str) -> str:
    """A log as the notation writes it."""
    return write(parse(text))


def _cost(rivals: Rivals, text: str, shown: Shown, most: int = 10**6) -> Cost | None:
    now = rivals.shown_by(text, shown.clean, most)
    return None if now is None else (now.faults, _noise(rivals, text, now), *size_of(text))


def _noise(rivals: Rivals, text: str, shown: Shown) -> int:
    """What two rulesets say otherwise for other reasons, more where a log has no turn and should have one."""
    bare = not size_of(text)[0] and rivals.key.split("/")[1] not in _BEFORE_TURNS
    return shown.noise + (_BARE if bare else 0)


def _measure(rivals: Rivals, shown: Shown) -> Measure:
    """What a smaller log costs: faults of the one that should find none, noise, then size."""
    most = shown.faults

    def measure(text: str) -> Cost | None:
        nonlocal most
        cost = _cost(rivals, text, shown, most)
        if cost is not None:
            most = min(most, cost[0])
        return cost

    return measure


def _turns(log: n.Log, shown: Shown) -> list[int]:
    """The turns (from 1) of a deal before which it may be cut: those at which something is found, and the last ones."""
    places = [line.line for line in log.lines() if line.kind == "turn"]
    lines: Sequence[int] = sorted(mark[3] for _, mark in shown.effect if mark[0] == "finding")
    at = [i for i, place in enumerate(places, 1) if place in lines][:2]
    return [*(turn for i in at for turn in (i - 1, i)), len(places) - 1, len(places)]
