"""Laying off: to which melds, and that what lies stays what it is and where it lies."""

from __future__ import annotations

from canasta_audit.cards import RANK, WILD
from canasta_audit.checks.melds import laid, short_of, spare_of
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, wilds_of
from canasta_audit.notation import model as n
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import WILD_MELD


@check(
    "MELD-010", "lay-off-on-opponents", "odd-target", "{cards} are laid off on a meld of {owner}",
    reads=("/melds/add_to_opponents",), when=lambda rules: not rules.melds.add_to_opponents,
)  # fmt: skip
def lay_off_on_opponents(step: Step) -> Faults:
    """Cards are laid off on a meld of the other side.

    Why: a player adds to his own melds and his partner's, never to those of the opponents.

    Bad:
        deal 1: dealer W
        melds E: KC KD KH
        hand N: KS 5C 6D
        N: draw 9D, add KS to K of E, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: KS 5C 6D
        N: draw 9D, add KS to K of S, discard 5C
    """
    cards, _ = laid(step)
    for target in step.targets[:1]:
        if step.table.seats.side_of[target.seat] != step.turn.side:
            return Fault({"cards": list(cards), "owner": target.seat}, doubts=(("opening", step.turn.number),))
    return None


@check(
    "MELD-011", "melded-card-moved", "move", "{cards} lay on the table and are moved",
    reads=("/melds/cards_stay",), when=lambda rules: rules.melds.cards_stay,
)  # fmt: skip
def melded_card_moved(step: Step) -> Faults:
    """A card that lies in a meld goes to another meld or back into the hand.

    Why: what is melded stays where it lies, wild cards too.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH 2C, QC QD QH
        hand N: 4D 5C 6D
        N: draw 9D, move 2C from K to Q, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH 2C, QC QD QH
        hand N: 4D 5C 6D
        N: draw 2D, add 2D to Q, discard 5C
    """
    play = step.play
    return Fault({"cards": list(play.cards)}) if isinstance(play, n.Shift) else None


@check(
    "MELD-012", "no-such-meld", "odd-target", "there is no meld of {card} to add to",
    grade="impossible", depends=("order", "hand", "opening", "melds"), taints=("melds", "opening"),
    needs=("melds",),
)  # fmt: skip
def no_such_meld(step: Step) -> Faults:
    """Cards are added to a meld that does not lie on the table.

    Why: the address is a slip, or the meld was never written down.

    Bad:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: QC 5C 6D
        N: draw 9D, add QC to Q, discard 5C  # here

    Good:
        deal 1: dealer W
        melds S: KC KD KH
        hand N: KC 5C 6D
        N: draw 9D, add KC to K, discard 5C
    """
    play = step.play
    if step.targets or not isinstance(play, (n.Add, n.Take)) or (isinstance(play, n.Take) and play.onto is None):
        return None
    if not step.records("melds"):
        return None
    naturals = [RANK[card] for card in play.cards if card not in WILD]
    key = play.onto.card if play.onto is not None else (naturals[0] if naturals else WILD_MELD)
    return Fault({"card": key}, doubts=(*short_of(step), *spare_of(step)))


@check(
    "MELD-013", "meld-not-told", "odd-target", "{count} melds fit; the record does not say which",
    grade="unrecorded", severity="warning",
    depends=("unread",),
)  # fmt: skip
def meld_not_told(step: Step) -> Faults:
    """Cards are added, and more than one meld of the side fits.

    Why: the replay takes the oldest; write ``to K.2`` or ``to K of S``.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH, KC KD KS
        hand N: KS 5C 6D
        N: draw 9D, add KS to K, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH, KC KD KS
        hand N: KS 5C 6D
        N: draw 9D, add KS to K.2, discard 5C
    """
    targets = step.targets
    onto = step.play.onto if isinstance(step.play, (n.Add, n.Take)) else None
    if len(targets) < 2 or (onto is not None and onto.nth is not None):
        return None
    return Fault({"count": len(targets)})


@check(
    "MELD-015", "wild-onto-finished-canasta", "odd-add", "{cards} go onto a finished canasta",
    reads=("/canastas/wild_onto_finished",), when=lambda rules: rules.canastas.wild_onto_finished != "any",
    needs=("laid",),
)  # fmt: skip
def wild_onto_finished_canasta(step: Step) -> Faults:
    """A wild card is laid onto a finished canasta.

    Why: a finished canasta stays what it is: a natural one, or every one.

    Bad:
        [Ruleset "uk-regency+no-wild-onto-natural-canasta"]
        deal 1: dealer W
        melds S: KC KC KD KH KH KS KS
        hand N: 2D 5C 6D
        N: draw 9D, add 2D to K, discard 5C  # here

    Good:
        [Ruleset "uk-regency+no-wild-onto-natural-canasta"]
        deal 1: dealer W
        melds S: KC KC KD KH KH KS
        hand N: 2D 5C 6D
        N: draw 9D, add 2D to K, discard 5C
    """
    cards, meld = laid(step)
    if meld is None or not is_canasta(meld, step.rules) or not wilds_of(cards):
        return None
    if meld.wilds and step.rules.canastas.wild_onto_finished == "mixed-only":
        return None
    return Fault({"cards": [card for card in cards if card in WILD]})
