"""Top cards of the pile that ask for more, or close it: deuces and red threes, ranks that the mover's side has melded."""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.cards import JOKER, RANK, RED_THREES, UNKNOWN, WILD, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.checks.takes import earned, judged_top, laid_beside, own_melds, top_of, uses_top
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.score import is_canasta


def likes_needed(top: Card, rules: Rules) -> int:
    """How many cards of its own kind a deuce or red three on top is taken with; 0 for other cards, and where no number is set."""
    if top in WILD and top != JOKER:
        return rules.pile.twos_for_two
    return rules.pile.threes_for_red_three if top in RED_THREES else 0


@check(
    "PILE-016", "special-top-not-matched", "take", "{top} lies on top; {need} of its kind from the hand take the pile, not {cards}",
    reads=("/pile/twos_for_two", "/pile/threes_for_red_three"), depends=("pile", "take", "unread"), taints=("take", "melds"),
    when=lambda rules: bool(rules.pile.twos_for_two or rules.pile.threes_for_red_three),
    needs=("top", "laid"),
)  # fmt: skip
def special_top_not_matched(step: Step) -> Faults:
    """A pile topped by a deuce or a red three is taken without enough of them from the hand.

    Why: such a card is taken only with a number of its own kind, laid with it at once.

    Bad:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        melds S: QC QD QH
        pile: 4C 2D
        hand N: 2C 2C 2H * 5C 6D
        N: take 2D with 2C 2C 2H *, discard 5C  # here

    Good:
        [Ruleset "ro-mini"]
        deal 1: dealer W
        melds S: QC QD QH
        pile: 4C 2D
        hand N: 2C 2C 2H 2S 5C 6D
        N: take 2D with 2C 2C 2H 2S, discard 5C
    """
    top = top_of(step)
    need = likes_needed(top, step.rules)
    if not need or not (step.records("melds") or uses_top(step)):
        return None
    cards = laid_beside(step)
    kind = "2" if RANK[top] == "2" else "3r"
    if sum(c.could_be(card, kind) for card in cards) >= need:
        return None
    pointer = "/pile/twos_for_two" if kind == "2" else "/pile/threes_for_red_three"
    return Fault({"top": top, "need": need, "cards": list(cards)}, parameter=pointer)


@check(
    "PILE-017", "pile-of-finished-rank", "take", "{top} lies on top, and {side} has finished a canasta of its rank",
    reads=("/pile/rank_of_canasta",), depends=("pile", "take", "unread"), taints=("take",),
    when=lambda rules: not rules.pile.rank_of_canasta,
    needs=("top",),
)  # fmt: skip
def pile_of_finished_rank(step: Step) -> Faults:
    """The pile is taken whose top card has the rank of a canasta that the player's side, or he himself, has finished.

    Why: under this reading not even a card of the rank in the hand opens it.

    Bad:
        [Ruleset "ru-bank+variation-9"]
        deal 1: dealer W
        melds N: KC KC KD KH KH 2C 2D
        pile: 4C KD
        hand N: KS 7H 5C 6D
        N: take KD showing KS, discard 5C  # here

    Good:
        [Ruleset "ru-bank+variation-9"]
        deal 1: dealer W
        melds N: KC KC KD KH KH 2C
        pile: 4C KD
        hand N: KS 7H 5C 6D
        N: take KD showing KS, discard 5C
    """
    top = top_of(step)
    if top == UNKNOWN or not any(meld.rank == RANK[top] and is_canasta(meld, step.rules) for meld in own_melds(step)):
        return None
    return Fault({"top": top, "side": step.turn.side})


@check(
    "PILE-018", "pair-joins-meld", "take", "{cards} and the top card {top} join a meld that lies",
    reads=("/pile/pair_joins_meld",), depends=("pile", "take"), taints=("take",),
    when=lambda rules: not rules.pile.pair_joins_meld,
    needs=("top", "laid", "beside"),
)  # fmt: skip
def pair_joins_meld(step: Step) -> Faults:
    """The pile is taken with naturals that join a meld of the rank together with the top card.

    Why: under this reading the naturals from the hand make a new meld with the top card, or the pile is not taken.

    Bad:
        [Ruleset "ro-mini+pair-joins-no-meld"]
        deal 1: dealer W
        melds S: KC KD KH
        pile: 4C KD
        hand N: KS KH 5C 6D
        N: take KD with KS KH to K, discard 5C  # here

    Good:
        [Ruleset "ro-mini+pair-joins-no-meld"]
        deal 1: dealer W
        melds S: QC QD QH
        pile: 4C KD
        hand N: KS KH 5C 6D
        N: take KD with KS KH, discard 5C
    """
    cards, joins = earned(step)
    top = judged_top(step)
    if isinstance(step.play, n.Take) and step.play.how != "with" and UNKNOWN in step.table.hands[step.turn.seat]:
        # What is laid later may have come with the pile.
        cards = tuple(c.missing(step.table.pile[:-1], cards))
    if top is None or not joins or not any(RANK[card] == RANK[top] for card in cards):
        return None
    return Fault({"cards": list(cards), "top": top})
