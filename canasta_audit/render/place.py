"""Places, parameters and citations in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from canasta_audit.finding import Citation, Finding, Parameter
from canasta_audit.render.style import paint, printable


def place(finding: Finding) -> str:
    """``file:line:column``, or the file alone where the finding is about the whole of it."""
    file = printable(finding.file)
    return f"{file}:{finding.line}:{finding.column}" if finding.line else file


def coordinates(finding: Finding) -> str:
    """Where in the game: ``match 2, deal 3, turn 7, N``; the match only from the second on."""
    parts = []
    if finding.match is not None and finding.match > 1:
        parts.append(f"match {finding.match}")
    if finding.deal is not None:
        parts.append(f"deal {finding.deal}")
    if finding.turn is not None:
        parts.append(f"turn {finding.turn}")
    if finding.seat:
        parts.append(printable(finding.seat))
    return ", ".join(parts)


def value_text(value: object) -> str:
    """A ruleset's value as the YAML file would have it, on one line.

    >>> value_text(None), value_text(True), value_text(("joker", "two")), value_text(())
    ('null', 'true', '[joker, two]', '[]')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {value_text(item)}" for key, item in value.items()) + "}"
    fields: Any = getattr(value, "__dataclass_fields__", None) or getattr(value, "_fields", None)
    if fields is not None:
        return "{" + ", ".join(f"{name}: {value_text(getattr(value, name))}" for name in fields) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    return printable(str(value))


def parameter_text(parameter: Parameter) -> str:
    """``/melds/wild_cap = 3 (uk-regency.yaml:113)``; a reconstructed value says what it rests on."""
    set_at = f" ({printable(parameter.file)}:{parameter.line})" if parameter.file else ""
    return (
        f"{parameter.pointer} = {value_text(parameter.value)}{set_at}{f', {status}' if (status := status_text(parameter)) else ''}"
    )


def status_text(parameter: Parameter) -> str:
    """``reconstructed: ROK-1`` where the text is damaged: the readings that tell where the value comes from, or where it is set.

    >>> status_text(Parameter("/going_out/bonus", 300, "a.yaml", 9, "reconstructed", ("A-2",)))
    'reconstructed: A-2'
    """
    if not parameter.status:
        return ""
    origin = ", ".join(parameter.readings) or f"{parameter.file}:{parameter.line}"
    return f"{parameter.status}: {printable(origin)}"


def reconstructed_note(parameters: Iterable[Parameter], color: bool = False) -> Iterator[str]:
    """One line that names the reconstructed values a report rests on, with what they rest on; none where there are none."""
    origins: dict[str, list[str]] = {}
    for parameter in parameters:
        origins.setdefault(status_text(parameter).partition(": ")[2], []).append(printable(parameter.pointer))
    if origins:
        parts = [f"{', '.join(sorted(pointers))} ({origin})" for origin, pointers in origins.items()]
        yield f"{paint('note', 'note', color)}: this rests on reconstructed values, for the text is damaged: {'; '.join(parts)}\n"


def citation_texts(citations: Iterable[Citation]) -> list[str]:
    """One text a section: ``uk-wiki, "Heading", lines 77, 78``; a text without lines (the published laws) goes by its name.

    >>> citation_texts([Citation("a", "Melds", 7), Citation("a", "Scores", 9), Citation("a", "Melds", 5), Citation("b", "", 0)])
    ['a, "Melds", lines 5, 7', 'a, "Scores", line 9', 'b']
    """
    sections: dict[tuple[str, str], set[int]] = {}
    for citation in citations:
        sections.setdefault((citation.text, citation.section), set()).add(citation.line)
    return [_section_text(text, section, sorted(lines - {0})) for (text, section), lines in sections.items()]


def _section_text(text: str, section: str, lines: Sequence[int]) -> str:
    parts = [printable(text)]
    if section:
        parts.append(f'"{printable(section)}"')
    if lines:
        parts.append(f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}")
    return ", ".join(parts)
