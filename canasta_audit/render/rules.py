"""A ruleset as it is in effect: chapter by chapter, every rule in a sentence with its source, and where it was set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from canasta_audit.finding import Citation
from canasta_audit.render.place import value_text
from canasta_audit.render.sentence import sentence
from canasta_audit.render.style import paint, printable
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.keys import Key, find_key
from canasta_audit.ruleset.model import Origin, Reading, Ruleset

SILENT = "silent: the published laws are followed"


def show_ruleset(ruleset: Ruleset, *, players: int | None = None, origin: bool = False, color: bool = False) -> Iterator[str]:
    """Yield the effective rules of the largest table, then what differs at the others, options and readings.

    With ``players`` those of that table alone. Raises ``KeyError`` for a number of players that the ruleset has no rules for.
    """
    yield f"{paint(printable(ruleset.reference), 'strong', color)}: {printable(ruleset.title)}\n"
    yield f"text {printable(ruleset.text)}, digest {ruleset.digest}\n"
    shown = max(ruleset.tables) if players is None else players
    values = leaf_values(ruleset, shown)
    for chapter in CHAPTERS:
        about = _key(f"/{chapter}")
        yield f"\n{paint(about.title, 'strong', color)}: {about.description.removeprefix(f'{about.title}: ')}\n"
        for pointer in values:
            if pointer.startswith(f"/{chapter}/"):
                yield _row(pointer.removeprefix(f"/{chapter}/"), pointer, ruleset, shown, origin)
    for number in sorted(ruleset.tables) if players is None else ():
        if number != shown:
            yield f"\n{paint(f'With {number} players', 'strong', color)}\n"
            for pointer, value in leaf_values(ruleset, number).items():
                if values.get(pointer) != value:
                    yield _row(pointer, pointer, ruleset, number, origin)
    yield from _options(ruleset, color)
    yield "\n"
    yield from show_readings(ruleset, color)


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


def show_readings(ruleset: Ruleset, color: bool = False) -> Iterator[str]:
    """Yield the questions that the text leaves open, the answers chosen, and the options that answer otherwise."""
    if ruleset.readings:
        yield f"{paint('Readings', 'strong', color)}: questions that the text leaves open, and the answers in effect\n"
    for reading in ruleset.readings.values():
        yield f"  {reading.id}: {printable(reading.question)}? [{_lines(reading)}]\n    -> {printable(reading.chosen)}\n"
        for name in reading.options:
            mark = "chosen" if name in ruleset.chosen else "otherwise"
            yield f"       {mark} +{name}: {printable(ruleset.options[name].title)}\n"


def reading_records(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The readings as plain data: question, answer, lines, the keys that rest on it, and the options that answer otherwise."""
    players = max(ruleset.tables)
    grounds = ruleset.grounds[players]
    return [
        {
            "id": reading.id,
            "question": reading.question,
            "chosen": reading.chosen,
            "text": reading.text,
            "lines": list(reading.lines),
            "keys": [pointer for pointer, names in grounds.items() if reading.id in names],
            "options": [
                {
                    "name": name,
                    "title": ruleset.options[name].title,
                    "chosen": name in ruleset.chosen,
                    "set": dict(leaves(ruleset.options[name].sets)),
                }
                for name in reading.options
            ],
        }
        for reading in ruleset.readings.values()
    ]


def _key(pointer: str) -> Key:
    key = find_key(pointer)
    assert key is not None, pointer
    return key


def _row(name: str, pointer: str, ruleset: Ruleset, players: int, origin: bool) -> str:
    parameter, set_at = ruleset.parameter(pointer, players), ruleset.origins[players][pointer]
    sources = [source_text(ruleset.citations[players].get(pointer, ()), pointer in ruleset.silent[players])]
    if parameter.status:
        sources.append(f"{parameter.status}: {', '.join(parameter.readings) or 'elsewhere'}")
    if set_at.by:
        sources.append(f"set for {set_at.by} players" if set_at.by.isdigit() else f"set by option {set_at.by}")
    if origin:
        sources.append(_place(set_at))
    said = printable(sentence(_key(pointer), parameter.value))
    return f"  {said}  [{'; '.join([name, *filter(None, sources)])}]\n"


def source_text(citations: Iterable[Citation], silent: bool) -> str:
    """Text and lines that settle a value: ``uk-wiki:60,62``; where the text is silent, that it is."""
    lines: dict[str, list[str]] = {}
    for citation in citations:
        lines.setdefault(citation.text, []).append(str(citation.line))
    parts = [f"{printable(text)}:{','.join(dict.fromkeys(numbers))}" for text, numbers in lines.items()]
    return "; ".join(parts + ([SILENT] if silent else []))


def _lines(reading: Reading) -> str:
    return source_text([Citation(reading.text, "", line) for line in reading.lines], False)


def _place(origin: Origin) -> str:
    return f"{printable(origin.file)}:{origin.line}"


def _options(ruleset: Ruleset, color: bool) -> Iterator[str]:
    if ruleset.options:
        yield f"\n{paint('Options', 'strong', color)}: switched on behind the name, {printable(ruleset.name)}+OPTION\n"
    for option in ruleset.options.values():
        mark = "+" if option.name in ruleset.chosen else " "
        yield f" {mark}{option.name}: {printable(option.title)}\n"
