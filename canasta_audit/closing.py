"""The end of a deal: how it ended, what every side scored, and what the record claims of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from canasta_audit.asking import Asker
from canasta_audit.cards import Card
from canasta_audit.checks.counted import NO_POINTS, count, outcome_of
from canasta_audit.checks.deal import dealt_again
from canasta_audit.checks.registry import Event
from canasta_audit.checks.scoring import adjustments
from canasta_audit.checks.step import Offence, Step
from canasta_audit.emit import Emitter
from canasta_audit.finding import Root
from canasta_audit.notation import model as n
from canasta_audit.report import DealReport, SideScore
from canasta_audit.table.bounds import Range
from canasta_audit.table.ledger import ledger
from canasta_audit.table.score import Item, claims_hold, total_of
from canasta_audit.table.state import Table

_NOTES: dict[str, Event] = {"left": "left", "before": "before", "minimum": "minimum", "penalty": "penalty"}


def close_deal(asker: Asker, turns: int) -> DealReport:
    """Audit the end of the deal at ``asker.step`` and carry its scores into the match. ``turns`` counts its turns."""
    step = asker.step
    table, match, end, head = step.table, step.match, step.end, step.deal.head
    void = end is not None and end.why == "void"
    step.outcome = out = outcome_of(step)
    step.line = end or step.notes[-1]
    asker.emit.turn = None
    step.seat = out.out
    step.side = table.seats.side_of.get(out.out or "")
    count(step)
    if void:
        # Nothing that was played counts; penalties do.
        step.ledger, step.bounds = {side: [] for side in table.seats.sides}, {}
        step.known = dict.fromkeys(table.seats.sides, True)
    adjusted = _adjusted(step)
    step.extra = {side: total_of(items) for side, items in adjusted.items()}
    claimed = () if void else step.noted.get("score", ())
    step.sheet = {line.side: line.items for line in claimed if isinstance(line, n.ScoreLine)}
    asker.ask("deal-end")
    if not table.played_turns and not void:
        asker.ask("sheet")
    if step.rules.irregularities.penalties or "penalty" in step.noted:
        done = asker.emit.offences()
        step.offences = [*step.offences, *[Offence(one.name, one.seat or "", one.line) for one in done]]
        for one in done:
            asker.emit.doubt(Root(one.id, one.line, one.column), [("offence", one.name, one.line)])
        asker.ask("offences")
    # Hands written down at the end come first: what is claimed may follow from them.
    for line in (*step.noted.get("left", ()), *[line for line in step.notes if line.kind != "left"]):
        kind = line.kind
        if kind in _NOTES:
            step.line = line
            step.seat = line.seat if isinstance(line, n.Left) else None
            step.side = table.seats.side_of.get(step.seat or "")
            if not (isinstance(line, n.Left) and _is_left(line, table)):
                asker.ask(_NOTES[kind])
        elif kind == "score" or kind == "totals":
            _judge_sums(asker, line)
    went_out = match.last_out
    scores = _scores(step, asker.emit, adjusted)
    if void:
        scores, match.last_out = (), went_out
    if step.rules.opening.concealed_waives == "after-first-of-match":
        brought_along = () if match.deals else [side for side, points in table.before.items() if points]
        match.have_melded = match.have_melded.union(brought_along, [side for side in table.seats.sides if table.opened(side)])
    match.deals += 1
    match.last_dealer, match.last_number = table.dealer, head.number
    match.last_void = dealt_again(step)
    ended = "void" if void else "out" if out.out else (end.why if end and end.why else "unfinished")
    return DealReport(match.number, head.number, head.line, turns, ended, out.out, out.concealed, scores)


def _is_left(line: n.Left, table: Table) -> bool:
    """Tell whether a hand is written down as the replay leaves it, on a table on which every hand is known."""
    known = not (table.vague or table.unsure or table.excess)
    return known and line.seat in table.hands and sorted(line.cards) == sorted(table.hands[line.seat])


def _adjusted(step: Step) -> dict[n.Side, list[Item]]:
    """What penalties and a director gave to each side; nothing where there were none."""
    lines = [*step.noted.get("penalty", ()), *step.noted.get("director", ())]
    lines.sort(key=lambda line: line.line)
    return {side: adjustments(lines, side) for side in step.table.seats.sides} if lines else {}


def _judge_sums(asker: Asker, line: n.Line) -> None:
    """Ask about a score line or running totals that are not what the ledger, or the sheet itself, makes them."""
    step = asker.step
    step.line, step.seat, step.side = line, None, None
    if isinstance(line, n.ScoreLine):
        step.side = line.side
        step.claims = dict(line.items)
        if not step.known.get(line.side, False) or not claims_hold(step.claims, step.ledger[line.side]):
            asker.ask("score-differs")
        if asker.emit.in_doubt and "left" in step.noted and step.known.get(line.side, False):
            _hold_against_left(asker, line)
    elif isinstance(line, n.Totals):
        for side, claimed in line.sums:
            deal = step.claimed_total(side)
            if deal is None or step.table.before.get(side, 0) + deal + step.extra.get(side, 0) != claimed:
                asker.ask("totals-differ")
                return


def _hold_against_left(asker: Asker, line: n.ScoreLine) -> None:
    """Hold claims also against hands as written down at the end, where the replay leaves others: who did not see the hands goes by
    these. What differs follows from that.
    """
    step, emit, table = asker.step, asker.emit, asker.step.table
    shown: dict[n.Seat, tuple[Card, ...]] = {}
    for left in step.noted["left"]:
        if isinstance(left, n.Left) and left.seat in line.side and _is_another_hand(asker, left):
            shown.setdefault(left.seat, left.cards)
    kept, told = step.ledger, emit.found_at(None)
    for seats in [some for number in range(1, len(shown) + 1) for some in combinations(shown, number)]:
        hands = {**table.hands, **{seat: shown[seat] for seat in seats}}
        step.ledger = {**kept, line.side: ledger(table, step.rules, step.outcome, hands)[line.side]}
        if not claims_hold(step.claims, step.ledger[line.side]):
            aside = emit.aside()
            asker.ask("score-differs")
            found = [one for one in emit.end_aside(aside) if one.grade == "misscored" and (one.id, one.line) not in told]
            emit.keep([replace(one, follows=emit.doubted(("hand", seats[0]))) for one in found])
            told |= {(one.id, one.line) for one in found}
    step.ledger = kept


def _is_another_hand(asker: Asker, left: n.Left) -> bool:
    """Tell whether a hand is written down as another one than the replay leaves, where the replay is in doubt."""
    if asker.emit.doubted(("hand", left.seat)) is None or not NO_POINTS.isdisjoint(left.cards):
        return False
    return sorted(left.cards) != sorted(asker.step.table.hands.get(left.seat, ()))


def _scores(step: Step, emit: Emitter, adjusted: Mapping[n.Side, Sequence[Item]]) -> tuple[SideScore, ...]:
    table, match, noted = step.table, step.match, step.noted
    running = {side: points for line in noted.get("totals", ()) if isinstance(line, n.Totals) for side, points in line.sums}
    scores = []
    for side in table.seats.sides:
        items = step.ledger[side]
        claimed, claim = step.sheet.get(side, ()), step.claimed_total(side)
        extra = step.extra.get(side, 0)
        total = total_of(items)
        known, found = step.known[side], step.bounds.get(side)
        if found is not None and claim is None:
            # The least that it can be, so that nothing is asked of the side for points that it may not have.
            total = found["total"].low
        elif not known and claim is None and side in running:
            # A sheet with nothing but totals: what the deal brought is their difference.
            total = running[side] - table.before.get(side, 0) - extra
        so_far = match.computed.get(side, 0) if match.deals else table.before.get(side, 0)
        match.computed[side] = so_far + (total if known or claim is None else claim) + extra
        if found is not None or side in match.reach:
            wanted = running[side] + so_far - table.before.get(side, 0) if side in running else None
            _stay_open(step, side, so_far, wanted)
        told = table.before.get(side, 0) + (claim if claim is not None else total) + extra
        match.totals[side] = running.get(side, told)
        _carry(step, side, side in running, claim is not None)
        if match.totals[side] == match.computed[side] and (known or claim is not None):
            emit.settle(side)
        given = tuple(adjusted.get(side, ()))
        rows = tuple([(item, *each) for item, each in found.items()]) if found is not None else ()
        after = match.computed[side], claimed, claim, running.get(side)
        scores.append(SideScore(side, tuple(items), total_of(items), known, *after, given, rows, match.reach.get(side)))
    match.last_out = table.seats.side_of.get(step.outcome.out or "")
    if match.slack:
        return tuple(scores)
    shared = step.rules.match.tie == "shared" and match.leaders()[0] >= step.rules.match.target
    if shared or match.winner(step.rules) is not None:
        match.over = True
    return tuple(scores)


def _stay_open(step: Step, side: n.Side, so_far: int, running: int | None) -> None:
    """Set what the computed total of a side can be after a deal, where that rests on an open score; carry what was claimed of the
    deal, or else the ``running`` total as far as it is possible.
    """
    match, found, extra = step.match, step.bounds.get(side), step.extra.get(side, 0)
    before = match.reach.get(side, Range(so_far, so_far))
    if found is None:
        gain = match.computed[side] - so_far
        match.reach[side] = Range(before.low + gain, before.high + gain)
        return
    gained, claim = found["total"], step.claimed_total(side)
    match.reach[side] = reach = Range(before.low + gained.low + extra, before.high + gained.high + extra)
    if claim is not None:
        match.computed[side] = so_far + gained.nearest(claim) + extra
    elif running is not None:
        match.computed[side] = reach.nearest(running)
    if reach.low == reach.high:
        del match.reach[side]


def _carry(step: Step, side: n.Side, running: bool, claimed: bool) -> None:
    """Note by how much the running total of a side may be higher than the one that is carried: where nobody has written it down,
    nor the score of a deal that was not seen in full.
    """
    slack, found = step.match.slack, step.bounds.get(side)
    may_be = 0 if running or "before" in step.noted else slack.pop(side, 0)
    if found is not None and not running and not claimed:
        may_be += found["total"].high - found["total"].low
    if may_be:
        slack[side] = may_be
    else:
        slack.pop(side, None)
