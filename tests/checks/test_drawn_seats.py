"""Draws played out by a model of each text: nothing is found in them, and what one change breaks is found."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

import canasta_audit as ca
from tests.checks.examples import ruleset
from tests.drawing import ROUND, TEXTS, Record, broken_by_lots, played_out

DRAWS = 40
MADE_BY_LOTS = [name for name, text in TEXTS.items() if text.sides]
each_text = pytest.mark.parametrize("name", TEXTS)
each_made_by_lots = pytest.mark.parametrize("name", MADE_BY_LOTS)


def found(record: Record) -> set[tuple[str, int]]:
    report = ca.audit(ca.parse(record.text), ruleset(record.ruleset))
    return {(finding.id, finding.line) for finding in report.findings if finding.severity != "note"}


def plain(name: str, number: int) -> Record:
    """A record of a draw in which nobody drew again."""
    source = Random(f"{name} {number}")
    return next(record for _ in range(100) if len((record := played_out(source, name)).rounds) == 1)


@each_text
def test_what_is_played_out_breaks_nothing(name: str) -> None:
    rounds = set()
    for number in range(DRAWS):
        record = played_out(Random(f"{name} {number}"), name)
        assert found(record) == set(), record.text
        rounds.add(len(record.rounds))
    assert {1, 2} <= rounds


@each_made_by_lots
def test_two_lots_exchanged(name: str) -> None:
    for number in range(DRAWS // 4):
        record = plain(name, number)
        record.choice = ""
        for a, b in combinations(ROUND, 2):
            lots = record.rounds[0]
            other = record.with_lots(lots | {a: lots[b], b: lots[a]})
            broken = broken_by_lots(other)
            expected = {("SEAT-004", other.lots_line)} if "sides" in broken else set()
            expected |= {("SEAT-006", other.head_line(0))} if "dealer" in broken else set()
            assert found(other) == expected, other.text


def test_lots_that_make_nothing_are_exchanged() -> None:
    record = plain("ru-bank", 1)
    lots = record.rounds[0]
    for a, b in combinations(ROUND, 2):
        assert found(record.with_lots(lots | {a: lots[b], b: lots[a]})) == set()


@each_text
def test_another_deals(name: str) -> None:
    source = Random(name)
    for number in range(DRAWS // 4):
        record = plain(name, number)
        index = source.randrange(len(record.dealers))
        deal, dealer, _, void = record.dealers[index]
        wrong = source.choice([seat for seat in ROUND if seat != dealer])
        cut = ROUND[(ROUND.index(wrong) + (TEXTS[name].cut or 1)) % 4]
        record.dealers[index] = (deal, wrong, cut, void)
        # On from the wrong dealer nobody is due whom the record has.
        expected = {("SEAT-001", record.head_line(index + 1))} if index + 1 < len(record.dealers) else set()
        if index:
            expected.add(("SEAT-001", record.head_line(index)))
        elif name in MADE_BY_LOTS:
            expected.add(("SEAT-006", record.head_line(0)))
        assert found(record) == expected, record.text


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if text.cut])
def test_another_cuts(name: str) -> None:
    record = plain(name, 1)
    deal, dealer, cut, void = record.dealers[2]
    for wrong in set(ROUND) - {cut}:
        record.dealers[2] = (deal, dealer, wrong, void)
        assert found(record) == {("SEAT-008", record.head_line(2))}


@each_text
def test_neighbours_change_seats(name: str) -> None:
    for number in range(4):
        record = plain(name, number)
        assert ("SEAT-005", 1) in found(replace(record, order="ENSW")), record.text


def test_another_chooses_his_seat() -> None:
    record = plain("uk-howto", 1)
    lots = record.rounds[0]
    highest = ROUND[(ROUND.index(record.dealers[0][1]) + 1) % 4]
    for seat in lots:
        other = replace(record, choice=seat)
        assert found(other) == (set() if seat == highest else {("SEAT-010", 3)})


@each_text
def test_what_is_left_out_finds_nothing_new(name: str) -> None:
    """Lots, dealers and deals that are missing: what is found then is found in the whole record too."""
    source = Random(f"{name} left out")
    for number in range(DRAWS // 2):
        record = plain(name, number)
        if number % 2:
            lots = record.rounds[0]
            a, b = source.sample(ROUND, 2)
            record = record.with_lots(lots | {a: lots[b], b: lots[a]})
        whole = found(record)
        seat = source.choice(ROUND)
        unseen = {other: "?" if other == seat else card for other, card in record.rounds[0].items()}
        ranks = {other: card[0] for other, card in record.rounds[0].items()}
        gone = {other: card for other, card in record.rounds[0].items() if other != seat}
        for lots in (unseen, ranks, gone):
            assert found(record.with_lots(lots)) <= whole
        for index, (_, dealer, cut, _) in enumerate(record.dealers):
            text = record.text.splitlines(keepends=True)
            line = record.head_line(index) - 1
            text[line] = text[line].replace(f" dealer {dealer}, cut {cut}", "")
            report = ca.audit(ca.parse("".join(text)), ruleset(name))
            assert {(one.id, one.line) for one in report.findings if one.severity != "note"} <= whole
