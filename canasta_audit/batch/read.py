"""Reading what was given: files, archives of them and their members, and ``-`` for standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, TypeVar

from canasta_audit.batch.near import did_you_mean
from canasta_audit.source import Input, InputError, inputs

STDIN = "<stdin>"


def name_of(path: str) -> str:
    """What reports call the file."""
    return STDIN if path == "-" else path


def opened(path: str) -> str | BinaryIO:
    """What ``path`` stands for: standard input, or itself."""
    return sys.stdin.buffer if path == "-" else path


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


Kind = TypeVar("Kind", bound=Given)


def logs_in(path: str, encoding: str | None, sole: bool, passed: list[str], kind: Callable[[Input], Kind]) -> Iterator[Kind]:
    """The logs that ``path`` stands for: more than one in an archive, whose other members are added to ``passed``.

    Each is to be read before the next; ``sole``: there must be no other. A path that cannot be used is a text whose first
    line raises ``InputError``.
    """
    try:
        for one in inputs(opened(path), encoding, "log" if sole else "logs", passed.append):
            yield kind(as_log(one))
    except InputError as error:
        yield kind(Input(name_of(path), raising(error)))


def as_log(one: Input) -> Input:
    """The same, whose lines raise ``NoLog`` where they are those of an event file."""
    return Input(one.file, _log_lines(one))


def raising(error: InputError) -> Iterator[str]:
    """Lines of which the first raises ``error``."""
    raise error
    yield ""


def explained(error: InputError) -> str:
    """The trouble with an input in words: place, message, and for a missing file the one that was probably meant."""
    message = str(error)
    if error.code == "missing-file":
        message += _near(error.file)
    elif error.code == "no-member":
        message += did_you_mean(error.data["member"], error.data["members"])
    return message


def passed_over(file: str, names: list[str]) -> str:
    """What is told about members of an archive that are no logs."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{file}: passed over, being no logs: {', '.join(names[:_NAMED])}{more}"


_EVENTS = "an event file: convert it first with `canasta-audit convert {} --from events`"
_NAMED = 5


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


def _near(path: str) -> str:
    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return ""
    return did_you_mean(name, names)
