"""Openers that bring about what befalls a worker; another process imports them from here."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from canasta_audit.batch.items import Aside
from canasta_audit.batch.task import Task
from tests.cli.logs import CLEAN, FAULTY


@dataclass(frozen=True)
class Fateful:
    """Opens ``fate://HOW/NAME``; how often each was opened is written down in ``folder``."""

    folder: str

    def expand(self, path: str) -> Iterable[Task | Aside]:
        """The path as it is."""
        return [Task(path, path, 100)]

    def open(self, path: str) -> BinaryIO:
        """The bytes of a log, or whatever else is to happen."""
        how, name = path.removeprefix("fate://").split("/")
        log = Path(self.folder, name)
        times = len(log.read_bytes()) if log.exists() else 0
        log.write_bytes(b"." * (times + 1))
        if how == "killed" or (how == "once" and not times):
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "memory" or (how == "little" and not times):
            raise MemoryError
        if how == "gone":
            raise FileNotFoundError(2, "No such file or directory")
        return BytesIO((CLEAN if how == "clean" else FAULTY).encode())


def opened(folder: Path) -> dict[str, int]:
    """How often each log was opened."""
    return {path.name: len(path.read_bytes()) for path in folder.iterdir()}
