"""Report formats by name. Each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import cast

from canasta_audit.batch.task import Reads, Write
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
    return cast(Renderer, _module(name).render)


def reads(names: Iterable[str]) -> Reads:
    """What renderers of these formats read of deals, as their modules say by ``READS``; the report of every deal by default."""
    asked = {getattr(_module(name), "READS", "deals") for name in names}
    return "recorded" if "recorded" in asked else "deals" if "deals" in asked else "findings"


def without_notes(names: Iterable[str]) -> list[str]:
    """Those of the formats that cannot tell what they do not show, as their modules say by ``ROWS_ALONE``."""
    return [name for name in dict.fromkeys(names) if getattr(_module(name), "ROWS_ALONE", False)]


def writes(names: Iterable[str]) -> Write | None:
    """What may write the deals without a finding for these formats, as their modules say by ``WRITES``: all of those that read the
    reports of all deals have to agree on it.
    """
    modules = map(_module, names)
    asked = {getattr(one, "WRITES", None) for one in modules if getattr(one, "READS", "deals") != "findings"}
    return asked.pop() if len(asked) == 1 else None


def _module(name: str) -> ModuleType:
    return import_module(f"canasta_audit.render.{FORMATS[name]}")
