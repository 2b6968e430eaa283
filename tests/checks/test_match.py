"""The end of the match and its winner."""

from __future__ import annotations

import pytest

from tests.checks.small import faults, found


def match(*totals: tuple[int, int], result: str | None = None) -> str:
    """A match of deals that end with these totals of NS and EW."""
    head = '[Event "test"]\n' + (f'[Result "{result}"]\n' if result is not None else "")
    dealers = "WNES"
    return head + "".join(f"deal {i + 1}: dealer {dealers[i % 4]}\ntotals: NS {ns}, EW {ew}\n" for i, (ns, ew) in enumerate(totals))


def last(log: str) -> int:
    return log.count("\n")


@pytest.mark.parametrize(
    ("totals", "over"),
    [
        ((4995, 4000), False),
        ((5000, 4000), True),
        ((4000, 5000), True),
        ((5300, 5100), True),
        ((5100, 5100), False),
        ((4900, 4900), False),
    ],
)
def test_when_the_match_is_over(totals: tuple[int, int], over: bool) -> None:
    log = match(totals, (6000, 4500))
    assert faults(log) == ([("MATCH-001", 4)] if over else [])


def test_played_on_is_one_fault() -> None:
    log = match((5000, 4000), (5200, 4100), (5400, 4100))
    assert faults(log) == [("MATCH-001", 4)]
    assert found(match((5000, 4000), (5200, 4100)), "MATCH-001").data == {"leader": "NS", "total": 5000, "target": 5000}


def test_played_on_after_a_wrong_total_follows_from_it() -> None:
    log = match((3000, 2000)) + (
        "deal 2: dealer N\nscore NS: total 1900\ntotals: NS 5000, EW 2000\ndeal 3: dealer E\ntotals: NS 5100, EW 2400\n"
    )
    assert faults(log) == [("SCORE-013", 6)]


@pytest.mark.parametrize(
    ("totals", "result", "expected"),
    [
        ([(5000, 4000)], "NS", []),
        ([(5000, 4000)], "NS 5000", []),
        ([(5000, 4000)], "SN", []),
        ([(5000, 4000)], "EW", ["MATCH-003"]),
        ([(4995, 4000)], "NS", ["MATCH-002"]),
        ([(4995, 4000)], "EW", ["MATCH-002"]),
        ([(5300, 5100)], "NS", []),
        ([(5300, 5100)], "EW", ["MATCH-003"]),
        ([(5100, 5100)], "NS", ["MATCH-003"]),
        ([(5100, 5100), (5200, 5400)], "EW", []),
        ([(5100, 5100), (5200, 5400)], "NS", ["MATCH-003"]),
        ([(4000, 5000)], "*", []),
        ([(4000, 3000)], "", []),
        ([(4000, 3000)], None, []),
    ],
)
def test_winner(totals: list[tuple[int, int]], result: str | None, expected: list[str]) -> None:
    log = match(*totals, result=result)
    assert faults(log) == [(id, 2) for id in expected]


def test_winner_is_told() -> None:
    assert found(match((5300, 5100), result="EW"), "MATCH-003").data == {"winner": "EW", "leader": ["NS"], "total": 5300}
    assert found(match((4800, 4000), result="NS"), "MATCH-002").data == {"winner": "NS", "total": 4800, "target": 5000}


def test_going_out_does_not_win_against_a_higher_total() -> None:
    kings = "KC KC KD KH KH KS KS"
    log = (
        '[Result "EW 5600"]\ndeal 1: dealer W\nbefore: NS 4500, EW 5590\n'
        f"melds S: {kings}\nmelds E: QC QD QH\nhand N: KD\nhand S: 4C\nhand E: 8C\nhand W: 8D\n"
        "N: draw 5C, ask yes, add KD to K, discard 5C\nend: N out\ntotals: NS 5175, EW 5600\n"
    )
    assert faults(log) == []
    assert faults(log.replace('EW 5600"]', 'NS 5175"]')) == [("MATCH-003", 1)]


def test_a_match_without_deals_has_no_winner_to_judge() -> None:
    assert faults('[Event "test"]\n[Result "NS"]\n') == []


def test_three_players() -> None:
    head = '[Seats "N E S"]\n[Result "E"]\ndeal 1: dealer S\n'
    assert faults(head + "totals: N 4000, E 5050, S 300\n") == []
    assert faults(head + "totals: N 5100, E 5050, S 300\n") == [("MATCH-003", 2)]


@pytest.mark.parametrize(
    ("after", "expected"),
    [("NS 5200, EW 4500", ["SCORE-013", "MATCH-003"]), ("NS 5200, EW 5050", ["SCORE-013", "MATCH-003"]),
     ("NS 5200, EW 5150", ["SCORE-013"])],
)  # fmt: skip
def test_a_wrong_sum_explains_a_wrong_winner_only_where_it_names_another(after: str, expected: list[str]) -> None:
    """By the deals NS have 5100, and EW what is written for them."""
    before = "before: NS 5000, EW 4400" if "4500" in after else "before: NS 5000, EW 5000"
    points = ("score NS: total 100", f"score EW: total {int(after.split()[-1]) - int(before.split()[-1])}")
    log = '[Result "EW"]\ndeal 1: dealer W\n' + "\n".join((before, *points, f"totals: {after}")) + "\n"
    assert sorted(id for id, _ in faults(log)) == sorted(expected)
