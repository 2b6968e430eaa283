"""The match: when it is over, and who has won it."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step


@check(
    "MATCH-001", "deal-after-match-over", "deal-start", "the match was over: {leader} had {total}, and {target} were to be reached",
    reads=("/match/target", "/match/tie"), depends=("total",), taints=("total",),
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
    reads=("/match/target",), depends=("total",), grade="misscored",
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
    if winner is None or match.over or not match.deals or match.leaders()[0] >= step.rules.match.target:
        return None
    return Fault({"winner": winner, "total": match.totals[winner], "target": step.rules.match.target}, seat=winner[0])


@check(
    "MATCH-003", "wrong-winner", "match-end", "{winner} is declared the winner; {leader} has {total}",
    reads=("/match/winner", "/match/tie"), depends=("total",), grade="misscored",
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
    if winner is None or best < rules.match.target or won == winner:
        return None
    if won is not None:
        leaders, best = [won], match.totals[won]
    tied = won is None and winner in leaders
    key = "/match/tie" if tied else "/match/winner"
    return Fault({"winner": winner, "leader": leaders, "total": best}, seat=leaders[0][0], parameter=key)


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
