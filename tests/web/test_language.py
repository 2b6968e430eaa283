"""The catalogues: the same ids with the same data in every language, none missing, none unused."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from canasta_audit.compare.witness import Reason
from canasta_audit.language import LANGUAGES, Words, catalogues, terms, words
from canasta_audit.law import TEXTS
from canasta_audit.render.html.laws import value
from canasta_audit.render.html.stepper import SIGNS
from canasta_audit.ruleset.chapters import CHAPTERS, plainly
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.keys import chapter_keys, find_key, load_schema
from canasta_audit.ruleset.load import list_rulesets, load_ruleset

PACKAGE = Path(__file__).resolve().parents[2] / "canasta_audit"
OTHERS = LANGUAGES[1:]


class Variables(Visitor):  # type: ignore[misc]
    """Names of the data that a message asks for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.names.add(node.id.name)


@cache
def messages(language: str) -> dict[str, tuple[str, frozenset[str], tuple[str, ...]]]:
    """By id: the catalogue, the data asked for, and the attributes; every entry must be a message or a comment."""
    found = {}
    for name, text in catalogues(language).items():
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, ast.ResourceComment | ast.Comment | ast.GroupComment):
                continue
            assert isinstance(entry, ast.Message), f"{language}/{name}: {entry}"
            assert entry.id.name not in found, f"{language}: {entry.id.name} twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = (name, frozenset(variables.names), tuple(one.id.name for one in entry.attributes))
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_ids_in_the_same_catalogues(language: str) -> None:
    english = {name: entry[0] for name, entry in messages("en").items()}
    assert {name: entry[0] for name, entry in messages(language).items()} == english


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_asks_for_the_same_data(language: str) -> None:
    there, english = messages(language), messages("en")
    assert {name: there[name][1] for name in english} == {name: entry[1] for name, entry in english.items()}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_is_in_its_own_letters(language: str) -> None:
    cyrillic = language != "ro"
    for name, text in catalogues(language).items():
        for line in text.split("\n"):
            said = re.sub(r"\{[^{}]*\}|^[\w.-]+ =|^ +\.[\w-]+ =|canasta-audit|\.txt|\[[a-z]+\]|^#.*", "", line)
            wrong = "[A-Za-zĂÂÎȘȚăâîșț]{3,}" if cyrillic else "[А-Яа-яЁёҐґЄєІіЇї]"
            assert not re.search(wrong, said), f"{language}/{name}: {line}"


def test_every_key_and_chapter_has_a_title_that_is_the_schemas_in_english() -> None:
    keys = {"key" + pointer.replace("/", "-"): find_key(pointer) for pointer in chapter_keys()}
    keys |= {f"chapter-{chapter}": find_key(f"/{chapter}") for chapter in CHAPTERS}
    known = {name for name, entry in messages("en").items() if entry[0] == "keys.ftl"}
    assert known == keys.keys()
    assert {name: words("en")(name) for name in keys} == {name: key.title for name, key in keys.items() if key}


def words_of_values() -> dict[str, set[str]]:
    """By word of the schema of rulesets: the keys that may have it."""
    found: dict[str, set[str]] = {}
    for pointer in chapter_keys():
        node = load_schema()["$defs"][pointer.split("/")[1]]
        for name in pointer.split("/")[2:]:
            node = node["properties"][name]
            node = load_schema()["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node
        items = node.get("items", {})
        items = load_schema()["$defs"][items["$ref"].rpartition("/")[2]] if "$ref" in items else items
        for word in node.get("enum", items.get("enum", ())):
            found.setdefault(word, set()).add(pointer[1:].replace("/", "-"))
    return found


def test_every_word_that_a_key_may_have_is_said() -> None:
    known = {name for name, entry in messages("en").items() if name.startswith("word-")}
    assert known == {f"word-{word}" for word in words_of_values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_values_are_put_otherwise_only_for_keys_that_have_them_and_by_texts_of_the_language(language: str) -> None:
    texts = {text.id for text in TEXTS.values() if text.language == language}
    english = {name: entry[2] for name, entry in messages("en").items()}
    for word, keys in words_of_values().items():
        there = set(messages(language)[f"word-{word}"][2])
        assert there - texts == set(english[f"word-{word}"]) <= keys, word
        # A word that one text has a term for, all texts of the language have.
        assert there & texts in (set(), texts), word
    said = {word for word in words_of_values() if texts & set(messages(language)[f"word-{word}"][2])}
    assert said == (set() if language == "en" else {"joker", "two", "red-three", "black-three", "natural", "mixed"})


@pytest.mark.parametrize("language", OTHERS)
def test_titles_that_have_a_term_have_that_of_every_text(language: str) -> None:
    texts = tuple(text.id for text in TEXTS.values() if text.language == language)
    titles = {name: entry[2] for name, entry in messages(language).items() if entry[0] == "keys.ftl" and entry[2]}
    others = {name for name, entry in messages(OTHERS[0]).items() if entry[0] == "keys.ftl" and entry[2]}
    assert set(titles) == others and len(others) > 20
    assert {name: set(of) for name, of in titles.items()} == {name: set(texts) for name in titles}
    of = words(language)
    assert all(of(f"{name}.{text}") for name in titles for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_ruleset_is_said_in_words(language: str) -> None:
    """No word of the schema is left as it is, but for ranks and suits in their order."""
    of = words(language)
    left = set()
    for name, _ in list_rulesets():
        ruleset = load_ruleset(name)
        for pointer, given in leaves(plainly(ruleset.tables[max(ruleset.tables)])):
            if "<code" in value(given, of, pointer, ruleset.text):
                left.add(pointer)
    assert left == {"/seating/lots_suits", "/seating/lots_ranks"}


@pytest.mark.parametrize("language", OTHERS)
def test_every_term_has_the_words_of_every_text_in_its_language(language: str) -> None:
    texts = tuple(text.id for text in TEXTS.values() if text.language == language)
    assert texts
    found = {name: entry[2] for name, entry in messages(language).items() if entry[0] == "terms.ftl"}
    assert {name: set(of) for name, of in found.items()} == {name: set(texts) for name in found}


def test_terms_are_told_for_every_text() -> None:
    found = terms([(text.language, text.id) for text in TEXTS.values()])
    assert len(found) >= 20
    assert all(all(row) and len(row) == len(TEXTS) for row in found.values())


def test_no_message_is_unused_and_none_that_is_used_is_missing() -> None:
    sources = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".html", ".js") and "_data" not in path.parts]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    quoted = set(re.findall(r"""["']([a-z]+(?:-[\w]+)*)["']""", text))
    begun = set(re.findall(r"""["']([a-z]+(?:-[a-z]+)*-?)["'] ?[~+]|f["']([a-z]+(?:-[a-z]+)*-)\{""", text))
    prefixes = tuple({first or second for first, second in begun} - {""})
    assert not [name for name in messages("en") if name not in quoted and not name.startswith(prefixes)]
    asked = set(re.findall(r"""\b(?:w|words)\(\s*["']([\w.-]+)["'][,)]""", text))
    assert not [name for name in asked - set(LANGUAGES) if not words("en").has(name)]


def test_a_hole_is_an_error() -> None:
    english = words("en")
    with pytest.raises(LookupError):
        english("no-such-message")
    with pytest.raises(LookupError):
        english("step-turn")
    with pytest.raises(KeyError):
        Words("xx")
    assert english("step-turn", n=1234) == "turn 1234"


def test_every_reason_and_every_trouble_has_words() -> None:
    assert {f"lack-{reason.value}" for reason in Reason} == {name for name in messages("en") if name.startswith("lack-")}
    assert {f"mark-{kind}" for kind in SIGNS} == {name for name in messages("en") if name.startswith("mark-")}
