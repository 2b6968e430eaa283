"""Inheritance: a chain of documents, each extending the next, folded into one tree that knows where every value was set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from canasta_audit.finding import Finding, Related
from canasta_audit.ruleset import faults
from canasta_audit.ruleset.chapters import CHAPTERS
from canasta_audit.ruleset.document import Document, escape, unescape
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.model import Origin
from canasta_audit.value import Value

Loader = Callable[[Document], "Document | Tree"]
"""Hands over the document that the given one extends, or the tree of one that is known; raises ``RulesetError`` where there is
none."""

_OWN = ("name", "title", "extends", "remove")


@dataclass(slots=True, eq=False, repr=False)
class Tree(Value):
    """Merged data; by pointer of a leaf, where it was set; by file, the text that its bare line numbers mean.

    ``redundant`` are the keys of the last document, of chapters and numbers of players, whose value is that of the ruleset
    extended; ``fresh`` are those that it sets for a number of players and the ruleset extended does not.
    """

    data: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    redundant: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)

    def copy(self) -> Tree:
        """A copy that can be used up; lists are shared, for nothing changes them."""
        return Tree(_copied(self.data), dict(self.origins), dict(self.texts))

    def text_of(self, pointer: str) -> str:
        """Id of the text that the file which set the leaf at ``pointer`` speaks of."""
        return self.texts[self.origins[pointer].file]


def _copied(data: dict[str, Any]) -> dict[str, Any]:
    return {key: _copied(value) if isinstance(value, dict) else value for key, value in data.items()}


def leaves(data: dict[str, Any], pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (pointer, value) of every leaf; a list is one leaf.

    >>> list(leaves({"pile": {"whole": True, "frozen": ["natural-pair"]}}))
    [('/pile/whole', True), ('/pile/frozen', ['natural-pair'])]
    """
    for key, value in data.items():
        inside = f"{pointer}/{escape(key)}"
        if isinstance(value, dict):
            yield from leaves(value, inside)
        else:
            yield inside, value


def cite_pointer(pointer: str) -> str:
    """Where the citation of a chapter's leaf stands.

    >>> cite_pointer("/melds/black_threes/when")
    '/melds/cite/black_threes~1when'
    """
    _, chapter, rest = pointer.split("/", 2)
    return f"/{chapter}/cite/{escape(rest)}"


def resolve(document: Document, load: Loader) -> Tree:
    """Fold the document and all it extends into one tree. Raises ``RulesetError`` for cycles and for removals of nothing."""
    members, tree = _chain(document, load)
    for member in reversed(members):
        tree = _extend(tree, member)
    return tree


def _chain(document: Document, load: Loader) -> tuple[list[Document], Tree]:
    """The document and its ancestors, nearest first, as far as a tree that is known, which comes with them to be used up."""
    chain = [document]
    while "extends" in chain[-1].data:
        parent = load(chain[-1])
        if isinstance(parent, Tree):
            return chain, parent.copy()
        if any(member.path == parent.path for member in chain):
            raise RulesetError([_cycle(chain, parent)])
        chain.append(parent)
    return chain, Tree()


def _cycle(chain: list[Document], again: Document) -> Finding:
    last = chain[-1]
    words = " -> ".join([*(f"{member.file}:{member.values['/extends'].line}" for member in chain), again.file])
    related = tuple(Related(member.file, member.values["/extends"].line, "extends") for member in chain[:-1])
    return replace(last.found(faults.EXTENDS_CYCLE, last.values["/extends"], chain=words), related=related)


def _extend(parent: Tree, document: Document) -> Tree:
    """Lay a document over its parent; the parent is used up."""
    tree = Tree(parent.data, parent.origins, parent.texts)
    _remove(tree, document)
    _drop_replaced(tree, document)
    tree.texts[document.file] = document.data.get("text", tree.data.get("text", ""))
    for pointer in _empty_mappings(document.data):
        if not _value_at(tree.data, pointer)[0]:
            _set(tree.data, pointer, {})
    for pointer, value in leaves(document.data):
        chapter, _, rest = pointer[1:].partition("/")
        if chapter in CHAPTERS and not rest.startswith("cite/"):
            if _value_at(tree.data, pointer) == (True, value):
                tree.redundant.append(pointer)
            _forget(tree, document, pointer)
        elif chapter == "players" and "/set/" in pointer:
            there, inherited = _value_at(tree.data, pointer)
            if not there:
                tree.fresh.append(pointer)
            elif inherited == value:
                tree.redundant.append(pointer)
        span = document.key_span(pointer)
        _set(tree.data, pointer, value)
        tree.origins[pointer] = Origin(document.file, span.line, span.column) if span else Origin(document.file, 0, 0)
    return tree


def _empty_mappings(data: dict[str, Any], pointer: str = "") -> Iterator[str]:
    """Pointers of the mappings without a key: they add nothing to what is inherited, but are there."""
    for key, value in data.items():
        inside = f"{pointer}/{escape(key)}"
        if value == {}:
            yield inside
        elif isinstance(value, dict):
            yield from _empty_mappings(value, inside)


def _forget(tree: Tree, document: Document, pointer: str) -> None:
    """Drop what was said about the value that ``pointer`` had, unless ``document`` says it of the new value."""
    for about in (cite_pointer(pointer), f"/status/{escape(pointer)}"):
        if about in tree.origins and about not in document.keys:
            _delete(tree, about)


def _drop_replaced(tree: Tree, document: Document) -> None:
    """Drop what is not merged with what ``document`` says: a file's own keys, and options and readings that it gives anew."""
    anew = [f"/{kind}/{escape(name)}" for kind in ("options", "readings") for name in document.data.get(kind, {})]
    for pointer in (*(f"/{key}" for key in _OWN), *anew):
        if _value_at(tree.data, pointer)[0]:
            _delete(tree, pointer)


def _remove(tree: Tree, document: Document) -> None:
    findings = []
    for number, pointer in enumerate(document.data.get("remove", ())):
        if _value_at(tree.data, pointer)[0]:
            _delete(tree, pointer)
        else:
            findings.append(document.found(faults.REMOVES_NOTHING, document.values[f"/remove/{number}"], pointer=pointer))
    if findings:
        raise RulesetError(findings)


def _value_at(data: dict[str, Any], pointer: str) -> tuple[bool, Any]:
    """Whether there is a value at ``pointer``, and the value."""
    value: Any = data
    for part in pointer[1:].split("/"):
        if not isinstance(value, dict) or unescape(part) not in value:
            return False, None
        value = value[unescape(part)]
    return True, value


def _set(data: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, last = pointer[1:].split("/")
    for part in parents:
        data = data.setdefault(unescape(part), {})
    data[unescape(last)] = value


def _delete(tree: Tree, pointer: str) -> None:
    """Delete what is at ``pointer``, and the origins of all its leaves."""
    *parents, last = pointer[1:].split("/")
    data = tree.data
    for part in parents:
        data = data[unescape(part)]
    del data[unescape(last)]
    for key in [key for key in tree.origins if key == pointer or key.startswith(pointer + "/")]:
        del tree.origins[key]
