"""The faults a log can have as a text, before anybody looks at the game: ids, names and messages, as data."""

from __future__ import annotations

from canasta_audit.finding import Fault as Fault

UNREADABLE = Fault(
    "SYNTAX-001",
    "unreadable-line",
    "error",
    "expected {wanted}, found {found}",
    """The line is not in the notation. It is kept as it stands and left out of the audit; every other line is audited.

    Data: ``found``, the word that cannot stand there (``end of line`` where something is missing); ``expected``, a list of what
    could stand there; ``wanted``, the same in words; ``slip``, the name of a well-known slip if it is one, else ``""``.
    """,
)
REPAIRED = Fault(
    "SYNTAX-002",
    "repaired-line",
    "note",
    "read {found} as {read}",
    """The line is not in the notation as written, but can only mean one thing: signs a phone or a word processor puts for plain
    ones, letter case, Cyrillic letters that look like Latin ones in a card. It was read that way and audited.

    Data: ``found``, ``read``: lists of the words changed, before and after.
    """,
)
LATE_TAG = Fault(
    "SYNTAX-003",
    "tag-after-deal",
    "warning",
    "the tag {tag} stands behind the match's first deal and has no effect; only [Event] begins a new match",
    """Tags describe a match and stand before its first deal. Only ``[Event ".."]`` begins the next match.

    Data: ``tag``, its name.
    """,
)
MISPLACED = Fault(
    "SYNTAX-004",
    "misplaced-line",
    "warning",
    "a {kind} line cannot stand {where}",
    """The line belongs to another part of the record: a line of a deal before any ``deal`` line, or one that says how the deal
    began behind its first turn.

    Data: ``kind`` of line; ``where``: ``before any deal`` or ``behind the first turn``.
    """,
)
TOO_LONG = Fault(
    "SYNTAX-005",
    "line-too-long",
    "error",
    "the line is longer than {limit} bytes and was not read",
    """No line of a record is that long. It is left out of the audit; reading goes on after it.

    Data: ``limit`` in bytes.
    """,
)
BAD_ENCODING = Fault(
    "SYNTAX-006",
    "badly-encoded-line",
    "error",
    "the byte {byte} in column {column} is not {encoding}; the line was not read",
    """Logs are UTF-8, unless a byte order mark or ``--encoding`` says otherwise. The line holds bytes that are not (often a log
    saved in an old Windows encoding) and is left out of the audit; all other lines are read.

    Data: ``byte`` in hexadecimal, ``column`` of the first bad byte, counted in characters from 1; ``encoding`` it was read as.
    """,
)
NO_SUIT = Fault(
    "SYNTAX-007",
    "card-without-suit",
    "warning",
    "{cards} without a suit, in a deal whose other cards have suits",
    """A lone rank is lawful where suits were not recorded. In a deal that records suits it is usually a key missed. A tag
    ``[Cards "mixed"]``, or ``"ranks"`` or ``"coloured"``, says that suits are left out on purpose; then there is no warning.

    Data: ``cards``, the ranks in question on this line.
    """,
)
DUPLICATE = Fault(
    "SYNTAX-008",
    "duplicate-line",
    "warning",
    "a second {kind} line for {whose}; the first is line {first}",
    """What is said once in a deal (or a match) was said twice.

    Data: ``kind`` of line, ``whose`` (seat, side, tag name, or ``the deal``), ``first``: line number of the first.
    """,
)

FAULTS: tuple[Fault, ...] = (UNREADABLE, REPAIRED, LATE_TAG, MISPLACED, TOO_LONG, BAD_ENCODING, NO_SUIT, DUPLICATE)
"""All of them, by id."""
