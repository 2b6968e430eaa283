"""The record itself: turns in order, cards that can have been there, counts that add up."""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.cards import RANK, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, may_have_canasta
from canasta_audit.notation import model as n
from canasta_audit.table.deal import on_table

WHOLE_LINE = -1
_DRAWING = ("draw", "take")


@check(
    "RECORD-001", "turn-out-of-order", "odd-turn", "{seat} plays, but it is the turn of {expected}",
    reads=("/seating/dealer_passes",), taints=("order", "stock", "hand", "pile", "score"), depends=("order",),
)  # fmt: skip
def turn_out_of_order(step: Step) -> Faults:
    """A player takes a turn that belongs to another.

    Why: play goes round clockwise; a turn that is missing in the record looks the same as one played out of order.
    """
    table = step.table
    last = table.last_seat
    expected = table.seats.next_of[last] if last is not None else table.first
    seat = step.seat
    if expected is None or seat == expected or seat == last or step.side is None:
        return None
    late_red = all(play.kind == "red" for play in step.plays)
    return Fault({"seat": seat, "expected": expected}, WHOLE_LINE, follows=("threes", seat) if late_red else None)


@check(
    "RECORD-002", "two-turns-in-a-row", "odd-turn", "{seat} plays twice in a row; it is the turn of {expected}",
    reads=("/seating/dealer_passes",), taints=("order", "stock", "hand", "pile", "score"), depends=("order",),
)  # fmt: skip
def two_turns_in_a_row(step: Step) -> Faults:
    """A player takes two turns one after the other.

    Why: each player has one turn and the player on his left is next.
    """
    table = step.table
    if table.last_seat is None or step.seat != table.last_seat or len(table.seats.order) < 2:
        return None
    return Fault({"seat": step.seat, "expected": table.seats.next_of[table.last_seat]}, WHOLE_LINE)


@check(
    "RECORD-003", "play-before-drawing", "undrawn-play", "{play} before the draw",
    reads=("/turn/draw",), depends=("turn",), taints=("turn",),
)  # fmt: skip
def play_before_drawing(step: Step) -> Faults:
    """A meld, a lay-off or a discard comes before the draw of the same turn.

    Why: a turn begins with a draw from the stock or with the pile; only then may cards be laid.
    """
    turn = step.turn
    if turn.drawn or turn.took or not any(play.kind in _DRAWING for play in step.plays[step.index :]):
        return None
    return Fault({"play": step.play.kind})


@check(
    "RECORD-004", "play-after-discard", "after-discard",
    "{play} after the discard",
    reads=("/turn/discard",), depends=("turn",), taints=("turn",),
)  # fmt: skip
def play_after_discard(step: Step) -> Faults:
    """Something is played after the discard; a second discard is the same fault.

    Why: the discard ends the turn.
    """
    return Fault({"play": step.play.kind}) if step.turn.discards else None


@check(
    "RECORD-005", "play-after-deal-end", "odd-turn", "the deal was over: {reason}",
    reads=("/going_out/canastas",), depends=("end", "order"), taints=("end", "stock", "hand", "order", "score"),
)  # fmt: skip
def play_after_deal_end(step: Step) -> Faults:
    """A turn is played after the deal has ended.

    Why: a deal ends at once when a player has gone out, when the last stock card is a red three, and when, with the stock used up,
    a player does not take the pile.
    """
    over = step.table.over
    return Fault({"reason": over}, WHOLE_LINE) if over else None


@check(
    "RECORD-006", "card-not-in-hand", ("red", "take", "meld", "add", "discard"), "{card} is not in the hand of {seat}: {hand}",
    grade="impossible", taints=("hand", "score"),
)  # fmt: skip
def card_not_in_hand(step: Step) -> Faults:
    """A card is played that the player cannot have.

    Why: usually a slip of the recorder: the wrong card here, or in the draw that brought it.
    """
    play, seat = step.play, step.turn.seat
    if seat in step.table.vague:
        return None
    hand = step.table.hands[seat]
    if isinstance(play, n.Discard):
        if play.card in hand:
            return None
        wanted: tuple[Card, ...] = (play.card,)
    elif isinstance(play, n.Red):
        wanted = tuple(chain[0] for chain in play.chains)
    elif isinstance(play, (n.Meld, n.Add, n.Take)):
        wanted = play.cards
    else:
        return None
    if len(wanted) < 8 and all(card in hand and wanted.count(card) == 1 for card in wanted):
        return None
    if step.turn.waits_for_pickup and step.turn.took and not step.turn.picked_up and isinstance(play, n.Discard):
        hand = hand + step.turn.rest
    faults = []
    for card in c.missing(hand, wanted):
        data = {"card": card, "seat": seat, "hand": c.sort(hand)}
        doubts: tuple[object, ...] = ("pile",) if isinstance(play, n.Discard) else ()
        faults.append(Fault(data, card=_index_of(play, card), doubts=doubts, follows=("card", seat, card)))
    return faults


def _index_of(play: n.Play, card: Card) -> int:
    cards = getattr(play, "cards", ())
    return len(cards) - 1 - tuple(reversed(cards)).index(card) + (isinstance(play, n.Take)) if card in cards else 0


@check(
    "RECORD-007", "too-many-copies", "excess", "{card} appears more often than the packs hold: {seen} where there are {copies}",
    grade="impossible", reads=("/equipment/packs", "/equipment/jokers"), depends=("stock", "hand"), taints=("score",),
)  # fmt: skip
def too_many_copies(step: Step) -> Faults:
    """A card, a rank, or the joker comes into view more often than the packs hold it.

    Why: equal cards are not told apart, but they can be counted.
    """
    table = step.table
    faults = []
    for card in dict.fromkeys(table.excess):
        key = card if table.seen[card] > table.deck.copies(card) else RANK[card]
        data = {
            "card": key,
            "seen": table.seen[card] if key == card else table.deck.copies(key) + 1,
            "copies": table.deck.copies(key),
        }
        faults.append(Fault(data, parameter="/equipment/jokers" if card == c.JOKER else "/equipment/packs"))
    return faults


@check(
    "RECORD-008", "cards-do-not-add-up", "dealt", "hands, pile and stock have {have} cards; the packs have {want}",
    grade="impossible", reads=("/equipment/packs", "/equipment/jokers"), depends=("deal",), taints=("stock",),
)  # fmt: skip
def cards_do_not_add_up(step: Step) -> Faults:
    """All cards are listed before the first turn, and they are more or fewer than the packs hold.

    Why: a card is missing, or one was written down twice.
    """
    table = step.table
    if table.stock is None or table.vague or table.mid_deal:
        return None
    have = on_table(table) + len(table.stock)
    return Fault({"have": have, "want": table.deck.size}) if have != table.deck.size else None


@check(
    "RECORD-009", "last-card-miscounted", "last", "said to be the last card of the stock, but {left} are left by the count",
    grade="impossible", reads=("/equipment/packs",), depends=("stock",), taints=("stock",),
)  # fmt: skip
def last_card_miscounted(step: Step) -> Faults:
    """The record says that the stock is used up; by the count it is not.

    Why: stock, hands, melds and pile always make the whole deck.
    """
    left = step.table.stock_left
    return Fault({"left": left}) if left else None


@check(
    "RECORD-010", "stock-order-contradicted", ("draw", "red"), "{card} was drawn, but the next card of the stock is {next}",
    grade="impossible", depends=("stock", "order"), taints=("stock", "score"),
)  # fmt: skip
def stock_order_contradicted(step: Step) -> Faults:
    """A drawn card is not the one that the recorded order of the stock has next.

    Why: the stock is listed with its next card first; whichever of the two is wrong, the hand may hold the other card.
    """
    stock = step.table.stock
    play = step.play
    if stock is None or not isinstance(play, (n.Draw, n.Red)):
        return None
    position = len(stock) - 1
    for chain in play.chains:
        for card in chain if isinstance(play, n.Draw) else chain[1:]:
            if position < 0:
                return None
            following = stock[position]
            position -= 1
            if not c.could_be(card, following):
                seat = step.turn.seat
                data = {"card": card, "next": following}
                return Fault(data, doubts=(("card", seat, following), ("left", seat), ("hand", seat)))
    return None


@check(
    "RECORD-011", "take-of-empty-pile", "take", "the pile is empty",
    grade="impossible", depends=("pile", "order"), taints=("pile", "score"),
)  # fmt: skip
def take_of_empty_pile(step: Step) -> Faults:
    """The pile is taken where there is none.

    Why: after a pile was taken, nothing lies there until the next discard.
    """
    table = step.table
    known = bool(table.up) or table.pile_taken or not table.mid_deal
    return Fault({}) if not table.pile and known and table.played_turns > 1 else None


@check(
    "RECORD-012", "top-card-differs", "take", "the pile is said to be topped by {card}, but {top} lies on it",
    grade="impossible", depends=("pile", "order"), taints=("pile", "score"),
)  # fmt: skip
def top_card_differs(step: Step) -> Faults:
    """The card named as the pile's top is not the last discard.

    Why: the top card is what the player before has discarded, or the up-card.
    """
    pile, play = step.table.pile, step.play
    if not isinstance(play, n.Take) or play.top is None or not pile or c.could_be(play.top, pile[-1]):
        return None
    return Fault({"card": play.top, "top": pile[-1]}, card=0)


@check(
    "RECORD-013", "hand-left-differs", "left", "the hand of {seat} is written down with {extra} too many and {lacking} missing",
    grade="impossible", depends=("hand", "order", "pile", "stock"), taints=("score",),
)  # fmt: skip
def hand_left_differs(step: Step) -> Faults:
    """The cards written down as left in a hand are not those that the replay leaves there.

    Why: a play was missed or written wrongly, or the cards were noted wrongly at the end.
    """
    line, table = step.line, step.table
    if not isinstance(line, n.Left) or line.seat in table.vague or line.seat not in table.hands:
        return None
    if any(not c.is_known(card) for card in (*line.cards, *table.hands[line.seat])):
        want = table.hand_size(line.seat)
        return Fault({"seat": line.seat, "extra": [], "lacking": []}) if want != len(line.cards) else None
    extra, lacking = c.difference(line.cards, table.hands[line.seat])
    return Fault({"seat": line.seat, "extra": extra, "lacking": lacking}) if extra or lacking else None


@check("RECORD-014", "unknown-seat", "odd-turn", "nobody sits at {seat}: the seats are {seats}", grade="impossible")
def unknown_seat(step: Step) -> Faults:
    """A turn is written for a seat where nobody plays.

    Why: the seats are those of the tags; the letter is a slip.
    """
    return Fault({"seat": step.seat, "seats": list(step.table.seats.order)}, WHOLE_LINE) if step.side is None else None


@check(
    "RECORD-015", "out-with-cards-in-hand", "deal-end", "{seat} is said to have gone out, but holds {hand}",
    grade="impossible", depends=("hand", "order"), taints=("score", "hand", "end"),
)  # fmt: skip
def out_with_cards_in_hand(step: Step) -> Faults:
    """A player is recorded as gone out who still holds cards.

    Why: going out means that no card is left; a play is missing, or the deal ended otherwise.
    """
    table = step.table
    faults = []
    for seat, _ in step.end.outs if step.end else ():
        size = table.hand_size(seat) if seat in table.hands else 0
        if size:
            faults.append(Fault({"seat": seat, "hand": c.sort(table.hands[seat])}, seat=seat))
    return faults


@check(
    "RECORD-016", "deal-end-not-recorded", "deal-end", "the record of this deal stops without an end",
    grade="unrecorded", severity="note", depends=("end",),
)  # fmt: skip
def deal_end_not_recorded(step: Step) -> Faults:
    """A deal has turns and scores but no line that says how it ended.

    Why: without it nobody can tell a deal that was broken off from one whose last turns are missing.
    """
    scored = any(line.kind in ("score", "totals", "left") for line in step.deal.lines)
    return Fault({}) if step.end is None and scored and step.table.played_turns else None


@check(
    "RECORD-017", "end-differs", "deal-end", "{seat} went out, but the deal is recorded as ended otherwise: {why}",
    grade="impossible", depends=("hand", "order", "end"), taints=("end", "score"),
)  # fmt: skip
def end_differs(step: Step) -> Faults:
    """The last turn emptied a hand, and the record gives another reason for the end, or another player.

    Why: when a hand is empty after its turn, the deal ended by going out.
    """
    end, table = step.end, step.table
    if end is None or table.turn is None or end.why in ("stop", "void") or not table.played_turns:
        return None
    turn = step.turn
    if table.hand_size(turn.seat) != 0 or any(seat == turn.seat for seat, _ in end.outs):
        return None
    why = end.why or " ".join(seat for seat, _ in end.outs)
    return Fault({"seat": turn.seat, "why": why}, seat=turn.seat)


@check(
    "RECORD-018", "no-discard", "no-discard", "{seat} keeps {left} cards and does not discard",
    reads=("/turn/discard", "/going_out/without_canasta"), depends=("turn", "hand", "order", "end"),
)  # fmt: skip
def no_discard(step: Step) -> Faults:
    """A turn ends without a discard although cards are left.

    Why: a turn ends with a discard; only who goes out may do without, and a turn that the end of the stock cuts short.
    """
    turn, table = step.turn, step.table
    if turn.discards or not step.records("discards") or not (turn.drawn or turn.took):
        return None
    left = table.hand_size(turn.seat)
    if (
        not left
        or (turn.last_was_red and table.stock_left == 0)
        or (step.last_turn and (step.end is None or step.end.why == "stop"))
    ):
        return None
    if left == 1 and step.rules.going_out.without_canasta == "pass-with-one" and not may_have_canasta(step):
        return None
    return Fault({"seat": turn.seat, "left": left}, WHOLE_LINE)
