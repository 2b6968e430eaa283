"""A director's corrections change the table, so that what follows is judged by it."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.audit import Position, replay
from canasta_audit.table.state import Table

START = "deal 1: dealer W\npile: 5D 9C\nmelds E: KC KD KH\nhand E: QS 4C\nhand S: 7S 8S\nstock: TD 6C\n"
TURN = "N: draw TD, discard 4D\n"


def after(ruling: str) -> Table:
    """The table after the deal with a ruling behind N's turn."""
    tables: list[Table] = []

    def keep(position: Position) -> None:
        tables.append(position.table)

    replay(ca.parse(f"{START}{TURN}director: {ruling}\n"), keep)
    return tables[-1]


@pytest.mark.parametrize(
    ("ruling", "hand", "pile", "kings"),
    [
        ("move QS from E to pile", ["4C"], ["5D", "9C", "4D", "QS"], 3),
        ("move 4D from pile to E", ["QS", "4C", "4D"], ["5D", "9C"], 3),
        ("move KC from meld K of E to E", ["QS", "4C", "KC"], ["5D", "9C", "4D"], 2),
        ("move KC KD KH from meld K of E to E", ["QS", "4C", "KC", "KD", "KH"], ["5D", "9C", "4D"], 0),
        ("move KS from pile to meld K of E", ["QS", "4C"], ["5D", "9C", "4D"], 4),
        ("move 9H 9S 9D from E to meld 9 of E", ["QS", "4C"], ["5D", "9C", "4D"], 3),
        ("next W, score EW -50", ["QS", "4C"], ["5D", "9C", "4D"], 3),
    ],
)
def test_cards_are_moved(ruling: str, hand: list[str], pile: list[str], kings: int) -> None:
    table = after(ruling)
    assert (table.hands["E"], table.pile) == (hand, pile)
    assert sum(card[0] == "K" for meld in table.melds["EW"] for card in meld.cards) == kings


def test_stock_is_counted_and_its_order_is_open() -> None:
    table = after("move QS from E to stock")
    assert (table.stock, table.stock_left) == (None, 2)
    table = after("move 6C from stock to E")
    assert (table.stock, table.stock_left, table.hands["E"]) == ([], 0, ["QS", "4C", "6C"])


@pytest.mark.parametrize(
    ("ruling", "turn"),
    [("move QS from E to pile", "E: draw 6C, discard 4C"), ("move 4D from pile to E", "E: draw 6C, discard 4D"),
     ("next S", "S: draw 6C, discard 7S")],
)  # fmt: skip
def test_what_follows_is_lawful_by_it(ruling: str, turn: str) -> None:
    ruleset = ca.load_ruleset("uk-regency")
    corrected = ca.audit(ca.parse(f"{START}{TURN}director: {ruling}\n{turn}\n"), ruleset)
    assert [finding.id for finding in corrected.findings if finding.severity != "note"] == []


def test_a_wrong_deal_is_put_right_before_the_first_turn() -> None:
    ruleset = ca.load_ruleset("uk-regency")
    start = "deal 1: dealer W\nhand N: AD AS KS QS JS TS 9S 8S 7S 6S 4C 4D\nhand E: AD AS KS QS JS TS 9H 8H 7H 6H\n"
    ruling = "director: move 4D from N to E, next E\n"
    found = ca.audit(ca.parse(f"{start}{ruling}E: draw 5C, discard 4D\n"), ruleset).findings
    assert [(finding.id, finding.line) for finding in found] == [("DEAL-001", 2), ("DEAL-001", 3)]
    refused = ca.audit(ca.parse(f"{start}E: draw 5C, discard 4D\n"), ruleset).findings
    assert [finding.id for finding in refused if finding.grade != "illegal"] == ["RECORD-006"]
