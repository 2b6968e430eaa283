"""Colours for terminals, and text from logs made safe for them."""

from __future__ import annotations

import re
import unicodedata

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "strong": "1",
    "faint": "2",
    "good": "32",
    "mark": "1;34",
}
UNSAFE = "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
"""Signs that could steer a terminal or are not seen, and what is no text at all; a pattern."""


def paint(text: str, role: str, color: bool) -> str:
    """Return ``text`` in the colour of ``role``, or as it is where ``color`` is off.

    >>> paint("error", "error", False)
    'error'
    """
    return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if color and text else text


def printable(text: str) -> str:
    """Return ``text`` with control signs, invisible ones and lone surrogates replaced one for one: no log can steer a terminal.

    >>> printable(f"KS{chr(9)}KH{chr(27)}[2J")
    'KS KH�[2J'
    """
    if text.isprintable():
        return text
    return re.sub(UNSAFE, lambda found: " " if found[0] == "\t" else "\ufffd", text)


def width_of(text: str) -> int:
    """Columns that ``text`` takes on a terminal: wide signs two, combining ones none.

    >>> width_of("KS"), width_of("卡"), width_of(f"e{chr(0x301)}")
    (2, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def plural(count: int, one: str, many: str = "") -> str:
    """Return count and noun.

    >>> plural(1, "error"), plural(2, "error"), plural(0, "match", "matches")
    ('1 error', '2 errors', '0 matches')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"
