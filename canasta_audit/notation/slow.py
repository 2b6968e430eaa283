"""Reads a line with Lark itself: whatever the derived expressions do not take.

Lark is loaded only when this module first reads something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_audit.notation import build, derive
from canasta_audit.notation import model as m
from canasta_audit.notation.expected import Trouble, explain

if TYPE_CHECKING:
    from lark import Token, Tree


class Refused(Exception):
    """A text is not in the notation. Why is found out only when somebody asks, since a second try may yet succeed."""

    def __init__(self, name: str, text: str, shift: int = 0) -> None:
        super().__init__(name, text)
        self._name = name
        self._text = text
        self._shift = shift

    def explain(self) -> Trouble:
        """What cannot stand where, and what could; the place is that in the whole line."""
        trouble = explain(self._name, self._text)
        return trouble._replace(start=trouble.start + self._shift)


def line(text: str) -> m.Line:
    """Read a whole line; raises ``Refused``."""
    kind, parts = line_parts(text)
    made = build.line(kind, parts)
    if isinstance(made, m.Turn):
        made.plays = plays(parts["PLAYS"], text.index(":") + 1)
    return made


def spans(text: str) -> list[tuple[int, int]]:
    """0-based spans (end exclusive) of the plays of a turn; none where the line is another. Raises ``Refused``."""
    kind, parts = line_parts(text)
    if kind != "turn":
        return []
    return [(start, end) for _, start, end in _plays(parts["PLAYS"], text.index(":") + 1)]


def plays(text: str, offset: int = 0) -> tuple[m.Play, ...]:
    """Read the plays of a turn, which begin at ``offset`` in their line. Raises ``Refused``."""
    return tuple(play for play, _, _ in _plays(text, offset))


def line_parts(text: str) -> tuple[str, dict[str, str]]:
    """Kind and visible parts of a line; the plays of a turn are not looked into. Raises ``Refused``."""
    return _item(_parse("line", text), text, "blank")


def _plays(text: str, offset: int) -> list[tuple[m.Play, int, int]]:
    """The plays of a turn, each with its 0-based span (end exclusive) in the line, where ``text`` begins at ``offset``."""
    padded = " " + text.strip(" ")
    shift = offset + len(text) - len(text.lstrip(" ")) - 1
    made = []
    for play in _trees(_parse("play", padded, shift)):
        kind, parts = _item(play, padded, "")
        start = play.meta.start_pos
        start += len(padded[start:]) - len(padded[start:].lstrip(" ,"))
        made.append((build.PLAYS[kind](parts), start + shift, play.meta.end_pos + shift))
    return made


def _item(tree: Tree[Token], text: str, kind: str) -> tuple[str, dict[str, str]]:
    """Kind (as given where the tree has none) and visible parts of a framed line or play."""
    parts = _tokens(tree)
    for child in _trees(tree):
        kind = str(child.data)
        parts |= _tokens(child)
        parts |= {str(part.data): text[part.meta.start_pos : part.meta.end_pos] for part in _trees(child)}
    return kind, parts


def _trees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if not isinstance(child, str)]


def _tokens(tree: Tree[Token]) -> dict[str, str]:
    return {child.type: str(child) for child in tree.children if isinstance(child, str)}


def _parse(name: str, text: str, shift: int = 0) -> Tree[Token]:
    from lark.exceptions import UnexpectedInput

    try:
        return derive.grammar(name).parse(text)
    except UnexpectedInput:
        raise Refused(name, text, shift) from None
