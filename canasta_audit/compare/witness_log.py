"""A witness written out: what it rests on, and the log that anyone can replay."""

from __future__ import annotations

import json

from canasta_audit.compare.matrix import Cell, compare
from canasta_audit.compare.witness_search import Absent, Witness
from canasta_audit.notation import model as n
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.load import load_ruleset

HERE = "  # here"
"""Marks the line on which two rulesets part."""


def cells(found: Witness | Absent) -> tuple[Cell, Cell]:
    """The values of the key in both rulesets, with what they rest on."""
    matrix = compare([load_ruleset(reference) for reference in found.references], found.players)
    left, right = next(row.cells for row in matrix.rows if row.pointer == found.key)
    return left, right


def cited(found: Witness, which: int) -> list[str]:
    """The places of a text that settle what a ruleset says, ``uk-wiki 62``; where it is silent, those of the other."""
    both = cells(found)
    for citations in (both[which].citations, both[1 - which].citations):
        places = [f"{citation.text} {citation.line}" for citation in citations if citation.line]
        if places:
            return list(dict.fromkeys(places))
    findings = (finding for said in found.judged for finding in said.findings)
    return [f"{one.text} {one.line}" for finding in findings for one in finding.citation if one.line][:1]


def said(found: Witness, which: int) -> list[str]:
    """What one of the two rulesets says of the game: the findings, else items of scores as they differ."""
    mine, other = found.judged[which], found.judged[1 - which]
    told = [f"{finding.id} {finding.name}" for finding in mine.findings]
    if not found.line:
        for side, items in mine.scores.items():
            theirs = other.scores.get(side, items)
            names = [name for name in {**items, **theirs} if items.get(name, 0) != theirs.get(name, 0)]
            told += [f"{name} {side} {items.get(name, 0)}" for name in names]
    return told


def log_of(found: Witness) -> str:
    """The log with tags, by the ruleset under which it is lawful, and what each of the two says as comments."""
    lines = found.text.splitlines()
    if found.line:
        lines[found.line - 1] += f"{HERE}, by {found.references[1 - found.clean]}"
    tags = [line for line in lines if line.startswith("[")]
    head: list[n.Line] = [
        n.Tag(name="Event", value=f"Witness {found.key}"),
        n.Tag(name="Ruleset", value=found.references[found.clean]),
    ]
    both = cells(found)
    told = [f"# seed {found.seed}, from {found.source}"]
    for which, cell in enumerate(both):
        places = ", ".join(f"{one.text} {one.line}".removesuffix(" 0") for one in cell.citations)
        value = json.dumps(cell.value, ensure_ascii=False)
        told.append(f"# {found.references[which]}: {found.key} = {value} ({places}): {', '.join(said(found, which)) or 'lawful'}")
    return "\n".join([*map(write_line, head), *tags, *told, *lines[len(tags) :]]) + "\n"
