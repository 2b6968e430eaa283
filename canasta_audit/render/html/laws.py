"""Values of a ruleset and what they rest on, as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from canasta_audit.finding import Citation
from canasta_audit.language import Words
from canasta_audit.law import TEXTS
from canasta_audit.render.html.page import render, short, text_of
from canasta_audit.render.html.quotes import Quotes
from canasta_audit.render.place import value_text
from canasta_audit.ruleset.model import Reading, Ruleset


class Passage(NamedTuple):
    """Lines of one section that a value rests on: ``language`` is the text's, ``quotes`` what the user's copy says there."""

    text: str
    language: str
    section: str
    lines: tuple[int, ...]
    quotes: tuple[tuple[int, str], ...] = ()


def passages(citations: Iterable[Citation], quotes: Quotes | None = None) -> list[Passage]:
    """Citations gathered by section, in their order; texts without lines (the published laws) have none."""
    sections: dict[tuple[str, str], set[int]] = {}
    for citation in citations:
        sections.setdefault((citation.text, citation.section), set()).add(citation.line)
    found = []
    for (text, section), numbers in sections.items():
        lines = tuple(sorted(numbers - {0}))
        said = tuple((line, words) for line in lines if quotes is not None and (words := quotes.line(text, line)))
        found.append(Passage(text, TEXTS[text].language if text in TEXTS else "en", section, lines, said))
    return found


def cited(citations: Sequence[Citation], words: Words, quotes: Quotes | None) -> Markup:
    """Citations in brackets; with the lines themselves, where they can be had, they unfold."""
    if quotes is None:
        return Markup(" ({})").format(short(citations, words)) if citations else Markup("")
    return render("cited.html", words, citations=citations, passages=passages(citations, quotes))


def troubles(quotes: Quotes | None, words: Words) -> Markup:
    """What keeps texts from being quoted; nothing where there is no such thing."""
    if quotes is None or not quotes.troubles:
        return Markup("")
    return render("troubles.html", words, troubles=list(quotes.troubles.values()), texts=TEXTS)


def readings_of(ruleset: Ruleset, ids: Iterable[str]) -> list[Reading]:
    """The readings that a value rests on."""
    return [ruleset.readings[name] for name in ids if name in ruleset.readings]


def value(given: Any, words: Words, pointer: str, text: str = "") -> Markup:
    """The value of a key in words; what a ruleset file has for it stands in the markup. Mappings in a list have a line each.

    ``text`` is the source text whose own term is wanted, where it has one and is in the page's language.
    """
    if given is None or isinstance(given, bool):
        return text_of(words({None: "value-none", True: "value-yes", False: "value-no"}[given]))
    if isinstance(given, (list, tuple)) and given and all(isinstance(item, Mapping) for item in given):
        return Markup("<br>").join(_fields(one, words) for one in given)
    if isinstance(given, (list, tuple)):
        said = Markup(", ").join(value(item, words, pointer, text) for item in given)
        return said or text_of(words("value-none"))
    if isinstance(given, str):
        return _word(given, words, pointer, text)
    return text_of(value_text(given))


def own_terms(name: str, words: Words, texts: Iterable[str]) -> list[tuple[str, str]]:
    """What texts call the notion of a title (by its id), where that is not the title itself: the texts, and their words."""
    said: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        if words.has(f"{name}.{text}"):
            said.setdefault(words(f"{name}.{text}"), []).append(text)
    return [(", ".join(of), term) for term, of in said.items() if term.casefold() != words(name).casefold() and term != "—"]


def _fields(one: Mapping[str, Any], words: Words) -> Markup:
    told = ((words(f"field-{key}"), item) for key, item in one.items())
    return Markup(", ").join(
        Markup("{} {}").format(name, text_of(words("value-yes" if item else "value-no") if isinstance(item, bool) else item))
        for name, item in told
    )


def _word(given: str, words: Words, pointer: str, text: str) -> Markup:
    """A word of a ruleset in the page's language: as this key means it, as the text puts it, or as it is put elsewhere."""
    name = f"word-{given}"
    if not words.has(name):
        return Markup('<code translate="no">{}</code>').format(text_of(given))
    ways = (f"{name}.{pointer[1:].replace('/', '-')}", f"{name}.{text}" if text else "", name)
    said = words(next(way for way in ways if way and words.has(way)))
    return Markup('<data value="{}">{}</data>').format(given, said)
