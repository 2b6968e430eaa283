"""Single positions at the end of the stock: which turn is listed, and which that looks like it is none."""

from __future__ import annotations

import pytest

from canasta_audit.legal import legal_turns
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import with_values
from tests.legal.ends import stand_of

QUEENS = "melds N: QC QD QH"


def deal(*lines: str) -> str:
    """N's turn in a deal of four; lines after the head."""
    return "\n".join(["deal 1: dealer W, first N", *lines]) + "\n"


def faults(text: str, turn: str, ruleset: Ruleset) -> list[str]:
    """Ids of the errors of N's turn."""
    stand = stand_of(text, ruleset)
    assert stand is not None
    line = parse(f"{text}N: {turn}\n").matches[0].deals[0].lines[-1]
    assert isinstance(line, n.Turn)
    return [finding.id for finding in stand.referee.judge(stand.table, line)]


def listed(text: str, ruleset: Ruleset) -> list[str]:
    """The lawful turns."""
    stand = stand_of(text, ruleset)
    assert stand is not None
    return [turn.text for turn in legal_turns(stand)]


LAST_RED = deal(QUEENS, "pile: 9D 5C", "stock: 3D", "hand N: 4C 4S 8S")
BANK = [
    (LAST_RED, "draw 3D, turnover, red 3D>9D, discard 4C", []),
    (LAST_RED, "draw 3D, red 3D, discard 4C", ["STOCK-006"]),
    (LAST_RED, "draw 3D, turnover, red 3D, discard 4C", ["THREES-002"]),
    (LAST_RED.replace("pile: 9D 5C\n", ""), "draw 3D, red 3D, discard 4C", []),
    (LAST_RED.replace("pile: 9D", "pile: 3H"), "draw 3D, turnover, red 3D>3H>5C, discard 4C", []),
    (LAST_RED.replace("pile: 9D 5C", "pile: 3H"), "draw 3D, turnover, red 3D>3H, red 3H, discard 4C", []),
    (LAST_RED.replace("stock: 3D", "stock: KD").replace("8S", "3H"), "red 3H>KD, turnover, draw 9D, discard 4C", []),
    (LAST_RED.replace("stock: 3D", "stock: KD"), "draw KD, turnover, discard 4C", ["STOCK-004"]),
    (LAST_RED.replace("stock: 3D", "stock: KD"), "draw KD, discard 4C", []),
]


@pytest.mark.parametrize(("text", "turn", "found"), BANK)
def test_a_pile_that_becomes_the_stock(text: str, turn: str, found: list[str]) -> None:
    ruleset = load_ruleset("ru-bank")
    assert faults(text, turn, ruleset) == found
    assert found or same(text, turn, ruleset)


def same(text: str, turn: str, ruleset: Ruleset) -> bool:
    """Tell whether the turn, or one that comes to the same, is listed."""
    found = listed(text, ruleset)
    return turn in found or (turn.startswith("red") and any(" turnover" in other and "red 3H" in other for other in found))


def test_two_cards_are_drawn_also_where_the_stock_has_one() -> None:
    ruleset = with_values("ro-classic", {"stock_end": {"pile_turned": "all"}})
    text = deal(QUEENS, "pile: 9D 5C 7H", "stock: KD", "hand N: 4C 4S 8S")
    assert faults(text, "draw KD, discard 4C", ruleset) == ["DRAW-005"]
    assert faults(text, "draw KD, turnover, draw 9D, discard 4C", ruleset) == []
    assert "draw KD, turnover, draw 9D, discard 4C" in listed(text, ruleset)


REGENCY = [
    ("draw 3D, add QS to Q, red 3D>3H, red 3H", ["STOCK-002"]),
    ("draw 3D>3H, red 3H", []),
]


@pytest.mark.parametrize(("turn", "found"), REGENCY)
def test_nothing_is_laid_in_a_turn_that_the_last_red_three_ends(turn: str, found: list[str]) -> None:
    ruleset = load_ruleset("uk-regency")
    text = deal(QUEENS, "pile: 9D 5C", "stock: 3D 3H", "hand N: 4C 4S QS")
    assert faults(text, turn, ruleset) == found
    assert listed(text, ruleset) == ["draw 3D>3H, red 3H"]


def test_what_takes_the_pile_is_laid_though_the_card_beside_it_ends_the_deal() -> None:
    text = deal(QUEENS, "pile: 9D 7S", "stock: 3H", "hand N: 7C 7D KS 4C")
    found = listed(text, load_ruleset("ro-canastone"))
    assert sorted(found) == ["draw 3H, red 3H", "take 7S with 7C 7D, draw 3H, red 3H"]


def test_where_the_last_red_three_ends_the_deal_the_pile_is_not_turned_over_for_it() -> None:
    ruleset = with_values("uk-regency", {"stock_end": {"pile_turned": "all"}})
    assert faults(LAST_RED, "draw 3D, turnover, red 3D>9D, discard 4C", ruleset) == ["STOCK-002"]
    assert listed(LAST_RED, ruleset) == ["draw 3D, red 3D"]


def test_a_pile_of_which_nothing_is_turned_over_does_not_excuse_from_taking_it() -> None:
    ruleset = with_values("uk-regency", {"stock_end": {"pile_turned": "all-but-top"}})
    text = deal("melds N: 8H 8C 8D", "stock: 7C", "hand N: 3S 4S 8D", "hand W: 8S 7S", "W: draw 7C, discard 8S")
    text = text.replace("dealer W, first N", "dealer S, first W")
    assert faults(text, "turnover leave 8S", ruleset) == ["STOCK-004"]
    assert faults(text, "pass", ruleset) == ["STOCK-001"]


def test_a_red_three_of_the_pile_is_replaced_or_not_where_it_may_be() -> None:
    text = deal(QUEENS, "pile: 3H QS", "stock: 6C 6D", "hand N: 4C 5D")
    found = listed(text, load_ruleset("uk-howto+red-three-from-pile-replaced"))
    assert {"take QS to Q, red 3H, discard 4C", "take QS to Q, red 3H>6C, discard 4C"} <= set(found)


def test_a_meld_of_the_partner_is_told_apart_from_one_begun_beside_it() -> None:
    text = deal("melds S: 5S 5D 5C * 2H", "pile: 5D 3C 5C", "stock: 6C 3S", "hand N: 3C 5H 5H")
    found = listed(text, load_ruleset("ru-bank+opening-by-side"))
    assert "take 5C, meld 5C 5D 5H, add 5H to 5.1, discard 3C" in found
