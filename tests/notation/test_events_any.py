"""Event files: whatever comes in, what comes out is in the notation."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_audit.notation.events_fields import FIELDS
from canasta_audit.notation.model import DealHead, Discard, Turn
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write, write_line
from canasta_audit.resources import read_text
from tests.notation.event_files import DEAL, GAME, play, read

CARD = st.sampled_from(["3H", "3D", "3S", "3", "2C", "JOK", "?", "K", "KS", "Kr", "TH", "10S"])
CARDS = st.lists(CARD, max_size=5)
HANDS = st.lists(CARDS, max_size=4)
NUMBER = st.sampled_from([0, 1, 2, 3, -1, 999_999_999, -999_999_999, 1_000_000_000, 10**40]) | st.integers()
TEXT = st.text(max_size=8) | st.sampled_from(["out", "stock", "stuck", 'a "b" \\', "# {x}", "~", "\ud800", "\x85\0", "Total", "1"])
RANK = st.sampled_from(["K", "3", "2", "JOK", "T", "?", "10"])
KINDS: dict[str, st.SearchStrategy[Any]] = {
    "number": NUMBER,
    "count": NUMBER,
    "points": st.lists(NUMBER, max_size=4),
    "flag": st.booleans(),
    "text": TEXT,
    "names": TEXT | st.lists(TEXT, max_size=4),
    "seat": st.integers(0, 3),
    "card": CARD,
    "cards": CARDS,
    "some cards": CARDS,
    "hands": HANDS,
    "rank": RANK,
    "teams": st.sampled_from([[0, 1, 0, 1], [0, 1], [0, 0, 0], [0, 1, 2, 3], [0, 1, 2, 3, 4, 5], [0, 1, 1, 0, 0]]),
    "sheets": st.lists(st.dictionaries(TEXT, NUMBER, max_size=3), max_size=3),
    "additions": st.lists(st.fixed_dictionaries({"rank": RANK, "cards": CARDS}), max_size=2),
    "anything": st.none(),
    "nothing": st.just([]),
}


def event(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    fields = {name: KINDS[wanted.rstrip("!")] for name, wanted in FIELDS[kind].items()}
    needed = {name: values for name, values in fields.items() if FIELDS[kind][name].endswith("!")}
    extra = {name: values for name, values in fields.items() if name not in needed}
    return st.fixed_dictionaries({"t": st.just(kind), **needed}, optional=extra)


EVENTS = st.lists(st.one_of([event(kind) for kind in FIELDS]), max_size=12)


@settings(max_examples=150, deadline=None)
@given(EVENTS)
def test_whatever_comes_in_is_written_so_that_it_can_be_read(events: list[dict[str, Any]]) -> None:
    log, _ = read(GAME, DEAL, *events)
    back = parse(write(log))
    assert [finding.text for finding in back.findings if finding.id in ("SYNTAX-001", "SYNTAX-004", "SYNTAX-008")] == []
    assert back == log


def test_a_number_that_cannot_be_written_is_refused_and_the_rest_is_converted() -> None:
    for number in (-1, 10**9):
        log, found = read(GAME, DEAL | {"hand": number}, play("discard", 0, "4C"))
        assert [(finding.id, finding.line, finding.data["field"]) for finding in found] == [("EVENT-001", 2, "hand")]
        assert log.matches[0].deals[0].lines[0] == DealHead(number=1, dealer="W", first="N")
        assert log.matches[0].deals[0].lines[-1] == Turn(seat="N", plays=(Discard("4C"),))


def test_points_that_cannot_be_written_are_refused() -> None:
    for field, value in {"totals": [10**9, 0], "hand_scores": [0, -(10**9)], "breakdown": [{"a": 10**9}]}.items():
        _, found = read(GAME, DEAL, {"t": "hand_end", "reason": "stock", field: value})
        assert [(finding.id, finding.data["field"]) for finding in found] == [("EVENT-001", field)]


def test_a_turn_of_which_all_was_taken_back_leaves_its_struck_line_only() -> None:
    revert = {"t": "revert", "seat": 0, "melds": [["KC", "KD", "KH"]]}
    log, _ = read(GAME, DEAL, play("meld", 0, "KC KD KH"), revert, revert, play("pass", 1))
    assert [(line.seat, line.undone) for line in log.lines() if isinstance(line, Turn)] == [("N", True), ("E", False)]


def test_the_tenth_meld_of_a_rank_is_addressed_without_a_number() -> None:
    many = [play("meld", 0, "KC KD KH") for _ in range(10)]
    log, _ = read(GAME, DEAL, *many, play("add", 0, "2C", rank="K", slot=9))
    assert not parse(write(log)).findings


def test_settings_of_a_program_are_known_and_ignored() -> None:
    game = GAME | {"rounds": None, "engine_seed": 2, "shuffled": False}
    take, end = play("take", 0, "KD", must_meld=["KD"]), {"t": "hand_end", "reason": "stock", "melded": [True, False]}
    _, found = read(game, DEAL | {"mortos": []}, take, end)
    assert not found
    _, found = read(game, DEAL | {"mortos": [["KD"]]}, take, {"t": "redhand", "seat": 2, "cards": ["3H"]})
    assert [(finding.id, finding.severity) for finding in found] == [("EVENT-003", "note"), ("EVENT-002", "note")]


def test_items_that_come_to_the_same_name_are_added_up() -> None:
    log, _ = read(GAME, DEAL, {"t": "hand_end", "reason": "stock", "breakdown": [{"bonus1": 5, "bonus2": 7}]})
    assert "score NS: bonus 12\n" in write(log)


def test_the_events_of_the_page_become_the_deal_of_the_page() -> None:
    page = read_text("grammar", "README.md").partition("## Event files")[2]
    events, deal = re.findall(r"^```(?:jsonl)?\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    log, found = read(*events.splitlines())
    assert not found
    assert "".join(write_line(line) + "\n" for line in log.matches[0].deals[0].lines) == deal
