"""Report formats by name. Each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from canasta_audit.render.stream import Renderer

FORMATS: dict[str, str] = {"text": "text", "concise": "concise", "json": "json_", "jsonl": "jsonl", "html": "html.audit"}
"""Module of every format."""


def renderer(name: str) -> Renderer:
    """Return the renderer of a format.

    Raises ``KeyError`` for a name that is not among ``FORMATS``.
    """
    return cast(Renderer, import_module(f"canasta_audit.render.{FORMATS[name]}").render)
