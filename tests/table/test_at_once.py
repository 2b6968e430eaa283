"""Plays carried out in one go, without asking, are carried out as play by play: the table is the same, or nothing has changed."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import islice

import pytest

import canasta_audit as ca
from canasta_audit import at_once, playing
from canasta_audit.asking import Asker
from canasta_audit.notation import model as n
from canasta_audit.resources import read_text
from canasta_audit.ruleset.load import list_rulesets
from canasta_audit.simulate.match import numbered_match
from canasta_audit.table.apply import APPLY
from canasta_audit.table.state import Table, TurnState
from tests.table.long_way import go_the_long_way
from tests.table.test_plain import seen

RULESETS = [name for name, _ in list_rulesets()]
SHIPPED = ("fixtures", "games", "uk-regency", "02-match-to-5000.cgn")


class Held:
    """Holds what is done at once to what ``apply`` does; ``differing`` are the plays for which that is something else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[tuple[str, bool]] = Counter()
        self.differing: list[n.Play] = []
        self.real = at_once.AT_ONCE
        monkeypatch.setattr(playing, "AT_ONCE", dict.fromkeys(self.real, self.hold))
        # Whole turns go another way; here their plays are looked at.
        monkeypatch.setattr(playing, "turn_at_once", lambda *_: None)
        monkeypatch.setattr(playing, "last_at_once", lambda *_: False)

    def hold(self, asker: Asker, play: n.Play, turn: TurnState, table: Table) -> bool:
        """Carry out a play as it is, and on a copy of the table."""
        other = pickle.loads(pickle.dumps(table))
        done = self.real[play.kind](asker, play, turn, table)
        if done:
            assert other.turn is not None
            APPLY[play.kind](other, other.turn, play)
        if seen(table) != seen(other) or turn is not table.turn:
            # An audit goes on after an error of its own.
            self.differing.append(play)
        self.done[play.kind, done] += 1
        return done


@pytest.mark.parametrize("name", RULESETS)
def test_plays_of_every_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset(name), Held(monkeypatch)
    # Turns that are plain besides go another way; here every play is looked at.
    monkeypatch.setattr(playing, "plain_run", lambda table, lines, at, *more: (at, 0))
    for bot in ("greedy", "random"):
        ca.audit(ca.parse("".join(islice(numbered_match(ruleset, 4, bot, 3, 1), 4))), ruleset)
    assert not held.differing
    assert all(held.done[kind, True] > 10 for kind in ("draw", "meld", "add"))


@pytest.mark.parametrize("name", ["uk-regency", "uk-howto", "ro-classic", "ro-mini", "ru-club"])
def test_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset(name), Held(monkeypatch)
    for bot in ("greedy", "random"):
        ca.audit(ca.parse("".join(islice(numbered_match(ruleset, 4, bot, 3, 1), 8))), ruleset)
    assert not held.differing
    assert held.done["take", True] > 10
    assert held.done["take", False] > 0


HEAD = "deal 1: dealer W\nhand N: 3H 9S 8S 7S 6S 5S 4S KC KD QC QD\nstock: {stock} ?x40\n"
REDS = ["red 3H, draw 4D", "red 3H>4D 3D>5D, draw 6D", "red 3H>3D>5D, draw 6D", "red 3H>?, draw ?", "red 3H>4D, red 3H>4D"]


def test_piles_shown_for_and_turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, held = ca.load_ruleset("ru-bank"), Held(monkeypatch)
    ca.audit(ca.parse("".join(islice(numbered_match(ruleset, 4, "greedy", 3, 1), 4))), ruleset)
    assert not held.differing
    assert held.done["take", True] > 10
    assert held.done["turnover", True] > 10


SHOWN = """[Ruleset "ru-bank"]
deal 1: dealer W
melds N: {melds}
pile: {pile}
hand N: {hand}
N: take, {plays}
"""


@pytest.mark.parametrize(
    ("melds", "pile", "hand", "plays", "good"),
    [
        ("QC QD QH", "4C KD", "KS 8H 5C 6D", "discard 5C", True),
        ("QC QD QH", "4C KD", "KS KH 5C 6D", "meld KD KS KH, discard 5C", True),
        ("QC QD QH", "4C KD", "7S 8H 5C 6D", "discard 5C", False),
        ("QC QD QH", "4C 2D", "KS 8H 5C 6D", "discard 5C", False),
        ("QC QD QH", "4C KD", "KS 2H 5C 6D", "meld KD KS 2H, discard 5C", False),
        ("QC QD QH", "4C KD", "KS KH 2H 6D", "meld KD KS KH 2H, discard 6D", False),
    ],
)
def test_a_card_is_shown_for_the_pile(
    melds: str, pile: str, hand: str, plays: str, good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    held = Held(monkeypatch)
    ca.audit(ca.parse(SHOWN.format(melds=melds, pile=pile, hand=hand, plays=plays)))
    assert held.done["take", good] == 1
    assert not held.differing


def test_red_threes(monkeypatch: pytest.MonkeyPatch) -> None:
    held, text = Held(monkeypatch), read_text(*SHIPPED)
    ca.audit(ca.parse(f"{text}\n{text}"))
    assert held.done["red", True] > 5
    for stock in ("4D 5D", "4D 6D", "6D 5D", "3D 4D 5D"):
        # Where the order of the stock is known, it must be what is drawn.
        ca.audit(ca.parse(HEAD.format(stock=stock) + "N: red 3H>4D, draw 5D, discard 9S\nE: draw ?, discard ?\n"))
    for plays in REDS:
        ca.audit(ca.parse(HEAD.format(stock="4D 3D 5D 6D") + f"N: {plays}, discard 2C\n"))
        ca.audit(ca.parse(HEAD.format(stock="?") + f"N: {plays}, discard 9S\n"))
    assert held.done["red", False] > 0
    assert not held.differing


HANDS = "deal 1: dealer W\nhand N: KC 5S 3H\nhand E: QC 6S 9S\nhand S: JC 7S 2C\nhand W: TC 8S 4H\nup: 9D\nstock: {stock}\n"
STOCK_ENDS = [
    "E: draw 4C, discard QC\nend: stock\n",
    "E: draw 4C, discard QC\nS: take QC with QD QH, discard JC\n",
    "E: draw 4C, discard QC\nS: draw 9H, discard JC\n",
    "E: draw 3D, discard QC\nend: stock\n",
    "E: draw 4C AD, discard QC\nS: pass\nend: stock\n",
    "E: draw 4C AD, meld 6S 9S 4C, discard QC\nend: stock\n",
    "E: draw 4C 3D>AD, discard QC\nS: draw 2D, discard 2D\nend: stock\n",
]


@pytest.mark.parametrize("name", RULESETS)
def test_the_end_of_the_stock_is_as_play_by_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, logs = ca.load_ruleset(name), []
    for stock in ("4D 4C", "4D 4C AD", "4D 3D", "4D 5D 4C", "4D 5D 4C AD", "?x2", "?x3", "4D 4C 3D AD"):
        logs += [
            ca.parse(HANDS.format(stock=stock) + f"N: draw {drawn}, discard KC\n" + end)
            for drawn in ("4D", "4D 5D")
            for end in STOCK_ENDS
        ]
    quick = [ca.audit(log, ruleset) for log in logs]
    go_the_long_way(monkeypatch)
    assert [ca.audit(log, ruleset) for log in logs] == quick


MELDED = "deal 1: dealer W\nmelds {whose}: KC KC KD KH KH KS KS, QC QC QD QH QH QS 2S\nhand N: {hand}\nN: {plays}\n{end}"
HOW_OUT = [
    ("KD", "draw QS{two}, {ask}add KD to K, discard QS"),
    ("KD", "draw QS{two}, {ask}add KD to K, add QS to Q"),
    ("KD 2C", "draw QS{two}, {ask}add KD to K, add QS to Q, discard 2C"),
    ("KD 2C", "draw QS{two}, {ask}add KD to K, add QS 2C to Q"),
    ("KD 4C", "draw QS{two}, {ask}add KD to K, discard QS"),
]


@pytest.mark.parametrize("name", RULESETS)
def test_going_out_is_as_play_by_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, logs = ca.load_ruleset(name), []
    two = " KS, add KS to K" if ruleset.tables[4].turn.draw == 2 else ""
    for whose in ("N", "S", "E"):
        for hand, plays in HOW_OUT:
            for ask in ("", "ask yes, ", "ask no, "):
                for end in ("end: N out\n", "", "E: draw 5C, discard 5D\n"):
                    logs.append(ca.parse(MELDED.format(whose=whose, hand=hand, plays=plays.format(two=two, ask=ask), end=end)))
    quick = [ca.audit(log, ruleset) for log in logs]
    go_the_long_way(monkeypatch)
    assert [ca.audit(log, ruleset) for log in logs] == quick
