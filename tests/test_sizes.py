"""Files stay short, functions too, and every public name says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "canasta_audit").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def definitions(node: ast.AST) -> Iterator[Definition]:
    """All of them, however deep; there are none in expressions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield child
        if not isinstance(child, ast.expr):
            yield from definitions(child)


def public(node: ast.AST) -> Iterator[Definition]:
    """Public classes and functions of a module, and the public methods of those classes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_files_are_under_400_lines() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in [*MODULES, *TESTS]}
    assert {name: length for name, length in lengths.items() if length >= 400} == {}


def test_functions_are_under_60_lines() -> None:
    long = {
        f"{name_of(path)}:{node.name}": node.end_lineno - node.lineno + 1
        for path in [*MODULES, *TESTS]
        for node in definitions(tree_of(path))
        if not isinstance(node, ast.ClassDef) and node.end_lineno and node.end_lineno - node.lineno + 1 >= 60
    }
    assert long == {}


def test_public_names_have_docstrings() -> None:
    without = []
    for path in MODULES:
        tree = tree_of(path)
        if (path.name != "__init__.py" or tree.body) and not ast.get_docstring(tree):
            without.append(name_of(path))
        without += [f"{name_of(path)}:{node.name}" for node in public(tree) if not ast.get_docstring(node)]
    assert without == []
