"""Text that waits until its place in a document has come: in memory while it is little, in a temporary file beyond."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

_MOST = 1 << 20
_PIECE = 1 << 16


class Spool:
    """Pieces of text that are written one behind the other, and read once or more in the same order."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._pieces: list[str] = []
        self._length = 0
        self._file: IO[str] | None = None

    def __bool__(self) -> bool:
        return bool(self._pieces) or self._file is not None

    def add(self, text: str) -> None:
        """Put a piece behind the others."""
        self._pieces.append(text)
        self._length += len(text)
        if self._length > _MOST:
            self._write()

    def __iter__(self) -> Iterator[str]:
        """Yield the text in pieces, not those it was written in."""
        if self._file is None:
            yield from self._pieces
            return
        self._write()
        self._file.seek(0)
        while text := self._file.read(_PIECE):
            yield text

    def clear(self) -> None:
        """Let go of all."""
        self._pieces.clear()
        self._length = 0
        if self._file is not None:
            self._file.close()
        self._file = None

    def _write(self) -> None:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="")  # noqa: SIM115
        self._file.seek(0, 2)
        self._file.writelines(self._pieces)
        self._pieces.clear()
        self._length = 0
