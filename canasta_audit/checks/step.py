"""What a check is handed: the table, the rules, the play, and the questions that several checks ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from canasta_audit.cards import BLACK_THREES, JOKER, RED_THREES, WILD, Card
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat, Side
from canasta_audit.ruleset.chapters import CardKind, Rules
from canasta_audit.table.bounds import Bounds, Range
from canasta_audit.table.score import Item, Kind, Outcome, is_canasta, kinds_counted
from canasta_audit.table.state import MeldOnTable, Seats, Table, TurnState
from canasta_audit.value import Value


@dataclass(slots=True, eq=False, repr=False)
class MatchState(Value):
    """What is carried from deal to deal: ``totals`` as recorded and ``computed`` by us, the last deal's dealer
    and number and the side that went out in it, the sides that ``have_melded`` in a deal that is over (kept only where
    that decides something), the lines of the match's ``head``, among them who drew which lot. ``slack`` is by how much a total may
    be higher than the one in ``totals``, where nobody has written down what was not seen in full; ``reach`` is from where to where
    the ``computed`` total of a side may be, where a score of it is open. ``spans`` is what ``lots`` has worked out of the draw."""

    number: int
    seats: Seats
    tags: Mapping[str, str]
    recorded: frozenset[str]
    line: int = 0
    result: n.Tag | None = None
    lots: list[n.Lots] = field(default_factory=list)
    totals: dict[Side, int] = field(default_factory=dict)
    computed: dict[Side, int] = field(default_factory=dict)
    deals: int = 0
    last_dealer: Seat | None = None
    last_number: int = 0
    head: Sequence[n.Line] = ()
    last_void: bool = False
    last_out: Side | None = None
    slack: dict[Side, int] = field(default_factory=dict)
    reach: dict[Side, Range] = field(default_factory=dict)
    have_melded: frozenset[Side] = frozenset()
    over: bool = False
    spans: Any = None

    def kept(self) -> tuple[Any, ...]:
        """As it stands now, to be made anew by ``of`` if it is wanted again."""
        return (*_all_of(self), self.totals.copy(), self.computed.copy(), self.slack.copy(), self.reach.copy())

    def copy(self) -> MatchState:
        """As it stands now."""
        return self.of(self.kept())

    @classmethod
    def of(cls, kept: tuple[Any, ...]) -> MatchState:
        """As it stood when it was ``kept``."""
        match = cls(*kept[:-4])
        match.totals, match.computed, match.slack, match.reach = kept[-4:]
        return match

    def leaders(self) -> tuple[int, list[Side]]:
        """The highest recorded total, and the sides that have it."""
        best = max(self.totals.values(), default=0)
        return best, [side for side, total in self.totals.items() if total == best]

    def winner(self, rules: Rules) -> Side | None:
        """The side that has won once a side has the target: no other has as much, or it went out last where that decides."""
        best, sides = self.leaders()
        if best < rules.match.target:
            return None
        if rules.match.winner == "went-out" and self.last_out is not None:
            return self.last_out
        return sides[0] if len(sides) == 1 else None

    def sure_winner(self, rules: Rules) -> Side | None:
        """The side that has won whatever the open scores are; ``None`` where that is not the same one for all that they can be."""
        if not self.reach:
            return self.winner(rules)
        ends = {side: self.reach.get(side, Range(total, total)) for side, total in self.totals.items()}
        best = max(ends, key=lambda side: ends[side].low)
        if ends[best].low < rules.match.target:
            return None
        if rules.match.winner == "went-out" and self.last_out is not None:
            return self.last_out
        return best if all(each.high < ends[best].low for side, each in ends.items() if side != best) else None


_all_of = attrgetter(*MatchState.__slots__)

EVERYTHING: frozenset[str] = frozenset(["draws", "hands", "melds", "discards", "pile"])
"""What a record is taken to hold where its ``Records`` tag is silent; ``questions`` only if the tag says so."""


class Offence(NamedTuple):
    """Something done against the law: the name of the check that found it, by whom (a seat, a side, or ``""``), and the number of
    its line.
    """

    name: str
    who: str
    line: int


class Step:
    """One moment of an audit.

    ``play`` is about to be carried out; ``index`` is its place in the turn; ``targets`` are the melds that its address can mean,
    ``cards`` what it puts down, the pile's top card included, and ``joined`` the meld they go onto (``None``: they make a new one).
    ``notes`` are the deal's lines that are no turns, without those struck out, ``noted`` the same by their kind; ``last_turn``
    tells that no turn follows in this deal. At its end ``outcome`` and ``ledger`` are set, ``known`` tells whose score can be
    computed, ``bounds`` what those of the others can be, ``extra`` what penalties and a director gave each side, ``sheet`` what is
    claimed for each side, and ``claims`` are the items of the score line being judged. Where a turn was taken back, ``following``
    is the turn that the record has next, and ``lawful`` tells whether it could have stood (``None``: that cannot be told).
    ``offences`` are what was done against the law in this deal, in the order found; kept only where penalties are judged.
    """

    __slots__ = (
        "bounds",
        "cards",
        "claims",
        "deal",
        "end",
        "extra",
        "following",
        "index",
        "joined",
        "known",
        "last_turn",
        "lawful",
        "ledger",
        "line",
        "match",
        "noted",
        "notes",
        "offences",
        "outcome",
        "play",
        "rules",
        "seat",
        "sheet",
        "side",
        "table",
        "targets",
        "turn",
    )

    table: Table
    rules: Rules
    match: MatchState
    deal: n.Deal
    notes: list[n.Line]
    noted: dict[str, list[n.Line]]
    extra: dict[Side, int]
    line: n.Line
    turn: TurnState
    play: n.Play
    index: int
    targets: list[MeldOnTable]
    cards: tuple[Card, ...]
    joined: MeldOnTable | None
    end: n.End | None
    last_turn: bool
    seat: Seat | None
    side: Side | None
    outcome: Outcome
    ledger: dict[Side, list[Item]]
    known: dict[Side, bool]
    bounds: dict[Side, Bounds]
    sheet: dict[Side, tuple[tuple[str, int], ...]]
    claims: dict[str, int]
    following: n.Turn | None
    lawful: bool | None
    offences: list[Offence]

    def records(self, what: str) -> bool:
        """Tell whether the record always writes ``what`` down: draws, hands, questions, melds, discards or pile."""
        return what in self.match.recorded

    def claimed_total(self, side: Side) -> int | None:
        """The score of the deal that the sheet claims for a side, ``None`` where it claims none."""
        return dict(self.sheet.get(side, ())).get("total")

    @property
    def plays(self) -> tuple[n.Play, ...]:
        """All plays of the turn's line."""
        line = self.line
        return line.plays if isinstance(line, n.Turn) else ()


def is_late_red(plays: tuple[n.Play, ...]) -> bool:
    """Tell whether a line holds nothing but red threes laid: out of turn it puts right what was forgotten, and is no turn."""
    return bool(plays) and all(play.kind == "red" for play in plays)


def is_kind(card: Card, kinds: tuple[CardKind, ...]) -> bool:
    """Tell whether ``card`` is of one of ``kinds``; a three without colour is not known to be.

    >>> is_kind("3C", ("black-three",)), is_kind("2H", ("joker", "red-three")), is_kind("3", ("red-three",))
    (True, False, False)
    """
    return card in cards_of(kinds)


_OF_KIND: dict[CardKind, frozenset[Card]] = {
    "joker": frozenset((JOKER,)),
    "two": WILD - {JOKER},
    "red-three": RED_THREES,
    "black-three": BLACK_THREES,
}


@cache
def cards_of(kinds: tuple[CardKind, ...]) -> frozenset[Card]:
    """All cards of ``kinds``."""
    return frozenset().union(*(_OF_KIND[kind] for kind in kinds))


def had_opened(step: Step) -> bool:
    """Tell whether the initial meld was made before this turn: by the mover's side, or by himself where each player has his own."""
    turn = step.turn
    if step.rules.opening.by == "side":
        return turn.opened_before
    return any(meld.seat == turn.seat and meld.turn < turn.number for meld in step.table.melds[turn.side])


def frozen_by(table: Table, rules: Rules) -> Card | None:
    """The card that freezes the pile, ``None`` where it is not frozen."""
    start = 0 if table.pile_taken else len(table.up) + table.pile_down
    pile, law = table.pile, rules.freezing
    if start:
        freezing = cards_of(law.turned_up)
        for card in pile[table.pile_down : start]:
            if card in freezing:
                return card
    freezing = cards_of(law.discarded)
    if freezing.isdisjoint(pile):
        return None
    return next((card for card in pile[start:] if card in freezing), None)


def canastas_of(table: Table, seat: Seat, rules: Rules) -> list[MeldOnTable]:
    """The canastas that count for the going out of ``seat``: those of his side, or his own."""
    melds = table.melds[table.seats.side_of[seat]]
    own = rules.going_out.canasta_of == "player"
    return [meld for meld in melds if is_canasta(meld, rules) and (not own or meld.seat == seat)]


def kinds_lacking(table: Table, seat: Seat, rules: Rules) -> list[Kind]:
    """The kinds of canastas of which going out needs one and ``seat`` has none."""
    if not rules.going_out.kinds:
        return []
    have = kinds_counted(canastas_of(table, seat, rules), rules)
    return [kind for kind in rules.going_out.kinds if kind not in have]


def has_canasta(table: Table, seat: Seat, rules: Rules) -> bool:
    """Tell whether ``seat`` has the canastas that going out asks for, by number and by kind."""
    enough = len(canastas_of(table, seat, rules)) >= rules.going_out.canastas
    return enough and not kinds_lacking(table, seat, rules)


def may_have_canasta(step: Step) -> bool:
    """Tell whether the mover has the canastas that going out asks for."""
    return has_canasta(step.table, step.turn.seat, step.rules)


def emptied(step: Step) -> bool:
    """Tell whether the turn left the mover without a card: by the count, or by the record where the hand is not known."""
    size = step.table.hand_size(step.turn.seat)
    if size is None:
        return step.last_turn and step.end is not None and any(seat == step.turn.seat for seat, _ in step.end.outs)
    return size <= 0


def goes_out_rightly(step: Step) -> bool:
    """Tell, of a turn that is over, whether it emptied a known hand, and its player had what going out needs: canastas, no other
    answer than yes, the question where it must be asked, and a last discard where one is needed, of a kind that may be.
    """
    turn, table, law = step.turn, step.table, step.rules.going_out
    if table.hands[turn.seat] or turn.seat in table.vague or table.debt or turn.answer is False:
        return False
    if law.ask == "must" and not turn.asked and table.seats.partners(turn.seat):
        return False
    if not turn.discards:
        return law.last_discard != "required" and may_have_canasta(step)
    thrown = step.plays[-1].thrown
    return bool(thrown) and thrown not in cards_of(law.last_discard_barred) and may_have_canasta(step)


def was_concealed(step: Step) -> bool:
    """Tell whether the turn that emptied the hand went out concealed by the ruleset's meaning of it."""
    turn, law = step.turn, step.rules.going_out
    if turn.laid_before or not turn.lays or (turn.took and not law.concealed_from_pile):
        return False
    if law.concealed_unopened and turn.opened_before:
        return False
    own = [lay.meld for lay in turn.lays if lay.meld.turn == turn.number]
    if not law.concealed_partner_additions and len(own) < len(turn.lays):
        return False
    if law.concealed_own_canasta:
        return any(is_canasta(meld, step.rules) for meld in own)
    return may_have_canasta(step)


def wilds_of(cards: tuple[Card, ...]) -> int:
    """Number of wild cards."""
    return sum(card in WILD for card in cards)
