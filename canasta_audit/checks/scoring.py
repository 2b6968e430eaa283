"""The score of a deal: canastas, cards and hands as claimed, held against the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.bounds import NOTHING, Range, sum_of
from canasta_audit.table.red_threes import asks_of
from canasta_audit.table.score import GROUPS, ITEMS, Item, computed_for, stands_for

MESSAGE = "{side}: {item} is claimed as {claimed}; it is {computed}"


BETWEEN = "{side}: {item} is claimed as {claimed}; by what the record shows it is from {low} to {high}"


def judged(step: Step) -> bool:
    """Tell whether the score of the line's side can be computed."""
    return step.known.get(step.side or "", False)


def possible(step: Step, names: Iterable[str]) -> Range | None:
    """What the items ``names`` of the line's side can come to, where they cannot be computed; ``None`` where nobody can tell."""
    found = step.bounds.get(step.side or "")
    return None if found is None else sum_of(found.get(name, NOTHING) for name in names)


def differs(step: Step, *items: str) -> Faults:
    """Faults of the claimed ``items`` that differ from the ledger, or lie outside of what it can be; a check of its own has those
    that are no multiple.
    """
    claims, ledger = step.claims, step.ledger.get(step.side or "", [])
    known = judged(step)
    faults = []
    for item in items:
        claimed = claims.get(item)
        names = stands_for(item, claims)
        if claimed is None or not names or claimed % step.rules.scoring.unit:
            continue
        computed = computed_for(item, claims, ledger) if known else None
        found = None if known else possible(step, names)
        if found is not None and not found.holds(claimed):
            data, message = outside(step, item, claimed, found)
        elif computed is not None and computed != claimed:
            data, message = data_of(step, item, claimed, computed, ledger), None
        else:
            continue
        faults.append(
            Fault(
                data,
                message=message,
                parameter=None if item == "bonuses" else _decided(step, names, ledger),
                follows=hangs_on(step, names, ledger),
            )
        )
    return faults


def _decided(step: Step, names: tuple[str, ...], ledger: list[Item]) -> str | None:
    """The pointer of the key that decides what the items ``names`` come to, ``None`` for the one that usually does."""
    if "cards" in names and step.rules.scoring.melded == "nothing":
        return "/scoring/melded"
    if "out" in names and step.outcome.used_up is not None:
        return "/stock_end/going_out_bonus"
    return next((line.key for line in ledger if line.item in names and line.key is not None), None)


def hangs_on(step: Step, names: Iterable[str], ledger: list[Item]) -> Any:
    """The key of a doubt that a check cannot name beforehand: what red threes count may hang on canastas, on the deal's end, and on
    the melds of opponents.
    """
    law = step.rules.red_threes
    if "opponents-threes" in names and (given := next((line for line in ledger if line.item == "opponents-threes"), None)):
        return ("melds", given.why[0].partition(":")[0])
    if "threes" in names and asks_of(law).canastas:
        return ("melds", step.side)
    return "end" if "threes" in names and asks_of(law).lost else None


def adjustments(lines: Iterable[n.Line], side: n.Side) -> list[Item]:
    """What penalties and a director gave to a side in a deal, in their order, with the lines where they stand."""
    items = []
    for line in lines:
        if isinstance(line, n.Penalty) and line.side in (side, *side):
            items.append(Item("penalty", line.points, (f"line {line.line}", *([f"for {line.offence}"] if line.offence else []))))
        elif isinstance(line, n.Director):
            awards = [ruling.points for ruling in line.rulings if isinstance(ruling, n.Award) and ruling.side in (side, *side)]
            items += [Item("director", points, (f"line {line.line}",)) for points in awards]
    return items


def has_item(item: str, rules: Rules) -> bool:
    """Tell whether a game's score may have an item that others know."""
    canastas = rules.canastas
    if item == "wild":
        return bool(canastas.wild or canastas.wild_twos or canastas.wild_jokers)
    if item == "opponents-threes":
        return asks_of(rules.red_threes).opponents
    return item != "partner" or bool(rules.going_out.partner_bonus)


def data_of(step: Step, item: str, claimed: int, computed: int, ledger: list[Item]) -> dict[str, object]:
    """What every finding about a claimed item tells, the side's whole ledger with it."""
    return {
        "side": step.side,
        "item": item,
        "claimed": claimed,
        "computed": computed,
        "ledger": [[line.item, line.points, list(line.why)] for line in ledger],
    }


def outside(step: Step, item: str, claimed: int, found: Range) -> tuple[dict[str, object], str]:
    """What a finding about a claim tells that is outside of what it can be, with all that the side can have, and its message."""
    data: dict[str, object] = {"side": step.side, "item": item, "claimed": claimed, "low": found.low, "high": found.high}
    if found.low == found.high:
        data["computed"] = found.low
    data["bounds"] = [[name, *each] for name, each in step.bounds[step.side or ""].items()]
    return data, MESSAGE if found.low == found.high else BETWEEN


@check(
    "SCORE-001", "cards-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/values/ace", "/values/wild_melded", "/canastas/closed", "/scoring/no_canasta", "/scoring/melded"),
    depends=("score", "melds"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def cards_misscored(step: Step) -> Faults:
    """The points of the melded cards are claimed wrongly.

    Why: all cards in melds count, those in canastas too. Some games count a wild card as the card it stands for, leave out what was
    added to a finished canasta, or count the cards of a side without a canasta against it.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: natural 500, cards 50  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: natural 500, cards 70
    """
    return differs(step, "cards")


@check(
    "SCORE-002", "natural-canastas-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/canastas/natural", "/canastas/natural_aces", "/scoring/both_kinds"), depends=("score", "melds"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def natural_canastas_misscored(step: Step) -> Faults:
    """The bonus for natural canastas is claimed wrongly.

    Why: a canasta without a wild card is natural; one wild card makes it mixed for good.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS 2C
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: natural 500, cards 90  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS 2C
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: mixed 300, cards 90
    """
    return differs(step, "natural")


@check(
    "SCORE-003", "mixed-canastas-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/canastas/mixed", "/canastas/mixed_aces", "/scoring/both_kinds"), depends=("score", "melds"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def mixed_canastas_misscored(step: Step) -> Faults:
    """The bonus for mixed canastas is claimed wrongly.

    Why: a canasta with one wild card or more is mixed.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS 2C
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: mixed 500, cards 80  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS 2C
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: mixed 300, cards 80
    """
    return differs(step, "mixed")


@check(
    "SCORE-004", "canastas-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=(
        "/canastas/natural", "/canastas/mixed", "/canastas/wild", "/canastas/wild_twos", "/canastas/wild_jokers",
        "/canastas/natural_aces", "/canastas/mixed_aces", "/scoring/both_kinds",
    ),
    depends=("score", "melds"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def canastas_misscored(step: Step) -> Faults:
    """The bonuses for all canastas together, or all bonuses together, are claimed wrongly.

    Why: some score sheets have one column for them.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS, QC QC QD QH QH QS 2C
        hand N: 4C
        hand S: QD
        N: draw 4D, discard 4D
        end: stop
        score NS: canastas 600  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS, QC QC QD QH QH QS 2C
        hand N: 4C
        hand S: QD
        N: draw 4D, discard 4D
        end: stop
        score NS: canastas 800
    """
    return differs(step, "canastas", "bonuses")


@check(
    "SCORE-016", "wild-canastas-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/canastas/wild", "/canastas/wild_twos", "/canastas/wild_jokers", "/scoring/both_kinds"),
    depends=("score", "melds"), taints=("claims",), when=lambda rules: has_item("wild", rules),
    needs=("score",),
)  # fmt: skip
def wild_canastas_misscored(step: Step) -> Faults:
    """The bonus for canastas of wild cards alone is claimed wrongly.

    Why: such a canasta has a bonus of its own, in some games another one when it is of deuces or of jokers alone.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds N: 2C 2C 2D 2D 2H * *
        hand N: 4C
        hand S: QH
        N: draw 4D 5D, discard 4D
        end: stop
        score NS: wild 700, cards 200  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds N: 2C 2C 2D 2D 2H * *
        hand N: 4C
        hand S: QH
        N: draw 4D 5D, discard 4D
        end: stop
        score NS: wild 2000, cards 200
    """
    return differs(step, "wild")


@check(
    "SCORE-009", "hand-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=(
        "/scoring/hands_counted", "/values/black_three_held", "/scoring/naturals_grouped", "/scoring/grouped_rounding",
    ),
    depends=("score", "hand"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def hand_misscored(step: Step) -> Faults:
    """The cards left in hand are charged wrongly.

    Why: the cards in hand of both partners count against their side, those of the partner of the player who went out too.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: cards 30, hand -5  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: cards 30, hand -15
    """
    return differs(step, "hand")


@check(
    "SCORE-012", "unknown-score-item", "score-differs", "{item} is no item of this game's score; known are {known}",
    grade="unrecorded", severity="warning", reads=("/scoring/hands_counted",),
)  # fmt: skip
def unknown_score_item(step: Step) -> Faults:
    """An item is claimed that the score of this game does not have.

    Why: the words for items are free, so that every game can be written down; this one cannot be judged.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: pairs 30  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: cards 30
    """
    known = {item for item in (*ITEMS, *GROUPS, "total") if has_item(item, step.rules)}
    return [Fault({"item": item, "known": sorted(known)}) for item in step.claims if item not in known]
