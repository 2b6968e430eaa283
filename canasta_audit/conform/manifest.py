"""The manifest of the suite: its version, a digest of every file, and one of what every case asks and expects.

Other programs pin the suite by it. It is written anew after every change of the fixtures:

    python -c "from canasta_audit.conform.manifest import write_manifest; write_manifest()"
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Literal

from canasta_audit.conform.question import digest_of, questions
from canasta_audit.resources import data_path

Step = Literal["major", "minor", "patch", ""]

FIRST = "1.0.0"
NAME = "manifest.json"
_LEFT_OUT = ("__pycache__", "node_modules")


@cache
def suite_version() -> str:
    """Version of the suite, by its manifest."""
    return str(read_manifest()["version"])


def read_manifest(path: str | None = None) -> dict[str, Any]:
    """The manifest as it was written, that of the fixtures or one at ``path``. Raises ``OSError`` where there is none."""
    with open(path or data_path("fixtures", NAME), encoding="utf-8") as stream:
        data: dict[str, Any] = json.load(stream)
    return data


def manifest(version: str, retired: list[str]) -> dict[str, Any]:
    """The manifest of the fixtures as they are; ``retired`` are ids of cases that are no more, never to be used again."""
    files, cases = file_digests(), case_digests()
    digest = digest_of([files, cases])
    return {"name": "canasta-audit-suite", "version": version, "digest": digest, "cases": cases, "retired": retired, "files": files}


def file_digests() -> dict[str, str]:
    """SHA-256 of every file but the manifest, by path; line ends are counted as one sign, whatever a checkout made of them."""
    root = data_path("fixtures")
    found = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in _LEFT_OUT and not name.startswith(".")]
        for name in names:
            path = os.path.join(folder, name)
            place = os.path.relpath(path, root).replace(os.sep, "/")
            if place != NAME and not name.startswith("."):
                with open(path, "rb") as stream:
                    found[place] = sha256(stream.read().replace(b"\r\n", b"\n")).hexdigest()
    return dict(sorted(found.items()))


@cache
def case_digests() -> Mapping[str, str]:
    """Digest of what every case, with its changed keys, and every game asks and expects, by id; they do not change while we run."""
    parts: dict[str, list[str]] = {}
    for question in questions():
        parts.setdefault(question.case, []).append(question.digest)
    return {id: digest_of(digests) for id, digests in sorted(parts.items())}


def step(old: Mapping[str, Any], new: Mapping[str, Any]) -> Step:
    """How the version has to be raised between two manifests: an expectation changed or a case gone is ``"major"``, cases added
    are ``"minor"``, anything else that differs is ``"patch"``."""
    if any(new["cases"].get(id) != digest for id, digest in old["cases"].items()):
        return "major"
    if set(new["cases"]) - set(old["cases"]):
        return "minor"
    return "patch" if new["files"] != old["files"] else ""


def raised(version: str, by: Step) -> str:
    """The version after a step.

    >>> raised("1.2.3", "major"), raised("1.2.3", "minor"), raised("1.2.3", "patch"), raised("1.2.3", "")
    ('2.0.0', '1.3.0', '1.2.4', '1.2.3')
    """
    major, minor, patch = map(int, version.split("."))
    return {"major": f"{major + 1}.0.0", "minor": f"{major}.{minor + 1}.0", "patch": f"{major}.{minor}.{patch + 1}"}.get(
        by, version
    )


def write_manifest(version: str | None = None, *, since: str | None = None) -> None:
    """Write the manifest; where ``version`` is not given, that of the manifest there is, raised as the changes ask for.

    ``since`` is the manifest of the last release as a path, for changes that were written before and not yet given away.
    """
    try:
        old = read_manifest(since)
    except OSError:
        old = {"version": version or FIRST, "cases": {}, "files": {}, "retired": []}
    new = manifest("", [])
    new["retired"] = sorted({*old["retired"], *(set(old["cases"]) - set(new["cases"]))})
    new["version"] = version or (raised(old["version"], step(old, new)) if old["cases"] else FIRST)
    with open(data_path("fixtures", NAME), "w", encoding="utf-8", newline="\n") as stream:
        stream.write(json.dumps(new, indent=1, ensure_ascii=False) + "\n")
    suite_version.cache_clear()
