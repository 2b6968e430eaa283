"""Blocks of bytes as lines of UTF-8, or of what a byte order mark or the caller says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import AnyStr

from canasta_audit.source.trouble import LINE_LIMIT, BrokenLine, Damage, InputError

_MARKS = (
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")
"""Bytes that no text has."""


def lines_of_blocks(blocks: Iterator[bytes], file: str, encoding: str | None = None, look: int | None = None) -> Iterator[str]:
    """Lines of the text that ``blocks`` are; raises ``InputError`` if their beginning is no text, or where they are damaged.

    A byte order mark tells the encoding whatever was announced; without either it is UTF-8. The beginning is ``look`` bytes, or all
    of the first block: where bytes may be damaged on the way, little of them tells what the text is.
    """
    try:
        block = next(blocks, b"")
    except Damage as damage:
        raise damage.at(file, 1, 1) from None
    known = marked(block) or ("UTF-8" if encoding is None else _announced(encoding, block, file))
    if known == "UTF-8":
        _refuse_unusable(block[:look], file)
        block = block.removeprefix(b"\xef\xbb\xbf")
        if not block:
            raise InputError(file, "empty")
        return _split(chain((block,), blocks), file, b"\n", _lines, _too_long)
    from canasta_audit.source.encoded import Decoded

    decoded = Decoded(chain((block,), blocks), file, known, look)
    return _split(decoded.blocks(), file, "\n", decoded.lines, decoded.too_long)


def marked(block: bytes) -> str | None:
    """The encoding that a byte order mark at the start tells."""
    return next((encoding for mark, encoding in _MARKS if block.startswith(mark)), None)


def _announced(encoding: str, block: bytes, file: str) -> str:
    """The encoding that was announced; raises ``InputError`` where it is not known."""
    from canasta_audit.source.encoded import encoding_named, ordered

    named = encoding_named(encoding)
    if named is None:
        raise InputError(file, "no-encoding", encoding=encoding)
    return ordered(named, block)


def _refuse_unusable(block: bytes, file: str) -> None:
    """Raise ``InputError`` if the first block shows that this is no UTF-8 text at all."""
    nul = block.find(0)
    if nul >= 0:
        if len(block) > 2 and _alternates(block):
            raise InputError(file, "utf-16", encoding="UTF-16LE" if block[::2].count(0) == 0 else "UTF-16BE")
        raise InputError(file, "binary", byte="00", offset=nul)
    control = next((offset for offset, byte in enumerate(block) if byte in CONTROL), -1) if _has_control(block) else -1
    if control >= 0 and not _is_utf8(block):
        raise InputError(file, "binary", byte=f"{block[control]:02X}", offset=control)


def _split(
    blocks: Iterator[AnyStr],
    file: str,
    newline: AnyStr,
    lines: Callable[[AnyStr], list[str]],
    too_long: Callable[[AnyStr], BrokenLine],
) -> Iterator[str]:
    """Lines of bytes or of text, by what makes lines of whole ones of either kind."""
    nothing = newline[:0]
    number, rest = 0, nothing
    try:
        block = next(blocks, nothing)
        while block:
            whole, ended, rest = (rest + block).rpartition(newline)
            block = nothing
            if ended:
                made = lines(whole)
                number += len(made)
                yield from made
            if len(rest) > LINE_LIMIT:
                number += 1
                yield too_long(rest)
                rest = nothing
                block = _skip_line(blocks, newline)
            block = block or next(blocks, nothing)
    except Damage as damage:
        if damage.whole and rest:
            yield from lines(rest)
        raise damage.at(file, number + 1, len(rest) + 1) from None
    if rest:
        yield from lines(rest)


def any_too_long(whole: AnyStr, newline: AnyStr) -> bool:
    """Tell whether a line is longer than any that is read: to look for an end of line within every so many characters is quicker
    than to measure each.
    """
    start = 0
    while len(whole) - start > LINE_LIMIT:
        end = whole.rfind(newline, start, start + LINE_LIMIT + 1)
        if end < 0:
            return True
        start = end + 1
    return False


def _alternates(block: bytes) -> bool:
    """Tell whether every second byte is mostly NUL, as in ASCII written in UTF-16."""
    halves = (block[::2], block[1::2])
    return any(half.count(0) * 10 >= len(half) * 7 for half in halves) and min(half.count(0) for half in halves) == 0


def _has_control(block: bytes) -> bool:
    return len(block.translate(None, CONTROL)) < len(block)


def _is_utf8(block: bytes) -> bool:
    try:
        block.decode()
    except UnicodeDecodeError as error:
        # A character cut by the end of the block is no fault.
        return error.end == len(block) and error.reason == "unexpected end of data"
    return True


def _lines(whole: bytes) -> list[str]:
    """Lines of a block that ends where a line does."""
    try:
        if b"\0" not in whole:
            text = whole.decode()
            if not any_too_long(whole, b"\n"):
                lines = text.split("\n")
                return [line.rstrip("\r") for line in lines] if b"\r" in whole else lines
    except UnicodeDecodeError:
        pass
    return list(map(_line, whole.split(b"\n")))


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


def _skip_line(blocks: Iterator[AnyStr], newline: AnyStr) -> AnyStr:
    """Read on to the end of the line; return what is behind it."""
    for block in blocks:
        _, ended, rest = block.partition(newline)
        if ended:
            return rest
    return newline[:0]
