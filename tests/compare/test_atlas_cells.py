"""The cells of the matrix against the tables of the rulesets' tests, in which every fact of a text has its value and its lines."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import pytest

from canasta_audit.compare import Cell, Matrix, compare
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.keys import chapter_keys
from canasta_audit.ruleset.load import list_rulesets, load_ruleset
from canasta_audit.ruleset.model import Ruleset
from tests.ruleset import (
    test_ro_canastone,
    test_ro_classic,
    test_ro_mini,
    test_ru_bank,
    test_ru_club,
    test_uk_howto,
    test_uk_regency,
)

MODULES = (test_ro_canastone, test_ro_classic, test_ro_mini, test_ru_bank, test_ru_club, test_uk_howto, test_uk_regency)
WHOLE = compare([module.RULESET for module in MODULES])


def as_row(cell: Cell) -> Any:
    """A value as the tables write it: lists as tuples, bands and offences as tuples of their parts."""
    value = cell.value
    if not isinstance(value, list):
        return value
    return tuple(_parts(item) for item in value)


def _parts(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    return (item.get("since"), item["need"]) if "need" in item else tuple(item.values())


def cells(matrix: Matrix, index: int) -> dict[str, Cell]:
    return {row.pointer: row.cells[index] for row in matrix.rows}


def test_all_that_are_shipped_have_their_table() -> None:
    assert [module.RULESET.name for module in MODULES] == [name for name, _ in list_rulesets()]


@pytest.mark.parametrize(("index", "module"), list(enumerate(MODULES)), ids=[module.RULESET.name for module in MODULES])
def test_every_cell_has_the_value_and_the_lines_of_its_fact(index: int, module: ModuleType) -> None:
    found = cells(WHOLE, index)
    facts = {pointer: (value, lines) for pointer, value, lines in module.FACTS}
    assert set(found) == set(facts)
    for pointer, (value, lines) in facts.items():
        cell = found[pointer]
        assert (as_row(cell), sorted(place.line for place in cell.citations)) == (value, lines), pointer
        assert {place.text for place in cell.citations} <= {module.RULESET.text}


@pytest.mark.parametrize(("index", "module"), list(enumerate(MODULES)), ids=[module.RULESET.name for module in MODULES])
def test_a_cell_without_lines_is_silent_or_rests_on_a_reading(index: int, module: ModuleType) -> None:
    found = cells(WHOLE, index)
    for pointer, cell in found.items():
        assert cell.citations or cell.silent or cell.readings, pointer
        assert cell.silent is (pointer in module.RULESET.silent[4])
        assert all(reading in module.RULESET.readings for reading in cell.readings)
        assert cell.reconstructed is (pointer in module.RULESET.reconstructed.get(4, ()))


def without_ground(ruleset: Ruleset, players: int, keys: Iterable[str]) -> list[str]:
    """Keys whose value has neither lines nor a reading, nor is reconstructed, nor is told to be one of which the text is silent."""
    found = cells(compare([ruleset, ruleset], players), 0)
    grounds = {key: [place for place in found[key].citations if place.line] or found[key].readings for key in keys}
    return [key for key, ground in grounds.items() if not (ground or found[key].reconstructed or found[key].silent)]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.RULESET.name)
def test_every_value_at_every_table_rests_on_something(module: ModuleType) -> None:
    ruleset = module.RULESET
    for players in ruleset.tables:
        assert without_ground(ruleset, players, chapter_keys()) == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.RULESET.name)
def test_every_value_of_an_option_rests_on_something(module: ModuleType) -> None:
    for option in module.RULESET.options.values():
        ruleset = load_ruleset(f"{module.RULESET.name}+{option.name}")
        players = max(option.players or ruleset.tables)
        keys = [pointer for pointer, _ in leaves(option.sets)]
        assert keys
        assert without_ground(ruleset, players, keys) == []


@pytest.mark.parametrize("players", [2, 3])
def test_cells_of_a_smaller_table(players: int) -> None:
    modules = [module for module in MODULES if players in module.RULESET.tables]
    matrix = compare([module.RULESET for module in modules], players)
    for index, module in enumerate(modules):
        found = cells(matrix, index)
        rows = [row[1:] for row in getattr(module, "SMALLER_TABLES", ()) if row[0] == players and row[1] != "/players"]
        for pointer, value, lines in rows:
            assert (as_row(found[pointer]), sorted(place.line for place in found[pointer].citations)) == (value, lines), pointer
            assert found[pointer].origin.by == str(players)
