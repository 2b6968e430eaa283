"""The report as SARIF 2.1.0, which code scanners and editors read: every kind of finding as a rule, every root finding as a result.

Results come out as they are found; what must be known of the whole run stands behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta_audit.batch.items import Accepted, StreamItem, Unusable
from canasta_audit.finding import Finding
from canasta_audit.render.records import Record, dump, plain
from canasta_audit.render.sarif_parts import place_of, rules, uri_of
from canasta_audit.render.stream import Options, Tally, folded
from canasta_audit.version import VERSION

READS = "findings"
"""What of a stream a report is made from."""

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

FINGERPRINT = "gameCoordinates/v1"
"""Name of the fingerprint; its end is raised when the same fault gets another one."""

_MOST_FOLLOWERS = 20


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the document in pieces: the results of a deal when it has ended.

    What follows from a result is among its related places. What a baseline holds is a result too, with a suppression; where there
    is a baseline, every result says whether it is suppressed.
    """
    described = rules()
    driver = {"name": "canasta-audit", "version": VERSION, "semanticVersion": VERSION, "rules": described}
    yield f'{{"$schema": "{SCHEMA}",\n "version": "2.1.0",\n "runs": [{{\n  "tool": {{"driver": {dump(driver)}}},\n'
    yield '  "columnKind": "unicodeCodePoints",\n  "results": ['
    run = _Run({rule["id"]: index for index, rule in enumerate(described)}, options)
    for item in items:
        yield run.add(item)
    yield f"{run.flush()}],\n"
    yield f'  "artifacts": [{_rows(run.artifacts())}],\n  "invocations": [{dump(run.invocation())}]\n }}]}}\n'


def _rows(records: Iterable[Record]) -> str:
    return ",".join("\n   " + dump(record) for record in records)


class _Run:
    """What has to be kept of a run: the findings of a deal, the files that are named, and what went wrong."""

    def __init__(self, index: dict[str, int], options: Options) -> None:
        self._index = index
        self._options = options
        self._waiting: list[Finding] = []
        self._files: dict[str, int] = {}
        self._notes: list[Record] = []
        self._tally = Tally(options.left_out, keep=0)
        self._sound = True
        self._mark = "\n   "

    def add(self, item: StreamItem) -> str:
        """Take one item; return the results that are complete."""
        self._tally.add(item)
        if isinstance(item, Finding):
            self._waiting.append(item)
            return ""
        written = self.flush()
        if isinstance(item, Accepted):
            written += self._written(self._result(item.finding, (), accepted=True))
        elif isinstance(item, Unusable):
            self._note(item.message, item.file)
        return written

    def flush(self) -> str:
        """The results of what waits: those that stand by themselves."""
        groups = [(one, beneath) for one, beneath in folded(self._waiting, self._options) if not self._options.folds(one)]
        self._waiting.clear()
        return "".join([self._written(self._result(one, beneath)) for one, beneath in groups])

    def artifacts(self) -> Iterator[Record]:
        """The files that were named."""
        for uri in self._files:
            yield {"location": {"uri": uri}}

    def invocation(self) -> Record:
        """How the run went."""
        ended = self._tally.interrupted is not None
        self._notes += [{"level": "note", "message": {"text": note}} for note in self._tally.notes()]
        if ended:
            self._notes[-1]["level"] = "error"
        return {"executionSuccessful": self._sound and not ended, "toolExecutionNotifications": self._notes}

    def _written(self, record: Record) -> str:
        mark, self._mark = self._mark, ",\n   "
        return mark + dump(record)

    def _place(self, file: str, finding: Finding | None = None, line: int = 0, said: str = "") -> Record:
        uri = uri_of(file)
        return place_of(uri, self._files.setdefault(uri, len(self._files)), finding, line, said)

    def _note(self, message: str, file: str = "") -> None:
        """Tell what could not be done."""
        self._sound = False
        places: Record = {"locations": [self._place(file)]} if file else {}
        self._notes.append({"level": "error", "message": {"text": message}, **places})

    def _result(self, finding: Finding, beneath: Sequence[Finding], accepted: bool = False) -> Record:
        if finding.grade == "internal":
            self._sound = False
        related = [self._place(one.file, line=one.line, said=one.label) for one in finding.related]
        related += [self._place(one.file, one, said=f"{one.id} {one.name}: {one.message}") for one in beneath[:_MOST_FOLLOWERS]]
        suppressions: Record = {}
        if self._options.baselined or accepted:
            suppressions["suppressions"] = [{"kind": "external", "status": "accepted"}] if accepted else []
        return {
            "ruleId": finding.id,
            **({"ruleIndex": self._index[finding.id]} if finding.id in self._index else {}),
            "level": finding.severity,
            "message": {"text": finding.message or finding.name},
            "locations": [self._place(finding.file, finding)],
            **({"relatedLocations": [{"id": number, **one} for number, one in enumerate(related, 1)]} if related else {}),
            "partialFingerprints": {FINGERPRINT: finding.fingerprint},
            **suppressions,
            "properties": _properties(finding, len(beneath)),
        }


def _properties(finding: Finding, beneath: int) -> Record:
    parameter, follows = finding.parameter, finding.follows
    return {
        "grade": finding.grade,
        "match": finding.match,
        "deal": finding.deal,
        "turn": finding.turn,
        "seat": finding.seat,
        "parameter": parameter and plain(parameter),
        "citation": plain(finding.citation),
        "data": plain(finding.data),
        "help": finding.help,
        "follows": follows and plain(follows),
        "followers": beneath,
    }
