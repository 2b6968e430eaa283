"""Finds the packaged data, ``grammar/``, ``schemas/`` and ``fixtures/``, in a wheel and in a checkout alike."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.realpath(__file__))
_INSTALLED = os.path.join(_PACKAGE, "_data")

RULESETS = os.path.join(_PACKAGE, "rulesets")
"""The folder of the shipped rulesets, as text."""


def data_path(*parts: str) -> Path:
    """Path of a packaged file or folder, such as ``data_path("grammar", "line.lark")``.

    A wheel carries the folders inside the package; a checkout has them beside it. The file need not exist.
    """
    # Reading does without it, and its import is a noticeable part of every start.
    from pathlib import Path

    return Path(_place(parts))


def read_bytes(*parts: str) -> bytes:
    """Content of a packaged file. Raises ``OSError`` if the installation lacks it."""
    with open(_place(parts), "rb") as stream:
        return stream.read()


def read_text(*parts: str) -> str:
    """Text of a packaged file, with plain line ends. Raises ``OSError`` if the installation lacks it."""
    with open(_place(parts), encoding="utf-8") as stream:
        return stream.read()


def rulesets_folder() -> Path:
    """The folder of the shipped rulesets."""
    from pathlib import Path

    return Path(RULESETS)


def _place(parts: tuple[str, ...]) -> str:
    root = _INSTALLED if os.path.isdir(_INSTALLED) else os.path.dirname(_PACKAGE)
    return os.path.join(root, *parts)
