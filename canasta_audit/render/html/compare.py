"""The comparison of rulesets as a page: overview, distances, every key with its citations, games that show a key, the glossary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from canasta_audit.compare.matrix import Matrix, Row
from canasta_audit.finding import Citation
from canasta_audit.language import Words, terms
from canasta_audit.law import TEXTS
from canasta_audit.render.html.laws import Passage, own_terms, passages, readings_of, troubles, value
from canasta_audit.render.html.page import page, render
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.html.witness import Game, Lack, chosen, games_part
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.model import Reading


class Cell(NamedTuple):
    """A cell of the matrix as the page shows it; ``kind`` numbers the values of its row, the commonest first."""

    ruleset: str
    value: Markup
    kind: int
    passages: Sequence[Passage]
    citations: Sequence[Citation]
    readings: Sequence[Reading]
    silent: bool
    reconstructed: bool
    by: str
    bridges: Sequence[tuple[str, str]]


class Line(NamedTuple):
    """A row of the matrix as the page shows it: ``name`` is its id and that of the key's title, ``games`` their number, ``terms``
    what the texts call it."""

    pointer: str
    name: str
    chapter: str
    differs: bool
    cells: Sequence[Cell]
    games: int
    terms: Sequence[tuple[str, str]]


class Shown(NamedTuple):
    """What a page shows besides a matrix: games on which rulesets part, keys for which there are none, and the user's own copies of
    the texts, from which the cited lines are quoted. ``all_rows``: keys in which all agree are not folded away at first.
    """

    games: Sequence[Game] = ()
    lacks: Sequence[Lack] = ()
    quotes: Quotes | None = None
    all_rows: bool = False


PLAIN = Shown()
"""The matrix alone."""


def compare_page(matrix: Matrix, words: Words, shown: Shown = PLAIN) -> Iterator[str]:
    """Yield the page of a comparison. Of the games those of the rulesets compared are shown, for more than two one a key."""
    names = [ruleset.reference for ruleset in matrix.rulesets]
    title = words("compare-title", n=len(names)) if len(names) > 2 else words("compare-two", left=names[0], right=names[1])
    yield from page(title, words, _body(matrix, words, shown))


def glossary(words: Words) -> Markup:
    """The terms of the game in the page's language, and the words that each text uses for them."""
    texts = list(TEXTS.values())
    rows = [(words(f"term-{term}"), said) for term, said in terms([(text.language, text.id) for text in texts]).items()]
    return render("glossary.html", words, terms=rows, texts=texts)


def _body(matrix: Matrix, words: Words, shown: Shown) -> Iterator[Markup]:
    names = [ruleset.reference for ruleset in matrix.rulesets]
    by_key = chosen(shown.games, [row.pointer for row in matrix.rows], names)
    differing = sum(row.differs for row in matrix.rows)
    yield render("overview.html", words, matrix=matrix, texts=TEXTS, differing=differing, distances=_distances(matrix))
    chapters = [name for name in CHAPTERS if any(row.chapter == name for row in matrix.rows)]
    yield render("filter.html", words, matrix=matrix, chapters=chapters, all_rows=shown.all_rows)
    for chapter in chapters:
        inside = [row for row in matrix.rows if row.chapter == chapter]
        rows = [_row(row, matrix, words, len(by_key.get(row.pointer, ())), shown.quotes) for row in inside]
        called = own_terms(f"chapter-{chapter}", words, (ruleset.text for ruleset in matrix.rulesets))
        yield render("chapter.html", words, chapter=chapter, rows=rows, names=names, terms=called)
    yield Markup("</div>\n")
    yield troubles(shown.quotes, words)
    missing = [lack for lack in shown.lacks if set(names).issuperset(lack.rulesets) and lack.key not in by_key]
    if by_key or missing:
        yield games_part((game for of in by_key.values() for game in of), missing, words)
    yield glossary(words)


def _distances(matrix: Matrix) -> list[list[int | None]]:
    """Rows of the table of distances, ``None`` for a ruleset and itself."""
    every = range(len(matrix.rulesets))
    return [[None if i == j else matrix.distance(i, j).keys for j in every] for i in every]


def _row(row: Row, matrix: Matrix, words: Words, games: int, quotes: Quotes | None) -> Line:
    values = [cell.value for cell in row.cells]
    names = [ruleset.reference for ruleset in matrix.rulesets]
    kinds: list[Any] = []
    # The commonest value comes first and has no colour of its own.
    for one in sorted(values, key=values.count, reverse=True):
        if one not in kinds:
            kinds.append(one)
    cells = []
    for i, (ruleset, cell) in enumerate(zip(matrix.rulesets, row.cells, strict=True)):
        kind = kinds.index(cell.value)
        bridges = [(b.option, ", ".join(names[j] for j in b.like)) for b in row.bridges if b.ruleset == i]
        by = cell.origin.by if cell.origin.by in ruleset.chosen else ""
        cited = passages(cell.citations, quotes), cell.citations, readings_of(ruleset, cell.readings)
        shown = value(cell.value, words, row.pointer, ruleset.text)
        cells.append(Cell(names[i], shown, kind, *cited, cell.silent, cell.reconstructed, by, bridges))
    name = "key" + row.pointer.replace("/", "-")
    terms = own_terms(name, words, (ruleset.text for ruleset in matrix.rulesets))
    return Line(row.pointer, name, row.chapter, row.differs, cells, games, terms)
