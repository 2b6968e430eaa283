"""Lines of the source texts, quoted from the user's own copies at the time a page is made; the product itself has none of them."""

from __future__ import annotations

import os
from functools import cached_property
from typing import NamedTuple

from canasta_audit.law import TEXTS
from canasta_audit.source import InputError, read_path

_NAMES = {
    "uk-wiki": "000_6d82f3e897b81eeb.txt",
    "ro-wiki": "001_7aaf530e551a8991.txt",
    "ru-club": "002_d2a3a511115d40b1.txt",
    "uk-howto": "003_51ccf7f1d4ea44c5.txt",
    "ru-bank": "004_e1aa68c8994676be.txt",
}
"""What the files of the texts are called where they come from; a copy may go by the text's id as well."""


class Trouble(NamedTuple):
    """A text that cannot be quoted: its id, and why: ``missing``, ``unreadable`` (``detail`` says how) or ``other-edition``
    (``detail`` has its number of lines)."""

    text: str
    why: str
    detail: str = ""


class Quotes:
    """The texts in a folder of the user's: ``ID.txt``, or the name a text has where it comes from."""

    def __init__(self, folder: str) -> None:
        """Look into ``folder`` when the first line is asked for."""
        self._folder = folder
        self._found: dict[str, tuple[str, ...]] = {}
        self.troubles: dict[str, Trouble] = {}

    @cached_property
    def _names(self) -> frozenset[str]:
        try:
            return frozenset(os.listdir(self._folder))
        except OSError:
            return frozenset()

    def line(self, text: str, number: int) -> str:
        """Line ``number`` (1-based) of a text, ``""`` where it cannot be had; ``troubles`` then says why."""
        if text not in TEXTS or number < 1:
            return ""
        if text not in self._found:
            self._found[text] = self._read(text)
        lines = self._found[text]
        return lines[number - 1].strip() if number <= len(lines) else ""

    def _read(self, text: str) -> tuple[str, ...]:
        wanted = (f"{text}.txt", _NAMES.get(text, ""), text)
        name = next((name for name in wanted if name in self._names), None)
        if name is None:
            self.troubles[text] = Trouble(text, "missing")
            return ()
        try:
            lines = tuple(read_path(os.path.join(self._folder, name)))
        except InputError as error:
            self.troubles[text] = Trouble(text, "unreadable", str(error))
            return ()
        if len(lines) != TEXTS[text].lines:
            self.troubles[text] = Trouble(text, "other-edition", str(len(lines)))
        return lines
