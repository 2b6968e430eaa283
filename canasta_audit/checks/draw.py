"""The draw: one card from the stock, or the pile."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n

WHOLE_LINE = -1
_SOURCES = frozenset(("draw", "take"))
_LAYING = frozenset(("meld", "add", "discard"))


@check(
    "DRAW-001", "wrong-number-drawn", "odd-draw", "{have} drawn from the stock; a turn draws {want}",
    reads=("/turn/draw",), depends=("turn",),
)  # fmt: skip
def wrong_number_drawn(step: Step) -> Faults:
    """More cards are drawn from the stock than a turn draws; replacements of red threes do not count.

    Why: a turn begins with a fixed number of cards from the stock.

    Bad:
        deal 1: dealer W
        N: draw KD 5C, discard 4C  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
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

    Bad:
        [Ruleset "uk-regency+two-player-draw-two"]
        [Seats "NS"]
        deal 1: dealer S
        stock: ?x20
        N: draw KD, discard 4C  # here

    Good:
        [Ruleset "uk-regency+two-player-draw-two"]
        [Seats "NS"]
        deal 1: dealer S
        stock: ?x20
        N: draw KD 5C, discard 4C
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

    Bad:
        deal 1: dealer W
        up: AC
        N: draw KD, take AC with AD AS, discard 4C  # here

    Good:
        deal 1: dealer W
        up: AC
        N: take AC with AD AS, discard 4C
    """
    turn = step.turn
    if turn.took or (turn.drawn and step.play.kind == "take"):
        return Fault({})
    return None


@check(
    "DRAW-003", "no-draw", ("undrawn-play", "undrawn"), "the turn neither draws from the stock nor takes the pile",
    reads=("/turn/draw",), depends=("turn", "order"), taints=("turn", "cards", "hand", "stock"),
)  # fmt: skip
def no_draw(step: Step) -> Faults:
    """A turn begins with neither stock nor pile.

    Why: every turn begins with a draw or with the pile; only with the stock used up a player may do without, and then the deal
    ends.

    Bad:
        deal 1: dealer W
        N: discard 4C  # here
        E: draw KD, discard 5D

    Good:
        deal 1: dealer W
        N: draw 9H, discard 4C
        E: draw KD, discard 5D
    """
    turn, plays = step.turn, step.plays
    if not step.records("draws") or any(play.kind in _SOURCES for play in plays):
        return None
    first = next((i for i, play in enumerate(plays) if play.kind in _LAYING), None)
    if first is None:
        if turn.stock_before == 0 or (turn.stock_before is None and turn.passed and step.last_turn):
            return None
    elif turn.lays or turn.discards:
        # Found at the first card played.
        return None
    # Without a draw a turn at the end of the stock ends the deal; whoever plays on may have seen it otherwise.
    return Fault({}, WHOLE_LINE, doubts=("end",) if turn.stock_before == 0 else ())


@check(
    "DRAW-004", "empty-stock-drawn", "short-stock", "{wanted} drawn, but the stock has {left}",
    grade="impossible", reads=("/equipment/packs",), depends=("stock", "order"), taints=("stock", "hand"),
)  # fmt: skip
def empty_stock_drawn(step: Step) -> Faults:
    """More cards are drawn than the stock still has.

    Why: stock, hands, melds and pile make the whole deck; the count says that nothing was left to draw.

    Bad:
        deal 1: dealer W
        stock: KD
        N: draw KD, discard 4C
        E: draw 5D, discard 9H  # here

    Good:
        deal 1: dealer W
        stock: KD 5D
        N: draw KD, discard 4C
        E: draw 5D, discard 9H
    """
    left = step.table.stock_left
    if left is None:
        return None
    play = step.play
    if isinstance(play, n.Draw):
        wanted = sum(map(len, play.chains)) or 1
    elif isinstance(play, n.Red):
        wanted = sum(len(chain) - 1 for chain in play.chains)
    else:
        return None
    return Fault({"wanted": wanted, "left": left}) if wanted > left else None
