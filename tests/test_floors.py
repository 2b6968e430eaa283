"""Imports go down: a module imports only from its own floor or from a lower one, and never in a circle."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "canasta_audit"

FLOORS: dict[str, float] = {
    "source": 0,
    "finding": 0,
    "cards": 0,
    "resources": 0,
    "version": 0,
    "value": 0,
    "law": 1,
    "language": 1,
    "ruleset": 2,
    "notation": 3,
    "table": 4,
    "report": 4.5,
    "checks": 5,
    "emit": 5.5,
    "asking": 5.6,
    "before": 5.6,
    "at_once": 5.6,
    "playing": 5.6,
    "unread": 5.6,
    "irregular": 5.7,
    "outset": 5.7,
    "closing": 5.7,
    "auditor": 5.8,
    "audit": 6,
    "legal": 6,
    "compare": 7,
    "redact": 7,
    "simulate": 7,
    "conform": 7,
    "batch": 7,
    "baseline": 7,
    "severity": 7,
    "": 7.5,
    "render": 8,
    "store": 8,
    "cli": 9,
    "__main__": 9.5,
}
"""Floor of every part of the package; the package itself (``""``) is the library's front."""

MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


KNOWN = {name_of(path) for path in MODULES}


def part_of(module: str) -> str:
    """The part of the package that a module belongs to: ``"checks"`` for ``canasta_audit.checks.meld``."""
    return [*module.split("."), ""][1]


@cache
def imports_of(path: Path) -> set[str]:
    """Modules of the package that a file imports anywhere, be it in a function or under ``TYPE_CHECKING``."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            module = node.module or ""
            names = {f"{module}.{alias.name}" for alias in node.names}
            found |= {name for name in names if name in KNOWN} | ({module} if names - KNOWN else set())
    return {name for name in found if name.split(".")[0] == "canasta_audit"}


def test_imports_go_down() -> None:
    upward = [
        (name_of(path), name)
        for path in MODULES
        for name in imports_of(path)
        if FLOORS[part_of(name)] > FLOORS[part_of(name_of(path))]
    ]
    assert upward == []


def test_every_imported_module_of_the_package_exists() -> None:
    assert {name_of(path): missing for path in MODULES if (missing := imports_of(path) - KNOWN)} == {}


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {name_of(path): imports_of(path) for path in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imports run in a circle: {error.args[1]}")


def called(call: ast.Call) -> str:
    """The name that is called, with what stands before its dots."""
    name, node = "", call.func
    while isinstance(node, ast.Attribute):
        name, node = f".{node.attr}{name}", node.value
    return node.id + name if isinstance(node, ast.Name) else ""


def test_only_the_command_line_prints_and_exits() -> None:
    """Calls of ``print``, ``exit`` and ``sys.exit`` are the command line's alone."""
    guilty = []
    for path in MODULES:
        if part_of(name_of(path)) in ("cli", "__main__"):
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and called(node) in ("print", "exit", "sys.exit", "sys.stdout.write"):
                guilty.append(f"{path.name}:{node.lineno}")
    assert not guilty
