"""Derives one regular expression a line kind and one a play kind from the Lark grammars, which stay the only definition.

The languages of a line and of a play are regular: no rule calls itself. So every rule can be written out in place, operators as
they stand, and every terminal with the pattern Lark compiled for it. Visible parts of a kind become named groups. Run as a program
(``python -m canasta_audit.notation.derive``) this writes ``grammar/patterns.json``, so that Lark need not be loaded to read a
log that is in order; where that file does not fit the grammars, the expressions are derived afresh.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

from canasta_audit.notation.patterns import PATTERNS, Patterns, digest, stored
from canasta_audit.resources import data_path

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef

_FRAMES = {"line": ("line", "line", "_content"), "play": ("plays", "play", "_deed")}
"""Of each grammar: its start rule, the rule that frames one item, and the choice of kinds inside it."""


@cache
def grammar(name: str) -> Lark:
    """The compiled grammar ``"line"`` or ``"play"``, LALR, positions kept."""
    from lark import Lark

    return Lark.open(str(data_path("grammar", f"{name}.lark")), start=_FRAMES[name][0], parser="lalr", propagate_positions=True)


@cache
def patterns() -> Patterns:
    """The expressions that fit the grammars: those stored, or made now."""
    return stored() or derive()


def derive() -> Patterns:
    """Derive all expressions from the grammars."""
    lines, plays = _Rules("line"), _Rules("play")
    line_kinds, play_kinds = lines.kinds(), plays.kinds()
    heads = {kind: lines.first_word(kind) for kind in line_kinds}
    return Patterns(
        digest=digest(),
        lines={"blank": lines.framed("")} | {kind: lines.framed(kind) for kind in line_kinds},
        plays={kind: plays.framed(kind) for kind in play_kinds},
        heads={kind: head for kind, head in heads.items() if head},
        words=sorted(lines.words() | plays.words()),
    )


class _Rules:
    """The rules of one grammar, ready to be written out."""

    def __init__(self, name: str) -> None:
        from lark import load_grammar

        path = str(data_path("grammar", f"{name}.lark"))
        with open(path, encoding="utf-8") as file:
            text = file.read()
        loaded = load_grammar.load_grammar(text, path, [], False)[0]  # type: ignore[no-untyped-call]
        self.trees = {definition[0]: definition[2] for definition in loaded.rule_defs}
        self.terminals: dict[str, TerminalDef] = {terminal.name: terminal for terminal in grammar(name).terminals}
        _, self.frame, self.choice = _FRAMES[name]

    def kinds(self) -> list[str]:
        """Names of the kinds among which the frame chooses, in the grammar's order."""
        return [str(name.name) for name in self.trees[self.choice].scan_values(lambda value: hasattr(value, "name"))]

    def framed(self, kind: str) -> str:
        """Expression for the frame with only ``kind`` in it (no kind at all for ``""``)."""
        return self._tree(self.trees[self.frame], kind, named=True)

    def first_word(self, kind: str) -> str:
        """The word or bracket with which ``kind`` begins, ``""`` where it begins otherwise."""
        first = next(self.trees[kind].scan_values(lambda value: hasattr(value, "name"))).name
        found = re.fullmatch(r"(?:\(\?:[^()]*\))?([a-z]+|\\\[):?", self.terminals[first].pattern.to_regexp())
        return found[1].lstrip("\\") if found else ""

    def words(self) -> set[str]:
        """All words that stand literally in terminals."""
        texts = (re.sub(r"\[[^]]*\]", "", terminal.pattern.to_regexp()) for terminal in self.terminals.values())
        return {word for text in texts for word in re.findall(r"[a-z]{2,}", text)}

    def _tree(self, tree: object, kind: str, named: bool) -> str:
        """Write out one node of a rule's tree as Lark's own loader gives it."""
        data, children = tree.data, tree.children  # type: ignore[attr-defined]
        if data == "expansions":
            choices = self._choices(tree, kind, named)
            return choices[0] if len(choices) == 1 else f"(?:{'|'.join(choices)})"
        if data == "expansion":
            return "".join(self._tree(child, kind, named) for child in children)
        if data == "expr" and len(children) == 2 and children[1] in ("?", "*", "+"):
            item, operator = children
            if kind and operator == "?" and self._is_choice(item):
                return self._tree(item, kind, named)
            return f"(?:{self._tree(item, kind, named and operator == '?')}){operator}"
        if data == "value" and hasattr(children[0], "name"):
            return self._symbol(str(children[0].name), kind, named)
        raise ValueError(f"the grammar uses {data} in a way that derive.py does not know")

    def _is_choice(self, item: object) -> bool:
        """Tell whether the item is the choice of kinds: where the kind is given, that is no option."""
        symbol = item.children[0]  # type: ignore[attr-defined]
        return getattr(symbol, "name", None) == self.choice

    def _choices(self, tree: object, kind: str, named: bool) -> list[str]:
        """The alternatives of a node; those of a rule that is nothing but a hidden one of them stand beside them."""
        choices: list[str] = []
        for child in tree.children:  # type: ignore[attr-defined]
            only = child.children[0] if child.data == "expansion" and len(child.children) == 1 else None
            name = str(getattr(only.children[0], "name", "")) if only is not None and only.data == "value" else ""
            if name.startswith("_") and name in self.trees and name != self.choice:
                choices += self._choices(self.trees[name], kind, named)
            else:
                choices.append(self._tree(child, kind, named))
        return choices

    def _symbol(self, name: str, kind: str, named: bool) -> str:
        if name == self.choice:
            return self._tree(self.trees[kind], kind, named) if kind else ""
        visible = named and not name.startswith("_")
        if name in self.terminals:
            # A token is never given back in part, hence the atomic group.
            body = f"(?>{self.terminals[name].pattern.to_regexp()})"
        else:
            body = self._tree(self.trees[name], kind, named and not visible)
        return f"(?P<{name}>{body})" if visible else body


def write_patterns() -> None:
    """Write ``grammar/patterns.json`` anew."""
    text = json.dumps(derive()._asdict(), indent=1, ensure_ascii=True)
    data_path("grammar", PATTERNS).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_patterns()
