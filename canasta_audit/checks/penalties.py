"""Penalties: for a side that there is, as the schedule has them, and for what the record shows."""

from __future__ import annotations

from collections import Counter

from canasta_audit.cards import UNKNOWN
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.notation.holds import cards_of_line
from canasta_audit.notation.model import Side
from canasta_audit.ruleset.chapters import Offence
from canasta_audit.table.direct import side_meant

EXPOSED = "exposed-card"
"""The offence that an ``exposed`` line shows; all others are called as the check that finds them."""


@check(
    "IRREG-009", "penalty-for-nobody", "penalty", "nobody sits at {side}: the sides are {sides}",
    grade="impossible", depends=("unread",),
)  # fmt: skip
def penalty_for_nobody(step: Step) -> Faults:
    """A penalty is given to a side or a seat that there is not.

    Why: points go to a side; a penalty that names one of its seats is that side's.

    Bad:
        [Sides "NS EW"]
        deal 1: dealer W
        N: draw KD, discard 4C
        penalty A: -100  # here

    Good:
        [Sides "NS EW"]
        deal 1: dealer W
        N: draw KD, discard 4C
        penalty N: -100
    """
    line, seats = step.line, step.table.seats
    if not isinstance(line, n.Penalty) or side_meant(seats, line.side) is not None:
        return None
    return Fault({"side": line.side, "sides": list(seats.sides)})


@check(
    "IRREG-010", "penalty-not-as-scheduled", "penalty", "{side} gets {points} for {offence}; it costs {want}",
    grade="misscored", reads=("/irregularities/penalties",), depends=("unread",),
    when=lambda rules: bool(rules.irregularities.penalties),
)  # fmt: skip
def penalty_not_as_scheduled(step: Step) -> Faults:
    """A penalty has other points than the schedule of the rules gives for its offence.

    Why: where the rules say what an offence costs, nobody at the table sets another price.

    Bad:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        pile: 5D
        N: draw KD, discard 4C
        exposed N: QS
        penalty N: -100 for exposed-card  # here

    Good:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        pile: 5D
        N: draw KD, discard 4C
        exposed N: QS
        penalty N: -50 for exposed-card
    """
    line = step.line
    due = step.rules.irregularities.penalty(line.offence) if isinstance(line, n.Penalty) and line.offence else None
    if due is None or not isinstance(line, n.Penalty) or line.points == due.points:
        return None
    return Fault({"side": line.side, "points": line.points, "offence": line.offence, "want": due.points})


@check(
    "IRREG-011", "offence-not-in-schedule", "penalty", "the rules have no penalty for {offence}",
    severity="note", reads=("/irregularities/penalties",), depends=("unread",),
)  # fmt: skip
def offence_not_in_schedule(step: Step) -> Faults:
    """A penalty names an offence for which the rules have none.

    Why: such points rest on an agreement of the table or on the director alone; they count all the same.

    Bad:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        N: draw KD, discard 4C
        penalty NS: -50 for slow-play  # here

    Good:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        N: draw KD, discard 4C
        exposed N: QS
        penalty N: -50 for exposed-card
    """
    line = step.line
    if not isinstance(line, n.Penalty) or line.offence is None or step.rules.irregularities.penalty(line.offence) is not None:
        return None
    return Fault({"offence": line.offence})


@check(
    "IRREG-012", "offence-not-shown", "offences", "{side} is punished for {offence}, which the record does not show",
    severity="note", depends=("unread", "order"), needs=("copies",),
)  # fmt: skip
def offence_not_shown(step: Step) -> Faults:
    """A penalty is given for an offence that the record would show, and it shows none by that side.

    Why: an offence has the name of the check that finds it, or is an exposed card, which has a line of its own. Perhaps it was not
    written down, or the other side was meant. Where cards are not known nobody can tell.

    Bad:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        N: draw KD, discard 4C
        exposed E: QS
        penalty NS: -50 for exposed-card  # here

    Good:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        N: draw KD, discard 4C
        exposed E: QS
        penalty EW: -50 for exposed-card
    """
    seats, schedule = step.table.seats, step.rules.irregularities
    shown = _shown(step)
    faults = []
    for line in _named(step):
        side = side_meant(seats, line.side)
        known = line.offence == EXPOSED or (schedule.penalty(line.offence or "") is not None and not _hides(step))
        if side is not None and known and shown[line.offence or "", side] == 0:
            faults.append(Fault({"side": line.side, "offence": line.offence}, line=line))
    return faults


def _named(step: Step) -> list[n.Penalty]:
    """The penalties that say what they are for."""
    return [line for line in step.noted.get("penalty", ()) if isinstance(line, n.Penalty) and line.offence]


def _shown(step: Step) -> Counter[tuple[str, Side]]:
    """How often the record shows an offence of a side."""
    seats = step.table.seats
    done = [(offence.name, side_meant(seats, offence.who)) for offence in step.offences]
    exposed = [(EXPOSED, seats.side_of.get(line.seat)) for line in step.noted.get("exposed", ()) if isinstance(line, n.Exposed)]
    return Counter((name, side) for name, side in done + exposed if side is not None)


def _hides(step: Step) -> bool:
    """Tell whether some cards of the deal are not known, so that an offence may be there that nobody sees."""
    hands = {line.seat for line in step.noted.get("hand", ()) if isinstance(line, n.HandLine)}
    return not hands >= set(step.table.seats.order) or any(UNKNOWN in cards_of_line(line) for line in step.deal.lines)


@check(
    "IRREG-013", "penalty-not-given", "offences", "{side} is not given the {points} points that {offence} costs",
    grade="misscored", reads=("/irregularities/penalties",), depends=("unread", "order"), needs=("copies",),
    when=lambda rules: any(one.always for one in rules.irregularities.penalties),
)  # fmt: skip
def penalty_not_given(step: Step) -> Faults:
    """The record shows an offence that costs points whether anybody asks for them or not, and no penalty for it.

    Why: the schedule of the rules says which penalties are due always. A turn that was taken back is punished all the same.

    Bad:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        ~E: draw 6C, discard 9H  # here
        N: draw KD, discard 4C

    Good:
        [Ruleset "uk-regency+fines"]
        deal 1: dealer W
        ~E: draw 6C, discard 9H
        N: draw KD, discard 4C
        penalty EW: -100 for turn-out-of-order
    """
    return [fault for due in step.rules.irregularities.penalties if due.always for fault in _not_given(step, due)]


def _not_given(step: Step, due: Offence) -> list[Fault]:
    seats = step.table.seats
    lines = {line.line: line for line in step.deal.lines}
    faults = []
    for side in seats.sides:
        done = [one for one in step.offences if one.name == due.offence and side_meant(seats, one.who) == side]
        given = [
            line
            for line in step.noted.get("penalty", ())
            if isinstance(line, n.Penalty) and side_meant(seats, line.side) == side and _is_for(line, due)
        ]
        faults += [
            Fault(
                {"side": side, "points": due.points, "offence": due.offence},
                -1,
                line=lines.get(one.line),
                follows=("offence", one.name, one.line),
            )
            for one in done[len(given) :]
        ]
    return faults


def _is_for(line: n.Penalty, due: Offence) -> bool:
    return line.offence == due.offence or (line.offence is None and line.points == due.points)
