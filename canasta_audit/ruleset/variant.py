"""A ruleset with single values put otherwise, for cases that differ from a shipped game in one rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from canasta_audit.ruleset.build import build
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import Tree, leaves
from canasta_audit.ruleset.load import is_path, open_document, resolve_document, split_reference
from canasta_audit.ruleset.model import Origin, Ruleset
from canasta_audit.ruleset.options import choice_faults

_NAME = "as-set"


def with_values(reference: str, values: Mapping[str, Any]) -> Ruleset:
    """Load a ruleset and put ``values`` (plain data by chapter and key, as in a file) over it and over its options.

    Raises ``RulesetError`` for a reference that cannot be had, and ``KeyError`` for a key that no ruleset has.
    """
    name, options = split_reference(reference)
    whole, file = _read(name) if is_path(name) else _shipped(name)
    findings = choice_faults(whole, options, file)
    if findings:
        raise RulesetError(findings)
    if not values:
        return build(whole, options)
    given = {"title": "values of a case", "set": dict(values)}
    data = {**whole.data, "options": {**whole.data.get("options", {}), _NAME: given}}
    tree = replace(whole, data=data, origins=dict(whole.origins))
    tree.origins[f"/options/{_NAME}/title"] = Origin(file, 0, 0)
    for pointer, _ in leaves(dict(values)):
        if pointer not in tree.origins:
            raise KeyError(pointer)
        tree.origins[f"/options/{_NAME}/set{pointer}"] = Origin(file, 0, 0)
    return build(tree, (*options, _NAME))


def _read(name: str) -> tuple[Tree, str]:
    """The resolved tree of a ruleset, and what findings call its file."""
    document = open_document(name)
    return resolve_document(document), document.file


_shipped = cache(_read)
"""The same for a shipped one, which is resolved once: a suite of cases puts hundreds of values over each. Nothing changes it."""


def nested(pointer: str, value: Any) -> dict[str, Any]:
    """The data that sets one key.

    >>> nested("/melds/black_threes/least", 4)
    {'melds': {'black_threes': {'least': 4}}}
    """
    data: Any = value
    for part in reversed(pointer[1:].split("/")):
        data = {part: data}
    return dict(data)
