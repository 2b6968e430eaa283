"""The JSON documents of ``compare``, ``infer`` and ``witness`` fit their schema, and the schema is one that helps its readers."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from canasta_audit.cli import witness
from canasta_audit.cli.main import cli
from canasta_audit.resources import read_text
from tests.compare.games import text_of
from tests.compare.test_game import SMALL
from tests.witness.found import found_before

SCHEMA = json.loads(read_text("schemas", "compare.schema.json"))
REPORT = json.loads(read_text("schemas", "report.schema.json"))
VALIDATOR = Draft202012Validator(SCHEMA)
FAULTY = read_text("fixtures", "games", "faulty-final.cgn")
SHORT = text_of("ru-club+deal-12", deals=2)
RECORDS = {
    "matrix": [
        (("compare",), ""),
        (("compare", "--all", "uk-regency+may-ask", "ru-bank"), ""),
        (("compare", "--players", "3", "--chapter", "pile"), ""),
    ],
    "game": [
        (("compare", "--log", "-"), FAULTY),
        (("compare", "--log", "-", "uk-regency", "uk-howto"), SMALL),
        (("compare", "--log", "-", "uk-regency", "ru-club"), "deal 1: first N\n"),
    ],
    "inference": [(("infer", "-"), SHORT), (("infer", "-", "-r", "uk-regency", "-r", "ro-mini"), FAULTY)],
    "witnesses": [
        (("witness", "ro-classic", "uk-regency", "--key", "/turn/draw,melds.black_threes.most"), ""),
        (("witness", "ru-club", "uk-regency", "--key", "/red_threes/held_needs_turn"), ""),
        (("witness", "uk-regency", "uk-regency"), ""),
    ],
}
"""By type: command lines with their standard input."""

GIVEN = [(kind, args, text) for kind, rows in RECORDS.items() for args, text in rows]


@cache
def document(args: tuple[str, ...], text: str) -> dict[str, Any]:
    with patch.object(witness, "search", found_before):
        found: dict[str, Any] = json.loads(CliRunner().invoke(cli, [*args, "--format", "json"], input=text).stdout)
    return found


def nodes(node: object) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from nodes(value)


def findings(node: object) -> Iterator[dict[str, Any]]:
    return (one for one in nodes(node) if one.get("type") == "finding")


@pytest.mark.parametrize(("kind", "args", "text"), GIVEN, ids=[" ".join(args) for _, args, _ in GIVEN])
def test_what_is_written_fits_the_schema(kind: str, args: tuple[str, ...], text: str) -> None:
    written = document(args, text)
    assert written["type"] == kind
    VALIDATOR.validate(written)
    report = Draft202012Validator({"$ref": "#/$defs/finding", "$defs": REPORT["$defs"]})
    for one in findings(written):
        report.validate(one)


def test_every_type_is_a_definition() -> None:
    assert SCHEMA["properties"]["type"]["enum"] == list(RECORDS)
    assert [SCHEMA["$defs"][kind]["properties"]["type"]["const"] for kind in RECORDS] == list(RECORDS)
    assert not VALIDATOR.is_valid({"type": "other"})


def test_the_schema_is_closed_described_and_without_alternatives() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for node in nodes(SCHEMA):
        assert not {"oneOf", "anyOf"} & set(node)
    for name, definition in SCHEMA["$defs"].items():
        assert definition["title"] and definition["description"], name
        if "properties" in definition:
            assert definition["additionalProperties"] is False, name
            assert all({"description", "$ref"} & set(field) for field in definition["properties"].values()), name


def test_its_examples_are_valid() -> None:
    for node in nodes(SCHEMA):
        for example in node.get("examples", ()) if isinstance(node.get("examples"), list) else ():
            Draft202012Validator({**copy.deepcopy(node), "$defs": SCHEMA["$defs"]}).validate(example)


@pytest.mark.parametrize("name", ["finding", "parameter", "root", "citation", "related", "tool"])
def test_what_reports_have_as_well_is_described_alike(name: str) -> None:
    here, there = SCHEMA["$defs"][name], REPORT["$defs"][name]
    assert (here["required"], here["description"]) == (there["required"], there["description"])
    told = {key: field.get("description") for key, field in there["properties"].items()}
    assert {key: field.get("description") for key, field in here["properties"].items()} == told


@pytest.mark.parametrize("kind", RECORDS)
def test_something_missing_or_added_is_seen(kind: str) -> None:
    # Of what there is many of, two are as good.
    written = {name: value[:2] if isinstance(value, list) else value for name, value in document(*RECORDS[kind][0]).items()}
    assert VALIDATOR.is_valid(written)
    for key in SCHEMA["$defs"][kind]["required"]:
        assert not VALIDATOR.is_valid({name: value for name, value in written.items() if name != key})
    assert not VALIDATOR.is_valid({**written, "more": 1})


def test_a_witness_is_a_game_or_a_reason() -> None:
    written = document(*RECORDS["witnesses"][0])
    game = next(one for one in written["keys"] if "log" in one)
    bare = {key: game[key] for key in ("key", "players", "rulesets")}
    for one, valid in (
        (bare, False),
        (bare | {"reason": "idle-in-one"}, False),
        (bare | {"reason": "idle-in-one", "because": "/turn/draw"}, True),
        (game | {"reason": "idle-in-one", "because": None}, False),
        ({key: value for key, value in game.items() if key != "seed"}, False),
    ):
        assert VALIDATOR.is_valid({**written, "keys": [one]}) is valid
