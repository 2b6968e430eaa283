"""All that can be found, in one list: faults of logs, of event files, of score sheets, of rulesets and of cases."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_audit.checks.chapters import all_checks
from canasta_audit.conform.faults import FAULTS as SUITE_FAULTS
from canasta_audit.emit import FAULTS as AUDIT_FAULTS
from canasta_audit.finding import Fault
from canasta_audit.notation import events_faults, scoresheet_faults
from canasta_audit.notation.faults import FAULTS as NOTATION_FAULTS
from canasta_audit.render.explain import Topic
from canasta_audit.ruleset.faults import FAULTS as RULESET_FAULTS

_WHEN = {
    "match-start": "before a match's first deal",
    "match-end": "at the end of a match",
    "deal-start": "at the head of a deal",
    "odd-up": "when anything is turned up at the start but one natural from four to ace",
    "dealt": "when all that stands before the first turn is on the table",
    "deal-end": "at the end of a deal",
    "sheet": "at the end of a deal without turns",
    "first-turn": "at the first turn of a deal",
    "odd-turn": "at a turn that is not the next player's, or comes when the deal is over",
    "turn-end": "at the end of every turn",
    "add": "at every lay-off",
    "ask": "at every question to the partner",
    "red": "when red threes are laid from the hand",
    "take": "whenever the pile is taken",
    "pickup": "when the rest of the pile is picked up",
    "move": "when cards that lie already are moved",
    "turnover": "when the pile becomes the stock",
    "last": "when the last card of the stock is said to be drawn",
    "foot": "when a second hand is taken up",
    "row": "when cards go down as a new meld, with the pile's top card or without it",
    "second-row": "at a new meld of a rank that the side has melded already",
    "odd-add": "at a lay-off that is not only naturals of the meld's rank, or of threes",
    "odd-target": "at a lay-off that does not single out one meld of the side",
    "odd-draw": "when more or fewer cards are drawn in a turn than usual",
    "chain": "when a card was drawn for another, or laid as a red three",
    "stock-differs": "at a draw that is not what the known stock has next",
    "short-stock": "at a draw of the last card of the stock, or of more than it has",
    "second-source": "at a draw or a take after another one",
    "undrawn-play": "at a meld, lay-off or discard before any draw or take",
    "after-discard": "at a play after the discard",
    "after-last-red": "at a play after a red three that was the last card of the stock",
    "lacking": "at a card that the hand cannot have held",
    "excess": "at a card that has come into view too often",
    "threes-laid": "at the end of a turn in which threes were melded",
    "laid": "at the end of a turn in which a side that had no meld laid cards",
    "low": "at the end of a turn that may have emptied the hand",
    "asked": "at the end of a turn in which the partner was asked",
    "undrawn": "at the end of a turn without a draw or a take",
    "no-discard": "at the end of a turn without a discard",
    "red-held": "at the end of a turn with a red three left in the hand, or discarded",
    "finish": "when a player has laid off cards because his partner has gone out",
    "left": "at every line of a hand left",
    "before": "at the scores before a deal",
    "minimum": "at the initial melds written down",
    "totals": "at the running totals",
    "score-differs": "at a score line that claims what the play does not come to, or that cannot be held against it",
}
"""When a check is asked, in words; where a word is missing it is that of a play."""


def log_topics() -> list[Topic]:
    """Everything that an audit of logs can find: unreadable lines, then the checks."""
    checks = [
        Topic(check.id, check.name, check.severity, check.grade, check.message, check.doc, check.reads, _asked(check.on))
        for check in all_checks().values()
    ]
    return [*map(_topic, NOTATION_FAULTS), *checks, *map(_topic, AUDIT_FAULTS)]


def all_topics() -> list[Topic]:
    """Everything that any verb can find."""
    imported = [*events_faults.FAULTS, *scoresheet_faults.FAULTS]
    return [*log_topics(), *map(_topic, imported), *map(_topic, RULESET_FAULTS.values()), *map(_topic, SUITE_FAULTS.values())]


def _asked(events: Iterable[str]) -> tuple[str, ...]:
    return tuple(_WHEN.get(event, f"at every {event.replace('-', ' ')}") for event in events)


def _topic(fault: Fault) -> Topic:
    return Topic(fault.id, fault.name, fault.severity, fault.grade, fault.template, fault.doc)
