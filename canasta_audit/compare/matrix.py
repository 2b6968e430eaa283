"""The matrix of every key by ruleset: values, what they rest on, which options would make two texts agree, and how far texts lie
apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from canasta_audit.finding import Citation
from canasta_audit.ruleset.chapters import CHAPTERS, plainly
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.keys import chapter_keys
from canasta_audit.ruleset.model import Origin, Ruleset


class Cell(NamedTuple):
    """One ruleset's value of one key, as plain data, and what it rests on.

    ``silent``: the text does not speak of it and the published laws are followed; ``reconstructed``: the text has lost it;
    ``readings`` are ids of the ruleset's readings that settle it.
    """

    value: Any
    citations: tuple[Citation, ...]
    readings: tuple[str, ...]
    silent: bool
    reconstructed: bool
    origin: Origin


class Bridge(NamedTuple):
    """An option of ``ruleset`` that gives it the value that the rulesets ``like`` have (indices into ``Matrix.rulesets``)."""

    ruleset: int
    option: str
    like: tuple[int, ...]


class Row(NamedTuple):
    """One key: its pointer, its chapter, the cells in the order of the rulesets, and the options that would make some agree."""

    pointer: str
    chapter: str
    cells: tuple[Cell, ...]
    bridges: tuple[Bridge, ...]

    @property
    def differs(self) -> bool:
        """Tell whether the rulesets do not all have one value."""
        return any(cell.value != self.cells[0].value for cell in self.cells)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The rulesets (by index) that share a value, in the order of the first of each."""
        found: list[list[int]] = []
        for i, cell in enumerate(self.cells):
            same = next((group for group in found if self.cells[group[0]].value == cell.value), None)
            if same is None:
                found.append([i])
            else:
                same.append(i)
        return tuple(map(tuple, found))

    def differ(self, left: int, right: int) -> bool:
        """Tell whether two of the rulesets (by index) have different values."""
        return bool(self.cells[left].value != self.cells[right].value)


class Distance(NamedTuple):
    """How many keys of two rulesets (by index) differ, in all and by chapter; chapters without a difference are left out."""

    left: int
    right: int
    keys: int
    chapters: dict[str, int]


class Matrix(NamedTuple):
    """Every key of the rulesets compared, as played by ``players``.

    ``distances`` has one entry for each pair; ``nearest`` names for each ruleset those it differs least from (by index).
    """

    rulesets: tuple[Ruleset, ...]
    players: int
    rows: tuple[Row, ...]
    distances: tuple[Distance, ...]
    nearest: tuple[tuple[int, ...], ...]

    def chapters(self) -> Iterator[tuple[str, tuple[Row, ...]]]:
        """Yield every chapter that has rows, with these."""
        for chapter in CHAPTERS:
            rows = tuple(row for row in self.rows if row.chapter == chapter)
            if rows:
                yield chapter, rows

    def only(self, wanted: Iterable[str]) -> Matrix:
        """The matrix with the rows that begin with one of some pointers (``/melds``, ``/melds/wild``); distances stay whole."""
        prefixes = tuple(wanted)
        return self._replace(rows=tuple(row for row in self.rows if row.pointer.startswith(prefixes)))

    def distance(self, left: int, right: int) -> Distance:
        """The distance of two rulesets by index, in either order. Raises ``KeyError`` for a ruleset and itself."""
        for found in self.distances:
            if {found.left, found.right} == {left, right}:
                return found
        raise KeyError((left, right))


def common_players(rulesets: Sequence[Ruleset]) -> tuple[int, ...]:
    """Numbers of players that all rulesets have a game for, the highest first."""
    return tuple(sorted(set.intersection(*(set(ruleset.tables) for ruleset in rulesets)), reverse=True))


def compare(rulesets: Sequence[Ruleset], players: int | None = None) -> Matrix:
    """Hold two or more rulesets against each other, key by key, as they are played by ``players`` (``None``: the most they share).

    Raises ``ValueError`` for fewer than two rulesets, and ``KeyError`` for a number of players that one has no game for.
    """
    if len(rulesets) < 2:
        raise ValueError("nothing to compare with")
    shared = common_players(rulesets)
    number = players if players is not None else next(iter(shared), 0)
    if number not in shared:
        raise KeyError(number)
    values = [dict(leaves(plainly(ruleset.tables[number]))) for ruleset in rulesets]
    order = [pointer for pointer in chapter_keys() if pointer in values[0]]
    rows = tuple(_row(pointer, rulesets, values, number) for pointer in order)
    distances = tuple(_distance(rows, left, right) for left, right in combinations(range(len(rulesets)), 2))
    return Matrix(tuple(rulesets), number, rows, distances, tuple(_nearest(distances, i) for i in range(len(rulesets))))


def _row(pointer: str, rulesets: Sequence[Ruleset], values: Sequence[dict[str, Any]], players: int) -> Row:
    cells = tuple(_cell(pointer, ruleset, value[pointer], players) for ruleset, value in zip(rulesets, values, strict=True))
    return Row(pointer, pointer.split("/")[1], cells, tuple(_bridges(pointer, rulesets, cells, players)))


def _cell(pointer: str, ruleset: Ruleset, value: Any, players: int) -> Cell:
    parameter = ruleset.parameter(pointer, players)
    origins = ruleset.origins[players]
    origin = origins.get(pointer) or next(found for key, found in origins.items() if key.startswith(pointer + "/"))
    return Cell(
        value,
        ruleset.citations[players].get(pointer, ()),
        parameter.readings,
        pointer in ruleset.silent[players],
        parameter.status == "reconstructed",
        origin,
    )


def _bridges(pointer: str, rulesets: Sequence[Ruleset], cells: Sequence[Cell], players: int) -> Iterator[Bridge]:
    """Yield the options, one at a time, that give a ruleset the value of others that differ from it."""
    for i, ruleset in enumerate(rulesets):
        if all(cell.value == cells[i].value for cell in cells):
            continue
        for option in ruleset.options.values():
            if option.name in ruleset.chosen or (option.players and players not in option.players):
                continue
            given = dict(leaves(option.sets))
            if pointer not in given or given[pointer] == cells[i].value:
                continue
            like = tuple(j for j, cell in enumerate(cells) if cell.value == given[pointer])
            if like:
                yield Bridge(i, option.name, like)


def _distance(rows: Sequence[Row], left: int, right: int) -> Distance:
    chapters: dict[str, int] = {}
    for row in rows:
        if row.differ(left, right):
            chapters[row.chapter] = chapters.get(row.chapter, 0) + 1
    ordered = {chapter: chapters[chapter] for chapter in CHAPTERS if chapter in chapters}
    return Distance(left, right, sum(ordered.values()), ordered)


def _nearest(distances: Sequence[Distance], ruleset: int) -> tuple[int, ...]:
    mine = [found for found in distances if ruleset in (found.left, found.right)]
    least = min(found.keys for found in mine)
    return tuple(found.right if found.left == ruleset else found.left for found in mine if found.keys == least)
