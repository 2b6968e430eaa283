"""Statistics as a page; it is in English."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.language import words
from canasta_audit.render.html.page import page
from canasta_audit.render.html.page import render as filled
from canasta_audit.render.stats import words as told
from canasta_audit.render.stream import Options
from canasta_audit.store.figures import Stats


def render(found: Stats, options: Options, most: int) -> Iterator[str]:
    """Yield the page."""
    english = words("en")
    title = ", ".join(found.asked.events) if found.asked.events else "What is in the store"
    met = told.has_met(found)
    tables = [(section, told.shown(found.groups[section], most)) for section in found.asked.sections if section in found.groups]
    body = filled("stats.html", english, found=found, tables=tables, met=met, told=told)
    yield from page(title, english, [body])
