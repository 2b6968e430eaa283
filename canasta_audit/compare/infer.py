"""Which ruleset and which of its options explain a record best, and what rules the others out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from canasta_audit.audit import audit
from canasta_audit.auditor import Auditor
from canasta_audit.checks.chapters import all_checks
from canasta_audit.compare.expected import expected, is_full, players_of
from canasta_audit.compare.switches import alone, fitting, together, values_changed
from canasta_audit.finding import Finding, severity_at_least
from canasta_audit.notation import model as n
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.model import Option, Ruleset

_WEIGHT = {"error": 100, "warning": 10, "note": 0}
"""What a finding that is left over speaks against a ruleset."""

_MISSCORED = 2
"""How often a wrong score counts: the rules make every score, and slips of the pen are fewer than slips of play."""

_STRUCTURE = 20
"""How often a finding counts that no single play can explain: another number of players, another deck, hands of another size."""

_STRUCTURAL = ("MATCH-006", "MATCH-007", "DEAL-001")

_OPTION = 50
"""What an option costs: it must explain more than a warning or two."""

_MISSED, _MOST_MISSED = 20, 10
"""What every play costs that any game by the ruleset should have shown and the record does not, up to so many."""

_LIKELY = 5
"""So many plays must be missed before an option is on that forbids them: with fewer, chance does it for one option of many."""

_NEAR = 1000
"""Rulesets further behind the best than this are not looked at closely."""


class Open(NamedTuple):
    """An option of the ruleset that explains the record neither better nor worse, on or off: nothing in it tells.

    ``chosen``: it is on in the explanation, for the record has none of the plays that it forbids. ``keys`` are the pointers it
    sets. ``expected`` is how many of these plays a game of this length would have without it, as our bots play. ``instead`` is the
    option that would have to go for it, ``""`` for one that can be added.
    """

    option: str
    keys: tuple[str, ...]
    chosen: bool
    expected: float
    instead: str = ""


class Explanation(NamedTuple):
    """How well one ruleset with its options explains a record: its findings that remain (roots), and their weight, 0 for none.

    ``missed`` is how many plays its games should show, as our bots play, that another explanation nearly as good forbids, less
    those that the record has; ``surely`` is the same by the bot who plays the fewest. ``against`` has by key the first finding
    that the best explanation does not have; ``open`` the options that the record does not tell of (of the best only).
    """

    ruleset: Ruleset
    weight: int
    findings: tuple[Finding, ...]
    missed: float = 0.0
    surely: float = 0.0
    against: tuple[Finding, ...] = ()
    open: tuple[Open, ...] = ()

    @property
    def cost(self) -> float:
        """What the explanations are ranked by: findings, then options, then what should be there and is not."""
        return self.weight + _OPTION * len(self.ruleset.chosen) + _MISSED * min(self.surely, _MOST_MISSED)


class Inference(NamedTuple):
    """Every ruleset's best explanation, the best first; ``untouched`` are the keys that would tell those apart that explain the
    record equally well, and that no play and no score of it touches.
    """

    explanations: tuple[Explanation, ...]
    untouched: tuple[str, ...]

    @property
    def ties(self) -> int:
        """Number of explanations that leave no more than the first."""
        best = self.explanations[0].weight
        return sum(found.weight <= best for found in self.explanations)

    @property
    def tied(self) -> tuple[Explanation, ...]:
        """The explanations that leave no more than the first, it included: the record rules none of them out."""
        best = self.explanations[0].weight
        return tuple(found for found in self.explanations if found.weight <= best)


def infer(logs: Sequence[n.Log], rulesets: Iterable[Ruleset]) -> Inference:
    """Rank ``rulesets``, each with the options that explain ``logs`` best; whatever the logs' own tags say does not count.

    Options are looked for among those that set a key by which something was found, one after the other, as long as that makes the
    explanation cheaper, and only where they could bring the ruleset near the best one.

    Between explanations that leave equally little the shortest account wins: fewer options, and a game that forbids what was never
    done. A ruleset that allows more should have been made use of: how often is counted in games that our bots play by it, where
    the record is full enough for that. The tie remains a tie, and is told as one.
    """
    found = _searched(logs, [_explain(logs, ruleset) for ruleset in rulesets])
    near = [one for one in found if one.cost <= found[0].cost + _NEAR]
    if is_full(logs):
        near = [_with_missed(logs, one, near) for one in near]
        near.sort(key=lambda one: (one.cost, one.missed))
    best = _with_open(logs, near[0])
    others = [*near[1:], *found[len(near) :]]
    explanations = (best, *(one._replace(against=_against(one, best)) for one in others))
    inference = Inference(explanations, ())
    return inference._replace(untouched=_untouched(inference.tied, players_of(logs)))


def _explain(logs: Sequence[n.Log], ruleset: Ruleset) -> Explanation:
    findings = tuple(finding for log in logs for finding in audit(log, ruleset).roots)
    return Explanation(ruleset, sum(map(_weight, findings)), findings)


def _weight(finding: Finding) -> int:
    times = _STRUCTURE if finding.id in _STRUCTURAL else _MISSCORED if finding.grade == "misscored" else 1
    return _WEIGHT[finding.severity] * times


def _searched(logs: Sequence[n.Log], found: Sequence[Explanation]) -> list[Explanation]:
    """Every explanation with the options that make it cheaper, where they can bring it near the best; the best first."""
    done: list[Explanation] = []
    for one in sorted(found, key=lambda one: one.weight - _removable(one)):
        least = min((other.cost for other in done), default=None)
        hopeless = least is not None and one.weight - _removable(one) > least + _NEAR
        done.append(one if hopeless else _best(logs, one))
    return sorted(done, key=lambda one: one.cost)


def _best(logs: Sequence[n.Log], best: Explanation) -> Explanation:
    tried = {best.ruleset.reference}
    while best.weight:
        better = None
        for option in _promising(best):
            other = together(best.ruleset, [option])
            if other is None or other.reference in tried:
                continue
            tried.add(other.reference)
            found = _explain(logs, other)
            if found.cost < (better or best).cost:
                better = found
        if better is None:
            break
        best = _pruned(logs, better)
    return best


def _pruned(logs: Sequence[n.Log], best: Explanation, kept: Iterable[str] = ()) -> Explanation:
    """The explanation without the options that it can do without, now that it has others; but with those to be ``kept``."""
    spare = [name for name in best.ruleset.chosen if name not in kept]
    for name in spare if len(best.ruleset.chosen) > 1 else ():
        less = together(best.ruleset, [], without=name)
        found = _explain(logs, less) if less is not None else best
        best = found if found.weight <= best.weight else best
    return best


def _keys(finding: Finding) -> set[str]:
    """Pointers that a finding rests on: the one that decided, and those its check reads."""
    check = all_checks().get(finding.id)
    return {*(check.reads if check else ()), *((finding.parameter.pointer,) if finding.parameter else ())}


def _sets(option: Option) -> set[str]:
    return {pointer for pointer, _ in leaves(option.sets)}


def _touches(keys: set[str], pointers: set[str]) -> bool:
    return any(one == other or one.startswith(other + "/") for one in pointers for other in keys)


def _removable(found: Explanation) -> int:
    """The weight of the findings that some option may explain."""
    sets = {pointer for option in found.ruleset.options.values() for pointer in _sets(option)}
    return sum(_weight(finding) for finding in found.findings if _touches(_keys(finding), sets))


def _promising(found: Explanation) -> Iterator[Option]:
    """Yield the options that set a key by which something was found, those that may explain most first; then those that set another
    key of its chapter, for a rule may hang on a neighbour, as what an initial meld needs does.
    """
    weights: dict[tuple[str, str | None], int] = {}
    keys: dict[tuple[str, str | None], set[str]] = {}
    for finding in found.findings:
        kind = finding.id, finding.parameter.pointer if finding.parameter else None
        weights[kind] = weights.get(kind, 0) + _weight(finding)
        keys.setdefault(kind, _keys(finding))
    options = found.ruleset.options
    worth = {
        name: sum(weight for kind, weight in weights.items() if _touches(keys[kind], _sets(option)))
        for name, option in options.items()
    }
    for name in sorted((name for name, points in worth.items() if points), key=lambda name: -worth[name]):
        yield options[name]
    chapters = {_chapter(key) for found_by in keys.values() for key in found_by}
    for name, option in options.items():
        if not worth[name] and chapters & set(map(_chapter, _sets(option))):
            yield option


def _chapter(pointer: str) -> str:
    return pointer.split("/")[1]


def _with_missed(logs: Sequence[n.Log], one: Explanation, near: Sequence[Explanation]) -> Explanation:
    """The explanation with the plays that others forbid and its games should show, less those that the record has."""
    missed = surely = 0.0
    for other in near:
        if other.ruleset.reference != one.ruleset.reference:
            shown = len(other.findings)
            missed = max(missed, sum(expected(one.ruleset, other.ruleset, logs).values()) - shown)
            surely = max(surely, sum(expected(one.ruleset, other.ruleset, logs, least=True).values()) - shown)
    return one._replace(missed=missed, surely=surely)


def _with_open(logs: Sequence[n.Log], best: Explanation) -> Explanation:
    """The best explanation with the options that the record leaves open; those that forbid what should be there are turned on."""
    chosen: list[Open] = []
    while True:
        rows = [row for group in _without_trace(logs, best.ruleset) for row in _open(logs, best.ruleset, group)]
        row = max(rows, key=lambda row: row.expected, default=None)
        stricter = None
        if row is not None and row.expected > _LIKELY:
            stricter = together(best.ruleset, [best.ruleset.options[row.option]])
        if row is None or stricter is None:
            rows = [*sorted(rows, key=lambda row: -row.expected), *_instead(logs, best.ruleset)]
            return best._replace(open=(*chosen, *rows))
        chosen.append(row._replace(chosen=True))
        found = _pruned(logs, _explain(logs, stricter), {row.option for row in chosen})
        best = found._replace(missed=best.missed, surely=best.surely)


def _without_trace(logs: Sequence[n.Log], ruleset: Ruleset) -> list[list[Option]]:
    """The options that change nothing of what is found, in groups that can be on together."""
    plain = list(_by_part(logs, ruleset))
    return fitting(alone(ruleset, players_of(logs)), ruleset, lambda other: _changed(plain, _by_part(logs, other)))


def _by_part(logs: Sequence[n.Log], ruleset: Ruleset) -> Iterator[list[Finding]]:
    """Yield the findings (roots) of every head of a match and of every deal."""
    for log in logs:
        auditor = Auditor(log.file, lambda tags: ruleset)
        for match in log.matches:
            units: list[n.Match | n.Deal] = [match, *match.deals]
            for unit in units:
                yield [one for one in auditor.feed(unit) if isinstance(one, Finding) and one.follows is None]
        yield [one for one in auditor.finish() if isinstance(one, Finding) and one.follows is None]


def _changed(plain: Sequence[list[Finding]], other: Iterable[list[Finding]]) -> set[str] | None:
    """The keys that decide what is found otherwise in the first part that differs, ``None`` where none does."""
    for before, after in zip(plain, other, strict=False):
        places = [{_place(one) for one in found if _weight(one)} for found in (before, after)]
        if places[0] != places[1]:
            differing = [one for one in (*before, *after) if _place(one) in places[0] ^ places[1]]
            return {one.parameter.pointer for one in differing if one.parameter is not None}
    return None


def _place(finding: Finding) -> tuple[str, str, int, int]:
    return finding.id, finding.file, finding.line, finding.column


def _instead(logs: Sequence[n.Log], ruleset: Ruleset) -> Iterator[Open]:
    """Yield the options that would explain the record as well in the place of one that is on."""
    plain = list(_by_part(logs, ruleset)) if ruleset.chosen else []
    for name in ruleset.chosen:
        for option in ruleset.options.values():
            if option.name not in ruleset.chosen and _sets(option) & _sets(ruleset.options[name]):
                other = together(ruleset, [option], without=name)
                if other is not None and _changed(plain, _by_part(logs, other)) is None:
                    yield Open(option.name, tuple(pointer for pointer, _ in leaves(option.sets)), False, 0.0, name)


def _open(logs: Sequence[n.Log], ruleset: Ruleset, group: Sequence[Option]) -> Iterator[Open]:
    """Yield the options of a group that can be on together, with what games without them would have shown."""
    stricter = together(ruleset, group)
    counts = expected(ruleset, stricter, logs, least=True) if stricter is not None and is_full(logs) else {}
    for option in group:
        keys = tuple(pointer for pointer, _ in leaves(option.sets))
        yield Open(option.name, keys, False, round(sum(counts.get(key, 0.0) for key in keys), 1))


def _against(one: Explanation, best: Explanation) -> tuple[Finding, ...]:
    """By key, the first finding of ``one`` that the best explanation does not have."""
    kept = {_place(finding) for finding in best.findings}
    first: dict[tuple[str, str | None], Finding] = {}
    for finding in sorted(one.findings, key=lambda finding: finding.sort_key):
        if _place(finding) not in kept and severity_at_least(finding.severity, "warning"):
            first.setdefault((finding.id, finding.parameter.pointer if finding.parameter else None), finding)
    return tuple(first.values())


def _untouched(tied: Sequence[Explanation], players: int | None) -> tuple[str, ...]:
    keys = [key for found in tied for row in found.open for key in row.keys]
    for found in tied[1:]:
        keys += values_changed(tied[0].ruleset, found.ruleset, players)
    return tuple(dict.fromkeys(keys))
