"""The end of a deal: how it ended, what every side scored, and what the record claims of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from canasta_audit.asking import Asker
from canasta_audit.cards import RANK, Card
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
from canasta_audit.table.deal import is_plainly_turned_up
from canasta_audit.table.ledger import ledger
from canasta_audit.table.score import Item, claims_hold, is_copy, made, total_of
from canasta_audit.table.state import Table

_JUDGED: dict[str, Event] = {
    "before": "before", "minimum": "minimum", "penalty": "penalty", "score": "score-differs", "totals": "totals-differ",
}  # fmt: skip
"""What is asked about lines of a kind at the end of a deal, but for hands written down there."""
_ADJUSTING = frozenset(("penalty", "director"))
"""Kinds of lines that give points besides the score."""


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
    step.extra = {side: total_of(items) for side, items in adjusted.items()} if adjusted else {}
    claimed = () if void else step.noted.get("score", ())
    step.sheet = {line.side: line.items for line in claimed if isinstance(line, n.ScoreLine)} if claimed else {}
    if not _ended_as_told(asker):
        asker.ask("deal-end")
    if not table.played_turns and not void:
        asker.ask("sheet")
    if step.rules.irregularities.penalties or "penalty" in step.noted:
        _judge_offences(asker)
    _judge_hands(asker)
    went_out = match.last_out
    scores = None if void else _plain_scores(asker)
    if scores is None:
        _judge_notes(asker)
        scores = _scores(step, asker.emit, adjusted)
    _end_match(step)
    if void:
        scores, match.last_out = (), went_out
    if step.rules.opening.concealed_waives == "after-first-of-match":
        brought_along = () if match.deals else [side for side, points in table.before.items() if points]
        match.have_melded = match.have_melded.union(brought_along, [side for side in table.seats.sides if table.opened(side)])
    match.deals += 1
    match.last_dealer, match.last_number = table.dealer, head.number
    match.last_void = void or (not is_plainly_turned_up(step.noted) and dealt_again(step))
    ended = "void" if void else "out" if out.out else (end.why if end and end.why else "unfinished")
    rests_on = asker.emit.rests_on(scores, table)
    row = (match.number, head.number, head.line, turns, ended, out.out, out.concealed, scores, rests_on, (), None)
    return made(DealReport, row)


def _ended_as_told(asker: Asker) -> bool:
    """Tell whether the end says what the table shows, so that nothing need be asked: who played last has gone out with his last
    card, and nobody else; or the stock is used up, he has cards, and there is no meld for which the next one must take the pile.
    """
    step, may = asker.step, asker.shortcuts
    end, table, out = step.end, step.table, step.outcome
    if end is None or table.turn is None:
        return False
    seat = step.turn.seat
    size = table.hand_size(seat)
    if end.why is None:
        return may.outs and size == 0 and out.out == seat and end.outs == ((seat, out.concealed),)
    told = may.used_up and end.why == "stock" and not end.outs and size != 0 and not table.stock_left
    return told and (step.rules.stock_end.taking_forced == "none" or not _may_take(table))


def _may_take(table: Table) -> bool:
    """Tell whether the top card of the pile has the rank of a meld of who is next."""
    if not table.pile or table.last_seat is None:
        return False
    side = table.seats.side_of[table.seats.next_of[table.last_seat]]
    return RANK[table.pile[-1]] in [meld.rank for meld in table.melds[side]]


def _judge_offences(asker: Asker) -> None:
    """Ask whether what was done against the law in this deal was paid for, and what was paid for was done."""
    step = asker.step
    done = asker.emit.offences()
    step.offences = [*step.offences, *[Offence(one.name, one.seat or "", one.line) for one in done]]
    for one in done:
        asker.emit.doubt(Root(one.id, one.line, one.column), [("offence", one.name, one.line)])
    asker.ask("offences")


def _judge_hands(asker: Asker) -> None:
    """Ask about hands written down as they were left: these come first, for what is claimed may follow from them."""
    step, table = asker.step, asker.step.table
    for line in step.noted.get("left", ()):
        step.line = line
        if isinstance(line, n.Left) and not _is_left(line, table):
            step.seat, step.side = line.seat, table.seats.side_of.get(line.seat)
            asker.ask("left")


def _judge_notes(asker: Asker) -> None:
    """Ask about what else is written down of the deal."""
    step = asker.step
    for line in step.notes:
        if line.kind in _JUDGED:
            step.line, step.seat, step.side = line, None, None
            if isinstance(line, n.ScoreLine):
                _judge_score(asker, line)
            elif not isinstance(line, n.Totals) or _totals_differ(step, line):
                asker.ask(_JUDGED[line.kind])


def _is_left(line: n.Left, table: Table) -> bool:
    """Tell whether a hand is written down as the replay leaves it, on a table on which every hand is known."""
    if table.vague or table.unsure or table.excess:
        return False
    hand = table.hands.get(line.seat)
    # A program writes a hand in the order in which it lies there.
    return hand is not None and (line.cards == tuple(hand) or sorted(line.cards) == sorted(hand))


def _adjusted(step: Step) -> dict[n.Side, list[Item]]:
    """What penalties and a director gave to each side; nothing where there were none."""
    if _ADJUSTING.isdisjoint(step.noted):
        return {}
    lines = [*step.noted.get("penalty", ()), *step.noted.get("director", ())]
    lines.sort(key=lambda line: line.line)
    return {side: adjustments(lines, side) for side in step.table.seats.sides}


def _judge_score(asker: Asker, line: n.ScoreLine) -> None:
    """Ask about a score line that is not what the ledger makes it."""
    step, side = asker.step, line.side
    step.side = side
    known = step.known.get(side, False)
    if not known or not is_copy(line.items, step.ledger[side], total_of(step.ledger[side])):
        step.claims = dict(line.items)
        if not known or not claims_hold(step.claims, step.ledger[side]):
            asker.ask("score-differs")
    if known and asker.emit.in_doubt and "left" in step.noted:
        step.claims = dict(line.items)
        _hold_against_left(asker, line)


def _totals_differ(step: Step, line: n.Totals) -> bool:
    """Tell whether running totals are not what the sheet itself makes them."""
    before, extra = step.table.before, step.extra
    for side, claimed in line.sums:
        deal = step.claimed_total(side)
        if deal is None or before.get(side, 0) + deal + extra.get(side, 0) != claimed:
            return True
    return False


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


def _plain_scores(asker: Asker) -> tuple[SideScore, ...] | None:
    """Carry scores into the match of which nothing need be asked: every card is known, nothing is in doubt, and all that is claimed
    is as the ledger and the totals before have it. ``None``, and nothing is done, where anything else is the case.
    """
    step, emit, match = asker.step, asker.emit, asker.step.match
    noted, before, sheet = step.noted, step.table.before, step.sheet
    if not asker.shortcuts.carried or emit.in_doubt or False in step.known.values() or match.reach or match.slack:
        return None
    if step.end is None or step.extra or len(noted.get("score", ())) > len(sheet):
        return None
    if match.deals:
        for line in noted.get("before", ()):
            for side, points in line.sums:  # type: ignore[attr-defined]
                if match.totals.get(side) != points:
                    return None
    for line in noted.get("minimum", ()):
        for side, points in line.sums:  # type: ignore[attr-defined]
            if points != step.rules.opening.need(before.get(side, 0)):
                return None
    sums: tuple[tuple[n.Side, int], ...] = ()
    for line in noted.get("totals", ()):
        if sums:
            return None
        sums = line.sums  # type: ignore[attr-defined]
    running, so_far = dict(sums), match.computed if match.deals else before
    totals: dict[n.Side, int] = {}
    computed: dict[n.Side, int] = {}
    scores = []
    for side, items in step.ledger.items():
        total, claimed, noted_sum = total_of(items), sheet.get(side), running.get(side)
        if noted_sum is not None if claimed is None else not is_copy(claimed, items, total):
            return None
        totals[side] = before[side] + total
        computed[side] = after = so_far[side] + total
        claim = None if claimed is None else total
        row = (side, tuple(items), total, True, after, claimed or (), claim, noted_sum, (), (), None)
        scores.append(made(SideScore, row))
    for side, points in sums:
        if totals.get(side) != points:
            return None
    if not sheet.keys() <= totals.keys():
        return None
    match.totals, match.computed = totals, computed
    emit.settle(totals if totals == computed else [side for side in totals if totals[side] == computed[side]])
    return tuple(scores)


def _scores(step: Step, emit: Emitter, adjusted: Mapping[n.Side, Sequence[Item]]) -> tuple[SideScore, ...]:
    table, match, extra = step.table, step.match, step.extra
    running: dict[n.Side, int] = {}
    for line in step.noted.get("totals", ()):
        if isinstance(line, n.Totals):
            running.update(line.sums)
    scores = []
    for side in table.seats.sides:
        items, known, found = step.ledger[side], step.known[side], step.bounds.get(side)
        claimed, claim = step.sheet.get(side, ()), step.claimed_total(side)
        before, added, noted = table.before.get(side, 0), extra.get(side, 0), running.get(side)
        counted = total = total_of(items)
        if claim is None:
            if found is not None:
                # The least that it can be, so that nothing is asked of the side for points that it may not have.
                total = found["total"].low
            elif not known and noted is not None:
                # A sheet with nothing but totals: what the deal brought is their difference.
                total = noted - before - added
        so_far = match.computed.get(side, 0) if match.deals else before
        match.computed[side] = so_far + (total if known or claim is None else claim) + added
        if found is not None or side in match.reach:
            _stay_open(step, side, so_far, noted + so_far - before if noted is not None else None)
        match.totals[side] = before + (claim if claim is not None else total) + added if noted is None else noted
        if found is not None or match.slack:
            _carry(step, side, noted is not None, claim is not None)
        computed = match.computed[side]
        if match.totals[side] == computed and (known or claim is not None):
            emit.settle((side,))
        given = tuple(adjusted.get(side, ()))
        rows = tuple([(item, *each) for item, each in found.items()]) if found is not None else ()
        reach = match.reach.get(side)
        row = (side, tuple(items), counted, known, computed, claimed, claim, noted, given, rows, reach)
        scores.append(made(SideScore, row))
    return tuple(scores)


def _end_match(step: Step) -> None:
    """Note who went out last, and whether the match is over with this deal."""
    match, law = step.match, step.rules.match
    match.last_out = step.table.seats.side_of.get(step.outcome.out or "")
    if match.slack:
        return
    for total in match.totals.values():
        if total >= law.target:
            if law.tie == "shared" or match.winner(step.rules) is not None:
                match.over = True
            return


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
