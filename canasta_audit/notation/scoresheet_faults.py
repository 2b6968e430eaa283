"""The faults a score sheet in a table can have, as data."""

from __future__ import annotations

from canasta_audit.notation.faults import Fault

UNREADABLE_ROW = Fault(
    "ROW-001",
    "unreadable-row",
    "error",
    "cannot read this row; expected {expected}",
    """A row of the table does not say what it should. Where that is a score, the side has no score line in that deal; without a
    deal or a side the row is left out. The rest of the table is converted.

    Data: ``expected``, in words; ``field``, the column at fault, ``""`` where it is the row as a whole.
    """,
)
UNKNOWN_COLUMN = Fault(
    "ROW-002",
    "unknown-column",
    "note",
    "the column {field} is not known and was left out",
    """The table has a column that a score sheet does not have.

    Data: ``field``, its heading.
    """,
)

FAULTS: tuple[Fault, ...] = (UNREADABLE_ROW, UNKNOWN_COLUMN)
"""All faults of score sheets."""
