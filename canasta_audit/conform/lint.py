"""Everything that can be said against the cases and the manifest, short of asking an engine."""

from __future__ import annotations

import json
import os.path
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from canasta_audit.checks.chapters import all_checks
from canasta_audit.conform import faults
from canasta_audit.conform.case import Case, Outcome, files, load
from canasta_audit.conform.manifest import NAME, case_digests, file_digests, raised, read_manifest, step
from canasta_audit.emit import FAULTS as AUDIT_FAULTS
from canasta_audit.finding import Fault, Finding
from canasta_audit.law import TEXTS
from canasta_audit.notation.faults import FAULTS as NOTATION_FAULTS
from canasta_audit.notation.parse import parse
from canasta_audit.resources import data_path
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.twin import shipped
from canasta_audit.ruleset.variant import nested, with_values


def lint_suite() -> list[Finding]:
    """Return every finding about the shipped cases and their manifest, in the order of their places."""
    try:
        retired = frozenset(read_manifest()["retired"])
    except OSError:
        retired = frozenset()
    return [*lint_files([(chapter, path) for _, chapter, path in files()], retired), *lint_manifest()]


def lint_files(paths: Iterable[tuple[str, str]], retired: frozenset[str] = frozenset()) -> list[Finding]:
    """Return every finding about files of cases, given as (chapter, path)."""
    seen: set[str] = set()
    found: list[Finding] = []
    for chapter, path in paths:
        found += sorted(_File(chapter, path, seen, retired).findings(), key=lambda finding: finding.sort_key)
    return found


def lint_manifest() -> list[Finding]:
    """Return what the manifest says otherwise than the files."""
    place = str(data_path("fixtures", NAME))
    try:
        told = read_manifest()["files"]
    except OSError:
        told = {}
    real = file_digests()
    stale = sorted(name for name in {*told, *real} if told.get(name) != real.get(name))
    return [faults.STALE_MANIFEST.finding(place, count=len(stale), first=stale[0])] if stale else []


def lint_version(old: Mapping[str, Any]) -> list[Finding]:
    """Return a finding where the suite's version is too low for what has changed since the manifest ``old``."""
    now = read_manifest()
    needed = step(old, {"cases": case_digests(), "files": file_digests()})
    wanted = raised(old["version"], needed)
    if _number(now["version"]) >= _number(wanted):
        return []
    place = str(data_path("fixtures", NAME))
    return [faults.VERSION_TOO_LOW.finding(place, version=now["version"], old=old["version"], step=needed, wanted=wanted)]


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


class _File:
    """One file of cases under the lint; ``seen`` are the ids of the files before."""

    def __init__(self, chapter: str, path: str, seen: set[str], retired: frozenset[str]) -> None:
        self.chapter, self.path, self.seen, self.retired = chapter, path, seen, retired
        self.lines: list[str] = []

    def findings(self) -> Iterator[Finding]:
        try:
            cases = list(load("", self.chapter, self.path))
            with open(self.path, encoding="utf-8") as stream:
                self.lines = stream.read().splitlines()
        except (ValueError, OSError) as error:
            reason = str(error).removeprefix(f"{self.path}: ")
            yield faults.UNREADABLE.finding(self.path, reason=" ".join(reason.split())[:300])
            return
        pair = set(self.chapter.split("--"))
        if self.chapter.replace("-", "_") not in CHAPTERS and not (len(pair) == 2 and pair <= set(shipped())):
            yield faults.UNKNOWN_CHAPTER.finding(self.path, chapter=self.chapter)
        for case in cases:
            yield from self._case(case)

    def _case(self, case: Case) -> Iterator[Finding]:
        if case.id in self.seen:
            yield self._at(case, faults.ID_TWICE, case=case.id)
        if case.id in self.retired:
            yield self._at(case, faults.RETIRED_ID, case=case.id)
        self.seen.add(case.id)
        for source, line in case.cite:
            if source not in TEXTS or line > TEXTS[source].lines:
                yield self._at(case, faults.BEYOND_THE_TEXT, source=source, cited=line)
        yield from self._rules(case)
        yield from self._log(case)
        for outcome in (case.outcome, *(one.outcome for one in case.decides)):
            yield from self._expected(case, outcome)
        for one in case.decides:
            if one.outcome == case.outcome:
                yield self._at(case, faults.IDLE_DECISION, pointer=one.key)

    def _rules(self, case: Case) -> Iterator[Finding]:
        try:
            ruleset = _loaded(case.ruleset)
        except RulesetError as error:
            yield self._at(case, faults.UNKNOWN_RULESET, reference=case.ruleset, reason=error.findings[0].message)
            return
        for values in (case.set, *(nested(one.key, one.value) for one in case.decides)):
            yield from self._keys(case, ruleset, values)

    def _keys(self, case: Case, ruleset: Ruleset, values: Mapping[str, Any]) -> Iterator[Finding]:
        known = ruleset.origins[max(ruleset.tables)]
        unknown = [pointer for pointer, _ in leaves(dict(values)) if pointer not in known]
        for pointer in unknown:
            yield self._at(case, faults.UNKNOWN_KEY, pointer=pointer)
        if values and not unknown:
            reason = _refused(case.ruleset, json.dumps(values))
            if reason is not None:
                yield self._at(case, faults.UNKNOWN_RULESET, reference=f"{case.ruleset} with values set", reason=reason)

    def _log(self, case: Case) -> Iterator[Finding]:
        expected = {(one.id, one.line + case.first_line - 1) for one in case.outcome.findings}
        for finding in parse(case.text).findings:
            if finding.severity == "error" and (finding.id, finding.line) not in expected:
                yield self._at(case, faults.BAD_PLAYS, at=finding.line)

    def _expected(self, case: Case, outcome: Outcome) -> Iterator[Finding]:
        for one in outcome.findings:
            at = one.line + case.first_line - 1
            if one.id not in _known():
                yield self._at(case, faults.UNKNOWN_FINDING, id=one.id)
            if not 1 <= at <= case.text.count("\n") + 1:
                yield self._at(case, faults.NO_SUCH_LINE, at=at)

    def _at(self, case: Case, fault: Fault, /, **data: Any) -> Finding:
        """A finding at the line of the file that gives the case's id."""
        for number, text in enumerate(self.lines, 1):
            if re.match(rf"\s*(- )?id: *[\"']?{re.escape(case.id)}[\"']?\s*$", text):
                begin = text.index(case.id) + 1
                return fault.finding(self.path, number, begin, begin + len(case.id), text=text, **data)
        return fault.finding(self.path, **data)


@cache
def _loaded(reference: str) -> Ruleset:
    return load_ruleset(reference)


@cache
def _refused(reference: str, values: str) -> str | None:
    """Why a ruleset cannot have values, given as JSON; ``None`` where it can. Many cases put the same."""
    try:
        with_values(reference, json.loads(values))
    except (RulesetError, ValueError, TypeError, KeyError) as error:
        return str(error)[:200]
    return None


@cache
def _known() -> frozenset[str]:
    return frozenset((*all_checks(), *(fault.id for fault in (*AUDIT_FAULTS, *NOTATION_FAULTS))))


def chapter_of(path: str) -> str:
    """The chapter that a file of cases belongs to, by its folder."""
    return os.path.basename(os.path.dirname(os.path.abspath(path)))
