"""The end of the stock, and when a deal is over."""

from __future__ import annotations

from canasta_audit.cards import RANK, UNKNOWN, WILD
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, emptied, frozen_by, has_canasta, is_kind, may_have_canasta
from canasta_audit.notation.model import Seat
from canasta_audit.table.score import is_canasta

_LAST_WAS_RED = "the last card of the stock was a red three"
_USED_UP = "the stock is used up"


def why_over(step: Step) -> str | None:
    """Why the deal is over after this turn, ``None`` while it goes on."""
    turn, table = step.turn, step.table
    if turn.last_was_red and table.stock_left == 0 and step.rules.stock_end.red_three_ends:
        return _LAST_WAS_RED
    if turn.stock_before == 0 and not turn.took and not turn.drawn:
        return f"{_USED_UP} and {turn.seat} did not take the pile"
    if not table.hands[turn.seat] and turn.seat not in table.vague and emptied(step) and may_have_canasta(step):
        return f"{turn.seat} had gone out"
    return None


def decides(reason: str) -> str:
    """The pointer of what decides that a deal was over for a ``reason`` of ``why_over``."""
    if reason == _LAST_WAS_RED:
        return "/stock_end/red_three_ends"
    return "/stock_end/taking_forced" if reason.startswith(_USED_UP) else "/going_out/canastas"


def must_take(step: Step, seat: Seat) -> bool:
    """Tell whether ``seat``, whose turn it is with the stock used up, is bound to take the pile. A hand that is not known binds
    nobody.
    """
    table, rules = step.table, step.rules
    law = rules.stock_end
    if table.stock_left != 0 or law.taking_forced == "none" or not table.pile or table.stock_out is None:
        return False
    if law.taking_forced == "next-player" and table.seats.next_of.get(table.stock_out) != seat:
        return False
    top = table.pile[-1]
    if top == UNKNOWN or top in WILD or is_kind(top, rules.pile.never_top) or frozen_by(table, rules) is not None:
        return False
    side = table.seats.side_of[seat]
    fitting = [
        meld for meld in table.melds[side] if meld.rank == RANK[top] and (rules.pile.onto_canasta or not is_canasta(meld, rules))
    ]
    if not fitting or "onto-meld" not in rules.pile.opened:
        return False
    finishes = any(meld.size + 1 == rules.canastas.size for meld in fitting)
    return not law.forced_excused or _has_a_discard(step, seat, finishes or has_canasta(table, side, rules))


def _has_a_discard(step: Step, seat: Seat, may_go_out: bool) -> bool:
    """Tell whether taking the pile onto a meld leaves the player a lawful discard; a hand that is not known does not tell."""
    table, rules = step.table, step.rules
    size = table.hand_size(seat)
    if size is None or (size == 1 and len(table.pile) == 1 and not rules.pile.one_card_each):
        return False
    kept = 0 if may_go_out else 1
    return size + len(table.pile) - 1 > kept


@check(
    "STOCK-001", "forced-take-refused", ("undrawn", "deal-end"), "{seat} must take the pile: {top} fits a meld of {side}",
    reads=("/stock_end/taking_forced", "/stock_end/forced_excused"), depends=("stock", "order", "hand", "pile"), taints=("out",),
)  # fmt: skip
def forced_take_refused(step: Step) -> Faults:
    """With the stock used up, a player does not take the pile though its top card fits a meld of his side.

    Why: he is bound to take, unless the pile is frozen or taking would leave him without a lawful discard.

    Bad:
        deal 1: dealer W
        melds E: 9S 9H 9D
        pile: 5D
        stock: KD
        hand E: KS QS JS
        N: draw KD, discard 9C
        E: pass  # here

    Good:
        deal 1: dealer W
        melds E: 9S 9H 9D
        pile: 5D
        stock: KD
        hand E: KS QS JS
        N: draw KD, discard 9C
        E: take 9C to 9, discard KS
    """
    table, end = step.table, step.end
    if table.over is not None:
        return None
    if end is not None and step.line is end:
        seat = table.seats.next_of[table.last_seat] if end.why == "stock" and table.last_seat is not None else None
    else:
        turn = table.turn
        seat = turn.seat if turn is not None and turn.stock_before == 0 and not (turn.lays or turn.discards) else None
    if seat is None or not must_take(step, seat):
        return None
    return Fault({"seat": seat, "top": table.pile[-1], "side": table.seats.side_of[seat]}, -1, seat=seat)


_PLAYED = frozenset(("take", "meld", "add", "ask", "discard"))


@check(
    "STOCK-002", "play-after-last-red-three", "after-last-red", "{play} after a red three as the last stock card",
    reads=("/stock_end/red_three_ends",), depends=("turn", "stock"), taints=("turn", "melds"),
    when=lambda rules: rules.stock_end.red_three_ends,
)  # fmt: skip
def play_after_last_red_three(step: Step) -> Faults:
    """Something is played after a red three came as the last card of the stock.

    Why: it cannot be replaced and the deal ends at once: no meld, no discard.

    Bad:
        deal 1: dealer W
        stock: 3H
        N: draw 3H, red 3H, discard 4C  # here

    Good:
        deal 1: dealer W
        stock: 3H
        N: draw 3H, red 3H
    """
    if step.table.stock_left != 0 or step.play.kind not in _PLAYED:
        return None
    return Fault({"play": step.play.kind})


@check(
    "STOCK-003", "stock-not-used-up", "deal-end", "the deal is recorded as ended with the stock, but {left} cards are left in it",
    grade="impossible", reads=("/equipment/packs",), depends=("stock", "order", "end"), taints=("end",),
)  # fmt: skip
def stock_not_used_up(step: Step) -> Faults:
    """The deal is said to have ended with the stock, and by the count it had not.

    Why: stock, hands, melds and pile make the whole deck.

    Bad:
        deal 1: dealer W
        stock: KD 5D
        N: draw KD, discard 4C
        end: stock  # here

    Good:
        deal 1: dealer W
        stock: KD 5D
        N: draw KD, discard 4C
        E: draw 5D, discard 9H
        end: stock
    """
    left = step.table.stock_left
    if step.end is None or step.end.why != "stock" or not left or not step.table.played_turns:
        return None
    return Fault({"left": left})
