"""Logs given on the command line, for verbs that read them here; what is odd about them is told on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import BinaryIO

from canasta_audit.batch.read import Given as _Given
from canasta_audit.batch.read import as_log, logs_in, opened, passed_over
from canasta_audit.batch.read import explained as explained
from canasta_audit.batch.read import name_of as name_of
from canasta_audit.batch.task import has_scheme
from canasta_audit.cli.trouble import CLEAN, UNUSABLE, Trouble, complain
from canasta_audit.finding import Finding
from canasta_audit.notation.model import Log, Match
from canasta_audit.notation.parse import units
from canasta_audit.source import Input, inputs


class Given(_Given):
    """One text that was given, and the exit code that it comes to."""

    def ended(self, code: int = CLEAN) -> int:
        """The exit code of a run that came to ``code`` by what could be read; tells what could not."""
        return code if self.damage is None else max(code, complain(explained(self.damage), UNUSABLE))


def logs_given(path: str, encoding: str | None = None, sole: bool = False) -> Iterator[Given]:
    """The logs that ``path`` stands for: more than one in an archive, whose other members are named on standard error.

    Each is to be read before the next; ``sole``: there must be no other. A path that cannot be used is a text whose first
    line raises ``InputError``.
    """
    passed: list[str] = []
    yield from logs_in(path, encoding, sole, passed, Given)
    if passed:
        complain(passed_over(name_of(path), passed), CLEAN)


def log_given(path: str, encoding: str | None = None) -> Given:
    """The one log that ``path`` stands for. Raises ``InputError``, also where an archive leaves a choice."""
    source = inputs(opened(path), encoding, "log")
    return Given(as_log(next(source)), source)


def text_given(path: str, encoding: str | None = None) -> Given:
    """The one text of whatever kind that ``path`` stands for. Raises ``InputError``, also where an archive leaves a choice."""
    source = inputs(opened(path), encoding, "file")
    return Given(next(source), source)


def raw_lines_of(path: str, encoding: str | None = None) -> Iterator[str]:
    """Lines of any text. Raises ``InputError`` when the first is asked for, if it cannot be used, and where it is damaged."""
    for one in inputs(opened(path), encoding, "file"):
        yield from one.lines


def lines_of(path: str, encoding: str | None = None) -> Iterator[str]:
    """Lines of a log. Raises ``InputError`` as ``raw_lines_of`` does; an event file is no log."""
    for one in inputs(opened(path), encoding, "log"):
        yield from as_log(one).lines


def log_of(path: str, lines: Iterable[str] | None = None, encoding: str | None = None) -> Log:
    """The whole of a log (its ``lines``, if they were read already). Raises ``InputError``, also where it is damaged."""
    given = log_given(path, encoding) if lines is None else Given(Input(name_of(path), iter(lines)))
    log = log_from(given)
    if given.damage is not None:
        raise given.damage
    return log


def log_from(given: _Given) -> Log:
    """All that can be read of a log, for verbs that need it at once. Raises ``InputError`` where that is nothing."""
    found: list[Finding] = []
    log = Log(file=given.file)
    for unit in units(given, log.file, found.append):
        if isinstance(unit, Match):
            log.matches.append(unit)
        else:
            log.matches[-1].deals.append(unit)
    log.findings = tuple(sorted(found, key=lambda finding: finding.sort_key))
    return log


def listed(path: str) -> Iterator[str]:
    """The paths that a list names, one a line, or with NULs between them, where there is one near its beginning; ``-``: from
    standard input.

    Raises ``Trouble`` where the list cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else _opened(path) as stream:
            rest = stream.read(_LOOK)
            mark = b"\0" if b"\0" in rest else b"\n"
            while rest:
                *whole, rest = rest.split(mark)
                for name in whole:
                    yield from _path(name)
                block = stream.read(_LOOK)
                if not block:
                    yield from _path(rest)
                    break
                rest += block
    except OSError as error:
        raise Trouble(f"--files-from {path}: {(error.strerror or str(error)).lower()}") from None


_LOOK = 64 * 1024


def _opened(path: str) -> BinaryIO:
    if has_scheme(path) and not os.path.lexists(path):
        from canasta_audit.cli.cluster import opened as opened_there

        return opened_there(path)
    return open(path, "rb")


def _path(name: bytes) -> Iterator[str]:
    found = os.fsdecode(name.removesuffix(b"\r"))
    if found.strip():
        yield found


def once_only(paths: tuple[str, ...]) -> None:
    """Raise ``Trouble`` where standard input is asked for twice."""
    if paths.count("-") > 1:
        raise Trouble("standard input (`-`) can be read only once")
