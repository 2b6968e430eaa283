"""What the keys of a ruleset mean together: values that contradict each other, or that nothing can reach."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
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
    yield from _contradictions(rules)
    yield from _unreachable(rules)


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


NARROWER: dict[str, tuple[str, ...]] = {
    "natural-triple": ("natural-pair", "show-pair", "show-one"),
    "natural-pair": ("show-pair", "show-one"),
    "natural-and-wild": ("show-one-and-wild", "show-one"),
    "onto-meld": ("show-one",),
    "show-pair": ("show-one",),
    "show-one-and-wild": ("show-one",),
}
"""Ways to take the pile, and the ways that are open to everybody who can take it so."""


def _pile(rules: Rules) -> Iterator[Trouble]:
    pile = rules.pile
    for way in pile.frozen:
        if way not in pile.opened and not set(NARROWER.get(way, ())) & set(pile.opened):
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


def _contradictions(rules: Rules) -> Iterator[Trouble]:
    for pointer, because, problem in (*_wild_contradictions(rules), *_other_contradictions(rules)):
        yield Trouble(faults.CONTRADICTION, pointer, {"pointer": pointer, "because": because, "problem": problem})


def _wild_contradictions(rules: Rules) -> Iterator[tuple[str, str, str]]:
    melds, size = rules.melds, rules.canastas.size
    wilds = rules.equipment.jokers + 4 * rules.equipment.packs
    if melds.wild_only == "whole-canasta" and size > wilds:
        yield "/melds/wild_only", "/canastas/size", f"a canasta has {size} cards, and the deck {wilds} wild ones"
    if melds.wild_only == "any-size" and melds.least_cards > wilds:
        yield "/melds/wild_only", "/melds/least_cards", f"a meld has {melds.least_cards} cards, and the deck {wilds} wild ones"
    joined = melds.wild_only_joined_by
    if joined and melds.wild_only == "any-size":
        if 3 + joined < size:
            yield (
                "/melds/wild_only_joined_by",
                "/canastas/size",
                f"three wild cards and {joined} naturals make no canasta of {size}",
            )
        if melds.wild_cap is not None and melds.wild_cap < 3 and not (melds.wild_cap_ends_at or 99) <= 3 + joined:
            yield (
                "/melds/wild_only_joined_by",
                "/melds/wild_cap",
                f"a meld has {melds.wild_cap} wild cards at most, and this has three",
            )
        most = {"not-above-naturals": joined, "half-the-naturals": joined // 2, "fewer-than-naturals": joined - 1}
        if most.get(melds.wild_ratio, 3) < 3 and melds.wild_ratio_on == "every-play":
            yield "/melds/wild_only_joined_by", "/melds/wild_ratio", f"three wild cards are too many for {joined} naturals"


def _other_contradictions(rules: Rules) -> Iterator[tuple[str, str, str]]:
    out, dealing = rules.going_out, rules.dealing
    if len(out.kinds) > out.canastas:
        yield "/going_out/kinds", "/going_out/canastas", f"{len(out.kinds)} kinds are needed and {out.canastas} canastas"
    lists = {
        "up_card_covered": dealing.up_card_covered,
        "up_card_returned": dealing.up_card_returned,
        "up_card_void": dealing.up_card_void,
    }
    for (one, kinds), (other, others) in combinations(lists.items(), 2):
        both = [kind for kind in others if kind in kinds]
        if both:
            yield f"/dealing/{other}", f"/dealing/{one}", f"of one up-card, {both[0]}, two things are said"
    if rules.stock_end.ends == "last-card" and rules.stock_end.pile_turned != "none":
        yield "/stock_end/pile_turned", "/stock_end/ends", "the deal is over before the pile could be turned over"


def _unreachable(rules: Rules) -> Iterator[Trouble]:
    reds, opening, freezing = rules.red_threes, rules.opening, rules.freezing
    found: list[tuple[str, str, str]] = []
    if reds.laid != "never" and reds.all_from > 2 * rules.equipment.packs:
        found.append(("/red_threes/all_from", "/equipment/packs", f"the deck has {2 * rules.equipment.packs} red threes"))
    least = min(band.need for band in opening.bands)
    if 0 < opening.naturals_only_to < least:
        found.append(("/opening/naturals_only_to", "/opening/bands", f"no initial meld needs less than {least}"))
    last = opening.bands[-1].since
    if last is not None and last > rules.match.target:
        found.append(("/opening/bands", "/match/target", f"the match is over before a side stands at {last}"))
    locks = {"joker": freezing.joker_locks, "two": freezing.two_locks}
    idle = [kind for kind in freezing.locker_first if not locks[kind]]
    if idle and any(locks.values()):
        found.append(("/freezing/locker_first", f"/freezing/{idle[0]}_locks", f"{idle[0]} does not lock"))
    cap, ends = rules.melds.wild_cap, rules.melds.wild_cap_ends_at
    if cap is not None and ends is not None and ends <= cap + 1:
        found.append(("/melds/wild_cap", "/melds/wild_cap_ends_at", f"a meld of more than {cap} wild cards is always free of it"))
    for pointer, because, problem in found:
        yield Trouble(faults.UNREACHABLE, pointer, {"pointer": pointer, "because": because, "problem": problem})


def value_at(rules: Rules, pointer: str) -> Any:
    """The value of a key."""
    value: Any = rules
    for part in pointer[1:].split("/"):
        value = getattr(value, part)
    return value
