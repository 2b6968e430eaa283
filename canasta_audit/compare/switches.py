"""Options turned on together, to find with few audits which of them make no difference to a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from canasta_audit.checks.chapters import all_checks
from canasta_audit.finding import Finding
from canasta_audit.ruleset.chapters import plainly
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.model import Option, Ruleset
from canasta_audit.ruleset.semantic import lint
from canasta_audit.ruleset.variant import with_values

Asked = Callable[[Ruleset], set[str] | None]
"""Audits a record: ``None`` where nothing changes, else the keys by which something does."""


def rests_on(finding: Finding) -> set[str]:
    """Pointers that a finding rests on: the one that decided, and those its check reads."""
    check = all_checks().get(finding.id)
    return {*(check.reads if check else ()), *((finding.parameter.pointer,) if finding.parameter else ())}


def sets(option: Option) -> set[str]:
    """Pointers that an option sets."""
    return {pointer for pointer, _ in leaves(option.sets)}


def touches(keys: set[str], pointers: set[str]) -> bool:
    """Tell whether one of ``pointers`` is one of ``keys``, or lies below one."""
    return any(one == other or one.startswith(other + "/") for one in pointers for other in keys)


def together(ruleset: Ruleset, options: Sequence[Option], *, without: str = "") -> Ruleset | None:
    """The ruleset with some options more, and ``without`` one of its own; ``None`` where they do not go together or it cannot be
    loaded by its reference, as a file of the user's.
    """
    chosen = [name for name in ruleset.chosen if name != without]
    try:
        found = with_values("+".join((ruleset.name, *chosen, *(option.name for option in options))), {})
    except RulesetError:
        return None
    return None if any(finding.severity == "error" for finding in lint(found)) else found


def alone(ruleset: Ruleset, players: int | None) -> list[Option]:
    """The options that are off and would change something, at a table of ``players``, without contradicting those that are on."""
    if players not in ruleset.tables:
        return []
    values = dict(leaves(plainly(ruleset.tables[players])))
    taken = {pointer for name in ruleset.chosen for pointer, _ in leaves(ruleset.options[name].sets)}
    free = []
    for option in ruleset.options.values():
        sets = dict(leaves(option.sets))
        if option.name in ruleset.chosen or taken & set(sets) or (option.players and players not in option.players):
            continue
        if any(values.get(pointer) != value for pointer, value in sets.items()):
            free.append(option)
    return free


def fitting(options: Sequence[Option], ruleset: Ruleset, ask: Asked) -> list[list[Option]]:
    """The options that change nothing when ``ask`` is asked, in groups that can be on together.

    Those of a group are tried at once; two of them whose effects cancel out would pass for such without any.
    """
    groups: list[list[Option]] = []
    for option in options:
        keys = sets(option)
        for group in groups:
            if not any(keys & sets(other) for other in group):
                group.append(option)
                break
        else:
            groups.append([option])
    return [kept for group in groups for kept in _without_effect(group, ruleset, ask)]


def _without_effect(group: Sequence[Option], ruleset: Ruleset, ask: Asked) -> list[list[Option]]:
    if not group:
        return []
    changed = together(ruleset, group)
    keys = ask(changed) if changed is not None else set()
    if keys is None:
        return [list(group)]
    if len(group) == 1:
        return []
    guilty = [option for option in group if any(pointer in keys for pointer, _ in leaves(option.sets))]
    if not guilty or len(guilty) == len(group):
        half = len(group) // 2
        return [*_without_effect(group[:half], ruleset, ask), *_without_effect(group[half:], ruleset, ask)]
    rest = _without_effect([option for option in group if option not in guilty], ruleset, ask)
    # Where one key alone decides, its option need not be asked about by itself.
    return rest if len(guilty) == 1 else [*rest, *_without_effect(guilty, ruleset, ask)]


def values_changed(left: Ruleset, right: Ruleset, players: int | None) -> list[str]:
    """Keys whose values differ at a table of ``players``, none where one has no such game."""
    if players not in left.tables or players not in right.tables:
        return []
    values = dict(leaves(plainly(right.tables[players])))
    return [pointer for pointer, value in leaves(plainly(left.tables[players])) if values.get(pointer) != value]
