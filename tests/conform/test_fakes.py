"""Programs that misbehave: none of it counts as an answer, and the next question is not harmed."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from canasta_audit.conform import child
from canasta_audit.conform.run import Limits, NoStart, Runner
from tests.conform.asked import FAKES, FAULT, FOUR, LEGAL, QUICK, SCORED, ask, outcomes, question, reading, run_of

MIXED = [question("l1"), question("f1", FAULT), question("l2"), question("f2", FAULT)]


def test_always_legal_passes_the_lawful_and_is_told_to_tell_nothing_apart() -> None:
    run = run_of("legal", MIXED)
    assert [result.outcome for result in run.results] == ["pass", "fail", "pass", "fail"]
    assert run.one_sided == "legal"
    assert run.tally().balanced == 0.5
    assert not run.clean


def test_always_illegal_passes_the_faulty() -> None:
    run = run_of("illegal", [*MIXED, question("f3", FAULT), question("f4", FAULT)])
    assert [result.outcome for result in run.results] == ["fail", "pass", "fail", "pass", "pass", "pass"]
    assert run.one_sided == "fault"
    assert run.tally().balanced == 0.5


@pytest.mark.parametrize(
    ("way", "outcome"),
    [
        ("wrong-seq", "protocol"),
        ("old-seq", "protocol"),
        ("not-json", "protocol"),
        ("not-utf-8", "protocol"),
        ("not-an-object", "protocol"),
        ("deep", "protocol"),
        ("unknown-key", "protocol"),
        ("unknown-verdict", "protocol"),
        ("legal-with-findings", "protocol"),
        ("chatty-after", "protocol"),
        ("flood", "protocol"),
        ("crash", "crashed"),
    ],
)
def test_the_second_answer_goes_wrong_and_a_fresh_program_gives_the_third(way: str, outcome: str) -> None:
    runner, results = ask(way)
    # The fresh program is as its predecessor: its second answer is our fourth.
    assert [result.outcome for result in results] == ["pass", outcome, "pass", outcome]
    assert runner.restarts == 1
    assert all(result.reason and result.answer is None for result in results if result.outcome == outcome)


@pytest.mark.parametrize(("way", "outcome"), [("hang", "timeout"), ("silent-once", "timeout"), ("closes", "crashed")])
def test_an_answer_that_never_comes(monkeypatch: pytest.MonkeyPatch, way: str, outcome: str) -> None:
    monkeypatch.setattr(child, "_GRACE", 0.2)
    assert outcomes(way, FOUR[:3], QUICK._replace(answer=1)) == ["pass", outcome, "pass"]


def test_a_program_that_ends_and_leaves_its_pipes_open_has_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_GRACE", 0.2)
    began = time.monotonic()
    first, second, third = outcomes("orphan", FOUR[:3], QUICK._replace(answer=1))
    assert (first, third) == ("pass", "pass")
    assert second in ("crashed", "timeout")
    # Whoever waits for the pipes to be closed waits for a minute.
    assert time.monotonic() - began < 40


def test_one_result_short_of_what_was_promised() -> None:
    scored = [question("s", SCORED), question("plain")]
    assert outcomes("one-result-short", scored) == ["protocol", "pass"]
    assert outcomes("fault-without-findings", [question("f", FAULT)]) == ["protocol"]


def test_a_program_that_prints_more_than_answers() -> None:
    assert outcomes("chatty") == ["protocol"] * 4


def test_standard_error_of_a_crash_is_kept() -> None:
    _, results = ask("crash")
    assert [bool(result.stderr) for result in results] == [False, True, False, True]
    assert results[1].stderr == "about to fall over\n"
    assert "7" in results[1].reason


def test_a_slow_start_is_no_fault_but_beyond_its_limit() -> None:
    assert outcomes("slow-start", limits=QUICK) == ["pass"] * 4
    with pytest.raises(NoStart):
        ask("slow-start", limits=QUICK._replace(start=0.1))


@pytest.mark.parametrize("way", ["exits", "version", "no-start"])
def test_what_cannot_start_is_not_put_to_the_test(way: str) -> None:
    with pytest.raises(NoStart) as caught:
        ask(way)
    assert caught.value.stderr == ("no licence found\n" if way == "exits" else "")


def test_a_hang_at_the_start_and_a_missing_program() -> None:
    with pytest.raises(NoStart):
        ask("hang-at-start", limits=QUICK._replace(start=0.3))
    with pytest.raises(NoStart), Runner(["./no-such-program"], "1.0.0"):
        pytest.fail("it cannot be used")


def test_a_program_that_cannot_be_started_again(tmp_path: Path) -> None:
    six = [question(f"q{number}") for number in range(6)]
    runner, results = ask("once", six, QUICK, str(tmp_path / "been"))
    assert [result.outcome for result in results] == ["pass"] + ["crashed"] * 5
    assert runner.restarts == 3


def test_a_run_without_answers_is_given_up() -> None:
    six = [question(f"q{number}") for number in range(6)]
    limits = QUICK._replace(give_up=2)
    assert outcomes("always-crash", six, limits) == ["crashed"] * 2 + ["skipped"] * 4
    assert outcomes("always-crash", six[:3], limits._replace(give_up=0)) == ["crashed"] * 3


def test_a_program_that_does_not_read_is_not_waited_for() -> None:
    many = [question(f"q{number}", ruleset=name) for number, name in enumerate(("uk-regency", "ro-mini"))]
    assert outcomes("deaf", many, Limits(start=5, answer=0.3, stop=1)) == ["timeout", "timeout"]


@pytest.mark.parametrize("outcome", ["errored", "skipped", "unsupported"])
def test_a_program_may_say_that_it_has_no_answer(outcome: str) -> None:
    runner, results = ask(outcome)
    assert [result.outcome for result in results] == ["pass", outcome, "pass", "pass"]
    assert results[1].reason
    assert runner.restarts == 0


def test_a_ruleset_that_is_refused_is_asked_once() -> None:
    assert outcomes("refuses") == ["unsupported"] * 4


def test_what_a_program_does_not_know_is_not_asked() -> None:
    asked = [question("m"), question("p", chapter="pile"), question("s", SCORED)]
    assert outcomes("melds-only", asked) == ["pass", "unsupported", "unsupported"]
    asked = [question("u"), question("r", ruleset="ro-mini"), question("k", set={"melds": {"wild_cap": 2}})]
    assert outcomes("by-name", asked) == ["pass", "unsupported", "unsupported"]
    assert outcomes("two-players") == ["unsupported"] * 4


def test_the_other_reading_of_an_open_point_is_right_for_who_knows_the_game_by_name() -> None:
    open_point = {"shelf": "disputed", "others": (reading(LEGAL),)}
    asked = [
        question("d", FAULT, **open_point),
        question("m", FAULT, others=(reading(LEGAL),)),
        question("f", FAULT, shelf="disputed"),
    ]
    by_name = ask("by-name", asked)[1]
    assert [(result.outcome, bool(result.reading)) for result in by_name] == [("pass", True), ("fail", True), ("fail", False)]
    assert [result.outcome for result in ask("legal", asked)[1]] == ["fail"] * 3


def test_a_program_that_does_not_stop_is_killed() -> None:
    with Runner([sys.executable, FAKES, "stubborn"], "1.0.0", QUICK._replace(stop=0.2)) as runner:
        assert [result.outcome for result in runner.results(FOUR)] == ["pass"] * 4
        running = runner._child
    assert runner.stopped is None
    assert running is not None
    assert not running.alive
    assert ask("legal")[0].stopped == 0


def test_nothing_is_left_when_a_run_is_broken_off() -> None:
    with pytest.raises(KeyboardInterrupt), Runner([sys.executable, FAKES, "hang"], "1.0.0", QUICK) as runner:
        running = runner._child
        raise KeyboardInterrupt
    assert running is not None
    assert not running.alive
