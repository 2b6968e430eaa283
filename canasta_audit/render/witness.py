"""Witnesses as text, Markdown, JSON, CSV and a page: the game for each key on which two rulesets disagree, or why there is none."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator

from canasta_audit.compare.witness import Judged
from canasta_audit.compare.witness_log import cells, log_of, said
from canasta_audit.compare.witness_search import Absent, Witness
from canasta_audit.render.compare.words import ground
from canasta_audit.render.place import value_text
from canasta_audit.render.records import TOOL, Record, finding_record, plain
from canasta_audit.render.stream import Options
from canasta_audit.render.style import paint, plural, printable

SCHEMA_VERSION = 1
"""Raised when a reader would have to change."""

Found = Witness | Absent

REASONS = {
    "idle-in-one": "another key leaves it without effect in one of the two",
    "other-key-decides": "where it would tell, another key in which they differ tells first",
    "no-game-found": "none of the games looked at tells of it",
}
"""What the reasons mean."""


def text(found: Iterable[Found], options: Options) -> Iterator[str]:
    """Yield a paragraph for each key, the log indented."""
    counts = [0, 0]
    for one in found:
        counts[isinstance(one, Absent)] += 1
        yield f"{paint(one.key, 'strong', options.color)}{_note(one)}\n"
        for ruleset, words in _rows(one):
            yield f"  {printable(ruleset)}: {printable(words)}\n"
        if isinstance(one, Witness):
            yield from (f"    {printable(line)}\n" for line in _marked(one))
        yield "\n"
    yield f"{_summary(*counts)}\n"


def markdown(found: Iterable[Found], options: Options) -> Iterator[str]:
    """Yield a section for each key, the log as code."""
    counts = [0, 0]
    for one in found:
        counts[isinstance(one, Absent)] += 1
        yield f"## `{one.key}`\n\n"
        note = _note(one).strip()
        yield f"{note}\n\n" if note else ""
        yield from (f"* {printable(ruleset)}: `{printable(words)}`\n" for ruleset, words in _rows(one))
        yield "\n"
        if isinstance(one, Witness):
            yield "".join(["```\n", *(f"{printable(line)}\n" for line in _marked(one)), "```\n\n"])
    yield f"{_summary(*counts)}\n"


def json_(found: Iterable[Found], options: Options) -> Iterator[str]:
    """Yield one document; ``schemas/compare.schema.json`` describes it."""
    document = {"schema_version": SCHEMA_VERSION, "tool": TOOL, "type": "witnesses", "keys": [record(one) for one in found]}
    yield json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def csv_(found: Iterable[Found], options: Options) -> Iterator[str]:
    """Yield a row for each key and ruleset."""
    yield _line(
        ("key", "ruleset", "value", "lawful", "says", "line", "turns", "noise", "source", "seed", "reason", "because", "log")
    )
    for one in found:
        for which, cell in enumerate(cells(one)):
            head = (one.key, one.references[which], value_text(cell.value))
            if isinstance(one, Absent):
                yield _line((*head, *[""] * 7, one.reason.value, one.because, ""))
            else:
                lawful = "yes" if which == one.clean else "no"
                about = (one.line or "", one.turns, one.shown.noise, one.source, one.seed, "", "")
                yield _line((*head, lawful, "; ".join(said(one, which)), *about, one.text))


def html(found: Iterable[Found], options: Options) -> Iterator[str]:
    """Yield one page with the games as tables to step through."""
    # Heavy, and of all formats only this needs it.
    from canasta_audit.render.html.comparisons import witnesses

    yield from witnesses(found, options)


def record(one: Found) -> Record:
    """One key as plain data; the log stands as it is and with tags and remarks, ``line`` counts in the first."""
    both = [
        {"ruleset": ruleset, "value": plain(cell.value), "citation": plain(cell.citations), "readings": list(cell.readings)}
        for ruleset, cell in zip(one.references, cells(one), strict=True)
    ]
    head: Record = {"key": one.key, "players": one.players}
    if isinstance(one, Absent):
        return {**head, "rulesets": both, "reason": one.reason.value, "because": one.because or None}
    for which, row in enumerate(both):
        row |= _judged(one.judged[which]) | {"lawful": which == one.clean}
    about = {"line": one.line or None, "turns": one.turns, "noise": one.shown.noise, "source": one.source, "seed": one.seed}
    return {**head, "rulesets": both, **about, "text": one.text, "log": log_of(one)}


def _judged(found: Judged) -> Record:
    scores = {side: {**items, "total": found.totals[side]} for side, items in found.scores.items()}
    return {"findings": [finding_record(finding) for finding in found.findings], "scores": scores}


def _rows(one: Found) -> Iterator[tuple[str, str]]:
    for which, cell in enumerate(cells(one)):
        words = f"{value_text(cell.value)} [{ground(cell)}]"
        if isinstance(one, Witness):
            words += f": {'; '.join(said(one, which)) or 'lawful'}"
        yield one.references[which], words


def _note(one: Found) -> str:
    if isinstance(one, Absent):
        return f"  no witness: {REASONS[one.reason.value]}{f' ({one.because})' if one.because else ''}"
    others = f", {plural(one.shown.noise, 'other difference')}" if one.shown.noise else ""
    return f"  {plural(one.turns, 'turn')}, from {printable(one.source)}{others}"


def _marked(one: Witness) -> list[str]:
    lines = one.text.splitlines()
    if one.line:
        lines[one.line - 1] += "  # here"
    return lines


def _summary(games: int, without: int) -> str:
    return f"{plural(games, 'witness', 'witnesses')}, {plural(without, 'key')} without one"


def _line(row: Iterable[object]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(
        [printable(cell) if isinstance(cell, str) and "\n" not in cell else cell for cell in row]
    )
    return stream.getvalue()


FORMATS: dict[str, Callable[[Iterable[Found], Options], Iterator[str]]] = {
    "text": text,
    "markdown": markdown,
    "json": json_,
    "csv": csv_,
    "html": html,
}
"""Function of every format."""
