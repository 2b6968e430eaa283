"""A ruleset with single values put otherwise, for cases that differ from a shipped game in one rule."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from canasta_audit.ruleset.build import Start, build
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.load import is_path, open_tree, shipped_start, split_reference
from canasta_audit.ruleset.model import Origin, Ruleset
from canasta_audit.ruleset.options import choice_faults

_NAME = "as-set"


def with_values(reference: str, values: Mapping[str, Any]) -> Ruleset:
    """Load a ruleset and put ``values`` (plain data by chapter and key, as in a file) over it and over its options.

    Raises ``RulesetError`` for a reference that cannot be had, and ``KeyError`` for a key that no ruleset has.
    """
    if is_path(split_reference(reference)[0]):
        return _put(reference, values)
    return _remembered(reference, json.dumps(values))


@lru_cache(maxsize=256)
def _remembered(reference: str, values: str) -> Ruleset:
    """A shipped ruleset with values given as JSON: cases that follow each other are often asked under the same."""
    return _put(reference, json.loads(values), shipped_start(split_reference(reference)[0]))


def _put(reference: str, values: Mapping[str, Any], start: Start | None = None) -> Ruleset:
    name, options = split_reference(reference)
    document, whole = open_tree(name)
    file = document.file
    findings = choice_faults(whole, options, file)
    if findings:
        raise RulesetError(findings)
    if not values:
        return build(whole, options, start)
    given = {"title": "values of a case", "set": dict(values)}
    data = {**whole.data, "options": {**whole.data.get("options", {}), _NAME: given}}
    tree = replace(whole, data=data, origins=dict(whole.origins))
    tree.origins[f"/options/{_NAME}/title"] = Origin(file, 0, 0)
    for pointer, _ in leaves(dict(values)):
        if pointer not in tree.origins:
            raise KeyError(pointer)
        tree.origins[f"/options/{_NAME}/set{pointer}"] = Origin(file, 0, 0)
    return build(tree, (*options, _NAME), start)


def nested(pointer: str, value: Any) -> dict[str, Any]:
    """The data that sets one key.

    >>> nested("/melds/black_threes/least", 4)
    {'melds': {'black_threes': {'least': 4}}}
    """
    data: Any = value
    for part in reversed(pointer[1:].split("/")):
        data = {part: data}
    return dict(data)
