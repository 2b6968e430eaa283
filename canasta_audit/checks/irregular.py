"""What comes to light between the turns: cards that were exposed or counted, what a director rules, a deal declared void."""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.checks.deal import is_void
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.table.direct import missing
from canasta_audit.table.irregular import can_be, counted, not_held


@check(
    "IRREG-004", "exposed-card-not-in-hand", "exposed", "{seat} is said to have exposed {cards}, not held: {hand}",
    grade="impossible", depends=("hand", "cards", "order", "spare", "unread"), taints=("hand",), needs=("hand",),
)  # fmt: skip
def exposed_card_not_in_hand(step: Step) -> Faults:
    """A card is noted as exposed that the hand cannot hold.

    Why: an exposed card stays in the hand, and everybody has seen it. So the slip is here, in the hand as dealt, or in a draw.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand E: KS QS 4C
        exposed E: KS 9D  # here
        N: draw KD, discard 4C

    Good:
        deal 1: dealer W
        pile: 5D
        hand E: KS QS 4C
        exposed E: KS QS
        N: draw KD, discard 4C
    """
    line, table = step.line, step.table
    if not isinstance(line, n.Exposed):
        return None
    if line.seat not in table.hands:
        return Fault({"seat": line.seat, "cards": list(line.cards), "hand": []})
    lacking = not_held(table, line.seat, line.cards)
    if not lacking:
        return None
    doubts = tuple(("card", line.seat, card) for card in lacking)
    hand = c.sort(table.hands[line.seat])
    return Fault({"seat": line.seat, "cards": c.sort(lacking), "hand": hand}, doubts=doubts)


@check(
    "IRREG-005", "count-differs", "counted", "{what} has {number} cards when counted; by the record there are {have}",
    grade="impossible", depends=("hand", "cards", "spare", "unread"), needs=("size", "stock"),
)  # fmt: skip
def count_differs(step: Step) -> Faults:
    """The cards of a hand, the stock or the pile are counted, and the record comes to another number.

    Why: a card too many or too few was drawn, dealt or thrown, or the record has lost one. From here on the count holds: the card
    that is too many is one nobody knows; of a hand that lacks one nobody knows which, and it is left as it is.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        count N: 4  # here

    Good:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        count N: 3
    """
    line, table = step.line, step.table
    if not isinstance(line, n.Count):
        return None
    what = line.what
    if what not in ("stock", "pile") and what not in table.hands:
        return Fault({"what": what, "number": line.number, "have": 0})
    have = counted(table, what)
    least, most = can_be(table, what)
    if have is None:
        have = min(max(line.number, least), most)
    recorded = {"stock": "draws", "pile": "discards"}.get(what)
    if have == line.number or (recorded is not None and not step.records(recorded)):
        return None
    follows = what if what in ("stock", "pile") else None
    return Fault({"what": what, "number": line.number, "have": have}, doubts=_in_doubt(what), follows=follows)


def _in_doubt(what: str) -> tuple[object, ...]:
    """What a wrong count leaves open: a card too many in a hand lacks somewhere."""
    if what in ("stock", "pile"):
        return (what, "copies")
    return (("hand", what), ("cards", what), ("spare", what), "stock", "pile")


@check(
    "IRREG-006", "ruling-impossible", "ruled", "the director moves {which} from {where}, where there is no such card",
    grade="impossible", depends=("hand", "cards", "order", "unread"), needs=("copies",),
)  # fmt: skip
def ruling_impossible(step: Step) -> Faults:
    """A director moves a card that does not lie where he takes it from, or names a seat, a side or a meld that there is not.

    Why: a ruling changes the table as it is; the slip is in the ruling, or the record has the card elsewhere.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        director: move 4D from pile to N  # here

    Good:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        N: draw 9D, discard 4C
        director: move 4C from pile to N
    """
    line, table = step.line, step.table
    at: dict[tuple[str, str], list[str]] = {}
    for one in missing(table, line) if isinstance(line, n.Director) else ():
        at.setdefault((one.what, one.where), []).append(one.which)
    faults = []
    for (what, where), which in at.items():
        data = {"what": what, "where": where, "which": which}
        seat = where if where in table.hands else None
        doubts: tuple[object, ...] = ("order", "stock", "pile")
        doubts += (("hand", seat), ("cards", seat)) if seat else ()
        message = None if what == "card" else "the director speaks of a {what} that there is not: {which}"
        follows = where if where in ("stock", "pile") else None
        faults.append(Fault(data, seat=seat, doubts=doubts, follows=follows, message=message))
    return faults


@check(
    "IRREG-007", "void-deal-scored", "deal-end", "the deal is void, but {side} is given {points} points for it",
    grade="misscored", depends=("end", "claims", "unread"),
    only={"deal-end": "void"},
)  # fmt: skip
def void_deal_scored(step: Step) -> Faults:
    """A deal that was declared void has scores.

    Why: nothing of a void deal counts, neither for nor against a side; it is dealt again.

    Bad:
        deal 1: dealer W
        N: draw KD, discard 4C
        end: void
        score NS: cards 0, total 0
        score EW: cards 40, total 40  # here

    Good:
        deal 1: dealer W
        N: draw KD, discard 4C
        end: void
        score NS: total 0
        score EW: total 0
    """
    if not is_void(step):
        return None
    faults = []
    for line in step.noted.get("score", ()):
        points = [points for _, points in line.items if points] if isinstance(line, n.ScoreLine) else []
        if isinstance(line, n.ScoreLine) and points:
            total = dict(line.items).get("total", sum(points))
            faults.append(
                Fault(
                    {"side": line.side, "points": total},
                    line=line,
                    doubts=tuple((scope, line.side) for scope in ("score", "claims", "sums")),
                )
            )
    return faults


@check(
    "IRREG-008", "played-deal-declared-void", "deal-end", "the deal is declared void after {turns} turns",
    reads=("/irregularities/cancel",), depends=("end", "deal"),
    when=lambda rules: rules.irregularities.cancel == "before-first-turn",
)  # fmt: skip
def played_deal_declared_void(step: Step) -> Faults:
    """A deal is declared void in which turns were played.

    Why: by such rules a misdeal is called before anybody has played; later what was played counts.

    Bad:
        [Ruleset "uk-regency+played-deal-counts"]
        deal 1: dealer W
        N: draw KD, discard 4C
        end: void  # here

    Good:
        [Ruleset "uk-regency+played-deal-counts"]
        deal 1: dealer W
        N: draw KD, discard 4C
        end: stop
    """
    turns = step.table.played_turns
    return Fault({"turns": turns}) if is_void(step) and turns else None
