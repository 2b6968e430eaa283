"""From a tree and the options chosen to the frozen ruleset."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from canasta_audit.finding import Citation
from canasta_audit.law import cite
from canasta_audit.ruleset.chapters import CHAPTERS, Band, BlackThrees, Offence, Rules
from canasta_audit.ruleset.inherit import Tree
from canasta_audit.ruleset.model import Fact, Option, Reading, Ruleset
from canasta_audit.ruleset.options import OFFICIAL, Cite, View, views

try:
    # The interpreter's own, as in ``random``: ``hashlib`` loads OpenSSL, which a start has no other use for.
    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha256

_PARTS: dict[str, Callable[[Any], Any]] = {
    "bands": lambda bands: tuple(Band(band.get("since"), band["need"]) for band in bands),
    "black_threes": lambda keys: BlackThrees(**keys),
    "penalties": lambda entries: tuple(Offence(one["offence"], one["points"], one.get("always", False)) for one in entries),
}


def build(tree: Tree, chosen: tuple[str, ...], start: View | None = None) -> Ruleset:
    """Build the ruleset of a complete tree with options that are known and do not contradict each other; ``start`` is the base view
    of the tree where that is known."""
    base, tables = views(tree, chosen, start)
    places: dict[Cite, tuple[Citation, ...]] = {}
    cited = {players: _citations(tree, view.cites, places) for players, view in tables.items()}
    for players, found in cited.items():
        entry = tree.data["players"][str(players)]
        if "cite" in entry:
            found["/players"] = _places(tree, (tree.text_of(f"/players/{players}/cite"), tuple(entry["cite"])))
    return Ruleset(
        name=tree.data["name"],
        title=tree.data["title"],
        text=tree.data["text"],
        digest=_digest(tables),
        chosen=chosen,
        tables={players: _rules(view) for players, view in tables.items()},
        data=base.data,
        origins={players: view.origins for players, view in tables.items()},
        citations=cited,
        silent={players: _silent(view) for players, view in tables.items()},
        options={name: _option(tree, name, option) for name, option in tree.data.get("options", {}).items()},
        readings={name: _reading(tree, chosen, name) for name in tree.data.get("readings", {})},
        status=dict(tree.data.get("status", {})),
        facts=_facts(tree),
        grounds={players: _grounds(tree, view) for players, view in tables.items()},
        reconstructed={players: _reconstructed(tree, view) for players, view in tables.items()},
    )


def _rules(view: View) -> Rules:
    return Rules(**{chapter: _chapter(kind, view.data[chapter]) for chapter, kind in CHAPTERS.items()})


def _chapter(kind: Callable[..., Any], data: dict[str, Any]) -> Any:
    return kind(**{key: _value(key, value) for key, value in data.items()})


def _value(key: str, value: Any) -> Any:
    if key in _PARTS:
        return _PARTS[key](value)
    return tuple(value) if isinstance(value, list) else value


def _digest(tables: dict[int, View]) -> str:
    effective = {str(players): view.data for players, view in tables.items()}
    canonical = json.dumps(effective, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    digest: str = sha256(canonical.encode()).hexdigest()
    return digest


def _citations(tree: Tree, cites: dict[str, Cite], places: dict[Cite, tuple[Citation, ...]]) -> dict[str, tuple[Citation, ...]]:
    """What each pointer cites; ``places`` remembers, for most tables cite alike."""
    for said in cites.values():
        if said not in places:
            places[said] = _places(tree, said)
    return {pointer: places[said] for pointer, said in cites.items() if places[said]}


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


def _silent(view: View) -> frozenset[str]:
    return frozenset(pointer for pointer, (_, entries) in view.cites.items() if OFFICIAL in entries)


def _grounds(tree: Tree, view: View) -> dict[str, tuple[str, ...]]:
    """By pointer, the readings that settle the value."""
    known = tree.data.get("readings", {})
    found = {pointer: tuple(str(entry) for entry in entries if entry in known) for pointer, (_, entries) in view.cites.items()}
    return {pointer: readings for pointer, readings in found.items() if readings}


def _reconstructed(tree: Tree, view: View) -> frozenset[str]:
    """Pointers of the values that are reconstructed.

    A table size settles its keys, and so does an option that cites the text itself or answers no reading. One that is only another
    answer to a reading is a guess as good as the first.
    """
    kinds = (tree.data.get("options", {}), tree.data["players"])
    settled = {name for entries in kinds for name, entry in entries.items() if "cite" in entry or "reading" not in entry}
    status = tree.data.get("status", {})
    return frozenset(pointer for pointer in status if view.origins[pointer].by not in settled)


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
