"""What is asked before a play of the notation is carried out: of draws, melds, lay-offs and takes of the pile."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from canasta_audit.asking import Asker
from canasta_audit.cards import UNKNOWN, WILD
from canasta_audit.checks.draw import due
from canasta_audit.checks.step import EVERYTHING, Step, frozen_by
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.apply import resolve
from canasta_audit.table.laying import PLAIN_RANKS, has_wild_meld, joining
from canasta_audit.table.state import WILD_MELD, MeldOnTable, Table, TurnState, shape

_TAKES_LIMIT = 20_000


def before_drawing(asker: Asker, play: n.Play, turn: TurnState, table: Table) -> None:
    """Ask about a draw, or about replacements for red threes: most are what the stock has next, and nothing is odd about them."""
    chains: tuple[n.Chain, ...] = play.chains  # type: ignore[attr-defined]
    wanted, stock, left = play.wanted, table.stock, table.stock_left
    if chains and not (play.fair and asker.shortcuts.chains):
        asker.ask("chain")
    if stock is not None and tuple(stock[: -len(wanted) - 1 : -1]) != wanted:
        asker.ask("stock-differs")
    if left is not None and left <= (len(wanted) or 1):
        asker.ask("short-stock")
    if play.kind == "draw":
        if not chains:
            turn.bare_draw = due(asker.step)[0]
        if turn.drawn or len(chains) != table.usual_draw:
            asker.ask("odd-draw")
        if turn.drawn or turn.took:
            asker.ask("second-source")
    elif turn.reds_from_pile or not asker.shortcuts.reds or min(map(len, chains), default=0) < 2:
        asker.ask("red")


def before_laying(asker: Asker, play: n.Play, turn: TurnState, table: Table) -> None:
    """Work out what a meld or a lay-off puts down and onto what, and ask about it; no cards where its address names no meld."""
    step = asker.step
    if not (turn.drawn or turn.took or turn.finishing):
        asker.ask("undrawn-play")
    step.cards, step.joined = play.cards, None  # type: ignore[attr-defined]
    if play.kind == "add":
        _find_target(asker, resolve(table, turn.seat, play.cards, play.onto), turn, table)  # type: ignore[attr-defined]
        if step.joined is not None:
            if step.joined.rank != play.laid:
                _judge_odd_add(asker, step.joined)
            return
    _judge_row(asker)


def _judge_odd_add(asker: Asker, joined: MeldOnTable) -> None:
    """Ask about cards that join a meld, unless they are naturals of its rank, or like what was found good before."""
    cards, rank, key = asker.step.cards, joined.rank, None
    if rank in PLAIN_RANKS and asker.step.play.kind == "add" and UNKNOWN not in cards and asker.shortcuts.adds:
        row = shape(cards)
        if row.rank == rank and not row.wilds:
            return
        if row.rank in (rank, WILD_MELD):
            key = joining(row, joined)
            if key in asker.adds:
                return
    before = asker.emit.count
    for card in cards:
        if card[0] != rank or card in WILD or rank == "3":
            asker.ask("odd-add")
            break
    if key is not None and asker.emit.count == before:
        asker.adds.add(key)


def _judge_row(asker: Asker) -> None:
    """Ask about the cards put down: as a new row, unless an equal one was found good."""
    cards = asker.step.cards
    if cards:
        row = shape(cards)
        if row not in asker.rows:
            before = asker.emit.count
            asker.ask("row")
            if asker.emit.count == before and row.rank in PLAIN_RANKS:
                asker.rows.add(row)
        rank = row.rank
        for meld in asker.step.table.melds[asker.step.turn.side]:
            if meld.rank == rank:
                asker.ask("second-row")
                break


def before_taking(asker: Asker, play: n.Take, turn: TurnState, table: Table) -> None:
    """Ask about the pile being taken, unless an alike take was found good, and then about the row that it makes."""
    step, pile = asker.step, table.pile
    if turn.drawn or turn.took:
        asker.ask("second-source")
    step.cards, step.joined, step.targets = (), None, []
    if play.how == "with" or play.onto is not None:
        top = pile[-1] if pile and pile[-1] != UNKNOWN else play.top or UNKNOWN
        step.cards = (top, *play.cards)
    if play.onto is not None:
        _find_target(asker, resolve(table, turn.seat, play.cards, play.onto), turn, table)
    if not pile or (play.top is not None and pile[-1] != play.top):
        asker.ask("odd-top")
    key = alike(step, turn, table) if asker.shortcuts.takes else None
    if key is None or key not in asker.takes:
        before, turn.of_take = asker.emit.count, {}
        asker.ask("take")
        turn.of_take = None
        if key is not None and asker.emit.count == before and len(asker.takes) < _TAKES_LIMIT:
            asker.takes.add(key)
    if step.joined is not None:
        _judge_odd_add(asker, step.joined)
    else:
        _judge_row(asker)
    if asker.emit.in_doubt:
        asker.emit.take_pile(turn.seat)


def alike(step: Step, turn: TurnState, table: Table) -> Hashable | None:
    """All that may tell whether a take is lawful: which cards from the hand are of the top card's rank, the meld they join, what
    freezes the pile, whether the side had opened, how many cards were drawn, and whether pile and hand have a single card.
    ``None``: too much is open.
    """
    play, joined, pile = step.play, step.joined, table.pile
    law = step.rules
    if (
        not isinstance(play, n.Take)
        or not pile
        or len(pile[-1]) == 1
        or turn.drawn not in (0, law.turn.draw_with_pile)
        or turn.took
    ):
        return None
    if (
        turn.seat in table.vague
        or turn.seat in table.counted
        or table.debt
        or (play.how != "with" and play.onto is None)
        or play.only
        or len(step.targets) > 1
        or may_bar(law, table.melds[turn.side])
        or not step.match.recorded >= EVERYTHING
    ):
        return None
    return likeness(play, joined, turn, table, law)


def may_bar(rules: Rules, melds: Sequence[MeldOnTable]) -> bool:
    """Tell whether a meld of wild cards alone may keep its side from what it lays elsewhere."""
    return bool(rules.melds.wild_only_bars) and has_wild_meld(melds)


def likeness(play: n.Take, joined: MeldOnTable | None, turn: TurnState, table: Table, rules: Rules) -> Hashable:
    """What tells whether a take is lawful of which nothing is open: see ``alike``. Of a draw before it only the number tells."""
    pile = table.pile
    top = pile[-1]
    rank = top[0]
    if rank in "23*":
        top, rank = top if rank == "3" else rank, ""
    else:
        # Only whether another card is of the same rank may tell.
        top = ""
    ranks = "".join(["=" if card[0] == rank else card[0] for card in play.cards]) if play.cards else ""
    meld = None if joined is None else ("=" if joined.rank == rank else joined.rank, joined.wilds, len(joined.cards))
    single = len(pile) == 1 and len(table.hands[turn.seat]) == 1 and not turn.drawn
    frozen = frozen_by(table, rules) is not None
    return (top, play.how, ranks, play.onto is None, meld, frozen, turn.opened_before, bool(turn.lays), single, turn.drawn)


def _find_target(asker: Asker, targets: list[MeldOnTable], turn: TurnState, table: Table) -> None:
    step = asker.step
    step.targets = turn.targets = targets
    turn.targets_of = step.play
    if len(targets) != 1 or table.seats.side_of[targets[0].seat] != turn.side:
        asker.ask("odd-target")
    if targets:
        step.joined = targets[0]
    else:
        step.cards = ()
