"""Campaigns of faults in games that were not seen whole: how many are still found."""

from __future__ import annotations

import json

import pytest

from canasta_audit.render.campaign import text
from canasta_audit.simulate.campaign import PUBLIC, Campaign, Tally, Trial, all_injectors, inject, judge


@pytest.mark.parametrize(("id", "public"), [("SEAT-003", True), ("RECORD-006", False)])
def test_a_fault_is_found_by_who_sees_it(id: str, public: bool) -> None:
    injected = inject(all_injectors()[id], 11, 1)
    assert injected is not None
    assert judge(injected).found
    assert judge(injected, PUBLIC).found is public
    if injected.seat is not None:
        assert judge(injected, injected.seat).found


def test_the_report_tells_the_share_and_names_no_fault_that_was_hidden() -> None:
    trials = [Trial("X-001", 1, number, 5, number > 1, ()) for number in (1, 2, 3, 4)]
    campaign = Campaign(1, 4, [Tally("X-001", 4, trials)], PUBLIC)
    shown = "".join(text(campaign, False)).splitlines()
    assert [row.split() for row in shown if row[:3] in ("X  ", "all")] == [
        ["X", "1", "4", "3", "0", "75.0%"],
        ["all", "1", "4", "3", "0", "75.0%"],
    ]
    assert not any("match 1" in row for row in shown)
    assert (campaign.good, campaign._replace(seen_by=None).good) == (True, False)
    assert not campaign._replace(faults=[Tally("X-001", 5, trials)]).good


def test_a_tally_without_logs_has_no_share() -> None:
    assert Tally("X-001", 3).share == 0


def test_the_command_counts_for_who_saw_it(run) -> None:
    args = ["simulate", "--fault", "RECORD-006,SEAT-003", "--report", "-n", "2", "-f", "json"]
    whole, shown = [json.loads(run(*args, *more).out) for more in ([], ["--seen-by", "public"])]
    assert (whole["summary"]["found"], shown["summary"]["found"]) == (4, 2)
    assert ("seen_by" in whole, shown["seen_by"], shown["good"]) == (False, "public", True)
    assert shown["faults"]["RECORD-006"]["amiss"] == []


@pytest.mark.parametrize(
    "args", [["--seen-by", "N"], ["--seen-by", "X", "--report", "--fault", "SEAT"], ["--check", "3", "--seen-by", "N"]]
)
def test_options_that_cannot_be_used(run, args: list[str]) -> None:
    outcome = run("simulate", *args)
    assert (outcome.code, outcome.out, len(outcome.err.splitlines())) == (2, "", 1)
