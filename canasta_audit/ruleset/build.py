"""From a tree and the options chosen to the frozen ruleset."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from canasta_audit.finding import Citation
from canasta_audit.law import cite
from canasta_audit.ruleset.chapters import CHAPTERS, Band, BlackThrees, Offence, Rules
from canasta_audit.ruleset.inherit import Tree
from canasta_audit.ruleset.model import Fact, Option, Reading, Ruleset
from canasta_audit.ruleset.options import OFFICIAL, Cite, View, base_view, table_views, with_options

try:
    # The interpreter's own, as in ``random``: ``hashlib`` loads OpenSSL, which a start has no other use for.
    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha256

T = TypeVar("T")

_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))

_PARTS: dict[str, Callable[[Any], Any]] = {
    "bands": lambda bands: tuple(Band(band.get("since"), band["need"]) for band in bands),
    "black_threes": lambda keys: BlackThrees(**keys),
    "penalties": lambda entries: tuple(Offence(one["offence"], one["points"], one.get("always", False)) for one in entries),
}


class _Table(NamedTuple):
    """What is built of the chapters as they stand for one number of players."""

    view: View
    rules: Rules
    written: dict[str, str]
    citations: dict[str, tuple[Citation, ...]]
    silent: frozenset[str]
    grounds: dict[str, tuple[str, ...]]


class Start(NamedTuple):
    """What every choice of options of a tree begins with: all of it without options, of which each choice changes little."""

    tree: Tree
    base: View
    tables: dict[int, _Table]
    options: dict[str, Option]
    readings: dict[str, Reading]
    facts: tuple[Fact, ...]


def begin(tree: Tree) -> Start:
    """Build of a complete tree what does not hang on the options chosen."""
    base = base_view(tree)
    places: dict[Cite, tuple[Citation, ...]] = {}
    return Start(
        tree,
        base,
        {players: _table(tree, view, places) for players, view in table_views(tree, base).items()},
        {name: _option(tree, name, option) for name, option in tree.data.get("options", {}).items()},
        {name: _reading(tree, (), name) for name in tree.data.get("readings", {})},
        _facts(tree),
    )


def build(tree: Tree, chosen: tuple[str, ...], start: Start | None = None) -> Ruleset:
    """Build the ruleset of a complete tree with options that are known and do not contradict each other; ``start`` is that of the
    tree, or of one that differs in options alone, where that is known."""
    start = begin(tree) if start is None else start
    tables = {players: _chosen(tree, table, chosen, players) for players, table in start.tables.items()}
    known = start.tree.data.get("options", {})
    options = tree.data.get("options", {})
    answered = {options[name]["reading"] for name in chosen if "reading" in options[name]}
    settled = _settled(tree)
    return Ruleset(
        name=tree.data["name"],
        title=tree.data["title"],
        text=tree.data["text"],
        digest=_digest(tables),
        chosen=chosen,
        tables={players: table.rules for players, table in tables.items()},
        data=with_options(start.base, tree, chosen)[0].data,
        origins={players: table.view.origins for players, table in tables.items()},
        citations={players: _with_players(tree, players, table.citations) for players, table in tables.items()},
        silent={players: table.silent for players, table in tables.items()},
        options={
            name: start.options[name] if option is known.get(name) else _option(tree, name, option)
            for name, option in options.items()
        },
        readings={name: _reading(tree, chosen, name) if name in answered else reading for name, reading in start.readings.items()},
        status=dict(tree.data.get("status", {})),
        facts=start.facts,
        grounds={players: table.grounds for players, table in tables.items()},
        reconstructed={players: _reconstructed(tree, table.view, settled) for players, table in tables.items()},
    )


def _table(tree: Tree, view: View, places: dict[Cite, tuple[Citation, ...]]) -> _Table:
    rules = Rules(**{chapter: _chapter(kind, view.data[chapter]) for chapter, kind in CHAPTERS.items()})
    written = {chapter: _WRITER.encode(keys) for chapter, keys in view.data.items()}
    return _Table(view, rules, written, _citations(tree, view.cites, places), _silent(view.cites), _grounds(tree, view.cites))


def _chosen(tree: Tree, before: _Table, chosen: tuple[str, ...], players: int) -> _Table:
    """A table with the options chosen: what they do not touch is as before."""
    view, changed = with_options(before.view, tree, chosen, players)
    if not changed:
        return before
    anew = {chapter: data for chapter, data in view.data.items() if data is not before.view.data[chapter]}
    rules = before.rules._replace(**{chapter: _chapter(CHAPTERS[chapter], data) for chapter, data in anew.items()})
    written = before.written | {chapter: _WRITER.encode(data) for chapter, data in anew.items()}
    cites = {pointer: said for pointer, said in view.cites.items() if pointer in changed}
    citations = _without(before.citations, changed) | _citations(tree, cites, {})
    silent = (before.silent - changed) | _silent(cites)
    return _Table(view, rules, written, citations, silent, _without(before.grounds, changed) | _grounds(tree, cites))


def _without(found: dict[str, T], pointers: set[str]) -> dict[str, T]:
    return {pointer: value for pointer, value in found.items() if pointer not in pointers}


def _chapter(kind: Callable[..., Any], data: dict[str, Any]) -> Any:
    return kind(**{key: _value(key, value) for key, value in data.items()})


def _value(key: str, value: Any) -> Any:
    if key in _PARTS:
        return _PARTS[key](value)
    return tuple(value) if isinstance(value, list) else value


def _digest(tables: dict[int, _Table]) -> str:
    """Digest of the effective data as JSON, with its keys in order and without blanks."""
    effective = {str(players): _object(table.written) for players, table in tables.items()}
    digest: str = sha256(_object(effective).encode()).hexdigest()
    return digest


def _object(written: dict[str, str]) -> str:
    return "{" + ",".join(f'"{key}":{value}' for key, value in sorted(written.items())) + "}"


def _citations(tree: Tree, cites: dict[str, Cite], places: dict[Cite, tuple[Citation, ...]]) -> dict[str, tuple[Citation, ...]]:
    """What each pointer cites; ``places`` remembers, for most tables cite alike."""
    for said in cites.values():
        if said not in places:
            places[said] = _places(tree, said)
    return {pointer: places[said] for pointer, said in cites.items() if places[said]}


def _with_players(tree: Tree, players: int, citations: dict[str, tuple[Citation, ...]]) -> dict[str, tuple[Citation, ...]]:
    """The citations of a table, and what its size cites."""
    entry = tree.data["players"][str(players)]
    if "cite" not in entry:
        return citations
    return citations | {"/players": _places(tree, (tree.text_of(f"/players/{players}/cite"), tuple(entry["cite"])))}


def _places(tree: Tree, said: Cite) -> tuple[Citation, ...]:
    """Places of the text that ``said`` cites, each once, in the order given."""
    text, entries = said
    places: dict[Citation, None] = {}
    for entry in entries:
        if isinstance(entry, int):
            places[cite(text, entry)] = None
        elif entry != OFFICIAL:
            lines = f"/readings/{entry}/lines"
            places |= {cite(tree.text_of(lines), line): None for line in tree.data["readings"][entry]["lines"]}
    return tuple(places)


def _silent(cites: dict[str, Cite]) -> frozenset[str]:
    return frozenset(pointer for pointer, (_, entries) in cites.items() if OFFICIAL in entries)


def _grounds(tree: Tree, cites: dict[str, Cite]) -> dict[str, tuple[str, ...]]:
    """By pointer, the readings that settle the value."""
    known = tree.data.get("readings", {})
    found = {pointer: tuple(str(entry) for entry in entries if entry in known) for pointer, (_, entries) in cites.items()}
    return {pointer: readings for pointer, readings in found.items() if readings}


def _settled(tree: Tree) -> set[str]:
    """What settles the keys that it sets: a table size, and an option that cites the text itself or answers no reading. One that is
    only another answer to a reading is a guess as good as the first.
    """
    kinds = (tree.data.get("options", {}), tree.data["players"])
    return {name for entries in kinds for name, entry in entries.items() if "cite" in entry or "reading" not in entry}


def _reconstructed(tree: Tree, view: View, settled: set[str]) -> frozenset[str]:
    """Pointers of the values that are reconstructed."""
    return frozenset(pointer for pointer in tree.data.get("status", {}) if view.origins[pointer].by not in settled)


def _option(tree: Tree, name: str, option: dict[str, Any]) -> Option:
    reading: str | None = option.get("reading")
    text = tree.text_of(f"/options/{name}/title")
    lines = tuple(entry for entry in option.get("cite", ()) if isinstance(entry, int))
    if not lines and reading:
        text, lines = tree.text_of(f"/readings/{reading}/lines"), tuple(tree.data["readings"][reading]["lines"])
    players = tuple(int(players) for players in option.get("players") or tree.data["players"])
    return Option(name, option["title"], reading, text, lines, players, option["set"])


def _reading(tree: Tree, chosen: tuple[str, ...], name: str) -> Reading:
    reading = tree.data["readings"][name]
    options = tree.data.get("options", {})
    others = tuple(option for option, entry in options.items() if entry.get("reading") == name)
    answer = "; ".join(options[option]["title"] for option in others if option in chosen) or reading["chosen"]
    return Reading(name, reading["question"], answer, others, tree.text_of(f"/readings/{name}/lines"), tuple(reading["lines"]))


def _facts(tree: Tree) -> tuple[Fact, ...]:
    facts = tree.data.get("facts", ())
    return tuple(Fact(fact["chapter"], fact["fact"], tree.text_of("/facts"), tuple(fact["lines"])) for fact in facts)
