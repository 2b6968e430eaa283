"""Values of a ruleset and what they rest on, as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from canasta_audit.finding import Citation
from canasta_audit.language import Words
from canasta_audit.law import TEXTS
from canasta_audit.render.html.page import text_of
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.place import value_text
from canasta_audit.ruleset.model import Reading, Ruleset


class Passage(NamedTuple):
    """Lines of one section that a value rests on: ``language`` is the text's, ``quotes`` what the user's copy says there."""

    text: str
    language: str
    section: str
    lines: tuple[int, ...]
    quotes: tuple[tuple[int, str], ...] = ()


def passages(citations: Iterable[Citation], quotes: Quotes | None = None) -> list[Passage]:
    """Citations gathered by section, in their order; texts without lines (the published laws) have none."""
    sections: dict[tuple[str, str], set[int]] = {}
    for citation in citations:
        sections.setdefault((citation.text, citation.section), set()).add(citation.line)
    found = []
    for (text, section), numbers in sections.items():
        lines = tuple(sorted(numbers - {0}))
        said = tuple((line, words) for line in lines if quotes is not None and (words := quotes.line(text, line)))
        found.append(Passage(text, TEXTS[text].language if text in TEXTS else "en", section, lines, said))
    return found


def readings_of(ruleset: Ruleset, ids: Iterable[str]) -> list[Reading]:
    """The readings that a value rests on."""
    return [ruleset.readings[name] for name in ids if name in ruleset.readings]


def value(given: Any, words: Words) -> Markup:
    """A value as a ruleset file has it; yes, no and nothing in words, and mappings in a list on lines of their own."""
    if given is None or isinstance(given, bool):
        return text_of(words({None: "value-none", True: "value-yes", False: "value-no"}[given]))
    if isinstance(given, (list, tuple)) and given and all(isinstance(item, Mapping) for item in given):
        rows = (", ".join(f"{key} {value_text(item)}" for key, item in one.items()) for one in given)
        return Markup("<br>").join(_code(row) for row in rows)
    if isinstance(given, (list, tuple)):
        return Markup(", ").join(_code(value_text(item)) for item in given) or text_of(words("value-none"))
    return _code(value_text(given))


def _code(text: str) -> Markup:
    return Markup('<code translate="no">{}</code>').format(text_of(text))
