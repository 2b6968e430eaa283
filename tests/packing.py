"""Ways to compress a text, for the tests of what reads it again."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Mapping

import zstandard

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}
"""By the suffix that such files have."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these members; a name that ends in ``/`` is a folder."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def encrypted(archive: bytes, name: str) -> bytes:
    """The same archive, in which this member is said to be encrypted."""
    made = bytearray(archive)
    for mark, flags, place in ((b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)):
        at = made.find(mark)
        while at >= 0:
            if made[at + place :].startswith(name.encode()):
                made[at + flags] |= 1
            at = made.find(mark, at + 4)
    return bytes(made)
