"""Cards dealt face down besides the hands: those under the first up-card, and second hands."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_audit.cards import JOKER, RANK, RANKS, WILD
from canasta_audit.checks.deal import UpCard, first_wrong, is_void, turned_up
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Dealing
from canasta_audit.table.deal import on_table

_FOR_JOKER, _FOR_DEUCE, _FOR_ACE = 50, 20, 14


def face_down_due(ups: Sequence[UpCard], law: Dealing) -> int | None:
    """How many cards lie face down under these up-cards, the last of which is the first that play begins on; ``None`` where
    nobody can tell.
    """
    if law.down == "none":
        return 0
    if not ups or RANK[ups[-1].card] not in RANKS:
        return None
    first = ups[0].card
    if law.down == "by-rank-or-value" and first in WILD:
        count = _FOR_JOKER if first == JOKER else _FOR_DEUCE
    else:
        count = RANKS.index(RANK[ups[-1].card]) + 1
        count = _FOR_ACE if count == 1 else count
    covered = sum(not up.back for up in ups[:-1]) if law.down_counts_covered else 0
    return max(0, count - covered)


def _downs(step: Step) -> list[n.CardsLine]:
    return [line for line in step.noted.get("cards", ()) if line.place == "down"]  # type: ignore[attr-defined, misc]


def _all_listed(step: Step) -> bool:
    """Tell whether hands, pile and stock are written down and are the whole deck: then no other card lies anywhere."""
    table = step.table
    return table.stock is not None and not table.vague and on_table(table) + len(table.stock) == table.deck.size


def _due_here(step: Step) -> int | None:
    """How many cards should lie face down in the deal; ``None`` where its beginning is not known, or is at fault already."""
    ups, law = turned_up(step), step.rules.dealing
    if step.table.mid_deal or is_void(step) or first_wrong(ups, law) is not None:
        return None
    return face_down_due(ups, law)


@check(
    "DEAL-008", "face-down-cards-miscounted", "dealt", "{have} cards lie face down under the up-card; there should be {want}",
    reads=("/dealing/down", "/dealing/down_counts_covered"), depends=("pile",), taints=("deal",),
    needs=("up", "dealt"),
)  # fmt: skip
def face_down_cards_miscounted(step: Step) -> Faults:
    """More or fewer cards lie face down under the up-card than the rules say.

    Why: where the first pile has a face-down part, the rank of the natural turned up tells its size.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 9D
        down: ?x8  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 9D
        down: ?x9
    """
    downs = _downs(step)
    if not downs and step.rules.dealing.down == "none":
        return None
    want = _due_here(step)
    have = sum(len(line.cards) for line in downs)
    if want is None or have == want or not (downs or _all_listed(step)):
        return None
    return Fault({"have": have, "want": want}, line=downs[-1] if downs else turned_up(step)[-1].line)


@check(
    "DEAL-009", "face-down-cards-not-recorded", "dealt", "the record leaves out {want} cards that were dealt face down",
    grade="unrecorded", severity="note", reads=("/dealing/down", "/dealing/foot_each"), depends=("pile",),
    taints=("deal", "pile", "stock"), when=lambda rules: rules.dealing.down != "none" or rules.dealing.foot_each > 0,
    needs=("dealt",),
)  # fmt: skip
def face_down_cards_not_recorded(step: Step) -> Faults:
    """Cards that lie face down from the start are not in the record: those under the up-card, or second hands.

    Why: nobody has seen them, but without their number the stock cannot be counted, nor the pile.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 9D  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 9D
        down: ?x9
    """
    table, each = step.table, step.rules.dealing.foot_each
    if _all_listed(step):
        return None
    faults = []
    want = None if _downs(step) or not step.records("pile") else _due_here(step)
    if want:
        faults.append(Fault({"want": want}, line=turned_up(step)[-1].line))
    missing = len(table.seats.order) - len(table.feet)
    if each and missing and not (table.vague or table.mid_deal or is_void(step)):
        faults.append(Fault({"want": each * missing}, parameter="/dealing/foot_each"))
    return faults


@check(
    "DEAL-010", "wrong-number-in-second-hand", "dealt", "the second hand of {seat} has {have} cards; {want} are dealt",
    reads=("/dealing/foot_each",), taints=("deal",),
    only={"dealt": "foot"},
)  # fmt: skip
def wrong_number_in_second_hand(step: Step) -> Faults:
    """A second hand has more or fewer cards than the rules say, or the game has none.

    Why: second hands are dealt like the first ones, the same number to everybody.

    Bad:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S 4S
        foot N: ?x11  # here

    Good:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S 4S
    """
    want = step.rules.dealing.foot_each
    return (
        None
        if is_void(step)
        else [
            Fault({"seat": line.seat, "have": len(line.cards), "want": want}, seat=line.seat, line=line)
            for line in step.noted.get("foot", ())
            if isinstance(line, n.FootLine) and line.seat in step.table.hands and len(line.cards) != want
        ]
    )


@check(
    "DEAL-011", "no-second-hand", "foot", "{seat} takes up a second hand, but none is dealt in this game",
    reads=("/dealing/foot_each",), taints=("hand", "cards", "stock"), when=lambda rules: rules.dealing.foot_each == 0,
)  # fmt: skip
def no_second_hand(step: Step) -> Faults:
    """A second hand is taken up in a game that has none.

    Why: each player plays with one hand; who has played it out has gone out.

    Bad:
        deal 1: dealer W
        N: draw KD, foot, discard 4C  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
    """
    seat = step.turn.seat
    return Fault({"seat": seat}) if seat not in step.table.feet else None
