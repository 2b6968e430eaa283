"""Zip archives: their members in order of name, read where they lie; nothing is written to the disk under a member's name."""

from __future__ import annotations

import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO

from canasta_audit.source.lines import lines_of_blocks
from canasta_audit.source.packed import BLOCK, LOOK, Bytes, Method, gathered, kind_of, method_of, stream_of, unpacked
from canasta_audit.source.trouble import BrokenLine, Damage, InputError

_LOG_NAME = re.compile(r"\.cgn(\.(gz|bz2|xz|zst))?$", re.IGNORECASE)
_LOG_LINE = re.compile(r'\[\w+ +"|deal( |:|$)')
_OUTWARD = re.compile(r"[/\\]|[A-Za-z]:|(.*[/\\])?\.\.([/\\]|$)")
_FORKS = "__MACOSX/"
_HEADER = struct.Struct("<4s22xHH")
_STORED, _LZMA = 0, 14
_METHODS = {8: "deflate", 12: "bzip2", 93: "zstd", 95: "xz"}


class Archive:
    """An archive whose members are read as lines."""

    def __init__(self, stream: BinaryIO, file: str, encoding: str | None = None) -> None:
        """Read the directory of ``stream``, which can be sought in. Raises ``InputError``."""
        self._stream = stream
        self._file = file
        self._encoding = encoding
        try:
            members = zipfile.ZipFile(stream).infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, EOFError, OSError, struct.error) as error:
            raise InputError(file, "broken-zip", reason=" ".join(str(error).split())) from None
        self._files = sorted((one for one in members if not one.filename.endswith("/")), key=lambda one: one.filename)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    def logs(self, pass_over: Callable[[str], None]) -> Iterator[tuple[str, Iterator[str]]]:
        """What reports call it, and the lines, of every member that is a log; the others' names are passed over.

        A log is what is named as one, or begins as one.
        """
        for one in self._files:
            if self._is_log(one):
                yield self._name(one), self._lines(one)
            else:
                pass_over(one.filename)

    def listed(self, pass_over: Callable[[str], None]) -> Iterator[tuple[int, str, int]]:
        """Place, name and packed size of every member that is a log, to be read by ``at``; the others' names are passed over."""
        for place, one in enumerate(self._files):
            if self._is_log(one):
                yield place, self._name(one), one.compress_size
            else:
                pass_over(one.filename)

    def at(self, place: int, name: str) -> tuple[str, Iterator[str]]:
        """The member at a place, which must have the name that was ``listed``; raises ``InputError`` where it has not."""
        if place >= len(self._files) or self._name(self._files[place]) != name:
            raise InputError(self._file, "no-member", member=name, members=[])
        return name, self._lines(self._files[place])

    def only(self, log: bool) -> tuple[str, Iterator[str]]:
        """The only log in the archive, or the only file; raises ``InputError`` where there is none, or a choice."""
        files = [one for one in self._files if self._is_log(one)] if log else self._files
        if not files:
            raise InputError(self._file, "no-log-inside")
        if len(files) > 1:
            raise InputError(self._file, "many-inside", count=len(files), example=self._name(files[0]))
        return self._name(files[0]), self._lines(files[0])

    def member(self, name: str) -> tuple[str, Iterator[str]]:
        """The member of this name; raises ``InputError`` where there is none."""
        found = [one for one in self._files if one.filename == name]
        if not found:
            inside = any(one.filename.startswith(f"{name}/") for one in self._files)
            names = [one.filename for one in self._files]
            raise InputError(self._file, "folder-inside" if inside else "no-member", member=name, members=names)
        return self._name(found[-1]), self._lines(found[-1])

    def _name(self, one: zipfile.ZipInfo) -> str:
        return f"{self._file}/{one.filename}"

    def _is_log(self, one: zipfile.ZipInfo) -> bool:
        if one.filename.startswith(_FORKS):
            return False
        if _LOG_NAME.search(one.filename):
            return True
        try:
            for line in self._lines(one):
                if line.strip() and not line.lstrip().startswith("#"):
                    return not isinstance(line, BrokenLine) and _LOG_LINE.match(line.strip()) is not None
        except InputError:
            pass
        return False

    def _lines(self, one: zipfile.ZipInfo) -> Iterator[str]:
        """Lines of a member, which may be compressed once more by itself."""
        file = self._name(one)
        if _OUTWARD.match(one.filename):
            raise InputError(file, "bad-name")
        if one.flag_bits & 1:
            raise InputError(file, "encrypted")
        blocks = gathered(self._checked(one, _method(one, file)))
        try:
            first = next(blocks, b"")
        except Damage as damage:
            raise damage.at(file, 1, 1) from None
        blocks = chain((first,), blocks)
        kind = kind_of(first)
        if kind == "zip":
            raise InputError(file, "packed-twice", inner=kind, kind=kind)
        yield from lines_of_blocks(blocks if kind is None else unpacked(kind, blocks, file), file, self._encoding, LOOK)

    def _checked(self, one: zipfile.ZipInfo, method: Method | None) -> Iterator[bytes]:
        """Pieces of a member; raises ``Damage``, also where the archive says that they ought to be others."""
        source = Bytes(self._raw(one))
        pieces = iter(lambda: source.take(BLOCK), b"") if method is None else stream_of(method, source)
        size = check = 0
        cut: Damage | None = None
        try:
            for piece in pieces:
                size += len(piece)
                check = zlib.crc32(piece, check)
                yield piece
        except Damage as damage:
            cut = damage
        if (size, check) != (one.file_size, one.CRC):
            # A packed stream need not say where it ends, if the archive does.
            raise cut or Damage("damaged", whole=True, kind="zip", reason="its check sum is another one")

    def _raw(self, one: zipfile.ZipInfo) -> Iterator[bytes]:
        """The bytes of a member as they lie in the archive, from where others may be read in between."""
        header = self._read(one.header_offset, _HEADER.size)
        if len(header) < _HEADER.size or not header.startswith(b"PK\x03\x04"):
            raise Damage("damaged", kind="zip", reason="the member is not where the directory says")
        _, name, extra = _HEADER.unpack(header)
        place, left = one.header_offset + _HEADER.size + name + extra, one.compress_size
        while left > 0:
            block = self._read(place, min(BLOCK, left))
            if not block:
                raise Damage("broken-off", kind="zip")
            place += len(block)
            left -= len(block)
            yield block

    def _read(self, place: int, size: int) -> bytes:
        try:
            self._stream.seek(place)
            return self._stream.read(size)
        except (OSError, ValueError) as error:
            # ValueError: a place that no file has.
            raise Damage("unreadable-file", reason=getattr(error, "strerror", None) or str(error)) from None


def _method(one: zipfile.ZipInfo, file: str) -> Method | None:
    """How a member is packed, ``None`` where it is not. Raises ``InputError`` for what is not known here."""
    if one.compress_type == _STORED:
        return None
    if one.compress_type == _LZMA:
        errors = (lzma.LZMAError, struct.error, ValueError, MemoryError)
        return Method("zip", zipfile.LZMADecompressor, errors)  # type: ignore[attr-defined]
    if one.compress_type not in _METHODS:
        raise InputError(file, "zip-method", method=one.compress_type)
    try:
        return method_of(_METHODS[one.compress_type])._replace(name="zip")
    except Damage as damage:
        raise damage.at(file, 0, 0) from None
