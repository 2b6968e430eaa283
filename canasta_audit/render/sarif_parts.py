"""Parts of a SARIF document that do not depend on a run: rules, places, addresses of files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from canasta_audit.checks.chapters import all_checks
from canasta_audit.emit import FAULTS as AUDIT_FAULTS
from canasta_audit.finding import Finding
from canasta_audit.notation.faults import FAULTS as NOTATION_FAULTS
from canasta_audit.render.explain import sections
from canasta_audit.render.records import Record

_KINDS = {"Why": "Why", "Bad": "Wrong", "Good": "Right", "Data": "Data", "See": "See"}


def rules() -> list[Record]:
    """Every kind of finding as a ``reportingDescriptor``, in the order of the catalogue."""
    checks = [_rule(one.id, one.name, one.severity, one.grade, one.message, one.doc, one.reads) for one in all_checks().values()]
    others = {
        one.id: _rule(one.id, one.name, one.severity, one.grade, one.template, one.doc) for one in (*NOTATION_FAULTS, *AUDIT_FAULTS)
    }
    return [*(others[one.id] for one in NOTATION_FAULTS), *checks, *(others[one.id] for one in AUDIT_FAULTS)]


def _rule(id: str, name: str, level: str, grade: str, message: str, doc: str, reads: Iterable[str] = ()) -> Record:
    parts = sections(doc)
    first = next((text for heading, text in parts if not heading), message)
    words = name.split("-")
    return {
        "id": id,
        "name": "".join(word.capitalize() for word in words),
        "shortDescription": {"text": " ".join(words).capitalize()},
        "fullDescription": {"text": " ".join(first.split())},
        "help": {"text": "\n\n".join(_plain(parts)), "markdown": "\n\n".join(_marked(parts))},
        "defaultConfiguration": {"level": level},
        "properties": {
            "tags": list(dict.fromkeys((id.split("-")[0].lower(), grade))),
            "grade": grade,
            "template": message,
            "reads": list(reads),
        },
    }


def _plain(parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    for heading, text in parts:
        yield f"{_KINDS[heading]}:\n{text}" if heading else text


def _marked(parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The same in Markdown; a log is fenced."""
    for heading, text in parts:
        if heading in ("Bad", "Good"):
            text = f"```text\n{text}\n```"
        yield f"**{_KINDS[heading]}**\n\n{text}" if heading else text


def uri_of(file: str) -> str:
    """The address of a file as a URI reference: relative, as it was given, or absolute.

    >>> uri_of("a b/50%.cgn"), uri_of("C:1.cgn"), uri_of("/tmp/ü.cgn"), uri_of("s3://logs/a b.cgn")
    ('a%20b/50%25.cgn', 'C%3A1.cgn', 'file:///tmp/%C3%BC.cgn', 's3://logs/a%20b.cgn')
    """
    raw = _bytes(file)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:(?=//)", file):
        return quote(raw, safe="/:@!$&'()*+,;=")
    if re.match(r"[A-Za-z]:[\\/]", file):
        return "file:///" + quote(raw.replace(b"\\", b"/"), safe="/:")
    # Two strokes at the beginning would name a host.
    return quote(raw, safe="/") if not file.startswith("/") else "file:///" + quote(raw.lstrip(b"/"), safe="/")


def _bytes(file: str) -> bytes:
    """The bytes of a file's name; those that are no UTF-8 are what the system has."""
    try:
        return file.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return file.encode("utf-8", "replace")


def place_of(uri: str, index: int | None = None, finding: Finding | None = None, line: int = 0, said: str = "") -> Record:
    """A ``location``: the span of ``finding`` with its line, or a ``line``, or the whole file; ``said`` is what it shows."""
    artifact: Record = {"uri": uri, **({"index": index} if index is not None else {})}
    physical: Record = {"artifactLocation": artifact}
    if finding is not None and finding.line:
        start, end = finding.column, max(finding.column, finding.end_column)
        region: Record = {"startLine": finding.line, "startColumn": start, "endLine": finding.line, "endColumn": end}
        if finding.text:
            region["snippet"] = {"text": finding.text[start - 1 : end - 1]}
            physical["contextRegion"] = {"startLine": finding.line, "snippet": {"text": finding.text}}
        physical["region"] = region
    elif line:
        physical["region"] = {"startLine": line}
    return {"physicalLocation": physical, **({"message": {"text": said}} if said else {})}
