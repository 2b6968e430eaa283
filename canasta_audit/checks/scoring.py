"""The score: every item claimed is held against the ledger, and every sum is added up again."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.table.score import (
    GROUPS,
    ITEMS,
    Item,
    can_be_known,
    card_points,
    computed_for,
    total_of,
)

_MESSAGE = "{side}: {item} is claimed as {claimed}; it is {computed}"
_KNOWN = {*ITEMS, *GROUPS, "total"}


def _judged(step: Step) -> bool:
    return step.known.get(step.side or "", False)


def _claims(step: Step) -> dict[str, int]:
    return step.claims


def _differs(step: Step, *items: str) -> Faults:
    """Faults of the claimed ``items`` that differ from the ledger; those that are no multiple of the unit have a check of their own."""
    if not _judged(step):
        return None
    claims, ledger = _claims(step), step.ledger[step.side or ""]
    faults = []
    for item in items:
        claimed = claims.get(item)
        computed = computed_for(item, claims, ledger)
        if claimed is None or computed is None or claimed == computed or claimed % step.rules.scoring.unit:
            continue
        faults.append(Fault(_data(step, item, claimed, computed, ledger)))
    return faults


def _data(step: Step, item: str, claimed: int, computed: int, ledger: list[Item]) -> dict[str, object]:
    return {
        "side": step.side,
        "item": item,
        "claimed": claimed,
        "computed": computed,
        "ledger": [[line.item, line.points, list(line.why)] for line in ledger],
    }


@check(
    "SCORE-001", "cards-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/values/ace",), depends=("score",), taints=("claims",),
)  # fmt: skip
def cards_misscored(step: Step) -> Faults:
    """The points of the melded cards are claimed wrongly.

    Why: all cards in melds count, those in canastas too.
    """
    return _differs(step, "cards")


@check(
    "SCORE-002", "natural-canastas-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/canastas/natural",), depends=("score",), taints=("claims",),
)  # fmt: skip
def natural_canastas_misscored(step: Step) -> Faults:
    """The bonus for natural canastas is claimed wrongly.

    Why: a canasta without a wild card is natural; one wild card makes it mixed for good.
    """
    return _differs(step, "natural")


@check(
    "SCORE-003", "mixed-canastas-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/canastas/mixed",), depends=("score",), taints=("claims",),
)  # fmt: skip
def mixed_canastas_misscored(step: Step) -> Faults:
    """The bonus for mixed canastas is claimed wrongly.

    Why: a canasta with one wild card or more is mixed.
    """
    return _differs(step, "mixed")


@check(
    "SCORE-004", "canastas-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/canastas/natural", "/canastas/mixed"), depends=("score",), taints=("claims",),
)  # fmt: skip
def canastas_misscored(step: Step) -> Faults:
    """The bonuses for all canastas together, or all bonuses together, are claimed wrongly.

    Why: some score sheets have one column for them.
    """
    return _differs(step, "canastas", "bonuses")


@check(
    "SCORE-005", "red-threes-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/red_threes/each", "/red_threes/all", "/red_threes/unopened", "/red_threes/all_unopened"),
    depends=("score",), taints=("claims",),
)  # fmt: skip
def red_threes_misscored(step: Step) -> Faults:
    """The points for red threes are claimed wrongly.

    Why: each counts alike, all of them together more, and against a side that has no meld.
    """
    return _differs(step, "threes", "red-threes")


@check(
    "SCORE-006", "held-red-three-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/red_threes/held", "/red_threes/held_needs_turn"), depends=("score",), taints=("claims",),
)  # fmt: skip
def held_red_three_misscored(step: Step) -> Faults:
    """The charge for a red three left in hand is claimed wrongly.

    Why: a red three that its holder could have laid is charged.
    """
    return _differs(step, "held")


@check(
    "SCORE-007", "going-out-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/going_out/bonus", "/stock_end/going_out_bonus"), depends=("score", "end"), taints=("claims",),
)  # fmt: skip
def going_out_misscored(step: Step) -> Faults:
    """The bonus for going out is claimed wrongly.

    Why: only the side that went out has it, and nobody has it when the deal ends with the stock.
    """
    return _differs(step, "out")


@check(
    "SCORE-008", "concealed-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/going_out/concealed_extra",), depends=("score", "end"), taints=("claims",),
)  # fmt: skip
def concealed_misscored(step: Step) -> Faults:
    """The bonus for going out concealed is claimed wrongly.

    Why: it is paid on top of the bonus for going out, and for concealed going out alone.
    """
    return _differs(step, "concealed")


@check(
    "SCORE-009", "hand-misscored", "score", _MESSAGE, grade="misscored",
    reads=("/scoring/hands_counted",), depends=("score", "hand"), taints=("claims",),
)  # fmt: skip
def hand_misscored(step: Step) -> Faults:
    """The cards left in hand are charged wrongly.

    Why: the cards in hand of both partners count against their side, those of the partner of the player who went out too.
    """
    return _differs(step, "hand")


@check(
    "SCORE-010", "total-misscored", "score", "{side}: the deal is claimed as {claimed}; it is {computed}{likely}", grade="misscored",
    reads=("/scoring/hands_counted",), depends=("score", "claims", "end"), taints=("claims",),
)  # fmt: skip
def total_misscored(step: Step) -> Faults:
    """The score of a side for the deal is claimed wrongly.

    Why: it is the sum of the ledger's items.
    """
    claims = _claims(step)
    claimed = claims.get("total")
    if claimed is None or claimed % step.rules.scoring.unit:
        return None
    if not _judged(step):
        parts = [points for item, points in claims.items() if item != "total"]
        if not parts or sum(parts) == claimed or step.table.played_turns:
            return None
        return Fault({"side": step.side, "item": "total", "claimed": claimed, "computed": sum(parts), "likely": ""})
    ledger = step.ledger[step.side or ""]
    computed = total_of(ledger)
    if claimed == computed:
        return None
    return Fault({**_data(step, "total", claimed, computed, ledger), "likely": _likely(step, claimed - computed, ledger)})


def _likely(step: Step, gap: int, ledger: list[Item]) -> str:
    """The slip that explains the gap, if one item or one player's hand does."""
    points = card_points(step.rules.values)
    for seat in step.side or "":
        hand = sum(map(points.__getitem__, step.table.hands[seat]))
        if hand and gap == hand:
            return f"; the cards left in the hand of {seat} ({hand}) are not charged"
    for item in ledger:
        if gap == -item.points:
            return f"; {item.item} {item.points} is left out"
        if gap == item.points:
            return f"; {item.item} {item.points} is counted twice"
        if gap == -2 * item.points:
            return f"; {item.item} {item.points} has the wrong sign"
    return ""


@check(
    "SCORE-011", "not-a-multiple", ("score", "totals"), "{side}: {item} {claimed} is no multiple of {unit}", grade="misscored",
    reads=("/scoring/unit",), taints=("claims",),
)  # fmt: skip
def not_a_multiple(step: Step) -> Faults:
    """A score is written down that no cards can give.

    Why: every card and every bonus counts a multiple of the same unit.
    """
    unit = step.rules.scoring.unit
    line = step.line
    if isinstance(line, n.Totals):
        if any(points % unit for points in step.match.totals.values()) or _score_lines_off(step, unit):
            return None
        wrong = [(side, points) for side, points in line.sums if points % unit]
        return [Fault({"side": side, "item": "totals", "claimed": points, "unit": unit}) for side, points in wrong]
    if not isinstance(line, n.ScoreLine):
        return None
    items = [(item, points) for item, points in line.items if points % unit]
    if len(items) > 1:
        items = [(item, points) for item, points in items if item != "total"]
    return [Fault({"side": line.side, "item": item, "claimed": points, "unit": unit}) for item, points in items]


def _score_lines_off(step: Step, unit: int) -> bool:
    return any(
        points % unit for line in step.deal.lines if isinstance(line, n.ScoreLine) and not line.undone for _, points in line.items
    )


@check(
    "SCORE-012", "unknown-score-item", "score", "{item} is no item of this game's score; known are {known}", grade="unrecorded",
    severity="warning", reads=("/scoring/hands_counted",),
)  # fmt: skip
def unknown_score_item(step: Step) -> Faults:
    """An item is claimed that the score of this game does not have.

    Why: the words for items are free, so that every game can be written down; this one cannot be judged.
    """
    return [Fault({"item": item, "known": sorted(_KNOWN)}) for item in _claims(step) if item not in _KNOWN]


@check(
    "SCORE-013", "running-total-wrong", "totals", "{side}: {before} and {deal} make {expected}, not {claimed}", grade="misscored",
    reads=("/match/target",), taints=("total",),
)  # fmt: skip
def running_total_wrong(step: Step) -> Faults:
    """A running total is not the total before the deal and the deal's score added up.

    Why: penalties and awards of a director are added too; an error in the deal's score itself is told there.
    """
    faults = []
    line = step.line
    unit = step.rules.scoring.unit
    for side, claimed in line.sums if isinstance(line, n.Totals) else ():
        deal = _deal_points(step, side)
        if deal is None or side not in step.ledger:
            continue
        before = step.table.before.get(side, 0)
        if before + deal != claimed and (claimed % unit == 0 or (before + deal) % unit):
            data = {"side": side, "before": before, "deal": deal, "expected": before + deal, "claimed": claimed}
            faults.append(Fault(data, seat=side[0]))
    return faults


def _deal_points(step: Step, side: n.Side) -> int | None:
    """What the deal brought a side: as claimed, else as computed, with penalties and awards."""
    points = None
    extra = 0
    for line in step.deal.lines:
        if line.undone:
            continue
        if isinstance(line, n.ScoreLine) and line.side == side:
            points = dict(line.items).get("total", points)
        elif isinstance(line, n.Penalty) and line.side == side:
            extra += line.points
        elif isinstance(line, n.Director):
            extra += sum(ruling.points for ruling in line.rulings if isinstance(ruling, n.Award) and ruling.side == side)
    if points is None:
        if not step.known.get(side, False):
            return None
        points = total_of(step.ledger[side])
    return points + extra


@check(
    "SCORE-014", "minimum-claimed-wrongly", "minimum", "{side} stands at {score}: the initial meld is {need}, not {claimed}",
    grade="misscored", reads=("/opening/bands",), depends=("total",),
)  # fmt: skip
def minimum_claimed_wrongly(step: Step) -> Faults:
    """The initial meld written down for a side is not the one for its score.

    Why: the minimum goes by the score before the deal.
    """
    faults = []
    for side, claimed in step.line.sums if isinstance(step.line, n.Minimum) else ():
        score = step.table.before.get(side, 0)
        need = step.rules.opening.need(score)
        if claimed != need:
            faults.append(Fault({"side": side, "score": score, "need": need, "claimed": claimed}, seat=side[0]))
    return faults


@check(
    "SCORE-015", "score-carried-wrongly", "before", "{side} stood at {expected} after the last deal, and begins this one with {claimed}",
    grade="misscored", reads=("/match/target",), depends=("total",), taints=("total",),
)  # fmt: skip
def score_carried_wrongly(step: Step) -> Faults:
    """The score before a deal is not the total after the one before it.

    Why: the deal is judged with the score that is written here, as the players had it before them.
    """
    match = step.match
    faults = []
    for side, claimed in step.line.sums if isinstance(step.line, n.Before) and match.deals else ():
        expected = match.totals.get(side)
        if expected is not None and claimed != expected:
            faults.append(Fault({"side": side, "expected": expected, "claimed": claimed}, seat=side[0]))
    return faults
