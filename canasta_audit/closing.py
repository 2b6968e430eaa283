"""The end of a deal: how it ended, what every side scored, and what the record claims of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from canasta_audit.checks.deal import dealt_again
from canasta_audit.checks.registry import Event
from canasta_audit.checks.scoring import adjustments
from canasta_audit.checks.step import Step, emptied, has_canasta, was_concealed
from canasta_audit.emit import Emitter
from canasta_audit.notation import model as n
from canasta_audit.playing import Asker
from canasta_audit.report import DealReport, SideScore
from canasta_audit.table.ledger import can_be_known, ledger
from canasta_audit.table.score import Item, Outcome, claims_hold, total_of

_NOTES: dict[str, Event] = {"left": "left", "before": "before", "minimum": "minimum"}


def close_deal(asker: Asker, turns: int) -> DealReport:
    """Audit the end of the deal at ``asker.step`` and carry its scores into the match. ``turns`` counts its turns."""
    step = asker.step
    table, match, end, head = step.table, step.match, step.end, step.deal.head
    void = end is not None and end.why == "void"
    step.outcome = out = _outcome(step)
    step.line = end or step.notes[-1]
    asker.emit.turn = None
    step.seat = out.out
    step.side = table.seats.side_of.get(out.out or "")
    step.ledger = ledger(table, step.rules, out)
    step.known = {side: bool(table.played_turns) and can_be_known(table, step.rules, side) for side in step.ledger}
    adjusted = _adjusted(step)
    step.extra = {side: total_of(items) for side, items in adjusted.items()}
    step.sheet = {line.side: line.items for line in step.noted.get("score", ()) if isinstance(line, n.ScoreLine)}
    asker.ask("deal-end")
    for line in step.notes:
        kind = line.kind
        if kind in _NOTES:
            step.line = line
            step.seat = line.seat if isinstance(line, n.Left) else None
            step.side = table.seats.side_of.get(step.seat or "")
            asker.ask(_NOTES[kind])
        elif kind == "score" or kind == "totals":
            _judge_sums(asker, line)
    scores = () if void else _scores(step, asker.emit, adjusted)
    if step.rules.opening.concealed_waives == "after-first-of-match":
        brought_along = () if match.deals else [side for side, points in table.before.items() if points]
        match.have_melded = match.have_melded.union(brought_along, [side for side in table.seats.sides if table.opened(side)])
    match.deals += 1
    match.last_dealer, match.last_number = table.dealer, head.number
    match.last_void = dealt_again(step)
    ended = "void" if void else "out" if out.out else (end.why if end and end.why else "unfinished")
    return DealReport(match.number, head.number, head.line, turns, ended, out.out, out.concealed, scores)


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
    elif isinstance(line, n.Totals):
        for side, claimed in line.sums:
            deal = step.claimed_total(side)
            if deal is None or step.table.before.get(side, 0) + deal + step.extra.get(side, 0) != claimed:
                asker.ask("totals-differ")
                return


def _outcome(step: Step) -> Outcome:
    """Who went out: the record's word, else who lawfully emptied his hand in the last turn."""
    outs = [(seat, told) for seat, told in (step.end.outs if step.end else ()) if seat in step.table.hands]
    if step.table.turn is None or step.table.played_turns == 0:
        return Outcome(outs[0][0], outs[0][1]) if outs else Outcome()
    why = step.end.why if step.end is not None else None
    lawful = why in (None, "stock") and emptied(step) and has_canasta(step.table, step.turn.seat, step.rules)
    gone = step.turn.seat if lawful else None
    told = [seat for seat, _ in outs]
    seat = (step.turn.seat if step.turn.seat in told else told[0]) if told else gone
    concealed = seat is not None and seat == step.turn.seat and was_concealed(step)
    partner = _finisher(step, seat, told) if step.rules.going_out.partner_bonus else None
    return Outcome(seat, concealed, partner, used_up=_last_to_play(step) if seat is None and why == "stock" else None)


def _finisher(step: Step, out: n.Seat | None, told: Sequence[n.Seat]) -> n.Seat | None:
    """The partner of ``out`` who finished after him: by his turn, else by the record's word, unless he holds cards."""
    table = step.table
    partners = table.seats.partners(out) if out is not None else ()
    for seat in partners:
        if seat == table.finisher or (seat in told and table.hand_size(seat) in (0, None)):
            return seat
    return None


def _last_to_play(step: Step) -> n.Seat:
    """Who played last in a deal that ended for want of cards: who could only pass did not."""
    turn = step.turn
    return turn.seat if turn.drawn or turn.took else step.table.seats.before(turn.seat)


def _scores(step: Step, emit: Emitter, adjusted: Mapping[n.Side, Sequence[Item]]) -> tuple[SideScore, ...]:
    table, match, noted = step.table, step.match, step.noted
    running = {side: points for line in noted.get("totals", ()) if isinstance(line, n.Totals) for side, points in line.sums}
    scores = []
    for side in table.seats.sides:
        items = step.ledger[side]
        claimed, claim = step.sheet.get(side, ()), step.claimed_total(side)
        extra = step.extra.get(side, 0)
        total = total_of(items)
        known = step.known[side]
        so_far = match.computed.get(side, 0) if match.deals else table.before.get(side, 0)
        match.computed[side] = so_far + (total if known or claim is None else claim) + extra
        told = table.before.get(side, 0) + (claim if claim is not None else total) + extra
        match.totals[side] = running.get(side, told)
        if match.totals[side] == match.computed[side]:
            emit.settle(side)
        given = tuple(adjusted.get(side, ()))
        scores.append(SideScore(side, tuple(items), total, known, match.computed[side], claimed, claim, running.get(side), given))
    match.last_out = table.seats.side_of.get(step.outcome.out or "")
    shared = step.rules.match.tie == "shared" and match.leaders()[0] >= step.rules.match.target
    if shared or match.winner(step.rules) is not None:
        match.over = True
    return tuple(scores)
