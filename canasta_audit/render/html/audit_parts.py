"""Parts of the report of an audit: findings, lines with their faults in the margin, score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from canasta_audit.finding import SEVERITIES, Finding
from canasta_audit.language import Words
from canasta_audit.notation import model as n
from canasta_audit.render.html.film import films, marks_of
from canasta_audit.render.html.laws import passages
from canasta_audit.render.html.page import render
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.html.stepper import SIGNS, first_marked, stepper
from canasta_audit.render.ledger import between, ledger_of
from canasta_audit.render.place import coordinates, parameter_text, place
from canasta_audit.render.stream import Options, folded
from canasta_audit.report import Recorded

Piece = tuple[str, str]
"""A part of a line's text, and the severity of what was found there, ``""`` where that is nothing."""


class Fault(NamedTuple):
    """An entry of the list of all faults: where it stands in the page and in the log."""

    anchor: str
    where: str
    severity: str
    id: str
    name: str


class LineView(NamedTuple):
    """A line of the record as the page shows it: ``film`` is the id of the table that shows it, ``findings`` stand beside it."""

    anchor: str
    number: int
    kind: str
    pieces: list[Piece]
    film: str
    findings: Markup


def pieces_of(text: str, findings: Iterable[Finding]) -> list[Piece]:
    """Cut a line where the spans of its findings begin and end; where two overlap, the more severe one is shown.

    >>> pieces_of("N: draw KD", [Finding("A", "a", "note", "illegal", "", column=4, end_column=8)])
    [('N: ', ''), ('draw', 'note'), (' KD', '')]
    """
    marks = [""] * len(text)
    for finding in sorted(findings, key=lambda one: SEVERITIES.index(one.severity)):
        start = min(finding.column - 1, len(text) - 1)
        for at in range(max(0, start), min(max(finding.end_column - 1, start + 1), len(text))):
            marks[at] = finding.severity
    signs = groupby(zip(marks, text, strict=True), lambda each: each[0])
    return [("".join(sign for _, sign in part), kind) for kind, part in signs]


class Parts:
    """Makes the parts of one report, and keeps what the list of all faults needs.

    ``lines`` are the ids of the lines of the file that are in the page already.
    """

    def __init__(self, words: Words, options: Options) -> None:
        """Begin with nothing made."""
        self.words = words
        self.options = options
        self.quotes = Quotes(options.sources) if options.sources else None
        self.faults: list[Fault] = []
        self.file = 0
        self.lines: set[str] = set()
        self._made = 0

    def line_id(self, number: int) -> str:
        """The id of a line of the file at hand."""
        return f"f{self.file}-line-{number}"

    def findings(self, findings: Sequence[Finding], lone: bool = True) -> Markup:
        """Findings, each with what goes beneath it; ``lone``: they stand by themselves, and tell their place and line."""
        return Markup("").join(self._finding(one, beneath, lone) for one, beneath in folded(findings, self.options))

    def _finding(self, finding: Finding, followers: Sequence[Finding], lone: bool) -> Markup:
        self._made += 1
        anchor = f"finding-{self._made}"
        if not self.options.folds(finding):
            self.faults.append(Fault(anchor, place(finding), finding.severity, finding.id, finding.name))
        alternatives = [str(play) for play in finding.data.get("alternatives", ())]
        told = f"lawful instead: {'; '.join(alternatives)}" if alternatives else ""
        return render(
            "audit-finding.html", self.words, finding=finding, anchor=anchor, lone=lone, signs=SIGNS, between=between,
            place=place(finding), coordinates=coordinates(finding), pieces=pieces_of(finding.text, [finding]),
            ledger=list(ledger_of(finding)), rule=parameter_text(finding.parameter) if finding.parameter else "",
            passages=passages(finding.citation, self.quotes), alternatives=alternatives, related=list(self._related(finding)),
            help=finding.help.removesuffix(told).removesuffix("; "), followers=[(one, self._where(one.line)) for one in followers],
        )  # fmt: skip

    def _related(self, finding: Finding) -> Iterator[tuple[str, str, str]]:
        for other in finding.related:
            here = other.file == finding.file
            anchor = self.line_id(other.line)
            where = self._where(other.line) if here else f"{other.file}:{other.line}"
            yield where, anchor if here and anchor in self.lines else "", other.label

    def _where(self, line: int) -> str:
        return self.words("audit-line", n=line)

    def record(self, lines: Sequence[n.Line], findings: Sequence[Finding], film: str = "") -> tuple[list[LineView], Markup]:
        """Lines with their findings in the margin, and in one piece the findings that belong to none of them."""
        self.lines.update(self.line_id(line.line) for line in lines)
        there = {line.line for line in lines}
        by_line: dict[int, list[tuple[Finding, list[Finding]]]] = {}
        for one, beneath in folded(findings, self.options):
            by_line.setdefault(one.line if one.line in there else 0, []).append((one, beneath))
        loose = Markup("").join(self._finding(one, beneath, True) for one, beneath in by_line.pop(0, ()))
        return [self._line(line, by_line.get(line.line, ()), film) for line in lines], loose

    def _line(self, line: n.Line, found: Sequence[tuple[Finding, list[Finding]]], film: str) -> LineView:
        kind = " ".join(filter(None, (f"is-{line.kind}", "undone" if line.undone else "", "faulty" if found else "")))
        margin = Markup("").join(self._finding(one, beneath, False) for one, beneath in found)
        pieces = pieces_of(line.text, [one for one, _ in found])
        shown = film if line.kind == "turn" and not line.undone else ""
        return LineView(self.line_id(line.line), line.line, kind, pieces, shown, margin)

    def film(self, recorded: Recorded, findings: Sequence[Finding], name: str) -> Markup:
        """The table of a deal, to step through; nothing where it cannot be replayed."""
        log = n.Log([n.Match(recorded.head.head, [recorded.deal])])
        marks = marks_of(findings)
        try:
            (film,) = films(log, recorded.ruleset, marks=marks)
        except (RuntimeError, ValueError):
            # The audit has told of it as a finding of its own.
            return Markup("")
        title = self.words("audit-deal", n=recorded.deal.head.number)
        return stepper(film, self.words, name=name, title=title, start=first_marked(film))
