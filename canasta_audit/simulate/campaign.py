"""Campaigns: faults injected by the hundred and held against what the audit finds, and clean deals in which it should find none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, NamedTuple

from canasta_audit.audit import audit
from canasta_audit.checks.chapters import all_checks
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write
from canasta_audit.redact import redacted
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate import faults
from canasta_audit.simulate.match import Unlawful, numbered_match
from canasta_audit.simulate.spoil import Clean, Injector, clean_match, registered

ANY = "any"
"""What means every fault that can be injected."""

PUBLIC = "public"
"""Who sees a log as the table alone shows it."""

MOST_EXTRA = 1 / 200
"""The share of logs in which an extra root finding is borne."""

ATTEMPTS = 40
"""How many matches are tried for a place that a fault fits."""

_APART = 1_000_003
"""How far the number of the next match that is tried lies from that of one without a fit place."""


def all_injectors() -> dict[str, Injector]:
    """All injectors by the id of their check, in the order of the ids; loads the modules that hold them."""
    for module in iter_modules(faults.__path__):
        import_module(f"{faults.__name__}.{module.name}")
    return dict(sorted(registered().items()))


def chosen_injectors(selectors: Iterable[str]) -> list[Injector]:
    """The injectors meant by ids and names of checks, by chapters, or by ``any``, in the order of their ids.

    Raises ``KeyError`` with the first selector that means none.
    """
    injectors = all_injectors()
    names = {check.id: check.name for check in all_checks().values()}
    chosen: set[str] = set()
    for selector in selectors:
        word = selector.lower()
        meant = {id for id in injectors if word in (ANY, id.lower(), names[id], id.split("-")[0].lower())}
        if not meant:
            raise KeyError(selector)
        chosen |= meant
    return [injector for id, injector in injectors.items() if id in chosen]


@lru_cache(maxsize=16)
def _clean(reference: str, players: int, bot: str, seed: int, number: int) -> Clean:
    return clean_match(_ruleset(reference), players, bot, seed, number)


@lru_cache(maxsize=32)
def _ruleset(reference: str) -> Ruleset:
    return load_ruleset(reference)


class Injected(NamedTuple):
    """A log with a fault, and what is known of it: the ``number``-th of its ``seed``; the 1-based ``line`` of the fault with the
    number of its deal, and turn and seat where it is in a turn.
    """

    injector: Injector
    seed: int
    number: int
    text: str
    line: int
    deal: int | None
    turn: int | None
    seat: str | None

    @property
    def name(self) -> str:
        """The name of the check."""
        return all_checks()[self.injector.id].name

    @property
    def expected(self) -> dict[str, Any]:
        """The expectation as ``fixtures/README.md`` has it, as far as it is known before anybody has audited the log."""
        told: dict[str, Any] = {"id": self.injector.id, "name": self.name, "line": self.line}
        told |= {key: value for key in ("deal", "turn", "seat") if (value := getattr(self, key)) is not None}
        shows = " ".join((self.injector.spoil.__doc__ or "").split())
        return {"shows": shows, "ruleset": self.injector.ruleset, "canonical": True, "findings": [told]}


def inject(injector: Injector, seed: int, number: int) -> Injected | None:
    """The ``number``-th log of a ``seed`` with this fault, the same for the same arguments; ``None`` where no match has a place."""
    for attempt in range(ATTEMPTS):
        clean = _clean(injector.ruleset, injector.players, injector.bot, seed, number + attempt * _APART)
        spoilt = next(injector.spoil(clean, Random(f"{injector.id}/{seed}/{number}/{attempt}")), None)
        if spoilt is not None:
            deal, turn, seat = _coordinates(spoilt.lines, spoilt.place)
            return Injected(injector, seed, number, spoilt.text, spoilt.place + 1, deal, turn, seat)
    return None


def _coordinates(lines: Sequence[n.Line], place: int) -> tuple[int | None, int | None, str | None]:
    """Number of the deal, and turn and seat where the line is one, of the line at ``place``."""
    start = next((i for i in range(place, -1, -1) if isinstance(lines[i], n.DealHead)), None)
    if start is None:
        return None, None, None
    head, line = lines[start], lines[place]
    assert isinstance(head, n.DealHead)
    turns = sum(isinstance(one, n.Turn) and not one.undone for one in lines[start : place + 1])
    return head.number, turns if isinstance(line, n.Turn) else None, line.seat if isinstance(line, n.Turn) else None


class Trial(NamedTuple):
    """What the audit made of one injected fault: whether it is found at the right line, and the extra root findings."""

    id: str
    seed: int
    number: int
    line: int
    found: bool
    extra: tuple[tuple[str, int], ...]


def judge(injected: Injected, seen_by: str | None = None) -> Trial:
    """Audit a log with a fault, as it stands or as ``seen_by`` (a seat or ``public``) saw the game. An extra finding is any other
    root above a note.
    """
    wanted, line = injected.injector.id, injected.line
    log = parse(injected.text)
    if seen_by is not None:
        view = None if seen_by == PUBLIC else seen_by
        log = parse(write(n.Log([redacted(match, view) for match in log.matches])))
    roots = [finding for finding in audit(log).findings if finding.follows is None]
    found = any(finding.id == wanted and finding.line == line for finding in roots)
    others = [finding for finding in roots if finding.severity != "note" and (finding.id, finding.line) != (wanted, line)]
    if seen_by is not None and all_checks()[wanted].grade == "impossible":
        # The fewer cards are seen, the later it shows that lines contradict each other.
        others = [finding for finding in others if finding.grade != "impossible" or finding.line < line]
    return Trial(wanted, injected.seed, injected.number, line, found, tuple((finding.id, finding.line) for finding in others))


@dataclass
class Tally:
    """The trials of one fault, or of one chapter: ``wanted`` logs were asked for."""

    name: str
    wanted: int = 0
    trials: list[Trial] = field(default_factory=list)

    @property
    def injected(self) -> int:
        """Number of logs with the fault."""
        return len(self.trials)

    @property
    def found(self) -> int:
        """Number of logs in which it was found at the right line."""
        return sum(trial.found for trial in self.trials)

    @property
    def extra(self) -> int:
        """Number of logs with an extra root finding."""
        return sum(bool(trial.extra) for trial in self.trials)

    @property
    def share(self) -> float:
        """The share of the logs with the fault in which it was found, 0 where there are none."""
        return self.found / self.injected if self.trials else 0.0

    @property
    def good(self) -> bool:
        """Tell whether all were injected and found, with next to no extra findings."""
        return self.found == self.injected == self.wanted and self.extra <= MOST_EXTRA * self.injected


class Campaign(NamedTuple):
    """The report of a campaign, by fault and by chapter; ``seen_by`` is who saw the games, ``None`` where all was recorded."""

    seed: int
    matches: int
    faults: list[Tally]
    seen_by: str | None = None

    @property
    def chapters(self) -> list[Tally]:
        """The faults of each chapter together."""
        chapters: dict[str, Tally] = {}
        for fault in self.faults:
            _join(chapters.setdefault(fault.name.split("-")[0], Tally(fault.name.split("-")[0])), fault)
        return list(chapters.values())

    @property
    def whole(self) -> Tally:
        """All faults together."""
        whole = Tally("all")
        for fault in self.faults:
            _join(whole, fault)
        return whole

    @property
    def good(self) -> bool:
        """Tell whether the whole is good; in games that were not seen whole a fault may be hidden, or show elsewhere."""
        whole = self.whole
        return whole.good if self.seen_by is None else whole.injected == whole.wanted


def _join(into: Tally, tally: Tally) -> None:
    into.wanted += tally.wanted
    into.trials += tally.trials


def run_campaign(injectors: Sequence[Injector], seed: int, count: int, seen_by: str | None = None) -> Campaign:
    """Inject every fault into ``count`` logs and audit them all, as they stand or as ``seen_by`` saw the games."""
    tallies = {injector.id: Tally(injector.id, count) for injector in injectors}
    for injected in injections(injectors, seed, count):
        tallies[injected.injector.id].trials.append(judge(injected, seen_by))
    return Campaign(seed, count, list(tallies.values()), seen_by)


def injections(injectors: Sequence[Injector], seed: int, count: int) -> Iterator[Injected]:
    """Yield ``count`` logs of every fault; those of one game in a row, since they share clean matches."""
    for number, injector in sorted(
        ((number, injector) for number in range(1, count + 1) for injector in injectors),
        key=lambda pair: (pair[1].ruleset, pair[1].players, pair[1].bot, pair[0]),
    ):
        injected = inject(injector, seed, number)
        if injected is not None:
            yield injected


class Clear(NamedTuple):
    """What an audit of clean deals came to: how many there were, and what was found in which match, were it only a note."""

    ruleset: str
    players: int
    bot: str
    matches: int
    deals: int
    faulty: int
    found: tuple[tuple[int, str, int], ...]


def check_clean(ruleset: Ruleset, players: int, bot: str, seed: int, deals: int) -> Clear:
    """Simulate and audit at least ``deals`` clean deals; what is ``found`` is the match, the id and the line."""
    done = faulty = number = 0
    found: list[tuple[int, str, int]] = []
    while done < deals:
        number += 1
        pieces, unlawful = [], ""
        try:
            for piece in numbered_match(ruleset, players, bot, seed, number):
                pieces.append(piece)
                if len(pieces) > deals - done:
                    break
        except Unlawful as error:
            unlawful = str(error)
        findings: list[Finding] = list(audit(parse("".join(pieces)), ruleset).findings)
        found += [(number, finding.id, finding.line) for finding in findings]
        found += [(number, f"Unlawful: {unlawful}", 0)] if unlawful else []
        faulty += len({finding.deal for finding in findings}) + bool(unlawful)
        done += max(1, len(pieces) - 1)
    return Clear(ruleset.reference, players, bot, number, done, faulty, tuple(found))
