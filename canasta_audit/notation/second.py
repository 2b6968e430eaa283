"""What becomes of a line that the derived expressions do not take: Lark reads it, or reads it put right, or it is a bad line."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches

from canasta_audit.finding import Finding
from canasta_audit.notation import faults, repair, slow
from canasta_audit.notation import model as m
from canasta_audit.notation.expected import Trouble

_CARD = r"(?:10|[2-9TJQKA])[CDHSrb]?|\*|\?"

SLIPS: tuple[tuple[str, str, str], ...] = (
    ("cyrillic-t", r".*[\u0422\u0442].*", "a Cyrillic T may mean ten, ace or clubs: write T, A or C in Latin letters"),
    ("cyrillic-letter", r".*[\u0400-\u04ff].*", "seats and cards are written in Latin letters"),
    ("joker-letters", r"(?i)J(?:K|OK|OKER)[RB]?[0-9]?", "a joker is written *"),
    ("suit-first", r"[CDHS\u2660-\u2667](?:10|[2-9TJQKA])", "the rank comes first, then the suit: KS"),
    ("cards-glued", rf"(?:{_CARD}){{2,}}", "cards are separated by blanks"),
    ("count-of-unknown", r"(?:[1-9][0-9]?x?\?|\?[1-9][0-9]?|\?{2,})", "eleven cards not seen are written ?x11"),
)
"""Well-known slips by the word that cannot be read: name, expression for the word, what to tell."""

_COMMA_CARD = ("comma-before-card", "cards are separated by blanks, and a play begins with a word, such as discard")
_SMALL_SEAT = ("small-seat", "seats are written in capitals: N E S W, or A to F")


def read(raw: str, number: int, file: str) -> tuple[m.Line, Finding | None]:
    """The typed line and what is to be said about it; columns are those of ``raw``, which may be indented."""
    text = raw.strip(" \t\r")
    indent = raw.index(text) + 1
    try:
        return slow.line(text), None
    except slow.Refused as first:
        refused = first
    better = repair.repaired(text)
    if better != text:
        try:
            return slow.line(better), _repaired(text, better, number, file, indent)
        except slow.Refused as second:
            # The line put right was read further, so its trouble is the true one.
            refused = second
    return m.Bad(raw), _unreadable(refused.explain(), text, number, file, indent)


def _repaired(text: str, better: str, number: int, file: str, indent: int) -> Finding:
    changed = repair.changes(text, better)
    start, before, after = changed[0]
    width = 1 if after == "blank" else len(before)
    return faults.REPAIRED.finding(
        file,
        number,
        start + indent,
        start + width + indent,
        found=[word for _, word, _ in changed],
        read=[word for _, _, word in changed],
    )


def _unreadable(trouble: Trouble, text: str, number: int, file: str, indent: int) -> Finding:
    end = trouble.start + len(trouble.found)
    found = text[trouble.start : end]
    slip, told = _slip(trouble, found, text)
    finding = faults.UNREADABLE.finding(
        file,
        number,
        trouble.start + indent,
        max(end, trouble.start + 1) + indent,
        found=found or "end of line",
        expected=trouble.expected,
        wanted=_sentence(trouble.expected),
        slip=slip,
    )
    return replace(finding, help=told)


def _slip(trouble: Trouble, found: str, text: str) -> tuple[str, str]:
    """Name of the slip and what to tell about it, both ``""`` where it is none of the well-known ones."""
    if text[: trouble.start].rstrip(" ").endswith(",") and re.fullmatch(_CARD, found):
        return _COMMA_CARD
    for name, pattern, told in SLIPS:
        if re.fullmatch(pattern, found):
            return name, told
    if "seat" in trouble.expected and re.fullmatch("[a-fnsw]", found):
        return _SMALL_SEAT
    words = [word.strip("':") for word in trouble.expected if word.startswith("'") and len(word) > 3]
    near = get_close_matches(found, words, n=1)
    return ("misspelt-word", f"did you mean {near[0]}?") if near else ("", "")


def _sentence(words: list[str]) -> str:
    """Words as an enumeration: ``card, 'with' or ','``."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
