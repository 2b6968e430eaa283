"""One line of an event file, read or refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from canasta_audit.cards import Card
from canasta_audit.notation.events_fields import FIELDS, KINDS, Refused

FRAMES = ("game", "deal", "hand_end", "game_end")
"""Events that begin or end something: they still do where one of their fields cannot be read."""


class Unreadable(ValueError):
    """A line is no event.

    ``expected`` says what should be there, ``name`` which field (``""``: the line as a whole), ``column`` and ``end`` (1-based,
    ``end`` exclusive) where. ``rest`` holds what could be read all the same of an event that begins or ends something.
    """

    def __init__(self, expected: str, name: str = "", column: int = 1, end: int = 1) -> None:
        super().__init__(expected)
        self.expected, self.name, self.column, self.end = expected, name, column, end
        self.rest: Event | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One event as read: 1-based line, type, and its fields, cards already in the product's own texts.

    The getters give ``None`` or ``()`` where a field is left out. ``strange`` names fields that no event of this type has.
    """

    line: int
    type: str
    fields: Mapping[str, object] = field(default_factory=dict)
    strange: tuple[str, ...] = ()

    def number(self, name: str) -> int | None:
        """Return a number or seat."""
        return cast("int | None", self.fields.get(name))

    @property
    def seat(self) -> int:
        """The seat that acts; only for events that must have one."""
        return cast("int", self.fields["seat"])

    def flag(self, name: str) -> bool:
        """Return a flag, false where it is left out."""
        return bool(self.fields.get(name))

    def text(self, name: str) -> str:
        """Return a text or rank, ``""`` where it is left out."""
        return cast("str", self.fields.get(name, ""))

    def card(self, name: str) -> Card | None:
        """Return a card."""
        return cast("Card | None", self.fields.get(name))

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return a list of cards."""
        return cast("tuple[Card, ...]", self.fields.get(name, ()))

    def hands(self, name: str) -> tuple[tuple[Card, ...], ...]:
        """Return a list of lists of cards."""
        return cast("tuple[tuple[Card, ...], ...]", self.fields.get(name, ()))

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a list of numbers."""
        return cast("tuple[int, ...]", self.fields.get(name, ()))

    def names(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return cast("tuple[str, ...]", self.fields.get(name, ()))

    def sheets(self, name: str) -> tuple[dict[str, int], ...]:
        """Return points by item, one mapping a team."""
        return cast("tuple[dict[str, int], ...]", self.fields.get(name, ()))

    def additions(self, name: str) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """Return (rank, cards) of each addition."""
        return cast("tuple[tuple[str, tuple[Card, ...]], ...]", self.fields.get(name, ()))


def read_line(text: str, line: int, seats: int) -> Event:
    """Read one line; ``seats`` is the number of players.

    Raises ``Unreadable``. A type that is not known gives an event without fields.
    """
    record = _object(text)
    kind = record.get("t")
    if not isinstance(kind, str):
        raise Unreadable(
            "the event's type, a text" if "t" in record else 'the field "t", the event\'s type', "t", *_place(text, "t")
        )
    known = FIELDS.get(kind)
    if known is None:
        return Event(line, kind)
    fields = {}
    fault: Unreadable | None = None
    for name, wanted in {"n": "number", **known}.items():
        try:
            value = _field(text, name, wanted, record.get(name), seats)
        except Unreadable as error:
            fault = fault or error
        else:
            if value is not None:
                fields[name] = value
    event = Event(line, kind, fields, tuple(name for name, value in record.items() if _is_strange(value, known.get(name), name)))
    if fault is not None:
        fault.rest = event if kind in FRAMES else None
        raise fault
    return event


def _is_strange(value: object, wanted: str | None, name: str) -> bool:
    if wanted == "nothing":
        return bool(value)
    return wanted is None and name not in ("n", "t")


def _object(text: str) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable("a JSON object", "", error.colno, error.colno + 1) from None
    except (ValueError, RecursionError):
        # a number of thousands of digits, or brackets nested without end
        raise Unreadable("a JSON object of ordinary size", "", 1, len(text) + 1) from None
    if not isinstance(record, dict):
        raise Unreadable("a JSON object", "", 1, len(text) + 1)
    return record


def _field(text: str, name: str, wanted: str, value: object, seats: int) -> object:
    expected, read = KINDS[wanted.rstrip("!")]
    if value is None:
        if wanted.endswith("!"):
            raise Unreadable(f'the field "{name}": {expected}', name, *_place(text, name))
        return None
    try:
        return read(value, seats)
    except Refused as refused:
        raise Unreadable(expected, name, *_place(text, name, refused.value)) from None


def _place(text: str, name: str, value: object = None) -> tuple[int, int]:
    """Find the columns of a value behind its field's name, else those of the name, else (1, 1)."""
    key = f'"{name}"'
    start = text.find(key)
    if start < 0:
        return 1, 1
    written = json.dumps(value, ensure_ascii=False)
    at = text.find(written, start + len(key)) if value is not None else -1
    return (at + 1, at + 1 + len(written)) if at >= 0 else (start + 1, start + 1 + len(key))
