"""The matrix by itself: symmetric, without a difference of a ruleset from itself, its bridges true."""

from __future__ import annotations

import time
from itertools import combinations

import pytest

from canasta_audit.compare import compare
from canasta_audit.compare.matrix import common_players
from canasta_audit.ruleset.load import list_rulesets, load_ruleset

NAMES = [name for name, _ in list_rulesets()]
RULESETS = [load_ruleset(name) for name in NAMES]
WHOLE = compare(RULESETS)
PAIRS = list(combinations(NAMES, 2))


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_differs_in_nothing_from_itself(name: str) -> None:
    for players in load_ruleset(name).tables:
        matrix = compare([load_ruleset(name), load_ruleset(name)], players)
        assert not any(row.differs or row.bridges for row in matrix.rows)
        assert (matrix.distances[0].keys, matrix.distances[0].chapters) == (0, {})
        assert all(row.groups == ((0, 1),) for row in matrix.rows)


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_comparison_is_the_same_from_both_sides(left: str, right: str) -> None:
    here, there = (compare([load_ruleset(one), load_ruleset(other)]) for one, other in ((left, right), (right, left)))
    assert here.players == there.players
    assert here.distance(0, 1)[2:] == there.distance(1, 0)[2:]
    for row, mirrored in zip(here.rows, there.rows, strict=True):
        assert (row.pointer, row.cells, row.differs) == (mirrored.pointer, mirrored.cells[::-1], mirrored.differs)
        assert {(b.ruleset, b.option) for b in row.bridges} == {(1 - b.ruleset, b.option) for b in mirrored.bridges}


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_a_pair_lies_as_far_apart_as_in_the_whole_matrix(left: str, right: str) -> None:
    i, j = NAMES.index(left), NAMES.index(right)
    pair = compare([RULESETS[i], RULESETS[j]], WHOLE.players)
    distance = WHOLE.distance(i, j)
    assert distance.chapters == pair.distances[0].chapters
    assert distance.keys == sum(distance.chapters.values()) == sum(row.differ(i, j) for row in WHOLE.rows)
    assert sum(row.differs for row in pair.rows) == distance.keys


def test_the_nearest_of_each_differ_least_from_it() -> None:
    for i, near in enumerate(WHOLE.nearest):
        others = {j: WHOLE.distance(i, j).keys for j in range(len(RULESETS)) if j != i}
        assert set(near) == {j for j, keys in others.items() if keys == min(others.values())}
    with pytest.raises(KeyError):
        WHOLE.distance(1, 1)


def test_an_option_that_is_named_makes_the_texts_agree() -> None:
    tried = 0
    for row in WHOLE.rows:
        for bridge in row.bridges:
            changed = load_ruleset(f"{NAMES[bridge.ruleset]}+{bridge.option}")
            matrix = compare([changed, *(RULESETS[i] for i in bridge.like)], WHOLE.players)
            (found,) = [other for other in matrix.rows if other.pointer == row.pointer]
            assert not found.differs
            assert all(row.differ(bridge.ruleset, i) for i in bridge.like)
            tried += 1
    assert tried > 40


def test_groups_are_the_rulesets_of_one_value() -> None:
    for row in WHOLE.rows:
        assert sorted(i for group in row.groups for i in group) == list(range(len(RULESETS)))
        values = [row.cells[group[0]].value for group in row.groups]
        assert all(row.cells[i].value == value for group, value in zip(row.groups, values, strict=True) for i in group)
        assert all(one != other for one, other in combinations(values, 2))


def test_only_some_rows() -> None:
    matrix = WHOLE.only(["/pile/", "/melds/wild"])
    assert {row.chapter for row in matrix.rows} == {"pile", "melds"}
    assert [chapter for chapter, _ in matrix.chapters()] == ["melds", "pile"]
    assert {row.pointer for row in matrix.rows if row.chapter == "melds"} > {"/melds/wild_cap", "/melds/wild_ratio"}
    assert matrix.distances == WHOLE.distances


def test_numbers_of_players() -> None:
    assert common_players(RULESETS) == (4,)
    few = [load_ruleset(name) for name in ("uk-regency", "ro-classic")]
    assert common_players(few) == (4, 2)
    assert [compare(few).players, compare(few, 2).players] == [4, 2]
    with pytest.raises(KeyError):
        compare(few, 3)
    with pytest.raises(ValueError):
        compare(few[:1])


def test_all_texts_are_compared_in_less_than_a_second() -> None:
    begun = time.process_time()
    compare([load_ruleset(name) for name in NAMES])
    assert time.process_time() - begun < 1
