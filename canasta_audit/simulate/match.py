"""Plays whole matches and writes them down with full claims."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_audit.auditor import Auditor
from canasta_audit.checks.step import EVERYTHING, MatchState, has_canasta
from canasta_audit.checks.stock_end import may_be_turned
from canasta_audit.finding import Finding
from canasta_audit.legal import Referee, Stand, TooMany, draw_of, legal_turns
from canasta_audit.notation import model as n
from canasta_audit.notation.write import write_line
from canasta_audit.report import DealReport
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS, Bot, plainest
from canasta_audit.simulate.dealer import deal_out
from canasta_audit.simulate.plans import Plays, told_apart
from canasta_audit.table.deal import seats_of, set_table
from canasta_audit.table.state import Table

_SEATS = {4: "NESW", 3: "NES", 2: "NS"}
_MOST_DEALS = 200
_MOST_TURNS = 600
_MOST_TRIES = 20_000


_OF_LAYING = ("MELD", "OPEN", "PILE")
_OF_DISCARD = ("MELD-019", "PILE-010")
"""Faults of these chapters hang on what is laid or taken, but for these ones."""


class Unlawful(RuntimeError):
    """The simulator has played something that the audit objects to: a fault of the program, never of the input."""


def play_match(ruleset: Ruleset, players: int, bot: Bot, source: Random, name: str = "Simulated match") -> Iterator[str]:
    """Yield the text of one match to its end, its head first and then a deal at a time.

    Raises ``KeyError`` for a number of players that the ruleset has no game for, ``Unlawful`` where bot and audit disagree.
    """
    rules = ruleset.tables[players]
    order = _SEATS[players]
    sides = [order[0] + order[2], order[1] + order[3]] if rules.seating.sides == "opposite" else list(order)
    tags = {"Event": name, "Ruleset": ruleset.reference, "Seats": order, "Sides": " ".join(sides), "Records": "all"}
    head = n.Match([n.Tag(name=tag, value=value) for tag, value in tags.items()])
    table = _Match(ruleset, bot, source, head)
    yield "".join(write_line(line) + "\n" for line in head.head)
    yield from table.deals(order[source.randrange(players)])


def numbered_match(ruleset: Ruleset, players: int, bot: str, seed: int, number: int) -> Iterator[str]:
    """Yield the pieces of match ``number`` of a ``seed``: the same for the same arguments, on every machine."""
    source = Random(f"{seed}/{number}")
    yield from play_match(ruleset, players, BOTS[bot], source, f"Simulated match {number} of seed {seed}")


class _Match:
    """One match while it is played; every finished deal goes through the audit, which keeps the score."""

    def __init__(self, ruleset: Ruleset, bot: Bot, source: Random, head: n.Match) -> None:
        self.ruleset, self.bot, self.source = ruleset, bot, source
        self.auditor = Auditor("simulated", lambda tags: ruleset)
        list(self.auditor.feed(head))
        seats = seats_of(head.tags)
        self.state = MatchState(1, seats, head.tags, EVERYTHING | {"questions"})
        self.state.totals = dict.fromkeys(seats.sides, 0)
        self.referee = Referee(ruleset, self.state)
        self._must_ask = self.referee.rules.going_out.ask == "must" and len(seats.order) > len(seats.sides)

    def deals(self, dealer: n.Seat) -> Iterator[str]:
        """Play deals until the match is decided."""
        for number in range(1, _MOST_DEALS + 1):
            lines = self._deal(number, dealer)
            report = self._score(lines)
            yield "\n" + "".join(write_line(line) + "\n" for line in lines)
            if report.ended != "void":
                dealer = self.state.seats.next_of[dealer]
            if self.auditor.decided:
                return

    def _score(self, lines: list[n.Line]) -> DealReport:
        """Hand a deal to the audit, and write its scores under it."""
        report = None
        for part in self.auditor.feed(n.Deal(lines)):
            if isinstance(part, DealReport):
                report = part
            elif isinstance(part, Finding) and part.severity == "error":
                raise Unlawful(f"{part.id} at {part.text!r}: {part.message}")
        assert report is not None
        for score in report.scores:
            items = [*((item.item, item.points) for item in score.items), ("total", score.total)]
            lines.append(n.ScoreLine(side=score.side, items=tuple(items)))
            self.state.totals[score.side] = score.running
        if report.scores:
            lines.append(n.Totals(sums=tuple(self.state.totals.items())))
        return report

    def _deal(self, number: int, dealer: n.Seat) -> list[n.Line]:
        """The lines of one deal, from its head to the hands left."""
        rules, seats = self.referee.rules, self.state.seats
        lines = deal_out(rules, seats, number, dealer, self.source)
        lines.insert(1, n.Before(sums=tuple(self.state.totals.items())))
        if isinstance(lines[-1], n.End):
            return lines
        table = set_table(seats, rules.equipment.deck, lines, number=number, usual_draw=rules.turn.draw)
        table.excess.clear()
        seat = table.first or seats.next_of[dealer]
        concealed = False
        for _ in range(_MOST_TURNS):
            found = self._turn(Stand(table, seat, self.referee))
            if found is None:
                break
            line, table = found
            lines.append(line)
            if table.over is not None or not table.hands[seat]:
                concealed = self.referee.concealed()
            if table.over is not None:
                break
            seat = seats.next_of[seat]
        return [*lines, _end(table, rules, concealed), *_left(table)]

    def _turn(self, stand: Stand) -> tuple[n.Turn, Table] | None:
        """The first lawful turn that the bot would like to play, and the table after it; ``None`` where there is none."""
        line = self._played(stand, self.bot(stand, self.source)) or self._played(stand, plainest(stand))
        if line is not None:
            return line, stand.table
        try:
            turn = next(legal_turns(stand, 1, tries=_MOST_TRIES), None) if draw_of(stand) is not None else None
        except TooMany:
            raise Unlawful(f"no lawful turn of {stand.seat} is found in deal {stand.table.number}") from None
        return None if turn is None else (n.Turn(seat=stand.seat, plays=turn.plays), turn.table)

    def _played(self, stand: Stand, choice: Iterator[Plays]) -> n.Turn | None:
        """The first lawful turn of a choice, carried out on the table itself.

        Where what is laid is at fault, another discard does not help.
        """
        seat, referee, must_ask = stand.seat, self.referee, self._must_ask and self._empties
        failed: Plays | None = None
        for plays in choice:
            if failed is not None and plays[:-1] == failed:
                continue
            asked = told_apart(stand, plays)
            if must_ask and must_ask(stand, asked):
                asked = _with_question(asked)
            line = n.Turn(seat=seat, plays=asked)
            fault = referee.attempt(stand.table, line)
            if fault is None:
                return line
            failed = plays[:-1] if fault.startswith(_OF_LAYING) and fault not in _OF_DISCARD else None
        return None

    def _empties(self, stand: Stand, plays: Plays) -> bool:
        """Tell whether a turn leaves no card in the hand."""
        count = len(stand.table.hands[stand.seat])
        for play in plays:
            if isinstance(play, n.Draw):
                count += len(play.chains)
            elif isinstance(play, n.Take):
                count += (
                    len(stand.table.pile) - (play.how == "with" or play.onto is not None) - len(play.cards) * (play.how == "with")
                )
            elif isinstance(play, (n.Meld, n.Add)):
                count -= len(play.cards)
            elif isinstance(play, n.Red):
                count -= len(play.chains)
            elif isinstance(play, n.Discard):
                count -= 1
        return count == 0


def _with_question(plays: Plays) -> Plays:
    """A turn with the question to the partner before anything is laid."""
    first = next((i for i, play in enumerate(plays) if play.kind not in ("draw", "take", "red")), len(plays))
    return (*plays[:first], n.Ask(answer=True), *plays[first:])


def _end(table: Table, rules: Rules, concealed: bool) -> n.End:
    last = table.last_seat
    if last is not None and not table.hands[last] and has_canasta(table, last, rules):
        return n.End(outs=((last, concealed),))
    return n.End(why="stuck" if table.stock_left or may_be_turned(table, rules) else "stock")


def _left(table: Table) -> list[n.Line]:
    return [n.Left(seat=seat, cards=tuple(hand)) for seat, hand in table.hands.items()]
