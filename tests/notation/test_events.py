"""Event files: how matches and deals begin and end as typed lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from canasta_audit.notation.events import read_events
from canasta_audit.notation.model import (
    Add,
    Before,
    CardsLine,
    Deal,
    DealHead,
    Discard,
    End,
    HandLine,
    Left,
    Line,
    Match,
    RedLine,
    ScoreLine,
    Totals,
    Turn,
)
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write
from tests.notation.event_files import DEAL, GAME, cards, deal_lines, play, read, turns


def test_tags_name_program_seats_and_sides() -> None:
    log, _ = read(GAME | {"policy": ["a", "b", "c", "d"]}, ruleset="uk-classic")
    assert log.matches[0].tags == {
        "Event": "toy/engine four",
        "Ruleset": "uk-classic",
        "North": "a",
        "East": "b",
        "South": "c",
        "West": "d",
        "Seats": "NESW",
        "Sides": "NS EW",
        "Records": "draws hands melds discards pile",
    }


@pytest.mark.parametrize(
    ("team_of", "seats", "sides"),
    [
        ([0, 1], "NS", "N S"),
        ([0, 1, 2], "NES", "N E S"),
        ([0, 1, 0, 1, 0, 1], "ABCDEF", "ACE BDF"),
        ([0, 1, 1, 0], "NESW", "NW ES"),
    ],
)
def test_seats_and_sides_follow_the_teams(team_of: list[int], seats: str, sides: str) -> None:
    tags = read({"t": "game", "team_of": team_of})[0].matches[0].tags
    assert (tags["Seats"], tags["Sides"]) == (seats, sides)


@pytest.mark.parametrize(("winner", "result"), [(1, "EW"), (None, "*"), (7, "*")])
def test_the_result_is_the_winning_side(winner: int | None, result: str) -> None:
    log, _ = read(GAME, DEAL, {"t": "game_end", "winner": winner})
    assert log.matches[0].tags["Result"] == result


def test_records_says_only_what_the_file_always_holds() -> None:
    dealt = DEAL | {"dealt": [[], [], [], []]}
    assert "questions" in read(GAME, dealt, play("ask", 0))[0].matches[0].tags["Records"].split()
    assert "hands" in read(GAME, dealt)[0].matches[0].tags["Records"].split()
    assert "hands" not in read(GAME, dealt, DEAL)[0].matches[0].tags["Records"].split()


def test_a_file_streams_by_deals_and_may_hold_several_matches() -> None:
    pulled: list[str] = []

    def source() -> Iterator[str]:
        for event in (GAME, DEAL, play("discard", 0, "4C"), DEAL | {"hand": 2}, GAME, DEAL, play("pass", 0)):
            pulled.append(str(event["t"]))
            yield json.dumps(event)

    parts = read_events(source(), "toy.jsonl", lambda finding: None)
    assert isinstance(next(parts), Match)
    assert pulled == ["game"]
    first = next(parts)
    assert isinstance(first, Deal)
    assert pulled == ["game", "deal", "discard", "deal"]
    assert [type(part) for part in parts] == [Deal, Match, Deal]


def test_the_deal_opens_with_hands_threes_up_cards_and_stock() -> None:
    deal = DEAL | {
        "totals": [100, -20],
        "dealt": [cards("3H 4C"), cards("5C JOK"), cards("3D 6C"), cards("7C 7D")],
        "hands": [cards("4C 9C"), cards("5C JOK"), cards("6C TC"), cards("7C 7D")],
        "reds": [cards("3H 3D 3D"), []],
        "pile": cards("2C KD"),
        "stock": cards("QH QS"),
        "deck": cards("3H 5C 3D 7C 4C JOK 6C 7D 3D 9C TC 2C KD QH QS"),
    }
    assert deal_lines(deal=deal) == [
        DealHead(number=1, dealer="W", first="N"),
        Before(sums=(("NS", 100), ("EW", -20))),
        HandLine(seat="N", cards=("3H", "4C")),
        HandLine(seat="E", cards=("5C", "*")),
        HandLine(seat="S", cards=("3D", "6C")),
        HandLine(seat="W", cards=("7C", "7D")),
        RedLine(seat="N", chains=(("3H", "3D", "9C"),)),
        RedLine(seat="S", chains=(("3D", "TC"),)),
        CardsLine(place="up", cards=("2C", "KD")),
        CardsLine(place="stock", cards=("QH", "QS")),
    ]


def test_a_stock_not_given_is_what_the_deck_leaves() -> None:
    deal = DEAL | {
        "dealt": [["3H"], ["5C"], ["6C"], ["7C"]],
        "hands": [["9C"], ["5C"], ["6C"], ["7C"]],
        "reds": [["3H"], []],
        "pile": ["KD"],
        "deck": cards("3H 5C 6C 7C KD 9C QH QS"),
    }
    assert deal_lines(play("draw", 0, "QH"), deal=deal)[-2] == CardsLine(place="stock", cards=("QH", "QS"))


@pytest.mark.parametrize(("draw", "place", "given"), [("QS", 1, "QH"), ("QH QS KC", 3, "none")])
def test_a_stock_that_draws_contradict_is_left_out(draw: str, place: int, given: str) -> None:
    log, found = read(GAME, DEAL | {"stock": cards("QH QS")}, play("draw", 0, draw))
    assert not [line for line in log.lines() if isinstance(line, CardsLine)]
    assert [(finding.id, finding.line, finding.deal, dict(finding.data)) for finding in found] == [
        ("EVENT-004", 3, 1, {"place": place, "given": given, "drawn": draw.split()[-1]})
    ]


def test_threes_kept_in_the_hand_or_hands_that_make_no_sense_give_no_red_line() -> None:
    kept = DEAL | {"dealt": [["3H"], [], [], []], "hands": [["3H"], [], [], []]}
    odd = DEAL | {"dealt": [["KD"], [], [], []], "hands": [["QD"], [], [], []]}
    assert not [line for deal in (kept, odd) for line in deal_lines(deal=deal) if isinstance(line, RedLine)]


def test_the_deal_ends_with_who_went_out_hands_left_scores_and_totals() -> None:
    sheet = {"cardPoints": 90, "canastaBonus": 500, "redThreeScore": 0, "goingOut": 200, "handPenalty": 30, "total": 760}
    assert turns(
        play("discard", 1, "4C"),
        {"t": "out", "seat": 1, "concealed": True},
        {
            "t": "hand_end",
            "reason": "out",
            "seat": 1,
            "left": [["4D"], [], ["JOK"], []],
            "hand_scores": [-55, 760],
            "breakdown": [{"handPenalty": -55, "samba7Bonus": 0, "total": -55}, sheet],
            "totals": [45, 1760],
        },
    )[1:] == [
        End(outs=(("E", True),)),
        Left(seat="N", cards=("4D",)),
        Left(seat="E"),
        Left(seat="S", cards=("*",)),
        Left(seat="W"),
        ScoreLine(side="NS", items=(("hand", -55), ("total", -55))),
        ScoreLine(side="EW", items=(("cards", 90), ("canastas", 500), ("out", 200), ("hand", -30), ("total", 760))),
        Totals(sums=(("NS", 45), ("EW", 1760))),
    ]


def test_an_unknown_item_keeps_its_name_and_a_bare_score_is_a_total() -> None:
    end = {"t": "hand_end", "reason": "stock", "hand_scores": [5, 0], "breakdown": [{"blackThreeFine2": 5}]}
    assert turns(end) == [
        End(why="stock"),
        ScoreLine(side="NS", items=(("black-three-fine", 5), ("total", 5))),
        ScoreLine(side="EW", items=(("total", 0),)),
    ]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"t": "hand_end", "reason": "stock"}, [End(why="stock")]),
        ({"t": "hand_end", "reason": "stuck"}, [End(why="stuck")]),
        ({"t": "hand_end", "reason": "power cut"}, [End(why="stop")]),
        ({"t": "hand_end", "reason": "out", "seat": 3, "concealed": True}, [End(outs=(("W", True),))]),
        ({"t": "hand_end", "reason": "out"}, []),
        ({"t": "game_end", "reason": "stuck"}, [End(why="stuck")]),
        ({"t": "game_end", "reason": "truncated"}, [End(why="stop")]),
    ],
)
def test_why_a_deal_ended(event: dict[str, Any], expected: list[Line]) -> None:
    assert turns(play("pass", 0), event)[1:] == expected


def test_going_out_in_one_action_is_written_as_its_plays() -> None:
    out = {"t": "out", "seat": 0, "hand": cards("KS 2C 4D"), "adds": [{"rank": "K", "cards": cards("KS 2C")}], "discard": "4D"}
    lines = turns(play("draw", 0, "4C"), play("meld", 0, "KC KD KH"), out, {"t": "hand_end", "reason": "out"})
    assert isinstance(lines[0], Turn)
    assert lines[0].plays[2:] == (Add(("KS", "2C")), Discard("4D"))
    assert lines[1] == End(outs=(("N", False),))


def test_what_comes_out_can_be_written_and_read_back() -> None:
    deal = DEAL | {"dealt": [["3H"], [], [], []], "hands": [["4C"], [], [], []], "pile": ["KD"], "totals": [0, -5]}
    log, _ = read(
        GAME | {"peer": 'a "quoted"\nname', "policy": "bold # safe", "seed": 7},
        deal,
        play("draw", 0, "3H JOK", reds=["3H"]),
        play("meld", 0, "KC KD KH", owner=2),
        play("add", 0, "JOK", rank="K", owner=2),
        {"t": "revert", "seat": 0, "melds": [["JOK"]]},
        {"t": "note", "text": " ~ {odd} # text "},
        play("discard", 0, "4C"),
        play("take", 1, "KD 4C", claim=["4D", "4H"]),
        play("pickup", 1),
        {"t": "turnup", "cards": ["9C"]},
        {"t": "hand_end", "reason": "stock", "left": [["JOK"], [], [], []], "hand_scores": [-50, 0], "totals": [-50, -5]},
        deal | {"hand": 2},
        {"t": "game_end", "reason": "stuck"},
    )
    back = parse(write(log))
    assert not back.findings
    assert back == log
