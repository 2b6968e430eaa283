"""The draw: so many cards from the stock, or the pile."""

from __future__ import annotations

from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.checks.stock_end import could_have_turned, may_be_turned, wanted_of
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules

WHOLE_LINE = -1
_SOURCES = frozenset(("draw", "take"))
_LAYING = frozenset(("meld", "add", "discard"))
_WITH_PILE = "/turn/draw_with_pile"
_AFTER_NONE = "/turn/draw_after_no_discard"


def number_due(rules: Rules, *, takes: bool, after_no_discard: bool) -> tuple[int, str]:
    """How many cards a turn draws from the stock, and the key that says so.

    ``takes``: the pile is taken in it; ``after_no_discard``: the player's turn before left him cards and had no discard.
    """
    law = rules.turn
    if takes and law.draw_with_pile:
        return law.draw_with_pile, _WITH_PILE
    if after_no_discard and law.draw_after_no_discard:
        return law.draw_after_no_discard, _AFTER_NONE
    return law.draw, "/turn/draw"


def due(step: Step) -> tuple[int, str]:
    """How many cards the running turn draws from the stock, and the key that says so."""
    takes = step.turn.took or any(play.kind == "take" for play in step.plays)
    return number_due(step.rules, takes=takes, after_no_discard=step.turn.after_no_discard)


def _too_many(step: Step, key: str) -> Faults:
    """More cards are drawn than are due by ``key``."""
    play, (want, decided) = step.play, due(step)
    if not isinstance(play, n.Draw) or decided != key:
        return None
    have = step.turn.drawn + (len(play.chains) or want)
    # Whether a hand that nobody saw had a card left after his turn before nobody can tell for certain.
    guessed = key == _AFTER_NONE and step.turn.seat in step.table.unsure
    return Fault({"have": have, "want": want}, guessed=guessed) if have > want else None


@check(
    "DRAW-001", "wrong-number-drawn", "odd-draw", "{have} drawn from the stock; a turn draws {want}",
    reads=("/turn/draw",), depends=("turn",),
    needs=("draws",),
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
    return _too_many(step, "/turn/draw")


@check(
    "DRAW-006", "too-many-drawn-with-pile", "draw", "{have} drawn from the stock; a turn that takes the pile draws {want}",
    reads=(_WITH_PILE,), depends=("turn",), when=lambda rules: rules.turn.draw_with_pile > 0,
    needs=("draws",),
)  # fmt: skip
def too_many_drawn_with_pile(step: Step) -> Faults:
    """More cards are drawn than belong to a turn in which the pile is taken, before it or after it.

    Why: the pile stands for a part of the draw, and fewer cards come from the stock beside it.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds N: KC KD KH
        pile: 5D QC
        hand N: QD QH JS TS
        N: draw 8C 9C, take QC with QD QH, discard JS  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        melds N: KC KD KH
        pile: 5D QC
        hand N: QD QH JS TS
        N: draw 8C, take QC with QD QH, discard JS
    """
    return _too_many(step, _WITH_PILE)


@check(
    "DRAW-007", "too-many-drawn-after-no-discard", "draw",
    "{have} drawn from the stock; after a turn without a discard it is {want}",
    reads=(_AFTER_NONE,), depends=("turn", "hand"), when=lambda rules: rules.turn.draw_after_no_discard > 0,
    needs=("draws", "size"),
)  # fmt: skip
def too_many_drawn_after_no_discard(step: Step) -> Faults:
    """A player who had nothing to discard in his turn before draws as many cards as usual.

    Why: the discard that he kept counts against him; he draws fewer until he can discard again.

    Bad:
        [Ruleset "ro-mini"]
        [Seats "NS"]
        deal 1: dealer S
        melds N: KC KD KH
        hand N: KS
        N: draw KC KS
        S: draw 8C 9C, discard 9C
        N: draw 6C 7D, discard 7D  # here

    Good:
        [Ruleset "ro-mini"]
        [Seats "NS"]
        deal 1: dealer S
        melds N: KC KD KH
        hand N: KS
        N: draw KC KS
        S: draw 8C 9C, discard 9C
        N: draw 7D, discard 7D
    """
    return _too_many(step, _AFTER_NONE)


@check(
    "DRAW-005", "too-few-drawn", "turn-end", "{have} drawn from the stock; a turn draws {want}",
    reads=("/turn/draw", _WITH_PILE, "/stock_end/pile_turned"), depends=("turn", "order"),
    when=lambda rules: rules.turn.draw > 1 or rules.turn.draw_with_pile > 0,
    needs=("draws", "stock"),
)  # fmt: skip
def too_few_drawn(step: Step) -> Faults:
    """Fewer cards are drawn than a turn draws, although the stock has more, or the pile could be turned over.

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
    turn, (want, key) = step.turn, due(step)
    left = step.table.stock_left
    if turn.drawn >= want or left is None or not step.records("draws"):
        return None
    if key != _WITH_PILE and (turn.took or not turn.drawn):
        return None
    if left == 0:
        if turn.took or not could_have_turned(step):
            return None
        key = "/stock_end/pile_turned"
    at = next((i for i, play in enumerate(step.plays) if play.kind in _SOURCES), 0)
    return Fault({"have": turn.drawn, "want": want}, at, parameter=key)


@check(
    "DRAW-002", "draw-and-take", "second-source", "the turn both draws from the stock and takes the pile",
    reads=("/turn/draw", _WITH_PILE), depends=("turn",), taints=("turn",),
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
    turn, takes = step.turn, step.play.kind == "take"
    if turn.took and takes:
        return Fault({})
    return Fault({}) if (turn.took or takes) and not step.rules.turn.draw_with_pile else None


@check(
    "DRAW-003", "no-draw", ("undrawn-play", "undrawn"), "the turn neither draws from the stock nor takes the pile",
    reads=("/turn/draw",), depends=("turn", "order"), taints=("turn", "cards", "hand", "stock"),
    needs=("draws",),
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
        if (turn.stock_before == 0 and not step.table.stock_left) or (turn.stock_before is None and turn.passed and step.last_turn):
            return None
    elif turn.lays or turn.discards:
        # Found at the first card played.
        return None
    # Without a draw a turn at the end of the stock ends the deal; whoever plays on may have seen it otherwise.
    return Fault({}, WHOLE_LINE, doubts=("end",) if turn.stock_before == 0 else ())


@check(
    "DRAW-004", "empty-stock-drawn", "short-stock", "{wanted} drawn, but the stock has {left}",
    grade="impossible", reads=("/equipment/packs",), depends=("stock", "order"), taints=("stock", "hand"),
    needs=("stock", "draws"),
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
    left, wanted = step.table.stock_left, wanted_of(step.play)
    # Where the pile becomes the stock, it is this that was left out.
    if left is None or wanted <= left or may_be_turned(step.table, step.rules):
        return None
    return Fault({"wanted": wanted, "left": left})
