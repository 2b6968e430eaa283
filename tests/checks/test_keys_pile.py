"""Keys of taking and freezing the pile: each decides a small case, which is judged otherwise without it."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit import before, playing
from tests.checks.examples import ruleset
from tests.checks.keyed import Keyed, decides, places, roots
from tests.checks.small import Expected, deal
from tests.checks.test_keys_locks import LOCKS

QUEENS = "melds N: QC QD QH"
KINGS = "melds N: KC KD KH"
LIKE_BANK = "top_melded: false, blocked_once_by: [], never_top: [joker, two, red-three]"
SHOW_ONE = f"unopened: [show-one], opened: [show-one], {LIKE_BANK}"


def keyed(key: str, log: str, found: Expected, without: Expected, base: str = "uk-regency") -> Keyed:
    """A case without data."""
    return Keyed(key, log, found, {}, without, base)


WAYS = [
    keyed(
        "pile: {unopened: []}",
        deal("pile: 4C KD", "N: take KD with KS KH, meld AC AD AH, discard 5C"),
        [("PILE-003", 3)],
        [],
    ),
    keyed(
        "pile: {unopened: []}",
        deal("pile: 2C KD", "N: take KD with KS KH, meld AC AD AH, discard 5C"),
        [("PILE-003", 3)],
        [],
    ),
    keyed(
        "pile: {opened: [natural-triple]}",
        deal(QUEENS, "pile: 4C KD", "N: take KD with KS KH, discard 5C"),
        [("PILE-003", 4)],
        [],
    ),
    keyed(
        "pile: {frozen: [natural-triple]}",
        deal(QUEENS, "pile: 2C KD", "N: take KD with KS KH, discard 5C"),
        [("PILE-004", 4)],
        [],
    ),
    keyed("pile: {frozen: [natural-triple]}", deal(QUEENS, "pile: 2C KD", "N: take KD with KS KH KC, discard 5C"), [], []),
    keyed(
        "pile: {unopened: [natural-pair, natural-and-wild]}",
        deal("pile: 4C KD", "N: take KD with KS 2C, meld AC AD AH, discard 5C"),
        [],
        [("PILE-003", 3)],
    ),
    keyed("pile: {top_melded: false}", deal(KINGS, "pile: 4C QD", "N: take QD, meld QC QS QH, discard 5C"), [], [("PILE-001", 4)]),
    keyed(
        f"pile: {{{SHOW_ONE}}}",
        deal(KINGS, "pile: 4C QD", "hand N: QS 5C 6D", "N: take QD showing QS, discard 5C"),
        [],
        [("PILE-001", 5)],
    ),
    keyed(
        f"pile: {{{SHOW_ONE}}}",
        deal(KINGS, "pile: 4C QD", "hand N: 7S 5C 6D", "N: take QD, discard 5C"),
        [("PILE-003", 5)],
        [("PILE-001", 5)],
    ),
    keyed(
        f"pile: {{{SHOW_ONE}}}", deal(KINGS, "pile: 4C KS", "hand N: 5C 6D", "N: take KS by K, discard 5C"), [], [("PILE-001", 5)]
    ),
    keyed(
        "pile: {opened: [show-pair]}",
        deal(KINGS, "pile: 4C QD", "hand N: QS 7H 5C 6D", "N: take QD showing QS, discard 5C"),
        [("PILE-003", 5)],
        [],
        "ru-bank",
    ),
    keyed(
        "pile: {opened: [show-one-and-wild]}",
        deal(KINGS, "pile: 4C QD", "hand N: QS 2C 5C 6D", "N: take QD showing QS, discard 5C"),
        [("PILE-003", 5)],
        [],
        "ru-bank",
    ),
    keyed(
        "pile: {opened: [show-one-and-wild]}",
        deal(KINGS, "pile: 4C QD", "hand N: QS 2C 5C 6D", "N: take QD showing QS 2C, discard 5C"),
        [],
        [],
        "ru-bank",
    ),
    keyed(
        "freezing: {discarded: [joker, two], joker_locks: 0, two_locks: 0}\npile: {frozen: [show-pair]}",
        deal(KINGS, "pile: 2D 4C QD", "hand N: QS 5C 6D", "N: take QD showing QS, discard 5C"),
        [("PILE-004", 5)],
        [],
        "ru-bank",
    ),
]

CONDITIONS = [
    keyed(
        "pile: {after_opening: true, unopened: []}",
        deal("pile: 4C KD", "N: draw ?, meld AC AD AH, take KD with KS KH, discard 5C"),
        [],
        [("PILE-003", 3)],
        "ro-canastone",
    ),
    keyed(
        "pile: {twos_for_two: 5}",
        deal(QUEENS, "pile: 4C 2D", "N: take 2D with 2C 2C 2H 2S, discard 5C"),
        [("PILE-016", 4)],
        [],
        "ro-mini",
    ),
    keyed(
        "pile: {threes_for_red_three: 4}",
        deal(QUEENS, "pile: 4C 3D", "N: take 3D with 3D 3H 3H, discard 5C"),
        [("PILE-016", 4)],
        [],
        "ro-mini",
    ),
    keyed(
        "pile: {onto_canasta: false}",
        deal("melds N: KC KC KD KH KH 2C 2D", "pile: 4C KD", "hand N: 5C 6D", "N: take KD to K, discard 5C"),
        [("PILE-011", 5)],
        [],
    ),
    keyed(
        "pile: {onto_canasta: true}",
        deal("melds N: KC KC KD KH KH 2C 2D", "pile: 4C KD", "hand N: 5C 6D", "N: take KD by K, discard 5C"),
        [],
        [("PILE-003", 5)],
        "ru-bank",
    ),
    keyed(
        "pile: {rank_of_canasta: false}",
        deal("melds N: KC KC KD KH KH 2C 2D", "pile: 4C KD", "hand N: KS 5C 6D", "N: take KD to K, discard 5C"),
        [("PILE-017", 5)],
        [],
        "ru-bank",
    ),
    keyed(
        "pile: {first_turn_swap: true}",
        deal("up: KD", "N: take KD, discard 5C"),
        [],
        [("PILE-014", 3)],
        "ru-bank",
    ),
    keyed(
        "pile: {first_turn_swap: true}",
        deal("up: KD", "N: draw ?, discard 5C", "E: take 5C, discard 6C"),
        [("PILE-014", 4)],
        [("PILE-014", 4)],
        "ru-bank",
    ),
    keyed(
        "pile: {top_alone_to_go_out: true}",
        deal(
            "melds N: KC KC KD KH KH 2C 2D, QC QD QH",
            "pile: 4C QS",
            "hand N: 7C 7D 7H",
            "N: take only QS to Q, meld 7C 7D 7H",
            "end: N out",
        ),
        [],
        [("PILE-010", 5)],
    ),
    keyed(
        "pile: {top_alone_to_go_out: true}",
        deal(
            "melds N: KC KC KD KH KH 2C 2D, QC QD QH",
            "pile: 4C QS",
            "hand N: 7C 7D 7H 9S",
            "N: take only QS to Q, ask yes, meld 7C 7D 7H, discard 9S",
            "end: N out",
        ),
        [("PILE-010", 5)],
        [("PILE-010", 5)],
    ),
    keyed("pile: {whole: false}", deal(QUEENS, "pile: 4C QS", "N: take only QS to Q, discard 5C"), [], [("PILE-010", 4)]),
    keyed(
        "pile: {one_card_each: true}",
        deal("melds N: KC KC KD KH KH KS KS", "pile: KD", "hand N: 5C", "N: take KD to K, ask yes, discard 5C", "end: N out"),
        [],
        [("PILE-008", 5)],
    ),
    keyed(
        "pile: {pair_joins_meld: false}",
        deal(QUEENS, "pile: 4C QS", "N: take QS with QC QD to Q, discard 5C"),
        [("PILE-018", 4)],
        [],
    ),
    keyed(
        "pile: {pair_joins_meld: false}",
        deal(QUEENS, "pile: 4C QS", "hand N: QC QD 5C 6D", "N: take QS, add QS QC QD to Q, discard 5C"),
        [("PILE-018", 5)],
        [],
    ),
    keyed("pile: {pair_joins_meld: false}", deal(QUEENS, "pile: 4C QS", "N: take QS to Q, discard 5C"), [], []),
    keyed(
        "pile: {blocked_once_by: [black-three]}",
        deal(KINGS, "pile: 4C 3C", "hand N: 3S 5C 6D", "N: take 3C showing 3S, discard 5C"),
        [("PILE-007", 5)],
        [],
        "ru-bank",
    ),
    keyed(
        "pile: {never_top: [joker]}",
        deal(KINGS, "pile: 4C 3D", "hand N: 5C 6D", "N: take 3D, red 3D>9D, discard 5C"),
        [],
        [("PILE-007", 5)],
        "ru-bank",
    ),
    keyed(
        "freezing: {discarded: [joker, two, black-three]}",
        deal(QUEENS, "pile: 3C 4C QS", "N: take QS to Q, discard 5C"),
        [("PILE-006", 4)],
        [],
    ),
    keyed(
        "freezing: {turned_up: [joker, two, red-three, black-three]}",
        deal("up: 3C 9D", "N: take 9D with 9S 2C, meld AC AD AH, discard 5C"),
        [("PILE-005", 3)],
        [("PILE-003", 3)],
    ),
]


@pytest.mark.parametrize("case", [*WAYS, *CONDITIONS], ids=lambda case: case.key)
def test_key_decides(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(
    ("case", "pointer"),
    [(WAYS[0], "/pile/unopened"), (WAYS[2], "/pile/opened"), (CONDITIONS[9], "/pile/top_alone_to_go_out")],
)
def test_the_key_that_decides_is_named(case: Keyed, pointer: str) -> None:
    (found,) = roots(case.log, case.key, case.base)
    assert found.parameter is not None
    assert found.parameter.pointer == pointer


BANK = [
    ("a king in the hand", deal(QUEENS, "pile: 4C KD", "hand N: KS 5C 6D", "N: take KD, discard 5C"), []),
    ("no king anywhere", deal(QUEENS, "pile: 4C KD", "hand N: 7S 5C 6D", "N: take KD, discard 5C"), [("PILE-003", 5)]),
    ("shown what is not there", deal(QUEENS, "pile: 4C KD", "hand N: KH 5C 6D", "N: take KD showing KS, discard 5C"),
     [("PILE-015", 5)]),
    ("shown another rank", deal(QUEENS, "pile: 4C KD", "hand N: JS KH 5C 6D", "N: take KD showing JS, discard 5C"),
     [("PILE-003", 5)]),
    ("a card of the partner's meld",
     deal(QUEENS, "melds S: KC KD KH", "pile: 4C KD", "hand N: 7S 5C", "N: take KD by K of S, discard 5C"), [("PILE-003", 6)]),
    ("nobody knows the hand", deal(QUEENS, "pile: 4C KD", "N: take KD, discard 5C"), []),
    ("onto the open meld", deal(KINGS, "pile: 4C KS", "hand N: 7S 5C", "N: take KS to K, discard 5C"), []),
    ("onto the canasta with a king in the hand",
     deal("melds N: KC KC KD KH KH 2C 2D", "pile: 4C KS", "hand N: KS 5C 7S", "N: take KS to K, discard 5C"), []),
    ("onto the canasta alone",
     deal("melds N: KC KC KD KH KH 2C 2D", "pile: 4C KS", "hand N: 6S 5C 7S", "N: take KS to K, discard 5C"), [("PILE-011", 5)]),
    ("black threes", deal(QUEENS, "pile: 4C 3C", "hand N: 3S 3C 5C 7S", "N: take 3C with 3S 3C, discard 5C"), []),
    ("a black three without another", deal(QUEENS, "pile: 4C 3C", "hand N: 5C 7S", "N: take 3C, discard 5C"), [("PILE-003", 5)]),
    ("the partner has melds, and the taker lays nothing",
     deal("melds S: QC QD QH", "pile: 4C KD", "N: take KD showing KS, discard 5C"), [("PILE-014", 4)]),
    ("six of a canasta and the top card", deal("pile: 4C KD", "hand N: KS KS KH KH KC 2C 5C 7D",
                                              "N: take KD with KS KS KH KH KC 2C, discard 5C"), []),
]  # fmt: skip


@pytest.mark.parametrize(("log", "expected"), [row[1:] for row in BANK], ids=[name for name, _, _ in BANK])
def test_the_bank(log: str, expected: Expected) -> None:
    assert places(log, "ru-bank") == expected


SHIPPED = [
    ("uk-howto", deal(QUEENS, "pile: 3C 4C QS", "N: take QS to Q, discard 5C"), [("PILE-006", 4)]),
    ("uk-howto", deal(QUEENS, "pile: 3C 4C QS", "N: take QS with QC QD to Q, discard 5C"), []),
    ("uk-howto+black-three-stops-next-only", deal(QUEENS, "pile: 3C 4C QS", "N: take QS to Q, discard 5C"), []),
    ("uk-howto+pile-closed-before-opening", deal("pile: 4C KD", "N: take KD with KS KH, meld AC AD AH, discard 5C"),
     [("PILE-003", 3)]),
    ("ro-classic", deal("pile: 4C KD", "N: take KD with KS 2C, meld AC AD AH, discard 5C"), []),
    ("ro-classic+unopened-with-natural-pair", deal("pile: 4C KD", "N: take KD with KS 2C, meld AC AD AH, discard 5C"),
     [("PILE-003", 3)]),
    ("ro-canastone", deal(QUEENS, "pile: 4C KD", "N: draw ?, take KD with KS KH, discard 5C"), []),
    ("ro-canastone", deal(QUEENS, "pile: 2C KD", "N: draw ?, take KD with KS KH, discard 5C"), [("PILE-004", 4)]),
    ("ro-canastone", deal(QUEENS, "pile: 2C KD", "N: draw ?, take KD with KS KH KC, discard 5C"), []),
    ("ro-mini", deal(QUEENS, "pile: 4C 2D", "N: take 2D with 2C 2C 2H 2S, discard 5C"), []),
    ("ro-mini", deal(QUEENS, "pile: 4C *", "N: take * with 2C 2C 2H 2S, discard 5C"), [("PILE-007", 4)]),
    ("ru-bank+variation-5", deal("pile: 4C KD", "N: take KD showing KS, meld AC AD AH, discard 5C"), [("PILE-003", 3)]),
    ("ru-bank+variation-5", deal("pile: 4C KD", "N: take KD showing KS KH, meld AC AD AH, discard 5C"), []),
    ("ru-bank+variation-10", deal(QUEENS, "pile: 2C KD", "hand N: KS KH 5C 7D", "N: take KD, discard 5C"), []),
]  # fmt: skip


@pytest.mark.parametrize(("reference", "log", "expected"), SHIPPED)
def test_shipped_rulesets(reference: str, log: str, expected: Expected) -> None:
    assert places(log, reference) == expected


@pytest.mark.parametrize(
    "reference",
    ["uk-regency", "uk-howto", "ro-classic", "ro-canastone", "ro-canastone+wild-opening", "ro-mini", "ru-club", "ru-bank",
     "ru-bank+opening-by-side", "ru-bank+variation-3", "ru-bank+variation-9", "ru-bank+variation-10"],
)  # fmt: skip
def test_nothing_hangs_on_the_takes_before(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = [case.log for case in (*WAYS, *CONDITIONS, *LOCKS)] + [log for _, log, _ in (*BANK, *SHIPPED)]
    log = "".join(f'[Event "{event}"]\n{one}' for event, one in enumerate(logs * 2))
    quick = ca.audit(ca.parse(log), ruleset(reference)).findings
    monkeypatch.setattr(before, "alike", lambda *_: None)
    monkeypatch.setattr(playing, "plain_run", lambda table, lines, at, *_: (at, 0))
    assert ca.audit(ca.parse(log), ruleset(reference)).findings == quick
