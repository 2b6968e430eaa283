"""The draw: one card from the stock, or the pile."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n


@check(
    "DRAW-001", "wrong-number-drawn", "draw", "{have} drawn from the stock; a turn draws {want}",
    reads=("/turn/draw",), depends=("turn",),
)  # fmt: skip
def wrong_number_drawn(step: Step) -> Faults:
    """More cards are drawn from the stock than a turn draws; replacements of red threes do not count.

    Why: a turn begins with a fixed number of cards from the stock.
    """
    play, want = step.play, step.rules.turn.draw
    if not isinstance(play, n.Draw):
        return None
    have = step.turn.drawn + (len(play.chains) or want)
    return Fault({"have": have, "want": want}) if have > want else None


@check(
    "DRAW-005", "too-few-drawn", "turn-end", "{have} drawn from the stock; a turn draws {want}",
    reads=("/turn/draw",), depends=("turn", "order"), when=lambda rules: rules.turn.draw > 1,
)  # fmt: skip
def too_few_drawn(step: Step) -> Faults:
    """Fewer cards are drawn than a turn draws, although the stock has more.

    Why: a turn begins with a fixed number of cards from the stock.
    """
    turn, want = step.turn, step.rules.turn.draw
    if turn.took or not 0 < turn.drawn < want or step.table.stock_left in (0, None):
        return None
    at = next((i for i, play in enumerate(step.plays) if play.kind == "draw"), 0)
    return Fault({"have": turn.drawn, "want": want}, at)


@check(
    "DRAW-002", "draw-and-take", "second-source", "the turn both draws from the stock and takes the pile",
    reads=("/turn/draw",), depends=("turn",), taints=("turn",),
)  # fmt: skip
def draw_and_take(step: Step) -> Faults:
    """One turn draws from the stock and takes the pile as well, or takes it twice.

    Why: the pile is taken instead of the draw.
    """
    turn = step.turn
    if turn.took or (turn.drawn and step.play.kind == "take"):
        return Fault({})
    return None


@check(
    "DRAW-003", "no-draw", "undrawn", "the turn neither draws from the stock nor takes the pile",
    reads=("/turn/draw",), depends=("turn", "order", "end"),
)  # fmt: skip
def no_draw(step: Step) -> Faults:
    """A turn begins with neither stock nor pile.

    Why: every turn begins with a draw or with the pile; only with the stock used up a player may do without, and then the deal ends.
    """
    turn = step.turn
    if turn.drawn or turn.took or not step.records("draws"):
        return None
    if turn.stock_before == 0 and not turn.discards and not turn.lays:
        return None
    if turn.stock_before is None and turn.passed and step.last_turn:
        return None
    return Fault({}, -1)


@check(
    "DRAW-004", "empty-stock-drawn", ("draw", "red"), "a card is drawn, but the stock has {left}",
    grade="impossible", reads=("/equipment/packs",), depends=("stock", "order", "deal"), taints=("stock", "score"),
)  # fmt: skip
def empty_stock_drawn(step: Step) -> Faults:
    """More cards are drawn than the stock still has.

    Why: stock, hands, melds and pile make the whole deck; the count says that nothing was left to draw.
    """
    left = step.table.stock_left
    if left is None:
        return None
    play = step.play
    if isinstance(play, n.Draw):
        wanted = sum(map(len, play.chains)) or step.rules.turn.draw
    elif isinstance(play, n.Red):
        wanted = sum(len(chain) - 1 for chain in play.chains)
    else:
        return None
    return Fault({"left": left}) if wanted > left else None
