"""The loop that carries out turns and asks the checks: it runs for every play of a log, and asks only what can be of moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from canasta_audit.asking import Asker
from canasta_audit.at_once import AT_ONCE, last_at_once, turn_at_once
from canasta_audit.before import before_drawing, before_laying, before_taking, may_bar
from canasta_audit.cards import RED_THREES
from canasta_audit.checks.finish import finishes, may_finish
from canasta_audit.checks.opening import surely_opens
from canasta_audit.checks.step import Step, goes_out_rightly, is_late_red
from canasta_audit.checks.stock_end import why_over
from canasta_audit.notation import model as n
from canasta_audit.table.apply import APPLY, begin_turn, end_turn
from canasta_audit.table.plain import may_be_plain, plain_run
from canasta_audit.table.state import Table, TurnState


def play_turn(asker: Asker, line: n.Turn, watch: Callable[[Step], None] | None) -> int:
    """Audit one turn and carry it out; return the number of its plays (0 where nobody sits at its seat)."""
    done = play_plain(asker, (line,), 0)[1]
    if done:
        if watch is not None:
            watch(asker.step)
        return done
    return play_by_play(asker, line, watch)


def play_plain(asker: Asker, lines: Sequence[n.Line], at: int) -> tuple[int, int]:
    """Carry out the plain turns that ``lines`` have from the index ``at`` on; return the index of the first line that is none, and
    the number of plays.
    """
    first: n.Turn = lines[at]  # type: ignore[assignment]
    step, emit, limits = asker.step, asker.emit, asker.shortcuts.limits
    table, in_doubt = step.table, emit.in_doubt
    if limits is None or not may_be_plain(first, not in_doubt) or not (table.played_turns or _begins_plainly(asker, table)):
        return at, 0
    opening, known = asker.shortcuts.opening, asker.known
    if in_doubt:
        # What is in doubt is looked at behind every turn.
        end, done = plain_run(table, lines[at : at + 1], 0, known, limits, opening)
        end += at
    else:
        end, done = plain_run(table, lines, at, known, limits, opening, partial(turn_at_once, asker))
    if done:
        _after_plain(asker, lines[end - 1])  # type: ignore[arg-type]
    return end, done


def _begins_plainly(asker: Asker, table: Table) -> bool:
    """Tell whether nothing that is asked of a deal's first turn would find anything."""
    return "first-turn" not in asker.plan or (asker.shortcuts.first and not table.red_holders)


def _after_plain(asker: Asker, line: n.Turn) -> None:
    """Let the step stand behind a plain turn that was carried out, the last one of several."""
    step, emit, table = asker.step, asker.emit, asker.step.table
    turn = table.turn
    assert turn is not None
    step.line, step.turn, step.seat, step.side = line, turn, turn.seat, turn.side
    if table.excess:
        step.play, step.index, emit.turn = line.plays[0], 0, turn.number
        asker.ask("excess")
        table.excess.clear()
    if table.stock_left == 0:
        if asker.at_turn_end and turn.drawn < table.usual_draw:
            step.play, step.index, emit.turn = line.plays[-1], len(line.plays) - 1, turn.number
            asker.ask("turn-end")
        if table.stock_out is None:
            table.stock_out = turn.seat
        table.over = why_over(step)
    if emit.in_doubt:
        emit.end_turn(len(table.seats.order))


def play_by_play(asker: Asker, line: n.Turn, watch: Callable[[Step], None] | None) -> int:
    """Audit one turn that is not plain, and carry it out; return the number of its plays."""
    step = asker.step
    table = step.table
    step.line = line
    step.seat = seat = line.seat
    step.side = table.seats.side_of.get(seat)
    last = table.last_seat
    asker.emit.turn = table.played_turns + 1
    odd = table.over is not None or seat != (table.seats.next_of[last] if last is not None else table.first)
    if odd:
        if finishes(step, line):
            return _finish(asker, line, watch)
        asker.ask("odd-turn")
        if step.side is None:
            return 0
    if not (table.played_turns or _begins_plainly(asker, table)):
        asker.ask("first-turn")
    plays = line.plays
    step.turn = turn = begin_turn(table, line)
    if not (step.last_turn and plays and last_at_once(asker, plays, turn, table)):
        if len(plays) > 2:
            for play in plays:
                if play.kind == "pickup":
                    turn.waits_for_pickup = True
        _play_all(asker, plays, turn, table)
    end_turn(table)
    if odd and is_late_red(plays):
        table.last_seat = last
        asker.emit.end_turn(len(table.seats.order))
    else:
        _close_turn(asker, turn, table)
    if watch is not None:
        watch(step)
    return len(plays)


def _finish(asker: Asker, line: n.Turn, watch: Callable[[Step], None] | None) -> int:
    """Carry out what a partner lays off after the deal has ended by going out: the turn that ended it stays the last one."""
    step, table = asker.step, asker.step.table
    before, last = table.turn, table.last_seat
    step.turn = turn = begin_turn(table, line)
    turn.finishing = True
    _play_all(asker, line.plays, turn, table)
    end_turn(table)
    asker.ask("finish")
    if may_finish(step):
        table.finisher = turn.seat
    if asker.emit.in_doubt:
        asker.emit.end_turn(len(table.seats.order))
    if watch is not None:
        watch(step)
    if before is not None:
        table.turn = step.turn = before
    table.last_seat, step.last_turn = last, True
    return len(line.plays)


def _play_all(asker: Asker, plays: tuple[n.Play, ...], turn: TurnState, table: Table) -> None:
    step, plan, at_once = asker.step, asker.plan, AT_ONCE if asker.shortcuts.limits is not None else {}
    for index, play in enumerate(plays):
        kind = play.kind
        step.play, step.index = play, index
        if turn.discards:
            asker.ask("after-discard")
        elif turn.last_was_red:
            asker.ask("after-last-red")
        if kind == "discard":
            if not (turn.drawn or turn.took):
                asker.ask("undrawn-play")
            if "discard" in plan:
                asker.ask("discard")
            APPLY["discard"](table, turn, play)
        elif kind not in at_once or not at_once[kind](asker, play, turn, table):
            if kind == "meld" or kind == "add":
                before_laying(asker, play, turn, table)
            elif kind == "draw" or kind == "red":
                before_drawing(asker, play, turn, table)
            if kind == "take":
                before_taking(asker, play, turn, table)  # type: ignore[arg-type]
            elif kind in plan and kind != "red":
                asker.ask(kind)  # type: ignore[arg-type]
            APPLY[kind](table, turn, play)
        if table.lacking:
            asker.ask("lacking")
            table.lacking.clear()
        if table.excess:
            asker.ask("excess")
            table.excess.clear()


def _begins_first(turn: TurnState, table: Table) -> bool:
    """Tell whether the player has begun a meld in this turn and none before."""
    begun = [lay.meld for lay in turn.lays if lay.new]
    return bool(begun) and all(meld.turn == turn.number for meld in table.melds[turn.side] if meld.seat == turn.seat)


def _is_out(asker: Asker, turn: TurnState, table: Table) -> bool:
    """Tell whether the turn has used up the hand and nothing that is asked of this would find anything."""
    step = asker.step
    return asker.shortcuts.low and goes_out_rightly(step) and not may_bar(step.rules, table.melds[turn.side])


def _close_turn(asker: Asker, turn: TurnState, table: Table) -> None:
    seat = turn.seat
    if turn.lays:
        if [lay for lay in turn.lays if lay.meld.rank == "3"]:
            asker.ask("threes-laid")
        first = not turn.opened_before
        if first or ("begun" in asker.plan and _begins_first(turn, table)):
            opening = asker.shortcuts.opening
            if opening is None or not surely_opens(asker.step, opening):
                asker.ask("laid" if first else "begun")
    if turn.asked:
        asker.ask("asked")
    low = len(table.hands[seat]) <= (not turn.discards) or table.debt or seat in table.vague
    out = low and _is_out(asker, turn, table)
    if low and not out:
        asker.ask("low")
    if not (turn.drawn or turn.took):
        asker.ask("undrawn")
    if not turn.discards:
        asker.ask("no-discard")
    if seat in table.red_holders:
        thrown = table.pile[-1:] if turn.discards else ()
        if RED_THREES.isdisjoint(table.hands[seat]) and RED_THREES.isdisjoint(thrown):
            table.red_holders.discard(seat)
        else:
            asker.ask("red-held")
    if asker.at_turn_end and not (asker.shortcuts.ends and asker.shortcuts.ends.holds(turn)):
        asker.ask("turn-end")
    if table.stock_left == 0 and table.stock_out is None:
        table.stock_out = seat
    if table.over is None and (turn.stock_before == 0 or table.stock_left == 0 or not table.hands[seat] or table.debt):
        table.over = why_over(asker.step, bool(out))
    if asker.emit.in_doubt:
        asker.emit.end_turn(len(table.seats.order))
