"""The finding: one fault of a log or a ruleset, as a value from which everything people see is rendered."""

# Annotations are not postponed: a named tuple compiles each text of one anew, at every start.
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, NamedTuple

from canasta_audit.value import Fixed, fixed

SeverityName = Literal["note", "warning", "error"]
Grade = Literal["impossible", "illegal", "misscored", "unrecorded", "unreadable", "internal"]

SEVERITIES: tuple[SeverityName, ...] = ("note", "warning", "error")
"""From least to most severe."""

GRADES: tuple[Grade, ...] = ("impossible", "illegal", "misscored", "unrecorded", "unreadable", "internal")
"""``impossible``: a card that is not there, usually the recorder's slip. ``illegal``: the law is broken. ``misscored``: claimed
and computed differ. ``unrecorded``: the law asks for something the record does not show. ``unreadable``: a line or file that is
not in the notation. ``internal``: our own fault."""


class Citation(NamedTuple):
    """A place in a source text: text id, section heading (``""`` if there is none) and 1-based line."""

    text: str
    section: str
    line: int


class Parameter(NamedTuple):
    """The ruleset key that decided: JSON pointer, effective value, and the file and line (1-based) that set it.

    ``status`` is ``"reconstructed"`` where the text is damaged and the value comes from elsewhere; ``readings`` are the ids of the
    readings that it rests on.
    """

    pointer: str
    value: Any
    file: str
    line: int
    status: str = ""
    readings: tuple[str, ...] = ()


class Related(NamedTuple):
    """Another place that belongs to a finding: file, 1-based line, and what it shows."""

    file: str
    line: int
    label: str


class Root(NamedTuple):
    """The finding that another one follows from, by its id and place."""

    id: str
    line: int
    column: int


@fixed
class Finding(Fixed):
    """One fault.

    ``line``, ``column`` and ``end_column`` are 1-based code points (``end_column`` is exclusive; line 0 means the whole file);
    ``match`` counts the matches of a file from 1, ``deal`` is the deal's number as recorded, ``turn`` counts the deal's turns from
    1 (``None`` outside a turn). ``template`` is filled with ``data`` to give ``message``. ``text`` is the line of the log.
    """

    id: str
    name: str
    severity: SeverityName
    grade: Grade
    template: str
    data: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    line: int = 0
    column: int = 1
    end_column: int = 1
    match: int | None = None
    deal: int | None = None
    turn: int | None = None
    seat: str | None = None
    text: str = ""
    help: str = ""
    parameter: Parameter | None = None
    citation: tuple[Citation, ...] = ()
    related: tuple[Related, ...] = ()
    follows: Root | None = None

    @property
    def message(self) -> str:
        """The fault in words: the template with the data in it."""
        return self.template.format_map({key: _plain(value) for key, value in self.data.items()})

    @property
    def sort_key(self) -> tuple[str, int, int, str]:
        """File, line, column, id: the order of every report."""
        return (self.file, self.line, self.column, self.id)

    @property
    def fingerprint(self) -> str:
        """Digest of id, game coordinates and text: it survives lines and comments added elsewhere in the log.

        What is found at a tag is of the match as a whole: it survives deals that are added, too.
        """
        # Most reports ask for none, and its import is a noticeable part of every start.
        import hashlib

        text = " ".join(self.text.split("#")[0].split())
        place = (None, None) if text.startswith("[") else (self.deal, self.turn)
        return hashlib.sha256(repr((self.id, self.match, *place, self.seat, text)).encode()).hexdigest()[:16]


class Fault(NamedTuple):
    """A kind of finding: ``template`` is filled with the finding's data; ``doc`` says what the fault is and why it is one."""

    id: str
    name: str
    severity: SeverityName
    template: str
    doc: str
    grade: Grade = "unreadable"

    def finding(
        self,
        file: str,
        line: int = 0,
        column: int = 1,
        end_column: int = 1,
        /,
        *,
        text: str = "",
        help: str = "",
        related: tuple[Related, ...] = (),
        **data: Any,
    ) -> Finding:
        """A finding of this fault at a place (1-based, ``end_column`` exclusive; line 0 means the whole file)."""
        return Finding(
            self.id,
            self.name,
            self.severity,
            self.grade,
            self.template,
            data,
            file,
            line,
            column,
            end_column,
            text=text,
            help=help,
            related=related,
        )


def _plain(value: Any) -> Any:
    """Write lists as people do: cards with blanks between them, longer items with semicolons."""
    if isinstance(value, (list, tuple)):
        items = [str(item) for item in value]
        return ("; " if any(" " in item for item in items) else " ").join(items) or "none"
    return value


def severity_at_least(severity: SeverityName, level: SeverityName) -> bool:
    """Tell whether ``severity`` reaches ``level``.

    >>> severity_at_least("error", "warning"), severity_at_least("note", "warning")
    (True, False)
    """
    return SEVERITIES.index(severity) >= SEVERITIES.index(level)
