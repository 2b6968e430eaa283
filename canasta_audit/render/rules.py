"""A ruleset as it is in effect: chapter by chapter, every key with its value and source, and where it was set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.finding import Citation
from canasta_audit.render.place import value_text
from canasta_audit.render.style import paint, printable
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.model import Origin, Ruleset


def show_ruleset(ruleset: Ruleset, *, origin: bool = False, color: bool = False) -> Iterator[str]:
    """Yield the effective rules of the largest table, then what differs at the others, options and readings."""
    yield f"{paint(printable(ruleset.reference), 'strong', color)}: {printable(ruleset.title)}\n"
    yield f"text {printable(ruleset.text)}, digest {ruleset.digest}\n"
    most = max(ruleset.tables)
    values = leaf_values(ruleset, most)
    for chapter in CHAPTERS:
        yield f"\n{paint(chapter, 'strong', color)}\n"
        for pointer, value in values.items():
            if pointer.startswith(f"/{chapter}/"):
                yield _row(pointer.removeprefix(f"/{chapter}/"), value, pointer, ruleset, most, origin)
    for players in sorted(ruleset.tables):
        if players != most:
            yield f"\n{paint(f'with {players} players', 'strong', color)}\n"
            for pointer, value in leaf_values(ruleset, players).items():
                if values.get(pointer) != value:
                    yield _row(pointer, value, pointer, ruleset, players, origin)
    yield from _options(ruleset, color)
    yield from _readings(ruleset, color)


def leaf_values(ruleset: Ruleset, players: int) -> dict[str, str]:
    """Every pointer of a leaf at a table of ``players``, with its value as text; in the order of the chapters.

    Raises ``KeyError`` for a number of players that the ruleset has no rules for.
    """
    order = list(CHAPTERS)
    pointers = sorted(ruleset.origins[players], key=lambda pointer: order.index(pointer.split("/")[1]))
    return {pointer: value_text(ruleset.parameter(pointer, players).value) for pointer in pointers}


def list_rulesets(rulesets: Iterable[tuple[str, str]], color: bool = False) -> Iterator[str]:
    """Yield name and title of every ruleset, a line each."""
    for name, title in rulesets:
        yield f"{paint(f'{name:<16}', 'strong', color)} {printable(title)}\n"


def _row(name: str, value: str, pointer: str, ruleset: Ruleset, players: int, origin: bool) -> str:
    row = f"  {name}: {value}"
    sources = source_text(ruleset.citations[players].get(pointer, ()), pointer in ruleset.silent[players])
    if sources:
        row = f"{row:<52} # {sources}"
    if origin:
        row = f"{row:<76} {_origin(ruleset.origins[players][pointer])}"
    return row.rstrip() + "\n"


def source_text(citations: Iterable[Citation], silent: bool) -> str:
    """Text and lines that settle a value: ``uk-wiki 60, 62``; ``published laws`` where the text is silent."""
    lines: dict[str, list[str]] = {}
    for citation in citations:
        lines.setdefault(citation.text, []).append(str(citation.line))
    parts = [f"{printable(text)} {', '.join(dict.fromkeys(numbers))}" for text, numbers in lines.items()]
    return "; ".join(parts + (["published laws"] if silent else []))


def _origin(origin: Origin) -> str:
    by = f" (by {origin.by}{' players' if origin.by.isdigit() else ''})" if origin.by else ""
    return f"{printable(origin.file)}:{origin.line}{by}"


def _options(ruleset: Ruleset, color: bool) -> Iterator[str]:
    if ruleset.options:
        yield f"\n{paint('options', 'strong', color)}\n"
    for option in ruleset.options.values():
        mark = "+" if option.name in ruleset.chosen else " "
        yield f" {mark}{option.name}: {printable(option.title)}\n"


def _readings(ruleset: Ruleset, color: bool) -> Iterator[str]:
    if ruleset.readings:
        yield f"\n{paint('readings', 'strong', color)}\n"
    for reading in ruleset.readings.values():
        yield f"  {reading.id}: {printable(reading.question)}\n    -> {printable(reading.chosen)}\n"
        if reading.options:
            yield f"       otherwise: {', '.join(reading.options)}\n"
