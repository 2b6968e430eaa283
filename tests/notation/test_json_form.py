"""The JSON form: round trips, the schema, and refusals with a pointer."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings

from canasta_audit.notation import model as m
from canasta_audit.notation.json_form import _validator, from_json, read_json, to_json
from canasta_audit.notation.parse import parse
from canasta_audit.resources import read_text
from canasta_audit.source import InputError
from tests.notation import strategies as s

_SCHEMA = json.loads(read_text("schemas", "log.schema.json"))
_TEXT = '[Event "x"]\ndeal 1: dealer N\nN: draw 3H>KD, take KS by K.2 of S, discard 3C {!?}\nend: void\n'


@given(s.log)
@settings(max_examples=40, deadline=None)
def test_round_trip_through_text(log: m.Log) -> None:
    assert read_json(json.dumps(to_json(log))) == log


def test_line_numbers_survive_and_silence_is_left_out() -> None:
    data = to_json(parse(_TEXT))
    turn = data["matches"][0]["deals"][0]["lines"][1]
    assert turn["line"] == 3
    assert set(turn) == {"kind", "line", "seat", "plays"}
    assert turn["plays"][2] == {"kind": "discard", "card": "3C", "remark": "!?"}
    assert [line.line for line in from_json(data).lines()] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("version",), 2, "/version"),
        (("more",), 1, ""),
        (("matches", 0, "head", 0, "name"), "event", "/matches/0/head/0/name"),
        (("matches", 0, "deals", 0, "lines", 1, "seat"), "Q", "/matches/0/deals/0/lines/1/seat"),
        (("matches", 0, "deals", 0, "lines", 1, "plays", 2, "card"), "1C", "/matches/0/deals/0/lines/1/plays/2/card"),
        (("matches", 0, "deals", 0, "lines", 1, "plays", 2, "kind"), "drop", "/matches/0/deals/0/lines/1/plays/2/kind"),
        (("matches", 0, "deals", 0, "lines", 1, "plays", 2, "remark"), "a\n", "/matches/0/deals/0/lines/1/plays/2/remark"),
        (("matches", 0, "deals", 0, "lines", 1, "comment"), "a\nb", "/matches/0/deals/0/lines/1/comment"),
        (("matches", 0, "deals", 0, "lines", 1, "plays"), [], "/matches/0/deals/0/lines/1/plays"),
        (("matches", 0, "deals", 0, "lines", 0, "undone"), True, "/matches/0/deals/0/lines/0"),
        (("matches", 0, "deals", 0, "lines", 2), {"kind": "deal", "number": 2}, "/matches/0/deals/0/lines/2"),
        (("matches", 0, "head", 0), {"kind": "deal", "number": 2}, "/matches/0/head/0"),
        (("matches", 0, "deals", 0, "lines", 2, "why"), "tired", "/matches/0/deals/0/lines/2/why"),
    ],
)
def test_refusals_point_at_the_place(path: tuple[str | int, ...], value: object, pointer: str) -> None:
    data: Any = to_json(parse(_TEXT))
    target = data
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    with pytest.raises(InputError) as caught:
        from_json(data, "log.json")
    assert (caught.value.code, caught.value.file, caught.value.data["pointer"]) == ("invalid-json", "log.json", pointer)
    assert pointer in str(caught.value)


def _of_a_kind(node: Any) -> list[dict[str, Any]]:
    """All objects in a document that have a kind."""
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [*([node] if isinstance(node, dict) and "kind" in node else []), *(one for each in inner for one in _of_a_kind(each))]


def test_branches_for_other_kinds_are_left_out_without_loss() -> None:
    from jsonschema import Draft202012Validator

    def wrong(validator: Any) -> list[tuple[list[str | int], str]]:
        return [([*error.absolute_path], error.message) for error in validator.iter_errors(data)]

    data = to_json(parse(_TEXT))
    whole, asked, seen = Draft202012Validator(_SCHEMA), 0, set()
    for node in _of_a_kind(data):
        kept = node["kind"]
        for kind in [*(cls.kind for cls in (*m.Line.__subclasses__(), *m.Play.__subclasses__())), "no kind", None, 1]:
            node["kind"] = kind
            found = wrong(_validator())
            assert found == wrong(whole), (kept, kind)
            asked, seen = asked + 1, seen | {(kept, bool(found))}
        node["kind"] = kept
    assert asked > 200
    assert {found for _, found in seen} == {True, False}


def test_a_second_match_needs_its_event() -> None:
    data = to_json(parse('[Event "a"]\n[Event "b"]\n'))
    data["matches"][1]["head"].clear()
    with pytest.raises(InputError) as caught:
        from_json(data)
    assert caught.value.data["pointer"] == "/matches/1/head"


@pytest.mark.parametrize("text", ['{"format": "canasta-log",\n  oops}', "[" * 100_000])
def test_no_json(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_json(text, "log.json")
    assert caught.value.code == "not-json"


def _nodes(node: object) -> list[dict[str, Any]]:
    if isinstance(node, dict):
        return [node, *(inner for value in node.values() for inner in _nodes(value))]
    return [inner for value in node for inner in _nodes(value)] if isinstance(node, list) else []


def test_schema_is_closed_described_and_without_alternatives() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(_SCHEMA)
    for node in _nodes(_SCHEMA):
        assert not {"oneOf", "anyOf"} & set(node)
        if "additionalProperties" in node:
            assert node["additionalProperties"] is False
            assert all(field.get("description") for field in node["properties"].values())
    assert _SCHEMA["additionalProperties"] is False


@pytest.mark.parametrize("cls", [*m.LINES, *m.PLAYS], ids=lambda cls: cls.__name__)
def test_schema_knows_the_fields_of_the_model(cls: type[m.Line] | type[m.Play]) -> None:
    suffix = "Play" if issubclass(cls, m.Play) else "Line"
    described = _SCHEMA["$defs"][cls.kind + suffix]
    assert set(described["properties"]) == {field.name for field in fields(cls)} - {"text", "fault", "column"} | {"kind"}
