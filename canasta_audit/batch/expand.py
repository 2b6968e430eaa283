"""Paths as tasks, one after the other: files, folders, patterns and archives; nothing is kept of what has been handed out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import Aside
from canasta_audit.batch.read import name_of, passed_over
from canasta_audit.batch.seen import Seen
from canasta_audit.batch.task import Settings, Task, has_scheme
from canasta_audit.source import archive_at, container

_LOG = re.compile(r"\.cgn(\.(gz|bz2|xz|zst))?$", re.IGNORECASE)
_TAKEN = re.compile(r"\.(cgn(\.(gz|bz2|xz|zst))?|zip)$", re.IGNORECASE)
_PATTERN = re.compile(r"[*?[]")
_TOLD = 5


def expand(paths: Iterable[str], settings: Settings, lists: Iterable[Iterable[str]] = ()) -> Iterator[Task | Aside]:
    """The logs that ``paths`` and those of ``lists`` stand for, each once, folders and archives in the order of their names.

    A folder stands for the logs and archives in it and in its folders, hidden ones left out; a path with ``*``, ``?`` or ``[``,
    where nothing is called so, for all that it matches; ``-`` for standard input; a path with a scheme for what the opener of the
    ``settings`` makes of it. A path that names nothing is a task as well. In lists, there are neither patterns nor ``-``.
    """
    walk = _Walk(settings)
    for path in paths:
        yield from walk.given(path)
    for one in lists:
        empty = True
        for path in one:
            empty = False
            yield from walk.named(path)
        if empty:
            yield Aside("the list of files is empty")
    if walk.twice > _TOLD:
        yield Aside(f"{walk.twice - _TOLD} more logs were given twice, and are audited once")


def is_called_like_a_log(path: str) -> bool:
    """Tell whether a file of this name is taken for a log, or an archive of logs, where it lies in a folder.

    >>> is_called_like_a_log("a/b.cgn.gz"), is_called_like_a_log("report.json")
    (True, False)
    """
    return _TAKEN.search(path) is not None


class _Walk:
    """Goes through paths and remembers where it has been."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.files = Seen()
        self.twice = 0

    def given(self, path: str) -> Iterator[Task | Aside]:
        """What one path of a command line stands for."""
        if path == "-":
            yield Task(name_of(path), path)
        elif _PATTERN.search(path) and not has_scheme(path) and not os.path.lexists(path):
            yield from self.pattern(path)
        else:
            yield from self.named(path)

    def named(self, path: str) -> Iterator[Task | Aside]:
        """What one path stands for."""
        if path == "-":
            path = os.path.join(os.curdir, path)
        if has_scheme(path) and os.path.lexists(path):
            # A file may be called so.
            path = os.path.join(os.curdir, path)
        if has_scheme(path):
            yield from self.remote(path)
        elif os.path.isdir(path):
            yield from self.folder(path)
        else:
            yield from self.file(path, _size(container(path)), os.path.realpath(path))

    def remote(self, path: str) -> Iterator[Task | Aside]:
        """What a path with a scheme stands for."""
        if self.settings.opener is None:
            yield Task(path, path, trouble="paths with a scheme need the extra `remote`: pip install 'canasta-audit[remote]'")
            return
        for one in self.settings.opener.expand(path):
            if isinstance(one, Aside) or self.files.add(f"{one.path} {one.member}"):
                yield one
            else:
                yield from self._again(one.file)

    def folder(self, path: str) -> Iterator[Task | Aside]:
        """The logs in a folder and in its folders."""
        empty = True
        for one in self.walk(path):
            empty = False
            yield from one
        if empty:
            yield Task(path, path, trouble="there is no log in this folder")

    def walk(self, path: str) -> Iterator[Iterable[Task | Aside]]:
        """What every log and archive in a folder and in its folders stands for, and the folders that cannot be read."""
        real = os.path.realpath(path)
        been = {real}
        # Folders may lie deeper in each other than functions can.
        stack = [(real, self._entries(path))]
        while stack:
            real, entries = stack[-1]
            entry = next(entries, None)
            if entry is None:
                stack.pop()
                continue
            if isinstance(entry, Task):
                yield (entry,)
                continue
            real = os.path.realpath(entry.path) if entry.is_symlink() else os.path.join(real, entry.name)
            if _is_folder(entry):
                if real not in been:
                    been.add(real)
                    stack.append((real, self._entries(entry.path)))
            elif _TAKEN.search(entry.name) and _is_file(entry):
                yield self.file(entry.path, _entry_size(entry), real)

    def _entries(self, path: str) -> Iterator[os.DirEntry[str] | Task]:
        """What lies in a folder and is not hidden, by name; where it cannot be read, a task that says so."""
        try:
            with os.scandir(path) as found:
                entries = sorted((entry for entry in found if not entry.name.startswith(".")), key=lambda entry: entry.name)
        except OSError as error:
            yield Task(path, path, trouble=f"this folder cannot be read: {(error.strerror or str(error)).lower()}")
            return
        yield from entries

    def pattern(self, path: str) -> Iterator[Task | Aside]:
        """All that a pattern matches."""
        from canasta_audit.batch.pattern import matching

        empty = True
        for found in matching(path):
            empty = False
            if os.path.isdir(found):
                for one in self.walk(found):
                    yield from one
            else:
                yield from self.file(found, _size(found), os.path.realpath(found))
        if empty:
            yield Task(path, path, trouble="nothing is there that matches this pattern")

    def file(self, path: str, size: int, real: str) -> Iterator[Task | Aside]:
        """What one file stands for, unless it was there before."""
        if not self.files.add(real):
            yield from self._again(path)
            return
        if self.settings.sole or _LOG.search(path):
            yield Task(path, path, size)
            return
        archive = archive_at(path, self.settings.encoding)
        if archive is None:
            yield Task(path, path, size)
            return
        others: list[str] = []
        found = False
        try:
            for place, name, packed in archive.listed(others.append):
                found = True
                # A member may have been given by itself before.
                if self.files.add(os.path.join(real, name[len(path) + 1 :])):
                    yield Task(name, path, packed, place)
                else:
                    yield from self._again(name)
        finally:
            archive.close()
        if not found:
            yield Task(path, path, size)
        elif others:
            yield Aside(passed_over(path, others))

    def _again(self, path: str) -> Iterator[Aside]:
        self.twice += 1
        if self.twice <= _TOLD:
            yield Aside(f"{path}: given twice, audited once")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Tell whether it is to be read; a link that leads nowhere is, so that it is told."""
    try:
        return entry.is_file() or entry.is_symlink()
    except OSError:
        return True


def _entry_size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_size
    except OSError:
        return 0


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0
