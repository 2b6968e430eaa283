"""Sums: the score of a deal, running totals, and what is carried from deal to deal."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.scoring import BETWEEN, data_of, hangs_on, judged, outside, possible
from canasta_audit.checks.step import Step
from canasta_audit.finding import SeverityName
from canasta_audit.notation import model as n
from canasta_audit.table.bounds import NOTHING, Range
from canasta_audit.table.score import ITEMS, Item, hand_cost, stands_for, total_of


@check(
    "SCORE-010", "total-misscored", "score-differs", "{side}: the deal is claimed as {claimed}; it is {computed}{likely}",
    grade="misscored", reads=("/scoring/hands_counted",), depends=("score", "claims", "melds", "reds", "hand"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def total_misscored(step: Step) -> Faults:
    """The score of a side for the deal is claimed wrongly.

    Why: it is the sum of the ledger's items.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: total 30  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: total 15
    """
    claims = step.claims
    claimed = claims.get("total")
    if claimed is None or claimed % step.rules.scoring.unit:
        return None
    if not judged(step):
        found = step.bounds[step.side or ""]["total"] if step.side in step.bounds else None
        if found is None or found.holds(claimed):
            return _parts_differ(step, claimed)
        data, message = outside(step, "total", claimed, found)
        return Fault({**data, "likely": ""}, message=message, follows=hangs_on(step, ITEMS, step.ledger[step.side or ""]))
    ledger = step.ledger[step.side or ""]
    computed = total_of(ledger)
    if claimed == computed:
        return _parts_differ(step, claimed)
    data = {**data_of(step, "total", claimed, computed, ledger), "likely": _likely(step, claimed - computed, ledger)}
    return Fault(data, follows=hangs_on(step, ITEMS, ledger))


def _parts_differ(step: Step, claimed: int) -> Fault | None:
    """The fault of a total that is not what the claimed items make it, with what those that are not claimed can count."""
    parts = {item: points for item, points in step.claims.items() if item != "total"}
    covered = [name for item in parts for name in stands_for(item, step.claims)]
    if not parts or len(set(covered)) < len(covered) or any(points % step.rules.scoring.unit for points in parts.values()):
        return None
    rest = NOTHING
    if step.table.played_turns:
        if any(not stands_for(item, step.claims) for item in parts):
            return None
        others = [name for name in ITEMS if name not in covered]
        found = possible(step, others)
        left = sum(item.points for item in step.ledger.get(step.side or "", ()) if item.item in others)
        rest = found if found is not None else Range(left, left)
    low, high = (sum(parts.values()) + points for points in rest)
    if low <= claimed <= high:
        return None
    data: dict[str, object] = {"side": step.side, "item": "total", "claimed": claimed, "likely": ""}
    if low == high:
        return Fault({**data, "computed": low})
    return Fault({**data, "low": low, "high": high}, message=BETWEEN)


def _likely(step: Step, gap: int, ledger: list[Item]) -> str:
    """The slip that explains the gap, if there is one that does and no other."""
    rules = step.rules
    guesses = []
    for seat in step.side or "":
        hand = hand_cost(step.table.hands[seat], rules)
        guesses.append((hand, f"; the cards left in the hand of {seat} ({hand}) are not charged"))
    one_hand = {points for points, _ in guesses}
    for item in ledger:
        guesses += [
            (0 if -item.points in one_hand else -item.points, f"; {item.item} {item.points} is left out"),
            (item.points, f"; {item.item} {item.points} is counted twice"),
            (-2 * item.points, f"; {item.item} {item.points} has the wrong sign"),
        ]
    natural = sum(len(item.why) for item in ledger if item.item == "natural" and item.key is None)
    lost = rules.canastas.mixed - rules.canastas.natural
    guesses += [(lost * count, f"; {count} natural canastas are counted as mixed") for count in range(1, natural + 1)]
    fitting = list(dict.fromkeys(words for points, words in guesses if points and points == gap))
    return fitting[0] if len(fitting) == 1 else ""


@check(
    "SCORE-011", "not-a-multiple", ("score-differs", "totals-differ"), "{side}: {item} {claimed} is no multiple of {unit}",
    grade="misscored", reads=("/scoring/unit",), taints=("claims",),
)  # fmt: skip
def not_a_multiple(step: Step) -> Faults:
    """A score is written down that no cards can give.

    Why: every card and every bonus counts a multiple of the same unit.

    Bad:
        deal 1: dealer W
        before: NS 1000, EW 500
        score NS: total 783  # here

    Good:
        deal 1: dealer W
        before: NS 1000, EW 500
        score NS: total 785
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
    return any(points % unit for line in step.noted.get("score", ()) if isinstance(line, n.ScoreLine) for _, points in line.items)


@check(
    "SCORE-013", "running-total-wrong", "totals-differ", "{side}: {before} and {deal} make {expected}, not {claimed}",
    grade="misscored", reads=("/match/target",), taints=("added",),
    depends=("sums",),
    needs=("sums",),
)  # fmt: skip
def running_total_wrong(step: Step) -> Faults:
    """A running total is not the total before the deal and the deal's score added up.

    Why: penalties and awards of a director are added too; an error in the deal's score itself is told there.

    Bad:
        deal 1: dealer W
        before: NS 1000, EW 500
        score NS: total 785
        totals: NS 1685  # here

    Good:
        deal 1: dealer W
        before: NS 1000, EW 500
        score NS: total 785
        totals: NS 1785
    """
    faults = []
    line = step.line
    unit = step.rules.scoring.unit
    for side, claimed in line.sums if isinstance(line, n.Totals) else ():
        deal = _deal_points(step, side)
        if deal is None or side not in step.ledger:
            faults += _beyond(step, side, claimed)
            continue
        before, slack = step.table.before.get(side, 0), slack_before(step, side)
        if before + deal < claimed <= before + deal + slack:
            continue
        if before + deal != claimed and (claimed % unit == 0 or (before + deal) % unit):
            data = {"side": side, "before": before, "deal": deal, "expected": before + deal, "claimed": claimed}
            # The sheet does not add up, but who wrote a total that is right all the same has put right what was wrong before.
            mended: SeverityName | None = "note" if claimed == _true_total(step, side) else None
            faults.append(Fault(data, severity=mended, seat=side[0], follows=_told_before(step, side, deal, claimed)))
    return faults


def slack_before(step: Step, side: n.Side) -> int:
    """By how much the score of a side before the deal may be higher than the one it is taken to have."""
    return 0 if "before" in step.noted else step.match.slack.get(side, 0)


def _beyond(step: Step, side: n.Side, claimed: int) -> list[Fault]:
    """The fault of a running total that the deal cannot have brought, where the deal is claimed nowhere and not seen in full."""
    found, before, extra = step.bounds.get(side), step.table.before.get(side, 0), step.extra.get(side, 0)
    if found is None or claimed % step.rules.scoring.unit:
        return []
    low, high = before + found["total"].low + extra, before + found["total"].high + extra + slack_before(step, side)
    if low <= claimed <= high:
        return []
    data = {"side": side, "before": before, "low": low, "high": high, "claimed": claimed}
    message = "{side}: by what the record shows of the deal, {before} before it become {low} to {high}, not {claimed}"
    return [Fault(data, message=message, seat=side[0])]


def _true_total(step: Step, side: n.Side) -> int | None:
    """The running total without any error made before: who writes it has put things right."""
    if not step.known.get(side, False):
        return None
    so_far = step.match.computed.get(side, 0) if step.match.deals else step.table.before.get(side, 0)
    return so_far + total_of(step.ledger[side]) + step.extra.get(side, 0)


def _told_before(step: Step, side: n.Side, deal: int, claimed: int) -> object:
    """The doubt that explains a running total: it is right for the deal as computed, or for the total of the deal before."""
    if step.match.deals and step.match.totals.get(side, 0) + deal == claimed:
        return ("before", side)
    if not step.known.get(side, False):
        return None
    as_computed = step.table.before.get(side, 0) + total_of(step.ledger[side]) + step.extra.get(side, 0)
    return ("claims", side) if as_computed == claimed else None


def _deal_points(step: Step, side: n.Side) -> int | None:
    """What the deal brought a side: as claimed, else as computed, with penalties and awards."""
    points = step.claimed_total(side)
    extra = step.extra.get(side, 0)
    if points is None:
        if not step.known.get(side, False):
            return None
        points = total_of(step.ledger[side])
    return points + extra


@check(
    "SCORE-014", "minimum-claimed-wrongly", "minimum", "{side} stands at {score}: the initial meld is {need}, not {claimed}",
    grade="misscored", reads=("/opening/bands",),
    depends=("sums",),
    needs=("sums",),
)  # fmt: skip
def minimum_claimed_wrongly(step: Step) -> Faults:
    """The initial meld written down for a side is not the one for its score.

    Why: the minimum goes by the score before the deal.

    Bad:
        deal 1: dealer W
        before: NS 1500, EW 1495
        minimum: NS 50, EW 50  # here

    Good:
        deal 1: dealer W
        before: NS 1500, EW 1495
        minimum: NS 90, EW 50
    """
    faults = []
    for side, claimed in step.line.sums if isinstance(step.line, n.Minimum) else ():
        score = step.table.before.get(side, 0)
        need = step.rules.opening.need(score)
        if claimed != need and not need < claimed <= step.rules.opening.need(score + slack_before(step, side)):
            faults.append(Fault({"side": side, "score": score, "need": need, "claimed": claimed}, seat=side[0]))
    return faults


@check(
    "SCORE-015", "score-carried-wrongly", "before",
    "{side} stood at {expected} after the last deal, and begins this one with {claimed}",
    grade="misscored", reads=("/match/target",), depends=("total", "added", "sums"), taints=("total",),
    needs=("sums",),
)  # fmt: skip
def score_carried_wrongly(step: Step) -> Faults:
    """The score before a deal is not the total after the one before it.

    Why: the deal is judged with the score that is written here, as the players had it before them.

    Bad:
        deal 1: dealer W
        score NS: total 785
        totals: NS 785, EW 0
        deal 2: dealer N
        before: NS 885, EW 0  # here

    Good:
        deal 1: dealer W
        score NS: total 785
        totals: NS 785, EW 0
        deal 2: dealer N
        before: NS 785, EW 0
    """
    match = step.match
    faults = []
    for side, claimed in step.line.sums if isinstance(step.line, n.Before) and match.deals else ():
        expected = match.totals.get(side)
        if expected is not None and not expected <= claimed <= expected + match.slack.get(side, 0):
            data = {"side": side, "expected": expected, "claimed": claimed}
            faults.append(Fault(data, seat=side[0], doubts=(("before", side),)))
    return faults
