"""The loop that carries out turns and asks the checks: it runs for every play of a log, and asks only what can be of moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from canasta_audit.cards import RED_THREES, UNKNOWN, WILD
from canasta_audit.checks.chapters import all_checks
from canasta_audit.checks.draw import due
from canasta_audit.checks.finish import finishes, may_finish
from canasta_audit.checks.registry import Check, Event, Judge
from canasta_audit.checks.step import EVERYTHING, Step, frozen_by, is_late_red
from canasta_audit.checks.stock_end import why_over
from canasta_audit.checks.takes import alike_tells
from canasta_audit.checks.whole import laid_whole
from canasta_audit.emit import Emitter
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.apply import APPLY, begin_turn, end_turn, resolve
from canasta_audit.table.plain import NO_LIMITS, Limits, plain_turn
from canasta_audit.table.state import MeldOnTable, Shape, Table, TurnState, shape

Plan = dict[str, tuple[tuple[Judge, Check], ...]]
"""By event, the checks to ask."""

_TAKES_LIMIT = 20_000
_OF_EACH: tuple[Event, ...] = ("draw", "meld", "add", "discard", "turn-end")
_PLAIN_RANKS = frozenset("A456789TJQK")
"""Ranks whose rows are good or bad by the number of their naturals and wild cards alone."""


@lru_cache(maxsize=32)
def plan_for(rules: Rules) -> Plan:
    """The checks to ask at each event under ``rules``: those that the rules make moot are left out, and where one partner opens for
    both, that a player begins his first meld.
    """
    plan: Plan = {}
    for check in all_checks().values():
        if check.when is None or check.when(rules):
            for event in check.on:
                plan[event] = (*plan.get(event, ()), (check.judge, check))
    if rules.opening.by == "side":
        plan.pop("begun", None)
    return plan


_NEVER_OF_PLAIN = {"DRAW-005": "", "DRAW-006": "", "DRAW-007": "after_none", "MELD-019": "wild_thrown", "MELD-020": "wild_rows"} | {
    "MELD-022": "partners",
    "DISCARD-001": "fitting",
}
"""Checks that listen to every play of a kind or to every turn, and find nothing in a plain turn within the limit that is named."""


def limits_for(plan: Plan, rules: Rules) -> Limits | None:
    """What else keeps a turn from being plain under ``rules``; ``None``: no turn is, for too much is asked of each."""
    each = {check.id for event in _OF_EACH for _, check in plan.get(event, ())}
    if laid_whole(rules) <= {"wild"}:
        each.discard("MELD-016")
    if not each <= _NEVER_OF_PLAIN.keys():
        return None
    reds = rules.red_threes.laid != "never" or "red-held" in plan or "after-last-red" in plan
    names = dict.fromkeys(filter(None, (_NEVER_OF_PLAIN[id] for id in each)), True)
    limits = Limits(**names, first_melds="begun" in plan, reds=reds)
    return NO_LIMITS if limits == NO_LIMITS else limits


class Asker:
    """Asks the checks of one plan about the step it is given, and hands their faults to ``emit``.

    ``limits`` are those within which plain turns need not be asked about (``None``: every turn must be, or they are not known yet).
    ``rows`` are shapes that have been found good for new melds under these rules, ``takes`` takes of the pile; those are kept only
    if ``alike_tells`` all that these rules ask of a take.
    """

    def __init__(self, step: Step, emit: Emitter, plan: Plan) -> None:
        """Begin with no row known."""
        self.step = step
        self.emit = emit
        self.plan = plan
        self.rows: set[Shape] = set()
        self.takes: set[Hashable] = set()
        self.alike_tells: bool | None = None
        self.at_turn_end = "turn-end" in plan
        self.limits: Limits | None = None
        self.limits_known = False

    def find_limits(self) -> Limits | None:
        """Work out the limits from the plan and the rules of the step."""
        self.limits, self.limits_known = limits_for(self.plan, self.step.rules), True
        return self.limits

    def ask(self, event: Event) -> None:
        """Ask every check that listens to ``event``."""
        step = self.step
        for judge, check in self.plan.get(event, ()):
            faults = judge(step)
            if faults:
                self.emit.faults(check, faults, step)


def play_turn(asker: Asker, line: n.Turn, watch: Callable[[Step], None] | None) -> int:
    """Audit one turn and carry it out; return the number of its plays (0 where nobody sits at its seat)."""
    step = asker.step
    table = step.table
    limits = asker.limits if asker.limits_known else asker.find_limits()
    if limits is not None:
        plain = plain_turn(table, line, asker.rows, limits)
        if plain is not None:
            step.line, step.turn, step.seat, step.side = line, plain, plain.seat, plain.side
            if table.excess:
                step.play, step.index, asker.emit.turn = line.plays[0], 0, plain.number
                asker.ask("excess")
                table.excess.clear()
            if asker.emit.in_doubt:
                asker.emit.end_turn(len(table.seats.order))
            if watch is not None:
                watch(step)
            return len(line.plays)
    return play_by_play(asker, line, watch)


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
    if not table.played_turns:
        asker.ask("first-turn")
    step.turn = turn = begin_turn(table, line)
    plays = line.plays
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
    step, plan = asker.step, asker.plan
    index = -1
    for play in plays:
        index += 1
        kind = play.kind
        step.play, step.index = play, index
        if turn.discards:
            asker.ask("after-discard")
        elif turn.last_was_red:
            asker.ask("after-last-red")
        if kind == "discard":
            if not (turn.drawn or turn.took):
                asker.ask("undrawn-play")
        elif kind == "draw" or kind == "red":
            _before_drawing(asker, play, turn, table)
        elif kind == "meld" or kind == "add":
            _before_laying(asker, play, turn, table)
        if kind == "take":
            _before_taking(asker, play, turn, table)  # type: ignore[arg-type]
        elif kind in plan:
            asker.ask(kind)  # type: ignore[arg-type]
        APPLY[kind](table, turn, play)
        if table.lacking:
            asker.ask("lacking")
            table.lacking.clear()
        if table.excess:
            asker.ask("excess")
            table.excess.clear()


def _before_drawing(asker: Asker, play: n.Play, turn: TurnState, table: Table) -> None:
    """Ask about a draw, or about replacements for red threes: most draws are one card that the stock has next."""
    chains: tuple[n.Chain, ...] = play.chains  # type: ignore[attr-defined]
    plain = play.kind == "draw" and len(chains) == 1 and len(chains[0]) == 1
    if not plain and chains:
        asker.ask("chain")
    stock = table.stock
    if stock is not None and not (plain and stock and stock[-1] == chains[0][0]):
        asker.ask("stock-differs")
    if table.stock_left is not None and (table.stock_left < 3 or not plain):
        asker.ask("short-stock")
    if play.kind == "draw":
        if not chains:
            turn.bare_draw = due(asker.step)[0]
        if turn.drawn or len(chains) != table.usual_draw:
            asker.ask("odd-draw")
        if turn.drawn or turn.took:
            asker.ask("second-source")


def _before_laying(asker: Asker, play: n.Play, turn: TurnState, table: Table) -> None:
    """Work out what a meld or a lay-off puts down and onto what, and ask about it; no cards where its address names no meld."""
    step = asker.step
    if not (turn.drawn or turn.took or turn.finishing):
        asker.ask("undrawn-play")
    step.cards, step.joined = play.cards, None  # type: ignore[attr-defined]
    if isinstance(play, n.Add):
        _find_target(asker, resolve(table, turn.seat, play.cards, play.onto), turn, table)
    _judge_row(asker)


def _judge_row(asker: Asker) -> None:
    """Ask about the cards put down: as a new row, unless an equal one was found good, or as an odd lay-off."""
    cards, joined = asker.step.cards, asker.step.joined
    if joined is not None:
        rank = joined.rank
        for card in cards:
            if card[0] != rank or card in WILD or rank == "3":
                asker.ask("odd-add")
                return
    elif cards:
        row = shape(cards)
        if row not in asker.rows:
            before = asker.emit.count
            asker.ask("row")
            if asker.emit.count == before and row.rank in _PLAIN_RANKS:
                asker.rows.add(row)
        rank = row.rank
        if [meld for meld in asker.step.table.melds[asker.step.turn.side] if meld.rank == rank]:
            asker.ask("second-row")


def _before_taking(asker: Asker, play: n.Take, turn: TurnState, table: Table) -> None:
    """Ask about the pile being taken, unless an alike take was found good, and then about the row that it makes."""
    step, pile = asker.step, table.pile
    if turn.drawn or turn.took:
        asker.ask("second-source")
    step.cards, step.joined, step.targets = (), None, []
    if play.how == "with" or play.onto is not None:
        top = pile[-1] if pile and pile[-1] != UNKNOWN else play.top or UNKNOWN
        step.cards = (top, *play.cards)
    if play.onto is not None:
        _find_target(asker, resolve(table, turn.seat, play.cards, play.onto), turn, table)
    if not pile or (play.top is not None and pile[-1] != play.top):
        asker.ask("odd-top")
    if asker.alike_tells is None:
        asker.alike_tells = alike_tells(step.rules)
    key = alike(step, turn, table) if asker.alike_tells else None
    if key is None or key not in asker.takes:
        before = asker.emit.count
        asker.ask("take")
        if key is not None and asker.emit.count == before and len(asker.takes) < _TAKES_LIMIT:
            asker.takes.add(key)
    _judge_row(asker)
    if asker.emit.in_doubt:
        asker.emit.take_pile(turn.seat)


def alike(step: Step, turn: TurnState, table: Table) -> Hashable | None:
    """All that may tell whether a take is lawful: which cards from the hand are of the top card's rank, the meld they join, what
    freezes the pile, whether the side had opened, and whether pile and hand have a single card. ``None``: too much is open.
    """
    play, joined, pile = step.play, step.joined, table.pile
    if not isinstance(play, n.Take) or not pile or len(pile[-1]) == 1 or turn.drawn or turn.took:
        return None
    if (
        turn.seat in table.vague
        or table.debt
        or (play.how != "with" and play.onto is None)
        or play.only
        or len(step.targets) > 1
        or not step.match.recorded >= EVERYTHING
    ):
        return None
    top, rank = pile[-1], pile[-1][0]
    if rank in "23*":
        top, rank = top if rank == "3" else rank, ""
    else:
        # Only whether another card is of the same rank may tell.
        top = ""
    ranks = "".join(["=" if card[0] == rank else card[0] for card in play.cards])
    meld = None if joined is None else ("=" if joined.rank == rank else joined.rank, joined.wilds, len(joined.cards))
    single = len(pile) == 1 and len(table.hands[turn.seat]) == 1
    freezer = frozen_by(table, step.rules)
    return (top, play.how, ranks, play.onto is None, meld, freezer is None, turn.opened_before, bool(turn.lays), single)


def _find_target(asker: Asker, targets: list[MeldOnTable], turn: TurnState, table: Table) -> None:
    step = asker.step
    step.targets = turn.targets = targets
    turn.targets_of = step.play
    if len(targets) != 1 or table.seats.side_of[targets[0].seat] != turn.side:
        asker.ask("odd-target")
    if targets:
        step.joined = targets[0]
    else:
        step.cards = ()


def _begins_first(turn: TurnState, table: Table) -> bool:
    """Tell whether the player has begun a meld in this turn and none before."""
    begun = [lay.meld for lay in turn.lays if lay.new]
    return bool(begun) and all(meld.turn == turn.number for meld in table.melds[turn.side] if meld.seat == turn.seat)


def _close_turn(asker: Asker, turn: TurnState, table: Table) -> None:
    seat = turn.seat
    if turn.lays:
        if [lay for lay in turn.lays if lay.meld.rank == "3"]:
            asker.ask("threes-laid")
        if not turn.opened_before:
            asker.ask("laid")
        elif "begun" in asker.plan and _begins_first(turn, table):
            asker.ask("begun")
    if turn.asked:
        asker.ask("asked")
    if len(table.hands[seat]) <= (not turn.discards) or table.debt or seat in table.vague:
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
    if asker.at_turn_end:
        asker.ask("turn-end")
    if table.stock_left == 0 and table.stock_out is None:
        table.stock_out = seat
    if table.over is None and (turn.stock_before == 0 or table.stock_left == 0 or not table.hands[seat] or table.debt):
        table.over = why_over(asker.step)
    if asker.emit.in_doubt:
        asker.emit.end_turn(len(table.seats.order))
