"""Loading rulesets: a shipped name or the path of a YAML file, each with options, as in ``uk-regency+may-ask``."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from canasta_audit.finding import Finding
from canasta_audit.resources import rulesets_folder
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.build import build
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import Tree, resolve
from canasta_audit.ruleset.model import CHAPTERS, BlackThrees, Ruleset
from canasta_audit.ruleset.nearest import did_you_mean, nearest
from canasta_audit.ruleset.options import choice_faults, reading_faults, status_faults
from canasta_audit.ruleset.yamlfile import Document, capped, escape, read_document, unescape

_PATH = re.compile(r"(?P<file>.*?\.ya?ml|[^+]*[/\\].*?)(?P<options>(?:\+[^+/\\]*)*)", re.IGNORECASE | re.DOTALL)


def load_ruleset(reference: str, *, extra_options: Iterable[str] = ()) -> Ruleset:
    """Load a ruleset by reference; ``extra_options`` are applied after those of the reference.

    Raises ``RulesetError``, whose findings say what is wrong and where.
    """
    file, options = split_reference(reference)
    document = open_document(file)
    tree = resolve_document(document)
    chosen = tuple(dict.fromkeys((*options, *extra_options)))
    _refuse(choice_faults(tree, chosen, document.file), document)
    ruleset = build(tree, chosen)
    if is_path(file):
        from canasta_audit.ruleset.semantic import lint

        _refuse([finding for finding in lint(ruleset) if finding.severity == "error"], document)
    return ruleset


def list_rulesets() -> list[tuple[str, str]]:
    """Return (name, title) of the shipped rulesets, by name."""
    return [(name, str(_shipped(name).data["title"])) for name in _names()]


def split_reference(reference: str) -> tuple[str, tuple[str, ...]]:
    """Split a reference into the name or path and the options.

    >>> split_reference("uk-regency+may-ask"), split_reference("./a+b.yaml+may-ask")
    (('uk-regency', ('may-ask',)), ('./a+b.yaml', ('may-ask',)))
    """
    path = _PATH.fullmatch(reference)
    if path:
        return path["file"], tuple(path["options"].split("+")[1:])
    name, *options = reference.split("+")
    return name, tuple(options)


def open_document(name: str) -> Document:
    """Read the file of a shipped ruleset or of a path; a file of the user's is validated. Raises ``RulesetError``."""
    return _own(Path(name), name) if is_path(name) else _shipped(name)


def resolve_document(document: Document) -> Tree:
    """Resolve a valid document to a complete tree. Raises ``RulesetError``."""
    tree = resolve(document, _parent)
    tree.data.setdefault("name", document.path.stem)
    tree.data.setdefault("title", tree.data["name"])
    _refuse(_missing(tree, document), document)
    _refuse([*reading_faults(tree), *status_faults(tree)], document)
    return tree


def is_path(reference: str) -> bool:
    """Tell whether a reference is the path of a file and not a shipped name."""
    return reference.lower().endswith((".yaml", ".yml")) or "/" in reference or "\\" in reference


def _refuse(findings: list[Finding], document: Document) -> None:
    if findings:
        raise RulesetError(capped(findings, document.file))


def _parent(document: Document) -> Document:
    """The document that ``document`` extends."""
    reference: str = document.data["extends"]
    if is_path(reference):
        return _own(document.path.parent / reference, os.path.normpath(os.path.join(os.path.dirname(document.file), reference)))
    if reference not in _names():
        raise RulesetError([_unknown(reference, document)])
    return _shipped(reference)


def _own(path: Path, file: str) -> Document:
    """Read and validate a user's file."""
    from canasta_audit.ruleset.schema import validate

    # A file of the user's named like a shipped one is told apart from it.
    document = read_document(path, f"./{file}" if file in map(_file_name, _names()) else file)
    _refuse(validate(document), document)
    return document


def _shipped(name: str) -> Document:
    if name not in _names():
        raise RulesetError([_unknown(name)])
    return read_document(rulesets_folder() / _file_name(name), _file_name(name))


def _file_name(name: str) -> str:
    return f"{name}.yaml"


def _names() -> list[str]:
    return sorted(path.stem for path in rulesets_folder().glob("*.yaml"))


def _unknown(name: str, extending: Document | None = None) -> Finding:
    near = nearest(name, _names())
    help = did_you_mean(near, f"shipped: {', '.join(_names())}; the name of a file ends in .yaml")
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
    needed = {"": ["text", "players", *CHAPTERS], "/melds/black_threes": _fields(BlackThrees)}
    needed |= {f"/{chapter}": _fields(kind) for chapter, kind in CHAPTERS.items()}
    needed |= {f"/options/{escape(option)}": ["title", "set"] for option in tree.data.get("options", {})}
    needed |= {f"/readings/{escape(reading)}": ["lines", "question", "chosen"] for reading in tree.data.get("readings", {})}
    return needed


def _fields(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]
