"""Locking the pile: who is kept from it by which wild card, how long, and who has the first right then."""

from __future__ import annotations

import pytest

from tests.checks.keyed import Keyed, decides, places, roots
from tests.checks.small import Expected, deal


def round_of(*discards: str) -> tuple[str, ...]:
    """Turns of E, S, W and N in which these cards are discarded."""
    return tuple(f"{seat}: draw ?, discard {card}" for seat, card in zip("ESWN", discards, strict=False))


def keyed(key: str, log: str, found: Expected, without: Expected) -> Keyed:
    """A case of ``ru-bank``."""
    return Keyed(key, log, found, {}, without, "ru-bank")


LOCKED = deal(*(f"melds {seat}: {rank}C {rank}D {rank}H" for seat, rank in zip("NESW", "Q789", strict=True)), "pile: 4C")


def turns(*lines: str) -> str:
    """The deal in which all four have melds, with these turns from line 7 on."""
    return LOCKED + "".join(f"{line}\n" for line in lines)


FILLER = ("4D", "5D", "6D", "TD")
E_TAKES, S_TAKES, W_TAKES, N_TAKES = (
    f"{seat}: take {top} by {rank}, discard JC"
    for seat, rank, top in (("E", "7", "7S"), ("S", "8", "8S"), ("W", "9", "9S"), ("N", "Q", "QS"))
)
TWO = "N: draw ?, discard 2C"
JOKER = "N: draw ?, discard *"
ONE_ROUND = round_of(*FILLER)

LOCKS = [
    keyed("freezing: {two_locks: 0}", turns(TWO, "E: draw ?, discard 8S", S_TAKES), [], []),
    keyed(
        "freezing: {two_locks: 2}",
        turns(TWO, "E: draw ?, discard 8S", S_TAKES),
        [("PILE-012", 9)],
        [],
    ),
    keyed(
        "freezing: {two_locks: 2, locker_first: [two]}",
        turns(TWO, *round_of("4D", "9S"), W_TAKES),
        [("PILE-012", 10)],
        [],
    ),
    keyed(
        "freezing: {two_locks: 2, locker_first: [two]}",
        turns(TWO, *round_of("4D", "5D", "6D", "7S"), E_TAKES),
        [],
        [],
    ),
    keyed(
        "freezing: {joker_locks: 1}",
        turns(JOKER, *round_of("4D", "9S"), W_TAKES),
        [("PILE-012", 10)],
        [("PILE-012", 10)],
    ),
    keyed("freezing: {joker_locks: 0}", turns(JOKER, *round_of("4D", "9S"), W_TAKES), [], [("PILE-012", 10)]),
    keyed(
        "freezing: {joker_locks: 1, locker_first: []}",
        turns(JOKER, *round_of("4D", "5D", "6D", "7S"), E_TAKES),
        [],
        [("PILE-012", 12)],
    ),
    keyed(
        "freezing: {joker_locks: 1, locker_first: [joker]}",
        turns(JOKER, *round_of("4D", "5D", "6D", "7S"), E_TAKES),
        [("PILE-012", 12)],
        [("PILE-012", 12)],
    ),
    keyed(
        "freezing: {joker_locks: 1, locker_first: [joker]}",
        turns(JOKER, *ONE_ROUND, *round_of("4H", "5H", "6H", "7S"), E_TAKES),
        [],
        [("PILE-012", 16)],
    ),
    keyed("freezing: {joker_locks: 1}", turns(JOKER, *round_of("4D", "5D", "QS"), N_TAKES), [], []),
    keyed(
        "freezing: {joker_locks: 5}",
        turns(JOKER, *round_of("4D", "5D", "QS"), N_TAKES, "E: draw ?, discard 8S", S_TAKES),
        [],
        [],
    ),
    keyed(
        "freezing: {joker_locks: 5}",
        turns(JOKER, "E: draw ?, discard 2S", "S: draw ?, discard 9S", W_TAKES),
        [],
        [],
    ),
    keyed(
        "freezing: {two_locks: 0}",
        turns(JOKER, "E: draw ?, discard 2S", "S: draw ?, discard 9S", W_TAKES),
        [("PILE-012", 10)],
        [],
    ),
]


@pytest.mark.parametrize("case", LOCKS, ids=lambda case: case.key)
def test_key_decides(case: Keyed) -> None:
    decides(case)


@pytest.mark.parametrize(("case", "pointer"), [(LOCKS[1], "/freezing/two_locks"), (LOCKS[2], "/freezing/locker_first")])
def test_the_key_that_decides_is_named(case: Keyed, pointer: str) -> None:
    (found,) = roots(case.log, case.key, case.base)
    assert found.parameter is not None
    assert found.parameter.pointer == pointer


def test_lock_says_whose_it_is_and_how_long() -> None:
    (found,) = roots(turns(JOKER, *round_of("4D", "9S"), W_TAKES), "ru-bank")
    # Twenty turns are locked, and three more pass before the locker has had his first right.
    assert found.data == {"locker": "N", "card": "*", "left": 22}


@pytest.mark.parametrize(
    ("discard", "expected"),
    [("discard 2C, lock", []), ("discard *, lock", []), ("discard 5C, lock", [("PILE-013", 7)]), ("discard ?, lock", [])],
)
def test_lock_that_is_written_down_agrees_with_the_discard(discard: str, expected: Expected) -> None:
    assert places(turns(f"N: draw ?, {discard}"), "ru-bank") == expected


def test_lock_of_a_card_nobody_saw_closes_the_pile_as_long_as_any_would() -> None:
    log = turns("N: draw ?, discard ?, lock", "E: take, discard JC")
    assert places(log, "ru-bank") == [("PILE-012", 8)]
    later = turns("N: draw ?, discard ?, lock", "E: draw ?, discard 8S", S_TAKES)
    assert places(later, "ru-bank") == []


def test_lock_ends_with_the_pile_turned_over() -> None:
    log = turns(JOKER, "E: draw ?, turnover shuffled, discard 8S", S_TAKES)
    assert "PILE-012" not in {finding.id for finding in roots(log, "ru-bank")}
