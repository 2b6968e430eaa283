"""Short words that comparisons share: citations, marks, places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from canasta_audit.compare.matrix import Cell
from canasta_audit.finding import Citation, Finding
from canasta_audit.render.place import value_text
from canasta_audit.ruleset.model import Ruleset

if TYPE_CHECKING:
    from canasta_audit.compare.infer import Inference

SILENT, LOST, READING = "°", "*", "?"
"""Marks of a value on which the text is silent, that is reconstructed, or that rests on a reading."""

LEGEND = (
    f"{SILENT} the text is silent and the published laws are followed; {LOST} reconstructed: the text has lost it;"
    f" {READING} a reading settles it, named behind the mark; l.: line of the text"
)


def short_citation(citations: Iterable[Citation]) -> str:
    """Texts and lines: ``uk-wiki l. 62, 64``.

    >>> short_citation([Citation("a", "Melds", 7), Citation("a", "Scores", 5), Citation("b", "", 0)])
    'a l. 5, 7; b'
    """
    lines: dict[str, set[int]] = {}
    for citation in citations:
        lines.setdefault(citation.text, set()).add(citation.line)
    parts = [(text, ", ".join(map(str, sorted(found - {0})))) for text, found in lines.items()]
    return "; ".join(f"{text} l. {numbers}" if numbers else text for text, numbers in parts)


def ranks(found: Inference) -> list[int]:
    """The place of every explanation; all that share the first place have it."""
    first = set(map(id, found.first))
    return [1 if id(one) in first else place for place, one in enumerate(found.explanations, 1)]


def ground(cell: Cell) -> str:
    """What a value rests on, with its marks."""
    marks = [SILENT] if cell.silent else []
    marks += [LOST] if cell.reconstructed else []
    marks += [f"{READING} {', '.join(cell.readings)}"] if cell.readings else []
    by = [f"for {cell.origin.by} players" if cell.origin.by.isdigit() else f"+{cell.origin.by}"] if cell.origin.by else []
    return "; ".join(filter(None, [short_citation(cell.citations), " ".join(marks), *by]))


def names(rulesets: Sequence[Ruleset], chosen: Iterable[int]) -> str:
    """References of some rulesets, by index."""
    return ", ".join(rulesets[i].reference for i in chosen)


def where(line: int, match: int | None, deal: int | None, turn: int | None) -> str:
    """Line and place in the game: ``line 12, deal 1, turn 3``; the match only from the second on."""
    parts = [f"line {line}"]
    parts += [f"match {match}"] if match is not None and match > 1 else []
    parts += [f"deal {deal}"] if deal is not None else []
    parts += [f"turn {turn}"] if turn is not None else []
    return ", ".join(parts)


def decided(finding: Finding) -> str:
    """Id and name of a finding with the key that decides: ``MELD-004 too-many-wilds by /melds/wild_cap = 3``."""
    parameter = finding.parameter
    return f"{finding.id} {finding.name}" + (f" by {parameter.pointer} = {value_text(parameter.value)}" if parameter else "")
