"""The match: the numbers of its deals, when it is over, and who has won it with how much."""

from __future__ import annotations

import re

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step


@check(
    "MATCH-001", "deal-after-match-over", "deal-start", "the match was over: {leader} had {total}, and {target} were to be reached",
    reads=("/match/target", "/match/tie"), depends=("total", "added"), taints=("total",),
    needs=("sums",),
    only={"deal-start": "over"},
)  # fmt: skip
def deal_after_match_over(step: Step) -> Faults:
    """A deal is played although the match was over.

    Why: the match ends with the deal in which a side reaches the target.

    Bad:
        deal 1: dealer W
        totals: NS 5000, EW 4200
        deal 2: dealer N  # here
        totals: NS 5600, EW 4100

    Good:
        deal 1: dealer W
        totals: NS 4995, EW 4200
        deal 2: dealer N
        totals: NS 5600, EW 4100
    """
    match = step.match
    if not match.over:
        return None
    leader = match.winner(step.rules) or match.leaders()[1][0]
    return Fault({"leader": leader, "total": match.totals[leader], "target": step.rules.match.target}, seat=leader[0])


@check(
    "MATCH-002", "match-declared-over-too-early", "match-end",
    "{winner} is declared the winner with {total}; {target} are to be reached",
    reads=("/match/target",), depends=("total", "added"), grade="misscored",
    needs=("sums",),
    only={"match-end": "result"},
)  # fmt: skip
def match_declared_over_too_early(step: Step) -> Faults:
    """The result names a winner before a side has reached the target.

    Why: the match goes on until one side, or both, have the target.

    Bad:
        [Result "NS 4800"]  # here
        deal 1: dealer W
        totals: NS 4800, EW 4200

    Good:
        [Result "NS 5000"]
        deal 1: dealer W
        totals: NS 5000, EW 4200
    """
    match, winner = step.match, _result(step)
    if winner is None or match.over or match.slack or not match.deals or match.leaders()[0] >= step.rules.match.target:
        return None
    return Fault({"winner": winner, "total": match.totals[winner], "target": step.rules.match.target}, seat=winner[0])


@check(
    "MATCH-003", "wrong-winner", "match-end", "{winner} is declared the winner; {leader} has {total}",
    reads=("/match/winner", "/match/tie"), depends=("total",), grade="misscored",
    needs=("sums",),
    only={"match-end": "result"},
)  # fmt: skip
def wrong_winner(step: Step) -> Faults:
    """The result names a side that has not won.

    Why: the higher total wins, whoever went out last, unless the rules give the match to the side that did; with equal totals
    another deal is played, or the win is shared.

    Bad:
        [Result "NS 5100"]  # here
        deal 1: dealer W
        totals: NS 5100, EW 5340

    Good:
        [Result "EW 5340"]
        deal 1: dealer W
        totals: NS 5100, EW 5340
    """
    match, winner, rules = step.match, _result(step), step.rules
    best, leaders = match.leaders()
    won = match.winner(rules)
    if winner is None or match.slack or best < rules.match.target or won == winner:
        return None
    if won is not None:
        leaders, best = [won], match.totals[won]
    tied = won is None and winner in leaders
    key = "/match/tie" if tied else "/match/winner"
    most = max(match.computed.values(), default=0)
    # A total that was added up wrongly explains nothing where the right ones name the same leader.
    same = leaders == [side for side, total in match.computed.items() if total == most >= rules.match.target]
    follows = None if same else ("added", leaders[0])
    return Fault({"winner": winner, "leader": leaders, "total": best}, seat=leaders[0][0], parameter=key, follows=follows)


@check(
    "MATCH-008", "result-total-differs", "match-end", "the result gives {side} {claimed} points; the running total is {total}",
    reads=("/match/target",), depends=("total", "added"), grade="misscored",
    only={"match-end": "result"},
)  # fmt: skip
def result_total_differs(step: Step) -> Faults:
    """The result names a total that is not the last running total of that side.

    Why: what a side has won with is its total after the last deal. Several totals stand in the order of the sides.

    Bad:
        [Result "NS 5200"]  # here
        deal 1: dealer W
        totals: NS 5100, EW 4200

    Good:
        [Result "NS 5100"]
        deal 1: dealer W
        totals: NS 5100, EW 4200
    """
    match, winner = step.match, _result(step)
    if winner is None or match.result is None or not match.deals or match.slack:
        return None
    told = [int(points) for points in re.findall(r"(?<![0-9])-?[0-9]{1,9}", match.result.value)]
    sides = [winner] if len(told) == 1 else match.seats.sides
    if len(told) != len(sides) or sorted(told) == sorted(match.totals[side] for side in sides):
        return None
    side, claimed = next((side, points) for side, points in zip(sides, told, strict=True) if points != match.totals[side])
    return Fault({"side": side, "claimed": claimed, "total": match.totals[side]}, seat=side[0])


@check(
    "MATCH-009", "deal-number-out-of-order", "deal-start", "deal {number} follows deal {last}",
    reads=("/seating/dealer_passes",), grade="unrecorded", taints=("sums",),
    only={"deal-start": "odd-number"},
)  # fmt: skip
def deal_number_out_of_order(step: Step) -> Faults:
    """Deals are not numbered one by one.

    Why: a number that comes again is a slip, or a deal written down twice. Numbers that are left out are only noted: those deals
    are not in the record. A void deal keeps its number, and the one dealt again may have the same.

    Bad:
        deal 1: dealer W
        totals: NS 510, EW 300
        deal 1: dealer N  # here
        totals: NS 800, EW 400

    Good:
        deal 1: dealer W
        totals: NS 510, EW 300
        deal 2: dealer N
        totals: NS 800, EW 400
    """
    match, head = step.match, step.deal.head
    number, last = head.number, match.last_number
    if not match.deals or not number or not last or number == last + 1 or (match.last_void and number == last):
        return None
    doubts = tuple(("sums", side) for side in match.seats.sides)
    left_out = number > last + 1
    return Fault({"number": number, "last": last}, severity="note" if left_out else None, line=head, doubts=doubts)


def _result(step: Step) -> str | None:
    """The side that the ``Result`` tag names, ``None`` where it names none."""
    tag = step.match.result
    if tag is None:
        return None
    named = set(tag.value.split()[0]) if tag.value.split() else set()
    for side in step.match.seats.sides:
        if set(side) == named:
            step.line = tag
            return side
    return None
