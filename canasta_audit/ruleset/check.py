"""Everything that can be said against a ruleset file: what keeps it from being used, and what is only odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from canasta_audit.finding import Finding
from canasta_audit.law import TEXTS
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.build import begin, build
from canasta_audit.ruleset.document import Document, capped
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.idle import idle_keys, plain
from canasta_audit.ruleset.inherit import Tree, leaves
from canasta_audit.ruleset.load import is_path, open_document, resolve_document
from canasta_audit.ruleset.nearest import nearest
from canasta_audit.ruleset.options import base_view, citing
from canasta_audit.ruleset.schema import validate
from canasta_audit.ruleset.semantic import lint


def check_ruleset(reference: str | Path) -> list[Finding]:
    """Return every finding about a ruleset, a shipped name or the path of a file, in the order of their places."""
    try:
        document = open_document(str(reference))
        findings = [] if is_path(str(reference)) else validate(document)
        if not findings:
            tree = resolve_document(document)
            findings = [*_semantics(tree, document), *_oddities(tree, document)]
    except RulesetError as error:
        return error.findings
    shown = capped(findings, document.file)
    if shown and not any(finding.severity == "error" for finding in findings):
        # Too many warnings are no error.
        shown = [replace(finding, severity="warning") if finding.severity == "error" else finding for finding in shown]
    return sorted(shown, key=lambda finding: finding.sort_key)


def _semantics(tree: Tree, document: Document) -> Iterator[Finding]:
    """What the values mean together, also with each option alone; and options and keys without effect."""
    start = begin(tree)
    plain_rules = build(tree, (), start)
    findings = lint(plain_rules)
    known = {_identity(finding) for finding in findings}
    yield from findings
    for option in tree.data.get("options", {}):
        changed = build(tree, (option,), start)
        own = option in document.data.get("options", {})
        for finding in lint(changed):
            if _identity(finding) not in known:
                # An option that is inherited and does not go with this file is refused when it is chosen.
                severity = finding.severity if own else "warning"
                yield replace(finding, severity=severity, help=finding.help or f"with the option {option}")
        if changed.digest == plain_rules.digest and (span := document.keys.get(f"/options/{option}")):
            yield document.found(faults.IDLE_OPTION, span, option=option)
        yield from idle_keys(changed, document.file, option)
    if "extends" in document.data:
        yield from idle_keys(plain_rules, document.file)


def _identity(finding: Finding) -> tuple[str, str, int, str]:
    return finding.id, finding.file, finding.line, str(finding.data)


def _oddities(tree: Tree, document: Document) -> Iterator[Finding]:
    for pointer in tree.redundant:
        value = _inherited(document, pointer)
        yield document.found(faults.REDUNDANT_OVERRIDE, document.key_span(pointer), pointer=pointer, value=value)
    yield from _tables_alike(tree, document)
    yield from _unused_readings(tree, document)
    text = document.data.get("text")
    if text is not None and text not in TEXTS:
        yield document.found(faults.UNKNOWN_TEXT, document.values["/text"], source=text, nearest=nearest(text, list(TEXTS)))
    yield from _beyond(tree, document)


def _inherited(document: Document, pointer: str) -> Any:
    return plain(dict(leaves(document.data))[pointer])


def _tables_alike(tree: Tree, document: Document) -> Iterator[Finding]:
    """What the document sets for a number of players and is so for any; where a line is cited, the text speaks of that number."""
    plainly = dict(leaves(base_view(tree).data))
    for pointer in tree.fresh:
        _, _, players, _, rest = pointer.split("/", 4)
        value = _inherited(document, pointer)
        if "cite" not in document.data["players"][players] and plain(plainly[f"/{rest}"]) == value:
            data = {"pointer": f"/{rest}", "value": value, "players": players}
            yield document.found(faults.REDUNDANT_FOR_TABLE, document.key_span(pointer), **data)


def _unused_readings(tree: Tree, document: Document) -> Iterator[Finding]:
    used = {entry for _, entries in citing(tree) for entry in entries}
    for reading in document.data.get("readings", {}):
        if reading not in used:
            yield document.found(faults.UNUSED_READING, document.keys[f"/readings/{reading}"], reading=reading)


def _beyond(tree: Tree, document: Document) -> Iterator[Finding]:
    """Lines cited in the document that its text does not have."""
    text = TEXTS.get(tree.texts[document.file])
    if text is None:
        return
    for pointer, lines in _cited_lines(tree, document):
        for number, line in enumerate(lines):
            if isinstance(line, int) and line > text.lines:
                span = document.values[f"{pointer}/{number}"]
                yield document.found(faults.BEYOND_THE_TEXT, span, source=text.id, lines=text.lines, cited=line)


def _cited_lines(tree: Tree, document: Document) -> Iterable[tuple[str, list[Any]]]:
    for pointer, entries in citing(tree):
        if pointer in document.values:
            yield pointer, entries
    for name, reading in document.data.get("readings", {}).items():
        yield f"/readings/{name}/lines", reading["lines"]
    for number, fact in enumerate(document.data.get("facts", ())):
        yield f"/facts/{number}/lines", fact["lines"]
