"""The end of the stock, and when a deal is over."""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.cards import RANK, RED_THREES, UNKNOWN, WILD
from canasta_audit.checks.locks import locked_out
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, canastas_of, emptied, frozen_by, is_kind, kinds_lacking, may_have_canasta
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MeldOnTable, Table

_LAST_WAS_RED = "the last card of the stock was a red three"
_LAST_DRAWN = "the last card of the stock was drawn"
_USED_UP = "the stock is used up"


def why_over(step: Step, out: bool = False) -> str | None:
    """Why the deal is over after this turn, ``None`` while it goes on; ``out``: the mover is known to have gone out with it."""
    turn, table, law = step.turn, step.table, step.rules.stock_end
    if turn.last_was_red and table.stock_left == 0 and red_three_ends(step.rules):
        return _LAST_WAS_RED
    if turn.stock_before == 0 and not turn.took and not turn.drawn and not turns_over(table, step.rules):
        return f"{_USED_UP} and {turn.seat} did not take the pile"
    if out or (turn.seat not in table.vague and emptied(step) and may_have_canasta(step)):
        return f"{turn.seat} had gone out"
    if law.ends == "last-card" and table.stock_left == 0 and not may_be_turned(table, step.rules):
        return _LAST_DRAWN
    return None


def out_by_count(table: Table) -> bool:
    """Tell whether the deal is taken to be over because somebody is out by a count in mid-deal alone."""
    return table.over is not None and table.over.split(" ", 1)[0] in table.counted


def red_three_ends(rules: Rules) -> bool:
    """Tell whether a red three drawn as the last card of the stock ends the deal: not where threes are cards like others."""
    return rules.stock_end.red_three_ends and rules.red_threes.laid != "never"


def may_have_ended_red(step: Step) -> bool:
    """Tell whether the card drawn last in the running turn was, or may have been, a red three, where that ends the deal."""
    turn = step.turn
    return (turn.last_was_red or turn.last_may_be_red) and red_three_ends(step.rules)


def decides(reason: str, rules: Rules) -> str:
    """The pointer of what decides that a deal was over for a ``reason`` of ``why_over``."""
    if reason == _LAST_WAS_RED:
        return "/stock_end/red_three_ends"
    if reason == _LAST_DRAWN:
        return "/stock_end/ends"
    if reason.startswith(_USED_UP):
        return "/stock_end/taking_forced" if rules.stock_end.taking_forced != "none" else "/stock_end/ends"
    return "/going_out/canastas"


def may_be_turned(table: Table, rules: Rules) -> bool:
    """Tell whether the pile is one that becomes the stock when that is used up: more of it lies there than stays."""
    law = rules.stock_end.pile_turned
    return law != "none" and len(table.pile) > (law == "all-but-top")


def turns_over(table: Table, rules: Rules) -> bool:
    """Tell whether the pile is to be turned over before the next card can be drawn."""
    return table.stock_left == 0 and may_be_turned(table, rules)


def could_have_turned(step: Step) -> bool:
    """Tell of a turn that has ended whether the pile was one to turn over before the discard."""
    law, lay = step.rules.stock_end.pile_turned, len(step.table.pile) - step.turn.discards
    return law != "none" and lay > (law == "all-but-top")


def wanted_of(play: n.Play) -> int:
    """How many cards a play takes from the stock."""
    if isinstance(play, n.Draw):
        return sum(map(len, play.chains)) or 1
    return sum(len(chain) - 1 for chain in play.chains) if isinstance(play, n.Red) else 0


def _lacks_a_replacement(step: Step, left: int) -> bool:
    """Tell whether a red three is laid bare for want of a card in the stock, though the rules have one drawn for it."""
    play, turn, law = step.play, step.turn, step.rules.red_threes
    if not isinstance(play, n.Red) or law.laid == "never" or not law.replaced_from_stock or not step.records("draws"):
        return False
    # As the last card it may have ended the deal; and where the record ends here, its end is judged.
    ended = left == 0 and may_have_ended_red(step)
    if ended or (step.last_turn and step.index == len(step.plays) - 1):
        return False
    spare = turn.reds_from_pile + turn.rest.count(UNKNOWN)
    for chain in play.chains:
        if len(chain) > 1:
            left = max(0, left - len(chain) + 1)
        elif spare:
            spare -= 1
        elif not left:
            return True
    return False


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
    if locked_out(table, seat, table.played_turns, rules) is not None:
        return False
    if top == UNKNOWN or top in WILD or is_kind(top, rules.pile.never_top) or frozen_by(table, rules) is not None:
        return False
    side = table.seats.side_of[seat]
    fitting = [
        meld for meld in table.melds[side] if meld.rank == RANK[top] and (rules.pile.onto_canasta or not is_canasta(meld, rules))
    ]
    if not fitting or "onto-meld" not in rules.pile.opened:
        return False
    finished = next((meld for meld in fitting if meld.size + 1 == rules.canastas.size), None)
    return not law.forced_excused or _has_a_discard(step, seat, _would_have_canastas(table, seat, rules, finished))


def _would_have_canastas(table: Table, seat: Seat, rules: Rules, finished: MeldOnTable | None) -> bool:
    """Tell whether ``seat`` has what going out needs once a natural has made ``finished`` a canasta, too."""
    law, lacking = rules.going_out, kinds_lacking(table, seat, rules)
    have = len(canastas_of(table, seat, rules))
    if finished is not None and (law.canasta_of == "side" or finished.seat == seat):
        have += 1
        lacking = [kind for kind in lacking if kind != ("mixed" if finished.wilds else "natural")]
    return have >= law.canastas and not lacking


def _has_a_discard(step: Step, seat: Seat, may_go_out: bool) -> bool:
    """Tell whether taking the pile onto a meld leaves the player a lawful discard; a hand that is not known does not tell."""
    table, rules = step.table, step.rules
    size = table.hand_size(seat)
    if size is None or (size == 1 and len(table.pile) == 1 and not rules.pile.one_card_each):
        return False
    law = rules.going_out
    kept = 0 if law.without_canasta == "play-on" or (may_go_out and law.last_discard != "not-allowed") else 1
    return size + len(table.pile) - 1 > kept


@check(
    "STOCK-001", "forced-take-refused", ("undrawn", "deal-end"), "{seat} must take the pile: {top} fits a meld of {side}",
    reads=("/stock_end/taking_forced", "/stock_end/forced_excused"), depends=("stock", "order", "hand", "pile"), taints=("out",),
    needs=("stock", "top", "size", "freezer"),
    only={"deal-end": "used-up"},
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


_DRAWING = frozenset(("draw", "red"))
_MAY_BE_RED = RED_THREES | {UNKNOWN, "3"}
_PLAYED = frozenset(("take", "meld", "add", "ask", "discard"))


@check(
    "STOCK-002", "play-after-last-red-three", "after-last-red", "{play} after a red three as the last stock card",
    reads=("/stock_end/red_three_ends",), depends=("turn", "stock"), taints=("turn", "melds"),
    when=red_three_ends,
    needs=("stock", "last"),
)  # fmt: skip
def play_after_last_red_three(step: Step) -> Faults:
    """Something is played after a red three came as the last card of the stock, or cards were laid while it was still to come.

    Why: it cannot be replaced and the deal ends at once: no meld, no discard. What a turn draws, replacements for red threes
    included, is drawn before anything is laid but what takes the pile.

    Bad:
        deal 1: dealer W
        stock: 3H
        N: draw 3H, red 3H, discard 4C  # here

    Good:
        deal 1: dealer W
        stock: 3H
        N: draw 3H, red 3H
    """
    kind = step.play.kind
    if step.table.stock_left != 0:
        return None
    if kind in _PLAYED or (kind == "turnover" and step.rules.stock_end.pile_turned != "none"):
        return Fault({"play": kind})
    if kind == "red" and any(lay.top is None for lay in step.turn.lays):
        return Fault({"play": kind}, message="cards were laid before the red three that is the last stock card")
    return None


@check(
    "STOCK-003", "stock-not-used-up", "deal-end", "the deal is recorded as ended with the stock, but {left} cards are left in it",
    grade="impossible", reads=("/equipment/packs",), depends=("stock", "order", "end"), taints=("end",),
    needs=("stock",),
    only={"deal-end": "used-up"},
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


@check(
    "STOCK-004", "pile-turned-over", "turnover", "the pile is turned over; it never becomes the stock",
    reads=("/stock_end/pile_turned",), depends=("order", "stock"), taints=("stock", "pile", "end", "turn"),
    needs=("stock", "hand", "draws"),
)  # fmt: skip
def pile_turned_over(step: Step) -> Faults:
    """The pile is turned over as a new stock where the rules do not know that, while the stock has cards, or with no card to draw.

    Why: how a deal ends whose stock is used up is told by the rules; a new stock would let it go on. Where the pile becomes the
    stock, it does so when the next card is wanted: whoever has drawn the last one still discards onto the old pile.

    Bad:
        deal 1: dealer W
        stock: KD
        N: draw KD, discard 4C
        E: turnover, draw 4C, discard 9H  # here

    Good:
        deal 1: dealer W
        stock: KD
        N: draw KD, discard 4C
        E: pass
        end: stock
    """
    left = step.table.stock_left
    if step.rules.stock_end.pile_turned == "none":
        return Fault({"left": left or 0})
    if left:
        return Fault({"left": left}, message="the pile is turned over, but the stock has {left} cards")
    turn = step.turn
    served = (turn.drawn or turn.took) and _MAY_BE_RED.isdisjoint(step.table.hands[turn.seat])
    wanted = not served and may_be_turned(step.table, step.rules)
    if wanted or not step.records("draws") or any(later.kind in _DRAWING for later in step.plays[step.index + 1 :]):
        return None
    return Fault({"left": 0}, message="the pile is turned over, but this turn draws no card from it")


@check(
    "STOCK-005", "pile-turned-over-otherwise", "turnover", "the whole pile is turned over as it lies; {why}",
    reads=("/stock_end/pile_turned",), depends=("pile",), taints=("stock", "pile"),
    when=lambda rules: rules.stock_end.pile_turned != "none",
    needs=("top",),
)  # fmt: skip
def pile_turned_over_otherwise(step: Step) -> Faults:
    """The new stock is not what the rules make of the pile: too much or too little of it is turned over, or it is shuffled.

    Why: the pile is turned over as it lies, all of it or all but its top card, so that everybody can know what comes.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 5D
        stock: KD
        N: draw KD, discard 4C
        E: turnover leave 4C, draw 5D, discard 9H  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 5D
        stock: KD
        N: draw KD, discard 4C
        E: turnover, draw 5D, discard 9H
    """
    play, pile, law = step.play, step.table.pile, step.rules.stock_end.pile_turned
    if not isinstance(play, n.TurnOver):
        return None
    template = "the whole pile is turned over as it lies; {why}" if law == "all" else "all but the top card is turned over; {why}"
    why = None
    if law == "all" and play.leave is not None:
        why = f"{play.leave} stays"
    elif law == "all-but-top" and (play.leave is None or not pile or not c.could_be(play.leave, pile[-1])):
        why = f"{play.leave or 'nothing'} stays"
    elif play.shuffled:
        why = "it is shuffled"
    return Fault({"why": why, "leave": play.leave, "shuffled": play.shuffled}, message=template) if why else None


@check(
    "STOCK-006", "pile-not-turned-over", ("short-stock", "undrawn", "deal-end"),
    "the stock is used up, and the pile of {pile} cards is not turned over",
    reads=("/stock_end/pile_turned",), depends=("stock", "order", "end", "pile"), taints=("stock", "pile", "cards", "end"),
    when=lambda rules: rules.stock_end.pile_turned != "none",
    needs=("stock", "heap"),
    only={"deal-end": "used-up"},
)  # fmt: skip
def pile_not_turned_over(step: Step) -> Faults:
    """Cards are drawn from a stock that has none, or the deal, a turn or a red three's replacement is dropped for want of them.

    Why: when the stock is used up, the pile is turned over and the deal goes on; the record leaves it out, or it was forgotten. A
    red three that came as the last card is replaced out of the pile turned over as well.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 5D
        stock: KD
        N: draw KD, discard 4C
        E: draw 5D, discard 9H  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        pile: 5D
        stock: KD
        N: draw KD, discard 4C
        E: turnover, draw 5D, discard 9H
    """
    table, end, left = step.table, step.end, step.table.stock_left
    if left is None or not may_be_turned(table, step.rules):
        return None
    data = {"pile": len(table.pile)}
    if end is not None and step.line is end:
        due = end.why == "stock" and left == 0 and table.played_turns > 0 and table.over is None and not may_have_ended_red(step)
        return Fault(data) if due else None
    if not isinstance(step.line, n.Turn):
        return None
    turn = step.turn
    if wanted_of(step.play) > left or _lacks_a_replacement(step, left):
        return Fault(data)
    played = turn.lays or turn.discards or turn.took or turn.drawn
    idle = turn.stock_before == 0 and left == 0 and not played and step.index == len(step.plays) - 1
    return Fault(data, -1) if idle else None
