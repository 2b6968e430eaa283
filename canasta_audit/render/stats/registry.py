"""Formats of statistics by name. Each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from canasta_audit.render.stream import Options
from canasta_audit.store.figures import Stats

Render = Callable[[Stats, Options, int], Iterator[str]]
"""Turns statistics into pieces of text; of a table of faults no more rows are shown than the number tells, all of them for 0."""

FORMATS: dict[str, str] = {"text": "text", "csv": "csv_", "html": "html", "json": "json_"}
"""Module of every format."""


def renderer(name: str) -> Render:
    """Return the renderer of a format.

    Raises ``KeyError`` for a name that is not among ``FORMATS``.
    """
    return cast(Render, import_module(f"canasta_audit.render.stats.{FORMATS[name]}").render)
