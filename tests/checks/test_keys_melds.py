"""Keys about melds that other games set otherwise: each decides a small case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import canasta_audit as ca
from tests.checks.small import KINGS, deal

QUEENS = "melds S: QC QD QH"
WILDS = "melds S: 2C 2D 2H *"
ANY_SIZE = "melds: {wild_only: any-size}"
NO_CANASTA = {"side": "NS", "cards": ["2C", "2D", "2H", "*"]}

Found = list[tuple[str, int]]


def turn(*plays: str, table: str = QUEENS, hand: str = "") -> str:
    """N's turn, the deal's last line: the draw, ``plays``, a discard."""
    lines = [table, *([f"hand N: {hand}"] if hand else []), f"N: draw ?, {', '.join((*plays, 'discard 5C'))}"]
    return deal(*lines)


def audited(log: str, key: str, path: Path) -> list[ca.Finding]:
    """Roots above a note of a log under ``uk-regency`` with keys of its own, or under a shipped ruleset of that name."""
    if ":" in key:
        file = path / "club.yaml"
        file.write_text(f"extends: uk-regency\n{key}\n", encoding="utf-8")
        key = str(file)
    report = ca.audit(ca.parse(log), ca.load_ruleset(key or "uk-regency"))
    return [finding for finding in report.roots if finding.severity != "note"]


def places(log: str, key: str, path: Path) -> Found:
    return sorted((finding.id, finding.line) for finding in audited(log, key, path))


RATIOS = [
    ("none", "meld KC KD 2H 2S *", False),
    ("not-above-naturals", "meld KC KD 2H 2S *", True),
    ("not-above-naturals", "meld KC KD 2H 2S", False),
    ("half-the-naturals", "meld KC KD 2H 2S", True),
    ("half-the-naturals", "meld KC KD KH KS 2S *", False),
    ("fewer-than-naturals", "meld KC KD 2H 2S", True),
    ("fewer-than-naturals", "meld KC KD KH 2H 2S", False),
    ("half-the-naturals", "add 2C 2H to Q", True),
    ("fewer-than-naturals", "add 2C 2H * to Q", True),
    ("fewer-than-naturals", "add 2C 2H to Q", False),
    ("half-the-naturals", "meld 2C 2H *", False),
]


@pytest.mark.parametrize(("ratio", "play", "faulty"), RATIOS)
def test_ratio(ratio: str, play: str, faulty: bool, tmp_path: Path) -> None:
    key = f"melds: {{wild_ratio: {ratio}, wild_only: any-size}}"
    assert places(turn(play), key, tmp_path) == ([("MELD-014", 3)] if faulty else [])


def test_ratio_of_new_melds_alone(tmp_path: Path) -> None:
    key = "melds: {{wild_ratio: half-the-naturals, wild_ratio_on: {}}}"
    for on, found in (("every-play", [("MELD-014", 3)]), ("new-melds", [])):
        assert places(turn("add 2C 2H to Q"), key.format(on), tmp_path) == found
        assert places(turn("meld KC KD KH, add 2C 2H to K"), key.format(on), tmp_path) == found
        assert places(turn("meld KC KD 2H 2S"), key.format(on), tmp_path) == [("MELD-014", 3)]


WHOLE_ONLY = "melds: {wild_only: whole-canasta}"
MIXED = "KC KD KH KS 2C 2D *"
WHOLE = "2C 2D 2H 2S 2C 2D"
DECIDED: list[tuple[str, str, Found, dict[str, Any], str, Found]] = [
    ("melds: {wild_only: never}", turn("meld 2C 2D *"), [("MELD-003", 3)], {"have": 0, "min": 2}, ANY_SIZE, []),
    ("melds: {wild_only: never}", turn("add 2S to *", table=WILDS), [("MELD-004", 3)], {"have": 5, "max": 3}, ANY_SIZE, []),
    (
        WHOLE_ONLY, turn(f"meld {WHOLE}"), [("MELD-016", 3)],
        {"kind": "wild", "have": 6, "need": 7}, ANY_SIZE, [],
    ),
    ("melds: {wild_only: never}", turn(f"meld {WHOLE} *"), [("MELD-003", 3)], {}, WHOLE_ONLY, []),
    (WHOLE_ONLY, turn("meld 2C 2D 2H 2S", "add 2C * to *"), [("MELD-016", 3)], {"have": 6}, ANY_SIZE, []),
    ("melds: {wild_only: any-size, whole_only: [wild]}", turn("meld 2C 2D *"), [("MELD-016", 3)], {}, ANY_SIZE, []),
    (
        "melds: {whole_only: [natural]}", turn("add KS to K", table="melds S: KC KC KD KH KH KS"), [("MELD-016", 3)],
        {"kind": "natural", "have": 1, "need": 7}, "melds: {whole_only: [mixed]}", [],
    ),
    (
        "melds: {whole_only: [mixed]}", turn("add 2C to K", table="melds S: KC KC KD KH KH KS"), [("MELD-016", 3)],
        {"kind": "mixed"}, "melds: {whole_only: [natural]}", [],
    ),
    (
        "canastas: {size: 5}\nmelds: {whole_only: [natural]}", turn("add KS to K", table="melds S: KC KC KD KH"),
        [("MELD-016", 3)], {"need": 5}, "melds: {whole_only: [natural]}", [],
    ),
    (
        f"{ANY_SIZE[:-1]}, wild_only_joined_by: 0}}", turn("add KC KD KH KS to *", table="melds S: 2C 2D *"), [("MELD-017", 3)],
        {"cards": ["KC", "KD", "KH", "KS"], "count": 3}, f"{ANY_SIZE[:-1]}, wild_only_joined_by: 4}}", [],
    ),
    (
        f"{ANY_SIZE[:-1]}, wild_only_joined_by: 4}}", turn("add KC KD KH to *", table="melds S: 2C 2D *"), [("MELD-017", 3)],
        {}, f"canastas: {{size: 6}}\n{ANY_SIZE[:-1]}, wild_only_joined_by: 3}}", [],
    ),
    (
        "melds: {one_per_rank: always}", turn("meld KC KD KH", table=f"melds S: {MIXED}"), [("MELD-009", 3)],
        {"side": "NS", "rank": "K", "cards": MIXED.split()}, "melds: {one_per_rank: while-open}", [],
    ),
    ("melds: {one_per_rank: while-open}", turn("meld QC QS QS"), [("MELD-009", 3)], {}, "melds: {one_per_rank: never}", []),
    (
        "melds: {one_per_rank: while-open}", turn("add QC QS 2C 2D to Q", "meld QD QH QS"), [("MELD-009", 3)], {},
        "melds: {one_per_rank: never}", [],
    ),
    ("melds: {owner: side}", turn("meld QC QS QS"), [("MELD-009", 3)], {"side": "NS"}, "melds: {owner: player}", []),
    (
        "melds: {owner: player}", turn("meld QC QS QS", table="melds N: QC QD QH"), [("MELD-009", 3)], {"side": "N"},
        "melds: {one_per_rank: never}", [],
    ),
    (
        "melds: {owner: player, add_to_partner: never}", turn("add QS to Q"), [("MELD-022", 3)],
        {"cards": ["QS"], "owner": "S", "when": "never"}, "melds: {add_to_partner: never}", [],
    ),
    (
        "melds: {owner: player, add_to_partner: never}", turn("meld KC KD KH", "add QS to Q"), [("MELD-022", 3)], {},
        "melds: {owner: player, add_to_partner: after-own-opening}", [],
    ),
    (
        "melds: {owner: player, add_to_partner: after-own-opening}", turn("add QS to Q"), [("MELD-022", 3)], {},
        "melds: {owner: player, add_to_partner: always}", [],
    ),
    (
        "melds: {owner: player, add_to_partner: never}", turn("add KD to K", table=f"melds S: {KINGS}"), [("MELD-022", 3)], {},
        "melds: {owner: player, add_to_partner: after-own-opening}", [],
    ),
    (
        "canastas: {wild_onto_finished: never}", turn("add 2C to K", table="melds S: KC KC KD KH KH KS 2D"), [("MELD-015", 3)],
        {"cards": ["2C"]}, "canastas: {wild_onto_finished: mixed-only}", [],
    ),
    (
        "canastas: {wild_onto_finished: mixed-only}", turn("add 2C to K", table=f"melds S: {KINGS}"), [("MELD-015", 3)],
        {}, "canastas: {wild_onto_finished: any}", [],
    ),
    (
        "melds: {black_threes: {when: never}}", turn("meld 3C 3S 3S"), [("MELD-006", 3)], {"when": "never"},
        "melds: {black_threes: {when: any-time}}", [],
    ),
    (
        "melds: {black_threes: {when: going-out}}", turn("meld 3C 3S 3S", hand="3C 3S 3S 4C 4D 5C"), [("MELD-006", 4)],
        {"seat": "N", "when": "going-out"}, "melds: {black_threes: {when: any-time}}", [],
    ),
    (
        "melds: {black_threes: {when: any-time, least: 4}}", turn("meld 3C 3S 3S"), [("MELD-008", 3)], {"have": 3, "min": 4},
        "melds: {black_threes: {when: any-time}}", [],
    ),
    (
        "melds: {black_threes: {when: any-time, most: 3}}", turn("meld 3C 3S 3S 3C"), [("MELD-023", 3)], {"have": 4, "max": 3},
        "melds: {black_threes: {when: any-time}}", [],
    ),
    (
        "melds: {black_threes: {when: any-time, wilds: true, most: 4}}", turn("meld 3C 3S 3S", "add 2C * to 3"), [("MELD-023", 3)],
        {"have": 5, "max": 4}, "melds: {black_threes: {when: any-time, wilds: true, most: 6}}", [],
    ),
    (
        "melds: {black_threes: {when: any-time}}", turn("meld 3C 3S 3S 2C"), [("MELD-007", 3)], {"wilds": ["2C"]},
        "melds: {black_threes: {when: any-time, wilds: true}}", [],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "log", "found", "data", "other", "without"), DECIDED)
def test_key_decides(key: str, log: str, found: Found, data: dict[str, Any], other: str, without: Found, tmp_path: Path) -> None:
    findings = audited(log, key, tmp_path)
    assert [(finding.id, finding.line) for finding in findings] == found
    assert data.items() <= dict(findings[0].data).items()
    assert places(log, other, tmp_path) == without


BARS = [
    ("discard-wild", deal(WILDS, QUEENS, "N: draw ?, discard 2S"), [("MELD-019", 4)]),
    ("wild-elsewhere", deal(WILDS, QUEENS, "N: draw ?, meld KC KD 2S, discard 5C"), [("MELD-020", 4)]),
    ("wild-elsewhere", deal(WILDS, QUEENS, "N: draw ?, add 2S to Q, discard 5C"), [("MELD-020", 4)]),
    ("wild-elsewhere", deal(WILDS, QUEENS, "pile: KD", "N: take KD with KS 2S, discard 5C"), [("MELD-020", 5)]),
    ("finish-mixed", deal(WILDS, f"melds S: {KINGS[:-3]} 2S", "N: draw ?, add KS to K, discard 5C"), []),
    ("finish-mixed", deal(WILDS, f"melds S: {KINGS[:-6]} 2S", "N: draw ?, add KS to K, discard 5C"), [("MELD-021", 4)]),
    ("finish-mixed", deal(WILDS, QUEENS, "N: draw ?, meld KC KC KD KH KH KS 2S, discard 5C"), [("MELD-021", 4)]),
    ("finish-mixed", deal(WILDS, f"melds S: {KINGS[:-6]} 2S", "pile: KD", "N: take KD to K, discard 5C"), [("MELD-021", 5)]),
    ("going-out", deal(WILDS, f"melds S: {KINGS}", "hand N: KD", "N: draw 5C, ask yes, add KD to K, discard 5C", "end: N out"),
     [("MELD-018", 5)]),
]  # fmt: skip


@pytest.mark.parametrize(("bar", "log", "found"), BARS)
def test_an_unfinished_wild_meld_bars(bar: str, log: str, found: Found, tmp_path: Path) -> None:
    key = f"{ANY_SIZE[:-1]}, wild_only_bars: [{bar}]}}"
    findings = audited(log, key, tmp_path)
    assert [(finding.id, finding.line) for finding in findings] == found
    assert all({**finding.data, **NO_CANASTA} == finding.data for finding in findings)
    assert places(log, ANY_SIZE, tmp_path) == []
    # A finished one bars nothing, and neither does a meld of the opponents.
    assert places(log.replace("2H *", "2H * 2C 2D 2H"), key, tmp_path) == []
    assert places(log.replace("melds S: 2C", "melds E: 2C"), key, tmp_path) == []


def test_the_wild_meld_itself_is_not_elsewhere(tmp_path: Path) -> None:
    key = f"{ANY_SIZE[:-1]}, wild_only_joined_by: 4, wild_only_bars: [discard-wild, wild-elsewhere, finish-mixed]}}"
    assert places(turn("add 2S to *", table=WILDS), key, tmp_path) == []
    assert places(turn("add 2S 2C * to *", "meld KC KD 2S", table=WILDS), key, tmp_path) == []
    assert places(turn("meld KC KD 2S", "meld 2C 2D *", table=QUEENS), key, tmp_path) == []
    assert places(turn("meld 2C 2D *", "meld KC KD 2S", table=QUEENS), key, tmp_path) == [("MELD-020", 3)]
    assert places(turn("add KC KD KH KS to *", table="melds S: 2C 2D *"), key, tmp_path) == []


def test_naturals_that_join_are_judged_as_the_meld_they_make(tmp_path: Path) -> None:
    key = "melds: {wild_only: any-size, wild_only_joined_by: 4, wild_ratio: fewer-than-naturals}"
    join = turn("add QC QD QH QS to *", table="melds S: 2C 2D *")
    assert places(join, key, tmp_path) == []
    second = turn("add QC QD QH QS to *", table="melds S: 2C 2D *, QC QD QH")
    assert places(second, key, tmp_path) == [("MELD-009", 3)]
    for cards in ("QC QD QH KS", "QC QD QH QS 2C", "3C 3S 3C 3S"):
        assert places(join.replace("QC QD QH QS", cards), key, tmp_path) == [("MELD-017", 3)]


def test_own_melds_go_before_the_partner_s(tmp_path: Path) -> None:
    log = turn("add KS to K", table="melds S: KC KD KH\nmelds N: KC KD KH")
    key = "melds: {owner: player, add_to_partner: never}"
    assert places(log, key, tmp_path) == []
    assert places(log.replace("to K", "to K of S"), key, tmp_path) == [("MELD-022", 4)]


def test_takes_are_judged_by_owner_each_time(tmp_path: Path) -> None:
    take = "melds S: KC KD KH, QC QD QH\n{own}pile: 4C KD\nhand N: 5C 6D 7H\nN: take KD to K, discard 5C\n"
    key = "melds: {owner: player, add_to_partner: after-own-opening}\nopening: {bands: [{need: 0}]}"
    deals = [f"deal {at}: dealer W, first N\n{take.format(own=own)}" for at, own in enumerate(("melds N: AC AD AH\n", ""), 1)]
    assert [(finding.id, finding.deal) for finding in audited("".join(deals), key, tmp_path) if finding.id != "SEAT-001"] == [
        ("MELD-022", 2)
    ]


SHIPPED = [
    ("uk-howto", turn("meld KC KD 2H 2S"), [("MELD-014", 3)]),
    ("uk-howto", turn("meld KC KD KH KS 2H 2S"), []),
    ("uk-howto+two-naturals-a-wild-when-laid", turn("add 2H 2S to Q"), []),
    ("ro-classic+fewer-wilds-than-naturals", turn("meld KC KD 2H 2S"), [("MELD-014", 3)]),
    ("ru-bank", turn("meld QC QS QS", table="melds N: KC KD KH, QC QD QH"), [("MELD-009", 3)]),
    ("ru-bank", turn("add QD 2C 2D * to Q", table="melds N: QC QD QH"), []),
    ("ru-bank", turn("add 2C 2D * to Q", table="melds N: QC QD"), [("MELD-014", 3)]),
    ("ru-bank", turn("add 2C to Q", table="melds N: QC QC QD QD QH QH 2S"), [("MELD-015", 3)]),
    ("ru-bank", turn("add QS to Q", table="melds N: QC QC QD QD QH QH 2S"), []),
    ("ru-bank", turn("meld 3C 3S 3S", table="melds N: QC QD QH"), []),
    ("ro-classic", turn("meld 3C 3S 3S").replace("draw ?", "draw ? ?"), [("MELD-006", 3)]),
    ("ro-canastone", turn("meld 2C 2D *").replace("draw ?", "draw ? ?"), []),
    ("ro-canastone", turn("meld 2C 2D *", "add 2H to Q").replace("draw ?", "draw ? ?"), [("MELD-020", 3)]),
    ("ro-canastone", turn("add KC KD KH KS to *", table="melds S: 2C 2D *").replace("draw ?", "draw ? ?"), []),
    ("ro-canastone", turn("add KC KD KH to *", table="melds S: 2C 2D *").replace("draw ?", "draw ? ?"), [("MELD-017", 3)]),
    ("ro-canastone", turn("add 2H to *", table="melds S: 2C 2D *").replace("draw ?", "draw ? ?"), []),
    ("ru-bank", turn("add QS to Q", table="melds S: QC QC QD QD QH QH 2S"), []),
    ("ru-bank", turn("add QS to Q"), [("MELD-022", 3)]),
    ("ru-bank", turn("meld KC KD KH KS *", "add QS to Q"), []),
    ("ru-bank", turn("meld 2C 2D 2H *"), [("MELD-016", 3)]),
    ("ro-mini", deal(QUEENS, "pile: 4C 2S", "hand N: 2C 2D 2H 2S 5C 6D", "N: take 2S with 2C 2D 2H 2S, discard 5C"), []),
    ("ro-mini", turn("meld 2C 2D 2H").replace("draw ?", "draw ? ?"), [("MELD-016", 3)]),
    ("ro-mini", turn("meld QC QS 2H").replace("draw ?", "draw ? ?"), [("MELD-009", 3)]),
    ("ro-mini", turn("meld 2C 2D 2H 2S *").replace("draw ?", "draw ? ?"), []),
    ("ro-mini", turn("meld KC 2D 2H").replace("draw ?", "draw ? ?"), []),
    ("ro-mini", turn("meld KD KS 2H", table="melds S: KC KC KD KH KH").replace("draw ?", "draw ? ?"), []),
]


@pytest.mark.parametrize(("ruleset", "log", "found"), SHIPPED)
def test_shipped_games(ruleset: str, log: str, found: Found, tmp_path: Path) -> None:
    assert places(log, ruleset, tmp_path) == found
