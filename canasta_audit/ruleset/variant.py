"""A ruleset with single values put otherwise, for cases that differ from a shipped game in one rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_audit.ruleset.build import build
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.load import open_document, resolve_document, split_reference
from canasta_audit.ruleset.model import Origin, Ruleset
from canasta_audit.ruleset.options import choice_faults

_NAME = "as-set"


def with_values(reference: str, values: Mapping[str, Any]) -> Ruleset:
    """Load a ruleset and put ``values`` (plain data by chapter and key, as in a file) over it and over its options.

    Raises ``RulesetError`` for a reference that cannot be had, and ``KeyError`` for a key that no ruleset has.
    """
    name, options = split_reference(reference)
    document = open_document(name)
    tree = resolve_document(document)
    findings = choice_faults(tree, options, document.file)
    if findings:
        raise RulesetError(findings)
    tree.data.setdefault("options", {})[_NAME] = {"title": "values of a case", "set": dict(values)}
    tree.origins[f"/options/{_NAME}/title"] = Origin(document.file, 0, 0)
    for pointer, _ in leaves(dict(values)):
        if pointer not in tree.origins:
            raise KeyError(pointer)
        tree.origins[f"/options/{_NAME}/set{pointer}"] = Origin(document.file, 0, 0)
    return build(tree, (*options, _NAME))


def nested(pointer: str, value: Any) -> dict[str, Any]:
    """The data that sets one key.

    >>> nested("/melds/black_threes/least", 4)
    {'melds': {'black_threes': {'least': 4}}}
    """
    data: Any = value
    for part in reversed(pointer[1:].split("/")):
        data = {part: data}
    return dict(data)
