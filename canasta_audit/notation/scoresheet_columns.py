"""The columns of a score sheet: what each is called, and which rows stand above them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from canasta_audit.notation.scoresheet_table import SEPARATORS, Cell, Raw, Row, cells_of, plain_name

ITEMS = (
    "natural", "mixed", "wild", "canastas", "threes", "opponents-threes", "held", "red-threes", "bonuses", "cards", "out",
    "concealed", "partner", "hand",
)  # fmt: skip
"""Columns that are items of a score line, in the order in which they are written."""

SCORES = (*ITEMS, "total", "penalty", "director")
"""Columns whose points make the score of a deal."""

_CALLED: dict[str, tuple[str, ...]] = {
    "deal": ("deal no", "deal number", "hand no", "hand number", "round", "no", "nr", "раздача", "сдача", "№", "dona", "mana nr"),
    "side": ("sides", "team", "pair", "player", "players", "name", "команда", "сторона", "пара", "игрок", "echipa"),
    "match": ("game", "match no", "матч", "partida"),
    "dealer": ("dealt by", "сдающий", "сдал", "сдает", "imparte"),
    "first": ("first player", "первый ход"),
    "before": ("carried", "score before", "start", "до сдачи", "inainte"),
    "minimum": ("initial meld", "opening", "минимум", "minim"),
    "natural": ("naturals", "natural canastas", "clean", "чистые", "натуральные", "naturale", "curate"),
    "mixed": ("mixed canastas", "dirty", "смешанные", "mixte", "impure"),
    "wild": ("wilds", "wild canastas", "из джокеров", "de jokeri"),
    "canastas": ("canasta", "canasta bonus", "canasta bonuses", "канасты", "canaste"),
    "bonuses": ("bonus", "all bonuses", "бонусы", "премии", "prime"),
    "cards": ("card points", "melds", "melded cards", "карты", "очки за карты", "carti", "etalari"),
    "threes": ("red threes laid", "red 3", "red 3s", "тройки", "treiari", "trei rosii"),
    "red-threes": ("all red threes", "красные тройки"),
    "opponents-threes": ("threes of opponents", "opponents red threes", "тройки противников"),
    "held": ("threes held", "red threes held", "held threes", "тройки на руках"),
    "out": ("going out", "went out", "out bonus", "выход", "inchidere"),
    "concealed": ("concealed bonus", "concealed out", "закрытый выход", "ascuns"),
    "partner": ("partner bonus", "partner finishes"),
    "hand": ("hands", "in hand", "left", "cards left", "left in hand", "на руках", "рука", "in mana"),
    "penalty": ("penalties", "fine", "штраф", "penalizare"),
    "director": ("award", "adjustment", "судья", "arbitru"),
    "total": ("deal total", "score", "sum", "points", "deal score", "итог", "итого", "сумма", "puncte"),
    "running": ("running total", "totals", "cumulative", "so far", "after", "grand total", "всего", "общий счет", "cumulat"),
    "ended": ("end", "ending", "how ended", "конец", "sfarsit"),
    "remark": ("remarks", "comment", "comments", "note", "notes", "примечание", "observatii"),
}  # fmt: skip

NAMES: dict[str, str] = {plain_name(word): column for column, words in _CALLED.items() for word in (column, *words)}
"""Columns by what they may be called."""

TAGS = ("Event", "Date", "Round", "Table", "Ruleset", "Seats", "Sides", "Result", "North", "East", "South", "West", *"ABCDEF")
"""Tags that a row above the headings may give."""

_TAGS = {tag.casefold(): tag for tag in TAGS}
_LOOKED_AT = 40


class WrongSheet(Exception):
    """The text is no score sheet: its headings are missing or wrong. ``line`` and ``column`` are 1-based, 0 where there is none."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line, self.column = line, column


class Layout(NamedTuple):
    """How a table is laid out: its separator, the line of its headings, the column of each cell (``""``: unknown), the headings,
    and the tags above them with their lines.
    """

    separator: str
    line: int
    columns: tuple[str, ...]
    headings: Row
    tags: Mapping[str, tuple[str, int]]


def column_of(heading: str) -> str:
    """The column that is called so, ``""`` where none is.

    >>> column_of("Red_threes"), column_of("Running Total"), column_of("weather")
    ('red-threes', 'running', '')
    """
    return NAMES.get(plain_name(heading), "")


def layout_of(rows: Sequence[Raw]) -> Layout:
    """Find separator and headings among the first rows. Raises ``WrongSheet``."""
    found = [_laid_out(rows, separator) for separator in SEPARATORS]
    best = max(found, key=lambda layout: (len(set(layout.columns) - {""}), len(layout.columns)))
    known = [column for column in best.columns if column]
    if len(best.columns) < 2 or not known:
        raise WrongSheet("no row of this file is a row of headings, such as: deal;side;total", best.line, 1 if best.line else 0)
    for cell, column in zip(best.headings.cells, best.columns, strict=True):
        if not column and cell.text and (near := _nearest(cell.text)):
            raise WrongSheet(f"no column is called {cell.text}; did you mean {near}?", best.line, cell.column)
    twice = next((column for column in known if known.count(column) > 1), None)
    if twice is not None:
        raise WrongSheet(f"two columns are called {twice}", best.line, 1)
    for wanted in ("deal", "side"):
        if wanted not in known:
            raise WrongSheet(f"the column {wanted} is missing; {_instead(wanted, best)}", best.line, 1)
    if not {*SCORES, "running"} & set(known):
        raise WrongSheet(f"no column has points, such as total; there are {', '.join(known)}", best.line, 1)
    return best


def _instead(wanted: str, layout: Layout) -> str:
    """The heading that may stand for a column that is missing, else those that there are."""
    import difflib

    unknown = {plain_name(cell.text): cell.text for cell in unknown_columns(layout)}
    near = difflib.get_close_matches(wanted, unknown, n=1, cutoff=0.4)
    return f"is it {unknown[near[0]]}?" if near else f"there are {', '.join(column for column in layout.columns if column)}"


def _laid_out(rows: Sequence[Raw], separator: str) -> Layout:
    """The layout by a separator: the headings are the row with the most known ones among those at the top."""
    tags: dict[str, tuple[str, int]] = {}
    above: list[Row] = []
    for raw in rows[:_LOOKED_AT]:
        row = cells_of(raw, separator)
        tag = tag_in(row)
        if tag is not None:
            tags.setdefault(tag[0], (tag[1], row.line))
        elif not row.empty and not row.broken and not is_remark(row):
            above.append(row)
    columns = [tuple(column_of(cell.text) for cell in row.cells) for row in above]
    best = max(range(len(above)), key=lambda i: len(set(columns[i]) - {""}), default=None)
    if best is None:
        return Layout(separator, 0, (), Row(0, "", ()), tags)
    line = above[best].line
    return Layout(separator, line, columns[best], above[best], {tag: told for tag, told in tags.items() if told[1] < line})


def is_remark(row: Row) -> bool:
    """Tell whether a row is a comment, or the line in which a spreadsheet names the separator."""
    return row.text.lstrip().startswith("#") or bool(re.fullmatch(r"sep=.?", row.text.strip(), re.IGNORECASE))


def tag_in(row: Row) -> tuple[str, str] | None:
    """The tag that a row gives, as ``Event;Club night``, ``Event: Club night`` or ``# Event: Club night``."""
    cells = [cell.text for cell in row.cells if cell.text]
    if not cells or row.broken:
        return None
    if len(cells) == 1:
        name, mark, value = re.sub("^#+ *", "", cells[0]).partition(":" if ":" in cells[0] else "=")
        cells = [name, value] if mark else []
    if len(cells) != 2:
        return None
    name = _TAGS.get(re.sub("^#+ *", "", cells[0]).strip(" :").casefold(), "")
    return (name, cells[1].strip()) if name and cells[1].strip() else None


def _nearest(heading: str) -> str:
    """The column that was probably meant, ``""`` where none is near."""
    import difflib

    near = difflib.get_close_matches(plain_name(heading)[:60], NAMES, n=1, cutoff=0.8)
    return NAMES[near[0]] if near else ""


def cells_by_column(layout: Layout, row: Row) -> dict[str, Cell]:
    """The cells of a row by their columns, those of unknown ones left out."""
    return {column: cell for column, cell in zip(layout.columns, row.cells, strict=False) if column and cell.text}


def unknown_columns(layout: Layout) -> Iterable[Cell]:
    """Yield the headings that are not known."""
    return (cell for cell, column in zip(layout.headings.cells, layout.columns, strict=True) if cell.text and not column)
