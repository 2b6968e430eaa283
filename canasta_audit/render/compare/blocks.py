"""What text and Markdown have in common: the parts of a page, before anybody writes them down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Heading(NamedTuple):
    """A heading; ``level`` 1 is the page's."""

    level: int
    text: str


class Para(NamedTuple):
    """A paragraph."""

    text: str


class Entry(NamedTuple):
    """One thing with rows of a short word and what is told of it; ``tail`` are remarks under them."""

    title: str
    note: str
    rows: Sequence[tuple[str, str]]
    tail: Sequence[str] = ()


class Table(NamedTuple):
    """A table of short cells; the first column is text, the others are figures."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


Block = Heading | Para | Entry | Table
