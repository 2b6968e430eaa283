"""Witnesses as cases of the suite, in ``fixtures/witnesses``: one folder a pair of rulesets, one file a key.

They are written anew by

    python -c "from canasta_audit.compare.witness_cases import write_witnesses; write_witnesses()"
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from canasta_audit.compare.witness import Judged, Reason, Rivals, judged
from canasta_audit.compare.witness_log import HERE, cited
from canasta_audit.compare.witness_search import SEED, Absent, Witness, search, witness
from canasta_audit.compare.witness_sources import SHELF as SHELF
from canasta_audit.resources import data_path
from canasta_audit.ruleset.load import list_rulesets

INDEX = "index.json"
"""What was looked for in a folder: by key its witness and where that came from, or the reason why there is none."""


def pairs() -> list[tuple[str, str]]:
    """All pairs of shipped rulesets, by name."""
    return list(combinations(sorted(name for name, _ in list_rulesets()), 2))


def folder_of(pair: tuple[str, str]) -> str:
    """Name of the folder of a pair."""
    return "--".join(pair)


def file_of(key: str) -> str:
    """Name of the file of a key.

    >>> file_of("/melds/black_threes/least")
    'melds.black_threes.least.yaml'
    """
    return key[1:].replace("/", ".") + ".yaml"


def read_index(pair: tuple[str, str]) -> dict[str, Any]:
    """What was looked for and found of a pair. Raises ``OSError`` where nothing was written of it."""
    with open(data_path("fixtures", SHELF, folder_of(pair), INDEX), encoding="utf-8") as stream:
        data: dict[str, Any] = json.load(stream)
    return data


def shipped(pair: tuple[str, str], keys: Iterable[str] | None = None) -> Iterator[Witness | Absent]:
    """Yield what was found of a pair, in the order of the keys, or for those of ``keys``, without looking for it again.

    Raises ``OSError`` where nothing was written of it, ``ValueError`` for a log that no longer shows its key.
    """
    index, wanted = read_index(pair), None if keys is None else set(keys)
    for key, told in index["keys"].items():
        if wanted is not None and key not in wanted:
            continue
        players = told["players"]
        if "reason" in told:
            yield Absent(pair, key, players, Reason(told["reason"]), told.get("because", ""))
            continue
        found = witness(Rivals(pair, key, players), told["text"], told["source"], index["seed"])
        if found is None:
            raise ValueError(f"{folder_of(pair)}: the log no longer shows {key}")
        yield found


def write_witnesses(only: Iterable[tuple[str, str]] | None = None, seed: int = SEED, root: str | None = None) -> None:
    """Look for all witnesses of all pairs of shipped rulesets, or of some, and write them and an index for each pair."""
    for pair in pairs() if only is None else only:
        folder = os.path.join(root or str(data_path("fixtures", SHELF)), folder_of(pair))
        os.makedirs(folder, exist_ok=True)
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        told: dict[str, Any] = {}
        for found in search(pair, seed=seed):
            told[found.key] = entry_of(found)
            if isinstance(found, Witness):
                _write(os.path.join(folder, file_of(found.key)), case_file(found))
        index = {"rulesets": list(pair), "seed": seed, "keys": told}
        _write(os.path.join(folder, INDEX), json.dumps(index, indent=1, ensure_ascii=False) + "\n")


def entry_of(found: Witness | Absent) -> dict[str, Any]:
    """What an index says of a key; the log stands here as well, for readers who want all logs at once."""
    if isinstance(found, Absent):
        return {"players": found.players, "reason": str(found.reason), **({"because": found.because} if found.because else {})}
    about = {"players": found.players, "lawful": found.references[found.clean], "noise": found.shown.noise, "source": found.source}
    return {**about, "line": found.line or None, "text": found.text}


def case_file(found: Witness) -> str:
    """A witness as a file of two cases, one for each ruleset, decided by the key."""
    rivals = Rivals(found.references, found.key, found.players)
    position, plays = split(found)
    lines = ["cases:"]
    for which in (found.clean, 1 - found.clean):
        lines += [*_case(found, rivals, which, position, plays), ""]
    return "\n".join(lines)


def split(found: Witness) -> tuple[str, str]:
    """Position and plays of a witness, the line on which the rulesets part marked; neither is empty."""
    lines = found.text.splitlines()
    if found.line:
        lines[found.line - 1] += HERE
    turns = (i for i, line in enumerate(lines) if len(line) > 1 and line[1] == ":")
    first = next(turns, found.line - 1 if found.line else len(lines) - 1)
    head = "" if first else '[Event "Witness"]\n'
    return head + "".join(f"{line}\n" for line in lines[:first]), "".join(f"{line}\n" for line in lines[first:])


def _case(found: Witness, rivals: Rivals, which: int, position: str, plays: str) -> Iterator[str]:
    mine, other = found.references[which], found.references[1 - which]
    words = found.key[1:].replace("/", "-").replace("_", "-")
    ids = sorted({finding.id for finding in found.judged[which].findings})
    says = f"{', '.join(ids)} is found" if ids else "nothing is found"
    yield f"  - id: {mine}-witness-{other}-{words}"
    yield f"    title: {found.key} against {other}, {says}"
    yield f"    ruleset: {mine}"
    yield f"    cite: [{', '.join(cited(found, which))}]"
    for name, text in (("position", position), ("plays", plays)):
        yield f"    {name}: |"
        yield from (f"      {line}" for line in text.splitlines())
    text = position + plays
    first, sides = position.count("\n") + 1, _sides(found)
    expect = _expect(judged(text, rivals.rulesets[which]), first, sides)
    yield f"    expect: {_flow(expect)}"
    variant = rivals.changed[which]
    otherwise = None if variant is None else _expect(judged(text, variant), first, sides)
    if otherwise not in (None, expect):
        yield "    decides:"
        yield f"      - key: {found.key}"
        yield f"        instead: {_flow(rivals.values[1 - which])}"
        yield f"        expect: {_flow(otherwise)}"


def _sides(found: Witness) -> list[str]:
    """The sides whose totals are not the same under both."""
    totals = [said.totals for said in found.judged]
    return [side for side, total in totals[0].items() if total != totals[1].get(side, total)]


def _expect(said: Judged, first: int, sides: Iterable[str]) -> dict[str, Any]:
    findings = [{"id": finding.id, "line": finding.line - first + 1} for finding in said.findings]
    scores = {side: said.totals[side] for side in sides if side in said.totals}
    return {"findings": findings, **({"scores": scores} if scores else {})}


def _flow(value: object) -> str:
    """Plain data as YAML on one line."""
    import yaml

    return str(yaml.safe_dump(_plain(value), default_flow_style=True, width=10**6, sort_keys=False)).removesuffix("...\n").strip()


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text.rstrip("\n") + "\n")
