"""Messages on standard error: one clear line each, with what was probably meant."""

from __future__ import annotations

import sys

import click

from canasta_audit.batch.near import did_you_mean as did_you_mean
from canasta_audit.render.style import printable

CLEAN, FOUND, UNUSABLE, OURS = 0, 1, 2, 3
"""Exit codes: clean; findings at or above the level; unusable input or options; our own fault."""

INTERRUPTED = 130
"""Exit code of a run that was ended by a signal, as of programs that the signal of the keyboard ends."""


class Trouble(click.ClickException):
    """Input or options that cannot be used; ends the run with exit code 2 and its message."""

    exit_code = UNUSABLE


def complain(message: str, code: int) -> int:
    """Write ``message`` as one line to standard error and return ``code``."""
    sys.stderr.write(f"canasta-audit: {printable(' '.join(message.split()))}\n")
    return code
