"""In which plays a turn can be written: the take with what goes down beside the top card, and what is laid in an order that the
rules allow. Most turns are lawful in the first form or in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from canasta_audit.cards import Card
from canasta_audit.checks.melds import JOINED
from canasta_audit.legal.begins import Begin
from canasta_audit.legal.rows import Laid, Shares
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import WILD_MELD

Plays = tuple[n.Play, ...]


def must_lay_top(begin: Begin, rules: Rules) -> bool:
    """Tell whether a turn that begins so has to lay the pile's top card."""
    if begin.take is None or not rules.pile.top_melded:
        return False
    swap = rules.pile.first_turn_swap and begin.turn.number == 1 and not begin.turn.rest
    return not swap


def scripts(begin: Begin, shares: Shares, rules: Rules) -> Iterator[Plays]:
    """Yield the ways to write a turn that lays ``shares``, up to its discard; the plainest first."""
    take = begin.take
    if take is None:
        for lays in _lays(shares, begin, rules):
            yield (*begin.before, *lays, *begin.after)
        return
    bare = not rules.pile.top_melded or not any(take.top in laid.cards for laid in shares)
    if bare:
        for lays in _lays(shares, begin, rules):
            yield (*begin.before, take, *begin.after, *lays)
        yield from _laid_before(begin, shares, rules)
    if must_lay_top(begin, rules) or not bare:
        for index, laid in enumerate(shares):
            if take.top in laid.cards:
                yield from _taken_with(begin, shares, index, rules)


def taken_with(begin: Begin, laid: Laid) -> Iterator[Plays]:
    """Yield the turns in which ``laid`` goes down in the take itself, with the pile's top card, and nothing else is laid."""
    take = begin.take
    if take is None or take.top is None or take.top not in laid.cards:
        return
    support = [*laid.cards]
    support.remove(take.top)
    if begin.held >= Counter(support) and (support or laid.target.meld is not None):
        how = "with" if support else None
        yield (*begin.before, n.Take(take.top, take.only, how, tuple(support), None, laid.target.address), *begin.after)  # type: ignore[arg-type]


def _taken_with(begin: Begin, shares: Shares, index: int, rules: Rules) -> Iterator[Plays]:
    """Yield the turns in which the top card goes down in the take itself, with the cards of ``shares[index]``."""
    laid, take = shares[index], begin.take
    assert take is not None and take.top is not None
    rest = Counter(laid.cards)
    rest[take.top] -= 1
    held = begin.held & rest
    naturals = tuple(card for card in _listed(laid.naturals, held))
    wilds = tuple(card for card in _listed(laid.wilds, held))
    for support in dict.fromkeys(_supports(laid, naturals, wilds)):
        onto = laid.target.address
        how = "with" if support else None
        left = rest - Counter(support)
        added = laid._replace(naturals=_listed(laid.naturals, left), wilds=_listed(laid.wilds, left))
        play = n.Take(take.top, take.only, how, support, None, onto)  # type: ignore[arg-type]
        others = (*shares[:index], *shares[index + 1 :])
        for lays in _lays(others, begin, rules, added if added.cards else None):
            yield (*begin.before, play, *begin.after, *lays)


def _supports(laid: Laid, naturals: Sequence[Card], wilds: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield the hand cards that may go down with the top card; the others are added."""
    if laid.target.meld is not None:
        yield ()
    if len(naturals) >= 2:
        yield tuple(naturals)
    if naturals and wilds:
        yield (naturals[0], wilds[0])
        yield (*naturals, *wilds)
    elif naturals or wilds:
        yield (*naturals, *wilds)


def _laid_before(begin: Begin, shares: Shares, rules: Rules) -> Iterator[Plays]:
    """Yield the turn with the melds that the hand can begin laid before the pile is taken, where the rules have it so."""
    take = begin.take
    if take is None or rules.opening.top_counts != "shown":
        return
    held, first, later = begin.held.copy(), [], []
    for laid in shares:
        part = Counter(laid.cards) & held
        own = laid._replace(naturals=_listed(laid.naturals, part), wilds=_listed(laid.wilds, part))
        enough = len(own.cards) >= rules.melds.least_cards
        if laid.target.meld is None and enough and (own.naturals or laid.target.rank == WILD_MELD):
            held -= part
            left = Counter(laid.cards) - part
            first.append(own.play)
            if left:
                later.append(n.Add(_listed(laid.cards, left), n.Address(laid.target.rank)))
        else:
            later.append(laid.play)  # type: ignore[arg-type]
    if first:
        yield (*begin.before, *first, take, *begin.after, *later)


def _listed(cards: Sequence[Card], wanted: Counter[Card]) -> tuple[Card, ...]:
    """Those of ``cards`` that are wanted, each as often as it is."""
    left, found = wanted.copy(), []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def _lays(shares: Shares, begin: Begin, rules: Rules, added: Laid | None = None) -> Iterator[Plays]:
    """Yield the orders, and the pieces, in which shares can be laid; ``added`` goes onto what the take has laid."""
    law = rules.melds
    pieces = law.wild_ratio_on == "new-melds" or bool(law.wild_only_joined_by) or "finish-mixed" in law.wild_only_bars
    mixed = pieces and any(laid.naturals and laid.wilds for laid in shares)
    joined = pieces and any(laid.naturals and laid.target.rank == WILD_MELD for laid in shares)
    wild = any(laid.target.rank == WILD_MELD for laid in shares)
    for late in (False, True) if law.wild_only_bars and wild else (False,):
        rows = _in_order(shares, begin, rules, late)
        again = {laid.target.rank for laid in shares if laid.target.meld is None}
        for piecemeal in (False, True) if mixed or joined else (False,):
            plays = [play for laid in rows for play in _pieces(laid, begin, rules, piecemeal, again)]
            first = [] if added is None else [n.Add(added.cards, added.target.address or n.Address(added.target.rank))]
            yield (*first, *plays)
            if first and late:
                yield (*plays, *first)


def _in_order(shares: Shares, begin: Begin, rules: Rules, late: bool) -> list[Laid]:
    """Wild cards alone first, or ``late``; then what is begun, what goes onto own melds, and what goes onto others'."""

    def place(laid: Laid) -> int:
        meld = laid.target.meld
        if laid.target.rank == WILD_MELD:
            return 4 if late else 0
        return 1 if meld is None else 2 if meld.seat == begin.turn.seat else 3

    return sorted(shares, key=place)


def _pieces(laid: Laid, begin: Begin, rules: Rules, piecemeal: bool, again: set[str]) -> list[n.Play]:
    """The plays that lay one share: at once, or naturals before wild cards, or naturals onto wild cards."""
    target = laid.target
    address = target.address
    if target.meld is not None and address is not None and target.rank in again and address.nth is None:
        melds = begin.table.melds[begin.turn.side]
        like = [other for other in melds if other.rank == target.rank]
        if target.meld in like:
            address = n.Address(target.rank, like.index(target.meld) + 1, None)
    if not piecemeal or not laid.naturals:
        return [n.Meld(laid.cards) if target.meld is None else n.Add(laid.cards, address)]
    rank = n.Address(laid.naturals[0][0])
    if target.rank == WILD_MELD and target.meld is not None:
        before = laid.wilds[: max(0, JOINED - target.meld.size)]
        rows: list[n.Play] = [n.Add(before, address)] if before else []
        rows.append(n.Add(laid.naturals, address))
        behind = laid.wilds[len(before) :]
        return [*rows, n.Add(behind, rank)] if behind else rows
    if target.meld is None:
        joins = rules.melds.wild_only_joined_by
        if joins and len(laid.wilds) >= JOINED and len(laid.naturals) >= joins:
            rows = [n.Meld(laid.wilds[:JOINED]), n.Add(laid.naturals, n.Address(WILD_MELD))]
            return [*rows, n.Add(laid.wilds[JOINED:], rank)] if laid.wilds[JOINED:] else rows
        needed = max(0, rules.melds.least_cards - len(laid.naturals))
        rows = [n.Meld(laid.naturals + laid.wilds[:needed])]
        return [*rows, n.Add(laid.wilds[needed:], rank)] if laid.wilds[needed:] else rows
    return [n.Add(laid.naturals, address), *([n.Add(laid.wilds, address)] if laid.wilds else [])]
