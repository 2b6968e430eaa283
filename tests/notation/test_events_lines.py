"""Event files: lines that cannot be read, and the schema that describes those that can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from canasta_audit.notation.events_fields import FIELDS
from canasta_audit.notation.model import (
    Blank,
    CardsLine,
    DealHead,
    Discard,
    End,
    Pass,
    Turn,
)
from tests.notation.event_files import DEAL, GAME, play, read

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "events.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("line", "field", "column"),
    [
        ('{"t":"draw","seat":0', "", 21),
        ("nonsense", "", 1),
        ("[1]", "", 1),
        ("[" * 100_000, "", 1),
        ('{"seat":0}', "t", 1),
        ('{"t":7}', "t", 2),
        ('{"t":"draw","seat":0}', "cards", 1),
        ('{"t":"draw","seat":4,"cards":["KD"]}', "seat", 20),
        ('{"t":"draw","seat":true,"cards":["KD"]}', "seat", 20),
        ('{"t":"draw","seat":0,"cards":["KD","10S"]}', "cards", 36),
        ('{"t":"draw","seat":0,"cards":"KD"}', "cards", 30),
        ('{"t":"draw","seat":0,"cards":["KD"],"reds":3}', "reds", 44),
        ('{"t":"take","seat":0,"pile":[]}', "pile", 29),
        ('{"t":"add","seat":0,"cards":["KD"],"rank":"13"}', "rank", 43),
        ('{"n":"1","t":"pass","seat":0}', "n", 6),
        ('{"t":"out","seat":0,"adds":[{"rank":"K"}]}', "adds", 21),
    ],
)
def test_an_unreadable_line_is_one_finding_and_the_rest_is_converted(line: str, field: str, column: int) -> None:
    log, found = read(GAME, DEAL, line, play("discard", 0, "4C"))
    assert [(finding.id, finding.grade, finding.line, finding.column, finding.data["field"]) for finding in found] == [
        ("EVENT-001", "unreadable", 3, column, field)
    ]
    assert found[0].text == line
    assert log.matches[0].deals[0].lines[-1] == Turn(seat="N", plays=(Discard("4C"),))


def test_lines_that_frame_a_match_or_deal_count_without_what_cannot_be_read() -> None:
    log, found = read(
        GAME | {"seed": "x"},
        DEAL | {"dealer": "W", "pile": ["KD"]},
        play("pass", 0),
        {"t": "hand_end", "reason": "stock", "totals": "none"},
        {"t": "deal", "hand": None},
        play("pass", 0),
    )
    assert [(finding.id, finding.line, finding.data["field"]) for finding in found] == [
        ("EVENT-001", 1, "seed"),
        ("EVENT-001", 2, "dealer"),
        ("EVENT-001", 4, "totals"),
        ("EVENT-001", 5, "hand"),
    ]
    first, second = log.matches[0].deals
    assert first.head == DealHead(number=1, first="N")
    assert CardsLine(place="up", cards=("KD",)) in first.lines
    assert End(why="stock") in first.lines
    assert second.head.number == 2


def test_without_a_game_event_four_players_sit_as_partners() -> None:
    log, found = read(DEAL, play("pass", 3))
    assert [(finding.id, finding.line) for finding in found] == [("EVENT-001", 1)]
    assert log.matches[0].tags["Sides"] == "NS EW"
    assert log.matches[0].deals[0].lines[-1] == Turn(seat="W", plays=(Pass(),))


def test_plays_outside_a_deal_begin_one() -> None:
    log, found = read(GAME, play("pass", 0), {"t": "hand_end", "reason": "stock"}, {"t": "note", "text": "cap"}, play("pass", 1))
    assert not found
    assert [deal.head.number for deal in log.matches[0].deals] == [1, 2]
    assert Blank(comment="cap") in log.matches[0].deals[0].lines


def test_an_empty_file_is_a_finding() -> None:
    log, found = read("", "  ")
    assert not log.matches
    assert [(finding.id, finding.line) for finding in found] == [("EVENT-001", 0)]


def test_unknown_events_and_fields_are_noted_once() -> None:
    odd = play("pass", 0, mood="good")
    log, found = read(GAME, DEAL, odd, {"t": "sneeze"}, odd, {"t": "sneeze"})
    assert [(finding.id, finding.severity, finding.line, finding.column, dict(finding.data)) for finding in found] == [
        ("EVENT-003", "note", 3, 26, {"type": "pass", "field": "mood"}),
        ("EVENT-002", "note", 4, 7, {"type": "sneeze"}),
    ]
    assert log.matches[0].deals[0].lines[-1] == Turn(seat="N", plays=(Pass(),))


def test_line_numbers_are_those_of_the_event_that_began_the_line() -> None:
    log, _ = read(GAME, "", DEAL, play("draw", 0, "4C"), play("discard", 0, "4C"))
    assert [line.line for line in log.matches[0].deals[0].lines if line != Blank()] == [3, 4]


def test_the_schema_describes_the_fields_that_are_read() -> None:
    events = {name: SCHEMA["$defs"][name] for name in SCHEMA["properties"]["t"]["enum"]}
    assert {name: set(event["properties"]) - {"n", "t"} for name, event in events.items()} == {
        name: set(fields) for name, fields in FIELDS.items()
    }
    assert {name: set(event["required"]) - {"t"} for name, event in events.items()} == {
        name: {field for field, kind in fields.items() if kind.endswith("!")} for name, fields in FIELDS.items()
    }
    assert all(shape["description"] for event in events.values() for name, shape in event["properties"].items() if name != "n")


@pytest.mark.parametrize(
    "value", ["KD", 1, -1, 9, True, "text", ["KD"], [], [["KD"], ["JOK"]], [1, 2], [{"a": 1}], {"a": 1}, 1.5, "K"]
)
def test_schema_and_reader_refuse_the_same_values(value: object) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = jsonschema.Draft202012Validator(SCHEMA)
    samples: dict[str, object] = {
        "seat!": 0,
        "cards!": ["KD"],
        "some cards!": ["KD"],
        "card!": "KD",
        "rank!": "K",
        "hands!": [["KD"]],
    }
    samples |= {"number!": 1, "flag!": True, "text!": "x", "teams!": [0, 1, 0, 1]}
    for kind, fields in FIELDS.items():
        whole = {"t": kind} | {name: samples[wanted] for name, wanted in fields.items() if wanted in samples}
        for name, wanted in fields.items():
            # which numbers make seats and teams depends on the match, which a schema of one line does not know
            if wanted.rstrip("!") == "teams" or (wanted.rstrip("!") == "seat" and type(value) is int):
                continue
            event = whole | {name: value}
            _, found = read(*([] if kind == "game" else [GAME]), *([] if kind in ("game", "deal") else [DEAL]), event)
            refused = any(finding.id == "EVENT-001" for finding in found)
            assert refused is not schema.is_valid(event), (kind, name, value)
