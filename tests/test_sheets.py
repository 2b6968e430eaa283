"""Score sheets of simulated matches: nothing is found in them, and in one figure that cannot be exactly that."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import canasta_audit as ca
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.faults.sheets import sheet_of
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.possible import pack_points

TABLES = [(name, players) for name, _ in list_rulesets() for players in sorted(ca.load_ruleset(name).tables)]
KEPT: dict[str, tuple[type[n.Line], ...]] = {
    "all": (n.DealHead, n.Before, n.Minimum, n.End, n.ScoreLine, n.Totals),
    "scores": (n.DealHead, n.End, n.ScoreLine),
    "totals": (n.DealHead, n.Totals),
}
MOST_DEALS = 12


@cache
def sheet(name: str, players: int) -> list[n.Line]:
    """The sheet of the first deals of a match, those that are not void."""
    pieces = []
    for piece in numbered_match(ca.load_ruleset(name), players, "greedy", 3, 1):
        pieces.append(piece)
        if len(pieces) > MOST_DEALS or "end: void" in piece:
            break
    return sheet_of(list(parse("".join(piece for piece in pieces if "end: void" not in piece)).lines()))


def roots(lines: list[n.Line]) -> list[tuple[str, int]]:
    text = "".join(write_line(line) + "\n" for line in lines)
    return [(finding.id, finding.line) for finding in ca.audit(parse(text)).roots if finding.severity != "note"]


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_sheet_of_a_clean_match_is_clean(name: str, players: int, kept: str) -> None:
    lines = [line for line in sheet(name, players) if isinstance(line, (n.Tag, *KEPT[kept]))]
    assert roots(lines) == []


def spoilt(line: n.ScoreLine, item: str, points: int) -> n.ScoreLine:
    """A score line with another figure for an item, and the total that follows."""
    items = dict(line.items) | {item: points}
    items["total"] = sum(points for name, points in items.items() if name != "total")
    return n.ScoreLine(side=line.side, items=tuple(items.items()))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_figure_that_cannot_be_is_found_at_its_line(name: str, players: int) -> None:
    rules, source = ca.load_ruleset(name).tables[players], Random(f"{name}/{players}")
    lines = sheet(name, players)
    places = [i for i, line in enumerate(lines) if isinstance(line, n.ScoreLine)]
    most, unit = pack_points(rules), rules.scoring.unit
    for item, points, id in [
        ("natural", 100 * rules.canastas.natural, "SHEET-001"),
        ("mixed", 100 * rules.canastas.mixed, "SHEET-001"),
        ("threes", 50 * rules.red_threes.each + 7 * unit, "SHEET-002"),
        ("hand", 4 * unit, "SHEET-003"),
        ("hand", -most - unit, "SHEET-003"),
        ("cards", most + unit, "SHEET-004"),
        ("out", 3 * rules.going_out.bonus + unit, "SHEET-005"),
    ]:
        place = source.choice(places)
        line = lines[place]
        assert isinstance(line, n.ScoreLine)
        assert roots([*lines[:place], spoilt(line, item, points)]) == [(id, place + 1)]
