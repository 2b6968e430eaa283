"""Red threes: laid at once, replaced from the stock, not replaced when they came with the pile."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_audit.cards import COLOUR, RED_THREES, UNKNOWN, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules

WHOLE_LINE = -1


def are_laid(rules: Rules) -> bool:
    """Tell whether red threes are bonus cards that are laid apart."""
    return rules.red_threes.laid != "never"


@check(
    "THREES-001", "red-three-not-laid", "red-held", "{seat} keeps the red three {card} in hand",
    reads=("/red_threes/laid",), depends=("threes", "hand", "cards"), taints=("threes",), when=are_laid,
    needs=("hand", "thrown"),
)  # fmt: skip
def red_three_not_laid(step: Step) -> Faults:
    """A player ends his turn with a red three in hand, or has discarded it.

    Why: a red three is laid face up as soon as it is the player's turn, whether it was dealt, drawn or came with the pile. Left in
    hand it costs the player's side at the end of the deal; discarded it is out of play and gone for its side.

    Bad:
        deal 1: dealer W
        N: draw 3H, discard 4C  # here

    Good:
        deal 1: dealer W
        N: draw 3H>KD, discard 4C
    """
    seat, pile = step.turn.seat, step.table.pile
    card = next((card for card in step.table.hands[seat] if card in RED_THREES), None)
    if card is not None and step.table.surely_holds(seat, RED_THREES):
        return Fault({"seat": seat, "card": card}, WHOLE_LINE)
    if step.turn.discards and pile and pile[-1] in RED_THREES:
        return Fault({"seat": seat, "card": pile[-1]}, max(0, len(step.plays) - 1), message="{seat} discards the red three {card}")
    return None


@check(
    "THREES-002", "red-three-not-replaced", ("red", "dealt"), "{card} is laid without drawing a card for it",
    reads=("/red_threes/replaced_from_stock",), depends=("order", "stock"), taints=("deal", "stock", "hand", "cards"),
    when=lambda rules: are_laid(rules) and rules.red_threes.replaced_from_stock,
    needs=("draws", "stock", "pile", "dealt"),
    only={"dealt": "odd-red"},
)  # fmt: skip
def red_three_not_replaced(step: Step) -> Faults:
    """A red three that was dealt or drawn is laid without a replacement from the stock.

    Why: the hand keeps its number of cards; only a red three that came with the pile is not replaced.

    Bad:
        deal 1: dealer W
        stock: 3H KD 5C
        N: draw 3H, red 3H, discard 4C  # here

    Good:
        deal 1: dealer W
        stock: 3H KD 5C
        N: draw 3H, red 3H>KD, discard 4C
    """
    play, table = step.play, step.table
    if not step.records("draws"):
        return None
    if not isinstance(play, n.Red):
        return [
            Fault({"card": chain[0]}, seat=line.seat, line=line)
            for line, chain in _laid_before_play(step)
            if len(chain) == 1 and line.seat not in table.vague
        ]
    left = table.stock_left
    if left is None and any(later.kind == "draw" for later in step.plays[step.index :]):
        # The count is not known, but somebody found a card in the stock.
        left = 1
    # A card of the pile that nobody had seen may have been a red three, too.
    spare = step.turn.reds_from_pile + step.turn.rest.count(UNKNOWN) + step.turn.rest.count("3")
    for chain in play.chains:
        if len(chain) > 1:
            left = left and max(0, left - len(chain) + 1)
        elif spare:
            spare -= 1
        elif left:
            return Fault({"card": chain[0]})
    return None


@check(
    "THREES-003", "red-three-from-pile-replaced", "red", "{card} came with the pile, but a card was drawn for it",
    reads=("/red_threes/replaced_from_pile",), when=lambda rules: are_laid(rules) and not rules.red_threes.replaced_from_pile,
    needs=("hand", "pile"),
)  # fmt: skip
def red_three_from_pile_replaced(step: Step) -> Faults:
    """A red three out of a taken pile is replaced from the stock.

    Why: the pile has brought cards enough; only a red three dealt or drawn is replaced.

    Bad:
        deal 1: dealer W
        hand N: AD AS KS QS JS TS 9S 8S 7S 6S 4C
        up: 3H AC
        N: take AC with AD AS, pickup, red 3H>KD, discard 4C  # here

    Good:
        deal 1: dealer W
        hand N: AD AS KS QS JS TS 9S 8S 7S 6S 4C
        up: 3H AC
        N: take AC with AD AS, pickup, red 3H, discard 4C
    """
    play, turn = step.play, step.turn
    if not isinstance(play, n.Red) or not turn.reds_from_pile:
        return None
    if turn.seat in step.table.vague and step.table.turns_had[turn.seat] == 1:
        # It may be one that was dealt.
        return None
    spare = turn.reds_from_pile
    # A card that nobody has seen may be one that was dealt, and is replaced.
    held = sum(card in RED_THREES or card in (UNKNOWN, "3") for card in step.table.hands[turn.seat])
    for chain in play.chains:
        if len(chain) > 1 and spare >= held:
            return Fault({"card": chain[0]})
        held -= 1
        spare -= len(chain) == 1
    return None


@check(
    "THREES-004", "red-three-replaced-twice", ("chain", "dealt"), "{card} was drawn for a red three and replaced once more",
    reads=("/red_threes/replaced_from_stock",), taints=("reds", "hand", "stock"), when=are_laid,
    needs=("chain",),
    only={"dealt": "odd-red"},
)  # fmt: skip
def red_three_replaced_twice(step: Step) -> Faults:
    """More than one card is drawn for one red three.

    Why: one card is drawn for each red three; a further one only if the card drawn is a red three itself.

    Bad:
        deal 1: dealer W
        N: draw 3H>KD>5C, discard 4C  # here

    Good:
        deal 1: dealer W
        N: draw 3H>3D>5C, discard 4C
    """
    for line, chain in _chains(step):
        for card in chain[1:-1]:
            if card != UNKNOWN and not _may_be_red_three(card):
                return Fault({"card": card}, line=line, seat=getattr(line, "seat", None))
    return None


@check(
    "THREES-005", "not-a-red-three", ("chain", "dealt"), "{card} is laid as a red three",
    reads=("/red_threes/laid",), taints=("reds", "hand", "stock"), when=are_laid,
    needs=("chain",),
    only={"dealt": "odd-red"},
)  # fmt: skip
def not_a_red_three(step: Step) -> Faults:
    """Another card is laid down in the place of a red three.

    Why: only red threes are laid and replaced.

    Bad:
        deal 1: dealer W
        N: draw 3C>KD, discard 4C  # here

    Good:
        deal 1: dealer W
        N: draw 3H>KD, discard 4C
    """
    for line, chain in _chains(step):
        card = chain[0]
        if (len(chain) > 1 or step.play.kind != "draw") and card != UNKNOWN and not _may_be_red_three(card):
            return Fault({"card": card}, line=line, seat=getattr(line, "seat", None))
    return None


@check(
    "THREES-006", "red-three-laid-too-late", "first-turn", "{seat} was dealt the red three {card} and has not laid it",
    reads=("/red_threes/laid",), depends=("threes",), taints=("threes",), when=lambda rules: rules.red_threes.laid == "at-deal",
    needs=("hand",),
)  # fmt: skip
def red_three_laid_too_late(step: Step) -> Faults:
    """The first turn begins while a dealt red three is still in a hand.

    Why: under this reading red threes dealt are laid and replaced before anybody plays.

    Bad:
        [Ruleset "uk-regency+red-threes-at-deal"]
        deal 1: dealer W
        hand N: 3H AS KS QS JS TS 9S 8S 7S 6S 4C
        N: red 3H>9D, draw KD, discard 4C  # here

    Good:
        [Ruleset "uk-regency+red-threes-at-deal"]
        deal 1: dealer W
        hand N: 3H AS KS QS JS TS 9S 8S 7S 6S 4C
        red N: 3H>9D
        N: draw KD, discard 4C
    """
    table = step.table
    if table.mid_deal:
        return None
    held = {seat: next((card for card in hand if card in RED_THREES), None) for seat, hand in table.hands.items()}
    return [
        Fault({"seat": seat, "card": card}, WHOLE_LINE, seat=seat)
        for seat, card in held.items()
        if card is not None and seat in table.red_holders and table.surely_holds(seat, RED_THREES)
    ]


@check(
    "THREES-007", "red-three-laid-too-early", "dealt", "{seat} laid the red three {card} before his first turn",
    reads=("/red_threes/laid",), when=lambda rules: rules.red_threes.laid == "at-first-turn",
    only={"dealt": "red"},
)  # fmt: skip
def red_three_laid_too_early(step: Step) -> Faults:
    """A dealt red three is laid before its holder's first turn.

    Why: under this reading each player lays his red threes when his turn comes, and draws for them then.

    Bad:
        [Ruleset "uk-regency+red-threes-at-first-turn"]
        deal 1: dealer W
        hand N: 3H AS KS QS JS TS 9S 8S 7S 6S 4C
        red N: 3H>9D  # here
        N: draw KD, discard 4C

    Good:
        [Ruleset "uk-regency+red-threes-at-first-turn"]
        deal 1: dealer W
        hand N: 3H AS KS QS JS TS 9S 8S 7S 6S 4C
        N: red 3H>9D, draw KD, discard 4C
    """
    return [
        Fault({"seat": line.seat, "card": chain[0]}, seat=line.seat, line=line)
        for line, chain in _laid_before_play(step)
        if chain is line.chains[0]
    ]


@check(
    "THREES-008", "red-three-laid-apart", ("chain", "dealt"), "{card} is laid apart; red threes are no bonus cards in this game",
    reads=("/red_threes/laid",), taints=("reds", "hand", "stock"), when=lambda rules: not are_laid(rules),
    needs=("chain",),
    only={"dealt": "red"},
)  # fmt: skip
def red_three_laid_apart(step: Step) -> Faults:
    """A red three is laid apart, or a card is drawn for it, in a game that has no use for that.

    Why: in such a game a red three stays in the hand until it is discarded or melded with others.

    Bad:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        N: draw 3H>KD 5C, discard 4C  # here

    Good:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        N: draw 3H 5C, discard 4C
    """
    for line, chain in _chains(step):
        if len(chain) > 1 or step.play.kind != "draw":
            return Fault({"card": chain[0]}, line=line, seat=getattr(line, "seat", None))
    return None


def _may_be_red_three(card: Card) -> bool:
    return card[0] == "3" and COLOUR[card] != "b"


def _laid_before_play(step: Step) -> list[tuple[n.RedLine, n.Chain]]:
    """Red threes laid before the first turn of a deal that is recorded from its beginning."""
    if step.table.mid_deal or "red" not in step.noted:
        return []
    lines = [line for line in step.noted["red"] if isinstance(line, n.RedLine)]
    return [(line, chain) for line in lines for chain in line.chains]


def _chains(step: Step) -> Sequence[tuple[n.RedLine | None, n.Chain]]:
    """Chains of the play, or before any play those laid before the first turn, with their lines."""
    play = step.play
    if isinstance(play, (n.Draw, n.Red)):
        return [(None, chain) for chain in play.chains]
    return _laid_before_play(step)
