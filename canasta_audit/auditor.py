"""Carries an audit through one file: matches and deals in order, each turn by ``playing``, each end of a deal by ``closing``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from canasta_audit.cards import NATURAL, Deck
from canasta_audit.checks.finish import is_finish
from canasta_audit.checks.step import EVERYTHING, MatchState, Step
from canasta_audit.checks.unknown import Unknowns
from canasta_audit.closing import close_deal
from canasta_audit.emit import Emitter
from canasta_audit.finding import Finding
from canasta_audit.irregular import KINDS, Between
from canasta_audit.notation import model as n
from canasta_audit.playing import Asker, plan_for, play_turn
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.ruleset.chapters import Equipment, Rules
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.deal import blur, seats_of, set_table
from canasta_audit.table.decks import deck_shown
from canasta_audit.table.state import Seats, Table
from canasta_audit.unread import forget

Choose = Callable[[Mapping[str, str]], Ruleset]
"""Picks the ruleset of a match by its tags. May raise ``RulesetError``."""

_NO_PLAY = n.Play()


class Auditor:
    """Carries an audit through one file: feed it the units of the notation in order, and take what is finished.

    ``watch``, if given, is called with the step after every turn and at the end of every deal. ``unknowns``: the reports tell what
    could not be judged as well.
    """

    def __init__(self, file: str, choose: Choose, watch: Callable[[Step], None] | None = None, *, unknowns: bool = False) -> None:
        """Begin with the name of the file and the way to choose a match's ruleset."""
        self.unknowns = unknowns
        self.file = file
        self.choose = choose
        self.watch = watch
        self.turns = self.plays = 0
        self._ruleset: Ruleset | None = None
        self._askers: dict[tuple[str, int, Deck], Asker] = {}
        self._players = 0
        self._match: MatchState | None = None
        self._head: n.Match | None = None
        self._rules: Rules | None = None
        self._step = Step()
        self._emit = Emitter(file)
        self._blind: Unknowns | None = None

    @property
    def decided(self) -> bool:
        """Tell whether the match that is running has been won by the deals so far."""
        return self._match is not None and self._match.over

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
            report = None
            try:
                report = self._judge(unit)
            except OSError:
                # The audit reads and writes nothing: it comes from whoever watches.
                raise
            except Exception as error:
                self._emit.crash(error, self._step)
            yield from self._emit.drain()
            if report is not None:
                yield report

    def finish(self) -> Iterator[Finding | DealReport | MatchReport]:
        """End the match that is running, if one is."""
        match, rules, ruleset = self._match, self._rules, self._ruleset
        if match is not None and rules is not None and ruleset is not None:
            self._step.line = n.Blank(line=match.line)
            self._step.seat = self._step.side = None
            self._asker.ask("match-end")
            unjudged = self._blind.match_end(self._step, self._emit.found_at(None)) if self._blind is not None else ()
            yield from self._emit.drain()
            name = "+".join((ruleset.name, *ruleset.chosen))
            totals, winner, bounds = dict(match.computed), match.sure_winner(rules), dict(match.reach)
            yield MatchReport(match.number, match.line, match.tags, name, ruleset.digest, (), totals, winner, unjudged, bounds)
        self._match = None

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
        players = _nearest(self._ruleset, seats)
        rules = self._rules = self._ruleset.tables[players]
        recorded = EVERYTHING
        if "Records" in tags:
            listed = frozenset(tags["Records"].split())
            recorded = (EVERYTHING | {"questions"}) if "all" in listed else listed
        self._match = MatchState(number, seats, tags, recorded, first)
        self._partial = not recorded >= {"draws", "melds", "discards"}
        self._match.totals = dict.fromkeys(seats.sides, 0)
        self._match.computed = dict.fromkeys(seats.sides, 0)
        self._match.result = next((x for x in head.head if isinstance(x, n.Tag) and x.name == "Result" and not x.undone), None)
        self._match.head = head.head
        self._match.lots = [line for line in head.head if isinstance(line, n.Lots) and not line.undone]
        if any(isinstance(line, n.Bad) and line.meant[0] == "lots" for line in head.head):
            self._match.lots = []
        if players != len(seats.order):
            told = [line for line in head.head if isinstance(line, n.Tag) and line.name in ("Seats", "Sides") and not line.undone]
            yield self._emit.wrong_players(self._ruleset, len(seats.order), players, [*told, *head.head, deal.head][0])
        self._emit.begin_ruleset(self._ruleset, players)
        self._plan(self._ruleset, players, rules)
        step = self._step
        step.match = self._match
        step.line = head.head[0] if head.head else deal.head
        step.seat = step.side = None
        self._asker.ask("match-start")

    def _plan(self, ruleset: Ruleset, players: int, rules: Rules) -> None:
        key = (ruleset.digest, players, rules.equipment.deck)
        asker = self._askers.get(key)
        if asker is None:
            asker = self._askers[key] = Asker(self._step, self._emit, plan_for(rules))
        self._asker = asker
        if self.unknowns:
            self._blind = Unknowns({check.id: check for listed in asker.plan.values() for _, check in listed}.values())
        self._players = players
        self._rules = self._step.rules = rules

    def _judge(self, deal: n.Deal) -> DealReport:
        """Audit a deal; once more with the deck that it shows, where that is another than the ruleset's."""
        match, emit = self._match, self._emit
        assert match is not None
        # A match's first deal tells its deck, and a replay that is watched is not shown twice.
        first = match.deals == 0 and self.watch is None
        report = self._first_deal(deal, match) if first else self._deal(deal)
        if self._blind is not None:
            self._blind.closed(self._step, emit.found_at(None))
            report = report._replace(unjudged=tuple(self._blind.found))
        rests_on = emit.rests_on(report.scores, self._step.table)
        return report._replace(reconstructed=rests_on) if rests_on else report

    def _first_deal(self, deal: n.Deal, match: MatchState) -> DealReport:
        """Audit the first deal of a match, and again with the deck that it shows, where that is another than the ruleset's."""
        emit, ruleset = self._emit, self._ruleset
        assert ruleset is not None
        mark, before = emit.mark(), match.copy()
        counts = self.turns, self.plays
        report = self._deal(deal)
        rules = self._step.rules
        deck = rules.equipment.deck
        sizes, too_often = emit.deck_since(mark, deck.size) if emit.count > mark.total else ([], set())
        shown = deck_shown(self._step.table, sizes, too_often) if sizes or too_often else None
        if shown is not None:
            emit.back_to(mark)
            self._match = self._step.match = before
            self.turns, self.plays = counts
            self._plan(ruleset, self._players, rules._replace(equipment=Equipment(*shown)))
            emit.other_deck(shown, deal.head)
            report = self._deal(deal)
        return report

    def _take_notes(self, lines: Iterable[n.Line]) -> dict[str, list[n.Line]]:
        """Hand the step all lines of a deal that are no turns, and return them by their kind."""
        step = self._step
        notes = step.notes = [line for line in lines if line.kind != "turn"]
        noted: dict[str, list[n.Line]] = {}
        for line in notes:
            noted.setdefault(line.kind, []).append(line)
        step.noted = noted
        step.end = noted["end"][0] if "end" in noted else None  # type: ignore[assignment]
        return noted

    def _deal(self, deal: n.Deal) -> DealReport:
        match, rules, step = self._match, self._rules, self._step
        assert match is not None and rules is not None
        lines = [line for line in deal.lines if not line.undone]
        turns = [i for i, line in enumerate(lines) if line.kind == "turn"]
        head = deal.head
        step.deal, step.line, step.last_turn = deal, head, False
        noted = self._take_notes(lines)
        end = step.end
        first = turns[0] if turns else lines.index(end) if end is not None else len(lines)
        self._emit.begin_deal(head.number)
        step.seat = step.side = None
        step.play = _NO_PLAY
        self._asker.ask("deal-start")

        def table_at(index: int) -> Table:
            deck, number, draw = rules.equipment.deck, head.number, rules.turn.draw
            return set_table(match.seats, deck, lines[:index], number=number, usual_draw=draw, dealt=rules.dealing.cards_each)

        table = step.table = table_at(first)
        unread = [(i, line) for i, line in enumerate(lines) if isinstance(line, n.Bad)] if "bad" in noted else []
        for i, bad in unread:
            if i < first:
                forget(step, self._emit, bad)
        if "before" not in noted:
            table.before.update(match.totals)
        if "cards" in noted and _is_odd(noted["cards"]):
            self._asker.ask("odd-up")
        self._asker.ask("dealt")
        if table.excess:
            self._asker.ask("excess")
            table.excess.clear()
        if self.watch is not None:
            step.line = head
            self.watch(step)
        last = turns[-1] if turns else -1
        if len(turns) > 1 and is_finish(match.seats, rules, lines[turns[-2]].seat, lines[last]):  # type: ignore[attr-defined, arg-type]
            last = turns[-2]
        if any(i > last and bad.meant[0] == "turn" for i, bad in unread):
            last = -1
        odd = len(lines) < len(deal.lines) or not noted.keys().isdisjoint(KINDS)
        between = Between(self._asker, lines, deal, self._partial, self._blind) if odd else None
        if self._blind is not None:
            self._blind.begin_deal(step, self._emit.found_at(None))
        if between is not None:
            between.begin(first, table_at)
        self.plays += self._play(lines, first, last, between)
        step.offences = between.finish() if between is not None else []
        self.turns += len(turns)
        report = close_deal(self._asker, len(turns))
        if self.watch is not None:
            step.line = step.end or step.line
            self.watch(step)
        return report

    def _play(self, lines: list[n.Line], first: int, last: int, between: Between | None) -> int:
        """Carry out the lines of a deal from the index ``first`` on, the last turn's being ``last``; return the number of plays."""
        match, step, table = self._match, self._step, self._step.table
        assert match is not None
        asker, watch, partial, plays, blind = self._asker, self.watch, self._partial, 0, self._blind
        for i, line in enumerate(lines[first:], first):
            if between is not None:
                between.reach(i)
            if line.kind == "turn":
                step.last_turn = i == last
                if partial:
                    blur(table, line, match.recorded)  # type: ignore[arg-type]
                if blind is not None:
                    blind.before(step, line)  # type: ignore[arg-type]
                plays += play_turn(asker, line, watch)  # type: ignore[arg-type]
                if blind is not None:
                    blind.after(step, line, self._emit.found_at(table.played_turns))  # type: ignore[arg-type]
            elif isinstance(line, n.Bad):
                forget(step, self._emit, line)
            elif line.kind == "end" and i < last:
                table.over = table.over or "its end is written down above"
        return plays


def _is_odd(lines: Iterable[n.Line]) -> bool:
    """Tell whether the lines that list cards turn up anything at the start but one natural from four to ace."""
    ups = [line for line in lines if line.place == "up"]  # type: ignore[attr-defined]
    return bool(ups) and (len(ups) > 1 or len(ups[0].cards) != 1 or ups[0].cards[0] not in NATURAL or ups[0].back)  # type: ignore[attr-defined]


def _nearest(ruleset: Ruleset, seats: Seats) -> int:
    """The number of players for which a ruleset has a game: as many as sit there, or the nearest, with such sides if there are."""
    players = len(seats.order)
    alone = len(seats.sides) == players

    def far(number: int) -> tuple[int, bool, int]:
        return abs(number - players), (ruleset.tables[number].seating.sides == "alone") != alone, -number

    return min(ruleset.tables, key=far)
