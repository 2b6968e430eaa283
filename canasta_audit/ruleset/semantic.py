"""What the keys of a ruleset mean together: numbers that contradict each other, and keys that others make idle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from canasta_audit.finding import Fault, Finding
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.chapters import Rules, Values
from canasta_audit.ruleset.model import Origin, Ruleset

POINTS = (
    *(f"/values/{name}" for name in Values._fields if name != "wild_melded"),
    "/red_threes/each",
    "/red_threes/all",
    "/red_threes/held",
    "/canastas/natural",
    "/red_threes/all_to_opponents",
    "/canastas/mixed",
    "/canastas/wild",
    "/canastas/wild_twos",
    "/canastas/wild_jokers",
    "/canastas/natural_aces",
    "/canastas/mixed_aces",
    "/going_out/bonus",
    "/going_out/concealed_extra",
    "/going_out/partner_bonus",
)
"""Keys whose values are points of a score."""


class Trouble(NamedTuple):
    """A fault at the key ``pointer``."""

    fault: Fault
    pointer: str
    data: dict[str, Any]


def lint(ruleset: Ruleset) -> list[Finding]:
    """Return what is wrong with the tables of a ruleset, each thing once."""
    found: dict[tuple[str, str, str], Finding] = {}
    for players, rules in ruleset.tables.items():
        for trouble in _troubles(rules, players):
            finding = at(ruleset.origins[players][trouble.pointer], trouble.fault, trouble.pointer, **trouble.data)
            found.setdefault((finding.id, trouble.pointer, str(finding.data)), finding)
    return list(found.values())


def at(origin: Origin, fault: Fault, pointer: str, /, *, help: str = "", **data: Any) -> Finding:
    """A finding of ``fault`` at the key that set ``pointer``."""
    width = len(pointer.rpartition("/")[2])
    return fault.finding(origin.file, origin.line, origin.column, origin.column + width, help=help, **data)


def _troubles(rules: Rules, players: int) -> Iterator[Trouble]:
    yield from _bands(rules)
    yield from _table(rules, players)
    yield from _melds(rules)
    yield from _pile(rules)
    yield from _going_out(rules)
    yield from _units(rules)


def _bands(rules: Rules) -> Iterator[Trouble]:
    first, *later = rules.opening.bands
    if first.since is not None:
        yield Trouble(faults.BANDS_ORDER, "/opening/bands", {"problem": "the first band has a since; it holds from the lowest"})
    starts = [band.since for band in later]
    known = [start for start in starts if start is not None]
    if len(known) < len(starts):
        yield Trouble(faults.BANDS_ORDER, "/opening/bands", {"problem": "a band after the first has no since"})
    if any(start >= after for start, after in pairwise(known)):
        yield Trouble(faults.BANDS_ORDER, "/opening/bands", {"problem": "the bands do not rise"})


def _table(rules: Rules, players: int) -> Iterator[Trouble]:
    dealt = players * (rules.dealing.cards_each + rules.dealing.foot_each)
    deck = rules.equipment.deck.size
    if dealt + 1 > deck:
        yield Trouble(faults.DECK_TOO_SMALL, "/dealing/cards_each", {"players": players, "dealt": dealt, "deck": deck})
    if rules.seating.sides == "opposite" and players != 4:
        yield Trouble(faults.NO_PARTNER, "/seating/sides", {"players": players})


def _melds(rules: Rules) -> Iterator[Trouble]:
    melds, threes = rules.melds, rules.melds.black_threes
    copies = 2 * rules.equipment.packs
    if melds.least_naturals > melds.least_cards:
        problem = f"a meld of {melds.least_cards} cards cannot have {melds.least_naturals} naturals"
        yield Trouble(faults.IMPOSSIBLE_MELD, "/melds/least_naturals", {"problem": problem})
    if rules.canastas.size < melds.least_cards:
        problem = f"a canasta of {rules.canastas.size} cards is smaller than a meld of {melds.least_cards}"
        yield Trouble(faults.IMPOSSIBLE_MELD, "/canastas/size", {"problem": problem})
    if threes.when != "never" and threes.least > threes.most:
        problem = f"black threes are at least {threes.least} and at most {threes.most}"
        yield Trouble(faults.IMPOSSIBLE_MELD, "/melds/black_threes/most", {"problem": problem})
    if threes.when != "never" and not threes.wilds and threes.least > copies:
        problem = f"{threes.least} black threes are needed and the deck has {copies}"
        yield Trouble(faults.IMPOSSIBLE_MELD, "/melds/black_threes/least", {"problem": problem})


def _pile(rules: Rules) -> Iterator[Trouble]:
    pile = rules.pile
    for way in pile.frozen:
        # Three naturals where an open pile asks for two are harder, not easier.
        if way not in pile.opened and not (way == "natural-triple" and "natural-pair" in pile.opened):
            yield Trouble(faults.FROZEN_WIDER, "/pile/frozen", {"way": way})


def _going_out(rules: Rules) -> Iterator[Trouble]:
    canastas, size, deck = rules.going_out.canastas, rules.canastas.size, rules.equipment.deck.size
    if canastas * size > deck:
        problem = f"{canastas} canastas of {size} cards are more than the {deck} cards of the deck"
        yield Trouble(faults.GOING_OUT_NUMBERS, "/going_out/canastas", {"problem": problem})
    if rules.going_out.canastas == 0 and rules.going_out.concealed_own_canasta:
        problem = "going out needs no canasta, and going out concealed needs one"
        yield Trouble(faults.GOING_OUT_NUMBERS, "/going_out/concealed_own_canasta", {"problem": problem})


def _units(rules: Rules) -> Iterator[Trouble]:
    unit = rules.scoring.unit
    for pointer in POINTS:
        value = value_at(rules, pointer)
        if value % unit:
            yield Trouble(faults.OFF_UNIT, pointer, {"pointer": pointer, "value": value, "unit": unit})


def value_at(rules: Rules, pointer: str) -> Any:
    """The value of a key."""
    value: Any = rules
    for part in pointer[1:].split("/"):
        value = getattr(value, part)
    return value


IDLE: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
    ("/seating/lots_suits", "/seating/lots_tie", lambda tie: tie == "redraw"),
    ("/red_threes/all_unopened", "/red_threes/unopened", lambda unopened: unopened == "nothing"),
    ("/red_threes/held_needs_turn", "/red_threes/held", lambda held: held == 0),
    ("/melds/wild_cap_ends_at", "/melds/wild_cap", lambda cap: cap is None),
    ("/melds/black_threes/least", "/melds/black_threes/when", lambda when: when == "never"),
    ("/melds/black_threes/most", "/melds/black_threes/when", lambda when: when == "never"),
    ("/melds/black_threes/wilds", "/melds/black_threes/when", lambda when: when == "never"),
    ("/pile/onto_canasta", "/pile/opened", lambda ways: "onto-meld" not in ways),
    ("/going_out/without_canasta", "/going_out/canastas", lambda canastas: canastas == 0),
    ("/going_out/answer_binds", "/going_out/ask", lambda ask: ask == "none"),
    ("/stock_end/forced_excused", "/stock_end/taking_forced", lambda forced: forced == "none"),
    ("/stock_end/red_three_counts", "/stock_end/red_three_ends", lambda ends: not ends),
    ("/stock_end/going_out_bonus", "/going_out/bonus", lambda bonus: bonus == 0),
)
"""Keys that have no effect, the key that makes them so, and when."""


def idle_keys(ruleset: Ruleset, file: str) -> list[Finding]:
    """The keys set in ``file`` that have no effect at any table."""
    findings = []
    for pointer, because, idle in IDLE:
        origin = next(iter(ruleset.origins.values()))[pointer]
        if origin.file == file and all(idle(value_at(rules, because)) for rules in ruleset.tables.values()):
            value = value_at(next(iter(ruleset.tables.values())), because)
            findings.append(at(origin, faults.IDLE_KEY, pointer, pointer=pointer, because=because, value=plain(value)))
    return findings


def plain(value: Any) -> Any:
    """A value as YAML writes it."""
    return {True: "true", False: "false", None: "null"}[value] if value is None or isinstance(value, bool) else value
