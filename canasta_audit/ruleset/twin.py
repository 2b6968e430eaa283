"""The shipped rulesets as JSON beside their YAML: the same documents, read without a YAML parser and many times as fast.

The YAML files are the rulesets. A twin made from another text than its YAML file holds is not used. To make them anew:

    python -c "from canasta_audit.ruleset.twin import write_twins; write_twins()"
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping

from canasta_audit.resources import RULESETS
from canasta_audit.ruleset.document import Document, Span


def read_twin(name: str) -> Document | None:
    """The document of a shipped ruleset, ``None`` where it has no twin or one that does not fit the YAML file."""
    try:
        with open(_twin_path(name), encoding="utf-8") as stream:
            twin = json.load(stream)
        raw = _yaml(name)
        if twin["crc32"] != zlib.crc32(raw):
            return None
        keys, values = (dict(zip(spans, map(Span._make, spans.values()), strict=True)) for spans in (twin["keys"], twin["values"]))
        return Document(file_name(name), yaml_path(name), twin["data"], keys, values, raw.decode().splitlines())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def twin_of(name: str) -> str:
    """The text of a ruleset's twin, made from the YAML file; one place a line, so that changes can be seen."""
    from canasta_audit.ruleset.yamlfile import read_document

    document = read_document(yaml_path(name), file_name(name))
    head = f'"crc32": {zlib.crc32(_yaml(name))},\n"data": {json.dumps(document.data)}'
    return f'{{{head},\n"keys": {_spans(document.keys)},\n"values": {_spans(document.values)}}}\n'


def write_twins() -> None:
    """Write the twins of all shipped rulesets."""
    for name in shipped():
        with open(_twin_path(name), "w", encoding="utf-8", newline="\n") as stream:
            stream.write(twin_of(name))


def shipped() -> list[str]:
    """Names of the shipped rulesets."""
    return sorted(file.removesuffix(".yaml") for file in os.listdir(RULESETS) if file.endswith(".yaml"))


def file_name(name: str) -> str:
    """What findings call the file of a shipped ruleset."""
    return f"{name}.yaml"


def yaml_path(name: str) -> str:
    """Where the file of a shipped ruleset lies."""
    return os.path.join(RULESETS, file_name(name))


def _twin_path(name: str) -> str:
    return os.path.join(RULESETS, f"{name}.json")


def _yaml(name: str) -> bytes:
    """The YAML file with plain line ends, whatever a checkout made of them."""
    with open(yaml_path(name), "rb") as stream:
        return stream.read().replace(b"\r\n", b"\n")


def _spans(spans: Mapping[str, Span]) -> str:
    return "{\n" + ",\n".join(f"{json.dumps(pointer)}: {json.dumps(span)}" for pointer, span in spans.items()) + "}"
