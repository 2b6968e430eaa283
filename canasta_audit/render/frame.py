"""The line of a log with carets under the span that a finding is about."""

from __future__ import annotations

from canasta_audit.render.style import paint, printable, width_of

_DOTS = "..."


def frame(
    line: int, text: str, column: int, end_column: int, *, width: int = 110, color: bool = False, role: str = "error"
) -> list[str]:
    """Return the rows of a frame: the log's line behind its number, and carets below.

    ``column`` and ``end_column`` (exclusive) count code points from 1 and may lie outside the text; at least one caret is drawn.
    A line wider than ``width`` columns is cut to a window around the span.

    >>> for row in frame(7, "N: draw KD, discard 5D", 13, 23):
    ...     print(row)
       7 | N: draw KD, discard 5D
         |             ^^^^^^^^^^
    """
    text = printable(text)
    start = max(0, min(column - 1, len(text)))
    end = max(start + 1, min(end_column - 1, len(text)))
    number = f"{line:>4}"
    shown, start, end = _window(text, start, end, max(40, width - len(number) - 3))
    before = width_of(shown[:start])
    marks = "^" * max(1, width_of(shown[start:end]))
    gutter = paint("|", "mark", color)
    return [
        f"{paint(number, 'mark', color)} {gutter} {shown}".rstrip(),
        f"{' ' * len(number)} {gutter} {' ' * before}{paint(marks, role, color)}",
    ]


def _window(text: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """Cut ``text`` to ``width`` columns around ``start``..``end``; return it and where the span lies in it."""
    if len(text) <= width and width_of(text) <= width:
        return text, start, end
    room = width - 2 * len(_DOTS)
    end = min(end, start + room)
    left = max(0, start - max(0, (room - (end - start)) // 2))
    right = min(len(text), left + room)
    left = max(0, right - room)
    while width_of(text[left:right]) > room and right > end:
        right -= 1
    while width_of(text[left:right]) > room and left < start:
        left += 1
    while width_of(text[left:right]) > room and right > start + 1:
        right -= 1
    head = _DOTS if left else ""
    tail = _DOTS if right < len(text) else ""
    shift = len(head) - left
    return head + text[left:right] + tail, start + shift, min(end, right) + shift
