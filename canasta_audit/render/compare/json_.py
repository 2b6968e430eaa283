"""Comparisons as one JSON document each; ``schemas/compare.schema.json`` describes them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from canasta_audit.compare.game import GameComparison, Parting, ScoreRow
from canasta_audit.compare.infer import Explanation, Inference
from canasta_audit.compare.matrix import Matrix, Row
from canasta_audit.finding import Finding
from canasta_audit.render.records import TOOL, Record, finding_record
from canasta_audit.render.stream import Options
from canasta_audit.ruleset.keys import find_key
from canasta_audit.ruleset.model import Ruleset

SCHEMA_VERSION = 1
"""Raised when a reader would have to change."""


def matrix(found: Matrix, options: Options, all_rows: bool = False) -> Iterator[str]:
    """Yield the matrix of some rulesets."""
    references = [ruleset.reference for ruleset in found.rulesets]
    distances = [
        {"rulesets": [references[one.left], references[one.right]], "keys": one.keys, "chapters": one.chapters}
        for one in found.distances
    ]
    yield from _document(
        "matrix",
        found.rulesets,
        {
            "players": found.players,
            "differing": sum(row.differs for row in found.rows),
            "alike": sum(not row.differs for row in found.rows),
            "rows": [_row(row, references) for row in found.rows if all_rows or row.differs],
            "distances": distances,
            "nearest": {references[i]: [references[j] for j in near] for i, near in enumerate(found.nearest)},
        },
    )


def game(found: GameComparison, options: Options) -> Iterator[str]:
    """Yield a game under several rulesets."""
    references = [ruleset.reference for ruleset in found.rulesets]
    first = found.first
    yield from _document(
        "game",
        found.rulesets,
        {
            "file": found.file,
            "first": first and _parting(first, references),
            "partings": [_parting(parting, references) for parting in found.partings],
            "scores": [_score(row, references) for row in found.scores],
        },
    )


def inference(found: Inference, options: Options) -> Iterator[str]:
    """Yield what explains a record."""
    rulesets = [one.ruleset for one in found.explanations]
    data = {
        "ties": found.ties,
        "first": [one.ruleset.reference for one in found.first],
        "explanations": [_explanation(one) for one in found.explanations],
        "untouched": list(found.untouched),
    }
    yield from _document("inference", rulesets, data)


def _document(kind: str, rulesets: Sequence[Ruleset], data: Record) -> Iterator[str]:
    told = [{"ruleset": one.reference, "title": one.title, "text": one.text, "digest": one.digest} for one in rulesets]
    whole = {"schema_version": SCHEMA_VERSION, "tool": TOOL, "type": kind, "rulesets": told, **data}
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    yield text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def _row(row: Row, references: Sequence[str]) -> Record:
    key = find_key(row.pointer)
    cells = {
        references[i]: {
            "value": cell.value,
            "citations": [citation._asdict() for citation in cell.citations],
            "readings": list(cell.readings),
            "silent": cell.silent,
            "reconstructed": cell.reconstructed,
            "origin": cell.origin._asdict(),
        }
        for i, cell in enumerate(row.cells)
    }
    bridges = [
        {"ruleset": references[one.ruleset], "option": one.option, "like": [references[i] for i in one.like]} for one in row.bridges
    ]
    title = key.title if key else ""
    return {"key": row.pointer, "title": title, "chapter": row.chapter, "differs": row.differs, "cells": cells, "bridges": bridges}


def _parting(parting: Parting, references: Sequence[str]) -> Record:
    found = {name: _records(findings) for name, findings in zip(references, parting.findings, strict=True)}
    place = {"line": parting.line, "match": parting.match, "deal": parting.deal, "turn": parting.turn, "text": parting.text}
    return {**place, "keys": list(parting.keys), "findings": found}


def _score(row: ScoreRow, references: Sequence[str]) -> Record:
    totals = [score and {"total": score.total, "known": score.known} for score in row.scores]
    return {
        "match": row.match,
        "deal": row.deal,
        "side": row.side,
        "differs": row.differs,
        "scores": dict(zip(references, totals, strict=True)),
        "items": {item: dict(zip(references, points, strict=True)) for item, points in row.items},
    }


def _explanation(one: Explanation) -> Record:
    return {
        "ruleset": one.ruleset.reference,
        "options": list(one.ruleset.chosen),
        "weight": one.weight,
        "missed": round(one.missed, 1),
        "findings": _records(one.findings),
        "against": _records(one.against),
        "open": [row._asdict() for row in one.open],
    }


def _records(findings: Sequence[Finding]) -> list[Any]:
    return [finding_record(finding) for finding in findings]
