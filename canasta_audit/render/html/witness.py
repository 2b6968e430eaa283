"""Games on which two rulesets part, as figures to step through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from canasta_audit.compare.matrix import Cell
from canasta_audit.compare.witness import Judged, judged
from canasta_audit.compare.witness_cases import read_index
from canasta_audit.language import Words
from canasta_audit.notation.parse import parse
from canasta_audit.render.html.film import Mark, films, with_record
from canasta_audit.render.html.laws import cited, troubles, value
from canasta_audit.render.html.page import page, render
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.html.stepper import first_marked, stepper
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset

if TYPE_CHECKING:
    from canasta_audit.compare.witness_search import Absent, Witness


class Game(NamedTuple):
    """A recorded game on which two rulesets (by their references) part for ``key``.

    ``line`` is the line (1-based) on which they part, 0 where it is the score alone; ``said`` is what each of the two says there,
    in English; ``""``: nothing. ``loaded`` are the two themselves, where they are at hand; ``cells`` their values of the key, where
    no matrix beside the game tells them.
    """

    key: str
    rulesets: tuple[str, str]
    log: str
    line: int
    said: tuple[str, str]
    loaded: tuple[Ruleset, ...] = ()
    cells: tuple[Cell, ...] = ()


class Lack(NamedTuple):
    """A key for which two rulesets have no such game, and why (``Reason``); ``because`` is the key that leaves it idle."""

    key: str
    rulesets: tuple[str, str]
    reason: str
    because: str = ""


def games_of(found: Iterable[Witness | Absent]) -> tuple[list[Game], list[Lack]]:
    """What a search found, as pages show it."""
    # Both are heavy, and the page of a comparison does without.
    from canasta_audit.compare.witness_log import cells
    from canasta_audit.compare.witness_search import Absent

    games, lacks = [], []
    for one in found:
        if isinstance(one, Absent):
            lacks.append(Lack(one.key, one.references, one.reason.value, one.because))
        else:
            games.append(Game(one.key, one.references, one.text, one.line, said_by(one.judged, one.line), cells=cells(one)))
    return games, lacks


def shipped_games(rulesets: Iterable[Ruleset], keys: Sequence[str]) -> tuple[list[Game], list[Lack]]:
    """The games of the suite for rulesets (those with options and files have none) and keys: all of a pair, of more rulesets the
    first for each key."""
    games, lacks, seen = [], [], set()
    known = {ruleset.reference: ruleset for ruleset in rulesets}
    single = len(known) > 2
    for pair in combinations(sorted(known), 2):
        try:
            told = read_index(pair)["keys"]
        except OSError:
            continue
        for key in (key for key in keys if key in told and key not in seen):
            if "reason" in told[key]:
                lacks.append(Lack(key, pair, told[key]["reason"], told[key].get("because", "")))
                continue
            games.append(_shipped(key, told[key], (known[pair[0]], known[pair[1]])))
            if single:
                seen.add(key)
    return games, [] if single else lacks


def _shipped(key: str, told: Mapping[str, Any], pair: tuple[Ruleset, Ruleset]) -> Game:
    """A game as an index has it. One ruleset finds nothing in it, and is asked for its scores only where the scores tell."""
    text, line = told["text"], told["line"] or 0
    nothing = Judged((), {})
    both = [judged(text, one) if not line or one.reference != told["lawful"] else nothing for one in pair]
    return Game(key, (pair[0].reference, pair[1].reference), text, line, said_by((both[0], both[1]), line), pair)


@lru_cache(maxsize=32)
def _ruleset(reference: str) -> Ruleset:
    """A ruleset, the same object for game after game."""
    return load_ruleset(reference)


def witness_page(games: Sequence[Game], lacks: Sequence[Lack], words: Words, quotes: Quotes | None = None) -> Iterator[str]:
    """Yield the page of games on which two rulesets part, and of the keys for which there are none."""
    yield from page(words("games"), words, _pieces(games, lacks, words, quotes))


def _pieces(games: Sequence[Game], lacks: Sequence[Lack], words: Words, quotes: Quotes | None) -> Iterator[Markup]:
    yield games_part(games, lacks, words, quotes)
    yield troubles(quotes, words)


def games_part(games: Iterable[Game], lacks: Sequence[Lack], words: Words, quotes: Quotes | None = None) -> Markup:
    """The part of a page with the games, one unfolding part a key."""
    by_key: dict[str, list[Game]] = {}
    for game in games:
        by_key.setdefault(game.key, []).append(game)
    groups = []
    for key, of in by_key.items():
        told = [pair for game in of for pair in zip(game.rulesets, game.cells, strict=False)]
        rests = [(name, value(cell.value, words, key), cell) for name, cell in told]
        groups.append((key, rests, [figures(game, words, by_pair=len(of) > 1) for game in of]))
    return render("games.html", words, groups=groups, lacks=lacks, cited=cited, quotes=quotes)


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
    clean = 0 if not game.said[0] else 1
    shot = list(films(log, game.loaded[clean] if game.loaded else _ruleset(game.rulesets[clean]), marks=marks))
    shot = list(with_record(shot, game.log.rstrip("\n").split("\n")))
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
