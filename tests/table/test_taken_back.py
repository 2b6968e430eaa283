"""A turn that is found to be unlawful half-way is taken back: the table is as it was, to the order of every hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import canasta_audit as ca
from canasta_audit.legal import Referee, Stand
from canasta_audit.notation import model as n
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.bots import greedy_bot
from canasta_audit.simulate.match import play_match
from canasta_audit.simulate.plans import Plays
from canasta_audit.table.state import Table


def seen(table: Table) -> dict[str, object]:
    """A table as plain data."""
    data = {name: repr(getattr(table, name)) for name in Table.__slots__ if name not in ("melds", "turn")}
    data["melds"] = [
        (side, [(meld.cards[:], meld.rank, meld.naturals, meld.wilds, meld.seat, meld.turn) for meld in melds])
        for side, melds in table.melds.items()
    ]
    data["turn"] = id(table.turn)
    return data


def clumsy_bot(stand: Stand, source: Random) -> Iterator[Plays]:
    """Would like to play what the greedy bot would, each turn with something wrong at its end first."""
    for plays in greedy_bot(stand, source):
        yield (*plays, n.Discard("KS"))
        yield (*plays[:-1], n.Meld(("4C", "5D", "6H")), plays[-1])
        yield (*plays[:-1], n.Add(("2C", "*"), n.Address("Q")), plays[-1])
        yield (*plays[:-1], n.Draw((("KS",), ("3H",))), plays[-1])
        yield (*plays, n.Foot(), n.Last())
        yield plays


@pytest.mark.parametrize("name", [name for name, _ in list_rulesets()])
def test_a_turn_that_is_not_lawful_leaves_no_trace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attempt, taken_back = Referee.attempt, set()

    def watched(referee: Referee, table: Table, line: n.Turn) -> str | None:
        before = seen(table)
        fault = attempt(referee, table, line)
        if fault is not None:
            assert seen(table) == before
            taken_back.add(fault)
        else:
            assert seen(table) != before
        return fault

    monkeypatch.setattr(Referee, "attempt", watched)
    ruleset = ca.load_ruleset(name)
    text = "".join(islice(play_match(ruleset, max(ruleset.tables), clumsy_bot, Random(1)), 2))
    assert [finding.id for finding in ca.audit(ca.parse(text), ruleset).findings] == []
    assert len(taken_back) > 3
