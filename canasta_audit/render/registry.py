"""Report formats by name. Each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import cast

from canasta_audit.batch.task import Reads
from canasta_audit.render.stream import Renderer

FORMATS: dict[str, str] = {
    "text": "text",
    "concise": "concise",
    "json": "json_",
    "jsonl": "jsonl",
    "csv": "csv_",
    "markdown": "markdown",
    "html": "html.audit",
    "sarif": "sarif",
    "junit": "junit",
    "github": "github",
}
"""Module of every format."""


def renderer(name: str) -> Renderer:
    """Return the renderer of a format.

    Raises ``KeyError`` for a name that is not among ``FORMATS``.
    """
    return cast(Renderer, import_module(f"canasta_audit.render.{FORMATS[name]}").render)


def reads(names: Iterable[str]) -> Reads:
    """What renderers of these formats read of deals, as their modules say by ``READS``; the report of every deal by default."""
    asked = {getattr(import_module(f"canasta_audit.render.{FORMATS[name]}"), "READS", "deals") for name in names}
    return "recorded" if "recorded" in asked else "deals" if "deals" in asked else "findings"
