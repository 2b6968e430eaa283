"""Compressed text: gzip, bzip2, xz and Zstandard, known by their first bytes and unpacked block by block.

Whatever the bytes are, little is held at a time, and all that can be unpacked in front of a damage is given out before the damage
is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from canasta_audit.source.trouble import Damage, InputError

BLOCK = 256 * 1024
"""Bytes that are given out at a time."""

LOOK = 512
"""Bytes of what is unpacked that tell whether it is a text."""

_EXACT = 64 * 1024
_PIECE = 64
_MEMORY = 256 * 1024 * 1024

_MAGIC = (
    ("gzip", re.compile(rb"\x1f\x8b")),
    ("bzip2", re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)")),
    ("xz", re.compile(rb"\xfd7zXZ\x00")),
    ("zstd", re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")),
    ("zip", re.compile(rb"PK(\x03\x04|\x05\x06)")),
)
_PADDED = ("gzip", "xz")


class Method(NamedTuple):
    """A way of packing: what makes the object that unpacks one stream, what it may raise, and whether its output is bounded."""

    name: str
    make: Callable[[], Any]
    errors: tuple[type[Exception], ...]
    bounded: bool = False


def kind_of(block: bytes) -> str | None:
    """What the first bytes of a file say that it is, ``None`` for anything but what can be unpacked.

    >>> kind_of(bytes([0x1F, 0x8B, 8])), kind_of(b"deal 1:")
    ('gzip', None)
    """
    return next((kind for kind, magic in _MAGIC if magic.match(block)), None)


def method_of(kind: str) -> Method:
    """How ``kind`` is unpacked; ``deflate`` is what zip archives have. Raises ``Damage`` where a package is missing."""
    if kind in ("gzip", "deflate"):
        import zlib

        return Method(kind, lambda: zlib.decompressobj(31 if kind == "gzip" else -15), (zlib.error,))
    if kind == "bzip2":
        import bz2

        return Method(kind, bz2.BZ2Decompressor, (OSError, ValueError), True)
    if kind == "xz":
        import lzma

        return Method(kind, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY), (lzma.LZMAError, MemoryError), True)
    try:
        import zstandard
    except ImportError:
        raise Damage("no-unpacker", kind=kind, package="zstandard") from None
    return Method(kind, lambda: zstandard.ZstdDecompressor().decompressobj(write_size=4096), (zstandard.ZstdError, MemoryError))


class Bytes:
    """Blocks of bytes that are taken piece by piece, and may be put back."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        """Read ``blocks``."""
        self._blocks = blocks
        self._block = b""
        self._at = 0
        self.taken = 0

    def take(self, size: int) -> bytes:
        """The next bytes, at most so many; none at the end."""
        piece = self._block[self._at : self._at + size]
        if not piece:
            self._block, self._at = next(self._blocks, b""), 0
            piece = self._block[:size]
        self._at += len(piece)
        self.taken += len(piece)
        return piece

    def put_back(self, piece: bytes) -> None:
        """Have these bytes come next."""
        self._block, self._at = piece + self._block[self._at :], 0
        self.taken -= len(piece)


def unpacked(kind: str, blocks: Iterator[bytes], file: str) -> Iterator[bytes]:
    """What is packed in ``file``, in large blocks; raises ``Damage``, and ``InputError`` for what is packed twice."""
    first = True
    for block in gathered(_streams(method_of(kind), Bytes(blocks))):
        inner = kind_of(block) if first else None
        if inner is not None:
            raise InputError(file, "packed-twice", inner=inner, kind=kind)
        first = False
        yield block


def stream_of(method: Method, source: Bytes) -> Iterator[bytes]:
    """One stream, unpacked in small pieces; what is behind it stays in ``source``. Raises ``Damage``.

    What a step unpacks is lost when the step fails. So the first bytes go in one by one, and those behind them, where a few lines
    are little beside what has been read, in pieces that even a bomb cannot make large.
    """
    unpacker = method.make()
    try:
        while piece := source.take(1 if source.taken < _EXACT else _PIECE):
            yield unpacker.decompress(piece, BLOCK) if method.bounded else unpacker.decompress(piece)
            while method.bounded and not unpacker.needs_input and not unpacker.eof:
                yield unpacker.decompress(b"", BLOCK)
            if unpacker.eof:
                source.put_back(getattr(unpacker, "unused_data", b""))
                return
    except method.errors as error:
        raise Damage("damaged", kind=method.name, reason=_reason(error)) from None
    raise Damage("broken-off", kind=method.name)


def _streams(method: Method, source: Bytes) -> Iterator[bytes]:
    """All streams of a file, which stand one behind the other."""
    while True:
        yield from stream_of(method, source)
        begin = source.take(1)
        while begin == b"\0" and method.name in _PADDED:
            begin = source.take(1)
        while len(begin) < 10 and (more := source.take(10 - len(begin))):
            begin += more
        if not begin:
            return
        if kind_of(begin) != method.name:
            raise Damage("left-over", whole=True, kind=method.name)
        source.put_back(begin)


def gathered(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Small pieces as large blocks, none of them empty; what there was in front of a ``Damage`` is given out first."""
    gathered = bytearray()
    try:
        for piece in pieces:
            gathered += piece
            if len(gathered) >= BLOCK:
                yield bytes(gathered)
                gathered.clear()
    except Damage:
        if gathered:
            yield bytes(gathered)
        raise
    if gathered:
        yield bytes(gathered)


def _reason(error: Exception) -> str:
    """What an unpacker says, on one line, without what some put before it."""
    said = re.sub(r"^(Error -?\d+ while decompressing data|zstd decompressor error): ", "", " ".join(str(error).split()))
    return said[:1].lower() + said[1:] or type(error).__name__
