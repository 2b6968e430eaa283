"""A table in a text: its rows and cells with their places, the separator it uses, its headings, and the numbers people write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from canasta_audit.source import BrokenLine

SEPARATORS = ";\t,|"
_MOST_JOINED = 20
"""Lines that a quoted cell may go over."""


class Cell(NamedTuple):
    """The text of a cell, without blanks around it, and the 1-based columns where it begins and ends in its line."""

    text: str
    column: int
    end: int


class Row(NamedTuple):
    """A row: the 1-based line where it begins, that line as it stands, its cells, and what is wrong with it as a whole."""

    line: int
    text: str
    cells: tuple[Cell, ...]
    broken: str = ""

    @property
    def empty(self) -> bool:
        """Tell whether no cell holds anything."""
        return not self.broken and not any(cell.text for cell in self.cells)


class Raw(NamedTuple):
    """Lines of the text that make one row."""

    line: int
    text: str
    broken: str = ""


def raw_rows(lines: Iterable[str]) -> Iterator[Raw]:
    """Join lines where a quoted cell goes on; one that never ends is a broken row, and the lines behind it stand for themselves."""
    waiting: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if isinstance(line, BrokenLine):
            yield from _apart(waiting)
            waiting = []
            wanted = "a shorter line" if line.code == "line-too-long" else "text in UTF-8, or another --encoding"
            yield Raw(number, str(line), wanted)
            continue
        text = line.lstrip("\ufeff") if number == 1 else line
        waiting.append((number, text.rstrip("\r\n")))
        joined = "\n".join(text for _, text in waiting)
        if not _is_open(joined):
            yield Raw(waiting[0][0], joined)
            waiting = []
        elif len(waiting) >= _MOST_JOINED:
            yield from _apart(waiting)
            waiting = []
    yield from _apart(waiting)


def _apart(waiting: Sequence[tuple[int, str]]) -> Iterator[Raw]:
    """Rows of lines that were not joined."""
    for number, text in waiting:
        yield Raw(number, text, 'a closing "' if _is_open(text) else "")


def _is_open(text: str) -> bool:
    """Tell whether a cell begins with a quotation mark and does not end. A mark within a cell is none."""
    if text.count('"') % 2 == 0:
        return False
    return any(_unclosed(text, separator) for separator in SEPARATORS)


def _unclosed(text: str, separator: str) -> bool:
    return any(not closed for _, closed in _split(text, separator))


def cells_of(raw: Raw, separator: str) -> Row:
    """The cells of a row."""
    shown = raw.text.split("\n")[0]
    if raw.broken:
        return Row(raw.line, shown, (), raw.broken)
    return Row(raw.line, shown, tuple(cell for cell, _ in _split(raw.text, separator)))


def _split(text: str, separator: str) -> Iterator[tuple[Cell, bool]]:
    """Yield cells, and whether their quotation marks are closed."""
    place = 0
    while True:
        start = place
        while place < len(text) and text[place] == " ":
            place += 1
        closed = True
        if text[place : place + 1] == '"':
            found = re.compile(r'"((?:[^"]|"")*)("?)').match(text, place)
            assert found is not None
            value, closed, stop = found[1].replace('""', '"'), bool(found[2]), found.end()
            rest = text.find(separator, stop)
            place = len(text) if rest < 0 else rest
            value += text[stop:place]
        else:
            rest = text.find(separator, place)
            place = len(text) if rest < 0 else rest
            value = text[start:place]
        begin = start + len(text[start:place]) - len(text[start:place].lstrip())
        yield Cell(" ".join(value.split()), begin + 1, max(begin + 1, start + len(text[start:place].rstrip())) + 1), closed
        if place >= len(text):
            return
        place += len(separator)


def plain_name(text: str) -> str:
    """A heading or a name as it is compared: small letters without accents, with one blank between words.

    >>> plain_name("  Red_Threes "), plain_name("Cărți")
    ('red threes', 'carti')
    """
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[\W_]+", " ", bare).split())


_BLANKS = re.compile(r"[\s\u00a0\u2000-\u200b\u202f\u2060'’]+")
_MINUS = re.compile(r"^[\u2212\u2010-\u2015\ufe63\uff0d]")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,12}|[1-9][0-9]{0,2}(?:[.,][0-9]{3})+)(?:[.,]0{1,6})?")
NOTHING = frozenset(("", "-", "\u2013", "\u2014", "\u2212"))
"""What an empty cell may hold."""


def number_in(text: str) -> int | None:
    """The whole number in a cell, ``None`` where there is none.

    >>> [number_in(text) for text in ("1.250,00", "300,0", "\u2212\u200945", "1 250", "(20)", "1,250", "12,5", "1O0")]
    [1250, 300, -45, 1250, -20, 1250, None, None]
    """
    bare = _BLANKS.sub("", text)
    if bare.startswith("(") and bare.endswith(")"):
        bare = "-" + bare[1:-1]
    bare = _MINUS.sub("-", bare)
    if not _NUMBER.fullmatch(bare):
        return None
    sign, digits = (-1, bare[1:]) if bare[0] == "-" else (1, bare.lstrip("+"))
    marks = [place for place, one in enumerate(digits) if one in ".,"]
    if marks and _is_decimal(digits, marks):
        digits = digits[: marks[-1]]
    value = sign * int(re.sub("[.,]", "", digits))
    return value if abs(value) < 10**9 else None


def _is_decimal(digits: str, marks: Sequence[int]) -> bool:
    """Tell whether the last mark begins the decimals: other ones stand before it, or not three digits follow."""
    last = digits[marks[-1]]
    behind = len(digits) - marks[-1] - 1
    return behind != 3 or any(digits[place] != last for place in marks[:-1]) or digits[: marks[0]] == "0"
