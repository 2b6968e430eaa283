"""Carries an audit through one file: matches and deals in order, each turn by ``playing``, each end of a deal by ``closing``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from canasta_audit.asking import Asker, plan_for
from canasta_audit.cards import Deck
from canasta_audit.checks.registry import Fact
from canasta_audit.checks.step import EVERYTHING, MatchState, Step
from canasta_audit.checks.unknown import Unknowns
from canasta_audit.closing import close_deal
from canasta_audit.emit import Emitter
from canasta_audit.finding import Finding
from canasta_audit.irregular import KINDS, Between
from canasta_audit.notation import model as n
from canasta_audit.outset import ask_as_dealt, behind_turns, by_kind, facts_of, last_that_counts, without_turns
from canasta_audit.playing import play_by_play, play_plain, play_turn
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.ruleset.chapters import Equipment, Rules
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.table.deal import blur, seats_of, set_table
from canasta_audit.table.decks import deck_shown, turned_at
from canasta_audit.table.state import Seats, Table
from canasta_audit.unread import forget

Choose = Callable[[Mapping[str, str]], Ruleset]
"""Picks the ruleset of a match by its tags. May raise ``RulesetError``."""

Finished = Finding | DealReport | MatchReport
"""What comes of an audit."""

_NO_PLAY = n.Play()
_LOTS: frozenset[Fact] = frozenset(("lots",))
_RESULT: frozenset[Fact] = frozenset(("result",))


class Auditor:
    """Carries an audit through one file: feed it the units of the notation in order, and take what is finished.

    ``watch``, if given, is called with the step after every turn and at the end of every deal. ``unknowns``: the reports tell what
    could not be judged as well. ``as_read``: nobody has changed the lines of a deal since the reader put it together.
    """

    def __init__(
        self, file: str, choose: Choose, watch: Callable[[Step], None] | None = None,
        *, unknowns: bool = False, as_read: bool = False,
    ) -> None:  # fmt: skip
        """Begin with the name of the file and the way to choose a match's ruleset."""
        self.unknowns = unknowns
        self.as_read = as_read
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

    def feed(self, unit: n.Match | n.Deal) -> list[Finished]:
        """Audit a match's head or a deal; return what is finished: findings in order of place, then the deal's report."""
        if isinstance(unit, n.Match):
            finished = self.finish()
            self._head = unit
            return finished
        found: list[Finished] = []
        if self._match is None:
            found += self._begin_match(self._head or n.Match(), unit)
        if self._rules is None:
            return found
        report = None
        try:
            report = self._judge(unit)
        except OSError:
            # The audit reads and writes nothing: it comes from whoever watches.
            raise
        except Exception as error:
            self._emit.crash(error, self._step)
        found += self._emit.drain()
        if report is not None:
            found.append(report)
        return found

    def finish(self) -> list[Finished]:
        """End the match that is running, if one is; return what was found of it as a whole, then its report."""
        match, rules, ruleset = self._match, self._rules, self._ruleset
        found: list[Finished] = []
        if match is not None and rules is not None and ruleset is not None:
            self._step.line = n.Blank(line=match.line)
            self._step.seat = self._step.side = None
            self._asker.hear(frozenset() if match.result is None else _RESULT)
            self._asker.ask("match-end")
            unjudged = self._blind.match_end(self._step, self._emit.found_at(None)) if self._blind is not None else ()
            found += self._emit.drain()
            name = "+".join((ruleset.name, *ruleset.chosen))
            totals, winner, bounds = dict(match.computed), match.sure_winner(rules), dict(match.reach)
            told = (match.number, match.line, match.tags, name, ruleset.digest)
            found.append(MatchReport(*told, (), totals, winner, unjudged, bounds))
        self._match = None
        return found

    def _begin_match(self, head: n.Match, deal: n.Deal) -> list[Finding]:
        """Begin the match of ``head``; return what is found of its ruleset: where that cannot be had, it is not judged."""
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
            self._match = MatchState(number, seats, tags, EVERYTHING, first)
            return [self._emit.no_ruleset(error.findings, tag, tags.get("Ruleset", ""))]
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
        found = []
        if players != len(seats.order):
            told = [line for line in head.head if isinstance(line, n.Tag) and line.name in ("Seats", "Sides") and not line.undone]
            found.append(self._emit.wrong_players(self._ruleset, len(seats.order), players, [*told, *head.head, deal.head][0]))
        self._emit.begin_ruleset(self._ruleset, players)
        self._plan(self._ruleset, players, rules)
        step = self._step
        step.match = self._match
        step.line = head.head[0] if head.head else deal.head
        step.seat = step.side = None
        self._asker.hear(_LOTS if self._match.lots else frozenset())
        self._asker.ask("match-start")
        return found

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
        match = self._match
        assert match is not None
        # A match's first deal tells its deck, and a replay that is watched is not shown twice.
        first = match.deals == 0 and self.watch is None
        report = self._first_deal(deal, match) if first else self._deal(deal)
        if self._blind is not None:
            self._blind.closed(self._step, self._emit.found_at(None))
            report = report._replace(unjudged=tuple(self._blind.found))
        return report

    def _first_deal(self, deal: n.Deal, match: MatchState) -> DealReport:
        """Audit the first deal of a match, and again with the deck that it shows, where that is another than the ruleset's."""
        emit, ruleset = self._emit, self._ruleset
        assert ruleset is not None
        mark, kept = emit.mark(), match.kept()
        counts = self.turns, self.plays
        report = self._deal(deal)
        rules = self._step.rules
        deck = rules.equipment.deck
        sizes, too_often = emit.deck_since(mark, deck.size, turned_at(deal.lines)) if emit.count > mark.total else ([], set())
        shown = deck_shown(self._step.table, sizes, too_often) if sizes or too_often else None
        if shown is not None:
            emit.back_to(mark)
            self._match = self._step.match = MatchState.of(kept)
            self.turns, self.plays = counts
            self._plan(ruleset, self._players, rules._replace(equipment=Equipment(*shown)))
            emit.other_deck(shown, deal.head)
            report = self._deal(deal)
        return report

    def _deal(self, deal: n.Deal) -> DealReport:
        match, rules, step = self._match, self._rules, self._step
        assert match is not None and rules is not None
        lines = deal.lines
        notes, first = without_turns(lines, deal.others if self.as_read else None)
        struck_out = [line for line in notes if line.undone]
        if struck_out:
            lines = [line for line in lines if not line.undone]
            notes, first = without_turns(lines)
        turns = len(lines) - len(notes)
        head = step.line = deal.head
        step.deal, step.last_turn, step.notes = deal, False, notes
        noted = step.noted = by_kind(notes)
        end: n.End | None = noted["end"][0] if "end" in noted else None  # type: ignore[assignment]
        step.end = end
        if not turns and end is not None:
            first = lines.index(end)
        self._emit.begin_deal(head.number)
        step.seat = step.side = None
        step.play = _NO_PLAY
        facts = facts_of(match, head, noted, end)
        self._asker.hear(facts)
        self._asker.ask("deal-start")
        table = step.table = self._table_at(lines, head.number, first)
        unread = [(i, line) for i, line in enumerate(lines) if isinstance(line, n.Bad)] if "bad" in noted else []
        for i, bad in unread:
            if i < first:
                forget(step, self._emit, bad)
        if "before" not in noted:
            table.before.update(match.totals)
        ask_as_dealt(self._asker, facts)
        if self.watch is not None:
            step.line = head
            self.watch(step)
        behind = behind_turns(lines, notes, first) if turns else first
        last = last_that_counts(lines, first, behind, match.seats, rules)
        if unread and any(i > last and bad.meant[0] == "turn" for i, bad in unread):
            last = -1
        odd = len(lines) < len(deal.lines) or not KINDS.keys().isdisjoint(noted)
        between = Between(self._asker, lines, deal, self._partial, self._blind) if odd else None
        if self._blind is not None:
            self._blind.begin_deal(step, self._emit.found_at(None))
        if between is not None:
            between.begin(first, partial(self._table_at, lines, head.number))
        # What stands behind the last turn is no matter here but for what goes wrong between turns.
        until = behind if between is None and not unread else len(lines)
        self.plays += self._play(lines, first, until, last, between)
        step.offences = between.finish() if between is not None else []
        self.turns += turns
        report = close_deal(self._asker, turns)
        if self.watch is not None:
            step.line = step.end or step.line
            self.watch(step)
        return report

    def _table_at(self, lines: list[n.Line], number: int, index: int) -> Table:
        """The table of deal ``number`` as it is set before the line with this index."""
        seats, rules = self._step.match.seats, self._step.rules
        deck, draw, dealt = rules.equipment.deck, rules.turn.draw, rules.dealing.cards_each
        return set_table(seats, deck, lines[:index], number=number, usual_draw=draw, dealt=dealt)

    def _play(self, lines: list[n.Line], first: int, until: int, last: int, between: Between | None) -> int:
        """Carry out the lines of a deal from the index ``first`` on and before ``until``, the last turn being at ``last``;
        return the number of plays.
        """
        step, table = self._step, self._step.table
        asker, watch, partial, plays, blind = self._asker, self.watch, self._partial, 0, self._blind
        # Whoever looks at every turn, or puts something between two, sees them one by one.
        quick = between is None and watch is None and blind is None and not partial
        i = first
        while i < until:
            line = lines[i]
            if between is not None:
                between.reach(i)
            if line.kind == "turn":
                step.last_turn = i == last
                if quick:
                    end, done = play_plain(asker, lines, i)
                    if done:
                        step.last_turn = end - 1 == last
                        plays, i = plays + done, end
                        if end >= until or asker.emit.in_doubt or (line := lines[end]).kind != "turn":
                            continue
                        # It was not plain, or it follows the last card of the stock.
                        step.last_turn = end == last
                    plays += play_by_play(asker, line, None)  # type: ignore[arg-type]
                else:
                    plays += self._play_watched(line, partial)  # type: ignore[arg-type]
            elif isinstance(line, n.Bad):
                forget(step, self._emit, line)
            elif line.kind == "end" and i < last:
                table.over = table.over or "its end is written down above"
            i += 1
        return plays

    def _play_watched(self, line: n.Turn, partial: bool) -> int:
        """Carry out one turn before whoever looks at it; return the number of its plays."""
        step, table, blind, match = self._step, self._step.table, self._blind, self._match
        assert match is not None
        if partial:
            blur(table, line, match.recorded)
        if blind is not None:
            blind.before(step, line)
        plays = play_turn(self._asker, line, self.watch)
        if blind is not None:
            blind.after(step, line, self._emit.found_at(table.played_turns))
        return plays


def _nearest(ruleset: Ruleset, seats: Seats) -> int:
    """The number of players for which a ruleset has a game: as many as sit there, or the nearest, with such sides if there are."""
    players = len(seats.order)
    if players in ruleset.tables:
        return players
    alone = len(seats.sides) == players

    def far(number: int) -> tuple[int, bool, int]:
        return abs(number - players), (ruleset.tables[number].seating.sides == "alone") != alone, -number

    return min(ruleset.tables, key=far)
