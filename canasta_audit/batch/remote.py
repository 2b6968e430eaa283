"""Logs behind URLs: what fsspec opens, be it a bucket, a server, an archive on one (``zip://a.cgn::s3://club/x.zip``) or a disk.

Folders are listed one by one, so that a million logs are no list of a million. Errors of whatever kind become ``OSError`` with a
message that says it all: drivers raise what they like.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from types import TracebackType
from typing import Any, BinaryIO, cast

from canasta_audit.batch.expand import is_called_like_a_log
from canasta_audit.batch.items import Aside
from canasta_audit.batch.task import Task

_MAGIC = re.compile(r"[*?[]")


@dataclass(frozen=True, slots=True)
class Remote:
    """The opener of URLs."""

    def expand(self, path: str) -> Iterator[Task | Aside]:
        """The logs that a URL stands for: a file, a folder or a pattern; archives are tasks as a whole.

        What is hidden is left out of folders, and so are folders that are links.
        """
        try:
            place = _Place(path)
            pattern = _MAGIC.search(place.inner) is not None
            found = place.info(place.inner, pattern)
            if found is None and pattern:
                yield from place.pattern()
            elif found is None:
                yield Task(path, path, trouble="there is no such file or folder")
            elif found["type"] == "directory":
                yield from place.folder()
            else:
                yield Task(path, place.url(place.inner), found.get("size") or 0)
        except OSError as error:
            yield Task(path, path, trouble=str(error))

    def open(self, path: str) -> BinaryIO:
        """The bytes of a file."""
        place = _Place(path)
        try:
            return cast(BinaryIO, _Guarded(place.files.open(place.inner, "rb"), path))
        except Exception as error:
            raise trouble_of(error, path) from None


class _Place:
    """A URL taken apart: the file system, the path in it, and what stands before and behind that in URLs."""

    def __init__(self, url: str) -> None:
        """Find the file system. Raises ``OSError``."""
        self.given = url
        scheme, mark, rest = url.partition("://")
        # A cache in front of another file system (``simplecache::s3://``) has the paths of that.
        path, chained, rest = rest.partition("::")
        head, self.after = scheme + mark + path, chained + rest
        try:
            self.inner = _stripped(url)
            # What stands before the path may name a server, too.
            tail = self.inner.rstrip("/")
            before = head.rstrip("/").removesuffix(tail) if head.rstrip("/").endswith(tail) else ""
            self.before = before if mark in before else scheme + mark
            self.files = _opened(os.getpid(), self.before + self.after)
        except Exception as error:
            raise trouble_of(error, url) from None

    def url(self, inner: str) -> str:
        """The URL of a path in the file system."""
        return (inner if inner.startswith(self.before) else self.before + inner) + self.after

    def info(self, inner: str, pattern: bool) -> dict[str, Any] | None:
        """What lies there, ``None`` where nothing does. Raises ``OSError``, for a ``pattern`` only if it is none of a path."""
        try:
            return cast(dict[str, Any], self.files.info(inner))
        except Exception as error:
            if pattern and isinstance(error, (FileNotFoundError, PermissionError)):
                return None
            if isinstance(error, FileNotFoundError) and _only_names(error, inner, self.given):
                return None
            raise trouble_of(error, self.given) from None

    def entries(self, folder: str) -> list[dict[str, Any]]:
        """What lies in a folder, by name. Raises ``OSError``."""
        try:
            found = [one for one in self.files.ls(folder, detail=True) if one["name"].rstrip("/") != folder.rstrip("/")]
            # Some remember all that they have listed.
            self.files.invalidate_cache()
        except Exception as error:
            raise trouble_of(error, self.url(folder)) from None
        return sorted(found, key=lambda one: _base(one["name"]))

    def folder(self) -> Iterator[Task]:
        """The logs in the folder and in its folders."""
        empty = True
        for one in self.walk(self.inner):
            empty = False
            yield one
        if empty:
            yield Task(self.given, self.given, trouble="there is no log in this folder")

    def walk(self, folder: str) -> Iterator[Task]:
        """The same, and a task that says so for a folder that cannot be read."""
        stack = [iter([{"name": folder, "type": "directory"}])]
        while stack:
            one = next(stack[-1], None)
            if one is None:
                stack.pop()
                continue
            name = one["name"]
            if one["type"] == "directory":
                if one.get("islink"):
                    continue
                try:
                    stack.append(iter([inside for inside in self.entries(name) if not _base(inside["name"]).startswith(".")]))
                except OSError as error:
                    yield Task(self.url(name), self.url(name), trouble=f"this folder cannot be read: {error}")
            elif is_called_like_a_log(name):
                yield self.task(one)

    def task(self, one: dict[str, Any]) -> Task:
        """The task that an entry of a listing stands for."""
        url = self.url(one["name"])
        return Task(url, url, one.get("size") or 0)

    def pattern(self) -> Iterator[Task]:
        """All that the pattern matches; ``**`` stands for any folders."""
        parts = self.inner.split("/")
        fixed = next(place for place, part in enumerate(parts) if _MAGIC.search(part))
        empty = True
        for one in self.matching("/".join(parts[:fixed]), parts[fixed:]):
            empty = False
            yield from self.walk(one["name"]) if one["type"] == "directory" else (self.task(one),)
        if empty:
            yield Task(self.given, self.given, trouble="nothing is there that matches this pattern")

    def matching(self, base: str, steps: list[str]) -> Iterator[dict[str, Any]]:
        """What the steps of a pattern lead to from a folder, in the order of names; nothing, where there is no such folder."""
        step, *rest = steps
        if step == "**" and not rest:
            yield {"name": base, "type": "directory"}
            return
        if step == "**":
            yield from self.matching(base, rest)
        hidden = step.startswith(".")
        fits = re.compile(translate("*" if step == "**" else step)).match
        try:
            entries = self.entries(base)
        except FileNotFoundError:
            return
        for one in entries:
            name = _base(one["name"])
            if not fits(name) or (name.startswith(".") and not hidden):
                continue
            if one["type"] == "directory" and not (step == "**" and one.get("islink")) and (rest or step == "**"):
                yield from self.matching(one["name"].rstrip("/"), steps if step == "**" else rest)
            elif not rest:
                yield one


class _Guarded:
    """A file whose errors are ``OSError``, whatever the driver raises."""

    def __init__(self, file: Any, url: str) -> None:
        self._file = file
        self._url = url

    def __enter__(self) -> _Guarded:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def read(self, size: int = -1) -> bytes:
        try:
            return cast(bytes, self._file.read(size))
        except Exception as error:
            raise trouble_of(error, self._url) from None

    def seek(self, place: int, whence: int = 0) -> int:
        try:
            return cast(int, self._file.seek(place, whence))
        except ValueError:
            # A place that no file has.
            raise
        except Exception as error:
            raise trouble_of(error, self._url) from None

    def tell(self) -> int:
        return cast(int, self._file.tell())

    def seekable(self) -> bool:
        return bool(self._file.seekable())

    def close(self) -> None:
        self._file.close()


@lru_cache(maxsize=8)
def _opened(process: int, url: str) -> Any:
    """The file system of such URLs: an archive is opened once, but by each process for itself, as they would share its position."""
    from fsspec.core import url_to_fs

    return url_to_fs(url)[0]


def _stripped(url: str) -> str:
    """The path of a URL in its file system."""
    from fsspec.core import _un_chain

    return cast(str, _un_chain(url, {})[0][0])


def trouble_of(error: Exception, url: str) -> OSError:
    """The trouble with a URL, in words that say what to do where that is known."""
    scheme = url.partition("://")[0].partition("::")[0]
    told = " ".join(str(error).split())
    if isinstance(error, ImportError):
        return OSError(f"{scheme}:// needs a package that is not installed here: {told}")
    if isinstance(error, ValueError) and "not known" in told:
        return OSError(f"no file system is known for this kind of URL ({told})")
    if isinstance(error, FileNotFoundError):
        plain = _only_names(error, url, url)
        return FileNotFoundError("there is no such file or folder" + ("" if plain else f": {told}"))
    if isinstance(error, PermissionError):
        return PermissionError(f"permission denied: {told}")
    reason = getattr(error, "strerror", None) or told
    return OSError(reason if isinstance(error, OSError) and reason else f"{type(error).__name__}: {reason}".rstrip(": "))


def _only_names(error: FileNotFoundError, *names: str) -> bool:
    """Tell whether an error says no more than which file is not there."""
    told = str(error.filename or error).strip("/")
    return error.filename is not None or any(told in name or name.strip("/") in told for name in names)


def _base(name: str) -> str:
    return name.rstrip("/").rpartition("/")[2]
