"""The words of pages in four languages: message catalogues in ``locales/``, one folder a language, with the same ids in each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

LANGUAGES: tuple[str, ...] = ("en", "uk", "ro", "ru")
"""Codes of the languages, the default first."""

FOLDER = os.path.join(os.path.dirname(os.path.realpath(__file__)), "locales")
"""The folder of the catalogues, as text."""

_MOST_KNOWN = 4096
"""So many texts of a language are remembered: a page asks for the same few again and again, and for one for every line of a log."""


class Words:
    """One language's words: called with an id and the data of its message, it returns the text.

    A missing id, and data that a message asks for and is not given, is a ``LookupError``: a page is not to show holes.
    """

    __slots__ = ("_bundle", "_known", "language")

    def __init__(self, language: str, *only: str) -> None:
        """Read every catalogue of ``language``, or ``only`` some by name. Raises ``KeyError`` for a language that there is not."""
        if language not in LANGUAGES:
            raise KeyError(language)
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for name, text in catalogues(language).items():
            if not only or name in only:
                self._bundle.add_resource(FluentResource(text))
        self._known: dict[tuple[str, tuple[tuple[str, str | int], ...]], str] = {}

    def __call__(self, name: str, /, **data: str | int) -> str:
        """The text of a message, ``data`` filled in; ``name`` is its id, ``id.attribute`` for an attribute of it."""
        asked = name, tuple(data.items())
        if asked in self._known:
            return self._known[asked]
        message, _, attribute = name.partition(".")
        found = self._bundle.get_message(message) if self._bundle.has_message(message) else None
        pattern = None if found is None else found.attributes.get(attribute) if attribute else found.value
        if pattern is None:
            raise LookupError(f"no message {name} in {self.language}")
        # Numbers are turns, lines and points, which nobody writes with signs between the thousands.
        given = {key: fluent_number(value, useGrouping=False) if isinstance(value, int) else value for key, value in data.items()}
        text, errors = self._bundle.format_pattern(pattern, given)
        if errors or not isinstance(text, str):
            raise LookupError(f"message {name} in {self.language}: {errors}")
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[asked] = text
        return text

    def has(self, name: str) -> bool:
        """Tell whether there is such a message, or such an attribute of one (``id.attribute``)."""
        message, _, attribute = name.partition(".")
        if not self._bundle.has_message(message):
            return False
        return not attribute or attribute in self._bundle.get_message(message).attributes


@cache
def words(language: str = LANGUAGES[0]) -> Words:
    """The words of a language, read once. Raises ``KeyError`` for one that there is not."""
    return Words(language)


def catalogues(language: str) -> dict[str, str]:
    """Name and text of every catalogue of a language."""
    return dict(_read(os.path.join(FOLDER, language)))


def _read(folder: str) -> Iterator[tuple[str, str]]:
    for name in sorted(os.listdir(folder)):
        if name.endswith(".ftl"):
            with open(os.path.join(folder, name), encoding="utf-8") as stream:
                yield name, stream.read()


def terms(texts: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The terms of the game by name, each with the words that ``texts`` (language and id) use for it, ``"—"`` where there are none.

    A text of which a term says nothing is a ``LookupError``, as any hole is.
    """
    catalogue = "terms.ftl"
    given = tuple(texts)
    read = {language: Words(language, catalogue) for language, _ in given}
    known = [(read[language], text) for language, text in given]
    names = (line.split(" =")[0] for line in catalogues(LANGUAGES[0])[catalogue].split("\n") if line.startswith("term-"))
    return {name.removeprefix("term-"): [of(f"{name}.{text}") for of, text in known] for name in names}
