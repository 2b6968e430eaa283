"""The lawful turns of a position, each once, and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import product

from canasta_audit.cards import BLACK_THREES, Card
from canasta_audit.legal.begins import Begin, begins
from canasta_audit.legal.referee import LegalTurn, Stand, result
from canasta_audit.legal.rows import Laid, Shares, rows_of, shared_out, targets_of
from canasta_audit.legal.scripts import Plays, must_lay_top, scripts, taken_with
from canasta_audit.notation import model as n
from canasta_audit.table.state import Table

_HOPELESS = frozenset((
    "PILE-007", "PILE-008", "PILE-012", "PILE-017", "PILE-019", "RECORD-001", "RECORD-002", "RECORD-005", "RECORD-014",
    "THREES-006",
))  # fmt: skip
"""Faults of a beginning that nothing which is laid after it can put right."""

_OF_ROW = frozenset((
    "MELD-001", "MELD-002", "MELD-003", "MELD-004", "MELD-005", "MELD-007", "MELD-008", "MELD-009", "MELD-010", "MELD-014",
    "MELD-015", "MELD-017", "MELD-023", "MELD-024",
))  # fmt: skip
"""Faults of one row of cards, whatever else the turn brings."""

_OF_DISCARD = "MELD-019"
_OF_LAYING = ("MELD", "PILE", "OPEN")
"""Chapters whose faults do not hang on the discard, as long as it is not the last card."""

_WRITTEN_OTHERWISE = ("MELD", "PILE")
"""Chapters whose faults another form of the same turn may not have."""


class TooMany(Exception):
    """There is more to try than the caller wants to wait for."""


def legal_turns(stand: Stand, limit: int | None = None, *, tries: int | None = None) -> Iterator[LegalTurn]:
    """Yield the lawful turns of a position, each once, at most ``limit`` of them.

    Where the order of the stock is not known, the card drawn is an unseen one. The partner is asked, and says yes, where a turn may
    not do without.

    Raises ``TooMany`` when ``tries`` turns have been judged and there are more to judge.
    """
    search = Search(stand, tries)
    for begin in begins(stand):
        for turn in search.turns(begin):
            yield turn
            if limit is not None and len(search.seen) >= limit:
                return


def perft(stand: Stand) -> int:
    """The number of different lawful turns of a position."""
    return sum(1 for _ in legal_turns(stand))


class Search:
    """Looks for lawful turns, and counts what it has judged."""

    def __init__(self, stand: Stand, tries: int | None = None) -> None:
        """``tries``: how many turns may be judged."""
        self.stand = stand
        self.tries = tries
        self.seen: set[Hashable] = set()

    def turns(self, begin: Begin) -> Iterator[LegalTurn]:
        """Yield the lawful turns that begin so, and leave a table that was not seen yet."""
        if self.hopeless(begin):
            return
        rules = self.stand.referee.rules
        if begin.over:
            yield from self.completions(begin, [begin.plays], Counter())
            if begin.take is None:
                return
        options = [
            rows for target in targets_of(begin, rules) if (rows := [*filter(self.allows(begin), rows_of(begin, target, rules))])
        ]
        if begin.over:
            for laid in (laid for rows in options for laid in rows):
                yield from self.completions(begin, [*taken_with(begin, laid)], Counter())
            return
        for shares, rest in self._shared_out(begin, options):
            self._tried()
            if rest.total() > 1 and self._waits_for_the_end(shares):
                continue
            yield from self.completions(begin, [*scripts(begin, shares, rules)], rest)

    def _shared_out(self, begin: Begin, options: list[list[Laid]]) -> Iterator[tuple[Shares, Counter[Card]]]:
        """Yield every share-out of the hand; where the pile's top card must be laid, those that lay it."""
        hand = Counter(begin.table.hands[self.stand.seat])
        top = begin.take.top if begin.take is not None else None
        if top is None or not must_lay_top(begin, self.stand.referee.rules):
            yield from shared_out(options, hand)
            return
        for index, rows in enumerate(options):
            others = [*options[:index], *options[index + 1 :]]
            for laid in rows:
                if top in laid.cards:
                    for shares, rest in shared_out(others, hand - Counter(laid.cards)):
                        yield (laid, *shares), rest

    def hopeless(self, begin: Begin) -> bool:
        """Tell whether no turn that begins so can be lawful."""
        found = self.errors(begin.plays)
        return any(id in _HOPELESS for id in found)

    def allows(self, begin: Begin) -> _Allows:
        """The question whether the cards of one row could lie so, whatever else the turn brings."""
        return _Allows(self, begin)

    def errors(self, plays: Plays) -> list[str]:
        """Ids of the errors of a turn."""
        stand = self.stand
        self._tried()
        return [finding.id for finding in stand.referee.judge(stand.table, n.Turn(stand.seat, plays))]

    def _tried(self) -> None:
        if self.tries is not None:
            if self.tries <= 0:
                raise TooMany
            self.tries -= 1

    def _waits_for_the_end(self, shares: Shares) -> bool:
        """Tell whether black threes are laid that may lie only when the hand is played out."""
        law = self.stand.referee.rules.melds.black_threes
        return law.when == "going-out" and any(not BLACK_THREES.isdisjoint(laid.naturals) for laid in shares)

    def completions(self, begin: Begin, forms: list[Plays], rest: Counter[Card]) -> Iterator[LegalTurn]:
        """Yield the lawful turns among those that lay the same cards, with each discard and with none."""
        lasts: list[Card | None] = [*sorted(+rest)]
        if begin.over or rest.total() < 2 or self.stand.referee.rules.turn.discard != "one":
            lasts.append(None)
        foot = self.stand.seat in begin.table.feet and not begin.over
        for last, late in product(lasts, ((), (n.Foot(),)) if foot else ((),)):
            if not forms:
                return
            end = late if last is None else (n.Discard(last), *late)
            found = self._lawful(forms, end, rest.total() > 1)
            if found is not None and (left := result(found.table)) not in self.seen:
                self.seen.add(left)
                yield self._asked(found)

    def _lawful(self, forms: list[Plays], end: Plays, spare: bool) -> LegalTurn | None:
        """The turn in the first of ``forms`` that is lawful with this ``end``. A form that no end makes so is taken out."""
        for plays in forms[:]:
            played = (*plays, *end)
            found = self._outcome(played)
            if isinstance(found, Table):
                return LegalTurn(played, found)
            if spare and found.startswith(_OF_LAYING) and found != _OF_DISCARD:
                forms.remove(plays)
            if not self._may_be_written_otherwise(found):
                return None
        return None

    def _may_be_written_otherwise(self, fault: str) -> bool:
        if fault.startswith("OPEN"):
            return self.stand.referee.rules.opening.top_counts == "shown"
        return fault.startswith(_WRITTEN_OTHERWISE) or fault == "OUT-010"

    def _outcome(self, plays: Plays) -> Table | str:
        self._tried()
        return self.stand.referee.outcome(self.stand.table, n.Turn(self.stand.seat, plays))

    def _asked(self, turn: LegalTurn) -> LegalTurn:
        """The turn with the question that it needs, if it goes out."""
        table, seat = turn.table, self.stand.seat
        going_out = self.stand.referee.rules.going_out
        if going_out.ask != "must" or table.hands[seat] or table.over is None or not table.seats.partners(seat):
            return turn
        first = next((i for i, play in enumerate(turn.plays) if play.kind in ("meld", "add", "discard")), len(turn.plays))
        plays = (*turn.plays[:first], n.Ask(answer=True), *turn.plays[first:])
        found = self._outcome(plays)
        return LegalTurn(plays, found) if isinstance(found, Table) else turn


class _Allows:
    """The question whether a row of cards could lie so; rows of equal cards are asked about once."""

    def __init__(self, search: Search, begin: Begin) -> None:
        self.search, self.begin = search, begin
        self.known: dict[tuple[int, Sequence[Card]], bool] = {}

    def __call__(self, laid: Laid) -> bool:
        """Tell whether no fault of the row itself stands against it."""
        key = (id(laid.target.meld), laid.cards)
        if key not in self.known:
            found = set(self.search.errors((*self.begin.plays, laid.play))) & _OF_ROW
            self.known[key] = not (found - self._cured(laid))
        return self.known[key]

    def _cured(self, laid: Laid) -> set[str]:
        """Faults that the row has not if it is laid in pieces."""
        law = self.search.stand.referee.rules.melds
        cured = {"MELD-017"} if law.wild_only_joined_by and laid.naturals else set()
        return cured | ({"MELD-014"} if law.wild_ratio_on == "new-melds" and laid.target.meld is None else set())
