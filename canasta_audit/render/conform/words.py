"""Results of a run in words, for the formats that people read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from canasta_audit.conform.outcome import Result
from canasta_audit.render.style import printable

_STDERR_LINES = 5


def heard(result: Result) -> Iterator[str]:
    """What is wrong with a result, a line each: expectation and answer, the reason, another reading, standard error."""
    for kind in result.differs:
        yield f"{kind}: expected {told(kind, result.expected)}, got {told(kind, result.answer or {})}"
    if result.reason:
        yield result.reason
    if result.reading:
        yield f"so it would be with {result.reading}"
    for line in result.stderr.splitlines()[-_STDERR_LINES:]:
        yield f"stderr: {line}"


def told(kind: str, answer: Mapping[str, Any]) -> str:
    """What an answer or an expectation says of one kind.

    >>> told("lines", {"findings": [{"line": 4}, {"line": 5}]}), told("scores", {"scores": {"NS": 5}}), told("ids", {})
    ('4 5', 'NS 5', 'none')
    """
    if kind == "verdict":
        return str(answer.get("verdict", "none"))
    if kind == "scores":
        return " ".join(f"{side} {points}" for side, points in answer.get("scores", {}).items()) or "none"
    findings = answer.get("findings", [])
    if kind == "data":
        return "; ".join(f"{one.get('id', '')} {_pairs(one.get('data', {}))}" for one in findings) or "none"
    return " ".join(str(one.get(kind.removesuffix("s"), "?")) for one in findings) or "none"


def program_name(program: Mapping[str, Any]) -> str:
    """Name, version and language of the program under test, safe for a terminal."""
    about = program.get("program", {})
    language = f" ({about['language']})" if about.get("language") else ""
    return printable(f"{about.get('name', '')} {about.get('version', '')}".strip() + language)


def percent(share: float | None) -> str:
    """A share in percent, rounded down: what is not all is not 100 %.

    >>> percent(0.9999), percent(1.0), percent(None)
    ('99 %', '100 %', '-')
    """
    return "-" if share is None else f"{int(share * 100)} %"


def _pairs(data: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in data.items())
