"""Messages on standard error: one clear line each, with what was probably meant."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from canasta_audit.render.style import printable

CLEAN, FOUND, UNUSABLE, OURS = 0, 1, 2, 3
"""Exit codes: clean; findings at or above the level; unusable input or options; our own fault."""


class Trouble(click.ClickException):
    """Input or options that cannot be used; ends the run with exit code 2 and its message."""

    exit_code = UNUSABLE


def complain(message: str, code: int) -> int:
    """Write ``message`` as one line to standard error and return ``code``."""
    sys.stderr.write(f"canasta-audit: {printable(' '.join(message.split()))}\n")
    return code


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean X?`` for the nearest of ``known``, ``""`` where none is near.

    >>> did_you_mean("adit", ["audit", "score"]), did_you_mean("xyz", ["audit"])
    ('; did you mean audit?', '')
    """
    import difflib

    words = {each.lower(): each for each in known}
    near = difflib.get_close_matches(word.lower()[:80], words, n=1, cutoff=0.6)
    return f"; did you mean {words[near[0]]}?" if near else ""
