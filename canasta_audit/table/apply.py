"""What happened: every play of a record is carried out on the table as far as it is physically possible, lawful or not.

Nothing here raises on a recorded play, and nothing here knows a rule beyond the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from canasta_audit import cards as c
from canasta_audit.cards import EXACT, RANK, RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Address, Seat
from canasta_audit.table.hand import from_hand, may_hold
from canasta_audit.table.irregular import exacter
from canasta_audit.table.state import MIXED, RUN, WILD_MELD, Lay, MeldOnTable, Table, Thrown, TurnState


def begin_turn(table: Table, line: n.Turn) -> TurnState:
    """Open a turn of ``line.seat`` and return its state."""
    seat = line.seat
    side = table.seats.side_of[seat]
    table.played_turns += 1
    turn = table.turn = TurnState(seat, side, table.played_turns)
    turn.opened_before = bool(table.melds[side])
    turn.laid_before = seat in table.have_laid
    turn.stock_before = table.stock_left
    if table.undiscarded and seat in table.undiscarded:
        turn.after_no_discard = True
    table.turns_had[seat] += 1
    return turn


def end_turn(table: Table) -> None:
    """Close the turn: a pile whose ``pickup`` never came is in the hand by now."""
    turn = table.turn
    if turn is not None:
        if turn.took and not turn.picked_up:
            _pick_up(table, turn)
        if turn.lays:
            table.have_laid.add(turn.seat)
        if turn.discards:
            if table.undiscarded:
                table.undiscarded.discard(turn.seat)
        elif (turn.drawn or turn.took) and (table.hands[turn.seat] or turn.seat in table.vague):
            table.undiscarded.add(turn.seat)
        table.last_seat = turn.seat


def resolve(table: Table, seat: Seat, laid: tuple[Card, ...], onto: Address | None) -> list[MeldOnTable]:
    """Return the melds that an address can mean, best first; more than one: the record does not say which.

    The mover's own meld goes before his side's. Without an address the rank of the laid cards says it.
    """
    owner = onto.owner if onto is not None else None
    side = table.seats.side_of.get(owner or seat)
    melds = table.melds.get(side, []) if side is not None else []
    if onto is None:
        ranks = [RANK[card] for card in laid if card not in WILD]
        key = ranks[0] if ranks else WILD_MELD
    else:
        key = onto.card
    fitting = [meld for meld in melds if meld.rank == key] or [meld for meld in melds if meld.rank in _ODD and _fits(meld, key)]
    if len(fitting) == 1 and owner is None and (onto is None or onto.nth is None):
        return fitting
    if onto is not None and onto.nth is not None:
        return fitting[onto.nth - 1 : onto.nth]
    return [meld for meld in fitting if meld.seat == (owner or seat)] or fitting


_ODD = (RUN, MIXED)


def _fits(meld: MeldOnTable, key: Card) -> bool:
    """Tell whether a run holds the card ``key``, or a meld of several ranks the rank ``key``."""
    if meld.rank == RUN:
        return key in meld.cards
    return any(RANK[card] == key for card in meld.cards)


def _from_stock(table: Table, card: Card) -> None:
    if table.stock_left is not None and table.stock_left > 0:
        table.stock_left -= 1
    stock = table.stock
    if not stock:
        table.show(card)
    elif stock[-1] == card:
        stock.pop()
    elif c.could_be(stock[-1], card):
        was = stock.pop()
        if table.hazy.isdisjoint((UNKNOWN, was[0])):
            # It is counted as it is known from here on: one that is not seen comes into view once more when it is played.
            table.seen[was] -= 1
            table.show(card)
        elif card == UNKNOWN:
            table.hazy.add(UNKNOWN)
    else:
        _find_in_stock(table, stock, card)


_NEAR = 5
"""How far down the stock the right place is looked for after a slip: as many cards as a round of turns draws, and one more."""


def _find_in_stock(table: Table, stock: list[Card], card: Card) -> None:
    """Go on from where ``card`` lies near the top, so that one slip in the order costs no more than itself.

    The cards above it go to the bottom: nobody wrote down who has them. Where it is not near, it was written down wrongly, and the
    top card has been drawn.
    """
    depth = next((k for k in range(1, _NEAR) if k < len(stock) and stock[-1 - k] == card), None)
    if depth is None:
        stock.pop()
    else:
        above = stock[-depth:]
        del stock[-1 - depth :]
        stock[:0] = above


def take_chain(table: Table, seat: Seat, chain: tuple[Card, ...]) -> None:
    """Lay the red threes of a chain and put its last card into the hand; every card but the first came from the stock."""
    for card in chain[1:]:
        _from_stock(table, card)
    table.reds[seat].extend(chain[:-1])
    table.bring(seat, chain[-1:])


_MAY_BE_RED = frozenset((UNKNOWN, "3"))
"""Cards that are no red threes for certain, and may be some."""


def _bare(table: Table, turn: TurnState) -> int:
    """How many cards a draw without cards stands for: no more than there are."""
    count = turn.bare_draw or table.usual_draw
    return min(count, table.stock_left) if table.stock_left else count


def _draw(table: Table, turn: TurnState, play: n.Draw) -> None:
    chains = play.chains or ((UNKNOWN,),) * _bare(table, turn)
    turn.drawn += len(chains)
    for chain in chains:
        _from_stock(table, chain[0])
        if len(chain) == 1:
            table.bring(turn.seat, chain)
        else:
            take_chain(table, turn.seat, chain)
        if chain[-1] in RED_THREES:
            table.red_holders.add(turn.seat)
    turn.last_was_red = chains[-1][-1] in RED_THREES
    turn.last_may_be_red = chains[-1][-1] in _MAY_BE_RED


_RED = ("3r",)
"""What a three must be that is laid as a red one."""


def lay_red(table: Table, seat: Seat, chain: tuple[Card, ...]) -> None:
    """Lay a red three from the hand, with what was drawn for it, if anything."""
    if len(chain) == 1 and seat in table.room and chain[0] not in table.hands[seat]:
        # That a card was drawn for it may not have been noted.
        table.room[seat] += 1
    from_hand(table, seat, _RED if chain[0] == "3" else chain[:1])
    table.reds[seat].append(chain[0])
    for card in chain[1:]:
        _from_stock(table, card)
    if len(chain) > 1:
        table.reds[seat].extend(chain[1:-1])
        table.bring(seat, chain[-1:])


def _red(table: Table, turn: TurnState, play: n.Red) -> None:
    for chain in play.chains:
        if turn.reds_from_pile and turn.picked_up:
            turn.reds_from_pile -= 1
        if turn.last_was_red and table.stock_left == 0 and len(chain) == 1 and not table.reds_last:
            table.reds_last.append(turn.seat)
        lay_red(table, turn.seat, chain)
        if len(chain) > 1:
            turn.last_was_red = chain[-1] in RED_THREES
            turn.last_may_be_red = chain[-1] in _MAY_BE_RED
            if turn.last_was_red:
                table.red_holders.add(turn.seat)


def _take(table: Table, turn: TurnState, play: n.Take) -> None:
    pile = table.pile
    # What was laid before the pile was taken came from the hand as well.
    hand = table.hands[turn.seat] if turn.seat not in table.unsure else may_hold(table, turn.seat)
    turn.hand_before = (*hand, *[card for lay in turn.lays for card in lay.cards])
    top = pile.pop() if pile else (play.top or UNKNOWN)
    if play.top is not None and top not in EXACT and c.could_be(top, play.top):
        if top == UNKNOWN:
            table.show(play.top)
        top = exacter(top, play.top)
    turn.took = True
    turn.top = (top,)
    rest: list[Card] = []
    if not play.only:
        rest, table.pile = pile, []
        table.pile_taken = True
        table.pile_down = 0
        table.wilds_thrown.clear()
    turn.rest = rest
    if play.how == "with":
        from_hand(table, turn.seat, play.cards)
        _lay(table, turn, (top, *play.cards), _targets(table, turn, play), top)
    elif play.onto is not None:
        _lay(table, turn, (top,), _targets(table, turn, play), top)
    else:
        table.bring(turn.seat, (top,))
    if not turn.waits_for_pickup:
        _pick_up(table, turn)


def _targets(table: Table, turn: TurnState, play: n.Add | n.Take) -> Sequence[MeldOnTable]:
    """The melds that a play's address can mean, as found before it, or found now."""
    if turn.targets_of is play:
        return turn.targets
    return [] if play.kind == "take" and play.onto is None else resolve(table, turn.seat, play.cards, play.onto)


def _lay(table: Table, turn: TurnState, laid: tuple[Card, ...], targets: Sequence[MeldOnTable], top: Card | None) -> None:
    """Put ``laid`` onto the first of ``targets``, or down as a new meld where there is none."""
    seen_rest = None if turn.took and not turn.waits_for_pickup and top is None else turn.picked_up
    if targets:
        targets[0].add(laid)
        turn.lays = (*turn.lays, Lay(targets[0], laid, False, top, seen_rest))
    else:
        meld = MeldOnTable(laid, turn.seat, turn.number)
        table.melds[turn.side].append(meld)
        turn.lays = (*turn.lays, Lay(meld, laid, True, top, seen_rest))


def _pick_up(table: Table, turn: TurnState) -> None:
    if turn.took and not turn.picked_up:
        turn.picked_up = True
        if not RED_THREES.isdisjoint(turn.rest):
            turn.reds_from_pile = sum(card in RED_THREES for card in turn.rest)
            table.red_holders.add(turn.seat)
        table.bring(turn.seat, turn.rest)


def _pickup(table: Table, turn: TurnState, play: n.Pickup) -> None:
    _pick_up(table, turn)


def _meld(table: Table, turn: TurnState, play: n.Meld) -> None:
    from_hand(table, turn.seat, play.cards)
    _lay(table, turn, play.cards, (), None)


def _add(table: Table, turn: TurnState, play: n.Add) -> None:
    from_hand(table, turn.seat, play.cards)
    _lay(table, turn, play.cards, _targets(table, turn, play), None)


def _ask(table: Table, turn: TurnState, play: n.Ask) -> None:
    turn.asked = True
    turn.answer = play.answer


def _discard(table: Table, turn: TurnState, play: n.Discard) -> None:
    if turn.waits_for_pickup:
        _pick_up(table, turn)
    hand, card = table.hands[turn.seat], play.card
    if card in hand and turn.seat not in table.unsure:
        hand.remove(card)
    else:
        from_hand(table, turn.seat, (card,))
    table.pile.append(card)
    if card not in EXACT:
        table.hazy.add(card[0])
    if card in WILD:
        table.wilds_thrown.append(Thrown(card, turn.seat, turn.number))
    turn.discards += 1


def _move(table: Table, turn: TurnState, play: n.Shift) -> None:
    source = resolve(table, turn.seat, play.cards, play.source)[:1]
    for meld in source:
        for card in play.cards:
            c.remove(meld.cards, card)
        meld.recount()
        if not meld.cards:
            table.melds[table.seats.side_of[meld.seat]].remove(meld)
    if play.target is None:
        table.bring(turn.seat, play.cards)
    else:
        _lay(table, turn, play.cards, resolve(table, turn.seat, play.cards, play.target), None)


def _turn_over(table: Table, turn: TurnState, play: n.TurnOver) -> None:
    pile, left = table.pile[::-1], table.stock_left or 0
    # Of equal cards in the pile the one on top stays.
    kept = [play.leave] if play.leave is not None and c.remove(pile, play.leave) is not None else []
    if play.shuffled or (left and table.stock is None):
        # They come into view a second time.
        table.seen.subtract(pile)
        table.stock = None
    else:
        table.stock = pile + (table.stock or [])
    table.stock_left = left + len(pile)
    table.stock_out = None
    table.pile, table.up, table.pile_down = kept, (), 0
    table.wilds_thrown.clear()


def _foot(table: Table, turn: TurnState, play: n.Foot) -> None:
    foot = table.feet.pop(turn.seat, None)
    if foot is None:
        table.unlist(turn.seat)
    else:
        table.bring(turn.seat, foot)


def _lock(table: Table, turn: TurnState, play: n.Lock) -> None:
    # A wild card locks by being discarded; of a card nobody saw this tells that it was one.
    if turn.discards and table.pile and table.pile[-1] == UNKNOWN:
        table.wilds_thrown.append(Thrown(UNKNOWN, turn.seat, turn.number))


def _last(table: Table, turn: TurnState, play: n.Last) -> None:
    table.stock_left = 0


def _pass(table: Table, turn: TurnState, play: n.Pass) -> None:
    turn.passed = True


APPLY: dict[str, Callable[[Table, TurnState, n.Play], None]] = {
    "draw": _draw,  # type: ignore[dict-item]
    "red": _red,  # type: ignore[dict-item]
    "take": _take,  # type: ignore[dict-item]
    "pickup": _pickup,  # type: ignore[dict-item]
    "meld": _meld,  # type: ignore[dict-item]
    "add": _add,  # type: ignore[dict-item]
    "ask": _ask,  # type: ignore[dict-item]
    "discard": _discard,  # type: ignore[dict-item]
    "move": _move,  # type: ignore[dict-item]
    "turnover": _turn_over,  # type: ignore[dict-item]
    "foot": _foot,  # type: ignore[dict-item]
    "lock": _lock,  # type: ignore[dict-item]
    "last": _last,  # type: ignore[dict-item]
    "pass": _pass,  # type: ignore[dict-item]
}
"""Carries out a play of a kind: ``APPLY[play.kind](table, turn, play)``; each function is handed plays of its own kind only."""
