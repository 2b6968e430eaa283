"""Formats of a run's report by name. Each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

from canasta_audit.conform.outcome import Run

FORMATS: dict[str, str] = {"text": "text", "json": "json_", "junit": "junit", "markdown": "markdown"}
"""Module of every format."""

Renderer = Callable[[Run, bool], Iterator[str]]
"""Turns a run into pieces of text, in colours where the second argument says so and the format has any."""


def renderer(name: str) -> Renderer:
    """Return the renderer of a format.

    Raises ``KeyError`` for a name that is not among ``FORMATS``.
    """
    return cast(Renderer, import_module(f"canasta_audit.render.conform.{FORMATS[name]}").render)
