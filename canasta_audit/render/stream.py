"""What a renderer of reports reads: the engine's stream, with marks where a file begins or could not be used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from canasta_audit.finding import Finding, Parameter, SeverityName
from canasta_audit.report import DealReport, MatchReport


class FileBegins(NamedTuple):
    """What follows belongs to ``file``, until the next mark."""

    file: str


class Unusable(NamedTuple):
    """``file`` could not be read, or not to its end: ``message`` says why. Nothing more of it follows."""

    file: str
    message: str


StreamItem = Finding | DealReport | MatchReport | FileBegins | Unusable
"""Per file: a mark, then each deal's findings in order of place and the deal, each match after its deals."""


class Options(NamedTuple):
    """How a report is written: with ANSI colours or without, in so many columns, and with follow-up findings in full or folded.

    ``left_out``: ids that the report has not, whatever was found; what follows from them stands by itself. ``language``: of the
    labels, where a format has them in several. ``sources``: a folder with the user's copies of the texts, to be quoted.
    """

    color: bool = False
    width: int = 110
    show_follows: bool = False
    left_out: frozenset[str] = frozenset()
    language: str = "en"
    sources: str = ""

    def folds(self, finding: Finding) -> bool:
        """Tell whether a finding goes beneath the one it follows from."""
        return finding.follows is not None and not self.show_follows and finding.follows.id not in self.left_out


def folded(findings: Sequence[Finding], options: Options) -> Iterator[tuple[Finding, list[Finding]]]:
    """Yield findings that stand by themselves, each with those that go beneath it; one whose root is elsewhere has none."""
    roots = {(finding.id, finding.line, finding.column) for finding in findings if finding.follows is None}
    beneath: dict[tuple[str, int, int], list[Finding]] = {}
    alone: list[Finding] = []
    for finding in findings:
        root = finding.follows
        if root is not None and options.folds(finding) and (key := (root.id, root.line, root.column)) in roots:
            beneath.setdefault(key, []).append(finding)
        else:
            alone.append(finding)
    for finding in alone:
        yield finding, beneath.pop((finding.id, finding.line, finding.column), []) if finding.follows is None else []


Renderer = Callable[[Iterable[StreamItem], Options], Iterator[str]]
"""Turns a stream into pieces of text, about one for every item, so that several renderers can read one stream side by side."""


@dataclass(slots=True)
class Count:
    """What was counted in one file, or in all: root findings by severity, those that follow from them, and what was read.

    ``reconstructed`` are, by pointer, the reconstructed values that findings and scores rest on.
    """

    file: str = ""
    severities: Counter[SeverityName] = field(default_factory=Counter)
    follows: int = 0
    matches: int = 0
    deals: int = 0
    turns: int = 0
    unusable: str = ""
    rulesets: list[str] = field(default_factory=list)
    reconstructed: dict[str, Parameter] = field(default_factory=dict)

    def add(self, item: StreamItem, left_out: frozenset[str] = frozenset()) -> None:
        """Count one item; what follows from one of ``left_out`` counts as a root."""
        if isinstance(item, Finding):
            if item.parameter is not None and item.parameter.status:
                self.reconstructed.setdefault(item.parameter.pointer, item.parameter)
            if item.follows is None or item.follows.id in left_out:
                self.severities[item.severity] += 1
            else:
                self.follows += 1
        elif isinstance(item, DealReport):
            self.deals += 1
            self.turns += item.turns
            for parameter in item.reconstructed:
                self.reconstructed.setdefault(parameter.pointer, parameter)
        elif isinstance(item, MatchReport):
            self.matches += 1
            if item.ruleset not in self.rulesets:
                self.rulesets.append(item.ruleset)
        elif isinstance(item, Unusable):
            self.unusable = item.message


@dataclass(slots=True)
class Tally:
    """Counts of a whole run, file by file; ``left_out`` as in ``Options``."""

    left_out: frozenset[str] = frozenset()
    files: list[Count] = field(default_factory=list)

    def add(self, item: StreamItem) -> None:
        """Count one item under the file that was begun last."""
        if isinstance(item, FileBegins):
            self.files.append(Count(item.file))
        elif not self.files or (isinstance(item, Unusable) and self.files[-1].file != item.file):
            self.files.append(Count(item.file if isinstance(item, (Finding, Unusable)) else ""))
        if not isinstance(item, FileBegins):
            self.files[-1].add(item, self.left_out)

    def total(self) -> Count:
        """Sum over all files; ``unusable`` holds the first reason."""
        total = Count()
        for count in self.files:
            total.severities.update(count.severities)
            total.follows += count.follows
            total.matches += count.matches
            total.deals += count.deals
            total.turns += count.turns
            total.unusable = total.unusable or count.unusable
            total.reconstructed = {**count.reconstructed, **total.reconstructed}
            total.rulesets += [name for name in count.rulesets if name not in total.rulesets]
        return total
