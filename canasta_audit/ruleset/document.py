"""A ruleset file as plain data that knows the place of every key and value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from canasta_audit.finding import Fault, Finding
from canasta_audit.ruleset import faults
from canasta_audit.value import Value

MAX_FINDINGS = 50


class Span(NamedTuple):
    """Place in a file: 1-based line, first column and end column (exclusive), in code points."""

    line: int
    column: int
    end_column: int


@dataclass(slots=True, eq=False, repr=False)
class Document(Value):
    """One YAML file, ``file`` being its name in findings and ``path`` where it really lies.

    ``keys`` and ``values`` are the places of its keys and of their values by JSON pointer; an item of a list is its own key.
    """

    file: str
    path: str
    data: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)
    values: dict[str, Span] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def found(self, fault: Fault, span: Span | None, *, help: str = "", **data: Any) -> Finding:
        """Return ``fault`` found at ``span`` of this file, or in the whole of it."""
        if span is None:
            return fault.finding(self.file, help=help, **data)
        text = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return fault.finding(self.file, *span, text=text, help=help, **data)

    def key_span(self, pointer: str) -> Span | None:
        """Place of the key at ``pointer`` or of the nearest key around it."""
        while pointer and pointer not in self.keys:
            pointer = pointer.rpartition("/")[0]
        return self.keys.get(pointer)


def escape(key: str) -> str:
    """Write ``key`` as a part of a JSON pointer.

    >>> escape("black_threes/when")
    'black_threes~1when'
    """
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def unescape(part: str) -> str:
    """Read a part of a JSON pointer.

    >>> unescape("black_threes~1when")
    'black_threes/when'
    """
    return part.replace("~1", "/").replace("~0", "~") if "~" in part else part


def capped(findings: list[Finding], file: str) -> list[Finding]:
    """Return the first ``MAX_FINDINGS`` findings, and one that says so if there are more."""
    if len(findings) <= MAX_FINDINGS:
        return findings
    ordered = sorted(findings, key=lambda finding: finding.sort_key)
    return [faults.TOO_MANY.finding(file, count=len(findings), shown=MAX_FINDINGS), *ordered[:MAX_FINDINGS]]
