"""Text in other encodings than UTF-8."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from canasta_audit.source.trouble import LINE_LIMIT, BrokenLine, Damage, InputError

_BAD = 0xDC00
_BROKEN = re.compile("[\0\ud800-\udfff]")
_CONTROL = re.compile(r"[^\t-\r\x1b -\U0010ffff]")
_NO_TEXTS = {"charmap", "idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"}


def known_encodings() -> list[str]:
    """Names of the encodings that may be announced."""
    import encodings
    from pkgutil import iter_modules

    return sorted(module.name for module in iter_modules(encodings.__path__) if _is_text(module.name))


def encoding_named(name: str) -> str | None:
    """The name under which an encoding is known, ``None`` where it is not.

    >>> encoding_named("CP1251"), encoding_named("utf8"), encoding_named("rot13"), encoding_named("cp125l")
    ('cp1251', 'UTF-8', None, None)
    """
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    if not _is_text(found):
        return None
    return "UTF-8" if found in ("utf-8", "utf-8-sig") else found


def ordered(encoding: str, block: bytes) -> str:
    r"""The encoding of a text that begins so, with the order of its bytes where only a mark would tell it, and there is none.

    >>> ordered("utf-16", b"N\0:\0"), ordered("utf-32", b"\0\0\0N"), ordered("cp1251", b"N")
    ('utf-16-le', 'utf-32-be', 'cp1251')
    """
    width = {"utf-16": 2, "utf-32": 4}.get(encoding)
    if width is None:
        return encoding
    # Most of what logs are written in has nothing in its higher bytes.
    little = block[width - 1 :: width].count(0) >= block[::width].count(0)
    return f"{encoding}-{'le' if little else 'be'}"


def _is_text(name: str) -> bool:
    if name.replace("-", "_") in _NO_TEXTS:
        return False
    try:
        codecs.getincrementaldecoder(name)
        # No bytes at all would be decoded without a look at the name.
        b"a".decode(name, "ignore")
    except (LookupError, ImportError):
        return False
    return True


def _keep(error: UnicodeError) -> tuple[str, int]:
    """Put every byte that cannot be decoded into the text as half a surrogate pair, which no decoded text has."""
    assert isinstance(error, UnicodeDecodeError)
    return "".join(chr(_BAD + byte) for byte in error.object[error.start : error.end]), error.end


codecs.register_error("canasta_audit.keep", _keep)


class Decoded:
    """Blocks of bytes as text in ``encoding``, and what makes lines of it."""

    def __init__(self, blocks: Iterator[bytes], file: str, encoding: str, look: int | None = None) -> None:
        """Read ``blocks`` of ``file``; ``look`` is how many characters tell whether this is a text, all of a block if ``None``."""
        self._bytes = blocks
        self._file = file
        self._look = look
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)("canasta_audit.keep")

    def blocks(self) -> Iterator[str]:
        """The text by blocks, without a byte order mark; raises ``InputError`` if its beginning is no text, or there is none."""
        begun = False
        for text in self._decoded():
            if not begun:
                text = text.removeprefix("\ufeff")
                self._refuse_unusable(text[: self._look])
                begun = bool(text)
            if text:
                yield text
        if not begun:
            raise InputError(self._file, "empty")

    def lines(self, whole: str) -> list[str]:
        """Lines of a block that ends where a line does."""
        lines = whole.split("\n")
        if max(map(len, lines)) > LINE_LIMIT or _BROKEN.search(whole):
            return list(map(self._line, lines))
        return [line.rstrip("\r") for line in lines]

    def too_long(self, line: str) -> BrokenLine:
        """What stands for a line of which this is at least the beginning."""
        return BrokenLine(_readable(line[:80]), "line-too-long", LINE_LIMIT + 1, encoding=self._encoding)

    def _line(self, line: str) -> str:
        """One line that may be broken."""
        if len(line) > LINE_LIMIT:
            return self.too_long(line)
        found = _BROKEN.search(line)
        if found is None:
            return line.rstrip("\r")
        byte = f"{ord(found[0]) & 0xFF:02X}"
        return BrokenLine(_readable(line), "badly-encoded", found.start() + 1, byte, self._encoding)

    def _decoded(self) -> Iterator[str]:
        try:
            for block in self._bytes:
                yield self._decoder.decode(block)
        except Damage as damage:
            if damage.whole:
                yield self._decoder.decode(b"", True)
            raise
        yield self._decoder.decode(b"", True)

    def _refuse_unusable(self, text: str) -> None:
        """Raise ``InputError`` where there are NULs, or other control characters in what cannot all be decoded."""
        found = _CONTROL.search(text)
        if found and (found[0] == "\0" or _BROKEN.search(text)):
            raise InputError(self._file, "binary", byte=f"{ord(found[0]):02X}", offset=found.start())


def _readable(line: str) -> str:
    return _BROKEN.sub("\ufffd", line.rstrip("\r"))
