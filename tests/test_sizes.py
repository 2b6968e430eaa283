"""Files stay short, functions too, and every public name says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "canasta_audit").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def definitions(node: ast.AST) -> Iterator[Definition]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield child
        yield from definitions(child)


def public(node: ast.AST) -> Iterator[Definition]:
    """Public classes and functions of a module, and the public methods of those classes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name_of)
def test_files_are_under_400_lines(path: Path) -> None:
    length = len(path.read_text(encoding="utf-8").splitlines())
    assert length < 400


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name_of)
def test_functions_are_under_60_lines(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in definitions(tree)
        if not isinstance(node, ast.ClassDef) and node.end_lineno and node.end_lineno - node.lineno + 1 >= 60
    }
    assert not long


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_public_names_have_docstrings(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.name != "__init__.py" or tree.body:
        assert ast.get_docstring(tree)
    assert not [node.name for node in public(tree) if not ast.get_docstring(node)]
