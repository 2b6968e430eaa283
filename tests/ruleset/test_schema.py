"""The JSON Schema: closed, one vocabulary with the model, and what is said about files that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from canasta_audit.resources import rulesets_folder
from canasta_audit.ruleset.chapters import CHAPTERS, BlackThrees
from canasta_audit.ruleset.check import check_ruleset
from canasta_audit.ruleset.keys import load_schema
from canasta_audit.ruleset.schema import validate
from canasta_audit.ruleset.yamlfile import read_document

Places = Callable[[str], list[tuple[str, int, int]]]
SHIPPED = sorted(path.stem for path in rulesets_folder().glob("*.yaml"))


def subschemas(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from subschemas(value)
    elif isinstance(node, list):
        for value in node:
            yield from subschemas(value)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(load_schema())


def test_no_branches_that_blur_messages() -> None:
    assert not [node for node in subschemas(load_schema()) if {"oneOf", "anyOf", "allOf"} & set(node)]


def test_every_object_is_closed() -> None:
    chapters = [load_schema()["$defs"][chapter] for chapter in CHAPTERS]
    for node in subschemas(load_schema()):
        # A chapter is closed where it is used, for only a file has `cite` in it.
        if node.get("type") == "object" and node not in chapters:
            assert "additionalProperties" in node
        if node.get("$ref", "").rpartition("/")[2] in CHAPTERS:
            assert node["unevaluatedProperties"] is False


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_schema_has_the_keys_of_the_model(chapter: str) -> None:
    schema = load_schema()
    names = list(CHAPTERS[chapter]._fields)
    assert list(schema["$defs"][chapter]["properties"]) == names
    assert schema["$defs"]["complete"]["properties"][chapter]["required"] == names
    cited = schema["properties"][chapter]["properties"]["cite"]["propertyNames"]["enum"]
    assert {key.partition("/")[0] for key in cited} == set(names)


def test_the_schema_has_the_black_threes_of_the_model() -> None:
    schema = load_schema()
    names = list(BlackThrees._fields)
    assert list(schema["$defs"]["melds"]["properties"]["black_threes"]["properties"]) == names
    assert schema["$defs"]["complete"]["properties"]["melds"]["properties"]["black_threes"]["required"] == names


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rulesets_are_valid(name: str) -> None:
    path = rulesets_folder() / f"{name}.yaml"
    assert validate(read_document(path, name)) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_odd_about_shipped_rulesets(name: str) -> None:
    assert check_ruleset(name) == []


def extending(lines: str) -> str:
    return f"extends: uk-regency\n{lines}\n"


BROKEN = {
    "unknown key": ("nonsense: 1", ("RULESET-020", 2, 1)),
    "unknown key in a chapter": ("melds: {wild_cup: 2}", ("RULESET-020", 2, 9)),
    "unknown key below": ("melds:\n  black_threes:\n    whem: never", ("RULESET-020", 4, 5)),
    "unknown key in a table size": ('players: {"4": {sett: {}}}', ("RULESET-020", 2, 17)),
    "unknown number of players": ('players: {"7": {}}', ("RULESET-020", 2, 11)),
    "unknown key set by an option": ("options: {x: {title: t, set: {melds: {cap: 2}}}}", ("RULESET-020", 2, 39)),
    "citation set by an option": ("options: {x: {title: t, set: {melds: {cite: {}}}}}", ("RULESET-020", 2, 39)),
    "unknown key cited": ("match: {cite: {taget: [3]}}", ("RULESET-020", 2, 16)),
    "unknown key of a band": ("opening: {bands: [{need: 15, form: 3}]}", ("RULESET-020", 2, 30)),
    "missing key of a band": ("opening: {bands: [{since: 15}]}", ("RULESET-021", 2, 19)),
    "missing key of an option": ("options: {x: {set: {match: {target: 1}}}}", ("RULESET-021", 2, 11)),
    "wrong type": ("match: {target: many}", ("RULESET-022", 2, 17)),
    "text for true": ('pile: {whole: "true"}', ("RULESET-022", 2, 15)),
    "number for true": ("pile: {whole: 1}", ("RULESET-022", 2, 15)),
    "true for a number": ("match: {target: true}", ("RULESET-022", 2, 17)),
    "null where none is": ("match: {target: null}", ("RULESET-022", 2, 17)),
    "mapping for a chapter": ("match: 5000", ("RULESET-022", 2, 8)),
    "list for a word": ("going_out: {ask: [must]}", ("RULESET-022", 2, 18)),
    "not one of the words": ("going_out: {ask: perhaps}", ("RULESET-023", 2, 18)),
    "not one of the words in a list": ("pile:\n  frozen: [natural-pair, two]", ("RULESET-023", 3, 26)),
    "too low": ("match: {target: 0}", ("RULESET-024", 2, 17)),
    "too high": ("dealing: {cards_each: 31}", ("RULESET-024", 2, 23)),
    "line 0": ("match: {cite: {target: [0]}}", ("RULESET-024", 2, 25)),
    "bad name": ("name: My Club", ("RULESET-025", 2, 7)),
    "bad name of an option": ("options: {X: {title: t, set: {match: {target: 1}}}}", ("RULESET-025", 2, 11)),
    "bad suits": ("seating: {lots_suits: CDHH}", ("RULESET-025", 2, 23)),
    "twice in a list": ("pile: {frozen: [natural-pair, natural-pair]}", ("RULESET-025", 2, 16)),
    "empty list": ("opening: {bands: []}", ("RULESET-025", 2, 18)),
    "empty title": ('title: ""', ("RULESET-025", 2, 8)),
    "too long title": (f"title: {'x' * 121}", ("RULESET-025", 2, 8)),
    "option that sets nothing": ("options: {x: {title: t, set: {}}}", ("RULESET-025", 2, 30)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_at_its_place(name: str, places: Places) -> None:
    lines, place = BROKEN[name]
    assert places(extending(lines)) == [place]


def test_an_unknown_key_offers_the_nearest(write: Callable[..., str]) -> None:
    (finding,) = check_ruleset(write(extending("going_out: {concealed_exta: 100}")))
    assert finding.data["nearest"][0] == "concealed_extra"
    assert (finding.column, finding.end_column) == (13, 27)


def test_a_wrong_word_tells_those_allowed(write: Callable[..., str]) -> None:
    (finding,) = check_ruleset(write(extending("going_out: {ask: musst}")))
    assert finding.data["allowed"] == ["must", "may", "none", "barred"]
    assert finding.data["nearest"] == ["must"]


def test_a_file_that_extends_nothing_needs_every_key(write: Callable[..., str]) -> None:
    findings = check_ruleset(write("name: x\nmelds: {least_cards: 3}\n"))
    missing = {(finding.data["where"], finding.data["key"]) for finding in findings}
    assert {finding.id for finding in findings} == {"RULESET-021"}
    assert {("the ruleset", chapter) for chapter in CHAPTERS if chapter != "melds"} < missing
    assert ("/melds", "wild_cap") in missing


def test_remove_needs_extends(places: Places) -> None:
    text = (rulesets_folder() / "uk-regency.yaml").read_text(encoding="utf-8")
    assert [id for id, _, _ in places(text + "\nremove: [/facts]\n")] == ["RULESET-021"]
