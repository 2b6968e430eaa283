r"""Turns a file, a stream or a text into lines, in bounded memory, whatever the bytes are.

Lines end at ``\n`` and nowhere else; a ``\r`` before it and a byte order mark at the start are dropped. Compressed files and zip
archives are known by their first bytes, whatever they are called, and unpacked while they are read; a member of an archive is named
as if that were a folder, ``season.zip/a.cgn``. What concerns the whole input raises ``InputError``; what concerns one line gives a
``BrokenLine`` in its place, and reading goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from canasta_audit.source.lines import any_too_long, lines_of_blocks, marked
from canasta_audit.source.trouble import LINE_LIMIT, MESSAGES, BrokenLine, Damage, InputError

if TYPE_CHECKING:
    from canasta_audit.source.zipped import Archive

__all__ = [
    "LINE_LIMIT",
    "MESSAGES",
    "BrokenLine",
    "Input",
    "InputError",
    "archive_at",
    "container",
    "inputs",
    "is_plain",
    "read_path",
    "read_stream",
    "read_text",
]

_BLOCK = 256 * 1024
_PACKED = (0x1F, 0x28, 0x42, 0x50, 0xFD, *range(0x51, 0x60))
"""First bytes of what may be compressed; a log begins with some of them as well."""

Want = Literal["logs", "log", "file"]
"""What is read of an archive: every log, the only log, or the only file."""


class Input(NamedTuple):
    """One text: what reports call it, and its lines, which raise ``InputError`` where it cannot be used."""

    file: str
    lines: Iterator[str]


def inputs(
    given: str | os.PathLike[str] | BinaryIO,
    encoding: str | None = None,
    want: Want = "logs",
    pass_over: Callable[[str], None] = lambda member: None,
    name: str = "<stdin>",
) -> Iterator[Input]:
    """The texts in a file, in an archive or in a binary stream, one to be read before the next; raises ``InputError``.

    ``encoding`` is that of texts without a byte order mark, UTF-8 if it is ``None``. ``pass_over`` is told which members of an
    archive are no logs, where all logs are wanted. ``name`` is what reports call a stream.
    """
    if not isinstance(given, (str, os.PathLike)):
        yield from _of_stream(given, name, encoding, want, pass_over)
        return
    path = os.fspath(given)
    archive, member = _apart(path)
    with _opened(archive, path) as stream:
        if not member:
            yield from _of_stream(stream, path, encoding, want, pass_over)
            return
        from canasta_audit.source.zipped import Archive

        yield Input(*Archive(stream, archive, encoding).member(member))


def _opened(path: str, file: str) -> BinaryIO:
    """The file at ``path``, which reports call ``file``; raises ``InputError``."""
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise InputError(file, "missing-file") from None
    except IsADirectoryError:
        raise InputError(file, "directory") from None
    except PermissionError:
        raise InputError(file, "directory" if os.path.isdir(path) else "permission") from None
    except (OSError, ValueError) as error:
        # ValueError: a path with a NUL in it.
        raise InputError(file, "unreadable-file", reason=getattr(error, "strerror", None) or str(error)) from None


def archive_at(path: str, encoding: str | None = None) -> Archive | None:
    """The zip archive at ``path``, to be read member by member until it is closed; ``None`` where there is no such thing."""
    try:
        stream = open(path, "rb")  # noqa: SIM115
    except (OSError, ValueError):
        return None
    try:
        if _kind_of(stream.read(16)) == "zip":
            from canasta_audit.source.zipped import Archive

            return Archive(stream, path, encoding)
    except (OSError, InputError):
        # Whoever reads it as a log is told what is wrong with it.
        pass
    stream.close()
    return None


def read_path(path: str | os.PathLike[str], encoding: str | None = None) -> Iterator[str]:
    """Lines of a file, or of the only log in an archive; raises ``InputError`` when the first is asked for, if there is none."""
    for one in inputs(path, encoding, "log"):
        yield from one.lines


def read_stream(stream: BinaryIO, file: str = "<stdin>", encoding: str | None = None) -> Iterator[str]:
    """Lines of a binary stream; raises ``InputError`` when the first is asked for, if it cannot be used."""
    for one in _of_stream(stream, file, encoding, "log", lambda member: None):
        yield from one.lines


def read_text(text: str) -> Iterator[str]:
    """Lines of a text."""
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    if "\r" not in text and not any_too_long(text, "\n"):
        return iter(lines)
    return (
        line.rstrip("\r") if len(line) <= LINE_LIMIT else BrokenLine(line[:80], "line-too-long", LINE_LIMIT + 1) for line in lines
    )


def container(path: str) -> str:
    """The file that holds what ``path`` names: the archive of a member, else the path itself."""
    return _apart(path)[0]


def is_plain(path: str) -> bool:
    """Tell whether a path is that of a file that holds its text as it is, in UTF-8 unless another encoding was announced."""
    try:
        with open(path, "rb") as stream:
            block = stream.read(_BLOCK)
    except (OSError, ValueError):
        return False
    return marked(block) in (None, "UTF-8") and _kind_of(block) is None


def _of_stream(stream: BinaryIO, file: str, encoding: str | None, want: Want, pass_over: Callable[[str], None]) -> Iterator[Input]:
    blocks = _blocks(stream)
    try:
        first = next(blocks, b"")
    except Damage as damage:
        raise damage.at(file, 0, 0) from None
    kind = _kind_of(first)
    blocks = chain((first,), blocks)
    if kind == "zip":
        yield from _of_archive(stream, blocks, file, encoding, want, pass_over)
        return
    if kind is None:
        yield Input(file, lines_of_blocks(blocks, file, encoding))
        return
    from canasta_audit.source.packed import LOOK, unpacked

    yield Input(file, lines_of_blocks(unpacked(kind, blocks, file), file, encoding, LOOK))


def _of_archive(
    stream: BinaryIO, blocks: Iterator[bytes], file: str, encoding: str | None, want: Want, pass_over: Callable[[str], None]
) -> Iterator[Input]:
    from tempfile import TemporaryFile

    from canasta_audit.source.zipped import Archive

    with TemporaryFile() as copy:
        if not stream.seekable():
            # The directory of an archive stands at its end, so what comes through a pipe waits on the disk.
            for block in blocks:
                copy.write(block)
            stream = copy
        archive = Archive(stream, file, encoding)
        if want != "logs":
            yield Input(*archive.only(want == "log"))
            return
        found = False
        for name, lines in archive.logs(pass_over):
            found = True
            yield Input(name, lines)
        if not found:
            raise InputError(file, "no-log-inside")


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    try:
        while block := stream.read(_BLOCK):
            yield block
    except OSError as error:
        raise Damage("unreadable-file", reason=error.strerror or str(error)) from None


def _kind_of(block: bytes) -> str | None:
    if block[:1] == b"" or block[0] not in _PACKED:
        return None
    from canasta_audit.source.packed import kind_of

    return kind_of(block)


def _apart(path: str) -> tuple[str, str]:
    """The file in a path and what is named behind it, as if the file were a folder: a member, if the file is an archive."""
    head, member = path, ""
    while head and not os.path.lexists(head):
        head, name = os.path.split(head.rstrip("/" + os.sep))
        if not name:
            break
        member = f"{name}/{member}" if member else name
    if not member or not os.path.isfile(head):
        return path, ""
    try:
        with open(head, "rb") as stream:
            return (head, member) if _kind_of(stream.read(16)) == "zip" else (path, "")
    except OSError:
        return path, ""
