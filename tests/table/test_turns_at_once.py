"""Whole turns that take the pile or turn it over, carried out in one go: they do what is done play by play, or change nothing."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import islice

import pytest

import canasta_audit as ca
from canasta_audit import playing
from canasta_audit.asking import Asker
from canasta_audit.at_once import last_at_once, turn_at_once
from canasta_audit.cards import RED_THREES
from canasta_audit.notation import model as n
from canasta_audit.resources import read_text
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.apply import APPLY, begin_turn, end_turn
from canasta_audit.table.plain import plain_run
from canasta_audit.table.state import Table, TurnState
from tests.table.long_way import go_the_long_way
from tests.table.test_at_once import SHIPPED
from tests.table.test_plain import seen

AT_THE_END = ("turn", "turns_had", "played_turns", "last_seat", "undiscarded")
"""What a run of turns notes once for all of them."""


class Held:
    """Holds whole turns done at once to what ``apply`` does; ``differing`` are those for which that is something else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[tuple[str, bool]] = Counter()
        self.differing: list[str] = []
        self.matches: set[int] = set()
        monkeypatch.setattr(playing, "turn_at_once", self.hold)
        monkeypatch.setattr(playing, "last_at_once", self.hold_last)
        monkeypatch.setattr(playing, "plain_run", self.run)

    def run(self, table: Table, lines: list[n.Line], at: int, *more: object) -> tuple[int, int]:
        """Carry out a run of turns, and look at what it leaves as the last one."""
        end, plays = plain_run(table, lines, at, *more)  # type: ignore[arg-type]
        last, turn = lines[end - 1], table.turn
        if end > at and isinstance(last, n.Turn):
            assert turn is not None
            if (turn.took, turn.seat, turn.number) != ("take" in [play.kind for play in last.plays], last.seat, table.played_turns):
                self.differing.append(last.text)
        return end, plays

    def hold(self, asker: Asker, line: n.Turn, number: int, left: int) -> TurnState | None:
        """Carry out a turn as it is, and on a copy of the table."""
        asker.step.table.stock_left = left
        if not left and asker.step.table.stock_out is None:
            self.differing.append(line.text)
        other = pickle.loads(pickle.dumps(asker.step.table))
        turn = turn_at_once(asker, line, number, left)
        if turn is not None:
            self.matches.add(asker.step.match.number)
            other.played_turns = number - 1
            if seen(play_by_play(other, line)) != seen(turn):
                self.differing.append(line.text)
        if without(asker.step.table) != without(other):
            self.differing.append(line.text)
        self.done[line.plays[0].kind, turn is not None] += 1
        return turn

    def hold_last(self, asker: Asker, plays: tuple[n.Play, ...], turn: TurnState, table: Table) -> bool:
        """Carry out the plays of a turn that has begun as it is, and on a copy of the table."""
        other = pickle.loads(pickle.dumps(table))
        done = last_at_once(asker, plays, turn, table)
        if done:
            self.matches.add(asker.step.match.number)
            assert other.turn is not None
            for play in plays:
                APPLY[play.kind](other, other.turn, play)
        if seen(table) != seen(other):
            self.differing.append(asker.step.line.text)
        self.done["last", done] += 1
        return done


def play_by_play(table: Table, line: n.Turn) -> TurnState:
    """Carry out a turn, and what is noted when it is over."""
    turn = begin_turn(table, line)
    turn.waits_for_pickup = any(play.kind == "pickup" for play in line.plays)
    for play in line.plays:
        APPLY[play.kind](table, turn, play)
    end_turn(table)
    if RED_THREES.isdisjoint(table.hands[turn.seat]):
        table.red_holders.discard(turn.seat)
    if table.stock_left == 0 and table.stock_out is None:
        table.stock_out = turn.seat
    return turn


def without(table: Table) -> dict[str, object]:
    """A table as plain data, without what is noted at the end of a run."""
    data = seen(table)
    assert isinstance(data, dict)
    return {name: value for name, value in data.items() if name not in AT_THE_END}


@pytest.mark.parametrize(
    ("name", "kind", "least"),
    [
        ("uk-regency", "take", 10),
        ("uk-howto", "take", 10),
        ("ro-classic", "take", 10),
        ("ro-mini", "take", 10),
        ("ru-club", "take", 10),
        ("ru-bank", "take", 10),
        ("ru-bank", "turnover", 10),
        ("ro-canastone", "draw", 1),
        ("uk-regency", "last", 10),
        ("ro-canastone", "last", 5),
        ("ru-bank", "last", 5),
    ],
)
def test_turns_of_every_game(name: str, kind: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset(name), Held(monkeypatch)
    for bot in ("greedy", "random"):
        ca.audit(ca.parse("".join(islice(numbered_match(ruleset, 4, bot, 3, 1), 8))), ruleset)
    assert not held.differing
    assert held.done[kind, True] >= least


def test_the_rest_of_the_pile_is_picked_up_later(monkeypatch: pytest.MonkeyPatch) -> None:
    held, text = Held(monkeypatch), read_text(*SHIPPED)
    ca.audit(ca.parse(f"{text}\n{text}"))
    assert not held.differing
    assert held.done["take", True] > 5
    assert held.done["red", True] > 10
    assert held.done["last", True] > 5


REGENCY = """[Event "{number}"]
deal 1: dealer W, first N
melds N: KC KD KH, 7S 7S 7C
pile: {pile}
hand N: QS QH 6C 6D 6H KS 9D
hand E: 4C 5C 6S
stock: ?x40
N: {plays}
E: draw ?, discard 4C
"""
UNOPENED = REGENCY.replace("melds N: KC KD KH, 7S 7S 7C\n", "")
BANK = """[Event "{number}"]
deal 1: dealer W, first N
melds S: 8C 8D 8H
melds N: TC TD TH
pile: {pile}
hand N: QS QH 6C 6D 6H 8S 9D
hand E: 4C 5C 6S
stock: ?x40
N: {plays}
E: draw ?, discard 4C
"""
STRANGE = BANK.replace("melds N: TC TD TH\n", "")
EMPTY = """[Event "{number}"]
deal 1: dealer S, first W
melds S: 8C 8D 8H
melds N: TC TD TH
{pile}hand W: 5C 5S
hand N: QS QH 6C 6D 6H 8S 9D
hand E: 4C 5C 6S
stock: 5D
W: draw 5D, discard 5C
N: {plays}
"""
CANASTONE = """[Event "{{number}}"]
deal 1: dealer W, first N
melds N: KC KD KH, 7S 7S 7C{wild}
pile: {{pile}}
hand N: QS QH 6C 6D 6H 2C KS
hand E: 4C 5C 6S
stock: 4D 5D 6S ?x40
N: {{plays}}
E: draw ? ?, discard 4C
"""
OWN, NEXT = CANASTONE.format(wild=""), CANASTONE.format(wild=", 2D 2H 2S")

CASES: list[tuple[str, str, str, str, bool, list[str]]] = [
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QH, discard 9D", True, []),
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QH, meld 6C 6D 6H, discard 4D", True, []),
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QH, pickup, meld 6C 6D 6H, discard 4D", True, []),
    ("uk-regency", REGENCY, "4D KC", "take KC to K, add KS, discard 4D", True, []),
    ("uk-regency", REGENCY, "4D QC", "take QD with QS QH, discard 9D", False, ["RECORD-012"]),
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QC, discard 9D", False, ["RECORD-006"]),
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QH, discard JD", False, ["RECORD-006"]),
    ("uk-regency", REGENCY, "2D 4D QC", "take QC with QS QH, discard 9D", False, []),
    ("uk-regency", REGENCY, "2D 4D KC", "take KC to K, discard 9D", False, ["PILE-006"]),
    ("uk-regency", REGENCY, "4D KC", "take KC to K, add KS, add 4D, discard 9D", False, ["MELD-012"]),
    ("uk-regency", REGENCY, "3H QC", "take QC with QS QH, discard 9D", False, ["THREES-001"]),
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QH, meld 6C 6D 6H, add KS", False, ["RECORD-018"]),
    ("uk-regency", REGENCY, "4D QC", "take QC with QS QH", False, ["RECORD-018"]),
    ("uk-regency", REGENCY, "4D QC", "draw ?, take QC with QS QH, discard 9D", False, ["DRAW-002"]),
    ("uk-regency", UNOPENED, "4D QC", "take QC with QS QH, meld 6C 6D 6H, discard 4D", False, ["OPEN-001"]),
    ("ru-bank", BANK, "4D QC", "take QC, meld 6C 6D 6H, add 8S to 8 of S, discard 4D", True, []),
    ("ru-bank", STRANGE, "4D QC", "take QC, meld QC QS QH, meld 6C 6D 6H, discard 4D", False, ["OPEN-001"]),
    ("ru-bank", STRANGE, "4D QC", "take QC, add 8S to 8 of S, meld QC QS QH, meld 6C 6D 6H, discard 4D", False, ["MELD-022"]),
    ("ru-bank", BANK, "4D JC", "take JC, discard 4D", False, ["PILE-003"]),
    ("ru-bank", EMPTY, "pile: 4D QC\n", "turnover, draw 4D, discard 9D", True, []),
    ("ru-bank", EMPTY, "pile: 4D QC\n", "turnover, draw 4D, meld 6C 6D 6H, discard 9D", True, []),
    ("ru-bank", EMPTY, "", "turnover, draw 5C, discard 9D", True, []),
    ("ru-bank", EMPTY, "pile: 4D QC\n", "turnover, draw QC, discard 9D", False, ["RECORD-010"]),
    ("ru-bank", EMPTY, "pile: 4D QC\n", "turnover leave 5C, draw 4D, discard 9D", False, ["STOCK-005"]),
    ("ru-bank", BANK, "4D QC", "turnover, draw 4D, discard 9D", False, ["STOCK-004"]),
    ("ro-canastone", OWN, "4D QC", "draw 4D, take QC with QS QH, discard 6C", True, []),
    ("ro-canastone", OWN, "4D QC", "draw 4D, take QC with QS QH, meld 6C 6D 2C, discard 6H", True, []),
    ("ro-canastone", OWN, "4D QC", "draw 4D 5D, take QC with QS QH, discard 6C", False, ["DRAW-006"]),
    ("ro-canastone", OWN, "4D QC", "take QC with QS QH, discard 6C", False, ["DRAW-005"]),
    ("ro-canastone", OWN, "4D QC", "draw 5D, take QC with QS QH, discard 6C", False, ["RECORD-010"]),
    ("ro-canastone", NEXT, "4D QC", "draw 4D, take QC with QS QH, discard 6C", False, []),
    ("ro-canastone", NEXT, "4D QC", "draw 4D, take QC with QS QH 2C, discard 6C", False, ["MELD-020"]),
    ("ro-canastone", NEXT, "4D QC", "draw 4D, take QC with QS QH, discard 2C", False, ["MELD-019"]),
]


REDS = """[Event "{number}"]
deal 1: dealer W
before: NS -5, EW 0
hand N: QS QH 6C 6D 6H 3H 9D 9S TC JC JD
hand E: 4C 5C 6S 8C 8C 9C 9H TH TD KC KD
hand S: 4H 5H 7H 8H 8H AC AH TH TD KS KS
hand W: 4H 5S 6S 7C 7D 7S 9C AD AS KH KH
up: {pile}
N: {plays}
E: draw ?, discard 4C
"""
TWO_REDS = REDS.replace("3H 9D", "3H 3D")
LATE = REDS.replace("N: {plays}\nE: draw ?, discard 4C\n", "E: draw ?, discard 4C\nN: {plays}\n")
COUNTED = """[Event "{number}"]
deal 1: dealer W, first N
melds N: KC KD KH
hand N: QS QH 6C 3H 9D
stock: 4D 5D ?x40
pile: {pile}
N: {plays}
"""
AT_DEAL = "uk-regency+red-threes-at-deal"
LAID: list[tuple[str, str, str, str, bool, list[str]]] = [
    ("uk-regency", REDS, "QC", "red 3H>4D, draw 8D, discard 9D", True, []),
    ("uk-regency", REDS, "QC", "red 3H>4D, draw 8D, meld 6C 6D 6H, discard 9D", True, []),
    ("uk-regency", REDS, "QC", "red 3H>KC, take QC with QS QH, discard KC", True, []),
    ("uk-regency", REDS, "QC", "red 3H>QD, take QC with QS QH, pickup, add QD, discard 9D", True, []),
    ("uk-regency", REDS, "QC", "red 3H, draw 8D, discard 9D", False, ["THREES-002"]),
    ("uk-regency", REDS, "QC", "red 3D>4D, draw 8D, discard 9D", False, ["RECORD-006"]),
    ("uk-regency", REDS, "QC", "red 3H>3D, draw 8D, discard 9D", False, ["THREES-001"]),
    ("uk-regency", REDS, "QC", "red 3H>4S>5S, draw 8D, discard 9D", False, ["THREES-004"]),
    ("uk-regency", REDS, "QC", "red 9D>4S, draw 8D, discard QS", False, ["THREES-005"]),
    ("uk-regency", REDS, "QC", "red 3H>4D, draw 3D, discard 9D", False, ["THREES-001"]),
    ("uk-regency", REDS, "QC", "red 3H>4D, draw 3D, discard 3D", False, ["THREES-001"]),
    ("uk-regency", REDS, "QC", "red 3H>4D, draw 8D 8S, discard 9D", False, ["DRAW-001"]),
    ("uk-regency", REDS, "QC", "red 3H>8S, draw 8C, discard 9D", False, ["RECORD-007"]),
    ("uk-regency", REDS, "QC", "red 3H>4D, draw 8D, discard JH", False, ["RECORD-006"]),
    ("uk-regency", REDS, "QC", "red 3H>4D, discard 9D", False, ["DRAW-003"]),
    ("uk-regency", REDS, "QC", "red 3H>4D, take QC with QS QD, discard 9D", False, ["RECORD-006"]),
    ("uk-regency", REDS, "QC", "draw 8D, red 3H>4D, discard 9D", False, []),
    ("uk-regency", TWO_REDS, "QC", "red 3H>4D 3D>4S, draw 8D, discard 9S", True, []),
    ("uk-regency", TWO_REDS, "QC", "red 3H>4D, draw 8D, discard 9S", False, ["THREES-001"]),
    ("uk-regency", LATE, "QC", "red 3H>4D, draw 8S, discard 9D", False, ["RECORD-001"]),
    ("uk-regency", COUNTED, "QC", "red 3H>4D, draw 5D, discard 9D", False, []),
    ("uk-regency", COUNTED, "QC", "red 3H>5D, draw 4D, discard 9D", False, ["RECORD-010"]),
    (AT_DEAL, REDS, "QC", "red 3H>4D, draw 8D, discard 9D", False, ["THREES-006"]),
]
OUT = """[Event "{number}"]
deal 1: dealer W, first N
melds N: KC KC KH KH KS KS 2C, 7S 7C 7D 7C 7D 7H{pile}
hand N: KD 5D 7S
hand E: 4C 5C 6S 8C
stock: KD 7H ?x40
N: draw {plays}
end: N out
"""
SHORT = OUT.replace(" KS KS 2C", "").replace("7D 7C 7D 7H", "7D")
RED = OUT.replace("stock: KD", "stock: 3H")
QUEENS, WILDS = ", QC QC QD QH QH QS QS", ", QC QC QD QH QH QS QS, 2C 2D 2H *"
LAST: list[tuple[str, str, str, str, bool, list[str]]] = [
    ("uk-regency", OUT, "", "KD, ask yes, add KD KD to K, add 7S to 7, discard 5D", True, []),
    ("uk-regency", OUT, ", 5C 5S 5H", "KD, ask yes, add KD KD to K, add 7S to 7, add 5D to 5", True, []),
    ("uk-regency", OUT, "", "KD, ask no, add KD KD to K, add 7S to 7, discard 5D", True, ["OUT-004"]),
    ("uk-regency", OUT, "", "KD, ask yes, add KD KD to K, add 7S to 7", True, ["RECORD-018"]),
    ("uk-regency", SHORT, "", "KD, ask yes, add KD KD to K, add 7S to 7, discard 5D", True, ["OUT-001"]),
    ("uk-regency", OUT, "", "KD, ask yes, add KD KD to K, add 7S to 7, discard 9D", False, ["RECORD-006"]),
    ("uk-regency", OUT, "", "KD 7H, ask yes, add KD KD to K, add 7S 7H to 7, discard 5D", False, ["DRAW-001"]),
    ("uk-regency", OUT, "", "7H, ask yes, add KD to K, add 7S 7H to 7, discard 5D", False, ["RECORD-010"]),
    ("uk-regency", RED, "", "3H, ask yes, add KD to K, add 7S to 7, discard 5D", False, ["THREES-001", "RECORD-015"]),
    ("ru-club", OUT, "", "KD, ask yes, add KD KD to K, add 7S to 7, discard 5D", True, []),
    ("ru-club", OUT, "", "KD, add KD KD to K, ask yes, add 7S to 7, discard 5D", False, ["OUT-014"]),
    ("ru-bank", OUT, "", "KD, add KD KD to K, add 7S to 7, discard 5D", True, []),
    ("ru-bank", OUT, "", "KD, ask yes, add KD KD to K, add 7S to 7, discard 5D", False, ["OUT-011"]),
    ("ru-bank", OUT, ", 5C 5S 5H", "KD, add KD KD to K, add 7S to 7, add 5D to 5", True, ["OUT-010"]),
    ("ro-canastone", OUT, QUEENS, "KD 7H, add KD KD to K, add 7S 7H to 7, discard 5D", True, []),
    ("ro-canastone", OUT, WILDS, "KD 7H, add KD KD to K, add 7S 7H to 7, discard 5D", True, ["MELD-018"]),
]


@pytest.mark.parametrize(("name", "deal", "pile", "plays", "at_once", "ids"), CASES + LAID + LAST)
def test_what_may_matter_is_not_done_at_once(
    name: str, deal: str, pile: str, plays: str, at_once: bool, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    ruleset, held = ca.load_ruleset(name), Held(monkeypatch)
    good = [case for case in CASES + LAID + LAST if case[0] == name and case[4] and not case[5]]
    # What a game has shown before tells what is good in it.
    deals = [case[1:4] for case in good * 2] + [(deal, pile, plays)]
    texts = [one.format(number=number, pile=lain, plays=play) for number, (one, lain, play) in enumerate(deals, 1)]
    log = ca.parse("".join(texts))
    assert not log.findings
    quick = ca.audit(log, ruleset)
    assert [(finding.id, finding.match) for finding in quick.roots] == [(id, len(deals)) for id in ids]
    assert (len(deals) in held.matches) is at_once
    assert held.matches.issuperset(range(len(good) + 1, len(deals)))
    go_the_long_way(monkeypatch)
    assert ca.audit(log, ruleset) == quick
    assert not held.differing


def test_the_last_turn_of_a_run_is_the_one_that_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset("uk-regency"), Held(monkeypatch)
    deal = REGENCY.replace("hand E: 4C 5C 6S", "hand E: 4C 5C 9C 9H").replace(
        "E: draw ?, discard", "E: take 9D with 9C 9H, discard"
    )
    deals = [deal.format(number=number, pile="4D QC", plays="take QC with QS QH, discard 9D") for number in (1, 2)]
    ca.audit(ca.parse("".join(deals)), ruleset)
    assert held.matches == {2}
    assert held.done["take", False] > 1
    assert not held.differing


OPENED = """[Event "{number}"]
deal 1: dealer W, first N
before: NS {before}, EW 0
pile: 4D QC
hand N: QS QH 6C 6D 6H AS AH AD 9D
hand E: 4C 5C 6S
stock: ?x40
N: take QC with QS QH, {plays}, discard {thrown}
"""


@pytest.mark.parametrize(
    ("before", "plays", "thrown", "at_once", "ids"),
    [
        (0, "meld AS AH AD", "9D", True, []),
        (1495, "meld AS AH AD", "4D", True, []),
        (1500, "meld AS AH AD", "4D", True, []),
        (1500, "meld 6C 6D 6H", "4D", False, ["OPEN-001"]),
        (3000, "meld AS AH AD", "4D", False, ["OPEN-001"]),
        (0, "meld 6C 6D 6H", "4D", False, ["OPEN-001"]),
        (-5, "meld 6C 6D 6H", "4D", True, []),
    ],
)
def test_an_initial_meld_with_the_pile_is_worth_enough(
    before: int, plays: str, thrown: str, at_once: bool, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, held = ca.load_ruleset("uk-regency"), Held(monkeypatch)
    cases = [(0, "meld AS AH AD", "9D"), (-5, "meld 6C 6D 6H", "9D"), (before, plays, thrown)]
    texts = [OPENED.format(number=at, before=sum_, plays=all_, thrown=card) for at, (sum_, all_, card) in enumerate(cases)]
    log = ca.parse("".join(texts))
    assert not log.findings
    quick = ca.audit(log, ruleset)
    assert [(finding.id, finding.match) for finding in quick.roots] == [(id, 3) for id in ids]
    assert (3 in held.matches) is at_once
    assert not held.differing
    go_the_long_way(monkeypatch)
    assert ca.audit(log, ruleset) == quick


def test_a_hand_that_is_used_up_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset("uk-regency"), Held(monkeypatch)
    deal = REGENCY.replace("hand N: QS QH 6C 6D 6H KS 9D", "hand N: QS QH {more}")
    plays = "take QC with QS QH, discard 4D"
    deals = [deal.format(number=at, pile="4D QC", plays=plays, more=more) for at, more in enumerate(("9D", "9D", ""), 1)]
    quick = ca.audit(ca.parse("".join(deals)), ruleset)
    assert [(finding.id, finding.match) for finding in quick.roots] == [("OUT-002", 3)]
    assert held.matches == {2}


def test_wild_cards_join_what_lies_there_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset("uk-regency"), Held(monkeypatch)
    deal = REGENCY.replace("hand N: QS", "hand N: 2C QS")
    cases = [
        ("4D QC", "take QC with QS QH, add 2C to K, discard 9D"),
        ("4D KC", "take KC to K, discard 9D"),
        ("4D KC", "take KC to K, add 2C to K, discard 9D"),
        ("4D KC", "take KC to K, add 2C to K, discard 9D"),
    ]
    deals = [deal.format(number=at, pile=pile, plays=plays) for at, (pile, plays) in enumerate(cases, 1)]
    assert not ca.audit(ca.parse("".join(deals)), ruleset).findings
    # A wild card beside three kings was found good, not yet one beside four.
    assert held.matches == {4}
    assert not held.differing
