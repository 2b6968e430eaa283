"""The tables of the rulesets' tests, row by row: every cell of the atlas is a key with its value and its lines."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from tests.ruleset import test_ro_canastone, test_ro_classic, test_ro_mini, test_ru_bank, test_ru_club, test_uk_howto
from tests.ruleset.atlas_rows import changed_by_option, check_completeness, said

MODULES = (test_uk_howto, test_ru_club, test_ro_classic, test_ro_canastone, test_ro_mini, test_ru_bank)

each_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.RULESET.name)


def rows(name: str) -> list[Any]:
    """All rows of the tables called ``name``, each with the module that it stands in."""
    return [
        pytest.param(module, *row, id=f"{module.RULESET.name}-{row[0]}-{row[1]}")
        for module in MODULES
        for row in getattr(module, name, ())
    ]


@each_module
def test_facts(module: ModuleType) -> None:
    told = [(pointer, said(module.RULESET, pointer), (value, lines)) for pointer, value, lines in module.FACTS]
    assert [row for row in told if row[1] != row[2]] == []


@pytest.mark.parametrize(("module", "players", "pointer", "value", "lines"), rows("SMALLER_TABLES"))
def test_fact_of_a_smaller_table(module: ModuleType, players: int, pointer: str, value: Any, lines: list[int]) -> None:
    assert said(module.RULESET, pointer, players) == (value, lines)


@pytest.mark.parametrize(("module", "id", "lines", "options"), rows("READINGS"))
def test_reading(module: ModuleType, id: str, lines: list[int], options: set[str]) -> None:
    reading = module.RULESET.readings[id]
    assert (list(reading.lines), set(reading.options), reading.text) == (lines, options, module.RULESET.text)


@pytest.mark.parametrize(("module", "option", "players", "changes", "lines"), rows("OPTIONS"))
def test_option(module: ModuleType, option: str, players: int, changes: dict[str, Any], lines: list[int]) -> None:
    assert changed_by_option(module.RULESET, option, players) == changes
    assert list(module.RULESET.options[option].lines) == lines


@each_module
def test_everything_has_its_row(module: ModuleType) -> None:
    smaller = getattr(module, "SMALLER_TABLES", [])
    check_completeness(module.RULESET, module.FACTS, smaller, module.READINGS, module.OPTIONS)
