"""Every key makes a sentence of every value, and other values make other sentences."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_audit.render.sentence import sentence
from canasta_audit.ruleset.keys import chapter_keys, find_key, load_schema
from tests.each import each

POINTERS = [pointer for pointer in chapter_keys() if not pointer.startswith("/opening/bands/")]


def values_of(pointer: str) -> list[Any]:
    """Values that the schema allows: all words, both truths, the ends of a range."""
    chapter, *parts = pointer[1:].split("/")
    node: dict[str, Any] = load_schema()["$defs"][chapter]
    for part in parts:
        node = node["properties"][part]
        if "$ref" in node:
            node = {**load_schema()["$defs"][node["$ref"].rpartition("/")[2]], **node}
    items = node.get("items", {})
    if "$ref" in items:
        items = load_schema()["$defs"][items["$ref"].rpartition("/")[2]]
    types = node["type"] if isinstance(node["type"], list) else [node["type"]]
    found: list[Any] = list(node.get("enum", ()))
    found += [True, False] if "boolean" in types else []
    found += [node["minimum"], node["maximum"]] if "minimum" in node else []
    found += [None] if "null" in types else []
    found += [[], *([word] for word in items.get("enum", ())), list(items.get("enum", ()))] if "array" in types else []
    return found or list(node["examples"])


@each([pointer for pointer in POINTERS if pointer != "/opening/bands"], str)
def test_every_value_has_its_sentence(pointer: str) -> None:
    key = find_key(pointer)
    assert key is not None
    values = values_of(pointer)
    assert values
    said = [sentence(key, value) for value in values]
    assert all("\n" not in one and one.endswith(".") and one[0] == one[0].upper() for one in said)
    # a list of one word is the whole list where there is one word only
    assert len(set(said)) == len({str(value) for value in values})


def test_numbers_stand_in_the_sentence() -> None:
    for pointer in POINTERS:
        key = find_key(pointer)
        assert key is not None
        for value in values_of(pointer):
            if isinstance(value, int) and not isinstance(value, bool):
                assert str(value) in sentence(key, value)


@pytest.mark.parametrize(
    ("bands", "numbers"),
    [
        ([{"need": 50}], ["50"]),
        ([{"need": 15}, {"since": 0, "need": 50}, {"since": 1500, "need": 90}], ["15", "0", "50", "1500", "90"]),
        (((None, 15), (-100, 50)), ["15", "-100", "50"]),
    ],
)
def test_bands(bands: Any, numbers: list[str]) -> None:
    key = find_key("/opening/bands")
    assert key is not None
    assert all(number in sentence(key, bands).replace(",", "").replace(".", "").split() for number in numbers)
