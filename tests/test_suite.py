"""The conformance suite under our own engine: every case comes to what it says, and every key of the schema decides one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

import canasta_audit as ca
from canasta_audit.conform.case import SHELVES, Case, Otherwise, cases, files, load
from canasta_audit.conform.judge import judge, meets
from canasta_audit.resources import data_path
from canasta_audit.ruleset.chapters import CHAPTERS, Band, Offence
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.keys import chapter_keys
from canasta_audit.ruleset.load import list_rulesets, load_ruleset, split_reference
from canasta_audit.ruleset.semantic import value_at

CASES = cases()
FOLDERS = sorted({(case.shelf, case.chapter) for case in CASES})
DECIDING = [(case, otherwise) for case in CASES for otherwise in case.decides]
BASE = "uk-regency"
RULESETS = [name for name, _ in list_rulesets()]


def of_folder(shelf: str, chapter: str) -> list[Case]:
    return [case for case in CASES if (case.shelf, case.chapter) == (shelf, chapter)]


@pytest.mark.parametrize(("shelf", "chapter"), FOLDERS)
def test_cases(shelf: str, chapter: str) -> None:
    judged = [(case, judge(case)) for case in of_folder(shelf, chapter)]
    assert [(case.id, found) for case, found in judged if not meets(found, case.outcome)] == []


@pytest.mark.parametrize(("shelf", "chapter"), FOLDERS)
def test_deciding_keys(shelf: str, chapter: str) -> None:
    """With the key put otherwise a case comes to what is said, and no longer to what it came to."""
    judged = [(case, one, judge(case, one)) for case in of_folder(shelf, chapter) for one in case.decides]
    wrong = [each for each in judged if not meets(each[2], each[1].outcome) or meets(each[2], each[0].outcome)]
    assert [(case.id, one.key, one.value, found) for case, one, found in wrong] == []


def test_ids_are_told_apart() -> None:
    assert [id for id, count in Counter(case.id for case in CASES).items() if count > 1] == []


def test_the_example_of_the_page_is_a_case() -> None:
    page = data_path("fixtures", "README.md").read_text(encoding="utf-8")
    example = page.partition("```yaml\ncases:\n")[2].partition("```")[0]
    assert example
    assert any(example in data_path(path).read_text(encoding="utf-8") for _, _, path in files())


def test_titles_are_told_apart_within_a_ruleset() -> None:
    counted = Counter((ruleset_of(case), case.title) for case in CASES)
    assert [title for title, count in counted.items() if count > 1] == []


def test_ids_begin_with_the_ruleset() -> None:
    assert [case.id for case in CASES if not case.id.startswith(f"{ruleset_of(case)}-")] == []


def test_folders_are_shelves_and_chapters() -> None:
    found = {(shelf, chapter) for shelf, chapter, _ in files()}
    assert {shelf for shelf, _ in found} == set(SHELVES)
    assert {chapter for shelf, chapter in found if shelf != "witnesses"} == {chapter.replace("_", "-") for chapter in CHAPTERS}


def test_disputed_files_name_the_other_reading() -> None:
    """Their cases may stand beside one that is lawful either way."""
    disputed = [file for file in files() if file[0] == "disputed"]
    assert [path for *place, path in disputed if not any(case.decides for case in load(*place, path))] == []


def test_what_may_be_done_is_no_fault() -> None:
    assert [case.id for case in CASES if case.shelf == "may" and case.outcome.verdict != "legal"] == []


def test_every_key_decides_a_case() -> None:
    assert set(chapter_keys()) <= {otherwise.key for _, otherwise in DECIDING}


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != BASE])
def test_every_key_in_which_a_ruleset_differs_decides_a_case(ruleset: str) -> None:
    """With the value of the base instead: for so many players, or for four where the base has no such table."""
    decided = {(one.key, written(one.value)) for _, one in deciding(ruleset)}
    differing = differences(load_ruleset(ruleset), load_ruleset(BASE))
    assert [key for key, values in differing.items() if not any((key, value) in decided for value in values)] == []


@pytest.mark.parametrize(
    ("ruleset", "option"), [(ruleset, option) for ruleset in RULESETS for option in load_ruleset(ruleset).options]
)
def test_every_option_decides_a_case(ruleset: str, option: str) -> None:
    """A case with the option, decided by a key it sets; or one without it, with the option's value instead."""
    sets = dict(leaves(load_ruleset(ruleset).options[option].sets))
    found = [
        case.id
        for case, otherwise in deciding(ruleset)
        if otherwise.key in sets
        and (written(otherwise.value) == written(sets[otherwise.key])) is not (option in split_reference(case.ruleset)[1])
    ]
    assert found


@cache
def deciding(ruleset: str) -> list[tuple[Case, Otherwise]]:
    """The cases of a ruleset, with its options or without, each with every key that decides it."""
    return [(case, otherwise) for case, otherwise in DECIDING if ruleset_of(case) == ruleset]


def ruleset_of(case: Case) -> str:
    """The ruleset of a case without its options."""
    return split_reference(case.ruleset)[0]


def differences(rules: ca.Ruleset, base: ca.Ruleset) -> dict[str, list[str]]:
    """Keys in which some table of ``rules`` differs from that of ``base``, with the values there."""
    found: dict[str, list[str]] = {}
    for players, table in rules.tables.items():
        for key in chapter_keys():
            value = written(value_at(base.tables.get(players, base.tables[4]), key))
            if written(value_at(table, key)) != value:
                found.setdefault(key, []).append(value)
    return found


def written(value: Any) -> str:
    """A value as text that is the same for a key of a table and for one of a file; the order of a list of words tells nothing."""
    if isinstance(value, Offence):
        return str(tuple(value))
    if isinstance(value, Mapping) and "offence" in value:
        return str((value["offence"], value["points"], value.get("always", False)))
    if isinstance(value, (list, tuple)) and not isinstance(value, Band):
        return str(sorted(written(one) for one in value))
    if isinstance(value, Band):
        return str((value.since, value.need))
    if isinstance(value, Mapping):
        return str((value.get("since"), value["need"]))
    return repr(value)
