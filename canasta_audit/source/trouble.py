"""What can be wrong with an input as a whole, and with one line of it."""

from __future__ import annotations

from typing import Any, Literal

LINE_LIMIT = 64 * 1024
"""Longest line that is read, in bytes (in characters where a text is given, or one in another encoding)."""

MESSAGES = {
    "missing-file": "there is no such file",
    "directory": "this is a directory, not a log",
    "permission": "this file may not be read: permission denied",
    "unreadable-file": "this file cannot be read: {reason}",
    "empty": "the file is empty",
    "binary": "this is not a text file: byte {byte} at offset {offset}",
    "utf-16": "the text seems to be {encoding} without a byte order mark: announce it with --encoding {encoding}",
    "no-encoding": "no encoding of texts is called {encoding}",
    "broken-off": "the {kind} data breaks off here",
    "damaged": "the {kind} data is damaged here or before: {reason}",
    "left-over": "the {kind} data ends here, and something else follows it",
    "packed-twice": "this is {inner} data inside {kind} data: unpack it once, then try again",
    "no-unpacker": "this is {kind} data, which needs the Python package {package}",
    "broken-zip": "this zip archive cannot be read: {reason}",
    "no-member": "there is no member {member} in this archive",
    "folder-inside": "{member} is a folder in this archive: name a log in it",
    "no-log-inside": "there is no log in this archive",
    "many-inside": "there are {count} files in this archive that may be meant: name one, such as {example}",
    "encrypted": "this member of the archive is encrypted",
    "bad-name": "this member of the archive is not read: its name leads out of the archive",
    "zip-method": "this member of the archive is packed in a way that is not known here (method {method})",
    "not-json": "this is not JSON: {reason}",
    "invalid-json": "{reason}, at {pointer}",
}
"""What an ``InputError`` says, by its code."""


class InputError(Exception):
    """The input as a whole cannot be used, or not beyond a line.

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


class Damage(Exception):
    """The bytes of an input end before their time: an ``InputError`` whose place only the reader of the lines knows.

    ``whole``: all the text there was has been given out.
    """

    def __init__(self, code: str, whole: bool = False, **data: Any) -> None:
        """``code`` and ``data`` as in ``InputError``."""
        super().__init__(code)
        self.code = code
        self.whole = whole
        self.data = data

    def at(self, file: str, line: int, column: int) -> InputError:
        """The same with its place."""
        return InputError(file, self.code, line, column, **self.data)


class BrokenLine(str):
    """A line that could not be taken over as it is: what is readable of it, why, and the 1-based column of the first trouble."""

    code: Literal["line-too-long", "badly-encoded"]
    column: int
    byte: str
    encoding: str

    def __new__(
        cls,
        text: str,
        code: Literal["line-too-long", "badly-encoded"],
        column: int = 1,
        byte: str = "",
        encoding: str = "UTF-8",
    ) -> BrokenLine:
        """Make one; ``byte`` is the first bad byte in hexadecimal, ``encoding`` what the text was read as."""
        made = super().__new__(cls, text)
        made.code, made.column, made.byte, made.encoding = code, column, byte, encoding
        return made
