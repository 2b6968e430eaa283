"""What is done with a log of canasta in a race, each by its name: two tokenizers and this tool's parse, replay and audit.

A way is handed the whole text. It returns how much it found of what it counts, and how many faults: the runner holds both against
what was written down, so that nobody wins by leaving work out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import throughput

import canasta_audit as ca
from canasta_audit.finding import Finding
from canasta_audit.report import DealReport
from canasta_audit.source import read_text

Way = Callable[[str], tuple[int, int]]

_KINDS = {
    "CARD": r"10[CDHS]|[2-9TJQKA][CDHS]?|[*?]",
    "WORD": r"[a-z]+",
    "LETTER": r"[A-Z]",
    "NUMBER": r"\d+",
    "NEWLINE": r"\n",
    "SKIP": r"[ \t]+",
    "OTHER": r".",
}
_LEXER = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()))


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """Kind and text of every token: the tokenizer of the documentation of ``re``, with these kinds."""
    for found in _LEXER.finditer(text):
        kind = found.lastgroup
        if kind is not None and kind != "SKIP":
            yield kind, found.group()


def pairs(text: str) -> tuple[int, int]:
    """Take every token with its kind; the number of lines."""
    lines = 0
    for kind, _ in tokens(text):
        lines += kind == "NEWLINE"
    return lines, 0


def bare(text: str) -> tuple[int, int]:
    """Find every token: the yardstick. It counts what nobody has written down, so there is nothing to be held against."""
    throughput.tokenize(text)
    return 0, 0


def parse(text: str) -> tuple[int, int]:
    """Read the log into its typed form; the number of its plays."""
    return throughput.parse(text), 0


def audit(text: str) -> tuple[int, int]:
    """Audit the log, as ``canasta-audit audit`` does; the number of its turns, and of findings."""
    turns = found = 0
    for part in ca.stream(read_text(text), "log"):
        if isinstance(part, DealReport):
            turns += part.turns
        elif isinstance(part, Finding):
            found += 1
    return turns, found


def replay(text: str) -> tuple[int, int]:
    """The same with every check left out: what happened is carried out, and nothing is judged."""
    with throughput.without_checks():
        return audit(text)


WAYS: dict[str, Way] = {"re": bare, "pairs": pairs, "parse": parse, "replay": replay, "audit": audit}
COUNTED = {"re": "", "pairs": "lines", "parse": "plays", "replay": "turns", "audit": "turns"}
"""What each way counts."""
