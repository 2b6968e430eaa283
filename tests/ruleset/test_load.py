"""Loading: shipped rulesets, the same every time, and soon."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta_audit.resources import rulesets_folder
from canasta_audit.ruleset.check import check_ruleset
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import list_rulesets, load_ruleset

NAMES = [name for name, _ in list_rulesets()]


def test_the_shipped_rulesets_are_listed() -> None:
    assert sorted(path.stem for path in rulesets_folder().glob("*.yaml")) == NAMES
    assert all(load_ruleset(name).title == title for name, title in list_rulesets())


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_ruleset_is_named_as_its_file(name: str) -> None:
    assert load_ruleset(name).name == name


@pytest.mark.parametrize("name", NAMES)
def test_every_option_makes_another_game(name: str) -> None:
    plain = load_ruleset(name)
    digests = {option: load_ruleset(f"{name}+{option}").digest for option in plain.options}
    assert plain.digest not in digests.values()
    # A text may tell one variation twice.
    told = {repr((option.sets, option.players)) for option in plain.options.values()}
    assert len(set(digests.values())) == len(told)


@pytest.mark.parametrize("name", NAMES)
def test_every_key_says_where_it_comes_from(name: str) -> None:
    ruleset = load_ruleset(name)
    for players, origins in ruleset.origins.items():
        for pointer, origin in origins.items():
            assert origin.line >= 1
            assert ruleset.citations[players].get(pointer) or pointer in ruleset.silent[players]
            assert ruleset.parameter(pointer, players).line == origin.line


def test_loading_twice_gives_the_same() -> None:
    assert load_ruleset("uk-regency") == load_ruleset("uk-regency")


def test_the_digest_does_not_hang_on_the_process() -> None:
    code = "from canasta_audit.ruleset.load import load_ruleset; print(load_ruleset('uk-regency').digest)"
    command = [sys.executable, "-c", code]
    ran = [
        subprocess.run(
            command, env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True, check=True
        )
        for seed in ("1", "2")
    ]
    assert {run.stdout.strip() for run in ran} == {load_ruleset("uk-regency").digest}


def test_a_shipped_ruleset_needs_no_validator() -> None:
    code = "import sys, canasta_audit.ruleset.load as load; load.load_ruleset('uk-regency'); print('jsonschema' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"


def test_loading_is_quick() -> None:
    def seconds() -> float:
        start = time.perf_counter()
        load_ruleset("uk-regency")
        return time.perf_counter() - start

    assert min(seconds() for _ in range(10)) < 0.05


@pytest.mark.parametrize("pointer", ["/melds/nonsense", "/nonsense", "melds/wild_cap/x"])
def test_a_parameter_that_is_no_key(pointer: str) -> None:
    with pytest.raises(KeyError):
        load_ruleset("uk-regency").parameter(pointer, 4)


def test_a_parameter_for_a_number_of_players_without_rules() -> None:
    with pytest.raises(KeyError):
        load_ruleset("uk-regency").parameter("/melds/wild_cap", 5)


def test_the_error_tells_its_findings() -> None:
    with pytest.raises(RulesetError, match="RULESET-030"):
        load_ruleset("nothing")


CHILD = """\
extends: uk-regency
text: house
remove: [/options/may-ask, /readings/UKR-7, /players/2]
going_out: {ask: may, cite: {ask: [3, UKR-1, official]}}
opening:
  bands: [{need: 15}, {since: 0, need: 50}]
options:
  x-y: {title: huh, players: ["3"], set: {going_out: {ask: must}, match: {target: 3}}}
readings: {X-1: {lines: [3], question: q, chosen: c}}
status: {/match/target: reconstructed}
facts: [{chapter: melds, lines: [3], fact: foo}]
players: {"3": {set: {turn: {draw: 2}}}}
"""
PIECES = st.sampled_from(
    ["", "null", "{}", "[]", "-5", '"x"', "official", "&a ", "*a", "/melds", "/options/x-y/set", "\n", "  ", ": ", "- ", ","]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, len(CHILD)), st.integers(0, 12), PIECES), min_size=1, max_size=4))
def test_no_file_does_harm(write, cuts) -> None:
    """Whatever is cut out of a file and put into it, there are findings or a ruleset, and both agree."""
    text = CHILD
    for place, length, piece in cuts:
        text = text[:place] + piece + text[place + length :]
    name = write(text)
    errors = [finding for finding in check_ruleset(name) if finding.severity == "error"]
    if errors:
        with pytest.raises(RulesetError):
            load_ruleset(name)
    else:
        load_ruleset(name)
