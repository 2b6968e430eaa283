"""Options and table sizes: the chapters of a tree as they stand for one number of players with some options chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from canasta_audit.finding import Finding, Related
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.document import escape, unescape
from canasta_audit.ruleset.inherit import Tree, leaves
from canasta_audit.ruleset.model import Origin
from canasta_audit.ruleset.nearest import did_you_mean, nearest
from canasta_audit.value import Value

Cite = tuple[str, tuple[int | str, ...]]
"""Text id, and the entries as written: lines, ids of readings, ``official``."""

OFFICIAL = "official"
"""In a citation: the text is silent and the published laws are followed."""


@dataclass(slots=True, eq=False, repr=False)
class View(Value):
    """The chapters' data without citations; by pointer of a leaf, where it was set and what it cites."""

    data: dict[str, dict[str, Any]]
    origins: dict[str, Origin]
    cites: dict[str, Cite]

    def copy(self) -> View:
        """A copy that can be changed apart from this one; it has the same chapters until something is set in them."""
        return View(dict(self.data), dict(self.origins), dict(self.cites))

    def apply(self, tree: Tree, pointer: str, by: str) -> None:
        """Set what the option or table size at ``pointer`` of ``tree`` sets, in copies of the chapters that it changes."""
        entry = _entry(tree, pointer)
        cite = _entry_cite(tree, pointer)
        for leaf, value in leaves(entry.get("set", {})):
            *parents, last = leaf[1:].split("/")
            target: dict[str, Any] = self.data
            for part in parents:
                target[part] = dict(target[part])
                target = target[part]
            target[last] = value
            origin = tree.origins[f"{pointer}/set{leaf}"]
            self.origins[leaf] = Origin(origin.file, origin.line, origin.column, by)
            self.cites.pop(leaf, None)
            if cite:
                self.cites[leaf] = cite


def base_view(tree: Tree) -> View:
    """The chapters as the files give them, before any table size or option."""
    data: dict[str, dict[str, Any]] = {}
    origins: dict[str, Origin] = {}
    cites: dict[str, Cite] = {}
    for chapter in CHAPTERS:
        data[chapter] = {key: _copy(value) for key, value in tree.data[chapter].items() if key != "cite"}
        for pointer, _ in leaves(data[chapter], f"/{chapter}"):
            origins[pointer] = tree.origins[pointer]
        for pointer, entries in leaves(tree.data[chapter].get("cite", {}), f"/{chapter}/cite"):
            key = unescape(pointer.rpartition("/")[2])
            cites[f"/{chapter}/{key}"] = (tree.text_of(pointer), tuple(entries))
    return View(data, origins, cites)


def table_views(tree: Tree, base: View) -> dict[int, View]:
    """The chapters for each number of players, before any option."""
    tables = {}
    for players in tree.data["players"]:
        view = base.copy()
        view.apply(tree, f"/players/{players}", players)
        tables[int(players)] = view
    return dict(sorted(tables.items(), reverse=True))


def with_options(view: View, tree: Tree, chosen: Iterable[str], players: int | None = None) -> tuple[View, set[str]]:
    """The chapters with the options ``chosen``, and the leaves that these set: those that are for so many players, or where
    ``players`` is ``None`` those that are for any number. Options are the more deliberate choice and come after the table size.
    """
    view, changed = view.copy(), set[str]()
    for option in chosen:
        entry = tree.data["options"][option]
        if str(players) in _players(tree, option) if players is not None else "players" not in entry:
            view.apply(tree, f"/options/{option}", option)
            changed.update(leaf for leaf, _ in leaves(entry.get("set", {})))
    return view, changed


def choice_faults(tree: Tree, chosen: Iterable[str], file: str) -> list[Finding]:
    """What is wrong with a choice of options: names that are unknown, values that contradict each other."""
    options = tree.data.get("options", {})
    known = [option for option in chosen if option in options]
    findings = []
    for option in chosen:
        if option not in options:
            near = nearest(option, options)
            data = {"ruleset": tree.data["name"], "option": option, "nearest": near}
            findings.append(faults.UNKNOWN_OPTION.finding(file, help=did_you_mean(near), **data))
    for place, second in enumerate(known):
        for first in known[:place]:
            findings += _contradictions(tree, first, second)
    return findings


def _contradictions(tree: Tree, first: str, second: str) -> list[Finding]:
    if not set(_players(tree, first)) & set(_players(tree, second)):
        return []
    before = dict(leaves(_entry(tree, f"/options/{first}")["set"]))
    findings = []
    for pointer, value in leaves(_entry(tree, f"/options/{second}")["set"]):
        if pointer in before and before[pointer] != value:
            here = tree.origins[f"/options/{second}/set{pointer}"]
            there = tree.origins[f"/options/{first}/set{pointer}"]
            data = {"first": first, "second": second, "pointer": pointer, "first_value": before[pointer], "second_value": value}
            related = (Related(there.file, there.line, f"option {first}"),)
            place = (here.line, here.column, here.column + len(pointer.rpartition("/")[2]))
            findings.append(faults.CONTRADICTORY_OPTIONS.finding(here.file, *place, related=related, **data))
    return findings


def _players(tree: Tree, option: str) -> list[str]:
    players: list[str] = tree.data["options"][option].get("players") or list(tree.data["players"])
    return players


def _entry(tree: Tree, pointer: str) -> dict[str, Any]:
    _, kind, name = pointer.split("/")
    entry: dict[str, Any] = tree.data[kind][name]
    return entry


def _entry_cite(tree: Tree, pointer: str) -> Cite | None:
    """What an option or table size cites: its own entries, or the reading that it answers otherwise."""
    entry = _entry(tree, pointer)
    for key in ("cite", "reading"):
        if key in entry:
            said = entry[key]
            return tree.text_of(f"{pointer}/{key}"), tuple(said) if isinstance(said, list) else (said,)
    return None


def _copy(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else value


def reading_faults(tree: Tree) -> list[Finding]:
    """Citations and options that name a reading which is not there."""
    known = tree.data.get("readings", {})
    findings = []
    for pointer, entries in citing(tree):
        for entry in entries:
            if isinstance(entry, str) and entry != OFFICIAL and entry not in known:
                origin = tree.origins[pointer]
                near = nearest(entry, known)
                place = (origin.line, origin.column, origin.column + len(pointer.rpartition("/")[2]))
                findings.append(
                    faults.UNKNOWN_READING.finding(
                        origin.file, *place, help=did_you_mean(near), pointer=pointer, reading=entry, nearest=near
                    )
                )
    return findings


def status_faults(tree: Tree) -> list[Finding]:
    """Keys of ``status`` that are no pointers of a chapter's key."""
    known = [pointer for pointer in tree.origins if pointer.split("/")[1] in CHAPTERS and "/cite/" not in pointer]
    findings = []
    for pointer in tree.data.get("status", {}):
        if pointer not in known:
            origin = tree.origins[f"/status/{escape(pointer)}"]
            near = nearest(pointer, known)
            place = (origin.line, origin.column, origin.column + len(pointer))
            data = {"key": pointer, "where": "a ruleset", "nearest": near}
            findings.append(faults.UNKNOWN_KEY.finding(origin.file, *place, help=did_you_mean(near), **data))
    return findings


def citing(tree: Tree) -> Iterator[tuple[str, list[int | str]]]:
    """Yield the pointer and the entries of everything that cites."""
    for chapter in CHAPTERS:
        yield from leaves(tree.data[chapter].get("cite", {}), f"/{chapter}/cite")
    for kind in ("players", "options"):
        for name, entry in tree.data.get(kind, {}).items():
            if "cite" in entry:
                yield f"/{kind}/{name}/cite", entry["cite"]
            if "reading" in entry:
                yield f"/{kind}/{name}/reading", [entry["reading"]]
