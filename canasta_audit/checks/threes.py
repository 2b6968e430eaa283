"""Red threes: laid at once, replaced from the stock, not replaced when they came with the pile."""

from __future__ import annotations

from canasta_audit.cards import COLOUR, RED_THREES, UNKNOWN, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n


@check(
    "THREES-001", "red-three-not-laid", "red-held", "{seat} keeps the red three {card} in hand",
    reads=("/red_threes/laid",), depends=("threes", "hand"), taints=("threes",),
)  # fmt: skip
def red_three_not_laid(step: Step) -> Faults:
    """A player ends his turn with a red three in hand.

    Why: a red three is laid face up as soon as it is the player's turn, whether it was dealt, drawn or came with the pile. Left in
    hand it costs the player's side at the end of the deal.
    """
    table = step.table
    if step.line.kind != "turn":
        return None
    hand = table.hands[step.turn.seat]
    if RED_THREES.isdisjoint(hand) or step.turn.seat in table.vague:
        return None
    card = next(card for card in hand if card in RED_THREES)
    return Fault({"seat": step.turn.seat, "card": card}, -1)


@check(
    "THREES-002", "red-three-not-replaced", "red", "{card} is laid without drawing a card for it",
    reads=("/red_threes/replaced_from_stock",), depends=("stock", "order"),
    when=lambda rules: rules.red_threes.replaced_from_stock,
)  # fmt: skip
def red_three_not_replaced(step: Step) -> Faults:
    """A red three that was dealt or drawn is laid without a replacement from the stock.

    Why: the hand keeps its number of cards; only a red three that came with the pile is not replaced.
    """
    play, turn = step.play, step.turn
    if not isinstance(play, n.Red) or not step.table.stock_left or not step.records("draws"):
        return None
    spare = turn.reds_from_pile
    for chain in play.chains:
        if len(chain) == 1:
            spare -= 1
            if spare < 0:
                return Fault({"card": chain[0]})
    return None


@check(
    "THREES-003", "red-three-from-pile-replaced", "red", "{card} came with the pile, but a card was drawn for it",
    reads=("/red_threes/replaced_from_pile",), when=lambda rules: not rules.red_threes.replaced_from_pile,
)  # fmt: skip
def red_three_from_pile_replaced(step: Step) -> Faults:
    """A red three out of a taken pile is replaced from the stock.

    Why: the pile has brought cards enough; only a red three dealt or drawn is replaced.
    """
    play, turn = step.play, step.turn
    if not isinstance(play, n.Red) or not turn.took or not turn.picked_up:
        return None
    spare = turn.reds_from_pile
    held = sum(card in RED_THREES for card in step.table.hands[turn.seat])
    for chain in play.chains:
        if len(chain) > 1 and spare >= held:
            return Fault({"card": chain[0]})
        held -= 1
        spare -= len(chain) == 1
    return None


@check(
    "THREES-004", "red-three-replaced-twice", ("draw", "red", "dealt"), "{card} was drawn for a red three and replaced once more",
    reads=("/red_threes/replaced_from_stock",),
)  # fmt: skip
def red_three_replaced_twice(step: Step) -> Faults:
    """More than one card is drawn for one red three.

    Why: one card is drawn for each red three; a further one only if the card drawn is a red three itself.
    """
    for chain in _chains(step):
        for card in chain[1:-1]:
            if card != UNKNOWN and not _may_be_red_three(card):
                return Fault({"card": card})
    return None


@check(
    "THREES-005", "not-a-red-three", ("draw", "red", "dealt"), "{card} is laid as a red three",
    reads=("/red_threes/laid",),
)  # fmt: skip
def not_a_red_three(step: Step) -> Faults:
    """Another card is laid down in the place of a red three.

    Why: only red threes are laid and replaced.
    """
    for chain in _chains(step):
        laid = chain[:1] if step.play.kind != "draw" or len(chain) > 1 else ()
        for card in laid:
            if card != UNKNOWN and not _may_be_red_three(card):
                return Fault({"card": card})
    return None


@check(
    "THREES-006", "red-three-laid-too-late", "first-turn", "{seat} was dealt the red three {card} and has not laid it",
    reads=("/red_threes/laid",), depends=("threes",), taints=("threes",), when=lambda rules: rules.red_threes.laid == "at-deal",
)  # fmt: skip
def red_three_laid_too_late(step: Step) -> Faults:
    """The first turn begins while a dealt red three is still in a hand.

    Why: under this reading red threes dealt are laid and replaced before anybody plays.
    """
    table = step.table
    if table.played_turns:
        return None
    for seat, hand in table.hands.items():
        for card in hand:
            if card in RED_THREES:
                return Fault({"seat": seat, "card": card}, -1, seat=seat)
    return None


@check(
    "THREES-007", "red-three-laid-too-early", "dealt", "{seat} laid the red three {card} before his first turn",
    reads=("/red_threes/laid",), when=lambda rules: rules.red_threes.laid == "at-first-turn",
)  # fmt: skip
def red_three_laid_too_early(step: Step) -> Faults:
    """A dealt red three is laid before its holder's first turn.

    Why: under this reading each player lays his red threes when his turn comes, and draws for them then.
    """
    for line in step.deal.lines:
        if isinstance(line, n.RedLine) and not line.undone and not step.table.mid_deal:
            step.line = line
            return Fault({"seat": line.seat, "card": line.chains[0][0]}, seat=line.seat)
    return None


def _may_be_red_three(card: Card) -> bool:
    return card[0] == "3" and COLOUR[card] != "b"


def _chains(step: Step) -> tuple[n.Chain, ...]:
    if step.play.kind:
        play = step.play
        return play.chains if isinstance(play, (n.Draw, n.Red)) else ()
    chains: list[n.Chain] = []
    for line in step.deal.lines:
        if isinstance(line, n.RedLine) and not line.undone:
            step.line = line
            chains += line.chains
    return tuple(chains)
