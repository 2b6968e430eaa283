"""Asking the checks: which listen to what under the rules of a match, and what of it need not be asked."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property, lru_cache
from typing import NamedTuple

from canasta_audit.checks.chapters import all_checks
from canasta_audit.checks.opening import is_sum_of_cards
from canasta_audit.checks.registry import Check, Event, Fact, Judge
from canasta_audit.checks.step import Step
from canasta_audit.checks.takes import alike_tells
from canasta_audit.checks.whole import laid_whole
from canasta_audit.emit import Emitter
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.plain import NO_LIMITS, Known, Limits, Opening
from canasta_audit.table.score import card_points
from canasta_audit.table.state import Shape

Plan = dict[str, tuple[tuple[Judge, Check], ...]]
"""By event, the checks to ask."""

_OF_EACH: tuple[Event, ...] = ("draw", "meld", "add", "discard", "turn-end")


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
    chains = not _OF_CHAINS.issuperset(check.id for _, check in plan.get("chain", ()))
    limits = Limits(**names, first_melds="begun" in plan, reds=reds, chains=chains)
    return NO_LIMITS if limits == NO_LIMITS else limits


class Shortcuts(NamedTuple):
    """What need not be asked under the rules of a match: nothing can be found, or what was found good once is good again.

    ``limits`` are those within which plain turns need not be asked about (``None``: every turn must be); ``takes``: alike takes are
    good together; ``adds``: so are lay-offs of wild cards that are alike in numbers; ``chains``, ``reds``: those with nothing odd
    need not be asked about; ``ends``: nor ends of turns that laid nothing; ``plain_takes``: nor takes like one found good where all
    else is plain; ``opening``: nor initial melds whose cards are worth enough (``None``: all must be).
    """

    limits: Limits | None
    takes: bool
    adds: bool
    chains: bool
    reds: bool
    ends: bool
    plain_takes: bool
    opening: Opening | None


_BY_NUMBERS = frozenset((
    "MELD-002", "MELD-004", "MELD-005", "MELD-007", "MELD-009", "MELD-014", "MELD-017", "MELD-023", "MELD-024",
))  # fmt: skip
"""Checks of lay-offs that go by the numbers of cards, where only cards of the meld's rank and wild cards are laid."""
_OF_CHAINS = frozenset(("THREES-004", "THREES-005"))
"""Checks of chains that find nothing where all but the last card are red threes."""
_OF_REDS = frozenset(("THREES-002", "THREES-003"))
"""Checks of red threes laid that find nothing where a card is drawn for each, and none came with the pile."""
_OF_PLAIN_TAKES: tuple[Event, ...] = ("pickup", "meld", "add", "begun")
"""What happens in a turn with a plain take; where a check listens to it, no take is plain."""
_OF_LAYS = frozenset(("MELD-016",))
"""Checks at the end of a turn that find nothing where nothing was laid."""
_OF_DRAWN = frozenset(("DRAW-005",))
"""Checks at the end of a turn that find nothing where the pile was taken, if the rules let no card be drawn with it."""
_OF_FITTING = frozenset(("DISCARD-001",))
"""Checks of the discard that find nothing in one within the limit ``fitting``."""
_OF_WORTH = frozenset(("OPEN-001", "OPEN-002", "OPEN-003"))
"""Checks of an initial meld that find nothing where its cards are worth enough."""


def shortcuts_for(plan: Plan, rules: Rules) -> Shortcuts:
    """Work out what need not be asked."""

    def only(event: Event, ids: frozenset[str]) -> bool:
        return ids.issuperset(check.id for _, check in plan.get(event, ()))

    limits, takes = limits_for(plan, rules), alike_tells(rules)
    at_end = _OF_LAYS if rules.turn.draw_with_pile else _OF_LAYS | _OF_DRAWN
    plain_takes = takes and limits is not None and only("turn-end", at_end) and plan.keys().isdisjoint(_OF_PLAIN_TAKES)
    plain_takes = plain_takes and only("discard", _OF_FITTING)
    by_worth = only("laid", _OF_WORTH) and is_sum_of_cards(rules)
    return Shortcuts(
        limits,
        takes,
        only("odd-add", _BY_NUMBERS),
        only("chain", _OF_CHAINS),
        only("red", _OF_REDS),
        only("turn-end", _OF_LAYS),
        plain_takes,
        Opening(card_points(rules.values), rules.opening.need) if by_worth else None,
    )


class Asker:
    """Asks the checks of one plan about the step it is given, and hands their faults to ``emit``.

    ``rows`` are shapes that have been found good for new melds under these rules, ``takes`` takes of the pile, ``adds`` lay-offs of
    wild cards.
    """

    def __init__(self, step: Step, emit: Emitter, plan: Plan) -> None:
        """Begin with no row known."""
        self.step = step
        self.emit = emit
        self.plan = plan
        self._asked: dict[frozenset[Fact], Plan] = {}
        self._facts: frozenset[Fact] = frozenset()
        # Until it is known what the record holds, all are asked.
        self._heard: Plan = {**plan}
        self.rows: set[Shape] = set()
        self.takes: set[Hashable] = set()
        self.adds: set[Hashable] = set()
        self.known = Known(self.rows, self.adds)
        self.at_turn_end = "turn-end" in plan

    def share(self, rows: set[Shape], takes: set[Hashable]) -> None:
        """Go by rows and takes that were found good elsewhere under the same rules, and add to them."""
        self.rows, self.takes = rows, takes
        self.known = Known(rows, self.adds)

    @cached_property
    def shortcuts(self) -> Shortcuts:
        """What need not be asked under the rules of the step, which are those of the plan."""
        return shortcuts_for(self.plan, self.step.rules)

    def hear(self, facts: frozenset[Fact]) -> None:
        """Take what the record holds of the match or of the next deal: checks that find nothing without more are not asked."""
        self._facts = facts
        self._heard = self._asked.setdefault(facts, {})

    def ask(self, event: Event) -> None:
        """Ask every check that listens to ``event``."""
        asked = self._heard.get(event)
        if asked is None:
            known = (None, *self._facts)
            asked = self._heard[event] = tuple([each for each in self.plan.get(event, ()) if each[1].only.get(event) in known])
        step = self.step
        for judge, check in asked:
            faults = judge(step)
            if faults:
                self.emit.faults(check, faults, step)
