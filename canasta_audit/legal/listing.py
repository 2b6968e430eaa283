"""The plays of a position put together by how the turn begins: what occurs in some lawful turn, or, where there is too much to
try, what is lawful by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from canasta_audit.cards import UNKNOWN
from canasta_audit.legal.begins import Begin, begins
from canasta_audit.legal.referee import LegalTurn, Stand
from canasta_audit.legal.rows import Laid, rows_of, targets_of
from canasta_audit.legal.scripts import must_lay_top, scripts
from canasta_audit.legal.turns import Search, TooMany, legal_turns
from canasta_audit.notation import model as n
from canasta_audit.notation.write import write_play

TRIES = 10_000
"""Turns that are judged before a listing gives up looking for all of them."""

_ALONE = 1_500
"""Turns that are judged for each beginning once it has given up."""

_BEGINNING = frozenset(("draw", "take", "red", "turnover", "pass", "foot"))


@dataclass(slots=True)
class Branch:
    """What may follow one beginning: texts of plays, each once, in the order found.

    ``turns`` counts the lawful turns that begin so. ``no_discard``: a turn may end without a discard; ``goes_out``: one may end the
    deal by going out.
    """

    begins: str
    turns: int = 0
    melds: dict[str, None] = field(default_factory=dict)
    lay_offs: dict[str, None] = field(default_factory=dict)
    discards: dict[str, None] = field(default_factory=dict)
    no_discard: bool = False
    goes_out: bool = False


@dataclass(slots=True)
class Listing:
    """All that may be played in a position; not ``complete``: single plays that are lawful by themselves, and no counts.

    ``known``: the hand is known to its last card.
    """

    seat: n.Seat
    complete: bool
    known: bool
    branches: list[Branch]

    @property
    def count(self) -> int | None:
        """The number of different lawful turns, ``None`` where they were not all looked for."""
        return sum(branch.turns for branch in self.branches) if self.complete else None


def listing(stand: Stand, tries: int = TRIES) -> Listing:
    """List what may be played, all turns if no more than ``tries`` have to be judged for it."""
    seat = stand.seat
    known = seat not in stand.table.vague and UNKNOWN not in stand.table.hands[seat]
    branches: dict[str, Branch] = {}
    try:
        for turn in legal_turns(stand, tries=tries):
            _enter(branches, turn.plays, turn, seat)
        return Listing(seat, True, known, list(branches.values()))
    except TooMany:
        branches.clear()
    for begin in begins(stand):
        for turn in _alone(stand, begin):
            _enter(branches, turn.plays, turn, seat)
    for branch in branches.values():
        branch.turns = 0
    return Listing(seat, False, known, list(branches.values()))


def _enter(branches: dict[str, Branch], plays: Sequence[n.Play], turn: LegalTurn, seat: n.Seat) -> None:
    """Note the plays of a lawful turn under its beginning."""
    first = next((i for i, play in enumerate(plays) if play.kind not in _BEGINNING), len(plays))
    key = ", ".join(map(write_play, plays[:first]))
    branch = branches.setdefault(key, Branch(key))
    branch.turns += 1
    for play in plays[first:]:
        text = write_play(play)
        if play.kind == "meld":
            branch.melds[text] = None
        elif play.kind in ("add", "take", "red", "draw"):
            branch.lay_offs[text] = None
        elif play.kind == "discard":
            branch.discards[text] = None
    branch.no_discard |= all(play.kind != "discard" for play in plays)
    branch.goes_out |= not turn.table.hands[seat] and turn.table.over is not None


def _alone(stand: Stand, begin: Begin) -> list[LegalTurn]:
    """Lawful turns that begin so and lay nothing more, or one row of cards, each with as many discards as there is time for."""
    search = Search(stand, _ALONE)
    found: list[LegalTurn] = []
    try:
        if search.hopeless(begin):
            return found
        rules = stand.referee.rules
        hand = Counter(begin.table.hands[stand.seat])
        targets = [] if begin.over else targets_of(begin, rules)
        rows: chain[tuple[Laid, ...]] = chain([()], ((laid,) for target in targets for laid in rows_of(begin, target, rules)))
        must, top = must_lay_top(begin, rules), begin.take and begin.take.top
        for shares in rows:
            if must and not any(top in laid.cards for laid in shares):
                continue
            forms = [begin.plays] if begin.over else [*scripts(begin, shares, rules)]
            rest = hand - Counter(card for laid in shares for card in laid.cards)
            found += search.completions(begin, forms, Counter() if begin.over else rest)
    except TooMany:
        pass
    return found
