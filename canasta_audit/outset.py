"""What the record has of a deal besides its turns, and what is asked of it before the first one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from canasta_audit.asking import Asker
from canasta_audit.cards import RED_THREES
from canasta_audit.checks.deal import first_wrong, turned_up
from canasta_audit.checks.face_down import face_down_due
from canasta_audit.checks.finish import is_finish
from canasta_audit.checks.registry import Fact
from canasta_audit.checks.step import MatchState, Step
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.deal import is_dealt_out, is_plainly_turned_up
from canasta_audit.table.state import Seats

Noted = Mapping[str, Sequence[n.Line]]
"""Lines of a deal that are no turns, by their kind."""

_facts: dict[tuple[Fact, ...], frozenset[Fact]] = {}
"""Sets of facts by their facts in order: most deals have one of few."""


def by_kind(notes: Iterable[n.Line]) -> dict[str, list[n.Line]]:
    """Lines by their kind."""
    noted: dict[str, list[n.Line]] = {}
    for line in notes:
        kind = line.kind
        if kind in noted:
            noted[kind].append(line)
        else:
            noted[kind] = [line]
    return noted


def without_turns(lines: Sequence[n.Line], others: list[n.Line] | None = None) -> tuple[list[n.Line], int]:
    """The lines that are no turns, among them turns that are struck out, and how many of them stand before the first turn.
    ``others`` are these lines, where that is known.
    """
    if others is None:
        turn = n.Turn
        others = [line for line in lines if type(line) is not turn or line.undone]
    first = 0
    for other in others:
        if lines[first] is not other:
            break
        first += 1
    return others, first


def behind_turns(lines: Sequence[n.Line], notes: Sequence[n.Line], first: int) -> int:
    """The index of the line behind the last turn of a deal whose first turn, if it has one, is at ``first``."""
    behind = first + len(lines) - len(notes)
    if behind == len(lines) or lines[behind] is notes[first]:
        # Nothing stands between the turns.
        return behind
    return _last_turn(lines) + 1


def last_that_counts(lines: Sequence[n.Line], first: int, behind: int, seats: Seats, rules: Rules) -> int:
    """The index of the last turn of those from ``first`` on and before ``behind``, -1 where there is none; what a partner finishes
    with behind it does not count.
    """
    last = behind - 1
    if last > first and rules.going_out.partner_bonus:
        before = _last_turn(lines[:last])
        if is_finish(seats, rules, lines[before].seat, lines[last]):  # type: ignore[attr-defined, arg-type]
            return before
    return last if behind > first else -1


def _last_turn(lines: Sequence[n.Line]) -> int:
    """The index of the last turn of lines that have one."""
    last = len(lines) - 1
    while lines[last].kind != "turn":
        last -= 1
    return last


def facts_of(match: MatchState, head: n.DealHead, noted: Noted, end: n.End | None) -> frozenset[Fact]:
    """What the record holds of a deal that is to begin."""
    facts: list[Fact] = []
    if match.lots and not match.deals:
        facts.append("lots")
    if match.over:
        facts.append("over")
    next_of = match.seats.next_of
    if match.last_void or head.number != match.last_number + 1:
        facts.append("odd-number")
    if match.last_void or head.dealer != next_of.get(match.last_dealer or ""):
        facts.append("odd-dealer")
    if head.first is not None and head.first != next_of.get(head.dealer or ""):
        facts.append("odd-first")
    if head.cut is not None:
        facts.append("cut")
    if head.uncut:
        facts.append("uncut")
    if "red" in noted:
        facts.append("red")
        for line in noted["red"]:
            if not all(map(_is_fair, line.chains)):  # type: ignore[attr-defined]
                facts.append("odd-red")
                break
    if "foot" in noted:
        facts.append("foot")
    if end is None:
        facts.append("no-end")
    else:
        if end.outs:
            facts.append("outs")
        if end.why == "stock":
            facts.append("used-up")
        elif end.why == "void":
            facts.append("void")
    key = (*facts,)
    found = _facts.get(key)
    if found is None:
        found = _facts[key] = frozenset(facts)
    return found


def _is_fair(chain: n.Chain) -> bool:
    """Tell whether a card was drawn for a red three, and for each that came."""
    return len(chain) > 1 and RED_THREES.issuperset(chain[:-1])


def ask_as_dealt(asker: Asker, facts: frozenset[Fact]) -> None:
    """Ask about a deal of which all that stands before the first turn is on the table."""
    step, may, noted = asker.step, asker.shortcuts, asker.step.noted
    table, law, but = step.table, step.rules.dealing, may.dealt
    if not is_plainly_turned_up(noted) and not (may.ups and not first_wrong(turned_up(step), law)):
        asker.ask("odd-up")
    if but is None or not (but.isdisjoint(facts) and is_dealt_out(table, noted, law.cards_each, _down_due(step))):
        asker.ask("dealt")
    if table.excess:
        asker.ask("excess")
        table.excess.clear()


def _down_due(step: Step) -> int | None:
    """How many cards should lie face down under the up-cards, ``None`` where nobody can tell."""
    law = step.rules.dealing
    return 0 if law.down == "none" else face_down_due(turned_up(step), law)
