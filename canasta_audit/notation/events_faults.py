"""The faults an event file can have, as data."""

from __future__ import annotations

from canasta_audit.notation.faults import Fault

UNREADABLE_EVENT = Fault(
    "EVENT-001",
    "unreadable-event",
    "error",
    "cannot read this event; expected {expected}",
    """The line is no JSON object, or lacks a field, or has a field of the wrong type. A play on it is left out. A line that begins
    or ends a match or a deal still does, without the field. The rest of the file is converted.

    Data: ``expected``, in words; ``field``, the field at fault, ``""`` where it is the line as a whole.
    """,
)
UNKNOWN_EVENT = Fault(
    "EVENT-002",
    "unknown-event",
    "note",
    "events of type {type} are not known and were left out",
    """The file holds events of a type that the format does not have. This is said once for each type.

    Data: ``type``.
    """,
)
UNKNOWN_FIELD = Fault(
    "EVENT-003",
    "unknown-event-field",
    "note",
    "the field {field} of {type} events is not known and was left out",
    """The file holds a field that the format does not have. This is said once for each field of each type of event.

    Data: ``type``, ``field``.
    """,
)
UNFIT_STOCK = Fault(
    "EVENT-004",
    "unfit-stock",
    "note",
    "the stock given with the deal was left out: its card {place} is {given}, but {drawn} was drawn",
    """The order of the stock that the deal event gives is not the order in which cards were drawn later. Writing it down would make
    every draw look like a fault.

    Data: ``place`` in the stock, from 1; ``given``, the card there, ``none`` behind its end; ``drawn``, the card drawn.
    """,
)

FAULTS: tuple[Fault, ...] = (UNREADABLE_EVENT, UNKNOWN_EVENT, UNKNOWN_FIELD, UNFIT_STOCK)
"""All faults of event files."""
