"""Formats of comparisons by name. Each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

FORMATS: dict[str, str] = {
    "text": "canasta_audit.render.compare.text",
    "markdown": "canasta_audit.render.compare.markdown",
    "json": "canasta_audit.render.compare.json_",
    "csv": "canasta_audit.render.compare.csv_",
    "html": "canasta_audit.render.html.comparisons",
}
"""Module of every format; each has the functions ``matrix``, ``game`` and ``inference``."""


class Format(Protocol):
    """What a module of a format has: functions of a comparison and the report's options that yield pieces of text.

    ``matrix`` is told with ``all_rows`` whether rows in which the rulesets agree are shown as well.
    """

    matrix: Any
    game: Any
    inference: Any


def format_named(name: str) -> Format:
    """Return the module of a format.

    Raises ``KeyError`` for a name that is not among ``FORMATS``.
    """
    return cast(Format, import_module(FORMATS[name]))
