"""Loading rulesets: a shipped name or the path of a YAML file, each with options, as in ``uk-regency+may-ask``."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

from canasta_audit.finding import Finding
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.build import Start, begin, build
from canasta_audit.ruleset.chapters import CHAPTERS, BlackThrees
from canasta_audit.ruleset.document import Document, capped, escape, unescape
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import Tree, resolve
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.nearest import did_you_mean, nearest
from canasta_audit.ruleset.options import choice_faults, reading_faults, status_faults
from canasta_audit.ruleset.twin import file_name, read_twin, shipped, yaml_path

_PATH = r"(?is)(?P<file>.*?\.ya?ml|[^+]*[/\\].*?)(?P<options>(?:\+[^+/\\]*)*)"
_MARKS = (".yaml", ".yml", "/", "\\")
"""A reference that has none of these is no path, and the pattern need not be compiled for it."""


def load_ruleset(reference: str, *, extra_options: Iterable[str] = ()) -> Ruleset:
    """Load a ruleset by reference; ``extra_options`` are applied after those of the reference.

    Raises ``RulesetError``, whose findings say what is wrong and where.
    """
    file, options = split_reference(reference)
    document, tree = open_tree(file)
    chosen = tuple(dict.fromkeys((*options, *extra_options)))
    _refuse(choice_faults(tree, chosen, document.file), document)
    ruleset = build(tree, chosen) if is_path(file) else _built(file, yaml_path(file), chosen)
    if chosen or is_path(file):
        _refuse(_senseless(ruleset), document)
    return ruleset


def _senseless(ruleset: Ruleset) -> list[Finding]:
    """Errors of meaning: a shipped ruleset has none, but a file of the user's may, and so may options that are chosen together."""
    from canasta_audit.ruleset.semantic import lint

    help = f"with the options {', '.join(ruleset.chosen)}" if ruleset.chosen else ""
    return [replace(finding, help=finding.help or help) for finding in lint(ruleset) if finding.severity == "error"]


def list_rulesets() -> list[tuple[str, str]]:
    """Return (name, title) of the shipped rulesets, by name."""
    return [(name, str(_shipped(name).data["title"])) for name in shipped()]


def split_reference(reference: str) -> tuple[str, tuple[str, ...]]:
    """Split a reference into the name or path and the options.

    >>> split_reference("uk-regency+may-ask"), split_reference("./a+b.yaml+may-ask")
    (('uk-regency', ('may-ask',)), ('./a+b.yaml', ('may-ask',)))
    """
    path = re.fullmatch(_PATH, reference) if any(mark in reference.lower() for mark in _MARKS) else None
    if path:
        return path["file"], tuple(path["options"].split("+")[1:])
    name, *options = reference.split("+")
    return name, tuple(options)


def open_document(name: str) -> Document:
    """Read the file of a shipped ruleset or of a path; a file of the user's is validated. Raises ``RulesetError``."""
    return _own(name, name) if is_path(name) else _shipped(name)


def resolve_document(document: Document) -> Tree:
    """Resolve a valid document to a complete tree. Raises ``RulesetError``."""
    tree = resolve(document, _parent)
    tree.data.setdefault("name", os.path.splitext(os.path.basename(document.path))[0])
    tree.data.setdefault("title", tree.data["name"])
    _refuse(_missing(tree, document), document)
    _refuse([*reading_faults(tree), *status_faults(tree)], document)
    return tree


def open_tree(name: str) -> tuple[Document, Tree]:
    """The document of a shipped ruleset or of a path, and its tree, which nothing changes. Raises ``RulesetError``."""
    if not is_path(name) and name in shipped():
        return _shipped_tree(name, yaml_path(name))
    document = open_document(name)
    return document, resolve_document(document)


@cache
def _shipped_tree(name: str, path: str) -> tuple[Document, Tree]:
    """The same for a shipped ruleset, whose file does not change while we run."""
    document = _shipped(name)
    return document, resolve_document(document)


@lru_cache(maxsize=64)
def _built(name: str, path: str, chosen: tuple[str, ...]) -> Ruleset:
    """A shipped ruleset, whose file lies at ``path``, with options that go together: the same object time and again."""
    return build(_shipped_tree(name, path)[1], chosen, _start(name, path))


def shipped_start(name: str) -> Start:
    """What every choice of options of a shipped ruleset begins with. Raises ``RulesetError`` where there is none."""
    return _start(name, yaml_path(name))


@lru_cache(maxsize=32)
def _start(name: str, path: str) -> Start:
    """The same of one whose file lies at ``path``."""
    return begin(_shipped_tree(name, path)[1])


def is_path(reference: str) -> bool:
    """Tell whether a reference is the path of a file and not a shipped name."""
    return reference.lower().endswith((".yaml", ".yml")) or "/" in reference or "\\" in reference


def _refuse(findings: list[Finding], document: Document) -> None:
    if findings:
        raise RulesetError(capped(findings, document.file))


def _parent(document: Document) -> Document | Tree:
    """What ``document`` extends: the document of a path, or the tree of a shipped ruleset, which extends none of the user's."""
    reference: str = document.data["extends"]
    if is_path(reference):
        path = os.path.join(os.path.dirname(document.path), reference)
        return _own(path, os.path.normpath(os.path.join(os.path.dirname(document.file), reference)))
    if reference not in shipped():
        raise RulesetError([_unknown(reference, document)])
    if document.path == yaml_path(document.data.get("name", "")):
        # A shipped one itself is resolved once, mostly alone, and the whole of the other need not be made for that.
        return _shipped(reference)
    return _shipped_tree(reference, yaml_path(reference))[1]


def _own(path: str, file: str) -> Document:
    """Read and validate a user's file."""
    # Both are heavy, and shipped rulesets do without.
    from canasta_audit.ruleset.schema import validate
    from canasta_audit.ruleset.yamlfile import read_document

    # A file of the user's named like a shipped one is told apart from it.
    document = read_document(path, f"./{file}" if file in map(file_name, shipped()) else file)
    _refuse(validate(document), document)
    return document


def _shipped(name: str) -> Document:
    if name not in shipped():
        raise RulesetError([_unknown(name)])
    return _document(name, yaml_path(name))


@cache
def _document(name: str, path: str) -> Document:
    """The document of a shipped ruleset, whose file lies at ``path`` and does not change while we run."""
    twin = read_twin(name)
    if twin is not None:
        return twin
    from canasta_audit.ruleset.yamlfile import read_document

    return read_document(path, file_name(name))


def _unknown(name: str, extending: Document | None = None) -> Finding:
    near = nearest(name, shipped())
    help = did_you_mean(near, f"shipped: {', '.join(shipped())}; the name of a file ends in .yaml")
    if extending:
        span = extending.values["/extends"]
        return extending.found(faults.UNKNOWN_RULESET, span, help=help, reference=name, nearest=near)
    return faults.UNKNOWN_RULESET.finding(name, help=help, reference=name, nearest=near)


def _missing(tree: Tree, document: Document) -> list[Finding]:
    """The keys that a resolved tree lacks, each reported at the mapping it is missing from."""
    findings = []
    for group, names in _needed(tree).items():
        data = tree.data
        for part in group.split("/")[1:]:
            data = data.get(unescape(part), {})
        # A mapping that is missing as a whole is reported once, by the mapping around it.
        for name in names if data or not group else ():
            if data.get(name, {}) == {}:
                findings.append(
                    document.found(faults.MISSING_KEY, document.key_span(group), where=group or "the ruleset", key=name)
                )
    return findings


def _needed(tree: Tree) -> dict[str, list[str]]:
    """By pointer of a mapping, the keys that it needs."""
    needed = {"": ["text", "players", *CHAPTERS], "/melds/black_threes": list(BlackThrees._fields)}
    needed |= {f"/{chapter}": list(kind._fields) for chapter, kind in CHAPTERS.items()}
    needed |= {f"/options/{escape(option)}": ["title", "set"] for option in tree.data.get("options", {})}
    needed |= {f"/readings/{escape(reading)}": ["lines", "question", "chosen"] for reading in tree.data.get("readings", {})}
    return needed
