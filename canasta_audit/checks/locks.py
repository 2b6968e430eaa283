"""Locking: a wild card discarded keeps the others from the pile for some turns, and then lets its player have it first."""

from __future__ import annotations

from canasta_audit.cards import JOKER, UNKNOWN, WILD, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import Table, Thrown


def locks(rules: Rules) -> bool:
    """Tell whether any card locks the pile."""
    return bool(rules.freezing.joker_locks or rules.freezing.two_locks)


def turns_locked(card: Card, players: int, rules: Rules) -> int:
    """For how many turns after its player's a discarded card locks the pile; 0: it does not. A card that nobody saw locks for as
    long as any wild card does.
    """
    law = rules.freezing
    joker = law.joker_locks * players
    if card == UNKNOWN:
        return min(turns for turns in (joker, law.two_locks) if turns) if locks(rules) else 0
    if card == JOKER:
        return joker
    return law.two_locks if card in WILD else 0


def lock_on(table: Table, rules: Rules) -> Thrown | None:
    """The card that locked the pile last since it was taken; each replaces the one before."""
    players = len(table.seats.order)
    return next((thrown for thrown in reversed(table.wilds_thrown) if turns_locked(thrown.card, players, rules)), None)


def closed_until(thrown: Thrown, players: int, rules: Rules) -> int:
    """The last turn in which a lock keeps the others from the pile: the last one locked, or the locker's next after it where he has
    the first right then.
    """
    turns = turns_locked(thrown.card, players, rules)
    kind = "joker" if thrown.card == JOKER else "two"
    if thrown.card != UNKNOWN and kind in rules.freezing.locker_first:
        turns += players - turns % players
    return thrown.turn + turns


def locked_out(table: Table, seat: Seat, turn: int, rules: Rules) -> Thrown | None:
    """The lock that keeps ``seat`` from the pile in the deal's ``turn``; ``None`` where none does."""
    thrown = lock_on(table, rules)
    if thrown is None or thrown.seat == seat or turn > closed_until(thrown, len(table.seats.order), rules):
        return None
    return thrown


@check(
    "PILE-012", "locked-pile-taken", "take", "{locker} has locked the pile with {card}; it is closed for {left} turns more",
    reads=("/freezing/joker_locks", "/freezing/two_locks", "/freezing/locker_first"), depends=("pile", "take", "order"),
    taints=("take",), when=locks,
    needs=("pile",),
)  # fmt: skip
def locked_pile_taken(step: Step) -> Faults:
    """The pile is taken while another player's lock lies on it, or before he has had the first right to it.

    Why: a joker locks the pile for some rounds and a deuce for some turns against all but the player who laid it. When the lock
    ends he may have the first right; whoever takes the pile ends it.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds E: KC KS KH
        pile: 4C
        N: draw 9D, discard 2C
        E: draw 8D, discard 7D
        S: draw 7C, discard *
        W: draw 6D, discard 6S
        N: draw 5D, discard 5C
        E: take 5C showing 5S, discard 8D  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        melds E: KC KS KH
        pile: 4C
        N: draw 9D, discard 2C
        E: draw 8D, discard 7D
        S: draw 7C, discard 9C
        W: draw 6D, discard 6S
        N: draw 5D, discard 5C
        E: take 5C showing 5S, discard 8D
    """
    table, turn, rules = step.table, step.turn, step.rules
    thrown = locked_out(table, turn.seat, turn.number, rules)
    if thrown is None:
        return None
    players = len(table.seats.order)
    left = closed_until(thrown, players, rules) - turn.number + 1
    pointer = "/freezing/two_locks" if thrown.card in WILD and thrown.card != JOKER else "/freezing/joker_locks"
    if turn.number > thrown.turn + turns_locked(thrown.card, players, rules):
        pointer = "/freezing/locker_first"
    return Fault({"locker": thrown.seat, "card": thrown.card, "left": left}, parameter=pointer)


@check(
    "PILE-013", "lock-without-wild-card", "lock", "the pile is said to be locked, but {card} does not lock it",
    reads=("/freezing/joker_locks", "/freezing/two_locks"), depends=("turn",), when=locks,
    needs=("thrown",),
)  # fmt: skip
def lock_without_wild_card(step: Step) -> Faults:
    """The record says that the pile is locked, and the card discarded does not lock it.

    Why: only wild cards lock the pile, by being discarded.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 4C
        N: draw 9D, discard 5C, lock  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 4C
        N: draw 9D, discard 2C, lock
    """
    cards = [play.card for play in step.plays if isinstance(play, n.Discard)]
    if any(turns_locked(card, len(step.table.seats.order), step.rules) for card in cards) or not step.records("discards"):
        return None
    return Fault({"card": cards})
