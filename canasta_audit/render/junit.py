"""The report as JUnit XML, which continuous integrations show: a suite a file, a test a deal and one for the rest of the match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from canasta_audit.batch.items import FileBegins, StreamItem, Unusable, Withheld
from canasta_audit.finding import SEVERITIES, Finding
from canasta_audit.render.place import citation_texts, coordinates, parameter_text, place
from canasta_audit.render.stream import Options, Tally, folded
from canasta_audit.render.style import plural, printable
from canasta_audit.render.unknowns import unknown_lines
from canasta_audit.report import DealReport, MatchReport, Unjudged

READS = "deals"
"""What of a stream a report is made from."""

_FORBIDDEN = re.compile("[^\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the document, a suite when its file has ended: what a suite came to stands in its head.

    Findings from ``warning`` on make a test a failure, and stand in it together, for most readers take the first failure of a
    test only; notes, and what could not be judged where that was asked for, are output of the test. A file that cannot be used, and
    a fault of ours, is an error.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="canasta-audit">\n'
    suite: _Suite | None = None
    tally = Tally(options.left_out, keep=0)
    for item in items:
        tally.add(item)
        written = ""
        if isinstance(item, FileBegins) or (suite is None and isinstance(item, (Finding, Unusable))):
            written = suite.text() if suite is not None else ""
            suite = _Suite(item.file, options)
        if suite is not None:
            suite.add(item)
        yield written
    yield suite.text() if suite is not None else ""
    if tally.notes():
        yield _Suite("run", options).noted(tally)
    yield "</testsuites>\n"


@dataclass(slots=True)
class _Suite:
    """The tests of one file: those of which it is known how they ended, and the findings that belong to a test to come."""

    file: str
    options: Options
    tests: list[str] = field(default_factory=list)
    failures: int = 0
    errors: int = 0
    waiting: list[Finding] = field(default_factory=list)
    around: list[Finding] = field(default_factory=list)
    hidden: int = 0

    def add(self, item: StreamItem) -> None:
        """Take one item of the file's stream; what stands outside of the deals belongs to the match."""
        if isinstance(item, Finding):
            self.waiting.append(item)
        elif isinstance(item, Withheld):
            self.hidden += item.severity != "note" and not item.follows
        elif isinstance(item, DealReport):
            inside: list[Finding] = []
            for finding in self.waiting:
                belongs = finding.deal == item.number or finding.line >= item.line
                (inside if belongs else self.around).append(finding)
            self._test(f"match {item.match}, deal {item.number}", inside, item.unjudged)
        elif isinstance(item, MatchReport):
            self._test(f"match {item.number}", [*self.around, *self.waiting], item.unjudged)
            self.around.clear()
        elif isinstance(item, Unusable):
            self._broken("unusable", item.message)

    def noted(self, tally: Tally) -> str:
        """A suite of the run, with what its reader must know; that it was interrupted is an error."""
        if tally.interrupted is not None:
            self._broken("interrupted", "; ".join(tally.notes()))
        else:
            output = f"   <system-out>{_text(tally.notes())}</system-out>\n"
            self.tests.append(f"{self._head('summary')}>\n{output}  </testcase>\n")
        return self.text()

    def text(self) -> str:
        """The whole suite."""
        if self.waiting or self.around or self.hidden:
            self._test("file", [*self.around, *self.waiting])
        counts = f'tests="{len(self.tests)}" failures="{self.failures}" errors="{self.errors}" skipped="0"'
        return f" <testsuite name={_attribute(self.file or '-')} {counts}>\n{''.join(self.tests)} </testsuite>\n"

    def _test(self, name: str, findings: Sequence[Finding], unjudged: Sequence[Unjudged] = ()) -> None:
        hidden, self.hidden = self.hidden, 0
        self.waiting.clear()
        groups = [(one, beneath) for one, beneath in folded(findings, self.options) if not self.options.folds(one)]
        faults = [group for group in groups if group[0].severity != "note"]
        told = [line for one, beneath in groups if one.severity == "note" for line in _told(one, beneath)]
        told += "".join(unknown_lines(unjudged, name)).splitlines()
        body = [*self._fault(faults, hidden), *([f"   <system-out>{_text(told)}</system-out>\n"] if told else [])]
        self.tests.append("".join([f"{self._head(name)}>\n", *body, "  </testcase>\n"]) if body else f"{self._head(name)}/>\n")

    def _fault(self, faults: Sequence[tuple[Finding, Sequence[Finding]]], hidden: int) -> Iterator[str]:
        """The failure of a test; ``hidden`` findings of it are not shown, and make it fail as well."""
        if not faults:
            if hidden:
                self.failures += 1
                yield f'   <failure type="not-shown" message="{plural(hidden, "finding")}"/>\n'
            return
        ours = any(one.grade == "internal" for one, _ in faults)
        self.errors += ours
        self.failures += not ours
        worst = max((one for one, _ in faults), key=lambda one: (one.grade == "internal", SEVERITIES.index(one.severity)))
        more = f" (and {len(faults) - 1 + hidden} more)" if len(faults) + hidden > 1 else ""
        kind = "error" if ours else "failure"
        message = _attribute(f"{place(worst)}: {worst.message}{more}")
        lines = [line for one, beneath in faults for line in _told(one, beneath)]
        yield f"   <{kind} type={_attribute(f'{worst.id} {worst.name}')} message={message}>{_text(lines)}</{kind}>\n"

    def _broken(self, kind: str, message: str) -> None:
        """A test that could not be carried out."""
        self.errors += 1
        self.tests.append(f'{self._head(kind)}>\n   <error type="{kind}" message={_attribute(message)}/>\n  </testcase>\n')

    def _head(self, name: str) -> str:
        return f"  <testcase classname={_attribute(self.file or '-')} name={_attribute(name)}"


def _told(finding: Finding, followers: Sequence[Finding]) -> Iterator[str]:
    where = coordinates(finding)
    yield f"{place(finding)}: {finding.severity} {finding.id} {finding.name}: {finding.message}{f' ({where})' if where else ''}"
    if finding.text:
        yield f"  line: {finding.text.strip()}"
    if finding.parameter is not None:
        yield f"  rule: {parameter_text(finding.parameter)}"
    yield from [f"  law: {citation}" for citation in citation_texts(finding.citation)]
    if finding.help:
        yield f"  help: {finding.help}"
    if followers:
        yield f"  {len(followers)} more from this: {', '.join(f'{one.id} at {one.line}:{one.column}' for one in followers)}"


def _text(lines: Iterable[str]) -> str:
    """Lines as they stand between two tags; ``>`` is written out as well, so that no ``]]>`` comes about."""
    return escape(_clean("\n".join(" ".join(line.splitlines()) for line in lines)))


def _attribute(text: str) -> str:
    return quoteattr(_clean(" ".join(text.splitlines())))


def _clean(text: str) -> str:
    """Text without the signs that XML cannot hold, or that could steer a terminal."""
    return _FORBIDDEN.sub("\ufffd", "\n".join(map(printable, text.split("\n"))))
