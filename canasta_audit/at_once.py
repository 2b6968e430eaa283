"""Plays carried out in one go, of which it can be told at once that no check would find anything.

What is done here is what ``before`` finds nothing in and ``apply`` carries out; tests hold the two to each other. Each function
tells whether it has carried out the play; else it has changed nothing, and the play goes the long way.
"""

from __future__ import annotations

from collections.abc import Callable

from canasta_audit.asking import Asker
from canasta_audit.before import likeness
from canasta_audit.cards import EXACT, RED_THREES, WILD, Card
from canasta_audit.checks.bank import rightly_shown
from canasta_audit.checks.owners import may_add_to
from canasta_audit.checks.step import EVERYTHING
from canasta_audit.notation import model as n
from canasta_audit.table.apply import APPLY
from canasta_audit.table.drawing import draw_usual, is_usual, reds_at_once
from canasta_audit.table.laying import PLAIN_RANKS, any_meld, may_begin, only_meld, taking_wilds
from canasta_audit.table.state import Lay, MeldOnTable, Table, TurnState, shape


def _draw(asker: Asker, play: n.Draw, turn: TurnState, table: Table) -> bool:
    """Draw as many cards as usual, which the stock has next."""
    limits = asker.shortcuts.each
    if limits is None or not is_usual(table, turn, play, limits):
        return False
    if "draw" in asker.plan:
        asker.ask("draw")
    draw_usual(table, turn, play)
    return True


def _red(asker: Asker, play: n.Red, turn: TurnState, table: Table) -> bool:
    """Lay red threes, each with a card that the stock has next for it."""
    return asker.shortcuts.reds and asker.shortcuts.chains and reds_at_once(table, turn, play)


def _lay(asker: Asker, play: n.Meld | n.Add, turn: TurnState, table: Table) -> bool:
    """Lay cards out of a known hand that has them all, in a plain way."""
    limits, seat, cards, rank = asker.shortcuts.each, turn.seat, play.cards, play.laid
    if limits is None or not (turn.drawn or turn.took) or seat in table.unsure or seat in table.vague:
        return False
    melds, meld = table.melds[turn.side], None
    if play.kind == "add":
        meld = only_meld(melds, rank) if rank else taking_wilds(play, melds, (), asker.known, limits)  # type: ignore[arg-type]
        if meld is None or (limits.partners and not may_add_to(table, seat, meld, asker.step.rules)):
            return False
    elif not may_begin(cards, melds, (), asker.rows, limits, seat):
        return False
    hand = [*table.hands[seat]]
    try:
        for card in cards:
            hand.remove(card)
    except ValueError:
        return False
    table.hands[seat] = hand
    asker.step.cards, asker.step.joined = cards, meld
    _put_down(turn, melds, meld, cards, None, None if turn.took and not turn.waits_for_pickup else turn.picked_up)
    return True


def _put_down(
    turn: TurnState, melds: list[MeldOnTable], meld: MeldOnTable | None, cards: tuple[Card, ...], top: Card | None,
    seen: bool | None,
) -> None:  # fmt: skip
    """Let cards lie that join ``meld``, or begin one; ``seen``: whether the rest of the pile was, as ``Lay`` has it."""
    if meld is None:
        meld = MeldOnTable(cards, turn.seat, turn.number)
        melds.append(meld)
        lay = Lay(meld, cards, True, top, seen)
    else:
        if WILD.isdisjoint(cards):
            meld.cards += cards
            meld.naturals += len(cards)
        else:
            meld.add(cards)
        lay = Lay(meld, cards, False, top, seen)
    turn.lays = (*turn.lays, lay)


def _take(asker: Asker, play: n.Take, turn: TurnState, table: Table) -> bool:
    """Take the whole pile, if that is like a take that was found good, with cards that make a row found good or onto the only meld
    of their rank; or if nothing is laid with it and a card shown is enough.
    """
    step, pile, seat, onto = asker.step, table.pile, turn.seat, play.onto
    if not (asker.takes or asker.shortcuts.shown) or not pile or play.top not in (None, pile[-1]):
        return False
    if turn.drawn or turn.took or play.only or table.debt:
        return False
    if seat in table.unsure or seat in table.vague or seat in table.counted or not step.match.recorded >= EVERYTHING:
        return False
    if not asker.takes:
        return _take_shown(asker, turn, table)
    melds, joined, cards = table.melds[turn.side], None, (pile[-1], *play.cards)
    row = shape(cards)
    if row.rank not in PLAIN_RANKS or not EXACT.issuperset(pile):
        return False
    if onto is not None:
        joined = only_meld(melds, onto.card) if onto.nth is None and onto.owner is None else None
        if joined is None or row.wilds or row.rank != joined.rank:
            return False
    elif play.how != "with" or row not in asker.rows or any_meld(melds, row.rank):
        return False
    if likeness(play, joined, turn, table, step.rules) not in asker.takes:
        return False
    hand = [*table.hands[seat]]
    try:
        for card in play.cards:
            hand.remove(card)
    except ValueError:
        return False
    step.cards, step.joined, step.targets = cards, joined, [] if joined is None else [joined]
    _take_up(table, turn, hand)
    _put_down(turn, melds, joined, cards, cards[0], False)
    if asker.emit.in_doubt:
        asker.emit.take_pile(seat)
    return True


def _take_shown(asker: Asker, turn: TurnState, table: Table) -> bool:
    """Take the whole pile into a known hand, if a card of it shown is enough for that."""
    step = asker.step
    if not EXACT.issuperset(table.pile) or not rightly_shown(step):
        return False
    step.cards, step.joined, step.targets = (), None, []
    _take_up(table, turn, [*table.hands[turn.seat], table.pile[-1]])
    if asker.emit.in_doubt:
        asker.emit.take_pile(turn.seat)
    return True


def _turn_over(asker: Asker, play: n.TurnOver, turn: TurnState, table: Table) -> bool:
    """Turn over the whole pile as it lies when the stock is used up, before anything else is done."""
    if not asker.shortcuts.turns or table.stock_left != 0 or not table.pile or play.leave is not None or play.shuffled:
        return False
    if turn.drawn or turn.took:
        return False
    APPLY["turnover"](table, turn, play)
    return True


def _take_up(table: Table, turn: TurnState, hand: list[Card]) -> None:
    """Take the pile; ``hand`` is what is left of the player's without the cards that he lays with its top card."""
    seat, pile = turn.seat, table.pile
    turn.hand_before = (*table.hands[seat], *[card for lay in turn.lays for card in lay.cards])
    turn.took, turn.top, turn.rest = True, (pile.pop(),), pile
    table.hands[seat] = hand
    table.pile, table.pile_taken, table.pile_down = [], True, 0
    table.wilds_thrown.clear()
    if not turn.waits_for_pickup:
        turn.picked_up = True
        hand += pile
        if not RED_THREES.isdisjoint(pile):
            turn.reds_from_pile = sum(card in RED_THREES for card in pile)
            table.red_holders.add(seat)


AT_ONCE: dict[str, Callable[[Asker, n.Play, TurnState, Table], bool]] = {
    "draw": _draw,  # type: ignore[dict-item]
    "red": _red,  # type: ignore[dict-item]
    "meld": _lay,  # type: ignore[dict-item]
    "add": _lay,  # type: ignore[dict-item]
    "take": _take,  # type: ignore[dict-item]
    "turnover": _turn_over,  # type: ignore[dict-item]
}
"""Carries out a play of a kind, if that is possible at once; each function is handed plays of its own kind only."""
