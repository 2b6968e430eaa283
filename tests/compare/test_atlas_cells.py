"""The cells of the matrix against the tables of the rulesets' tests, in which every fact of a text has its value and its lines."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from canasta_audit.compare import Cell, Matrix, compare
from canasta_audit.ruleset.load import list_rulesets
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
