"""The record itself: cards that can have been where they were played from, and counts that add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit import cards as c
from canasta_audit.cards import COLOUR, JOKER, RANK, Card
from canasta_audit.checks.deal import is_void
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.table.deal import on_table
from canasta_audit.table.holding import Holding, revealed
from canasta_audit.table.snapshot import copy_of
from canasta_audit.table.state import Table


@check(
    "RECORD-006", "card-not-in-hand", "lacking", "{card} is not in the hand of {seat}: {hand}",
    grade="impossible", taints=("hand", "melds", "copies"), depends=("cards",),
    needs=("hand",),
)  # fmt: skip
def card_not_in_hand(step: Step) -> Faults:
    """A card is played that the player cannot have.

    Why: usually a slip of the recorder: the wrong card here, or in the draw that brought it.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard KH  # here

    Good:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard KS
    """
    play, seat, table = step.play, step.turn.seat, step.table
    if seat in table.vague:
        # Any card may have been dealt to him; that they are too many is another fault.
        return None
    doubts: tuple[object, ...] = ("pile",) if play.kind == "discard" else ()
    faults = []
    for card in table.lacking:
        data = {"card": card, "seat": seat, "hand": c.sort(table.hands[seat])}
        faults.append(Fault(data, card=_index_of(play, card), doubts=doubts, follows=("card", seat, card)))
    return faults


def _index_of(play: n.Play, card: Card) -> int:
    cards = getattr(play, "cards", ())
    return len(cards) - 1 - tuple(reversed(cards)).index(card) + (isinstance(play, n.Take)) if card in cards else 0


@check(
    "RECORD-019", "more-cards-than-dealt", "lacking", "{seat} was dealt {dealt} cards, and more have come out of his hand: {card}",
    grade="impossible", reads=("/dealing/cards_each",), depends=("hand", "cards", "turn", "order", "deal", "spare", "unread"),
    taints=("hand", "melds", "cards"),
    needs=("dealt", "hand"),
)  # fmt: skip
def more_cards_than_dealt(step: Step) -> Faults:
    """More cards come out of a hand that was never written down than can have been in it.

    Why: it had the cards that were dealt, and what was drawn and taken since; a draw is missing, or a card was written down for the
    wrong player.

    Bad:
        deal 1: dealer W
        N: draw KD, meld KD KC KH KS, meld QC QD QH QS, meld JC JD JH JS, discard 4C  # here

    Good:
        deal 1: dealer W
        N: draw KD, meld KD KC KH KS, meld QC QD QH QS, meld JC JD JH, discard 4C
    """
    play, seat, table = step.play, step.turn.seat, step.table
    if seat not in table.vague:
        return None
    dealt = step.rules.dealing.cards_each
    return [Fault({"seat": seat, "dealt": dealt, "card": card}, card=_index_of(play, card)) for card in table.lacking[:1]]


@check(
    "RECORD-007", "too-many-copies", ("excess", "left"),
    "{card} appears more often than the packs hold: {seen} where there are {copies}",
    grade="impossible", reads=("/equipment/packs", "/equipment/jokers"), depends=("stock", "hand", "copies"),
    taints=("melds",),
    needs=("copies",),
)  # fmt: skip
def too_many_copies(step: Step) -> Faults:
    """A card, a rank, or the joker comes into view more often than the packs hold it.

    Why: equal cards are not told apart, but they can be counted.

    Bad:
        deal 1: dealer W
        N: draw KS, discard KS
        E: draw KS, discard 4C
        S: draw KS, discard 9D  # here

    Good:
        deal 1: dealer W
        N: draw KS, discard KS
        E: draw KS, discard 4C
        S: draw KC, discard 9D
    """
    table = _with_shown(step) if isinstance(step.line, n.Left) else step.table
    deck = table.deck
    # The wrong one of the copies may have been written down for anybody, who then lacks the card it stands for.
    doubts = tuple(("cards", seat) for seat in table.seats.order)
    faults = []
    for card in dict.fromkeys(table.excess):
        key = table.too_often(card) or card
        copies = deck.copies(key)
        data = {"card": key, "seen": table.seen[card] if key == card else copies + 1, "copies": copies}
        line = None if table.played_turns or isinstance(step.line, n.Left) else _line_of_excess(step, key, copies)
        pointer = "/equipment/jokers" if card == JOKER else "/equipment/packs"
        listed = ("stock",) if isinstance(line, n.CardsLine) and line.place == "stock" else ()
        faults.append(Fault(data, parameter=pointer, line=line, seat=getattr(line, "seat", None), doubts=doubts + listed))
    return faults


def _with_shown(step: Step) -> Table:
    """The table with the cards of unseen hands that lines at the end have shown so far; ``excess`` is what the last one brings."""
    table = step.table
    if not (table.vague or table.unsure):
        return table
    shown = copy_of(table)
    for line in step.noted["left"]:
        if isinstance(line, n.Left) and line.seat in shown.hands and (line.seat in table.unsure or line.seat in table.vague):
            shown.excess.clear()
            holding = shown.holdings.get(line.seat, Holding())
            holding.meet(shown.hands[line.seat])
            for card in revealed(holding, line.cards, shown.room.get(line.seat) if line.seat in table.vague else 0):
                shown.show(card)
        elif line is step.line:
            shown.excess.clear()
        if line is step.line:
            break
    return shown


def _line_of_excess(step: Step, key: Card, copies: int) -> n.Line | None:
    """The line before the first turn in which ``key`` comes up once too often."""
    seen = 0
    for line in step.notes:
        if not line.undone:
            seen += sum(card == key or RANK[card] == key or RANK[card] + COLOUR[card] == key for card in _listed(line))
            if seen > copies:
                return line
    return None


def _listed(line: n.Line) -> Iterable[Card]:
    """Cards that a line before the first turn brings into view."""
    if isinstance(line, n.CardsLine) and line.back:
        return ()
    if isinstance(line, (n.HandLine, n.FootLine, n.CardsLine)):
        return line.cards
    if isinstance(line, n.MeldsLine):
        return [card for meld in line.melds for card in meld]
    return [card for chain in line.chains for card in chain[1:]] if isinstance(line, n.RedLine) else ()


@check(
    "RECORD-008", "cards-do-not-add-up", "dealt", "hands, pile and stock have {have} cards; the packs have {want}",
    grade="impossible", reads=("/equipment/packs", "/equipment/jokers"), depends=("deal",), taints=("stock",),
    needs=("dealt",),
)  # fmt: skip
def cards_do_not_add_up(step: Step) -> Faults:
    """The cards before the first turn are more than the packs hold, or fewer where all are listed.

    Why: a card is missing, or one was written down twice. A hand that is not listed has as many as are dealt.

    Bad:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S 4S
        hand E: ?x11
        hand S: ?x11
        hand W: ?x11
        up: 5D
        stock: ?x64  # here

    Good:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S 4S
        hand E: ?x11
        hand S: ?x11
        hand W: ?x11
        up: 5D
        stock: ?x63
    """
    table = step.table
    have = on_table(table) + len(table.stock or ()) + sum(table.room.values())
    all_listed = table.stock is not None and not table.vague and not table.mid_deal
    # Where some are not listed, they can only be too many.
    if have == table.deck.size or (have < table.deck.size and not all_listed) or is_void(step):
        return None
    stock = next((line for line in step.notes if isinstance(line, n.CardsLine) and line.place == "stock"), None)
    return Fault({"have": have, "want": table.deck.size}, line=stock)


@check(
    "RECORD-009", "last-card-miscounted", "last", "said to be the last card of the stock, but {left} are left by the count",
    grade="impossible", reads=("/equipment/packs",), depends=("stock",), taints=("stock",),
    needs=("stock",),
)  # fmt: skip
def last_card_miscounted(step: Step) -> Faults:
    """The record says that the stock is used up; by the count it is not.

    Why: stock, hands, melds and pile always make the whole deck.

    Bad:
        deal 1: dealer W
        stock: ?x2
        N: draw KD, last, discard 4C  # here

    Good:
        deal 1: dealer W
        stock: ?
        N: draw KD, last, discard 4C
    """
    left = step.table.stock_left
    return Fault({"left": left}) if left else None


@check(
    "RECORD-010", "stock-order-contradicted", "stock-differs", "{card} was drawn, but the next card of the stock is {next}",
    grade="impossible", depends=("stock", "order"), taints=("stock",),
    needs=("order",),
)  # fmt: skip
def stock_order_contradicted(step: Step) -> Faults:
    """A drawn card is not the one that the recorded order of the stock has next.

    Why: the stock is listed with its next card first; whichever of the two is wrong, the hand may hold the other card.

    Bad:
        deal 1: dealer W
        stock: KD 5C 9H
        N: draw 9H, discard 4C  # here

    Good:
        deal 1: dealer W
        stock: KD 5C 9H
        N: draw KD, discard 4C
    """
    stock = step.table.stock
    if stock is None:
        return None
    for card, following in zip(_drawn(step.play), reversed(stock), strict=False):
        if not c.could_be(card, following):
            seat = step.turn.seat
            data = {"card": card, "next": following}
            return Fault(data, doubts=(("card", seat, following), ("left", seat), ("hand", seat)))
    return None


def _drawn(play: n.Play) -> Iterator[Card]:
    """Cards that a play takes from the stock, in order."""
    if isinstance(play, (n.Draw, n.Red)):
        for chain in play.chains:
            yield from chain if isinstance(play, n.Draw) else chain[1:]


@check(
    "RECORD-011", "take-of-empty-pile", "odd-top", "the pile is empty",
    grade="impossible", depends=("pile", "order", "turn"), taints=("pile", "melds"),
    needs=("heap",),
)  # fmt: skip
def take_of_empty_pile(step: Step) -> Faults:
    """The pile is taken where there is none.

    Why: after a pile was taken, nothing lies there until the next discard.

    Bad:
        deal 1: dealer W
        hand N: ?x11
        hand E: ?x11
        hand S: ?x11
        hand W: ?x11
        stock: ?x64
        N: take AD with AC AS, discard 4C  # here

    Good:
        deal 1: dealer W
        hand N: ?x11
        hand E: ?x11
        hand S: ?x11
        hand W: ?x11
        up: AD
        stock: ?x63
        N: take AD with AC AS, discard 4C
    """
    table = step.table
    if table.pile or not step.records("discards"):
        return None
    if table.played_turns == 1 and not table.up and not table.pile_taken:
        # Nobody wrote down what was turned up: there was none only if all cards are elsewhere.
        known = table.stock is not None and not table.vague and on_table(table) + len(table.stock) == table.deck.size
    else:
        known = bool(table.up) or table.pile_taken or not table.mid_deal
    return Fault({}) if known else None


@check(
    "RECORD-012", "top-card-differs", "odd-top", "the pile is said to be topped by {card}, but {top} lies on it",
    grade="impossible", depends=("pile", "order"), taints=("pile", "melds"),
    needs=("top",),
)  # fmt: skip
def top_card_differs(step: Step) -> Faults:
    """The card named as the pile's top is not the last discard.

    Why: the top card is what the player before has discarded, or the up-card.

    Bad:
        deal 1: dealer W
        up: AC
        N: take AD with AH AS, discard 4C  # here

    Good:
        deal 1: dealer W
        up: AC
        N: take AC with AH AS, discard 4C
    """
    pile, play = step.table.pile, step.play
    if not isinstance(play, n.Take) or play.top is None or not pile or c.could_be(play.top, pile[-1]):
        return None
    return Fault({"card": play.top, "top": pile[-1]}, card=0)
