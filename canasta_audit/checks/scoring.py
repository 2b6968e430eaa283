"""The score of a deal: every item claimed is held against the ledger."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.table.score import (
    GROUPS,
    ITEMS,
    Item,
    computed_for,
)

_MESSAGE = "{side}: {item} is claimed as {claimed}; it is {computed}"
_KNOWN = {*ITEMS, *GROUPS, "total"}


def judged(step: Step) -> bool:
    """Tell whether the score of the line's side can be computed."""
    return step.known.get(step.side or "", False)


def _differs(step: Step, *items: str) -> Faults:
    """Faults of the claimed ``items`` that differ from the ledger; a check of its own has those that are no multiple."""
    if not judged(step):
        return None
    claims, ledger = step.claims, step.ledger[step.side or ""]
    faults = []
    for item in items:
        claimed = claims.get(item)
        computed = computed_for(item, claims, ledger)
        if claimed is None or computed is None or claimed == computed or claimed % step.rules.scoring.unit:
            continue
        faults.append(Fault(data_of(step, item, claimed, computed, ledger)))
    return faults


def extra_points(lines: Iterable[n.Line], side: n.Side) -> int:
    """Points of a deal that penalties and a director gave to a side."""
    points = 0
    for line in lines:
        if isinstance(line, n.Penalty) and line.side == side:
            points += line.points
        elif isinstance(line, n.Director):
            points += sum(ruling.points for ruling in line.rulings if isinstance(ruling, n.Award) and ruling.side == side)
    return points


def data_of(step: Step, item: str, claimed: int, computed: int, ledger: list[Item]) -> dict[str, object]:
    """What every finding about a claimed item tells, the side's whole ledger with it."""
    return {
        "side": step.side,
        "item": item,
        "claimed": claimed,
        "computed": computed,
        "ledger": [[line.item, line.points, list(line.why)] for line in ledger],
    }


@check(
    "SCORE-001", "cards-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/values/ace",), depends=("score", "melds"), taints=("claims",),
)  # fmt: skip
def cards_misscored(step: Step) -> Faults:
    """The points of the melded cards are claimed wrongly.

    Why: all cards in melds count, those in canastas too.

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
    return _differs(step, "cards")


@check(
    "SCORE-002", "natural-canastas-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/canastas/natural",), depends=("score", "melds"), taints=("claims",),
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
    return _differs(step, "natural")


@check(
    "SCORE-003", "mixed-canastas-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/canastas/mixed",), depends=("score", "melds"), taints=("claims",),
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
    return _differs(step, "mixed")


@check(
    "SCORE-004", "canastas-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/canastas/natural", "/canastas/mixed"), depends=("score", "melds"), taints=("claims",),
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
    return _differs(step, "canastas", "bonuses")


@check(
    "SCORE-005", "red-threes-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/red_threes/each", "/red_threes/all", "/red_threes/unopened", "/red_threes/all_unopened"),
    depends=("score", "reds"), taints=("claims",),
)  # fmt: skip
def red_threes_misscored(step: Step) -> Faults:
    """The points for red threes are claimed wrongly.

    Why: each counts alike, all of them together more, and against a side that has no meld.

    Bad:
        deal 1: dealer W
        red N: 3H 3D
        pile: 9D
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: threes 200, hand -15  # here

    Good:
        deal 1: dealer W
        red N: 3H 3D
        pile: 9D
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: threes -200, hand -15
    """
    return _differs(step, "threes", "red-threes")


@check(
    "SCORE-006", "held-red-three-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/red_threes/held", "/red_threes/held_needs_turn"), depends=("score", "reds", "hand"), taints=("claims",),
)  # fmt: skip
def held_red_three_misscored(step: Step) -> Faults:
    """The charge for a red three left in hand is claimed wrongly.

    Why: a red three is charged if its holder had a turn in which he could have laid it.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: 3H
        N: draw 4D, discard 4D
        end: stop
        score NS: held -500  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: 3H
        N: draw 4D, discard 4D
        end: stop
        score NS: held 0
    """
    return _differs(step, "held")


@check(
    "SCORE-007", "going-out-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/going_out/bonus",), depends=("score", "end"), taints=("claims",),
)  # fmt: skip
def going_out_misscored(step: Step) -> Faults:
    """The bonus for going out is claimed wrongly.

    Why: only the side that went out has it, and nobody has it when the deal ends with the stock.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: natural 500, cards 80, out 200  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: natural 500, cards 80, out 100
    """
    return _differs(step, "out")


@check(
    "SCORE-008", "concealed-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/going_out/concealed_extra",), depends=("score", "end"), taints=("claims",),
)  # fmt: skip
def concealed_misscored(step: Step) -> Faults:
    """The bonus for going out concealed is claimed wrongly.

    Why: it is paid on top of the bonus for going out, and for concealed going out alone.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: out 100, concealed 100  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: out 100, concealed 0
    """
    return _differs(step, "concealed")


@check(
    "SCORE-009", "hand-misscored", "score-differs", _MESSAGE, grade="misscored",
    reads=("/scoring/hands_counted",), depends=("score", "hand"), taints=("claims",),
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
    return _differs(step, "hand")


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
    return [Fault({"item": item, "known": sorted(_KNOWN)}) for item in step.claims if item not in _KNOWN]
