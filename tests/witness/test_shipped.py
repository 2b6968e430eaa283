"""The shipped witnesses: every key of every pair has one or a reason; `test_suite.py` holds what each comes to under both."""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import cache

import pytest

import canasta_audit as ca
from canasta_audit.compare.witness import Reason, Rivals
from canasta_audit.compare.witness_cases import INDEX, SHELF, file_of, folder_of, pairs, read_index, shipped
from canasta_audit.compare.witness_search import Absent, Witness, differing, idle_because
from canasta_audit.compare.witness_shrink import size_of
from canasta_audit.compare.witness_sources import MOST_TURNS, plain
from canasta_audit.conform.case import Case, taken
from canasta_audit.resources import data_path
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.variant import nested, with_values

PAIRS = pairs()
SHEETS = {"/match/target", "/canastas/wild_jokers"}

Pair = tuple[str, str]


@cache
def ruleset(name: str) -> ca.Ruleset:
    return load_ruleset(name)


@cache
def cases_of(pair: Pair) -> dict[str, list[Case]]:
    """The cases of each key that has a witness."""
    index = read_index(pair)
    folder = data_path("fixtures", SHELF, folder_of(pair))
    keys = [key for key, told in index["keys"].items() if "reason" not in told]
    return {key: list(taken(SHELF, folder_of(pair), str(folder / file_of(key)))) for key in keys}


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_every_differing_key_has_a_witness_or_a_reason(pair: Pair) -> None:
    told = {key: entry["players"] for key, entry in read_index(pair)["keys"].items()}
    assert told == differing(ruleset(pair[0]), ruleset(pair[1]))


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_there_is_a_file_for_each_witness_and_no_other(pair: Pair) -> None:
    assert {*os.listdir(data_path("fixtures", SHELF, folder_of(pair)))} == {INDEX, *map(file_of, cases_of(pair))}


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_one_ruleset_finds_nothing_and_the_other_disagrees_because_of_the_key(pair: Pair) -> None:
    wrong = []
    for key, cases in cases_of(pair).items():
        lawful, other = cases
        assert {lawful.ruleset, other.ruleset} == set(pair)
        assert lawful.ruleset == read_index(pair)["keys"][key]["lawful"]
        apart = lawful.outcome != other.outcome
        decided = [one.key for case in cases for one in case.decides]
        wrong += [key] if lawful.outcome.findings or not apart or not decided or set(decided) != {key} else []
    assert wrong == []


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_witnesses_are_short(pair: Pair) -> None:
    assert [case.id for cases in cases_of(pair).values() for case in cases if size_of(case.text)[0] > MOST_TURNS] == []


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_the_line_on_which_they_part_is_marked(pair: Pair) -> None:
    """Where it is not the score alone."""
    for lawful, other in cases_of(pair).values():
        marked = sum(line.endswith("# here") for line in lawful.text.splitlines())
        assert marked <= 1
        assert marked == 1 or other.outcome.scores
        assert lawful.text == other.text


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_the_index_has_the_log_of_the_cases(pair: Pair) -> None:
    for key, cases in cases_of(pair).items():
        told = read_index(pair)["keys"][key]
        assert told["text"] == plain(cases[0].text), key
        marked = [line for line in cases[0].text.splitlines() if line.endswith("# here")]
        assert [plain(f"{line}\n").rstrip() for line in marked] == (
            [told["text"].splitlines()[told["line"] - 1]] if told["line"] else []
        )


@pytest.mark.parametrize("pair", [("ro-classic", "uk-regency"), ("ru-bank", "uk-regency"), ("ru-club", "uk-howto")], ids=folder_of)
def test_witnesses_are_games_and_not_sheets_alone(pair: Pair) -> None:
    """A turn is played in them, but for what is settled before the first one, and what only a sheet shows."""
    bare = {key for key, told in read_index(pair)["keys"].items() if "text" in told and not size_of(told["text"])[0]}
    assert {key for key in bare if key.split("/")[1] not in ("seating", "dealing")} <= SHEETS


@pytest.mark.parametrize("pair", PAIRS, ids=folder_of)
def test_a_reason_holds(pair: Pair) -> None:
    for key, told in read_index(pair)["keys"].items():
        if told.get("reason") == Reason.IDLE_IN_ONE:
            assert told["because"] == idle_because(Rivals(pair, key, told["players"])), key
        elif "reason" in told:
            assert told["reason"] in set(Reason)
            assert told.get("because") != key


def test_ids_are_told_apart() -> None:
    ids = Counter(case.id for pair in PAIRS for cases in cases_of(pair).values() for case in cases)
    assert [id for id, count in ids.items() if count > 1] == []
    assert [id for id in ids if not re.fullmatch(r"[a-z0-9-]+-witness-[a-z0-9-]+", id)] == []


@pytest.mark.parametrize("pair", PAIRS[::4], ids=folder_of)
def test_shipped_witnesses_are_read_without_a_search(pair: Pair) -> None:
    found = list(shipped(pair))
    assert [one.key for one in found] == list(read_index(pair)["keys"])
    for one in found:
        if isinstance(one, Witness):
            assert one.turns <= MOST_TURNS
            assert one.judged[one.clean].findings == ()
            assert bool(one.line) == any(mark[0] == "finding" for _, mark in one.shown.effect)
        else:
            assert isinstance(one, Absent)


def test_the_key_alone_turns_the_verdict() -> None:
    """Put by hand, not by what the cases say: ``wild_cap`` of the one in the other."""
    witness = next(one for one in shipped(("ru-bank", "uk-regency")) if one.key == "/melds/wild_cap")
    assert isinstance(witness, Witness)
    lawful, other = witness.references[witness.clean], witness.references[1 - witness.clean]
    value = ruleset(lawful).tables[4].melds.wild_cap
    log = ca.parse(witness.text)
    roots = [
        found for found in ca.audit(log, with_values(other, nested("/melds/wild_cap", value))).roots if found.severity == "error"
    ]
    assert roots == []
    assert [found.id for found in ca.audit(log, ruleset(other)).roots if found.severity == "error"] != []
