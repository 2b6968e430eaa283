"""Keys of the initial meld: each decides a small case, which is judged otherwise without it."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit import before, playing
from tests.checks.examples import ruleset
from tests.checks.keyed import Keyed, decides, places, roots
from tests.checks.small import Expected, deal


def keyed(key: str, log: str, found: Expected, without: Expected, base: str = "uk-regency") -> Keyed:
    """A case without data."""
    return Keyed(key, log, found, {}, without, base)


QUEENS = "melds S: QC QD QH"
FEW = "4C 4C 4D 4D 4H 4H 4S"
HIGH = "before: NS 3000, EW 3000"
WILDS = "meld * * 2C"
BY_PLAYER = [
    keyed("opening: {by: player}", deal(QUEENS, "N: draw ?, meld 4C 4D 4H, discard 5C"), [("OPEN-001", 3)], []),
    keyed("opening: {by: player}", deal(QUEENS, "N: draw ?, meld AC AD AH, discard 5C"), [], []),
    keyed("opening: {by: player}", deal("before: NS 1500, EW 0", QUEENS, "N: draw ?, meld AC AD AH, discard 5C"),
          [("OPEN-001", 4)], []),
    keyed("opening: {by: player}", deal(QUEENS, "melds N: KC KD KH", "N: draw ?, meld 4C 4D 4H, discard 5C"), [], []),
    keyed("opening: {by: player}", deal(QUEENS, "N: draw ?, meld KC KD KH, add QS QS to Q, discard 5C"), [("OPEN-001", 3)], []),
    keyed("opening: {by: player}", deal(QUEENS, "pile: 4C KD", "N: take KD with KS 2C, meld AC AD AH, discard 5C"),
          [("PILE-003", 4)], []),
    keyed("opening: {by: side}", deal(QUEENS, "N: draw ?, meld 4C 4D 4H, discard 5C"), [], [("OPEN-001", 3)], "ru-bank"),
    keyed(
        "opening: {by: player}",
        deal("stock: 8C ?x3 8D ?x36", "hand N: 4C 4D 4H 5C 5D 6C 7C", "pile: 9H", "N: draw 8C, discard 5C", "E: draw ?, discard 9C",
             "S: draw ?, meld QC QD QH, meld KC KD KH, discard 9D", "W: draw ?, meld 4S 4S 4H, meld AS AS AH, discard 9S",
             "N: draw 8D, meld 4C 4D 4H, discard 8C"),
        [("OPEN-001", 9)],
        [],
    ),
]  # fmt: skip

NATURALS = [
    keyed("opening: {naturals_only_to: 50}", deal("N: draw ?, meld AC AD 2C, discard 5C"), [("OPEN-004", 2)], []),
    keyed("opening: {naturals_only_to: 50}", deal("N: draw ?, meld KC KD 2C, discard 5C"), [("OPEN-004", 2)], [("OPEN-001", 2)]),
    keyed("opening: {naturals_only_to: 15}", deal("N: draw ?, meld AC AD 2C, discard 5C"), [], []),
    keyed("opening: {naturals_only_to: 50}", deal("before: NS 1500, EW 0", "N: draw ?, meld AC AD 2C, meld KC KD KH, discard 5C"),
          [], []),
    keyed("opening: {naturals_only_to: 50}", deal("melds S: QC QD QH", "N: draw ?, meld AC AD 2C, discard 5C"), [], []),
    keyed("opening: {naturals_only_to: 50, naturals_only_in: needed-melds}",
          deal("N: draw ?, meld AC AD AH, meld KC KD 2C, discard 5C"), [], []),
    keyed("opening: {naturals_only_to: 50, naturals_only_in: all-melds}",
          deal("N: draw ?, meld AC AD AH, meld KC KD 2C, discard 5C"), [("OPEN-004", 2)], []),
    keyed("opening: {naturals_only_to: 50, naturals_only_in: needed-melds}",
          deal("N: draw ?, meld AC AD 2C, meld KC KD KH, discard 5C"), [("OPEN-004", 2)], []),
]  # fmt: skip

WILD_ONLY = [
    keyed("melds: {wild_only: any-size}", deal(HIGH, f"N: draw ?, {WILDS}, discard 5C"), [("OPEN-005", 3)], [("MELD-003", 3)]),
    keyed("opening: {wild_only: allowed}", deal(HIGH, f"N: draw ? ?, {WILDS}, discard 5C"), [], [("OPEN-005", 3)], "ro-canastone"),
    keyed("opening: {wild_only: allowed}", deal(f"N: draw ? ?, {WILDS}, discard 5C"), [("OPEN-004", 2)], [("OPEN-004", 2)],
          "ro-canastone"),
    keyed("opening: {wild_only: never}", deal(HIGH, f"N: draw ? ?, meld AC AD AH AS AS, {WILDS}, discard 5C"), [], [],
          "ro-canastone"),
    keyed("opening: {wild_only: allowed-and-bars}",
          deal(HIGH, f"N: draw ? ?, {WILDS}, discard 5C", "E: draw ? ?, meld * * 2D, discard 6C"),
          [("OPEN-006", 4)], [("OPEN-005", 3), ("OPEN-005", 4)], "ro-canastone"),
    keyed("opening: {wild_only: allowed-and-bars}",
          deal(HIGH, "melds W: QC QD QH", f"N: draw ? ?, {WILDS}, discard 5C", "E: draw ? ?, discard 6C", "S: draw ? ?, discard 7C",
               "W: draw ?, take 7C with 7D 7H, discard 8C"),
          [("PILE-019", 7)], [("OPEN-005", 4)], "ro-canastone"),
    keyed("opening: {wild_only: allowed-and-bars}",
          deal(HIGH, "melds E: QC QD QH", f"N: draw ? ?, {WILDS}, discard 5C", "E: draw ? ?, discard 6C", "S: draw ? ?, discard 7C",
               "W: draw ? ?, discard 8C", "N: draw ? ?, discard 9C", "E: draw ?, take 9C with 9D 9H, discard 8D"),
          [], [("OPEN-005", 4)], "ro-canastone"),
]  # fmt: skip

LOOSE = "unopened: [show-one], top_melded: false"
TOP = [
    keyed(f"opening: {{top_counts: shown}}\npile: {{{LOOSE}}}",
          deal("pile: 4D KD", "hand N: KC KS KH KH 5C 6D", "N: take KD showing KC, meld KC KS KH KH, discard 5C"),
          [], [("PILE-001", 4)]),
    keyed(f"opening: {{top_counts: melded}}\npile: {{{LOOSE}}}",
          deal("pile: 4D KD", "hand N: KC KS KH KH 5C 6D", "N: take KD showing KC, meld KC KS KH KH, discard 5C"),
          [("OPEN-001", 4)], [("PILE-001", 4)]),
    keyed("opening: {top_counts: melded}",
          deal("pile: 4D KD", "hand N: KC KS KH KH 5C 6D", "N: take KD showing KC, meld KC KS KH KH, discard 5C"),
          [("OPEN-001", 4)], [], "ru-bank"),
    keyed("opening: {top_counts: shown}",
          deal("pile: 4D KD", "hand N: KC KS KH 5C 6D", "N: take KD showing KC, meld KC KS KH KD, discard 5C"),
          [("OPEN-001", 4)], [("OPEN-001", 4)], "ru-bank"),
    keyed("opening: {canasta_suffices: true}", deal(f"N: draw ?, meld {FEW}, discard 5C"), [], [("OPEN-003", 2)]),
    keyed("opening: {canasta_suffices: false}", deal(f"N: draw ?, meld {FEW}, discard 5C"), [("OPEN-003", 2)], [], "ru-club"),
    keyed("opening: {canasta_suffices: true}",
          deal("before: NS 1500, EW 0", "pile: 4S KD", "hand N: KS KH 4C 4C 4D 4D 4H 4H 5C 6D",
               f"N: take KD with KS KH, meld {FEW}, discard 5C"),
          [("OPEN-002", 5)], [("OPEN-003", 5)]),
    keyed("opening: {buried_cards: true}",
          deal("pile: QH KD", "hand N: KC KH QC QD 5C 6C", "N: take KD with KC KH, meld QC QD QH, discard 5C"),
          [], [("OPEN-002", 4)]),
    keyed("opening: {bonuses_count: true}", deal(f"N: draw ?, meld {FEW}, discard 5C"), [], [("OPEN-003", 2)]),
    keyed("opening: {bands: [{need: 60}]}", deal("N: draw ?, meld KC KD KH, meld QC QD, add QH, discard 5C"),
          [("MELD-001", 2)], [("MELD-001", 2)]),
    keyed("opening: {bands: [{need: 70}]}", deal("N: draw ?, meld KC KD KH, meld QC QD QH, discard 5C"), [("OPEN-001", 2)], []),
    keyed("opening: {bands: [{need: 0}]}", deal("N: draw ?, meld 4C 4D 4H, discard 5C"), [], [("OPEN-001", 2)]),
]  # fmt: skip


@pytest.mark.parametrize("case", [*BY_PLAYER, *NATURALS, *WILD_ONLY, *TOP], ids=lambda case: case.key)
def test_key_decides(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(
    ("case", "pointer"),
    [(BY_PLAYER[0], "/opening/by"), (NATURALS[0], "/opening/naturals_only_to"), (NATURALS[6], "/opening/naturals_only_in"),
     (WILD_ONLY[0], "/opening/wild_only")],
)  # fmt: skip
def test_the_key_that_decides_is_named(case: Keyed, pointer: str) -> None:
    (found,) = roots(case.log, case.key, case.base)
    assert found.parameter is not None
    assert found.parameter.pointer == pointer


def test_top_card_shown_is_itemised_with_the_meld_of_its_rank() -> None:
    log = deal("before: NS 1500, EW 0", "pile: 4D KD", "hand N: KC KS KH KH 5C", "N: take KD, meld KC KS KH KH, discard 5C")
    (found,) = roots(log, "ru-bank")
    assert (found.id, found.data["have"], found.data["need"]) == ("OPEN-001", 50, 70)
    assert found.data["melds"] == ["KC KS KH KH KD = 50"]


WAIVED = ("N: draw 5C, ask yes, meld {few}, discard 5C", "end: N out concealed")
BEFORE = deal("N: draw ?, meld AC AD AH, discard 5C", "end: stop", "totals: NS 0, EW 0")
NOTHING = deal("N: draw ?, discard 5C", "end: stop", "totals: NS 0, EW 0")


@pytest.mark.parametrize(
    ("first", "number", "expected"),
    [("", 1, ["OPEN-001"]), (NOTHING, 2, ["OPEN-001"]), (BEFORE, 2, []), ("", 2, []), (NOTHING, 3, [])],
    ids=["first deal", "nothing melded before", "melded before", "deals before not recorded", "a deal left out"],
)
def test_concealed_waives_after_the_first_meld_of_the_match(first: str, number: int, expected: list[str]) -> None:
    few, last = "4C 4C 4D 4D 4H 4H 4S", [line.format(few="4C 4C 4D 4D 4H 4H 4S") for line in WAIVED]
    lines = [f"deal {number}: dealer W, first N", "pile: 9C", f"hand N: {few}", *last]
    key = "opening: {concealed_waives: after-first-of-match, canasta_suffices: false, bonuses_count: true}\ncanastas: {natural: 0}"
    log = first + "".join(f"{line}\n" for line in lines)
    assert [finding.id for finding in roots(log, key) if finding.id.startswith("OPEN")] == expected


@pytest.mark.parametrize("reference", ["uk-regency", "ro-canastone", "ro-canastone+wild-opening", "ro-mini", "ru-club", "ru-bank"])
def test_nothing_hangs_on_what_was_asked_before(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [*BY_PLAYER, *NATURALS, *WILD_ONLY, *TOP] * 2
    log = ca.parse("".join(f'[Event "{event}"]\n{case.log}' for event, case in enumerate(cases)))
    quick = ca.audit(log, ruleset(reference)).findings
    monkeypatch.setattr(before, "alike", lambda *_: None)
    monkeypatch.setattr(playing, "plain_run", lambda table, lines, at, *_: (at, 0))
    assert ca.audit(log, ruleset(reference)).findings == quick


SHIPPED = [
    ("ru-bank", deal("before: NS 1500, EW 0", "N: draw ?, meld AC AD AH, meld 4C 4D 4H, discard 5C"), []),
    ("ru-bank", deal("before: NS 1500, EW 0", "N: draw ?, meld AC AD AH, discard 5C"), [("OPEN-001", 3)]),
    ("ru-bank", deal(f"N: draw ?, meld {FEW}, discard 5C"), []),
    ("ru-bank", deal(QUEENS, "N: draw ?, meld 4C 4D 4H, discard 5C"), [("OPEN-001", 3)]),
    ("ru-bank+opening-by-side", deal(QUEENS, "N: draw ?, meld 4C 4D 4H, discard 5C"), []),
    ("ro-canastone", deal("N: draw ? ?, meld AC AD AH, discard 5C"), []),
    ("ro-canastone", deal("N: draw ? ?, meld AC AD 2C, discard 5C"), [("OPEN-004", 2)]),
    ("ro-mini", deal("N: draw ? ?, meld 4C 4D 4H, discard 5C"), []),
    ("ru-club", deal(f"N: draw ?, meld {FEW}, discard 5C"), []),
    ("ru-club+canasta-needs-minimum", deal(f"N: draw ?, meld {FEW}, discard 5C"), [("OPEN-003", 2)]),
]


@pytest.mark.parametrize(("reference", "log", "expected"), SHIPPED)
def test_shipped_rulesets(reference: str, log: str, expected: Expected) -> None:
    assert places(log, reference) == expected
