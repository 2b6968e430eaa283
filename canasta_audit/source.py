r"""Turns a file, a stream or a text into lines, in bounded memory, whatever the bytes are.

Lines end at ``\n`` and nowhere else; a ``\r`` before it and a byte order mark at the start are dropped. What concerns the whole
input raises ``InputError``; what concerns one line gives a ``BrokenLine`` in its place, and reading goes on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, BinaryIO, Literal

LINE_LIMIT = 64 * 1024
"""Longest line that is read, in bytes (in characters where a text is given)."""

_BLOCK = 256 * 1024

MESSAGES = {
    "missing-file": "there is no such file",
    "directory": "this is a directory, not a log",
    "permission": "this file may not be read: permission denied",
    "unreadable-file": "this file cannot be read: {reason}",
    "empty": "the file is empty",
    "binary": "this is not a text file: byte {byte} at offset {offset}",
    "utf-16": "the text is encoded as {encoding}; save it as UTF-8",
    "not-json": "this is not JSON: {reason}",
    "invalid-json": "{reason}, at {pointer}",
}
"""What an ``InputError`` says, by its code."""

_MARKS = (
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")


class InputError(Exception):
    """The input as a whole cannot be used.

    ``code`` is a key of ``MESSAGES``, and ``data`` fills the message; ``line`` and ``column`` are 1-based, 0 where unknown.
    """

    def __init__(self, file: str, code: str, line: int = 0, column: int = 0, **data: Any) -> None:
        super().__init__(file, code, line, column)
        self.file = file
        self.line = line
        self.column = column
        self.code = code
        self.data = data

    @property
    def message(self) -> str:
        """The trouble in words, without its place."""
        return MESSAGES[self.code].format_map(self.data)

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.file}{place}: {self.message}"


class BrokenLine(str):
    """A line that could not be taken over as it is: what is readable of it, why, and the 1-based column of the first trouble."""

    code: Literal["line-too-long", "badly-encoded"]
    column: int
    byte: str

    def __new__(cls, text: str, code: Literal["line-too-long", "badly-encoded"], column: int = 1, byte: str = "") -> BrokenLine:
        """Make one; ``byte`` is the first bad byte in hexadecimal."""
        made = super().__new__(cls, text)
        made.code, made.column, made.byte = code, column, byte
        return made


def read_path(path: str | os.PathLike[str]) -> Iterator[str]:
    """Lines of a file; raises ``InputError`` when the first is asked for, if the file cannot be used."""
    try:
        with open(path, "rb") as stream:
            yield from read_stream(stream, str(path))
    except FileNotFoundError:
        raise InputError(str(path), "missing-file") from None
    except IsADirectoryError:
        raise InputError(str(path), "directory") from None
    except PermissionError:
        raise InputError(str(path), "directory" if os.path.isdir(path) else "permission") from None
    except (OSError, ValueError) as error:
        # ValueError: a path with a NUL in it.
        raise InputError(str(path), "unreadable-file", reason=getattr(error, "strerror", None) or str(error)) from None


def read_stream(stream: BinaryIO, file: str = "<stdin>") -> Iterator[str]:
    """Lines of a binary stream; raises ``InputError`` when the first is asked for, if its beginning is no UTF-8 text."""
    block = stream.read(_BLOCK)
    _refuse_unusable(block, file)
    block = block.removeprefix(b"\xef\xbb\xbf")
    if not block:
        raise InputError(file, "empty")
    rest = b""
    while block:
        whole, newline, tail = (rest + block).rpartition(b"\n")
        if newline:
            yield from _lines(whole)
        if len(tail) > LINE_LIMIT:
            yield _too_long(tail)
            rest, block = b"", _skip_line(stream)
        else:
            rest, block = tail, b""
        block = block or stream.read(_BLOCK)
    if rest:
        yield from _lines(rest)


def read_text(text: str) -> Iterator[str]:
    """Lines of a text."""
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    if "\r" not in text and max(map(len, lines), default=0) <= LINE_LIMIT:
        return iter(lines)
    return (
        line.rstrip("\r") if len(line) <= LINE_LIMIT else BrokenLine(line[:80], "line-too-long", LINE_LIMIT + 1) for line in lines
    )


def _refuse_unusable(block: bytes, file: str) -> None:
    """Raise ``InputError`` if the first block shows that this is no UTF-8 text at all."""
    for mark, encoding in _MARKS:
        if block.startswith(mark):
            raise InputError(file, "utf-16", encoding=encoding)
    nul = block.find(0)
    if nul >= 0:
        if len(block) > 2 and _alternates(block):
            raise InputError(file, "utf-16", encoding="UTF-16")
        raise InputError(file, "binary", byte="00", offset=nul)
    control = next((offset for offset, byte in enumerate(block) if byte in _CONTROL), -1) if _has_control(block) else -1
    if control >= 0 and not _is_utf8(block):
        raise InputError(file, "binary", byte=f"{block[control]:02X}", offset=control)


def _alternates(block: bytes) -> bool:
    """Tell whether every second byte is mostly NUL, as in ASCII written in UTF-16."""
    halves = (block[::2], block[1::2])
    return any(half.count(0) * 10 >= len(half) * 7 for half in halves) and min(half.count(0) for half in halves) == 0


def _has_control(block: bytes) -> bool:
    return len(block.translate(None, _CONTROL)) < len(block)


def _is_utf8(block: bytes) -> bool:
    try:
        block.decode()
    except UnicodeDecodeError as error:
        # A character cut by the end of the block is no fault.
        return error.end == len(block) and error.reason == "unexpected end of data"
    return True


def _lines(whole: bytes) -> Iterator[str]:
    """Lines of a block that ends where a line does."""
    try:
        if b"\0" not in whole:
            lines = whole.decode().split("\n")
            if max(map(len, lines)) <= LINE_LIMIT // 4:
                if b"\r" in whole:
                    yield from [line.rstrip("\r") for line in lines]
                else:
                    yield from lines
                return
    except UnicodeDecodeError:
        pass
    for raw in whole.split(b"\n"):
        yield _line(raw)


def _line(raw: bytes) -> str:
    """One line that may be broken."""
    if len(raw) > LINE_LIMIT:
        return _too_long(raw)
    raw = raw.rstrip(b"\r")
    nul = raw.find(0)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        if nul < 0 or error.start < nul:
            return BrokenLine(_readable(raw), "badly-encoded", len(raw[: error.start].decode()) + 1, f"{raw[error.start]:02X}")
    else:
        if nul < 0:
            return text
    return BrokenLine(_readable(raw), "badly-encoded", len(raw[:nul].decode()) + 1, "00")


def _readable(raw: bytes) -> str:
    return raw.decode(errors="replace").replace("\0", "\ufffd")


def _too_long(raw: bytes) -> BrokenLine:
    return BrokenLine(_readable(raw[:80]), "line-too-long", LINE_LIMIT + 1)


def _skip_line(stream: BinaryIO) -> bytes:
    """Read on to the end of the line; return what is behind it."""
    while block := stream.read(_BLOCK):
        _, newline, rest = block.partition(b"\n")
        if newline:
            return rest
    return b""
