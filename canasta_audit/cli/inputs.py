"""Logs given on the command line: files, archives of them and their members, and ``-`` for standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from canasta_audit.cli.trouble import CLEAN, UNUSABLE, Trouble, complain, did_you_mean
from canasta_audit.finding import Finding
from canasta_audit.notation.model import Log, Match
from canasta_audit.notation.parse import units
from canasta_audit.source import Input, InputError, inputs

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


class Given:
    """One text that was given: ``file`` is what reports call it. Its lines can be read once.

    Where the text breaks off or is damaged, reading ends with the lines before that, and ``damage`` tells why; only where there are
    none, ``InputError`` is raised.
    """

    def __init__(self, one: Input, source: Iterator[Input] | None = None) -> None:
        """Read ``one``, and keep open the ``source`` it came from."""
        self.file = one.file
        self.damage: InputError | None = None
        self._lines = one.lines
        self._source = source

    def __iter__(self) -> Iterator[str]:
        """Yield the lines."""
        first = next(self._lines, None)
        if first is not None:
            yield first
        try:
            yield from self._lines
        except NoLog:
            raise
        except InputError as error:
            self.damage = error

    def ended(self, code: int = CLEAN) -> int:
        """The exit code of a run that came to ``code`` by what could be read; tells what could not."""
        return code if self.damage is None else max(code, complain(explained(self.damage), UNUSABLE))


def logs_given(path: str, encoding: str | None = None, sole: bool = False) -> Iterator[Given]:
    """The logs that ``path`` stands for: more than one in an archive, whose other members are named on standard error.

    Each is to be read before the next; ``sole``: there must be no other. A path that cannot be used is a text whose first
    line raises ``InputError``.
    """
    passed: list[str] = []
    try:
        for one in inputs(_opened(path), encoding, "log" if sole else "logs", passed.append):
            yield Given(_as_log(one))
    except InputError as error:
        yield Given(Input(name_of(path), _raising(error)))
    if passed:
        complain(f"{name_of(path)}: passed over, being no logs: {_listed(passed)}", CLEAN)


def log_given(path: str, encoding: str | None = None) -> Given:
    """The one log that ``path`` stands for. Raises ``InputError``, also where an archive leaves a choice."""
    source = inputs(_opened(path), encoding, "log")
    return Given(_as_log(next(source)), source)


def text_given(path: str, encoding: str | None = None) -> Given:
    """The one text of whatever kind that ``path`` stands for. Raises ``InputError``, also where an archive leaves a choice."""
    source = inputs(_opened(path), encoding, "file")
    return Given(next(source), source)


def raw_lines_of(path: str, encoding: str | None = None) -> Iterator[str]:
    """Lines of any text. Raises ``InputError`` when the first is asked for, if it cannot be used, and where it is damaged."""
    for one in inputs(_opened(path), encoding, "file"):
        yield from one.lines


def lines_of(path: str, encoding: str | None = None) -> Iterator[str]:
    """Lines of a log. Raises ``InputError`` as ``raw_lines_of`` does; an event file is no log."""
    for one in inputs(_opened(path), encoding, "log"):
        yield from _as_log(one).lines


def log_of(path: str, lines: Iterable[str] | None = None, encoding: str | None = None) -> Log:
    """The whole of a log (its ``lines``, if they were read already). Raises ``InputError``, also where it is damaged."""
    given = log_given(path, encoding) if lines is None else Given(Input(name_of(path), iter(lines)))
    log = log_from(given)
    if given.damage is not None:
        raise given.damage
    return log


def log_from(given: Given) -> Log:
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


def explained(error: InputError) -> str:
    """The trouble with an input in words: place, message, and for a missing file the one that was probably meant."""
    message = str(error)
    if error.code == "missing-file":
        message += _near(error.file)
    elif error.code == "no-member":
        message += did_you_mean(error.data["member"], error.data["members"])
    return message


def once_only(paths: tuple[str, ...]) -> None:
    """Raise ``Trouble`` where standard input is asked for twice."""
    if paths.count("-") > 1:
        raise Trouble("standard input (`-`) can be read only once")


_EVENTS = "an event file: convert it first with `canasta-audit convert {} --from events`"
_NAMED = 5


def _opened(path: str) -> str | BinaryIO:
    return sys.stdin.buffer if path == "-" else path


def _as_log(one: Input) -> Input:
    return Input(one.file, _log_lines(one))


def _log_lines(one: Input) -> Iterator[str]:
    """The same lines; the first that says something must not be that of an event file."""
    for line in one.lines:
        if line.strip():
            if re.match(r'\s*\{\s*("|$)', line):
                path = "-" if one.file == STDIN else one.file
                raise NoLog(path, _EVENTS.format(path) if '"t"' in line else "this is JSON, not a log in the notation")
            yield line
            break
        yield line
    yield from one.lines


def _raising(error: InputError) -> Iterator[str]:
    raise error
    yield ""


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _near(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return ""
    return did_you_mean(name, names)
