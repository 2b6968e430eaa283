"""Keys of going out: what it needs, how it ends, who is asked, what is concealed, and the partner who finishes, too."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from tests.checks.keyed import Keyed, decides, places, roots, rules_of
from tests.checks.small import KINGS, deal

MIXED = "QC QC QD QH QS 2C 2D"
QUEENS = "QC QC QD QD QH QH QS"
OUT = "N: draw 5C, ask yes, add KD to K, discard 5C"
PASSED = ("E: draw ?, discard 9C",)


def out(melds: str, *lines: str, partner: str = "") -> str:
    """A deal in which N holds a king and goes out in line 5, with ``melds`` of his own and of his partner's."""
    return deal(f"melds N: {melds}", f"melds S: {partner or 'JC JD JH'}", "hand N: KD", *(lines or (OUT, "end: N out")))


TWO = "going_out: {canastas: 2}"
FOUR = 'remove: [/players, /options]\nplayers: {"4": {cite: [3]}}\n'
KINDS = FOUR + "going_out: {canastas: 2, kinds: [natural, mixed]}"
ONE_MIXED = "going_out: {kinds: [mixed]}"
OWN = "going_out: {canasta_of: player}"
WILD = FOUR + "melds: {wild_only: any-size}\ngoing_out: {canastas: 2, kinds: [natural, mixed]}\ncanastas: {wild_counts_as: %s}"
TWOS = "2C 2D 2H 2S 2C 2D 2H"
NEEDED = [
    Keyed(TWO, out(KINGS), [("OUT-001", 5)], {"have": 1, "need": 2, "side": "NS"}),
    Keyed(TWO, out(f"{KINGS}, {QUEENS}"), []),
    Keyed(TWO, out(KINGS, partner=QUEENS), []),
    Keyed(KINDS, out(f"{KINGS}, {QUEENS}"), [("OUT-001", 5)], {"have": 2, "need": 2, "missing": ["mixed"]}),
    Keyed(KINDS, out(KINGS), [("OUT-001", 5)], {"have": 1, "need": 2}),
    Keyed(KINDS, out(f"{KINGS}, {MIXED}"), []),
    Keyed(KINDS, out(f"{KINGS}, {MIXED}", OUT, *PASSED), [("RECORD-005", 6)], {}, [("RECORD-005", 6)]),
    Keyed(KINDS, out(KINGS, OUT, *PASSED), [("OUT-002", 5)], {"have": 1, "need": 2, "left": 0}, [("RECORD-005", 6)]),
    Keyed(ONE_MIXED, out(KINGS, OUT, *PASSED), [("OUT-002", 5)], {"missing": ["mixed"]}, [("RECORD-005", 6)]),
    Keyed(OWN, out("KC KD KH", partner=QUEENS), [("OUT-001", 5)], {"side": "N", "have": 0, "need": 1}),
    Keyed(OWN, out(KINGS), []),
    Keyed(WILD % "wild", out(KINGS, partner=TWOS), [("OUT-001", 5)], {"have": 2, "missing": ["mixed"]}),
    Keyed(WILD % "mixed", out(KINGS, partner=TWOS), []),
]


@pytest.mark.parametrize("case", NEEDED)
def test_canastas_needed(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(
    ("key", "log", "pointer"),
    [
        (TWO, out(KINGS), "/going_out/canastas"),
        (KINDS, out(KINGS), "/going_out/canastas"),
        (KINDS, out(f"{KINGS}, {QUEENS}"), "/going_out/kinds"),
        (OWN, out("KC KD KH", partner=QUEENS), "/going_out/canasta_of"),
        (OWN, out("KC KD KH"), "/going_out/canastas"),
    ],
)
def test_what_was_lacking_is_cited(key: str, log: str, pointer: str) -> None:
    (fault,) = roots(log, key)
    assert fault.parameter is not None
    assert fault.parameter.pointer == pointer


ALL_DOWN = "N: draw QS, ask yes, add KD to K, add QS to Q"
ONTO = "N: draw JS, ask yes, add KD to K, add JS to J of S"
OWN_QUEENS = f"{KINGS}, QC QD QH"
LAST = "going_out: {last_discard: %s}"
BARS = "going_out: {last_discard_barred: [joker, two, red-three, black-three]}"
ONTO_PARTNER = "going_out: {last_discard: required, last_onto_partner: true}"
TOP_ALONE = "going_out: {last_discard: required}\npile: {top_alone_to_go_out: true, whole: false}"
TOP = ("pile: 4C QS", "N: take only QS to Q, ask yes, add KD to K", "end: N out")
LAST_CARD = [
    Keyed(LAST % "required", out(OWN_QUEENS, ALL_DOWN, "end: N out"), [("OUT-010", 5)], {"seat": "N"}),
    Keyed(LAST % "required", out(KINGS), []),
    Keyed(LAST % "required", out(OWN_QUEENS, ALL_DOWN, *PASSED), [("OUT-010", 5)], {}, [("RECORD-005", 6)]),
    Keyed(LAST % "not-allowed", out(KINGS), [("OUT-008", 5)]),
    Keyed(LAST % "not-allowed", out(OWN_QUEENS, ALL_DOWN, "end: N out"), []),
    Keyed(LAST % "not-allowed", out(KINGS, OUT, *PASSED), [("OUT-008", 5)], {}, [("RECORD-005", 6)]),
    Keyed(LAST % "required", out(KINGS, ONTO, "end: N out"), [("OUT-010", 5)]),
    Keyed(ONTO_PARTNER, out(KINGS, ONTO, "end: N out"), []),
    Keyed(ONTO_PARTNER, out(OWN_QUEENS, ALL_DOWN, "end: N out"), [("OUT-010", 5)]),
    Keyed(TOP_ALONE, out(OWN_QUEENS, *TOP), [], without=[("PILE-010", 6)]),
    Keyed(BARS, out(KINGS, OUT.replace("5C", "2C"), "end: N out"), [("OUT-009", 5)], {"card": "2C", "seat": "N"}),
    Keyed(BARS, out(KINGS, OUT.replace("5C", "3C"), "end: N out"), [("OUT-009", 5)], {"card": "3C"}),
    Keyed(BARS, out(KINGS), []),
    Keyed(BARS, out(KINGS, "N: draw 2C, discard 2C", *PASSED), []),
    Keyed(BARS, out("KC KD KH", OUT.replace("5C", "2C"), "end: N out"), [("OUT-001", 5)], {}, [("OUT-001", 5)]),
    Keyed(BARS, out(KINGS, OUT.replace("5C", "2C"), *PASSED), [("OUT-009", 5)], {}, [("RECORD-005", 6)]),
]


@pytest.mark.parametrize("case", LAST_CARD)
def test_last_card(case: Keyed) -> None:
    decides(case)


PLAY_ON = "going_out: {without_canasta: play-on}"
PASS_ONE = "going_out: {without_canasta: pass-with-one}"
EMPTY = "N: draw KS, add KD KS to K"
AROUND = ("E: draw ?, discard 9C", "S: draw ?, discard 9D", "W: draw ?, discard 9H")
BELOW = [
    Keyed(
        PLAY_ON,
        out("KC KH", EMPTY, *AROUND, "N: draw 6C, discard 6C", "E: draw ?, discard 8C"),
        [],
        without=[("OUT-002", 5), ("OUT-002", 9)],
    ),
    Keyed(PLAY_ON, out("KC KH", EMPTY, "end: stop"), [], without=[("OUT-001", 5)]),
    Keyed(PLAY_ON, out("KC KH", EMPTY, "end: stock"), [], without=[("OUT-001", 5)]),
    Keyed(PLAY_ON, out("KC KH", EMPTY), [], without=[("OUT-001", 5)]),
    Keyed(PLAY_ON, out("KC KH", EMPTY, "end: N out"), [("OUT-001", 5)], {}, [("OUT-001", 5)]),
    Keyed(PLAY_ON, out(KINGS, OUT, *PASSED), [("RECORD-005", 6)], {}, [("RECORD-005", 6)]),
    Keyed(PLAY_ON, out("KC KH", "N: draw 5C, add KD to K, discard 5C", *PASSED), [], without=[("OUT-002", 5)]),
    Keyed(PASS_ONE, out("KC KH", "N: draw 5C, add KD to K", *PASSED), [], without=[("OUT-002", 5)]),
    Keyed(PASS_ONE, out("KC KH", "N: draw 5C, add KD to K, discard 5C", *PASSED), [("OUT-002", 5)], {}, [("OUT-002", 5)]),
    Keyed(PASS_ONE, out(KINGS, "N: draw 5C, add KD to K", *PASSED), [("RECORD-018", 5)], {}, [("RECORD-018", 5)]),
]


@pytest.mark.parametrize("case", BELOW)
def test_without_the_canastas(case: Keyed) -> None:
    decides(case)


def test_nobody_is_out_where_play_goes_on() -> None:
    report = ca.audit(ca.parse(out("KC KH", EMPTY, "end: stop")), rules_of(PLAY_ON))
    assert [(each.ended, each.out) for each in report.matches[0].deals] == [("stop", None)]


ASKED = '[Records "all"]\n'
NO = OUT.replace("yes", "no")
ANSWERED = OUT.replace("yes", "{}").replace("add KD to K, ", "")
LATE = "N: draw 5C, add KD to K, ask yes, discard 5C"
TAKEN = "N: take KS with KD KD to K, ask yes, discard 5C"
NEEDS_ANSWER = "going_out: {answer_needed: true}"
QUESTION = [
    Keyed("going_out: {ask: may}", ASKED + out(KINGS, OUT.replace("ask yes, ", ""), "end: N out"), [], without=[("OUT-003", 6)]),
    Keyed("going_out: {ask: none}", ASKED + out(KINGS, OUT.replace("ask yes, ", ""), "end: N out"), [], without=[("OUT-003", 6)]),
    Keyed("going_out: {ask: none}", out(KINGS, NO, "end: N out"), [], without=[("OUT-004", 5)]),
    Keyed("going_out: {ask: may}", out(KINGS, NO, "end: N out"), [("OUT-004", 5)], {}, [("OUT-004", 5)]),
    Keyed("going_out: {answer_binds: false}", out(KINGS, NO, "end: N out"), [], without=[("OUT-004", 5)]),
    Keyed("going_out: {answer_binds: false}", out(KINGS, ANSWERED.format("yes"), *PASSED), [], without=[("OUT-005", 5)]),
    Keyed("going_out: {ask: barred}", out(KINGS), [("OUT-011", 5)], {"seat": "N"}),
    Keyed("going_out: {ask: barred}", out(KINGS, NO, "end: N out"), [("OUT-011", 5)], {}, [("OUT-004", 5)]),
    Keyed("going_out: {ask: barred}", ASKED + out(KINGS, OUT.replace("ask yes, ", ""), "end: N out"), [], without=[("OUT-003", 6)]),
    Keyed("going_out: {ask_when: after-draw}", out(KINGS, LATE, "end: N out"), [("OUT-014", 5)], {"seat": "N"}),
    Keyed("going_out: {ask_when: after-draw}", out(KINGS), []),
    Keyed(
        "going_out: {ask_when: after-draw}",
        out("KC KH", TAKEN, "end: N out", partner=QUEENS).replace("hand N: KD", "pile: 5C KS\nhand N: KD KD"),
        [],
    ),
    Keyed(NEEDS_ANSWER, ASKED + out(KINGS, OUT.replace("ask yes", "ask"), "end: N out"), [("OUT-012", 6)], {"partner": ["S"]}),
    Keyed(NEEDS_ANSWER, out(KINGS, OUT.replace("ask yes", "ask"), "end: N out"), []),
    Keyed(NEEDS_ANSWER, ASKED + out(KINGS), []),
]


@pytest.mark.parametrize("case", QUESTION)
def test_question(case: Keyed) -> None:
    decides(case)


HELD = f"hand N: {QUEENS}"
OPEN = f"N: draw 5C, ask yes, meld {QUEENS}, discard 5C"
BOUGHT = "N: take QS with QC QC QD QD QH QH, ask yes, discard 5C"
UNOPENED = "going_out: {concealed_unopened: true}"
CONCEALED = [
    Keyed(UNOPENED, deal("melds S: JC JD JH", HELD, OPEN, "end: N out concealed"), [("OUT-006", 5)], {"seat": "N"}),
    Keyed(UNOPENED, deal("melds S: JC JD JH", HELD, OPEN, "end: N out"), [], without=[("OUT-007", 5)]),
    Keyed(UNOPENED, deal("pile: 9C", HELD, OPEN, "end: N out concealed"), []),
    Keyed("going_out: {concealed_from_pile: false}", deal("melds S: JC JD JH", "pile: QS", "hand N: QC QC QD QD QH QH 5C", BOUGHT,
          "end: N out concealed"), [("OUT-006", 6)]),
    Keyed("going_out: {concealed_extra: 0}", deal("melds S: JC JD JH", HELD, OPEN, "end: N out"), [], without=[("OUT-007", 5)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CONCEALED)
def test_concealed(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(
    ("case", "pointer"), [(CONCEALED[0], "/going_out/concealed_unopened"), (CONCEALED[3], "/going_out/concealed_from_pile")]
)
def test_reason_against_concealed_is_cited(case: Keyed, pointer: str) -> None:
    (fault,) = roots(case.log, case.key)
    assert fault.parameter is not None
    assert fault.parameter.pointer == pointer


BONUS = "going_out: {partner_bonus: 1000}"
THREE = "going_out: {partner_bonus: 1000, partner_cards: 3}"


def both(hand: str, *lines: str) -> str:
    """N goes out in line 6, S has jacks down and holds ``hand``."""
    return deal(f"melds N: {KINGS}", "melds S: JC JD JH", "hand N: KD", f"hand S: {hand}", OUT, *lines)


LAYS = "S: add JS JC to J"
AFTER = [("RECORD-001", 7)]
FINISHING = [
    Keyed(BONUS, both("JS JC", LAYS, "end: N out, S out"), [], without=AFTER),
    Keyed(BONUS, both("JS JC", LAYS, "end: N out"), [], without=AFTER),
    Keyed(BONUS, both("JS JC", LAYS), [], without=AFTER),
    Keyed(BONUS, both("JS 2C", "S: add JS to J, add 2C to K of N", "end: N out"), [], without=AFTER),
    Keyed(BONUS, both("JS JC 4C", LAYS, "end: N out"), [("OUT-013", 7)], {"laid": 2, "left": 1, "most": 2}, AFTER),
    Keyed(BONUS, both("JS JC JD", "S: add JS JC JD to J", "end: N out"), [("OUT-013", 7)], {"laid": 3, "left": 0}, AFTER),
    Keyed(THREE, both("JS JC JD", "S: add JS JC JD to J", "end: N out"), [], without=AFTER),
    Keyed(BONUS, both("4C JC", "S: add JS JC to J", "end: N out"), [("RECORD-006", 7)], {}, AFTER),
    Keyed(BONUS, both("JS JC", LAYS, "E: draw ?, discard 9C", "end: N out"), [("RECORD-005", 8)], {}, AFTER),
    Keyed(BONUS, both("JS 4C", "S: draw JC, add JS JC to J, discard 4C", "end: N out"), AFTER, {}, AFTER),
    Keyed(BONUS, both("JS JC", "E: draw ?, discard 9C", LAYS), [("RECORD-005", 7)], {}, [("RECORD-005", 7)]),
    Keyed(BONUS, both("JS JC", "end: N out, S out"), [("RECORD-015", 7)], {}, [("RECORD-015", 7)]),
    Keyed(BONUS, both("JS JC", "end: N out"), []),
]


@pytest.mark.parametrize("case", FINISHING)
def test_partner_finishes(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(
    ("hand", "lines", "partner"),
    [
        ("JS JC", (LAYS, "end: N out"), 1000),
        ("JS JC", (LAYS, "end: S out, N out"), 1000),
        ("JS JC", (LAYS,), 1000),
        ("JS JC", ("end: N out",), None),
        ("JS JC 4C", (LAYS, "end: N out"), None),
    ],
)
def test_bonus_of_the_partner(hand: str, lines: tuple[str, ...], partner: int | None) -> None:
    (report,) = ca.audit(ca.parse(both(hand, *lines)), rules_of(BONUS)).matches[0].deals
    (score,) = [score for score in report.scores if score.side == "NS"]
    assert report.out == "N"
    assert {item.item: item.points for item in score.items}.get("partner") == partner


def test_turn_that_ended_the_deal_is_judged_as_ever() -> None:
    log = out("KC KD KH", OUT, LAYS.replace("JC", "QS").replace("JS QS to J", "JS to J"), "end: N out")
    assert places(log, BONUS) == [("OUT-001", 5)]


OPEN_OF_TWO = OPEN.replace("5C,", "5C 2C,", 1).replace("QS,", "QS 2C,")
TO_QUEENS = "N: draw QS 5C, ask yes, add KD to K, add QS to Q, discard 5C"
SHIPPED = [
    ("ro-classic", out(KINGS, "N: draw 2C 5C, ask yes, add KD to K, add 5C to 5, discard 2C", "end: N out", partner="5D 5H 5S"),
     [("OUT-009", 5)]),
    ("ro-classic", deal("melds S: JC JD JH", HELD, OPEN_OF_TWO, "end: N out concealed"),
     [("OUT-006", 5)]),
    ("ro-classic+concealed-after-partner-opened", deal("melds S: JC JD JH", HELD,
     OPEN_OF_TWO, "end: N out concealed"), []),
    ("ro-canastone", out(f"{KINGS}, {QUEENS}", "N: draw JS 5C, ask yes, add KD to K, add JS to J, discard 5C", "end: N out"),
     [("OUT-001", 5)]),
    ("ro-canastone", out(KINGS, TO_QUEENS, "end: N out", partner=MIXED), []),
    ("ro-canastone", out(KINGS, TO_QUEENS, "end: N out", partner="QC QD QH QS"), [("OUT-001", 5)]),
    ("ro-canastone", out(KINGS, "N: draw JS QS, ask yes, add KD to K, add QS to Q, add JS to J", "end: N out",
     partner=f"{MIXED}, JC JD JH"), [("OUT-010", 5)]),
    ("ro-mini", out("KC KH", "N: draw KS KS, add KD KS KS to K", *[line.replace("?", "? ?") for line in AROUND]), []),
    ("ru-club", out("KC KH", "N: draw 5C, add KD to K", *PASSED), []),
    ("ru-club+keep-one-after-discard", out("KC KH", "N: draw 5C, add KD to K", *PASSED), [("OUT-002", 5)]),
    ("ru-bank", out(KINGS, OUT.replace("ask yes, ", ""), "end: N out"), []),
    ("ru-bank", out(KINGS), [("OUT-011", 5)]),
    ("ru-bank+variation-7", out(KINGS, ONTO.replace("ask yes, ", ""), "end: N out"), []),
    ("ru-bank", out(KINGS, ONTO.replace("ask yes, ", ""), "end: N out"), [("OUT-010", 5)]),
    ("ru-bank+variation-11", both("JS JC", LAYS, "end: N out, S out").replace("ask yes, ", ""), []),
    ("ru-bank", both("JS JC", LAYS, "end: N out, S out").replace("ask yes, ", ""), [("RECORD-001", 7)]),
    ("ru-bank+variation-12", out("KC KD KH", OUT.replace("ask yes, ", ""), "end: N out", partner=QUEENS), [("OUT-001", 5)]),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "log", "found"), SHIPPED)
def test_shipped_games(ruleset: str, log: str, found: list[tuple[str, int]]) -> None:
    assert places(log, ruleset) == found
