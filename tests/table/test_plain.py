"""The plain turn is a short cut: it does what carrying out play by play does, or nothing at all."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.cards import JOKER, SUITED, Deck
from canasta_audit.notation import model as n
from canasta_audit.table.apply import APPLY, begin_turn, end_turn
from canasta_audit.table.deal import seats_of, set_table
from canasta_audit.table.laying import NO_LIMITS, Known, Opening
from canasta_audit.table.plain import plain_run, plain_turn
from canasta_audit.table.state import MeldOnTable, Table, TurnState
from tests.checks import examples
from tests.games import GAMES, ruleset_of, text_of
from tests.table.long_way import go_the_long_way

HEAD = """deal 1: dealer W
melds S: KC KD KH, 7S 7S 2C
hand N: {hand}
hand E: ?x11
pile: 9D
{stock}E: draw ?, discard 9C
S: draw ?, discard 9H
W: draw ?, discard 9S
N: {plays}
"""
HAND = "KS 7D 7H 5C 5D 5H 4S 4C 8D"


class Anything:
    """Every row is good, or every lay-off."""

    def __contains__(self, one: object) -> bool:
        return isinstance(one, tuple)


def table_before(plays: str, stock: str, hand: str = HAND) -> tuple[Table, n.Turn]:
    """A table before the turn of N whose plays are given, and that turn."""
    log = ca.parse(HEAD.format(hand=hand, stock=stock, plays=plays))
    assert not [finding for finding in log.findings if finding.severity == "error"]
    lines = log.matches[0].deals[0].lines
    turns = [line for line in lines if isinstance(line, n.Turn)]
    table = set_table(seats_of({}, lines), Deck(2, 4), lines[: lines.index(turns[0])], number=1, usual_draw=1)
    table.first = "E"
    for turn in turns[:-1]:
        step_by_step(table, turn)
    table.stock_left = 40
    return table, turns[-1]


def step_by_step(table: Table, line: n.Turn) -> TurnState:
    """Carry out a turn play by play."""
    turn = begin_turn(table, line)
    for play in line.plays:
        APPLY[play.kind](table, turn, play)
    end_turn(table)
    return turn


def seen(value: object) -> object:
    """A table, turn or meld as plain data, hands without their order."""
    if isinstance(value, MeldOnTable):
        return (value.rank, value.naturals, value.wilds, sorted(value.cards), value.seat, value.turn)
    if isinstance(value, Table):
        data = {name: getattr(value, name) for name in Table.__slots__ if name not in ("turn", "shown", "seats", "deck")}
        data["hands"] = {seat: sorted(hand) for seat, hand in value.hands.items()}
        data["melds"] = {side: [seen(meld) for meld in melds] for side, melds in value.melds.items()}
        data["turn"] = seen(value.turn)
        return data
    if isinstance(value, TurnState):
        names = [name for name in (*vars(TurnState), *vars(value)) if not name.startswith("_") and not name.startswith("targets")]
        data = {name: getattr(value, name) for name in names}
        data["lays"] = [(seen(lay.meld), lay.cards, lay.new, lay.top, lay.seen_rest) for lay in value.lays]
        return data
    return value


PLAYS = st.lists(
    st.sampled_from(
        [
            "add KS",
            "add 7D 7H",
            "add 7D to 7",
            "meld 5C 5D 5H",
            "meld 5C 5D 2H",
            "add 2C to K",
            "add 5S",
            "add 5S *",
            "meld 4S 4C 4D",
            "add 9C",
        ]
    ),
    max_size=3,
)
DRAWN = st.sampled_from(["4D", "KS", "3H", "?", "*", "3H>4D", "4D 5S"])
THROWN = st.sampled_from(["4D", "8D", "KS", "JH", "2H"])
STOCK = st.sampled_from(["", "stock: ? ? ? 4D 5S ? ? ? ? ?\n", "stock: ? ? ? KS ? ?\n", "stock: ? ? ? ? ? ? ?\n"])


@settings(max_examples=400, deadline=None)
@given(DRAWN, PLAYS, THROWN, STOCK)
def test_does_what_is_done_play_by_play_or_nothing(drawn: str, between: list[str], thrown: str, stock: str) -> None:
    plays = ", ".join([f"draw {drawn}", *between, f"discard {thrown}"])
    table, line = table_before(plays, stock)
    untouched, other = copy.deepcopy(table), copy.deepcopy(table)
    turn = plain_turn(table, line, Known(Anything(), Anything()))
    if turn is None:
        assert seen(table) == seen(untouched)
    else:
        step_by_step(other, line)
        assert seen(table) == seen(other)
        assert not table.lacking
        assert not other.lacking


@pytest.mark.parametrize(
    "plays",
    [
        "draw 4D, discard 8D",
        "draw *, discard *",
        "draw 4D, add KS, discard 4D",
        "draw 4D, add 7D 7H to 7, meld 5C 5D 5H, discard 8D",
    ],
)
def test_most_turns_are_plain(plays: str) -> None:
    table, line = table_before(plays, "")
    assert plain_turn(table, line, Known(Anything())) is not None


@pytest.mark.parametrize(
    "plays",
    [
        "draw 3H, discard 8D",
        "draw ?, discard 8D",
        "draw 4D 5S, discard 8D",
        "draw 4D, discard JH",
        "draw 4D, add 2H to K, discard 8D",
        "draw 4D, meld KS KC KD, discard 8D",
        "draw 4D, add 9C, discard 8D",
        "draw 4D, meld 5C 5D 5H, discard 5C",
        "take 9S, discard 8D",
        "draw 4D, ask yes, discard 8D",
    ],
)
def test_what_may_matter_is_not_plain(plays: str) -> None:
    table, line = table_before(plays, "")
    assert plain_turn(table, line, Known(Anything())) is None


@pytest.mark.parametrize(
    ("need", "naturals", "laid", "is_plain"),
    [
        (90, False, "meld 5C 5D 2H", True),
        (91, False, "meld 5C 5D 2H", False),
        (90, True, "meld 5C 5D 2H", True),
        (50, True, "meld 5C 5D 2H", False),
        (50, True, "meld 5C 5D 5H", True),
        (50, True, "meld 5C 5D 5H, meld 4C 4S 2H", False),
        (90, True, "meld 2H 2C *", False),
        (90, True, "meld 2H 2C *, meld 5C 5D 5H", True),
    ],
)
def test_an_initial_meld_is_plain_by_its_worth_and_its_wild_cards(need: int, naturals: bool, laid: str, is_plain: bool) -> None:
    table, line = table_before(f"draw 4D, {laid}, discard 8D", "", HAND + " 2H 2C *")
    table.melds["NS"].clear()
    untouched = copy.deepcopy(table)
    opening = Opening(dict.fromkeys((*SUITED, JOKER), 30), lambda score: need, naturals, 50)
    done = plain_run(table, (line,), 0, Known(Anything()), NO_LIMITS, opening)
    assert done == ((1, len(line.plays)) if is_plain else (0, 0))
    assert (seen(table) == seen(untouched)) is not is_plain


@pytest.mark.parametrize("name", GAMES)
def test_audits_are_the_same_without_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = ca.parse(text_of(name), name)
    ruleset = ruleset_of(name)
    quick = ca.audit(log, ruleset)
    go_the_long_way(monkeypatch)
    assert ca.audit(log, ruleset) == quick


HEADS = "deal {number}: dealer W\nmelds N: KC KD KH, 7S 7S 7C, 7D 7D 2C\npile: {pile}\nhand N: {hand}\nN: take {take}\n"


def test_what_was_found_good_is_asked_again_where_it_may_differ() -> None:
    deals = [
        ("KS", "4C 5C", "KS to K, discard 4C"),
        ("KS", "4C", "KS to K, discard 4C"),
        ("2H KS", "4C 5C", "KS to K, discard 4C"),
    ]
    text = "".join(HEADS.format(number=at, pile=pile, hand=hand, take=take) for at, (pile, hand, take) in enumerate(deals, 1))
    report = ca.audit(ca.parse(text), ca.load_ruleset("uk-regency"))
    found = [(finding.id, finding.deal) for finding in report.roots if finding.id.startswith("PILE")]
    assert found == [("PILE-008", 2), ("PILE-006", 3)]


def everything() -> str:
    """The logs of the checks' docstrings for the usual table, bad and good, one match after the other."""
    return "\n".join(f'[Event "{at}"]\n{log}' for at, log in enumerate(documented()) if not log.lstrip().startswith("["))


def documented() -> list[str]:
    """The logs of the checks' docstrings, bad and good."""
    return [log for check in examples.DOCUMENTED for log in examples.example(check)[:2]]


def test_nothing_hangs_on_what_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    log, ruleset = ca.parse(everything()), ca.load_ruleset("uk-regency")
    quick = ca.audit(log, ruleset)
    assert len(quick.roots) > 50
    go_the_long_way(monkeypatch)
    slow = ca.audit(log, ruleset)
    assert slow.findings == quick.findings


def test_nothing_is_left_out_that_finds_something(monkeypatch: pytest.MonkeyPatch) -> None:
    logs = [ca.parse(text) for text in documented()]
    quick = [ca.audit(log) for log in logs]
    go_the_long_way(monkeypatch)
    assert [ca.audit(log) for log in logs] == quick
