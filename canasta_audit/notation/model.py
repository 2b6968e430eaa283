"""The typed log: matches, deals, lines and plays as recorded, before anybody asks whether they were lawful.

Plays are immutable and shared (equal texts give one object). Lines are treated as immutable. ``line`` (1-based, 0 where the log was
not read from a text) and ``text`` (the line as read) never count when logs are compared.
"""

# Annotations are not postponed: a named tuple compiles each text of one anew, at every start.
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from canasta_audit.cards import Card
from canasta_audit.notation.plays import PLAYS as PLAYS
from canasta_audit.notation.plays import Add as Add
from canasta_audit.notation.plays import Address as Address
from canasta_audit.notation.plays import Ask as Ask
from canasta_audit.notation.plays import Chain as Chain
from canasta_audit.notation.plays import Discard as Discard
from canasta_audit.notation.plays import Draw as Draw
from canasta_audit.notation.plays import Foot as Foot
from canasta_audit.notation.plays import Last as Last
from canasta_audit.notation.plays import Lock as Lock
from canasta_audit.notation.plays import Meld as Meld
from canasta_audit.notation.plays import Pass as Pass
from canasta_audit.notation.plays import Pickup as Pickup
from canasta_audit.notation.plays import Play as Play
from canasta_audit.notation.plays import Red as Red
from canasta_audit.notation.plays import Seat as Seat
from canasta_audit.notation.plays import Shift as Shift
from canasta_audit.notation.plays import Side as Side
from canasta_audit.notation.plays import Take as Take
from canasta_audit.notation.plays import TurnOver as TurnOver
from canasta_audit.value import Fixed, Value, fixed


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Line(Value):
    """What all lines share. ``undone``: struck out with ``~``; ``comment``: the text behind ``#``, ``None`` where there is none."""

    kind: ClassVar[str] = "line"
    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)
    undone: bool = False
    comment: str | None = None


_MEANT = r"[^A-Za-z]*(?:(?P<seat>[A-FNSW])\W*:|(?P<word>[a-z]+)\W*(?:\b(?P<whose>[A-FNSW]{1,6})\b)?)"
"""What a line was meant to be; most logs have no use for it, and to compile it at every start takes its time."""


@dataclass(slots=True, eq=False, repr=False)
class Blank(Line):
    """A line without content: blank, or a comment alone."""

    kind: ClassVar[str] = "blank"


@dataclass(slots=True, eq=False, repr=False)
class Bad(Line):
    """A line that is not in the notation; ``raw`` is kept so that nothing is lost.

    ``fault`` and ``column`` (1-based) are the id and the place of the finding about it; they are not compared.
    """

    kind: ClassVar[str] = "bad"
    raw: str = ""
    fault: str = field(default="SYNTAX-001", compare=False)
    column: int = field(default=1, compare=False)

    @property
    def meant(self) -> tuple[str, Seat]:
        """What the line was meant to be: the word it begins with (``"turn"`` for a turn), and its seat; ``""`` where unknown."""
        found = re.match(_MEANT, self.raw)
        if found is None:
            return "", ""
        if found["seat"]:
            return "turn", found["seat"]
        return found["word"], found["whose"] or ""


@dataclass(slots=True, eq=False, repr=False)
class Tag(Line):
    """``[Name "value"]``; ``Event`` begins a match."""

    kind: ClassVar[str] = "tag"
    name: str = ""
    value: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Lots(Line):
    """Cards drawn for seats and dealer."""

    kind: ClassVar[str] = "lots"
    drawn: tuple[tuple[Seat, Card], ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class DealHead(Line):
    """Begins a deal. ``cut``: who cut; ``uncut``: the pack was not cut; ``first``: who plays first."""

    kind: ClassVar[str] = "deal"
    number: int = 0
    dealer: Seat | None = None
    cut: Seat | None = None
    uncut: bool = False
    first: Seat | None = None


@dataclass(slots=True, eq=False, repr=False)
class Before(Line):
    """Scores before this deal, in points."""

    kind: ClassVar[str] = "before"
    sums: tuple[tuple[Side, int], ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Minimum(Line):
    """The initial meld that the recorder wrote down as asked of each side, in points."""

    kind: ClassVar[str] = "minimum"
    sums: tuple[tuple[Side, int], ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class HandLine(Line):
    """A hand as dealt, red threes included."""

    kind: ClassVar[str] = "hand"
    seat: Seat = ""
    cards: tuple[Card, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class FootLine(Line):
    """A second hand as dealt."""

    kind: ClassVar[str] = "foot"
    seat: Seat = ""
    cards: tuple[Card, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class MeldsLine(Line):
    """Melds that lie already, in a record that begins in mid-deal."""

    kind: ClassVar[str] = "melds"
    seat: Seat = ""
    melds: tuple[tuple[Card, ...], ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class RedLine(Line):
    """Red threes laid before the first turn."""

    kind: ClassVar[str] = "red"
    seat: Seat = ""
    chains: tuple[Chain, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class CardsLine(Line):
    """``stock:`` (next card first), ``pile:`` (oldest first), ``up:`` (in order), ``down:``; ``back``: put back into the stock."""

    kind: ClassVar[str] = "cards"
    place: Literal["stock", "pile", "up", "down"] = "up"
    cards: tuple[Card, ...] = ()
    back: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Turn(Line):
    """One player's turn; ``clock`` is the time stamp behind ``@``."""

    kind: ClassVar[str] = "turn"
    seat: Seat = ""
    plays: tuple[Play, ...] = ()
    clock: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class End(Line):
    """The end of a deal: who went out (seat, concealed), or why it ended."""

    kind: ClassVar[str] = "end"
    outs: tuple[tuple[Seat, bool], ...] = ()
    why: Literal["stock", "void", "stop", "stuck"] | None = None
    remark: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Left(Line):
    """Cards left in a hand; empty for ``none``."""

    kind: ClassVar[str] = "left"
    seat: Seat = ""
    cards: tuple[Card, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class ScoreLine(Line):
    """A side's claimed score of the deal: items and points, in the order written."""

    kind: ClassVar[str] = "score"
    side: Side = ""
    items: tuple[tuple[str, int], ...] = ()
    remark: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Totals(Line):
    """Claimed running totals after the deal, in points."""

    kind: ClassVar[str] = "totals"
    sums: tuple[tuple[Side, int], ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Penalty(Line):
    """Points given by the law or a director for an offence (negative: against the side).

    ``side`` may be one seat of it, the offender's; ``offence`` is the word for what it was, ``None`` where it was not noted.
    """

    kind: ClassVar[str] = "penalty"
    side: Side = ""
    points: int = 0
    offence: str | None = None
    remark: str | None = None


@fixed
class Place(Fixed):
    """Where a director moves cards from or to: ``seat`` for a hand, ``"stock"``, ``"pile"``, or a meld's address."""

    where: Literal["hand", "stock", "pile", "meld"]
    seat: Seat | None = None
    meld: Address | None = None


@fixed
class Move(Fixed):
    """A director moves cards."""

    cards: tuple[Card, ...]
    source: Place
    target: Place


@fixed
class Award(Fixed):
    """A director changes a side's score by so many points."""

    side: Side
    points: int


@fixed
class Next(Fixed):
    """A director names who plays next."""

    seat: Seat


Ruling = Move | Award | Next


@dataclass(slots=True, eq=False, repr=False)
class Director(Line):
    """A director's corrections."""

    kind: ClassVar[str] = "director"
    rulings: tuple[Ruling, ...] = ()
    remark: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Exposed(Line):
    """Cards of a hand that everybody has seen, whoever sits there; they stay in the hand."""

    kind: ClassVar[str] = "exposed"
    seat: Seat = ""
    cards: tuple[Card, ...] = ()
    remark: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Count(Line):
    """How many cards a hand (its seat), the ``"stock"`` or the ``"pile"`` was found to hold when somebody counted them."""

    kind: ClassVar[str] = "count"
    what: str = ""
    number: int = 0
    remark: str | None = None


LINES: tuple[type[Line], ...] = (
    Blank,
    Bad,
    Tag,
    Lots,
    DealHead,
    Before,
    Minimum,
    HandLine,
    FootLine,
    MeldsLine,
    RedLine,
    CardsLine,
    Turn,
    End,
    Left,
    ScoreLine,
    Totals,
    Penalty,
    Director,
    Exposed,
    Count,
)


@dataclass(slots=True, eq=False, repr=False)
class Deal(Value):
    """One deal: its lines in order; the first is its ``DealHead``, or a bad line that was meant to be one.

    ``others``: those that are no turns, or turns that are struck out, as the reader met them (``None``: it was not read).
    """

    lines: list[Line] = field(default_factory=list)
    others: list[Line] | None = field(default=None, compare=False)

    @property
    def head(self) -> DealHead:
        """The line that began the deal; where that could not be read, one without number (0) and dealer in its place.

        Raises ``TypeError`` if the deal was put together without one.
        """
        first = self.lines[0]
        if isinstance(first, Bad):
            return DealHead(line=first.line, text=first.text)
        if not isinstance(first, DealHead):
            raise TypeError("a deal begins with its DealHead")
        return first


@dataclass(slots=True, eq=False, repr=False)
class Match(Value):
    """One match: the lines before its first deal (tags, lots, blanks), then its deals."""

    head: list[Line] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)

    @property
    def tags(self) -> dict[str, str]:
        """Tags by name; the first of a name wins."""
        tags: dict[str, str] = {}
        for line in self.head:
            if isinstance(line, Tag) and not line.undone:
                tags.setdefault(line.name, line.value)
        return tags


@dataclass(slots=True, eq=False, repr=False)
class Log(Value):
    """A whole record: its matches, and the name of the file it came from (not compared)."""

    matches: list[Match] = field(default_factory=list)
    file: str = field(default="<log>", compare=False)
    findings: Sequence[Any] = field(default=(), compare=False)

    def lines(self) -> Iterator[Line]:
        """All lines in order."""
        for match in self.matches:
            yield from match.head
            for deal in match.deals:
                yield from deal.lines
