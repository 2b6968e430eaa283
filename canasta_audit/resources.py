"""Finds the packaged data, ``grammar/``, ``schemas/`` and ``fixtures/``, in a wheel and in a checkout alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"


def data_path(*parts: str) -> Path:
    """Path of a packaged file or folder, such as ``data_path("grammar", "line.lark")``.

    A wheel carries the folders inside the package; a checkout has them beside it. The file need not exist.
    """
    root = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent
    return root.joinpath(*parts)


def read_text(*parts: str) -> str:
    """Text of a packaged file. Raises ``OSError`` if the installation lacks it."""
    return data_path(*parts).read_text(encoding="utf-8")


def rulesets_folder() -> Path:
    """The folder of the shipped rulesets."""
    return _PACKAGE / "rulesets"
