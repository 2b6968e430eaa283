"""Games on which two rulesets part, as figures to step through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from markupsafe import Markup

from canasta_audit.compare.witness import Judged, judged
from canasta_audit.compare.witness_cases import SHELF, file_of, folder_of, read_index
from canasta_audit.compare.witness_log import HERE
from canasta_audit.compare.witness_search import Absent, Witness
from canasta_audit.conform.case import load as load_cases
from canasta_audit.language import Words
from canasta_audit.notation.parse import parse
from canasta_audit.render.html.film import Mark, films
from canasta_audit.render.html.page import page, render
from canasta_audit.render.html.stepper import first_marked, stepper
from canasta_audit.resources import data_path
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset


class Game(NamedTuple):
    """A recorded game on which two rulesets (by their references) part for ``key``.

    ``line`` is the line (1-based) on which they part, 0 where it is the score alone; ``said`` is what each of the two says there,
    in English; ``""``: nothing.
    """

    key: str
    rulesets: tuple[str, str]
    log: str
    line: int
    said: tuple[str, str]


class Lack(NamedTuple):
    """A key for which two rulesets have no such game, and why (``Reason``); ``because`` is the key that leaves it idle."""

    key: str
    rulesets: tuple[str, str]
    reason: str
    because: str = ""


def games_of(found: Iterable[Witness | Absent]) -> tuple[list[Game], list[Lack]]:
    """What a search found, as pages show it."""
    games, lacks = [], []
    for one in found:
        if isinstance(one, Absent):
            lacks.append(Lack(one.key, one.references, one.reason.value, one.because))
        else:
            games.append(Game(one.key, one.references, one.text, one.line, said_by(one.judged, one.line)))
    return games, lacks


def shipped_games(references: Sequence[str], keys: Sequence[str]) -> tuple[list[Game], list[Lack]]:
    """The games of the suite for rulesets (those with options and files have none) and keys: all of a pair, of more rulesets the
    first for each key."""
    games, lacks, seen = [], [], set()
    single = len(references) > 2
    for pair in combinations(sorted(references), 2):
        try:
            told = read_index(pair)["keys"]
        except OSError:
            continue
        for key in (key for key in keys if key in told and key not in seen):
            if "reason" in told[key]:
                lacks.append(Lack(key, pair, told[key]["reason"], told[key].get("because", "")))
                continue
            games.append(_shipped(pair, key))
            if single:
                seen.add(key)
    return games, [] if single else lacks


def _shipped(pair: tuple[str, str], key: str) -> Game:
    case = next(load_cases(SHELF, folder_of(pair), str(data_path("fixtures", SHELF, folder_of(pair), file_of(key)))))
    rows = case.text.split("\n")
    line = next((i for i, row in enumerate(rows, 1) if row.endswith(HERE)), 0)
    text = "\n".join(row.removesuffix(HERE) for row in rows)
    both = judged(text, _ruleset(pair[0])), judged(text, _ruleset(pair[1]))
    return Game(key, pair, text, line, said_by(both, line))


@lru_cache(maxsize=32)
def _ruleset(reference: str) -> Ruleset:
    """A ruleset, the same object for game after game."""
    return load_ruleset(reference)


def witness_page(games: Sequence[Game], lacks: Sequence[Lack], words: Words) -> Iterator[str]:
    """Yield the page of games on which two rulesets part, and of the keys for which there are none."""
    yield from page(words("games"), words, [games_part(games, lacks, words)])


def games_part(games: Iterable[Game], lacks: Sequence[Lack], words: Words) -> Markup:
    """The part of a page with the games, one unfolding part a key."""
    by_key: dict[str, list[Game]] = {}
    for game in games:
        by_key.setdefault(game.key, []).append(game)
    groups = [(key, [figures(game, words, by_pair=len(of) > 1) for game in of]) for key, of in by_key.items()]
    return render("games.html", words, groups=groups, lacks=lacks)


def said_by(judged: tuple[Judged, Judged], line: int) -> tuple[str, str]:
    """What each of two rulesets says of a game at a line; of a game on whose score they part (0) the items of it."""
    return _said(judged[0], judged[1], line), _said(judged[1], judged[0], line)


def figures(game: Game, words: Words, *, by_pair: bool = False) -> Markup:
    """Every deal of a game as a figure, its differing play marked. ``by_pair``: there may be several games for its key."""
    log = parse(game.log)
    line = game.line or game.log.count("\n") + 1
    marks = {line: _marks(game, words)}
    name = f"play{_id(game.key)}{_id('-' + '--'.join(game.rulesets)) if by_pair else ''}"
    pair = words("game-title", left=game.rulesets[0], right=game.rulesets[1])
    clean = game.rulesets[0] if not game.said[0] else game.rulesets[1]
    shot = list(films(log, _ruleset(clean), marks=marks))
    titles = [pair if len(shot) == 1 else f"{pair}: {words('deal-n', deal=film.deal)}" for film in shot]
    numbered = enumerate(zip(shot, titles, strict=True), 1)
    shown = (stepper(film, words, name=f"{name}-{i}", title=title, start=first_marked(film)) for i, (film, title) in numbered)
    return Markup("").join(shown)


def chosen(games: Sequence[Game], keys: Iterable[str], names: Iterable[str]) -> dict[str, list[Game]]:
    """Games of the rulesets ``names`` by key, in the order of ``keys``: all of a pair, of more the shortest for each key."""
    known = set(names)
    by_key: dict[str, list[Game]] = {}
    for game in games:
        if known.issuperset(game.rulesets):
            by_key.setdefault(game.key, []).append(game)
    ordered = {key: by_key[key] for key in keys if key in by_key}
    if len(known) <= 2:
        return ordered
    return {key: [min(of, key=lambda game: len(game.log))] for key, of in ordered.items()}


def _marks(game: Game, words: Words) -> list[Mark]:
    marks = []
    for ruleset, said in sorted(zip(game.rulesets, game.said, strict=True), key=lambda pair: not pair[1]):
        marks.append(Mark("differs", f"{ruleset}: {said}") if said else Mark("fine", ruleset, words.language))
    return marks


def _said(mine: Judged, other: Judged, line: int) -> str:
    if line:
        return "; ".join(f"{found.id}: {found.message}" for found in mine.findings if found.line == line)
    parts = []
    for side, items in mine.scores.items():
        theirs = other.scores.get(side, {})
        names = [name for name in {**items, **theirs} if items.get(name, 0) != theirs.get(name, 0)]
        parts += [f"score {side}: {name} {items.get(name, 0)}" for name in names]
    return "; ".join(parts)


def _id(text: str) -> str:
    return re.sub(r"[^a-z0-9_-]", "_", text.replace("/", "-"))
