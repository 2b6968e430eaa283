"""What would have been lawful in the place of a fault, where that is little: what an audit names beside its finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_audit.cards import UNKNOWN
from canasta_audit.finding import Finding
from canasta_audit.legal.position import Choose, stand_before
from canasta_audit.legal.referee import Stand
from canasta_audit.legal.sources import draw_of, sources
from canasta_audit.legal.turns import TooMany, legal_turns
from canasta_audit.notation import model as n
from canasta_audit.notation.spans import play_spans
from canasta_audit.notation.write import write_play
from canasta_audit.table.state import WILD_MELD, shape

FEW = 3
"""More alternatives than this are not named."""

_MOST_FINDINGS = 25
_TRIES = 150


class Adviser:
    """Gives the findings of one file their alternatives; deals without a fault in a turn cost nothing."""

    def __init__(self, choose: Choose) -> None:
        """``choose`` picks the ruleset of a match."""
        self.choose = choose
        self.left = _MOST_FINDINGS

    def __call__(self, head: n.Match, deal: n.Deal, findings: Sequence[Finding]) -> list[Finding]:
        """The findings of a deal, those of few alternatives with ``alternatives`` in their data, and named in their help."""
        return [self._advised(head, deal, finding) for finding in findings]

    def _advised(self, head: n.Match, deal: n.Deal, finding: Finding) -> Finding:
        if finding.follows is not None or finding.grade != "illegal" or finding.turn is None or self.left <= 0:
            return finding
        line = next((line for line in deal.lines if line.line == finding.line), None)
        # The initial meld that is asked hangs on the score, which deals before this one may tell.
        scored = deal.head.number == 1 or any(other.kind == "before" for other in deal.lines)
        if not isinstance(line, n.Turn) or not scored:
            return finding
        self.left -= 1
        stand = stand_before(n.Match(head.head), [deal], line, self.choose)
        if stand is None or stand.seat != line.seat or stand.seat in stand.table.vague:
            return finding
        found = [text for text in alternatives(stand, line, finding.column) if text and not _says_nothing(text)]
        if not found:
            return finding
        told = f"lawful instead: {'; '.join(found)}"
        return replace(
            finding, data={**finding.data, "alternatives": found}, help=f"{finding.help}; {told}" if finding.help else told
        )


def alternatives(stand: Stand, line: n.Turn, column: int) -> list[str]:
    """Lawful plays for the one at ``column`` of a turn, all others as they are; or else whole turns. Empty where they are none,
    or more than ``FEW``.
    """
    spans = play_spans(line.text)
    index = next((i for i, (start, end) in enumerate(spans) if start <= column < end), None)
    if len(spans) == len(line.plays) and index is not None:
        found = []
        for play in _others(stand, line, index):
            plays = (*line.plays[:index], play, *line.plays[index + 1 :])
            if stand.referee.after(stand.table, n.Turn(stand.seat, plays)) is not None:
                found.append(write_play(play))
                if len(found) > FEW:
                    return []
        if found:
            return found
    try:
        turns = [turn.text for turn in legal_turns(stand, FEW + 1, tries=_TRIES)]
    except TooMany:
        return []
    return turns if len(turns) <= FEW else []


def _says_nothing(text: str) -> bool:
    """Tell whether plays lay or discard a card that nobody has seen: any turn may be that one.

    >>> _says_nothing("draw ?, discard ?"), _says_nothing("draw ?, discard 4C")
    (True, False)
    """
    return any(UNKNOWN in play for play in text.split(", ") if not play.startswith("draw"))


def _others(stand: Stand, line: n.Turn, index: int) -> Iterator[n.Play]:
    """Yield the plays of the same kind that could stand in the place of one."""
    play, table, seat = line.plays[index], stand.table, stand.seat
    if isinstance(play, n.Take):
        yield from (way[-1] for way in sources(stand) if isinstance(way[-1], n.Take) and way[-1] != play)
    elif isinstance(play, n.Draw):
        way = draw_of(stand, takes=any(other.kind == "take" for other in line.plays))
        if way is not None and way != play:
            yield way
    elif isinstance(play, n.Discard):
        left = list(table.hands[seat])
        for other in line.plays:
            left += [chain[-1] for chain in getattr(other, "chains", ())]
            if isinstance(other, n.Take):
                left += table.pile
        yield from (n.Discard(card) for card in sorted(set(left)) if card not in (play.card, UNKNOWN))
    elif isinstance(play, (n.Add, n.Meld)):
        melds = table.melds[table.seats.side_of[seat]]
        rank = shape(play.cards).rank
        addresses = {n.Address(meld.rank, None, meld.seat) for meld in melds if meld.rank == rank or rank == WILD_MELD}
        yield from (n.Add(play.cards, address) for address in sorted(addresses, key=repr))
        yield n.Meld(play.cards)
