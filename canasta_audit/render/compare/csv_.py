"""Comparisons as tables with commas, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from canasta_audit.compare.game import GameComparison
from canasta_audit.compare.infer import Explanation, Inference
from canasta_audit.compare.matrix import Matrix
from canasta_audit.finding import Finding
from canasta_audit.render.compare.words import names, ranks, short_citation
from canasta_audit.render.place import value_text
from canasta_audit.render.stream import Options
from canasta_audit.render.style import printable


def matrix(found: Matrix, options: Options, all_rows: bool = False) -> Iterator[str]:
    """Yield a row for each key and ruleset."""
    yield _line(
        ("chapter", "key", "differs", "ruleset", "value", "citations", "readings", "silent", "reconstructed", "set_by", "bridges")
    )
    for row in found.rows:
        for i, cell in enumerate(row.cells) if all_rows or row.differs else ():
            bridges = [f"+{one.option}: {names(found.rulesets, one.like)}" for one in row.bridges if one.ruleset == i]
            marks = (_yes(cell.silent), _yes(cell.reconstructed), cell.origin.by, "; ".join(bridges))
            value = (found.rulesets[i].reference, value_text(cell.value), short_citation(cell.citations), " ".join(cell.readings))
            yield _line((row.chapter, row.pointer, _yes(row.differs), *value, *marks))


def game(found: GameComparison, options: Options) -> Iterator[str]:
    """Yield a row for each line judged differently and ruleset, then one for each side's score and each item that differs."""
    yield _line(("what", "line", "match", "deal", "turn", "side", "ruleset", "found", "keys", "points", "text"))
    for part in found.partings:
        place = (part.line, part.match, part.deal, part.turn, "")
        for ruleset, findings in zip(found.rulesets, part.findings, strict=True):
            keys = dict.fromkeys(one.parameter.pointer for one in findings if one.parameter is not None)
            ids = " ".join(one.id for one in findings)
            yield _line(("play", *place, ruleset.reference, ids, " ".join(keys), "", part.text.strip()))
    for row in found.scores:
        totals = ("total", tuple(None if score is None else score.total for score in row.scores))
        for item, points in (totals, *row.items):
            for ruleset, value in zip(found.rulesets, points, strict=True):
                yield _line(("score", "", row.match, row.deal, "", row.side, ruleset.reference, item, "", value, ""))


def inference(found: Inference, options: Options) -> Iterator[str]:
    """Yield a row for each ruleset, then its findings: those that remain under the best, for the others what speaks against."""
    yield _line(("rank", "ruleset", "weight", "missed", "what", "file", "line", "match", "deal", "turn", "found", "key", "text"))
    for rank, one in zip(ranks(found), found.explanations, strict=True):
        yield from _explained(rank, one)


def _explained(rank: int, one: Explanation) -> Iterator[str]:
    head = (rank, one.ruleset.reference, one.weight, round(one.missed, 1))
    yield _line((*head, "explains", *[""] * 8))
    kind, findings = ("remains", one.findings) if rank == 1 else ("against", one.against)
    for finding in findings:
        yield _line((*head, kind, *_place(finding)))
    for row in one.open:
        yield _line((*head, "option-on" if row.chosen else "option-open", *[""] * 5, row.option, " ".join(row.keys), ""))


def _place(one: Finding) -> tuple[object, ...]:
    key = one.parameter.pointer if one.parameter is not None else ""
    return one.file, one.line, one.match, one.deal, one.turn, one.id, key, one.text.strip()


def _line(cells: Iterable[object]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(["" if cell is None else _safe(str(cell)) for cell in cells])
    return stream.getvalue()


def _safe(text: str) -> str:
    """Text that a spreadsheet does not take for a formula."""
    shown = printable(text)
    formula = shown.startswith(("=", "+", "@")) or (shown.startswith("-") and not shown[1:].isdigit())
    return f"'{shown}" if formula else shown


def _yes(value: bool) -> str:
    return "yes" if value else "no"
