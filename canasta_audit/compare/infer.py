"""Which ruleset and which of its options explain a record best, and what rules the others out."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from canasta_audit.audit import audit
from canasta_audit.compare.expected import Group, expected, is_full, players_of
from canasta_audit.compare.switches import alone, fitting, rests_on, sets, together, touches, values_changed
from canasta_audit.compare.trace import by_part, changed, place
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
"""What every play costs that a game by the ruleset should have shown and the record does not, up to so many."""

_LIKELY = 5
"""So many plays must be missed before an option is on that forbids them: with fewer, chance does it for one option of many."""

_EVEN = 30
"""Explanations with other options that cost less than this apart are even: what an option costs is no more than a guess, and a play
or two that are missed may be chance."""

_CHANCE = _MISSED * math.log(2)
"""Games with the same options that cost less apart are even: a record that misses so little has likelier none than one."""

_PATIENCE = 6
"""How often a bot is asked at each position where otherwise nothing tells explanations apart."""

_FEW_KINDS = 5
"""With more kinds of findings than this, options are looked for by the keys alone."""

_NEAR = 1000
"""Rulesets further behind the best than this are not looked at closely."""


class Open(NamedTuple):
    """An option of the ruleset that explains the record neither better nor worse, on or off: nothing in it tells.

    ``chosen``: it is on in the explanation, for the record has none of the plays that it forbids. ``keys`` are the pointers it
    sets. ``expected`` is how many of these plays the record should have without it, by the chances that there were.
    ``instead`` is the option that would have to go for it, ``""`` for one that can be added.
    """

    option: str
    keys: tuple[str, ...]
    chosen: bool
    expected: float
    instead: str = ""


class Explanation(NamedTuple):
    """How well one ruleset with its options explains a record: its findings that remain (roots), and their weight, 0 for none.

    ``missed`` is how many plays the record should have, by the chances that there were, which another explanation nearly as good
    forbids, less those that it has. ``against`` has by key the first finding that the best explanation does not have; ``open`` the
    options that the record does not tell of (of the best only).
    """

    ruleset: Ruleset
    weight: int
    findings: tuple[Finding, ...]
    missed: float = 0.0
    against: tuple[Finding, ...] = ()
    open: tuple[Open, ...] = ()

    @property
    def cost(self) -> float:
        """What the explanations are ranked by: findings, then options, then what should be there and is not."""
        return self.weight + _OPTION * len(self.ruleset.chosen) + _MISSED * min(self.missed, _MOST_MISSED)


class Inference(NamedTuple):
    """Every ruleset's best explanation, the best first, and those that share its place with another option for one of its own.

    ``untouched`` are the keys that would tell those apart that explain the record equally well, and that no play and no score of
    it touches.
    """

    explanations: tuple[Explanation, ...]
    untouched: tuple[str, ...]

    @property
    def ties(self) -> int:
        """Number of explanations that leave no more than the first."""
        best = self.explanations[0].weight
        return sum(found.weight <= best for found in self.explanations)

    @property
    def first(self) -> tuple[Explanation, ...]:
        """Those that share the first place: what was played does not tell them apart, and what was left alone may be chance."""
        best = self.explanations[0]
        return tuple(found for found in self.explanations if _shares(found, best))

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
    the record is full enough for that. Where so little is missed that chance explains it as well, both share the first place. The
    tie remains a tie, and is told as one. Another option in the place of one that is on is weighed in the same way.
    """
    found = _searched(logs, [_explain(logs, ruleset) for ruleset in rulesets])
    near = [one for one in found if one.cost <= found[0].cost + _MISSED * _MOST_MISSED] if is_full(logs) else found[:1]
    found = sorted([*(_with_open(logs, one, near) for one in near), *found[len(near) :]], key=_rank)
    best, *others = _closer(logs, _substituted(logs, found))
    explanations = (best, *(one._replace(against=_against(one, best), open=()) for one in others))
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
        for option in chain(_promising(best), _of_deals(logs, best, tried)):
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


def _removable(found: Explanation) -> int:
    """The weight of the findings that some option may explain."""
    if len({finding.id for finding in found.findings if _weight(finding)}) <= _FEW_KINDS:
        return found.weight
    pointers = {pointer for option in found.ruleset.options.values() for pointer in sets(option)}
    return sum(weight for weight, keys in _kinds(found.findings) if touches(keys, pointers))


def _kinds(findings: Iterable[Finding]) -> list[tuple[int, set[str]]]:
    """By kind of finding, how much all of it weighs and the pointers that it rests on."""
    weights: dict[tuple[str, str | None], int] = {}
    keys: dict[tuple[str, str | None], set[str]] = {}
    for finding in findings:
        kind = finding.id, finding.parameter.pointer if finding.parameter else None
        weights[kind] = weights.get(kind, 0) + _weight(finding)
        if kind not in keys:
            keys[kind] = rests_on(finding)
    return [(weight, keys[kind]) for kind, weight in weights.items()]


def _promising(found: Explanation) -> Iterator[Option]:
    """Yield the options that set a key by which something was found, those that may explain most first; then those that set another
    key of its chapter, for a rule may hang on a neighbour, as what an initial meld needs does.
    """
    kinds = _kinds(found.findings)
    options = found.ruleset.options
    worth = {name: sum(weight for weight, keys in kinds if touches(keys, sets(option))) for name, option in options.items()}
    for name in sorted((name for name, points in worth.items() if points), key=lambda name: -worth[name]):
        yield options[name]
    chapters = {_chapter(key) for _, keys in kinds for key in keys}
    for name, option in options.items():
        if not worth[name] and chapters & set(map(_chapter, sets(option))):
            yield option


def _of_deals(logs: Sequence[n.Log], found: Explanation, tried: Container[str]) -> Iterator[Option]:
    """Yield the options that put right the first of some kind of finding, whatever key they set: a rule may hang on many. Only the
    deals of these are judged, so that it costs little, and only where there are few kinds: another game has many. References that
    were ``tried`` are left out.
    """
    first: dict[str, Finding] = {}
    for finding in found.findings:
        if _weight(finding):
            first.setdefault(finding.id, finding)
    if len(first) > _FEW_KINDS:
        return
    places = {(finding.file, finding.line) for finding in first.values()}
    part = n.Log([n.Match(match.head, _deals_at(places, match, log.file)) for log in logs for match in log.matches])
    before = {place(finding) for finding in audit(part, found.ruleset).roots}
    for option in found.ruleset.options.values():
        other = together(found.ruleset, [option])
        if other is None or other.reference in tried:
            continue
        if before - {place(finding) for finding in audit(part, other).roots}:
            yield option


def _deals_at(places: set[tuple[str, int]], match: n.Match, file: str) -> list[n.Deal]:
    return [deal for deal in match.deals if any((file, line.line) in places for line in deal.lines)]


def _chapter(pointer: str) -> str:
    return pointer.split("/")[1]


def _rank(one: Explanation) -> tuple[float, float]:
    return one.cost, one.missed


def _with_open(logs: Sequence[n.Log], one: Explanation, near: Sequence[Explanation]) -> Explanation:
    """The explanation with the options that the record leaves open, and with the plays that it should have and that those
    ``near`` forbid; options that forbid what should be there are turned on.
    """
    chosen: list[Open] = []
    while True:
        others = [other for other in near if other.ruleset.name != one.ruleset.name]
        rows, counts = _open(logs, one.ruleset, _without_trace(logs, one.ruleset), [other.ruleset for other in others])
        row = max(rows, key=lambda row: row.expected, default=None)
        stricter = None
        if row is not None and row.expected > _LIKELY:
            stricter = together(one.ruleset, [one.ruleset.options[row.option]])
        if row is None or stricter is None:
            rows.sort(key=lambda row: -row.expected)
            return one._replace(open=(*chosen, *rows), missed=_missed(one, others, counts))
        chosen.append(row._replace(chosen=True))
        one = _pruned(logs, _explain(logs, stricter), {row.option for row in chosen})


def _shares(one: Explanation, best: Explanation) -> bool:
    """Tell whether an explanation is as good as the best, as far as the record tells."""
    if one.weight != best.weight:
        return False
    return abs(one.cost - best.cost) < (_CHANCE if one.ruleset.chosen == best.ruleset.chosen else _EVEN)


def _substituted(logs: Sequence[n.Log], found: Sequence[Explanation]) -> list[Explanation]:
    """The explanations with those that have another option in the place of one that is on, where they are as good as the best."""
    done: list[Explanation] = []
    for one in found:
        done += _substitutes(logs, one) if one.ruleset.chosen and _shares(one, found[0]) else [one]
    return sorted(done, key=_rank)


def _substitutes(logs: Sequence[n.Log], one: Explanation) -> list[Explanation]:
    """An explanation and those that are as good with another option in the place of one, the best first."""
    swaps = list(_instead(logs, one.ruleset))
    counts = _expected(logs, one.ruleset, [other for _, _, other in swaps])
    rows: list[Open] = []
    others: list[Explanation] = []
    for name, option, other in swaps:
        back = _expected(logs, other, [one.ruleset]).get(one.ruleset.reference, 0.0)
        mine = _row(one.ruleset.options[name], back, option.name)
        others.append(one._replace(ruleset=other, missed=max(one.missed, back), open=(*one.open, mine)))
        rows.append(_row(option, counts.get(other.reference, 0.0), name))
    one = one._replace(missed=max(one.missed, *counts.values(), 0.0), open=(*one.open, *rows))
    best, *rest = sorted([one, *others], key=_rank)
    return [best, *(other for other in rest if _shares(other, best))]


def _expected(logs: Sequence[n.Log], played: Ruleset, others: Sequence[Ruleset], asked: int = 2) -> Mapping[str, float]:
    return expected(logs, played, [Group(None, [other]) for other in others], asked) if others and is_full(logs) else {}


def _row(option: Option, count: float, instead: str = "") -> Open:
    return Open(option.name, tuple(pointer for pointer, _ in leaves(option.sets)), False, round(count, 1), instead)


def _closer(logs: Sequence[n.Log], found: Sequence[Explanation]) -> list[Explanation]:
    """The explanations with those that share the first place looked at once more, with more patience; those that fall behind
    another one of their ruleset are left out.
    """
    first = [one for one in found if _shares(one, found[0])]
    if len(first) == 1 or not is_full(logs):
        return [*found]
    closer = []
    for one in first:
        others = [other for other in first if other is not one]
        counts = _expected(logs, one.ruleset, [other.ruleset for other in others], _PATIENCE)
        closer.append(one._replace(missed=max(one.missed, _missed(one, others, counts))))
    closer.sort(key=_rank)
    names = [one.ruleset.name for one in closer]
    kept = [one for i, one in enumerate(closer) if names.index(one.ruleset.name) == i or _shares(one, closer[0])]
    return sorted([*kept, *(one for one in found if one not in first)], key=_rank)


def _missed(one: Explanation, others: Sequence[Explanation], counts: Mapping[str, float]) -> float:
    """How many plays that another one forbids the record should have, less those that it has."""
    kept = {place(finding) for finding in one.findings}
    shown = [sum(place(finding) not in kept for finding in other.findings) for other in others]
    expected = [counts.get(other.ruleset.reference, 0.0) for other in others]
    return max((count - found for count, found in zip(expected, shown, strict=True)), default=0.0) if counts else 0.0


def _without_trace(logs: Sequence[n.Log], ruleset: Ruleset) -> list[list[Option]]:
    """The options that change nothing of what is found, in groups that can be on together."""
    plain = list(by_part(logs, ruleset))
    return fitting(alone(ruleset, players_of(logs)), ruleset, lambda other: changed(plain, by_part(logs, other)))


def _instead(logs: Sequence[n.Log], ruleset: Ruleset) -> Iterator[tuple[str, Option, Ruleset]]:
    """Yield the options that explain the record as well in the place of one that is on: that one, the other, and the ruleset."""
    plain = list(by_part(logs, ruleset)) if ruleset.chosen else []
    for name in ruleset.chosen:
        for option in ruleset.options.values():
            other = together(ruleset, [option], without=name) if option.name not in ruleset.chosen else None
            if other is not None and changed(plain, by_part(logs, other)) is None:
                yield name, option, other


def _open(
    logs: Sequence[n.Log], ruleset: Ruleset, groups: Sequence[Sequence[Option]], others: Sequence[Ruleset]
) -> tuple[list[Open], Mapping[str, float]]:
    """The options of groups that can be on together, with what the record should have without each, and the same for ``others``."""
    stricter = {option.name: together(ruleset, [option]) for group in groups for option in group}
    counts: Mapping[str, float] = {}
    if is_full(logs):
        asked = [Group(None, [other]) for other in others]
        for group in groups:
            each = [other for option in group if (other := stricter[option.name]) is not None]
            asked.append(Group(together(ruleset, group), each))
        counts = expected(logs, ruleset, asked)
    rows = []
    for option in (option for group in groups for option in group):
        other = stricter[option.name]
        rows.append(_row(option, counts.get(other.reference, 0.0) if other else 0.0))
    return rows, counts


def _against(one: Explanation, best: Explanation) -> tuple[Finding, ...]:
    """By key, the first finding of ``one`` that the best explanation does not have."""
    kept = {place(finding) for finding in best.findings}
    first: dict[tuple[str, str | None], Finding] = {}
    for finding in sorted(one.findings, key=lambda finding: finding.sort_key):
        if place(finding) not in kept and severity_at_least(finding.severity, "warning"):
            first.setdefault((finding.id, finding.parameter.pointer if finding.parameter else None), finding)
    return tuple(first.values())


def _untouched(tied: Sequence[Explanation], players: int | None) -> tuple[str, ...]:
    keys = [key for found in tied for row in found.open for key in row.keys]
    for found in tied[1:]:
        keys += values_changed(tied[0].ruleset, found.ruleset, players)
    return tuple(dict.fromkeys(keys))
