"""Whether one recorded game shows that two rulesets differ in a key, and that it is this key which decides."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from canasta_audit.audit import audit
from canasta_audit.finding import Finding, severity_at_least
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write_cards
from canasta_audit.ruleset.chapters import plainly
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import nested, with_values

Mark = tuple[str, str, str, int]
"""One thing that a ruleset says of a log: a finding with its line, or an item of a side's last score with its points."""

Difference = frozenset[tuple[int, Mark]]
"""What only the first of two says (0), and what only the second says (1)."""


class Reason(StrEnum):
    """Why no game shows a key in which two rulesets differ.

    ``idle-in-one``: in one of them another key leaves it without effect. ``other-key-decides``: where it alone would tell, another
    key in which they differ tells first. ``no-game-found``: none of the games looked at tells of it at all.
    """

    IDLE_IN_ONE = "idle-in-one"
    OTHER_KEY_DECIDES = "other-key-decides"
    NO_GAME_FOUND = "no-game-found"


class Judged(NamedTuple):
    """What a ruleset says of a log: its roots that are warnings or errors, and the last deal's scores by side, where they are
    known: the points of each item that is not 0."""

    findings: tuple[Finding, ...]
    scores: Mapping[n.Side, Mapping[str, int]]

    @property
    def totals(self) -> dict[n.Side, int]:
        """The total of each side."""
        return {side: sum(items.values()) for side, items in self.scores.items()}


def judged(text: str, ruleset: Ruleset) -> Judged:
    """What ``ruleset`` says of a log, whatever the log's own tag says.

    Raises ``RuntimeError`` where the audit itself fails, which no log should bring about: it would pass for a disagreement.
    """
    report = audit(_parsed(text), ruleset)
    for failed in (found for found in report.findings if found.grade == "internal"):
        raise RuntimeError(failed.message)
    roots = tuple(found for found in report.roots if severity_at_least(found.severity, "warning"))
    deals = [deal for match in report.matches for deal in match.deals]
    scores: dict[n.Side, dict[str, int]] = {}
    for score in deals[-1].scores if deals else ():
        if score.known:
            items: dict[str, int] = {}
            for item in score.items:
                items[item.item] = items.get(item.item, 0) + item.points
            scores[score.side] = {name: points for name, points in items.items() if points}
    return Judged(roots, scores)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> n.Log:
    """A log that several rulesets are asked about is read once."""
    return parse(text)


def odd_melds(text: str, ruleset: Ruleset) -> int:
    """How many melds that lie already nobody could have laid by ``ruleset``: an audit takes them as they are recorded."""
    head = "".join(f"{line}\n" for line in text.split("\n") if line.startswith("["))
    lines = [line for line in _parsed(text).lines() if isinstance(line, n.MeldsLine)]
    return sum(_odd(head, line.seat, write_cards(meld), _Named(ruleset)) for line in lines for meld in line.melds)


class _Named:
    """A ruleset by its name and digest, to be remembered by."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.ruleset.digest == other.ruleset.digest

    def __hash__(self) -> int:
        return hash(self.ruleset.digest)


@lru_cache(maxsize=4096)
def _odd(head: str, seat: n.Seat, cards: str, by: _Named) -> bool:
    """Whether a meld would be at fault if it were laid at once."""
    log = parse(f"{head}deal 1: first {seat}\n{seat}: draw, meld {cards}\n")
    return any(found.id.startswith("MELD") and found.severity == "error" for found in audit(log, by.ruleset).roots)


def difference(one: Judged, other: Judged) -> Difference:
    """In what two rulesets do not say the same. Of a score only where both know it and its total is another: the items that differ,
    with their points by each of the two, 0 where there is no such item.
    """
    here, there = _findings(one), _findings(other)
    found = {*((0, mark) for mark in here - there), *((1, mark) for mark in there - here)}
    for side, items in one.scores.items():
        theirs = other.scores.get(side)
        if theirs is None or sum(items.values()) == sum(theirs.values()):
            continue
        for item in {*items, *theirs}:
            points = items.get(item, 0), theirs.get(item, 0)
            if points[0] != points[1]:
                found |= {(which, ("score", item, side, points[which])) for which in (0, 1)}
    return frozenset(found)


def _findings(said: Judged) -> set[Mark]:
    return {("finding", found.id, "", found.line) for found in said.findings}


def _is_effect(shared: Difference, changed: bool) -> bool:
    """Tell whether what two differences have in common is one thing: a finding, or an item of a score that comes to the same points
    with the key alone put otherwise, in the ruleset that finds nothing (``changed``) or in the other.
    """
    return any(which == (1 if mark[0] == "finding" or changed else 0) for which, mark in shared)


class Shown(NamedTuple):
    """What a log shows of a key. ``clean``: which of the two rulesets (0 or 1) finds nothing in it, but for ``faults``: findings,
    and melds in its position that could not have been laid.

    ``effect`` is what the key does and the other ruleset says as well; ``noise`` counts what they say otherwise for other reasons,
    and one more where only the other ruleset, and not the clean one, says something else with the key alone put otherwise.
    """

    clean: int
    faults: int
    noise: int
    effect: Difference


class Rivals:
    """Two rulesets that differ in one key, and both with the other's value of it."""

    def __init__(self, references: tuple[str, str], key: str, players: int) -> None:
        """Raises ``RulesetError`` for a reference that cannot be had, and ``KeyError`` for a key that is none."""
        self.references, self.key, self.players = references, key, players
        self.rulesets = (load_ruleset(references[0]), load_ruleset(references[1]))
        values = [dict(leaves(plainly(ruleset.tables[players]))) for ruleset in self.rulesets]
        self.values: tuple[Any, Any] = (values[0][key], values[1][key])
        self.changed = (self._with(0), self._with(1))

    def _with(self, which: int) -> Ruleset | None:
        """One of the two with the other's value, ``None`` where its other keys do not go with that."""
        try:
            return with_values(self.references[which], nested(self.key, self.values[1 - which]))
        except RulesetError:
            return None

    @staticmethod
    def say(text: str, rulesets: tuple[Ruleset, Ruleset]) -> tuple[Judged, Judged]:
        """What two rulesets say of a log."""
        return judged(text, rulesets[0]), judged(text, rulesets[1])

    @staticmethod
    def parts(both: tuple[Judged, Judged]) -> bool:
        """Tell whether two rulesets do not say the same."""
        return bool(difference(*both))

    def judged(self, text: str) -> tuple[Judged, Judged]:
        """What the two say of a log."""
        return judged(text, self.rulesets[0]), judged(text, self.rulesets[1])

    def shown(self, text: str, said: tuple[Judged, Judged] | None = None) -> Shown | None:
        """What a log shows, ``None`` for nothing; ``said`` is what the two say of it, where that is known."""
        both = said or self.judged(text)
        if not difference(*both):
            return None
        put: dict[int, Judged] = {}
        found = [self._shown(text, clean, both[clean], both[1 - clean], put) for clean in (0, 1)]
        return min(filter(None, found), key=lambda shown: (shown.faults, shown.noise), default=None)

    def alone(self, text: str, said: tuple[Judged, Judged]) -> str | None:
        """The other key that decides where ours would: one of the two finds nothing with one value of ours, and something with the
        other; at the same line and in the same chapter if there is such a key.

        ``""`` where no finding of the other tells; ``None`` where our key does not tell either.
        """
        for which, variant in enumerate(self.changed):
            put = said[which] if variant is None else judged(text, variant)
            own = difference(said[which], put)
            if own and not (said[which].findings and put.findings):
                lines = {mark[3] for _, mark in own if mark[0] == "finding"}
                others = [one for one in said[1 - which].findings if one.parameter and one.parameter.pointer != self.key]
                places = sorted((one.line not in lines, self._far(one), i) for i, one in enumerate(others))
                parameter = others[places[0][2]].parameter if places else None
                return parameter.pointer if parameter else ""
        return None

    def _far(self, found: Finding) -> bool:
        return found.parameter is None or found.parameter.pointer.split("/")[1] != self.key.split("/")[1]

    def shown_by(self, text: str, clean: int, most: int) -> Shown | None:
        """The same where one of the two must find no more than ``most`` faults."""
        here = judged(text, self.rulesets[clean])
        if len(here.findings) > most or len(here.findings) + odd_melds(text, self.rulesets[clean]) > most:
            return None
        return self._shown(text, clean, here, judged(text, self.rulesets[1 - clean]))

    def _shown(self, text: str, clean: int, here: Judged, there: Judged, put: dict[int, Judged] | None = None) -> Shown | None:
        """Either the one that finds nothing says the same as the other once it has the other's value of the key, or the other no
        longer says it without. ``put``: what they say with each other's value, as far as that was asked before.
        """
        part = difference(here, there)
        best: Shown | None = None
        put = {} if put is None else put
        for which in (clean, 1 - clean):
            variant = self.changed[which]
            if variant is None or not part or (best is not None and best.noise == 0):
                continue
            if which not in put:
                put[which] = judged(text, variant)
            own = difference(here, put[which]) if which == clean else difference(put[which], there)
            noise = len(own ^ part) + (which != clean)
            if _is_effect(own & part, which == clean) and (best is None or noise < best.noise):
                faults = len(here.findings) + odd_melds(text, self.rulesets[clean]) if best is None else best.faults
                best = Shown(clean, faults, noise, own & part)
        return best
