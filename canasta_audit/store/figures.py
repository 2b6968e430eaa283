"""What is counted in a store, as plain values: faults by what they have in common, and the standings of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Section = Literal["standings", "kind", "chapter", "player", "table", "event", "ruleset"]
SECTIONS: tuple[Section, ...] = ("standings", "kind", "chapter", "player", "table", "event", "ruleset")
"""What can be asked for; all but the standings are faults by something."""

TieBreak = Literal["wins", "points", "difference", "head-to-head", "faults"]
TIE_BREAKS: tuple[TieBreak, ...] = ("wins", "points", "difference", "head-to-head", "faults")
"""What places entrants of a tournament, in the usual order: the first decides, each other where those before leave a tie."""


class Asked(NamedTuple):
    """What is asked: of these ``events`` (all where there is none), from ``since`` to ``until`` (``YYYY``, ``YYYY-MM`` or
    ``YYYY-MM-DD``; ``""``: without bound), which ``sections``, and standings of sides (partners together) or of every player.
    """

    events: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    sections: tuple[Section, ...] = SECTIONS
    of: Literal["side", "player"] = "side"
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS

    @property
    def filtered(self) -> bool:
        """Tell whether only some matches are asked for."""
        return bool(self.events or self.since or self.until)


class Group(NamedTuple):
    """Faults with something in common: what, the deals that were played there, and root findings by severity."""

    name: str
    deals: int
    errors: int
    warnings: int
    notes: int
    title: str = ""

    @property
    def faults(self) -> int:
        """All of them."""
        return self.errors + self.warnings + self.notes

    @property
    def per_100(self) -> float | None:
        """Faults per hundred deals; ``None`` where there is no deal.

        >>> Group("MELD", 40, 1, 0, 1).per_100
        5.0
        """
        return round(100 * self.faults / self.deals, 2) if self.deals else None


class Entrant(NamedTuple):
    """A row of standings. ``matches`` have a winner; those ``open`` have none, or nobody can tell, and count nowhere else.

    Who has no match with a winner has no ``rank``. ``difference`` is the sum of leads over the best other side, ``met`` what the
    tie-break between those who are level counted.
    """

    rank: int | None
    name: str
    matches: int
    won: int
    points: int
    difference: int
    faults: int
    open: int
    met: int | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """All that was asked.

    ``groups`` are by section, those with the most faults first. ``undecided`` matches have no winner, ``undated`` ones were left
    out because their date is not known, ``unnamed`` sides or players have no place in the standings, ``copies`` logs are there
    twice, and ``unplaced`` findings are of no match. ``events`` are all that the store has.
    """

    asked: Asked
    logs: int
    matches: int
    undecided: int
    deals: int
    turns: int
    faults: Group
    follows: int
    standings: tuple[Entrant, ...]
    groups: dict[Section, tuple[Group, ...]]
    events: tuple[str, ...] = ()
    undated: int = 0
    unnamed: int = 0
    copies: int = 0
    unplaced: int = 0
