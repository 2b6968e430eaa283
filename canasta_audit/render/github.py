"""Annotations of a GitHub workflow: commands that the runner shows at the lines of a pull request.

A step shows ten annotations of a kind at most and silently drops the others: files that could not be audited come first, then the
most severe findings, ten in all, and a notice names what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappush, heapreplace

from canasta_audit.batch.items import StreamItem, Unusable, Withheld
from canasta_audit.finding import SEVERITIES, Finding, SeverityName
from canasta_audit.render.place import citation_texts, coordinates, parameter_text
from canasta_audit.render.stream import Options, Tally
from canasta_audit.render.style import plural, printable

READS = "findings"
"""What of a stream a report is made from."""

MOST = 10
"""Annotations that are sure to be shown."""

_NAMED = 5
_COMMANDS: dict[SeverityName, str] = {"note": "notice", "warning": "warning", "error": "error"}


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield nothing before the stream has ended; of what came before, only the annotations that will be shown are kept."""
    chosen = _Chosen()
    tally = Tally(options.left_out, keep=0)
    for item in items:
        tally.add(item)
        if isinstance(item, Unusable):
            chosen.add("error", "not audited", item.file, item)
        elif isinstance(item, Finding) and not options.folds(item):
            chosen.add(item.severity, f"{item.id} {item.name}", item.file, item)
        elif isinstance(item, Withheld) and (not item.follows or options.show_follows):
            chosen.leave(item.severity, f"{item.id} {item.name}")
        yield ""
    notes = tally.notes()
    # Notices are limited as well, and those that tell of the run must be among the first.
    for one in chosen.shown(MOST - len(notes) - 1):
        yield _unusable(one) if isinstance(one, Unusable) else _annotation(one)
    for note in notes:
        yield _command("notice", {"title": "canasta-audit"}, note)
    if chosen.left:
        yield _command("notice", {"title": f"canasta-audit: {chosen.left} more"}, chosen.rest())


class _Chosen:
    """The most severe of what was added, the first of them where they are alike; ``left`` counts the others."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, SeverityName, str, str, Finding | Unusable]] = []
        self._count = 0
        self.left = 0
        self._severities: Counter[SeverityName] = Counter()
        self._kinds: Counter[str] = Counter()
        self._files: Counter[str] = Counter()

    def add(self, severity: SeverityName, kind: str, file: str, one: Finding | Unusable) -> None:
        """Count ``one``, and keep it as long as there are not enough that are worse."""
        self._count += 1
        row = (SEVERITIES.index(severity) + isinstance(one, Unusable), -self._count, severity, kind, file, one)
        if len(self._heap) < MOST:
            heappush(self._heap, row)
            return
        if row[0] > self._heap[0][0]:
            row = heapreplace(self._heap, row)
        self.leave(*row[2:5])

    def leave(self, severity: SeverityName, kind: str, file: str = "") -> None:
        """Count one that is not shown."""
        self.left += 1
        self._severities[severity] += 1
        self._kinds[kind] += 1
        if file:
            self._files[file] += 1

    def shown(self, most_notes: int) -> list[Finding | Unusable]:
        """Those that were kept, the worst first, with so many notes among them at most."""
        rows = sorted(self._heap, key=lambda row: row[:2], reverse=True)
        graver = sum(row[2] != "note" for row in rows)
        for row in rows[graver + most_notes :]:
            self.leave(*row[2:5])
        return [row[-1] for row in rows[: graver + most_notes]]

    def rest(self) -> str:
        """What was not kept, in words: how severe, of which kinds, in which files, and where all of it is to be read."""
        severities = [
            plural(self._severities[severity], severity) for severity in reversed(SEVERITIES) if self._severities[severity]
        ]
        files = f"; by file: {_most(self._files)}" if self._files else ""
        return (
            f"not shown here: {', '.join(severities)}; by kind: {_most(self._kinds)}{files}."
            " `canasta-audit audit` with --format text, or --output FORMAT=PATH beside this, tells them all."
        )


def _most(counts: Counter[str]) -> str:
    """What is counted most, in a steady order."""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return ", ".join(f"{printable(name)} ({count})" for name, count in rows[:_NAMED]) + more


def _annotation(finding: Finding) -> str:
    place: dict[str, object] = {"file": finding.file}
    if finding.line:
        place |= {"line": finding.line, "endLine": finding.line, "col": finding.column}
        place |= {"endColumn": finding.end_column} if finding.end_column > finding.column else {}
    lines = [finding.message]
    where = coordinates(finding)
    lines += [where] if where else []
    lines += [f"rule: {parameter_text(finding.parameter)}"] if finding.parameter is not None else []
    lines += [f"law: {citation}" for citation in citation_texts(finding.citation)]
    lines += [f"help: {finding.help}"] if finding.help else []
    return _command(_COMMANDS[finding.severity], {**place, "title": f"{finding.id} {finding.name}"}, *lines)


def _unusable(item: Unusable) -> str:
    return _command("error", {"file": item.file, "title": "not audited"}, item.message)


def _command(name: str, properties: dict[str, object], *lines: str) -> str:
    r"""A workflow command on one line.

    >>> _command("error", {"file": "a,b.cgn", "line": 7}, "100%", "next")
    '::error file=a%2Cb.cgn,line=7::100%25%0Anext\n'
    """
    given = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name} {given}::{'%0A'.join(map(_data, lines))}\n"


def _data(text: str) -> str:
    return printable(" ".join(text.splitlines())).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
