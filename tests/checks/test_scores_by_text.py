"""Scores worked out by hand from the texts, game by game, and what is said of claims that differ from them."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.cards import Deck
from canasta_audit.finding import Finding
from canasta_audit.render.records import deal_record
from canasta_audit.render.score import render
from canasta_audit.render.stream import Options
from canasta_audit.table.ledger import ledger
from canasta_audit.table.score import Item, Outcome
from canasta_audit.table.state import Seats, Table
from tests.checks.examples import ruleset
from tests.checks.small import KINGS, Expected, deal
from tests.checks.test_keys_scoring import items_of, score_of

NATURAL = f"melds N: {KINGS}"
MIXED = "melds S: QC QC QD QD QH QH 2C"
WILD = "melds N: 2C 2C 2D 2D 2H * *"
HANDS = ("hand N: 4C", "hand S: 4D", "hand E: 5C", "hand W: 5D")
TWO = "N: draw 5C 5S, discard 5C"
"""Leaves N with two cards of 5 points."""
ONE = "N: draw 5C, discard 5C"


def reds(number: int, seat: str = "N") -> str:
    return f"red {seat}: " + " ".join(["3H", "3D"] * 3)[: 3 * number - 1]


def roots(log: str, reference: str) -> list[Finding]:
    return [found for found in ca.audit(ca.parse(log), ruleset(reference)).roots if found.severity != "note"]


def ids(log: str, reference: str) -> Expected:
    return [(found.id, found.line) for found in roots(log, reference)]


@pytest.mark.parametrize(
    ("number", "melds", "option", "own", "opponents"),
    [
        # Line 150: four or more are doubled; mixed canastas alone turn them against the side, none at all twice, natural ones alone
        # leave them out.
        (3, (NATURAL, MIXED), "", 300, 0),
        (4, (NATURAL, MIXED), "", 800, 0),
        (5, (NATURAL, MIXED), "", 1000, 0),
        (6, (NATURAL, MIXED), "", 1200, 0),
        (5, (MIXED,), "", -1000, 0),
        (5, (NATURAL,), "", 0, 0),
        (5, ("melds N: KC KD KH",), "", -2000, 0),
        (5, (), "", -2000, 0),
        (3, (), "", -600, 0),
        (4, (), "", -1600, 0),
        (4, (), "+red-threes-never-above-twice-each", -800, 0),
        (4, ("melds N: KC KD KH",), "+red-threes-never-above-twice-each", -800, 0),
        (4, (MIXED,), "+red-threes-never-above-twice-each", -800, 0),
        # A canasta of wild cards is neither, unless it counts as mixed.
        (5, (WILD,), "", -2000, 0),
        (5, (WILD,), "+wild-canasta-is-mixed", -1000, 0),
        (5, (NATURAL, WILD), "", 0, 0),
        (5, (NATURAL, WILD), "+wild-canasta-is-mixed", 1000, 0),
        # The other versions: shared, or all of them given away.
        (5, (MIXED,), "+red-threes-to-opponents", 500, 500),
        (5, ("melds N: KC KD KH",), "+red-threes-to-opponents", 0, 1000),
        (3, (), "+red-threes-to-opponents", 0, 300),
        (5, (NATURAL,), "+red-threes-to-opponents", 0, 0),
    ],
)
def test_red_threes_of_canastone(number: int, melds: tuple[str, ...], option: str, own: int, opponents: int) -> None:
    log, rules = deal(reds(number), *melds, *HANDS, TWO, "end: stop"), ruleset(f"ro-canastone{option}")
    assert items_of(score_of(log, rules))["threes"] == own
    assert items_of(score_of(log, rules, "EW")).get("opponents-threes", 0) == opponents


def test_a_deal_of_canastone() -> None:
    log = deal(NATURAL, MIXED, reds(2), "hand N: KD", *HANDS[1:], "N: draw 5C KS, add KD KS to K, discard 5C", "end: N out")
    score = score_of(log, ruleset("ro-canastone"))
    assert items_of(score) == {"natural": 500, "mixed": 300, "cards": 170, "threes": 200, "out": 300, "hand": -5}
    assert score.total == 1465


@pytest.mark.parametrize(
    ("option", "melds", "items"),
    [
        ("", (WILD,), {"wild": 2000, "cards": 200}),
        ("+bonus-canaston", (WILD,), {"wild": 2000, "cards": 200}),
        ("+bonus-canaston", ("melds N: 2C 2C 2D 2D 2H 2H 2S",), {"wild": 3000, "cards": 140}),
        ("+bonus-canaston", ("melds N: AC AC AD AD AH AH AS",), {"natural": 1000, "cards": 140}),
        ("+bonus-canaston", ("melds N: AC AC AD AD AH AH *",), {"mixed": 500, "cards": 170}),
    ],
)
def test_canastas_of_canastone(option: str, melds: tuple[str, ...], items: dict[str, int]) -> None:
    score = score_of(deal(*melds, *HANDS, TWO, "end: stop"), ruleset(f"ro-canastone{option}"))
    assert items_of(score) == {**items, "hand": -15}


@pytest.mark.parametrize(
    ("melds", "items"),
    [
        # Lines 156 and 180: the table is taken off, jokers with 50 and deuces with 20.
        (("melds N: KC KD KH *", "melds S: QC QD 2C"), {"cards": -120}),
        # With a canasta a wild card counts as the card that it replaces.
        (("melds N: KC KD KH *", "melds S: QC QC QD QD QH QH 2C"), {"mixed": 300, "cards": 110}),
        # Line 162, 170: what is added to a finished canasta counts nothing; one of wild cards keeps its own points.
        ((f"{NATURAL} KD",), {"natural": 500, "cards": 70}),
        ((WILD,), {"wild": 700, "cards": 200}),
        # Line 172.
        (("melds N: 3C 3S 3S", MIXED), {"mixed": 300, "cards": 85}),
        ((), {}),
    ],
)
def test_melds_of_ru_bank(melds: tuple[str, ...], items: dict[str, int]) -> None:
    assert items_of(score_of(deal(*melds, *HANDS, ONE, "end: stop"), ruleset("ru-bank"))) == {**items, "hand": -10}


def test_black_threes_in_hand_of_ru_bank() -> None:
    log = deal(NATURAL, "hand N: 3C 4C *", "hand S: 3S 2C", *HANDS[2:], ONE, "end: E out")
    assert items_of(score_of(log, ruleset("ru-bank")))["hand"] == -(100 + 5 + 50 + 100 + 20)
    assert items_of(score_of(log, ruleset("uk-regency")))["hand"] == -(5 + 5 + 50 + 5 + 20)


@pytest.mark.parametrize(
    ("number", "out", "option", "own", "opponents"),
    [
        # Line 174: plus for the pair that has won the deal, minus for the other; all four are 1000 and cost the opponents as much.
        (1, "N", "", 100, 0),
        (3, "S", "", 300, 0),
        (3, "E", "", -300, 0),
        (4, "N", "", 1000, -1000),
        (4, "E", "", 1000, -1000),
        (4, "N", "+four-red-threes-lost-against", 1000, 0),
        (4, "E", "+four-red-threes-lost-against", -1000, 0),
        (3, "N", "+deal-won-by-points", 300, 0),
        (3, "E", "+deal-won-by-points", 300, 0),
    ],
)
def test_red_threes_of_ru_bank(number: int, out: str, option: str, own: int, opponents: int) -> None:
    log, rules = deal(reds(number), NATURAL, *HANDS, ONE, f"end: {out} out"), ruleset(f"ru-bank{option}")
    assert items_of(score_of(log, rules))["threes"] == own
    assert items_of(score_of(log, rules, "EW")).get("opponents-threes", 0) == opponents


def test_a_deal_of_ru_bank() -> None:
    log = deal(reds(4, "E"), NATURAL, "hand N: KD", *HANDS[1:], "N: draw 5C, add KD to K, discard 5C", "end: N out")
    rules = ruleset("ru-bank")
    assert items_of(score_of(log, rules)) == {"natural": 500, "cards": 70, "opponents-threes": -1000, "out": 100, "hand": -5}
    assert items_of(score_of(log, rules, "EW")) == {"threes": 1000, "hand": -10}
    claims = ("score NS: natural 500, cards 70, threes -1000, out 100, hand -5, total -335", "score EW: red-threes 1000, total 990")
    assert ids(log + "".join(f"{line}\n" for line in claims), "ru-bank") == []


def test_a_partner_who_finishes_too() -> None:
    table = Table(Seats(("N", "E", "S", "W"), ("NS", "EW")), Deck(2, 4))
    outcome = Outcome("N", partner="S")
    found = ledger(table, ruleset("ru-bank+variation-11").rules(4), outcome)  # type: ignore[arg-type]
    assert found == {"NS": [Item("out", 100, ("N",)), Item("partner", 1000, ("S",))], "EW": []}
    assert ledger(table, ruleset("ru-bank").rules(4), outcome)["NS"] == [Item("out", 100, ("N",))]  # type: ignore[arg-type]


PURE, MIXED_FIVE, TWOS, JOKERS = "KC KC KD KH KS", "QC QD QH QS 2C", "2D 2D 2H 2S 2S", "* * * 2H 2C"


@pytest.mark.parametrize(
    ("melds", "items"),
    [
        # Lines 162 to 170: 2 and 1, and 10 or 5 for wild cards; all of them only with a natural and a mixed one; nothing for cards.
        ((PURE, MIXED_FIVE), {"natural": 2, "mixed": 1}),
        ((PURE, MIXED_FIVE, TWOS), {"natural": 2, "mixed": 1, "wild": 10}),
        ((PURE, MIXED_FIVE, JOKERS), {"natural": 2, "mixed": 1, "wild": 5}),
        ((PURE, MIXED_FIVE, "9C 9D 9H"), {"natural": 2, "mixed": 1}),
        ((PURE,), {"natural": 0}),
        ((MIXED_FIVE,), {"mixed": 0}),
        ((PURE, TWOS), {"natural": 0, "wild": 0}),
        (("9C 9D 9H", "3C 3C 3S 3S"), {}),
    ],
)
def test_canastas_of_mini(melds: tuple[str, ...], items: dict[str, int]) -> None:
    log = deal("melds N: " + ", ".join(melds), "hand N: 3C", "hand S: 3H", "N: draw 5C 3S, discard 5C", "end: stop")
    assert items_of(score_of(log, ruleset("ro-mini"))) == items


@pytest.mark.parametrize(
    ("hand", "option", "cost"),
    [
        # Lines 172 to 176: threes nothing, deuces and jokers 3 each, three others 1 together.
        ("3C 3H", "", 0),
        ("KC 4D", "", 0),
        ("KC 4D 9H", "", -1),
        ("KC 4D 9H AS TC", "", -1),
        ("KC 4D 9H AS TC 7D", "", -2),
        ("* 2C", "", -6),
        ("* 2C 3C KC 4D 9H AS", "", -7),
        ("* 2C 3C KC 4D 9H AS", "+naturals-rounded-up", -8),
        ("KC", "+naturals-rounded-up", -1),
    ],
)
def test_hands_of_mini(hand: str, option: str, cost: int) -> None:
    log = deal("melds N: 9C 9D 9H", f"hand N: {hand}", "hand S: 3H", "N: draw 5C 3S, discard 5C", "end: stop")
    assert items_of(score_of(log, ruleset(f"ro-mini{option}"))).get("hand", 0) == cost


CLASSIC = ("red N: 3H 3D", "melds N: KC KD KH", "hand N: QC QC QD QD QH QH", "hand S: AC 9C", "hand E: * 4C", "hand W: 2C")
"""The partner keeps 30, the opponents 55 and 20."""


def test_a_deal_of_the_classic_romanian_game() -> None:
    # Lines 88 to 96: the side that went out pays for the partner's hand, the other for both of its own.
    log = deal(*CLASSIC, "red E: 3H", "N: draw 2D 8C, meld QC QC QD QD QH QH 2D, discard 8C", "end: N out")
    rules = ruleset("ro-classic")
    assert items_of(score_of(log, rules)) == {"mixed": 300, "cards": 110, "threes": 200, "out": 100, "hand": -30}
    assert items_of(score_of(log, rules, "EW")) == {"threes": -100, "hand": -75}
    given = ruleset("ro-classic+unopened-red-threes-to-opponents")
    assert items_of(score_of(log, given))["opponents-threes"] == 100
    assert items_of(score_of(log, given, "EW")) == {"threes": 0, "hand": -75}


@pytest.mark.parametrize(("melds", "points"), [(("melds N: KC KD KH",), 800), ((), -800)])
@pytest.mark.parametrize("name", ["uk-howto", "ro-classic", "ru-club", "uk-regency"])
def test_four_red_threes(name: str, melds: tuple[str, ...], points: int) -> None:
    log = deal(reds(4), *melds, *HANDS, "N: draw 5C, discard 5C", "end: stop")
    assert items_of(score_of(log, ruleset(name)))["threes"] == points


CLAIMS = [
    ("ro-canastone", (reds(2), NATURAL), "threes 200", "SCORE-005", "/red_threes/natural_only", 0),
    ("ro-canastone", (reds(2), MIXED), "threes 200", "SCORE-005", "/red_threes/mixed_only", -200),
    ("ro-canastone", (reds(2), "melds N: KC KD KH"), "threes -200", "SCORE-005", "/red_threes/no_canasta", -400),
    ("ro-canastone", (reds(2),), "threes -200", "SCORE-005", "/red_threes/unopened", -400),
    ("ro-canastone", (reds(4), NATURAL, MIXED), "threes 400", "SCORE-005", "/red_threes/all", 800),
    ("ro-canastone", (WILD,), "wild 700", "SCORE-016", "/canastas/wild", 2000),
    ("ro-canastone+bonus-canaston", ("melds N: AC AC AD AD AH AH AS",), "natural 500", "SCORE-002", "/canastas/natural_aces", 1000),
    ("ro-canastone+bonus-canaston", ("melds N: AC AC AD AD AH AH *",), "mixed 300", "SCORE-003", "/canastas/mixed_aces", 500),
    ("ru-bank", (f"{NATURAL} KD",), "cards 80", "SCORE-001", "/canastas/closed", 70),
    ("ru-bank", ("melds N: QC QC QD QD QH QH *",), "cards 110", "SCORE-001", "/values/wild_melded", 70),
    ("ru-bank", ("melds N: QC QC *",), "cards 70", "SCORE-001", "/scoring/no_canasta", -70),
    ("ru-bank", (reds(4, "E"),), "opponents-threes 0", "SCORE-017", "/red_threes/all_to_opponents", -1000),
    ("ru-bank+variation-11", (NATURAL,), "partner 1000", "SCORE-018", "/going_out/partner_bonus", 0),
    ("ro-mini", (NATURAL,), "natural 2", "SCORE-002", "/scoring/both_kinds", 0),
    ("ro-mini", (NATURAL,), "cards 70", "SCORE-001", "/scoring/melded", 0),
    ("ro-mini", (NATURAL, "hand N: 3C 4C QC 5D"), "hand -4", "SCORE-009", "/scoring/naturals_grouped", -1),
    ("ru-bank", (NATURAL, "hand N: 3C"), "hand -10", "SCORE-009", "/values/black_three_held", -105),
]


@pytest.mark.parametrize(
    ("reference", "lines", "claim", "id", "pointer", "computed"), CLAIMS, ids=[f"{row[0]} {row[4]}" for row in CLAIMS]
)
def test_a_claim_that_differs(reference: str, lines: tuple[str, ...], claim: str, id: str, pointer: str, computed: int) -> None:
    told = {line.partition(":")[0] for line in lines}
    # Whatever the game's draw is, no more than 3S stays in hand of it; the hands have no four where one is told.
    hands = [hand for hand in HANDS if hand.partition(":")[0] not in told]
    draw = "5C 3S" if ruleset(reference).rules(4).turn.draw == 2 else "5C"  # type: ignore[union-attr]
    log = deal("pile: 9C", *lines, *hands, f"N: draw {draw}, discard 5C", "end: stop", f"score NS: {claim}")
    (root,) = roots(log, reference)
    assert (root.id, root.parameter and root.parameter.pointer, root.data["computed"]) == (id, pointer, computed)
    right = claim.split()[0] + f" {computed}"
    assert ids(log.replace(claim, right), reference) == []


@pytest.mark.parametrize("claim", ["threes 300, opponents-threes 200", "threes 500", "red-threes 500", "bonuses 1300"])
def test_what_claims_stand_for(claim: str) -> None:
    log = deal(reds(3), reds(2, "E"), NATURAL, MIXED, *HANDS, TWO, "end: stop", f"score NS: {claim}")
    assert ids(log, "ro-canastone+red-threes-to-opponents") == []


@pytest.mark.parametrize("claim", ["wild 1000", "opponents-threes 100", "partner 1000"])
def test_an_item_of_another_game(claim: str) -> None:
    log = deal(NATURAL, *HANDS, ONE, "end: stop", f"score NS: {claim}")
    assert ids(log, "uk-regency") == [("SCORE-012", 9)]


def test_opponents_in_doubt_put_their_red_threes_in_doubt() -> None:
    log = deal(reds(2, "E"), NATURAL, *HANDS, TWO, "E: draw 4H, melt, discard 4H", "end: stop", "score NS: opponents-threes 0")
    found = ca.audit(ca.parse(log), ruleset("ro-canastone+red-threes-to-opponents")).findings
    (claimed,) = [finding for finding in found if finding.id == "SCORE-017"]
    assert claimed.follows is not None
    assert (claimed.follows.id, claimed.follows.line) == ("SYNTAX-001", 9)


def test_penalties_and_a_directors_points_stand_on_the_sheet() -> None:
    log = deal("penalty NS: -100", NATURAL, *HANDS, ONE, "director: score NS 50, score EW -20", "end: stop")
    report = ca.audit(ca.parse(log), ruleset("uk-regency"))
    scores = report.matches[0].deals[0].scores
    assert [score.adjustments for score in scores] == [
        (Item("penalty", -100, ("line 2",)), Item("director", 50, ("line 9",))),
        (Item("director", -20, ("line 9",)),),
    ]
    assert [score.running - score.total for score in scores] == [-50, -20]
    rows = [row.split() for row in "".join(render(report.matches[0].deals, Options())).splitlines()]
    at = rows.index(["total", "-", "560"])
    assert [row[:3] for row in rows[at : at + 4]] == [
        ["total", "-", "560"],
        ["penalty", "-", "-100"],
        ["director", "-", "50"],
        ["running", "-", "510"],
    ]
    computed = deal_record(report.matches[0].deals[0], "a.cgn")["scores"][0]["computed"]
    assert computed["adjustments"][0] == {"item": "penalty", "points": -100, "why": ["line 2"]}
