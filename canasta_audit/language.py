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


class Words:
    """One language's words: called with an id and the data of its message, it returns the text.

    A missing id, and data that a message asks for and is not given, is a ``LookupError``: a page is not to show holes.
    """

    __slots__ = ("_bundle", "_known", "language")

    def __init__(self, language: str) -> None:
        """Read every catalogue of ``language``. Raises ``KeyError`` for one that there is not."""
        if language not in LANGUAGES:
            raise KeyError(language)
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for text in catalogues(language).values():
            self._bundle.add_resource(FluentResource(text))
        self._known: dict[str, str] = {}

    def __call__(self, name: str, /, **data: str | int) -> str:
        """The text of a message, ``data`` filled in; ``name`` is its id, ``id.attribute`` for an attribute of it."""
        if not data and name in self._known:
            return self._known[name]
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
        if not data:
            self._known[name] = text
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
    known = [(words(language), text) for language, text in texts]
    names = (line.split(" =")[0] for line in catalogues(LANGUAGES[0])["terms.ftl"].split("\n") if line.startswith("term-"))
    return {name.removeprefix("term-"): [of(f"{name}.{text}") for of, text in known] for name in names}
