"""A store of objects as those of vendors are, in a folder: no folders of its own, and errors in its own words."""

from __future__ import annotations

import os
import signal
from io import BytesIO
from pathlib import Path
from typing import Any

import fsspec
from fsspec import AbstractFileSystem

KILLS = False
"""Whether objects in ``killed/`` end the process that opens them, and those in ``once/`` the first one."""


class Outage(Exception):
    """An error of this kind of store, which is none of the system's."""


class Bucket(AbstractFileSystem):
    """``bucket://NAME/KEY``, in the folder that ``CANASTA_AUDIT_BUCKET`` names."""

    protocol = "bucket"

    def ls(self, path: str, detail: bool = True, **kwargs: Any) -> list[Any]:
        """What lies beneath a prefix, folders being what keys have in common."""
        path = self._strip_protocol(path)
        root = Path(os.environ["CANASTA_AUDIT_BUCKET"])
        if not (root / path.split("/")[0]).is_dir():
            raise FileNotFoundError("The specified bucket does not exist")
        place = root / path
        if not place.exists():
            raise FileNotFoundError(path)
        inside = sorted(place.iterdir(), reverse=True) if place.is_dir() else [place]
        found = [
            {
                "name": str(one.relative_to(root)),
                "size": 0 if one.is_dir() else one.stat().st_size,
                "type": "directory" if one.is_dir() else "file",
            }
            for one in inside
        ]
        return found if detail else [one["name"] for one in found]

    def _open(self, path: str, *args: Any, **kwargs: Any) -> Any:
        parts = path.split("/")
        place = Path(os.environ["CANASTA_AUDIT_BUCKET"], path)
        if "outage" in parts:
            raise Outage("slow down")
        mark = place.with_suffix(".opened")
        if KILLS and ("killed" in parts or ("once" in parts and not mark.exists())):
            with mark.open("ab") as stream:
                stream.write(b".")
            os.kill(os.getpid(), signal.SIGKILL)
        return BytesIO(place.read_bytes())


def register() -> None:
    """Have fsspec know of it."""
    fsspec.register_implementation("bucket", Bucket, clobber=True)
