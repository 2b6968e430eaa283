"""What a renderer of reports is: how it is asked to write, what stands beneath what, and what is counted on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from canasta_audit.batch.items import Accepted, FileBegins, Interrupted, Passed, Stale, StreamItem, Unusable, Withheld
from canasta_audit.finding import SEVERITIES, Finding, Parameter, SeverityName
from canasta_audit.render.style import plural
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.value import Value


class Options(NamedTuple):
    """How a report is written: with ANSI colours or without, in so many columns, and with follow-up findings in full or folded.

    ``left_out``: ids that the report has not, whatever was found; what follows from them stands by itself. ``language``: of the
    labels, where a format has them in several. ``sources``: a folder with the user's copies of the texts, to be quoted.
    ``baselined``: findings are held against a baseline.
    """

    color: bool = False
    width: int = 110
    show_follows: bool = False
    left_out: frozenset[str] = frozenset()
    language: str = "en"
    sources: str = ""
    baselined: bool = False

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


_MOST_RULESETS = 8

Renderer = Callable[[Iterable[StreamItem], Options], Iterator[str]]
"""Turns a stream into pieces of text, about one for every item, so that several renderers can read one stream side by side."""


@dataclass(slots=True, eq=False, repr=False)
class Count(Value):
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

    @property
    def judged_by(self) -> str:
        """The names of the rulesets; where they are more than a line takes, how many there are."""
        return ", ".join(self.rulesets) if len(self.rulesets) <= _MOST_RULESETS else plural(len(self.rulesets), "ruleset")

    @property
    def badness(self) -> tuple[int, ...]:
        """What is worse is greater: errors, then warnings, notes, and whether it could not be used."""
        return (*(self.severities[severity] for severity in reversed(SEVERITIES)), bool(self.unusable))

    def add(self, item: StreamItem, left_out: frozenset[str] = frozenset()) -> None:
        """Count one item; what follows from one of ``left_out`` counts as a root."""
        if isinstance(item, Finding):
            if item.parameter is not None and item.parameter.status:
                self.reconstructed.setdefault(item.parameter.pointer, item.parameter)
            self._one(item.severity, item.follows is not None and item.follows.id not in left_out)
        elif isinstance(item, DealReport):
            self.deals += 1
            self.turns += item.turns
            self._rests_on(item.reconstructed)
        elif isinstance(item, Passed):
            self.deals += item.deals
            self.turns += item.turns
            self._rests_on(item.reconstructed)
        elif isinstance(item, MatchReport):
            self.matches += 1
            if item.ruleset not in self.rulesets:
                self.rulesets.append(item.ruleset)
        elif isinstance(item, Unusable):
            self.unusable = item.message
        elif isinstance(item, Withheld):
            self._one(item.severity, item.follows)

    def merge(self, other: Count) -> None:
        """Count what ``other`` has counted, too; ``unusable`` holds the first reason."""
        self.severities.update(other.severities)
        self.follows += other.follows
        self.matches += other.matches
        self.deals += other.deals
        self.turns += other.turns
        self.unusable = self.unusable or other.unusable
        self._rests_on(other.reconstructed.values())
        self.rulesets += [name for name in other.rulesets if name not in self.rulesets]

    def _one(self, severity: SeverityName, follows: bool) -> None:
        if follows:
            self.follows += 1
        else:
            self.severities[severity] += 1

    def _rests_on(self, parameters: Iterable[Parameter]) -> None:
        for parameter in parameters:
            self.reconstructed.setdefault(parameter.pointer, parameter)


@dataclass(slots=True, eq=False, repr=False)
class Tally(Value):
    """Counts of a whole run; ``left_out`` as in ``Options``.

    ``files`` are the counts file by file, all of them or, where there are more than ``keep``, at least so many of the worst, in
    their order; ``number`` is how many files there were. Each is handed to ``ended`` when it is complete. ``broken`` counts those
    that could not be used, or not to their end; ``broken_files`` are the first ``keep`` of them. ``faults`` counts roots by id and
    name, ``rulesets`` matches and deals by ruleset. ``withheld`` is how many roots, and how many findings that follow, are
    counted and not shown. ``accepted`` are findings that a baseline has, ``stale`` entries of it that have none.
    """

    left_out: frozenset[str] = frozenset()
    keep: int | None = None
    ended: Callable[[Count], None] | None = None
    files: list[Count] = field(default_factory=list)
    number: int = 0
    broken: int = 0
    broken_files: list[Count] = field(default_factory=list)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    rulesets: dict[str, tuple[int, int]] = field(default_factory=dict)
    withheld: tuple[int, int] = (0, 0)
    accepted: int = 0
    stale: int = 0
    interrupted: Interrupted | None = None
    _past: Count = field(default_factory=Count)
    _open: Count | None = None
    _deals: int = 0

    def add(self, item: StreamItem) -> None:
        """Count one item under the file that was begun last."""
        if isinstance(item, Interrupted):
            self.interrupted = item
            return
        if isinstance(item, FileBegins):
            self._begin(item.file)
            return
        if isinstance(item, (Accepted, Stale)):
            self.accepted += isinstance(item, Accepted)
            self.stale += item.entries if isinstance(item, Stale) else 0
            return
        if self._open is None or (isinstance(item, Unusable) and self._open.file != item.file):
            self._begin(item.file if isinstance(item, (Finding, Unusable)) else "")
        assert self._open is not None
        before = self._open.follows
        self._open.add(item, self.left_out)
        if isinstance(item, (Finding, Withheld)):
            follows = self._open.follows - before
            self.faults[item.id, item.name] += 1 - follows
            if isinstance(item, Withheld):
                self.withheld = self.withheld[0] + 1 - follows, self.withheld[1] + follows
        elif isinstance(item, DealReport):
            self._deals += 1
        elif isinstance(item, Passed):
            self._deals += item.deals
        elif isinstance(item, MatchReport):
            matches, deals = self.rulesets.get(item.ruleset, (0, 0))
            self.rulesets[item.ruleset] = matches + 1, deals + self._deals
            self._deals = 0

    def total(self) -> Count:
        """Sum over all files; ``unusable`` holds the first reason."""
        total = Count()
        total.merge(self._past)
        if self._open is not None:
            total.merge(self._open)
        return total

    def close(self) -> None:
        """Nothing more will be counted: the last file is complete, too."""
        if self._open is not None:
            self._past.merge(self._open)
            if self._open.unusable:
                self.broken += 1
                if self.keep is None or self.broken <= self.keep:
                    self.broken_files.append(self._open)
            if self.ended is not None:
                self.ended(self._open)
        self._open = None

    def worst(self, most: int) -> list[Count]:
        """So many of the files that have findings or could not be used, those with the most first."""
        return sorted((count for count in self.files if any(count.badness)), key=lambda count: count.badness, reverse=True)[:most]

    def notes(self) -> list[str]:
        """What a summary must not leave out: that the report does not show everything, or is not of everything."""
        told = self.held_back()
        if self.accepted:
            told.append(f"accepted by the baseline and not shown: {plural(self.accepted, 'finding')}")
        if self.stale:
            told.append(f"stale in the baseline, for nothing is found there any more: {plural(self.stale, 'entry', 'entries')}")
        if self.interrupted is not None:
            told.append(f"interrupted: {self.interrupted.extent} were audited")
        return told

    def held_back(self) -> list[str]:
        """The same of findings that are counted and not shown alone."""
        roots, follows = self.withheld
        if not (roots or follows):
            return []
        every = sum(self.total().severities.values())
        beneath = f" and {follows} that follow" if follows else ""
        shown = f"only the first {every - roots} of {every} findings are" if roots < every else f"none of {every} findings is"
        return [f"{shown} shown; {roots} more{beneath} were left out"]

    def _begin(self, file: str) -> None:
        self.close()
        self._deals = 0
        self._open = Count(file)
        self.number += 1
        self.files.append(self._open)
        if self.keep is not None and len(self.files) > max(2 * self.keep, 16):
            kept = {id(count) for count in self.worst(self.keep)} | {id(self._open)}
            self.files = [count for count in self.files if id(count) in kept]
