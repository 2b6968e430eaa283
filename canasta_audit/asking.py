"""Asking the checks: which listen to what under the rules of a match, and what of it need not be asked."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from canasta_audit.checks.bank import shown_tells
from canasta_audit.checks.chapters import all_checks
from canasta_audit.checks.discard import bars_of
from canasta_audit.checks.opening import is_sum_of_cards, opening_of
from canasta_audit.checks.owners import adds_of
from canasta_audit.checks.registry import Check, Event, Fact, Judge
from canasta_audit.checks.step import Step
from canasta_audit.checks.takes import alike_tells
from canasta_audit.checks.whole import laid_whole
from canasta_audit.emit import Emitter
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.laying import NO_LIMITS, Known, Limits, Opening
from canasta_audit.table.state import WILD_MELD, Shape, TurnState

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
    names: dict[str, Any] = dict.fromkeys(filter(None, (_NEVER_OF_PLAIN[id] for id in each)), True)
    if "fitting" in names:
        names["fitting"] = bars_of(rules)
    if "partners" in names:
        names["partners"] = adds_of(rules)
    chains = not _OF_CHAINS.issuperset(check.id for _, check in plan.get("chain", ()))
    short = {check.id for event in _OF_LAST for _, check in plan.get(event, ())}
    limits = Limits(
        **names, first_melds="begun" in plan, reds=reds, chains=chains, last_cards=not short <= _OF_SHORT,
        turned=reds and rules.stock_end.pile_turned == "all",
    )  # fmt: skip
    return NO_LIMITS if limits == NO_LIMITS else limits


class Ends(NamedTuple):
    """Ends of turns that need not be asked about: of those that drew at least so many cards (``drawn``), or so many where they took
    the pile (``takes``), and laid nothing of the ranks in ``whole``, nothing at all where this is ``None``.
    """

    drawn: int
    takes: int
    whole: frozenset[str] | None

    def holds(self, turn: TurnState) -> bool:
        """Tell whether the end of ``turn`` is one of them."""
        if turn.drawn < (self.takes if turn.took else self.drawn):
            return False
        return not turn.lays or (self.whole is not None and self.whole.isdisjoint([lay.meld.rank for lay in turn.lays]))


def _ends_of(plan: Plan, rules: Rules) -> Ends:
    """The ends of turns that need not be asked about where only checks listen that go by what was drawn and what is laid whole."""
    law, whole = rules.turn, laid_whole(rules)
    ids = {check.id for _, check in plan.get("turn-end", ())}
    drawn = max(law.draw, law.draw_with_pile, law.draw_after_no_discard) if "DRAW-005" in ids else 0
    ranks = frozenset((WILD_MELD,)) if whole else frozenset[str]()
    return Ends(drawn, law.draw_with_pile, ranks if whole <= {"wild"} else None)


class Shortcuts(NamedTuple):
    """What need not be asked under the rules of a match: nothing can be found, or what was found good once is good again.

    ``limits`` are those within which plain turns need not be asked about, nor plays (``None``: all must be); ``first``: nor need a
    deal's first turn where nobody has a red three; ``takes``: alike takes are good together; ``adds``: so are lay-offs of wild
    cards that are alike in numbers; ``chains``, ``reds``: those with nothing odd need not be asked about; ``ends``: nor those ends
    of turns (``None``: all must be); ``opening``: nor initial melds whose cards are worth enough (``None``: all must be); ``low``:
    nor a hand that is used up by one who may go out; ``outs``, ``used_up``: nor ends of deals that tell who went out, or that the
    stock is used up, as it is; ``carried``: nor scores before a deal that are those after the last one; ``turns``: nor piles turned
    over whole when the stock is used up; ``shown``: nor takes for which one card of the hand is shown and nothing is laid;
    ``asks``: nor questions for leave to go out behind the draw; ``ups``: nor up-cards of which none was wrong; ``dealt``: nor the
    cards at the start where all are there and the record holds none of these facts (``None``: all must be); ``with_pile``: nor that
    so many cards are drawn before the pile is taken.
    """

    limits: Limits | None
    first: bool
    takes: bool
    adds: bool
    chains: bool
    reds: bool
    ends: Ends | None
    opening: Opening | None
    low: bool = False
    outs: bool = False
    used_up: bool = False
    carried: bool = False
    turns: bool = False
    shown: bool = False
    asks: bool = False
    ups: bool = False
    dealt: frozenset[Fact] | None = None
    with_pile: int = 0


_BY_NUMBERS = frozenset((
    "MELD-002", "MELD-004", "MELD-005", "MELD-007", "MELD-009", "MELD-014", "MELD-015", "MELD-017", "MELD-023", "MELD-024",
))  # fmt: skip
"""Checks of lay-offs that go by the numbers of cards, where only cards of the meld's rank and wild cards are laid."""
_OF_CHAINS = frozenset(("THREES-004", "THREES-005"))
"""Checks of chains that find nothing where all but the last card are red threes."""
_OF_REDS = frozenset(("THREES-002", "THREES-003"))
"""Checks of red threes laid that find nothing where a card is drawn for each, and none came with the pile."""
_OF_FIRST = frozenset(("THREES-006",))
"""Checks of a deal's first turn that find nothing where no red three is held."""
_OF_LAST: tuple[Event, ...] = ("short-stock", "odd-draw")
"""What happens in a draw that leaves no card in the stock."""
_OF_SHORT = frozenset(("DRAW-001", "DRAW-004", "STOCK-006"))
"""Checks of such a draw that find nothing where it has as many cards as are drawn, and no more are than usual."""
_OF_ENDS = frozenset(("DRAW-005", "MELD-016"))
"""Checks at the end of a turn that find nothing where enough was drawn and nothing had to be laid whole."""
_OF_OPENING: tuple[Event, ...] = ("laid", "begun")
"""What happens at the end of a turn that made an initial meld, of a side or of a player."""
_OF_WORTH = frozenset(("OPEN-001", "OPEN-002", "OPEN-003"))
"""Checks of an initial meld that find nothing where its cards are worth enough."""
_OF_WILDS = frozenset(("OPEN-004", "OPEN-005"))
"""Checks of an initial meld that find nothing where it holds no wild card."""
_OF_LOW = frozenset(("OUT-001", "OUT-002", "OUT-003", "OUT-004", "OUT-009", "OUT-010", "MELD-018"))
"""Checks of a hand that is used up which find nothing where its player ``goes_out_rightly`` and no meld of wild cards bars it."""
_OF_OUTS = frozenset(("RECORD-015", "RECORD-017", "OUT-006", "OUT-007"))
"""Checks of a deal's end that find nothing where the last player has gone out with his last card, as is told."""
_OF_CARRIED = frozenset(("SCORE-014", "SCORE-015"))
"""Checks of the scores before a deal, and of the initial melds for them, that find nothing where both are as they are due."""
_OF_TURNED = frozenset(("STOCK-004", "STOCK-005"))
"""Checks of a pile turned over that find nothing where the stock is used up, and all of it becomes the stock as it lies."""
_OF_SHOWN = frozenset((
    "PILE-002", "PILE-003", "PILE-004", "PILE-005", "PILE-006", "PILE-007", "PILE-008", "PILE-010", "PILE-011", "PILE-012",
    "PILE-014", "PILE-015", "MELD-022",
))  # fmt: skip
"""Checks of takes that find nothing where one is ``rightly_shown``."""
_OF_USED_UP = frozenset(("RECORD-017", "STOCK-001", "STOCK-003"))
"""Checks of a deal's end that find nothing where the stock is used up, as is told, who played last has cards, and who is next has
no meld for the top of the pile."""

_OF_ASKS = frozenset(("OUT-014",))
"""Checks of the question for leave to go out that find nothing where it comes before anything is laid."""
_OF_UPS = frozenset(("DEAL-002", "DEAL-003", "DEAL-004", "DEAL-005", "DEAL-006"))
"""Checks of up-cards that find nothing where ``first_wrong`` finds none."""
_OF_DEALT = frozenset(("DEAL-001", "DEAL-008", "DEAL-009", "RECORD-008", "RECORD-014"))
"""Checks of cards as they are dealt that find nothing where all ``is_dealt_out``, in a game without second hands."""

_OF_WITH_PILE: dict[Event, frozenset[str]] = {
    "draw": frozenset(("DRAW-006",)), "odd-draw": frozenset(("DRAW-001",)), "second-source": frozenset(("DRAW-002",)),
}  # fmt: skip
"""Checks of draws that find nothing where the pile is taken after as many cards were drawn as belong to that."""


@lru_cache(maxsize=32)
def shortcuts_for(rules: Rules) -> Shortcuts:
    """Work out what need not be asked under ``rules``."""
    plan = plan_for(rules)

    def only(event: Event, ids: frozenset[str], facts: Collection[Fact | None] | None = None) -> bool:
        asked = [check for _, check in plan.get(event, ()) if facts is None or check.only.get(event) in facts]
        return ids.issuperset(check.id for check in asked)

    limits = limits_for(plan, rules)
    by_worth = is_sum_of_cards(rules) and all(only(event, _OF_WORTH | _OF_WILDS) for event in _OF_OPENING)
    naturals = not only("laid", _OF_WORTH)
    others = {check.only.get("dealt") for _, check in plan.get("dealt", ()) if check.id not in _OF_DEALT}
    return Shortcuts(
        limits,
        only("first-turn", _OF_FIRST),
        alike_tells(rules),
        only("odd-add", _BY_NUMBERS),
        only("chain", _OF_CHAINS),
        only("red", _OF_REDS),
        _ends_of(plan, rules) if only("turn-end", _OF_ENDS) else None,
        opening_of(rules, naturals) if by_worth else None,
        only("low", _OF_LOW),
        only("deal-end", _OF_OUTS, (None, "outs")),
        only("deal-end", _OF_USED_UP, (None, "used-up")),
        only("before", _OF_CARRIED) and only("minimum", _OF_CARRIED),
        only("turnover", _OF_TURNED) and rules.stock_end.pile_turned == "all",
        only("take", _OF_SHOWN) and shown_tells(rules),
        asks=only("ask", _OF_ASKS),
        ups=only("odd-up", _OF_UPS),
        dealt=None if None in others or rules.dealing.foot_each else frozenset(filter(None, others)),
        with_pile=rules.turn.draw_with_pile if all(only(event, ids) for event, ids in _OF_WITH_PILE.items()) else 0,
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
        return shortcuts_for(self.step.rules)

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
