"""One log through one ruleset: the replay is carried from line to line, and every check is asked at its moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from canasta_audit.cards import RED_THREES, UNKNOWN, Card
from canasta_audit.checks.chapters import all_checks
from canasta_audit.checks.registry import Check, Event, Fault, Judge
from canasta_audit.checks.step import EVERYTHING, MatchState, Step, emptied, was_concealed
from canasta_audit.checks.stock_end import why_over
from canasta_audit.emit import Emitter
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import units
from canasta_audit.report import DealReport, MatchReport, Report, SideScore
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Rules, Ruleset
from canasta_audit.table.apply import APPLY, begin_turn, end_turn, resolve
from canasta_audit.table.deal import seats_of, set_table
from canasta_audit.table.score import Outcome, can_be_known, ledger, total_of
from canasta_audit.table.state import Seats, Table, TurnState

Choose = Callable[[Mapping[str, str]], Ruleset]
"""Picks the ruleset of a match by its tags. May raise ``RulesetError``."""

_NO_PLAY = n.Play()

Plan = dict[str, tuple[tuple[Judge, Check], ...]]
"""By event, the checks to ask."""

DEFAULT_RULESET = "uk-regency"


def by_tag(tags: Mapping[str, str]) -> Ruleset:
    """The ruleset that the ``Ruleset`` tag names (a version behind ``@`` is let go), ``uk-regency`` where there is none.

    Raises ``RulesetError`` for a name that is not known.
    """
    return load_ruleset(tags.get("Ruleset", DEFAULT_RULESET).split("@")[0])


def plan_for(rules: Rules) -> Plan:
    """The checks to ask at each event under ``rules``: those that the rules make moot are left out."""
    plan: Plan = {}
    for check in all_checks().values():
        if check.when is None or check.when(rules):
            for event in check.on:
                plan[event] = (*plan.get(event, ()), (check.judge, check))
    return plan


class Auditor:
    """Carries an audit through one file: feed it the units of the notation in order, and take what is finished.

    ``watch``, if given, is called with the step after every turn and at the end of every deal.
    """

    def __init__(self, file: str, choose: Choose = by_tag, watch: Callable[[Step], None] | None = None) -> None:
        """Begin with the name of the file and the way to choose a match's ruleset."""
        self.file = file
        self.choose = choose
        self.watch = watch
        self.turns = self.plays = 0
        self._ruleset: Ruleset | None = None
        self._plans: dict[tuple[str, int], Plan] = {}
        self._rows: dict[tuple[str, int], set[tuple[Card, ...]]] = {}
        self._match: MatchState | None = None
        self._head: n.Match | None = None
        self._rules: Rules | None = None
        self._step = Step()
        self._emit = Emitter(file)

    def feed(self, unit: n.Match | n.Deal) -> Iterator[Finding | DealReport | MatchReport]:
        """Audit a match's head or a deal; yield what is finished: findings in order of place, then the deal's report."""
        if isinstance(unit, n.Match):
            yield from self.finish()
            self._head = unit
            return
        if self._head is None:
            self._head = n.Match()
        if self._match is None:
            yield from self._begin_match(self._head, unit)
        if self._match is not None and self._rules is not None:
            report = self._deal(unit)
            yield from self._emit.drain()
            yield report

    def finish(self) -> Iterator[Finding | DealReport | MatchReport]:
        """End the match that is running, if one is."""
        match, rules, ruleset = self._match, self._rules, self._ruleset
        if match is not None and rules is not None and ruleset is not None:
            self._step.line = n.Blank(line=match.line)
            self._ask("match-end")
            yield from self._emit.drain()
            name = "+".join((ruleset.name, *ruleset.chosen))
            winner = self._winner(match, rules)
            yield MatchReport(
                match.number, match.line, match.tags, name, ruleset.digest, (), dict(match.computed), winner
            )
        self._match = None

    def _winner(self, match: MatchState, rules: Rules) -> n.Side | None:
        best = max(match.totals.values(), default=0)
        leaders = [side for side, total in match.totals.items() if total == best]
        return leaders[0] if best >= rules.match.target and len(leaders) == 1 else None

    def _begin_match(self, head: n.Match, deal: n.Deal) -> Iterator[Finding]:
        tags = head.tags
        seats = seats_of(tags, deal.lines)
        number = (self._emit.match or 0) + 1
        first = head.head[0].line if head.head else deal.head.line
        self._emit.begin_match(number)
        self._rules = None
        try:
            self._ruleset = self.choose(tags)
        except RulesetError as error:
            tag = next((line for line in head.head if isinstance(line, n.Tag) and line.name == "Ruleset"), None)
            yield self._emit.no_ruleset(error.findings, tag, tags.get("Ruleset", ""))
            self._match = MatchState(number, seats, tags, EVERYTHING, first)
            return
        players = len(seats.order)
        self._rules = self._ruleset.rules(players)
        recorded = EVERYTHING
        if "Records" in tags:
            listed = frozenset(tags["Records"].split())
            recorded = (EVERYTHING | {"questions"}) if "all" in listed else listed
        self._match = MatchState(number, seats, tags, recorded, first)
        self._match.totals = dict.fromkeys(seats.sides, 0)
        self._match.computed = dict.fromkeys(seats.sides, 0)
        self._match.result = next((x for x in head.head if isinstance(x, n.Tag) and x.name == "Result" and not x.undone), None)
        self._match.lots = [line for line in head.head if isinstance(line, n.Lots) and not line.undone]
        if self._rules is None:
            yield self._emit.wrong_players(self._ruleset, players, first)
            return
        self._plan(self._ruleset, players)
        step = self._step
        step.rules, step.match = self._rules, self._match
        step.line = head.head[0] if head.head else deal.head
        self._ask("match-start")

    def _plan(self, ruleset: Ruleset, players: int) -> None:
        key = (ruleset.digest, players)
        plan = self._plans.get(key)
        if plan is None and self._rules is not None:
            plan = self._plans[key] = plan_for(self._rules)
        self._current = plan or {}
        self._good_rows = self._rows.setdefault(key, set())
        self._emit.begin_ruleset(ruleset, players)

    def _ask(self, event: Event) -> None:
        step = self._step
        for judge, check in self._current.get(event, ()):
            faults = judge(step)
            if faults:
                self._emit.faults(check, faults, step)

    def _deal(self, deal: n.Deal) -> DealReport:
        match, rules, step = self._match, self._rules, self._step
        assert match is not None and rules is not None
        lines = [line for line in deal.lines if not line.undone]
        turns = [i for i, line in enumerate(lines) if line.kind == "turn"]
        first = turns[0] if turns else next((i for i, line in enumerate(lines) if line.kind == "end"), len(lines))
        head = deal.head
        step.deal, step.line, step.last_turn = deal, head, False
        step.end = next((line for line in lines if isinstance(line, n.End)), None)
        self._emit.begin_deal(head.number)
        step.seat = step.side = None
        step.play = _NO_PLAY
        self._ask("deal-start")
        table = step.table = set_table(
            match.seats, rules.equipment.deck, lines[:first], number=head.number, usual_draw=rules.turn.draw
        )
        if not any(line.kind == "before" for line in lines):
            table.before.update(match.totals)
        self._ask("dealt")
        self._excess(table)
        last = turns[-1] if turns else -1
        for i, line in enumerate(lines[first:], first):
            if line.kind == "turn":
                step.last_turn = i == last
                self._turn(line)  # type: ignore[arg-type]
            elif isinstance(line, n.Director):
                self._direct(table, line)
        self.turns += len(turns)
        return self._end_deal(deal, lines, len(turns))

    def _turn(self, line: n.Turn) -> None:
        step, table = self._step, self._step.table
        step.line = line
        step.seat = seat = line.seat
        side_of = table.seats.side_of
        step.side = side_of.get(seat)
        last = table.last_seat
        if table.over is not None or seat != (table.seats.next_of[last] if last is not None else table.first):
            self._ask("odd-turn")
            if step.side is None:
                return
        if not table.played_turns:
            self._ask("first-turn")
        step.turn = turn = begin_turn(table, line)
        self._emit.turn = turn.number
        plays = line.plays
        self.plays += len(plays)
        if len(plays) > 2:
            turn.waits_for_pickup = any([play.kind == "pickup" for play in plays])
        self._play_all(plays, turn)
        end_turn(table)
        self._close_turn(turn)

    def _play_all(self, plays: tuple[n.Play, ...], turn: TurnState) -> None:
        """Ask and carry out play after play. This loop runs for every play of millions: it asks only what can be of moment."""
        step, table, current = self._step, self._step.table, self._current
        index = -1
        for play in plays:
            index += 1
            kind = play.kind
            step.play, step.index = play, index
            if kind == "meld" or kind == "add" or kind == "take":
                self._lay_out(play, turn)
            if turn.discards:
                self._ask("after-discard")
            elif turn.last_was_red:
                self._ask("after-last-red")
            if turn.drawn or turn.took:
                if kind == "draw" or kind == "take":
                    self._ask("second-source")
            elif kind == "meld" or kind == "add" or kind == "discard":
                self._ask("undrawn-play")
            for judge, check in current.get(kind, ()):
                faults = judge(step)
                if faults:
                    self._emit.faults(check, faults, step)
            APPLY[kind](table, turn, play)
            if table.excess:
                self._excess(table)

    def _lay_out(self, play: n.Play, turn: TurnState) -> None:
        """Work out what a laying play puts down and onto what, and ask the checks of a new row or of an odd lay-off."""
        step = self._step
        joined = None
        if isinstance(play, n.Meld):
            cards = play.cards
        elif isinstance(play, n.Add):
            cards = play.cards
            targets = step.targets = resolve(step.table, turn.seat, cards, play.onto)
            joined = targets[0] if targets else None
        elif isinstance(play, n.Take):
            step.memo = {}
            targets = step.targets = resolve(step.table, turn.seat, play.cards, play.onto)
            pile = step.table.pile
            top = pile[-1] if pile and pile[-1] != UNKNOWN else play.top or UNKNOWN
            cards = (top, *play.cards) if play.how == "with" or play.onto is not None else ()
            joined = targets[0] if play.onto is not None and targets else None
        else:
            return
        step.cards, step.joined = cards, joined
        if joined is not None:
            rank = joined.rank
            for card in cards:
                if card[0] != rank or rank == "2":
                    self._ask("odd-add")
                    break
        elif cards and cards not in self._good_rows:
            before = self._emit.count
            self._ask("row")
            if self._emit.count == before and len(self._good_rows) < 50_000:
                self._good_rows.add(cards)

    def _close_turn(self, turn: TurnState) -> None:
        step, table = self._step, self._step.table
        seat = turn.seat
        if turn.lays:
            self._ask("lays")
            if not turn.opened_before:
                self._ask("laid")
        if turn.asked:
            self._ask("asked")
        if len(table.hands[seat]) <= 1 or table.debt or seat in table.vague:
            self._ask("low")
        if not (turn.drawn or turn.took):
            self._ask("undrawn")
        if not turn.discards:
            self._ask("no-discard")
        if seat in table.red_holders:
            if RED_THREES.isdisjoint(table.hands[seat]):
                table.red_holders.discard(seat)
            else:
                self._ask("red-held")
        self._ask("turn-end")
        if table.stock_left == 0 and table.stock_out is None:
            table.stock_out = seat
        if turn.stock_before == 0 or table.stock_left == 0 or not table.hands[seat]:
            table.over = table.over or why_over(step)
        self._emit.end_turn()
        if self.watch is not None:
            self.watch(step)

    def _excess(self, table: Table) -> None:
        if table.excess:
            self._ask("excess")
            table.excess.clear()

    def _direct(self, table: Table, line: n.Director) -> None:
        for ruling in line.rulings:
            if isinstance(ruling, n.Next):
                table.last_seat = table.seats.before(ruling.seat) if ruling.seat in table.seats.order else None

    def _end_deal(self, deal: n.Deal, lines: list[n.Line], turns: int) -> DealReport:
        step, table, match, rules = self._step, self._step.table, self._step.match, self._step.rules
        end = step.end
        void = end is not None and end.why == "void"
        step.outcome = self._outcome()
        step.line = end or lines[-1]
        self._emit.turn = None
        step.seat = step.outcome.out
        step.side = table.seats.side_of.get(step.outcome.out or "")
        step.ledger = ledger(table, rules, step.outcome)
        step.known = {side: bool(table.played_turns) and can_be_known(table, side) for side in step.ledger}
        self._ask("deal-end")
        if self.watch is not None:
            self.watch(step)
        for line in lines:
            if line.kind in ("left", "score", "totals", "before", "minimum"):
                step.line = line
                step.claims = dict(line.items) if isinstance(line, n.ScoreLine) else {}
                step.seat = getattr(line, "seat", None)
                step.side = getattr(line, "side", None) or table.seats.side_of.get(step.seat or "")
                self._ask(line.kind)  # type: ignore[arg-type]
        scores = () if void else self._scores(table, lines)
        match.deals += 1
        match.last_dealer = table.dealer or match.last_dealer
        match.last_void = void
        ended = "void" if void else "out" if step.outcome.out else (end.why if end and end.why else "unfinished")
        out = step.outcome
        report = DealReport(match.number, deal.head.number, deal.head.line, turns, ended, out.out, out.concealed, scores)
        return report

    def _outcome(self) -> Outcome:
        """Who went out: the record's word, else the hand that is empty after the last turn."""
        step = self._step
        outs = [(seat, told) for seat, told in (step.end.outs if step.end else ()) if seat in step.table.hands]
        if step.table.turn is None or step.table.played_turns == 0:
            return Outcome(outs[0][0], outs[0][1]) if outs else Outcome()
        gone = step.turn.seat if emptied(step) and (step.end is None or step.end.outs or step.end.why != "stop") else None
        seat = outs[0][0] if outs else gone
        concealed = seat is not None and seat == step.turn.seat and was_concealed(step)
        return Outcome(seat, concealed)

    def _scores(self, table: Table, lines: list[n.Line]) -> tuple[SideScore, ...]:
        step, match, rules = self._step, self._step.match, self._step.rules
        claims = {line.side: line.items for line in lines if isinstance(line, n.ScoreLine)}
        running = {side: points for line in lines if isinstance(line, n.Totals) for side, points in line.sums}
        scores = []
        for side in table.seats.sides:
            items = step.ledger[side]
            claimed = claims.get(side, ())
            extra = extra_points(lines, side)
            claim = dict(claimed).get("total")
            total = total_of(items)
            known = step.known[side]
            match.computed[side] = match.computed.get(side, 0) + (total if known or claim is None else claim) + extra
            told = table.before.get(side, 0) + (claim if claim is not None else total) + extra
            match.totals[side] = running.get(side, told)
            scores.append(SideScore(side, tuple(items), total, known, match.computed[side], claimed, claim, running.get(side)))
        best = max(match.totals.values())
        if best >= rules.match.target:
            match.over = rules.match.tie == "shared" or sum(total == best for total in match.totals.values()) == 1
        return tuple(scores)


def extra_points(lines: Iterable[n.Line], side: n.Side) -> int:
    """Points of a deal that penalties and a director gave to a side."""
    points = 0
    for line in lines:
        if isinstance(line, n.Penalty) and line.side == side:
            points += line.points
        elif isinstance(line, n.Director):
            points += sum(ruling.points for ruling in line.rulings if isinstance(ruling, n.Award) and ruling.side == side)
    return points


def stream(lines: Iterable[str], file: str, choose: Choose = by_tag) -> Iterator[Finding | DealReport | MatchReport]:
    """Audit a log line by line in bounded memory: findings of a deal in order of place, then its report; after its last deal, the
    match's report, whose ``deals`` are left empty.
    """
    read: list[Finding] = []
    auditor = Auditor(file, choose)
    for unit in units(lines, file, read.append):
        results = list(auditor.feed(unit))
        findings = sorted([*read, *(x for x in results if isinstance(x, Finding))], key=lambda finding: finding.sort_key)
        read.clear()
        yield from findings
        yield from (x for x in results if not isinstance(x, Finding))
    yield from read
    yield from auditor.finish()


def audit(log: n.Log, ruleset: Ruleset | None = None, *, choose: Choose = by_tag) -> Report:
    """Audit a whole log, by ``ruleset`` or, where that is ``None``, by what ``choose`` picks for each match.

    Never raises for anything a log may hold; what cannot be read or judged is a finding.
    """
    auditor = Auditor(log.file, choose if ruleset is None else lambda tags: ruleset)
    report = Report(log.file)
    findings: list[Finding] = list(log.findings)
    deals: list[DealReport] = []
    for match in log.matches:
        _collect(auditor.feed(match), findings, deals, report)
        for deal in match.deals:
            _collect(auditor.feed(deal), findings, deals, report)
    _collect(auditor.finish(), findings, deals, report)
    report.findings = sorted(findings, key=lambda finding: finding.sort_key)
    report.lines = sum(1 for _ in log.lines())
    report.turns, report.plays = auditor.turns, auditor.plays
    return report


@dataclass(frozen=True, slots=True)
class Position:
    """The table after a turn (``turn`` counts from 1), or after the deal (0). ``table`` is live: read it before the next one."""

    match: int
    deal: int
    turn: int
    line: n.Line
    table: Table
    rules: Rules


def replay(log: n.Log, visit: Callable[[Position], None], ruleset: Ruleset | None = None, *, choose: Choose = by_tag) -> None:
    """Carry out a log and hand ``visit`` the table as the players saw it: after every turn, and after every deal."""

    def watch(step: Step) -> None:
        over = step.line.kind != "turn"
        number = 0 if over else step.turn.number
        visit(Position(step.match.number, step.deal.head.number, number, step.line, step.table, step.rules))

    auditor = Auditor(log.file, choose if ruleset is None else lambda tags: ruleset, watch)
    for match in log.matches:
        for _ in auditor.feed(match):
            pass
        for deal in match.deals:
            for _ in auditor.feed(deal):
                pass


def _collect(
    results: Iterable[Finding | DealReport | MatchReport], findings: list[Finding], deals: list[DealReport], report: Report
) -> None:
    for result in results:
        if isinstance(result, Finding):
            findings.append(result)
        elif isinstance(result, DealReport):
            deals.append(result)
        else:
            report.matches.append(replace(result, deals=tuple(deals)))
            deals.clear()


__all__ = ["Auditor", "Choose", "Fault", "Seats", "audit", "by_tag", "extra_points", "plan_for", "stream"]
