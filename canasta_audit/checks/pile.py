"""Taking the pile: what must match its top card, and when it may not be taken at all.

The cards that go down with the top card are judged here as the way the pile was earned, and under melds as a meld.
"""

from __future__ import annotations

from canasta_audit.cards import RANK, UNKNOWN, Card
from canasta_audit.checks.melds import spare_of
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_kind, wilds_of
from canasta_audit.checks.takes import (
    by_showing,
    can_show,
    earned,
    freezer_of,
    goes_out_without_discard,
    has_opened,
    is_barred,
    is_swap,
    judged_top,
    opens,
    rests_on_hand,
    top_of,
    uses_top,
    way_of,
    ways_open,
)
from canasta_audit.notation import model as n
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MIXED, UNSEEN, WILD_MELD


@check(
    "PILE-001", "top-card-not-used", "take", "the top card {top} is not melded",
    reads=("/pile/top_melded",), when=lambda rules: rules.pile.top_melded, depends=("take",), taints=("take",),
    needs=("top", "laid", "melds"),
)  # fmt: skip
def top_card_not_used(step: Step) -> Faults:
    """The pile is taken into the hand and its top card is not laid at once.

    Why: the pile is earned by melding its top card: with cards from hand, or onto a meld that lies.

    Bad:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C KD
        hand N: KS KH 5C 6D
        N: take KD, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C KD
        hand N: KS KH 5C 6D
        N: take KD, meld KD KS KH, discard 5C
    """
    top = top_of(step)
    if top == UNKNOWN or uses_top(step) or not step.records("melds") or is_swap(step):
        return None
    barred = is_kind(top, step.rules.pile.never_top)
    return None if barred else Fault({"top": top})


@check(
    "PILE-002", "top-card-not-matched", "take", "with {cards} from the hand the top card {top} does not make a meld",
    reads=("/pile/opened",), depends=("pile", "take", "unread"), taints=("take", "spare", "melds"),
    needs=("top", "laid", "beside"),
)  # fmt: skip
def top_card_not_matched(step: Step) -> Faults:
    """The cards laid with the top card are not of its rank, or there are too few of them.

    Why: the top card makes a meld with two cards of its own rank, or with one and a wild card, or it joins a meld of its rank.

    Bad:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C KD
        hand N: KS 2C * 5C 6D
        N: take KD with 2C *, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C KD
        hand N: KS 2C * 5C 6D
        N: take KD with KS 2C, discard 5C
    """
    play = step.play
    if not isinstance(play, n.Take):
        return None
    top = judged_top(step)
    if top is None:
        return None
    if play.onto is not None and play.how is None:
        meld = step.targets[0]
        fits = meld.rank in (RANK[top], MIXED, UNSEEN)
        return None if fits else Fault({"cards": list(meld.cards), "top": top})
    if not uses_top(step) or play.how == "showing" or way_of(step, top) is not None:
        return None
    return Fault({"cards": list(earned(step)[0]), "top": top}, doubts=(("short", step.turn.side),), guessed=rests_on_hand(step))


@check(
    "PILE-003", "closed-pile-taken", "take",
    "{side} takes the pile with {cards}; {when} the initial meld the pile topped by {top} is open to {ways}",
    reads=("/pile/unopened", "/pile/opened", "/pile/after_opening"), depends=("pile", "take", "turn", "unread"),
    taints=("take", "opening"),
    needs=("top", "laid", "beside", "freezer", "melds"),
)  # fmt: skip
def closed_pile_taken(step: Step) -> Faults:
    """The pile is taken in a way that is not open to the side, as by one that has no meld with one natural and a wild card.

    Why: until the side has melded, the pile is closed to all but a natural pair from the hand; afterwards there are more ways.

    Bad:
        deal 1: dealer W
        pile: 4C KD
        hand N: KS KH 2C AC AD AH 5C 6D
        N: take KD with KS 2C, meld AC AD AH, discard 5C  # here

    Good:
        deal 1: dealer W
        pile: 4C KD
        hand N: KS KH 2C AC AD AH 5C 6D
        N: take KD with KS KH, meld AC AD AH, discard 5C
    """
    top, law = judged_top(step), step.rules.pile
    opened = has_opened(step)
    closed = not opened and not law.unopened
    if not step.records("melds") or (top is None and not closed):
        return None
    if top is None:
        # Nothing opens the pile to him, whatever its top card is, but for what that bars by itself.
        top = top_of(step)
        if is_barred(top, step.rules) or is_swap(step):
            return None
    elif not closed:
        if freezer_of(step) is not None or opens(step, top, ways_open(step)):
            return None
        way, allowed = way_of(step, top), ways_open(step)
        if opened and way == "onto-meld":
            return None
        if way is None and not by_showing(allowed) and (law.top_melded or uses_top(step)):
            return None
    data = {
        "side": step.turn.side,
        "cards": _cards_for(step),
        "top": top,
        "ways": list(ways_open(step)),
        "when": "after" if opened else "before",
    }
    guessed = not closed and rests_on_hand(step)
    return Fault(data, doubts=spare_of(step), parameter=_decides(step, top), guessed=guessed)


def _cards_for(step: Step) -> list[Card]:
    """The cards that are laid with the top card, or shown for it."""
    play = step.play
    return list(play.cards if isinstance(play, n.Take) and play.how == "showing" else earned(step)[0])


def _decides(step: Step, top: Card) -> str:
    """The key that closes the pile: also the one by which cards laid in the same turn do not open it."""
    if has_opened(step):
        return "/pile/opened"
    late = bool(step.turn.lays) and opens(step, top, step.rules.pile.opened)
    return "/pile/after_opening" if late else "/pile/unopened"


@check(
    "PILE-007", "blocked-pile-taken", "take", "{top} lies on top: the pile cannot be taken",
    reads=("/pile/never_top", "/pile/blocked_once_by"), depends=("pile", "take"), taints=("take",),
    needs=("top",),
)  # fmt: skip
def blocked_pile_taken(step: Step) -> Faults:
    """The pile is taken while a black three or a wild card lies on top.

    Why: such a card bars the pile as long as it is the top card; a black three frees it again under the next discard.

    Bad:
        deal 1: dealer W
        melds N: QC QD QH
        pile: QS 3S
        hand N: KS KH 5C 6D
        N: take 3S to Q, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 3S QS
        hand N: KS KH 5C 6D
        N: take QS to Q, discard 5C
    """
    top, law = top_of(step), step.rules.pile
    if top == UNKNOWN or not is_kind(top, law.never_top + law.blocked_once_by):
        return None
    # A card that bars only the next player bars as long as it is on top: whoever plays after him finds another one there.
    return Fault({"top": top}, parameter="/pile/never_top" if is_kind(top, law.never_top) else "/pile/blocked_once_by")


@check(
    "PILE-008", "one-card-for-one-card", "take", "a hand of one card takes a pile of one card",
    reads=("/pile/one_card_each",), depends=("pile", "take", "hand"), taints=("take", "spare"),
    when=lambda rules: not rules.pile.one_card_each,
    needs=("size", "heap"),
)  # fmt: skip
def one_card_for_one_card(step: Step) -> Faults:
    """A player with a single card takes a pile of a single card.

    Why: it would change nothing but let him go on; the law forbids it.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        pile: KD
        hand N: 5C
        N: take KD to K, ask yes, discard 5C  # here
        end: N out

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        pile: 4C KD
        hand N: 5C
        N: take KD to K, discard 5C
    """
    table, turn = step.table, step.turn
    if len(table.pile) != 1 or table.hand_size(turn.seat) != 1 or turn.drawn or turn.lays:
        return None
    return Fault({})


@check(
    "PILE-009", "pile-merge-above-wild-cap", "take",
    "with {cards} and the top card the meld has {have} wild cards; {max} are allowed",
    reads=("/melds/wild_cap", "/melds/wild_cap_ends_at"), depends=("take",), when=lambda rules: rules.melds.wild_cap is not None,
    needs=("laid",),
)  # fmt: skip
def pile_merge_above_wild_cap(step: Step) -> Faults:
    """The pile is taken with a natural and a wild card that join a meld, and the meld then has too many wild cards.

    Why: the cards of a rank make one meld; the cap counts the wild cards of the whole.

    Bad:
        deal 1: dealer W
        melds N: JC JD JH 2S 2H *
        pile: 4C JS
        hand N: JD 2C 5C 6D
        N: take JS with JD 2C to J, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: JC JD JH 2S 2H *
        pile: 4C JS
        hand N: JD 2C 5C 6D
        N: take JS to J, discard 5C
    """
    play, law = step.play, step.rules.melds
    if not isinstance(play, n.Take) or not play.cards or play.how != "with" or law.wild_cap is None:
        return None
    wilds = wilds_of(play.cards)
    if play.onto is None or not step.targets or not wilds:
        return None
    meld = step.targets[0]
    if meld.rank == WILD_MELD and law.wild_only != "never":
        return None
    have = meld.wilds + wilds
    if law.wild_cap_ends_at is not None and meld.size + len(play.cards) + 1 > law.wild_cap_ends_at:
        return None
    return Fault({"cards": list(play.cards), "have": have, "max": law.wild_cap}) if have > law.wild_cap else None


@check(
    "PILE-010", "pile-not-taken-whole", "take", "only the top card {top} is taken; {rest} stay",
    reads=("/pile/whole", "/pile/top_alone_to_go_out"), depends=("take",), when=lambda rules: rules.pile.whole,
    needs=("out",),
)  # fmt: skip
def pile_not_taken_whole(step: Step) -> Faults:
    """The top card is taken and the rest of the pile stays.

    Why: who takes the top card takes the whole pile.

    Bad:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C QS
        hand N: KS KH 5C 6D
        N: take only QS to Q, discard 5C  # here

    Good:
        deal 1: dealer W
        melds N: QC QD QH
        pile: 4C QS
        hand N: KS KH 5C 6D
        N: take QS to Q, discard 4C
    """
    play, table = step.play, step.table
    if not isinstance(play, n.Take) or not play.only or len(table.pile) < 2:
        return None
    to_go_out = step.rules.pile.top_alone_to_go_out
    if to_go_out and goes_out_without_discard(step):
        return None
    data = {"top": top_of(step), "rest": len(table.pile) - 1}
    return Fault(data, parameter="/pile/top_alone_to_go_out" if to_go_out else None)


@check(
    "PILE-011", "pile-onto-canasta", "take", "the top card {top} goes onto a finished canasta",
    reads=("/pile/onto_canasta",), depends=("take",), when=lambda rules: not rules.pile.onto_canasta,
    needs=("top", "beside"),
)  # fmt: skip
def pile_onto_canasta(step: Step) -> Faults:
    """The pile is taken by laying its top card onto a canasta that is finished.

    Why: under this reading a finished canasta does not open the pile.

    Bad:
        [Ruleset "uk-regency+no-pile-onto-canasta"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        pile: 4C KD
        hand N: 5C 6D
        N: take KD to K, discard 5C  # here

    Good:
        [Ruleset "uk-regency+no-pile-onto-canasta"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS
        pile: 4C KD
        hand N: 5C 6D
        N: take KD to K, discard 5C
    """
    top = judged_top(step)
    if top is None or way_of(step, top) != "onto-meld" or _rank_joined_is_no_canasta(step, top):
        return None
    return None if can_show(step, top, ways_open(step)) else Fault({"top": top}, guessed=rests_on_hand(step))


def _rank_joined_is_no_canasta(step: Step, top: Card) -> bool:
    """Tell whether the top card finds a meld that is no canasta yet: the one addressed, else any of its rank that the side has."""
    play = step.play
    if isinstance(play, n.Take) and play.onto is not None:
        return not step.targets or not is_canasta(step.targets[0], step.rules)
    fitting = [meld for meld in step.table.melds[step.turn.side] if meld.rank == RANK[top]]
    return not fitting or not all(is_canasta(meld, step.rules) for meld in fitting)
