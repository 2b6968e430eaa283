"""Plays carried out in one go, of which it can be told at once that no check would find anything.

What is done here is what ``before`` finds nothing in and ``apply`` carries out; tests hold the two to each other. Each function
tells whether it has carried out the play; else it has changed nothing, and the play goes the long way.
"""

from __future__ import annotations

from collections.abc import Callable

from canasta_audit.asking import Asker
from canasta_audit.before import likeness, may_bar
from canasta_audit.cards import EXACT, RED_THREES, WILD, Card
from canasta_audit.checks.bank import rightly_shown
from canasta_audit.checks.opening import surely_opens
from canasta_audit.checks.step import EVERYTHING
from canasta_audit.notation import model as n
from canasta_audit.table.apply import APPLY
from canasta_audit.table.drawing import comes_next, draw_usual, exchange, is_usual, lay_reds, reds_at_once
from canasta_audit.table.laying import (
    PLAIN_RANKS,
    Laid,
    Limits,
    any_meld,
    by_rank,
    lay_all,
    may_begin,
    only_meld,
    put_down,
    taking,
)
from canasta_audit.table.plain import begins_first, may_be_barred
from canasta_audit.table.state import Lay, MeldOnTable, PlainTurn, Table, Thrown, TurnState, shape


def _draw(asker: Asker, play: n.Draw, turn: TurnState, table: Table) -> bool:
    """Draw as many cards as usual, which the stock has next."""
    limits = asker.shortcuts.limits
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
    limits, seat, cards, rank = asker.shortcuts.limits, turn.seat, play.cards, play.laid
    if limits is None or not (turn.drawn or turn.took) or seat in table.unsure or seat in table.vague:
        return False
    melds, meld = table.melds[turn.side], None
    if play.kind == "add":
        meld = only_meld(melds, rank) if rank else taking(play, by_rank(melds), (), asker.known, limits)  # type: ignore[arg-type]
        if meld is None or (limits.partners and meld.seat != seat and not limits.partners(melds, meld, seat)):
            return False
    elif not may_begin(shape(cards), by_rank(melds), asker.rows, limits):
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
    """Take the whole pile, if that is earned."""
    step, seat = asker.step, turn.seat
    if turn.drawn or turn.took:
        return False
    earned = _earned(asker, play, turn, table, [*table.hands[seat]])
    if earned is None:
        return False
    cards, joined, hand = earned
    step.cards, step.joined, step.targets = cards, joined, [] if joined is None else [joined]
    _take_up(table, turn, hand)
    if cards:
        _put_down(turn, table.melds[turn.side], joined, cards, cards[0], False)
    if asker.emit.in_doubt:
        asker.emit.take_pile(seat)
    return True


_Earned = tuple[tuple[Card, ...], MeldOnTable | None, list[Card]]
"""What is laid with the top card of the pile, that first, onto which meld, and what is left of the hand, with the top card if that
is not laid."""


def _earned(asker: Asker, play: n.Take, turn: TurnState, table: Table, hand: list[Card]) -> _Earned | None:
    """What a take of the whole pile lays, if it is like one that was found good, with cards that make a row found good or onto the
    only meld of their rank; or if nothing is laid with it and a card shown is enough. ``None``: it must be asked about.
    """
    step, pile, seat, onto = asker.step, table.pile, turn.seat, play.onto
    if not (asker.takes or asker.shortcuts.shown) or not pile or play.top not in (None, pile[-1]) or play.only or table.debt:
        return None
    if seat in table.unsure or seat in table.vague or seat in table.counted or not step.match.recorded >= EVERYTHING:
        return None
    if not EXACT.issuperset(pile):
        return None
    if not asker.takes:
        return ((), None, [*hand, pile[-1]]) if not turn.drawn and rightly_shown(step) else None
    melds, joined, cards = table.melds[turn.side], None, (pile[-1], *play.cards)
    row = shape(cards)
    if row.rank not in PLAIN_RANKS:
        return None
    if onto is not None:
        joined = only_meld(melds, onto.card) if onto.nth is None and onto.owner is None else None
        if joined is None or row.wilds or row.rank != joined.rank:
            return None
    elif play.how != "with" or row not in asker.rows or any_meld(melds, row.rank):
        return None
    if likeness(play, joined, turn, table, step.rules) not in asker.takes or may_bar(step.rules, melds):
        return None
    try:
        for card in play.cards:
            hand.remove(card)
    except ValueError:
        return None
    return cards, joined, hand


def _turn_over(asker: Asker, play: n.TurnOver, turn: TurnState, table: Table) -> bool:
    """Turn over the whole pile as it lies when the stock is used up, before anything else is done."""
    if turn.drawn or turn.took or not _may_be_turned(asker, play, table):
        return False
    APPLY["turnover"](table, turn, play)
    return True


def _may_be_turned(asker: Asker, play: n.TurnOver, table: Table) -> bool:
    """Tell whether the whole pile becomes the stock that is used up."""
    if not asker.shortcuts.turns or table.stock_left != 0:
        return False
    return bool(table.pile) and play.leave is None and not play.shuffled


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


def turn_at_once(asker: Asker, line: n.Turn, number: int, left: int) -> TurnState | None:
    """Carry out a whole turn, the deal's ``number``-th, that takes the pile, or turns it over, and ends with a discard which leaves
    the player cards, if nothing about it can be of moment; else change nothing. His hand is known, it is his turn, and the stock
    has so many cards ``left``.
    """
    step, limits, plays, seat = asker.step, asker.shortcuts.limits, line.plays, line.seat
    table, whole = step.table, _TURNS.get(plays[0].kind)
    table.stock_left = left
    if whole is None or limits is None or not plays[-1].thrown:
        return None
    side = table.seats.side_of[seat]
    turn = PlainTurn(seat, side, number, bool(table.melds[side]), seat in table.have_laid, left)
    step.line, step.turn = line, turn
    return turn if whole(asker, plays, turn, limits) else None


def _drawing_turn(asker: Asker, plays: tuple[n.Play, ...], turn: PlainTurn, limits: Limits) -> bool:
    """Carry out a turn that takes the pile after as many cards were drawn from a known stock as belong to that."""
    draw, table, seat = plays[0], asker.step.table, turn.seat
    count, drawn, stock, left = len(draw.wanted), draw.drawn, table.stock, turn.stock_before
    if plays[1].kind != "take" or not drawn or len(drawn) != asker.shortcuts.with_pile or not RED_THREES.isdisjoint(drawn):
        return False
    if not stock or not left or left <= count or (limits.chains and count > len(drawn)):
        return False
    if tuple(stock[: -count - 1 : -1]) != draw.wanted or not _taking_turn(asker, plays[1:], turn, limits, drawn):
        return False
    # What was drawn is in the hand already, or laid.
    hand = [*table.hands[seat]]
    draw_usual(table, turn, draw)  # type: ignore[arg-type]
    table.hands[seat] = hand
    return True


def _taking_turn(
    asker: Asker, plays: tuple[n.Play, ...], turn: PlainTurn, limits: Limits, drawn: tuple[Card, ...] = ()
) -> bool:  # fmt: skip
    """Carry out a turn that takes the whole pile, if it holds no red threes that must be laid; the hand has ``drawn`` besides."""
    step, seat, take, at = asker.step, turn.seat, plays[0], 0
    table, turn.drawn = step.table, len(drawn)
    pile, melds, of_turn, reds = table.pile, table.melds[turn.side], (seat, turn.number), not RED_THREES.isdisjoint(table.pile)
    if (reds and limits.reds) or not (turn.stock_before or limits.turned):
        return False
    step.play, step.index, turn.hand_before = take, 0, (*table.hands[seat], *drawn)
    earned = _earned(asker, take, turn, table, [*turn.hand_before])  # type: ignore[arg-type]
    if earned is None:
        return False
    cards, joined, hand = earned
    laid: list[Laid] = []
    if cards:
        laid.append((joined or MeldOnTable(cards, seat, turn.number), cards, joined is None))
    for play in plays[1:-1]:
        if play.kind == "pickup":
            turn.waits_for_pickup, at = True, plays.index(play)
            if "pickup" in asker.plan or not lay_all(plays[1:at], hand, melds, laid, of_turn, asker.known, limits):
                return False
            break
    before, rest = len(laid), pile[:-1]
    hand += rest
    if len(plays) > at + 2 and not lay_all(plays[at + 1 : -1], hand, melds, laid, of_turn, asker.known, limits):
        return False
    turn.took, turn.picked_up, turn.top, turn.rest = True, True, (pile[-1],), rest
    if laid:
        # What stands behind the take in the record may have been laid before the rest was in the hand.
        seen, top = True if at else None, pile[-1] if cards else None
        turn.lays = tuple([
            Lay(meld, lain, new, None if index else top, seen if index >= before else False)
            for index, (meld, lain, new) in enumerate(laid)
        ])  # fmt: skip
    if not _may_end(asker, turn, hand, laid, plays[-1].thrown, limits):
        return False
    table.pile, table.pile_taken, table.pile_down = [], True, 0
    if table.wilds_thrown:
        table.wilds_thrown.clear()
    if reds:
        turn.reds_from_pile = sum(card in RED_THREES for card in rest)
        if turn.reds_from_pile:
            table.red_holders.add(seat)
    _end(table, turn, hand, laid, plays[-1].thrown)
    return True


def _turning_turn(asker: Asker, plays: tuple[n.Play, ...], turn: PlainTurn, limits: Limits) -> bool:
    """Carry out a turn that begins with the whole pile being turned over as it lies, and as many cards drawn as usual."""
    pile, drawn = asker.step.table.pile, plays[1].wanted
    left = len(pile) - len(drawn)
    if not _may_be_turned(asker, plays[0], asker.step.table) or drawn != (*pile[: len(drawn)],):  # type: ignore[arg-type]
        return False
    if left < limits.last_cards or not (left or limits.turned):
        return False
    return _usual_turn(asker, plays[1:], turn, limits, plays[0])


def _red_turn(asker: Asker, plays: tuple[n.Play, ...], turn: PlainTurn, limits: Limits) -> bool:
    """Carry out a turn that begins with all red threes of a known hand being laid, each for a card from a stock whose order is not
    known, and goes on with as many cards drawn as usual, or with the pile.
    """
    table, seat, red, then = asker.step.table, turn.seat, plays[0], plays[1]
    kept, hand, wanted = table.hands[seat], [*table.hands[seat]], red.wanted + then.wanted
    if not (asker.shortcuts.reds and limits.reds) or limits.chains:
        return False
    if table.stock is not None or not turn.stock_before or turn.stock_before <= len(wanted):
        return False
    if seat in table.unsure or seat in table.vague or seat in table.undiscarded or not exchange(red, hand):  # type: ignore[arg-type]
        return False
    if not RED_THREES.isdisjoint(hand) or not comes_next(table, wanted):
        return False
    table.hands[seat] = hand
    rest = _usual_turn if then.kind == "draw" else _taking_turn if then.kind == "take" else None
    if rest is None or not rest(asker, plays[1:], turn, limits):
        table.hands[seat] = kept
        return False
    lay_reds(table, turn, red)  # type: ignore[arg-type]
    table.red_holders.discard(seat)
    return True


def _usual_turn(
    asker: Asker, plays: tuple[n.Play, ...], turn: PlainTurn, limits: Limits, over: n.Play | None = None
) -> bool:  # fmt: skip
    """Carry out a turn, or what is left of one, that begins with as many cards drawn as usual from a stock that has them next, no
    red three among them; ``over`` turns the pile over before.
    """
    table, draw, drawn, laid = asker.step.table, plays[0], plays[0].drawn, list[Laid]()
    if "draw" in asker.plan or len(drawn) != table.usual_draw or drawn != draw.wanted or not RED_THREES.isdisjoint(drawn):
        return False
    hand, melds = [*table.hands[turn.seat], *drawn], table.melds[turn.side]
    if len(plays) > 2 and not lay_all(plays[1:-1], hand, melds, laid, (turn.seat, turn.number), asker.known, limits):
        return False
    turn.drawn = len(drawn)
    if laid:
        turn.lays = tuple([Lay(meld, cards, new, None, False) for meld, cards, new in laid])
    if not _may_end(asker, turn, hand, laid, plays[-1].thrown, limits):
        return False
    if over is not None:
        APPLY["turnover"](table, turn, over)
    draw_usual(table, turn, draw)  # type: ignore[arg-type]
    _end(table, turn, hand, laid, plays[-1].thrown)
    return True


_TURNS: dict[str, Callable[[Asker, tuple[n.Play, ...], PlainTurn, Limits], bool]] = {
    "draw": _drawing_turn,
    "take": _taking_turn,
    "turnover": _turning_turn,
    "red": _red_turn,
}
"""Carries out a whole turn by the kind of its first play, if that is possible at once."""


def last_at_once(asker: Asker, plays: tuple[n.Play, ...], turn: TurnState, table: Table) -> bool:
    """Carry out all plays of a turn that may use up a known hand, if nothing about them can be of moment: as many cards are drawn
    as usual, and not the last ones, perhaps leave to go out is asked for, and perhaps nothing is discarded. The end of the turn is
    not looked at.
    """
    draw, seat, thrown, limits, left = plays[0], turn.seat, plays[-1].thrown, asker.shortcuts.limits, turn.stock_before
    drawn, laid, melds = draw.drawn, list[Laid](), table.melds[turn.side]
    if limits is None or not left or seat in table.unsure or seat in table.vague or (limits.after_none and turn.after_no_discard):
        return False
    if len(drawn) != table.usual_draw or left <= len(draw.wanted) or (limits.chains and drawn != draw.wanted):
        return False
    if (limits.reds and not RED_THREES.isdisjoint(drawn)) or not comes_next(table, draw.wanted):
        return False
    asks = len(plays) > 1 and plays[1].kind == "ask"
    if asks and not asker.shortcuts.asks:
        return False
    hand, lays = [*table.hands[seat], *drawn], plays[1 + asks : -1 if thrown else None]
    if not lay_all(lays, hand, melds, laid, (seat, turn.number), asker.known, limits):
        return False
    if thrown:
        if thrown not in hand or ((limits.fitting or limits.wild_thrown) and may_be_barred(melds, thrown, laid, limits)):
            return False
        hand.remove(thrown)
        turn.discards = 1
    draw_usual(table, turn, draw)  # type: ignore[arg-type]
    if asks:
        APPLY["ask"](table, turn, plays[1])
    turn.lays = tuple([Lay(meld, cards, new, None, False) for meld, cards, new in laid])
    _end(table, turn, hand, laid, thrown)
    asker.step.play, asker.step.index = plays[-1], len(plays) - 1
    return True


def _may_end(asker: Asker, turn: TurnState, hand: list[Card], laid: list[Laid], thrown: Card, limits: Limits) -> bool:
    """Take the card that is discarded out of ``hand``; tell whether nothing can be found in it, nor at the end of the turn."""
    melds, opening, ends = asker.step.table.melds[turn.side], asker.shortcuts.opening, asker.shortcuts.ends
    if thrown not in hand or len(hand) == 1 or (asker.at_turn_end and not (ends and ends.holds(turn))):
        return False
    hand.remove(thrown)
    if (limits.fitting or limits.wild_thrown) and may_be_barred(melds, thrown, laid, limits):
        return False
    if laid and (not turn.opened_before or (limits.first_melds and begins_first(melds, laid, turn.seat))):
        return opening is not None and surely_opens(asker.step, opening)
    return True


def _end(table: Table, turn: TurnState, hand: list[Card], laid: list[Laid], thrown: Card) -> None:
    """Let the cards lie that a turn lays, and the one that it discards, if it does, of which ``hand`` is left."""
    table.hands[turn.seat] = hand
    if laid:
        put_down(table.melds[turn.side], laid)
        table.have_laid.add(turn.seat)
    if thrown:
        table.pile.append(thrown)
    if thrown in WILD:
        table.wilds_thrown.append(Thrown(thrown, turn.seat, turn.number))
    if table.stock_left == 0 and table.stock_out is None:
        table.stock_out = turn.seat
