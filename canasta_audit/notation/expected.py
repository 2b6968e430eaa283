"""Tells what was expected where a line cannot be read, in words that people know."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from canasta_audit.notation.derive import grammar

if TYPE_CHECKING:
    from lark.parsers.lalr_interactive_parser import InteractiveParser

_COMMA = "','"
_NEXT_WORD = re.compile(r"[^ ,:{}#@]+|.", re.DOTALL)
_PLAY_BEGINS = "(?: *, *| +)"

DISPLAY = {
    "SUITED": "card",
    "PLAIN": "card",
    "RUN": "card",
    "SWAP": "'>'",
    "ADDR": "meld",
    "REMARK": "{remark}",
    "ANSWER": "'yes' or 'no'",
    "_COMMA": _COMMA,
    "_COLON": "':'",
    "_OPEN": "'['",
    "_CLOSE": "']'",
    "UNDONE": "'~'",
    "COMMENT": "# comment",
    "TAGNAME": "tag name",
    "STRING": "text in quotes",
    "NUMBER": "number",
    "INT": "number",
    "SEAT": "seat",
    "SEAT_": "seat",
    "WHO": "seat",
    "SIDE": "side",
    "SIDE_": "side",
    "ITEM": "score item",
    "OFFENCE": "offence",
    "PLAYS": "play",
    "CLOCK": "@time",
    "WHY": "'stock', 'void', 'stop' or 'stuck'",
    "$END": "end of line",
}
"""What people are told was expected, by terminal; all other terminals are words and stand for themselves."""


class Trouble(NamedTuple):
    """Why a text is not in the notation.

    ``start``: 0-based place of the word that cannot stand there; ``found``: that word, ``""`` at the end of the text;
    ``expected``: what could stand there, in display words.
    """

    start: int
    found: str
    expected: list[str]


def explain(name: str, text: str) -> Trouble:
    """Find the first word that cannot stand where it does, and what could; ``name`` is the grammar's."""
    stop, names = _reach(name, text)
    start = _skip_blanks(text, stop)
    inside = 0 < stop == start < len(text) and text[stop - 1] not in ' ,:{}>"' and text[stop] not in ' ,:{}>#@"]'
    if inside:
        # The beginning of the word made a token, its rest does not fit: the whole word is meant.
        start = max(text.rfind(sign, 0, stop) for sign in " ,:~>") + 1
        names = _reach(name, text[:start].rstrip(" "))[1]
    play_fits = bool(_starters(name) & names)
    if play_fits and not inside and text.startswith(",", start):
        start = _skip_blanks(text, start + 1)
    found = _NEXT_WORD.match(text, start)
    before = text[:start].rstrip(" ")
    play_begins = play_fits and (not before or before.endswith(","))
    return Trouble(start, found[0] if found else "", list(_display(name, names, play_begins)))


def _skip_blanks(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip(" "))


def _reach(name: str, text: str) -> tuple[int, frozenset[str]]:
    """How far ``text`` can be read, and the terminals that could follow there."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    steps = grammar(name).parse_interactive(text)
    try:
        for _ in steps.iter_parse():
            pass
        stop = len(text)
    except UnexpectedCharacters as error:
        stop = error.pos_in_stream or 0
    except UnexpectedToken as error:
        stop = len(text) if error.token.type == "$END" else error.token.start_pos or 0
    return stop, _accepted(name, steps)


_ACCEPTED: dict[tuple[str, tuple[int, ...]], frozenset[str]] = {}
"""Terminals that could follow, by grammar and the parser's stack; asking Lark each time would double the cost of a bad line."""


def _accepted(name: str, steps: InteractiveParser) -> frozenset[str]:
    key = (name, tuple(steps.parser_state.state_stack))
    if key not in _ACCEPTED:
        _ACCEPTED[key] = frozenset(steps.accepts())  # type: ignore[no-untyped-call]
    return _ACCEPTED[key]


@cache
def _starters(name: str) -> frozenset[str]:
    """Terminals with which a play begins."""
    return frozenset(one.name for one in grammar(name).terminals if one.pattern.to_regexp().startswith(_PLAY_BEGINS))


@cache
def _display(name: str, names: frozenset[str], play_begins: bool) -> tuple[str, ...]:
    """Display words for terminals, in the grammar's order; words of plays are named only where a play begins."""
    starters = _starters(name)
    shown: dict[str, None] = {}
    for terminal in grammar(name).terminals:
        if terminal.name in names and (not play_begins or terminal.name in starters):
            hidden = terminal.name in starters and not play_begins
            shown[_COMMA if hidden else show(terminal.name, terminal.pattern.to_regexp())] = None
    if "$END" in names and not play_begins:
        shown[DISPLAY["$END"]] = None
    return tuple(shown)


def show(name: str, pattern: str) -> str:
    """How a terminal is shown to people."""
    if name in DISPLAY:
        return DISPLAY[name]
    word = re.search(r"[a-z]+:?$", pattern)
    return f"'{word[0]}'" if word else name
