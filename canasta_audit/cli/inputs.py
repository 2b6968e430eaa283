"""Logs given on the command line: files, and ``-`` for standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator

from canasta_audit.cli.trouble import Trouble, did_you_mean
from canasta_audit.finding import Finding
from canasta_audit.notation.model import Log, Match
from canasta_audit.notation.parse import units
from canasta_audit.source import InputError, read_path, read_stream

STDIN = "<stdin>"


def name_of(path: str) -> str:
    """What reports call the file."""
    return STDIN if path == "-" else path


class NoLog(InputError):
    """The file is of another kind: ``message`` says which, and what to do with it."""

    def __init__(self, path: str, message: str) -> None:
        """``path`` is that of the command line."""
        super().__init__(name_of(path), "no-log")
        self.told = message

    @property
    def message(self) -> str:
        """What is there instead of a log."""
        return self.told


def raw_lines_of(path: str) -> Iterator[str]:
    """Lines of any text. Raises ``InputError`` when the first is asked for, if it cannot be used."""
    return read_stream(sys.stdin.buffer, STDIN) if path == "-" else read_path(path)


def lines_of(path: str) -> Iterator[str]:
    """Lines of a log. Raises ``InputError`` when the first is asked for, if it cannot be used; an event file is no log."""
    empty = True
    for line in raw_lines_of(path):
        if empty and line.strip():
            empty = False
            if re.match(r'\s*\{\s*("|$)', line):
                raise NoLog(path, _EVENTS.format(path) if '"t"' in line else "this is JSON, not a log in the notation")
        yield line


_EVENTS = "an event file: convert it first with `canasta-audit convert {} --from events`"


def log_of(path: str, lines: Iterable[str] | None = None) -> Log:
    """The whole of a log (its ``lines``, if they were read already), for verbs that need it at once. Raises ``InputError``."""
    found: list[Finding] = []
    log = Log(file=name_of(path))
    for unit in units(lines_of(path) if lines is None else lines, log.file, found.append):
        if isinstance(unit, Match):
            log.matches.append(unit)
        else:
            log.matches[-1].deals.append(unit)
    log.findings = tuple(sorted(found, key=lambda finding: finding.sort_key))
    return log


def explained(error: InputError) -> str:
    """The trouble with an input in words: place, message, and for a missing file the one that was probably meant."""
    message = str(error)
    if error.code == "missing-file":
        message += _near(error.file)
    return message


def _near(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return ""
    return did_you_mean(name, names)


def once_only(paths: tuple[str, ...]) -> None:
    """Raise ``Trouble`` where standard input is asked for twice."""
    if paths.count("-") > 1:
        raise Trouble("standard input (`-`) can be read only once")
