"""Findings, deals and matches as JSON from which the same values can be made again."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from canasta_audit.finding import Citation, Finding, Parameter, Related, Root
from canasta_audit.report import DealReport, MatchReport, SideScore
from canasta_audit.ruleset import chapters
from canasta_audit.table.score import Item

_dump = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""ASCII alone: a database takes neither zeros nor lone surrogates as text."""


def finding_text(finding: Finding) -> str:
    """All of a finding but the name of its file."""
    return _dump(
        [
            *(finding.id, finding.name, finding.severity, finding.grade, finding.template, plain(finding.data)),
            *(finding.line, finding.column, finding.end_column, finding.match, finding.deal, finding.turn, finding.seat),
            *(finding.text, finding.help, finding.parameter and _parameter(finding.parameter), finding.citation),
            # A log is told apart by where it is, whatever it is called.
            [("" if one.file == finding.file else one.file, one.line, one.label) for one in finding.related],
            finding.follows,
        ]
    )


def finding_of(text: str, file: str) -> Finding:
    """The finding again, in a log that is now called ``file``."""
    row = json.loads(text)
    id, name, severity, grade, template, data, line, column, end_column, match, deal, turn, seat, words, help, *more = row
    parameter, citation, related, follows = more
    return Finding(
        id, name, severity, grade, template, valued(data), file, line, column, end_column, match, deal, turn, seat, words, help,
        parameter and _parameter_of(parameter),
        tuple(Citation(*one) for one in citation),
        tuple(Related(one[0] or file, *one[1:]) for one in related),
        follows and Root(*follows),
    )  # fmt: skip


def deal_text(deal: DealReport) -> str:
    """All of a deal's report but what was read, and what could not be judged."""
    *head, scores, reconstructed, _, _ = deal
    # Rows become lists by themselves.
    return _dump([*head, scores, [_parameter(one) for one in reconstructed]])


def deal_of(text: str) -> DealReport:
    """The report again."""
    row: list[Any] = json.loads(text)
    row[-2:] = tuple(map(_score, row[-2])), tuple(map(_parameter_of, row[-1]))
    return DealReport(*row)


def match_text(match: MatchReport) -> str:
    """All of a match's report but its deals, and what could not be judged."""
    totals, bounds = list(match.totals.items()), list(match.bounds.items())
    return _dump([match.number, match.line, list(match.tags.items()), match.ruleset, match.digest, totals, match.winner, bounds])


def match_of(text: str) -> MatchReport:
    """The report again."""
    number, line, tags, ruleset, digest, totals, winner, bounds = json.loads(text)
    ends = {side: (low, high) for side, (low, high) in bounds}
    return MatchReport(number, line, dict(tags), ruleset, digest, (), dict(totals), winner, (), ends)


def plain(value: Any) -> Any:
    """A value as JSON: a row with its kind before it, so that it can be told from a list; what is neither becomes its text.

    >>> plain({"a": ("KS", 2)}), valued(plain({"a": ("KS", 2)}))
    ({'a': ['(', 'KS', 2]}, {'a': ('KS', 2)})
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): plain(one) for key, one in value.items()}
    kind = type(value).__name__
    if isinstance(value, tuple):
        return [kind if kind in _kinds() else "(", *map(plain, value)]
    if isinstance(value, list):
        return ["[", *map(plain, value)]
    if is_dataclass(value) and kind in _kinds():
        return [kind, *(plain(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, (set, frozenset)):
        return ["{", *sorted(map(plain, value), key=str)]
    return str(value)


def valued(data: Any) -> Any:
    """The value of such JSON. Raises ``ValueError`` for what is no such thing."""
    if isinstance(data, dict):
        return {key: valued(one) for key, one in data.items()}
    if not isinstance(data, list):
        return data
    kind, *rest = data
    found = [valued(one) for one in rest]
    if kind == "[":
        return found
    if kind == "(":
        return tuple(found)
    if kind == "{":
        return frozenset(found)
    if kind not in _kinds():
        raise ValueError(f"there is no value of the kind {kind}")
    return _kinds()[kind](*found)


@cache
def _kinds() -> dict[str, type]:
    """What values of rulesets consist of, by name."""
    return {
        name: kind
        for name, kind in vars(chapters).items()
        if isinstance(kind, type) and kind.__module__ == chapters.__name__ and (is_dataclass(kind) or issubclass(kind, tuple))
    }


def _parameter(one: Parameter) -> list[Any]:
    return [one.pointer, plain(one.value), one.file, one.line, one.status, one.readings]


def _parameter_of(row: list[Any]) -> Parameter:
    pointer, value, file, line, status, readings = row
    return Parameter(pointer, valued(value), file, line, status, tuple(readings))


def _score(row: list[Any]) -> SideScore:
    side, items, total, known, running, claimed, claimed_total, claimed_running, adjustments, bounds, ends = row
    return SideScore(
        side, tuple(map(_item, items)), total, known, running, tuple(map(tuple, claimed)), claimed_total, claimed_running,
        tuple(map(_item, adjustments)), tuple(map(tuple, bounds)), ends if ends is None else tuple(ends),
    )  # fmt: skip


def _item(row: list[Any]) -> Item:
    item, points, why, key = row
    return Item(item, points, tuple(why), key)
