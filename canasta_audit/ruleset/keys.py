"""What every key of a ruleset means, read off the JSON Schema, and the page of ``schemas/`` that tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from canasta_audit.resources import data_path, read_text
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.document import unescape

Schema = dict[str, Any]

ANY = "*"
"""In a key's pointer: a name that the author of the ruleset chooses."""

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "a mapping",
}


@dataclass(frozen=True, slots=True)
class Key:
    """A key: its pointer (``/options/*/title``), what it means, the values allowed in words, examples, the keys inside it.

    ``is_leaf``: it holds a value and no mapping; a list is one value, also where its items have keys.
    """

    pointer: str
    title: str
    description: str
    allowed: str
    examples: tuple[Any, ...]
    inside: tuple[str, ...]
    is_leaf: bool


@cache
def load_schema() -> Schema:
    """The JSON Schema of rulesets."""
    schema: Schema = json.loads(read_text("schemas", "ruleset.schema.json"))
    return schema


def find_key(pointer: str) -> Key | None:
    """The key at a pointer, ``None`` if there is none; ``/going_out/ask``, ``going_out/ask`` and ``going_out.ask`` are the same.

    >>> find_key("going_out.ask").title
    'Question'
    """
    parts = [unescape(part) for part in pointer.strip("/").split("/" if "/" in pointer else ".")]
    node: Schema | None = _merged(load_schema())
    path = ""
    for part in parts:
        found = _child(node, part) if node else None
        if found is None:
            return None
        name, node = found
        path += f"/{name}"
    return _key(path, node) if node else None


def keys() -> Iterator[Key]:
    """Yield every key in the schema's order, a mapping before the keys inside it; table sizes and citations are told once."""
    yield from _walk("", _merged(load_schema()))


def chapter_keys() -> list[str]:
    """Pointers of the leaves of all chapters: ``/melds/wild_cap`` and the like."""
    chapters = tuple(f"/{chapter}/" for chapter in CHAPTERS)
    return [key.pointer for key in keys() if key.is_leaf and key.pointer.startswith(chapters) and ANY not in key.pointer]


def words_for(types: str | list[str]) -> str:
    """JSON Schema types in words.

    >>> words_for(["integer", "null"])
    'a whole number or null'
    """
    return " or ".join(_TYPES[name] for name in ([types] if isinstance(types, str) else types))


def words_for_range(node: Schema) -> str:
    """The numbers a schema allows, in words.

    >>> words_for_range({"minimum": 1, "maximum": 4})
    'from 1 to 4'
    """
    return f"from {node['minimum']} to {node['maximum']}"


def _merged(node: Schema) -> Schema:
    """A schema with what its ``$ref`` points to laid under it."""
    while "$ref" in node:
        target = load_schema()["$defs"][node["$ref"].rpartition("/")[2]]
        properties = {**target.get("properties", {}), **node.get("properties", {})}
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
        if properties:
            node["properties"] = properties
    return node


def _child(node: Schema, part: str) -> tuple[str, Schema] | None:
    """Name and schema of the key ``part`` inside a mapping or list."""
    if part in node.get("properties", {}):
        return part, _merged(node["properties"][part])
    if part not in node.get("propertyNames", {}).get("enum", [part]):
        return None
    if isinstance(node.get("additionalProperties"), dict):
        return (part if "enum" in node.get("propertyNames", {}) else ANY), _merged(node["additionalProperties"])
    if "items" in node and part.isdigit():
        return ANY, _merged(node["items"])
    return None


def _key(pointer: str, node: Schema) -> Key:
    items = _merged(node.get("items", {}))
    inside = (*node.get("properties", {}), *items.get("properties", {}))
    if isinstance(node.get("additionalProperties"), dict):
        inside += (ANY,)
    return Key(
        pointer,
        node["title"],
        node["description"],
        _allowed(node),
        tuple(node.get("examples", ())),
        inside,
        node["type"] != "object",
    )


def _allowed(node: Schema) -> str:
    """The values allowed, in words."""
    if "enum" in node:
        return ", ".join(f"`{value}`" for value in node["enum"])
    words = words_for(node["type"])
    if "minimum" in node:
        words = words.replace("a whole number", f"a whole number {words_for_range(node)}")
    if node["type"] == "array":
        items = _merged(node["items"])
        words += f" of {_allowed(items) if 'enum' in items else {'object': 'mappings'}.get(str(items['type']), 'values')}"
    return words


def _walk(pointer: str, node: Schema) -> Iterator[Key]:
    for name, child in _children(node):
        inside = f"{pointer}/{name}"
        merged = _merged(child)
        yield _key(inside, merged)
        told_elsewhere = name in ("cite", "set") or (pointer == "/players" and name != "4")
        if not told_elsewhere:
            yield from _walk(inside, merged)


def _children(node: Schema) -> Iterator[tuple[str, Schema]]:
    yield from node.get("properties", {}).items()
    if isinstance(node.get("additionalProperties"), dict):
        yield ANY, node["additionalProperties"]
    if node.get("type") == "array" and "properties" in _merged(node["items"]):
        yield ANY, node["items"]


def _table(found: list[Key]) -> Iterator[str]:
    yield "| key | values | what it means |"
    yield "|---|---|---|"
    for key in found:
        example = json.dumps(key.examples[0]) if key.examples else ""
        shown = f" Example: `{example}`." if example and "`" not in key.allowed else ""
        yield f"| `{key.pointer}` | {key.allowed} | **{key.title}.** {key.description}{shown} |"


def readme() -> str:
    """The text of ``schemas/README.md``."""
    chapters = {chapter: f"/{chapter}" for chapter in CHAPTERS}
    lines = [INTRODUCTION, "## Other schemas", "", *_others(), "", "## Keys", "", "### The file", ""]
    every = list(keys())
    lines += [*_table([key for key in every if not re.match(rf"/({'|'.join(chapters)})(/|$)", key.pointer)]), ""]
    for pointer in chapters.values():
        chapter, *inside = [key for key in every if key.pointer == pointer or key.pointer.startswith(pointer + "/")]
        told = [key for key in inside if key.is_leaf]
        lines += [f"### {chapter.title}: `{pointer}`", "", chapter.description, "", *_table(told), ""]
    return "\n".join(lines)


def _others() -> Iterator[str]:
    """A table of the schemas beside that of rulesets."""
    yield "| file | what it describes |"
    yield "|---|---|"
    for path in sorted(data_path("schemas").glob("*.schema.json")):
        if path.name != "ruleset.schema.json":
            schema: Schema = json.loads(path.read_text(encoding="utf-8"))
            yield f"| `{path.name}` | **{schema['title']}.** {schema['description']} |"


INTRODUCTION = """\
# Schemas

`ruleset.schema.json` (JSON Schema 2020-12) describes the YAML files that hold a game of canasta. This page is made from it:

    python -c "from canasta_audit.ruleset.keys import readme; print(readme(), end='')" > schemas/README.md

## Writing a ruleset

A file gives what differs from a ruleset that is already there:

```yaml
name: our-club
title: Canasta as our club plays it
extends: uk-regency
text: house-rules

going_out:
  ask: may
  cite: {ask: [12]}

match:
  target: 7000
```

`canasta-audit ruleset new our-club --from uk-regency` writes a file that holds every key as a comment, with its meaning, its values
and what it is now; `canasta-audit ruleset check our-club.yaml` says what is wrong with a file and where, and `canasta-audit ruleset
show our-club.yaml` what is in effect.

* **`extends`** names a shipped ruleset, or a file by a path relative to this one: `./club.yaml`. Mappings are merged key by
  key; a list, an option and a reading replace the inherited one as a whole. `remove` takes inherited things out first: `remove:
  [/options/may-ask]`. A file without `extends` gives every key.
* **`players`** names the numbers of players the game is for. Under each stands what differs from the chapters with so many at
  the table: `"3": {set: {dealing: {cards_each: 13}}}`.
* **`options`** are named switches. A log or a command line turns them on behind the name of the ruleset:
  `our-club.yaml+short-match`. An option for some numbers of players only has `players`. Options are applied after the table
  size. Two that set a key to different values cannot be turned on together, nor can those whose values contradict each other.
* **`cite`** stands in a chapter and says, key by key, what settles the value: numbers are lines of `text`, a name is one of the
  `readings`, `official` means that the text is silent and the published laws are followed. The keys of a mapping inside the
  chapter are written with a stroke: `black_threes/when`. A key that is set anew without a citation has none, for the inherited
  one spoke of the old value.
* **`readings`** are the questions that the text leaves open, with the answer chosen. An option whose `reading` names one is
  another answer.
* **`status`** marks values that are reconstructed, and a report that rests on one says so. **`facts`** keeps what the text says
  and no play can break.

Values are `true`, `false`, `null`, decimal whole numbers, text, lists and mappings. What YAML readers disagree about is
refused, and quotes make it text: `NO`, `on`, `010`, `1:30`, dates, fractions. So are anchors, aliases, merge keys, tags, keys
given twice and a second document. Numbers of players are keys, and keys are text: `"4"`.
"""
